"""Trees drawn by LaTeX: documents compile, whatever the names, and nothing in them is run."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import pandas as pd

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from hostile_names import NAMES  # noqa: E402

# pdflatex draws names in Latin letters; the others need lualatex and a font that has them.
ASCII = [name for name in NAMES if name.isascii() and len(name) < 200]


def compiled(text):
    """The words of the page."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "tree.tex").write_text(text)
        done = subprocess.run(["pdflatex", "-no-shell-escape", "-halt-on-error", "-interaction=nonstopmode", "tree.tex"], cwd=folder,
                              capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise AssertionError(done.stdout[-2000:])
        return subprocess.run(["pdftotext", "-layout", "tree.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout


def tree_of(names):
    """A tree whose column, levels and classes have these names."""
    cells = [name for name in names for _ in range(3)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tw.train(pd.DataFrame({names[0]: cells}), np.array([f"{name} class" for name in cells]), preset="id3")


class Latex(unittest.TestCase):
    def test_names_are_data(self):
        for begin in range(0, len(ASCII), 12):
            names = ASCII[begin:begin + 12]
            with self.subTest(names=names):
                page = compiled(tree_of(names).to_latex())
                self.assertIn("3 rows", page)
                self.assertNotIn("forest", page)

    def test_golf_says_what_the_tree_says(self):
        golf = pd.read_csv(pathlib.Path(__file__).resolve().parents[2] / "examples" / "data" / "golf.csv")
        page = compiled(tw.train(golf, "Play", preset="id3").to_latex())
        for words in ("Outlook", "Humidity", "overcast", "14 rows: 9 yes, 5 no", "77.5"):
            self.assertIn(words, page)

    def test_a_large_tree_is_drawn_in_part(self):
        values = np.random.default_rng(1).permutation(2000).astype(float)
        model = tw.train(pd.DataFrame({"x": values, "z": values * 7 % 13}), np.sin(values), preset="cart", prune="none")
        with self.assertRaisesRegex(ValueError, "more than 200 nodes"):
            model.to_latex()
        self.assertIn("leaves below", compiled(model.to_latex(depth=4)))


if __name__ == "__main__":
    unittest.main()
