"""Drawings and pages of a model: the bytes of the command line, and what they refuse."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import treewright as tw

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build/release/apps/cli/treewright"))


def shown(model, *options):
    """What `treewright show` prints of the model."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.tree")
        model.save(file)
        return subprocess.run([PROGRAM, "show", str(file), *options, "-"], check=True, capture_output=True).stdout.decode()


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = tw.read(ROOT / "examples/data/golf.csv")
        cls.tree = tw.train(cls.table, "Play", preset="id3")
        cls.rules = tw.simplify(cls.tree, cls.table)

    def test_pages_and_drawings_are_those_of_the_command_line(self):
        for model in (self.tree, self.rules):
            self.assertEqual(shown(model, "--html"), model.to_html())
            self.assertEqual(shown(model, "--svg"), model.to_svg())
        self.assertEqual(shown(self.tree, "--depth", "1", "--direction", "right", "--svg"), self.tree.to_svg(depth=1, direction="right"))

    def test_a_page_is_one_file_with_its_policy(self):
        page = self.tree.to_html()
        self.assertTrue(page.startswith("<!doctype html>\n"))
        self.assertIn("default-src 'none'; script-src 'sha256-", page)
        self.assertEqual(2, page.count("</script"))

    def test_a_rule_list_has_no_part_to_draw(self):
        with self.assertRaisesRegex(ValueError, "rule list"):
            self.rules.to_svg(depth=2)

    def test_an_estimator_draws_its_model(self):
        try:
            from sklearn.exceptions import NotFittedError
        except ImportError:
            self.skipTest("scikit-learn is not installed")
        estimator = tw.TreeClassifier(preset="id3")
        with self.assertRaises(NotFittedError):
            estimator.to_html()
        estimator.fit([[1, 2], [3, 4], [5, 6], [7, 8]], ["a", "a", "b", "b"])
        self.assertEqual(estimator.model_.to_html(), estimator.to_html())
        self.assertEqual(estimator.model_.to_svg(), estimator.to_svg())


if __name__ == "__main__":
    unittest.main()
