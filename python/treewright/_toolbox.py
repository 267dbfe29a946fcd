"""What the command line does besides train and predict, as functions: each takes an estimator (or the name of a preset, or a dictionary of
parameters) or a model, and a table with its labels."""

from __future__ import annotations

import difflib
import json
import numbers
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from . import _core
from ._frames import Table, add_cells, columns_of, kinds_of_categories, text_of, with_column
from ._labels import column_array, column_of, distinct_labels, is_categorical, label_array, name_of_labels, named_labels, refuse_other_shapes
from ._messages import about_tables, tell_unseen
from ._model import Model, by_model
from ._names import choice_word, our_name, unknown
from ._options import cost_table, options_of, own_names, pair_of, row_options, seed_of, thread_count
from ._parameters import CATALOGUE
from ._types import AnyModel, Costs, Labels, Learner, Path, PerRow, TableLike
from ._results import (Comparison, CrossValidation, Description, Evaluation, LearningCurve, PrunePath, PruningComparison, Tuning, Work)

_AModel = TypeVar("_AModel", bound=AnyModel)
_NOT_OF_THE_GRID = ("priors", "class_weight", "costs", "seed", "threads", "keep_unpruned", "weights_are", "categorical")
_CALLED = {"weight": "sample_weight", "group": "groups"}  # options of rows, as arguments

# --- learners and their rows --------------------------------------------------------------------------------------------------------


class Task:
    """The options of a learner and the labelled rows that it is to learn from, as the compiled part takes them."""

    def __init__(self, learner, X, y, sample_weight=None, groups=None, task=None):
        if isinstance(learner, type):
            raise TypeError(f"a learner is an object, but this is the class {learner.__name__}: write {learner.__name__}()")
        if hasattr(learner, "_training_set"):
            parameters = self._take_estimator(learner, X, y, sample_weight, groups, task)
        else:
            parameters, task = _parameters_of(learner, task)
            self.data, self.labels = rows_to_learn_from(X, y, sample_weight, groups, parameters, task)
            self.options = options_of(parameters, self.data.target[2])
            self.threads = thread_count(parameters.get("threads"))
            self.seed = parameters.get("seed")
        self.of_rows = {"weights_are": parameters.get("weights_are") or "rows", "categorical": parameters.get("categorical") or []}

    def _take_estimator(self, learner, X, y, sample_weight, groups, task):
        for name, cells in (("sample_weight", sample_weight), ("groups", groups)):
            if isinstance(cells, str):
                raise TypeError(f"where the learner is an estimator, {name}= takes one value per row, such as X[{cells!r}], not the name of a column")
        if task is not None and task != learner._task:
            raise ValueError(f"task={task!r} does not fit: a {type(learner).__name__} is for {learner._task}")
        learner = type(learner)(**learner.get_params())  # fit would change it
        if isinstance(y, str):
            X, y = _features_and_labels(X, y, learner.categorical)
        self.data = learner._training_set(X, y, sample_weight, groups)
        self.options = learner._options()
        self.labels = learner._labels_of(self.data)
        self.threads = learner._threads()
        self.seed = learner.seed
        return learner.get_params()


def _parameters_of(learner, task=None):
    """Of a learner that is no estimator: its parameters and its task."""
    if isinstance(learner, str):
        return {"preset": learner}, task
    if not isinstance(learner, dict):
        hint = ": pipelines and other estimators are for the tools of sklearn.model_selection" if hasattr(learner, "fit") else ""
        raise TypeError("a learner is an estimator of treewright, the name of a preset, or a dictionary of parameters, not "
                        + type(learner).__name__ + hint)
    own = {name: value for name, value in learner.items() if name != "task"}
    return own_names(own), learner.get("task", task)


def _features_and_labels(X, y, categorical):
    """A table without the column of this name, and that column, as an estimator takes them."""
    table = Table(X, categorical=categorical) if not isinstance(X, Table) else X
    if y not in table.names:
        raise ValueError(f"the table has no column '{y}'" + _meant(y, table.names))
    column = column_of(X, y)
    return table.drop(y), named_labels(label_array(table[y] if column is None else column), y)


def _meant(name, names):
    near = difflib.get_close_matches(name, names, n=1)
    return f": did you mean '{near[0]}'?" if near else ": its columns are " + ", ".join(names[:12])


def rows_to_learn_from(X, y, sample_weight=None, groups=None, parameters=None, task=None, for_a_model=False):
    """Labelled rows. `y`: the labels, or the name of a column. Returns them and the classes as the caller has them (None: numbers)."""
    parameters = parameters or {}
    columns, options, labels = columns_of(X, kinds=kinds_of_categories(parameters.get("categorical"), X)), {}, None
    if isinstance(y, str):
        options["target"], given = y, column_of(X, y)
    else:
        columns, options["target"], labels = _with_labels(columns, y)
        given = y
    for name, cells in (("weight", sample_weight), ("group", groups)):
        if isinstance(cells, str):
            options[name] = cells
        elif cells is not None:
            columns, options[name] = with_column(columns, name, lambda to, free: add_cells(to, free, column_array(cells, _CALLED[name])))
    options.update(row_options(parameters, columns.names, "weight" in options))
    if task is None and is_categorical(given):
        task = "classification"
    if task is not None:
        options["task"] = task
    data = _core.make_dataset(columns, options, thread_count(parameters.get("threads")), for_a_model)
    if not data.is_classification:
        return data, None
    names = data.target[2]
    if labels is None and given is not None:
        labels = distinct_labels(given)
    by_name = {} if labels is None else {text_of(label, "y"): label for label in labels}
    if labels is None or not all(name in by_name for name in names):
        return data, np.asarray(names, dtype=object)
    return data, np.array([by_name[name] for name in names], dtype=labels.dtype)


def _with_labels(columns, y):
    values = label_array(y)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values.ravel()
    refuse_other_shapes(values, y)
    if len(values) != columns.rows:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {[columns.rows, len(values)]}")
    more, name = with_column(columns, name_of_labels(y, "y"), lambda to, free: add_cells(to, free, values))
    known = [value for value in values.tolist() if value is not None and value == value]
    try:
        return more, name, np.unique(np.array(known, dtype=values.dtype))
    except TypeError:
        return more, name, None


def _model_of(model):
    """The Model of a model or of a fitted estimator."""
    if isinstance(model, Model):
        return model
    inner = getattr(model, "model_", None)
    if inner is None:
        what = f"a Model or a fitted estimator was expected, not a {type(model).__name__}"
        if hasattr(model, "_training_set"):
            raise TypeError(what + " that is not fitted yet")
        raise TypeError(what + (": treewright.from_sklearn brings in a fitted tree of scikit-learn" if hasattr(model, "fit") else ""))
    return inner


def _rows_for(model, X, y, sample_weight=None, weights_are=None, unknown_labels=None):
    """Labelled rows of a model's own kind, and a line about each column with levels that it never saw. Without `y` the table has the model's
    target among its columns."""
    columns = model._columns_of(X)
    options = {"target": model.target, "task": "classification" if model.is_classifier else "regression"}
    if isinstance(y, str):
        if y != model.target:
            raise ValueError(f"y={y!r} is not the target of the model, which is '{model.target}': leave y out, or give one label per row")
        y = None
    if y is not None:
        names, values = set(columns.names), column_array(y, "y")
        if len(values) != columns.rows:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: {[columns.rows, len(values)]}")
        if model.target in names:
            raise ValueError(f"the table has a column '{model.target}', which is the target, and y is given, too: leave out one of them")
        columns = columns.copy()
        _add_labels(columns, model, values)
    columns, unseen, foreign = by_model(model, columns, with_target=True)
    if foreign and unknown_labels in (None, "refuse"):
        raise ValueError(f"{foreign}: such a class cannot be predicted; unknown_labels='drop' of evaluate leaves these rows out")
    if sample_weight is not None:
        options["weight"] = sample_weight
        if not isinstance(sample_weight, str):
            weights = column_array(sample_weight, "sample_weight")
            columns, options["weight"] = with_column(columns, "sample_weight", lambda to, name: add_cells(to, name, weights))
        if weights_are is not None:
            options["weights-are"] = weights_are
    return _core.make_dataset(columns, options, 0, True), unseen


def _add_labels(columns, model, values):
    if not model.is_classifier:
        try:
            columns.add_values(model.target, values.astype(np.float64))
        except (TypeError, ValueError, OverflowError):
            raise ValueError("y does not hold numbers, but the model predicts a number") from None
        return
    add_cells(columns, model.target, values if values.dtype.kind in "iufb" else values.astype(object), "text")


def _held_out(validation, parameters, training):
    """Validation rows are of the task of the training rows, whatever their own labels look like."""
    task = "classification" if training.is_classification else "regression"
    return rows_to_learn_from(*pair_of(validation), parameters={"categorical": parameters.get("categorical")}, task=task, for_a_model=True)[0]


# --- training without scikit-learn --------------------------------------------------------------------------------------------------


def train(data: TableLike, target: str | Labels, *, sample_weight: PerRow | None = None, validation: tuple[TableLike, str | Labels] | None = None,
          task: str | None = None, **parameters: Any) -> Model:
    """Grows and prunes a tree: the Model. It needs no scikit-learn.

    data: a table of any library.
    target: the name of the column to predict, or the labels themselves.
    sample_weight: how many rows each row stands for: a column's name, or an array.
    validation: (data, target), the validation set for prune='reduced-error'.
    task: 'classification' or 'regression'; by default the target decides.
    parameters: those of TreeClassifier; prune='rules' makes a rule list.
    """
    parameters = own_names(parameters)
    rows, labels = rows_to_learn_from(data, target, sample_weight, None, parameters, task)
    held_out = None if validation is None else _held_out(validation, parameters, rows)
    return Model(_core.fit(rows, options_of(parameters, rows.target[2]), thread_count(parameters.get("threads")), held_out), labels)


def show_work(learner: Learner, X: TableLike, y: str | Labels, sample_weight: PerRow | None = None, *, task: str | None = None) -> Work:
    """The arithmetic of every choice, as on a blackboard: the Work of the tree that the learner grows from these rows."""
    rows = Task(learner, X, y, sample_weight, None, task)
    fitted, text, facts = _core.show_work(rows.data, rows.options, rows.threads)
    return Work(json.loads(facts), text, Model(fitted, rows.labels))


# --- files and tables ------------------------------------------------------------------------------------------------------------------


def read(path: Path, *, threads: int | None = None, **options: Any) -> Table:
    """A file as the command line reads it: CSV, JSON and ARFF, also compressed. Delimiter, header, encoding, decimal signs, thousands, units
    and dates are detected; the options of reading decide otherwise, by their names with underscores (decimal='comma', na=['?', '-'],
    skip=2, date_parts=['year', 'weekday'], …; docs/parameters.md lists them)."""
    path = os.fsdecode(path)
    with open(path, "rb"):  # a missing file is a FileNotFoundError, as everywhere in Python
        pass
    named = {name.replace("_", "-"): value for name, value in options.items()}
    try:
        return Table._of(_core.read_file(path, named, thread_count(threads)))
    except ValueError as error:
        if "treewright_arrow" not in str(error):
            raise
        raise ValueError(f"{path}: read Parquet and Arrow files by pandas, polars, pyarrow or DuckDB, and pass the table") from None


def describe(data: TableLike, target: str | Labels | None = None, *, sample_weight: PerRow | None = None, task: str | None = None) -> Description:
    """What is in each column; with a target (a column's name, or the labels) also how informative each column is about it."""
    columns, about = columns_of(data), None
    if target is not None:
        about = {"target": target}
        if not isinstance(target, str):
            columns, about["target"], _ = _with_labels(columns, target)
        if sample_weight is not None:
            about["weight"] = sample_weight
            if not isinstance(sample_weight, str):
                columns, about["weight"] = with_column(columns, "weight", lambda to, name: add_cells(to, name, column_array(sample_weight, "sample_weight")))
        if task is not None:
            about["task"] = task
    facts, text = _core.describe(columns, about)
    return Description(json.loads(facts), about_tables(text))


# --- how good ------------------------------------------------------------------------------------------------------------------------


def evaluate(model: AnyModel, X: TableLike, y: Labels | None = None, *, sample_weight: PerRow | None = None, weights_are: str | None = None,
             positive: Any = None, interval: str | None = None, costs: Costs | None = None, importance: bool = False, repeats: int | None = None,
             unknown_labels: str | None = None, threads: int | None = None) -> Evaluation:
    """Every metric of a model (or of a fitted estimator) on labelled rows, with its confidence interval and that of a baseline.

    y: the labels; without them the table has the model's target among its columns.
    positive: with two classes the one of AUC and calibration.
    interval: 'wilson' or 'exact', for proportions.
    costs: {true class: {predicted class: cost}}, or a matrix in the order of the model's classes; by default those of the training.
    importance: also permutation importance, with `repeats` shuffles per column.
    unknown_labels: 'refuse' or 'drop' rows of a class that the model does not know.
    """
    inner = _model_of(model)
    options = {"positive": None if positive is None else inner._name_of(positive), "interval": interval, "importance": bool(importance),
               "repeats": repeats, "unknown-labels": unknown_labels}
    rows, unseen = _rows_for(inner, X, y, sample_weight, weights_are, unknown_labels)
    facts, text = _core.evaluate(inner._fitted, rows, {name: value for name, value in options.items() if value is not None},
                                 None if costs is None else cost_table(costs, inner._fitted.target[2]), thread_count(threads))
    tell_unseen(unseen)
    return Evaluation(json.loads(facts), text, inner._labels if inner.is_classifier else None)


def cross_validate(learner: Learner, X: TableLike, y: str | Labels, *, folds: int | None = None, repeats: int | None = None,
                   holdout: float | None = None, plain_folds: bool = False, groups: PerRow | None = None, sample_weight: PerRow | None = None,
                   seed: int | None = None, task: str | None = None, threads: int | None = None) -> CrossValidation:
    """Cross-validation of a learner: the error with Nadeau and Bengio's interval, all metrics over the held-out rows, the out-of-fold
    predictions.

    learner: an estimator (it is not changed), the name of a preset, or a dictionary of parameters.
    y: the labels, or the name of the target's column.
    folds, repeats: default 10 and 1. holdout: instead of folds, test on this share of the rows.
    plain_folds: rows go to folds regardless of class. groups: rows with equal values stay in one fold.
    task: 'classification' or 'regression'; by default the learner or the labels decide.
    """
    rows = Task(learner, X, y, sample_weight, groups, task)
    plan = _plan(folds=folds, repeats=repeats, holdout=holdout, plain_folds=plain_folds)
    return _validated(rows, plan, seed, threads)


def leave_one_out(learner: Learner, X: TableLike, y: str | Labels, *, sample_weight: PerRow | None = None, task: str | None = None,
                  threads: int | None = None) -> CrossValidation:
    """Exact leave-one-out: every row is predicted by the tree of the others. `influence` says what each row does to the tree.

    Rows are counted from 0, as Python counts.
    """
    return _validated(Task(learner, X, y, sample_weight, None, task), {"leave-one-out": True}, None, threads)


def _validated(task, plan, seed, threads):
    facts, text, held_out, influence = _core.cross_validate(task.data, task.options, plan, _seed(task, seed), thread_count(threads) or task.threads)
    return CrossValidation(json.loads(facts), text, held_out, influence, task.labels)


def _plan(**values):
    return {name.replace("_", "-"): int(value) if isinstance(value, (float, np.floating)) and name != "holdout" and float(value).is_integer() else value
            for name, value in values.items() if value is not None and value is not False}


def _seed(task, seed):
    return seed_of(task.seed if seed is None else seed)


def tune(learner: Learner, X: TableLike, y: str | Labels, grid: Mapping[str, Iterable[Any]], *, folds: int | None = None,
         repeats: int | None = None, holdout: float | None = None, plain_folds: bool = False, groups: PerRow | None = None,
         sample_weight: PerRow | None = None, seed: int | None = None, nested: bool = False, inner_folds: int | None = None,
         task: str | None = None, threads: int | None = None) -> Tuning:
    """The best parameters of a grid by cross-validation.

    grid: a dictionary of a parameter and the values to try, such as {'max_depth': range(2, 9), 'prune': ['none', 'pessimistic']}.
    nested: also cross-validate the choice itself, which says what the chosen learner is worth.
    """
    axes = [_axis(name, values, learner) for name, values in _grid_items(grid)]
    rows = Task(learner, X, y, sample_weight, groups, task)
    tuning = _plan(nested=nested, inner_folds=inner_folds)
    plan = _plan(folds=folds, repeats=repeats, holdout=holdout, plain_folds=plain_folds)
    classes = {name: rows.options.pop(name) for name in ("priors", "class-weight", "costs") if name in rows.options}
    facts, text = _core.tune(rows.data, axes, rows.options, classes, plan, tuning, _seed(rows, seed), thread_count(threads) or rows.threads)
    return Tuning(json.loads(facts), text, rows.labels)


def nested(learner: Learner, X: TableLike, y: str | Labels, grid: Mapping[str, Iterable[Any]], *, folds: int | None = None,
           repeats: int | None = None, holdout: float | None = None, plain_folds: bool = False, groups: PerRow | None = None,
           sample_weight: PerRow | None = None, seed: int | None = None, inner_folds: int | None = None, task: str | None = None,
           threads: int | None = None) -> Tuning:
    """Nested cross-validation: the parameters are chosen again in every fold, and tested on rows that took no part in the choice. Arguments
    are those of `tune`."""
    return tune(learner, X, y, grid, folds=folds, repeats=repeats, holdout=holdout, plain_folds=plain_folds, groups=groups,
                sample_weight=sample_weight, seed=seed, nested=True, inner_folds=inner_folds, task=task, threads=threads)


def _grid_items(grid):
    if not isinstance(grid, dict) or not grid:
        raise TypeError("a grid is a dictionary of parameters and the values to try, such as {'max_depth': range(2, 9)}")
    return grid.items()


def _axis(name, values, learner):
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"the grid gives {name}= no list of values to try, but {type(values).__name__}")
    if name == "ccp_alpha":
        raise ValueError("ccp_alpha= is three parameters here: give prune='cost-complexity' and complexity='impurity' to the learner, and "
                         "alpha= to the grid")
    ours = our_name(name)
    if ours not in CATALOGUE:
        raise unknown(str(name), "the grid", list(CATALOGUE))
    if ours in _NOT_OF_THE_GRID:
        raise ValueError(f"the grid holds {name}=, but it takes parameters of the learner, such as max_depth=: treewright.compare tries learners "
                         f"that differ in {name}=")
    if ours == "preset" and isinstance(learner, str):
        raise ValueError("the grid tries presets, so the learner is not one of them: give {} as the learner")
    (own, kind, choices), values = CATALOGUE[ours], list(values)
    if not values:
        raise ValueError(f"the grid gives {name}= no values to try")
    values = [_usual_value(ours, learner) if value is None else value for value in values]
    if kind == "choice":
        values = [choice_word(ours, value, choices) if isinstance(value, str) else value for value in values]
    return f"{own}={','.join(_option_word(value) for value in values)}"


def _usual_value(name, learner):
    """What None stands for: the value of the learner's preset."""
    preset = learner if isinstance(learner, str) else getattr(learner, "preset", None) or (learner.get("preset") if isinstance(learner, dict) else None)
    own = CATALOGUE[name][0]
    listed = next(parameter for parameter in json.loads(_core.parameters_json()) if parameter["name"] == own)
    value = (listed.get("values") or {}).get(choice_word("preset", preset or "auto", CATALOGUE["preset"][2]))
    if value is None or isinstance(value, dict):
        raise ValueError(f"the grid gives {name}= the value None, which leaves it to the preset, but that has no single value for it: name the value")
    return value


def _option_word(value):
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        return _core.number_text(float(value))
    if value is not None and not isinstance(value, (str, numbers.Integral)):
        raise TypeError(f"the grid holds a value of the type {type(value).__name__}: numbers, words and None are values")
    return "none" if value is None else text_of(value, "grid")


def learning_curve(learner: Learner, X: TableLike, y: str | Labels, *, sizes: int | None = None, repeats: int | None = None,
                   holdout: float | None = None, groups: PerRow | None = None, sample_weight: PerRow | None = None, seed: int | None = None,
                   task: str | None = None, threads: int | None = None) -> LearningCurve:
    """How good a learner is with fewer rows, and what more rows would bring.

    sizes: the number of training set sizes, equally spaced on a log scale. repeats, holdout: of the random splits.
    """
    if sizes is not None and not isinstance(sizes, (int, np.integer)):
        raise TypeError("sizes= is the number of training set sizes, such as sizes=8")
    rows = Task(learner, X, y, sample_weight, groups, task)
    plan = _plan(sizes=sizes, repeats=repeats, holdout=holdout)
    facts, text, svg = _core.learning_curve(rows.data, rows.options, plan, _seed(rows, seed), thread_count(threads) or rows.threads)
    return LearningCurve(json.loads(facts), text, svg)


def compare(learners: Mapping[str, Learner] | Sequence[Learner], X: TableLike, y: str | Labels, *, folds: int | None = None,
            repeats: int | None = None, plain_folds: bool = False, groups: PerRow | None = None, sample_weight: PerRow | None = None,
            seed: int | None = None, task: str | None = None, threads: int | None = None) -> Comparison:
    """Several learners on the same folds, with significance tests that allow for the rows that folds share.

    learners: a dictionary of names and learners, or a list of estimators, presets or dictionaries of parameters.
    """
    if isinstance(learners, (str, bytes)) or not hasattr(learners, "__iter__"):
        raise TypeError(f"compare takes a list or a dictionary of learners, not {type(learners).__name__}")
    named = learners if isinstance(learners, dict) else dict(_named(learners))
    named = {text_of(name, "learners"): learner for name, learner in named.items()}
    task = task or next(filter(None, map(_task_of, named.values())), None)
    tasks = {name: Task(learner, X, y, sample_weight, groups, None if hasattr(learner, "_training_set") else task) for name, learner in named.items()}
    if len(tasks) < 2:
        raise ValueError("compare needs two learners or more")
    first = next(iter(tasks.values()))
    for name, task in tasks.items():
        _refuse_other_rows(first, task, name)
    options = [(name, task.options) for name, task in tasks.items()]
    plan = _plan(folds=folds, repeats=repeats, plain_folds=plain_folds)
    facts, text = _core.compare(options, first.data, plan, _seed(first, seed), thread_count(threads) or first.threads)
    return Comparison(json.loads(facts), text)


def _task_of(learner):
    if isinstance(learner, dict):
        return learner.get("task")
    return learner._task if hasattr(learner, "_training_set") and not isinstance(learner, type) else None


def _refuse_other_rows(first, task, name):
    """All learners get the rows of the first one."""
    if first.data.is_classification != task.data.is_classification:
        raise ValueError(f"compare takes learners of one kind, but '{name}' predicts "
                         + ("classes" if task.data.is_classification else "a number") + " and the first one does not")
    for option, value in first.of_rows.items():
        if list(task.of_rows[option]) != list(value):
            raise ValueError(f"compare gives all learners the same rows, but {option}= of '{name}' is not that of the first one: "
                             "make it the same for all of them")


def _named(learners):
    """A name for each learner: its preset and what differs from that; a number where that is not enough."""
    used = set()
    for learner in learners:
        name = base = _name_of(learner)
        number = 2
        while name in used:
            name, number = f"{base} ({number})", number + 1
        used.add(name)
        yield name, learner


def _name_of(learner):
    if isinstance(learner, str):
        return learner
    parameters = learner.get_params() if hasattr(learner, "get_params") else _parameters_of(learner)[0]
    usual = type(learner)().get_params() if hasattr(learner, "get_params") else {}
    changed = {name: value for name, value in parameters.items() if name != "preset" and not _is_usual(value, usual.get(name))}
    words = [str(parameters.get("preset", "auto"))] + [f"{name}={value}" if isinstance(value, (str, numbers.Real)) else f"{name}=…"
                                                       for name, value in changed.items()]
    return ", ".join((["rules"] if type(learner).__name__ == "RuleClassifier" else []) + words)


def _is_usual(value, usual):
    """Arrays are no defaults, and have no truth value."""
    return value is usual or (isinstance(value, (str, numbers.Real)) and isinstance(usual, (str, numbers.Real)) and value == usual)


# --- pruning ------------------------------------------------------------------------------------------------------------------------


def prune(model: _AModel, method: str, X: TableLike | None = None, y: Labels | None = None, *, sample_weight: PerRow | None = None,
          validation: tuple[TableLike, Labels | None] | None = None, keep_unpruned: bool | None = None, threads: int | None = None,
          **parameters: Any) -> _AModel:
    """A tree pruned by another method: a Model for a Model, an estimator for an estimator; the one that is given stays as it is.

    It starts from the unpruned tree if the model keeps that (keep_unpruned=True at training), else the tree is pruned further.
    X, y: the training rows, for cross-validation, raising and rules. validation: (X, y), for 'reduced-error'.
    parameters: those of pruning, such as confidence=0.1, alpha=0.01, leaves=8.
    """
    inner = _model_of(model)
    options = options_of({"prune": method, "keep_unpruned": keep_unpruned, **parameters}, inner._fitted.target[2], "prune")
    training = None if X is None else _rows_for(inner, X, y, sample_weight)[0]
    held_out = None if validation is None else _rows_for(inner, *pair_of(validation))[0]
    return _same_kind(model, Model(_core.prune(inner._fitted, options, training, held_out, thread_count(threads)), inner._labels))


def _same_kind(like, model):
    if isinstance(like, Model):
        return model
    import copy

    result = copy.copy(like)
    result.model_ = model
    return result


def prune_path(model: AnyModel, complexity: str = "error") -> PrunePath:
    """The cost-complexity sequence of a tree, from the largest member to the root alone."""
    return _model_of(model).prune_path(complexity)


def compare_prunings(learner: Learner, X: TableLike, y: str | Labels, *, sample_weight: PerRow | None = None,
                     task: str | None = None, threads: int | None = None) -> PruningComparison:
    """What every pruning method would do to the tree of a learner, with cross-validated errors."""
    rows = Task(learner, X, y, sample_weight, None, task)
    facts, text = _core.compare_prunings(rows.data, rows.options, thread_count(threads) or rows.threads)
    return PruningComparison(json.loads(facts), text)


def simplify(model: AnyModel, X: TableLike, y: Labels | None = None, *, sample_weight: PerRow | None = None, threads: int | None = None) -> Model:
    """A tree as a shorter list of rules, as C4.5rules makes it, by these rows, usually the training rows: a Model."""
    inner = _model_of(model)
    return Model(_core.simplify(inner._fitted, _rows_for(inner, X, y, sample_weight)[0], thread_count(threads)), inner._labels)


__all__ = ["Table", "compare", "compare_prunings", "cross_validate", "describe", "evaluate", "learning_curve", "leave_one_out", "nested",
           "prune", "prune_path", "read", "show_work", "simplify", "train", "tune"]
