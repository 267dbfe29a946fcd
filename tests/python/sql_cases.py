"""Random trees for the tests of SQL: tables with every kind of column, the program's own trees and predictions of them, and rows on which two
readings of a tree would differ first. A database is an `Engine` here: it stores rows and answers a query."""

import csv
import datetime
import io
import json
import math
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
EPOCH = datetime.datetime(1970, 1, 1)
ROW = "the number of the row"

HOSTILE = ["\"); DROP TABLE data; --", "'; DROP TABLE data; --", "' OR 1=1 --", "a'b", 'a"b', "a`b", "back\\slash", "\\'", "\\n", "new\nline", "tab\there",
           "carriage\rreturn", "/* comment", "*/ end", "-- dashes", "a;b", "${user}", "$1", "?", ":name", "%s", "{0}", "\u202eright to left", "zero\u200bwidth",
           "\x1b[31mred", "select", "NULL", "null", "TRUE", "Köln", "🌳", "naïve", " blank first", "blank last ", "x" * 10_000, "é" * 100, "a.b",
           "[bracket]", "=HYPERLINK(1)", "</script>", "line\u2028separator", "\x7f", "\x01", "E'\\x41'", "U&\"x\"", "$$dollar$$"]
WORDS = ["a", "b", "c", "A", "yes", "no", "1.5", "0", "nan", "Köln", "x y", "it's", "back\\slash", "new\nline", 'quo"te', "${x}", "\u202eb", "tab\t"]


def run(*arguments, folder, okay=(0,)):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    if done.returncode not in okay:
        raise RuntimeError(f"treewright {' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done


class Kind:
    """A kind of column. `ticks`: parts of a second that the database can tell apart."""

    def __init__(self, draw, kind):
        self.kind = kind
        self.levels = []
        if kind == "category":
            count = draw.choice([2, 3, 5, 12])
            self.levels = draw.sample(WORDS + HOSTILE[:30], count) if draw.random() < 0.5 else [f"level {i}" for i in range(count)]
        if kind == "ordered":
            self.levels = ["low", "middle", "high", "very high"]

    def cell(self, draw):
        if self.kind == "integer":
            return float(draw.randrange(12))
        if self.kind == "number":
            return draw.choice([round(draw.uniform(-5, 5), 1), draw.gauss(0, 1), draw.lognormvariate(0, 30), draw.random() * 1e-300, float(draw.randrange(9)) / 3])
        if self.kind in ("category", "ordered"):
            return draw.choice(self.levels)
        if self.kind == "truth":
            return draw.random() < 0.5
        day = datetime.datetime(2020, 1, 1) + datetime.timedelta(days=draw.randrange(1500))
        if self.kind == "date":
            return day.date().isoformat()
        return (day + datetime.timedelta(milliseconds=draw.randrange(86_400_000))).isoformat(sep=" ", timespec="milliseconds")


class Case:
    """A table, the tree that the program makes of it, and the command line that made it."""

    KINDS = ["integer", "number", "number", "category", "category", "truth", "date", "time", "ordered"]

    def __init__(self, draw, folder, options=None, rows=None):
        self.folder = pathlib.Path(folder)
        self.columns = {f"{kind} {i}": Kind(draw, kind) for i, kind in enumerate(draw.choices(self.KINDS, k=draw.randrange(1, 6)))}
        self.regression = draw.random() < 0.25
        gaps = draw.choice([0.0, 0.1, 0.3])
        count = rows or draw.choice([20, 60, 200])
        classes = draw.choice([2, 2, 3, 7, 30])
        named = draw.choice([[f"class {i}" for i in range(classes)], (WORDS + HOSTILE[:30])[:max(classes, 2)]])
        self.rows = []
        for i in range(count):
            row = {name: (None if draw.random() < gaps else kind.cell(draw)) for name, kind in self.columns.items()}
            score = sum(hash_of(value) for value in row.values()) + draw.randrange(3)
            row["y"] = round(draw.choice([score, draw.gauss(0, 100)]), 2) if self.regression else named[score % len(named)]
            self.rows.append(row)
        self.options = options if options is not None else self.random_options(draw)
        self.train()

    def random_options(self, draw):
        preset = draw.choice(["cart", "auto"]) if self.regression else draw.choice(["id3", "c45", "cart", "auto"])
        if preset == "id3" and not all(kind.kind in ("category", "truth") for kind in self.columns.values()):
            preset = "c45"
        options = ["--preset", preset, "--prune", "none", "--min-leaf", "1",
                   "--missing", draw.choice(["majority", "direction", "category", "error", "fractional", "surrogate"])]
        if draw.random() < 0.3:
            options += ["--max-depth", str(draw.choice([1, 2, 4, 60]))]
        if draw.random() < 0.3 and any(kind.kind in ("date", "time") for kind in self.columns.values()):
            options += ["--date-parts", draw.choice(["weekday", "month,day", "year,quarter"])]
        return options

    def flags(self):
        flags = []
        for name, kind in self.columns.items():
            if kind.kind == "category":
                flags += ["--categorical", name]
            if kind.kind == "ordered":
                flags += ["--ordered", f"{name}=" + "<".join(kind.levels)]
            if kind.kind in ("integer", "number"):
                flags += ["--numeric", name]
        return flags

    def train(self):
        write_records(self.folder / "train.jsonl", self.rows)
        options = self.options
        if "error" in options:
            complete = [row for row in self.rows if None not in row.values()] or self.rows
            write_records(self.folder / "train.jsonl", complete)
            if any(None in row.values() for row in complete):
                options = [option if option != "error" else "majority" for option in options]
        task = ["--task", "regression" if self.regression else "classification"]
        run("train", "train.jsonl", "--target", "y", "-o", "m.tree", "--force", "--quiet", *task, *self.flags(), *options, folder=self.folder)
        self.tree = json.loads(run("show", "m.tree", "--json", folder=self.folder).stdout)
        self.refuses = "error" in options
        self.classes = self.tree.get("classes", [])

    def probes(self, draw, count):
        """Rows of the table; then a threshold and its neighbours, a missing, an unseen and a special value put into such rows."""
        rows = [dict(draw.choice(self.rows)) for _ in range(count)]
        changes = [(None, None)] * count
        for node in self.tree["nodes"]:
            for question in [node, *node.get("surrogates", [])]:
                if question.get("kind") == "threshold" and question["feature"] in self.columns:
                    changes += [(question["feature"], value) for value in around(self.columns[question["feature"]].kind, question["threshold"])]
        for name, kind in self.columns.items():
            changes += [(name, None)] * 4
            if kind.kind == "category":
                changes += [(name, text) for text in ("never seen", kind.levels[0] + " ", kind.levels[0].swapcase(), "")]
            if kind.kind == "number":
                changes += [(name, value) for value in (math.inf, -math.inf, 0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308, 0.1, 1 / 3)]
        if len(changes) > 4 * count:
            changes = draw.sample(changes, 4 * count)
        for name, value in changes:
            row = dict(draw.choice(self.rows))
            if name is not None:
                row[name] = value
                for other in self.columns:
                    if draw.random() < 0.1:
                        row[other] = None
            rows.append(row)
        rows.append({name: None for name in self.columns})
        for row in rows:
            row.pop("y", None)
        return rows

    def expected(self, rows):
        """What the program predicts: (prediction, probabilities, leaf) for each row; a refused row is all None."""
        if not self.refuses:
            return self.predicted(rows)
        complete = [row for row in rows if None not in row.values() and not self.has_unseen(row)]
        known = iter(self.predicted(complete)) if complete else iter([])
        return [next(known) if row in complete else self.predicted_alone(row) for row in rows]

    def has_unseen(self, row):
        return any(kind.kind == "category" and row[name] not in {each[name] for each in self.rows} for name, kind in self.columns.items())

    def predicted_alone(self, row):
        try:
            return self.predicted([row])[0]
        except RuntimeError as error:
            if "was trained with" not in str(error):
                raise
            return None, [None] * len(self.classes), None

    def predicted(self, rows):
        write_records(self.folder / "probes.jsonl", rows)
        text = run("predict", "m.tree", "probes.jsonl", "--threads", "1", folder=self.folder).stdout.decode()
        found = list(csv.reader(io.StringIO(text, newline="")))
        header, cells = found[0], found[1:]
        shares = [i for i, name in enumerate(header) if name.startswith("p:")]
        return [((float(row[0]) if self.regression else row[0]), [float(row[i]) for i in shares], int(row[header.index("leaf")])) for row in cells]

    def sql(self, dialect, table="data", form="query"):
        done = run("export", "m.tree", "--to", "sql", "--dialect", dialect, "--table", table, "--form", form, folder=self.folder)
        return done.stdout.decode()


def hash_of(value):
    """Small and the same in every process."""
    if value is None:
        return 1
    if isinstance(value, bool):
        return int(value) * 2
    if isinstance(value, float):
        return int(min(max(value, -20), 20))
    return sum(value.encode()) % 7


def write_records(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def around(kind, threshold):
    """A threshold and its neighbours, as far as a database can tell them apart."""
    if kind in ("integer", "number"):
        if not isinstance(threshold, (int, float)):
            return []
        return [float(threshold), math.nextafter(threshold, math.inf), math.nextafter(threshold, -math.inf)]
    if kind == "date":
        day = datetime.date.fromisoformat(threshold[:10])
        return [(day + datetime.timedelta(days=step)).isoformat() for step in (-1, 0, 1)]
    if kind == "time":
        moment = datetime.datetime.fromisoformat(threshold[:26].ljust(26, "0") if "." in threshold else threshold)
        moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
        return [(moment + datetime.timedelta(milliseconds=step)).isoformat(sep=" ", timespec="milliseconds") for step in (-1, 0, 1)]
    return [threshold]


class Engine:
    """A database. `types`: what columns of each kind are declared as."""

    dialect = ""
    types = {}

    def answer(self, names, kinds, rows, query):
        """The rows that a query over the table `data` gives, in the order of the table, without that table's own columns."""
        raise NotImplementedError

    def cell(self, kind, value):
        """A cell as the database's interface takes it."""
        return value

    def columns(self, case):
        return {name: kind.kind for name, kind in case.columns.items()}


def differences(case, engine, rows):
    """Every row whose answer is another: one line each."""
    expected = case.expected(rows)
    found = engine.answer(case.columns.keys(), [kind.kind for kind in case.columns.values()], rows, case.sql(engine.dialect))
    if len(found) != len(expected):
        return [f"{len(found)} rows instead of {len(expected)}"]
    lines = []
    for row, (prediction, shares, leaf), got in zip(rows, expected, found):
        wanted = [prediction, *shares, leaf]
        if list(got) != wanted:
            lines.append(f"{row}: {list(got)} instead of {wanted}")
    return lines
