"""The estimators among scikit-learn's own tools: its checks, pipelines, searches, copies, metadata routing, names and words.

The checks for array libraries run only where SCIPY_ARRAY_API is set before SciPy is imported.
"""

import os

os.environ["SCIPY_ARRAY_API"] = "1"

import collections  # noqa: E402
import copy  # noqa: E402
import io  # noqa: E402
import pickle  # noqa: E402
import tempfile  # noqa: E402
import unittest  # noqa: E402
import warnings  # noqa: E402

import joblib  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from sklearn import config_context  # noqa: E402
from sklearn.base import clone  # noqa: E402
from sklearn.calibration import CalibratedClassifierCV  # noqa: E402
from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.inspection import permutation_importance  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.pipeline import Pipeline, make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor  # noqa: E402
from sklearn.utils import Bunch  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator, estimator_checks_generator  # noqa: E402

from treewright import RuleClassifier, TreeClassifier, TreeRegressor, TreewrightWarning, from_sklearn, load  # noqa: E402
from treewright._names import _NOT_HERE, _SAME  # noqa: E402

# Not id3, which has no limit on leaves: check_class_weight_classifiers sets min_weight_fraction_leaf where an estimator has it, since a
# tree that is grown to single rows predicts those rows whatever the weights are.
ESTIMATORS = [TreeClassifier(), TreeRegressor(), RuleClassifier(), TreeClassifier(preset="c45"), TreeClassifier(preset="cart"),
              TreeRegressor(preset="cart"), RuleClassifier(preset="c45")]


def table(rows=240, seed=0):
    """Numbers, and three classes that depend on the first three columns."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 4)).round(2)
    return X, (X[:, 0] * X[:, 1] > 0).astype(int) + (X[:, 2] > 0.7)


class Quiet(unittest.TestCase):
    """Without the library's warnings about small classes."""

    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore", TreewrightWarning)


class Checks(Quiet):
    def test_of_scikit_learn_pass_without_an_expected_failure(self):
        for estimator in ESTIMATORS:
            for check in check_estimator(estimator, on_fail=None, on_skip=None):
                with self.subTest(estimator=estimator, check=check["check_name"]):
                    self.assertEqual((check["status"], check["exception"]), ("passed", None))

    def checks_of(self, estimator):
        return collections.Counter(getattr(check, "func", check).__name__ for _, check in estimator_checks_generator(estimator))

    # Checks that a tree of scikit-learn gets and ours do not, because of what the tags say:
    #   input_tags.sparse is False (a tree asks about zeros, too): no sample-weight equivalence on sparse data;
    #   target_tags.multi_output and classifier_tags.multi_label are False (a tree has one label): nothing about several outputs.
    # The equivalence on dense data is one check for everybody; scikit-learn repeats it for its own tree with three criteria.
    NOT_FOR_US = {"check_sample_weight_equivalence_on_sparse_data", "check_classifier_multioutput", "check_regressor_multioutput",
                  "check_classifiers_multilabel_representation_invariance", "check_classifiers_multilabel_output_format_predict",
                  "check_classifiers_multilabel_output_format_predict_proba",
                  "check_classifiers_multilabel_output_format_decision_function"}

    def test_are_those_of_scikit_learns_own_tree(self):
        for ours, theirs in ((TreeClassifier(), DecisionTreeClassifier()), (TreeRegressor(), DecisionTreeRegressor()),
                             (RuleClassifier(), DecisionTreeClassifier())):
            with self.subTest(estimator=ours):
                own, all_of_them = self.checks_of(ours), self.checks_of(theirs)
                self.assertEqual(set(own) - set(all_of_them), set())
                self.assertLessEqual(set(all_of_them) - set(own), self.NOT_FOR_US)
                fewer = {name for name in own if own[name] < all_of_them[name]}
                self.assertLessEqual(fewer, {"check_sample_weight_equivalence_on_dense_data"})


class Weights(Quiet):
    def equal(self, estimator, X, y, weights):
        weighted = clone(estimator).fit(X, y, weights)
        repeated = clone(estimator).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
        self.assertEqual(weighted.show(), repeated.show())
        np.testing.assert_array_equal(weighted.predict(X), repeated.predict(X))

    def test_that_are_whole_numbers_equal_repeated_rows(self):
        """For every learner that does not cross-validate: its folds hold rows, and a repeated row falls into several of them."""
        X, y = table()
        weights = np.random.default_rng(1).integers(0, 4, len(y))
        for preset in ("id3", "c45"):
            self.equal(TreeClassifier(preset=preset), X, y, weights)
            self.equal(RuleClassifier(preset=preset), X, y, weights)
        for preset in ("auto", "cart"):
            self.equal(TreeClassifier(preset=preset, prune="none"), X, y, weights)
            self.equal(TreeClassifier(preset=preset, alpha=0.01), X, y, weights)
            self.equal(TreeRegressor(preset=preset, prune="none"), X, X[:, 3] + y, weights)
            self.equal(TreeRegressor(preset=preset, cp=0.01), X, X[:, 3] + y, weights)

    def test_of_classes_are_a_dictionary_or_balanced(self):
        X, y = table()
        balanced = TreeClassifier(class_weight="balanced").fit(X, y)
        by_hand = TreeClassifier(class_weight={label: len(y) / 3 / count for label, count in enumerate(np.bincount(y))}).fit(X, y)
        np.testing.assert_allclose(balanced.predict_proba(X), by_hand.predict_proba(X))
        plain = TreeClassifier(max_depth=1, prune="none").fit(X, y)
        heavy = TreeClassifier(max_depth=1, prune="none", class_weight={2: 1000}).fit(X, y)
        self.assertGreater((heavy.predict(X) == 2).sum(), (plain.predict(X) == 2).sum())

    def test_of_mistakes_are_a_dictionary_or_a_matrix(self):
        X, y = table()
        labels = np.array([10, 2, 1])[y]  # in no order: rows and columns of the matrix follow classes_
        dear = np.array([[0, 1, 1], [1, 0, 1], [1, 50, 0.0]])
        by_matrix = TreeClassifier(costs=dear).fit(X, labels)
        classes = by_matrix.classes_.tolist()
        table_of_costs = {true: {predicted: dear[i, j] for j, predicted in enumerate(classes) if i != j}
                          for i, true in enumerate(classes)}
        self.assertEqual(TreeClassifier(costs=table_of_costs).fit(X, labels).model_, by_matrix.model_)
        plain = TreeClassifier().fit(X, labels)
        mistakes = [((labels == 10) & (estimator.predict(X) == 2)).sum() for estimator in (by_matrix, plain)]
        self.assertLessEqual(mistakes[0], mistakes[1])


class Classes(Quiet):
    def test_are_those_of_the_caller_in_sorted_order(self):
        X, y = table()
        for names in ([2, 10, 1], [True, False, True], ["z", "a", "m"], [2.0, 10.0, -1.0], np.array([7, 300, 20], dtype=np.uint16),
                      np.array(["z", "a", "m"], dtype=object), np.array(["2020-01-02", "1999-01-01", "2020-01-01"], dtype="datetime64[D]")):
            with self.subTest(names=names):
                labels = np.asarray(names)[y]
                estimator = TreeClassifier(prune="none", preset="cart").fit(X, labels)
                np.testing.assert_array_equal(estimator.classes_, np.unique(labels))
                self.assertEqual(estimator.classes_.dtype, labels.dtype)
                predicted, shares = estimator.predict(X), estimator.predict_proba(X)
                self.assertEqual(predicted.dtype, labels.dtype)
                np.testing.assert_array_equal(estimator.classes_[shares.argmax(axis=1)], predicted)
                np.testing.assert_array_equal(predicted, labels)
                with np.errstate(divide="ignore"):
                    np.testing.assert_array_equal(estimator.predict_log_proba(X), np.log(shares))
                again = pickle.loads(pickle.dumps(estimator))
                np.testing.assert_array_equal(again.predict(X), predicted)

    def test_of_every_library_are_labels(self):
        import polars as pl
        import pyarrow as pa

        X, y = table()
        words = np.array(["no", "yes", "perhaps"])[y]
        wanted = TreeClassifier().fit(X, words)
        for labels in (words.tolist(), pd.Series(words), pd.Series(words, dtype="category"), pd.Series(words, dtype=object),
                       pl.Series(words), pl.Series(words, dtype=pl.Categorical), pa.array(words), pa.chunked_array([words[:7], words[7:]])):
            with self.subTest(labels=type(labels)):
                estimator = TreeClassifier().fit(X, labels)
                self.assertEqual(estimator.classes_.tolist(), ["no", "perhaps", "yes"])
                self.assertEqual(estimator.model_, wanted.model_)


class Tree(Quiet):
    def test_apply_and_decision_path_agree(self):
        X, y = table()
        for preset in ("cart", "c45"):
            estimator = TreeClassifier(preset=preset, prune="none").fit(X, y)
            leaves, path = estimator.apply(X), estimator.decision_path(X)
            self.assertEqual(path.shape, (len(X), estimator.tree_.node_count))
            self.assertTrue((path[np.arange(len(X)), leaves] == 1).all())
            self.assertEqual(estimator.get_n_leaves(), len(set(leaves.tolist())))
            lengths = np.asarray(path.sum(axis=1)).ravel()
            self.assertEqual(estimator.get_depth(), lengths.max() - 1)
            self.assertAlmostEqual(estimator.feature_importances_.sum(), 1)
            self.assertGreaterEqual(estimator.feature_importances_.min(), 0)
        self.assertEqual(estimator.decision_path(X[:1]).shape[0], 1)

    def equal_paths(self, own, theirs):
        """Links that are equally weak may go at once or, where sums are rounded, one after the other."""
        ends = [np.append(np.diff(path.ccp_alphas) > 1e-12, True) for path in (own, theirs)]
        for name in ("ccp_alphas", "impurities"):
            np.testing.assert_allclose(own[name][ends[0]], theirs[name][ends[1]], rtol=1e-9, atol=1e-12)

    def test_pruning_path_equals_that_of_scikit_learn(self):
        random = np.random.default_rng(0)
        X = random.normal(size=(300, 4))
        number = X[:, 0] + random.normal(size=300)  # continuous: no two splits are equally good
        self.equal_paths(TreeRegressor(preset="cart").cost_complexity_pruning_path(X, number),
                         DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(X, number))
        label = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0.3) * (X[:, 0] > -1)  # nor here
        self.equal_paths(TreeClassifier(preset="cart").cost_complexity_pruning_path(X, label),
                         DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, label))

    def test_pruning_path_of_an_imported_tree_equals_that_of_scikit_learn(self):
        for seed in range(3):
            X, y = table(seed=seed)
            for theirs, target in ((DecisionTreeClassifier(random_state=0), y), (DecisionTreeRegressor(random_state=0), X[:, 3] + y)):
                with self.subTest(seed=seed, estimator=theirs):
                    path = from_sklearn(theirs.fit(X, target)).model_.prune_path("impurity")
                    own = Bunch(ccp_alphas=np.asarray(path.alphas), impurities=np.asarray(path.losses))
                    self.equal_paths(own, theirs.cost_complexity_pruning_path(X, target))

    def test_pruned_by_ccp_alpha_is_that_of_scikit_learn(self):
        X, y = table()
        for alpha in (0, 0.005, 0.02, 0.1):
            ours = TreeClassifier(preset="cart", ccp_alpha=alpha).fit(X, y)
            theirs = DecisionTreeClassifier(random_state=0, ccp_alpha=alpha).fit(X, y)
            self.assertEqual(ours.get_n_leaves(), theirs.get_n_leaves())
            np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))

    def test_of_rules_has_no_nodes(self):
        X, y = table()
        rules = RuleClassifier().fit(X, y)
        for ask in (lambda: rules.tree_, lambda: rules.decision_path(X), rules.get_depth, rules.get_n_leaves,
                    lambda: rules.feature_importances_, lambda: rules.cost_complexity_pruning_path(X, y)):
            with self.assertRaisesRegex(ValueError, "list"):
                ask()


class Tools(Quiet):
    def frame(self):
        X, y = table()
        frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
        frame["city"] = np.random.default_rng(2).choice(["Köln", "Rom"], len(y))
        frame.loc[::9, ["a", "city"]] = None
        return frame, y

    def test_pipelines_hand_frames_on(self):
        frame, y = self.frame()
        numbers = ColumnTransformer([("scaled", StandardScaler(), ["a", "b"])], remainder="passthrough",
                                    verbose_feature_names_out=False).set_output(transform="pandas")
        pipeline = make_pipeline(numbers, TreeClassifier()).fit(frame, y)
        self.assertEqual(pipeline[-1].feature_names_in_.tolist(), ["a", "b", "c", "d", "city"])
        self.assertEqual(pipeline[-1].model_._kinds["city"], "text")
        self.assertGreater(pipeline.score(frame, y), 0.8)

    def test_searches_take_our_names_and_those_of_scikit_learn(self):
        X, y = table()
        ours = GridSearchCV(TreeClassifier(), {"min_leaf": [1, 5], "max_depth": [2, 4]}, cv=3).fit(X, y)
        theirs = GridSearchCV(TreeClassifier(), {"min_samples_leaf": [1, 5], "max_depth": [2, 4]}, cv=3).fit(X, y)
        np.testing.assert_array_equal(ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"])
        self.assertEqual(ours.best_estimator_.get_params(), theirs.best_estimator_.get_params())
        step = GridSearchCV(make_pipeline(StandardScaler(), TreeClassifier()),
                            {"treeclassifier__ccp_alpha": [0.0, 0.01], "treeclassifier__criterion": ["entropy", "gini"]}, cv=3).fit(X, y)
        self.assertIn("treeclassifier__ccp_alpha", step.best_params_)

    def test_scores(self):
        X, y = table()
        self.assertEqual(cross_val_score(TreeClassifier(), X, y, cv=3).shape, (3,))
        calibrated = CalibratedClassifierCV(TreeClassifier(), cv=3).fit(X, y)
        np.testing.assert_allclose(calibrated.predict_proba(X).sum(axis=1), 1)
        importance = permutation_importance(TreeClassifier().fit(X, X[:, 1] > 0), X, X[:, 1] > 0, n_repeats=2, random_state=0)
        self.assertEqual(importance.importances_mean.argmax(), 1)

    def test_copies_are_the_same_model(self):
        frame, y = self.frame()
        for estimator in (TreeClassifier(preset="c45", class_weight="balanced"), RuleClassifier(), TreeRegressor(max_depth=3)):
            estimator.fit(frame, y)
            stream = io.BytesIO()
            joblib.dump(estimator, stream)
            stream.seek(0)
            for copied in (pickle.loads(pickle.dumps(estimator)), copy.copy(estimator), copy.deepcopy(estimator), joblib.load(stream)):
                self.assertEqual(copied.model_, estimator.model_)
                np.testing.assert_array_equal(copied.predict(frame), estimator.predict(frame))
                self.assertEqual(copied.get_params(), estimator.get_params())
            self.assertFalse(hasattr(clone(estimator), "model_"))
            self.assertEqual(pickle.loads(pickle.dumps(estimator.model_)), estimator.model_)
            with tempfile.TemporaryDirectory() as folder:
                estimator.save(f"{folder}/a.tree")
                self.assertEqual(load(f"{folder}/a.tree"), estimator.model_)


class Routing(Quiet):
    def setUp(self):
        super().setUp()
        self.enterContext(config_context(enable_metadata_routing=True))

    def learner(self):
        return TreeClassifier(prune="reduced-error").set_fit_request(sample_weight=True, validation=True).set_score_request(sample_weight=True)

    def test_brings_weights_and_validation_rows_through_a_pipeline(self):
        X, y = table()
        weights, held_out = np.random.default_rng(1).random(len(y)), (X[:80], y[:80])
        wanted = self.learner().fit(X, y, weights, validation=held_out).model_
        pipeline = Pipeline([("tree", self.learner())]).fit(X, y, sample_weight=weights, validation=held_out)
        self.assertEqual(pipeline[-1].model_, wanted)
        self.assertNotEqual(pipeline.fit(X, y, sample_weight=weights)[-1].model_, wanted)

    def test_brings_them_through_a_search(self):
        X, y = table()
        weights, held_out = np.random.default_rng(1).random(len(y)), (X[:80], y[:80])
        search = GridSearchCV(self.learner(), {"max_depth": [2, 6]}, cv=3).fit(X, y, sample_weight=weights, validation=held_out)
        wanted = clone(search.best_estimator_).fit(X, y, weights, validation=held_out)
        self.assertEqual(search.best_estimator_.model_, wanted.model_)
        scores = cross_val_score(TreeClassifier().set_fit_request(sample_weight=True).set_score_request(sample_weight=True), X, y, cv=3,
                                 params={"sample_weight": weights})
        self.assertEqual(len(scores), 3)


class Names(Quiet):
    VALUES = {"prior": "equal", "loss": [[0, 2], [1, 0]], "categorical_features": [0]}

    def test_from_elsewhere_set_our_parameters(self):
        for name, own in _SAME.items():
            with self.subTest(name=name):
                value = self.VALUES.get(name, 7)
                self.assertEqual(TreeClassifier(**{name: value}).get_params()[own], value)
                self.assertEqual(TreeClassifier().set_params(**{name: value}).get_params()[own], value)

    def test_of_scikit_learns_constructor_all_have_an_answer(self):
        for own, theirs in ((TreeClassifier, DecisionTreeClassifier), (TreeRegressor, DecisionTreeRegressor)):
            for name in theirs().get_params():
                with self.subTest(name=name):
                    if name not in _NOT_HERE:
                        own(**{name: theirs().get_params()[name]})
                        continue
                    for use in (lambda: own(**{name: 1}), lambda: own().set_params(**{name: 1})):
                        with self.assertRaisesRegex((TypeError, ValueError), f"has no parameter {name}=: ."):
                            use()

    def test_of_criteria_are_understood(self):
        X, y = table()
        for preset, word, ours in (("cart", "entropy", "information-gain"), ("cart", "log_loss", "information-gain"),
                                   ("c45", "gain_ratio", "gain-ratio"), ("J48", None, None)):
            if ours is None:
                self.assertEqual(TreeClassifier(preset="j48").fit(X, y).model_, TreeClassifier(preset="c45").fit(X, y).model_)
                continue
            self.assertEqual(TreeClassifier(preset=preset, criterion=word).fit(X, y).model_,
                             TreeClassifier(preset=preset, criterion=ours).fit(X, y).model_)
        self.assertEqual(TreeRegressor(criterion="squared_error").fit(X, y).model_, TreeRegressor(criterion="squared-error").fit(X, y).model_)

    def test_of_ccp_alpha_and_the_seed(self):
        X, y = table()
        self.assertEqual(TreeClassifier(ccp_alpha=0).get_params()["prune"], "none")
        self.assertEqual(TreeClassifier(ccp_alpha=0.01).get_params()["complexity"], "impurity")
        self.assertEqual(TreeClassifier(random_state=None, n_jobs=-1).fit(X, y).model_, TreeClassifier().fit(X, y).model_)

    def test_that_mean_a_share_of_the_rows_are_not_misunderstood(self):
        for name in ("min_samples_leaf", "min_samples_split"):
            for use in (lambda: TreeClassifier(**{name: 0.1}), lambda: TreeClassifier().set_params(**{name: 0.1})):
                with self.assertRaisesRegex(ValueError, "number of rows"):
                    use()

    def test_that_nobody_uses_get_a_hint(self):
        with self.assertRaisesRegex(TypeError, "did you mean max_depth="):
            TreeClassifier(max_depht=3)
        with self.assertRaisesRegex(ValueError, "did you mean max_depth="):
            TreeClassifier().set_params(max_depht=3)
        with self.assertRaisesRegex(TypeError, "no parameter prune="):
            RuleClassifier(prune="none")

    def test_are_no_parameters(self):
        self.assertNotIn("min_samples_leaf", TreeClassifier().get_params())
        self.assertEqual(repr(TreeClassifier(min_samples_leaf=3)), "TreeClassifier(min_leaf=3)")


class IntegerLabels(unittest.TestCase):
    def test_of_any_range_and_type_are_the_classes_in_order(self):
        random = np.random.default_rng(0)
        for labels in (random.integers(-128, 128, 600).astype(np.int8), random.integers(0, 2, 600).astype(bool),
                       random.choice([0, 65535], 600), random.choice([0, 65536], 600), random.choice([-2**63, 5], 600),
                       random.choice(np.array([2**63 + 1, 5], dtype=np.uint64), 600)):
            with self.subTest(kind=labels.dtype, highest=labels.max()):
                estimator = TreeClassifier(preset="cart", prune="none").fit(labels.astype(np.float64)[:, None] % 1e6, labels)
                self.assertEqual(estimator.classes_.dtype, labels.dtype)
                np.testing.assert_array_equal(estimator.classes_, np.unique(labels))
                np.testing.assert_array_equal(estimator.predict(labels.astype(np.float64)[:, None] % 1e6), labels)


if __name__ == "__main__":
    unittest.main()
