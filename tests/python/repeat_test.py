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
    ["--prune", "rules", "--confidence", "0.1", "--decimal", "comma"],
    ["--preset", "cart", "--keep-unpruned"],
    ["--preset", "c45", "--merge-same-class"],
    ["--preset", "c45", "--merge-same-class", "--keep-unpruned"],
    ["--max-depth", "0", "--keep-unpruned"],
    ["--preset", "id3", "--prune", "reduced-error", "--validation", "v.csv"],
    ["--preset", "id3", "--prune", "reduced-error"],
    ["--preset", "cart", "--costs", "c.csv"],
]


class Repeating(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "t.csv").write_text(table())
        (self.folder / "v.csv").write_text(table(90))
        (self.folder / "c.csv").write_text(",a,b\na,0,3\nb,0.5,0\n")

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, check=True, text=True).stdout

    def test_the_command_makes_the_same_bytes(self):
        for options in TRAININGS:
            with self.subTest(options=options):
                self.run_program("train", "t.csv", "--target", "y", *options, "-o", "first.tree", "--force")
                command = json.loads(self.run_program("show", "first.tree", "--provenance", "--json"))["command"]
                self.assertTrue(command.startswith("treewright train FILE "), command)
                self.run_again(command, "second.tree")
                self.assertEqual((self.folder / "first.tree").read_bytes(), (self.folder / "second.tree").read_bytes(), command)

    def run_again(self, command, output):
        """The words in capitals stand for files, as the page explains; bash, because of $'…'."""
        for word, file in ((" FILE", " t.csv"), (" VALIDATION", " v.csv"), (" COSTS", " c.csv"), (" TREE", " again.tree")):
            command = command.replace(word, file, 1)
        again = command.replace("treewright", f"'{PROGRAM}'", 1)
        subprocess.run(["bash", "-c", f"{again} -o {output} --force"], cwd=self.folder, check=True, capture_output=True)

    def test_a_list_made_of_a_saved_tree(self):
        self.run_program("train", "t.csv", "--target", "y", "--confidence", "0.1", "--preset", "c45", "-o", "first.tree")
        self.run_program("rules", "first.tree", "--simplify", "t.csv", "-o", "first.rules")
        page = json.loads(self.run_program("show", "first.rules", "--provenance", "--json"))
        self.run_again(page["command"], "again.tree")
        self.run_again(page["rules_command"], "second.rules")
        self.assertEqual((self.folder / "first.rules").read_bytes(), (self.folder / "second.rules").read_bytes())
        for command in ("command", "rules_command"):
            self.assertIn(page[command], self.run_program("show", "first.rules", "--provenance"))

    def test_the_costs_of_the_page_are_the_file(self):
        self.run_program("train", "t.csv", "--target", "y", "--costs", "c.csv", "-o", "first.tree")
        page = self.run_program("show", "first.tree", "--provenance")
        table_of_costs = page[page.index("COSTS is a file"):].split("\n\n", 1)[1]
        self.assertEqual(table_of_costs.replace("  ", ""), (self.folder / "c.csv").read_text())

    def test_names_that_a_terminal_would_obey_or_that_look_like_options(self):
        for name in ("red\x1b[31m", "it's \x1b\\", "yes", "-x"):
            with self.subTest(name=name):
                (self.folder / "t.csv").write_text(f"a,b,{name}\n" + "".join(f"{i},{i % 3},{'pq'[i > 20]}\n" for i in range(40)))
                self.run_program("train", "t.csv", f"--target={name}", "--ignore", "b", "-o", "first.tree", "--force")
                page = self.run_program("show", "first.tree", "--provenance")
                self.assertNotIn("\x1b", page)
                command = json.loads(self.run_program("show", "first.tree", "--provenance", "--json"))["command"]
                self.assertIn(command, page)
                self.run_again(command, "second.tree")
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
