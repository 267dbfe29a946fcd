#!/usr/bin/env python3
"""Makes the pictures of docs/pictures.md by the program: make_pictures.py [--program FILE] [--check]. With --check it only says which of those that are
committed differ from what the program draws now."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"

# The picture, and the commands that make it as `picture.svg` in a folder with the tables of examples/data.
PICTURES = {
    "golf.svg": ["train golf.csv --target Play --preset id3 -o golf.tree", "show golf.tree --svg picture.svg"],
    "loans.svg": ["train loans.csv --target repaid -o loans.tree", "show loans.tree --svg picture.svg"],
    "loans-part.svg": ["train loans.csv --target repaid --prune none -o large.tree", "show large.tree --svg picture.svg --depth 3 --min-rows 15 --direction right"],
    "income.svg": ["train loans.csv --target income --prune none --max-leaves 5 -o income.tree", "show income.tree --svg picture.svg"],
    "rules.svg": ["train loans.csv --target repaid --preset c45 -o c45.tree", "rules c45.tree --simplify loans.csv -o loans.rules", "show loans.rules --svg picture.svg"],
    "costs.svg": ["train golf.csv --target Play --preset id3 --max-depth 1 --costs golf-costs.csv -o costs.tree", "show costs.tree --svg picture.svg"],
}


def made(program, commands):
    with tempfile.TemporaryDirectory() as folder:
        for table in (ROOT / "examples" / "data").glob("*.csv"):
            pathlib.Path(folder, table.name).write_bytes(table.read_bytes())
        for command in commands:
            subprocess.run([program, *command.split(), "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return pathlib.Path(folder, "picture.svg").read_bytes()


def differing(program):
    """The names of the pictures that are missing or differ."""
    return [name for name, commands in PICTURES.items() if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != made(program, commands)]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=os.environ.get("TREEWRIGHT", str(ROOT / "build/release/apps/cli/treewright")))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    program = str(pathlib.Path(options.program).resolve())
    if options.check:
        stale = differing(program)
        for name in stale:
            print(f"docs/pictures/{name} is not what the program draws: run tools/make_pictures.py and look at it")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name, commands in PICTURES.items():
        (FOLDER / name).write_bytes(made(program, commands))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
