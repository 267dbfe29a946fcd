"""The check of the library's strings must find a flag wherever it is, and nothing in comments."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_text


class StringsTest(unittest.TestCase):
    def found(self, source):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "src" / "treewright" / "growing" / "grow.cpp"
            file.parent.mkdir(parents=True)
            file.write_text(source)
            return list(check_text.violations(pathlib.Path(folder)))

    def assert_caught(self, source, words):
        (violation,) = self.found(source)
        self.assertIn(words, violation)

    def test_a_flag_is_caught_with_its_line(self):
        self.assert_caught('#include <a>\n\n#include <b>\nauto s = "use --min-leaf 5";\n', 'grow.cpp:4: name the parameter')

    def test_a_flag_is_caught_wherever_it_is(self):
        for source in ('f("a", "--x is");', 'f("say \\"no\\" --x");', 'f(R"(a\n"b" --x)");', "f('\"', \"--x\");", 'f("--{} is", name);',
                       'int n = 1\'000; f("--x");', '// a "comment"\nf("--x");', 'f("a"\n  "b --x");'):
            self.assert_caught(source, "name the parameter")

    def test_a_command_is_caught(self):
        for source in ('f("treewright describe lists them");', "f(\"'treewright train' makes it\");", "f(\"run 'make build'\");"):
            self.assert_caught(source, "without a command")

    def test_what_is_no_flag_is_fine(self):
        for source in ('// "--min-leaf"\n', '/* "--min-leaf" */', 'for (; n > 0; --n) f("a");', 'f("a -- b");', 'f("--" + name);',
                       '#include "treewright/base/error.h"\n', 'f(\'"\'); --n; g(\'"\');', 'f(named("min-leaf"));',
                       'f("is not a Treewright model file");', 'f("--ink: black; --page:white");'):
            self.assertEqual([], self.found(source), source)

    def test_other_files_are_not_looked_at(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "src" / "CMakeLists.txt"
            file.parent.mkdir()
            file.write_text('set(x "--x")\n')
            self.assertEqual([], list(check_text.violations(pathlib.Path(folder))))

    def phrases(self, place, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            return list(check_text.violations(pathlib.Path(folder)))

    def test_a_phrase_to_avoid_is_caught_with_its_line(self):
        for text in ("// chosen anew\n", "// the table beside it\n", "// one row a class\n", "int rows_a_batch = 1;\n", "// it spares more bits\n",
                     "// it has so many rows\n"):
            (violation,) = self.phrases("src/treewright/pruning/raising.cpp", "\n" + text)
            self.assertIn("raising.cpp:2: write", violation)
        for place in ("docs/growing.md", "tests/io/a_test.cpp", "tests/sessions/a.session", "bench/tasks.py", "cmake/treewright.cmake"):
            self.assertEqual(1, len(self.phrases(place, "Rows that judge the tree.\n")), place)

    def test_plain_words_are_fine(self):
        for text in ("// besides the table\n", "// one row per class\n", "// is a class a number?\n", "// rows to spare\n",
                     "// so many rows that none is read\n"):
            self.assertEqual([], self.phrases("src/treewright/pruning/raising.cpp", text), text)


if __name__ == "__main__":
    unittest.main()
