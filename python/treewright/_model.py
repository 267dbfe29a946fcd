"""A trained model: a tree or a rule list, from a fit or from a file."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import numpy as np

from . import _core
from ._exports import Exports
from ._frames import column_names, columns_of, default_names, dense_matrix, text_of
from ._html import rules_html, tree_html
from ._labels import label_array
from ._messages import tell_unseen
from ._options import thread_count, whole_number
from ._results import Explanation, PrunePath, Rules, Verification
from ._tree import Tree
from ._types import Labels, Path, TableLike

_NOTEBOOK_NODES = 120  # of a tree that draws itself: more are slow to open, and nobody reads them
_NOTEBOOK_DEPTH = 30
_BINARY_TARGETS = ("onnx",)
_KINDS = {"number": "number", "ordered": "text", "category": "text", "date": "date", "time": "time"}


class NoTree(AttributeError, ValueError):
    """What only trees have was asked of a rule list: `hasattr` says no, and a method says why."""


def kinds_of_columns(names, kinds):
    """How columns of a new table have to be read."""
    return {name: _KINDS[kind] for name, kind in zip(names, kinds)}


def by_model(model, columns, with_target=False):
    """Columns with the model's own names of levels (True, true and 1, or 1 and 1.0, are one level), and a line about each column with levels
    that the model never saw. `with_target`: also the classes, with a line about them or None."""
    columns, unseen = _core.by_model(model._fitted, columns, with_target)
    lines = {column[0]: _unseen_words(*column) for column in unseen}
    if not with_target:
        return columns, list(lines.values())
    foreign = lines.pop(model.target, "").replace("hold levels", "hold classes").replace("holds a level", "holds a class").replace("hold a level", "hold a class")
    return columns, list(lines.values()), foreign


def _unseen_words(name, rows, levels):
    few = ", ".join(levels[:5]) + (f" and {len(levels) - 5} more" if len(levels) > 5 else "")
    return (f"{name}: {rows} row{'' if rows == 1 else 's'} hold{'s' if rows == 1 else ''} {'a level' if len(levels) == 1 else 'levels'} "
            f"that the model never saw ({few})")


def _whole(name, value):
    return None if value is None else whole_number(name, value)


def export_content(export):
    """The name and the bytes of an export: of a file, or as `Model.export` returned it."""
    if isinstance(export, (bytes, bytearray)):
        return "the export", bytes(export)
    if isinstance(export, str) and "\n" in export:  # no name of a file
        return "the export", export.encode()
    path = os.fspath(export)
    with open(path, "rb") as file:
        return os.fsdecode(path), file.read()


def load(path: Path) -> Model:
    """The model of a file that `save` or the command line has written."""
    path = os.fspath(path)
    with open(path, "rb") as file:  # a missing file is a FileNotFoundError, as everywhere in Python
        content = file.read()
    try:
        return Model(_core.FittedModel.from_bytes(content))
    except ValueError as error:
        raise ValueError(f"{path}: {str(error).removeprefix('the model: ')}") from None


class Model(Exports):
    """A tree or a rule list, ready to predict, to explain itself and to be saved.

    Columns are found by their names. Those that the model does not ask about may be absent, others are ignored. A value that the model never
    saw, and a missing one, follow the model's rule for them.
    """

    def __init__(self, fitted: _core.FittedModel, labels: Labels | None = None) -> None:
        """`labels`: the classes as the caller has them, in the order of the model's; default: their names."""
        self._fitted = fitted
        names = fitted.target[2]
        self._labels = np.asarray(names, dtype=object) if labels is None else label_array(labels)
        if self._labels.shape != (len(names),):
            raise ValueError(f"the model has {len(names)} classes, {', '.join(names[:8])}{', …' if len(names) > 8 else ''}: labels= takes one "
                             "for each, in this order")
        self._kinds = {name: _KINDS[kind] for name, kind, _ in fitted.features}

    # --- what it is ---------------------------------------------------------------------------------------------------------------

    @property
    def is_tree(self) -> bool:
        """False for a rule list."""
        return self._fitted.is_tree

    @property
    def is_classifier(self) -> bool:
        return self._fitted.is_classification

    @property
    def classes(self) -> np.ndarray:
        """The labels, in the order of the columns of `predict_proba`; empty for a regression tree."""
        return self._labels

    @property
    def features(self) -> list[str]:
        """The names of the features, in the order that breaks ties."""
        return [name for name, _, _ in self._fitted.features]

    @property
    def target(self) -> str:
        return self._fitted.target[0]

    @property
    def options(self) -> dict[str, str]:
        """The options of the training, by their names in the catalogue."""
        return self.to_dict().get("options", {})

    @property
    def tree(self) -> Tree:
        """The nodes as NumPy arrays. A rule list has none."""
        if not self.is_tree:
            raise NoTree("the model is a rule list: it has no nodes")
        return Tree(self._fitted)

    @property
    def importance(self) -> dict[str, float]:
        """The share of each feature in the total gain. A rule list has none."""
        return dict(zip(self.features, self._shares_of_gain().tolist()))

    def _shares_of_gain(self):
        if not self.is_tree:
            raise NoTree("the model is a rule list: the importance of features takes a tree")
        return self._fitted.importance()

    # --- predicting ---------------------------------------------------------------------------------------------------------------

    def columns(self, data: TableLike) -> _core.Columns:
        """A table as this model reads it: columns that it knows as numbers become numbers, levels get the names that it has for them."""
        return self._read(data)[0]

    def _read(self, data):
        """The columns, and what to tell of levels that the model never saw, once the call has succeeded."""
        return by_model(self, self._columns_of(data))

    def _columns_of(self, data):
        if isinstance(data, dict) and not any(hasattr(cell, "__len__") and not isinstance(cell, str) for cell in data.values()):
            data = {name: [cell] for name, cell in data.items()}  # one row
        elif getattr(data, "ndim", 2) == 1 and hasattr(data, "items"):  # a row of a data frame
            data = {str(name): [cell] for name, cell in data.items()}
        names = None
        if column_names(data) is None:
            is_row = isinstance(data, (list, tuple)) and not any(hasattr(cell, "__len__") and not isinstance(cell, str) for cell in data)
            if (is_row or getattr(data, "ndim", 2) == 1) and len(data) == len(self.features):
                row, data = data, np.empty((1, len(self.features)), dtype=object)
                data[0, :] = row
            data, names = dense_matrix(data), self.features
            if data.shape[1] != len(names):
                raise ValueError(f"the table has {data.shape[1]} columns without names, but the model has {len(names)} features: "
                                 f"{', '.join(names[:8])}{', …' if len(names) > 8 else ''}")
        own = self._names_by_position(data)
        if own is None:
            return columns_of(data, names, self._kinds)
        columns = columns_of(data, None, {name: self._kinds.get(mine) for name, mine in own.items()}).copy()
        columns.rename(list(own.values()))
        return columns

    def _names_by_position(self, data):
        """The model's names for those of a table, where the model was fitted without names and the table has as many columns."""
        names, features = column_names(data), self.features
        if names is None or features != default_names(len(features)) or set(names) & set(features):
            return None
        own = iter(features)
        if len([name for name in names if name != self.target]) != len(features):
            return None
        return {name: name if name == self.target else next(own) for name in names}

    def _predicted(self, data, threads, **wanted):
        threads = thread_count(threads)
        columns, unseen = self._read(data)
        result = self._fitted.predict(columns, _core.Wanted(**wanted), threads)
        tell_unseen(unseen)
        return result

    def predict(self, data: TableLike, *, threads: int | None = None) -> np.ndarray:
        """The label, or the number, of each row."""
        codes = self._predicted(data, threads, labels=True)[0]
        return self._labels[codes] if self.is_classifier else codes

    def predict_proba(self, data: TableLike, *, threads: int | None = None) -> np.ndarray:
        """The share of each class, in the order of `classes`: a row per row."""
        if not self.is_classifier:
            raise ValueError("a regression tree predicts numbers, which have no probabilities: use predict")
        return self._predicted(data, threads, probabilities=True)[1]

    def apply(self, data: TableLike, *, threads: int | None = None) -> np.ndarray:
        """The leaf of each row, as a number of a node; for a rule list the rule, counted from 1 (0: the default)."""
        return self._predicted(data, threads, leaves=True)[2].astype(np.int64)

    def explain(self, row: TableLike) -> Explanation:
        """Every question on the path of a row with its answer, and the prediction with its confidence interval. `row`: a row of a data frame
        (`frame.iloc[3]`), a dictionary of names and values, or a table of one row."""
        columns, unseen = self._read(row)
        if columns.rows != 1:
            raise ValueError(f"explain takes one row, but {columns.rows} were given: select one, such as frame.iloc[0]")
        facts, text = self._fitted.explain(columns, 0)
        tell_unseen(unseen)
        return Explanation(json.loads(facts), text, self._labels if self.is_classifier else None)

    # --- showing ------------------------------------------------------------------------------------------------------------------

    def show(self, depth: int | None = None, width: int | None = None, all_levels: bool = False) -> str:
        """The tree or the rules as text. Down to `depth` questions; in lines of at most `width` characters."""
        return self._fitted.text(_whole("depth", depth), _whole("width", width), bool(all_levels)) + "\n" + self._fitted.summary()

    def summary(self) -> str:
        """Rows, leaves or rules, training error, the most important features."""
        return self._fitted.summary()

    def rules(self, *, min_support: float = 0, min_confidence: float = 0, label: Any = None, sort: str | None = None) -> Rules:
        """Every leaf as a rule, or the rules of a list."""
        choice = {"min-support": float(min_support), "min-confidence": float(min_confidence)}
        if label is not None:
            choice["class"] = self._name_of(label)
        if sort is not None:
            choice["sort"] = sort
        facts = json.loads(self._fitted.rules(choice, "json"))
        return Rules(facts, self._fitted.rules(choice, "text"), self._labels if self.is_classifier else None)

    def _name_of(self, label):
        return text_of(label, "label")  # as the classes of a fit get their names

    def to_dot(self, depth: int | None = None, all_levels: bool = False) -> str:
        """The tree as a Graphviz graph."""
        return self._fitted.dot(_whole("depth", depth), bool(all_levels))

    def to_mermaid(self, depth: int | None = None, all_levels: bool = False) -> str:
        """The tree as a Mermaid flowchart, for Markdown and wikis."""
        return self._fitted.mermaid(_whole("depth", depth), bool(all_levels))

    def to_svg(self, depth: int | None = None, min_rows: float = 0, direction: str = "down", data: TableLike | None = None) -> str:
        """A drawing of the tree, or of the rules, as SVG: for slides, pages and print.

        depth: draw the tree down to this depth, and only count the nodes below
        min_rows: fold branches with fewer rows, and only count them
        direction: "down", or "right"
        data: the training rows, if at hand: thresholds of many digits are then rounded as far as these allow
        """
        options = {"depth": None if depth is None else whole_number("depth", depth), "min-rows": min_rows, "direction": direction}
        rows = None if data is None else self.columns(data)
        return self._fitted.svg({name: value for name, value in options.items() if value is not None}, rows)

    def to_html(self) -> str:
        """The tree, or the rules, as a page to explore: one file that loads nothing. Zoom, search, the rules as a table, the path of any row
        and what would change its answer."""
        return self._fitted.html()

    def export(self, to: str, **options: Any) -> str | bytes:
        """The tree as a file of other software, such as "c", "sql" or "onnx"; docs/exports.md lists the targets and their options. Text, or
        bytes where the format is not text."""
        if not isinstance(to, str):
            raise TypeError(f"export takes the name of a target, not {type(to).__name__}")
        named = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
        written = self._fitted.exported(to, named)
        return written if to in _BINARY_TARGETS else written.decode()

    def verify(self, export: Path | str | bytes, data: TableLike | None = None, *, to: str | None = None, trust: bool = False, timeout: float | None = None,
               python: Path | None = None, probe_rows: int | None = None, threads: int | None = None, **options: Any) -> Verification:
        """An export, replayed on its real consumer: a compiler, an interpreter, a database, a runtime. Its answers are compared with those of
        the model: the label, the leaf and every bit of the probabilities. The rows are made from the tree: every leaf, each threshold and the
        numbers next to it, missing, unseen and extreme values. It runs code: only what the model exports now, byte by byte, or with `trust`.

        export: what `export` returned, or the path of a file
        data: rows to replay, too
        to: the target, and the options it was exported with; found out where they are not given, but for a name
        trust: run the export even if it is not what the model exports now
        timeout: how long the consumer may take for everything, in seconds (300)
        python: the Python that runs exports to Python and has the modules of other consumers; default: this one
        probe_rows: maximum number of rows that are made from the tree (20,000)
        """
        name, content = export_content(export)
        replay = {"trust": bool(trust), "python": sys.executable if python is None else os.fsdecode(python), "timeout": timeout, "probe-rows": probe_rows}
        named = {option.replace("_", "-"): value for option, value in options.items() if value is not None}
        rows = None if data is None else self.columns(data)
        record, text = self._fitted.verified(name, content, to or "", named, {option: value for option, value in replay.items() if value is not None},
                                             rows, thread_count(threads))
        return Verification(json.loads(record), text)

    def provenance(self) -> dict[str, Any]:
        """Where the model came from: rows, seed, options, columns that were left out, the command that repeats it."""
        return json.loads(self._fitted.provenance_json())

    def to_dict(self) -> dict[str, Any]:
        """The tree or the rules as plain dictionaries and lists."""
        return json.loads(self._fitted.json())

    # --- changing -----------------------------------------------------------------------------------------------------------------

    def prune_path(self, complexity: str = "error") -> PrunePath:
        """The cost-complexity sequence of the tree, from the largest member to the root alone."""
        if not isinstance(complexity, str) or complexity not in ("error", "impurity"):
            raise ValueError(f"complexity= cannot be {complexity!r:.40}: it is 'error' or 'impurity'")
        alphas, leaves, losses = self._fitted.sequence(complexity)
        return PrunePath(alphas, leaves, losses, complexity)

    # --- files --------------------------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Writes the model file: the old bytes or the new ones, never a part."""
        path = os.fsencode(path)
        if b"\0" in path:
            raise ValueError("the name of a file cannot hold a NUL character")
        if os.path.isdir(path):
            raise IsADirectoryError(f"{os.fsdecode(path)} is a folder: name a file in it")
        if not os.path.isdir(os.path.dirname(path) or b"."):
            raise FileNotFoundError(f"{os.fsdecode(path)}: there is no such folder; create it or choose another")
        self._fitted.save(path)

    def to_bytes(self) -> bytes:
        """The bytes of the model file."""
        return self._fitted.bytes()

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview, labels: Labels | None = None) -> Model:
        """The model of the bytes of a model file."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"the bytes of a model file were expected, not {type(data).__name__}")
        return cls(_core.FittedModel.from_bytes(bytes(data)), labels)

    def __reduce__(self):
        return Model.from_bytes, (self.to_bytes(), self._labels)

    def __eq__(self, other):
        return isinstance(other, Model) and self.to_bytes() == other.to_bytes()

    def __hash__(self):
        return hash(self.to_bytes())

    def __str__(self):
        return self.show()

    def __repr__(self):
        kind = "Tree" if self.is_tree else "Rule list"
        return f"<{kind} for '{self.target}' with {len(self.features)} features: print(…) shows it>"

    def _repr_html_(self):
        if not self.is_tree:
            return rules_html(self.to_dict(), self.show())
        weights = np.sort(self._fitted.tree_arrays()["weight"])[::-1]
        if len(weights) <= _NOTEBOOK_NODES:
            return tree_html(self.to_svg(depth=_NOTEBOOK_DEPTH))
        return tree_html(self.to_svg(depth=_NOTEBOOK_DEPTH, min_rows=_least_weight(weights, _NOTEBOOK_NODES)))


def _least_weight(weights, most):
    """The smallest weight that at most so many nodes reach, of more. `weights`: the largest first. A node weighs no more than its parent, so
    these nodes are a tree."""
    larger = weights[weights > weights[most]]
    return float(larger[-1] if len(larger) else weights[0])
