"""`treewright export --to sql` on a real database: SQLite, by Python's module. Random trees answer as the program does, to the last bit, and
no name of a column, a level, a class or a table becomes a part of the query."""

import json
import math
import pathlib
import random
import re
import sqlite3
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sql_cases  # noqa: E402
from sql_cases import HOSTILE, ROW, Case, differences, run, write_records  # noqa: E402


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


class Sqlite(sql_cases.Engine):
    dialect = "sqlite"
    types = {"integer": "INTEGER", "number": "REAL", "category": "TEXT", "ordered": "TEXT", "truth": "INTEGER", "date": "TEXT", "time": "TEXT"}

    def __init__(self, table="data", collation=""):
        self.table = table
        self.collation = collation

    def cell(self, kind, value):
        if kind == "integer" and value is not None and value.is_integer() and abs(value) < 2**53:
            return int(value)
        if isinstance(value, bool):
            return int(value)
        return value

    def declared(self, kind):
        return self.types[kind] + (self.collation if self.types[kind] == "TEXT" else "")

    def filled(self, names, kinds, rows):
        base = sqlite3.connect(":memory:")
        columns = ", ".join(f"{quoted(name)} {self.declared(kind)}" for name, kind in zip(names, kinds))
        base.execute(f"CREATE TABLE {quoted(self.table)} ({quoted(ROW)} INTEGER, {columns})")
        marks = ", ".join("?" * (len(kinds) + 1))
        base.executemany(f"INSERT INTO {quoted(self.table)} VALUES ({marks})",
                         [(i, *(self.cell(kind, row[name]) for name, kind in zip(names, kinds))) for i, row in enumerate(rows)])
        return base

    def answer(self, names, kinds, rows, query):
        base = self.filled(names, kinds, rows)
        found = sorted(base.execute(query).fetchall())
        assert [row[0] for row in found] == list(range(len(rows))), "not each row once"
        return [row[len(kinds) + 1:] for row in found]


class Trees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_twenty_random_trees_answer_as_the_program_does(self):
        rows = 0
        missing = set()
        for seed in range(24):
            draw = random.Random(seed)
            case = Case(draw, self.folder)
            probes = case.probes(draw, 60)
            rows += len(probes)
            missing.add(case.options[case.options.index("--missing") + 1])
            with self.subTest(seed=seed, options=case.options):
                self.assertEqual(differences(case, Sqlite(), probes), [])
        self.assertGreater(rows, 2000)
        self.assertGreaterEqual(missing, {"majority", "category", "error", "fractional", "surrogate"})

    def test_expressions_give_the_same_label_and_leaf(self):
        compared = 0
        for seed in range(30, 40):
            draw = random.Random(seed)
            case = Case(draw, self.folder)
            probes = case.probes(draw, 30)
            base = Sqlite().filled(case.columns.keys(), [kind.kind for kind in case.columns.values()], probes)
            if "fractional" in case.options and case.tree.get("fractional") and len(case.tree["nodes"]) > 1:
                with self.assertRaisesRegex(RuntimeError, "which takes a query: leave out --form"):
                    case.sql("sqlite", form="label")
                continue
            compared += 1
            label, leaf = case.sql("sqlite", form="label"), case.sql("sqlite", form="leaf")
            found = base.execute(f"SELECT\n{label},\n{leaf}\nFROM data ORDER BY {quoted(ROW)}").fetchall()
            self.assertEqual(found, [(prediction, number) for prediction, _, number in case.expected(probes)])
        self.assertGreater(compared, 4)

    def test_a_column_that_ignores_case_is_compared_byte_by_byte(self):
        rows = [{"c": text, "y": "small" if text == "abc" else "large"} for text in ("abc", "ABC", "Abc")] * 10
        case = self.case_of(rows, {"c": "category"}, ["--preset", "id3"])
        self.assertEqual(differences(case, Sqlite(collation=" COLLATE NOCASE"), rows[:3]), [])

    def case_of(self, rows, kinds, options):
        case = Case.__new__(Case)
        case.folder = self.folder
        case.columns = {}
        for name, kind in kinds.items():
            case.columns[name] = sql_cases.Kind(random.Random(0), kind)
            case.columns[name].levels = sorted({row[name] for row in rows if isinstance(row[name], str)})
        case.regression = isinstance(rows[0]["y"], float)
        case.rows = rows
        case.options = options
        case.train()
        return case

    def test_a_balanced_tree_of_16384_leaves_is_not_nested_too_deeply(self):
        rows = [{"x": float(i), "y": float((i * 2654435761) % 2**32)} for i in range(2**14)]
        case = self.case_of(rows, {"x": "number"}, ["--preset", "cart", "--prune", "none", "--min-leaf", "1", "--min-split", "2"])
        self.assertGreater(case.tree["leaves"], 2**13)
        probes = [{"x": value} for i in range(0, 2**14, 97) for value in (float(i), i + 0.5, math.nextafter(i + 0.5, 0))] + [{"x": None}]
        self.assertEqual(differences(case, Sqlite(), probes), [])

    def test_a_chain_is_one_case(self):
        rows = [{"x": float(i), "y": 2.0**i} for i in range(400)]
        case = self.case_of(rows, {"x": "number"}, ["--preset", "cart", "--prune", "none", "--min-leaf", "1", "--min-split", "2"])
        self.assertGreater(case.tree["depth"], 60)
        self.assertEqual(differences(case, Sqlite(), [{"x": float(i)} for i in range(400)] + [{"x": None}]), [])

    def test_an_empty_text_in_a_column_of_numbers_is_missing(self):
        rows = [{"x": float(i), "y": "low" if i < 5 else "high"} for i in range(10)] + [{"x": None, "y": "none"}] * 5
        case = self.case_of(rows, {"x": "number"}, ["--preset", "cart", "--missing", "category", "--prune", "none", "--min-leaf", "1", "--min-split", "2"])
        base = Sqlite().filled(["x"], ["number"], [{"x": ""}, {"x": 3.0}, {"x": 7.5}, {"x": None}])
        self.assertEqual([row[2] for row in base.execute(case.sql("sqlite")).fetchall()], ["none", "low", "high", "none"])

    def test_words_that_mean_missing_are_numbers_of_the_column(self):
        rows = [{"x": float(i % 20), "y": "low" if i % 20 < 5 else "high"} for i in range(40)] + [{"x": -1.0, "y": "high"}] * 10
        write_records(self.folder / "t.jsonl", rows)
        run("train", "t.jsonl", "--target", "y", "--na", "x=-1", "--preset", "cart", "-o", "m.tree", "--quiet", folder=self.folder)
        query = run("export", "m.tree", "--to", "sql", "--dialect", "sqlite", folder=self.folder).stdout.decode()
        base = Sqlite().filled(["x"], ["number"], [{"x": -1.0}, {"x": 0.0}, {"x": 10.0}])
        self.assertEqual([row[2] for row in base.execute(query).fetchall()], ["high", "low", "high"])


class Literals(unittest.TestCase):
    """SQLite 3.40 reads some decimals as a neighbouring double."""

    def written(self, values):
        """The thresholds of an expression, as they are written for SQLite."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            rows = [{"x": float(i), "y": value} for i, value in enumerate(values)]
            write_records(folder / "t.jsonl", rows)
            run("train", "t.jsonl", "--target", "y", "--task", "regression", "--preset", "cart", "--prune", "none", "--min-leaf", "1",
                "--min-split", "2", "--numeric", "x", "-o", "m.tree", "--quiet", folder=folder)
            label = run("export", "m.tree", "--to", "sql", "--dialect", "sqlite", "--form", "label", folder=folder).stdout.decode()
            write_records(folder / "p.jsonl", [{"x": row["x"]} for row in rows])
            lines = run("predict", "m.tree", "p.jsonl", folder=folder).stdout.decode().splitlines()
            return label, [float(line.split(",")[0]) for line in lines[1:]]

    def test_every_double_is_read_back(self):
        draw = random.Random(7)
        values = [0.772795216741405, 557245.753700923, 0.2755905511811024, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 0.1, 1e22, 1e23]
        values += [struct.unpack("d", struct.pack("Q", draw.getrandbits(62)))[0] for _ in range(300)]
        values += [draw.random() for _ in range(300)] + [round(draw.uniform(-1e6, 1e6), draw.randrange(12)) for _ in range(300)]
        values = sorted({value for value in values if math.isfinite(value) and abs(value) < 1e100} - {0.0})
        draw.shuffle(values)
        label, predicted = self.written(values)
        base = sqlite3.connect(":memory:")
        base.execute("CREATE TABLE data (x REAL)")
        base.executemany("INSERT INTO data VALUES (?)", [(float(i),) for i in range(len(values))])
        found = [row[0] for row in base.execute(f"SELECT\n{label}\nFROM data ORDER BY x").fetchall()]
        self.assertEqual(found, predicted)
        self.assertGreater(len(set(found)), 300)


class Names(unittest.TestCase):
    """Names from data: 40 as columns, as levels, as classes and as tables, and pairs of them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, column, levels, classes, table):
        rows = [{column: levels[i % len(levels)], "y": classes[i % len(levels) % len(classes)]} for i in range(30)]
        write_records(self.folder / "t.jsonl", rows)
        run("train", "t.jsonl", "--target", "y", "--task", "classification", f"--categorical={field(column)}", "--preset", "id3", "-o", "m.tree", "--force",
            "--quiet", folder=self.folder)
        query = run("export", "m.tree", "--to", "sql", "--dialect", "sqlite", f"--table={table.replace('.', '..')}", folder=self.folder).stdout.decode()
        base = Sqlite(table).filled([column], ["category"], rows)
        base.execute("CREATE TABLE witness (n)")
        found = [row[2] for row in base.execute(query).fetchall()]
        self.assertEqual(found, [row["y"] for row in rows])
        self.assertEqual(sorted(row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")), sorted([table, "witness"]))
        comments = [line for line in query.splitlines() if line.startswith("--")]
        self.assertTrue(all(re.fullmatch(r"[^\x00-\x1f\x7f\u202e\u2028]*", line) for line in comments))

    def test_hostile_columns(self):
        for name in HOSTILE:
            with self.subTest(name=name[:40]):
                self.check(name, ["p", "q"], ["one", "two"], "data")

    def test_hostile_levels(self):
        for name in HOSTILE:
            with self.subTest(name=name[:40]):
                self.check("c", [name, name + "'", "other"], ["one", "two", "three"], "data")

    def test_hostile_classes(self):
        for name in HOSTILE:
            with self.subTest(name=name[:40]):
                self.check("c", ["p", "q"], [name, name + '"'], "data")

    def test_hostile_tables(self):
        for name in HOSTILE:
            with self.subTest(name=name[:40]):
                self.check("c", ["p", "q"], ["one", "two"], name)

    def test_all_at_once(self):
        for i, name in enumerate(HOSTILE):
            others = [HOSTILE[(i + step) % len(HOSTILE)] for step in (1, 2, 3, 4)]
            with self.subTest(name=name[:40]):
                self.check(name, [others[0], others[1]], [others[1], others[2]], others[3])

    def test_names_that_differ_in_case_only_are_refused(self):
        rows = [{"A": float(i % 4), "a": float(i // 4), "y": str((i % 4 > 1) + 2 * (i // 4 > 1))} for i in range(16)]
        write_records(self.folder / "t.jsonl", rows)
        run("train", "t.jsonl", "--target", "y", "--task", "classification", "--preset", "cart", "--prune", "none", "--min-leaf", "1", "--min-split", "2",
            "-o", "m.tree", "--quiet", folder=self.folder)
        for dialect in ("sqlite", "duckdb", "spark"):
            done = run("export", "m.tree", "--to", "sql", "--dialect", dialect, folder=self.folder, okay=(3,))
            self.assertIn(b"the columns A and a cannot both be in a table of", done.stderr)
        run("export", "m.tree", "--to", "sql", "--dialect", "postgres", folder=self.folder)

    def test_the_names_of_the_query_itself_are_those_of_columns(self):
        for name in ("leaf", "leaves", "prediction", "p1", "p2", "source", "p1_", "leaf__"):
            with self.subTest(name=name):
                self.check(name, ["p", "q"], ["one", "two"], name if name != "source" else "leaves")

    def test_a_column_called_false_is_no_truth_value(self):
        """To SQLite the word FALSE is the column of that name, if there is one."""
        levels = {"a": "a1 a2 a3 a4".split(), "b": "b1 b2 b3 b4".split()}
        rows = [{"c": levels[y][i // 2 % 4] if i > 5 else None, "False": y if i % 7 else "ba"[i % 2], "TRUE": y if i % 5 else "ba"[i % 2], "y": y}
                for i in range(80) for y in ["ab"[i % 2]]]
        write_records(self.folder / "t.jsonl", rows)
        run("train", "t.jsonl", "--target", "y", "--preset", "cart", "--missing", "surrogate", "--prune", "none", "-o", "m.tree", "--quiet", folder=self.folder)
        query = run("export", "m.tree", "--to", "sql", "--dialect", "sqlite", folder=self.folder).stdout.decode()
        self.assertIn("COALESCE", query)
        names, kinds = ["c", "False", "TRUE"], ["category"] * 3
        probes = [{"c": c, "False": f, "TRUE": t} for c in ("a1", "b1", None) for f in (None, "a", "b", "x") for t in (None, "a", "b")]
        write_records(self.folder / "p.jsonl", probes)
        wanted = run("predict", "m.tree", "p.jsonl", folder=self.folder).stdout.decode().splitlines()[1:]
        found = Sqlite().filled(names, kinds, probes).execute(query).fetchall()
        self.assertEqual([row[4] for row in found], [line.split(",")[0] for line in wanted])

    def test_what_no_name_can_be_is_refused(self):
        write_records(self.folder / "t.jsonl", [{"${x}": "ab"[i % 2], "y": "cd"[i % 2]} for i in range(10)])
        run("train", "t.jsonl", "--target", "y", "--preset", "id3", "-o", "m.tree", "--quiet", folder=self.folder)
        done = run("export", "m.tree", "--to", "sql", "--dialect", "spark", folder=self.folder, okay=(3,))
        self.assertIn("${…} in a query is replaced by a variable; rename it", done.stderr.decode())
        done = run("export", "m.tree", "--to", "sql", "--dialect", "postgres", "--table", "a..b.", folder=self.folder, okay=(3,))
        self.assertIn(b"PostgreSQL cannot have a column or table called '': it is empty", done.stderr)
        done = run("export", "m.tree", "--to", "sql", "--table", "", folder=self.folder, okay=(2,))
        self.assertIn(b"--table is empty: name the table", done.stderr)


def field(name):
    """A name in a list of names, as the command line takes it."""
    return '"' + name.replace('"', '""') + '"' if re.search('[",]', name) else name


if __name__ == "__main__":
    unittest.main()
