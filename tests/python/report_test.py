"""`treewright report`: a page that says what the other verbs say, in the order of a reader's questions, without rows or folders, and the same
for the same rows."""

import html
import html.parser
import os
import pathlib
import random
import re
import shlex
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
VOID = {"meta", "img", "br", "rect", "path", "circle", "line"}
HOSTILE = ['</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "a\x1b[31mb", "‮abc", "<b>&amp;", "'; DROP TABLE x"]


class Page(html.parser.HTMLParser):
    """Reads a page in which every element is closed where it was opened."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, tag

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        if not {"style", "title"} & set(self.open):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())

    def headings(self):
        return [attributes["id"] for tag, attributes in self.tags if tag == "section"]


def run(*arguments, folder=None, expected=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=folder)
    assert done.returncode == expected, done.stderr
    return done.stdout if expected == 0 else done.stderr


class ReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="treewright-secret-folder-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        draw = random.Random(5)
        self.lines = []
        for row in range(300):
            age, income = draw.randrange(18, 80), round(draw.uniform(10, 90), 1)
            job = draw.choice(["employed", "retired", "student"])
            repaid = "yes" if (income > 40) != (draw.random() < 0.1) or job == "retired" else "no"
            self.lines.append(f"customer-{row:04},{age},{income},{job},{repaid}")
        self.table = self.written("loans.csv", self.lines)

    def written(self, name, lines):
        path = self.folder / name
        path.write_text("\n".join(["id,age,income,job,repaid", *lines]) + "\n")
        return path

    def page(self, *arguments, name="page.html"):
        run("report", *arguments, "-o", self.folder / name, "--force", "--quiet")
        return (self.folder / name).read_text()

    def test_the_parts_come_in_the_order_of_a_readers_questions(self):
        page = Page(self.page(self.table, "--target", "repaid", "--learning-curve"))
        self.assertEqual(page.headings(), ["data", "tree", "quality", "importance", "calibration", "rules", "curve", "repeat"])
        for tag, attributes in page.tags:
            if tag == "a":
                self.assertIn(attributes["href"].removeprefix("#"), page.headings())

    def test_it_says_what_cv_and_evaluate_say(self):
        page = Page(self.page(self.table, "--target", "repaid", "--folds", "5")).text
        cv = run("cv", self.table, "--target", "repaid", "--folds", "5", "--quiet", folder=self.folder)
        for line in cv.splitlines()[1:]:
            if line.startswith(("error", "training error", "leaves", "accuracy", "log loss", "AUC")):
                self.assertIn(" ".join(line.split()), page)
        model = self.folder / "loans.tree"
        run("train", self.table, "--target", "repaid", "-o", model, "--quiet")
        test = self.written("test.csv", self.lines[:120])
        page = Page(self.page(model, test)).text
        told = run("evaluate", model, test, "--importance", "--quiet").split("\n\n", 1)[1]
        for line in told.splitlines():
            if line and "Calibration of" not in line:
                self.assertIn(" ".join(line.split()), page)

    def test_the_command_repeats_the_tree(self):
        text = Page(self.page(self.table, "--target", "repaid", "--max-depth", "2", "--prune", "none")).text
        command = re.search(r"treewright report FILE ([^:]*?) -o PAGE FILE is the table", text)[1].split()
        again, asked = self.folder / "again.tree", self.folder / "asked.tree"
        run("train", self.table, *command, "-o", again, "--quiet")
        run("train", self.table, "--target", "repaid", "--max-depth", "2", "--prune", "none", "-o", asked, "--quiet")
        self.assertEqual(again.read_bytes(), asked.read_bytes())

    def test_the_command_repeats_the_page(self):
        for asked in (("--folds", "5", "--repeats", "2", "--max-depth", "3", "--learning-curve", "--weight", "income", "--ignore", "age"),
                      ("--weight", "income", "--weights-are", "importance", "--title", "Who repays?", "--seed", "7"), ("--holdout", "0.3", "--plain-folds"),
                      ("--prune", "rules", "--group", "job", "--folds", "3")):
            with self.subTest(asked=asked):
                page = self.page(self.table, "--target", "repaid", *asked)
                command = html.unescape(re.search(r"same page by:</p>\n<pre[^>]*>treewright report FILE (.*?) -o PAGE\n", page)[1])
                self.assertEqual(page, self.page(self.table, *shlex.split(command), name="again.html"))
                self.assertNotIn("if there was one", page)

    def test_it_holds_no_rows_and_no_folders(self):
        (self.folder / "inner").mkdir()
        inner = self.folder / "inner" / "loans.csv"
        inner.write_text(self.table.read_text() + "\n")  # a blank line: a note with the name of the file
        model = self.folder / "loans.tree"
        run("train", inner, "--target", "repaid", "-o", model, "--quiet")
        pages = [self.page(inner, "--target", "repaid", "--learning-curve"), self.page(model, inner)]
        for verb, *more in (("evaluate", model, inner), ("cv", inner), ("curve", inner, "--repeats", "2"), ("prune", "--compare", inner),
                            ("compare", inner, "--preset", "id3", "--preset", "cart")):
            target = () if verb == "evaluate" else ("--target", "repaid")
            run(verb, *more, *target, "--html", self.folder / "part.html", "--quiet", *(() if verb == "evaluate" else ("--force",)))
            pages.append((self.folder / "part.html").read_text())
            (self.folder / "part.html").unlink()
        for page in pages:
            for word in ("secret-folder", "customer-"):
                self.assertNotIn(word, page[max(0, page.find(word) - 200):][:400])
            self.assertIn("loans.csv", page)

    def test_the_same_rows_give_the_same_page(self):
        first = self.page(self.table, "--target", "repaid", "--threads", "1")
        self.assertEqual(first, self.page(self.table, "--target", "repaid", "--threads", "2"))
        random.Random(1).shuffle(self.lines)
        self.assertEqual(first, self.page(self.written("loans.csv", self.lines), "--target", "repaid"))
        self.assertNotEqual(first, self.page(self.table, "--target", "repaid", "--seed", "2"))

    def test_names_are_data(self):
        draw = random.Random(2)
        names = [f"{name}{i}" for i, name in enumerate(HOSTILE)]
        quoted = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in names]
        lines = [",".join([*quoted, '"class"'])]
        levels = [f'{cell[:-1]} level"' for cell in quoted]
        for _ in range(200):
            cells = [draw.choice(levels) for _ in names]
            lines.append(",".join([*cells, cells[0] if draw.random() < 0.8 else draw.choice(levels)]))
        table = self.folder / f"{HOSTILE[4]}.csv"
        table.write_text("\n".join(lines) + "\n")
        model = self.folder / "hostile.tree"
        run("train", table, "--target", "class", "-o", model, "--quiet")
        run("train", table, "--target", "class", "--prune", "rules", "-o", self.folder / "rules.tree", "--quiet")
        for page in (self.page(table, "--target", "class", "--title", HOSTILE[0]), self.page(model, table),
                     self.page(self.folder / "rules.tree", table)):
            read = Page(page)
            self.assertFalse({"script", "b", "iframe", "object", "link"} & {tag for tag, _ in read.tags})
            self.assertFalse([attributes for tag, attributes in read.tags if any(name.startswith("on") for name in attributes)])
            self.assertTrue(all(attributes["src"].startswith("data:") for tag, attributes in read.tags if tag == "img"))
            self.assertFalse({"\x1b", "‮"} & set(page))
            self.assertIn("default-src 'none'", page)
            self.assertIn("alert(1)", read.text)

    def test_other_targets_and_learners(self):
        for arguments, words in ((("--target", "age"), "the mean alone"), (("--target", "job"), "confusions"),
                                 (("--target", "repaid", "--prune", "rules"), "A list of"), (("--target", "repaid", "--repeats", "2"), "repeated 2 times"),
                                 (("--target", "repaid", "--holdout", "0.3"), "held out"), (("--target", "repaid", "--group", "job", "--folds", "3"), "by groups"),
                                 (("--target", "repaid", "--weight", "age", "--weights-are", "importance"), "repaid")):
            with self.subTest(arguments=arguments):
                self.assertIn(words.lower().replace("confusions", "confusion"), Page(self.page(self.table, *arguments)).text.lower())

    def test_a_pipe_is_read_once(self):
        """Looking whether an argument is a model must not take the first bytes of a table from its pipe."""
        expected = self.page(self.table, "--target", "repaid", "--title", "t")
        command = f"{PROGRAM} report <(cat {self.table}) --target repaid --title t -o {self.folder / 'piped.html'} --quiet"
        subprocess.run(["bash", "-c", command], check=True, capture_output=True)
        facts = re.compile(r"<dd>[^<]*</dd>|and predicts them: [^:]*:")
        self.assertEqual(facts.sub("", expected), facts.sub("", (self.folder / "piped.html").read_text()))

    def test_a_summary_is_printed(self):
        printed = run("report", self.table, "--target", "repaid", "-o", self.folder / "a.html", "--quiet")
        self.assertRegex(printed, r"^A tree with \d+ leaves predicts 'repaid'\. Of rows that were held out, it gets\n?")
        self.assertIn("a.html", printed)


if __name__ == "__main__":
    unittest.main()
