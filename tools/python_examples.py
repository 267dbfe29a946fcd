"""Examples at Python's prompt as tests: the blocks tagged `pycon` of a page. Used by check_docs.py, next to sessions.py.

    >>> import treewright as tw
    >>> for name in golf.columns[:2]:
    ...     print(name)
    Outlook
    Temperature

- `>>> ` starts an example; lines that start with `... ` right after it continue it.
- The lines that follow are the expected output, warnings included, up to the next `>>> ` or the end of the block. Blanks at the end of
  a line and blank lines at the end of the output are not compared. `...` alone on a line stands for any number of lines, inside a
  line for any text, as in a session.
- Of an exception the frames are left out: `Traceback (most recent call last):`, `  ...`, `ValueError: what is wrong`.

The examples of one page run in one process, with one namespace. Started as a program, this file is that process.
"""

import io
import json
import os
import pathlib
import subprocess
import sys
import threading
import traceback

import sessions

PROMPT, MORE = ">>> ", "... "
GONE = "[the interpreter ended]"


# --- the page's side --------------------------------------------------------------------------------------------------------------


def parse_examples(lines, first, last):
    """The examples in lines[first:last], as steps of a session."""
    steps, at = [], first
    while at < last:
        if lines[at].startswith(PROMPT):
            steps.append(parse_example(lines, at, last))
            at = steps[-1].end
        elif lines[at].strip() == "":
            at += 1
        else:
            raise sessions.FormatError(f"line {at + 1}: this is neither an example ('>>> ...'), nor its output")
    return steps


def parse_example(lines, start, last):
    begin = start + 1
    while begin < last and lines[begin].startswith(MORE):
        begin += 1
    end = begin
    while end < last and not lines[end].startswith(PROMPT):
        end += 1
    while end > begin and lines[end - 1].strip() == "":
        end -= 1
    source = "\n".join(line[len(PROMPT):] for line in lines[start:begin])
    return sessions.Step(number=start + 1, command=source, begin=begin, end=end, expected=lines[begin:end])


class Interpreter:
    """A Python that keeps its namespace from one example to the next, in the folder of a workspace."""

    def __init__(self, python, workspace):
        folders = [os.path.abspath(folder) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
        self._process = subprocess.Popen([python, str(pathlib.Path(__file__).resolve())], cwd=workspace.folder, text=True, encoding="utf-8",
                                         env=workspace.environment | {"PYTHONPATH": os.pathsep.join(folders)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def run(self, source):
        """What the example prints, as lines."""
        timer = threading.Timer(sessions.TIMEOUT_SECONDS, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(json.dumps(source) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            timer.cancel()
        lines = [line.rstrip() for line in json.loads(answer).split("\n")] if answer else [GONE]
        while lines and lines[-1] == "":
            lines.pop()
        return lines

    def has_package(self):
        return self.run("import treewright") == []


# --- the process's side -----------------------------------------------------------------------------------------------------------


def run(source, namespace):
    try:
        exec(compile(source + "\n", "<stdin>", "single"), namespace)
    except BaseException as error:
        sentence = "".join(traceback.format_exception_only(error))
        print(f"Traceback (most recent call last):\n  ...\n{sentence}", end="")


def main():
    answers, namespace = sys.stdout, {"__name__": "__main__"}
    sys.path[0] = ""  # as at the prompt: not the folder of this file
    output = sys.stdout = sys.stderr = io.StringIO()  # one for all: a logger keeps the stream that it was made with
    for line in sys.stdin:
        run(json.loads(line), namespace)
        answers.write(json.dumps(output.getvalue()) + "\n")
        answers.flush()
        output.seek(0)
        output.truncate()


if __name__ == "__main__":
    main()
