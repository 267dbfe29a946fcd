"""Every file of the folder `data` has one trait of files as people have them. Next to it stands the table that it means (.expected, as
`treewright table --csv` writes it) and, where the program cannot know, the options that say so (.options)."""

import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "data"
PROGRAM = os.environ["TREEWRIGHT"]


def messy_files():
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".csv", ".tsv", ".txt", ".json", ".jsonl"))


def run(verb, path, *arguments):
    options = path.with_suffix(".options")
    given = shlex.split(options.read_text()) if options.exists() else []
    return subprocess.run([PROGRAM, verb, str(path), *arguments, *given], capture_output=True, check=False)


class MessyFiles(unittest.TestCase):
    def test_there_are_many(self):
        self.assertGreaterEqual(len(messy_files()), 40)

    def test_the_table_is_the_expected_one(self):
        for path in messy_files():
            with self.subTest(path.name):
                done = run("table", path, "--csv")
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                self.assertEqual(done.stdout.decode(), path.with_suffix(".expected").read_text())

    def test_describe_and_train_take_it(self):
        for path in messy_files():
            with self.subTest(path.name):
                for verb, arguments in (("describe", []), ("train", ["--target", "last", "--preset", "c45"])):
                    done = run(verb, path, *arguments)
                    self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_a_model_reads_the_file_as_it_was_trained_on_it(self):
        """Without the options of training: the model knows how its columns are written."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "m.tree"
            for path in messy_files():
                if path.stem in FILE_OPTIONS:
                    continue
                with self.subTest(path.name):
                    trained = run("train", path, "--target", "last", "--preset", "cart", "--prune", "none", "--min-leaf", "1",
                                  "--min-split", "2", "-o", str(model), "--force", "--json")
                    self.assertEqual(trained.returncode, 0, trained.stderr.decode())
                    evaluated = subprocess.run([PROGRAM, "evaluate", str(model), str(path), "--json"], capture_output=True, check=False)
                    self.assertEqual(evaluated.returncode, 0, evaluated.stderr.decode())
                    error_of_training = json.loads(trained.stdout)["training_error"]["tree"]
                    self.assertAlmostEqual(json.loads(evaluated.stdout)["figures"]["error"]["value"], error_of_training)


# Options about the file as a whole, which a model does not repeat for other files.
FILE_OPTIONS = {"preamble-skipped", "comments-percent", "latin-1", "quotes-none", "rows-skipped", "rows-padded"}

if __name__ == "__main__":
    unittest.main()
