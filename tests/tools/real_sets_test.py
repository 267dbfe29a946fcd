"""The report on real sets: means, goals and reasons must be those of the single trees."""

import pathlib
import sys
import tempfile
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import real_sets
import real_tables
from real_tables import Goal, Table

LEARNERS = {"auto": "preset=auto", "cart --se 0": "preset=cart,se=0", "c45": "preset=c45"}


def trials(*pairs):
    return [{"score": score, "leaves": leaves, "seconds": 0.5} for score, leaves in pairs]


def answer(folds, split=(), classes=2):
    """`folds` has the trials of each learner."""
    return {"rows": 1000, "features": 3, "classes": classes,
            "learners": [{"learner": "", "folds": trials(*one), "split": trials(*split)} for one in folds]}


def options(**more):
    return types.SimpleNamespace(learners=LEARNERS, seeds=1, **more)


ANSWER = answer([[(0.80, 4), (0.90, 6)], [(0.80, 10), (0.88, 10)], [(0.70, 20), (0.70, 20)]])


class FiguresTest(unittest.TestCase):
    def test_means_over_folds(self):
        found = real_sets.figures([ANSWER], LEARNERS)["auto"]
        self.assertAlmostEqual(85.0, found["score"])
        self.assertAlmostEqual(5.0, found["leaves"])

    def test_the_spread_is_that_of_the_seeds(self):
        other = answer([[(0.81, 4), (0.91, 6)]] * 3)
        found = real_sets.figures([ANSWER, other], LEARNERS)["auto"]
        self.assertAlmostEqual(85.5, found["score"])
        self.assertAlmostEqual(0.5 ** 0.5, found["spread"])

    def test_a_seed_that_failed_is_no_mean_of_the_others(self):
        self.assertEqual({}, real_sets.figures([ANSWER, {"failed": "why"}], LEARNERS))

    def test_numbers_are_no_percents(self):
        self.assertAlmostEqual(2.0, real_sets.figures([answer([[(2.0, 1)]] * 3, classes=0)], LEARNERS)["auto"]["score"])


class GoalTest(unittest.TestCase):
    found = {"auto": {"score": 90.0, "leaves": 30.0}, "cart": {"score": 89.0, "leaves": 10.0}}

    def test_the_best_learner_counts_unless_one_is_named(self):
        self.assertTrue(real_sets.is_reached(Goal(90), self.found, False))
        self.assertFalse(real_sets.is_reached(Goal(90, "cart"), self.found, False))

    def test_leaves_and_score_must_be_those_of_one_learner(self):
        self.assertFalse(real_sets.is_reached(Goal(90, leaves=20), self.found, False))
        self.assertTrue(real_sets.is_reached(Goal(89, leaves=20), self.found, False))

    def test_errors_must_be_small(self):
        self.assertTrue(real_sets.is_reached(Goal(90), self.found, True))
        self.assertFalse(real_sets.is_reached(Goal(88), self.found, True))


class ReportTest(unittest.TestCase):
    def test_the_default_against_the_larger_tree(self):
        entry = Table("one", "one.csv")
        text = real_sets.report([entry], {"one": [ANSWER]}, options())
        self.assertIn("+1.00 points, 0.50 of the leaves (geometric mean 0.50) | reached |", text)
        self.assertIn("| one | 1,000 | 85.00 | 5.00 | 84.00 | 10.0 | 70.00 | 20.0 |", text)

    def test_a_missed_goal_is_marked(self):
        entry = Table("one", "one.csv", goal=Goal(85.1))
        self.assertIn("85.00, 5.00 leaves | **missed** |", real_sets.report([entry], {"one": [ANSWER]}, options()))

    def test_the_original_split_has_a_row_of_its_own(self):
        text = real_sets.report([Table("one", "one.csv")], {"one": [answer([[(0.8, 4)]] * 3, [(0.75, 3)])]}, options())
        self.assertIn("| one, original split | 1,000 | 75.00 | 3.00 |", text)

    def test_a_set_that_failed_says_why_and_is_in_no_mean(self):
        entries = [Table("one", "one.csv"), Table("two", "two.csv")]
        text = real_sets.report(entries, {"one": [ANSWER], "two": [{"failed": "no file"}]}, options())
        self.assertIn("| two | no file |", text)
        self.assertIn("| **mean** |  | **85.00** |", text)

    def test_numbers_have_no_c45(self):
        entry = Table("sea", "sea.csv", is_numeric=True)
        text = real_sets.report([entry], {"sea": [answer([[(2.0, 3)], [(2.5, 4)]], classes=0)]}, options())
        self.assertIn("| sea | 1,000 | 2.00 | 3.00 | 2.50 | 4.00 | 1.00 |", text)
        self.assertNotIn("c45", text)


class TablesTest(unittest.TestCase):
    def test_names_are_unique_and_goals_name_learners(self):
        names = [entry.name for entry in real_tables.TABLES]
        self.assertEqual(len(names), len(set(names)))
        for entry in real_tables.TABLES:
            self.assertTrue(entry.goal is None or entry.goal.learner in {"", *real_tables.LEARNERS}, entry.name)

    def test_labels_of_the_test_rows_lose_their_full_stop(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(folder) / "test.csv"
            file.write_text("1.5, <=50K.\n2.0, >50K.\n")
            self.assertEqual("1.5, <=50K\n2.0, >50K\n", real_sets.without_full_stops(file, scratch).read_text())

    def test_a_file_that_is_not_there_is_a_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            found = real_sets.measure(Table("one", "one.csv"), options(folder=pathlib.Path(folder), program="none"), 1, folder)
        self.assertEqual({"failed": "one.csv is not in the folder"}, found)


if __name__ == "__main__":
    unittest.main()
