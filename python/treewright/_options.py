"""Parameters by the names that Python has for them, as options by the names of the catalogue."""

import numbers
import os

import numpy as np

from ._frames import columns_named, text_of
from ._names import choice_word, refuse_two_names, translated, unknown
from ._parameters import CATALOGUE

_OF_ROWS = ("weights_are", "categorical")


def own_names(parameters, owner="train"):
    """Parameters by our names, where some may have another program's. `owner`: the function that takes them."""
    named = {name: value for name, value in parameters.items() if name in CATALOGUE}
    for name in [name for name in parameters if name not in CATALOGUE]:
        ours = translated(name, parameters[name])
        if ours is None:
            raise unknown(str(name), owner, list(CATALOGUE))
        for own, value in ours.items():
            refuse_two_names(name, own, value, named.get(own))
            named[own] = value
    return named


def options_of(parameters, classes=(), owner="train"):
    """Parameters by Python's names (or scikit-learn's) as options by the catalogue's. `classes`: their names, in the order of a matrix of
    costs; empty where the target is a number."""
    options = {}
    for name, value in own_names(parameters, owner).items():
        if name == "costs" and value is not None:
            value = cost_table(value, classes)
        add_option(options, name, value)
    return options


def thread_count(threads):
    """What the compiled part takes; 0: one per core."""
    if threads is None or (isinstance(threads, str) and threads == "all") or (isinstance(threads, numbers.Integral) and threads == -1):
        return 0
    if isinstance(threads, numbers.Integral) and -1024 <= threads < 0:  # as joblib counts: -2 leaves one core free
        return max(1, (os.cpu_count() or 1) + 1 + int(threads))
    return whole_number("threads", threads, 1024)


def seed_of(seed):
    return 1 if seed is None else whole_number("seed", seed, 2**64 - 1)


def whole_number(name, value, highest=2**31 - 1):
    if not isinstance(value, numbers.Integral) or isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}= takes a whole number, not {type(value).__name__}")
    if not 0 <= value <= highest:
        raise ValueError(f"{name}= cannot be {str(value)[:40]}: it is a whole number from 0 to {highest}")
    return int(value)


def add_option(options, name, value):
    own, kind, choices = CATALOGUE[name]
    if value is None or name in _OF_ROWS or name == "threads":
        return
    if isinstance(value, (np.integer, np.floating, np.bool_)):
        value = value.item()
    if kind == "choice" and isinstance(value, str):
        value = choice_word(name, value, choices)
    if kind == "class-numbers" and isinstance(value, dict):
        value = {text_of(label, name): value_of_class(number, name) for label, number in value.items()}
    if kind == "class-numbers" and not isinstance(value, dict) and not (isinstance(value, str) and value in choices):
        words = " or ".join(f"'{word}'" for word in choices)
        raise _of_type(value)(f"{name}= takes a dictionary of classes and numbers, or {words}, not {_short(value)}")
    if kind == "toggle" and not isinstance(value, bool) and value not in ("yes", "no"):
        raise _of_type(value)(f"{name}= cannot be {value!r:.40}: it is True or False")
    if kind == "integer" and isinstance(value, (bool, float)):
        raise ValueError(f"{name}= cannot be {value!r}: it is a whole number")
    if kind not in ("class-numbers", "cost-table") and isinstance(value, (dict, list, tuple)):
        raise TypeError(f"{name}= does not take a value of the type {type(value).__name__}")
    options[own] = value


def _of_type(value):
    return ValueError if isinstance(value, str) else TypeError


def _short(value):
    return repr(value)[:40] if isinstance(value, str) else type(value).__name__


def value_of_class(number, name):
    try:
        return float(number)
    except OverflowError:
        raise ValueError(f"{name}= holds a number that is too large") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name}= takes a number per class, not {type(number).__name__}") from None


def pair_of(validation):
    """(X, y) of a validation set."""
    if not isinstance(validation, (tuple, list)) or len(validation) != 2:
        raise TypeError("validation= takes a pair: the table and its labels, (X, y)")
    return validation


def cost_table(costs, classes):
    """{true class: {predicted class: cost}}, or a matrix of rows by true class in the order of `classes`, as the compiled part takes it: the names
    of the classes, sorted, and the matrix row by row."""
    if isinstance(costs, dict):
        return _costs_by_name(costs, classes)
    try:
        matrix = np.asarray(costs, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        matrix = np.empty(0)
    if matrix.ndim != 2:
        raise TypeError("costs= takes a dictionary {true class: {predicted class: cost}} or a matrix of numbers, not " + type(costs).__name__)
    if len(classes) == 0:
        raise ValueError("costs= is for classes, but the target is a number")
    if matrix.shape != (len(classes), len(classes)):
        raise ValueError(f"costs= has the shape {matrix.shape}, but {len(classes)} classes need a matrix of {len(classes)}×{len(classes)}")
    order = sorted(range(len(classes)), key=lambda place: classes[place])
    return [classes[place] for place in order], matrix[np.ix_(order, order)].ravel().tolist()


def _costs_by_name(costs, classes):
    if not all(isinstance(row, dict) for row in costs.values()):
        raise TypeError("costs= takes a dictionary {true class: {predicted class: cost}} or a matrix of numbers")
    names = sorted({*classes, *(text_of(label, "costs") for true, row in costs.items() for label in (true, *row))})
    place = {name: position for position, name in enumerate(names)}
    matrix = np.zeros((len(names), len(names)))
    for true, row in costs.items():
        for predicted, cost in row.items():
            matrix[place[text_of(true, "costs")], place[text_of(predicted, "costs")]] = value_of_class(cost, "costs")
    return names, matrix.ravel().tolist()


def row_options(parameters, names, has_weights):
    """What the parameters say about the rows of a table with these columns."""
    options, meaning, categorical = {}, parameters.get("weights_are"), parameters.get("categorical")
    if meaning is not None and (not isinstance(meaning, str) or meaning not in ("rows", "importance")):
        raise ValueError(f"weights_are={meaning!r}: it is 'rows' or 'importance'")
    if meaning is not None and has_weights:
        options["weights-are"] = meaning
    if categorical is not None:
        options["categorical"] = columns_named(categorical, names)
    return options
