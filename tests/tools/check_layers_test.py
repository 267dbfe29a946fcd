"""The layer check must catch every kind of dependency that goes the wrong way or past a door."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_layers


class SourcesTest(unittest.TestCase):
    """A project in a folder of its own, where one part, base, has one header with one user outside it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("src/treewright/base/error.h", "#include <string>\n")
        self.write("apps/cli/main.cpp", '#include "treewright/base/error.h"\n#include "cli/verbs.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def found(self):
        return list(check_layers.violations(self.root))

    def assert_caught(self, words):
        (violation,) = self.found()
        self.assertIn(words, violation)


class LayersTest(SourcesTest):
    def test_the_right_direction_is_fine(self):
        self.write("src/treewright/growing/grow.cpp",
                   '#include "treewright/growing/grow.h"\n#include "treewright/tree/tree.h"\n#include <fmt/core.h>\n')
        self.write("src/treewright/growing/CMakeLists.txt", "treewright_part(growing LINKS treewright_tree fmt::fmt)\n")
        self.assertEqual([], self.found())

    def test_upwards_is_caught(self):
        self.write("src/treewright/base/error.cpp", '\n#include "treewright/data/table.h"\n')
        self.assert_caught("error.cpp:2: base may not include data")

    def test_sideways_is_caught(self):
        self.write("src/treewright/tree/tree.cpp", '#include "treewright/criteria/gini.h"\n')
        self.assert_caught("tree may not include criteria")

    def test_angle_brackets_do_not_hide_it(self):
        self.write("src/treewright/data/table.cpp", "#  include <treewright/io/csv.h>\n")
        self.assert_caught("data may not include io")

    def test_subfolders_are_read(self):
        self.write("src/treewright/data/deep/table.h", '#include "treewright/io/csv.h"\n')
        self.assert_caught("data may not include io")

    def test_relative_includes_are_caught(self):
        self.write("src/treewright/base/error.cpp", '#include "../data/table.h"\n')
        self.assert_caught("for our own headers")

    def test_linking_upwards_is_caught(self):
        self.write("src/treewright/data/CMakeLists.txt", "# treewright_io is fine here\ntreewright_part(data LINKS treewright_io)\n")
        self.write("src/treewright/data/table.cpp", "")
        self.assertIn("src/treewright/data/CMakeLists.txt:2: data may not link treewright_io", self.found())

    def test_a_folder_without_a_place_is_caught(self):
        self.write("src/treewright/magic/wand.cpp", "")
        self.assert_caught("no place in the order")

    def test_including_an_unknown_folder_is_caught(self):
        self.write("src/treewright/io/csv.cpp", '#include "treewright/magic/wand.h"\n')
        self.assert_caught("io may not include magic")

    def test_dumping_grounds_are_caught(self):
        self.write("apps/cli/utils/text.h", "")
        self.assert_caught("named after what it holds")

    def test_the_exit_code_says_it(self):
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(0, check_layers.main([str(self.root)]))
            self.write("src/treewright/base/error.cpp", '#include "treewright/data/table.h"\n')
            self.assertEqual(1, check_layers.main([str(self.root)]))


class DoorsTest(SourcesTest):
    def test_a_part_and_its_tests_may_use_its_private_headers(self):
        self.write("src/treewright/base/deep/bits.h", "")
        self.write("src/treewright/base/words_internal.h", "")
        uses = '#include "treewright/base/deep/bits.h"\n#include "treewright/base/words_internal.h"\n'
        self.write("src/treewright/base/error.cpp", uses)
        self.write("tests/base/error_test.cpp", uses)
        self.assertEqual([], self.found())

    def test_a_private_header_is_not_used_by_another_part(self):
        self.write("src/treewright/base/deep/bits.h", "")
        self.write("src/treewright/data/table.cpp", '#include "treewright/base/deep/bits.h"\n')
        self.assert_caught("table.cpp:1: treewright/base/deep/bits.h is private to base")

    def test_a_private_header_is_not_used_by_a_program(self):
        self.write("src/treewright/base/words_internal.h", "")
        self.write("bench/run.cpp", '#include "treewright/base/words_internal.h"\n')
        self.assert_caught("run.cpp:1: treewright/base/words_internal.h is private to base")

    def test_a_private_header_is_not_used_by_the_tests_of_another_part(self):
        self.write("src/treewright/base/deep/bits.h", "")
        self.write("tests/data/table_test.cpp", '#include "treewright/base/deep/bits.h"\n')
        self.assert_caught("is private to base")

    def test_a_public_header_that_only_its_part_uses_is_caught(self):
        self.write("src/treewright/base/words.h", "")
        self.write("src/treewright/base/error.cpp", '#include "treewright/base/words.h"\n')
        self.assert_caught("src/treewright/base/words.h: nothing outside base uses it")

    def test_tests_do_not_make_a_header_public(self):
        self.write("src/treewright/base/words.h", "")
        self.write("tests/base/words_test.cpp", '#include "treewright/base/words.h"\n')
        self.write("tests/data/table_test.cpp", '#include "treewright/base/words.h"\n')
        self.assert_caught("words.h: nothing outside base uses it")

    def test_what_a_used_public_header_includes_is_public_if_it_is_a_seam(self):
        self.write("src/treewright/base/words.h", '#include "treewright/base/letters.h"\n')
        self.write("src/treewright/base/letters.h", "")
        self.write("examples/words.cpp", "#include <treewright/base/words.h>\n")
        self.assert_caught("letters.h: nothing outside base uses it")
        with unittest.mock.patch.dict(check_layers.SEAMS, {"treewright/base/letters.h": "base/words.h"}):
            self.assertEqual([], self.found())

    def test_a_seam_that_is_none_is_caught(self):
        self.write("src/treewright/base/words.h", "")
        self.write("src/treewright/base/letters.h", "")
        self.write("examples/words.cpp", "#include <treewright/base/words.h>\n")
        with unittest.mock.patch.dict(check_layers.SEAMS, {"treewright/base/letters.h": "base/words.h"}):
            self.assert_caught("letters.h: base/words.h, for which SEAMS keeps it public, does not include it")
        self.write("examples/letters.cpp", "#include <treewright/base/letters.h>\n")
        with unittest.mock.patch.dict(check_layers.SEAMS, {"treewright/base/letters.h": "base/words.h"}):
            self.assert_caught("letters.h: it has a user outside base: strike it from SEAMS")

    def test_a_public_header_may_not_include_a_private_one(self):
        self.write("src/treewright/base/deep/bits.h", "")
        self.write("src/treewright/base/error.h", '#include "treewright/base/deep/bits.h"\n')
        self.assert_caught("error.h:1: a public header includes a private one: treewright/base/deep/bits.h")

    def test_a_link_that_no_include_needs_is_caught(self):
        self.write("src/treewright/tree/CMakeLists.txt", "treewright_part(tree COLD\n    LINKS treewright_base treewright_data)\n")
        self.write("src/treewright/tree/deep/node.cpp", '#include "treewright/base/error.h"\n')
        self.assert_caught("src/treewright/tree/CMakeLists.txt:2: no include needs treewright_data")

    def test_tests_link_what_they_like(self):
        self.write("tests/tree/CMakeLists.txt", "treewright_tests(tree LINKS treewright_tree treewright_data)\n")
        self.assertEqual([], self.found())

    def test_two_files_of_one_name_are_caught(self):
        self.write("src/treewright/base/deep/words.cpp", "")
        self.write("src/treewright/data/words.cpp", "")
        self.assert_caught("src/treewright/data/words.cpp: the name is taken by src/treewright/base/deep/words.cpp")

    def test_a_verb_may_have_the_name_of_what_it_calls(self):
        self.write("src/treewright/base/predict.cpp", "")
        self.write("apps/cli/predict.cpp", "")
        self.assertEqual([], self.found())


if __name__ == "__main__":
    unittest.main()
