"""Treewright against scikit-learn: the same questions, to the last bit, wherever the best question is only one.

scikit-learn grows a tree; the program `replay` (tests/replay) walks it in parallel with ours. Down to the first node whose best candidates
tie, the two trees must be equal in features, thresholds and counts ("direct"). At a tie scikit-learn draws lots and we have a
rule, so from there on each of its nodes is replayed: our split search on that node's rows must have scikit-learn's cut among its
tied best, with the same bits in the threshold. Every leaf of scikit-learn's must be one that we would not split either.

Two traits of scikit-learn shape the data. It casts features to float32 and takes neighbours within 1e-7 as one value: the values
given here are float32 numbers further apart than that. And it takes variances as mean square minus squared mean: targets far
from zero lose their digits (with targets around 10^4 ± 1 it stops at pairs of rows that differ, around 10^6 it chooses cuts that
gain clearly less, around 10^8 it hardly splits at all). So it gets targets around zero, mostly multiples of 1/8, of which its
sums are exact; test_far_from_zero shows that ours need no such care. No other allowance is made: a cut that is not among our
tied best is a failure.
"""

import collections
import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy
from sklearn import datasets
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
REPLAY = PROGRAM.parents[2] / "tests" / "replay" / "replay"

OUR_NAME = {"gini": "gini", "entropy": "information-gain", "squared_error": "squared-error"}
CLASS_CRITERIA = ("gini", "entropy")
SMALLEST_GAP = 5e-7  # between distinct values: several times what scikit-learn takes as equal

Data = collections.namedtuple("Data", "features labels classes")  # classes: 0 for regression
Settings = collections.namedtuple("Settings", "criterion max_depth min_leaf random_state", defaults=(None, 1, 0))


# scikit-learn's side


def fit(data, settings):
    learner = DecisionTreeClassifier if data.classes else DecisionTreeRegressor
    model = learner(criterion=settings.criterion, max_depth=settings.max_depth, min_samples_leaf=settings.min_leaf,
                    random_state=settings.random_state)
    return model.fit(data.features, data.labels).tree_


def value_of(tree, node, classes):
    """The class counts, which scikit-learn keeps as shares, or the mean."""
    if not classes:
        return float(tree.value[node][0][0])
    return [round(share * int(tree.n_node_samples[node])) for share in tree.value[node][0].tolist()]


def nodes_of(tree, classes):
    """[feature, threshold, left, right, rows, value] of each node, as tests/replay/description.h has it."""
    for node in range(tree.node_count):
        is_leaf = tree.children_left[node] < 0
        question = [-1, 0.0, 0, 0] if is_leaf else [int(tree.feature[node]), float(tree.threshold[node]),
                                                    int(tree.children_left[node]), int(tree.children_right[node])]
        yield [*question, int(tree.n_node_samples[node]), value_of(tree, node, classes)]


def describe(data, settings):
    """The table and scikit-learn's tree of it."""
    return {"criterion": OUR_NAME[settings.criterion], "max_depth": settings.max_depth, "min_leaf": settings.min_leaf,
            "classes": data.classes, "columns": data.features.T.tolist(), "labels": data.labels.tolist(),
            "nodes": list(nodes_of(fit(data, settings), data.classes))}


def replay(description):
    done = subprocess.run([REPLAY], input=json.dumps(description), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


# Data that survive float32


def surviving(features):
    """The features as float32 numbers; refused if scikit-learn would take two different ones as equal."""
    features = features.astype(numpy.float32).astype(numpy.float64)
    for column in features.T:
        gaps = numpy.diff(numpy.unique(column))
        if gaps.size and gaps.min() < SMALLEST_GAP:
            raise ValueError(f"two values are only {gaps.min()} apart")
    return features


def bundled(load):
    features, labels = load(return_X_y=True)
    return Data(surviving(features), labels, 0 if load is datasets.load_diabetes else int(labels.max()) + 1)


def random_features(rng, rows, columns):
    return surviving(rng.integers(-2**22, 2**22, size=(rows, columns)) / 2**10)


def random_cells(rng, features, depth):
    """A random tree of that depth cuts the space: the number of the cell of each row."""
    cells = numpy.zeros(len(features), dtype=int)
    for _ in range(depth):
        parts = cells * 2
        for cell in numpy.unique(cells):
            rows = numpy.flatnonzero(cells == cell)
            column = rng.integers(features.shape[1])
            parts[rows] += features[rows, column] <= rng.choice(features[rows, column])
        cells = parts
    return cells


def class_data(seed, columns, classes):
    """A class for each cell of a random tree; 3 rows in 100 have a random one."""
    rng = numpy.random.default_rng(seed)
    features = random_features(rng, 3000, columns)
    labels = rng.integers(classes, size=2**6)[random_cells(rng, features, 6)]
    strays = rng.random(len(labels)) < 0.03
    return Data(features, numpy.where(strays, rng.integers(classes, size=len(labels)), labels), classes)


def number_data(seed, columns, strays=0.01):
    """A multiple of 1/8 for each cell of a random tree; a share of the rows strays from it."""
    rng = numpy.random.default_rng(seed)
    features = random_features(rng, 3000, columns)
    eighths = rng.integers(-4000, 4000, size=2**6)[random_cells(rng, features, 6)]
    noise = rng.integers(-400, 400, size=len(eighths)) * (rng.random(len(eighths)) < strays)
    return Data(features, (eighths + noise) / 8, 0)


def smooth_data(seed, columns):
    """Targets with all the digits of a double."""
    rng = numpy.random.default_rng(seed)
    features = random_features(rng, 2000, columns)
    return Data(features, numpy.sin(features.sum(axis=1) / 1000) + 0.3 * rng.normal(size=2000), 0)


def generated(seed, columns):
    for classes in (2, 4):
        for criterion in CLASS_CRITERIA:
            yield f"{classes} classes", class_data(seed, columns, classes), criterion
    yield "numbers", number_data(seed, columns), "squared_error"


class SklearnTest(unittest.TestCase):
    seeds = (1, 2, 3)

    def compare(self, name, data, settings, least_direct=0.0):
        """Nothing may differ between scikit-learn's tree and ours; `least_direct`: the share of nodes that no tie may hide."""
        name = f"{name}, {settings.criterion}"
        with self.subTest(name):
            report = replay(describe(data, settings))
            print(f"{name:52} {report['nodes']:5} nodes: {report['direct']:5} direct, {report['by_replay']:5} by replay")
            self.assertEqual(report["mismatches"], 0, report)
            self.assertEqual(report["direct"] + report["by_replay"], report["nodes"], "every node is compared in one way")
            self.assertGreaterEqual(report["direct"], least_direct * report["nodes"])

    def compare_generated(self, columns, **limits):
        for seed in self.seeds:
            for kind, data, criterion in generated(seed, columns):
                name = ", ".join([f"{columns} features, {kind}, seed {seed}", *(f"{key} {value}" for key, value in limits.items())])
                self.compare(name, data, Settings(criterion, **limits), least_direct=0.5)

    # Generated data: whole trees

    def test_single_feature_fully_grown(self):
        self.compare_generated(columns=1)

    def test_several_features_fully_grown(self):
        self.compare_generated(columns=4)

    def test_limited_depth(self):
        self.compare_generated(columns=8, max_depth=5)

    def test_minimum_leaf(self):
        """Here the best cut may lie at the first or last place that the limit allows, between two rows of one class."""
        self.compare_generated(columns=4, min_leaf=7)

    def test_every_target_different(self):
        """One row per leaf with a single feature: thousands of nodes, hardly a tie."""
        settings = Settings("squared_error")
        for seed in self.seeds:
            self.compare(f"1 feature, noisy eighths, seed {seed}", number_data(seed, 1, strays=1.0), settings, least_direct=0.9)
            self.compare(f"1 feature, smooth, seed {seed}", smooth_data(seed, 1), settings, least_direct=0.9)

    def test_every_target_different_and_several_features(self):
        """A row that stands out can be cut off by several features: such trees tie early, and are mostly replayed."""
        for seed in self.seeds:
            self.compare(f"4 features, smooth, seed {seed}", smooth_data(seed, 4), Settings("squared_error"))

    def test_far_from_zero(self):
        """scikit-learn gets the targets around zero, we get them around 2^30, where 1/8 is still exact: the same tree."""
        offset = 2.0**30
        data = number_data(1, 1, strays=1.0)
        description = describe(data, Settings("squared_error"))
        description["labels"] = (data.labels + offset).tolist()
        for node in description["nodes"]:
            node[5] += offset
        report = replay(description)
        self.assertEqual(report["mismatches"], 0, report)
        self.assertGreaterEqual(report["direct"], 0.9 * report["nodes"])

    # scikit-learn's own data: every node by replay

    def replay_bundled(self, load, criteria):
        data = bundled(load)
        for criterion in criteria:
            for random_state in range(3):  # ties drawn in three ways
                name = f"{load.__name__.removeprefix('load_')}, random state {random_state}"
                self.compare(name, data, Settings(criterion, random_state=random_state))

    def test_iris(self):
        self.replay_bundled(datasets.load_iris, CLASS_CRITERIA)

    def test_wine(self):
        self.replay_bundled(datasets.load_wine, CLASS_CRITERIA)

    def test_breast_cancer(self):
        self.replay_bundled(datasets.load_breast_cancer, CLASS_CRITERIA)

    def test_digits(self):
        self.replay_bundled(datasets.load_digits, CLASS_CRITERIA)

    def test_diabetes(self):
        self.replay_bundled(datasets.load_diabetes, ["squared_error"])


class AlterationTest(unittest.TestCase):
    """The comparison can fail: a single bit is enough (tests/replay/replay_test.cpp has more of these)."""

    def altered(self, place, change):
        description = describe(class_data(1, 4, 4), Settings("gini"))
        questions = [node for node in description["nodes"] if node[0] >= 0]
        node = questions[len(questions) // 2]
        node[place] = change(node[place])
        return replay(description)["mismatches"]

    def test_an_unaltered_tree_is_right(self):
        self.assertEqual(self.altered(1, lambda threshold: threshold), 0)

    def test_one_bit_of_a_threshold(self):
        self.assertGreater(self.altered(1, lambda threshold: math.nextafter(threshold, math.inf)), 0)

    def test_another_feature(self):
        self.assertGreater(self.altered(0, lambda feature: (feature + 1) % 4), 0)

    def test_a_count(self):
        self.assertGreater(self.altered(5, lambda counts: [counts[1], counts[0] + 1, *counts[2:]]), 0)


class CommandLineTest(unittest.TestCase):
    """Through the front door: a file of rows, `treewright train`, the model file. Both trees are numbered in preorder."""

    def trained(self, data, settings):
        with tempfile.TemporaryDirectory() as folder:
            rows, model = pathlib.Path(folder) / "rows.csv", pathlib.Path(folder) / "m.tree"
            self.write_rows(rows, data)
            depth = [] if settings.max_depth is None else ["--max-depth", str(settings.max_depth)]
            command = [PROGRAM, "train", rows, "--target", "y", "--preset", "cart", "--prune", "none",
                       "--criterion", OUR_NAME[settings.criterion], *depth, "-o", model]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(model.read_text())["tree"]["nodes"]

    def write_rows(self, path, data):
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*(f"x{i}" for i in range(data.features.shape[1])), "y"])
            for features, label in zip(data.features.tolist(), data.labels.tolist()):
                writer.writerow([*features, f"class {label}" if data.classes else label])

    def our_nodes(self, nodes, classes):
        for node in nodes:
            question = [node["feature"], node["threshold"], *node["children"]] if "feature" in node else [-1, 0.0, 0, 0]
            yield [*question, int(node["weight"]), node["class_weights" if classes else "mean"]]

    def assert_same_tree(self, data, settings):
        description = describe(data, settings)
        self.assertEqual(replay(description)["ties"], 0, "this test is for data without ties")
        nodes = self.trained(data, settings)
        self.assertEqual(list(self.our_nodes(nodes, data.classes)), description["nodes"])

    def test_gini(self):
        self.assert_same_tree(class_data(1, 4, 2), Settings("gini", max_depth=4))

    def test_information_gain(self):
        self.assert_same_tree(class_data(1, 4, 4), Settings("entropy", max_depth=4))

    def test_squared_error(self):
        self.assert_same_tree(number_data(3, 1), Settings("squared_error"))


if __name__ == "__main__":
    unittest.main()
