#!/usr/bin/env python3
"""How well the presets do on real data: python bench/real_sets.py FOLDER. `make bench-real DATA=FOLDER` builds the program first.

Every learner meets the same ten stratified folds of a set. Prints Markdown; the single figures are in build/bench/real.json.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import one_process
import real_tables
from real_tables import LEARNERS, TABLES
from report import machine, page
from report.markdown import number, table

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "real-data.md"


# --- measuring --------------------------------------------------------------------------------------------------------------


def without_full_stops(file, scratch):
    """The test rows of adult are labelled `>50K.` where those for training are labelled `>50K`."""
    copy = pathlib.Path(scratch) / file.name
    copy.write_text("".join(line.rstrip().removesuffix(".") + "\n" for line in file.read_text().splitlines()))
    return copy


def learners_of(entries, options):
    """C4.5 has nothing to say of numbers."""
    numeric = any(entry.is_numeric for entry in entries)
    return {name: settings for name, settings in options.learners.items() if not (numeric and "preset=c45" in settings)}


def command(entry, options, seed, scratch):
    words = [options.program, options.folder / entry.file, "--target", entry.target, *entry.options, "--seed", seed]
    if entry.test and seed == 1:
        words += ["--test", without_full_stops(options.folder / entry.test, scratch)]
    for learner in learners_of([entry], options).values():
        words += ["--learner", learner]
    return [str(word) for word in words]


def measure(entry, options, seed, scratch):
    """What the program answers; {"failed": reason} if it does not."""
    if not (options.folder / entry.file).exists():
        return {"failed": f"{entry.file} is not in the folder"}
    done = subprocess.run(command(entry, options, seed, scratch), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {"failed": one_process.reason_in(done.stderr, done.returncode)}
    return json.loads(done.stdout)


def measure_all(entries, options):
    """{name: answers, one a seed}, two sets at a time: what is shown is time of the processor."""
    steps = [(entry, seed) for entry in entries for seed in range(1, options.seeds + 1)]
    answers = {entry.name: [] for entry in entries}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [(entry, pool.submit(measure, entry, options, seed, scratch)) for entry, seed in steps]
        for number_of, (entry, future) in enumerate(running, start=1):
            answers[entry.name].append(future.result())
            print(f"{number_of}/{len(steps)} {entry.name}{': ' if 'failed' in future.result() else ''}"
                  f"{future.result().get('failed', '')}", file=sys.stderr, flush=True)
    return answers


# --- figures ----------------------------------------------------------------------------------------------------------------


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else math.nan


def figures(answers, learners):
    """{learner: {score, leaves, seconds, spread}} of one set over all folds and seeds; percent for classes. `spread` is the
    standard deviation of the seeds' means. {} if one of the seeds failed."""
    if any("failed" in answer for answer in answers):
        return {}
    found = {}
    for position, learner in enumerate(learners):
        scale = 100 if answers[0]["classes"] else 1
        runs = [answer["learners"][position]["folds"] for answer in answers]
        means = [scale * mean(trial["score"] for trial in run) for run in runs]
        trials = [trial for run in runs for trial in run]
        found[learner] = {"score": mean(means), "leaves": mean(trial["leaves"] for trial in trials),
                          "seconds": mean(trial["seconds"] for trial in trials),
                          "spread": math.sqrt(sum((m - mean(means)) ** 2 for m in means) / max(1, len(means) - 1))}
    return found


def split_figures(answer, learners):
    """The same for the rows of the original split, if there are any."""
    if "failed" in answer:
        return {}
    return {learner: trial | {"score": 100 * trial["score"], "spread": 0.0}
            for learner, results in zip(learners, answer["learners"]) for trial in results["split"]}


def is_reached(goal, found, is_numeric):
    asked = [goal.learner] if goal.learner else list(found)
    def fits(one):
        return (one["score"] <= goal.score if is_numeric else one["score"] >= goal.score) and (
            not goal.leaves or one["leaves"] <= goal.leaves)
    return any(fits(found[learner]) for learner in asked if learner in found)


# --- tables -----------------------------------------------------------------------------------------------------------------


def score_text(value, is_numeric):
    return number(value, 4 if value >= 100 else 3) if is_numeric and value < 1000 else f"{value:,.0f}" if is_numeric else f"{value:.2f}"


def cells(one, entry, seeds):
    spread = f" ± {score_text(one['spread'], entry.is_numeric)}" if seeds > 1 and one["spread"] else ""
    return [score_text(one["score"], entry.is_numeric) + spread, number(one["leaves"])]


def set_row(entry, name, rows, found, options):
    row = [name, f"{rows:,}"]
    for one in found.values():
        row += cells(one, entry, options.seeds)
    return [*row, number(sum(one["seconds"] for one in found.values()))]


def head(learners, what):
    return ["set", "rows", *(word for learner in learners for word in (f"`{learner}` {what}", "leaves")), "s"]


def set_table(entries, answers, options):
    """Percent right or errors, and leaves; a set that failed is a row with the reason."""
    rows, learners = [], learners_of(entries, options)
    for entry in entries:
        found = figures(answers[entry.name], learners)
        if not found:
            reason = next(a["failed"] for a in answers[entry.name] if "failed" in a)
            rows.append([entry.name, reason, *[""] * (2 * len(learners) + 1)])
            continue
        rows.append(set_row(entry, entry.name, answers[entry.name][0]["rows"], found, options))
        split = split_figures(answers[entry.name][0], learners)
        if split:
            rows.append(set_row(entry, f"{entry.name}, original split", answers[entry.name][0]["rows"], split, options))
    return rows


def means(entries, answers, options):
    """{learner: {score, leaves}} over the sets that were measured."""
    found = [one for one in (figures(answers[entry.name], options.learners) for entry in entries) if one]
    return {learner: {key: mean(one[learner][key] for one in found) for key in ("score", "leaves", "seconds", "spread")}
            for learner in options.learners} if found else {}


def mean_row(entries, answers, options, title):
    found = means(entries, answers, options)
    if not found:
        return []
    row = [f"**{title}**", ""]
    for learner in options.learners:
        row += [f"**{found[learner]['score']:.2f}**", f"**{number(found[learner]['leaves'])}**"]
    return [[*row, number(sum(one["seconds"] for one in found.values()))]]


def goal_row(entry, answers, options):
    learners = learners_of([entry], options)
    found = split_figures(answers[entry.name][0], learners) if entry.goal.split else figures(answers[entry.name], learners)
    if not found or (entry.goal.learner and entry.goal.learner not in found):
        return []
    best = entry.goal.learner or (min if entry.is_numeric else max)(found, key=lambda learner: found[learner]["score"])
    sign, leaves = ("≤" if entry.is_numeric else "≥"), (f", leaves ≤ {entry.goal.leaves}" if entry.goal.leaves else "")
    return [[entry.name + (", original split" if entry.goal.split else ""), f"`{best}`" + ("" if entry.goal.learner else " (the best)"),
             f"{sign} {entry.goal.score:,g}{leaves}", f"{score_text(found[best]['score'], entry.is_numeric)}, "
             f"{number(found[best]['leaves'])} leaves", "reached" if is_reached(entry.goal, found, entry.is_numeric) else "**missed**"]]


def auto_row(entries, answers, options, title):
    """The default against the larger tree of CART: points and leaves, as means over the sets; leaves also set by set."""
    if not {"auto", "cart --se 0"} <= set(options.learners):
        return []
    found = means(entries, answers, options)
    if not found:
        return []
    points = found["auto"]["score"] - found["cart --se 0"]["score"]
    share = found["auto"]["leaves"] / found["cart --se 0"]["leaves"]
    each = [figures(answers[entry.name], options.learners) for entry in entries]
    typical = math.exp(mean(math.log(one["auto"]["leaves"] / one["cart --se 0"]["leaves"]) for one in each if one))
    reached = points >= real_tables.AUTO_POINTS and share <= real_tables.AUTO_LEAVES
    return [[title, "`auto` against `cart --se 0`", f"≥ +{real_tables.AUTO_POINTS} points, ≤ {real_tables.AUTO_LEAVES} of the leaves",
             f"{points:+.2f} points, {share:.2f} of the leaves (geometric mean {typical:.2f})", "reached" if reached else "**missed**"]]


def report(entries, answers, options):
    """All tables as Markdown."""
    classes = [entry for entry in entries if not entry.is_numeric and not entry.is_derived]
    extra = [entry for entry in entries if entry.is_derived]
    numeric = [entry for entry in entries if entry.is_numeric]
    goals = [row for entry in entries if entry.goal for row in goal_row(entry, answers, options)]
    goals += auto_row(classes, answers, options, "mean of the classification sets")
    if extra:
        goals += auto_row(classes + extra, answers, options, "with the derived ones")
    first = set_table(classes, answers, options) + mean_row(classes, answers, options, "mean")
    second = set_table(extra, answers, options) + mean_row(classes + extra, answers, options, "mean of both tables")
    parts = [("### Figures to reach", table(["set", "learner", "to reach", "found", ""], goals)),
             ("### Classes", table(head(options.learners, "%"), first)),
             ("### Classes, derived sets", table(head(options.learners, "%"), second if extra else [])),
             ("### Numbers", table(head(learners_of(numeric, options), "RMSE"), set_table(numeric, answers, options)))]
    return "\n\n".join(f"{title}\n\n{text}" for title, text in parts if text)


def headline():
    where = machine.describe()
    return f"Measured on {where['date']} with Treewright {where['commit']}."


# --- the command line -------------------------------------------------------------------------------------------------------


def arguments():
    parser = argparse.ArgumentParser(description="How well the presets do on real data sets.")
    parser.add_argument("folder", type=pathlib.Path, help="holds classification/, regression/, ... (docs/real-data.md)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/bench/real_sets")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="sets with one of these words in their name")
    parser.add_argument("--seeds", type=int, default=1, help="number of repetitions of the ten folds, with seeds 1, 2, ...")
    parser.add_argument("--learner", action="append", metavar="NAME:SETTINGS", default=[],
                        help="one more, such as 'cart --se 0.5:preset=cart,se=0.5'")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="sets at a time")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build/bench/real.json")
    parser.add_argument("--publish", action="store_true", help="writes the tables into docs/real-data.md")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}: make bench-real DATA=FOLDER")
    options.learners = LEARNERS | dict(text.split(":", 1) for text in options.learner)
    return options


def main():
    options = arguments()
    entries = [entry for entry in TABLES if not options.only or any(word in entry.name for word in options.only)]
    answers = measure_all(entries, options)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(json.dumps(answers))
    text = f"{headline()}\n\n{report(entries, answers, options)}"
    print(text)
    if options.publish:
        PAGE.write_text(page.with_figures(PAGE.read_text(), text))


if __name__ == "__main__":
    main()
