#!/usr/bin/env python3
"""Writes the models of this folder: `write.py PROGRAM`, with a program that writes format 1. A record; see README.md."""

import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ORDERED = ["--ordered", "size=small<medium<large"]
SMALL = ["--min-leaf", "3", "--max-depth", "5"]
MISSING = ["majority", "direction", "category", "fractional", "surrogate"]

# name: (table, target, options)
TREES = {
    **{f"preset-{preset}": ("mixed.csv", "class", ["--preset", preset]) for preset in ("id3", "c45", "cart", "auto")},
    **{f"number-{preset}": ("house.csv", "price", ["--preset", preset]) for preset in ("cart", "auto")},
    **{f"missing-{method}": ("mixed.csv", "class", ["--preset", "c45", "--prune", "none", "--missing", method, *SMALL]) for method in MISSING},
    **{f"subset-{method}": ("mixed.csv", "class", ["--preset", "cart", "--prune", "none", "--missing", method, *SMALL]) for method in MISSING},
    **{f"number-{method}": ("house.csv", "price", ["--prune", "none", "--missing", method, *SMALL]) for method in MISSING},
    "missing-error": ("full.csv", "class", ["--missing", "error", "--prune", "none", *SMALL]),
    "number-error": ("house-full.csv", "price", ["--missing", "error", "--prune", "none", *SMALL]),
    "gini-costs": ("mixed.csv", "class", ["--criterion", "gini", "--costs", "costs.csv", "--missing", "fractional", *SMALL]),
    "cost-gini": ("mixed.csv", "class", ["--criterion", "cost-gini", "--costs", "costs.csv", "--prune", "none", *SMALL]),
    "priors": ("mixed.csv", "class", ["--priors", "equal", "--class-weight", "b=2.5", "--prune", "none", *SMALL]),
    "weights": ("mixed.csv", "class", ["--weight", "w", "--prune", "none", *SMALL]),
    "number-weights": ("house.csv", "price", ["--weight", "w", "--prune", "none", *SMALL]),
    "one-vs-rest": ("mixed.csv", "class", ["--categories", "one-vs-rest", "--prune", "none", *SMALL]),
    "multiway-category": ("mixed.csv", "class", ["--categories", "multiway", "--missing", "category", "--prune", "none", *SMALL]),
    "data-value": ("mixed.csv", "class", ["--threshold", "data-value", "--prune", "none", *SMALL]),
    "exact-stop": ("mixed.csv", "class", ["--stop-test", "exact", "--significance", "0.2", "--prune", "none"]),
    "f-stop": ("house.csv", "price", ["--stop-test", "f", "--prune", "none"]),
    "length-stop": ("mixed.csv", "class", ["--stop-test", "description-length", "--prune", "none"]),
    "unpruned-kept": ("mixed.csv", "class", ["--prune", "pessimistic", "--keep-unpruned", *SMALL]),
    "raised": ("mixed.csv", "class", ["--preset", "c45", "--prune", "pessimistic", "--raise"]),
    "reduced-error": ("mixed.csv", "class", ["--prune", "reduced-error"]),
    "chi-squared": ("mixed.csv", "class", ["--prune", "chi-squared", "--significance", "0.3"]),
    "description-length": ("mixed.csv", "class", ["--prune", "description-length"]),
    "leaves": ("mixed.csv", "class", ["--prune", "cost-complexity", "--leaves", "6", "--merge-same-class"]),
    "one-leaf": ("mixed.csv", "class", ["--max-depth", "0"]),
    "number-leaf": ("house.csv", "price", ["--max-depth", "0"]),
    "golf-id3": ("golf.csv", "Play", ["--preset", "id3"]),
    "golf-c45": ("golf.csv", "Play", ["--preset", "c45"]),
}
RULES = ["preset-c45", "missing-fractional", "subset-surrogate", "gini-costs", "golf-c45"]  # trees that are made rules of


def cell(draw, value, share=0.12):
    return "?" if draw.random() < share else str(value)


def row(draw, missing):
    a, b = round(draw.gauss(0, 2), 2), draw.randrange(40)
    colour = draw.choice(["red", "green", "blue", "grey", "pink"])
    size = draw.choice(["small", "medium", "large"])
    day, minute = draw.randrange(1, 29), draw.randrange(60)
    month = draw.randrange(1, 13)
    score = a + (3 if colour in ("red", "pink") else 0) + (2 if size == "large" else 0) - b / 12 + month / 4 + draw.gauss(0, 1)
    label = "a" if score < 0.5 else "b" if score < 3.5 else "c"
    cells = [a, b, colour, size, f"2021-{month:02}-{day:02}", f"2021-03-04 {b % 24:02}:{minute:02}:00"]
    share = 0.12 if missing else 0.0
    return [cell(draw, value, share) for value in cells], label, round(10 * score + 50, 1), draw.choice(["1", "2", "0.5"])


def write_table(name, seed, rows, target, missing=True):
    draw = random.Random(seed)
    lines = ["a,b,colour,size,day,moment,w" + (f",{target}" if target else "")]
    for _ in range(rows):
        cells, label, number, weight = row(draw, missing)
        if name == "new.csv" and draw.random() < 0.15:
            cells[2] = "violet"
        lines.append(",".join([*cells, weight] + ([label] if target == "class" else [str(number)] if target else [])))
    (HERE / name).write_text("\n".join(lines) + "\n")


def run(program, *arguments):
    return subprocess.run([program, *arguments, "--quiet"], cwd=HERE, check=True, capture_output=True, text=True).stdout


def rows_for(name):
    return "golf.csv" if name.startswith("golf") else "full.csv" if name.endswith("-error") else "new.csv"


def record(program, file):
    (HERE / f"{file}.csv").write_text(run(program, "predict", file, rows_for(file.split(".")[0])))


def main(program):
    write_table("mixed.csv", 1, 160, "class")
    write_table("house.csv", 2, 160, "price")
    write_table("full.csv", 3, 60, "class", missing=False)
    write_table("house-full.csv", 4, 60, "price", missing=False)
    write_table("new.csv", 5, 60, "")
    (HERE / "costs.csv").write_text("true,a,b,c\na,0,1,3\nb,2,0,1\nc,5,1,0\n")
    for name, (table, target, options) in TREES.items():
        weight = [] if "--weight" in options else ["--ignore", "w"]
        ordered = [] if table == "golf.csv" else [*weight, *ORDERED]
        run(program, "train", table, "--target", target, *ordered, *options, "-o", f"{name}.tree")
        record(program, f"{name}.tree")
    for name in RULES:
        run(program, "rules", f"{name}.tree", "--simplify", TREES[name][0], "-o", f"{name}.rules")
        record(program, f"{name}.rules")
    run(program, "prune", "unpruned-kept.tree", "--method", "none", "-o", "unpruned-kept-none.tree")
    record(program, "unpruned-kept-none.tree")


if __name__ == "__main__":
    main(sys.argv[1])
