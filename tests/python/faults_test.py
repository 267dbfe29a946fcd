"""What the system refuses (threads, memory, room on the disk, a read) and what others left: the program goes on, or ends in order."""

import os
import pathlib
import re
import resource
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


class NoMemory(InFolder):
    def test_ends_with_a_sentence_and_without_a_stray_file(self):
        (self.folder / "t.csv").write_text(csv_text(2000))
        train = ("train", "t.csv", "--target", "y", "-o", "m.tree", "--force", "--quiet")
        failed = 0
        for at in (600, 900, 1300, 2000, 2600, 3000, 4000, 6000, 9000, 13000):
            for threads in ("1", "2"):
                done = self.run_program(*train, "--threads", threads, FAIL_MALLOC=at)
                self.assertEqual(self.temporary_files(), [])
                if done.returncode != 0:
                    failed += 1
                    self.assertEqual(done.returncode, 1, (at, done.stderr))
                    self.assertTrue(done.stderr.startswith(OUT_OF_MEMORY), (at, done.stderr))
        self.assertGreater(failed, 8)


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


class FullDisk(InFolder):
    def test_a_split_leaves_all_parts_or_none(self):
        (self.folder / "t.csv").write_text(csv_text(300))
        split = ("split", "t.csv", "--target", "y", "-o", "parts", "--force", "--quiet", "--seed")
        names = ("parts/train.csv", "parts/test.csv")
        contents = []
        for seed in ("1", "2"):
            self.output(*split, seed)
            contents.append([(self.folder / name).read_bytes() for name in names])
        before, after = reversed(contents)  # the parts of seed 2 are there now
        self.assertNotEqual(before, after)
        codes = []
        for at in range(1, 10):
            codes.append(self.run_program(*split, "1", FAIL_WRITE=at).returncode)
            self.assertEqual(self.temporary_files(), [])
            self.assertEqual([(self.folder / name).read_bytes() for name in names], after if codes[-1] == 0 else before)
            if codes[-1] == 0:
                break
        self.assertEqual(codes[:2], [1, 1])
        self.assertEqual(codes[-1], 0)

    def test_an_evaluation_and_its_drawing_appear_together(self):
        (self.folder / "t.csv").write_text(csv_text(300))
        self.output("train", "t.csv", "--target", "y", "-o", "m.tree", "--quiet")
        evaluate = ("evaluate", "m.tree", "t.csv", "--calibration", "c.svg", "-o", "e.txt", "--quiet")
        self.assertEqual(self.run_program(*evaluate, FAIL_WRITE=2).returncode, 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["m.tree", "t.csv"])
        self.output(*evaluate)
        self.assertTrue((self.folder / "c.svg").exists() and (self.folder / "e.txt").exists())


class IgnoredSignals(InFolder):
    def test_stay_ignored(self):
        os.mkfifo(self.folder / "slow.csv")
        command = ["sh", "-c", f"trap '' INT TERM; exec '{PROGRAM}' table slow.csv --csv"]
        run = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE)
        with open(self.folder / "slow.csv", "w") as pipe:  # opens when the program has come so far
            run.send_signal(signal.SIGINT)
            run.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            pipe.write("a,b\n1,2\n")
        output, _ = run.communicate(timeout=60)
        self.assertEqual((run.returncode, output), (0, b"a,b\n1,2\n"))


class WorkThatGrowsWithTheFile(InFolder):
    """What files of a few hundred kilobytes could make of memory and time."""

    def seconds(self, megabytes, *arguments):
        """Processor time on one thread, with no more memory than that (addresses, libraries and all)."""
        limited = ["sh", "-c", f'ulimit -v {megabytes * 1024}; exec "$0" "$@"', PROGRAM, *arguments, "--threads", "1"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(limited, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(done.returncode, 0, done.stderr)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_an_arff_file_of_many_attributes_and_few_rows(self):
        count = 20_000
        attributes = "".join(f"@attribute f{i} numeric\n" for i in range(count))
        (self.folder / "wide.arff").write_text(f"@relation r\n{attributes}@data\n" + ("1," * count)[:-1] + "\n" + ("2," * count)[:-1] + "\n")
        self.seconds(200, "describe", "wide.arff")  # 38 MB are used; when each column made room for 4,096 rows, 666 were

    def test_names_that_repeat_next_to_those_they_would_get(self):
        count = 16_000
        names = ["a"] * count + [f"a_{i}" for i in range(2, count + 2)]
        (self.folder / "t.csv").write_text(",".join(names) + "\n" + ",".join("1" for _ in names) + "\n")
        self.assertLess(self.seconds(1000, "describe", "t.csv"), 6)  # 0.1; when each name searched from the beginning, 37
        notes = self.run_program("describe", "t.csv").stderr.decode().splitlines()
        self.assertLess(len(notes), 20)
        self.assertIn("15994 columns more with the name of an earlier one, numbered as well", notes[-1])

    def test_the_rules_of_a_chain_of_different_features(self):
        count = 1000
        rows = [["1" if j == i else "0" for j in range(count)] + ["ab"[i % 2]] for i in range(count + 1)]
        head = [f"f{i}" for i in range(count)] + ["y"]
        (self.folder / "t.csv").write_text("\n".join(",".join(row) for row in [head, *rows]) + "\n")
        self.output("train", "t.csv", "--target", "y", "--preset", "id3", "--quiet", "-o", "m.tree")
        for form in ("text", "json", "csv", "markdown"):
            with self.subTest(form=form):
                self.seconds(35, "rules", "m.tree", "--format", form)  # 8 MB are used; when all rules were held, 44 to 77 were


class ForeignNames(InFolder):
    """Whatever a file holds, nothing but colours of our own may command the terminal."""

    EVIL = "\x1b]0;pwned\x07\x9b31m\u202e"

    def check(self, *arguments, code=0):
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, code, (arguments, done.stderr))
        for text in (done.stdout, done.stderr):
            shown = text.decode("utf-8")
            self.assertIsNone(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown), (arguments, shown))
        return done.stdout + done.stderr

    def test_are_escaped_wherever_they_are_printed(self):
        evil = self.EVIL
        data = f"{evil}data.csv"
        lines = [f"{i},{i * 7 % 50},{evil}{i * 3 % 4},{evil}c{(i * 7 % 50) // 20}" for i in range(120)]
        head = f"{evil}row,{evil}n,{evil}s,{evil}y\n"
        (self.folder / data).write_text(head + "\n".join(lines) + "\n")
        target, model = f"{evil}y", f"{evil}m.tree"
        self.assertIn(b"\\u001b]0;pwned\\u0007\\u009b31m\\u202e", self.check("describe", data))
        self.check("describe", data, "--target", target)
        self.check("table", data)
        self.check("train", data, "--target", target, "-o", model, "--show-work")
        for verb in (("show", model), ("rules", model), ("explain", model, data, "--row", "1"), ("evaluate", model, data),
                     ("cv", data, "--target", target, "--folds", "3"), ("curve", data, "--target", target),
                     ("compare", data, "--target", target, "--preset", "id3", "--preset", "cart", "--folds", "3"),
                     ("prune", model, "--sequence"), ("prune", "--compare", data, "--target", target),
                     ("rules", model, "--simplify", data), ("rules", model, "--format", "markdown"), ("show", model, "--dot"),
                     ("split", data, "--target", target, "-o", f"{evil}parts")):
            with self.subTest(verb=verb[0]):
                self.check(*verb)

    def test_are_escaped_in_messages(self):
        evil = self.EVIL
        (self.folder / "twice.csv").write_text(f"{evil},{evil},\nx,1,2\n{evil},3,4\n")
        self.assertIn(b"\\u001b", self.check("describe", "twice.csv"))
        self.check("describe", "twice.csv", "--numeric", evil, code=3)
        self.check("describe", "twice.csv", "--target", f"{evil}z", code=3)
        self.check("describe", f"{evil}.csv", code=3)
        self.check(evil, code=2)
        self.check("describe", f"--{evil}", code=2)
        self.check("describe", "twice.csv", "--threads", evil, code=2)
        (self.folder / "t.csv").write_text(csv_text(100))
        (self.folder / "new.csv").write_text(f"a,s\n1,{evil}\n")
        self.check("train", "t.csv", "--target", "y", "-o", "m.tree")
        done = self.run_program("predict", "m.tree", "new.csv", "-o", "out.csv")
        self.assertIn(b"\\u001b", done.stderr)
        self.assertNotIn(b"\x1b", done.stderr)

    def test_bytes_that_are_not_utf8_are_escaped(self):
        done = self.run_program("describe", b"no\xff\x9bsuch.csv")
        self.assertIn(b"no\\xff\\x9bsuch.csv", done.stderr)


if __name__ == "__main__":
    unittest.main()
