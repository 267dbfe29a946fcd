"""shap.TreeExplainer explains our trees through its dictionary form."""

import itertools
import math
import os
import sys
import unittest

import numpy as np
import shap
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from tree_test import fitted, mixed_table  # noqa: E402

from treewright import _core  # noqa: E402
from treewright._frames import columns_of  # noqa: E402
from treewright._sklearn_import import model_from_sklearn  # noqa: E402
from treewright._tree import Tree  # noqa: E402


def child_of(tree, node, x):
    """The position of the child that a value goes to."""
    kind = tree.kinds[tree.kind[node]]
    if kind == "is_missing":
        return 0 if np.isnan(x) else 1
    if np.isnan(x):
        return tree.missing_child[node]
    if kind == "threshold":
        return 0 if x <= tree.threshold[node] else 1
    if kind == "multiway":
        return int(x)
    if x in tree.left_levels_of(node):
        return 0
    return 1 if x in tree.right_levels_of(node) else int(np.argmax(tree.weight[tree.children_of(node)]))


def worth(tree, known, row, node=0):
    """The mean prediction where only these features are known: the others go down all branches by their weights."""
    if tree.is_leaf[node]:
        return tree.value[node]
    children = tree.children_of(node)
    if tree.feature[node] in known:
        return worth(tree, known, row, children[child_of(tree, node, row[tree.feature[node]])])
    return sum(tree.weight[child] / tree.weight[node] * worth(tree, known, row, child) for child in children)


def shapley(tree, row):
    """By the definition: over all sets of features."""
    features = range(len(tree.features))
    values = np.zeros((len(features), tree.value.shape[1]))
    for feature in features:
        others = [other for other in features if other != feature]
        for size in range(len(others) + 1):
            share = math.factorial(size) * math.factorial(len(others) - size) / math.factorial(len(features))
            for known in itertools.combinations(others, size):
                values[feature] += share * (worth(tree, {*known, feature}, row) - worth(tree, set(known), row))
    return values


def explained(tree, rows, **options):
    """Shap values by row, feature and class, and the expectation; in regression there is one class."""
    explainer = shap.TreeExplainer(tree.shap_dict(**options))
    values = np.asarray(explainer.shap_values(rows))
    return values.reshape(len(rows), len(tree.features), -1), np.atleast_1d(explainer.expected_value)


class Explained(unittest.TestCase):
    def test_as_shap_explains_the_tree_of_scikit_learn(self):
        rng = np.random.default_rng(0)
        cells = rng.normal(size=(300, 4)).astype(np.float32).astype(np.float64)
        cells[rng.random(cells.shape) < 0.1] = np.nan
        target = np.abs(np.nan_to_num(cells[:, 0])).round() + rng.integers(0, 2, 300)
        for kind in (DecisionTreeClassifier, ExtraTreeClassifier, DecisionTreeRegressor):
            theirs = kind(max_depth=6, random_state=0).fit(cells, target)
            explainer = shap.TreeExplainer(theirs)  # its classes come in the same order: they have one digit
            values, expectation = explained(Tree(model_from_sklearn(theirs).model), cells[:60])
            np.testing.assert_allclose(values, np.asarray(explainer.shap_values(cells[:60])).reshape(values.shape), atol=1e-12)
            np.testing.assert_allclose(expectation, np.atleast_1d(explainer.expected_value), atol=1e-12)

    def check(self, model, rows, **options):
        tree = Tree(model)
        values, expectation = explained(tree, rows, **options)
        leaves = model.predict_matrix(rows, _core.Wanted(leaves=True))[2]
        np.testing.assert_allclose(values.sum(axis=1) + expectation, tree.value[leaves], atol=1e-9)
        for row, own in zip(rows[:10], values):
            np.testing.assert_allclose(own, shapley(tree, row), atol=1e-9)

    def test_categories_and_missing_values_by_the_definition(self):
        rng = np.random.default_rng(1)
        cases = ({"preset": "cart"}, {"preset": "id3"}, {"preset": "id3", "missing": "category"}, {"categories": "one-vs-rest"})
        for options in cases:
            table, classes, score = mixed_table(rng, rows=200, missing=0.1)
            for target in (classes, score):
                if target is score and options.get("preset") == "id3":
                    continue
                model = fitted(table, target, surrogates=0, **options, **{"max-depth": 4})
                self.check(model, model.matrix(columns_of(table))[:40])

    def test_complete_rows_of_trees_with_surrogates(self):
        rng = np.random.default_rng(2)
        table, classes, _ = mixed_table(rng, rows=200, missing=0.1)
        model = fitted(table, classes, missing="surrogate", **{"max-depth": 4})
        cells = model.matrix(columns_of(mixed_table(rng, rows=30)[0]))
        self.check(model, cells, complete_rows=True)

    def test_with_background_rows(self):
        table, classes, _ = mixed_table(np.random.default_rng(3), rows=200)
        model = fitted(table, classes, preset="cart")
        tree, cells = Tree(model), model.matrix(columns_of(table))
        explainer = shap.TreeExplainer(tree.shap_dict(), cells[:50], feature_perturbation="interventional")
        leaves = model.predict_matrix(cells[:20], _core.Wanted(leaves=True))[2]
        values = explainer.shap_values(cells[:20])
        np.testing.assert_allclose(values.sum(axis=1) + explainer.expected_value, tree.value[leaves], atol=1e-6)


if __name__ == "__main__":
    unittest.main()
