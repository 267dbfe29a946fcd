#!/usr/bin/env python3
"""Checks that the sources of a folder can be compiled as one: the unity build puts any of them into one batch, and a new file moves
the borders of the batches. So names in anonymous namespaces are distinct within a folder of src/treewright, in apps/cli and among the tests
of a folder.

Runs the compiler for syntax alone, once per folder (some 2 minutes of processor time); part of `make lint`. Prints the errors and exits with
1 if there are any.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-fsyntax-only", "-w", "-Isrc", "-Iapps", "-Itests", "-I.", '-DTREEWRIGHT_VERSION=""']
ALONE = {"main.cpp", "allocation_counter_test.cpp"}  # compiled by themselves in the real build, too


def folders(root):
    """(name, sources) of everything that is compiled in batches."""
    for part in sorted((root / "src" / "treewright").iterdir()):
        if part.is_dir():
            yield str(part.relative_to(root)), [path for path in part.rglob("*.cpp") if "arrow_plugin" not in path.parts]
    yield "apps/cli", list((root / "apps" / "cli").rglob("*.cpp"))
    for part in sorted((root / "tests").iterdir()):
        yield str(part.relative_to(root)), list(part.glob("*_test.cpp"))


def errors_of(name, sources, root):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as batch:
        batch.writelines(f'#include "{path}"\n' for path in sorted(sources) if path.name not in ALONE)
        batch.flush()
        done = subprocess.run([os.environ.get("CXX", "g++"), *FLAGS, batch.name], cwd=root, capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"{name}: its sources cannot be compiled as one", done.stderr]


def main(arguments):
    parser = argparse.ArgumentParser(description="Check that the sources of a folder can be compiled as one.")
    parser.add_argument("only", nargs="*", help="only these folders, such as src/treewright/io")
    options = parser.parse_args(arguments)
    jobs = [(name, sources) for name, sources in folders(ROOT) if sources and (not options.only or name in options.only)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(lambda job: errors_of(*job, ROOT), jobs) for line in lines]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
