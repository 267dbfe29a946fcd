#!/usr/bin/env python3
"""Writes python/treewright/_parameters.py from the catalogue of parameters: the signatures and docstrings of the estimators.

Usage: make_python_parameters.py > python/treewright/_parameters.py, with a Python that has the package's compiled part. A test compares
the result with the file, so that a new parameter cannot be forgotten.
"""

import json
import re
import textwrap

from treewright import _core

WIDTH = 120
# What an estimator takes: all of the learner, and of the other groups what is not an argument of fit or a matter of files.
OF_CLASSES = ["priors", "class-weight", "costs"]
OF_RUN = ["keep-unpruned", "seed", "threads"]
OF_DATA = ["weights-are", "categorical"]
DEFAULTS = {"preset": '"auto"', "keep-unpruned": "False", "seed": "1"}  # all others: None, what the preset or the library says
# What a list of rules, which is always pruned by prune='rules', has no use for.
NOT_OF_RULES = ["prune", "validation-fraction", "raise", "alpha", "cp", "leaves", "se", "price", "complexity", "folds"]
# Sentences where Python takes something else than the command line.
SENTENCES = {
    "priors": "Class frequencies where the tree will be used: 'data', 'equal', or a dictionary of class and share.",
    "class-weight": "Count a row of a class as many times in scores and labels, not in row limits: a dictionary of class and weight, or "
                    "'balanced', where all classes count the same.",
    "costs": "Misclassification costs: a dictionary {true class: {predicted class: cost}}, or a matrix whose rows are true classes and "
             "whose columns are predicted ones, both in the order of `classes_`.",
    "threads": "Number of threads; None: one per core. The result does not depend on it.",
    "categorical": "Names (or positions, for arrays) of columns that are categories even though they hold numbers.",
}
TAKES = {"priors": "str or dict", "class-weight": "dict or 'balanced'", "costs": "dict or array", "categorical": "list",
         "preset": "str", "threads": "int"}


ANNOTATIONS = {"preset": "str", "priors": "ClassNumbers | None", "class-weight": "ClassNumbers | None", "costs": "Costs | None",
               "categorical": "Names | None", "keep-unpruned": "bool", "seed": "int | None", "threads": "int | None"}


def python_name(name):
    return {"raise": "raise_"}.get(name, name.replace("-", "_"))


def type_of(parameter):
    if parameter["name"] in TAKES:
        return TAKES[parameter["name"]]
    if parameter["kind"] == "choice":
        return "{" + ", ".join(f"'{word}'" for word in parameter["choices"]) + "}"
    kind = {"integer": "int", "real": "float", "toggle": "bool"}.get(parameter["kind"], "str")
    return f"{kind} or '{parameter['absent']}'" if parameter.get("absent") and kind in ("int", "float") else kind


def annotation_of(parameter):
    """For type checkers. Choices are any text: words of other programs are understood, too."""
    name = parameter["name"]
    if name in ANNOTATIONS:
        return ANNOTATIONS[name]
    kind = {"integer": "int", "real": "float", "toggle": "bool"}.get(parameter["kind"], "str")
    return f"{kind} | str | None" if parameter.get("absent") and kind in ("int", "float") else f"{kind} | None"


def default_words(parameter):
    defaults = parameter.get("defaults")
    if defaults is None:
        return ""
    by_value = {}
    for preset, value in defaults.items():
        value = {"no": "False", "yes": "True"}.get(value, value) if parameter["kind"] == "toggle" else value
        by_value.setdefault(value, []).append(preset)
    if len(by_value) == 1:
        return f" Default: {next(iter(by_value))}."
    return " Default: " + ", ".join(f"{value} ({', '.join(presets)})" for value, presets in by_value.items()) + "."


def spelled(sentence, names):
    """Names of parameters as Python spells them."""
    return re.sub("|".join(sorted(names, key=len, reverse=True)), lambda found: python_name(found[0]), sentence)


def documented(parameter, names, task=None):
    if task == "regression" and parameter["name"] == "criterion":
        parameter = {**parameter, "choices": ["squared-error"], "defaults": None}
    name, default = parameter["name"], DEFAULTS.get(parameter["name"], "None")
    sentence = SENTENCES.get(name) or spelled(parameter["sentence"], names)
    words = "" if name == "preset" else default_words(parameter)
    body = textwrap.fill(sentence + words, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"{python_name(name)} : {type_of(parameter)}, default={default}\n{body}"


def signature(parameters):
    parts = ["self"]
    for position, parameter in enumerate(parameters):
        default = DEFAULTS.get(parameter["name"], "None")
        parts.append(f"{python_name(parameter['name'])}: {annotation_of(parameter)} = {default}")
        if position == 0:
            parts.append("*")
    joined = ",\n".join(part.replace(" ", "\0") for part in parts + ["**names_from_elsewhere: Any"]).replace("\n", " ")
    lines = textwrap.fill(joined, WIDTH, initial_indent="        ", subsequent_indent="        ")  # breaks between parameters only
    return lines.replace("\0", " ")


def mixin(name, parameters, task=None):
    text = f'\n\nclass {name}:\n    """Parameters\n    ----------\n'
    hyphenated = [parameter["name"] for parameter in parameters if "-" in parameter["name"]]
    text += "\n".join(textwrap.indent(documented(parameter, hyphenated, task), "    ") for parameter in parameters)
    text += '\n    """\n\n    @hides_other_names\n    def __init__(\n' + signature(parameters) + "\n    ) -> None:\n"
    for parameter in parameters:
        own = python_name(parameter["name"])
        text += f"        self.{own} = {own}\n"
    return text + "        take_names_from_elsewhere(self, names_from_elsewhere)\n"


def facts(parameters):
    lines = ["", "", "# Python's name of each parameter: its name in the catalogue, its kind, its choices.", "CATALOGUE = {"]
    for parameter in parameters:
        choices = tuple(parameter.get("choices", ()))
        entry = f'    "{python_name(parameter["name"])}": ("{parameter["name"]}", "{parameter["kind"]}", {choices!r}),'
        lines.append(entry.replace("'", '"'))
    return "\n".join(lines + ["}"]) + "\n"


def main():
    listed = json.loads(_core.parameters_json())

    def picked(names, groups=("classes", "run", "task", "columns")):
        return [next(p for p in listed if p["name"] == name and p["group"] in groups) for name in names]

    learner = [parameter for parameter in listed if parameter["group"] == "learner"]
    classes, run, data = picked(OF_CLASSES), picked(OF_RUN), picked(OF_DATA)
    print('"""Made from the catalogue of parameters by tools/make_python_parameters.py. Do not edit: change the catalogue."""')
    print("\nfrom __future__ import annotations\n\nfrom typing import Any\n")
    print("from ._names import hides_other_names, take_names_from_elsewhere")
    print("from ._types import ClassNumbers, Costs, Names", end="")
    print(facts(learner + classes + run + data), end="")
    print(mixin("ClassifierParameters", learner + classes + run + data), end="")
    print(mixin("RegressorParameters", learner + run + data, "regression"), end="")
    print(mixin("RuleParameters", [p for p in learner if p["name"] not in NOT_OF_RULES] + classes + run + data), end="")


if __name__ == "__main__":
    main()
