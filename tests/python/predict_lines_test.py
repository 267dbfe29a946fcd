"""`treewright predict --stream`: an answer for each line before the next one is written, the same as without it."""

import csv
import io
import json
import os
import pathlib
import random
import select
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))


def mixed_rows(count):
    draw = random.Random(5)
    for _ in range(count):
        yield {"age": draw.randrange(17, 90), "income": round(draw.lognormvariate(10, 1), 2),
               "job": draw.choice(["clerk", "nurse, night", 'the "boss"', ""]), "since": f"20{draw.randrange(10, 25)}-0{draw.randrange(1, 9)}-15",
               "share": f"{draw.randrange(100)} %", "member": draw.choice(["yes", "no", "NA"])}


def as_csv(rows, delimiter=",", end="\n"):
    rows = list(rows)
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], delimiter=delimiter, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


class Conversation:
    """Writes lines to the program and waits for its answers, at most a while."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen([PROGRAM, "predict", *arguments, "--stream"], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # ignored in the background
        self.waiting = b""

    def say(self, line):
        self.process.stdin.write(line.encode() if isinstance(line, str) else line)
        self.process.stdin.flush()

    def line_of(self, pipe):
        while b"\n" not in self.waiting:
            if not select.select([pipe], [], [], 60)[0]:
                raise TimeoutError("no answer")
            more = os.read(pipe.fileno(), 4096)
            if not more:
                raise EOFError(self.process.stderr.read().decode())
            self.waiting += more
        line, self.waiting = self.waiting.split(b"\n", 1)
        return line.decode()

    def hear(self):
        return self.line_of(self.process.stdout)

    def ask(self, line):
        self.say(line)
        return self.hear()

    def end(self):
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read().decode()
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        return self.waiting + rest, errors, self.process.wait(60)


class PredictLines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.rows = list(mixed_rows(600))
        labelled = [{**row, "y": "high" if row["income"] > 25000 or row["job"] == "clerk" and row["age"] > 40 else "low",
                     "z": row["age"] * 2 + (row["member"] == "yes") * 7} for row in cls.rows]
        (cls.folder / "train.csv").write_text(as_csv(labelled))
        (cls.folder / "new.csv").write_text(as_csv(cls.rows))
        cls.models = {}
        for name, options in {"class": ["--target", "y", "--ignore", "z"], "number": ["--target", "z", "--ignore", "y"],
                              "fractional": ["--target", "y", "--ignore", "z", "--preset", "c45"],
                              "rules": ["--target", "y", "--ignore", "z", "--prune", "rules"]}.items():
            subprocess.run([PROGRAM, "train", "train.csv", *options, "-o", name + ".tree", "--quiet"], cwd=cls.folder, check=True, capture_output=True)

    def run_program(self, *arguments, status=0, **settings):
        done = subprocess.run([PROGRAM, "predict", *arguments], cwd=self.folder, capture_output=True, timeout=120, check=False, **settings)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done

    def test_each_line_of_csv_is_answered_before_the_next_is_written(self):
        lines = as_csv(self.rows[:20]).splitlines(keepends=True)
        expected = self.run_program("class.tree", "-", "--keep", "age,job", input="".join(lines).encode()).stdout.decode().splitlines()
        conversation = Conversation(self.folder, "class.tree", "-", "--keep", "age,job")
        self.assertEqual([conversation.ask(line) for line in lines], expected)
        self.assertEqual(conversation.end()[::2], (b"", 0))

    def test_each_line_of_json_is_answered_before_the_next_is_written(self):
        conversation = Conversation(self.folder, "class.tree", "-", "--keep", "age")
        for row in self.rows[:20]:
            one = as_csv([row])
            record = {key: None if value in ("", "NA") else value for key, value in row.items()}
            answer = json.loads(conversation.ask(json.dumps(record) + "\n"))
            expected = json.loads(self.run_program("class.tree", "-", "--json", "--keep", "age", input=one.encode()).stdout)["rows"][0]
            self.assertEqual(answer, expected)
        self.assertEqual(conversation.end()[::2], (b"", 0))

    def test_short_lines_do_not_wait_for_more(self):
        (self.folder / "tiny.csv").write_text("a,y\n1,p\n2,p\n3,q\n4,q\n")
        subprocess.run([PROGRAM, "train", "tiny.csv", "--target", "y", "--min-leaf", "1", "--min-split", "2", "--prune", "none", "-o", "tiny.tree",
                        "--quiet"], cwd=self.folder, check=True, capture_output=True)
        conversation = Conversation(self.folder, "tiny.tree", "-")
        self.assertEqual([conversation.ask(line) for line in ("a\n", "1\n", "\n4\n")], ["prediction,p:p,p:q,leaf", "p,1,0,1", "q,0,1,2"])
        conversation.say("2")  # without its end, at the end
        self.assertEqual(conversation.end()[0], b"p,1,0,1\n")
        conversation = Conversation(self.folder, "tiny.tree", "-")
        self.assertEqual(json.loads(conversation.ask('{"a":4}\n'))["prediction"], "q")
        conversation.end()

    def test_answers_are_those_of_predict(self):
        for model in ("class", "number", "fractional", "rules"):
            for name, text in {"commas": as_csv(self.rows), "semicolons": as_csv(self.rows, ";"), "windows": as_csv(self.rows, end="\r\n"),
                               "tabs, a mark": "\ufeff" + as_csv(self.rows, "\t")}.items():
                for options in ([], ["--keep", "all"], ["--keep", "job,age"]):
                    with self.subTest(model=model, text=name, options=options):
                        path = self.folder / "lines.csv"
                        path.write_text(text, newline="")
                        batch = self.run_program(model + ".tree", "lines.csv", *options)
                        stream = self.run_program(model + ".tree", "lines.csv", "--stream", *options)
                        self.assertEqual(stream.stdout, batch.stdout)
                        self.assertEqual(stream.stderr, batch.stderr)
                        with open(path, "rb") as pipe:
                            self.assertEqual(self.run_program(model + ".tree", "-", "--stream", *options, stdin=pipe).stdout, batch.stdout)

    def test_json_answers_to_csv(self):
        rows = json.loads(self.run_program("class.tree", "new.csv", "--json").stdout)["rows"]
        lines = self.run_program("class.tree", "new.csv", "--json", "--stream").stdout.decode().splitlines()
        self.assertEqual([json.loads(line) for line in lines], rows)

    def test_compressed_and_encoded_lines(self):
        subprocess.run(["gzip", "-k", "-f", "new.csv"], cwd=self.folder, check=True)
        batch = self.run_program("class.tree", "new.csv").stdout
        self.assertEqual(self.run_program("class.tree", "new.csv.gz", "--stream").stdout, batch)
        (self.folder / "wide.csv").write_bytes((self.folder / "new.csv").read_text().encode("utf-16-le"))
        self.assertEqual(self.run_program("class.tree", "wide.csv", "--stream", "--encoding", "utf-16").stdout, batch)

    def test_a_row_that_does_not_fit_ends_the_stream(self):
        conversation = Conversation(self.folder, "class.tree", "-")
        head, first, second = as_csv(self.rows[:2]).splitlines(keepends=True)
        conversation.say(head + first)
        answered = [conversation.hear(), conversation.hear()]
        conversation.say("1,2\n" + second)
        rest, errors, status = conversation.end()
        self.assertEqual((rest, status), (b"", 3))
        self.assertIn("standard input, line 3: 2 fields found where 6 are expected", errors)
        self.assertEqual(len(answered), 2)

    def test_rows_that_do_not_fit_are_left_out_and_reported_at_once(self):
        conversation = Conversation(self.folder, "class.tree", "-", "--bad-rows", "skip", "--bad-rows-to", "bad.csv")
        row = self.rows[0]
        good = json.dumps(row) + "\n"
        first = conversation.ask(good)
        errors = [json.loads(conversation.ask(line)) for line in
                  ("none\n", '{"age":"x"}\n', '{"age":\n', '{"other":1}\n', b'{"age":"\xff"}\n', '{"job":"a","job":"b"}\n')]
        self.assertEqual([error["line"] for error in errors], [2, 3, 4, 5, 6, 7])
        self.assertEqual(errors[0]["error"], '"none" is not a record; write it as an object, such as {"age":42,"city":"Rome"}')
        self.assertEqual(errors[1]["error"], "column 'age': \"x\" is not a number; fix the cell, or name the words that mean missing (--na)")
        self.assertIn("is not UTF-8", errors[4]["error"])
        self.assertEqual(conversation.ask(good), first)
        rest, messages, status = conversation.end()
        self.assertEqual((rest, status), (b"", 0))
        self.assertIn("standard input, line 3 is left out: column 'age'", messages)
        self.assertIn("standard input: 6 rows do not fit and are left out (lines 2, 3, 4, 5, 6, 7)", messages)
        with open(self.folder / "bad.csv", newline="", encoding="utf-8", errors="replace") as file:
            bad = list(csv.reader(file))
        self.assertEqual([line[0] for line in bad], ["line", "2", "3", "4", "5", "6", "7"])
        self.assertEqual(bad[2][2], '{"age":"x"}')

    def test_what_a_model_refuses_is_left_out_too(self):
        (self.folder / "whole.csv").write_text("a,y\n1,p\n2,p\n3,q\n4,q\n")
        subprocess.run([PROGRAM, "train", "whole.csv", "--target", "y", "--min-leaf", "1", "--min-split", "2", "--prune", "none", "--missing", "error",
                        "-o", "whole.tree", "--quiet", "--force"], cwd=self.folder, check=True, capture_output=True)
        conversation = Conversation(self.folder, "whole.tree", "-", "--bad-rows", "skip", "--keep", "all")
        self.assertEqual(json.loads(conversation.ask('{"a":4,"id":"x"}\n'))["kept"], {"a": "4", "id": "x"})
        self.assertEqual(json.loads(conversation.ask('{"a":null}\n'))["line"], 2)
        self.assertIn("appears when the columns are written already", json.loads(conversation.ask('{"a":1,"new":2}\n'))["error"])
        self.assertEqual(json.loads(conversation.ask('{"id":"y","a":1}\n'))["prediction"], "p")
        self.assertIn("2 rows do not fit and are left out (lines 2, 3;", conversation.end()[1])

    def test_csv_leaves_them_out(self):
        head, first, second = as_csv(self.rows[:2]).splitlines(keepends=True)
        conversation = Conversation(self.folder, "class.tree", "-", "--bad-rows", "skip")
        conversation.say(head + first)
        answers = [conversation.hear(), conversation.hear()]
        for bad in ("1,2\n", '1,2,"open,2020-01-01,3 %,yes\n', "x,2,clerk,2020-01-01,3 %,yes\n"):
            conversation.say(bad)
            other = Conversation.line_of
            self.assertIn("is left out: ", other(conversation, conversation.process.stderr))
        answers.append(conversation.ask(second))
        self.assertEqual(answers, self.run_program("class.tree", "-", input=(head + first + second).encode()).stdout.decode().splitlines())
        self.assertIn("3 rows do not fit and are left out (lines 3, 4, 5;", conversation.end()[1])

    def test_what_cannot_be_streamed_is_refused(self):
        (self.folder / "x.arff").write_text("@relation r\n@attribute age numeric\n@data\n1\n")
        (self.folder / "x.json").write_text('[{"age":1}]\n')
        for path in ("x.arff", "x.json"):
            self.assertIn(b"which is not answered line by line", self.run_program("class.tree", path, "--stream", status=3).stderr)
        self.assertIn(b"--stream answers on standard output", self.run_program("class.tree", "new.csv", "--stream", "-o", "out.csv", status=2).stderr)
        self.assertIn(b"not closed in its line", self.run_program("class.tree", "-", "--stream", status=3,
                                                                  input=as_csv([{**self.rows[0], "job": "two\nlines"}]).encode()).stderr)
        self.assertIn(b"it is empty", self.run_program("class.tree", "-", "--stream", status=3, input=b"").stderr)

    def test_the_end_of_the_reader_and_ctrl_c(self):
        conversation = Conversation(self.folder, "class.tree", "-")
        head, first, second = as_csv(self.rows[:2]).splitlines(keepends=True)
        conversation.say(head)
        conversation.hear()
        conversation.process.send_signal(signal.SIGINT)
        self.assertEqual(conversation.process.wait(60), 130)
        conversation.end()
        conversation = Conversation(self.folder, "class.tree", "-")
        conversation.say(head)
        conversation.hear()
        conversation.process.stdout.close()
        conversation.say(first + second)
        self.assertEqual(conversation.process.wait(60), 0)
        conversation.process.stdin.close()
        conversation.process.stderr.close()


if __name__ == "__main__":
    unittest.main()
