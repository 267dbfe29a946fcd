"""Random trees through the Java reference evaluator of PMML: labels, probabilities, numbers and leaves are those of the model, to the last bit."""

import os
import pathlib
import re
import sys
import tempfile
import unittest
import warnings

import numpy as np
import pyarrow as pa
from jpmml_evaluator import JavaError, make_evaluator
from jpmml_evaluator.jpype import JPypeBackend

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from hostile_names import NAMES  # noqa: E402
from random_models import Case, Feature, chain, many  # noqa: E402

CASES = int(os.environ.get("TREEWRIGHT_CASES", "300"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260201"))
MOST_ROWS = 120  # of a case: each is a call of its own
BACKEND = JPypeBackend()


def is_for_xml(name):
    return not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", name)


def evaluator_of(text):
    """Checks the document by its own rows, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "tree.pmml")
        path.write_bytes(text.encode())
        evaluator = make_evaluator(str(path), backend=BACKEND)
    return evaluator.verify()


def answers_of(evaluator, row):
    found = evaluator.evaluate({name: None if isinstance(cell, float) and cell != cell else cell for name, cell in row.items()})
    return [found.get(port.getName()) for port in evaluator.getOutputFields()]


def differences(case, evaluator):
    labels, shares, leaves = case.answers()
    names = {port.getName() for port in evaluator.getInputFields()}
    columns = {feature.name: feature.fed(cells) for feature, cells in zip(case.features, case.rows) if feature.name in names}
    assert set(columns) == names
    wrong = []
    for row in range(0, case.count, 1 + case.count // MOST_ROWS):
        label, *found_shares, leaf = answers_of(evaluator, {name: cells[row] for name, cells in columns.items()})
        if leaves[row] == -1:
            same = label is None and leaf is None
        else:
            same = label == labels[row] and leaf == str(leaves[row]) and found_shares == ([] if shares is None else shares[row].tolist())
        if not same:
            wrong.append((row, [cells[row] for cells in columns.values()], labels[row], label, leaves[row], leaf))
    return wrong[:3]


class Pmml(unittest.TestCase):
    def check(self, case):
        text = case.model.export("pmml")
        self.assertEqual(differences(case, evaluator_of(text)), [], case.name)

    def test_random_trees(self):
        methods = set()
        refused = 0
        for case in many(CASES, SEED, lambda name: not is_for_xml(name)):
            has_parts = case.model.options["missing"] == "fractional" and case.model.tree.node_count > 1
            if has_parts:
                with self.assertRaisesRegex(ValueError, "go down several branches"):
                    case.model.export("pmml")
                refused += 1
                continue
            methods.add(case.model.options["missing"])
            self.check(case)
        self.assertLessEqual({"majority", "direction", "category", "error", "surrogate"}, methods)
        print(f"{CASES - refused} trees, and {refused} refused")

    def test_chains_of_questions(self):
        for depth in (1, 2, 60, 1000):
            self.check(chain(depth))
        with self.assertRaisesRegex(ValueError, "the tree has 1001 levels, and readers of PMML fail beyond some 1000"):
            chain(1001).model.export("pmml")

    def test_a_single_leaf(self):
        for target, task in ((["u", "u", "v"], "classification"), ([1.0, 2.0, 4.5], "regression")):
            model = tw.train(pa.table({"x": [1.0, 2.0, 3.0], "y": target}), "y", task=task, preset="cart", max_depth=0, missing="majority")
            evaluator = evaluator_of(model.export("pmml"))
            label, *shares, leaf = answers_of(evaluator, {})
            self.assertEqual((label, shares, leaf), ("u", [2 / 3, 1 / 3], "0") if task == "classification" else (2.5, [], "0"))

    def test_every_hostile_name_as_a_feature_a_level_and_a_class(self):
        names = [name for name in NAMES if is_for_xml(name)]
        self.assertGreaterEqual(len(names), 200)
        for start in range(0, len(names), 20):
            own = names[start:start + 20]
            count = 4 * len(own)
            random = np.random.default_rng(start)
            for teller in own[::5]:
                features = [Feature(name, "category", own, [own[i] for i in random.permutation(count) % len(own)]) for name in own]
                labels = [own[i % len(own)] for i in range(count)]
                features[own.index(teller)].cells = labels  # it tells the class, so that there is a tree with all the levels
                table = pa.table({feature.name: feature.cells for feature in features} | {"the target": labels})
                for preset in ("id3", "cart"):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        model = tw.train(table, "the target", preset=preset, prune="none")
                    self.check(Case(f"{teller}, {preset}", model, features, [feature.cells for feature in features]))

    def test_names_that_xml_cannot_hold(self):
        bad = [name for name in NAMES if not is_for_xml(name)]
        self.assertGreater(len(bad), 5)
        for name in bad:
            for table in ({name: ["a", "b"] * 5, "y": ["n", "y"] * 5}, {"x": ["a", name] * 5, "y": ["n", "y"] * 5}, {"x": ["a", "b"] * 5, "y": [name, "y"] * 5}):
                model = tw.train(pa.table(table), "y", preset="id3")
                with self.assertRaisesRegex(ValueError, r"holds the character U\+[0-9A-F]{4}, which XML, and so PMML, cannot hold: rename it"):
                    model.export("pmml")

    def test_the_verification_can_fail(self):
        text = tw.train(pa.table({"x": [1.0, 2.0, 3.0, 4.0] * 5, "y": ["n", "n", "y", "y"] * 5}), "y", preset="cart").export("pmml")
        evaluator_of(text)
        for old, new in ((' value="2.5"', ' value="3.5"'), ("<c2>n</c2>", "<c2>y</c2>"), ("<c5>1</c5>", "<c5>2</c5>")):
            self.assertIn(old, text)
            with self.assertRaises(JavaError):
                evaluator_of(text.replace(old, new, 1))


if __name__ == "__main__":
    unittest.main()
