"""What people try first, and what they are told when it is not quite right."""

import datetime
import inspect
import os
import pathlib
import re
import tempfile
import unittest
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
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

    def test_warnings_about_a_column_are_in_the_words_of_its_library(self):
        rows = {"id": [f"c{row}" for row in range(100)], "x": [row % 7 for row in range(100)]}
        y = np.arange(100) % 7 > 3
        for table, advice in ((pl.DataFrame(rows), r"X\.drop\('id'\) leaves"), (pa.table(rows), r"X\.drop_columns\(\['id'\]\) leaves"), (tw.Table(rows), r"X\.drop\('id'\) leaves"),
                              (rows, "X without the column 'id' leaves"), (pd.DataFrame(rows), r"X\.drop\(columns='id'\) leaves")):
            with self.subTest(type(table)), self.assertWarnsRegex(tw.TreewrightWarning, advice):
                tw.train(table, y)
        with self.assertRaisesRegex(ValueError, r"leave it out with X\.drop\('b'\)"):
            tw.Table(pl.DataFrame({"b": [b"x"]}))

    def test_texts_that_are_numbers_or_dates_are_told_to_be_made_such(self):
        amounts = [f"{row // 10}.{row % 1000:03},{row % 97:02} €" for row in range(200)]
        days = [f"{1 + row % 28:02}.{1 + row // 28:02}.2024" for row in range(200)]
        y = np.arange(200) % 7 > 3
        for cells, advice in ((amounts, "200 rows read as numbers: pandas.to_numeric makes"), (days, "200 rows read as dates: pandas.to_datetime makes"),
                              ([f"C{row}" for row in range(200)], "look like an identifier"), ([str(row) for row in range(200)], "look like an identifier")):
            for dtype in (object, "str"):
                with self.subTest(cells[7], dtype=dtype), self.assertWarnsRegex(tw.TreewrightWarning, advice):
                    tw.TreeClassifier().fit(pd.DataFrame({"column": pd.Series(cells, dtype=dtype)}), y)

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

    def test_a_text_where_the_model_has_learned_numbers_or_dates_is_told_what_to_do(self):
        days = pd.date_range("2024-01-01", periods=80)
        frame = pd.DataFrame({"size": np.arange(80.0), "moment": days + pd.Timedelta(hours=1), "day": days.date, "y": ["u", "v"] * 40})
        for column, cell, advice in (("size", "much", "learned numbers from it.*pandas.to_numeric"), ("moment", "2024-02-01", "learned times from it.*to_datetime"),
                                     ("day", "2024-02-01", "learned dates from it.*to_datetime")):
            model = tw.train(frame[[column, "y"]], "y", preset="cart", prune="none", max_depth=1)
            for row in ({column: cell}, pd.DataFrame({column: [cell]})):
                with self.subTest(column=column, row=type(row)), self.assertRaisesRegex(ValueError, f"'{column}' holds the text '{cell}'.*{advice}"):
                    model.predict(row)

    def test_masked_cells_are_missing(self):
        X = np.arange(40.0).reshape(20, 2)
        y = np.arange(20) > 9
        for dtype in (float, int):
            masked = np.ma.masked_greater(X.astype(dtype), 25)
            missing = np.where(X > 25, np.nan, X)
            wanted = tw.TreeClassifier(preset="c45").fit(missing, y)
            self.assertEqual(wanted.model_, tw.TreeClassifier(preset="c45").fit(masked, y).model_)
            self.assertEqual(wanted.predict_proba(missing).tolist(), wanted.predict_proba(masked).tolist())
            self.assertEqual(tw.describe({"a": missing[:, 0]}).to_dict(), tw.describe({"a": masked[:, 0]}).to_dict())
        with self.assertRaisesRegex(ValueError, "NaN"):
            tw.TreeRegressor().fit(X, np.ma.masked_less(X[:, 0], 5))

    def test_labels_may_be_a_relation_of_one_column(self):
        import duckdb

        wanted = tw.TreeClassifier(preset="id3").fit(GOLF.drop(columns="Play"), GOLF["Play"])
        import pyarrow

        table = pyarrow.Table.from_pandas(GOLF)
        for labels in (table.select(["Play"]), table.select(["Play"]).to_batches()[0], table["Play"]):
            self.assertEqual(wanted.show(), tw.TreeClassifier(preset="id3").fit(GOLF.drop(columns="Play"), labels).show())
        with self.assertRaisesRegex(ValueError, r"the table has 5: use .column"):
            tw.TreeClassifier().fit(GOLF.drop(columns="Play"), table)
        for labels in (set(GOLF["Play"]), iter(GOLF["Play"]), {"y": GOLF["Play"]}, 3):
            for fit in (tw.TreeClassifier().fit, tw.train):
                with self.assertRaisesRegex(ValueError, f"one per row, not {type(labels).__name__}"):
                    fit(GOLF.drop(columns="Play"), labels)
        relation = duckdb.from_df(GOLF)
        tree = tw.TreeClassifier(preset="id3").fit(GOLF.drop(columns="Play"), relation.project("Play"))
        self.assertEqual(wanted.show(), tree.show())
        with self.assertRaisesRegex(ValueError, r"the relation has 5: use .project"):
            tw.TreeClassifier().fit(GOLF.drop(columns="Play"), relation)

    def test_a_loaded_model_gets_labels_that_are_no_names(self):
        X, y = np.arange(60.0).reshape(-1, 1), np.repeat([10, 9, 2], 20)
        fitted = tw.TreeClassifier(preset="cart").fit(X, y)
        loaded = tw.Model.from_bytes(fitted.model_.to_bytes())
        again = tw.TreeClassifier.from_model(loaded, labels=[2, 9, 10])
        self.assertEqual([2, 9, 10], again.classes_.tolist())
        named = pd.DataFrame(X, columns=["x0"])
        np.testing.assert_array_equal(y, again.predict(named))
        np.testing.assert_array_equal(fitted.predict_proba(X), again.predict_proba(named))
        self.assertEqual(1, again.score(named, y))
        self.assertEqual(["10", "2", "9"], tw.TreeClassifier.from_model(loaded).classes_.tolist())
        with self.assertRaisesRegex(ValueError, "labels= holds .*'3'.*the classes of the model are"):
            tw.TreeClassifier.from_model(loaded, labels=[2, 9, 3])

    def test_anything_with_an_arrow_stream_is_a_table(self):
        class Stream:
            def __init__(self, table):
                self.table = table

            def __arrow_c_stream__(self, requested_schema=None):
                return self.table.__arrow_c_stream__()

        frame = pl.DataFrame({"code": [1, 2, 3, 4] * 20, "size": [1.5] * 80})
        faults = ["no", "yes", "no", "yes"] * 20
        for parameters in ({}, {"categorical": ["code"]}):
            wanted = tw.TreeClassifier(preset="cart", **parameters).fit(frame, faults)
            tree = tw.TreeClassifier(preset="cart", **parameters).fit(Stream(frame), faults)
            self.assertEqual(wanted.model_, tree.model_)
            self.assertEqual(["code", "size"], tree.feature_names_in_.tolist())
            self.assertEqual(faults, tree.predict(Stream(frame)).tolist())

    def test_what_is_no_whole_number_is_named_as_it_was_given(self):
        for value in (3.0, np.float64(3.5), True):
            with self.assertRaisesRegex(ValueError, f"max_depth= cannot be {value!s}: it is a whole number"):
                tw.train(GOLF, "Play", max_depth=value)

    def test_a_grid_takes_the_names_of_scikit_learn(self):
        grid = {"min_samples_leaf": [1, 3], "criterion": ["entropy", "gini"]}
        tuning = tw.tune("cart", GOLF, "Play", grid, folds=2)
        self.assertEqual(tw.tune("cart", GOLF, "Play", {"min_leaf": [1, 3], "criterion": ["information-gain", "gini"]}, folds=2).to_dict(), tuning.to_dict())
        with self.assertRaisesRegex(TypeError, "no parameter learning_rate=: there is one tree"):
            tw.tune("cart", GOLF, "Play", {"learning_rate": [1]})

    def test_estimators_of_scikit_learn_are_sent_to_its_tools(self):
        with self.assertRaisesRegex(TypeError, "an estimator of treewright, .* not DecisionTreeClassifier: .*sklearn.model_selection"):
            tw.cross_validate(DecisionTreeClassifier(), GOLF, "Play")

    def test_a_parquet_file_is_for_a_table_library(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "t.parquet"
            GOLF.to_parquet(path)
            with self.assertRaisesRegex(ValueError, "t.parquet: read Parquet and Arrow files by pandas"):
                tw.read(path)

    def test_warnings_about_names_are_those_of_the_callers_line(self):
        frame, y = pd.DataFrame({"a": np.arange(40.0)}), np.arange(40) > 20
        with_names, without = tw.TreeClassifier(preset="cart").fit(frame, y), tw.TreeClassifier(preset="cart").fit(frame.to_numpy(), y)
        for call in (lambda: with_names.predict(frame.to_numpy()), lambda: with_names.predict(frame.to_numpy().tolist()),
                     lambda: without.apply(frame), lambda: without.predict_log_proba(frame)):
            with self.assertWarns(UserWarning) as caught:
                call()
            self.assertEqual(__file__, caught.filename)

    def test_a_lazy_frame_is_refused_without_a_warning(self):
        with warnings.catch_warnings(), self.assertRaisesRegex(TypeError, "collect"):
            warnings.simplefilter("error")
            tw.TreeClassifier().fit(pl.LazyFrame({"a": [1, 2]}), [0, 1])

    def test_probabilities_are_shares_of_rows_whatever_the_class_weights(self):
        X, y = np.repeat([[0.0], [1.0]], 50, axis=0), np.array([0] * 50 + [0] * 40 + [1] * 10)
        tree = tw.TreeClassifier(preset="cart", prune="none", class_weight={0: 1, 1: 9}).fit(X, y)
        self.assertEqual([[0.8, 0.2]], tree.predict_proba([[1.0]]).tolist())
        self.assertEqual([1], tree.predict([[1.0]]).tolist())

    def test_booleans_that_numpy_made_numbers_are_the_same(self):
        rows = [[1.5, True], [2.5, False], [3.5, True], [0.5, False]] * 20
        y = ["yes", "no"] * 40
        self.assertEqual({"x0": "number", "x1": "category"}, tw.Table(rows).kinds)
        frame = pd.DataFrame(rows, columns=["a", "b"])
        model, estimator = tw.train(frame, y, preset="cart"), tw.TreeClassifier(preset="cart").fit(frame, y)
        self.assertEqual(["b"], [name for name, share in model.importance.items() if share > 0])
        for new in (rows[:4], np.array(rows[:4]), frame[:4].astype(float), frame[:4].astype({"b": int}), frame[:4].astype({"b": "Int8"}),
                    {"a": [1.0] * 4, "b": [1, 0, 1, 0]}, tw.Table({"a": [1.0] * 4, "b": [True, False] * 2})):
            with self.subTest(type(new)):
                self.assertEqual(y[:4], model.predict(new).tolist())
                if isinstance(new, pd.DataFrame):
                    self.assertEqual(y[:4], estimator.predict(new).tolist())
        self.assertEqual("yes", model.explain({"a": 1, "b": 1}).prediction)
        self.assertEqual(["yes", "no"], [model.explain(row).prediction for row in ([1.5, True], (2.5, False))])
        other = model.predict({"a": [1.0] * 2, "b": [2, 1]}).tolist()  # not booleans: levels that the model has not seen
        self.assertEqual(other[0], other[1])

    def test_estimators_as_learners_take_columns_not_names(self):
        X, y = GOLF.drop(columns="Play"), GOLF["Play"]
        for name in ("groups", "sample_weight"):
            with self.assertRaisesRegex(TypeError, rf"{name}= takes one value per row, such as X\['Windy'\]"):
                tw.cross_validate(tw.TreeClassifier(), X, y, folds=2, **{name: "Windy"})

    def test_costs_are_a_dictionary_or_a_matrix_everywhere(self):
        X, y = GOLF.drop(columns="Play"), GOLF["Play"]
        matrix, by_name = np.array([[0, 1], [5, 0]]), {"yes": {"no": 5}, "no": {"yes": 1}}
        wanted = tw.TreeClassifier(preset="id3", max_depth=1, costs=by_name).fit(X, y).model_
        model = tw.train(GOLF, "Play", preset="id3", max_depth=1)
        for costs in (by_name, matrix, matrix.tolist(), ((0, 1), (5, 0))):
            with self.subTest(type(costs)):
                learner = {"preset": "id3", "max_depth": 1, "costs": costs}
                self.assertEqual(wanted, tw.TreeClassifier(**learner).fit(X, y).model_)
                self.assertEqual(wanted, tw.train(GOLF, "Play", **learner))
                self.assertEqual("mean_cost", tw.cross_validate(learner, GOLF, "Play", folds=2).measure)
                self.assertEqual("mean_cost", tw.tune({"costs": costs}, GOLF, "Play", {"max_depth": [1, 2]}, folds=2).measure)
                self.assertEqual(tw.evaluate(model, GOLF, costs=by_name).to_dict(), tw.evaluate(model, GOLF, costs=costs).to_dict())
        for costs in (np.ones((3, 3)), [[0, 1]]):
            with self.assertRaisesRegex(ValueError, "2 classes need a matrix of 2×2"):
                tw.train(GOLF, "Play", costs=costs)
        with self.assertRaisesRegex(ValueError, "for classes"):
            tw.train(GOLF, "Humidity", costs=matrix)

    def test_rows_of_one_class_test_a_model(self):
        model = tw.train(GOLF, "Play", preset="id3")
        alone = GOLF[GOLF["Play"] == "no"]
        self.assertEqual(1, tw.evaluate(model, alone).accuracy.value)
        self.assertEqual([[5, 0], [0, 0]], tw.evaluate(model, alone).confusion.tolist())
        self.assertEqual(1, tw.evaluate(model, GOLF[:1]).rows)
        with self.assertRaisesRegex(ValueError, "class that the model never saw"):
            tw.evaluate(model, GOLF.drop(columns="Play"), ["perhaps"] * 14)
        pruned = tw.train(GOLF, "Play", preset="id3", prune="reduced-error", validation=(alone, "Play"))
        self.assertEqual(pruned, tw.prune(model, "reduced-error", validation=(alone.drop(columns="Play"), alone["Play"])))
        estimator = tw.TreeClassifier(preset="id3", prune="reduced-error")
        estimator.fit(GOLF.drop(columns="Play"), GOLF["Play"], validation=(alone.drop(columns="Play"), alone["Play"]))
        self.assertEqual(pruned, estimator.model_)

    def test_validation_rows_are_of_the_task_of_the_training_rows(self):
        X = np.arange(60.0).reshape(-1, 1)
        for labels, task in ((X[:, 0] // 6, "classification"), (X[:, 0] % 2, "regression")):
            made = tw.train(X, labels, task=task, prune="reduced-error", validation=(X[::7], labels[::7]))
            self.assertEqual(task == "classification", made.is_classifier)

    def test_rows_for_a_model_are_not_warned_of(self):
        frame = pd.DataFrame({"id": [f"c{row}" for row in range(100)], "x": np.arange(100.0) % 7})
        frame["y"] = np.where(frame["x"] > 3, "u", "v")
        model = tw.train(frame.drop(columns="id"), "y")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tw.evaluate(model, frame[:90])

    def test_weights_of_an_evaluation_may_be_a_column(self):
        frame = GOLF.assign(w=np.arange(14.0))
        model = tw.train(GOLF, "Play", preset="id3", max_depth=1)
        self.assertEqual(tw.evaluate(model, GOLF, sample_weight=frame["w"]).accuracy, tw.evaluate(model, frame, sample_weight="w").accuracy)

    def test_errors_name_arguments_that_there_are(self):
        model = tw.train(GOLF, "Play", preset="id3")
        for use, sentence in ((lambda: tw.prune(model, "cost-complexity"), r"the training rows for cross-validation \(X=\); prune_path lists"),
                              (lambda: tw.prune(model, "pessimistic", raise_=True), "X="),
                              (lambda: tw.train(GOLF, "Play", sample_weight="Outlook"), "name another with sample_weight="),
                              (lambda: tw.tune("cart", GOLF, "Play", {"threads": [1]}), "^the grid holds threads=.*max_depth="),
                              (lambda: tw.tune({"max_depth": 2}, GOLF, "Play", {"max_depth": [1]}), "grid="),
                              (lambda: tw.train(GOLF, "Play", validation=(GOLF, "Play")), "leave the validation set out"),
                              (lambda: tw.evaluate(DecisionTreeClassifier(), GOLF), "from_sklearn"),
                              (lambda: tw.evaluate(tw.TreeClassifier(), GOLF), "not fitted yet")):
            with self.assertRaisesRegex((ValueError, TypeError), sentence):
                use()
        with self.assertRaisesRegex(TypeError, "^prune has no parameter leafs=: did you mean leaves="):
            tw.prune(model, "cost-complexity", leafs=3)

    def test_arguments_of_a_wrong_type_are_named(self):
        model = tw.train(GOLF, "Play", preset="id3")
        for use, sentence in ((lambda: model.to_dot(depth="x"), "^depth= takes a whole number, not str"), (lambda: model.to_mermaid(depth=-1), "^depth= cannot be -1"),
                              (lambda: tw.read(EXAMPLES / "golf.csv", threads="x"), "^threads= takes a whole number"),
                              (lambda: tw.read(EXAMPLES / "golf.csv", threads=-5000), "^threads= cannot be -5000"),
                              (lambda: tw.Model.from_bytes(model.to_bytes(), ["a"]), "2 classes, no, yes: labels="),
                              (lambda: tw.evaluate(tw.train(GOLF, "Humidity"), GOLF.drop(columns="Humidity"), ["x"] * 14), "y does not hold numbers")):
            with self.assertRaisesRegex((ValueError, TypeError), sentence):
                use()
        self.assertEqual(14, len(tw.read(os.fsencode(EXAMPLES / "golf.csv"))))
        self.assertEqual([0, 1], tw.Model.from_bytes(model.to_bytes(), [0, 1]).predict(GOLF[1:3]).tolist())

    def test_what_rule_lists_lack_is_not_an_attribute(self):
        rules = tw.RuleClassifier().fit(GOLF.drop(columns="Play"), GOLF["Play"])
        for owner, names in ((rules, ("tree_", "feature_importances_")), (rules.model_, ("tree", "importance"))):
            self.assertEqual([], [name for name in names if hasattr(owner, name)])
            self.assertGreater(len(inspect.getmembers(owner)), 10)

    def test_a_parameter_given_by_two_names_is_refused(self):
        for make in (tw.TreeClassifier, lambda **parameters: tw.train(GOLF, "Play", **parameters)):
            for parameters in ({"min_leaf": 5, "min_samples_leaf": 3}, {"ccp_alpha": 0.1, "prune": "none"}, {"minbucket": 2, "min_samples_leaf": 3}):
                with self.subTest(parameters), self.assertRaisesRegex(TypeError, "both are given: leave out one"):
                    make(**parameters)
            make(min_leaf=5, min_samples_leaf=5, ccp_alpha=0, prune="none")

    def test_the_parameters_of_a_tree_of_scikit_learn_are_all_understood(self):
        theirs = DecisionTreeClassifier(min_samples_leaf=3).get_params()
        self.assertEqual(3, tw.TreeClassifier(**theirs).min_leaf)
        self.assertEqual(3, tw.TreeClassifier().set_params(**theirs).min_leaf)

    def test_every_public_name_is_on_the_page(self):
        page = (EXAMPLES.parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
        self.assertEqual([], [name for name in tw.__all__ if not re.search(rf"\b{name}\b", page)])
        own = [name for name in dir(tw.Model) if not name.startswith("_") and name != "columns"]
        self.assertEqual([], [name for name in own if not re.search(rf"`{name}\b|\.{name}\b", page)])


if __name__ == "__main__":
    unittest.main()
