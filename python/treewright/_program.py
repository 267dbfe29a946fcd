"""The command `treewright`, which comes with the package."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "bin" / "treewright"


def main():
    try:
        os.execv(PROGRAM, [str(PROGRAM), *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"treewright: {PROGRAM}: {error.strerror}; install the package again")
