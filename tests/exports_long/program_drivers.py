"""Exports to programs, many at a time through one compiler or interpreter: each is fed the rows of its case and prints what it answers.

A case's rows go to rows_N.bin: for each feature that the tree asks about its cells, as doubles, or as positions in a list of texts that stands
before them (-1 is missing). answers_N.bin has the names of the labels, then for each row whether it is refused, its leaf, and its label with the
probabilities, or its value. All in the byte order of this machine, integers with 32 bits. Fields are found in the exports themselves, as
whoever uses them finds them. Nothing here knows how the C++ program replays an export ('treewright verify')."""

import array
import dataclasses
import pathlib
import re
import struct
import subprocess
import sys

import numpy as np

from random_models import Case

SECONDS = 600


class Failed(AssertionError):
    """A compiler or a program did not do what it was asked for."""


@dataclasses.dataclass
class Answered:
    """A case with what the model answers."""
    case: Case

    def __post_init__(self):
        self.labels, self.shares, self.leaves = self.case.answers()
        self.classes = [str(name) for name in self.case.model.classes] if self.case.model.is_classifier else []
        asked = set()
        for node in self.case.model.to_dict()["nodes"]:
            asked |= {question["feature"] for question in [node, *node.get("surrogates", [])] if "feature" in question}
        self.columns = [(feature, cells) for feature, cells in zip(self.case.features, self.case.rows) if feature.name in asked]


@dataclasses.dataclass
class Program:
    """An export of a case."""
    answered: Answered
    number: int
    target: str
    style: str
    self_test: bool = True

    def __post_init__(self):
        self.name = ("case_{}" if self.target in ("c", "cpp") else "Case{}").format(self.number)
        self.text = self.answered.case.model.export(self.target, name=self.name, style=self.style, self_test=self.self_test)
        self.fields = self.found_fields()

    def found_fields(self):
        start, field = {"c": (f"typedef struct {self.name}_row {{", r"    (?:enum \w+|int|double) (\w+);"),
                        "cpp": ("struct Row {", r"    [\w:]+ (\w+) = "),
                        "java": ("    public static final class Row {", r"        public \w+ (\w+) = ")}.get(self.target, (None, None))
        if start is None:
            return []
        lines = self.text.split("\n")
        at = lines.index(start) + 1
        fields = []
        while self.answered.columns and (found := re.match(field, lines[at + len(fields)])):
            fields.append(found[1])
        if len(fields) != len(self.answered.columns):
            raise Failed(f"{fields} are not the fields of {[feature.name for feature, cells in self.answered.columns]}")
        return fields

    def columns(self):
        """(field, whether it holds texts)"""
        return [(field, is_text(feature)) for field, (feature, cells) in zip(self.fields, self.answered.columns)]

    def title(self):
        return f"{self.target}, {self.style}, {self.answered.case.name}"


def is_text(feature):
    return feature.kind in ("category", "ordered")


def rows_of(answered):
    out = bytearray(struct.pack("=i", answered.case.count))
    for feature, cells in answered.columns:
        if is_text(feature):
            texts = list(dict.fromkeys(cell for cell in cells if cell is not None))
            out += struct.pack("=i", len(texts))
            for text in texts:
                out += struct.pack("=i", len(text.encode())) + text.encode() + b"\0"
            positions = {text: i for i, text in enumerate(texts)} | {None: -1}
            out += array.array("i", [positions[cell] for cell in cells]).tobytes()
        else:
            out += array.array("d", feature.fed(cells)).tobytes()
    return bytes(out)


def differences(program, content):
    """What the model answers otherwise, as far as it fits into a message."""
    answered = program.answered
    count, = struct.unpack_from("=i", content)
    at, names = 4, []
    for _ in range(count):
        size, = struct.unpack_from("=i", content, at)
        names.append(content[at + 4:at + 4 + size].decode())
        at += 4 + size
    expected = [name.split("\0")[0] for name in answered.classes] if program.target in ("c", "cpp") else answered.classes
    if names != expected:
        return [("labels", names, expected)]
    numbers = [("label", "i4"), ("shares", "f8", (count,))] if count else [("value", "f8")]
    found = np.frombuffer(content, np.dtype([("refused", "i4"), ("leaf", "i4"), *numbers]), offset=at)
    if len(found) != answered.case.count:
        return [("rows", len(found), answered.case.count)]
    same = (found["leaf"] == answered.leaves) & ((found["refused"] != 0) == (answered.leaves == -1))
    told = answered.leaves != -1
    if count:
        positions = np.array([-1 if label is None else answered.classes.index(label) for label in answered.labels])
        same &= (found["label"] == positions) & (~told | same_bits(found["shares"], answered.shares))
    else:
        same &= ~told | same_bits(found["value"], answered.labels)
    return [(row, [cells[row] for feature, cells in answered.columns], answered.labels[row], int(answered.leaves[row]), found[row].tolist())
            for row in np.flatnonzero(~same)[:3]]


def same_bits(found, wanted):
    equal = np.ascontiguousarray(found).view("u8") == np.ascontiguousarray(wanted, dtype=float).view("u8")
    return equal if equal.ndim == 1 else equal.all(axis=1)


def call(command, folder):
    done = subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS)
    if done.returncode != 0 or done.stderr:
        raise Failed(f"{pathlib.Path(command[0]).name} ended with {done.returncode}: {done.stdout[-2000:].decode(errors='replace')}{done.stderr[:4000].decode(errors='replace')}")
    return done.stdout.decode()


def replayed(language, programs, folder, **settings):
    """The programs that answer otherwise than their models, and how. Their self-tests must find every row right, and print nothing else."""
    folder = pathlib.Path(folder)
    for program in programs:
        (folder / f"rows_{program.number}.bin").write_bytes(rows_of(program.answered))
    printed = RUNNERS[language](programs, folder, **settings).splitlines()
    tests = [program for program in programs if program.self_test]
    if len(printed) != len(tests) or not all(re.fullmatch(r"0 (of \d+ )?rows differ", line) for line in printed):
        raise Failed(f"{len(tests)} self-tests printed {printed[:20]}")
    found = [(program.title(), differences(program, (folder / f"answers_{program.number}.bin").read_bytes())) for program in programs]
    return [each for each in found if each[1]]


# --- C and C++ ----------------------------------------------------------------------------------------------------------------------------

NATIVE = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct column { int32_t *sizes; const char **texts; const unsigned char *cells; } column;

static FILE *out;
static const unsigned char *at;

static FILE *opened(const char *name, const char *mode) {
    FILE *file = fopen(name, mode);
    if (!file) exit(3);
    return file;
}
static unsigned char *content(const char *name) {
    FILE *file = opened(name, "rb");
    size_t size;
    unsigned char *bytes;
    if (fseek(file, 0, SEEK_END) != 0) exit(3);
    size = (size_t)ftell(file);
    rewind(file);
    bytes = (unsigned char *)malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) exit(3);
    fclose(file);
    return bytes;
}
static int32_t integer(const unsigned char *from) { int32_t i; memcpy(&i, from, 4); return i; }
static double number(const column *c, int32_t row) { double d; memcpy(&d, c->cells + 8 * row, 8); return d; }
static int32_t position(const column *c, int32_t row) { return integer(c->cells + 4 * row); }
static const char *text(const column *c, int32_t row) { int32_t i = position(c, row); return i < 0 ? 0 : c->texts[i]; }
static column taken(int has_texts, int32_t rows) {
    column c = {0, 0, 0};
    if (has_texts) {
        int32_t i, count = integer(at);
        at += 4;
        c.sizes = (int32_t *)malloc(((size_t)count + 1) * sizeof *c.sizes);
        c.texts = (const char **)malloc(((size_t)count + 1) * sizeof *c.texts);
        if (!c.sizes || !c.texts) exit(3);
        for (i = 0; i < count; i++) {
            c.sizes[i] = integer(at);
            c.texts[i] = (const char *)at + 4;
            at += 4 + c.sizes[i] + 1;
        }
    }
    c.cells = at;
    at += (size_t)rows * (has_texts ? 4 : 8);
    return c;
}
static void put_integer(int32_t i) { fwrite(&i, 4, 1, out); }
static void put_text(const char *name) { put_integer((int32_t)strlen(name)); fwrite(name, 1, strlen(name), out); }
static void put_doubles(const double *numbers, int count) { fwrite(numbers, 8, (size_t)count, out); }
"""


def native_driver(programs, answer, extension):
    code = [f'#define {p.name.upper()}_MAIN\n#define main {p.name}_main\n#include "{p.name}{extension}"\n#undef main' for p in programs] + [NATIVE]
    for p in programs:
        classes = len(p.answered.classes)
        code.append(f"static void run_{p.number}(void) {{\n    int32_t r, rows;\n    double nothing[{max(1, classes)}] = {{0.0}};")
        code.append(f"    column c[{len(p.fields) + 1}];\n    (void)text; (void)number; (void)put_text; (void)c;")
        code.append(f'    at = content("rows_{p.number}.bin");\n    out = opened("answers_{p.number}.bin", "wb");\n    rows = integer(at);\n    at += 4;')
        code += [f"    c[{i}] = taken({int(has_texts)}, rows);" for i, (field, has_texts) in enumerate(p.columns())]
        code.append(f"    put_integer({classes});")
        code.append(answer(p, classes))
        code.append("    fclose(out);\n}")
    calls = "".join(f"    run_{p.number}();\n" + (f"    wrong += {p.name}_main();\n" if p.self_test else "") for p in programs)
    code.append(f"int main(void) {{\n    int wrong = 0;\n{calls}    return wrong;\n}}\n")
    return "\n".join(code)


def c_answer(p, classes):
    fields = "".join(f"        row.{field} = " + (f"{p.name}_{field}_of(text(&c[{i}], r));\n" if has_texts else f"number(&c[{i}], r);\n")
                     for i, (field, has_texts) in enumerate(p.columns()))
    names = "".join(f"    put_text({p.name}_label({i}));\n" for i in range(classes))
    told = f"put_integer(got.label);\n            put_doubles(got.probabilities, {classes});" if classes else "put_doubles(&got.value, 1);"
    nothing = f"put_integer(-1);\n            put_doubles(nothing, {classes});" if classes else "put_doubles(nothing, 1);"
    return f"""{names}    for (r = 0; r < rows; r++) {{
        {p.name}_row row = {p.name}_missing_row();
        {p.name}_prediction got;
{fields}        if ({p.name}_predict(&row, &got) == 0) {{
            put_integer(0);
            put_integer(got.leaf);
            {told}
        }} else {{
            put_integer(1);
            put_integer(-1);
            {nothing}
        }}
    }}"""


def cpp_answer(p, classes):
    types = re.findall(r"^    (\w+)::Level \w+ = ", p.text, re.MULTILINE)
    fields = ""
    for i, (field, has_texts) in enumerate(p.columns()):
        value = f"{p.name}::{types.pop(0)}::of(std::string(text(&c[{i}], r), static_cast<std::size_t>(c[{i}].sizes[position(&c[{i}], r)])))" if has_texts else f"number(&c[{i}], r)"
        fields += f"        {f'if (text(&c[{i}], r)) ' if has_texts else ''}row.{field} = {value};\n"
    names = "".join(f"    put_text({p.name}::label_name({i}));\n" for i in range(classes))
    told = f"put_integer(got.label);\n            put_doubles(got.probabilities.data(), {classes});" if classes else "put_doubles(&got.value, 1);"
    nothing = f"put_integer(-1);\n            put_doubles(nothing, {classes});" if classes else "put_doubles(nothing, 1);"
    return f"""{names}    for (r = 0; r < rows; r++) {{
        {p.name}::Row row;
{fields}        try {{
            const {p.name}::Prediction got = {p.name}::predict(row);
            put_integer(0);
            put_integer(got.leaf);
            {told}
        }} catch (const std::invalid_argument&) {{
            put_integer(1);
            put_integer(-1);
            {nothing}
        }}
    }}"""


def run_native(programs, folder, compiler, answer, extension, flags):
    for program in programs:
        (folder / f"{program.name}{extension[0]}").write_text(program.text)
    (folder / f"driver{extension[1]}").write_text(native_driver(programs, answer, extension[0]))
    call([compiler, *flags, "-Wall", "-Wextra", "-pedantic", "-Werror", "-o", "driver", f"driver{extension[1]}", "-lm"], folder)
    return call([folder / "driver"], folder)


def run_c(programs, folder, flags=("-std=c99", "-O1")):
    return run_native(programs, folder, "cc", c_answer, (".h", ".c"), flags)


def run_cpp(programs, folder, flags=("-std=c++11", "-O0")):
    return run_native(programs, folder, "c++", cpp_answer, (".hpp", ".cpp"), flags)


# --- Java ---------------------------------------------------------------------------------------------------------------------------------

JAVA = """import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

public final class Driver {
    static ByteBuffer in;
    static ByteBuffer out;

    static Object[] taken(boolean hasTexts, int rows) {
        Object[] cells = new Object[rows];
        String[] texts = new String[hasTexts ? in.getInt() : 0];
        for (int i = 0; i < texts.length; i++) {
            byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            in.get();
            texts[i] = new String(bytes, StandardCharsets.UTF_8);
        }
        for (int r = 0; r < rows; r++) {
            if (hasTexts) {
                int position = in.getInt();
                cells[r] = position < 0 ? null : texts[position];
            } else {
                cells[r] = in.getDouble();
            }
        }
        return cells;
    }

    static int open(int number) throws IOException {
        in = ByteBuffer.wrap(Files.readAllBytes(Paths.get("rows_" + number + ".bin"))).order(ByteOrder.nativeOrder());
        out = ByteBuffer.allocate(1 << 26).order(ByteOrder.nativeOrder());
        return in.getInt();
    }

    static void close(int number) throws IOException {
        try (FileOutputStream file = new FileOutputStream("answers_" + number + ".bin")) {
            file.write(out.array(), 0, out.position());
        }
    }

    static void putText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length);
        out.put(bytes);
    }

"""


def java_method(p):
    classes = len(p.answered.classes)
    cells = "".join(f"        Object[] c{i} = taken({str(has_texts).lower()}, rows);\n" for i, (field, has_texts) in enumerate(p.columns()))
    fields = "".join(f"            row.{field} = " + (f"{p.name}.{field}Of((String) c{i}[r]);\n" if has_texts else f"(Double) c{i}[r];\n")
                     for i, (field, has_texts) in enumerate(p.columns()))
    told = "out.putInt(got.label);\n                for (double share : got.probabilities) out.putDouble(share);" if classes else "out.putDouble(got.value);"
    nothing = f"out.putInt(-1);\n                for (int i = 0; i < {classes}; i++) out.putDouble(0.0);" if classes else "out.putDouble(0.0);"
    names = f"        for (int i = 0; i < {classes}; i++) putText({p.name}.label(i));\n" if classes else ""
    return f"""    static void run{p.number}() throws IOException {{
        int rows = open({p.number});
{cells}        out.putInt({classes});
{names}        for (int r = 0; r < rows; r++) {{
            {p.name}.Row row = new {p.name}.Row();
{fields}            try {{
                {p.name}.Prediction got = {p.name}.predict(row);
                out.putInt(0);
                out.putInt(got.leaf);
                {told}
            }} catch (IllegalArgumentException refused) {{
                out.putInt(1);
                out.putInt(-1);
                {nothing}
            }}
        }}
        close({p.number});
    }}
"""


def run_java(programs, folder, flags=("--release", "8", "-Xlint:all,-options")):
    for program in programs:
        (folder / f"{program.name}.java").write_text(program.text)
    calls = "".join(f"        run{p.number}();\n" + (f"        {p.name}.main(arguments);\n" if p.self_test else "") for p in programs)
    (folder / "Driver.java").write_text(JAVA + "\n".join(map(java_method, programs)) +
                                        f"\n    public static void main(String[] arguments) throws IOException {{\n{calls}    }}\n}}\n")
    call(["javac", *flags, "-Werror", "Driver.java", *(f"{program.name}.java" for program in programs)], folder)
    return call(["java", "-cp", ".", "Driver"], folder)


# --- JavaScript ---------------------------------------------------------------------------------------------------------------------------

JAVASCRIPT = """"use strict";
const fs = require("fs");
const load = require("module")._load;
const jobs = JSON.parse(fs.readFileSync("jobs.json", "utf8"));

for (const job of jobs) {
    const tree = load(process.cwd() + "/" + job.name + ".js", null, job.self_test);  // as the main program, so that it tests itself
    if (JSON.stringify(tree.features) !== JSON.stringify(job.columns.map(([name]) => name))) throw new Error("other features: " + tree.features);
    const bytes = fs.readFileSync("rows_" + job.number + ".bin");
    let at = 0;
    const integer = () => bytes.readInt32LE((at += 4) - 4);
    const rows = integer();
    const columns = job.columns.map(([, hasTexts]) => {
        const texts = [];
        if (hasTexts) {
            for (let count = integer(); count > 0; count--) {
                const size = integer();
                texts.push(bytes.toString("utf8", at, at + size));
                at += size + 1;
            }
        }
        return Array.from({length: rows}, () => {
            if (!hasTexts) return bytes.readDoubleLE((at += 8) - 8);
            const position = integer();
            return position < 0 ? null : texts[position];
        });
    });
    const out = [];
    const putInteger = (i) => out.push(Buffer.from(new Int32Array([i]).buffer));
    const putDoubles = (numbers) => out.push(Buffer.from(new Float64Array(numbers).buffer));
    putInteger((tree.labels || []).length);
    for (const label of tree.labels || []) {
        const name = Buffer.from(label, "utf8");
        putInteger(name.length);
        out.push(name);
    }
    for (let r = 0; r < rows; r++) {
        const cells = job.columns.map(([name], i) => [name, columns[i][r]]);
        try {
            const got = tree.predict(r % 2 ? new Map(cells) : Object.fromEntries(cells));
            putInteger(0);
            putInteger(got.leaf);
            if (tree.labels) {
                if (got.label !== tree.labels[got.index]) throw new Error(got.label);
                putInteger(got.index);
                putDoubles(got.probabilities);
            } else putDoubles([got.value]);
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            putInteger(1);
            putInteger(-1);
            if (tree.labels) putInteger(-1);
            putDoubles(tree.labels ? tree.labels.map(() => 0.0) : [0.0]);
        }
    }
    fs.writeFileSync("answers_" + job.number + ".bin", Buffer.concat(out));
}
"""


def write_jobs(programs, folder):
    import json
    (folder / "jobs.json").write_text(json.dumps([{"name": p.name, "number": p.number, "self_test": p.self_test,
                                                   "columns": [[feature.name, is_text(feature)] for feature, cells in p.answered.columns]} for p in programs]))


def run_javascript(programs, folder):
    for program in programs:
        (folder / f"{program.name}.js").write_text(program.text)
    write_jobs(programs, folder)
    (folder / "driver.js").write_text(JAVASCRIPT)
    return call(["node", "--trace-warnings", "driver.js"], folder)


# --- Python -------------------------------------------------------------------------------------------------------------------------------

PYTHON = """import array, json, runpy, struct
NAN = float("nan")


def column(content, at, rows, has_texts):
    if not has_texts:
        return array.array("d", content[at:at + 8 * rows]), at + 8 * rows
    count, = struct.unpack_from("=i", content, at)
    at += 4
    texts = []
    for _ in range(count):
        size, = struct.unpack_from("=i", content, at)
        texts.append(content[at + 4:at + 4 + size].decode())
        at += 4 + size + 1
    return [texts[i] if i >= 0 else None for i in array.array("i", content[at:at + 4 * rows])], at + 4 * rows


def answer(tree, row):
    try:
        got = tree.predict(row)
    except ValueError:
        labels = getattr(tree, "LABELS", ())
        return struct.pack(f"=ii{'i' if labels else ''}{max(1, len(labels))}d", 1, -1, *([-1] if labels else []), *[0.0] * max(1, len(labels)))
    if not hasattr(tree, "LABELS"):
        return struct.pack("=iid", 0, got["leaf"], got["value"])
    assert got["label"] == tree.LABELS[got["index"]]
    return struct.pack(f"=iii{len(tree.LABELS)}d", 0, got["leaf"], got["index"], *got["probabilities"])


with open("jobs.json") as file:
    jobs = json.load(file)
for job in jobs:
    path = job["name"] + ".py"
    if job["self_test"]:
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as end:
            assert not end.code
    tree = runpy.run_path(path)[job["name"]]
    assert list(tree.FEATURES) == [name for name, has_texts in job["columns"]]
    with open(f"rows_{job['number']}.bin", "rb") as file:
        content = file.read()
    rows, = struct.unpack_from("=i", content)
    columns, at = [], 4
    for name, has_texts in job["columns"]:
        cells, at = column(content, at, rows, has_texts)
        columns.append(cells)
    names = [name for name, has_texts in job["columns"]]
    with open(f"answers_{job['number']}.bin", "wb") as out:
        labels = [label.encode() for label in getattr(tree, "LABELS", ())]
        out.write(struct.pack("=i", len(labels)) + b"".join(struct.pack("=i", len(label)) + label for label in labels))
        for r in range(rows):
            out.write(answer(tree, dict(zip(names, [cells[r] for cells in columns]))))
"""


def run_python(programs, folder):
    for program in programs:
        (folder / f"{program.name}.py").write_text(program.text)
    write_jobs(programs, folder)
    (folder / "driver.py").write_text(PYTHON)
    return call([sys.executable, "-W", "error", "-B", "driver.py"], folder)


RUNNERS = {"c": run_c, "cpp": run_cpp, "java": run_java, "javascript": run_javascript, "python": run_python}
