"""Labels, weights and groups: one value per row, from a column of any library."""

from __future__ import annotations

import numpy as np

from ._frames import is_missing, is_pandas, unicode_text, without_mask


def label_array(labels):
    """One dimension of labels, as NumPy holds them: numbers as such, all others as objects."""
    labels = without_mask(labels)
    if is_pandas(labels) and hasattr(labels, "columns"):
        labels = labels.iloc[:, 0] if labels.shape[1] == 1 else labels.to_numpy()
    if is_pandas(labels) and hasattr(getattr(labels, "dtype", None), "categories"):
        return _of_one_type(np.asarray(labels.astype(object)))
    if hasattr(labels, "fetchall") and hasattr(labels, "columns"):  # DuckDB
        if len(labels.columns) != 1:
            raise ValueError(f"labels are one column, but the relation has {len(labels.columns)}: use .project('name')")
        labels = [row[0] for row in labels.fetchall()]
    if hasattr(labels, "to_pylist") and hasattr(labels, "column_names"):  # a table of pyarrow
        if labels.num_columns != 1:
            raise ValueError(f"labels are one column, but the table has {labels.num_columns}: use .column('name')")
        labels = labels.column(0)
    if hasattr(labels, "to_pylist"):
        labels = labels.to_pylist()
    elif hasattr(labels, "to_numpy") and not isinstance(labels, np.ndarray):
        labels = labels.to_numpy()
    if not isinstance(labels, (list, tuple)):
        return _of_one_type(np.asarray(labels))
    try:
        array = np.asarray(labels)
        is_mixed = array.dtype.kind == "U" and array.ndim == 1 and not all(isinstance(label, str) for label in labels)
        return np.asarray(labels, dtype=object) if is_mixed else _of_one_type(array)  # NumPy would make None and NaN words
    except ValueError:
        raise ValueError("y should be a 1d array of labels, but it holds lists of several lengths") from None


def _of_one_type(array):
    """Objects that are all booleans, or all integers, as such: what is left of a column after dropna, or of a categorical."""
    if array.dtype != object or array.ndim != 1:
        return array
    types = set(map(type, array.tolist()))
    if types and types <= {bool, np.bool_}:
        return array.astype(bool)
    if types and all(issubclass(kind, (int, np.integer)) and kind is not bool for kind in types):
        try:
            return array.astype(np.int64)
        except OverflowError:
            return array
    return array


def is_categorical(labels):
    """Whether the column says that it holds classes: a categorical of pandas or polars, or an Arrow dictionary."""
    if is_pandas(labels) and hasattr(labels, "columns") and labels.shape[1] == 1:
        labels = labels.iloc[:, 0]
    kind = getattr(labels, "dtype", getattr(labels, "type", None))
    return hasattr(kind, "categories") or hasattr(kind, "index_type") or type(kind).__name__ in ("Categorical", "Enum")


def column_of(table, name):
    """A column of a data frame, a dictionary, a pyarrow table or a DuckDB relation, by its name; None if there is none, or no telling."""
    if hasattr(table, "fetchall") and hasattr(table, "columns"):  # DuckDB
        if name not in table.columns:
            return None
        return table.project('"' + name.replace('"', '""') + '"')
    if isinstance(table, dict):
        return next((cells for own, cells in table.items() if str(own) == name), None)
    if is_pandas(table) and hasattr(table, "columns"):
        place = [str(own) for own in table.columns]
        return table.iloc[:, place.index(name)] if name in place else None
    names = getattr(table, "column_names", getattr(table, "columns", None))  # pyarrow, polars
    if isinstance(names, (list, tuple)) and name in names and hasattr(table, "__getitem__"):
        return table[name]
    return None


def distinct_labels(column):
    """The distinct known labels of a column in their own type; None where their names say everything, or nobody can tell."""
    if hasattr(column, "fetchall") and hasattr(column, "distinct"):  # DuckDB: it runs once more
        if str(column.types[0]) in ("VARCHAR", "DATE", "TIMESTAMP") or len(column.columns) != 1:
            return None
        column = [row[0] for row in column.distinct().fetchall()]
    elif hasattr(column, "unique") and not isinstance(column, np.ndarray):  # pandas, polars, pyarrow
        column = column.unique()
    values = label_array(column)
    if values.ndim != 1 or values.dtype.kind not in "iubfO":
        return None
    known = [value for value in values.tolist() if not is_missing(value)]
    if not known or any(isinstance(value, str) for value in known):
        return None
    known = np.unique(np.array(known, dtype=values.dtype if values.dtype != object else None))
    return known if known.dtype.kind in "iubf" else None


class _NamedLabels(np.ndarray):
    """Labels that know the name of their column."""

    name = None


def named_labels(labels, name):
    named = labels.view(_NamedLabels)
    named.name = name
    return named


def refuse_other_shapes(labels, given):
    """`labels`: what label_array has made of `given`."""
    if labels.ndim == 0:
        raise ValueError(f"y should be a 1d array of labels, one per row, not {type(given).__name__}")
    if labels.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead: several outputs are not supported")


def column_array(cells, what):
    """Weights or groups: one dimension."""
    column = label_array(cells)
    if column.ndim == 2 and column.shape[1] == 1:
        column = column.ravel()
    if column.ndim != 1:
        takes = "one label per row" if what == "y" else "the name of a column or one value per row"
        raise ValueError(f"{what}= takes {takes}, not {type(cells).__name__} of the shape {column.shape}")
    return column


def name_of_labels(labels, default):
    """The name of a column of labels, or of the only column of a table of them."""
    name = getattr(labels, "name", None)
    if name is None or callable(name):
        names = getattr(labels, "column_names", getattr(labels, "columns", None))
        name = names[0] if names is not None and not callable(names) and not isinstance(labels, np.ndarray) and len(names) == 1 else None
    return default if name is None or callable(name) or name == "" else unicode_text(str(name), None)  # polars: "" is no name
