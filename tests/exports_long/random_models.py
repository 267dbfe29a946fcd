"""Random models and the rows that tell a wrong export from a right one: every threshold with its neighbours, every level, missing and unseen
values of every feature, signed zeros, infinities and denormals. The answers are the model's own."""

import collections
import dataclasses
import datetime
import math
import warnings

import numpy as np
import pyarrow as pa

import treewright as tw
from hostile_names import NAMES

UNSEEN = "a level that was never seen"
EPOCH = datetime.datetime(1970, 1, 1)


@dataclasses.dataclass
class Feature:
    """A column: its cells are floats, days, microseconds or level names; None is missing."""
    name: str
    kind: str  # number, date, time, ordered, category
    levels: list = dataclasses.field(default_factory=list)
    cells: list = dataclasses.field(default_factory=list)

    def arrow(self, cells):
        if self.kind == "number":
            return pa.array([math.nan if cell is None else cell for cell in cells], pa.float64())
        if self.kind == "date":
            return pa.array(cells, pa.int32()).cast(pa.date32())
        if self.kind == "time":
            return pa.array(cells, pa.int64()).cast(pa.timestamp("us"))
        if self.kind == "ordered":
            codes = [None if cell is None else self.levels.index(cell) for cell in cells]
            return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), self.levels, ordered=True)
        return pa.array(cells, pa.string())

    def fed(self, cells):
        """What an export is fed: doubles, with NaN for missing, or texts, with None."""
        if self.kind in ("number", "date"):
            return [math.nan if cell is None else float(cell) for cell in cells]
        if self.kind == "time":
            return [math.nan if cell is None else cell / 1e6 for cell in cells]
        return list(cells)

    def number_of(self, value):
        """A cell next to a threshold, which is in days or seconds."""
        return round(value * 1e6) if self.kind == "time" else round(value) if self.kind == "date" else value


@dataclasses.dataclass
class Case:
    """A model and rows to try it on."""
    name: str
    model: tw.Model
    features: list
    rows: list  # one list of cells per feature
    refuses: bool = False

    def table(self, rows=None):
        columns = self.rows if rows is None else [[cells[row] for row in rows] for cells in self.rows]
        return pa.table({feature.name: feature.arrow(cells) for feature, cells in zip(self.features, columns)})

    @property
    def count(self):
        return len(self.rows[0])

    def answers(self):
        """Labels or numbers, probabilities (None in regression) and leaves; where the model refuses a row, None, NaN and -1."""
        kept = [row for row in range(self.count) if self.accepts(row)] if self.refuses else list(range(self.count))
        table = self.table(kept)
        labels = np.full(self.count, None, dtype=object) if self.model.is_classifier else np.full(self.count, math.nan)
        leaves = np.full(self.count, -1)
        labels[kept], leaves[kept] = self.model.predict(table), self.model.apply(table)
        if not self.model.is_classifier:
            return labels, None, leaves
        shares = np.full((self.count, len(self.model.classes)), math.nan)
        shares[kept] = self.model.predict_proba(table)
        return labels, shares, leaves

    def accepts(self, row):
        try:
            self.model.predict(self.table([row]))
            return True
        except ValueError:
            return False


class Maker:
    """Draws models, one after the other, from one stream of random numbers."""

    def __init__(self, seed, names=NAMES):
        self.random = np.random.default_rng(seed)
        self.names = names
        self.refusals = collections.Counter()

    def pick(self, items):
        return items[int(self.random.integers(len(items)))]

    def some(self, items, count):
        return [items[i] for i in self.random.permutation(len(items))[:count]]

    def case(self, number, refused=lambda text: False):
        """`refused`: names that the target is not asked to hold."""
        names = [name for name in self.names if not refused(name)]
        count = int(self.random.integers(40, 250))
        own = self.some(names, int(self.random.integers(2, 8)))
        target, own = own[0], own[1:]
        features = [self.feature(name, names, count) for name in own]
        regression = self.random.random() < 0.25
        labels = self.numbers(features, count) if regression else self.classes(features, count, names)
        options = self.options(regression, labels)
        table = pa.table({feature.name: feature.arrow(feature.cells) for feature in features} | {target: pa.array(labels)})
        weights = self.random.random(count) + 0.01 if self.random.random() < 0.3 else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                model = tw.train(table, target, sample_weight=weights, task="regression" if regression else "classification", **options)
            except ValueError as error:
                self.refusals[str(error)[:60]] += 1
                return None  # options that do not go together, or nothing to learn from
        by_name = {feature.name: feature for feature in features}
        features = [by_name[name] for name in model.features]
        rows = self.rows(model, features)
        return Case(f"{number}: {options}", model, features, rows, options.get("missing") == "error")

    def feature(self, name, names, count):
        kind = self.pick(["number", "number", "category", "category", "ordered", "date", "time"])
        feature = Feature(name, kind)
        if kind == "number":
            pool = self.pick([[0.1 * i for i in range(12)], list(self.random.normal(size=60)), [float(i) for i in range(5)], [1e300, -1e300, 1.0, 2.0],
                              [5e-324, 1e-323, 0.0, -5e-324], [1.0, math.nextafter(1.0, 2.0), math.nextafter(1.0, 0.0)], list(self.random.lognormal(0, 20, 40))])
            pool = [float(value) for value in pool]
        elif kind == "date":
            pool = [int(day) for day in self.random.integers(-2000, 20000, 20)]
        elif kind == "time":
            pool = [int(moment) for moment in self.random.integers(0, 2 * 10**15, 20)]
        else:
            feature.levels = pool = self.some(names, int(self.pick([2, 2, 3, 5, 8, 12, 40])))
        gaps = self.pick([0.0, 0.0, 0.1, 0.4])
        feature.cells = [None if self.random.random() < gaps else self.pick(pool) for _ in range(count)]
        return feature

    def score(self, features, count):
        """A number per row that depends on some of the features."""
        total = self.random.normal(scale=0.3, size=count)
        for feature in features[:3]:
            values = {cell: self.random.normal() for cell in dict.fromkeys(feature.cells)}
            total += [values[cell] for cell in feature.cells]
        return total

    def numbers(self, features, count):
        return [float(round(value, 3)) for value in self.score(features, count)]

    def classes(self, features, count, names):
        number = int(self.pick([2, 2, 2, 3, 3, 5, 12, 30]))
        own = self.some(names, number)
        ranks = np.argsort(np.argsort(self.score(features, count))) * number // count
        return [own[rank] for rank in ranks]

    def options(self, regression, labels):
        options = {"preset": self.pick(["auto", "cart"] if regression else ["auto", "id3", "c45", "cart"]),
                   "missing": self.pick(["majority", "direction", "category", "error", "fractional", "surrogate", "surrogate", None]),
                   "categories": self.pick([None, "multiway", "subset", "one-vs-rest"]),
                   "prune": self.pick([None, "none", "none"]), "max_depth": self.pick([None, None, 1, 2, 6])}
        if not regression and self.random.random() < 0.3:
            classes = sorted(set(labels))
            kind = self.pick(["priors", "costs"])
            if kind == "priors":
                options["priors"] = {name: float(self.random.random() + 0.1) for name in classes}
            else:
                options["costs"] = {true: {other: float(self.random.random() * 5) for other in classes if other != true} for true in classes}
        return {name: value for name, value in options.items() if value is not None}

    # --- rows ---------------------------------------------------------------------------------------------------------------------

    def rows(self, model, features, drawn=150):
        facts = model.to_dict()
        pools = [special_cells(feature, facts) for feature in features]
        base = len(features[0].cells)
        rows = [[feature.cells[row] for feature in features] for row in range(0, base, 3)]
        for position, pool in enumerate(pools):
            for cell in pool:
                origin = int(self.random.integers(base))
                row = [feature.cells[origin] for feature in features]
                row[position] = cell
                rows.append(row)
        for _ in range(drawn):
            rows.append([self.pick(pool) for pool in pools])
        return [list(cells) for cells in zip(*rows)]


def special_cells(feature, facts):
    """The cells of a feature that a tree could treat differently."""
    if feature.kind == "category":
        return [*feature.levels, None, UNSEEN]
    if feature.kind == "ordered":
        return [*feature.levels, None]
    cells = {None}
    for value in thresholds_on(feature, facts):
        if feature.kind == "number":
            cells |= {value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf)}
        else:
            step = 1 if feature.kind == "date" else 1e-6
            cells |= {feature.number_of(value + offset * step) for offset in (-1, -0.5, 0, 0.5, 1)}
    if feature.kind == "number":
        cells |= {0.0, -0.0, 1.0, math.inf, -math.inf, 5e-324, -5e-324, 1e308, -1e308, 0.5}
        return sorted(cells, key=repr) + [-0.0]
    return sorted(cells | {0}, key=repr)


def thresholds_on(feature, facts):
    for node in facts["nodes"]:
        for question in [node, *node.get("surrogates", [])]:
            if question.get("kind") == "threshold" and question["feature"] == feature.name:
                yield number_in(question["threshold"], feature)


def number_in(threshold, feature):
    """Days or seconds of a date or a time in a document."""
    if not isinstance(threshold, str):
        return float(threshold)
    if feature.kind == "date":
        return (datetime.date.fromisoformat(threshold) - EPOCH.date()).days
    text, _, fraction = threshold.partition(".")
    return (datetime.datetime.fromisoformat(text) - EPOCH).total_seconds() + float(f"0.{fraction or 0}")


def many(count, seed, refused=lambda text: False, names=NAMES):
    """That many cases. Draws of options that do not go together are passed over; too many of them would be a fault of this file."""
    maker = Maker(seed, names)
    made = tried = 0
    while made < count:
        tried += 1
        assert tried < 3 * count + 20, "too few of the random options can be trained"
        case = maker.case(tried, refused)
        if case is not None:
            made += 1
            yield case


def chain(depth):
    """A tree of that depth: x ≤ 0, else x ≤ 1, …, with a leaf on the left every time; missing values go right."""
    splits = np.arange(depth)
    nodes = 2 * depth + 1
    weights = np.random.default_rng(depth).integers(1, 9, (nodes, 3)).astype(float)
    arrays = {"left": np.full(nodes, -1), "right": np.full(nodes, -1), "feature": np.zeros(nodes, dtype=np.int64),
              "threshold": np.zeros(nodes), "label": np.arange(nodes) % 3, "class_weights": weights, "weight": weights.sum(axis=1)}
    arrays["left"][2 * splits], arrays["right"][2 * splits], arrays["threshold"][2 * splits] = 2 * splits + 1, 2 * splits + 2, splits
    names = tw._core.Names(["x"], "y", ["a", "b", "c"])
    model = tw.Model(tw._core.model_of_arrays(names, arrays, {}, "a test"))
    feature = Feature("x", "number")
    cells = [cell for value in splits[:: max(1, depth // 100)] for cell in (float(value), math.nextafter(value, math.inf), math.nextafter(value, -math.inf))]
    return Case(f"a chain of {depth} questions", model, [feature], [[*cells, None, math.inf, -math.inf, float(depth), -0.0]])
