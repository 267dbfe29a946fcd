"""Parameters by the names that Python has for them, as options by the names of the catalogue."""

import numbers

import numpy as np

from ._frames import text_of
from ._names import choice_word, translated, unknown
from ._parameters import CATALOGUE

_OF_ROWS = ("weights_are", "categorical")


def options_of(parameters):
    """Parameters by Python's names (or scikit-learn's) as options by the catalogue's."""
    options = {}
    for name, value in parameters.items():
        if name in CATALOGUE:
            add_option(options, name, value)
            continue
        ours = translated(name, value)
        if ours is None:
            raise unknown(name, "train", list(CATALOGUE))
        for own, translation in ours.items():
            add_option(options, own, translation)
    return options


def add_option(options, name, value):
    own, kind, choices = CATALOGUE[name]
    if value is None or name in _OF_ROWS or name == "threads":
        return
    if isinstance(value, (np.integer, np.floating, np.bool_)):
        value = value.item()
    if kind == "choice" and isinstance(value, str):
        value = choice_word(name, value, choices)
    if kind == "class-numbers" and isinstance(value, dict):
        value = {text_of(label, name): float(number) for label, number in value.items()}
    if kind == "cost-table" and isinstance(value, dict):
        value = cost_table(value)
    options[own] = value


def cost_table(costs):
    """{true class: {predicted class: cost}} as a list of classes and a matrix row by row."""
    names = sorted({text_of(label, "costs") for true, row in costs.items() for label in (true, *row)})
    place = {name: position for position, name in enumerate(names)}
    matrix = np.zeros((len(names), len(names)))
    for true, row in costs.items():
        for predicted, cost in row.items():
            matrix[place[text_of(true, "costs")], place[text_of(predicted, "costs")]] = cost
    return names, matrix.ravel().tolist()


def row_options(parameters, names, has_weights):
    """What the parameters say about the rows of a table with these columns."""
    options, meaning, categorical = {}, parameters.get("weights_are"), parameters.get("categorical")
    if meaning not in (None, "rows", "importance"):
        raise ValueError(f"weights_are={meaning!r}: it is 'rows' or 'importance'")
    if meaning is not None and has_weights:
        options["weights-are"] = meaning
    if categorical is not None:
        options["categorical"] = [names[column] if isinstance(column, numbers.Integral) else str(column) for column in categorical]
    return options
