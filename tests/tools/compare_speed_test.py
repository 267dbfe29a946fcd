"""The comparison of two programs' speed: ratios of neighbouring runs, and a program that is slower is seen."""

import contextlib
import io
import pathlib
import stat
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import compare_speed


def script(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/usr/bin/env python3\nimport sys\n" + text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


class TimeRowTest(unittest.TestCase):
    def test_the_median_is_that_of_the_ratios_of_neighbouring_runs(self):
        row = compare_speed.time_row(compare_speed.Task("fit", ()), [(1.0, 1.1), (2.0, 2.4), (4.0, 5.2)])
        self.assertIn(" 1.200 ", row)
        self.assertIn("fastest  1.100", row)


class ComparisonTest(unittest.TestCase):
    def run_tool(self, folder, new_work, *more):
        data = script(folder / "bench_data", "import pathlib\nfolder = pathlib.Path(sys.argv[2])\nfolder.mkdir()\n"
                                             "(folder / 'train.csv').write_text('x,class\\n' + '1,a\\n' * int(sys.argv[4]))\n")
        work = "if '-o' in sys.argv: open(sys.argv[sys.argv.index('-o') + 1], 'w').close()\nfor i in range({}): pass\n"
        old = script(folder / "old" / "apps" / "cli" / "treewright", work.format(10))
        new = script(folder / "new" / "apps" / "cli" / "treewright", work.format(new_work))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            compare_speed.main([old, new, "--bench-data", data, "--runs", "3", "--scale", "0.01", *more])
        return output.getvalue().splitlines()

    def test_every_task_is_run_and_a_slower_program_is_seen(self):
        really_run = compare_speed.processor_seconds

        def run_as_if_new_took_twice_as_long(command, inside_only):
            self.assertGreater(really_run(command, inside_only), 0.0)
            return 2.0 if command[0].parents[2].name == "new" else 1.0

        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch("compare_speed.processor_seconds", run_as_if_new_took_twice_as_long):
            rows = self.run_tool(pathlib.Path(folder), 10, "--only", "predict", "regression")
        self.assertEqual(["depth 6, regression", "predict, depth 6", "predict, fully grown"], [row[:40].strip() for row in rows])
        for row in rows:
            self.assertEqual("2.000", row.split("ms")[1].split()[0], row)

    def test_a_program_that_fails_is_named(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(SystemExit, "ended with code 1"):
            self.run_tool(pathlib.Path(folder), "'many'", "--only", "regression")


if __name__ == "__main__":
    unittest.main()
