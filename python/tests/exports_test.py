"""The exports of models and estimators: the same bytes as the program writes, one method per target."""

import inspect
import os
import pathlib
import subprocess
import tempfile
import unittest

import pandas as pd

import treewright as tw
from treewright import _exports

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
GOLF = pd.read_csv(ROOT / "examples" / "data" / "golf.csv")
TARGETS = ["c", "cpp", "java", "javascript", "python", "sql", "onnx", "pmml", "markdown", "latex"]


class ExportsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = tw.train(GOLF, "Play", preset="id3")
        cls.estimator = tw.TreeClassifier(preset="id3").fit(GOLF.drop(columns="Play"), GOLF.Play)

    def test_a_method_per_target_writes_what_the_program_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "golf.tree")
            self.model.save(file)
            for target in TARGETS:
                with self.subTest(target=target):
                    printed = subprocess.run([PROGRAM, "export", file, "--to", target], capture_output=True, check=True).stdout
                    written = getattr(self.model, f"to_{target}")()
                    self.assertEqual(written if isinstance(written, bytes) else written.encode(), printed)
                    self.assertEqual(getattr(self.estimator, f"to_{target}")(), self.estimator.model_.export(target))

    def test_every_program_of_the_registry_has_its_method(self):
        listed = subprocess.run([PROGRAM, "export", "x.tree"], capture_output=True, text=True).stderr.split("one of ")[1].strip().split("|")
        methods = {name.removeprefix("to_") for name, _ in inspect.getmembers(tw.Model) if name.startswith("to_")}
        self.assertLessEqual(set(listed) - {"json"}, methods)
        self.assertEqual(set(TARGETS), {name.removeprefix("to_") for name, _ in inspect.getmembers(_exports.Exports) if name.startswith("to_")})

    def test_options(self):
        self.assertIn("main(", self.model.to_c(name="play", self_test=True))
        self.assertNotEqual(self.model.to_c(), self.model.to_c(style="table"))
        self.assertIn("FROM", self.model.to_sql("sqlite", table="days"))
        self.assertNotIn("FROM", self.model.to_sql("duckdb", form="label"))
        with self.assertRaisesRegex(ValueError, "dialect"):
            self.model.to_sql("oracle")

    def test_an_estimator_that_is_not_fitted(self):
        with self.assertRaisesRegex(Exception, "not fitted"):
            tw.TreeClassifier().to_c()


if __name__ == "__main__":
    unittest.main()
