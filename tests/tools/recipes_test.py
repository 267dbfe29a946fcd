"""The recipes of docs/ARCHITECTURE.md that neither the compiler nor the linker checks: what was added is where the page says."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERBS = re.findall(r'Verb\{"(\w+)"', (ROOT / "apps" / "cli" / "verbs.cpp").read_text())
DRAWINGS = re.findall(r'Drawing\{"(--\w+)"', (ROOT / "apps" / "cli" / "verbs" / "show.cpp").read_text())


def text_of(folder, pattern):
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).glob(pattern)))


class RecipesTest(unittest.TestCase):
    def test_there_are_verbs_and_drawings(self):
        self.assertIn("train", VERBS)
        self.assertIn("--dot", DRAWINGS)

    def test_a_verb_has_its_file_a_test_and_a_place_in_the_docs(self):
        tests = text_of("tests/sessions", "*.session") + text_of("tests/python", "*.py")
        page = (ROOT / "docs" / "command-line.md").read_text()
        for verb in VERBS:
            with self.subTest(verb=verb):
                self.assertTrue((ROOT / "apps" / "cli" / "verbs" / f"{verb}.cpp").exists())
                self.assertTrue(re.search(rf'treewright {verb}\b|"{verb}"', tests), "no session and no Python test runs it")
                self.assertTrue(re.search(rf"(?m)^## {verb}$", page), "docs/command-line.md has no section for it")

    def test_a_drawing_has_a_session_and_a_place_in_the_docs(self):
        sessions, page = text_of("tests/sessions", "show.session"), (ROOT / "docs" / "command-line.md").read_text()
        for flag in DRAWINGS:
            with self.subTest(flag=flag):
                self.assertTrue(flag in sessions, "show.session does not draw it")
                self.assertTrue(f"`{flag}`" in page, "docs/command-line.md does not name it")
                self.assertTrue((ROOT / "tests" / "export" / f"{flag[2:]}_test.cpp").exists())

    def test_a_criterion_meets_the_reference_learner_and_is_in_the_docs(self):
        registry = (ROOT / "src" / "treewright" / "criteria" / "registry.h").read_text()
        names = re.findall(r"\w+", re.search(r"enum class CriterionName \{(.*?)\}", registry, re.DOTALL)[1])
        self.assertIn("misclassification", names)
        cases, page = (ROOT / "tests" / "reference" / "random_case.cpp").read_text(), (ROOT / "docs" / "growing.md").read_text()
        for word in (name.replace("_", "-") for name in names):
            with self.subTest(criterion=word):
                is_drawn = f'"{word}"' in cases or word == "squared-error"  # the only one for numbers
                self.assertTrue(is_drawn, "the random cases of the reference learner never draw it")
                self.assertTrue(word in page, "docs/growing.md does not name it")


if __name__ == "__main__":
    unittest.main()
