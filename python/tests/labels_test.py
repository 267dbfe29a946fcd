"""Labels of every type, by name or as a column; task= wherever a preset learns; options that have no effect."""

import logging
import pathlib
import unittest
import warnings

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse
from sklearn.datasets import load_iris
from sklearn.metrics import accuracy_score

import treewright as tw

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "data"
LOANS = pd.read_csv(EXAMPLES / "loans.csv")
IRIS = load_iris(as_frame=True)
NAMES = dict(enumerate(IRIS.target_names.tolist()))


class Types(unittest.TestCase):
    def test_of_a_column_named_are_those_of_the_column_itself(self):
        X = LOANS.drop(columns="repaid")
        for labels in (LOANS["repaid"], (LOANS["repaid"] == "yes").astype(int), LOANS["repaid"] == "yes", (LOANS["repaid"] == "yes").astype(int).astype("category"),
                       (LOANS["repaid"] == "yes").astype(float)):
            frame = X.assign(repaid=labels)
            wanted = tw.train(X, labels, preset="c45").predict(X)
            for data in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame), duckdb.sql("select * from frame"), {name: frame[name] for name in frame}):
                with self.subTest(labels.dtype, data=type(data)):
                    model = tw.train(data, "repaid", preset="c45")
                    found = model.predict(X)
                    self.assertEqual([(type(one), one) for one in wanted.tolist()], [(type(one), one) for one in found.tolist()])
                    if not isinstance(data, dict):
                        accuracy_score(np.asarray(labels), found)
            held_out = tw.cross_validate("c45", frame, "repaid").predictions_frame()
            self.assertEqual({type(one) for one in wanted.tolist()}, {type(one) for one in held_out["prediction"].tolist()})

    def test_of_categoricals_are_those_of_their_categories(self):
        X, y = IRIS.data, IRIS.target
        for labels in (y, y == 1, y.map(NAMES)):
            wanted = tw.TreeClassifier().fit(X, labels)
            for kind in (labels.astype("category"), labels.astype(object), pd.Series(pd.Categorical(labels), name="target"), pl.Series("target", labels.tolist())):
                with self.subTest(labels.dtype, kind=str(kind.dtype)):
                    found = tw.TreeClassifier().fit(X, kind)
                    self.assertEqual(wanted.classes_.tolist(), found.classes_.tolist())
                    self.assertEqual(wanted.model_, found.model_)

    def test_of_categoricals_are_classes(self):
        X, y = IRIS.data, IRIS.target
        dictionary = pa.array(y).dictionary_encode()
        for labels in (y.astype("category"), pl.Series("y", y.map(NAMES).tolist(), dtype=pl.Categorical), dictionary, pa.chunked_array([dictionary])):
            with self.subTest(type(labels)):
                self.assertLess(tw.cross_validate("cart", X, labels).error.value, 0.1)
        frame = X.assign(target=y.astype("category"))
        self.assertTrue(tw.train(frame, "target").is_classifier)
        self.assertEqual([0, 1, 2], tw.train(frame, "target").classes.tolist())

    def test_of_one_column_keep_its_name(self):
        X, y = LOANS.drop(columns="repaid"), LOANS[["repaid"]]
        wanted = tw.TreeClassifier(preset="c45").fit(X, y["repaid"]).model_
        for labels in (y, pl.from_pandas(y), pa.Table.from_pandas(y), duckdb.sql("select repaid from LOANS"), duckdb.sql("select repaid from y")):
            with self.subTest(type(labels)), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.assertEqual(wanted, tw.TreeClassifier(preset="c45").fit(X, labels).model_)


class Tasks(unittest.TestCase):
    def calls(self):
        grid = {"max_depth": [2, 3]}
        return {"cross_validate": tw.cross_validate, "leave_one_out": tw.leave_one_out, "tune": lambda *rows, **task: tw.tune(*rows, grid, **task),
                "nested": lambda *rows, **task: tw.nested(*rows, grid, folds=2, inner_folds=2, **task), "learning_curve": lambda *rows, **task: tw.learning_curve(*rows, sizes=3, **task),
                "compare": lambda learner, *rows, **task: tw.compare({"one": learner, "other": "auto"}, *rows, folds=2, **task),
                "compare_prunings": tw.compare_prunings, "show_work": tw.show_work, "train": lambda _, *rows, **task: tw.train(*rows, preset="cart", **task)}

    def test_are_taken_wherever_a_preset_learns(self):
        rows = np.arange(0, 150, 3)
        X, y = IRIS.data.iloc[rows], IRIS.target.iloc[rows]
        for name, call in self.calls().items():
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wanted = str(call("cart", X, y.map(NAMES)))
                for code, own in NAMES.items():
                    wanted = wanted.replace(own, str(code))
                found = str(call("cart", X, y, task="classification"))
                if name == "compare":  # it tells times
                    self.assertIn("error", found)
                    self.assertNotIn("error", str(call("cart", X, y)))
                    call({"preset": "cart", "task": "classification"}, X, y)
                    continue
                self.assertEqual("".join(wanted.split())[:200], "".join(found.split())[:200]) if name in ("cross_validate", "train") else None
                self.assertNotIn("RMSE", found)
                self.assertNotEqual(found, str(call("cart", X, y)))
                if name != "train":
                    self.assertEqual(found, str(call({"preset": "cart", "task": "classification"}, X, y)))

    def test_of_an_estimator_hold_for_those_that_it_is_compared_with(self):
        comparison = tw.compare([tw.TreeClassifier(), "cart"], IRIS.data, IRIS.target, folds=3)
        self.assertLess(max(one.loss.value for one in comparison.learners.values()), 0.2)
        with self.assertRaisesRegex(ValueError, "task='regression' does not fit: a TreeClassifier is for classification"):
            tw.cross_validate(tw.TreeClassifier(), IRIS.data, IRIS.target, task="regression")


class Named(unittest.TestCase):
    def test_labels_are_found_by_estimators_in_the_toolbox(self):
        estimator, X, y = tw.TreeClassifier(preset="c45"), LOANS.drop(columns="repaid"), LOANS["repaid"]
        wanted = tw.cross_validate(estimator, X, y)
        for data in (LOANS, pl.from_pandas(LOANS), pa.Table.from_pandas(LOANS), tw.Table(LOANS), LOANS.to_dict("list")):
            with self.subTest(type(data)):
                self.assertEqual(wanted, tw.cross_validate(estimator, data, "repaid"))
        self.assertEqual(tw.compare([estimator, "cart"], X, y).p_values, tw.compare([estimator, "cart"], LOANS, "repaid").p_values)
        with self.assertRaisesRegex(ValueError, "no column 'repayed': did you mean 'repaid'"):
            tw.cross_validate(estimator, LOANS, "repayed")

    def test_labels_of_an_evaluation_are_the_target(self):
        estimator = tw.TreeClassifier().fit(LOANS.drop(columns="repaid"), LOANS["repaid"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(tw.evaluate(estimator, LOANS), tw.evaluate(estimator, LOANS, "repaid"))
        with self.assertRaisesRegex(ValueError, "y='job' is not the target of the model, which is 'repaid': leave y out"):
            tw.evaluate(estimator, LOANS, "job")
        with self.assertRaisesRegex(TypeError, r"split the column off, such as by y = X.pop\('repaid'\)"):
            tw.TreeClassifier().fit(LOANS, "repaid")

    def test_tables_of_a_fit_without_names_are_taken_by_position(self):
        X, y = LOANS[["age", "income", "debt"]], LOANS["repaid"].to_numpy()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            estimator = tw.TreeClassifier(preset="c45").fit(X.to_numpy(), y)
            self.assertEqual(tw.evaluate(estimator, X.to_numpy(), y), tw.evaluate(estimator, X, y))
            self.assertEqual(str(estimator.explain(X.iloc[3])), str(estimator.explain(X.to_numpy()[3])))
            self.assertEqual(estimator.predict(X).tolist(), estimator.model_.predict(X).tolist())
            tw.prune(estimator, "cost-complexity", X, y)
        with self.assertRaisesRegex(ValueError, "no column 'x[012]'"):
            estimator.model_.predict(X[["age"]])

    def test_columns_of_a_data_frame_without_names_are_those_of_an_array(self):
        X, y = pd.DataFrame(IRIS.data.to_numpy()), IRIS.target
        estimator = tw.TreeClassifier().fit(X, y)
        self.assertFalse(hasattr(estimator, "feature_names_in_"))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(estimator.predict(X).tolist(), estimator.predict(X.to_numpy()).tolist())
        named = estimator.fit(IRIS.data, y)
        self.assertEqual(4, len(named.feature_names_in_))

    def test_sparse_matrices_are_refused_in_one_sentence_everywhere(self):
        X, y = IRIS.data.to_numpy(), IRIS.target
        sparse, estimator = scipy.sparse.csr_matrix(X), tw.TreeClassifier().fit(X, y)
        for call in (lambda: estimator.predict(sparse), lambda: estimator.model_.predict(sparse), lambda: tw.evaluate(estimator, sparse, y), lambda: estimator.explain(sparse),
                     lambda: tw.TreeClassifier().fit(sparse, y)):
            with self.assertRaisesRegex(TypeError, r"sparse matrices are not supported.*\.toarray\(\)"):
                call()


class Options(unittest.TestCase):
    X, y = LOANS.drop(columns="repaid"), LOANS["repaid"]

    def test_without_effect_are_told_once_a_fit(self):
        for estimator, line in ((tw.TreeClassifier(preset="c45", alpha=0.1), r"alpha= has no effect without prune='cost-complexity'"),
                                (tw.TreeClassifier(prune="none", alpha=0.1), r"alpha= has no effect without"), (tw.TreeClassifier(prune="none", raise_=True), r"raise_= has no effect"),
                                (tw.TreeClassifier(criterion="gini", tsallis_q=2), r"tsallis_q= has no effect without criterion='tsallis'")):
            with self.subTest(estimator), warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                estimator.fit(self.X, self.y)
                self.assertEqual([tw.TreewrightWarning], [one.category for one in told])
                self.assertRegex(str(told[0].message), line)
                self.assertEqual(__file__, told[0].filename)

    def test_that_have_an_effect_are_not_told(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for estimator in (tw.TreeClassifier(), tw.TreeClassifier(ccp_alpha=0.01), tw.TreeClassifier(ccp_alpha=0), tw.RuleClassifier(confidence=0.1),
                              tw.TreeClassifier(preset="c45", confidence=0.1)):
                estimator.fit(self.X, self.y)

    def test_of_trees_are_refused_by_rules_with_a_sentence(self):
        for name in ("alpha", "leaves", "ccp_alpha", "folds"):
            with self.subTest(name), self.assertRaisesRegex(TypeError, f"^RuleClassifier has no parameter {name}=.*confidence="):
                tw.RuleClassifier(**{name: 1})

    def test_that_are_switches_are_true_or_false(self):
        with self.assertRaisesRegex((TypeError, ValueError), "merge_same_class= cannot be 1: it is True or False"):
            tw.TreeClassifier(merge_same_class=1).fit(self.X, self.y)

    def test_of_costs_as_arrays_are_compared(self):
        comparison = tw.compare([tw.TreeClassifier(costs=np.array([[0, 1], [5, 0]])), tw.TreeClassifier()], self.X, self.y, folds=2)
        self.assertEqual(["auto, costs=…", "auto"], list(comparison.learners))

    def test_of_a_grid_that_cannot_be_tried_say_why(self):
        for grid, sentence in (({"class_weight": ["balanced", None]}, "class_weight=.*treewright.compare"), ({"seed": [1, 2]}, "seed="), ({"preset": ["cart", "c45"]}, r"give \{\} as the learner"),
                               ({"ccp_alpha": [0.1]}, "prune='cost-complexity'.*alpha= to the grid"), ({"max_dept": [3]}, "did you mean max_depth=")):
            with self.subTest(grid), self.assertRaisesRegex((ValueError, TypeError), sentence):
                tw.tune("cart", self.X, self.y, grid)
        self.assertIn(tw.tune({}, self.X, self.y, {"preset": ["cart", "c45"]}, folds=2).chosen["preset"], ("cart", "c45"))
        self.assertEqual(tw.tune("c45", self.X, self.y, {"confidence": [0.25, 0.1]}, folds=2), tw.tune("c45", self.X, self.y, {"confidence": [None, 0.1]}, folds=2))

    def test_as_whole_floats_are_whole_numbers(self):
        self.assertEqual(tw.cross_validate("cart", self.X, self.y, folds=3), tw.cross_validate("cart", self.X, self.y, folds=3.0))
        with self.assertRaisesRegex(ValueError, "folds="):
            tw.cross_validate("cart", self.X, self.y, folds=3.5)

    def test_of_scikit_learn_that_are_shares_or_count_cores_backwards(self):
        for name, value in (("min_samples_split", 1.0), ("min_samples_split", 0.5), ("min_samples_leaf", np.float64(0.1))):
            with self.assertRaisesRegex(ValueError, f"{name}={value} is a share"):
                tw.TreeClassifier(**{name: value})
        self.assertEqual(2, tw.TreeClassifier(min_samples_split=2.0).min_split)
        self.assertEqual(tw.TreeClassifier(n_jobs=-2).fit(self.X, self.y).model_, tw.TreeClassifier(n_jobs=1).fit(self.X, self.y).model_)
        with self.assertRaisesRegex(ValueError, "criterion='absolute_error' is not there: a regression tree splits by 'squared-error'"):
            tw.TreeRegressor(criterion="absolute_error").fit(self.X[["age"]], self.X["income"])

    def test_of_models_are_named_where_an_estimator_lacks_them(self):
        estimator = tw.TreeClassifier().fit(self.X, self.y)
        with self.assertRaisesRegex(AttributeError, r"its model has: \.model_\.to_dot\(…\)"):
            estimator.to_dot()
        with self.assertRaisesRegex(AttributeError, "object has no attribute 'nothing'"):
            estimator.nothing
        self.assertFalse(hasattr(estimator, "to_dot"))
        for cls, model in ((tw.RuleClassifier, estimator.model_), (tw.TreeClassifier, tw.RuleClassifier().fit(self.X, self.y).model_)):
            with self.assertRaisesRegex(ValueError, "the model is a (tree: use TreeClassifier|list of rules: use RuleClassifier)"):
                cls.from_model(model)
        with self.assertRaisesRegex(ValueError, "predicts classes: use RuleClassifier"):
            tw.TreeRegressor.from_model(tw.RuleClassifier().fit(self.X, self.y).model_)


logging.getLogger("treewright").addHandler(logging.NullHandler())

if __name__ == "__main__":
    unittest.main()
