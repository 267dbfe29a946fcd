"""What the library wants to say besides its results: warnings as Python warnings, notes in the log named `treewright`."""

import logging
import os
import re
import sys
import threading
import warnings

# Parameters of reading a file, which a table does not have: what to do to the table instead. A blank stands for any white space.
_INSTEAD = {
    r"train leaves it out \((?:categorical|numeric)= ('[^']*') keeps it\)": r"X.drop(columns=\1) leaves it out",
    r" \(train keeps it if weights make it repeat\)": "",
    r"leave the column out \(ignore=\s*('[^']*')\)": r"leave it out with X.drop(columns=\1)",
    r"\bignore=\s*('[^']*')": r"X.drop(columns=\1)",
    r"\buse na='[^']*'": "make it NaN",
    r"\(na=\S+ makes a word mean missing\)": "(None in its place makes a word mean missing)",
    r"name the words that mean missing \(na=\)": "make the words that mean missing None",
    r"\bfold_case=\S* makes them one": "str.strip().str.lower() makes them one",
}
_INSTEAD = {re.compile(pattern.replace(" ", r"\s+")): instead for pattern, instead in _INSTEAD.items()}
# How the columns of a table are left out where it comes from.
_DROP = {"pandas": "X.drop(columns={})", "polars": "X.drop({})", "treewright": "X.drop({})", "pyarrow": "X.drop_columns([{}])"}
_DROPPED = re.compile(r"X\.drop\(columns=('[^']*')\)")
_IDENTIFIER = re.compile(r"^'(.*)' is used as a feature, but (.* rows) look like an identifier: .*", re.DOTALL)
# Of the table that this thread has read last: the library that it comes from, and the columns of texts that read as numbers or dates.
_table = threading.local()
_log = logging.getLogger("treewright")
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class TreewrightWarning(UserWarning):
    """Something about the data or the options that may not be what you want."""


def reads_table_of(data):
    """Called where a table is read: advice about its columns is in the words of its library."""
    _table.library, _table.unread = type(data).__module__.split(".")[0], {}


def found_unread(name, what):
    """A column of texts, almost all of them different, that read as numbers or dates."""
    vars(_table).setdefault("unread", {})[name] = what


def about_tables(text):
    """A text of the library that is about a table of Python and not about a file."""
    for pattern, instead in _INSTEAD.items():
        text = pattern.sub(instead, text)
    identifier = _IDENTIFIER.match(text)
    what = getattr(_table, "unread", {}).get(identifier[1]) if identifier else None
    if what is not None:
        made = {"numbers": "pandas.to_numeric", "dates": "pandas.to_datetime"}[what]
        return f"'{identifier[1]}' is used as a category, but {identifier[2]} read as {what}: {made} makes them {what}, and so does treewright.read of a file"
    drop = _DROP.get(getattr(_table, "library", "pandas"), "X without the column {}")
    return _DROPPED.sub(lambda found: drop.format(found[1]), text)


def show(is_warning, text):
    """Called by the compiled part, once for each message of a call."""
    text = about_tables(text)
    if is_warning or " has no effect without " in text:  # who gives a parameter means it
        warnings.warn(text, TreewrightWarning, stacklevel=caller_level())
    else:
        _log.info(text)


def tell_unseen(columns):
    """`columns`: a line about each column with levels that the model never saw."""
    if columns:
        warnings.warn("; ".join(columns), TreewrightWarning, stacklevel=caller_level())


def caller_level():
    """The level of the first frame outside of this package, so that a warning names the user's line."""
    frame, level = sys._getframe(1), 1
    while frame is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _PACKAGE:
        frame, level = frame.f_back, level + 1
    return level
