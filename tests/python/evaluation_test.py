"""The figures of `treewright evaluate` and their intervals against scikit-learn, scipy and statsmodels.

Random trees meet random rows, with and without weights. What the tree says of each row comes from `treewright predict`; everything else
is computed here, by others' code or, for DeLong's variance, pair by pair from the definition.
"""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy
from scipy import stats
from sklearn import metrics
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
MODELS = 12
TABLES = 8  # for each model


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--threads", "1"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def write(path, names, columns):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(zip(*columns))


class Case:
    """A tree, rows for it and what it says of them."""

    def __init__(self, folder, random, classes):
        self.folder, self.random, self.classes = folder, random, classes
        self.model = folder / "model.tree"
        write(folder / "train.csv", ["g", "x", "y"], self.columns(int(random.integers(20, 200))))
        task = "classification" if classes else "regression"
        run("train", folder / "train.csv", "--target", "y", "--task", task, "--categorical", "g", "--prune", "none", "--quiet",
            "--max-depth", str(random.integers(1, 5)), "-o", self.model, "--force")

    def columns(self, rows):
        levels = self.random.integers(0, 4, rows)
        x = numpy.round(self.random.normal(size=rows), 1)
        if self.classes == 0:
            y = numpy.round(levels + x + self.random.normal(size=rows), 3)
        else:
            y = [f"c{value}" for value in (levels + (x > 0) + self.random.integers(0, 3, rows)) % self.classes]
            y[: self.classes] = [f"c{j}" for j in range(self.classes)]  # training sees all of them
        return [[f"l{level}" for level in levels], x, y]

    def next_rows(self):
        g, x, y = self.columns(int(self.random.integers(10, 300)))
        kind = self.random.integers(0, 3)
        self.weights = (numpy.ones(len(y)) if kind == 0 else self.random.integers(1, 5, len(y)) if kind == 1
                        else numpy.round(self.random.uniform(0.5, 3, len(y)), 2))
        self.y = numpy.array(y)
        write(self.folder / "test.csv", ["g", "x", "y", "w"], [g, x, y, self.weights])
        rows = list(csv.DictReader(run("predict", self.model, self.folder / "test.csv", "--quiet").splitlines()))
        self.predicted = numpy.array([row["prediction"] for row in rows], dtype=None if self.classes else float)
        self.names = [f"c{j}" for j in range(self.classes)]
        self.probabilities = numpy.array([[float(row[f"p:{name}"]) for name in self.names] for row in rows])
        extra = ["--weight", "w"] if self.weights.max() > 1 or self.random.random() < 0.5 else []
        return extra

    def evaluate(self, *options):
        return json.loads(run("evaluate", self.model, self.folder / "test.csv", "--json", "--quiet", *options))


def delong_variance(inside, outside, inside_weights, outside_weights):
    """Pair by pair, a weight being a number of equal rows."""
    wins = (inside[:, None] > outside[None, :]) + 0.5 * (inside[:, None] == outside[None, :])
    m, n = inside_weights.sum(), outside_weights.sum()
    of_inside = (wins * outside_weights).sum(axis=1) / n
    of_outside = (wins * inside_weights[:, None]).sum(axis=0) / m
    area = (of_inside * inside_weights).sum() / m
    return ((inside_weights * (of_inside - area) ** 2).sum() / (m - 1) / m
            + (outside_weights * (of_outside - area) ** 2).sum() / (n - 1) / n)


class Evaluation(unittest.TestCase):
    def cases(self, kinds):
        random = numpy.random.default_rng(6)
        with tempfile.TemporaryDirectory() as name:
            for _ in range(MODELS):
                case = Case(pathlib.Path(name), random, int(random.choice(kinds)))
                for _ in range(TABLES):
                    yield case, case.next_rows()

    def near(self, found, expected):
        self.assertAlmostEqual(found, expected, delta=1e-9 * max(1.0, abs(expected)))

    def near_interval(self, figure, interval):
        self.near(figure["low"], interval[0])
        self.near(figure["high"], interval[1])

    def test_classes(self):
        for case, options in self.cases([2, 2, 3, 5]):
            result = case.evaluate(*options)
            figures, y, weights = result["figures"], case.y, case.weights
            right = (case.predicted == y).astype(float)
            self.near(figures["accuracy"]["value"], metrics.accuracy_score(y, case.predicted, sample_weight=weights))
            self.near_interval(figures["accuracy"], proportion_confint((right * weights).sum(), weights.sum(), method="wilson"))
            exact = case.evaluate(*options, "--interval", "exact")["figures"]["accuracy"]
            self.near_interval(exact, proportion_confint((right * weights).sum(), weights.sum(), method="beta"))
            means = metrics.precision_recall_fscore_support(y, case.predicted, average="macro", sample_weight=weights, zero_division=0)
            for name, expected in zip(("precision", "recall", "f1"), means):
                self.near(figures[name]["value"], expected)
            truth = (y[:, None] == numpy.array(case.names)).astype(float)
            brier = ((case.probabilities - truth) ** 2).sum(axis=1)
            self.near(figures["brier"]["value"], numpy.average(brier, weights=weights))
            matrix = metrics.confusion_matrix(y, case.predicted, labels=case.names, sample_weight=weights)
            numpy.testing.assert_allclose(result["confusion"], matrix, rtol=1e-12)
            self.check_classes(result, matrix)
            self.check_areas(case, result)

    def check_classes(self, result, matrix):
        """Precision and recall of each class are shares with Wilson's interval."""
        for j, one in enumerate(result["classes"]):
            for name, whole in (("precision", matrix[:, j].sum()), ("recall", matrix[j].sum())):
                if whole == 0:
                    self.assertIsNone(one[name]["value"])
                    continue
                self.near(one[name]["value"], matrix[j, j] / whole)
                self.near_interval(one[name], proportion_confint(matrix[j, j], whole, method="wilson"))

    def test_weights_that_are_importance(self):
        """Figures stay, intervals count (sum of weights)² / (sum of squares) rows."""
        for case, options in self.cases([2]):
            if not options:
                continue
            figure = case.evaluate(*options, "--weights-are", "importance")["figures"]["accuracy"]
            rows = case.weights.sum() ** 2 / (case.weights ** 2).sum()
            share = numpy.average(case.predicted == case.y, weights=case.weights)
            self.near(figure["value"], share)
            self.near_interval(figure, proportion_confint(share * rows, rows, method="wilson"))

    def check_areas(self, case, result):
        areas = []
        for position, name in enumerate(case.names):
            inside = case.y == name
            figure = result["classes"][position]["auc"]
            if not 0 < inside.sum() < len(inside):
                self.assertIsNone(figure["value"])
                continue
            scores, weights = case.probabilities[:, position], case.weights
            area = metrics.roc_auc_score(inside, scores, sample_weight=weights)
            areas.append(area)
            self.near(figure["value"], area)
            if min(weights[inside].sum(), weights[~inside].sum()) <= 1:
                continue
            error = numpy.sqrt(delong_variance(scores[inside], scores[~inside], weights[inside], weights[~inside]))
            if error > 0:
                reach = stats.norm.ppf(0.975) * error
                self.near_interval(figure, (max(0, area - reach), min(1, area + reach)))
        if len(case.names) > 2:
            self.near(result["figures"]["auc"]["value"], numpy.mean(areas))

    def test_log_loss_where_nothing_is_clipped(self):
        checked = 0
        for case, options in self.cases([2, 3]):
            if case.probabilities.min() < 0.05:
                continue
            labels = sorted(set(case.names))
            expected = metrics.log_loss(case.y, case.probabilities, labels=labels, sample_weight=case.weights)
            self.near(case.evaluate(*options)["figures"]["log_loss"]["value"], expected)
            checked += 1
        self.assertGreater(checked, 5)

    def test_numbers(self):
        for case, options in self.cases([0]):
            figures, y, weights = case.evaluate(*options)["figures"], case.y, case.weights
            self.near(figures["rmse"]["value"], metrics.root_mean_squared_error(y, case.predicted, sample_weight=weights))
            self.near(figures["mae"]["value"], metrics.mean_absolute_error(y, case.predicted, sample_weight=weights))
            self.near(figures["r_squared"]["value"], metrics.r2_score(y, case.predicted, sample_weight=weights))

    def test_bootstrap_beside_scipys(self):
        """Two programs that draw give two intervals: their ends must lie within a tenth of the width."""
        random = numpy.random.default_rng(1)
        with tempfile.TemporaryDirectory() as name:
            case = Case(pathlib.Path(name), random, 0)
            case.next_rows()
            while len(case.y) < 150 or case.weights.max() > 1:
                case.next_rows()
            figures = case.evaluate()["figures"]
            for figure, statistic in (("rmse", metrics.root_mean_squared_error), ("mae", metrics.mean_absolute_error),
                                      ("r_squared", metrics.r2_score)):
                found = stats.bootstrap((case.y, case.predicted), statistic, paired=True, vectorized=False, n_resamples=2000,
                                        method="BCa", rng=numpy.random.default_rng(2)).confidence_interval
                width = found.high - found.low
                self.assertAlmostEqual(figures[figure]["low"], found.low, delta=0.1 * width)
                self.assertAlmostEqual(figures[figure]["high"], found.high, delta=0.1 * width)


class Resampling(unittest.TestCase):
    """Rounds of cv and compare, and what others make of them."""

    LOANS = ROOT / "examples" / "data" / "loans.csv"

    def test_areas_are_means_of_rounds(self):
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name) / "held.csv"
            result = json.loads(run("cv", self.LOANS, "--target", "repaid", "--json", "--quiet", "--predictions", file))
            rows = list(csv.DictReader(file.read_text().splitlines()))
        areas = []
        for fold in {row["fold"] for row in rows}:
            mine = [row for row in rows if row["fold"] == fold]
            areas.append(metrics.roc_auc_score([row["repaid"] == "no" for row in mine], [float(row["p:no"]) for row in mine]))
        self.assertAlmostEqual(result["held_out"]["auc"]["value"], numpy.mean(areas), delta=1e-12)

    def test_comparison(self):
        """Nadeau and Bengio's intervals and tests from the losses of the rounds, Holm's correction by statsmodels."""
        learners = ["id3", "c45", "cart --max-depth 0", "auto"]
        presets = [word for learner in learners for word in ("--preset", learner)]
        result = json.loads(run("compare", self.LOANS, "--target", "repaid", *presets, "--repeats", "3", "--json", "--quiet"))
        rounds = {learner["learner"]: numpy.array(learner["rounds"]) for learner in result["learners"]}
        overlap = 1 / 30 + 1 / 9
        for learner in result["learners"]:
            losses = rounds[learner["learner"]]
            reach = stats.t.ppf(0.975, 29) * numpy.sqrt(overlap * losses.var(ddof=1))
            self.assertAlmostEqual(learner["loss"]["low"], max(0, losses.mean() - reach), delta=1e-9)
            self.assertAlmostEqual(learner["loss"]["high"], min(1, losses.mean() + reach), delta=1e-9)
        for pair in result["pairs"]:
            differences = rounds[pair["first"]] - rounds[pair["second"]]
            t = differences.mean() / numpy.sqrt(overlap * differences.var(ddof=1))
            self.assertAlmostEqual(pair["t"], t, delta=1e-9)
            self.assertAlmostEqual(pair["p"], 2 * stats.t.sf(abs(t), 29), delta=1e-9)
        holm = multipletests([pair["p"] for pair in result["pairs"]], method="holm")[1]
        numpy.testing.assert_allclose([pair["p_holm"] for pair in result["pairs"]], holm, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
