#!/usr/bin/env python3
"""Runs the session tests: tests/sessions/*.session, or the files named. The format is described in sessions.py.

Each file runs in its own temporary folder that holds the tables of examples/data and of the folder `data` next to the session.
Every command counts as one test. `--accept` writes what was printed into the files; read the difference before you commit it.
"""

import argparse
import pathlib
import sys

import sessions


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description="Run session tests.")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=sessions.DEFAULT_PROGRAM, help="the treewright to test")
    parser.add_argument("--accept", action="store_true", help="rewrite the expected output")
    return parser.parse_args(arguments)


def run_file(path, options):
    """Returns (passed, failed) and prints the failures."""
    lines = sessions.read_lines(path)
    try:
        steps = sessions.parse_steps(lines)
        if not steps:
            raise sessions.FormatError("there is no command in it")
    except sessions.FormatError as error:
        print(f"{path}: {error}")
        return 0, 1
    with sessions.Workspace(options.program, (sessions.EXAMPLES, path.parent / "data")) as workspace:
        outcomes = sessions.run_steps(steps, workspace)
    failures = [outcome for outcome in outcomes if not outcome.passed]
    if options.accept and failures:
        sessions.write_lines(path, sessions.rewritten(lines, outcomes))
        print(f"{path}: {len(failures)} outputs rewritten")
        return len(outcomes), 0
    for outcome in failures:
        print(sessions.describe_failure(path, outcome))
    return len(outcomes) - len(failures), len(failures)


def main(arguments):
    options = parse_arguments(arguments)
    if not options.program.is_file():
        print(f"There is no program at {options.program}: run make build first.")
        print(sessions.summary(0, 1))
        return 1
    files = options.files or sorted((sessions.ROOT / "tests" / "sessions").glob("*.session"))
    counts = [run_file(path, options) for path in files]
    failed = sum(count[1] for count in counts)
    print(sessions.summary(sum(count[0] for count in counts), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
