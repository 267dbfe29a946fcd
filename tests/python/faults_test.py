"""What the system refuses (threads, memory, room on the disk, a read) and what others left: the program goes on, or ends in order."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

import pyarrow
import pyarrow.feather
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
OUT_OF_MEMORY = b"treewright: out of memory: "


def rows(count):
    return [(i * 7919 % 1009, f"x{i * 31 % 7}", f"k{i * 7919 % 1009 // 400 + i % 2}") for i in range(count)]


def csv_text(count):
    return "a,s,y\n" + "".join(f"{a},{s},{y}\n" for a, s, y in rows(count))


class InFolder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.library = pathlib.Path(folder.name) / "failing_calls.so"
        source = pathlib.Path(__file__).with_name("failing_calls.c")
        subprocess.run(["g++", "-x", "c", "-std=gnu11", "-shared", "-fPIC", "-o", cls.library, source, "-ldl"], check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, **failing):
        environment = os.environ | {name: str(value) for name, value in failing.items()}
        if failing:
            environment["LD_PRELOAD"] = str(self.library)
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, timeout=120, env=environment)

    def output(self, *arguments, **failing):
        done = self.run_program(*arguments, **failing)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout

    def temporary_files(self):
        return [path.name for path in self.folder.rglob(".treewright-*.tmp")]


class ThreadsThatCannotBeStarted(InFolder):
    def test_the_others_do_the_work(self):
        (self.folder / "t.csv").write_text(csv_text(60_000))
        train = ("train", "t.csv", "--target", "y", "--quiet", "--force", "-o")
        self.output(*train, "right.tree", "--threads", "1")
        for first_refused in (1, 2, 5):
            with self.subTest(first_refused=first_refused):
                self.output(*train, "m.tree", "--threads", "8", FAIL_THREADS=first_refused)
                self.assertEqual((self.folder / "m.tree").read_bytes(), (self.folder / "right.tree").read_bytes())

    def test_those_of_the_arrow_library_too(self):
        a, s, y = zip(*rows(5000))
        table = pyarrow.table({"a": a, "s": s, "y": y})
        pyarrow.parquet.write_table(table, self.folder / "t.parquet", row_group_size=1000)
        pyarrow.feather.write_feather(table, self.folder / "t.feather")
        for name in ("t.parquet", "t.feather"):
            right = self.output("table", name, "--csv", "--threads", "1")
            for threads in ("1", "4"):
                for first_refused in (1, 2, 4, 9):
                    with self.subTest(name=name, threads=threads, first_refused=first_refused):
                        self.assertEqual(self.output("table", name, "--csv", "--threads", threads, FAIL_THREADS=first_refused), right)


class FailedRead(InFolder):
    def test_is_a_failure_of_the_system_not_of_the_file(self):
        a, s, y = zip(*rows(5000))
        table = pyarrow.table({"a": a, "s": s, "y": y})
        pyarrow.parquet.write_table(table, self.folder / "t.parquet", row_group_size=1000)
        pyarrow.feather.write_feather(table, self.folder / "t.feather")
        (self.folder / "t.csv").write_text(csv_text(5000))
        for name in ("t.csv", "t.parquet", "t.feather"):
            failed = 0
            for at in range(1, 9):
                done = self.run_program("describe", name, FAIL_READ=at)
                failed += done.returncode != 0
                self.assertIn(done.returncode, (0, 1), (name, at, done.stderr))
            self.assertGreater(failed, 0)


if __name__ == "__main__":
    unittest.main()
