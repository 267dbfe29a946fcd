"""What results are made of: figures with their intervals, and one small class for each thing of which a result holds several."""

import dataclasses

from . import _html


@dataclasses.dataclass(frozen=True)
class Figure:
    """A measured number with its 95 % confidence interval."""

    value: float
    low: float | None = None
    """Lower end of the interval; None if the rows are too few for one."""
    high: float | None = None
    interval: str | None = None
    """How the interval was computed: Wilson, bootstrap, Nadeau-Bengio, …"""
    baseline: float | None = None
    """The same figure for predictions that ignore the features."""
    is_share: bool = dataclasses.field(default=False, repr=False)
    """Whether the text shows it in percent."""

    def __float__(self):
        return self.value

    def __str__(self):
        value = _html.value_text(self.value, self.is_share)
        return value if self.low is None else f"{value} ({self.interval_text})"

    @property
    def interval_text(self) -> str:
        """21.4 to 67.4 %"""
        return _html.interval_text(self.low, self.high, self.is_share)


def figure_from(facts, is_share=False, baseline=None):
    """None where the facts hold no value."""
    if facts.get("value") is None:
        return None
    ends = [None if facts.get(end) is None else float(facts[end]) for end in ("low", "high")]
    of_facts = facts.get("baseline")
    return Figure(float(facts["value"]), *ends, facts.get("interval"), baseline if of_facts is None else of_facts, is_share)


@dataclasses.dataclass(frozen=True)
class Round:
    """One model of a cross-validation and the rows it was tested on."""

    repeat: int
    fold: int
    training_rows: float
    rows: float
    """Held-out rows."""
    loss: float
    baseline: float
    training_loss: float
    leaves: int
    depth: int


@dataclasses.dataclass(frozen=True)
class ClassFigures:
    """How one class fared."""

    label: object
    rows: float
    """Rows of this class."""
    predicted: float
    """Rows for which this class was predicted."""
    precision: Figure | None
    recall: Figure | None
    f1: Figure | None
    auc: Figure | None


@dataclasses.dataclass(frozen=True)
class CalibrationBin:
    """Rows of similar predicted probability."""

    lowest: float
    highest: float
    rows: float
    predicted: float
    observed: Figure


@dataclasses.dataclass(frozen=True)
class Calibration:
    """Predicted probabilities compared with observed frequencies."""

    label: object
    """The class whose probability it is; None with three or more classes."""
    expected_error: float
    expected_by_chance: float
    bins: list


@dataclasses.dataclass(frozen=True)
class Learner:
    """One learner of a comparison."""

    name: str
    loss: Figure
    leaves: float
    depth: float
    seconds: float
    """To train one model."""
    rounds: list
    """The loss of each round."""


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two learners on the same rounds."""

    first: str
    second: str
    difference: float
    """Loss of the first less that of the second."""
    wins: int
    ties: int
    losses: int
    p: float
    p_holm: float
    """p, corrected for the number of pairs."""
    test: str
    t: float | None = None


@dataclasses.dataclass(frozen=True)
class CurveSize:
    """All repeats with one number of training rows."""

    rows: float
    training: Figure
    test: Figure
    leaves: float


@dataclasses.dataclass(frozen=True)
class Pruning:
    """One pruning method and the tree it gives."""

    method: str
    options: str
    leaves: int
    depth: int
    training: float
    """Training error."""
    cross_validated: float
    standard_error: float
    chosen_by_folds: bool
    """Whether the same folds chose the size of the tree: then the error is slightly optimistic."""


@dataclasses.dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    type: str
    missing: float
    distinct: int
    lowest: object = None
    highest: object = None
    mean: float | None = None
    quartiles: list | None = None
    counts: dict | None = None
    """Rows of each level."""
    levels_left_out: int = 0
    """Levels that `counts` does not list."""
    far_code: float | None = None
    """A value far from all others, perhaps a code for missing."""
    constant: bool = False
    identifier: bool = False
    """Whether it looks like an identifier: nearly every row has a value of its own."""
    counts_rows: bool = False
    """Whether it only counts the rows."""


@dataclasses.dataclass(frozen=True)
class Gain:
    """What one feature tells about the target by itself."""

    feature: str
    gain: float | None = None
    """Of its best question; None if it has no question."""
    share: float | None = None
    """Of the target's impurity."""
    question: str | None = None
    none: str | None = None
    """Why it has no question."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One node on the path of a row. The last step is the leaf, which has no question."""

    node: int
    weight: float
    """Training rows in this node."""
    counts: dict | None = None
    """Training rows of each class."""
    mean: float | None = None
    feature: str | None = None
    value: object = None
    unseen: bool = False
    """Whether the value is a level that the model has not seen."""
    answer: str | None = None
    branch: str | None = None


@dataclasses.dataclass(frozen=True)
class Rule:
    """If all conditions are met, then the prediction."""

    text: str
    """The conditions in English, without the "If"."""
    conditions: list
    """One dictionary per feature: above, at_most, levels, missing, …"""
    prediction: object
    rows: float
    """Training rows that meet the conditions."""
    share: float | None = None
    """Share of them that is of the predicted class."""
    interval: tuple | None = None
    """95 % interval of that share, or of the mean."""
    counts: dict | None = None
    standard_deviation: float | None = None
    rule: int | None = None
    leaf: int | None = None
    error: float | None = None
    """Rule lists: the pessimistic estimate of the error."""
    first_rows: float | None = None
    """Rule lists: rows that no rule before it takes."""
    first_correct: float | None = None

    def __str__(self):
        return f"If {self.text}, then {self.prediction}"


def part_from(kind, facts, **others):
    """A part from the members of the facts that it has; `others` replace or add some."""
    names = {field.name for field in dataclasses.fields(kind)}
    return kind(**{**{name: value for name, value in facts.items() if name in names}, **others})


def pandas_module():
    try:
        import pandas
    except ImportError:
        raise ImportError("data frames of results need pandas, which is not installed: install it, or use to_dict()") from None
    return pandas


def frame_of(parts):
    """A data frame of parts that are all of one kind; figures become columns value, low and high."""
    rows = []
    for part in parts:
        row = {}
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            if isinstance(value, Figure):
                row.update({field.name: value.value, field.name + "_low": value.low, field.name + "_high": value.high})
            else:
                row[field.name] = value
        rows.append(row)
    return pandas_module().DataFrame(rows)
