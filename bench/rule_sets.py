#!/usr/bin/env python3
"""Rule lists against their own trees: python bench/rule_sets.py FOLDER. Needs the program (`make build`).

Every learner meets the same ten stratified folds of a classification set: the tree of a preset, and the rule list made of its unpruned
tree. Prints Markdown: percent right, and leaves or rules. The sets are those of real_sets.py (docs/real-data.md).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

from real_tables import TABLES
from report.markdown import number, table

ROOT = pathlib.Path(__file__).resolve().parent.parent


def measure(entry, learner, options):
    """(percent right, leaves or rules), as means over the folds; None if the program fails."""
    words = [options.program, "cv", options.folder / entry.file, "--target", entry.target, *entry.options, *learner, "--seed",
             options.seed, "--threads", 1, "--json", "--quiet"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{entry.name}: {done.stderr.strip()}", file=sys.stderr)
        return None
    answer = json.loads(done.stdout)
    rounds = answer["rounds"]
    return (100 - 100 * sum(one["loss"] for one in rounds) / len(rounds), sum(one["leaves"] for one in rounds) / len(rounds))


def learners_of(preset):
    return {preset: ["--preset", preset], f"{preset}, rules": ["--preset", preset, "--prune", "rules"]}


def report(entries, found, learners):
    """One row per set that all learners have met, then the means."""
    rows = [(entry.name, [found[entry.name, name] for name in learners]) for entry in entries]
    rows = [(name, each) for name, each in rows if all(each)]
    lines = [[name, *(cell for score, size in each for cell in (f"{score:.2f}", number(size))), f"{each[-1][0] - each[0][0]:+.2f}"]
             for name, each in rows]
    means = [tuple(sum(each[i][k] for _, each in rows) / len(rows) for k in range(2)) for i in range(len(learners))]
    lines.append(["**mean**", *(cell for score, size in means for cell in (f"**{score:.2f}**", number(size))),
                  f"**{means[-1][0] - means[0][0]:+.2f}**"])
    return table(["set", *(word for name in learners for word in (f"`{name}` %", "size")), "gain"], lines)


def arguments():
    parser = argparse.ArgumentParser(description="Rule lists against their own trees on real data sets.")
    parser.add_argument("folder", type=pathlib.Path, help="holds classification/, ... (docs/real-data.md)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/apps/cli/treewright")
    parser.add_argument("--preset", default="c45")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="sets with one of these words in their name")
    parser.add_argument("--without", nargs="+", metavar="WORD", default=[], help="no sets with one of these words in their name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="sets at a time")
    return parser.parse_args()


def main():
    options = arguments()
    entries = [entry for entry in TABLES if not entry.is_numeric and (not options.only or any(w in entry.name for w in options.only))
               and not any(word in entry.name for word in options.without) and (options.folder / entry.file).exists()]
    learners = learners_of(options.preset)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {(entry.name, name): pool.submit(measure, entry, learner, options)
                   for entry in entries for name, learner in learners.items()}
        found = {key: future.result() for key, future in running.items()}
    print(report(entries, found, learners))


if __name__ == "__main__":
    main()
