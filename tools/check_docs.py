#!/usr/bin/env python3
"""Checks that the documentation is true. Reads README.md, CONTRIBUTING.md, CHANGELOG.md and docs/**/*.md.

- Fenced blocks tagged `console` are sessions (format: sessions.py) and are run: the commands of one page share one temporary
  folder that holds the tables of examples/data. Blocks tagged `pycon` are examples at Python's prompt (format: python_examples.py)
  and are run in the same folder, in the order of the page, by a Python that has the package `treewright`; without it they fail. Blocks
  with any other tag, `sh` for instance, are not run. `--accept` rewrites the output that the pages show.
- Relative links lead to files that exist.
- The folders of src/treewright are exactly those in docs/ARCHITECTURE.md: under the heading `## Folders`, the first column of the
  table names them in backquotes, as `base` or `src/treewright/base/`, one or several per row.
- What docs/ARCHITECTURE.md quotes as code is a file, a folder or an identifier of the sources.
"""

import argparse
import contextlib
import dataclasses
import pathlib
import re
import sys

import python_examples
import sessions

FENCE = re.compile(r"(`{3,}|~{3,})\s*([\w-]*)")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)")
INLINE_CODE = re.compile(r"`[^`]*`")
EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
FOLDERS_HEADING = "## Folders"
CODE_NAME = re.compile(r"`([A-Za-z][\w/.:]*[\w/])(?:\([^`]*\))?`")  # `tree/lowered.h`, `bins_to_open(counts)`, not `--missing fractional`
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
FILE_ENDINGS = {"", "h", "cpp", "py", "md", "txt"}
SOURCE_TREES = ("src", "apps", "bench", "tests", "tools", "docs", "cmake", "examples", "python")
FOLDER_NAME = re.compile(r"`(?:src/treewright/)?([a-z_]+)/?`")


@dataclasses.dataclass
class Block:
    """The lines `first` up to `last` inside a fence."""

    tag: str
    first: int
    last: int


def blocks_of(lines):
    blocks, fence, tag, first = [], None, "", 0
    for i, line in enumerate(lines):
        found = FENCE.match(line)
        if fence is None and found:
            fence, tag, first = found[1], found[2], i + 1
        elif fence is not None and line.startswith(fence) and line.strip(fence[0] + " ") == "":
            blocks.append(Block(tag, first, i))
            fence = None
    return blocks


def prose_lines(lines):
    """(number, text) of the lines outside of fences, without inline code."""
    fenced = {i for block in blocks_of(lines) for i in range(block.first - 1, block.last + 1)}
    return [(i + 1, INLINE_CODE.sub("", line)) for i, line in enumerate(lines) if i not in fenced]


def broken_links(page, lines):
    for number, text in prose_lines(lines):
        for found in LINK.finditer(text):
            target = (found[1] or found[2]).split("#")[0]
            if target and not EXTERNAL.match(target) and not (page.parent / target).exists():
                yield f"{page}:{number}: the link leads nowhere: {target}"


PARSERS = {"console": sessions.parse_steps, "pycon": python_examples.parse_examples}  # by the tag of a block


def page_steps(lines):
    """(tag of its block, step), in the order of the page."""
    return [(block.tag, step) for block in blocks_of(lines) if block.tag in PARSERS
            for step in PARSERS[block.tag](lines, block.first, block.last)]


def run_page(steps, options):
    """The outcomes of the steps of one page. A PackageMissing where its Python examples cannot run."""
    with contextlib.ExitStack() as stack:
        workspace = stack.enter_context(sessions.Workspace(options.program, (options.root / "examples" / "data",)))
        runners = {"console": workspace}
        if any(tag == "pycon" for tag, _ in steps):
            runners["pycon"] = stack.enter_context(python_examples.Interpreter(options.python, workspace))
            if not runners["pycon"].has_package():
                raise PackageMissing(f"{options.python} has no package 'treewright' for its Python examples: make package puts it into .venv")
        return [sessions.Outcome(step, runners[tag].run(step.command)) for tag, step in steps]


class PackageMissing(Exception):
    pass


def check_commands(page, lines, options):
    """Returns (passed, complaints), having rewritten the page if that was asked for."""
    try:
        steps = page_steps(lines)
        outcomes = run_page(steps, options) if steps else []
    except (sessions.FormatError, PackageMissing) as error:
        return 0, [f"{page}: {error}"]
    failures = [outcome for outcome in outcomes if not outcome.passed]
    if options.accept and failures:
        sessions.write_lines(page, sessions.rewritten(lines, outcomes))
        print(f"{page}: {len(failures)} outputs rewritten")
        return len(outcomes), []
    return len(outcomes) - len(failures), [sessions.describe_failure(page, outcome) for outcome in failures]


def folders_in_page(page):
    """The names in the first column of the table under FOLDERS_HEADING."""
    names, inside = [], False
    for line in sessions.read_lines(page):
        if line.startswith("#"):
            inside = line.strip() == FOLDERS_HEADING
        elif inside and line.startswith("|"):
            names += FOLDER_NAME.findall(line.split("|")[1])
    return names


def folder_complaints(root):
    page = root / "docs" / "ARCHITECTURE.md"
    if not page.exists():
        return [f"{page}: this page is missing"]
    named = folders_in_page(page)
    there = {folder.name for folder in (root / "src" / "treewright").iterdir() if folder.is_dir() and any(folder.iterdir())}
    complaints = [f"{page}: names the folder {name} more than once" for name in sorted(set(named)) if named.count(name) > 1]
    complaints += [f"{page}: names the folder {name}, which is not in src/treewright" for name in sorted(set(named) - there)]
    complaints += [f"{page}: does not name the folder src/treewright/{name} under '{FOLDERS_HEADING}'" for name in sorted(there - set(named))]
    return complaints


def names_in_sources(root):
    """Every identifier of the C++ sources and of the Python package, and every file and folder name without its ending."""
    names = set()
    for top in SOURCE_TREES:
        names.add(top)
        for path in (root / top).rglob("*"):
            names |= {path.stem, path.name, *path.stem.split(".")}
            if path.suffix in (".h", ".cpp") or (path.suffix == ".py" and top == "python"):
                names |= set(IDENTIFIER.findall(path.read_text()))
    return names


def stale_names(root):
    """Names in code quotes of the architecture page that are no longer in the sources."""
    page = root / "docs" / "ARCHITECTURE.md"
    if not page.exists():
        return []
    known = names_in_sources(root)
    quoted = CODE_NAME.findall(page.read_text())
    parts = {(name, part) for name in quoted for part in re.split(r"[/.]|::", name) if part not in FILE_ENDINGS}
    return [f"{page}: `{name}`: there is no {part} in the sources" for name, part in sorted(parts) if part not in known]


def pages_of(root):
    single = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return [page for page in single if page.exists()] + sorted((root / "docs").glob("**/*.md"))


def check_page(page, options):
    """Returns (passed, complaints); the links of a page are one test, each command is one."""
    lines = sessions.read_lines(page)
    links = list(broken_links(page, lines))
    passed, complaints = check_commands(page, lines, options)
    return passed + (not links), ["\n".join(links)] * bool(links) + complaints


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description="Check the documentation.")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="only these pages, and not the folders")
    parser.add_argument("--root", type=pathlib.Path, default=sessions.ROOT, help="the project")
    parser.add_argument("--program", type=pathlib.Path, default=sessions.DEFAULT_PROGRAM, help="the treewright to run")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs the Python examples: it has the package")
    parser.add_argument("--accept", action="store_true", help="rewrite the output that the pages show")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse_arguments(arguments)
    passed, complaints = 0, []
    if not options.files:
        complaints = folder_complaints(options.root) + stale_names(options.root)
        passed = int(not complaints)
    for page in options.files or pages_of(options.root):
        page_passed, page_complaints = check_page(page, options)
        passed, complaints = passed + page_passed, complaints + page_complaints
    for complaint in complaints:
        print(complaint)
    print(sessions.summary(passed, len(complaints)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
