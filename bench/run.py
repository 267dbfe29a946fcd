#!/usr/bin/env python3
"""Runs the benchmark: python bench/run.py [--full] in the environment of bench/requirements.txt. `make bench` sets it all up.

Data, models and environment are kept in build/bench; the report is build/bench/report.md, with results.json and rows.svg next to it.
"""

import argparse
import json
import os
import pathlib
import sys

import one_process
import preparation
import schedule
import tasks
from contenders import OURS, title, versions
from report import machine, markdown, page, plot
from report.summary import Summary

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUSY_LOAD = 0.5
MOST_ROWS_OF_PEERS = {"bench": 1_000_000, "bench-full": 10_000_000}  # of the curve; ours always goes to the end


class Run:
    """One run of the benchmark and the answers so far, which are written down one by one."""

    def __init__(self, options):
        self.options = options
        self.mode = "bench-full" if options.full else "bench"
        self.shop = preparation.Workshop(options.folder, options.programs, options.scale)
        self.journal = options.folder / f"{self.mode}.jsonl"
        self.measurements = []
        chosen = tasks.TASKS + tasks.curve_tasks(MOST_ROWS_OF_PEERS[self.mode])
        self.tasks = [task for task in chosen if not options.only or any(word in task.name for word in options.only)]

    def resume(self):
        """Answers of an interrupted run are reused on request; otherwise the journal starts over."""
        if self.options.resume and self.journal.exists():
            self.measurements = [json.loads(line) for line in self.journal.read_text().splitlines()]
        else:
            self.journal.write_text("")

    def taken(self, step):
        return [m for m in self.measurements if (m["task"], m["contender"], m["threads"]) == (step.task.name, step.contender, step.threads)]

    def record(self, step, answer):
        measurement = {"task": step.task.name, "contender": step.contender, "threads": step.threads,
                       "repetition": step.repetition, "answer": answer}
        self.measurements.append(measurement)
        with open(self.journal, "a") as journal:
            journal.write(json.dumps(measurement) + "\n")


def measure(run, step):
    folder = run.shop.folder_of(step.task)
    if step.task.kind == "load":
        preparation.warm_page_cache(folder)
    command = run.shop.command(step.contender, step.task.kind, step.task, folder)
    return one_process.run(command + ["--threads", step.threads], step.threads)


def take_all(run, steps, failures):
    for number, step in enumerate(steps, start=1):
        taken = run.taken(step)
        if any(m["repetition"] == step.repetition for m in taken):
            continue
        if not schedule.is_wanted(step, [m["answer"] for m in taken], run.options.full):
            continue
        reason = failures.get((step.task.name, step.contender))
        answer = {"failed": f"its model could not be made: {reason}"} if reason else measure(run, step)
        run.record(step, answer)
        said = f"{answer['wall']:.3f} s" if "wall" in answer else answer.get("failed") or answer["cannot"]
        print(f"{number}/{len(steps)} {step.task.name} {title(step.contender).strip('*')}, threads {step.threads}: {said}", flush=True)


def known_seconds(run):
    """{key: seconds of the process} of the last run with this scale."""
    file = run.options.folder / f"seconds-{run.options.scale:g}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def keep_seconds(run):
    known = known_seconds(run)
    for m in run.measurements:
        if "process_seconds" in m["answer"]:
            known[f"{m['task']} {m['contender']} {m['threads']}"] = m["answer"]["process_seconds"]
    (run.options.folder / f"seconds-{run.options.scale:g}.json").write_text(json.dumps(known))


def announce(run, steps):
    seconds = schedule.guess_all(steps, run.options.scale, known_seconds(run), run.options.full)
    print(f"{len(steps)} measurements at most, about {max(1, round(seconds / 60))} minutes; data for it are made first, if they "
          f"are not there (about 3 minutes). Ctrl-C stops; --resume goes on.", flush=True)
    if os.getloadavg()[0] > BUSY_LOAD:
        print(f"The machine is busy (load {os.getloadavg()[0]:.1f}): times will be those of a busy machine.", flush=True)


def write_report(run):
    folder, options = run.options.folder, run.options
    command = f"make {run.mode}" if options.scale == 1 and not options.only else "bench/run.py " + " ".join(options.words)
    results = {"options": {"mode": run.mode, "scale": options.scale, "command": command.strip(), "clock": options.clock},
               "machine": run.machine, "versions": versions(), "measurements": run.measurements}
    (folder / "results.json").write_text(json.dumps(results, indent=1))
    summary = Summary(results)
    text = markdown.report(summary)
    (folder / "report.md").write_text(text)
    plot.plot_curves(summary, folder / "rows.svg")
    if options.publish:
        publish(summary, text, options.publish)
    print(f"\n{text}\nThis is {folder / 'report.md'}; every measurement is in results.json next to it, the plot (if rows vary) in rows.svg.")


def publish(summary, text, block):
    file, picture = ROOT / "docs" / "performance.md", ROOT / "docs" / "performance.svg"
    if block == page.MEASURED:
        plot.plot_curves(summary, picture)
        text += f"\n![Time against rows]({picture.name})\n" if picture.exists() else ""
    file.write_text(page.with_figures(file.read_text(), text, block))


def options_of(arguments):
    parser = argparse.ArgumentParser(description="Measure Treewright and its peers side by side.")
    parser.add_argument("--full", action="store_true", help="what is slow three times too, peers on two cores and up to ten million rows")
    parser.add_argument("--scale", type=float, default=1.0, help="multiply the rows, to try the benchmark out: --scale 0.05")
    parser.add_argument("--only", action="append", metavar="WORD", help="only tasks with this word in their name")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="cpu: for a machine that has other work, too")
    parser.add_argument("--publish", nargs="?", const=page.MEASURED, metavar="BLOCK",
                        help="put the figures into docs/performance.md, between the marks of that block [measured]")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench", help="where data and results are kept")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "build" / "release" / "bench", help="where they were built")
    options = parser.parse_args(arguments)
    options.words = arguments
    return options


def main(arguments):
    options = options_of(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    run.machine = machine.describe()
    run.resume()
    steps = schedule.plan(run.tasks, options.full, run.machine["cores"])
    announce(run, steps)
    preparation.make_sets(run.shop, run.tasks)
    failures = preparation.make_models(run.shop, run.tasks)
    try:
        take_all(run, steps, failures)
    except KeyboardInterrupt:
        print("\nStopped: what was measured so far is reported, and --resume goes on.")
    keep_seconds(run)
    write_report(run)
    ours_failed = [m for m in run.measurements if m["contender"] == OURS and "wall" not in m["answer"]]
    return 1 if ours_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
