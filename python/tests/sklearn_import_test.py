"""Trees of scikit-learn as models: the same answers, at the thresholds and elsewhere."""

import unittest
import warnings

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor

from treewright import _core
from treewright._frames import columns_of
from treewright._messages import TreewrightWarning
from treewright._sklearn_import import float64_thresholds, model_from_sklearn

LARGEST = float(np.finfo(np.float32).max)
SMALLEST = float(np.nextafter(np.float32(0), np.float32(1)))


def predicted(imported, matrix):
    """Labels or numbers, probabilities in scikit-learn's order, leaves."""
    wanted = _core.Wanted(labels=True, probabilities=imported.classes is not None, leaves=True)
    labels, shares, leaves = imported.model.predict_matrix(np.ascontiguousarray(matrix), wanted)
    if imported.classes is None:
        return labels, None, leaves
    original = imported.classes[np.argsort(imported.class_positions)]
    return original[labels], shares[:, imported.class_positions], leaves


def table(rng, rows=300, missing=True):
    cells = rng.normal(size=(rows, 4)).round(2)
    if missing:
        cells[rng.random(cells.shape) < 0.1] = np.nan
    return cells


def bits(doubles):
    return np.asarray(doubles, dtype=np.float64).view(np.int64)


class SameAnswers(unittest.TestCase):
    def check_classes(self, tree, cells, exactly):
        imported = model_from_sklearn(tree)
        labels, shares, leaves = predicted(imported, cells)
        np.testing.assert_array_equal(labels, tree.predict(cells))
        theirs = tree.predict_proba(cells)
        if exactly:
            np.testing.assert_array_equal(bits(shares), bits(theirs))
        else:  # theirs miss a sum of 1 by some rounding
            sums = theirs.sum(axis=1, keepdims=True)
            np.testing.assert_array_max_ulp(shares, theirs / sums, maxulp=4)
            np.testing.assert_allclose(sums, 1.0, rtol=1e-14)
        if not np.isinf(tree.tree_.threshold).any():
            np.testing.assert_array_equal(leaves, tree.apply(cells))
        content = imported.model.bytes()
        self.assertEqual(_core.FittedModel.from_bytes(content).bytes(), content)

    def check_numbers(self, tree, cells):
        imported = model_from_sklearn(tree)
        numbers, _, _ = predicted(imported, cells)
        np.testing.assert_array_equal(bits(numbers), bits(tree.predict(cells)))
        np.testing.assert_allclose(imported.model.importance(), tree.feature_importances_, atol=1e-12)

    def test_classes(self):
        for seed in range(8):
            rng = np.random.default_rng(seed)
            cells, labels = table(rng), rng.integers(0, rng.integers(2, 20), 300) * 7
            for kind in (DecisionTreeClassifier, ExtraTreeClassifier):
                for criterion in ("gini", "entropy"):
                    tree = kind(criterion=criterion, max_depth=6, random_state=seed)
                    new = table(rng)
                    self.check_classes(tree.fit(cells, labels), new, exactly=True)
                    self.check_classes(tree.fit(cells, labels, rng.integers(0, 4, 300)), new, exactly=True)
                    self.check_classes(tree.fit(cells, labels, rng.random(300)), new, exactly=False)
                    self.check_classes(tree.set_params(class_weight="balanced").fit(cells, labels), new, exactly=False)

    def test_classes_under_monotonic_constraints(self):
        for seed in range(5):
            rng = np.random.default_rng(seed)
            cells = table(rng, missing=False)
            labels = cells[:, 0] - cells[:, 1] + rng.normal(size=300) > 0
            tree = DecisionTreeClassifier(max_depth=6, monotonic_cst=[1, -1, 0, 0]).fit(cells, labels)
            self.check_classes(tree, table(rng), exactly=False)

    def test_numbers(self):
        rng = np.random.default_rng(1)
        for kind in (DecisionTreeRegressor, ExtraTreeRegressor):
            for criterion in ("squared_error", "friedman_mse", "poisson", "absolute_error"):
                for constraints in (None, [1, 0, -1, 0]):
                    cells = table(rng, missing=False)
                    target = np.abs(cells[:, 0] + rng.normal(size=300)).round(1)
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        tree = kind(criterion=criterion, max_depth=6, monotonic_cst=constraints)
                        self.check_numbers(tree.fit(cells, target, rng.random(300)), table(rng, missing=False))

    def test_missing_values(self):
        rng = np.random.default_rng(2)
        cells = table(rng)
        cells[:, 3] = np.where(rng.random(300) < 0.3, np.nan, 1.0)  # only whether it is missing tells anything
        labels = np.isnan(cells[:, 3]).astype(int) + 2 * (cells[:, 0] > 0)
        tree = DecisionTreeClassifier().fit(cells, labels)
        self.assertTrue(np.isinf(tree.tree_.threshold).any())
        self.check_classes(tree, table(rng), exactly=True)
        self.check_numbers(DecisionTreeRegressor(max_depth=7).fit(cells, labels + rng.normal(size=300)), table(rng))

    def test_missing_values_that_training_did_not_see(self):
        rng = np.random.default_rng(3)
        cells = table(rng, missing=False)
        tree = DecisionTreeClassifier(max_depth=6).fit(cells, cells[:, 0] > cells[:, 1])
        self.check_classes(tree, table(rng), exactly=True)

    def test_where_scikit_learn_refuses_missing_values_they_go_with_more_rows(self):
        tree = ExtraTreeRegressor(splitter="best").fit([[1], [2], [3], [9]], [0, 0, 0, 5])
        with self.assertRaises(ValueError):
            tree.predict([[np.nan]])
        self.assertEqual(predicted(model_from_sklearn(tree), [[np.nan]])[0], 0.0)

    def test_a_tie_of_classes(self):
        tree = DecisionTreeClassifier(max_depth=1).fit([[0], [0], [1]], [10, 9, 9])
        self.check_classes(tree, [[0.0], [1.0]], exactly=True)
        self.assertEqual(predicted(model_from_sklearn(tree), [[0.0]])[0], 9)
        self.assertEqual(model_from_sklearn(tree).model.target[2], ["10", "9"])

    def test_a_leaf_alone(self):
        self.check_classes(DecisionTreeClassifier().fit([[0], [1]], ["a", "a"]), [[0.5]], exactly=True)
        self.check_numbers(DecisionTreeRegressor().fit([[0], [1]], [2.5, 2.5]), [[0.5]])


class Thresholds(unittest.TestCase):
    def neighbourhood(self, threshold):
        """Doubles at and around a threshold, around the two float32 next to it and around the points halfway between float32."""
        with np.errstate(over="ignore", under="ignore"):
            single = np.float32(threshold)
            singles = [single]
            for direction in (np.inf, -np.inf):
                step = single
                for _ in range(2):
                    step = np.nextafter(step, np.float32(direction))
                    singles.append(step)
        middle = [float(s) for s in sorted(singles) if np.isfinite(s)]
        middle += [(a + b) / 2 for a, b in zip(middle, middle[1:])] + [threshold, np.mean([threshold, middle[0]])]
        return [near for m in middle for near in (m, np.nextafter(m, np.inf), np.nextafter(m, -np.inf))]

    def check(self, thresholds):
        ours = float64_thresholds(thresholds)
        for threshold, adjusted in zip(thresholds, ours):
            for x in self.neighbourhood(threshold) + self.neighbourhood(adjusted) + [0.0, -0.0, np.inf, -np.inf]:
                with np.errstate(over="ignore", under="ignore"):
                    theirs = bool(np.float64(np.float32(x)) <= threshold)
                self.assertEqual(x <= adjusted, theirs, (x, threshold))

    def test_random_ones(self):
        rng = np.random.default_rng(0)
        with np.errstate(over="ignore", under="ignore"):
            singles = rng.normal(size=60).astype(np.float32) * np.float32(10.0) ** rng.integers(-40, 38, 60).astype(np.float32)
        following = np.nextafter(singles, np.float32(np.inf)).astype(np.float64)
        self.check(list(rng.normal(size=60)) + list(singles.astype(np.float64)) + list((singles.astype(np.float64) + following) / 2))

    def test_at_the_ends(self):
        tiny = [0.0, -0.0, SMALLEST, -SMALLEST, SMALLEST / 2, -SMALLEST / 2, 1e-50, -1e-50, 5e-324, -5e-324, 1.17549435e-38]
        self.check(tiny + [LARGEST, -LARGEST, 2.0**128, -(2.0**128), 2.0**128 - 2.0**103, 2.0**103 - 2.0**128, 1e300, -1e300])

    def test_infinity_stays(self):
        self.assertEqual(float64_thresholds([np.inf])[0], np.inf)

    def test_of_a_fitted_tree(self):
        rng = np.random.default_rng(4)
        for scale in (1.0, 1e-42, 1e37, 16777216.0):
            cells = np.clip(rng.normal(size=(200, 2)) * scale, -LARGEST, LARGEST)
            tree = DecisionTreeClassifier().fit(cells, rng.integers(0, 3, 200))
            imported = model_from_sklearn(tree)
            for node in np.flatnonzero(tree.tree_.children_left >= 0):
                near = [x for x in self.neighbourhood(tree.tree_.threshold[node]) if abs(x) <= LARGEST]
                rows = np.repeat(cells[:1], len(near), axis=0)
                rows[:, tree.tree_.feature[node]] = near
                np.testing.assert_array_equal(predicted(imported, rows)[2], tree.apply(rows))
                singles = rows.astype(np.float32)
                np.testing.assert_array_equal(predicted(imported, singles)[2], tree.apply(singles))
                columns = columns_of(singles, imported.feature_names)
                np.testing.assert_array_equal(imported.model.predict(columns, _core.Wanted(leaves=True))[2], tree.apply(singles))

    def test_what_is_too_large_for_float32_is_refused_there_and_large_here(self):
        tree = DecisionTreeClassifier().fit([[0], [1]], ["low", "high"])
        for x, label in ((1e39, "high"), (-1e39, "low"), (np.inf, "high"), (-np.inf, "low")):
            with self.assertRaises(ValueError), np.errstate(over="ignore"):
                tree.predict([[x]])
            self.assertEqual(predicted(model_from_sklearn(tree), [[x]])[0], label)


class Names(unittest.TestCase):
    def classes_of(self, labels):
        imported = model_from_sklearn(DecisionTreeClassifier().fit([[i] for i in range(len(labels))], labels))
        levels = imported.model.target[2]
        return {label: levels[position] for label, position in zip(imported.classes.tolist(), imported.class_positions)}

    def test_of_classes(self):
        self.assertEqual(self.classes_of([2, 10, -1]), {2: "2", 10: "10", -1: "-1"})
        self.assertEqual(self.classes_of([1.0, 3.0]), {1.0: "1", 3.0: "3"})
        self.assertEqual(self.classes_of([True, False]), {True: "true", False: "false"})
        self.assertEqual(self.classes_of(["é", "a", "Z"]), {"é": "é", "a": "a", "Z": "Z"})

    def test_of_features(self):
        import pandas

        frame = pandas.DataFrame({"height": [1.0, 2.0], "target": [0.0, 1.0]})
        imported = model_from_sklearn(DecisionTreeClassifier().fit(frame, [0, 1]))
        self.assertEqual((imported.feature_names, imported.has_names), (["height", "target"], True))
        self.assertEqual(imported.model.target[0], "target_")
        imported = model_from_sklearn(DecisionTreeClassifier().fit(frame.to_numpy(), [0, 1]))
        self.assertEqual((imported.feature_names, imported.has_names), (["x0", "x1"], False))

    def test_what_is_known_of_the_training(self):
        tree = DecisionTreeClassifier(criterion="entropy", max_depth=3, ccp_alpha=0.01).fit([[0], [1]], [0, 1])
        text = model_from_sklearn(tree).model.bytes().decode()
        for part in ('"criterion":"information-gain"', '"max-depth":"3"', '"alpha":"0.01"', '"program_version":"scikit-learn '):
            self.assertIn(part, text)


class Refusals(unittest.TestCase):
    def check(self, estimator, kind, *parts):
        with self.assertRaises(kind) as caught:
            model_from_sklearn(estimator)
        for part in parts:
            self.assertIn(part, str(caught.exception))

    def test_of_what_is_no_fitted_tree(self):
        cells, labels = [[0], [1], [0], [1]], [0, 1, 0, 1]
        self.check(DecisionTreeClassifier(), ValueError, "not fitted yet")
        self.check(DecisionTreeClassifier, TypeError, "the class DecisionTreeClassifier")
        self.check(DecisionTreeClassifier().fit(cells, labels).tree_, TypeError, "give the estimator")
        self.check(RandomForestClassifier(3).fit(cells, labels), TypeError, ".estimators_[0]")
        self.check(GradientBoostingClassifier(n_estimators=2).fit(cells, labels), TypeError, "adds up many trees")
        self.check(make_pipeline(StandardScaler(), DecisionTreeClassifier()).fit(cells, labels), TypeError, "pipeline[-1]")
        self.check(GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1]}, cv=2).fit(cells, labels), TypeError, "best_estimator_")
        self.check("tree", TypeError, "this is a str")
        self.check(None, TypeError)

    def test_of_several_outputs(self):
        tree = DecisionTreeRegressor().fit([[0], [1]], [[0, 1], [1, 2]])
        self.check(tree, ValueError, "2 outputs", "one tree per output")

    def test_of_classes_that_read_the_same(self):
        tree = DecisionTreeClassifier().fit([[0], [1]], [0, 1])
        tree.classes_ = np.array([1, "1"], dtype=object)
        self.check(tree, ValueError, "read '1'")

    def test_of_broken_text(self):
        tree = DecisionTreeClassifier().fit([[0], [1]], ["a", "b"])
        tree.classes_ = np.array(["a", "\ud800"], dtype=object)
        self.check(tree, ValueError, "half of a character")

    def test_of_negative_weights(self):
        cells = [[0], [0], [1], [1]]
        tree = DecisionTreeClassifier().fit(cells, [0, 1, 0, 1], [3, -1, 1, 3])
        self.check(tree, ValueError, "negative")

    def test_criteria_without_variances_are_named_in_a_warning(self):
        with self.assertWarnsRegex(TreewrightWarning, "absolute_error"):
            model_from_sklearn(DecisionTreeRegressor(criterion="absolute_error").fit([[0], [1]], [0, 1]))

    def test_of_unsound_arrays(self):
        """Nothing that is passed ends the interpreter."""
        rng = np.random.default_rng(5)
        names = _core.Names(["a", "b"], "target", ["no", "yes"])
        refused = 0
        for _ in range(300):
            nodes = int(rng.integers(0, 6))
            arrays = {name: rng.integers(-2, nodes + 2, nodes) for name in ("left", "right", "feature", "label")}
            arrays |= {name: rng.choice([0.0, 1.0, -1.0, np.nan, np.inf, 1e308], nodes) for name in ("threshold", "weight", "impurity")}
            arrays["missing_goes_left"] = rng.random(nodes) < 0.5
            arrays["class_weights"] = rng.choice([0.0, 1.0, np.nan], (nodes, int(rng.integers(1, 4))))
            try:
                _core.model_of_arrays(names, arrays, {}, "a test")
            except ValueError:
                refused += 1
        self.assertGreater(refused, 250)


if __name__ == "__main__":
    unittest.main()
