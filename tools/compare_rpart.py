#!/usr/bin/env python3
"""Compares our surrogates with those of R's rpart, node by node. Not part of the tests: it needs R (apt-get install r-cran-rpart).

    tools/compare_rpart.py [--program build/release/apps/cli/treewright]

Both grow trees of depth 3 from tables that come with rpart. Where both ask the same question at a node, the surrogates are
printed side by side: the feature, the question that leads to the left, and how many rows agree; ours also says out of how many that
have both values.
docs/missing-values.md says where and why the two differ.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

# Table, target, and the options of rpart. Row limits are those of --preset cart.
TABLES = [("stagec", "ploidy", "class"), ("stagec", "grade", "anova"), ("car.test.frame", "Reliability", "class"),
          ("car.test.frame", "Price", "anova"), ("kyphosis", "Kyphosis", "class")]

R_PROGRAM = """
suppressMessages(library(rpart))
args <- commandArgs(TRUE)
d <- get(data(list = args[1], package = "rpart"))
d <- d[!is.na(d[[args[2]]]), ]
for (n in names(d)) if (is.ordered(d[[n]])) d[[n]] <- as.numeric(d[[n]])
if (args[3] == "class") d[[args[2]]] <- factor(paste0("c", d[[args[2]]]))
write.csv(d, args[4], row.names = FALSE, na = "?", quote = FALSE)
fit <- rpart(as.formula(paste(args[2], "~ .")), d, method = args[3], control = rpart.control(
    minsplit = 2, minbucket = 1, cp = 0, maxdepth = 3, maxcompete = 0, maxsurrogate = 5, usesurrogate = 2, xval = 0))
row <- 1
for (i in seq_len(nrow(fit$frame))) {
    if (fit$frame$var[i] == "<leaf>") next
    for (j in seq_len(1 + fit$frame$nsurrogate[i])) {
        s <- fit$splits[row, ]
        name <- rownames(fit$splits)[row]
        row <- row + 1
        if (s["ncat"] > 1) {
            levels <- attr(fit, "xlevels")[[name]]
            sides <- fit$csplit[s["index"], seq_along(levels)]
            q <- paste0("{", paste(levels[sides == 1], collapse = " "), "}|{", paste(levels[sides == 3], collapse = " "), "}")
        } else q <- paste(if (s["ncat"] < 0) "<" else ">=", format(s["index"], digits = 10))
        cat(rownames(fit$frame)[i], if (j == 1) "primary" else "surrogate", name, q, s["count"], s["improve"], sep = "\\t")
        cat("\\n")
    }
}
"""


def rpart_nodes(table, target, method, csv_path):
    with tempfile.NamedTemporaryFile("w", suffix=".R") as program:
        program.write(R_PROGRAM)
        program.flush()
        command = ["Rscript", program.name, table, target, method, str(csv_path)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    nodes = {}
    for node, role, name, question, count, figure in csv.reader(lines, delimiter="\t"):
        nodes.setdefault(int(node), []).append((role, name, question, float(count), float(figure)))
    return nodes


def question_of(split):
    if split["kind"] == "subset":
        return "{%s}|{%s}" % (" ".join(split["left"]), " ".join(split["right"]))
    return f"{'>=' if split.get('reversed') else '<'} {split['threshold']:.10g}"


def our_nodes(program, csv_path, target, method, folder):
    model = folder / "model.tree"
    task = "classification" if method == "class" else "regression"
    subprocess.run([program, "train", csv_path, "--target", target, "--task", task, "--preset", "cart", "--missing", "surrogate",
                    "--surrogates", "5", "--max-depth", "3", "--zero-gain", "refuse", "-o", model, "--force", "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    tree = json.loads(subprocess.run([program, "show", model, "--json"], check=True, capture_output=True, text=True).stdout)
    nodes = {}

    def walk(number, rpart_number):
        node = tree["nodes"][number]
        if node["leaf"]:
            return
        rows = [("primary", node["feature"], question_of(node), node["weight"], node["gain"])]
        for surrogate in node.get("surrogates", []):
            rows.append(("surrogate", surrogate["feature"], question_of(surrogate), surrogate["known_weight"],
                         surrogate["agreeing_weight"]))
        nodes[rpart_number] = rows
        for position, child in enumerate(node["children"]):
            walk(child, 2 * rpart_number + position)

    walk(0, 1)
    return nodes


def flipped(question):
    if "|" in question:
        left, right = question.split("|")
        return f"{right}|{left}"
    return question.replace("<", "GE").replace(">=", "<").replace("GE", ">=")


def compare(rpart, ours):
    """Counts of nodes with the same question, and of their surrogates that are the same, differ or are one's alone."""
    counts = {"nodes": 0, "same": 0, "same feature": 0, "rpart alone": 0, "ours alone": 0}
    for node in sorted(set(rpart) & set(ours)):
        theirs, own = rpart[node], ours[node]
        turned = theirs[0][2] == flipped(own[0][2])
        if theirs[0][1] != own[0][1] or not (turned or theirs[0][2] == own[0][2]):
            continue
        counts["nodes"] += 1
        print(f"  node {node}: {own[0][1]} {own[0][2]}")
        for name in dict.fromkeys([row[1] for row in own[1:]] + [row[1] for row in theirs[1:]]):
            a = next((row for row in own[1:] if row[1] == name), None)
            b = next((row for row in theirs[1:] if row[1] == name), None)
            their_question = b and (flipped(b[2]) if turned else b[2])
            their_agreeing = b and b[4] * theirs[0][3]  # its share is one of the rows that know the node's own value
            same = a and b and a[2] == their_question and abs(a[4] - their_agreeing) < 0.01  # it prints seven digits
            counts["same" if same else "same feature" if a and b else "ours alone" if a else "rpart alone"] += 1
            left = f"{a[2]} {a[4]:g} of {a[3]:g}" if a else "-"
            right = f"{their_question} {their_agreeing:g}" if b else "-"
            print(f"    {'=' if same else '!'} {name:14} {left:40} {right}")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/apps/cli/treewright")
    arguments = parser.parse_args()
    total = {}
    with tempfile.TemporaryDirectory() as folder:
        for table, target, method in TABLES:
            print(f"{table}, {target}")
            csv_path = pathlib.Path(folder) / "table.csv"
            rpart = rpart_nodes(table, target, method, csv_path)
            ours = our_nodes(arguments.program, csv_path, target, method, pathlib.Path(folder))
            for name, count in compare(rpart, ours).items():
                total[name] = total.get(name, 0) + count
    print(", ".join(f"{name}: {count}" for name, count in total.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
