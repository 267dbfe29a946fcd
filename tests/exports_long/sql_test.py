"""Random trees as SQL in SQLite, DuckDB, PostgreSQL and Spark: prediction, leaf and every bit of the probabilities are those of the model. Names are
names to each of them, and numbers are read back as the same doubles."""

import atexit
import datetime
import functools
import itertools
import math
import os
import pathlib
import random
import struct
import sys
import tempfile
import unittest
import warnings

import numpy as np
import pyarrow as pa

import treewright as tw

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "python")]
import sql_cases  # noqa: E402
from hostile_names import NAMES  # noqa: E402
from program_cases import deep, of_every_kind, single_leaf  # noqa: E402
from random_models import Case, Feature, chain, many  # noqa: E402
from sql_engines import DuckDb, Postgres, Spark, Sqlite  # noqa: E402

CASES = int(os.environ.get("TREEWRIGHT_CASES", "300"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260401"))
EPOCH = datetime.datetime(1970, 1, 1)
SHARE = {"sqlite": 1, "duckdb": 1, "postgres": 1, "spark": 6}  # Spark takes a second for each query
MOST_ROWS = 250


@functools.cache
def engine(kind):
    made = kind()
    atexit.register(made.close)
    return made


def cell_text(feature, cell, decimals):
    """Dates and times as ISO texts."""
    if cell is None or feature.kind not in ("date", "time"):
        return cell
    if feature.kind == "date":
        return (EPOCH + datetime.timedelta(days=cell)).date().isoformat()
    return (EPOCH + datetime.timedelta(microseconds=cell)).isoformat(sep=" ", timespec="milliseconds" if decimals == 3 else "microseconds")


def cut_times(case, decimals, most_rows):
    """The same case with times that the database can tell apart, and not too many rows."""
    step = 10 ** (6 - decimals)
    every = 1 + case.count // most_rows
    rows = []
    for feature, cells in zip(case.features, case.rows):
        cells = cells[::every]
        rows.append([None if cell is None else cell - cell % step for cell in cells] if feature.kind == "time" else list(cells))
    return Case(case.name, case.model, case.features, rows, case.refuses)


def wanted_lines(case):
    labels, shares, leaves = case.answers()
    for row in range(case.count):
        if leaves[row] == -1:
            yield [None] * (2 + (0 if shares is None else shares.shape[1]))
        else:
            yield [labels[row], *([] if shares is None else shares[row].tolist()), int(leaves[row])]


def same(wanted, found, is_number):
    if is_number and isinstance(found[0], str):  # PostgreSQL
        found = [float(found[0]), *found[1:]]
    bits = lambda value: struct.pack(">d", value) if isinstance(value, float) else value
    return [bits(value) for value in wanted] == [bits(value) for value in found]


def differences(case, database, table="data", most_rows=MOST_ROWS):
    case = cut_times(case, database.decimals, most_rows)
    names = [feature.name for feature in case.features]
    columns = [[cell_text(feature, cell, database.decimals) for cell in cells] for feature, cells in zip(case.features, case.rows)]
    rows = [dict(zip(names, cells)) for cells in zip(*columns)]
    query = case.model.export("sql", dialect=database.dialect, table=table.replace(".", ".."))
    found = database.answer(names, [feature.kind for feature in case.features], rows, query, table)
    is_number = not case.model.is_classifier
    return [(row, wanted, answer) for row, wanted, answer in zip(rows, wanted_lines(case), found) if not same(wanted, answer, is_number)][:3], len(rows)


class Databases:
    """The tests of one database; each class below names its own."""

    engine = None

    @classmethod
    def setUpClass(cls):
        cls.database = engine(cls.engine)

    def check(self, case, most_rows=MOST_ROWS):
        wrong, rows = differences(case, self.database, most_rows=most_rows)
        self.assertEqual(wrong, [], case.name)
        return rows

    def possible(self, name):
        """Whether the database can have a name; those that it cannot are refused by a sentence of ours."""
        return self.database.dialect != "spark" or "${" not in name

    def test_random_trees(self):
        rows = trees = refused = 0
        methods = set()
        count = CASES // SHARE[self.database.dialect]
        for case in itertools.chain(many(count, SEED, lambda name: not self.possible(name)), of_every_kind(SEED + 1, 2)):
            names = [feature.name for feature in case.features]
            if len({name.casefold().encode()[:63] for name in names}) < len(names):  # one column to some databases
                refused += 1
                continue
            try:
                case.model.export("sql", dialect=self.database.dialect)
            except ValueError as error:
                self.assertRegex(str(error), "SQL can say that of at most|cannot both be in a table|is not UTF-8|cannot have a column")
                refused += 1
                continue
            methods.add(case.model.options["missing"])
            rows += self.check(case)
            trees += 1
        self.assertGreater(trees, 0.8 * count)
        self.assertEqual(methods, {"majority", "direction", "category", "error", "fractional", "surrogate"})
        print(f"{self.database.dialect}: {trees} trees, {rows} rows, {refused} refused")

    def test_parts_of_dates_truth_values_and_words_for_missing(self):
        rows = trees = 0
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(CASES // 3 // SHARE[self.database.dialect]):
                draw = random.Random(seed)
                case = sql_cases.Case(draw, folder)
                integers = [name for name, kind in case.columns.items() if kind.kind == "integer"]
                probes = [row for row in case.probes(draw, 40) if all(row[name] is None or float(row[name]).is_integer() for name in integers)]
                found = self.database.answer(case.columns.keys(), [kind.kind for kind in case.columns.values()], probes, case.sql(self.database.dialect))
                for row, (prediction, shares, leaf), answer in zip(probes, case.expected(probes), found):
                    self.assertTrue(same([prediction, *shares, leaf], list(answer), case.regression), (seed, case.options, row, prediction, shares, leaf, answer))
                rows += len(probes)
                trees += 1
        print(f"{self.database.dialect}: {trees} trees by the command line, {rows} rows")

    def test_deep_trees(self):
        for case in (chain(60), chain(1000), deep(60, "surrogate"), deep(60, "fractional"), deep(60, "category"), single_leaf(True), single_leaf(False)):
            self.check(case)

    def test_a_balanced_tree(self):
        count = 2**11 if self.database.dialect == "spark" else 2**13
        table = pa.table({"x": [float(i) for i in range(count)], "y": [float((i * 2654435761) % 2**32) for i in range(count)]})
        model = tw.train(table, "y", task="regression", preset="cart", prune="none", min_leaf=1, min_split=2)
        self.assertGreater(model.tree.leaf_count, count / 2)
        cells = [value for i in range(0, count, count // 60) for value in (float(i), i + 0.5, math.nextafter(i + 0.5, 0))]
        self.check(Case("balanced", model, [Feature("x", "number")], [[*cells, None]]))

    def test_every_double_is_read_back(self):
        draw = random.Random(SEED)
        values = [5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, 2.225073858507201e-308, 0.1, 0.30000000000000004, 1e22, 1e23,
                  9007199254740993.0, 123456789012345680.0, 0.772795216741405, 557245.753700923, 0.2755905511811024, 8.41e-21, 1.7976931348623155e308, 9.5e-297]
        values += [struct.unpack("d", struct.pack("Q", draw.getrandbits(64)))[0] for _ in range(500)]
        values += [draw.random() for _ in range(200)] + [round(draw.uniform(-1e6, 1e6), draw.randrange(12)) for _ in range(200)]
        values = sorted({value for value in values if math.isfinite(value)})
        thresholds = np.array(values)
        means = np.array(draw.sample(values, len(values)) + [0.5])
        self.assertGreater(self.check(ladder(thresholds, means), most_rows=10**6), 3 * 900)

    def test_every_hostile_name_everywhere(self):
        checked = 0
        for name in NAMES:
            case = named_case(name)
            if not self.possible(name):
                with self.assertRaisesRegex(ValueError, "is replaced by a variable; rename it"):
                    case.model.export("sql", dialect=self.database.dialect, table=name)
                continue
            wrong, _ = differences(case, self.database, name)
            self.assertEqual(wrong, [], repr(name[:60]))
            checked += 1
        self.assertGreaterEqual(checked, 200)
        print(f"{self.database.dialect}: {checked} names as column, level, class and table")


def ladder(thresholds, means):
    """x ≤ the first threshold, else x ≤ the second, …; missing values go right every time."""
    depth = len(thresholds)
    nodes = 2 * depth + 1
    splits = np.arange(depth)
    arrays = {"left": np.full(nodes, -1), "right": np.full(nodes, -1), "feature": np.zeros(nodes, dtype=np.int64), "threshold": np.zeros(nodes),
              "mean": np.zeros(nodes), "weight": np.ones(nodes), "impurity": np.zeros(nodes)}
    arrays["left"][2 * splits], arrays["right"][2 * splits], arrays["threshold"][2 * splits] = 2 * splits + 1, 2 * splits + 2, thresholds
    arrays["mean"][2 * splits + 1], arrays["mean"][2 * depth] = means[:-1], means[-1]
    model = tw.Model(tw._core.model_of_arrays(tw._core.Names(["x"], "y", []), arrays, {}, "a test"))
    cells = [cell for value in thresholds.tolist() for cell in (value, math.nextafter(value, math.inf), math.nextafter(value, -math.inf))]
    return Case("doubles", model, [Feature("x", "number")], [[*cells, None, math.inf, -math.inf]])


def named_case(name):
    """The name as a column, a level and a class, next to names that a careless quote would make the same."""
    levels = [name, name + "'", "other"]
    classes = [name, name + '"', "third"]
    cells = [levels[i % 3] for i in range(30)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = tw.train(pa.table({name: cells, "the target of all": [classes[i % 3] for i in range(30)]}), "the target of all", preset="id3")
    return Case(name[:60], model, [Feature(name, "category", levels)], [[*levels, None, "unseen"]])


class TestSqlite(Databases, unittest.TestCase):
    engine = Sqlite


class TestDuckDb(Databases, unittest.TestCase):
    engine = DuckDb


class TestPostgres(Databases, unittest.TestCase):
    engine = Postgres


class TestSpark(Databases, unittest.TestCase):
    engine = Spark


if __name__ == "__main__":
    unittest.main()
