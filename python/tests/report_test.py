"""`report` of the package: the same page as the program's, for tables, models and estimators."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import warnings

import pandas as pd

import treewright as tw

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", str(ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
LOANS = pd.read_csv(ROOT / "examples" / "data" / "loans.csv")


def without_words_of_the_front(page):
    """What the command line and Python call the table, and how they spell a parameter."""
    page = re.sub(r"(<dt>table</dt>)<dd>[^<]*</dd>", r"\1", page)
    page = re.sub(r"<title>[^<]*</title>|<h1>[^<]*</h1>|<h3>Remarks</h3>.*?</section>|<p>Here, the table was [^<]*</p>\n", "", page, flags=re.S)
    return re.sub(r"(and predicts them:) [^:]*:", r"\1", page)


class ReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_page_is_that_of_the_program(self):
        LOANS.to_csv(self.folder / "loans.csv", index=False)
        subprocess.run([PROGRAM, "report", self.folder / "loans.csv", "--target", "repaid", "--folds", "5", "-o", self.folder / "page.html"],
                       capture_output=True, check=True)
        ours = tw.report(LOANS, "repaid", folds=5).html
        self.assertEqual(without_words_of_the_front(ours), without_words_of_the_front((self.folder / "page.html").read_text()))

    def test_forms(self):
        X, y = LOANS.drop(columns="repaid"), LOANS.repaid
        by_name = tw.report(LOANS, "repaid", title="Who repays?")
        self.assertIn("<h1>Who repays?</h1>", by_name.html)
        self.assertEqual(str(by_name), by_name.summary)
        self.assertRegex(by_name.summary, r"^A tree with \d+ leaves predicts 'repaid'\.")
        self.assertEqual(by_name.html, tw.report(X, y, learner=tw.TreeClassifier(), title="Who repays?").html)
        self.assertIn("Learning curve", tw.report(X, y, learner={"preset": "id3", "max_depth": 2}, learning_curve=True, folds=3).html)
        model = tw.train(LOANS.iloc[:120], "repaid")
        estimator = tw.TreeClassifier().fit(X.iloc[:120], y.iloc[:120])
        of_model = tw.report(model, LOANS.iloc[120:])
        self.assertEqual(of_model.html, tw.report(estimator, X.iloc[120:], y.iloc[120:]).html)
        self.assertIn("80 rows", of_model.summary)

    def test_it_is_kept_and_shown(self):
        page = tw.report(LOANS, "repaid", learner="cart", folds=3)
        page.save(self.folder / "page.html")
        self.assertEqual((self.folder / "page.html").read_text(), page.html)
        shown = page._repr_html_()
        self.assertTrue(shown.startswith("<iframe sandbox "))
        self.assertNotIn("<h1>", shown)  # the page is an attribute, all of it escaped

    def test_what_makes_no_sense_is_refused(self):
        model = tw.train(LOANS, "repaid")
        for call, words in ((lambda: tw.report(LOANS), "takes its labels, too"), (lambda: tw.report(model), "takes rows"),
                            (lambda: tw.report(tw.TreeClassifier(), LOANS), "is not fitted"), (lambda: tw.report(model, LOANS, folds=3), "report on a table"),
                            (lambda: tw.report(LOANS.drop(columns="repaid"), LOANS.repaid, LOANS.repaid), "two arguments")):
            with self.subTest(words=words), self.assertRaisesRegex(TypeError, words), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call()


if __name__ == "__main__":
    unittest.main()
