"""Tables of other libraries as the library's own columns: pandas, polars, pyarrow, DuckDB, NumPy, dictionaries and lists.

Numbers are borrowed without a copy where their memory allows it. Texts, categories and booleans are categories by their names; None, NaN,
NaT and pandas.NA are missing. Nothing here imports a table library: an object tells by its type what it is.
"""

from __future__ import annotations

import datetime
import decimal
import difflib
import numbers
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from . import _core
from ._messages import found_unread, reads_table_of
from ._types import Names, TableLike

if TYPE_CHECKING:
    import pandas

_UNITS = {"date": ("D", 1), "time": ("us", 10**6)}
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}([ T]\d{1,2}:\d{2}.*)?$")
_AMOUNT = re.compile(r"([€$£¥]|[A-Z]{3}\s)?\s*[-+]?\d[\d., '\u00a0]*(\s*[€$£¥%]|\s[A-Za-z]{1,4})?$")
_EPOCH = np.datetime64("1970-01-01", "us")


class Table:
    """Columns of equal length, ready for training and prediction. Made once, it can be used many times.

    data:   a data frame of pandas or polars, a pyarrow table, a DuckDB relation, anything with `__arrow_c_stream__`, a two-dimensional NumPy
            array, a dictionary of columns, or a list of rows.
    names:  of the columns of an array or a list of rows. Default: x0, x1, …
    categorical: names (or positions) of columns that are categories even though they hold numbers.
    """

    def __init__(self, data: TableLike, names: Sequence[str] | None = None, *, categorical: Names | None = None, _kinds=None) -> None:
        self._columns = _converted(data, names, _kinds or kinds_of_categories(categorical, data, names))

    @classmethod
    def _of(cls, columns):
        table = cls.__new__(cls)
        table._columns = columns
        return table

    @property
    def names(self) -> list[str]:
        return self._columns.names

    @property
    def kinds(self) -> dict[str, str]:
        """What each column holds: number, date, time, ordered or category."""
        return dict(zip(self._columns.names, self._columns.kinds))

    @property
    def shape(self) -> tuple[int, int]:
        return self._columns.rows, len(self._columns.names)

    def __len__(self) -> int:
        return self._columns.rows

    def __getitem__(self, name: str | list[str]) -> np.ndarray | Table:
        """A column as an array: numbers (NaN is missing), dates and times (NaT), or names of levels (None). For a list of names, a Table of
        these columns."""
        if isinstance(name, (list, tuple)):
            return Table._of(self._columns.picked([self._position(one) for one in name]))
        self._position(name)
        kind, cells, levels = self._columns.cells(name)
        if kind == "number":
            return cells
        if kind in _UNITS:
            return moments_of(cells, kind)
        names = np.array([*levels, None], dtype=object)
        return names[np.where(np.isnan(cells) | (cells < 0), -1, cells).astype(np.int64)]

    def _position(self, name):
        names = self.names
        if name not in names:
            near = difflib.get_close_matches(str(name), names, n=1)
            raise KeyError(f"the table has no column {name!r}" + (f": did you mean {near[0]!r}?" if near else ""))
        return names.index(name)

    def drop(self, columns: str | Sequence[str]) -> Table:
        """A Table without the column, or without these columns."""
        left = {self._position(name) for name in ([columns] if isinstance(columns, str) else columns)}
        return Table._of(self._columns.picked([place for place in range(len(self.names)) if place not in left]))

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas: numbers, datetimes, and categoricals by their names, ordered ones in their order."""
        import pandas

        data = {}
        for name in self.names:
            kind, cells, levels = self._columns.cells(name)
            if kind in ("category", "ordered"):
                codes = np.where(np.isnan(cells) | (cells < 0), -1, cells).astype(np.int64)
                data[name] = pandas.Categorical.from_codes(codes, levels, ordered=kind == "ordered")
            else:
                data[name] = self[name].astype("datetime64[us]") if kind in _UNITS else cells
        return pandas.DataFrame(data, columns=self.names, index=range(len(self)))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table for other libraries, such as polars.DataFrame(table) or pyarrow.table(table)."""
        return self._columns.arrow_stream()

    def __reduce__(self):
        return _table_from, ([(name, *self._columns.cells(name), self._columns.reading(name)) for name in self.names],)

    def __repr__(self):
        rows, columns = self.shape
        return f"Table({rows} rows, {columns} columns: {', '.join(self.names[:8])}{', …' if columns > 8 else ''})"


def _table_from(parts):
    """Of a pickle."""
    columns = _core.Columns()
    for name, kind, cells, levels, reading in parts:
        if kind in ("category", "ordered"):
            codes = np.where(np.isnan(cells) | (cells < 0), -1, cells).astype(np.int32)
            columns.add_codes(name, codes, levels, kind == "ordered")
        else:
            columns.add_values(name, cells, kind)
        columns = columns.with_reading(reading)
    return Table._of(columns)


def moments_of(cells, kind):
    """Days or seconds since 1970 as datetimes."""
    unit, per_cell = _UNITS[kind]
    known = np.where(np.isnan(cells), 0, cells)
    moments = np.round(known * per_cell).astype(np.int64).astype(f"datetime64[{unit}]")
    moments[np.isnan(cells)] = np.datetime64("NaT")
    return moments


def columns_of(data, names=None, kinds=None):
    """The compiled columns of anything that is a table. `kinds`: number, text, date or time, for columns that a model has learned as such."""
    if isinstance(data, Table):
        reads_table_of(data)
        return data._columns
    return _converted(data, names, kinds or {})


def kinds_of_categories(categorical, data, names=None):
    """What `columns_of` has to know where columns of numbers are named as categories."""
    if categorical is None:
        return {}
    names = column_names(data) if names is None else [str(name) for name in names]
    if names is None and hasattr(data, "__arrow_c_stream__"):  # it tells its names only once
        names = [column for column in categorical if isinstance(column, str)]
    if names is None:
        names = default_names(as_matrix(data).shape[1])
    kinds = {name: "text" for name in columns_named(categorical, names)}
    if isinstance(data, Table):
        made = data.kinds
        for name in kinds:
            if made[name] not in ("category", "ordered"):
                raise ValueError(f"the column '{name}' of the Table holds numbers already: make it of categories, "
                                 f"tw.Table(…, categorical=[{name!r}])")
    return kinds


def columns_named(categorical, names):
    """The names of columns that are given by name or by position."""
    if isinstance(categorical, (str, bytes, dict)) or not hasattr(categorical, "__iter__"):
        raise TypeError(f"categorical= takes a list of names or positions of columns, not {type(categorical).__name__}")
    return [_column_named(column, names) for column in categorical]


def _column_named(column, names):
    if isinstance(column, str):
        if column not in names:
            raise ValueError(f"categorical= names the column '{column}', which the table does not have: its columns are "
                             + ", ".join(names[:20]) + (", …" if len(names) > 20 else ""))
        return column
    if not isinstance(column, numbers.Integral) or isinstance(column, (bool, np.bool_)):
        raise TypeError(f"categorical= takes names or positions of columns, not {type(column).__name__}")
    if not -len(names) <= column < len(names):
        raise ValueError(f"categorical= holds the position {column}, but there are {len(names)} columns")
    return names[column]


def column_names(data):
    """The names of a table's columns, or None where it has none (an array, a list)."""
    if type(data).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet: call .collect() first")
    if isinstance(data, Table):
        return list(data.names)
    if isinstance(data, dict):
        return [str(name) for name in data]
    if isinstance(data, type) or is_array(data) or isinstance(data, (list, tuple)):
        return None
    names = getattr(data, "column_names", None)  # pyarrow
    if names is None or callable(names):
        names = getattr(data, "columns", None)  # pandas, polars, DuckDB
    if names is None or callable(names):
        names = getattr(getattr(data, "schema", None), "names", None)
    return None if names is None else [str(name) for name in names]


def has_numbers_for_names(data):
    """Whether a data frame of pandas has no names, as one of an array has none: scikit-learn counts numbers as no names."""
    return is_pandas(data) and hasattr(data, "columns") and len(data.columns) > 0 and not any(isinstance(name, str) for name in data.columns)


def is_array(data):
    return isinstance(data, np.ndarray) or (hasattr(data, "__array__") and not hasattr(data, "__arrow_c_stream__")
                                            and not is_pandas(data))


def row_count(data):
    """How many rows a table has; None if only reading it would tell."""
    if isinstance(data, Table):
        return len(data)
    shape = getattr(data, "shape", None)
    if isinstance(shape, tuple) and shape and isinstance(shape[0], (int, np.integer)):
        return int(shape[0])
    rows = getattr(data, "num_rows", None)
    return rows if isinstance(rows, int) else None


def with_column(columns, name, add):
    """A copy of the columns with one more under a name that is still free; add(columns, name) puts it there."""
    taken, free = set(columns.names), name
    while free in taken:
        free += "_"
    more = columns.copy()
    add(more, free)
    return more, free


# --- whole tables ---------------------------------------------------------------------------------------------------------------


def _converted(data, names, kinds):
    columns = _core.Columns()
    reads_table_of(data)
    _refuse_no_table(data)
    if is_pandas(data):
        if not hasattr(data, "columns"):
            raise TypeError("a table has columns, but this is a pandas Series: use series.to_frame()")
        _refuse_names(names, "data frame")
        for name, series in data.items():
            _add_pandas(columns, unicode_text(str(name), None), series, kinds.get(str(name)))
        return columns
    if hasattr(data, "toarray") and hasattr(data, "nnz"):
        raise TypeError("sparse matrices are not supported: a tree asks about zeros, too; use .toarray()")
    if type(data).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet: call .collect() first")
    if hasattr(data, "__arrow_c_stream__"):
        _refuse_names(names, "table")
        columns.add_stream(data.__arrow_c_stream__(), _of_streams(kinds))
        return columns
    if hasattr(data, "__arrow_c_array__"):
        raise TypeError(f"a {type(data).__name__} is one batch of a table: put it into a table, such as pyarrow.Table.from_batches([batch])")
    if isinstance(data, dict):
        _refuse_names(names, "dictionary")
        for name, cells in data.items():
            own, kind = unicode_text(str(name), None), kinds.get(str(name))
            if _is_series(cells):
                _add_pandas(columns, own, cells, kind)
            else:
                add_cells(columns, own, _as_column(cells, name), kind)
        return columns
    return _add_matrix(columns, as_matrix(data), names, kinds)


def _of_streams(kinds):
    """Dates and times of Arrow say themselves what they are."""
    return {name: kind for name, kind in kinds.items() if kind in ("number", "text")}


def _refuse_no_table(data):
    if isinstance(data, (str, bytes, os.PathLike)):
        raise TypeError("a table was expected, but this is a text: to use a file, read it first, such as by pandas.read_csv(path)")
    if isinstance(data, type):
        raise TypeError(f"a table was expected, but this is the type {data.__name__}: give an object of it")
    if data is None or isinstance(data, numbers.Number):
        raise TypeError(f"a table was expected, but this is of the type {type(data).__name__}")


def _refuse_names(names, what):
    if names is not None:
        raise TypeError(f"names= is for arrays and lists of rows: a {what} has names of its own")


def _is_series(cells):
    """Of pandas, which says more about its cells than an array."""
    return is_pandas(cells) and type(cells).__name__ == "Series"


def is_pandas(data):
    return type(data).__module__.split(".")[0] == "pandas"


def dense_matrix(data):
    """The same for rows of a model, with a word about sparse ones."""
    if hasattr(data, "toarray") and hasattr(data, "nnz"):
        raise TypeError("Sparse data was passed, but sparse matrices are not supported: a tree asks about zeros, too; use .toarray()")
    return as_matrix(data)


def as_matrix(data):
    """Two dimensions, of numbers if it can be, else of objects."""
    if isinstance(data, (list, tuple)) and data and isinstance(data[0], dict):
        raise TypeError("a list of dictionaries is no table yet: use pandas.DataFrame(rows)")
    _refuse_no_table(data)
    data = without_mask(data)
    try:
        matrix = np.asarray(data)
    except ValueError:
        matrix = np.asarray(data, dtype=object)
    if isinstance(data, (list, tuple)) and matrix.ndim == 2 and (matrix.dtype.kind in "US" or _has_truth_beside_numbers(matrix, data)):
        matrix = np.asarray(data, dtype=object)  # a list of mixed cells: numbers stay numbers, and booleans what they are
    if matrix.ndim == 0 and not isinstance(data, np.ndarray):
        raise TypeError(f"a table was expected, but this is of the type {type(data).__name__}")
    if matrix.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {'scalar' if matrix.ndim == 0 else f'{matrix.ndim}D'} array instead: a table has rows and columns. "
            "Reshape your data either using array.reshape(-1, 1) if it has a single feature or array.reshape(1, -1) if it is a single row.")
    return matrix


def _has_truth_beside_numbers(matrix, rows):
    return matrix.dtype.kind in "iuf" and any(isinstance(cell, (bool, np.bool_)) for row in rows if isinstance(row, (list, tuple)) for cell in row)


def default_names(count):
    return [f"x{i}" for i in range(count)]


def _add_matrix(columns, matrix, names, kinds):
    names = default_names(matrix.shape[1]) if names is None else [unicode_text(str(name), None) for name in names]
    if len(names) != matrix.shape[1]:
        raise ValueError(f"{len(names)} names are given for {matrix.shape[1]} columns")
    for position, name in enumerate(names):
        add_cells(columns, name, matrix[:, position], kinds.get(name))
    return columns


def without_mask(cells):
    """What a masked array hides is missing; NumPy itself would show it again."""
    if not isinstance(cells, np.ma.MaskedArray):
        return cells
    if not np.ma.is_masked(cells):
        return cells.data
    if cells.dtype.kind == "f":
        return cells.filled(np.nan)
    objects = cells.data.astype(object)
    objects[np.ma.getmaskarray(cells)] = None
    return objects


def _as_column(cells, name):
    cells = without_mask(cells)
    if is_pandas(cells):
        cells = cells.to_numpy()
    if isinstance(cells, np.ndarray) and cells.dtype.kind not in "US":
        column = cells
    elif isinstance(cells, np.ndarray) or hasattr(cells, "__array__"):
        column = np.asarray(cells)
    else:
        column = _as_objects(cells, name)
    if column.ndim != 1:
        raise ValueError(f"the column '{name}' has {column.ndim} dimensions: a column has one")
    return column


def _as_objects(cells, name):
    if isinstance(cells, (str, bytes)) or not hasattr(cells, "__iter__"):
        raise TypeError(f"the column '{name}' is of the type {type(cells).__name__}: a column is a list or an array")
    cells = list(cells)
    column = np.empty(len(cells), dtype=object)
    for row, cell in enumerate(cells):  # one by one: NumPy would take lists of one length apart
        column[row] = cell
    return column


# --- columns --------------------------------------------------------------------------------------------------------------------


def _add_pandas(columns, name, series, kind):
    dtype = series.dtype
    if not hasattr(dtype, "kind") or hasattr(series, "columns"):
        raise ValueError(f"there are two columns named '{name}': give each a different name")
    if hasattr(dtype, "categories"):
        _add_categories(columns, name, series.cat.codes.to_numpy(), series.cat.categories, bool(dtype.ordered), kind)
    elif hasattr(dtype, "pyarrow_dtype"):
        import pyarrow

        if pyarrow.types.is_timestamp(dtype.pyarrow_dtype) and dtype.pyarrow_dtype.tz is None:
            cells = series.astype(f"datetime64[{dtype.pyarrow_dtype.unit}]").to_numpy()
            return add_cells(columns, name, days_of(cells), kind)

        table = pyarrow.table({name: series.array.__arrow_array__()})
        columns.add_stream(table.__arrow_c_stream__(), _of_streams({name: kind}))
    elif hasattr(dtype, "tz"):
        add_cells(columns, name, series.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy(), kind)
    elif isinstance(dtype, np.dtype):
        cells = series.to_numpy()
        add_cells(columns, name, days_of(cells) if dtype.kind == "M" else cells, kind)
    elif str(dtype) == "boolean":
        _add_codes(columns, name, series.to_numpy(dtype=np.float64, na_value=np.nan), ["false", "true"], kind)
    elif dtype.kind in "iuf":
        _add_numbers(columns, name, series.to_numpy(dtype=np.float64, na_value=np.nan), kind)
    elif type(dtype).__name__ == "PeriodDtype":
        add_cells(columns, name, days_of(series.dt.to_timestamp().to_numpy()), kind)
    elif type(dtype).__name__ == "SparseDtype":
        add_cells(columns, name, np.asarray(series), kind)
    elif type(dtype).__name__ == "StringDtype":
        codes, levels = series.factorize()
        _add_texts(columns, name, codes, levels, kind)
    else:
        add_cells(columns, name, series.to_numpy(dtype=object), kind)


def _add_categories(columns, name, codes, categories, ordered, kind):
    """A pandas categorical. As a number, where a model has learned the column as one and its categories are numbers."""
    if kind == "number" and categories.dtype.kind in "iuf":
        values = np.append(categories.to_numpy(dtype=np.float64), np.nan)
        return _add_numbers(columns, name, values[codes], kind)
    texts = [text_of(value, name) for value in categories]
    if len(set(texts)) < len(texts):
        raise ValueError(f"the column '{name}' has two categories that read the same: rename one of them")
    if "" in texts:
        codes = np.where(codes == texts.index(""), -1, codes)
    columns.add_codes(name, np.ascontiguousarray(codes, dtype=np.int32), texts, ordered)
    return None


def _add_texts(columns, name, codes, levels, kind):
    if kind in ("number", "date", "time"):
        _refuse_other_kind(name, kind, [str(level) for level in levels])
    texts = [text_of(level, name) for level in levels]
    codes = np.asarray(codes)
    if "" in texts:
        codes = np.where(codes == texts.index(""), -1, codes)
    _look_for_unread(name, len(codes), texts)
    columns.add_codes(name, np.ascontiguousarray(codes, dtype=np.int32), texts, False)


def _look_for_unread(name, rows, levels):
    """Notices amounts of money, numbers with units and dates among texts that are almost all different."""
    if len(levels) < 20 or 2 * len(levels) < rows:
        return
    some = [level.strip() for level in levels[::len(levels) // 20]]
    if all(_DATE.match(text) for text in some):
        found_unread(name, "dates")
    elif all(_AMOUNT.match(text) for text in some) and not all(text.isdigit() for text in some):  # digits alone may be an identifier
        found_unread(name, "numbers")


def _add_codes(columns, name, numbers_or_nan, levels, kind):
    """0, 1 and NaN as two levels; as numbers where a model has learned numbers."""
    if kind == "number":
        return _add_numbers(columns, name, numbers_or_nan, kind)
    codes = np.where(np.isnan(numbers_or_nan), -1, numbers_or_nan).astype(np.int32)
    columns.add_codes(name, codes, levels, False)
    return None


def _add_numbers(columns, name, values, kind):
    if kind == "text":
        return _add_number_texts(columns, name, values)
    if values.dtype not in (np.float32, np.float64) or not values.dtype.isnative:
        values = values.astype(np.float64)
    elif not values.flags.aligned or values.strides[0] % values.itemsize != 0:  # a field of a packed record
        values = values.copy()
    columns.add_values(name, values)
    return None


def _add_number_texts(columns, name, values):
    """Numbers as the names of categories."""
    distinct, codes = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    known = ~np.isnan(distinct)
    codes = np.where(known[codes], codes, -1)
    columns.add_codes(name, codes.astype(np.int32), [_core.number_text(float(value)) for value in distinct[known]], False)


def add_cells(columns, name, cells, kind=None):
    """One dimension of a NumPy array."""
    what = cells.dtype.kind
    if what in "iuf":
        if what == "f" and cells.dtype.itemsize > 8:
            cells = cells.astype(np.float64)
        _add_numbers(columns, name, cells, kind)
    elif what == "b":
        _add_codes(columns, name, cells.astype(np.float64), ["false", "true"], kind)
    elif what == "M":
        _add_times(columns, name, cells, kind)
    elif what == "m":
        seconds = cells.astype("timedelta64[us]").astype(np.float64) / 1e6
        seconds[np.isnat(cells)] = np.nan
        _add_numbers(columns, name, seconds, kind)
    elif what in "US" or (what == "T"):
        levels, codes = np.unique(cells, return_inverse=True)
        _add_texts(columns, name, codes, levels, kind)
    elif what == "O":
        _add_objects(columns, name, cells, kind)
    elif what == "c":
        raise ValueError(f"Complex data not supported: the column '{name}' holds complex numbers")
    else:
        raise TypeError(f"the column '{name}' holds values of the type {cells.dtype}, which a tree cannot split on: leave it out")


def _add_times(columns, name, cells, kind):
    """Days where the unit is days, else seconds since 1970."""
    if kind == "text":
        texts = np.where(np.isnat(cells), "", np.datetime_as_string(cells))
        return add_cells(columns, name, texts, kind)
    if np.datetime_data(cells.dtype)[0] in ("Y", "M", "W", "D") and kind != "time":
        values = cells.astype("datetime64[D]").astype(np.int64).astype(np.float64)
        word = "date"
    else:
        values = seconds_of(cells)
        word = "time"
    values[np.isnat(cells)] = np.nan
    columns.add_values(name, values, word)
    return None


def days_of(cells):
    """Times as days where all known ones are midnights: pandas has no dates, and writes such a column to a file as dates."""
    known = cells[~np.isnat(cells)]
    days = known.astype("datetime64[D]")
    return cells.astype("datetime64[D]") if len(known) > 0 and (days == known).all() else cells


def seconds_of(cells):
    unit = np.datetime_data(cells.dtype)[0]
    per_second = {"h": 1 / 3600, "m": 1 / 60, "s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}.get(unit)
    if per_second is None:
        cells, per_second = cells.astype("datetime64[ns]"), 10**9
    return cells.astype(np.int64).astype(np.float64) / per_second


def is_missing(value):
    """None, NaN, NaT, pandas.NA."""
    if value is None:
        return True
    if isinstance(value, (str, bytes)):
        return False
    if isinstance(value, (float, np.floating)):
        return value != value
    if isinstance(value, decimal.Decimal):
        return value.is_nan()
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(value))
    return type(value).__name__ in ("NAType", "NaTType")


def text_of(value, name):
    """The name of a level."""
    if isinstance(value, str):
        return unicode_text(value, name)
    if isinstance(value, bytes):
        raise TypeError(f"the column '{name}' holds bytes: decode them first, such as series.str.decode('utf-8')")
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return _core.number_text(float(value))
    if isinstance(value, (decimal.Decimal, datetime.date, datetime.time)):
        return str(value)
    if type(value).__module__.split(".")[0] in ("pandas", "numpy", "uuid"):  # Interval, Timestamp, Period, datetime64
        return str(value)
    raise TypeError(f"the column '{name}' holds values of the type {type(value).__name__}, which a tree cannot split on: leave it out")


def unicode_text(text, name):
    try:
        text.encode()
    except UnicodeEncodeError:
        where = "a column has the name" if name is None else f"the column '{name}' holds the text"
        raise ValueError(f"{where} {ascii(text)[:60]} with half of a character, which no file can hold: rename it") from None
    return str(text)


def _factorized(cells, name):
    """Codes (-1: missing) and distinct values of objects. The type belongs to the value: 1, True and 1.0 are equal to Python."""
    places, distinct = {}, []
    codes = np.empty(len(cells), dtype=np.int32)
    for row, value in enumerate(cells):
        if type(value) is not str and is_missing(value):
            codes[row] = -1
            continue
        key = value if type(value) is str else (type(value), value)
        try:
            code = places.get(key)
        except TypeError:
            raise TypeError(f"the column '{name}' holds values of the type {type(value).__name__}, which a tree cannot split on: "
                            "leave it out") from None
        if code is None:
            code = places[key] = len(distinct)
            distinct.append(value)
        codes[row] = code
    return codes, distinct


def _is_number(value):
    return isinstance(value, (numbers.Real, decimal.Decimal)) and not isinstance(value, (bool, np.bool_))


def _as_float(value, name):
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise ValueError(f"the column '{name}' holds the number {str(value)[:40]}…, which is too large for a double") from None


def _add_objects(columns, name, cells, kind):
    """Objects of Python: numbers, dates or times if all known ones are that, else categories."""
    codes, distinct = _factorized(cells, name)
    if kind != "text" and (distinct or kind == "number") and all(_is_number(value) for value in distinct):
        values = np.array([_as_float(value, name) for value in distinct] + [np.nan])
        return _add_numbers(columns, name, values[codes], kind)
    if kind != "text" and distinct and all(isinstance(value, (datetime.date, np.datetime64)) for value in distinct):
        return _add_dates(columns, name, codes, distinct, kind)
    if kind in ("date", "time") and not distinct:
        return columns.add_values(name, np.full(len(cells), np.nan), kind)
    if kind != "text" and distinct and all(isinstance(value, (datetime.timedelta, np.timedelta64)) for value in distinct):
        values = np.array([np.timedelta64(value, "us").astype(np.int64) / 1e6 for value in distinct] + [np.nan])
        return _add_numbers(columns, name, values[codes], kind)
    if kind != "text" and distinct and all(isinstance(value, datetime.time) for value in distinct):
        values = np.array([_seconds_of_day(value) for value in distinct] + [np.nan])
        return _add_numbers(columns, name, values[codes], kind)
    if kind in ("number", "date", "time"):
        _refuse_other_kind(name, kind, distinct)
    return _add_named(columns, name, codes, distinct)


def _refuse_other_kind(name, kind, distinct):
    """Before the library does, which does not know what was given."""
    found = next((value for value in distinct if not (_is_number(value) if kind == "number" else isinstance(value, datetime.date))), None)
    if isinstance(found, str) and found != "":
        wanted, how = {"number": ("numbers", "pandas.to_numeric"), "date": ("dates", "pandas.to_datetime")}.get(kind, ("times", "pandas.to_datetime"))
        raise ValueError(f"the column '{name}' holds the text {found[:40]!r}, but the model learned {wanted} from it: convert it first, such as by {how}")


def _seconds_of_day(time):
    return 3600 * time.hour + 60 * time.minute + time.second + time.microsecond / 1e6


def _add_named(columns, name, codes, distinct):
    """Categories; values of several types that read the same are one level."""
    levels, place = [], {}
    code_of = np.empty(len(distinct) + 1, dtype=np.int32)
    code_of[-1] = -1
    for code, value in enumerate(distinct):
        text = text_of(value, name)
        if text == "":
            code_of[code] = -1
            continue
        if text not in place:
            place[text] = len(levels)
            levels.append(text)
        code_of[code] = place[text]
    _look_for_unread(name, len(codes), levels)
    columns.add_codes(name, code_of[codes], levels, False)


def _add_dates(columns, name, codes, distinct, kind):
    if kind != "time" and all(type(value) is datetime.date for value in distinct):
        days = np.array(distinct, dtype="datetime64[D]").astype(np.int64).astype(np.float64)
        columns.add_values(name, np.append(days, np.nan)[codes], "date")
        return
    moments = []
    for value in distinct:
        if isinstance(value, datetime.datetime) and value.tzinfo is not None:
            value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        moments.append(np.datetime64(value, "us"))
    seconds = (np.array(moments, dtype="datetime64[us]") - _EPOCH).astype(np.int64).astype(np.float64) / 1e6
    columns.add_values(name, np.append(seconds, np.nan)[codes], "time")
