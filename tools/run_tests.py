#!/usr/bin/env python3
"""Runs every test there is and ends with one line: N passed, N failed. What `make test` calls.

Tests are found, not listed:
- C++:      tests/<folder>/CMakeLists.txt  ->  <build>/tests/<folder>/test_*, run from the project's root
- sessions: tests/sessions/*.session
- Python:   tests/**/test_*.py and tests/**/*_test.py, as unittest, with TREEWRIGHT naming the program to test
- package:  python/tests/*_test.py, as unittest, with the Python package installed (`make test` does that); `package-long`: those in
            python/tests/long, too (`make test-python`)
- exports:  tests/exports_long/*_test.py, as unittest: exports on their real consumers (`make test-exports`)
- pages:    web/tests/*.test.mjs, by node's own test runner in a real browser (`make test-pages`)
- checks:   the layers of src/ (check_layers.py), the words of its strings (check_text.py), the documentation (check_docs.py)

A program that dies, or that ran no test at all, counts as one failure.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools"
TIMEOUT_SECONDS = 3600  # the engine under the sanitizers takes half of it on a busy machine


@dataclasses.dataclass
class Result:
    passed: int
    failed: int
    output: str
    skipped: int = 0
    notes: list = dataclasses.field(default_factory=list)  # what tests say about themselves though they passed


@dataclasses.dataclass
class Job:
    name: str
    run: object  # () -> Result


def run(command, **settings):
    """The exit code and everything printed."""
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=TIMEOUT_SECONDS, **settings)
    return done.returncode, done.stdout.decode("utf-8", errors="replace")


def run_googletest(program):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        code, output = run([program, f"--gtest_output=json:{report}", "--gtest_color=no"])
        if not report.exists():
            passed = len(re.findall(r"^\[       OK \]", output, re.MULTILINE))
            return Result(passed, 1, f"{output}\n{program.name} died with exit code {code}")
        return googletest_result(json.loads(report.read_text()), code, output)


def googletest_result(report, code, output):
    cases = [case for suite in report.get("testsuites", []) for case in suite["testsuite"]]
    ran = [case for case in cases if case["status"] == "RUN" and case["result"] != "SKIPPED"]
    failed = sum(1 for case in ran if case.get("failures"))
    return checked(Result(len(ran) - failed, failed, output, skipped=len(cases) - len(ran)), code)


def run_unittest(file, program):
    environment = os.environ | {"TREEWRIGHT": str(program), "PYTHONDONTWRITEBYTECODE": "1"}
    code, output = run([sys.executable, "-m", "unittest", str(file.relative_to(ROOT))], env=environment)
    return unittest_result(code, output)


def unittest_result(code, output):
    ran = number(r"^Ran (\d+) test", output)
    failed = number(r"failures=(\d+)", output) + number(r"errors=(\d+)", output) + number(r"unexpected successes=(\d+)", output)
    skipped = number(r"skipped=(\d+)", output)
    return checked(Result(max(0, ran - failed - skipped), failed, output, skipped), code)


def number(pattern, text):
    """The last such number, since a test may print anything before unittest's own summary."""
    found = re.findall(pattern, text, re.MULTILINE)
    return int(found[-1]) if found else 0


def run_node(file, program):
    """A file of tests for node's own runner; CHROMIUM may name another browser."""
    environment = os.environ | {"TREEWRIGHT": str(program)}
    code, output = run(["node", "--test", "--test-reporter=tap", str(file)], env=environment)
    return node_result(code, output)


def node_result(code, output):
    passed, failed = number(r"^# pass (\d+)$", output), number(r"^# fail (\d+)$", output) + number(r"^# cancelled (\d+)$", output)
    told = [line[2:] for line in output.splitlines() if re.match(r"# (?!(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|Subtest:?) )", line)]
    return dataclasses.replace(checked(Result(passed, failed, output, number(r"^# skipped (\d+)$", output)), code), notes=told)


def run_tool(command):
    """One of our own tools, which ends with the line `N passed, N failed`."""
    code, output = run([sys.executable, *map(str, command)])
    found = re.search(r"^(\d+) passed, (\d+) failed\s*\Z", output, re.MULTILINE)
    if not found:
        return checked(Result(0, 0, output), code)
    return checked(Result(int(found[1]), int(found[2]), output[:found.start()]), code)


def run_check(command):
    """A tool that is one test: right if it exits with 0."""
    code, output = run([sys.executable, *map(str, command)])
    return Result(1, 0, output) if code == 0 else Result(0, 1, output)


def checked(result, code):
    """The result, with the failures that the counts do not show."""
    if result.failed == 0 and code != 0:
        return dataclasses.replace(result, failed=1, output=f"{result.output}\nended with exit code {code}")
    if result.passed + result.failed + result.skipped == 0:
        return dataclasses.replace(result, failed=1, output=f"{result.output}\nran no test at all")
    return result


def cpp_jobs(build, root=ROOT, folders=None):
    for listing in sorted((root / "tests").glob("*/CMakeLists.txt")):
        if "treewright_tests(" not in listing.read_text():
            continue  # a library that tests share
        if folders and listing.parent.name not in folders:
            continue
        folder = build / "tests" / listing.parent.name
        programs = [path for path in sorted(folder.glob("test_*")) if path.is_file() and os.access(path, os.X_OK)]
        if not programs:
            yield Job(f"{listing.parent.name} (C++)", lambda folder=folder: Result(0, 1, f"there is no test program in {folder}"))
        for program in programs:
            yield Job(program.name, lambda program=program: run_googletest(program))


def session_jobs(program):
    for file in sorted((ROOT / "tests" / "sessions").glob("*.session")):
        command = [TOOLS / "run_sessions.py", "--program", program, file]
        yield Job(str(file.relative_to(ROOT)), lambda command=command: run_tool(command))


def python_jobs(program):
    tests = ROOT / "tests"
    for file in sorted({*tests.glob("**/test_*.py"), *tests.glob("**/*_test.py")} - {*tests.glob("exports_long/*")}):
        yield Job(str(file.relative_to(ROOT)), lambda file=file: run_unittest(file, program))


def package_jobs(program, folder):
    for file in sorted(folder.glob("*_test.py")):
        yield Job(str(file.relative_to(ROOT)), lambda file=file: run_unittest(file, program))


def page_jobs(program):
    for file in sorted((ROOT / "web" / "tests").glob("*.test.mjs")):
        yield Job(str(file.relative_to(ROOT)), lambda file=file: run_node(file, program))


def check_jobs(program):
    yield Job("tools/check_layers.py", lambda: run_check([TOOLS / "check_layers.py"]))
    yield Job("tools/check_text.py", lambda: run_check([TOOLS / "check_text.py"]))
    yield Job("tools/check_docs.py", lambda: run_tool([TOOLS / "check_docs.py", "--program", program]))


KINDS = ["cpp", "sessions", "python", "package", "checks"]  # of `make test`


def all_jobs(build, only, folders=None):
    program = build / "apps" / "cli" / "treewright"
    package = ROOT / "python" / "tests"
    kinds = {
        "cpp": lambda: cpp_jobs(build, folders=folders),
        "sessions": lambda: session_jobs(program),
        "python": lambda: python_jobs(program),
        "package": lambda: package_jobs(program, package),
        "package-long": lambda: package_jobs(program, package / "long"),
        "exports": lambda: package_jobs(program, ROOT / "tests" / "exports_long"),
        "pages": lambda: page_jobs(program),
        "checks": lambda: check_jobs(program),
    }
    return [job for kind in only or KINDS for job in kinds[kind]()]


def run_job(job):
    start = time.monotonic()
    try:
        result = job.run()
    except subprocess.TimeoutExpired as expired:
        output = (expired.output or b"").decode("utf-8", errors="replace")
        result = Result(0, 1, f"{output}\nstopped after {TIMEOUT_SECONDS} seconds")
    report(job.name, result, time.monotonic() - start)
    return result


def report(name, result, seconds):
    """One line for what passed; everything that was printed for what failed. One call of print, so that threads do not mix."""
    verdict = "FAILED" if result.failed else "ok"
    counts = f"{result.passed} passed" + (f", {result.failed} failed" if result.failed else "")
    counts += f", {result.skipped} skipped" if result.skipped else ""
    line = "\n".join([f"{verdict:6} {name:44} {counts} ({seconds:.1f} s)", *(f"       {note}" for note in result.notes)])
    print(f"{result.output.rstrip()}\n{line}" if result.failed else line, flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description="Run every test.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="the folder that was built in")
    parser.add_argument("--only", action="append", choices=[*KINDS, "package-long", "exports", "pages"], help="only tests of this kind")
    parser.add_argument("--folders", nargs="+", metavar="FOLDER", help="of the C++ tests only those of these folders")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args(arguments)
    jobs = all_jobs(options.build.resolve(), options.only, options.folders)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(run_job, jobs))
    failed_names = [job.name for job, result in zip(jobs, results) if result.failed]
    if failed_names:
        print("Failed: " + ", ".join(failed_names))
    failed = sum(result.failed for result in results) or (0 if results else 1)
    print(f"{sum(result.passed for result in results)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
