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


class ParametersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.parameters = {parameter["name"]: parameter for parameter in json.loads(output("parameters", "--json"))}

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
        python = {"integer": int, "real": (int, float), "choice": str, "toggle": bool, "text": str, "class-numbers": str}
        for name, parameter in self.parameters.items():
            self.assertTrue(parameter["sentence"].endswith("."), name)
            for value in parameter["values"].values():
                if value is None:
                    self.assertTrue("absent" in parameter or name == "criterion", name)
                    continue
                self.assertIsInstance(value, python[parameter["kind"]], name)
                if parameter["kind"] in ("integer", "real"):
                    self.assertGreaterEqual(value, parameter["lowest"], name)
                    self.assertLessEqual(value, parameter.get("highest", value), name)
                elif parameter["kind"] == "choice":
                    self.assertIn(value, parameter["choices"], name)

    def test_the_run_is_told_apart_from_the_learner(self):
        owner = {name: parameter["owner"] for name, parameter in self.parameters.items()}
        self.assertEqual(["run"] * 4, [owner[name] for name in ("seed", "threads", "keep-unpruned", "validation")])
        self.assertEqual(["classes"] * 3, [owner[name] for name in ("priors", "class-weight", "costs")])
        self.assertEqual(["learner"] * 3, [owner[name] for name in ("preset", "min-leaf", "folds")])

    def test_every_parameter_is_a_flag_of_train(self):
        help_text = output("help", "train")
        for name, parameter in self.parameters.items():
            self.assertRegex(help_text, rf"--{name}\b")
            if parameter["kind"] == "toggle" and parameter["owner"] == "learner":
                self.assertRegex(help_text, rf"--no-{name}\b")

    def test_what_sentences_of_the_library_name_is_a_flag(self):
        """named("min-leaf"): a misspelled one would be printed as a flag that does not exist."""
        known = flags_of_all_verbs()
        self.assertIn("--min-leaf", known)
        found = set()
        for path in (ROOT / "src").rglob("*.cpp"):
            if path.name != "spelling.cpp":
                found.update(re.findall(r'\bnamed\("([^"]+)"', path.read_text(encoding="utf-8")))
        self.assertGreater(len(found), 30)
        self.assertEqual(set(), {name for name in found if f"--{name}" not in known})


if __name__ == "__main__":
    unittest.main()
