#!/usr/bin/env python3
"""Pages, drawings and a table whose columns, levels, classes and targets have hostile names: make_hostile.py FOLDER. All names in every role."""

import csv
import json
import pathlib
import sys

import numpy as np
import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/exports_long"))
import treewright as tw  # noqa: E402
from hostile_names import NAMES  # noqa: E402

OWN = ["<svg><script>window.__pwned=1</script></svg>", "<img src=x onerror=\"window.__pwned=1\">", "</script><script>window.__pwned=1</script>", "a\0b", "</style><b>",
       "</title><script>window.__pwned=1</script>", "</text></svg><script>window.__pwned=1</script>", "javascript:window.__pwned=1", "</textarea><script>window.__pwned=1</script>",
       "' onmouseover='window.__pwned=1", "\" onfocus=\"window.__pwned=1\" autofocus=\"", "url(http://example.org/x)", "@import 'http://example.org/x';", "]]><script>window.__pwned=1</script>",
       "constructor", "__proto__", "toString", "hasOwnProperty", "&lt;script&gt;"]
ALL = list(dict.fromkeys(NAMES + OWN))
AT_ONCE = 45


def chain(names, classes, target):
    """A tree that asks about every feature once: x0 ≤ 0, else x1 ≤ 0, …"""
    depth = len(names)
    splits = np.arange(depth)
    nodes = 2 * depth + 1
    weights = np.random.default_rng(depth).integers(1, 9, (nodes, len(classes))).astype(float)
    arrays = {"left": np.full(nodes, -1), "right": np.full(nodes, -1), "feature": np.zeros(nodes, dtype=np.int64), "threshold": np.zeros(nodes),
              "label": np.arange(nodes) % len(classes), "class_weights": weights, "weight": weights.sum(axis=1)}
    arrays["left"][2 * splits], arrays["right"][2 * splits], arrays["feature"][2 * splits] = 2 * splits + 1, 2 * splits + 2, splits
    return tw.Model(tw._core.model_of_arrays(tw._core.Names(names, target, classes), arrays, {}, "a test"))


def levels_table(names, target):
    """Levels and classes of these names; the class follows from the level."""
    names = [name for name in names if "\0" not in name]  # no table holds a text with NUL: it is refused as damaged
    levels = [name for name in names for _ in range(4)]
    column = "a" if target != "a" else "b"
    return pa.table({column: pa.array(levels), target: pa.array([names[i // 4 // 2 * 2] for i in range(len(levels))])})


def save(folder, name, model, names):
    folder.joinpath(f"{name}.html").write_bytes(model.to_html().encode())
    if model.is_tree:
        for direction in ("down", "right"):
            folder.joinpath(f"{name}-{direction}.svg").write_bytes(model.to_svg(direction=direction).encode())
    else:
        folder.joinpath(f"{name}.svg").write_bytes(model.to_svg().encode())
    folder.joinpath(f"{name}.json").write_text(json.dumps({"target": model.target, "features": model.features, "classes": [str(each) for each in model.classes], "names": names}))


def table_of_names(folder):
    """A table for the verbs that report: some columns, levels, classes of hostile names, and a hostile target."""
    columns, random = [name for name in OWN[:6] if "\0" not in name] + NAMES[:60:4], np.random.default_rng(3)
    classes = ["</script><script>window.__pwned=1</script>", "<img src=x onerror=\"window.__pwned=1\">", "=HYPERLINK(\"http://x\")"]
    rows = [[str(random.integers(9)) if i % 2 else str(random.choice(OWN[:3])) for i in range(len(columns))] for _ in range(200)]
    with open(folder / "hostile.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow([*columns, OWN[5] + "!"])
        for row in rows:
            writer.writerow([*row, classes[(int(row[1]) // 3 + (row[2] > "<")) % 3]])


def main(folder):
    folder = pathlib.Path(folder)
    for number, start in enumerate(range(0, len(ALL), AT_ONCE)):
        names = ALL[start:start + AT_ONCE]
        others = [name for name in ALL if name not in names]
        save(folder, f"columns-{number}", chain(names, names, others[number]), names)
        for preset in ("id3", "cart"):
            target = others[-1 - number]
            table = levels_table(names, target)
            model = tw.train(table, target, preset=preset, prune="none", min_leaf=1)
            assert model.tree.node_count > 2
            save(folder, f"levels-{number}-{preset}", model, names)
        save(folder, f"rules-{number}", tw.simplify(model, table), names)
    table_of_names(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
