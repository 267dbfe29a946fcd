"""JSON records as tables: the same rows give the same model as from a CSV, by every verb, and a long pipe is not held."""

import csv
import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
TABLES = ["golf.csv", "weather.csv", "loans.csv", "subscribers.csv", "applicants.csv", "shapes.csv"]
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$")


def json_value(text):
    """A cell of an unquoted CSV, as a JSON value that is written in the same way."""
    if text in ("", "?", "NA"):
        return "null"
    return text if NUMBER.match(text) else json.dumps(text, ensure_ascii=len(text) % 2 == 0)


def records_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return ["{" + ", ".join(f"{json.dumps(name)}: {json_value(cell)}" for name, cell in zip(rows[0], row)) + "}" for row in rows[1:]]


class Json(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, status=0, **settings):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=120, check=False, **settings)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done

    def test_the_same_rows_give_the_same_model_to_the_byte(self):
        for name in TABLES:
            path = ROOT / "examples" / "data" / name
            target = path.read_text(encoding="utf-8").split("\n", 1)[0].split(",")[-1].strip()
            records = records_of(path)
            shuffled = ["{" + ", ".join(sorted(record[1:-1].split(", "), key=len)) + "}" for record in records[1:]]
            forms = {
                "lines.jsonl": "\n".join(records),
                "array.json": "[\n" + ",\n".join(records) + "\n]\n",
                "one_line.json": "[" + ",".join(records) + "]",
                "pretty.json": json.dumps([json.loads(record) for record in records], indent=2),
                "other_order.jsonl": "\r\n\r\n".join([records[0], *shuffled]) + "\r\n",
            }
            self.run_program("train", path, "--target", target, "--quiet", "-o", "csv.tree", "--force")
            expected = (self.folder / "csv.tree").read_bytes()
            for form, text in forms.items():
                with self.subTest(table=name, form=form):
                    (self.folder / form).write_text(text, encoding="utf-8", newline="")
                    self.run_program("train", form, "--target", target, "--quiet", "-o", "json.tree", "--force")
                    self.assertEqual((self.folder / "json.tree").read_bytes(), expected)

    def test_every_verb_reads_it(self):
        records = "\n" + "\n".join(records_of(ROOT / "examples" / "data" / "golf.csv")) + "\n"  # lines are numbered as in the CSV
        (self.folder / "golf.jsonl").write_text(records)
        (self.folder / "golf.jsonl.gz").write_bytes(gzip.compress(records.encode()))
        (self.folder / "golf.utf16").write_bytes(records.encode("utf-16"))
        self.run_program("train", "golf.jsonl.gz", "--target", "Play", "-o", "golf.tree")
        self.run_program("rules", "golf.tree", "--simplify", "golf.jsonl")
        for verb in ("describe", "table"):
            self.assertEqual(self.run_program(verb, "golf.jsonl", "--json").stdout,
                             self.run_program(verb, "golf.jsonl.gz", "--json").stdout.replace(b".jsonl.gz", b".jsonl"))
        csv_file = ROOT / "examples" / "data" / "golf.csv"
        for arguments in (["evaluate", "golf.tree"], ["explain", "golf.tree"], ["cv"], ["predict", "golf.tree"], ["compare"]):
            given = ["--row", "2"] if arguments[0] == "explain" else ["--target", "Play"] if len(arguments) == 1 else []
            given += ["--preset", "c45", "--preset", "cart"] if arguments[0] == "compare" else []
            with self.subTest(verb=arguments[0]):
                by_csv = self.run_program(*arguments, csv_file, *given).stdout.decode().replace(str(csv_file), "FILE")
                for path in ("golf.jsonl", "golf.jsonl.gz", "golf.utf16"):
                    by_json = self.run_program(*arguments, path, *given).stdout.decode().replace(path, "FILE")
                    self.assertEqual(by_json, by_csv)

    def test_split_keeps_the_lines(self):
        records = records_of(ROOT / "examples" / "data" / "golf.csv")
        (self.folder / "golf.jsonl").write_text("\n".join(records) + "\n")
        self.run_program("split", "golf.jsonl", "--target", "Play", "--parts", "a=0.5,b=0.5", "-o", "parts")
        parts = [(self.folder / "parts" / name).read_text().splitlines() for name in ("a.jsonl", "b.jsonl")]
        self.assertEqual(sorted(parts[0] + parts[1]), sorted(records))
        (self.folder / "golf.json").write_text("[" + ",\n".join(records) + "]\n")
        refused = self.run_program("split", "golf.json", "-o", "others", status=3)
        self.assertIn(b"write it as JSON Lines", refused.stderr)
        self.assertFalse((self.folder / "others").exists())

    def model(self):
        draw = random.Random(3)
        rows = [(draw.randrange(100), draw.choice(["red", "blue"])) for _ in range(400)]
        lines = [json.dumps({"x": x, "in": {"colour": colour}, "y": "a" if x < 50 or colour == "red" else "b"}) for x, colour in rows]
        (self.folder / "train.jsonl").write_text("\n".join(lines))
        self.run_program("train", "train.jsonl", "--target", "y", "-o", "m.tree")
        return lines

    def test_a_key_that_appears_late_in_a_pipe_is_not_lost(self):
        self.model()
        early = [json.dumps({"x": i % 100, "unused": "u" * 20}) for i in range(30_000)]  # more than a block
        late = [json.dumps({"in": {"colour": "blue"}, "x": 90, "id": 7}), json.dumps({"in": {"colour": "red"}, "x": 90})]
        text = "\n".join(early + late)
        (self.folder / "all.jsonl").write_text(text)
        for form, bytes_in in (("lines", text), ("array", "[" + ",\n".join(early + late) + "]")):
            with self.subTest(form=form):
                piped = self.run_program("predict", "m.tree", "-", "--keep", "id", input=bytes_in.encode()).stdout.decode().splitlines()
                self.assertEqual(len(piped), 1 + len(early) + len(late))
                self.assertEqual([line.split(",")[:2] for line in piped[-2:]], [["7", "b"], ["", "a"]])
        from_file = self.run_program("predict", "m.tree", "all.jsonl", "--keep", "id").stdout.decode().splitlines()
        self.assertEqual(from_file, piped)
        # All columns cannot be kept: the header is written.
        refused = self.run_program("predict", "m.tree", "-", "--keep", "all", input=text.encode(), status=3)
        self.assertIn(b"line 30001: the key \"id\" appears when the columns are written already", refused.stderr)
        kept = self.run_program("predict", "m.tree", "all.jsonl", "--keep", "all").stdout.decode().splitlines()
        self.assertEqual(kept[0].split(",")[:4], ["x", "unused", "in.colour", "id"])

    def test_a_file_without_the_columns_of_the_model_is_refused(self):
        self.model()
        for text in ('{"z":1}\n', '{"z":1}\n' * 100_000):
            (self.folder / "other.jsonl").write_text(text)
            with open(self.folder / "other.jsonl", "rb") as pipe:
                for arguments in (["other.jsonl"], ["-"]):
                    piped = {"input": text.encode()} if arguments == ["-"] else {"stdin": pipe}
                    refused = self.run_program("predict", "m.tree", *arguments, status=3, **piped)
                    self.assertIn(b"it has none of the model's columns", refused.stderr)

    def test_a_number_has_a_point_whatever_texts_have(self):
        (self.folder / "pay.csv").write_text("pay;y\n84.959,83;ja\n31.200,00;nein\n47.350,50;ja\n28.999,99;nein\n")
        self.run_program("train", "pay.csv", "--target", "y", "--preset", "cart", "-o", "pay.tree")
        asked = '{"pay":84.959}\n{"pay":"84.959,83"}\n{"pay":84959.83}\n'
        for options in ([], ["--stream", "--json"]):
            answers = self.run_program("predict", "pay.tree", "-", *options, input=asked.encode()).stdout.decode().splitlines()[-3:]
            self.assertEqual(["ja" if "ja" in line.split(",")[0] else "nein" for line in answers], ["nein", "ja", "ja"])

    def test_memory_does_not_grow_with_a_pipe(self):
        lines = self.model()
        block = ("\n".join(lines) + "\n").encode()

        def peak(times):
            process = subprocess.Popen([PROGRAM, "predict", "m.tree", "-", "--quiet"], cwd=self.folder, stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL)
            for _ in range(times):
                process.stdin.write(block)
            process.stdin.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss

        self.assertLess(peak(1000), peak(100) + 10_000)


if __name__ == "__main__":
    unittest.main()
