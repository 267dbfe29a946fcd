"""Sessions at the prompt as tests: parse them, run them, compare, rewrite. Shared by run_sessions.py and check_docs.py.

A session is text as a terminal shows it:

    # A comment. After output, a comment needs a blank line before it.
    $ treewright show golf.tree --depth 1
    Outlook
    ...
    $ treewright train nowhere.csv --target Play
    treewright: nowhere.csv: ... file
    [exit 3]

- `$ ` starts a command, run by bash; lines that start with `> ` right after it continue it (here-documents, long commands).
- The lines that follow are the expected output, stdout and stderr together. Blank lines at its end are not compared.
- `...` alone on a line stands for any number of lines, inside a line for any text.
- `[exit 3]` as the last line is the expected exit code; without it, 0.
- Output that would itself read as one of these marks (a `$ ` or `[exit 3]`; a `# ` at the start or after a blank line; a `> ` at
  the start) is written with a backslash before it: `\\$ `.
"""

import dataclasses
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT_PROGRAM = ROOT / "build" / "release" / "apps" / "cli" / "treewright"
EXAMPLES = ROOT / "examples" / "data"
TIMEOUT_SECONDS = 120
ANY_LINES = "..."
EXIT_LINE = re.compile(r"\[exit (\d+)\]")
MARK = re.compile(r"\$ |\[exit \d+\]$")
MARK_AFTER_BLANK = re.compile(r"\$ |\[exit \d+\]$|# |#$")
MARK_AT_START = re.compile(r"\$ |\[exit \d+\]$|# |#$|> ")


class FormatError(Exception):
    """The session itself is badly written."""


@dataclasses.dataclass
class Step:
    """One command. Lines `begin` up to `end` of its file hold what it should print, the exit line included."""

    number: int  # of the line with the `$`, counted from 1
    command: str
    begin: int
    end: int
    expected: list


def parse_steps(lines, first=0, last=None):
    """The steps in lines[first:last]."""
    last = len(lines) if last is None else last
    steps, at = [], first
    while at < last:
        if lines[at].startswith("$ "):
            step = parse_step(lines, at, last)
            steps.append(step)
            at = step.end
        elif lines[at].strip() == "" or is_comment(lines[at]):
            at += 1
        else:
            raise FormatError(f"line {at + 1}: this is neither a command ('$ ...'), nor a comment ('# ...'), nor the output of a command")
    return steps


def parse_step(lines, start, last):
    begin = start + 1
    while begin < last and lines[begin].startswith("> "):
        begin += 1
    end = output_end(lines, begin, last)
    command = "\n".join(line[2:] for line in lines[start:begin])
    return Step(number=start + 1, command=command, begin=begin, end=end, expected=lines[begin:end])


def output_end(lines, begin, last):
    end = begin
    while end < last and not lines[end].startswith("$ "):
        if is_comment(lines[end]) and (end == begin or lines[end - 1].strip() == ""):
            break
        end += 1
    while end > begin and lines[end - 1].strip() == "":
        end -= 1
    return end


def is_comment(line):
    return line == "#" or line.startswith("# ")


class Workspace:
    """A fresh folder with the example tables, in which the program is `treewright`."""

    def __init__(self, program=DEFAULT_PROGRAM, data_folders=(EXAMPLES,)):
        self.program = pathlib.Path(program).resolve()
        self.data_folders = data_folders

    def __enter__(self):
        self.top = tempfile.TemporaryDirectory(prefix="treewright-session-")
        top = pathlib.Path(self.top.name)
        self.folder = top / "work"
        self.folder.mkdir()
        (top / "bin").mkdir()
        (top / "bin" / "treewright").symlink_to(self.program)
        for folder in self.data_folders:
            if folder.is_dir():
                shutil.copytree(folder, self.folder, dirs_exist_ok=True)
        # Nothing of the caller's environment may show in the output.
        self.environment = {
            "PATH": f"{top / 'bin'}:{os.environ.get('PATH', os.defpath)}",
            "HOME": str(top),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "COLUMNS": "80",
        }
        return self

    def __exit__(self, *_):
        self.top.cleanup()

    def run(self, command):
        """What the command prints and its exit code, as lines of a session."""
        # A file, not a pipe: a process left in the background must not keep us waiting.
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(["bash", "-c", command], cwd=self.folder, env=self.environment, start_new_session=True,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # ignored in the background
            try:
                code = process.wait(TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                code = 124
            output.seek(0)
            text = output.read().decode("utf-8", errors="backslashreplace")
        return as_session_lines(text, code if code >= 0 else 128 - code)


def as_session_lines(text, code):
    lines = text.split("\n")
    while lines and lines[-1].strip() == "":
        lines.pop()
    escaped = ["\\" + line if mark_at(lines, i).match(line) else line for i, line in enumerate(lines)]
    return escaped + [f"[exit {code}]"] if code != 0 else escaped


def mark_at(lines, i):
    if i == 0:
        return MARK_AT_START
    return MARK_AFTER_BLANK if lines[i - 1].strip() == "" else MARK


def line_matches(expected, actual):
    if ANY_LINES not in expected or EXIT_LINE.fullmatch(actual):
        return expected == actual
    pattern = ".*".join(re.escape(part) for part in expected.split(ANY_LINES))
    return re.fullmatch(pattern, actual) is not None


def absorbs(expected, actual):
    """`...` stands for any line of output, but never hides an exit code."""
    return expected == ANY_LINES and not EXIT_LINE.fullmatch(actual)


def matches(expected, actual):
    """Whether the output is the expected one: `...` takes as few lines as possible, then more and more."""
    at, position, retry = 0, 0, None
    while position < len(actual):
        if at < len(expected) and expected[at] == ANY_LINES:
            retry = (at, position)
            at += 1
        elif at < len(expected) and line_matches(expected[at], actual[position]):
            at, position = at + 1, position + 1
        elif retry and absorbs(ANY_LINES, actual[retry[1]]):
            retry = (retry[0], retry[1] + 1)
            at, position = retry[0] + 1, retry[1]
        else:
            return False
    return all(line == ANY_LINES for line in expected[at:])


def accepted(expected, actual):
    """The actual lines, with the `...` of the expected ones kept where they still hold: the cheapest alignment of the two."""
    if len(expected) * len(actual) > 4_000_000:  # seconds of work; nobody reads such a session
        return actual
    costs = alignment_costs(expected, actual)
    result, i, j = [], 0, 0
    while i < len(expected) or j < len(actual):
        here = costs[i][j]
        both = i < len(expected) and j < len(actual)
        if both and expected[i] != ANY_LINES and line_matches(expected[i], actual[j]) and here == costs[i + 1][j + 1]:
            result.append(expected[i])
            i, j = i + 1, j + 1
        elif both and absorbs(expected[i], actual[j]) and here == costs[i][j + 1]:
            j += 1
        elif i < len(expected) and expected[i] == ANY_LINES and here == costs[i + 1][j]:
            result.append(ANY_LINES)
            i += 1
        elif both and here == 1 + costs[i + 1][j + 1]:
            result.append(actual[j])
            i, j = i + 1, j + 1
        elif j < len(actual) and here == 1 + costs[i][j + 1]:
            result.append(actual[j])
            j += 1
        else:
            i += 1
    return result


def alignment_costs(expected, actual):
    """costs[i][j]: the fewest lines to replace, add or remove so that expected[i:] becomes actual[j:]."""
    rows, columns = len(expected), len(actual)
    costs = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows, -1, -1):
        for j in range(columns, -1, -1):
            options = []
            if i < rows:
                options.append(costs[i + 1][j] + (expected[i] != ANY_LINES))
            if j < columns:
                options.append(costs[i][j + 1] + (i == rows or not absorbs(expected[i], actual[j])))
            if i < rows and j < columns:
                options.append(costs[i + 1][j + 1] + (expected[i] == ANY_LINES or not line_matches(expected[i], actual[j])))
            costs[i][j] = min(options, default=0)
    return costs


@dataclasses.dataclass
class Outcome:
    step: Step
    actual: list

    @property
    def passed(self):
        return matches(self.step.expected, self.actual)

    def new_lines(self):
        return self.step.expected if self.passed else accepted(self.step.expected, self.actual)


def run_steps(steps, workspace):
    return [Outcome(step, workspace.run(step.command)) for step in steps]


def describe_failure(name, outcome):
    """The difference that `--accept` would write."""
    step = outcome.step
    diff = difflib.unified_diff(step.expected, outcome.new_lines(), "expected", "printed", lineterm="", n=3)
    return "\n".join([f"{name}:{step.number}: $ {step.command}", *("    " + line for line in diff)])


def rewritten(lines, outcomes):
    """The file's lines with the output of these outcomes in place."""
    lines = list(lines)
    for outcome in sorted(outcomes, key=lambda each: -each.step.begin):
        lines[outcome.step.begin:outcome.step.end] = outcome.new_lines()
    return lines


def read_lines(path):
    return path.read_text(encoding="utf-8").split("\n")


def write_lines(path, lines):
    path.write_text("\n".join(lines), encoding="utf-8")


def summary(passed, failed):
    """The last line of every checking tool here; run_tests.py adds them up."""
    return f"{passed} passed, {failed} failed"
