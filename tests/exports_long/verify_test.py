"""`treewright verify` with databases and the evaluator of PMML: what it replays is right, what is wrong it finds, and nothing is left behind."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import pyarrow as pa

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from random_models import many  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260501"))


def plain(name):
    """Names that PMML and every database can have."""
    return not name.isprintable() or "${" in name or len(name.encode()) > 60


class Verify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, **settings):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, **settings)

    def export(self, model, *options, name="export"):
        (self.folder / "m.tree").unlink(missing_ok=True)
        model.save(self.folder / "m.tree")
        return self.run_program("export", "m.tree", *options, "-o", name, "--force", "--quiet")

    def verified(self, *options, python=sys.executable):
        done = self.run_program("verify", "m.tree", "export", *options, "--json", "--python", python)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        return json.loads(done.stdout)

    def check_many(self, count, *options):
        rows = skipped = made = 0
        for case in many(count, SEED, plain):
            if self.export(case.model, *options).returncode != 0:
                continue  # refused by a sentence, which other tests hold to account
            record = self.verified(*options)
            self.assertTrue(record["passed"], (case.name, record))
            rows += record["rows"]
            skipped += record["skipped"]
            made += 1
        self.assertGreater(made, count / 2)
        self.assertLess(skipped, rows / 3)
        print(f"verify {' '.join(options)}: {made} trees, {rows} rows, {skipped} skipped")

    def test_sqlite(self):
        self.check_many(40, "--to", "sql", "--dialect", "sqlite")

    def test_duckdb(self):
        self.check_many(25, "--to", "sql", "--dialect", "duckdb")

    def test_postgres(self):
        self.check_many(25, "--to", "sql", "--dialect", "postgres")

    def test_spark(self):
        self.check_many(2, "--to", "sql", "--dialect", "spark")

    def test_pmml(self):
        self.check_many(8, "--to", "pmml")

    def golf(self):
        rows = [("sunny", 85.0, "n"), ("sunny", 70.0, "y"), ("rain", 70.0, "y"), ("rain", 96.0, "n"), ("overcast", 78.0, "y"), ("sunny", 95.0, "n"), ("rain", 65.0, "y")]
        table = pa.table({"outlook": [row[0] for row in rows] * 3, "humidity": [row[1] for row in rows] * 3, "y": [row[2] for row in rows] * 3})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return tw.train(table, "y", preset="cart", prune="none")

    def test_tables_in_schemas_and_expressions(self):
        for dialect in ("sqlite", "duckdb", "postgres"):
            for form in ("query", "label", "leaf"):
                options = ("--to", "sql", "--dialect", dialect, "--form", form, "--table", "Some schema.a..b")
                self.export(self.golf(), *options)
                record = self.verified(*options)
                self.assertTrue(record["passed"], record)
                self.assertEqual(list(record["different"]), {"query": ["refusals", "leaves", "labels", "probabilities"], "label": ["refusals", "labels"],
                                                             "leaf": ["refusals", "leaves"]}[form])

    def test_a_changed_threshold_is_found(self):
        for options in (("--to", "sql", "--dialect", "duckdb"), ("--to", "sql", "--dialect", "postgres"), ("--to", "sql", "--dialect", "sqlite"), ("--to", "pmml")):
            self.export(self.golf(), *options)
            file = self.folder / "export"
            self.assertIn("81.5", file.read_text())
            file.write_text(file.read_text().replace("81.5", "81.50000000000001"))
            record = self.verified(*options, "--trust")
            self.assertFalse(record["passed"])
            self.assertTrue("failure" in record or record["different"]["leaves"] > 0, record)

    def test_statements_behind_the_query_change_nothing(self):
        """Trusted files run as they are, but the database is of this verification alone, and closed to changes."""
        for dialect in ("sqlite", "duckdb", "postgres"):
            options = ("--to", "sql", "--dialect", dialect)
            self.export(self.golf(), *options)
            file = self.folder / "export"
            file.write_text("COPY (SELECT 1) TO 'written'; " + file.read_text())
            record = self.verified(*options, "--trust")
            self.assertIn("failed", record["failure"])
            self.assertEqual(list(self.folder.glob("written")), [])

    def test_what_is_not_installed_is_named(self):
        bare = self.folder / "bare-python"
        bare.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S \"$@\"\n")
        bare.chmod(0o755)
        for options, package in ((("--to", "sql", "--dialect", "duckdb"), "duckdb"), (("--to", "sql", "--dialect", "spark"), "pyspark"), (("--to", "pmml"), "jpmml_evaluator")):
            self.export(self.golf(), *options)
            done = self.run_program("verify", "m.tree", "export", *options, "--python", bare)
            self.assertIn(f"the package {package} of PyPI brings it", done.stderr)
            self.assertNotIn(done.returncode, (0, 4))

    def test_an_interrupted_server_leaves_nothing_behind(self):
        self.export(self.golf(), "--to", "sql", "--dialect", "postgres")
        for seconds in (0.05, 0.3, 0.6, 1.0):
            with tempfile.TemporaryDirectory() as temporary:
                os.chmod(temporary, 0o755)
                running = subprocess.Popen([PROGRAM, "verify", "m.tree", "export", "--to", "sql", "--dialect", "postgres"], cwd=self.folder, env=os.environ | {"TMPDIR": temporary},
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                time.sleep(seconds)
                running.send_signal(signal.SIGINT)
                self.assertIn(running.wait(10), (0, 130))
                self.assertEqual(os.listdir(temporary), [])
                time.sleep(0.2)
                commands = [path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
                self.assertEqual([command for command in commands if temporary.encode() in command], [])


if __name__ == "__main__":
    unittest.main()
