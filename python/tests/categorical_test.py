"""Columns of numbers that are codes of categories, named by categorical=: in every table and every function that learns."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import pandas as pd
import polars as pl
import pyarrow

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tables_test import PROGRAM  # noqa: E402


def table(rows=400):
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"code": random.integers(1, 12, rows), "size": random.random(rows).round(3)})
    return frame, pd.Series(np.where(frame["code"].isin([2, 5, 7]) ^ (random.random(rows) < 0.1), "yes", "no"), name="y")


class Categorical(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.y = table()
        cls.bytes = tw.TreeClassifier(preset="cart", categorical=["code"]).fit(cls.X, cls.y).model_.to_bytes()

    def test_columns_are_split_by_sets_of_levels(self):
        tree = tw.TreeClassifier(preset="cart", categorical=["code"], max_depth=1, prune="none").fit(self.X, self.y)
        self.assertIn("in {2, 5, 7} → yes", tree.show())
        self.assertEqual(["yes", "no"], tree.predict(pd.DataFrame({"code": [5, 6], "size": [0.5, 0.5]})).tolist())

    def test_columns_give_the_bytes_of_the_command_line_in_every_table(self):
        with tempfile.TemporaryDirectory() as folder:
            self.X.assign(y=self.y).to_csv(f"{folder}/t.csv", index=False)
            subprocess.run([PROGRAM, "train", f"{folder}/t.csv", "--target", "y", "--preset", "cart", "--categorical", "code", "-o", f"{folder}/t.tree"],
                           check=True, capture_output=True)
            self.assertEqual(self.bytes, pathlib.Path(f"{folder}/t.tree").read_bytes())
        whole = self.X.assign(y=self.y)
        for data in (whole, pl.from_pandas(whole), pyarrow.Table.from_pandas(whole), whole.to_dict("list"), whole.astype({"code": float}),
                     tw.Table(whole, categorical=["code"])):
            with self.subTest(data=type(data)):
                self.assertEqual(self.bytes, tw.train(data, "y", preset="cart", categorical=["code"]).to_bytes())

    def test_columns_of_arrays_are_named_by_position(self):
        for X in (self.X.to_numpy(), self.X.to_numpy().tolist(), self.X):
            tree = tw.TreeClassifier(preset="cart", categorical=[0]).fit(X, self.y)
            self.assertEqual(["category", "number"], [{"text": "category"}.get(kind, kind) for kind in tree.model_._kinds.values()])
            self.assertGreater(tree.score(X, self.y), 0.85)

    def test_columns_of_validation_rows_and_of_the_toolbox_too(self):
        learner = tw.TreeClassifier(preset="cart", categorical=["code"], max_depth=1, prune="none")
        self.assertLess(float(tw.cross_validate(learner, self.X, self.y).error), 0.2)
        self.assertLess(float(tw.cross_validate({"preset": "cart", "categorical": ["code"], "max_depth": 1}, self.X, self.y).error), 0.2)
        whole = self.X.assign(y=self.y)
        pruned = tw.train(whole[:300], "y", prune="reduced-error", categorical=["code"], validation=(whole[300:], "y"))
        self.assertLess(float(tw.evaluate(pruned, whole[300:]).error), 0.2)

    def test_a_table_that_holds_numbers_is_refused(self):
        made = tw.Table(self.X)
        for call in (lambda: tw.TreeClassifier(categorical=["code"]).fit(made, self.y), lambda: tw.train(made, self.y, categorical=["code"])):
            with self.assertRaisesRegex(ValueError, r"'code' of the Table holds numbers already.*categorical=\['code'\]"):
                call()
        self.assertEqual("category", tw.Table(self.X, categorical=[0]).kinds["code"])

    def test_compared_learners_agree_about_the_rows(self):
        for other, sentence in ((tw.TreeClassifier(categorical=["code"]), "categorical= of 'other'"),
                                (tw.TreeClassifier(weights_are="importance"), "weights_are= of 'other'")):
            with self.assertRaisesRegex(ValueError, sentence):
                tw.compare({"first": tw.TreeClassifier(), "other": other}, self.X, self.y)
        with self.assertRaisesRegex(ValueError, "'other' predicts a number"):
            tw.compare({"first": tw.TreeClassifier(), "other": tw.TreeRegressor()}, self.X, (self.y == "yes").astype(int))
        with self.assertRaisesRegex(ValueError, "^compare needs two learners or more$"):
            tw.compare(["cart"], self.X, self.y)


if __name__ == "__main__":
    unittest.main()
