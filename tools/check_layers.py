#!/usr/bin/env python3
"""Checks how the parts of src/treewright depend on each other: in one direction only, and through their doors.

Layers. LAYERS is the order: a part (a folder of src/treewright) may include and link itself and the parts of the lines above its own,
never one of its own line. apps/, bench/, examples/ and tests/ may include any part.

Doors. A header directly in the folder of a part is public. A header in a subfolder, or named *_internal.h, is private to the part:
- a private header is included by its own part only, and by that part's tests;
- a public header has a direct user outside its part (tests do not count): else it is private. Those of SEAMS are exempt: each names what
  it is public for. An entry that is not needed any more is a violation, too;
- a public header does not include a private one;
- a link to a part in a CMakeLists.txt has an include that needs it (tests may link what they test through another part);
- within src/, and within apps/, no two files share a name.

Prints one line per violation and exits with 1 if there is any.
"""

import argparse
import collections
import dataclasses
import pathlib
import re
import sys

LAYERS = [
    ["base"],
    ["data"],
    ["tree", "criteria", "statistics"],
    ["rules"],
    ["prediction"],
    ["growing", "optimal"],
    ["engine"],
    ["pruning", "evaluation"],
    ["training"],
    ["resampling", "export"],
    ["verification"],
    ["report"],
    ["io"],
    ["face"],
]

# Public without a direct user outside: for a program that is not in this repository, or because a public header declares with its types.
SEAMS = {
    "treewright/report/document.h": "report/cv_report.h",
    "treewright/data/row_selection.h": "data/training_set.h",
    "treewright/engine/limits.h": "engine/tree_grower.h",
    "treewright/engine/partition_worker.h": "a cluster's own program",
    "treewright/engine/partitioned_growth.h": "a cluster's own program",
    "treewright/face/plain_tree.h": "the Python package",
    "treewright/growing/cut.h": "growing/feature_scan.h",
    "treewright/growing/feature_scan.h": "growing/category_scan.h",
    "treewright/io/kept_cells.h": "io/read_by_schema.h",
    "treewright/prediction/rows.h": "prediction/predict.h",
    "treewright/resampling/comparison.h": "resampling/compare.h",
    "treewright/resampling/summary.h": "resampling/validate.h",
    "treewright/training/prune_options.h": "training/train_options.h",
    "treewright/tree/split.h": "tree/tree.h",
    "treewright/tree/text_cursor.h": "tree/model_text.h",
}
RANK = {part: rank for rank, line in enumerate(LAYERS) for part in line}
DUMPING_GROUNDS = {"utils", "util", "common", "misc", "helpers"}
TOPS = ("src", "apps", "bench", "examples", "tests")  # folders with C++ in them

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
LINKED = re.compile(r"\btreewright_([a-z]+)\b")


@dataclasses.dataclass(frozen=True)
class Include:
    """One #include of one of our own headers, and where it stands."""
    user: pathlib.Path  # relative to the root, as header
    line: int
    header: str  # treewright/tree/tree.h


def part_of(path):
    """The part of src/treewright that a file belongs to; None for files elsewhere. The umbrella header treewright.h is the face's."""
    parts = path.parts
    if parts[:2] != ("src", "treewright"):
        return None
    return parts[2] if len(parts) > 3 else "face"


def folders_of(user):
    """Those that a file's includes count for: the umbrella header stands above the folder of its part."""
    umbrella = user == pathlib.Path("src/treewright/treewright.h")
    return [pathlib.Path("src/treewright/face")] if umbrella else list(user.parents)


def part_of_header(header):
    return part_of(pathlib.Path("src") / header)


def is_private(header):
    """Whether treewright/part/... is a private header: in a subfolder, or marked by its name."""
    return header.count("/") > 2 or header.endswith("_internal.h")


def allowed(user, used):
    return user == used or (user in RANK and used in RANK and RANK[used] < RANK[user])


def numbered_lines(path):
    return enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


class Sources:
    """All C++ files and CMakeLists.txt of the project, with their includes and links."""

    def __init__(self, root):
        files = [path.relative_to(root) for top in TOPS for path in sorted((root / top).rglob("*")) if path.is_file()]
        self.root = root
        self.code = [path for path in files if path.suffix in {".h", ".cpp"}]
        self.cmake = [path for path in files if path.name == "CMakeLists.txt"]
        self.headers = [path.relative_to("src").as_posix() for path in self.code if path.suffix == ".h" and part_of(path)]
        self.foreign = []  # (path, line, target) of "..." that is not treewright/...
        self.includes = list(self._includes())
        self.included_by = collections.defaultdict(list)
        for include in self.includes:
            self.included_by[include.user.as_posix()].append(include.header)

    def _includes(self):
        for path in self.code:
            for number, line in numbered_lines(self.root / path):
                found = INCLUDE.match(line)
                if found and found[2].startswith("treewright/"):
                    yield Include(path, number, found[2])
                elif found and found[1] == '"':
                    self.foreign.append((path, number, found[2]))

    def links(self):
        """(path, line, part) of every treewright_part that a CMakeLists.txt names."""
        for path in self.cmake:
            for number, line in numbered_lines(self.root / path):
                for linked in LINKED.findall(line.split("#")[0]):
                    if linked in RANK:
                        yield path, number, linked


# Layers

def layer_violations(sources):
    for path, number, target in sources.foreign:
        if part_of(path):
            yield f'{path}:{number}: write "treewright/<part>/<file>" for our own headers, <...> for others: {target}'
    for include in sources.includes:
        user, used = part_of(include.user), part_of_header(include.header)
        if user and not allowed(user, used):
            yield f"{include.user}:{include.line}: {user} may not include {used}: {include.header}"
    for path, number, linked in sources.links():
        if part_of(path) and not allowed(part_of(path), linked):
            yield f"{path}:{number}: {part_of(path)} may not link treewright_{linked}"


def folder_violations(root):
    for top in (*TOPS, "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.is_dir() and path.name in DUMPING_GROUNDS:
                yield f"{path.relative_to(root)}: a folder is named after what it holds, not '{path.name}'"
    for folder in sorted((root / "src" / "treewright").iterdir()):
        if folder.is_dir() and any(folder.iterdir()) and folder.name not in RANK:
            yield f"{folder.relative_to(root)}: this folder has no place in the order of tools/check_layers.py"


# Doors

def is_inside(user, part):
    """Whether a file may see the private headers of a part: the part itself and its tests."""
    return part_of(user) == part or user.parts[:2] == ("tests", part)


def private_violations(sources):
    for include in sources.includes:
        part = part_of_header(include.header)
        if is_private(include.header) and not is_inside(include.user, part):
            yield f"{include.user}:{include.line}: {include.header} is private to {part}"


def used_outside(sources):
    """The headers with a direct user outside their part, tests not counted."""
    return {use.header for use in sources.includes if use.user.parts[0] != "tests" and part_of(use.user) != part_of_header(use.header)}


def public_violations(sources):
    used = used_outside(sources)
    for header in sources.headers:
        if not is_private(header) and header not in used and header not in SEAMS:
            yield (f"src/{header}: nothing outside {header.split('/')[1]} uses it: move it to a subfolder or name it *_internal.h; "
                   f"if a public header needs it, list it in SEAMS")


def seam_violations(sources):
    """Entries of SEAMS that say what is not so."""
    used = used_outside(sources)
    for header in sources.headers:
        if header not in SEAMS:
            continue
        if header in used:
            yield f"src/{header}: it has a user outside {header.split('/')[1]}: strike it from SEAMS"
        elif SEAMS[header].endswith(".h") and header not in sources.included_by[f"src/treewright/{SEAMS[header]}"]:
            yield f"src/{header}: {SEAMS[header]}, for which SEAMS keeps it public, does not include it"


def leak_violations(sources):
    for include in sources.includes:
        header = include.user.as_posix().removeprefix("src/")
        if part_of(include.user) and include.user.suffix == ".h" and not is_private(header) and is_private(include.header):
            yield f"{include.user}:{include.line}: a public header includes a private one: {include.header}"


def idle_link_violations(sources):
    needed = {(folder, part_of_header(include.header)) for include in sources.includes for folder in folders_of(include.user)}
    for path, number, linked in sources.links():
        if path.parts[0] != "tests" and part_of(path) != linked and (path.parent, linked) not in needed:
            yield f"{path}:{number}: no include needs treewright_{linked}"


def name_violations(sources):
    first = {}
    for path in sources.code:
        if path.parts[0] in {"src", "apps"} and first.setdefault((path.parts[0], path.name), path) != path:
            yield f"{path}: the name is taken by {first[path.parts[0], path.name]}"


DOORS = (private_violations, public_violations, seam_violations, leak_violations, idle_link_violations, name_violations)


def violations(root):
    sources = Sources(root)
    yield from folder_violations(root)
    yield from layer_violations(sources)
    for door in DOORS:
        yield from door(sources)


def main(arguments):
    parser = argparse.ArgumentParser(description="Check the direction of dependencies in src/treewright, and who uses which header.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args(arguments).root))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
