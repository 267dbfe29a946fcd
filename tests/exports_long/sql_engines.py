"""The databases that exports to SQL are for, each with tables made of rows and queries asked about them. Rows are dicts by column; a value
that is missing is NULL in one row, and in the next what else means missing there."""

import datetime
import math
import os
import pathlib
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROW = "the number of the row"
WITNESS = "witness"


class Engine:
    """`types`: what a column of each kind is declared as. `decimals`: of the seconds of a time."""

    dialect = ""
    quote = '"'
    types = {}
    no_number = math.nan
    decimals = 6

    def name(self, text):
        return self.quote + text.replace(self.quote, 2 * self.quote) + self.quote

    def kept(self, table):
        """What the database calls the table."""
        return table

    def cell(self, kind, value, row):
        if value is None and kind == "number" and row % 2:
            return self.no_number
        if value is None and kind == "ordered" and row % 2:
            return "not a level"
        return int(value) if kind == "integer" and value is not None else value

    def cells(self, names, kinds, rows):
        return [(i, *(self.cell(kind, row[name], i) for name, kind in zip(names, kinds))) for i, row in enumerate(rows)]

    def answer(self, names, kinds, rows, query, table="data"):
        """What a query adds to each row of a table, in the order of the table."""
        names, kinds = list(names), list(kinds)
        self.fill(table, names, kinds, rows)
        found = sorted(self.ask(query), key=lambda row: row[0])
        assert [row[0] for row in found] == list(range(len(rows))), f"{self.dialect}: not each row once"
        assert sorted(self.tables()) == sorted({self.kept(table), WITNESS}), f"{self.dialect}: the tables are {self.tables()}, not {self.kept(table)[:60]!r}"
        return [row[len(kinds) + 1:] for row in found]

    def fill(self, table, names, kinds, rows):
        """Makes this table and the witness, and no other."""
        raise NotImplementedError

    def ask(self, query):
        raise NotImplementedError

    def tables(self):
        raise NotImplementedError

    def close(self):
        pass


class Sqlite(Engine):
    dialect, quote, no_number, decimals = "sqlite", "`", "", 3
    types = {"integer": "INTEGER", "number": "REAL", "category": "TEXT", "ordered": "TEXT", "truth": "INTEGER", "date": "TEXT", "time": "TEXT"}

    def cell(self, kind, value, row):
        value = super().cell(kind, value, row)
        return int(value) if isinstance(value, bool) else value

    def fill(self, table, names, kinds, rows):
        self.base = sqlite3.connect(":memory:")
        columns = ", ".join(f"{self.name(name)} {self.types[kind]}" for name, kind in zip(names, kinds))
        self.base.execute(f"CREATE TABLE {WITNESS} (n)")
        self.base.execute(f"CREATE TABLE {self.name(table)} ({self.name(ROW)} INTEGER, {columns})")
        self.base.executemany(f"INSERT INTO {self.name(table)} VALUES ({', '.join('?' * (len(kinds) + 1))})", self.cells(names, kinds, rows))

    def ask(self, query):
        return self.base.execute(query).fetchall()

    def tables(self):
        return [row[0] for row in self.base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


class DuckDb(Engine):
    dialect = "duckdb"
    types = {"integer": "BIGINT", "number": "DOUBLE", "category": "VARCHAR", "ordered": "VARCHAR", "truth": "BOOLEAN", "date": "DATE", "time": "TIMESTAMP"}

    def fill(self, table, names, kinds, rows):
        import duckdb
        self.base = duckdb.connect(":memory:")
        self.base.execute(f"CREATE TABLE {WITNESS} (n INTEGER)")
        columns = ", ".join(f"{self.name(name)} {self.types[kind]}" for name, kind in zip(names, kinds))
        self.base.execute(f"CREATE TABLE {self.name(table)} ({self.name(ROW)} BIGINT, {columns})")
        handed = {"date": "VARCHAR", "time": "VARCHAR"}  # read by the database
        types = ["BIGINT"] + [handed.get(kind, self.types[kind]) for kind in kinds]
        lists = ", ".join(f"unnest(?::{kind}[])" for kind in types)
        if rows:
            self.base.execute(f"INSERT INTO {self.name(table)} SELECT {lists}", [list(column) for column in zip(*self.cells(names, kinds, rows))])

    def ask(self, query):
        return self.base.execute(query).fetchall()

    def tables(self):
        return [row[0] for row in self.base.execute("SELECT table_name FROM information_schema.tables").fetchall()]


class Postgres(Engine):
    """A server of our own, on a socket in a folder of its own. As root it runs as the user postgres."""

    dialect = "postgres"
    types = {"integer": "integer", "number": "double precision", "category": "text", "ordered": "text", "truth": "boolean", "date": "date", "time": "timestamp"}
    # The letters of COPY in text.
    ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f", "\v": "\\v"}
    LETTERS = {text[1]: char for char, text in ESCAPES.items()}

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="treewright-sql-")
        self.environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "PGCLIENTENCODING": "UTF8", "HOME": self.folder}
        self.as_user = []
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            self.user = "postgres"
            shutil.chown(self.folder, self.user, self.user)
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        bins = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.bin = bins[-1]
        data = f"{self.folder}/data"
        self.run([self.bin / "initdb", "-D", data, "--auth=peer", "--encoding=UTF8", "--locale=C", "--no-sync"])
        self.server = subprocess.Popen([*self.as_user, self.bin / "postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=", "-c", "fsync=off"],
                                       cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pid = pathlib.Path(data, "postmaster.pid")
        for _ in range(600):
            if pid.exists() and "\nready" in pid.read_text():
                return
            time.sleep(0.05)
        self.close()
        raise RuntimeError("PostgreSQL did not start")

    def run(self, arguments, text=""):
        done = subprocess.run([*self.as_user, *map(str, arguments)], cwd=self.folder, env=self.environment, input=text.encode(), capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace")[-2000:])
        return done.stdout.decode()

    def psql(self, script):
        return self.run([self.bin / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-d", "postgres", "-f", "-"], script)

    def written(self, value):
        if value is None:
            return "\\N"
        text = value if isinstance(value, str) else repr(value)
        return "".join(self.ESCAPES.get(letter, letter) for letter in text)

    def read(self, text):
        if text == "\\N":
            return None
        parts = text.split("\\\\")
        for i, part in enumerate(parts):
            for letter, char in self.LETTERS.items():
                part = part.replace("\\" + letter, char) if letter != "\\" else part
            parts[i] = part
        return "\\".join(parts)

    def kept(self, table):
        return table.encode()[:63].decode(errors="ignore")

    def fill(self, table, names, kinds, rows):
        columns = ", ".join(f"{self.name(name)} {self.types[kind]}" for name, kind in zip(names, kinds))
        lines = "".join("\t".join(self.written(cell) for cell in row) + "\n" for row in self.cells(names, kinds, rows))
        self.psql(f"SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE {WITNESS} (n integer);\n"
                  f"CREATE TABLE {self.name(table)} ({self.name(ROW)} integer, {columns});\nCOPY {self.name(table)} FROM STDIN;\n{lines}\\.\n")
        self.width = len(kinds) + 1

    def ask(self, query):
        text = self.psql(f"COPY (\n{query.rstrip().rstrip(';')}\n) TO STDOUT;\n")
        rows = [[self.read(cell) for cell in line.split("\t")] for line in text.split("\n")[:-1]]
        return [[int(row[0]), *row[1:]] for row in rows]

    def answer(self, names, kinds, rows, query, table="data"):
        """Everything comes as text, in which a double has the digits that it is read back from."""
        found = super().answer(names, kinds, rows, query, table)
        return [[prediction, *(None if share is None else float(share) for share in shares), None if leaf is None else int(leaf)]
                for prediction, *shares, leaf in found]

    def tables(self):
        text = self.psql("COPY (SELECT tablename FROM pg_tables WHERE schemaname = 'public') TO STDOUT;\n")
        return [self.read(line) for line in text.split("\n")[:-1]]

    def close(self):
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Spark(Engine):
    """One session for all: it takes ten seconds to start."""

    dialect, quote = "spark", "`"
    types = {"integer": "BIGINT", "number": "DOUBLE", "category": "STRING", "ordered": "STRING", "truth": "BOOLEAN", "date": "DATE", "time": "TIMESTAMP"}

    def __init__(self):
        os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        from pyspark.sql import SparkSession
        self.folder = tempfile.TemporaryDirectory(prefix="treewright-spark-")
        folder = self.folder.name
        settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.local.dir": folder, "spark.sql.warehouse.dir": f"{folder}/warehouse",
                    "spark.sql.session.timeZone": "America/New_York", "spark.sql.shuffle.partitions": "1", "spark.log.level": "ERROR",
                    "spark.driver.extraJavaOptions": f"-Djava.io.tmpdir={folder} -XX:-UsePerfData"}
        builder = SparkSession.builder.master("local[2]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        self.made = []

    def kept(self, table):
        return table.lower()

    def cell(self, kind, value, row):
        if value is not None and kind == "date":
            return datetime.date.fromisoformat(value)
        if value is not None and kind == "time":
            return datetime.datetime.fromisoformat(value).replace(tzinfo=datetime.timezone.utc)
        return super().cell(kind, value, row)

    def fill(self, table, names, kinds, rows):
        from pyspark.sql import types as t
        made = {"integer": t.LongType(), "number": t.DoubleType(), "truth": t.BooleanType(), "date": t.DateType(), "time": t.TimestampType()}
        fields = [t.StructField(ROW, t.LongType())] + [t.StructField(name, made.get(kind, t.StringType())) for name, kind in zip(names, kinds)]
        for view in self.tables():
            self.session.catalog.dropTempView(view)
        self.made = [self.kept(table), WITNESS]
        self.session.createDataFrame(self.cells(names, kinds, rows), t.StructType(fields), verifySchema=False).coalesce(1).createTempView(self.name(table))
        self.session.range(1).createTempView(WITNESS)

    def ask(self, query):
        return [list(row) for row in self.session.sql(query).collect()]

    def tables(self):
        """A name with a line break is not listed, though it is there."""
        listed = {table.name for table in self.session.catalog.listTables()}
        return listed | {name for name in self.made if self.session.catalog.tableExists(self.name(name))}

    def close(self):
        self.session.stop()
        self.folder.cleanup()
