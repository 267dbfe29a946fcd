#!/usr/bin/env python3
"""Holds the models, predictions and figures of two builds of the program against each other, for a redesign that leaves results alone.

    tools/compare_programs.py OLD NEW [--bench-data PROGRAM] [--rows N] [--table FILE:TARGET ...] [--predictions-only]

Every table of examples/data (and, with --bench-data, every set of the benchmark with N rows, each also with blanks and with weights) is
learned with every preset, criterion, way to split categories, missing method, stop test and pruning. Compared are exit codes, model files
(unless --predictions-only: the two may write different formats), predictions, and the figures of cv and evaluate. Prints every difference
with the command that shows it, then one line of counts; exits with 1 if there is any.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = {"applicants": "class", "golf": "Play", "loans": "repaid", "shapes": "class", "subscribers": "Subscriber",
            "weather-id": "play", "weather-numeric": "play", "weather": "play"}
SETS = {"two_classes": "class", "regression": "y", "mixed": "class", "ten_classes": "class", "integers": "class", "shuffled": "class"}
PRESETS = ["id3", "c45", "cart", "auto"]
CHOICES = {
    "criterion": ["information-gain", "gain-ratio", "gini", "cost-gini", "squared-error"],
    "categories": ["multiway", "subset", "one-vs-rest"],
    "threshold": ["halfway", "data-value"],
    "feature-use": ["free", "once"],
    "missing": ["majority", "direction", "category", "error", "fractional", "surrogate"],
    "stop-test": ["chi-squared", "exact", "f", "description-length"],
    "prune": ["none", "reduced-error", "pessimistic", "cost-complexity", "chi-squared", "description-length", "rules"],
}
EXTRAS = [["--max-depth", "3"], ["--max-leaves", "7"], ["--min-leaf", "5"], ["--min-gain", "0.01"], ["--prune", "pessimistic", "--raise"],
          ["--prune", "reduced-error", "--raise"], ["--prune", "cost-complexity", "--se", "1"], ["--prune", "cost-complexity", "--alpha", "0.01"],
          ["--prune", "cost-complexity", "--complexity", "impurity", "--se", "0"], ["--prune", "none", "--merge-same-class"],
          ["--keep-unpruned"], ["--priors", "equal"], ["--class-weight", "balanced"], ["--stop-test", "chi-squared", "--adjust", "none"],
          ["--surrogates", "2", "--missing", "surrogate"]]


@dataclasses.dataclass(frozen=True)
class Case:
    table: pathlib.Path
    target: str
    options: tuple


@dataclasses.dataclass
class Answer:
    code: int
    model: bytes
    text: str


def settings():
    """Every preset, each choice of every part on top of two of them, and combinations that meet special code."""
    yield from ([f"--preset={preset}"] for preset in PRESETS)
    for preset, (name, words) in itertools.product(["auto", "cart"], CHOICES.items()):
        yield from ([f"--preset={preset}", f"--{name}", word] for word in words)
    yield from ([f"--preset={preset}", *extra] for preset, extra in itertools.product(["auto", "c45"], EXTRAS))
    yield from (["--preset=c45", "--missing", method] for method in CHOICES["missing"])


def with_blanks(source, target, file):
    """Every seventh cell or so is empty, but for the target's."""
    with open(source, newline="") as rows, open(file, "w", newline="") as out:
        reader, writer = csv.reader(rows), csv.writer(out)
        header = next(reader)
        writer.writerow(header)
        for number, row in enumerate(reader):
            writer.writerow([cell if name == target or (number * 31 + column * 17) % 7 else ""
                             for column, (name, cell) in enumerate(zip(header, row))])


def with_weights(source, file):
    with open(source, newline="") as rows, open(file, "w", newline="") as out:
        reader, writer = csv.reader(rows), csv.writer(out)
        writer.writerow([*next(reader), "w"])
        for number, row in enumerate(reader):
            writer.writerow([*row, ["1", "2", "0.5", "0", "3"][number % 5]])


def tables(options, folder):
    for name, target in EXAMPLES.items():
        yield ROOT / "examples" / "data" / f"{name}.csv", target, ()
    for given in options.table:
        file, _, target = given.rpartition(":")
        yield pathlib.Path(file), target, ()
    for name, target in SETS.items() if options.bench_data else ():
        subprocess.run([options.bench_data, name, folder / name, "--rows", str(options.rows), "--test-rows", "10", "--csv"], check=True)
        plain = folder / name / "train.csv"
        yield plain, target, ()
        with_blanks(plain, target, folder / f"{name}-blanks.csv")
        yield folder / f"{name}-blanks.csv", target, ()
        with_weights(plain, folder / f"{name}-weights.csv")
        yield folder / f"{name}-weights.csv", target, ("--weight", "w")


def run(program, arguments):
    done = subprocess.run([program, *map(str, arguments), "--threads", "1"], stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace")


def answer(program, case, folder):
    model = folder / "model.tree"
    code, _ = run(program, ["train", case.table, "--target", case.target, *case.options, "-o", model, "--force", "--quiet"])
    if code != 0:
        return Answer(code, b"", "")
    text = run(program, ["predict", model, case.table, "--quiet"])[1]
    text += run(program, ["evaluate", model, case.table, "--json", "--quiet"])[1]
    return Answer(code, model.read_bytes(), text)


def compare(old, new, case, predictions_only):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        before, after = answer(old, case, folder), answer(new, case, folder)
    same = before.code == after.code and before.text == after.text and (predictions_only or before.model == after.model)
    command = f"train {case.table} --target {case.target} {' '.join(case.options)}"
    what = "exit code" if before.code != after.code else "predictions or figures" if before.text != after.text else "model"
    return before.code == 0, None if same else f"{what} differ: {command}"


def compare_figures(old, new, case):
    arguments = ["cv", case.table, "--target", case.target, *case.options, "--folds", "5", "--json", "--quiet"]
    same = run(old, arguments) == run(new, arguments)
    return True, None if same else "figures of cv differ: " + " ".join(map(str, arguments))


def all_jobs(options, folder):
    for table, target, extra in tables(options, folder):
        for setting in settings():
            case = Case(table, target, (*extra, *setting))
            yield lambda case=case: compare(options.old, options.new, case, options.predictions_only)
        for preset in PRESETS:
            case = Case(table, target, (*extra, f"--preset={preset}"))
            yield lambda case=case: compare_figures(options.old, options.new, case)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--bench-data", help="the benchmark's program that makes tables")
    parser.add_argument("--rows", type=int, default=1500, help="rows of the benchmark's tables [1500]")
    parser.add_argument("--table", action="append", default=[], metavar="FILE:TARGET")
    parser.add_argument("--predictions-only", action="store_true", help="the two programs may write different formats")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda job: job(), all_jobs(options, pathlib.Path(folder))))
    differences = [difference for _, difference in results if difference]
    print(*differences, sep="\n", end="\n" if differences else "")
    print(f"{len(results)} compared, {sum(learned for learned, _ in results)} of them learned, {len(differences)} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
