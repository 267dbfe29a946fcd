"""The test runner must count what happened: a failure, a crash and an empty run are all failures."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import run_tests


def case(result="COMPLETED", status="RUN", failures=()):
    return {"status": status, "result": result, "failures": list(failures)}


def report_of(*cases):
    return {"testsuites": [{"testsuite": list(cases)}]}


class FakeProgram:
    """A shell script in the place of a GoogleTest program."""

    def __init__(self, folder, name, report, code, output=""):
        self.path = pathlib.Path(folder) / name
        text = "#!/bin/bash\n" + f"printf '{output}'\n"
        if report is not None:
            text += f"""for argument; do case "$argument" in --gtest_output=json:*) echo '{json.dumps(report)}' > "${{argument#*json:}}";; esac; done\n"""
        self.path.write_text(text + f"exit {code}\n")
        self.path.chmod(0o755)


class GoogleTestTest(unittest.TestCase):
    def run_fake(self, report, code, output=""):
        with tempfile.TemporaryDirectory() as folder:
            result = run_tests.run_googletest(FakeProgram(folder, "test_fake", report, code, output).path)
        return result.passed, result.failed, result.skipped

    def test_counts(self):
        report = report_of(case(), case(), case(failures=["x"]), case(result="SKIPPED"), case(status="NOTRUN", result="SUPPRESSED"))
        self.assertEqual((2, 1, 2), self.run_fake(report, 1))

    def test_a_crash_is_a_failure_and_what_passed_before_counts(self):
        self.assertEqual((1, 1, 0), self.run_fake(None, 139, r"[       OK ] A.b (0 ms)\n[ RUN      ] A.c\n"))

    def test_a_bad_exit_after_good_tests_is_a_failure(self):
        self.assertEqual((1, 1, 0), self.run_fake(report_of(case()), 1))

    def test_no_test_at_all_is_a_failure(self):
        self.assertEqual((0, 1, 0), self.run_fake(report_of(), 0))


class UnittestTest(unittest.TestCase):
    def counts(self, code, output):
        result = run_tests.unittest_result(code, output)
        return result.passed, result.failed, result.skipped

    def test_counts(self):
        self.assertEqual((5, 0, 0), self.counts(0, "Ran 5 tests in 0.1s\n\nOK\n"))
        self.assertEqual((4, 0, 1), self.counts(0, "Ran 5 tests in 0.1s\n\nOK (skipped=1)\n"))
        self.assertEqual((1, 3, 1), self.counts(1, "Ran 5 tests in 0.1s\n\nFAILED (failures=2, errors=1, skipped=1)\n"))

    def test_no_test_at_all_is_a_failure(self):
        self.assertEqual((0, 1, 0), self.counts(0, "Ran 0 tests in 0.0s\n\nOK\n"))

    def test_a_death_is_a_failure(self):
        self.assertEqual((0, 1, 0), self.counts(139, "Segmentation fault\n"))


class DiscoveryTest(unittest.TestCase):
    def test_a_folder_whose_program_was_not_built_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("base", "data"):
                (root / "tests" / name).mkdir(parents=True)
                (root / "tests" / name / "CMakeLists.txt").write_text(f"treewright_tests({name})\n")
            (root / "build" / "tests" / "base").mkdir(parents=True)
            FakeProgram(root / "build" / "tests" / "base", "test_base", report_of(case()), 0)
            results = [(job.name, job.run()) for job in run_tests.cpp_jobs(root / "build", root)]
            self.assertEqual(["test_base"], [job.name for job in run_tests.cpp_jobs(root / "build", root, ["base"])])
        self.assertEqual([("test_base", 1, 0), ("data (C++)", 0, 1)], [(name, r.passed, r.failed) for name, r in results])


class ReportTest(unittest.TestCase):
    def printed(self, result):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            run_tests.report("test_x", result, 0.25)
        return output.getvalue()

    def test_success_is_brief(self):
        self.assertNotIn("details", self.printed(run_tests.Result(3, 0, "details")))

    def test_failure_is_shown_in_full(self):
        self.assertIn("details", self.printed(run_tests.Result(3, 1, "details")))


if __name__ == "__main__":
    unittest.main()
