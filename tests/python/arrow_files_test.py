"""Parquet and Arrow files, written by pyarrow in every type, read by the program: the same rows, and the byte-same models, as CSV."""

import datetime
import decimal
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import pyarrow
import pyarrow.feather
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
DAY = datetime.date(2020, 3, 15)
NOON = datetime.datetime(2020, 3, 15, 12, 0, 0)
UTC = datetime.timezone.utc


def write_parquet(table, path):
    pyarrow.parquet.write_table(table, path, row_group_size=3)


def write_feather(table, path):
    pyarrow.feather.write_feather(table, path, chunksize=2, compression="zstd")


def write_stream(table, path):
    with pyarrow.ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


FORMATS = {"t.parquet": write_parquet, "t.feather": write_feather, "t.arrows": write_stream}


class InFolder(unittest.TestCase):
    """Each test has a folder of its own, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, **settings):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, timeout=120, **settings)

    def output(self, *arguments, **settings):
        done = self.run_program(*arguments, **settings)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def complaint(self, *arguments, code=3):
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        lines = [line for line in done.stderr.decode().splitlines() if ": note: " not in line]
        self.assertEqual(len(lines), 1, lines)
        return lines[0]

    def write(self, table, name="t.parquet"):
        FORMATS[name](table, self.folder / name)
        return name

    def cells(self, table, *options, name="t.parquet"):
        """The rows of a table of one column, with a second one so that missing is an empty field."""
        table = table.append_column("n", pyarrow.array(range(table.num_rows)))
        lines = self.output("table", self.write(table, name), "--csv", *options).splitlines()
        return [line.rsplit(",", 1)[0] for line in lines[1:]]


def column(values, kind):
    return pyarrow.table({"x": pyarrow.array(values, type=kind)})


NUMBERS = [
    ([1, None, 100], pyarrow.int8(), ["1", "", "100"]),
    ([1, None, 200], pyarrow.uint8(), ["1", "", "200"]),
    ([-300, None, 7], pyarrow.int16(), ["-300", "", "7"]),
    ([65535, None, 7], pyarrow.uint16(), ["65535", "", "7"]),
    ([-(2**31), None, 7], pyarrow.int32(), ["-2147483648", "", "7"]),
    ([2**32 - 1, None, 7], pyarrow.uint32(), ["4294967295", "", "7"]),
    ([2**53, None, -7], pyarrow.int64(), ["9007199254740992", "", "-7"]),
    ([2**52, None, 7], pyarrow.uint64(), ["4503599627370496", "", "7"]),
    ([0.1, None, -0.0], pyarrow.float64(), ["0.1", "", "0"]),
    ([0.5, None, float("inf")], pyarrow.float32(), ["0.5", "", "inf"]),
    ([float("nan"), 1.5, None], pyarrow.float64(), ["", "1.5", ""]),
    ([decimal.Decimal("12.50"), None, decimal.Decimal("-0.01")], pyarrow.decimal128(5, 2), ["12.5", "", "-0.01"]),
    ([decimal.Decimal("1e30"), None, decimal.Decimal("0.1")], pyarrow.decimal256(50, 5), ["1e+30", "", "0.1"]),
    ([datetime.time(0, 1, 30), None, datetime.time(1)], pyarrow.time32("s"), ["90", "", "3600"]),
    ([datetime.time(0, 0, 1, 500000), None, None], pyarrow.time64("us"), ["1.5", "", ""]),
    ([None, None, None], pyarrow.null(), ["", "", ""]),
]
DATES = [
    ([DAY, None], pyarrow.date32(), ["2020-03-15", ""]),
    ([DAY, None], pyarrow.date64(), ["2020-03-15", ""]),
    ([NOON, None], pyarrow.timestamp("s"), ["2020-03-15 12:00:00", ""]),
    ([NOON, None], pyarrow.timestamp("ms"), ["2020-03-15 12:00:00", ""]),
    ([NOON.replace(microsecond=250000), None], pyarrow.timestamp("us"), ["2020-03-15 12:00:00.25", ""]),
    ([NOON, None], pyarrow.timestamp("ns"), ["2020-03-15 12:00:00", ""]),
    ([NOON.replace(tzinfo=UTC), None], pyarrow.timestamp("us", tz="Europe/Berlin"), ["2020-03-15 12:00:00", ""]),
]
TEXTS = [
    (["a", None, "", "ü", "a"], pyarrow.string()),
    (["a", None, "", "ü", "a"], pyarrow.large_string()),
    (["a", None, "", "ü", "a"], pyarrow.string_view()),
    (["a", None, "", "ü", "a"], pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
    (["a", None, "", "ü", "a"], pyarrow.dictionary(pyarrow.uint32(), pyarrow.large_string())),
]


class Types(InFolder):
    def test_numbers_and_dates(self):
        for values, kind, expected in NUMBERS + DATES:
            for name in FORMATS:
                with self.subTest(kind=str(kind), name=name):
                    self.assertEqual(self.cells(column(values, kind), name=name), expected)

    def test_types_that_only_arrow_files_have(self):
        half = pyarrow.array([1.0, 2.5, None], type=pyarrow.float16())
        runs = pyarrow.RunEndEncodedArray.from_arrays([2, 3], pyarrow.array(["a", "b"]))
        span = pyarrow.array([datetime.timedelta(seconds=90), None], type=pyarrow.duration("ms"))
        small = pyarrow.array([decimal.Decimal("1.25"), None], type=pyarrow.decimal64(5, 2))
        for array, expected in [(half, ["1", "2.5", ""]), (runs, ["a", "a", "b"]), (span, ["90", ""]), (small, ["1.25", ""])]:
            with self.subTest(kind=str(array.type)):
                self.assertEqual(self.cells(pyarrow.table({"x": array}), name="t.feather"), expected)

    def test_texts(self):
        for values, kind in TEXTS:
            for name in FORMATS:
                with self.subTest(kind=str(kind), name=name):
                    self.assertEqual(self.cells(column(values, kind), name=name), ["a", "", '""', "ü", "a"])

    def test_truth_values_are_a_category(self):
        table = column([True, None, False], pyarrow.bool_())
        self.assertEqual(self.cells(table), ["true", "", "false"])
        self.assertEqual(self.cells(table, "--numeric", "x"), ["1", "", "0"])

    def test_dictionaries_that_differ_from_chunk_to_chunk(self):
        chunks = [pyarrow.array(values).dictionary_encode() for values in (["b", "a"], ["foreign", None], ["a", "c"])]
        table = pyarrow.table({"x": pyarrow.chunked_array(chunks)})
        with pyarrow.ipc.new_stream(self.folder / "d.arrow", table.schema) as writer:
            writer.write_table(table)
        self.assertEqual(self.output("table", "d.arrow", "--csv").splitlines()[1:], ["b", "a", "foreign", "NA", "a", "c"])

    def test_slices_do_not_show(self):
        table = column([None, 1, 2, None, 4, 5], pyarrow.int32()).append_column("s", [["a", "b", None, "c", "d", "e"]])
        sliced = table.slice(1, 4)
        for name in FORMATS:
            with self.subTest(name=name):
                text = self.output("table", self.write(sliced, name), "--csv")
                self.assertEqual(text, "x,s\n1,b\n2,\n,c\n4,d\n")

    def test_an_ordered_dictionary_is_an_ordered_category(self):
        codes = pyarrow.array([2, 0, 1, None], type=pyarrow.int8())
        ordered = pyarrow.DictionaryArray.from_arrays(codes, ["small", "medium", "large"], ordered=True)
        for name in FORMATS:
            with self.subTest(name=name):
                self.write(pyarrow.table({"size": ordered, "n": [1, 2, 3, 4]}), name)
                self.assertIn("size    ordered", self.output("describe", name))
                self.assertEqual(self.output("table", name, "--csv"), "size,n\nlarge,1\nsmall,2\nmedium,3\n,4\n")


class Options(InFolder):
    def test_categorical_keeps_large_integers_apart(self):
        table = column([2**60, 2**60 + 1, None], pyarrow.int64())
        self.assertEqual(self.cells(table, "--categorical", "x"), ["1152921504606846976", "1152921504606846977", ""])
        noted = self.run_program("table", "t.parquet", "--csv").stderr.decode()
        self.assertIn("'x' holds integers beyond 2^53, which are rounded to the nearest double", noted)

    def test_numbers_in_texts(self):
        table = column(["1", "2.5", None, ""], pyarrow.string())
        self.assertEqual(self.cells(table, "--numeric", "x"), ["1", "2.5", "", ""])
        self.write(column(["1", "zwei"], pyarrow.string()))
        self.assertIn('t.parquet, row 2, column \'x\': "zwei" is not a number', self.complaint("table", "t.parquet", "--numeric", "x"))

    def test_ordered(self):
        table = column(["low", "high", None], pyarrow.string())
        self.assertEqual(self.cells(table, "--ordered", "x=low<high"), ["low", "high", ""])
        self.assertIn('row 2, column \'x\': "high" is missing from the levels in order (low, hihg); add it to --ordered',
                      self.complaint("table", "t.parquet", "--ordered", "x=low<hihg"))

    def test_words_for_missing_are_words_unless_they_are_named(self):
        table = column(["NA", "a", "-"], pyarrow.string())
        self.assertEqual(self.cells(table), ['"NA"', "a", "-"])
        self.assertEqual(self.cells(table, "--na", "-,NA"), ["", "a", ""])
        self.assertEqual(self.cells(column([1, -999], pyarrow.int32()), "--na", "-999"), ["1", ""])

    def test_ignore_and_names(self):
        table = pyarrow.table({"a": [1, 2], "b": [[1], [2]], "c": ["x", "y"]})
        self.write(table)
        self.assertEqual(self.output("table", "t.parquet", "--ignore", "b", "--csv"), "a,c\n1,x\n2,y\n")
        self.assertEqual(self.output("table", "t.parquet", "--names", "p,q,r", "--ignore", "q", "--csv"), "p,r\n1,x\n2,y\n")
        self.assertIn("there is no column 'd'", self.complaint("table", "t.parquet", "--ignore", "d"))

    def test_nested_types_and_bytes_are_refused_by_name(self):
        for values, kind, holds in [([[1]], pyarrow.list_(pyarrow.int32()), "lists"), ([{"p": 1}], None, "records (structs)"),
                                    ([b"\x00"], pyarrow.binary(), "bytes")]:
            with self.subTest(holds=holds):
                self.write(pyarrow.table({"x": pyarrow.array(values, type=kind), "n": [1]}))
                self.assertIn(f"t.parquet, column 'x': it holds {holds}, which a tree cannot split on; leave the column "
                              "out (--ignore 'x')", self.complaint("describe", "t.parquet"))


def mixed_table(rows):
    """Numbers, dates, categories and a target, with missing cells. Numbers are such that CSV and Parquet hold the same double."""
    draw = random.Random(7)

    def sometimes(value):
        return None if draw.random() < 0.1 else value

    return pyarrow.table({
        "whole": pyarrow.array([sometimes(draw.randrange(50)) for _ in range(rows)], type=pyarrow.int16()),
        "number": pyarrow.array([sometimes(draw.gauss(0, 1)) for _ in range(rows)]),
        "price": pyarrow.array([sometimes(decimal.Decimal(draw.randrange(10**6)) / 100) for _ in range(rows)],
                               type=pyarrow.decimal128(9, 2)),
        "day": pyarrow.array([sometimes(DAY + datetime.timedelta(days=draw.randrange(99))) for _ in range(rows)]),
        "time": pyarrow.array([sometimes(NOON + datetime.timedelta(milliseconds=draw.randrange(10**9))) for _ in range(rows)],
                              type=pyarrow.timestamp("ns")),
        "colour": pyarrow.array([sometimes(draw.choice(["red", "green", "blue"])) for _ in range(rows)]).dictionary_encode(),
        "truth": pyarrow.array([sometimes(draw.random() < 0.5) for _ in range(rows)]),
        "label": pyarrow.array([draw.choice(["yes", "no", "maybe"]) for _ in range(rows)]),
    })


def csv_cell(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def write_csv(table, path):
    lines = [",".join(table.column_names)]
    lines += [",".join(csv_cell(value) for value in row.values()) for row in table.to_pylist()]
    path.write_text("\n".join(lines) + "\n")


class Models(InFolder):
    def setUp(self):
        super().setUp()
        self.table = mixed_table(500)
        write_csv(self.table, self.folder / "t.csv")
        for name in FORMATS:
            self.write(self.table, name)

    def model(self, data, *options):
        self.output("train", data, "-o", "m.tree", "--force", *options)
        return (self.folder / "m.tree").read_bytes()

    def test_the_same_model_as_from_csv(self):
        for options in (["--target", "label", "--preset", "c45"], ["--target", "label", "--weight", "whole", "--na", "none"],
                        ["--target", "number"], ["--target", "last", "--categorical", "whole"], ["--target", "#8"]):
            expected = self.model("t.csv", *options) if "--weight" not in options else None
            for name in FORMATS:
                with self.subTest(name=name, options=options):
                    if expected is None:  # a missing weight is an error, from whichever file
                        self.assertIn("the weight in column 'whole' is missing", self.complaint("train", name, *options))
                    else:
                        self.assertEqual(self.model(name, *options), expected)

    def test_the_same_predictions(self):
        self.model("t.csv", "--target", "label")
        expected = self.output("predict", "m.tree", "t.csv")
        for name in FORMATS:
            with self.subTest(name=name):
                self.assertEqual(self.output("predict", "m.tree", name), expected)
                piped = (self.folder / name).read_bytes()
                self.assertEqual(self.output("predict", "m.tree", "-", input=piped), expected)

    def test_columns_that_no_question_asks_about_may_be_absent(self):
        table = pyarrow.table({"a": [1.0, 2.0, 3.0, 4.0] * 5, "b": ["x", "y", "z", "x"] * 5, "c": [5, 1, 2, 3] * 5, "y": ["n", "n", "p", "p"] * 5})
        write_parquet(table, self.folder / "whole.parquet")
        self.output("train", "whole.parquet", "--target", "y", "--preset", "cart", "--prune", "none", "-o", "a.tree")
        write_parquet(table.select(["c", "a"]), self.folder / "part.parquet")
        write_parquet(table.select(["c", "b"]), self.folder / "other.parquet")
        self.assertEqual(self.output("predict", "a.tree", "part.parquet"), self.output("predict", "a.tree", "whole.parquet"))
        self.assertIn("needs the column 'a'", self.complaint("predict", "a.tree", "other.parquet"))

    def test_unseen_levels_are_counted(self):
        self.model("t.csv", "--target", "label")
        position = self.table.column_names.index("colour")
        other = self.table.set_column(position, "colour", [pyarrow.array(["purple"] * 500)])
        self.write(other)
        done = self.run_program("predict", "m.tree", "t.parquet")
        self.assertIn("colour: 500 rows hold a level that the model never saw (purple)", done.stderr.decode())

    def test_a_column_of_the_wrong_kind(self):
        self.model("t.csv", "--target", "label")
        for feature, values, sentence in [("day", [5] * 500, '"5" is not a date'), ("number", ["x"] * 500, '"x" is not a number'),
                                          ("day", [NOON] * 500, '"2020-03-15 12:00:00" is not a date')]:
            position = self.table.column_names.index(feature)
            self.write(self.table.set_column(position, feature, [pyarrow.array(values)]))
            self.assertIn(f"t.parquet, row 1, column '{feature}': {sentence}", self.complaint("predict", "m.tree", "t.parquet"))

    def test_midnights_are_dates(self):
        self.model("t.csv", "--target", "label")
        expected = self.output("predict", "m.tree", "t.csv")
        position = self.table.column_names.index("day")
        midnights = self.table["day"].cast(pyarrow.timestamp("us"))
        self.write(self.table.set_column(position, "day", midnights))
        self.assertEqual(self.output("predict", "m.tree", "t.parquet"), expected)


class BadFiles(InFolder):
    def test_cut_files(self):
        for name in FORMATS:
            self.write(mixed_table(200), name)
            whole = (self.folder / name).read_bytes()
            for length in (8, 9, 100, len(whole) // 2, len(whole) - 1):
                with self.subTest(name=name, length=length):
                    (self.folder / "cut").write_bytes(whole[:length])
                    done = self.run_program("table", "cut", "--csv")
                    self.assertIn(done.returncode, (0, 3) if name == "t.arrows" else (3,), done.stderr.decode())

    def test_random_bytes(self):
        draw = random.Random(11)
        noise = draw.randbytes(5000)
        for head, tail in [(b"PAR1", b"PAR1"), (b"ARROW1\0\0", b"ARROW1"), (b"\xff\xff\xff\xff", b"")]:
            (self.folder / "bad").write_bytes(head + noise + tail)
            self.assertIn("bad: it is damaged or incomplete (", self.complaint("describe", "bad"))

    def test_files_with_flipped_bytes_never_crash(self):
        draw = random.Random(13)
        for name in FORMATS:
            self.write(mixed_table(40), name)
            whole = (self.folder / name).read_bytes()
            for _ in range(40):
                bad = bytearray(whole)
                for _ in range(draw.randrange(1, 6)):
                    bad[draw.randrange(8, len(bad))] = draw.randrange(256)
                (self.folder / "bad").write_bytes(bad)
                done = self.run_program("table", "bad", "--csv")
                self.assertIn(done.returncode, (0, 3), (name, done.stderr.decode()))
                sentences = [line for line in done.stderr.decode().splitlines() if ": note: " not in line]
                self.assertEqual(len(sentences), 1 if done.returncode else 0, sentences)

    def test_names_that_promise_too_much(self):
        (self.folder / "a.parquet").write_text("a,b\n1,2\n")
        self.assertIn("a.parquet: it does not begin like a Parquet or Arrow file", self.complaint("describe", "a.parquet"))
        (self.folder / "b.csv").write_bytes(b"FEA1" + bytes(20))
        self.assertIn("it is a Feather file of version 1", self.complaint("describe", "b.csv"))
        (self.folder / "c").write_bytes(b"PARE" + bytes(20) + b"PARE")
        self.assertIn("it is an encrypted Parquet file", self.complaint("describe", "c"))

    def test_no_rows(self):
        self.write(column([], pyarrow.int32()))
        self.assertIn("t.parquet: it has columns but no rows", self.complaint("describe", "t.parquet"))

    def test_without_the_plugin(self):
        self.write(column([1], pyarrow.int32()))
        alone = self.folder / "bin" / "treewright"
        alone.parent.mkdir()
        alone.write_bytes(PROGRAM.read_bytes())
        alone.chmod(0o755)
        done = subprocess.run([alone, "describe", "t.parquet"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr.decode(),
                         "treewright: t.parquet: it is a Parquet file, but the plugin for it (treewright_arrow.so) is not "
                         "installed; install Treewright with its Arrow plugin, or use a CSV file\n")



class Encodings(InFolder):
    """Every encoding of Parquet that the Arrow library writes, for every type that it writes it for."""

    COLUMNS = {
        "text": pyarrow.array([f"level {i * 7 % 5}" if i % 11 else None for i in range(1000)]),
        "large": pyarrow.array([f"x{i * 3 % 7}" for i in range(1000)], pyarrow.large_string()),
        "bytes": pyarrow.array([b"ab", b"cd"] * 500, pyarrow.binary(2)),
        "whole": pyarrow.array(range(1000), pyarrow.int64()),
        "short": pyarrow.array([i % 100 for i in range(1000)], pyarrow.int32()),
        "float": pyarrow.array([i / 8 for i in range(1000)], pyarrow.float32()),
        "double": pyarrow.array([i / 10 if i % 7 else None for i in range(1000)], pyarrow.float64()),
        "truth": pyarrow.array([i % 3 == 0 for i in range(1000)]),
    }
    ENCODINGS = ("PLAIN", "DELTA_BINARY_PACKED", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT", "RLE")

    def test_are_read_where_the_library_reads_them(self):
        written = {name: 0 for name in self.ENCODINGS}
        for name, values in self.COLUMNS.items():
            table = pyarrow.table({name: values})
            write_parquet(table.slice(0, 1000), self.folder / "dictionary.parquet")
            right = self.outcome("dictionary.parquet")
            for encoding in self.ENCODINGS:
                try:
                    pyarrow.parquet.write_table(table, self.folder / "t.parquet", use_dictionary=False,
                                                column_encoding={name: encoding}, row_group_size=300, version="2.6")
                except (OSError, NotImplementedError, pyarrow.ArrowInvalid):
                    continue  # not an encoding of this type
                written[encoding] += 1
                with self.subTest(column=name, encoding=encoding):
                    self.assertEqual(self.outcome("t.parquet"), right)
        self.assertEqual(min(written.values()) > 0 and written["DELTA_BYTE_ARRAY"] >= 2, True, written)

    def test_differ_between_the_columns_of_a_file(self):
        names = {"text": "DELTA_BYTE_ARRAY", "large": "DELTA_LENGTH_BYTE_ARRAY", "double": "BYTE_STREAM_SPLIT"}
        table = pyarrow.table({name: self.COLUMNS[name] for name in (*names, "truth")})
        pyarrow.parquet.write_table(table, self.folder / "t.parquet", use_dictionary=False, column_encoding=names)
        write_parquet(table, self.folder / "dictionary.parquet")
        self.assertEqual(self.outcome("t.parquet"), self.outcome("dictionary.parquet"))

    def outcome(self, file):
        """What the program makes of it: the rows, or why it refuses them."""
        done = self.run_program("table", file, "--csv")
        return done.returncode, done.stdout, done.stderr.replace(file.encode(), b"FILE")


if __name__ == "__main__":
    unittest.main()
