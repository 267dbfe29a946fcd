#!/usr/bin/env python3
"""Holds the processor time of two builds of the program against each other, for a change that must not make it slower.

    tools/compare_speed.py OLD NEW --bench-data PROGRAM [--runs N] [--scale X] [--only WORD ...] [--instructions]

OLD and NEW are programs in their build folders (build/release/apps/cli/treewright). Each task is run by both in turn, on one core and one
thread. The time of a task is user and system time of the whole process; where both builds also have their benchmark's program
(bench/treewright_bench, a build with TREEWRIGHT_BENCH=ON), tasks called "inside:" are the time that it measures around the library alone,
without reading files. Prints for each task the median of the ratios new/old of neighbouring runs with their quartiles, and the ratio of the
fastest runs. --instructions counts instructions by valgrind instead, once each: slow, but nothing else on the machine can disturb it.
"""

import argparse
import dataclasses
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

LARGE, USUAL, SMALL = 1_000_000, 100_000, 20_000
DEPTH_6 = ["--preset", "cart", "--prune", "none", "--max-depth", "6"]
FULL = ["--preset", "cart", "--prune", "none", "--criterion", "information-gain"]


@dataclasses.dataclass(frozen=True)
class Task:
    """{two} and {regression} stand for a folder of a set, {csv:NAME:ROWS} for a file, {model:NAME} for a model of the program's own."""

    name: str
    arguments: tuple
    runs: int = 15
    inside: bool = False  # treewright_bench measures it


def train(name, table, target, *options, runs=15):
    return Task(name, ("train", table, "--target", target, *options, "-o", "{out}", "--force", "--quiet"), runs)


def predict(name, model):
    return Task(name, ("predict", model, f"{{csv:two_classes:{LARGE}}}", "-o", "{out}", "--force", "--quiet"), 15)


def inside(name, kind, set_name, *options, runs=25):
    return Task(f"inside: {name}", (kind, f"{{set:{set_name}}}", *options), runs, True)


TWO, REGRESSION, FEW = (f"{{csv:two_classes:{USUAL}}}", f"{{csv:regression:{USUAL}}}", f"{{csv:two_classes:{SMALL}}}")
TASKS = [
    train("depth 6, two classes", TWO, "class", *DEPTH_6, runs=25),
    train("fully grown, information gain", TWO, "class", *FULL),
    train("depth 6, regression", REGRESSION, "y", *DEPTH_6, runs=25),
    train("pruned by ten folds (auto)", TWO, "class", runs=9),
    Task("cross-validation, depth 6", ("cv", TWO, "--target", "class", *DEPTH_6, "--quiet"), 15),
    predict("predict, depth 6", "{model:depth_6}"),
    predict("predict, fully grown", "{model:full}"),
    train("20k rows, --missing surrogate", FEW, "class", "--missing", "surrogate", runs=9),
    train("20k rows, --preset c45", FEW, "class", "--preset", "c45", runs=9),
    inside("depth 6, two classes", "fit", "two_classes", "--depth", "6", "--rows", str(USUAL)),
    inside("fully grown", "fit", "two_classes", "--rows", str(USUAL), runs=15),
    inside("depth 6, regression", "fit", "regression", "--depth", "6"),
    inside("fully grown, regression", "fit", "regression", runs=15),
    inside("pruned by ten folds", "prune", "two_classes", "--rows", str(USUAL), runs=9),
    inside("cross-validation, depth 6", "cross_validate", "two_classes", "--depth", "6", "--rows", str(USUAL), runs=15),
    inside("load_ numbers", "load", "two_classes", runs=11),
    inside("load_ numbers and categories", "load", "mixed", runs=11),
    inside("predict, depth 6", "predict", "two_classes", "--model", "{model:depth_6}"),
    inside("predict, fully grown", "predict", "two_classes", "--model", "{model:full}"),
]
MODELS = {"depth_6": DEPTH_6, "full": FULL}


class Data:
    """The benchmark's sets, their first rows as CSV files, and the models that each program has made of them."""

    def __init__(self, options, folder):
        self.folder, self.scale, self.made = folder, options.scale, set()
        self.bench_data = options.bench_data

    def rows(self, count):
        return max(1000, int(count * self.scale))

    def set(self, name):
        if name not in self.made:
            rows = self.rows(LARGE if name == "two_classes" else USUAL)
            subprocess.run([self.bench_data, name, self.folder / name, "--rows", str(rows), "--test-rows", str(rows), "--csv"], check=True)
            self.made.add(name)
        return self.folder / name

    def csv(self, name, rows):
        file = self.folder / f"{name}-{rows}.csv"
        if not file.exists():
            with open(self.set(name) / "train.csv", "rb") as source, open(file, "wb") as out:
                out.writelines(itertools.islice(source, 1 + self.rows(rows)))
        return file

    def model(self, name, program):
        file = self.folder / f"{program.name}-{name}.tree"
        if not file.exists():
            subprocess.run([program.file, "train", self.csv("two_classes", USUAL), "--target", "class", *MODELS[name], "-o", file, "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
        return file

    def fill(self, argument, program):
        kind, _, rest = argument.strip("{}").partition(":") if argument.startswith("{") else (None, None, None)
        if kind == "set":
            return self.set(rest)
        if kind == "csv":
            name, _, rows = rest.partition(":")
            return self.csv(name, int(rows))
        if kind == "model":
            return self.model(rest, program)
        if kind == "out":
            return self.folder / "out"
        return str(self.rows(int(argument))) if argument in (str(USUAL), str(SMALL)) else argument


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    file: pathlib.Path

    @property
    def bench(self):
        return self.file.parents[2] / "bench" / "treewright_bench"

    def command(self, task, data):
        return [self.bench if task.inside else self.file, *(data.fill(each, self) for each in task.arguments), "--threads", "1"]


def pin_to_one_core():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the first core serves most interrupts


def processor_seconds(command, inside_only):
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
                                   preexec_fn=pin_to_one_core)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}: ended with code {process.returncode}")
        output.seek(0)
        return json.loads(output.read())["cpu"] if inside_only else usage.ru_utime + usage.ru_stime


def instructions(command):
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    done = subprocess.run(counting, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return float(re.search(r"Collected\s*:\s*(\d+)", done.stderr).group(1))


def time_row(task, pairs):
    """Median of each, median and quartiles of the ratios of pairs, ratio of the fastest."""
    old, new = zip(*pairs)
    ratios = [after / before for before, after in pairs]
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return (f"{task.name:40} {1000 * statistics.median(old):9.1f} {1000 * statistics.median(new):9.1f} ms  "
            f"{middle:6.3f}  ({low:.3f} to {high:.3f})  fastest {min(new) / min(old):6.3f}")


def measure(task, old, new, data, options):
    commands = [program.command(task, data) for program in (old, new)]
    if options.instructions:
        before, after = map(instructions, commands)
        return f"{task.name:40} {before / 1e6:11.1f} {after / 1e6:11.1f} million instructions  {after / before:6.4f}"
    for command in commands:  # files and pages that are touched for the first time
        processor_seconds(command, task.inside)
    pairs = [tuple(processor_seconds(command, task.inside) for command in commands) for _ in range(options.runs or task.runs)]
    return time_row(task, pairs)


def chosen(options, old, new):
    both_measure_inside = old.bench.exists() and new.bench.exists()
    return [task for task in TASKS
            if (both_measure_inside or not task.inside) and (not options.only or any(word in task.name for word in options.only))]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("new", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--bench-data", required=True, help="the benchmark's program that makes tables")
    parser.add_argument("--runs", type=int, help="of each program [9 to 25, by task]")
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of rows [1]")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="tasks whose name has one of these words")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead")
    options = parser.parse_args(arguments)
    old, new = Program("old", options.old), Program("new", options.new)
    with tempfile.TemporaryDirectory() as folder:
        data = Data(options, pathlib.Path(folder))
        for task in chosen(options, old, new):
            print(measure(task, old, new, data, options), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
