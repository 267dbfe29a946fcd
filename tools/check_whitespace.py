#!/usr/bin/env python3
"""Checks that no line of a text file ends in white space and that the file ends in one newline, as .editorconfig asks.

Without file names all files under version control are checked. Data and recorded output are kept byte for byte and left alone.
`--fix` mends what it finds. Prints one line per file and exits with 1 if there was any.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT_AS_IT_IS = re.compile(r"^examples/data/|^tests/(.*/)?data/|^tests/old_models/|\.session$|\.svg$")  # pictures are written by programs
TRAILING = re.compile(rb"[ \t\r]+$", re.MULTILINE)


def is_text(content):
    return b"\0" not in content


def mended(content):
    """The same without white space at the ends of lines, and with one newline at the end unless it is empty."""
    lines = TRAILING.sub(b"", content).rstrip(b"\n")
    return lines + b"\n" if lines else b""


def tracked_files(root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name]


def flawed_files(root, names):
    """(name, its mended content) of the files that need mending."""
    for name in names:
        path = root / name
        if KEPT_AS_IT_IS.search(name) or not path.is_file():
            continue
        content = path.read_bytes()
        if is_text(content) and mended(content) != content:
            yield name, mended(content)


def main(arguments, root=ROOT):
    parser = argparse.ArgumentParser(description="Check the white space at the ends of lines and files.")
    parser.add_argument("files", nargs="*", help="relative to the project; all tracked files if there are none")
    parser.add_argument("--fix", action="store_true", help="fix what is found")
    parsed = parser.parse_args(arguments)
    found = list(flawed_files(root, parsed.files or tracked_files(root)))
    for name, content in found:
        print(f"{name}: white space at the end of a line, or no single newline at the end of the file")
        if parsed.fix:
            (root / name).write_bytes(content)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
