"""Models of format 1 (tests/old_models) load and predict as the program that wrote them did."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OLD = ROOT / "tests" / "old_models"
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))


def rows_for(model):
    return OLD / ("golf.csv" if model.name.startswith("golf") else "full.csv" if model.stem.endswith("-error") else "new.csv")


class OldModels(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments, "--quiet"], cwd=self.folder, capture_output=True, timeout=120)

    def predictions(self, model, rows):
        done = self.run_program("predict", model, rows)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout

    def models(self, kind):
        models = sorted(OLD.glob(f"*.{kind}"))
        self.assertGreaterEqual(len(models), {"tree": 45, "rules": 5}[kind])
        return models

    def test_they_predict_the_same_bytes(self):
        for model in self.models("tree") + self.models("rules"):
            with self.subTest(model=model.name):
                expected = model.with_name(model.name + ".csv").read_bytes()
                self.assertEqual(self.predictions(model, rows_for(model)), expected)

    def test_they_predict_the_same_once_saved_again(self):
        saved = 0
        for model in self.models("tree"):
            done = self.run_program("prune", model, "--method", "none", "-o", model.name)
            goes_back = model.stem in ("unpruned-kept", "leaves")  # to the larger tree that it keeps
            if done.returncode == 0 and not goes_back:
                saved += 1
                with self.subTest(model=model.name):
                    expected = model.with_name(model.name + ".csv").read_bytes()
                    self.assertEqual(self.predictions(model.name, rows_for(model)), expected)
        self.assertGreaterEqual(saved, 25)  # the others were pruned, and `none` has nothing to go back to

    def test_the_tree_as_it_was_grown_is_kept(self):
        done = self.run_program("prune", OLD / "unpruned-kept.tree", "--method", "none", "-o", "none.tree")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(self.predictions("none.tree", OLD / "new.csv"), (OLD / "unpruned-kept-none.tree.csv").read_bytes())

    def test_those_that_refuse_missing_values_still_do(self):
        for name in ("missing-error.tree", "number-error.tree"):
            done = self.run_program("predict", OLD / name, OLD / "new.csv")
            self.assertEqual(done.returncode, 3)
            self.assertIn("is missing", done.stderr.decode())

    def test_they_are_shown_and_explained(self):
        for model in self.models("tree") + self.models("rules"):
            with self.subTest(model=model.name):
                for verb in (["show", model], ["show", model, "--json"], ["rules", model], ["explain", model, rows_for(model), "--row", "2"]):
                    done = self.run_program(*verb)
                    self.assertEqual(done.returncode, 0, done.stderr.decode())
                    self.assertTrue(done.stdout)

    def test_a_changed_byte_is_found(self):
        copy = self.folder / "changed.tree"
        shutil.copy(OLD / "golf-c45.tree", copy)
        copy.write_bytes(copy.read_bytes().replace(b'"threshold":', b'"threshold":1', 1))
        self.assertEqual(self.run_program("predict", copy, OLD / "golf.csv").returncode, 3)


if __name__ == "__main__":
    unittest.main()
