"""The layer check must catch every kind of dependency that goes the wrong way."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_layers


class LayersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("src/treewright/base/error.h", "#include <string>\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def found(self):
        return list(check_layers.violations(self.root))

    def assert_caught(self, words):
        (violation,) = self.found()
        self.assertIn(words, violation)

    def test_the_right_direction_is_fine(self):
        self.write("src/treewright/growing/grow.cpp",
                   '#include "treewright/growing/grow.h"\n#include "treewright/tree/tree.h"\n#include <fmt/core.h>\n')
        self.write("src/treewright/growing/CMakeLists.txt", "treewright_part(growing LINKS treewright_tree treewright_base fmt::fmt)\n")
        self.write("apps/cli/main.cpp", '#include "treewright/io/csv.h"\n#include "verbs.h"\n')
        self.assertEqual([], self.found())

    def test_upwards_is_caught(self):
        self.write("src/treewright/base/error.cpp", '\n#include "treewright/data/table.h"\n')
        self.assert_caught("error.cpp:2: base may not include data")

    def test_sideways_is_caught(self):
        self.write("src/treewright/tree/tree.h", '#include "treewright/criteria/gini.h"\n')
        self.assert_caught("tree may not include criteria")

    def test_angle_brackets_do_not_hide_it(self):
        self.write("src/treewright/data/table.h", "#  include <treewright/io/csv.h>\n")
        self.assert_caught("data may not include io")

    def test_subfolders_are_read(self):
        self.write("src/treewright/data/deep/table.h", '#include "treewright/io/csv.h"\n')
        self.assert_caught("data may not include io")

    def test_relative_includes_are_caught(self):
        self.write("src/treewright/base/error.cpp", '#include "../data/table.h"\n')
        self.assert_caught("for our own headers")

    def test_linking_upwards_is_caught(self):
        self.write("src/treewright/data/CMakeLists.txt", "# treewright_io is fine here\ntreewright_part(data LINKS treewright_io)\n")
        self.assert_caught("CMakeLists.txt:2: data may not link treewright_io")

    def test_a_folder_without_a_place_is_caught(self):
        self.write("src/treewright/magic/wand.h", "")
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


if __name__ == "__main__":
    unittest.main()
