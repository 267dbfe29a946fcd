"""The results of the toolbox: attributes, dictionaries, data frames, text and HTML, from real calls on the example tables."""

import copy
import functools
import html.parser
import json
import pathlib
import pickle
import sys
import unittest
import unittest.mock
import warnings
import xml.etree.ElementTree

import numpy as np
import pandas as pd

import treewright as tw
from treewright import _core, _html, _results
from treewright._frames import columns_of
from treewright._model import Model

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data"
VOID = {"img", "br", "hr"}


def table(name):
    return columns_of(pd.read_csv(DATA / f"{name}.csv"))


def parsed(answer):
    facts, *others = answer
    return json.loads(facts), *others


class Made:
    """One result of each kind, made once."""

    def __init__(self):
        warnings.simplefilter("ignore")
        loans, golf = table("loans"), table("golf")
        classes, numbers = _core.make_dataset(loans, {"target": "repaid"}), _core.make_dataset(loans, {"target": "savings"})
        play = _core.make_dataset(golf, {"target": "Play"})
        self.tree = _core.fit(classes, {"prune": "none"})
        self.golf_tree = _core.fit(play, {"preset": "id3"})
        self.number_tree = _core.fit(numbers, {"prune": "none"})
        self.list = _core.simplify(self.tree, classes)
        self.loans = loans
        labels = [False, True]
        _, text, work = _core.show_work(play, {"preset": "id3"})
        self.results = {
            "evaluation": _results.Evaluation(*parsed(_core.evaluate(self.tree, classes, {"importance": True})), labels=labels),
            "evaluation of numbers": _results.Evaluation(*parsed(_core.evaluate(self.number_tree, numbers, {}))),
            "cross-validation": _results.CrossValidation(
                *parsed(_core.cross_validate(classes, {"max-depth": 2}, {"folds": 3, "repeats": 2})), labels=labels),
            "cross-validation of numbers": _results.CrossValidation(
                *parsed(_core.cross_validate(numbers, {"max-depth": 2}, {"holdout": 0.3, "repeats": 2}))),
            "leave-one-out": _results.CrossValidation(
                *parsed(_core.cross_validate(play, {"preset": "id3"}, {"leave-one-out": True})), labels=labels.__getitem__),
            "comparison": _results.Comparison(*parsed(_core.compare(
                [("deep", {"preset": "id3"}), ("stump", {"max-depth": 1}), ("<b>two</b>", {"max-depth": 2})], classes, {"folds": 3}))),
            "tuning": _results.Tuning(*parsed(_core.tune(
                classes, ["max-depth=1..3", "prune=none,pessimistic"], {}, {}, {"folds": 3}, {"nested": True, "inner-folds": 2}))),
            "curve": _results.LearningCurve(*parsed(_core.learning_curve(classes, {"max-depth": 2}, {"repeats": 3}))),
            "prunings": _results.PruningComparison(*parsed(_core.compare_prunings(classes, {"max-depth": 3}))),
            "path": _results.PrunePath(*self.tree.sequence()),
            "description": _results.Description(*parsed(_core.describe(loans, {"target": "repaid"}))),
            "description of columns": _results.Description(*parsed(_core.describe(loans))),
            "explanation": _results.Explanation(*parsed(self.tree.explain(loans, 0)), labels=labels),
            "explanation of a number": _results.Explanation(*parsed(self.number_tree.explain(loans, 0))),
            "explanation by a list": _results.Explanation(*parsed(self.list.explain(loans, 3)), labels=labels),
            "rules": rules_of(self.tree, labels),
            "rules for a number": rules_of(self.number_tree, None),
            "rule list": rules_of(self.list, labels),
            "work": _results.Work(json.loads(work), text),
        }


def rules_of(model, labels):
    return _results.Rules(json.loads(model.rules({}, "json")), model.rules({}, "text"), labels=labels)


made = None


def setUpModule():
    global made
    made = Made()


def for_each_result(test):
    @functools.wraps(test)
    def run(self):
        for name, result in made.results.items():
            with self.subTest(name):
                test(self, result)

    return run


class Balanced(html.parser.HTMLParser):
    """Reads HTML in which every element is closed where it was opened, and keeps its text and its tags."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.tags = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self):
        return "".join(self.texts)


class EveryResult(unittest.TestCase):
    @for_each_result
    def test_facts_are_json(self, result):
        facts = result.to_dict()
        self.assertEqual(json.loads(json.dumps(facts, allow_nan=False)), facts)
        facts.clear()
        self.assertNotEqual(result.to_dict(), {})

    @for_each_result
    def test_text_is_that_of_the_command_line(self, result):
        self.assertEqual(str(result), repr(result))
        self.assertTrue(result.text and not result.text.endswith("\n"))

    @for_each_result
    def test_pickles_and_copies_are_equal(self, result):
        for twin in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
            self.assertEqual(twin, result)
            self.assertEqual(twin.text, result.text)
            self.assertEqual(twin._repr_html_(), result._repr_html_())
        self.assertNotEqual(made.results["rules"], made.results["rule list"])
        self.assertNotEqual(made.results["rules"], "rules")

    @for_each_result
    def test_html_is_well_formed_and_stands_alone(self, result):
        page = Balanced(result._repr_html_())
        self.assertEqual(page.tags[0], ("div", {"class": "treewright"}))
        for tag, attributes in page.tags:
            self.assertNotIn(tag, ("script", "link", "iframe", "b" if not attributes else ""))
            self.assertFalse([name for name in attributes if name.startswith("on")])
            self.assertTrue(attributes.get("src", "data:").startswith("data:"))
        self.assertNotIn("url(", result._repr_html_())

    @for_each_result
    def test_frames(self, result):
        frame = result.to_frame()
        self.assertIsInstance(frame, pd.DataFrame)
        self.assertEqual(len(frame) > 0, result is not made.results["leave-one-out"])

    @for_each_result
    def test_every_attribute_has_a_sentence_and_an_answer(self, result):
        for name in dir(type(result)):
            attribute = getattr(type(result), name)
            if isinstance(attribute, property):
                self.assertTrue(attribute.__doc__, name)
                try:
                    getattr(result, name)
                except AttributeError as error:
                    self.assertRegex(str(error), f"^this {type(result).__name__} has no '{name}'|without its predictions")

    @for_each_result
    def test_an_unknown_name_gets_a_near_one(self, result):
        with self.assertRaisesRegex(AttributeError, f"{type(result).__name__} has no attribute 'to_dicct': did you mean 'to_dict'?"):
            result.to_dicct
        with self.assertRaisesRegex(AttributeError, "it has .*to_frame"):
            result.zzzz

    @for_each_result
    def test_without_pandas_a_sentence(self, result):
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, r"need pandas, which is not installed: install it, or use to_dict\(\)"):
                result.to_frame()


class Evaluations(unittest.TestCase):
    def test_figures_are_those_of_the_facts(self):
        evaluation = made.results["evaluation"]
        facts = evaluation.to_dict()["figures"]
        self.assertEqual(list(evaluation.figures), list(facts))
        for name, figure in evaluation.figures.items():
            self.assertEqual(getattr(evaluation, name), figure)
            self.assertEqual({"value": figure.value, "low": figure.low, "high": figure.high, "interval": figure.interval,
                              "baseline": figure.baseline},
                             {"low": None, "high": None, "interval": None, **facts[name]})
        self.assertEqual(float(evaluation.accuracy), facts["accuracy"]["value"])

    def test_rows_without_a_label_are_left_out(self):
        X = {"x": np.arange(40.0) % 8}
        labels = (X["x"] > 3).astype(float)
        model = tw.train(X, labels, preset="cart")
        missing = np.where(np.arange(40) % 2 == 0, labels, np.nan)
        for given in (missing, [None if label != label else int(label) for label in missing], pd.array(missing, dtype="Int64")):
            self.assertEqual((20, 1.0), (tw.evaluate(model, X, given).rows, float(tw.evaluate(model, X, given).accuracy)))
        words = tw.train(X, np.where(labels > 0, "yes", "no"), preset="cart")
        self.assertEqual(20, tw.evaluate(words, X, [[None, "no", "yes"][0 if label != label else int(label) + 1] for label in missing]).rows)
        days = np.where(labels > 0, np.datetime64("2024-01-01"), np.datetime64("2024-01-02"))
        self.assertEqual(1, float(tw.evaluate(tw.TreeClassifier(preset="cart").fit(X, days), X, days).accuracy))

    def test_figures_read_as_in_the_text(self):
        evaluation = made.results["evaluation"]
        for figure in (evaluation.accuracy, evaluation.auc, evaluation.log_loss):
            value, interval = str(figure).rstrip(")").split(" (")
            self.assertRegex(evaluation.text, rf"{value} +{interval}")

    def test_classes_keep_their_type(self):
        evaluation = made.results["evaluation"]
        self.assertEqual(evaluation.labels.tolist(), [False, True])
        self.assertEqual([one.label for one in evaluation.classes], [False, True])
        self.assertIs(evaluation.baseline, True)
        self.assertIs(evaluation.calibration.label, False)
        self.assertEqual(evaluation.confusion.sum(), evaluation.rows)
        self.assertEqual(evaluation.confusion.trace() / evaluation.rows, evaluation.accuracy.value)
        self.assertEqual([one.rows for one in evaluation.classes], evaluation.confusion.sum(axis=1).tolist())

    def test_calibration_and_importance(self):
        evaluation = made.results["evaluation"]
        self.assertEqual(sum(one.rows for one in evaluation.calibration.bins), evaluation.rows)
        self.assertEqual(list(evaluation.importance), [one["feature"] for one in evaluation.to_dict()["importance"]])
        self.assertGreaterEqual(evaluation.importance["debt"].value, evaluation.importance["age"].value)

    def test_what_does_not_apply_says_so(self):
        evaluation = made.results["evaluation of numbers"]
        self.assertEqual(list(evaluation.to_frame().index), ["rmse", "mae", "r_squared"])
        self.assertFalse(hasattr(evaluation, "confusion"))
        with self.assertRaisesRegex(AttributeError, "^this Evaluation has no 'auc': it has rmse, mae, r_squared$"):
            evaluation.auc

    def test_frame(self):
        frame = made.results["evaluation"].to_frame()
        self.assertEqual(frame.loc["accuracy", "value"], made.results["evaluation"].accuracy.value)


class CrossValidations(unittest.TestCase):
    def test_the_loss_is_the_figure_at_the_top(self):
        validation = made.results["cross-validation"]
        facts = validation.to_dict()
        self.assertEqual(validation.loss, validation.error)
        self.assertEqual((validation.error.value, validation.error.low, validation.error.high, validation.error.baseline),
                         (facts["loss"]["value"], facts["loss"]["low"], facts["loss"]["high"], facts["baseline"]))
        self.assertIn(f"error             {validation.error};", validation.text)
        self.assertEqual(validation.figures["error"].value, facts["held_out"]["error"]["value"])
        numbers = made.results["cross-validation of numbers"]
        self.assertEqual(numbers.loss, numbers.rmse)
        self.assertFalse(hasattr(numbers, "error"))

    def test_rounds(self):
        validation = made.results["cross-validation"]
        self.assertEqual([(one.repeat, one.fold) for one in validation.rounds], [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)])
        self.assertAlmostEqual(np.mean([one.loss for one in validation.rounds]), validation.loss.value)
        self.assertEqual(validation.to_frame()["leaves"].tolist(), [one.leaves for one in validation.rounds])

    def test_predictions_are_labels(self):
        validation = made.results["cross-validation"]
        frame = validation.predictions_frame()
        self.assertEqual(list(frame.columns), ["row", "repeat", "fold", "prediction", "p:False", "p:True"])
        self.assertEqual(validation.predictions.dtype, bool)
        self.assertEqual(len(frame), 400)
        self.assertTrue((frame.groupby("row").size() == 2).all())
        truth = pd.read_csv(DATA / "loans.csv")["repaid"].eq("yes")
        wrong = frame["prediction"] != truth.to_numpy()[frame["row"]]
        by_round = wrong.groupby([frame["repeat"], frame["fold"]]).mean()
        np.testing.assert_allclose(by_round, [one.loss for one in validation.rounds])
        np.testing.assert_allclose(validation.probabilities.sum(axis=1), 1)

    def test_predictions_are_labels_where_the_target_is_a_column(self):
        rows = {"x": [1.0, 2, 3, 4, 5, 6] * 10, "y": ["no", "no", "no", "yes", "yes", "yes"] * 10}
        for made in (tw.cross_validate("cart", rows, "y", folds=3), tw.leave_one_out("cart", rows, "y")):
            self.assertEqual(["no", "yes"], made.labels.tolist())
            self.assertEqual(rows["y"], [label for _, label in sorted(zip(made.predictions_frame()["row"], made.predictions))])
            self.assertEqual(["p:no", "p:yes"], list(made.predictions_frame().columns[-2:]))

    def test_rows_are_those_of_the_table_where_labels_are_missing(self):
        import duckdb
        import polars
        import pyarrow

        frame = pd.DataFrame({"x": np.arange(40.0) % 7, "y": [None, "u", "v", "u"] * 10, "w": [1.0] * 39 + [0]})
        labelled = [row for row in range(40) if row % 4]
        tables = (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame), duckdb.from_df(frame), frame.to_dict("list"))
        for table in tables:
            with self.subTest(table=type(table)):
                made = tw.cross_validate("cart", table, "y", folds=3)
                self.assertEqual(labelled, sorted(made.predictions_frame()["row"]))
                weighted = tw.leave_one_out("cart", table, "y", sample_weight="w")
                self.assertEqual(labelled[:-1], sorted(weighted.influence_frame()["row"]))
                self.assertEqual(labelled[:-1], sorted(weighted.predictions_frame()["row"]))
        made = tw.cross_validate("cart", frame[["x"]], frame["y"], folds=3)
        self.assertEqual(labelled, sorted(made.predictions_frame()["row"]))
        made = tw.cross_validate(tw.TreeClassifier(), frame[["x"]], frame["y"].fillna("u"), folds=3, sample_weight=frame["w"])
        self.assertEqual(list(range(39)), sorted(made.predictions_frame()["row"]))
        made = tw.cross_validate("cart", tw.Table(frame), "y", folds=3)
        self.assertEqual(labelled, sorted(made.predictions_frame()["row"]))

    def test_the_text_of_leave_one_out_numbers_the_rows_of_the_table(self):
        frame = pd.DataFrame({"x": np.arange(20.0), "y": [None] * 4 + ["u"] * 8 + ["v"] * 8})
        made = tw.leave_one_out("cart", frame, "y")
        facts = [one["row"] for one in made.to_dict()["influence"]]
        self.assertEqual(made.influence_frame()["row"].tolist(), facts)
        self.assertEqual(list(range(4, 20)), sorted(facts))
        self.assertEqual(list(range(1, 17)), sorted(made.predictions_frame()["fold"]))
        listed = str(made).split("The most influential rows, counted from 0:")[1].splitlines()[2:]
        self.assertRegex(made._repr_html_(), r"The most influential rows, counted from 0")
        self.assertEqual([str(row) for row in facts[:len(listed)]], [line.split()[0] for line in listed])

    def test_predictions_of_numbers(self):
        validation = made.results["cross-validation of numbers"]
        frame = validation.predictions_frame()
        self.assertEqual(list(frame.columns), ["row", "repeat", "fold", "prediction"])
        self.assertEqual(frame["prediction"].dtype, float)
        with self.assertRaisesRegex(AttributeError, "the target is a number"):
            validation.probabilities
        with self.assertRaisesRegex(AttributeError, "the target is a number"):
            validation.confusion

    def test_leave_one_out(self):
        left_out = made.results["leave-one-out"]
        self.assertEqual(left_out.scheme, "leave-one-out")
        self.assertEqual(left_out.rounds, [])
        influence = left_out.influence
        self.assertEqual(influence["class_changes"].dtype, bool)
        self.assertEqual(left_out.predictions_frame()["fold"].tolist(), list(range(1, 15)))
        frame = left_out.influence_frame()
        self.assertEqual(frame["moved"].tolist(), [one["moved"] for one in left_out.to_dict()["influence"]])
        np.testing.assert_array_equal(frame["moved"], influence["moved"][frame["row"]])
        with self.assertRaisesRegex(AttributeError, "it comes with leave-one-out"):
            made.results["cross-validation"].influence

    def test_labels_of_every_type(self):
        facts, text, predictions, influence = parsed(_core.cross_validate(
            _core.make_dataset(table("golf"), {"target": "Play"}), {"preset": "id3"}, {"folds": 2}))
        for labels in (["a", "b"], [0, 1], np.array([3.5, 4.5]), [pd.Timestamp(2020, 1, 1), None], [1, "one"], [("a", 1), ("b", 2)]):
            validation = _results.CrossValidation(facts, text, predictions, influence, labels)
            self.assertEqual({type(label) for label in validation.labels.tolist()},
                             {type(label) for label in (labels.tolist() if isinstance(labels, np.ndarray) else labels)})
            self.assertLessEqual({str(one) for one in validation.predictions}, {str(label) for label in labels})
        self.assertEqual(_results.CrossValidation(facts, text).labels.tolist(), [0, 1])


class Others(unittest.TestCase):
    def test_comparison(self):
        comparison = made.results["comparison"]
        self.assertEqual(list(comparison.learners), ["deep", "stump", "<b>two</b>"])
        self.assertEqual(comparison.best, min(comparison.learners.values(), key=lambda one: one.loss.value).name)
        self.assertEqual(set(comparison.p_values), {("deep", "stump"), ("deep", "<b>two</b>"), ("stump", "<b>two</b>")})
        self.assertEqual(list(comparison.to_frame().index), list(comparison.learners))
        self.assertEqual(comparison.pairs_frame()["p"].tolist(), [pair.p for pair in comparison.pairs])
        self.assertIn("<b>two</b>", Balanced(comparison._repr_html_()).text)

    def test_tuning(self):
        tuning = made.results["tuning"]
        self.assertTrue(tuning.nested)
        self.assertEqual(set(tuning.chosen), {"max_depth", "prune"})
        self.assertIsInstance(tuning.chosen["max_depth"], int)
        self.assertEqual(len(tuning.to_frame()), 6)
        self.assertEqual(tuning.grid[0]["loss"], tuning.promised)
        self.assertEqual(len(tuning.rounds_frame()), 3)
        self.assertNotEqual(tuning.loss.value, tuning.promised)

    def test_learning_curve(self):
        curve = made.results["curve"]
        self.assertEqual([size.test.value for size in curve.sizes], [one["test"]["value"] for one in curve.to_dict()["sizes"]])
        self.assertEqual(list(curve.to_frame().columns),
                         ["rows", "training", "training_low", "training_high", "test", "test_low", "test_high", "leaves"])
        self.assertTrue(xml.etree.ElementTree.fromstring(curve.svg).tag.endswith("svg"))
        self.assertIn(curve.projection["verdict"], ("falls", "flat", "unclear"))

    def test_prunings(self):
        prunings = made.results["prunings"]
        self.assertIn(prunings.recommended, prunings.methods)
        self.assertEqual(prunings.methods["none"].leaves, prunings.to_dict()["methods"][0]["leaves"])
        self.assertEqual(prunings.sequence_frame()["leaves"].tolist(), [one["leaves"] for one in prunings.sequence])

    def test_prune_path(self):
        path = made.results["path"]
        alphas, leaves, losses = made.tree.sequence()
        np.testing.assert_array_equal(path.alphas, alphas)
        np.testing.assert_array_equal(path.to_frame()["leaves"], leaves)
        self.assertEqual([one["loss"] for one in path.to_dict()["sequence"]], losses.tolist())
        self.assertEqual(len(path), len(path.text.splitlines()) - 1)
        self.assertNotEqual(path, _results.PrunePath(*made.tree.sequence("impurity"), complexity="impurity"))

    def test_description(self):
        description = made.results["description"]
        self.assertEqual(list(description.columns), list(pd.read_csv(DATA / "loans.csv").columns))
        self.assertEqual(description.columns["job"].counts["student"], 36)
        self.assertEqual(description.columns["age"].quartiles[1], 46)
        self.assertEqual(description.target, "repaid")
        self.assertEqual(description.to_frame().loc["debt", "gain"], description.gains["debt"].gain)
        self.assertNotIn("gain", made.results["description of columns"].to_frame())
        self.assertFalse(hasattr(made.results["description of columns"], "gains"))

    def test_explanation_of_a_tree(self):
        explanation = made.results["explanation"]
        self.assertIs(explanation.prediction, False)
        self.assertEqual(list(explanation.probabilities), [False, True])
        self.assertEqual(explanation.path[-1].node, explanation.leaf)
        self.assertIsNone(explanation.path[-1].feature)
        self.assertEqual(explanation.leaves, [{"leaf": explanation.leaf, "share": 1.0}])
        self.assertEqual(explanation.to_frame()["feature"].tolist()[:-1], [step.feature for step in explanation.path[:-1]])

    def test_explanation_of_a_number(self):
        explanation = made.results["explanation of a number"]
        self.assertEqual(explanation.prediction, explanation.path[-1].mean)
        self.assertLess(explanation.interval[0], explanation.prediction)
        with self.assertRaisesRegex(AttributeError, "this Explanation has no 'probabilities': it does not apply here"):
            explanation.probabilities

    def test_explanation_with_fractional_rows(self):
        golf = pd.read_csv(DATA / "golf.csv")
        model = _core.fit(_core.make_dataset(columns_of(golf), {"target": "Play"}), {"preset": "c45"})
        golf.loc[0, "Outlook"] = None
        explanation = _results.Explanation(*parsed(model.explain(columns_of(golf), 0)))
        self.assertEqual(explanation.prediction, explanation.to_dict()["prediction"])
        self.assertAlmostEqual(sum(one["share"] for one in explanation.leaves), 1)
        self.assertIsNone(explanation.path[0].value)
        self.assertIn("Outlook is missing", Balanced(explanation._repr_html_()).text)

    def test_explanation_by_a_list(self):
        explanation = made.results["explanation by a list"]
        rule = made.results["rule list"][explanation.rule - 1]
        self.assertEqual(rule.prediction, explanation.prediction)
        self.assertEqual(len(explanation.tried), explanation.rule - 1)
        self.assertEqual(len(explanation.conditions), len(rule.conditions))

    def test_rules(self):
        rules = made.results["rules"]
        self.assertEqual(len(rules), len(rules.to_dict()["rules"]))
        self.assertEqual(rules[-1], list(rules)[-1])
        self.assertEqual(len(rules[:2]), 2)
        self.assertEqual({rule.prediction for rule in rules}, {False, True})
        for rule in rules:
            self.assertEqual(rule.share, max(rule.counts.values()) / rule.rows)
            self.assertLessEqual(rule.interval[0], rule.share)
        self.assertEqual(sum(rule.rows for rule in rules), 200)
        self.assertEqual(str(rules[0]), f"If {rules[0].text}, then False")
        self.assertIsNone(rules.default)

    def test_rules_for_numbers_and_lists(self):
        number = made.results["rules for a number"][0]
        self.assertIsNone(number.share)
        self.assertIsInstance(number.prediction, (int, float))
        rule_list = made.results["rule list"]
        self.assertEqual(rule_list.kind, "list")
        self.assertEqual(sum(rule.first_rows for rule in rule_list) + rule_list.default.rows, 200)

    def test_an_infinite_interval_is_a_number(self):
        facts, text = parsed(_core.fit(_core.make_dataset(columns_of({"x": [1.0, 2.0, 3.0, 9.0], "y": [1.0, 2.0, 3.5, 9.0]}), {
            "target": "y", "task": "regression"}), {"preset": "cart", "prune": "none", "min-leaf": 1}).explain(columns_of({"x": [9.0]}), 0))
        explanation = _results.Explanation(facts, text)
        self.assertEqual(explanation.interval, (-np.inf, np.inf))
        self.assertIn("−∞ to ∞", Balanced(explanation._repr_html_()).text)
        json.dumps(explanation.to_dict(), allow_nan=False)

    def test_work(self):
        work = made.results["work"]
        frame = work.to_frame()
        self.assertEqual(frame[frame["chosen"]]["feature"].tolist(), ["Outlook", "Windy", "Humidity"])
        self.assertEqual(work.nodes[0]["chosen"], "Outlook")
        self.assertIsNone(work.model)


# Names that would harm a page, or a terminal, if they were not escaped.
HARMFUL = ["<script>alert(1)</script>", "\"quoted\" & 'so'", "a\nb\x1b[31m\u202e", "</pre></table>", "{x}%s"]


class Costs(unittest.TestCase):
    def test_the_loss_is_the_mean_cost(self):
        costs = (["no", "yes"], [0.0, 5.0, 1.0, 0.0])
        data = _core.make_dataset(table("golf"), {"target": "Play"})
        answer = _core.cross_validate(data, {"preset": "id3", "costs": costs}, {"folds": 3})
        validation = _results.CrossValidation(*parsed(answer), labels=["no", "yes"])
        self.assertEqual(validation.loss, validation.cost)
        self.assertEqual(validation.error, validation.figures["error"])


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(1)
        rows = 60
        level = random.integers(0, 3, rows)
        cls.table = columns_of({HARMFUL[0]: [HARMFUL[place] for place in level], HARMFUL[1]: random.normal(size=rows),
                                HARMFUL[2]: [HARMFUL[3 + int(place > 0)] for place in level]})
        cls.data = _core.make_dataset(cls.table, {"target": HARMFUL[2]})
        cls.model = _core.fit(cls.data, {"preset": "cart", "prune": "none", "max-depth": 3})

    def pages(self):
        model, data, columns = self.model, self.data, self.table
        work = _core.show_work(data, {"preset": "id3"})
        learners = [(HARMFUL[0], {"max-depth": 1}), (HARMFUL[1], {"max-depth": 2})]
        yield _results.Evaluation(*parsed(_core.evaluate(model, data, {"importance": True})))
        yield _results.CrossValidation(*parsed(_core.cross_validate(data, {}, {"folds": 3})), labels=HARMFUL[3:])
        yield _results.Comparison(*parsed(_core.compare(learners, data, {"folds": 3})))
        yield _results.Description(*parsed(_core.describe(columns, {"target": HARMFUL[2]})))
        yield _results.Explanation(*parsed(model.explain(columns, 0)))
        yield _results.Work(json.loads(work[2]), work[1])
        yield rules_of(model, None)
        yield rules_of(_core.simplify(model, data), None)

    def test_names_are_data(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pages = [result._repr_html_() for result in self.pages()]
        pages.append(Model(self.model)._repr_html_())
        for page in pages:
            read = Balanced(page)
            self.assertNotIn("script", [tag for tag, _ in read.tags])
            self.assertTrue(any(name in read.text for name in HARMFUL[:4]), read.text)
            self.assertFalse({"\x1b", "\u202e"} & set(page))

    def test_escapes(self):
        self.assertEqual(_html.escaped(HARMFUL[2]), "a\\nb\\u001b[31m\\u202e")
        self.assertEqual(_html.escaped("<a href='x'>&\""), "&lt;a href=&#x27;x&#x27;&gt;&amp;&quot;")
        self.assertEqual(_html.escaped("é 日本 🙂\ud800"), "é 日本 🙂\\ud800")


class Trees(unittest.TestCase):
    """A tree in a notebook: its drawing."""

    def test_the_drawing_is_part_of_the_page(self):
        page = Model(made.golf_tree)._repr_html_()
        self.assertIn(made.golf_tree.svg({"depth": 30}, None), page)
        read = Balanced(page)
        self.assertNotIn("img", [tag for tag, _ in read.tags])  # an image would have no tooltips
        for words in ("Outlook", "Humidity", "≤ 77.5", "overcast", "14 rows", "5 leaves, depth 2", "9 yes, 5 no"):
            self.assertIn(words, read.text)

    def test_numbers(self):
        self.assertIn("± 7.59", Balanced(Model(made.number_tree)._repr_html_()).text)

    def test_a_leaf_alone(self):
        leaf = _core.prune(made.golf_tree, {"prune": "cost-complexity", "alpha": "1"})
        self.assertIn("1 leaf, depth 0", Balanced(Model(leaf)._repr_html_()).text)

    def test_large_and_deep_trees_are_cut(self):
        values = np.random.default_rng(2).permutation(12_000).astype(float)
        random = _core.make_dataset(columns_of({"x": values, "y": np.sin(values * values)}), {"target": "y"})
        large = _core.fit(random, {"preset": "cart", "prune": "none", "min-leaf": 1})
        self.assertGreater(len(json.loads(large.json())["nodes"]), 10_000)
        steps = np.arange(300.0)
        chain = _core.make_dataset(columns_of({"x": steps, "y": 3.0 ** steps}), {"target": "y"})
        deep = _core.fit(chain, {"preset": "cart", "prune": "none", "min-leaf": 1})
        self.assertGreater(json.loads(deep.json())["depth"], 200)
        for tree in (large, deep):
            page = Model(tree)._repr_html_()
            self.assertRegex(Balanced(page).text, rf"Drawn: \d+ of {len(json.loads(tree.json())['nodes'])} nodes")
            self.assertLess(len(page), 400_000)


class Numbers(unittest.TestCase):
    def test_they_read_as_in_the_text(self):
        for value, text in [(0.125, "12.5 %"), (-0.002, "−0.2 %"), (1.0, "100.0 %"), (float("nan"), "–")]:
            self.assertEqual(_html.percent_text(value), text)
        for value, text in [(0.0, "0.000"), (0.94, "0.940"), (-1.5, "−1.500"), (0.00049, "0.00049"), (1234.5, "1234.50"),
                            (1e-7, "1.0e-07"), (float("inf"), "∞"), (None, "–")]:
            self.assertEqual(_html.number_text(value), text)
        for value, text in [(4.0, "4"), (4.5, "4.5"), (1 / 3, "0.3333"), (2e6 + 0.5, "2000000")]:
            self.assertEqual(_html.count_text(value), text)


if __name__ == "__main__":
    unittest.main()
