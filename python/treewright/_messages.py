"""What the library wants to say besides its results: warnings as Python warnings, notes in the log named `treewright`."""

import logging
import os
import re
import sys
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
_log = logging.getLogger("treewright")
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class TreewrightWarning(UserWarning):
    """Something about the data or the options that may not be what you want."""


def about_tables(text):
    """A text of the library that is about a table of Python and not about a file."""
    for pattern, instead in _INSTEAD.items():
        text = pattern.sub(instead, text)
    return text


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
