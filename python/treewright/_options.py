"""Parameters by the names that Python has for them, as options by the names of the catalogue."""

import numbers

import numpy as np

from ._frames import columns_named, text_of
from ._names import choice_word, translated, unknown
from ._parameters import CATALOGUE

_OF_ROWS = ("weights_are", "categorical")


def own_names(parameters):
    """Parameters by our names, where some may have another program's."""
    named = {}
    for name, value in parameters.items():
        ours = {name: value} if name in CATALOGUE else translated(name, value)
        if ours is None:
            raise unknown(name, "train", list(CATALOGUE))
        named.update(ours)
    return named


def options_of(parameters):
    """Parameters by Python's names (or scikit-learn's) as options by the catalogue's."""
    options = {}
    for name, value in own_names(parameters).items():
        add_option(options, name, value)
    return options


def thread_count(threads):
    """What the compiled part takes; 0: one per core."""
    if threads is None or (isinstance(threads, str) and threads == "all") or (isinstance(threads, numbers.Integral) and threads == -1):
        return 0
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
    if kind == "cost-table" and not isinstance(value, tuple):  # a tuple: what cost_table makes
        value = cost_table(value)
    if kind == "class-numbers" and not isinstance(value, dict) and not (isinstance(value, str) and value in choices):
        words = " or ".join(f"'{word}'" for word in choices)
        raise _of_type(value)(f"{name}= takes a dictionary of classes and numbers, or {words}, not {_short(value)}")
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


def refuse_flat_costs(costs):
    if not isinstance(costs, dict) or not all(isinstance(row, dict) for row in costs.values()):
        raise TypeError("costs= takes a dictionary {true class: {predicted class: cost}}")


def pair_of(validation):
    """(X, y) of a validation set."""
    if not isinstance(validation, (tuple, list)) or len(validation) != 2:
        raise TypeError("validation= takes a pair: the table and its labels, (X, y)")
    return validation


def cost_table(costs):
    """{true class: {predicted class: cost}} as a list of classes and a matrix row by row."""
    refuse_flat_costs(costs)
    names = sorted({text_of(label, "costs") for true, row in costs.items() for label in (true, *row)})
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
