"""A model says how it was made: the command that `show --provenance` prints makes the same bytes again."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))


def table(rows=200):
    draw = random.Random(3)
    lines = ["id;size;price;plz;when;old one;y"]
    for row in range(rows):
        price = draw.randint(100, 900_000) / 100
        size = draw.choice(["small", "medium", "large", "99"])
        written = f"{price:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")
        when = f"{draw.randint(1, 28):02}/{draw.randint(1, 12):02}/{draw.randint(1990, 2020)}"
        label = draw.choice("ab") if draw.random() < 0.3 else ("a" if price > 4000 else "b")
        lines.append(f"n{row % 150};{size};{written} €;{draw.randint(0, 9999):05};{when};{draw.randint(0, 9)};{label}")
    return "\n".join(lines) + "\n"


TRAININGS = [
    [],
    ["--preset", "cart", "--seed", "7"],
    ["--preset", "c45", "--ignore", "plz,old one", "--na", "size=99"],
    ["--preset", "cart", "--ordered", "size=99<small<medium<large", "--class-weight", "a=2", "--max-depth", "3"],
    ["--categorical", "old one,id", "--date", "when=%d/%m/%Y", "--decimal", "comma", "--priors", "equal", "--cp", "0.02"],
    ["--na", "size=99,small", "--na", "+zz", "--na", "old one=0,1"],
    ["--date", "when=%d/%m/%Y", "--date-parts", "year", "--date-parts", "when=weekday,month", "--ignore", "when", "--fold-case"],
    ["--no-header", "--skip", "1", "--names", "id,size,price,plz,when,old one,y", "--criterion", "gini", "--prune", "none"],
]


class Repeating(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "t.csv").write_text(table())

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, check=True, text=True).stdout

    def test_the_command_makes_the_same_bytes(self):
        for options in TRAININGS:
            with self.subTest(options=options):
                self.run_program("train", "t.csv", "--target", "y", *options, "-o", "first.tree", "--force")
                command = json.loads(self.run_program("show", "first.tree", "--provenance", "--json"))["command"]
                self.assertTrue(command.startswith("treewright train FILE "), command)
                again = command.replace("treewright", f"'{PROGRAM}'", 1).replace(" FILE ", " t.csv ", 1)
                subprocess.run(f"{again} -o second.tree --force", shell=True, cwd=self.folder, check=True, capture_output=True)
                self.assertEqual((self.folder / "first.tree").read_bytes(), (self.folder / "second.tree").read_bytes(), command)

    def test_words_for_missing_are_those_of_training(self):
        (self.folder / "na.csv").write_text("age,y\n" + "".join(f"{age},{'old' if age > 50 else 'young'}\n" for age in range(20, 80))
                                            + "99,young\n" * 20)
        self.run_program("train", "na.csv", "--target", "y", "--na", "+99", "--preset", "cart", "-o", "na.tree")
        (self.folder / "one.csv").write_text("age\n99\n")
        without, with_words = self.run_program("predict", "na.tree", "one.csv"), self.run_program("predict", "na.tree", "one.csv", "--na", "+99")
        self.assertEqual(without, with_words)
        self.assertIn("young", without)
        self.assertIn("old", self.run_program("predict", "na.tree", "one.csv", "--na", "none"))

    def test_a_target_of_many_classes_is_refused_unless_asked_for(self):
        (self.folder / "many.csv").write_text("x,y\n" + "".join(f"{i % 7},n{i}x\n" for i in range(60)))
        for verb in (["train"], ["describe"]):
            done = subprocess.run([PROGRAM, *verb, "many.csv", "--target", "y"], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 3)
            self.assertIn("the target 'y' has 60 classes in 60 rows, 60 of which occur once; it may be an identifier", done.stderr)
        self.run_program("train", "many.csv", "--target", "y", "--task", "classification", "--preset", "id3", "--max-depth", "1")


if __name__ == "__main__":
    unittest.main()
