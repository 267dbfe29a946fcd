"""What the library wants to say besides its results: warnings as Python warnings, notes in the log named `treewright`."""

import logging
import os
import re
import sys
import warnings

_IGNORE = re.compile(r"\bignore=('[^']*')")
_log = logging.getLogger("treewright")
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class TreewrightWarning(UserWarning):
    """Something about the data or the options that may not be what you want."""


def show(is_warning, text):
    """Called by the compiled part, once for each message of a call."""
    text = _IGNORE.sub(r"X.drop(columns=\1)", text)  # there is no such parameter here: a table says which columns it has
    if is_warning:
        warnings.warn(text, TreewrightWarning, stacklevel=_caller_level())
    else:
        _log.info(text)


def _caller_level():
    """The level of the first frame outside of this package, so that a warning names the user's line."""
    frame, level = sys._getframe(1), 1
    while frame is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _PACKAGE:
        frame, level = frame.f_back, level + 1
    return level
