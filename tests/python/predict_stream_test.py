"""`treewright predict` on files larger than a batch: constant memory, rows in order, nothing left behind by a late mistake."""

import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
HEADER = "id,a,b,colour,y\n"
ROWS = 100_000  # some batches


def line(i):
    colour = ("red", "green", "blue", "?")[i * 31 % 4]
    return f"{i},{i * 7919 % 65537},{i * 104729 % 9973 / 8},{colour},{(i * 17 % 7 + (colour == 'red')) % 3}\n"


class Streaming(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.rows = "".join(line(i) for i in range(ROWS))
        (cls.folder / "one.csv").write_text(HEADER + cls.rows)
        (cls.folder / "four.csv").write_text(HEADER + cls.rows * 4)
        (cls.folder / "sixteen.csv").write_text(HEADER + cls.rows * 16)  # 40 MB
        (cls.folder / "bad.csv").write_text(HEADER + cls.rows * 4 + "9,12,x,red,1\n")
        (cls.folder / "small.csv").write_text(HEADER + "".join(line(i) for i in range(2000)))
        subprocess.run([PROGRAM, "train", "small.csv", "--target", "y", "--task", "classification", "--ignore", "id", "--quiet",
                        "-o", "m.tree"], cwd=cls.folder, check=True, capture_output=True)

    def predict(self, *arguments, **settings):
        return subprocess.run([PROGRAM, "predict", "m.tree", *arguments], cwd=self.folder, capture_output=True, timeout=120, **settings)

    def peak_kilobytes(self, *arguments):
        with open(os.devnull, "wb") as nowhere:
            process = subprocess.Popen([PROGRAM, "predict", "m.tree", *arguments], cwd=self.folder, stdout=nowhere, stderr=nowhere)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss

    def test_memory_does_not_grow_with_the_file(self):
        for options in ([], ["--keep", "all"], ["--json"], ["-o", "memory.csv", "--force"]):
            with self.subTest(options=options):
                # Twelve times the rows are 30 MB more of text and 38 MB more of numbers. What the allocator keeps back for its
                # threads differs by some megabytes from run to run.
                four, sixteen = self.peak_kilobytes("four.csv", *options), self.peak_kilobytes("sixteen.csv", *options)
                self.assertLess(sixteen, four + 15_000)

    def test_rows_come_in_the_order_of_the_file_whatever_the_threads(self):
        one = self.predict("one.csv", "--keep", "id,colour", "--threads", "1").stdout.decode()
        head, rest = one.split("\n", 1)
        self.assertEqual(rest.count("\n"), ROWS)
        for i, text in enumerate(rest.splitlines()):
            number, colour = text.split(",")[:2]
            self.assertEqual((int(number), colour), (i, ("red", "green", "blue", "?")[i * 31 % 4]))
        for threads in "1", "2", "5":
            four = self.predict("four.csv", "--keep", "id,colour", "--threads", threads).stdout.decode()
            self.assertEqual(four, head + "\n" + rest * 4)

    def test_messages_count_all_batches(self):
        done = self.predict("four.csv", "-o", "counted.csv", "--force")
        self.assertIn(f"colour in {ROWS} rows", done.stderr.decode().replace(",", ""))

    def test_a_bad_cell_in_the_last_row_leaves_no_file(self):
        done = self.predict("bad.csv", "-o", "none.csv")
        self.assertEqual(done.returncode, 3)
        self.assertIn("bad.csv, line 400002", done.stderr.decode())
        self.assertEqual([path.name for path in self.folder.iterdir() if "none" in path.name], [])

    def test_standard_output_keeps_whole_rows_and_the_sentence_follows(self):
        done = self.predict("bad.csv")
        good = self.predict("four.csv").stdout
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"bad.csv, line 400002", done.stderr)
        self.assertTrue(good.startswith(done.stdout) and done.stdout.endswith(b"\n"))
        self.assertGreater(len(done.stdout), len(good) // 2)

    def test_rows_are_written_while_others_are_read(self):
        process = subprocess.Popen([PROGRAM, "predict", "m.tree", "-", "--quiet"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        more = threading.Event()

        def feed():
            process.stdin.write((HEADER + self.rows * 4).encode())
            process.stdin.flush()
            more.wait(60)
            process.stdin.write(line(1).encode())
            process.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        early = sum(1 for _ in range(ROWS) if process.stdout.readline())  # the end of the file is not there yet
        more.set()
        late = process.stdout.read().count(b"\n")
        feeder.join()
        process.stdout.close()
        self.assertEqual((early, late, process.wait()), (ROWS, 3 * ROWS + 2, 0))

    def test_the_file_appears_when_it_is_whole(self):
        process = subprocess.Popen([PROGRAM, "predict", "m.tree", "-", "--quiet", "-o", "late.csv"], cwd=self.folder,
                                   stdin=subprocess.PIPE)
        process.stdin.write((HEADER + self.rows).encode())
        process.stdin.flush()
        self.assertFalse((self.folder / "late.csv").exists())
        process.communicate(line(1).encode())
        self.assertEqual((self.folder / "late.csv").read_text().count("\n"), ROWS + 2)


if __name__ == "__main__":
    unittest.main()
