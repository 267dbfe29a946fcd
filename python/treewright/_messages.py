"""What the library wants to say besides its results: warnings as Python warnings, notes in the log named `treewright`."""

import logging
import os
import re
import sys
import warnings

_log = logging.getLogger("treewright")
_IGNORE = re.compile(r"use ignore=('[^']*')")  # the command line's way; a table of Python is cut before it is given
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class TreewrightWarning(UserWarning):
    """Something about the data or the options that may not be what you want."""


def show(is_warning, text):
    """Called by the compiled part, once for each message of a call."""
    text = _IGNORE.sub("leave out the column \\1", text)
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
