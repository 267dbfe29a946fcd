"""What `treewright parameters --json` says of every parameter: types that a program can rely on, and the flags that help lists."""

import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build/release/apps/cli/treewright"))
PRESETS = ["id3", "c45", "cart", "auto"]


def output(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def flags_of_all_verbs():
    listed = output("help").split("Verbs:")[1].split("Examples:")[0]
    verbs = re.findall(r"^  (\w+) ", listed, re.MULTILINE)
    return {flag for verb in verbs for flag in re.findall(r"--[a-z-]+", output("help", verb))}


# Flags that only the command line has: where a result goes, in which form, which row of a file. Everything else means something to the
# library, and so has its entry in a catalogue (data/parameter.h), from which the flag is made.
COMMAND_LINE_ONLY = {
    "help": "the front's own", "json": "the form of the result", "quiet": "the console", "force": "files", "output": "files",
    "csv": "the form of the result", "svg": "a file", "calibration": "a file", "predictions": "a file",
    "dot": "the form of the result", "provenance": "what is printed", "mermaid": "the form of the result",
    "format": "the form of the result", "html": "the form of the result", "to": "the form of an export", "save-rows": "a file of rows", "show-work": "what is printed", "sequence": "what is printed", "depth": "what is printed",
    "head": "what is printed", "width": "the page", "levels": "what is printed", "keep": "what is printed next to predictions", "row": "a row of the file", "compare": "a verb of prune",
    "stream": "when answers are printed",
    "prune-folds": "folds of pruning, besides those of cv", "version": "the front's own"}
# Flags of the catalogue that are written down by hand in spite of it, and why.
BY_HAND = {
    "--preset": "compare takes several learners, each with options in quotes",
    "--data": "a file of rows for verify",
    "--importance": "show prints it for a tree; evaluate's, which shuffles columns, is made from the catalogue"}
DECLARATION = re.compile(r'parser\.(?:option\(\s*\{|flag\(|text\()\s*"(?:-\w,)?(--[a-z-]+)"')


def declared_by_hand():
    sources = (ROOT / "apps" / "cli").rglob("*.cpp")
    return {flag for path in sources for flag in DECLARATION.findall(path.read_text(encoding="utf-8"))}


class ParametersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.every = json.loads(output("parameters", "--json"))
        cls.parameters = {parameter["name"]: parameter for parameter in cls.every if parameter["group"] == "learner"}
        cls.names = {parameter["name"] for parameter in cls.every}
        cls.flags = flags_of_all_verbs()

    def values(self, name):
        return [self.parameters[name]["values"][preset] for preset in PRESETS]

    def test_defaults_are_typed(self):
        self.assertEqual(PRESETS, self.values("preset"))
        self.assertEqual([1, 2, 1, 2], self.values("min-leaf"))
        self.assertEqual([None] * 4, self.values("max-depth"))
        self.assertEqual([False, True, False, False], self.values("raise"))
        self.assertEqual([None, None, None, 0.6], self.values("price"))
        self.assertEqual(["majority", "fractional", "surrogate", "direction"], self.values("missing"))
        self.assertEqual("none", self.parameters["max-depth"]["defaults"]["auto"])

    def test_every_default_fits_its_kind(self):
        python = {"integer": int, "real": (int, float), "choice": str, "toggle": bool, "text": str, "class-numbers": str, "shares": str,
                  "names": list, "texts": list, "level-orders": str}
        for parameter in self.every:
            name = parameter["name"]
            self.assertTrue(parameter["sentence"].endswith("."), name)
            for value in parameter["values"].values() if "values" in parameter else [parameter["value"]]:
                if value is None:
                    continue
                self.assertIsInstance(value, python[parameter["kind"]], name)
                if parameter["kind"] in ("integer", "real"):
                    self.assertGreaterEqual(value, parameter["lowest"], name)
                    self.assertLessEqual(value, parameter.get("highest", value), name)
                elif parameter["kind"] == "choice":
                    self.assertIn(value, parameter["choices"], name)

    def test_a_default_of_the_learner_is_missing_only_where_that_has_a_word(self):
        for name, parameter in self.parameters.items():
            if None in parameter["values"].values():
                self.assertTrue("absent" in parameter or name == "criterion", name)

    def test_parameters_stand_in_groups(self):
        groups = {(parameter["group"], parameter["name"]) for parameter in self.every}
        self.assertEqual(len(groups), len(self.every))
        for wanted in [("run", "seed"), ("run", "threads"), ("classes", "costs"), ("learner", "folds"), ("resampling", "folds"),
                       ("reading", "na"), ("columns", "ordered"), ("task", "target"), ("evaluation", "repeats"), ("tuning", "tune")]:
            self.assertIn(wanted, groups)

    def test_every_parameter_of_training_is_a_flag_of_train(self):
        help_text = output("help", "train")
        for parameter in self.every:
            name, group = parameter["name"], parameter["group"]
            if group not in ("learner", "classes", "run", "reading", "columns") and name not in ("target", "weight", "task"):
                continue
            self.assertRegex(help_text, rf"--{name}\b")
            if parameter["kind"] == "toggle" and group == "learner":
                self.assertRegex(help_text, rf"--no-{name}\b")

    def test_every_parameter_is_a_flag_of_some_verb(self):
        self.assertEqual(set(), {name for name in self.names if f"--{name}" not in self.flags})

    def test_a_flag_with_a_meaning_for_the_library_comes_from_the_catalogue(self):
        known = self.names | {f"no-{name}" for name in self.names} | COMMAND_LINE_ONLY.keys()
        self.assertEqual(set(), {flag for flag in self.flags if flag.removeprefix("--") not in known})
        by_hand = declared_by_hand()
        self.assertIn("--json", by_hand)
        self.assertEqual(BY_HAND.keys(), {flag for flag in by_hand if flag.removeprefix("--") in self.names})

    def test_what_sentences_of_the_library_name_is_a_flag(self):
        """named("min-leaf"): a misspelled one would be printed as a flag that does not exist."""
        known = self.flags
        self.assertIn("--min-leaf", known)
        found = set()
        for path in (ROOT / "src").rglob("*.cpp"):
            if path.name != "spelling.cpp":
                found.update(re.findall(r'\bnamed\("([^"]+)"', path.read_text(encoding="utf-8")))
        self.assertGreater(len(found), 30)
        self.assertEqual(set(), {name for name in found if f"--{name}" not in known})


if __name__ == "__main__":
    unittest.main()
