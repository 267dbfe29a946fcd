"""The arrays of a tree, and a tree as thresholds only."""

import unittest

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from treewright import _core
from treewright._frames import columns_of
from treewright._sklearn_import import model_from_sklearn
from treewright._tree import Tree


def mixed_table(rng, rows=400, missing=0.0):
    """Numbers, two categories, and a class and a number that depend on them."""
    size = rng.normal(size=rows).round(1)
    colour = rng.integers(0, 6, rows)
    shape = rng.integers(0, 3, rows)
    score = size + np.array([2.0, -1.0, 0.0, 2.0, -1.0, 3.0])[colour] + (shape == 1) * size + rng.normal(size=rows) * 0.3
    lost = [rng.random(rows) < missing for _ in range(3)]
    table = {
        "size": np.where(lost[0], np.nan, size),
        "colour": [None if gone else "abcdef"[i] for i, gone in zip(colour, lost[1])],
        "shape": [None if gone else ("round", "square", "flat")[i] for i, gone in zip(shape, lost[2])],
    }
    return table, np.array(["low", "middle", "high"])[np.digitize(score, [0.0, 2.0])], score


def fitted(table, target, **options):
    columns = columns_of({**table, "target": target})
    settings = {"prune": "none", "min-leaf": 5, **options}
    return _core.fit(_core.make_dataset(columns, {"target": "target"}), settings)


def walk(arrays, row):
    """A row through arrays in scikit-learn's layout; returns the leaf."""
    node = 0
    while arrays.children_left[node] >= 0:
        x = row[arrays.feature[node]]
        left = arrays.missing_go_to_left[node] if np.isnan(x) else x <= arrays.threshold[node]
        node = (arrays.children_left if left else arrays.children_right)[node]
    return node


def walk_tree(tree, row):
    """A row through the tree itself, by what the docs of its arrays say."""
    node = 0
    while not tree.is_leaf[node]:
        x, children = row[tree.feature[node]], tree.children_of(node)
        kind = tree.kinds[tree.kind[node]]
        if kind == "is_missing":
            child = 0 if np.isnan(x) else 1
        elif np.isnan(x):
            child = tree.missing_child[node]
        elif kind == "threshold":
            child = 0 if x <= tree.threshold[node] else 1
        elif kind == "multiway":
            child = int(x)
        elif x in tree.left_levels_of(node):
            child = 0
        elif x in tree.right_levels_of(node):
            child = 1
        else:
            child = int(np.argmax(tree.weight[children]))
        node = int(children[child])
    return node


class Arrays(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(0)
        self.table, self.classes, self.score = mixed_table(self.rng)
        self.model = fitted(self.table, self.classes, preset="cart", **{"max-depth": 4})
        self.tree = Tree(self.model)

    def test_of_a_tree_of_one_leaf(self):
        tree = Tree(fitted({"x": [1.0, 1.0]}, ["a", "b"]))
        self.assertEqual((tree.node_count, tree.leaf_count, tree.max_depth), (1, 1, 0))
        self.assertEqual(list(tree.children_of(0)), [])
        self.assertEqual(tree.value.tolist(), [[0.5, 0.5]])
        self.assertEqual(tree.lowered().feature.tolist(), [-2])

    def test_they_are_read_only_and_have_docs(self):
        for name in ("kind", "threshold", "class_weights", "left_levels", "children"):
            with self.assertRaises(ValueError):
                getattr(self.tree, name)[...] = 0
            self.assertTrue(getattr(Tree, name).__doc__)
        with self.assertRaises(AttributeError):
            self.tree.kind = None

    def test_they_fit_together(self):
        tree = self.tree
        self.assertEqual(len(tree.child_start), tree.node_count + 1)
        self.assertEqual(tree.n_leaves, np.count_nonzero(tree.is_leaf))
        for node in range(tree.node_count):
            for child in tree.children_of(node):
                self.assertEqual(tree.parent[child], node)
                self.assertEqual(tree.depth[child], tree.depth[node] + 1)
            path = tree.path_to(node)
            self.assertEqual((path[0], path[-1], len(path)), (0, node, tree.depth[node] + 1))
            is_subset = tree.kinds[tree.kind[node]] == "subset"
            self.assertEqual(len(tree.left_levels_of(node)) > 0, is_subset)
            self.assertEqual(len(tree.right_levels_of(node)) > 0, is_subset)
        self.assertGreater(np.count_nonzero(tree.kind == tree.kinds.index("subset")), 0)
        self.assertEqual(tree.levels, ((), tuple("abcdef"), ("flat", "round", "square")))
        self.assertEqual(tree.feature_kinds, ("number", "category", "category"))
        self.assertEqual(tree.classes, ("high", "low", "middle"))

    def test_a_walk_by_them_ends_where_predictions_do(self):
        for options in ({"preset": "cart"}, {"preset": "id3"}, {"preset": "id3", "missing": "category"}, {"missing": "direction"}):
            table, classes, score = mixed_table(self.rng, missing=0.1)
            for target in (classes, score):
                if target is score and options.get("preset") == "id3":
                    continue
                model = fitted(table, target, surrogates=0, **options)
                tree, cells = Tree(model), model.matrix(columns_of(table))
                first, shares, leaves = model.predict_matrix(cells, _core.Wanted(labels=True, probabilities=target is classes, leaves=True))
                self.assertEqual([walk_tree(tree, row) for row in cells], leaves.tolist())
                np.testing.assert_array_equal(tree.value[leaves], first[:, None] if shares is None else shares)

    def test_unknown_nodes(self):
        for node in (-1, self.tree.node_count):
            with self.assertRaises(IndexError):
                self.tree.children_of(node)
            with self.assertRaises(IndexError):
                self.tree.path_to(node)

    def test_rule_lists_have_none(self):
        rules = _core.simplify(self.model, _core.make_dataset(columns_of({**self.table, "target": self.classes}), {"target": "target"}))
        with self.assertRaisesRegex(ValueError, "rule list"):
            Tree(rules)

    def test_matrix(self):
        cells = self.model.matrix(columns_of({"shape": ["square", "new", None], "size": [1.5, None, 2.0], "colour": ["f", "a", "b"]}))
        np.testing.assert_array_equal(cells, [[1.5, 5, 2], [np.nan, 0, np.nan], [2, 1, np.nan]])


class Lowered(unittest.TestCase):
    def test_every_row_ends_in_the_same_leaf(self):
        rng = np.random.default_rng(1)
        cases = [{"preset": "cart"}, {"preset": "id3"}, {"preset": "id3", "missing": "category"}, {"categories": "one-vs-rest"}]
        for seed, options in enumerate(cases * 3):
            table, classes, _ = mixed_table(rng, missing=0.1 * (seed % 2))
            model = fitted(table, classes, surrogates=0, **options)
            tree = Tree(model)
            lowered = tree.lowered()
            rows = model.matrix(columns_of(table))
            leaves = model.predict_matrix(rows, _core.Wanted(leaves=True))[2]
            self.assertEqual([lowered.node[walk(lowered, row)] for row in rows], leaves.tolist())
            self.check_weights(tree, lowered)

    def check_weights(self, tree, lowered):
        inner = np.flatnonzero(lowered.children_left >= 0)
        sums = lowered.weighted_n_node_samples[lowered.children_left[inner]] + lowered.weighted_n_node_samples[lowered.children_right[inner]]
        np.testing.assert_allclose(sums, lowered.weighted_n_node_samples[inner], rtol=1e-9)
        self.assertTrue((lowered.weighted_n_node_samples[inner] > 0).all())
        leaves = lowered.children_left < 0
        together = np.bincount(lowered.node[leaves], lowered.weighted_n_node_samples[leaves], tree.node_count)
        np.testing.assert_allclose(together[tree.is_leaf], tree.weight[tree.is_leaf])

    def test_numbers_alone_keep_their_nodes(self):
        rng = np.random.default_rng(2)
        cells, target = rng.normal(size=(200, 3)).astype(np.float32).astype(np.float64), rng.integers(0, 3, 200)
        for estimator in (DecisionTreeClassifier(max_depth=5), DecisionTreeRegressor(max_depth=5)):
            theirs = estimator.fit(cells, target).tree_
            tree = Tree(model_from_sklearn(estimator).model)
            ours = tree.binary_arrays()
            for name in ("children_left", "children_right", "feature", "impurity", "value", "weighted_n_node_samples"):
                np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
            np.testing.assert_allclose(ours.threshold, theirs.threshold, rtol=1e-6, atol=1e-6)
            inner = theirs.children_left >= 0
            np.testing.assert_array_equal(ours.missing_go_to_left[inner], theirs.missing_go_to_left[inner].astype(bool))
            np.testing.assert_array_equal(ours.node, np.arange(tree.node_count))

    def test_categories_are_not_in_scikit_learns_layout(self):
        table, classes, _ = mixed_table(np.random.default_rng(3))
        with self.assertRaisesRegex(ValueError, "asks about the levels of '.*', which one threshold cannot say: lowered"):
            Tree(fitted(table, classes, preset="id3")).binary_arrays()

    def test_too_many_copies(self):
        table, classes, _ = mixed_table(np.random.default_rng(4))
        with self.assertRaisesRegex(ValueError, "more than 10 nodes"):
            Tree(fitted(table, classes, preset="id3")).lowered(most_nodes=10)

    def test_shap_refuses_what_it_cannot_say(self):
        table, classes, _ = mixed_table(np.random.default_rng(5), missing=0.2)
        for options, reason in (({"preset": "c45"}, "down all branches"), ({"missing": "surrogate"}, "surrogates decide")):
            tree = Tree(fitted(table, classes, **options))
            with self.assertRaisesRegex(ValueError, f"{reason}.*complete_rows=True"):
                tree.shap_dict()
            self.assertIn("trees", tree.shap_dict(complete_rows=True))


if __name__ == "__main__":
    unittest.main()
