"""A report: one page of HTML about a table and its tree, or about a model and rows."""

from __future__ import annotations

import html
import pathlib
from typing import Any

from . import _core
from ._messages import tell_unseen
from ._model import Model
from ._options import thread_count
from ._toolbox import Learner, Task, _model_of, _plan, _rows_for, _seed
from ._types import Labels, PerRow, TableLike

_FRAME_HEIGHT = 720  # pixels in a notebook; the page scrolls in it


class Report:
    """A page of HTML that loads nothing: `html` is the page, `summary` what it says first, `save` writes it to a file."""

    def __init__(self, page: str, summary: str) -> None:
        self.html = page
        self.summary = summary.rstrip("\n")

    def save(self, path: Any) -> None:
        """To a file, such as "report.html"."""
        pathlib.Path(path).write_bytes(self.html.encode())

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        return f"<Report of {len(self.html)} characters: save(\"report.html\") keeps it>"

    def _repr_html_(self) -> str:
        """In a frame of its own, so that the styles of page and notebook do not meet."""
        return (f'<iframe sandbox title="Report" srcdoc="{html.escape(self.html)}" '
                f'style="width: 100%; height: {_FRAME_HEIGHT}px; border: 1px solid rgba(128, 128, 128, .4)"></iframe>')


def report(X: Any, y: str | Labels | TableLike | None = None, labels: Labels | None = None, *, learner: Learner = "auto", title: str | None = None,
           learning_curve: bool = False, folds: int | None = None, repeats: int | None = None, holdout: float | None = None,
           plain_folds: bool = False, groups: PerRow | None = None, sample_weight: PerRow | None = None, seed: int | None = None,
           task: str | None = None, threads: int | None = None) -> Report:
    """One page for a colleague: what the data are, the tree, how good it is on rows that were held out, what matters, rules, how to repeat it.

    `report(table, "income")` or `report(X, y)` trains and cross-validates a learner; `report(model, table)` or `report(model, X, y)` is about a
    saved model or a fitted estimator, evaluated on the rows of the table.

    learner: an estimator (it is not changed), the name of a preset, or a dictionary of parameters.
    title: of the page. learning_curve: also what more rows would bring.
    task: 'classification' or 'regression'; by default the learner or the labels decide.
    folds, repeats, holdout, plain_folds, groups: which rows are held out, as in `cross_validate`.
    """
    what = {name: value for name, value in (("title", title), ("learning-curve", learning_curve)) if value}
    plan = _plan(folds=folds, repeats=repeats, holdout=holdout, plain_folds=plain_folds)
    if isinstance(X, Model) or hasattr(X, "model_"):
        return _of_model(X, y, labels, what, plan, sample_weight, threads)
    if hasattr(X, "_training_set"):
        raise TypeError("this estimator is not fitted: a report on a model takes a fitted one; to train it, pass learner= with the table first")
    if labels is not None:
        raise TypeError("a report on a table takes the table and its labels, two arguments")
    if y is None:
        raise TypeError("a report on a table takes its labels, too, or the name of their column")
    rows = Task(learner, X, y, sample_weight, groups, task)
    return Report(*_core.report_table(rows.data, rows.options, plan, what, _seed(rows, seed), thread_count(threads) or rows.threads))


def _of_model(model, rows, labels, what, plan, sample_weight, threads):
    if plan or what.get("learning-curve"):
        raise TypeError("folds and learning curves are for a report on a table; that on a model evaluates it on the given rows")
    if rows is None:
        raise TypeError("a report on a model takes rows with their labels, too")
    inner = _model_of(model)
    data, unseen = _rows_for(inner, rows, labels, sample_weight)
    page = _core.report_model(inner._fitted, data, what, thread_count(threads))
    tell_unseen(unseen)
    return Report(*page)
