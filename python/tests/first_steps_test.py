"""What people try first, and what they are told when it is not quite right."""

import datetime
import pathlib
import re
import tempfile
import unittest

import numpy as np
import pandas as pd
import polars as pl
from sklearn.tree import DecisionTreeClassifier

import treewright as tw

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "data"
GOLF = pd.read_csv(EXAMPLES / "golf.csv")


class FirstStepsTest(unittest.TestCase):
    def test_a_file_that_is_no_model_is_named(self):
        with self.assertRaisesRegex(ValueError, "golf.csv: is not a Treewright model file"):
            tw.load(EXAMPLES / "golf.csv")
        with self.assertRaises(TypeError):
            tw.load(3)
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(FileNotFoundError):
            tw.load(f"{folder}/nowhere.tree")

    def test_a_matrix_of_the_wrong_width_is_told_what_the_features_are(self):
        model = tw.train(GOLF, "Play", preset="id3")
        with self.assertRaisesRegex(ValueError, "1 columns without names, but the model has 4 features: Outlook, Temp"):
            model.predict([[1]])
        self.assertEqual(["no"], model.predict([["sunny", 70, 90, True]]).tolist())
        self.assertEqual(["no"], model.predict(np.array(["sunny", 70, 90, True], dtype=object)).tolist())

    def test_what_is_no_learner_and_no_number_of_sizes_is_a_type_error(self):
        with self.assertRaisesRegex(TypeError, "sizes= is the number"):
            tw.learning_curve("cart", GOLF, "Play", sizes=[5, 10])
        with self.assertRaisesRegex(TypeError, r"the class TreeClassifier: write TreeClassifier\(\)"):
            tw.cross_validate(tw.TreeClassifier, GOLF, "Play")

    def test_the_name_of_a_column_as_labels_of_an_estimator_is_answered_with_train(self):
        with self.assertRaisesRegex(TypeError, r"treewright.train\(table, 'Play'\)"):
            tw.TreeClassifier().fit(GOLF, "Play")

    def test_the_text_of_a_cross_validation_names_no_option_of_the_command_line(self):
        text = str(tw.cross_validate("id3", GOLF, "Play", folds=2, repeats=25))
        self.assertIn("to_frame() lists all 50 rounds", text)
        self.assertNotIn("csv=", text)

    def test_times_of_day_are_numbers_in_every_library(self):
        times = [datetime.time(hour % 24, 30) for hour in range(100)] + [None]
        late = ["yes" if hour % 24 >= 12 else "no" for hour in range(100)] + ["no"]
        models = [tw.train(table, late, prune="none").to_bytes()
                  for table in (pd.DataFrame({"t": times}), pl.DataFrame({"t": times}), {"t": times})]
        self.assertEqual(1, len(set(models)))
        self.assertEqual({"t": "number"}, tw.Table({"t": times}).kinds)

    def test_a_tree_of_scikit_learn_gets_the_name_of_its_target(self):
        numbers = GOLF[["Temperature", "Humidity"]]
        tree = tw.from_sklearn(DecisionTreeClassifier(random_state=0).fit(numbers, GOLF["Play"]), target="Play")
        self.assertEqual("Play", tree.model_.target)
        self.assertEqual(14, tw.evaluate(tree.model_, GOLF).rows)

    def test_warnings_about_a_column_name_what_python_has(self):
        table = pd.DataFrame({"id": [f"c{row}" for row in range(100)], "x": np.arange(100.0) % 7})
        with self.assertWarnsRegex(tw.TreewrightWarning, r"X\.drop\(columns='id'\) leaves it out"):
            tw.TreeClassifier().fit(table, table["x"] > 3)

    def test_hints_of_a_description_name_what_python_has(self):
        rows = np.arange(600)
        table = pd.DataFrame({"customer": [f"K-{row}" for row in rows], "age": np.where(rows % 9 == 0, -999.0, 20 + rows % 50), "row": rows,
                              "job": np.where(rows % 2 == 0, "clerk", np.where(rows % 3 == 0, "Clerk", "cook"))})
        for description in (tw.describe(table), tw.describe(table, "age", sample_weight=np.ones(600))):
            text = " ".join(str(description).split())
            self.assertIn("'customer' looks like an identifier: X.drop(columns='customer') leaves it out", text)
            self.assertIn("if that means missing, make it NaN", text)
            self.assertIn("str.strip().str.lower() makes them one", text)
            for word in ("ignore=", "na=", "fold_case=", "train ", "categorical="):
                self.assertNotIn(word, text)

    def test_every_public_name_is_on_the_page(self):
        page = (EXAMPLES.parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
        self.assertEqual([], [name for name in tw.__all__ if not re.search(rf"\b{name}\b", page)])
        own = [name for name in dir(tw.Model) if not name.startswith("_") and name != "columns"]
        self.assertEqual([], [name for name in own if not re.search(rf"`{name}\b|\.{name}\b", page)])


if __name__ == "__main__":
    unittest.main()
