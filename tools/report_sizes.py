#!/usr/bin/env python3
"""Reports how long the functions and files of src/ and apps/ are, and how many parameters functions have.

A report for the reader, with two limits: exits with 1 if fewer than 90 % of the functions are below 30 lines or more than 1 % are
above 80. It reads C++ by its braces, not by its grammar: a `{` at the level of a namespace or class that follows a parameter list
opens a function. A lambda counts as a part of the function around it.
"""

import argparse
import dataclasses
import pathlib
import re
import sys

SHORT, LONG, MANY_PARAMETERS, LARGE_FILE = 30, 80, 5, 500
LEAST_SHARE_SHORT, LARGEST_SHARE_LONG = 0.90, 0.01

SKIPPED = r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
PREPROCESSOR = r"^[ \t]*\#(?:\\\n|[^\n])*"
TOKEN = re.compile(rf"(?P<skip>{PREPROCESSOR}|{SKIPPED}|\s+)|(?P<token>[A-Za-z_]\w*|\d[\w.']*|::|->|[=!<>]=|.)",
                   re.DOTALL | re.MULTILINE)
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
NOT_A_NAME = {"decltype", "noexcept", "requires", "alignas", "explicit", "if", "for", "while", "switch", "catch"}


@dataclasses.dataclass
class Function:
    file: str
    line: int
    name: str
    length: int
    parameters: int


@dataclasses.dataclass
class Token:
    text: str
    line: int


def tokens_of(text):
    tokens, line, at = [], 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        if found.lastgroup == "token":
            tokens.append(Token(found["token"], line))
    return tokens


def end_of_group(tokens, start):
    """The index of the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i].text in OPENING) - (tokens[i].text in CLOSING)
        if depth == 0:
            return i
    return len(tokens) - 1


def end_of_angles(tokens, start):
    """The index of the `>` that closes the `<` at `start`, or `start` if there is none."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i].text == "<") - (tokens[i].text == ">")
        if depth == 0:
            return i
    return start


def without_template(head):
    while len(head) > 1 and head[0].text == "template" and head[1].text == "<":
        head = head[end_of_angles(head, 1) + 1:]
    return head


def parameter_list(head):
    """The index of the `(` that opens the parameters of the function that this head declares; None if it declares none."""
    i = 0
    while i < len(head):
        text, before = head[i].text, head[i - 1].text if i else ""
        if text == "operator":
            first = i + 3 if head[i + 1].text == "(" else i + 1  # operator()(int row)
            return next((j for j in range(first, len(head)) if head[j].text == "("), None)
        if text == "=":
            return None
        if text == "(" and before not in NOT_A_NAME and (before.isidentifier() or before == ">"):
            return i
        i = end_of_group(head, i) + 1 if text in OPENING else i + 1
    return None


def count_parameters(head, start):
    inside = head[start + 1:end_of_group(head, start)]
    if not inside or [token.text for token in inside] == ["void"]:
        return 0
    depth, commas = 0, 0
    for token in inside:
        depth += (token.text in OPENING or token.text == "<") - (token.text in CLOSING or token.text == ">")
        commas += token.text == "," and depth == 0
    return commas + 1


def opens_scope(head):
    """Whether the brace after this head opens a namespace or a class."""
    texts = [token.text for token in head]
    return "namespace" in texts or texts[:1] == ["extern"] and len(texts) == 1 or texts[:1] in (["class"], ["struct"], ["union"])


def is_member_initializer(head, start):
    """`Class(int a) : a_{a}` up to the brace: it opens no body, since a body follows `)`, `}` or a word such as const."""
    rest = head[end_of_group(head, start) + 1:]
    return any(token.text == ":" for token in rest) and (rest[-1].text.isidentifier() or rest[-1].text == ">")


class Reader:
    """Walks over the tokens at the level of namespaces and classes. `head` is the declaration that is being read."""

    def __init__(self, text, file):
        self.tokens, self.file = tokens_of(text), file
        self.functions, self.head = [], []

    def read(self):
        at = 0
        while at < len(self.tokens):
            at = self.step(at) + 1
        return self.functions

    def step(self, at):
        """Takes in the token or the group at `at` and returns the index of its end."""
        text = self.tokens[at].text
        if text == "{":
            return self.brace(at)
        end = end_of_group(self.tokens, at) if text in OPENING else at
        is_access = text == ":" and self.head and self.head[-1].text in ("public", "private", "protected")
        self.head = [] if text in (";", "}") or is_access else self.head + self.tokens[at:end + 1]
        return end

    def brace(self, at):
        declaration = without_template(self.head)
        if opens_scope(declaration):
            self.head = []
            return at
        end, start = end_of_group(self.tokens, at), parameter_list(declaration)
        if start is None or is_member_initializer(declaration, start):
            self.head.append(Token("{}", self.tokens[at].line))
        else:
            self.functions.append(make_function(self.file, self.head[0].line, declaration, start, self.tokens[end].line))
            self.head = []
        return end


def functions_of(text, file):
    return Reader(text, file).read()


def make_function(file, line, declaration, start, last_line):
    name = declaration[start - 1].text if declaration[start - 1].text.isidentifier() else "operator"
    return Function(file, line, name, last_line - line + 1, count_parameters(declaration, start))


def print_list(title, lines):
    if lines:
        print(title)
        for line in lines:
            print(f"    {line}")


def print_report(functions, file_lengths):
    longest = sorted(functions, key=lambda each: (-each.length, each.file, each.line))
    print_list("The longest functions:", [f"{f.length:4} lines  {f.file}:{f.line} {f.name}" for f in longest[:10]])
    print_list(f"Above {LONG} lines:", [f"{f.file}:{f.line} {f.name}" for f in longest if f.length > LONG])
    print_list(f"More than {MANY_PARAMETERS} parameters:",
               [f"{f.parameters:4}  {f.file}:{f.line} {f.name}" for f in functions if f.parameters > MANY_PARAMETERS])
    largest = sorted(file_lengths.items(), key=lambda item: -item[1])[:5]
    print_list("The largest files:", [f"{length:8} lines  {file}" for file, length in largest])
    print_list(f"Files over {LARGE_FILE} lines:",
               [f"{length:4} lines  {file}" for file, length in sorted(file_lengths.items()) if length > LARGE_FILE])


def within_limits(functions):
    if not functions:
        return True
    short = sum(f.length < SHORT for f in functions) / len(functions)
    long = sum(f.length > LONG for f in functions) / len(functions)
    print(f"{len(functions)} functions: {short:.1%} below {SHORT} lines (at least {LEAST_SHARE_SHORT:.0%}), "
          f"{long:.1%} above {LONG} (at most {LARGEST_SHARE_LONG:.0%})")
    return short >= LEAST_SHARE_SHORT and long <= LARGEST_SHARE_LONG


def main(arguments):
    parser = argparse.ArgumentParser(description="Report the sizes of functions and files.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args(arguments).root
    functions, file_lengths = [], {}
    for top in ("src", "apps"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in {".h", ".cpp"}:
                text, name = path.read_text(encoding="utf-8"), str(path.relative_to(root))
                functions += functions_of(text, name)
                file_lengths[name] = text.count("\n")
    print_report(functions, file_lengths)
    return 0 if within_limits(functions) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
