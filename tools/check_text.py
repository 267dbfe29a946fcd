#!/usr/bin/env python3
"""Checks the words of the project.

The library does not speak command line: no string of src/ holds a flag or a command of the program. Sentences of the library name
a parameter by `named("min-leaf")` (src/treewright/base/spelling.h), and the front that prints them spells it.

Sources and pages avoid phrases that readers have to decode, where the field has a term or English a plainer word.

Prints one line for each violation and exits with 1 if there is any.
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
FLAG = re.compile(r"--[a-z{](?![a-z-]*:)")  # not a property of a style sheet: "--ink: black"
OTHER_PROGRAMS = ["src/treewright/export/programs", "src/treewright/verification/consumers"]  # their strings are code, and flags of compilers

# What to write instead of a phrase, and the folders and pages that are held to it.
PHRASES = {
    r"\banew\b": "again",
    r"\bso[ _]many\b(?!.*\bthat\b)": "that many",
    r"\bin vain\b": "without effect",
    r"\bbeside\b(?!_)": "besides, next to, compared with",
    r"\bfor who\b|\bwho wants\b": "if …",
    r"\bwhat there is to\b": "name the thing",
    r"\bjudge[sd]?\b|\bjudging\b": "validate, score, evaluate",
    r"\bdealt out\b|\bdeals? out\b": "assigned, stratified",
    r"\bhangs on\b|\bmuch hangs\b": "depends on, influence",
    r"\bhalf files?\b": "partial file",
    r"\bspares? (?!to\b)(more|enough|most|least|errors?|bits)\b": "saves",
    r"\b(a|one) (row|byte|bit|line|cell|column|number) a (row|class|cell|line|rule|leaf|level|figure|feature|node|learner)\b": "per",
    r"\b\w+s_a_(batch|bin|block|chunk|day|feature|filter|fine_bin|group|limit|row|step|thread|weight)\b": "…_per_…",
    r"\b(hearers?|travellers?|guests?|young[ _]trees?|YoungTree)\b": "the field's word, not a metaphor of our own",
    r"\bcannot be (foreseen|foretold)\b": "unpredictable",
    r"\bwithout a branch\b": "branch-free",
    r"\bline of ties\b": "tie line",
}
HELD_TO_PHRASES = ["src", "apps", "tests", "bench", "cmake", "docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
READ_FOR_PHRASES = {".h", ".cpp", ".md", ".py", ".cmake", ".session"}
QUOTES_THEM = "check_text_test.py"  # the check's own test
WORDS = {re.compile(phrase, re.IGNORECASE): instead for phrase, instead in PHRASES.items()}
COMMAND = re.compile(r"\btreewright [a-z]+ |'treewright [a-z]+'|\bmake [a-z]+'")


def strings_of(source):
    """(line, text) of every string literal of a C++ source."""
    source = DIGIT_SEPARATOR.sub(" ", INCLUDE.sub("", source))
    for found in TOKEN.finditer(source):
        text = found["text"] if found["text"] is not None else found["raw"]
        if text is not None:
            yield source.count("\n", 0, found.start()) + 1, text


def phrases_in(root):
    for place in map(root.joinpath, HELD_TO_PHRASES):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix not in READ_FOR_PHRASES or path.name == QUOTES_THEM or not path.is_file():
                continue
            for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for phrase, instead in WORDS.items():
                    if found := phrase.search(text):
                        yield f'{path}:{line}: write "{instead}" instead of "{found[0]}"'


def violations(root):
    yield from phrases_in(root)
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        if any(path.is_relative_to(root / folder) for folder in OTHER_PROGRAMS):
            continue
        for line, text in strings_of(path.read_text(encoding="utf-8")):
            if FLAG.search(text):
                yield f'{path}:{line}: name the parameter by named("…") (base/spelling.h), not by a flag: "{text}"'
            elif COMMAND.search(text):
                yield f'{path}:{line}: say what to do without a command of the program: "{text}"'


def main(arguments):
    parser = argparse.ArgumentParser(description="Find flags and commands in the strings of src/, and phrases to avoid.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args(arguments).root))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
