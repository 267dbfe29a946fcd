#!/usr/bin/env python3
"""Random models for the tests of pages: make_cases.py FOLDER COUNT SEED. Of each model its page, rows as a CSV file, and the answers of the program to
them (label or number, probabilities, leaf), written so that a double keeps every bit."""

import datetime
import json
import math
import pathlib
import sys

import numpy as np
import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/exports_long"))
import treewright as tw  # noqa: E402
from hostile_names import NAMES  # noqa: E402
from random_models import EPOCH, chain, many  # noqa: E402


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def cell_text(kind, cell):
    """A cell as people write it in a file; missing is an empty field without quotes."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if kind == "number":
        return repr(float(cell))
    if kind == "date":
        return (EPOCH + datetime.timedelta(days=cell)).strftime("%Y-%m-%d")
    if kind == "time":
        return (EPOCH + datetime.timedelta(microseconds=cell)).isoformat(sep=" ", timespec="microseconds")
    return quoted(cell)


def csv_text(case):
    lines = [",".join(quoted(feature.name) for feature in case.features)]
    for row in range(case.count):
        lines.append(",".join(cell_text(feature.kind, cells[row]) for feature, cells in zip(case.features, case.rows)))
    return "\n".join(lines) + "\n"


def plain(values):
    return None if values is None else [None if isinstance(value, float) and math.isnan(value) else value for value in values.tolist()]


def write(folder, name, case):
    labels, shares, leaves = case.answers()
    facts = {"name": case.name, "classes": [str(each) for each in case.model.classes], "labels": plain(np.asarray(labels)),
             "shares": None if shares is None else [plain(row) for row in shares], "leaves": leaves.tolist(), "refuses": case.refuses,
             "missing": case.model.options.get("missing"), "features": case.model.features, "isTree": case.model.is_tree}
    folder.joinpath(f"{name}.html").write_bytes(case.model.to_html().encode())
    folder.joinpath(f"{name}.csv").write_bytes(csv_text(case).encode())
    folder.joinpath(f"{name}.json").write_text(json.dumps(facts))
    case.model.save(folder / f"{name}.tree")


def rule_lists(folder, count, seed):
    """Rule lists of the same tables: made from a tree by the table that it was trained on."""
    made = 0
    for case in many(6 * count, seed, names=[name for name in NAMES if "\0" not in name]):
        if made == count:
            return
        if not case.model.is_classifier or case.refuses or case.model.tree.node_count < 5 or case.model.options.get("missing") == "fractional":
            continue
        table = case.table()
        labels = pa.array([str(label) for label in case.model.predict(table)])
        try:
            case.model = tw.simplify(case.model, table, labels)
        except ValueError as error:
            print(f"no rule list: {str(error)[:100]}", file=sys.stderr)
            continue
        write(folder, f"list-{made}", case)
        made += 1


def main(folder, count, seed):
    folder = pathlib.Path(folder)
    for number, case in enumerate(many(int(count), int(seed))):
        write(folder, f"case-{number}", case)
    write(folder, "chain", chain(60))
    rule_lists(folder, max(3, int(count) // 10), int(seed) + 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
