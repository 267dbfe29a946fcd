"""A target of thousands of classes, on which the user insists, takes memory that grows with the table and not with its square."""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
ROWS = 8000
CLASSES = 5000
MEGABYTES = 200  # one table of classes × classes alone is as large, and one of nodes × classes is larger


class ManyClasses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        numbers = random.Random(5)
        lines = [f"n{numbers.randrange(CLASSES)},{numbers.random():.4f},{numbers.randrange(100)}" for _ in range(ROWS)]
        (cls.folder / "x.csv").write_text("name,a,b\n" + "\n".join(lines) + "\n")

    def run_limited(self, *arguments):
        limited = ["sh", "-c", f'ulimit -v {MEGABYTES * 1024}; exec "$0" "$@"', PROGRAM, *arguments, "--threads", "1"]
        done = subprocess.run(limited, cwd=self.folder, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def train(self, model, *options):
        return self.run_limited("train", "x.csv", "--target", "name", "--task", "classification", "-o", model, "--force", *options)

    def test_growing_and_pruning_by_folds(self):
        self.assertIn("leaves kept", self.train("cart.tree", "--preset", "cart", "--folds", "2"))

    def test_raising_branches(self):
        self.assertIn("leaves kept", self.train("c45.tree", "--preset", "c45"))

    def test_evaluating_and_drawing(self):
        self.train("id3.tree", "--preset", "id3", "--max-depth", "6")
        self.assertIn("The most frequent confusions", self.run_limited("evaluate", "id3.tree", "x.csv"))
        self.assertIn("more", self.run_limited("show", "id3.tree"))
        self.assertIn("then", self.run_limited("rules", "id3.tree").lower())

    def test_cross_validating(self):
        text = self.run_limited("cv", "x.csv", "--target", "name", "--task", "classification", "--preset", "id3", "--max-depth", "6",
                                "--folds", "2")
        self.assertIn("accuracy", text.lower())


if __name__ == "__main__":
    unittest.main()
