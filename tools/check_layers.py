#!/usr/bin/env python3
"""Checks that the folders of src/treewright depend on each other in one direction only.

LAYERS is the order: a folder may include and link itself and the folders of the lines above its own, never one of its own line.
apps/ and tests/ may include anything. Prints one line a violation and exits with 1 if there is any.
"""

import argparse
import pathlib
import re
import sys

LAYERS = [
    ["base"],
    ["data"],
    ["tree", "criteria", "statistics"],
    ["prediction", "rules"],
    ["growing", "optimal"],
    ["engine"],
    ["pruning", "evaluation", "export"],
    ["training"],
    ["resampling"],
    ["report"],
    ["io"],
]
RANK = {folder: rank for rank, line in enumerate(LAYERS) for folder in line}
DUMPING_GROUNDS = {"utils", "util", "common", "misc", "helpers"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
LINKED = re.compile(r"\btreewright_([a-z]+)\b")
NOT_A_FOLDER = {"part", "tests", "settings", "arrow"}  # treewright_part() and its like in a CMakeLists.txt; the plugin's file


def allowed(user, used):
    return user == used or (user in RANK and used in RANK and RANK[used] < RANK[user])


def numbered_lines(path):
    return enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def include_violations(path, folder):
    for number, line in numbered_lines(path):
        found = INCLUDE.match(line)
        if not found:
            continue
        quote, target = found.groups()
        parts = target.split("/")
        if parts[0] != "treewright":
            if quote == '"':
                yield f'{path}:{number}: write "treewright/<folder>/<file>" for our own headers, <...> for others: {target}'
        elif not allowed(folder, parts[1]):
            yield f"{path}:{number}: {folder} may not include {parts[1]}: {target}"


def link_violations(path, folder):
    for number, line in numbered_lines(path):
        for linked in LINKED.findall(line.split("#")[0]):
            if linked not in NOT_A_FOLDER and not allowed(folder, linked):
                yield f"{path}:{number}: {folder} may not link treewright_{linked}"


def folder_violations(folder):
    if folder.name not in RANK:
        yield f"{folder}: this folder has no place in the order of tools/check_layers.py"
    for path in sorted(folder.rglob("*")):
        if path.name == "CMakeLists.txt":
            yield from link_violations(path, folder.name)
        elif path.suffix in {".h", ".cpp"}:
            yield from include_violations(path, folder.name)


def violations(root):
    for top in ("src", "apps", "tests", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.is_dir() and path.name in DUMPING_GROUNDS:
                yield f"{path}: a folder is named after what it holds, not '{path.name}'"
    for folder in sorted((root / "src" / "treewright").iterdir()):
        if folder.is_dir() and any(folder.iterdir()):
            yield from folder_violations(folder)


def main(arguments):
    parser = argparse.ArgumentParser(description="Check the direction of dependencies in src/treewright.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args(arguments).root))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
