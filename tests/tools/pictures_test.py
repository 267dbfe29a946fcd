"""The drawings that docs/pictures.md shows are those that the program makes now."""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import make_pictures

PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build/release/apps/cli/treewright"))


class PicturesTest(unittest.TestCase):
    def test_they_are_what_the_program_draws(self):
        self.assertEqual([], make_pictures.differing(str(pathlib.Path(PROGRAM).resolve())), "run tools/make_pictures.py and look at them")

    def test_every_drawing_of_the_page_is_made_here(self):
        shown = set(re.findall(r"pictures/([\w-]+\.svg)", (ROOT / "docs/pictures.md").read_text()))
        self.assertEqual(set(make_pictures.PICTURES), shown)


if __name__ == "__main__":
    unittest.main()
