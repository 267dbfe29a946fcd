#!/usr/bin/env python3
"""Checks that the library does not speak command line: no string of src/ holds a flag or a command of the program.

Sentences of the library name a parameter by `named("min-leaf")` (src/treewright/base/spelling.h), and the front that prints them
spells it. Prints one line for each string that does otherwise and exits with 1 if there is any.
"""

import argparse
import pathlib
import re
import sys

# A comment, a character, a raw string or a string: whichever begins first. Only strings have the group `text` or `raw`.
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|\'(?:\\.|[^\'\\\n])+\'|R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"', re.DOTALL)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*", re.MULTILINE)
FLAG = re.compile(r"--[a-z{]")
COMMAND = re.compile(r"\btreewright [a-z]+ |'treewright [a-z]+'|\bmake [a-z]+'")


def strings_of(source):
    """(line, text) of every string literal of a C++ source."""
    source = DIGIT_SEPARATOR.sub(" ", INCLUDE.sub("", source))
    for found in TOKEN.finditer(source):
        text = found["text"] if found["text"] is not None else found["raw"]
        if text is not None:
            yield source.count("\n", 0, found.start()) + 1, text


def violations(root):
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for line, text in strings_of(path.read_text(encoding="utf-8")):
            if FLAG.search(text):
                yield f'{path}:{line}: name the parameter by named("…") (base/spelling.h), not by a flag: "{text}"'
            elif COMMAND.search(text):
                yield f'{path}:{line}: say what to do without a command of the program: "{text}"'


def main(arguments):
    parser = argparse.ArgumentParser(description="Find flags and commands in the strings of src/.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args(arguments).root))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
