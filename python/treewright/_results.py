"""What the studies of the toolbox give: small objects with attributes, a dictionary, a data frame, a text form and an HTML form.

Every result is made from the facts (the JSON form, parsed) and the text that the command line prints. Attributes have the names of the JSON
form. Two results are equal if their facts are. `labels`, where a result speaks of classes, gives them in their original type and in the
order of the model's classes: a sequence, or a function of the position; without it they are the names.
"""

from __future__ import annotations

import collections.abc
import copy
import dataclasses
import difflib
import math
import re
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from . import _html
from ._html import number as _number
from ._result_parts import (
    Figure, Round, ClassFigures, CalibrationBin, Calibration, Learner, Pair, CurveSize, Pruning, Column, Gain, Step, Rule, figure_from,
    frame_of, pandas_module, part_from,
)

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Calibration", "CalibrationBin", "ClassFigures", "Column", "Comparison", "CrossValidation", "CurveSize", "Description", "Evaluation",
    "Explanation", "Figure", "Gain", "Learner", "LearningCurve", "Pair", "PrunePath", "Pruning", "PruningComparison", "Round", "Rule",
    "Rules", "Step", "Tuning", "Verification", "Work",
]


# --- labels ---------------------------------------------------------------------------------------------------------------------------


def _label_array(labels, names):
    """The classes in their original type, by position; `names` where no labels were given."""
    if isinstance(labels, np.ndarray):
        return labels
    if callable(labels):
        labels = [labels(position) for position in range(len(names))]
    labels = list(names if labels is None else labels)
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    same_kind = len({type(label) for label in labels}) == 1 and isinstance(labels[0], (bool, int, float, str, np.generic))
    return np.array(labels) if same_kind else array


def _label_of_name(labels, names):
    """A dictionary from the names of the classes to their labels."""
    return dict(zip(names, _label_array(labels, names).tolist()))


# --- results --------------------------------------------------------------------------------------------------------------------------


def _member(name, sentence):
    """An attribute that is a member of the facts."""
    return property(lambda self: self._fact(name), doc=sentence)


class Result:
    """What all results have in common."""

    __hash__ = None

    def __init__(self, facts, text):
        self._facts = facts
        self._text = text.rstrip("\n").replace("csv= lists all", "to_frame() lists all")  # what the command line has an option for

    def to_dict(self) -> dict[str, Any]:
        """All facts in plain Python types, as the command line gives them with --json."""
        return copy.deepcopy(self._facts)

    @property
    def text(self) -> str:
        """The result as the command line prints it."""
        return self._text

    def __str__(self):
        return self._text

    def __repr__(self):
        return self._text

    def __eq__(self, other):
        return self._facts == other._facts if type(other) is type(self) else NotImplemented

    def __getattr__(self, name):
        if hasattr(type(self), name):  # a property that does not apply to this result: its own sentence
            return object.__getattribute__(self, name)
        known = [known for known in dir(type(self)) if not known.startswith("_")]
        near = [] if name.startswith("_") else difflib.get_close_matches(name, known, 1)
        hint = f": did you mean {near[0]!r}?" if near else f": it has {', '.join(known)}"
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}", name=name, obj=self)

    def _fact(self, name, attribute=None):
        """For attributes that only some results of a kind have; `attribute`: where its name is not that of the fact."""
        if name not in self._facts:
            raise AttributeError(f"this {type(self).__name__} has no {attribute or name!r}: it does not apply here, or was not asked for")
        return self._facts[name]


# Of the figures of a model: what readers call them, and which are shown in percent.
_FIGURE_WORDS = {
    "accuracy": "accuracy", "error": "error", "precision": "precision, mean of classes", "recall": "recall, mean of classes",
    "f1": "F1, mean of classes", "auc": "AUC", "log_loss": "log loss", "brier": "Brier score", "cost": "mean cost",
    "rmse": "root mean squared error", "mae": "mean absolute error", "r_squared": "R²",
}
_SHARES = {"accuracy", "error", "precision", "recall"}
_LOSS_NAMES = {"error_rate": "error", "mean_cost": "cost", "root_mean_squared_error": "rmse"}
_LOSS_WORDS = {"error_rate": "error", "mean_cost": "mean cost", "root_mean_squared_error": "RMSE"}


def _figures_from(facts):
    figures = {name: figure_from(facts[name], name in _SHARES) for name in _FIGURE_WORDS if isinstance(facts.get(name), dict)}
    return {name: figure for name, figure in figures.items() if figure is not None}


class _FigureProperty(property):
    """A property that type checkers know to be a Figure."""

    if TYPE_CHECKING:
        def __get__(self, owner: Any, kind: type | None = None, /) -> Figure: ...


def _figure_property(name: str, sentence: str) -> _FigureProperty:
    return _FigureProperty(lambda self: self._figure_named(name), doc=sentence)


class _Scored(Result):
    """A result with figures of predictions."""

    accuracy = _figure_property("accuracy", "Share of the rows whose class is predicted.")
    error = _figure_property("error", "Share of the rows whose class is not predicted.")
    precision = _figure_property("precision", "Share of the predictions of a class that are right, mean of the classes.")
    recall = _figure_property("recall", "Share of the rows of a class that are found, mean of the classes.")
    f1 = _figure_property("f1", "Harmonic mean of precision and recall, mean of the classes.")
    auc = _figure_property("auc", "Area under the ROC curve.")
    log_loss = _figure_property("log_loss", "Mean of −ln(probability of the true class).")
    brier = _figure_property("brier", "Mean squared distance of the probabilities from the true class.")
    cost = _figure_property("cost", "Mean misclassification cost.")
    rmse = _figure_property("rmse", "Root mean squared error.")
    mae = _figure_property("mae", "Mean absolute error.")
    r_squared = _figure_property("r_squared", "Share of the variance that is explained.")

    def _figure_named(self, name):
        figures = self.figures
        if name not in figures:
            raise AttributeError(f"this {type(self).__name__} has no {name!r}: it has {', '.join(figures)}")
        return figures[name]

    def _figures_html(self, caption):
        drawn = ["0 to 1"] if any(map(_is_in_unit, self.figures)) else []
        headers = ["", "value", "95 % interval", "baseline", *drawn, "interval by"]
        rows = [self._figure_cells(name, figure, drawn) for name, figure in self.figures.items()]
        return _html.table(headers, rows, caption, numbers=(1, 2, 3))

    @staticmethod
    def _figure_cells(name, figure, drawn):
        bar = _html.interval_bar(figure.value, figure.low, figure.high, baseline=figure.baseline) if _is_in_unit(name) else ""
        return [_FIGURE_WORDS[name], _html.value_text(figure.value, figure.is_share), figure.interval_text,
                _html.value_text(figure.baseline, figure.is_share), *[bar for _ in drawn], figure.interval or "–"]


def _is_in_unit(name):
    """Whether a figure lies between 0 and 1, so that a bar can show it."""
    return name in _SHARES or name in ("f1", "auc")


class Evaluation(_Scored):
    """A model on labelled rows."""

    def __init__(self, facts, text, labels=None):
        super().__init__(facts, text)
        self._labels = _label_array(labels, [one["class"] for one in facts.get("classes", [])])

    rows = _member("rows", "Number of rows.")
    target = _member("target", "The column that is predicted.")

    @property
    def baseline(self) -> Any:
        """What the baseline predicts for every row: the most frequent class, or the mean, of training."""
        baseline = self._facts["baseline"]
        return self._label(baseline) if "classes" in self._facts else baseline

    @property
    def figures(self) -> dict[str, Figure]:
        """All figures by name."""
        return _figures_from(self._facts["figures"])

    @property
    def labels(self) -> np.ndarray:
        """The classes, in the order of `confusion`."""
        self._fact("classes", "labels")
        return self._labels

    @property
    def classes(self) -> list[ClassFigures]:
        """Precision, recall, F1 and AUC of each class."""
        return [part_from(ClassFigures, one, label=self._label(one["class"]),
                      **{name: figure_from(one[name], name in _SHARES) for name in ("precision", "recall", "f1", "auc")})
                for one in self._fact("classes")]

    @property
    def confusion(self) -> np.ndarray:
        """Numbers of rows: one row per true class, one column per predicted class."""
        return np.array(self._fact("confusion"), dtype=float)

    @property
    def calibration(self) -> Calibration:
        """Predicted probabilities compared with observed frequencies."""
        facts = self._fact("calibration")
        bins = [part_from(CalibrationBin, one, observed=figure_from(one["observed"], True)) for one in facts["bins"]]
        return part_from(Calibration, facts, label=self._label(facts.get("class")), bins=bins)

    @property
    def importance(self) -> dict[str, Figure]:
        """How much worse the model gets when a column is shuffled, by feature; the most important first. Only if asked for."""
        is_share = "classes" in self._facts
        return {one["feature"]: figure_from(one, is_share) for one in self._fact("importance")}

    def _label(self, name):
        names = [one["class"] for one in self._facts["classes"]]
        return self._labels.tolist()[names.index(name)] if name in names else name

    def to_frame(self) -> pandas.DataFrame:
        """The figures: a row each."""
        frame = frame_of(self.figures.values()).drop(columns="is_share")
        return frame.set_index(pandas_module().Index(list(self.figures), name="figure"))

    def _repr_html_(self):
        is_classes = "classes" in self._facts
        parts = [_html.heading(f"Evaluation of {self.target}", _html.rows_text(self.rows)), self._figures_html("")]
        if is_classes:
            names = [one["class"] for one in self._facts["classes"]]
            parts += [_html.confusion_table(names, self._facts["confusion"]), self._classes_html()]
            parts.append(self._calibration_html())
        if "importance" in self._facts:
            parts.append(self._importance_html())
        return _html.page(*parts, _html.text_block(self.text))

    def _classes_html(self):
        def cell(figure):
            return "–" if figure is None else str(figure)

        rows = [[one.label, _html.count_text(one.rows), cell(one.precision), cell(one.recall), cell(one.f1), cell(one.auc)]
                for one in self.classes]
        return _html.table(["class", "rows", "precision", "recall", "F1", "AUC"], rows, "By class, with 95 % intervals", range(1, 6))

    def _calibration_html(self):
        calibration = self.calibration
        of_class = "the predicted class" if calibration.label is None else f"'{calibration.label}'"
        rows = [[_html.percent_text(one.predicted), _html.percent_text(one.observed.value),
                 _html.interval_bar(one.observed.value, one.observed.low, one.observed.high, baseline=one.predicted),
                 one.observed.interval_text, _html.count_text(one.rows)] for one in calibration.bins]
        return _html.table(["predicted", "observed", "0 to 100 %", "95 % interval", "rows"], rows,
                           f"Calibration: the probability of {of_class} (dotted) and the observed frequency", numbers=(0, 1, 3, 4))

    def _importance_html(self):
        scale = _scale_of(self.importance.values())
        what = "accuracy lost" if "classes" in self._facts else "RMSE added"
        rows = [[name, _html.value_text(figure.value, figure.is_share), figure.interval_text,
                 _html.interval_bar(figure.value, figure.low, figure.high, scale)] for name, figure in self.importance.items()]
        return _html.table(["feature", what, "95 % interval", ""], rows,
                           "Permutation importance: how much worse the model gets when a column is shuffled", numbers=(1, 2))


def _scale_of(figures, others=()):
    """From zero, or the lowest value, to the highest: the ends of a drawing of intervals."""
    ends = [end for figure in figures for end in (figure.low, figure.high, figure.value)] + list(others)
    ends = [end for end in ends if end is not None and math.isfinite(end)]
    return min([0.0, *ends]), max([1e-300, *ends])


# --- cross-validation -----------------------------------------------------------------------------------------------------------------


class _CrossValidated(_Scored):
    """The loss of a learner on held-out rows."""

    def __init__(self, facts, text, labels=None):
        super().__init__(facts, text)
        self._labels = _label_array(labels, range(len(facts["held_out"].get("confusion", []))))

    rows = _member("rows", "Number of rows.")
    scheme = _member("scheme", "folds, holdout or leave-one-out.")
    measure = _member("measure", "What the loss is: error_rate, mean_cost or root_mean_squared_error.")

    @property
    def loss(self) -> Figure:
        """The mean loss of the rounds, with an interval that allows for models that share training rows."""
        return figure_from(self._facts["loss"], self.measure == "error_rate", self._facts["baseline"])

    training_loss = _member("training_loss", "The mean loss of the fold models on their own training rows.")

    @property
    def rounds(self) -> list[Round]:
        """One for each model; none with leave-one-out."""
        return [part_from(Round, one) for one in self._facts["rounds"]]

    @property
    def figures(self) -> dict[str, Figure]:
        """Figures of all held-out predictions together, by name. Their intervals treat the predictions as those of one model."""
        return _figures_from(self._facts["held_out"])

    @property
    def confusion(self) -> np.ndarray:
        """Held-out rows: one row per true class, one column per predicted class."""
        if "confusion" not in self._facts["held_out"]:
            raise AttributeError(f"this {type(self).__name__} has no 'confusion': the target is a number")
        return np.array(self._facts["held_out"]["confusion"], dtype=float)

    @property
    def labels(self) -> np.ndarray:
        """The classes, in the order of `confusion`."""
        return self._labels

    def _figure_named(self, name):
        """The measure itself is the loss with its wider interval; the other figures are those of all predictions together."""
        return self.loss if name == _LOSS_NAMES[self.measure] else super()._figure_named(name)

    def to_frame(self) -> pandas.DataFrame:
        """The rounds: a row each."""
        if self.rounds:
            return frame_of(self.rounds)
        return pandas_module().DataFrame(columns=[field.name for field in dataclasses.fields(Round)])

    def _plan_words(self):
        facts = self._facts
        words = [_html.rows_text(facts["rows"])]
        words.append({"folds": f"{facts.get('folds')} folds", "holdout": "random splits", "leave-one-out": "leave-one-out"}[self.scheme])
        if self.scheme != "leave-one-out":
            words += [f"repeated {facts['repeats']} times"] * (facts["repeats"] > 1)
            words += ["stratified"] * facts["stratified"] + [f"seed {facts['seed']}"]
        return ", ".join(words)

    def _loss_html(self):
        loss = self.loss
        note = f"95 % interval {loss.interval_text} ({loss.interval}); baseline {_html.value_text(loss.baseline, loss.is_share)}"
        return _html.key_figure(_LOSS_WORDS[self.measure], _html.value_text(loss.value, loss.is_share), note)

    def _rounds_html(self):
        rounds, is_share = self.rounds, self.loss.is_share
        if not rounds:
            return ""
        scale = _scale_of((), [loss for one in rounds for loss in (one.loss, one.baseline)])
        repeated = max(one.repeat for one in rounds) > 1
        rows = [[f"{one.repeat}.{one.fold}" if repeated else one.fold, _html.count_text(one.rows),
                 _html.value_text(one.loss, is_share), _html.interval_bar(one.loss, None, None, scale, one.baseline), _html.value_text(one.baseline, is_share), one.leaves,
                 one.depth] for one in rounds]
        table = _html.table(["fold", "rows", _LOSS_WORDS[self.measure], "", "baseline (dotted)", "leaves", "depth"], rows,
                            numbers=(1, 2, 4, 5, 6))
        return _html.details(f"{len(rounds)} rounds", table, is_open=len(rounds) <= 10)

    def _held_out_html(self):
        confusion = self._facts["held_out"].get("confusion")
        table = _html.confusion_table(self._labels.tolist(), confusion) if confusion else ""
        return self._rounds_html() + self._figures_html("All held-out rows") + table


class CrossValidation(_CrossValidated):
    """A learner on rows that its models have not seen; with leave-one-out also the influence of each row."""

    def __init__(self, facts, text, predictions=None, influence=None, labels=None):
        """`predictions`: arrays row, repeat, fold, prediction and probabilities. `influence`: arrays with one value per row that has a label,
        and which row of the table it is."""
        super().__init__(facts, text, labels)
        self._predictions = predictions
        self._influence = influence

    @property
    def predictions(self) -> np.ndarray:
        """The held-out predictions in the order of `predictions_frame()`: labels of the original type, or numbers."""
        prediction = self._arrays()["prediction"]
        return prediction if self._arrays()["probabilities"] is None else self._labels[prediction]

    @property
    def probabilities(self) -> np.ndarray:
        """The held-out probabilities: one row per prediction, one column per class."""
        if self._arrays()["probabilities"] is None:
            raise AttributeError("this CrossValidation has no 'probabilities': the target is a number")
        return self._arrays()["probabilities"]

    @property
    def influence(self) -> dict[str, np.ndarray]:
        """Leave-one-out: arrays with one value per row that has a label: `moved`, `root_changes`, `path_changes`, `class_changes`."""
        if self._influence is None:
            raise AttributeError("this CrossValidation has no 'influence': it comes with leave-one-out")
        return {name: values if name == "moved" else values.astype(bool) for name, values in self._influence.items() if name != "row"}

    def predictions_frame(self) -> pandas.DataFrame:
        """A row per held-out prediction: row of the table (counted from 0), repeat and fold (counted from 1), prediction, p:CLASS."""
        arrays = self._arrays()
        columns = {"row": arrays["row"], "repeat": arrays["repeat"] + 1, "fold": arrays["fold"] + 1, "prediction": self.predictions}
        if arrays["probabilities"] is not None:
            columns.update({f"p:{label}": arrays["probabilities"][:, place] for place, label in enumerate(self._labels.tolist())})
        return pandas_module().DataFrame(columns)

    def influence_frame(self) -> pandas.DataFrame:
        """Leave-one-out: a row per row of the table (counted from 0), the most influential first."""
        influence = self.influence
        frame = pandas_module().DataFrame({"row": self._influence["row"], **influence})
        size = frame["moved"].abs()
        return frame.assign(size=size).sort_values(["root_changes", "class_changes", "size"], ascending=False,
                                                   kind="stable").drop(columns="size").reset_index(drop=True)

    def _arrays(self):
        if self._predictions is None:
            raise AttributeError("this CrossValidation was made without its predictions")
        return self._predictions

    def _repr_html_(self):
        parts = [_html.heading("Cross-validation", self._plan_words()), self._loss_html(), self._held_out_html()]
        if "influence" in self._facts:
            parts.append(self._influence_html())
        return _html.page(*parts, _html.text_block(self.text))

    def _influence_html(self):
        facts = self._facts["influence"]
        word = "line" if facts and "line" in facts[0] else "row"
        names = {"root_changes": "the root", "path_changes": "the path", "class_changes": "the class"}
        rows = [[one[word], _html.number_text(one["moved"]),
                 ", ".join(words for name, words in names.items() if one[name]) or "nothing"] for one in facts[:10]]
        what = "p of its class falls by" if "confusion" in self._facts["held_out"] else "prediction moves by"
        caption = "The most influential rows" + (", counted from 0" if word == "row" else "") + ": what changes without one of them"
        return _html.table([word, what, "changes"], rows, caption, numbers=(0, 1))


class Tuning(_CrossValidated):
    """A grid of parameter values, each cross-validated; the loss and the rounds are those of the choice, or nested ones."""

    def __init__(self, facts, text, labels=None):
        for name in facts.get("chosen", {}):
            text = re.sub(rf"(?<![\w-]){name}(?![\w-])", _python_name(name), text)  # as long as it was, so that columns stay columns
        super().__init__(facts, text, labels)

    @property
    def chosen(self) -> dict[str, Any]:
        """The chosen values by parameter, in Python's spelling: `learner.set_params(**tuning.chosen)`."""
        return {_python_name(name): value for name, value in self._axes(self._facts["chosen"]).items()}

    @property
    def grid(self) -> list[dict[str, Any]]:
        """Every point of the grid: its values, its loss and its mean number of leaves, the best first."""
        points = [{**{_python_name(name): value for name, value in self._axes(point).items()}, "loss": point["loss"],
                   "mean_leaves": point["mean_leaves"]} for point in self._facts["grid"]]
        return sorted(points, key=lambda point: (point["loss"], point["mean_leaves"]))

    promised = _member("promised", "The loss of the chosen point in the grid: optimistic, because it was chosen by it.")
    nested = _member("nested", "Whether `loss` comes from nested cross-validation: from rows that took no part in the choice.")

    @staticmethod
    def _axes(point):
        return {name: _value_of(value) for name, value in point.items() if name not in ("loss", "mean_leaves")}

    def to_frame(self) -> pandas.DataFrame:
        """The grid: a row per point, the best first."""
        return pandas_module().DataFrame(self.grid)

    def rounds_frame(self) -> pandas.DataFrame:
        """The rounds: a row each."""
        return super().to_frame()

    def _repr_html_(self):
        chosen = ", ".join(f"{name} = {value}" for name, value in self.chosen.items())
        how = "nested cross-validation" if self.nested else "the score by which it was chosen: optimistic"
        return _html.page(_html.heading(f"Chosen: {chosen}", self._plan_words()), self._loss_html(), _html.paragraph(_html.soft(how)),
                          self._grid_html(), self._held_out_html(), _html.text_block(self.text))

    def _grid_html(self):
        grid, is_share = self.grid, self.loss.is_share
        scale = _scale_of((), [point["loss"] for point in grid])
        names = list(self.chosen)
        rows = [[*(point[name] for name in names), _html.value_text(point["loss"], is_share),
                 _html.interval_bar(point["loss"], None, None, scale), f"{point['mean_leaves']:.1f}"] for point in grid[:50]]
        marked = [place for place, point in enumerate(grid[:50]) if all(point[name] == self.chosen[name] for name in names)]
        caption = "The grid, the best first" + (f": 50 of {len(grid)} points" if len(grid) > 50 else "")
        return _html.table([*names, _LOSS_WORDS[self.measure], "", "leaves"], rows, caption,
                           numbers=(*range(len(names) + 1), len(names) + 2), marked=marked)


def _python_name(name):
    return "raise_" if name == "raise" else name.replace("-", "_")


def _value_of(text):
    """A number where the text is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


# --- comparisons ----------------------------------------------------------------------------------------------------------------------


class Comparison(Result):
    """Learners on the same folds, with significance tests."""

    rows = _member("rows", "Number of rows.")
    measure = _member("measure", "What the loss is: error_rate, mean_cost or root_mean_squared_error.")

    @property
    def learners(self) -> dict[str, Learner]:
        """The learners by name, each with its loss, leaves, depth and seconds."""
        is_share = self.measure == "error_rate"
        return {one["learner"]: part_from(Learner, one, name=one["learner"], seconds=one["seconds_a_model"],
                                      loss=figure_from(one["loss"], is_share, self.baseline)) for one in self._facts["learners"]}

    best = _member("best", "The name of the learner with the least loss.")
    verdict = _member("verdict", "What the tests say, in words.")
    baseline = _member("baseline", "The loss of predictions that ignore the features.")
    p_baseline = _member("p_baseline", "p of the difference between the best learner and the baseline.")

    @property
    def pairs(self) -> list[Pair]:
        """Every two learners, with the test of their difference."""
        return [part_from(Pair, one) for one in self._facts["pairs"]]

    @property
    def p_values(self) -> dict[tuple[str, str], float]:
        """p of every pair, corrected for the number of pairs by Holm's method: {("a", "b"): 0.03, …}."""
        return {(pair.first, pair.second): pair.p_holm for pair in self.pairs}

    def to_frame(self) -> pandas.DataFrame:
        """The learners: a row each."""
        return frame_of(self.learners.values()).drop(columns="rounds").set_index("name")

    def pairs_frame(self) -> pandas.DataFrame:
        """The pairs: a row each."""
        return frame_of(self.pairs)

    def _repr_html_(self):
        return _html.page(_html.heading("Comparison", _html.rows_text(self.rows)), _html.paragraph(self.verdict), self._learners_html(),
                          self._pairs_html(), _html.text_block(self.text))

    def _learners_html(self):
        learners = list(self.learners.values())
        scale = _scale_of([one.loss for one in learners], [self.baseline])
        rows = [[one.name, _html.value_text(one.loss.value, one.loss.is_share), one.loss.interval_text,
                 _html.interval_bar(one.loss.value, one.loss.low, one.loss.high, scale, self.baseline), f"{one.leaves:.1f}",
                 f"{one.depth:.1f}"] for one in learners]
        rows.append([_html.soft("baseline (dotted)"), _html.value_text(self.baseline, learners[0].loss.is_share), "", "", "", ""])
        marked = [place for place, one in enumerate(learners) if one.name == self.best]
        return _html.table(["learner", _LOSS_WORDS[self.measure], "95 % interval", "", "leaves", "depth"], rows, numbers=(1, 2, 4, 5),
                           marked=marked)

    def _pairs_html(self):
        is_share = self.measure == "error_rate"
        rows = [[f"{pair.first} − {pair.second}", _html.difference_text(pair.difference, is_share),
                 f"{pair.wins}-{pair.ties}-{pair.losses}", _html.p_text(pair.p), _html.p_text(pair.p_holm)] for pair in self.pairs]
        return _html.table(["pair", "difference", "wins-ties-losses", "p", "p by Holm"], rows, self.pairs[0].test if self.pairs else "",
                           numbers=(1, 2, 3, 4))


class LearningCurve(Result):
    """The loss with more and more training rows."""

    def __init__(self, facts, text, svg):
        super().__init__(facts, text)
        self._svg = svg

    rows = _member("rows", "Number of rows of the table.")
    measure = _member("measure", "What the loss is: error_rate, mean_cost or root_mean_squared_error.")
    baseline = _member("baseline", "The loss of predictions that ignore the features.")

    @property
    def sizes(self) -> list[CurveSize]:
        """One for each number of training rows, with the loss on training rows and on held-out rows."""
        is_share = self.measure == "error_rate"
        return [part_from(CurveSize, one, training=figure_from(one["training"], is_share),
                          test=figure_from(one["test"], is_share, self.baseline)) for one in self._facts["sizes"]]

    @property
    def projection(self) -> dict[str, Any]:
        """A power law fitted to the curve: `all_rows` and `twice_the_rows` are its losses, `verdict` says falls, flat or unclear."""
        return dict(self._facts["projection"])

    @property
    def svg(self) -> str:
        """The curve as a drawing."""
        return self._svg

    def to_frame(self) -> pandas.DataFrame:
        """The sizes: a row each."""
        return frame_of(self.sizes)

    def _repr_html_(self):
        return _html.page(_html.drawing(self._svg, "Learning curve"), _html.text_block(self.text))


# --- pruning --------------------------------------------------------------------------------------------------------------------------


class PruningComparison(Result):
    """The pruning methods on the same rows and folds."""

    measure = _member("measure", "What the loss is: error_rate, mean_cost or root_mean_squared_error.")

    @property
    def methods(self) -> dict[str, Pruning]:
        """The methods by name."""
        return {one["method"]: part_from(Pruning, one) for one in self._facts["methods"]}

    recommended = _member("recommended", "The name of the recommended method.")

    @property
    def sequence(self) -> list[dict[str, Any]]:
        """The trees of cost-complexity pruning: dictionaries with alpha, leaves, training_loss, loss and standard_error."""
        return copy.deepcopy(self._facts.get("sequence", []))

    def to_frame(self) -> pandas.DataFrame:
        """The methods: a row each."""
        return frame_of(self.methods.values()).set_index("method")

    def sequence_frame(self) -> pandas.DataFrame:
        """The trees of cost-complexity pruning: a row each."""
        return pandas_module().DataFrame(self.sequence)

    def _repr_html_(self):
        parts = [_html.heading("Pruning methods", f"recommended: {self.recommended}"), self._methods_html()]
        if self.sequence:
            parts.append(self._sequence_html())
        return _html.page(*parts, _html.text_block(self.text))

    def _methods_html(self):
        methods, is_share = list(self.methods.values()), self.measure == "error_rate"
        rows = [[one.method, one.leaves, one.depth, _html.value_text(one.training, is_share),
                 *self._error_cells(one.cross_validated, one.standard_error, [one.cross_validated for one in methods])] for one in methods]
        marked = [place for place, one in enumerate(methods) if one.method == self.recommended]
        return _html.table(["method", "leaves", "depth", "training", "cross-validated", "± one standard error"], rows,
                           numbers=(1, 2, 3, 4), marked=marked)

    def _sequence_html(self):
        sequence = self.sequence
        rows = [[f"{one['alpha']:.3g}", one["leaves"], *self._error_cells(one["loss"], one["standard_error"],
                                                                         [one["loss"] for one in sequence])] for one in sequence]
        marked = [place for place, one in enumerate(sequence) if one.get("chosen")]
        return _html.table(["alpha", "leaves", _LOSS_WORDS[self.measure], "± one standard error"], rows, "The cost-complexity sequence",
                           numbers=(0, 1, 2), marked=marked)

    def _error_cells(self, loss, error, losses):
        scale = (0.0, 1.2 * _scale_of((), losses)[1])
        if loss is None:
            return ["–", ""]
        error = error or 0.0
        return [_html.value_text(loss, self.measure == "error_rate"), _html.interval_bar(loss, loss - error, loss + error, scale)]


class PrunePath(Result):
    """The trees of cost-complexity pruning of a fitted tree, from the largest to the root alone."""

    def __init__(self, alphas, leaves, losses, complexity="error"):
        self.alphas = np.asarray(alphas)
        """The price of a leaf from which on each tree is the best."""
        self.leaves = np.asarray(leaves)
        """Number of leaves of each tree."""
        self.losses = np.asarray(losses)
        """Training loss of each tree."""
        self.complexity = complexity
        """The loss that leaves are weighed against: error or impurity."""
        facts = {"complexity": complexity, "sequence": [{"alpha": alpha, "leaves": count, "loss": loss} for alpha, count, loss in zip(
            self.alphas.tolist(), self.leaves.tolist(), self.losses.tolist())]}
        super().__init__(facts, _aligned(["alpha", "leaves", "training loss"], _path_cells(facts["sequence"])))

    def __len__(self) -> int:
        return len(self.alphas)

    def to_frame(self) -> pandas.DataFrame:
        """The trees: a row each."""
        return pandas_module().DataFrame({"alpha": self.alphas, "leaves": self.leaves, "loss": self.losses})

    def _repr_html_(self):
        largest = max([*self.losses.tolist(), 1e-300])
        rows = [[*cells, _html.share_bar(member["loss"] / largest)] for cells, member in zip(
            _path_cells(self._facts["sequence"][:_html.RULE_ROWS]), self._facts["sequence"])]
        parts = [_html.table(["alpha", "leaves", "training loss", ""], rows, numbers=(0, 1, 2))]
        if len(self) > _html.RULE_ROWS:
            parts.append(_html.paragraph(f"Only the first {_html.RULE_ROWS} of {len(self)} trees are shown."))
        return _html.page(_html.heading("Cost-complexity sequence", f"{len(self)} trees; complexity: {self.complexity}"), *parts)


def _path_cells(sequence):
    return [[f"{member['alpha']:.4g}", str(member["leaves"]), f"{member['loss']:.4g}"] for member in sequence]


def _aligned(headers, rows):
    """A table as text, all columns set to the right."""
    widths = [max(map(len, column)) for column in zip(headers, *rows)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in [headers, *rows])


# --- tables ---------------------------------------------------------------------------------------------------------------------------


class Description(Result):
    """The columns of a table, and what each tells about the target by itself."""

    rows = _member("rows", "Number of rows.")

    @property
    def columns(self) -> dict[str, Column]:
        """The columns by name."""
        return {one["name"]: part_from(Column, one) for one in self._facts["columns"]}

    @property
    def target(self) -> str:
        """The column that is predicted."""
        return self._fact("gains", "target")["target"]

    @property
    def measure(self) -> str:
        """The unit of the gains: entropy or variance."""
        return self._fact("gains", "measure")["measure"]

    @property
    def gains(self) -> dict[str, Gain]:
        """With a target: what each feature's best question tells about it, by feature."""
        return {one["feature"]: part_from(Gain, one) for one in self._fact("gains")["features"]}

    def to_frame(self) -> pandas.DataFrame:
        """The columns: a row each; with a target also gain, share and question."""
        frame = frame_of(self.columns.values()).set_index("name")
        if "gains" not in self._facts:
            return frame
        gains = frame_of(self.gains.values()).set_index("feature")[["gain", "share", "question"]]
        return frame.join(gains)

    def _repr_html_(self):
        columns = list(self.columns.values())
        parts = [_html.heading(f"{_html.rows_text(self.rows)}, {len(columns)} columns")]
        rows = [[one.name, one.type, _html.count_text(one.missing), one.distinct, _values_text(one)] for one in columns]
        parts.append(_html.table(["column", "type", "missing", "distinct", "values"], rows, numbers=(2, 3)))
        if "gains" in self._facts:
            parts.append(self._gains_html())
        return _html.page(*parts, _html.text_block(self.text))

    def _gains_html(self):
        what = "mutual information" if self.measure == "entropy" else f"{self.measure} explained"
        rows = [[one.feature, "–", one.none, "", ""] if one.gain is None else
                [one.feature, _html.number_text(one.gain), one.question, _html.share_bar(one.share), _html.percent_text(one.share)]
                for one in self.gains.values()]
        return _html.table(["feature", what, "best question", "", "share"], rows, f"What each column tells about {self.target} by itself",
                           numbers=(1, 4))


def _values_text(column):
    """20 to 69, median 46 or the most frequent levels."""
    if column.counts is not None:
        return _html.counts_text(column.counts)
    if column.lowest is None:
        return ""
    return f"{column.lowest} to {column.highest}" + (f", median {column.quartiles[1]}" if column.quartiles else "")


# --- single predictions, rules, work --------------------------------------------------------------------------------------------------


class Explanation(Result):
    """How a model arrives at its prediction for one row."""

    def __init__(self, facts, text, labels=None):
        super().__init__(facts, text)
        self._label_of_name = _label_of_name(labels, list(facts.get("probabilities", {})))

    @property
    def prediction(self) -> Any:
        """The predicted class, or number."""
        return self._label_of_name.get(self._facts["prediction"], self._facts["prediction"])

    @property
    def probabilities(self) -> dict[Any, float]:
        """The probability of each class."""
        return {self._label_of_name[name]: share for name, share in self._fact("probabilities").items()}

    standard_deviation = _member("standard_deviation", "With a number as target: of the training rows in the leaf.")

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the predicted class's share, or of the mean."""
        return tuple(map(_number, self._fact("interval")))

    @property
    def path(self) -> list[Step]:
        """Trees: the nodes from the root to the leaf, each with the answer to its question."""
        return [part_from(Step, one) for one in self._fact("path")]

    leaf = _member("leaf", "Trees: the number of the leaf.")

    @property
    def leaves(self) -> list[dict[str, Any]]:
        """Trees with fractional rows: all leaves that the row reaches, each with its share."""
        return self._facts.get("leaves") or [{"leaf": self._fact("leaf", "leaves"), "share": 1.0}]

    @property
    def rule(self) -> int | None:
        """Rule lists: the number of the rule that is met; None for the default."""
        return self._fact("fired", "rule")

    @property
    def tried(self) -> list[dict[str, Any]]:
        """Rule lists: the rules before it, each with the condition that fails."""
        return copy.deepcopy(self._fact("tried"))

    @property
    def conditions(self) -> list[dict[str, Any]]:
        """Rule lists: the conditions of the rule that is met, with the row's values."""
        return copy.deepcopy(self._fact("conditions"))

    def to_frame(self) -> pandas.DataFrame:
        """The path, or the rules that were tried: a row each."""
        return frame_of(self.path) if "path" in self._facts else pandas_module().DataFrame(
            self._facts["tried"], columns=["rule", "class", "fails", "feature", "value"])

    def _repr_html_(self):
        low, high = self.interval
        prediction = _html.prediction_text(self._facts["prediction"])
        is_share = "probabilities" in self._facts
        note = f"95 % interval of {'its share' if is_share else 'the mean'}: {_html.interval_text(low, high, is_share)}"
        steps = self._path_html() if "path" in self._facts else self._tried_html()
        parts = [_html.key_figure("", "→ " + str(prediction), note), steps]
        if "leaves" in self._facts:
            parts.append(self._leaves_html())
        if is_share:
            rows = [[name, _html.share_bar(share, place), _html.percent_text(share)]
                    for place, (name, share) in enumerate(self._facts["probabilities"].items())]
            parts.append(_html.table(["class", "", "probability"], rows, numbers=(2,)))
        return _html.page(*parts, _html.text_block(self.text))

    def _path_html(self):
        steps = self.path
        answers = ["all rows", *(step.answer for step in steps[:-1])]
        rows = [[answer, step.node, _html.count_text(step.weight),
                 *([_html.number_text(step.mean), ""] if step.counts is None else
                   [_html.class_bar(step.counts), _html.counts_text(step.counts)])] for answer, step in zip(answers, steps)]
        return _html.table(["answer", "node", "rows", "classes" if steps[0].counts else "mean", ""], rows,
                           numbers=(1, 2) if steps[0].counts else (1, 2, 3))

    def _leaves_html(self):
        rows = [[one["leaf"], _html.share_bar(one["share"]), _html.percent_text(one["share"])] for one in self.leaves]
        return _html.table(["leaf", "", "share"], rows, "The leaves that the row reaches in parts", numbers=(0, 2))

    def _tried_html(self):
        rows = [[one["rule"], one["class"], one["fails"], _known(one.get("value"))] for one in self._facts["tried"]]
        rows += [[self.rule, self._facts["prediction"], _html.Markup("✓ " + _html.escaped(one["condition"])), _known(one.get("value"))]
                 for one in self._facts["conditions"]]
        return _html.table(["rule", "class", "condition that fails, or is met", "value"], rows, numbers=(0,))


def _known(value):
    return "missing" if value is None else value


class Rules(Result, collections.abc.Sequence):
    """The rules of a tree, one for each leaf, or a rule list in the order in which its rules are tried."""

    def __init__(self, facts, text, labels=None):
        super().__init__(facts, text)
        names = _label_of_name(labels, facts.get("classes", []))
        self._rules = [_rule(one, names) for one in facts["rules"]]
        self._default = _rule({"text": "", "conditions": [], **facts["default"]}, names) if "default" in facts else None

    def __len__(self) -> int:
        return len(self._rules)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> list[Rule]: ...

    def __getitem__(self, place: int | slice) -> Rule | list[Rule]:
        return self._rules[place]

    kind = _member("kind", "tree or list.")
    target = _member("target", "The column that is predicted.")

    @property
    def default(self) -> Rule | None:
        """Rule lists: what is predicted where no rule is met; None for trees."""
        return self._default

    def to_frame(self) -> pandas.DataFrame:
        """The rules: a row each."""
        frame = frame_of(self._rules)
        return frame.drop(columns=["conditions", "counts"]).dropna(axis="columns", how="all") if len(self) else frame

    def _repr_html_(self):
        return _html.rules_html(self._facts, self.text)


def _rule(facts, label_of_name):
    interval = facts.get("interval")
    return part_from(Rule, facts, prediction=label_of_name.get(facts["prediction"], facts["prediction"]), share=_html.rule_share(facts),
                 interval=None if interval is None else tuple(map(_number, interval)))


class Work(Result):
    """The arithmetic of every choice that was made while a tree grew."""

    def __init__(self, facts, text, model=None):
        """`facts`: the nodes."""
        super().__init__({"nodes": facts}, text)
        self.model = model
        """The fitted tree."""

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes with their candidates: dictionaries as in the JSON form."""
        return copy.deepcopy(self._facts["nodes"])

    def to_frame(self) -> pandas.DataFrame:
        """A row per node and feature: its best question and gain, and whether it was chosen."""
        rows = [{"node": node["node"], "feature": one["feature"], "question": one.get("question"), "gain": one.get("gain"),
                 "score": one.get("score"), "chosen": one["feature"] == node.get("chosen")}
                for node in self._facts["nodes"] for one in node.get("features", [])]
        return pandas_module().DataFrame(rows, columns=["node", "feature", "question", "gain", "score", "chosen"])

    def _repr_html_(self):
        nodes = self._facts["nodes"]
        parts = [_html.heading("How the tree grew", f"{len(nodes)} nodes")]
        parts += [_work_html(node, is_open=place == 0) for place, node in enumerate(nodes[:_html.RULE_ROWS])]
        if len(nodes) > _html.RULE_ROWS:
            parts.append(_html.paragraph(f"Only the first {_html.RULE_ROWS} of {len(nodes)} nodes are shown."))
        return _html.page(*parts, _html.text_block(self.text))


def _work_html(node, is_open):
    rows = node["rows"]
    spread = _html.counts_text(rows["counts"]) if "counts" in rows else f"mean {_html.number_text(rows['mean'])}"
    where = " and ".join(node["path"]) or "all rows"
    outcome = f"split by {node['chosen']}" if "chosen" in node else "a leaf"
    title = _html.Markup(_html.strong(f"Node {node['node']}: {where}") + _html.soft(f"  {spread}; {outcome}"))
    body = [_html.paragraph(f"{node['measure']} {_html.number_text(rows['impurity'])}")]
    if node.get("features"):
        body.append(_candidates_html(node))
    return _html.details(title, *body, is_open=is_open)


def _candidates_html(node):
    features = node["features"]
    largest = max([one.get("score", 0.0) for one in features] + [1e-300])
    rows = [[one["feature"], "–", f"no question: {one['none']}", "", ""] if "none" in one else
            [one["feature"], _html.number_text(one["gain"]), one["question"], _html.share_bar(one["score"] / largest),
             len(one.get("cuts", [])) or ""] for one in features]
    marked = [place for place, one in enumerate(features) if one["feature"] == node.get("chosen")]
    return _html.table(["feature", "gain", "best question", "score", "thresholds tried"], rows, numbers=(1, 4), marked=marked)


# --- exports --------------------------------------------------------------------------------------------------------------------------


class Verification(Result):
    """An export on its real consumer, compared with the model."""

    passed = _member("passed", "Whether every answer is that of the model; of what is not replayed, whether it is what the model exports.")
    target = _member("target", "What it is an export to.")
    replayed = _member("replayed", "Whether it was run; False for what nothing runs, such as a drawing.")
    equal_bytes = _member("equal_bytes", "Whether it is, byte by byte, what the model exports now.")
    tools = _member("tools", "The consumer and all that took part, with their versions.")
    rows = _member("rows", "Number of rows that were compared.")
    rows_by_kind = _member("rows_by_kind", "Why they were made, and how many each time.")
    leaves = _member("leaves", "Number of leaves of the tree.")
    leaves_reached = _member("leaves_reached", "Number of leaves that some row ends in.")
    different = _member("different", "Number of rows in which labels, leaves, probabilities or values are others.")
    first_differences = _member("first_differences", "Some of these rows.")
    failure = _member("failure", "Why the consumer did not answer.")

    def __bool__(self):
        return self.passed

    def _repr_html_(self):
        facts = self._facts
        tools = ", ".join(f"{name} {version}" for name, version in facts.get("tools", {}).items())
        parts = [_html.heading(f"Export to {self.target}", tools or "not run")]
        if not self.replayed:
            parts.append(_html.paragraph("It is what the model exports." if self.passed else "It is not what the model exports."))
        elif "failure" in facts:
            parts += [_html.paragraph("The consumer failed."), _html.text_block(self.failure)]
        else:
            parts.append(_html.paragraph("Every answer is that of the model." if self.passed else "It answers otherwise than the model."))
            parts.append(_html.table(["", "different rows"], [[what, f"{count} of {self.rows}"] for what, count in self.different.items()], numbers=(1,)))
        for difference in facts.get("first_differences", []):
            cells = ", ".join(f"{name} = {value}" for name, value in difference["cells"].items())
            parts.append(_html.paragraph(f"{difference['what']}: {difference['expected']} expected, {difference['found']} found. ", _html.soft(cells)))
        return _html.page(*parts)
