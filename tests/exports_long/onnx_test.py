"""Random trees through ONNX Runtime: labels, probabilities, numbers and leaves are those of the model, to the last bit."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import onnx
import onnxruntime
import pyarrow as pa
import pyarrow.parquet as pq
from onnx.reference import ReferenceEvaluator

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from hostile_names import NAMES  # noqa: E402
from random_models import Case, Feature, Maker, chain, many  # noqa: E402

CASES = int(os.environ.get("TREEWRIGHT_CASES", "400"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260101"))


def session_of(file):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(file, options)


def feeds(ports, case):
    """The inputs by their names, in the order of the features."""
    columns = {}
    for feature, cells, port in zip(case.features, case.rows, ports):
        if feature.kind in ("number", "date", "time"):
            columns[port] = np.array(feature.fed(cells), dtype=np.float64).reshape(-1, 1)
        else:
            columns[port] = np.array(["" if cell is None else cell for cell in cells], dtype=object).reshape(-1, 1)
    return columns


def answers_of(file, case):
    session = session_of(file)
    ports = [port.name for port in session.get_inputs()]
    return dict(zip([port.name for port in session.get_outputs()], session.run(None, feeds(ports, case))))


def equal(found, wanted):
    if found.dtype.kind == "f":
        return ((found == wanted) | (np.isnan(found) & np.isnan(wanted))).reshape(len(found), -1).all(axis=1)
    return found == wanted


def differences(case, found):
    """The rows that get another answer, as far as they fit into a message."""
    labels, shares, leaves = case.answers()
    same = found["leaf"] == leaves
    if shares is None:
        same &= equal(found["value"], labels)
    else:
        same &= found["label"] == np.array(["" if label is None else label for label in labels], dtype=object)
        same &= equal(found["probabilities"], shares)
    return [(row, [cells[row] for cells in case.rows], labels[row], leaves[row], found["leaf"][row]) for row in np.flatnonzero(~same)[:3]]


class Onnx(unittest.TestCase):
    def check(self, case, opset):
        file = case.model.export("onnx", opset=opset)
        onnx.checker.check_model(onnx.load_from_string(file), full_check=True)
        self.assertEqual(differences(case, answers_of(file, case)), [], f"{case.name}, opset {opset}")

    def test_random_trees(self):
        methods = set()
        rows = 0
        for case in many(CASES, SEED):
            methods.add(case.model.options["missing"])
            for opset in (5, 4, 3):
                self.check(case, opset)
            rows += case.count
        self.assertEqual(methods, {"majority", "direction", "category", "error", "fractional", "surrogate"})
        print(f"{CASES} trees in three opsets, {rows} rows each")

    def test_the_reference_implementation_gives_the_same(self):
        for case in many(CASES // 10, SEED + 1):
            file = case.model.export("onnx")
            evaluator = ReferenceEvaluator(onnx.load_from_string(file))
            few = Case(case.name, case.model, case.features, [cells[:80] for cells in case.rows], case.refuses)
            found = dict(zip(evaluator.output_names, evaluator.run(None, feeds(evaluator.input_names, few))))
            self.assertEqual(differences(few, found), [], case.name)

    def test_chains_of_questions(self):
        for depth in (1, 2, 60, 1000, 5000):
            for opset in (5, 3):
                self.check(chain(depth), opset)
        with self.assertRaisesRegex(ValueError, "the tree has 5001 levels, and ONNX runtimes fail beyond some 5000"):
            chain(5001).model.export("onnx")

    def test_a_single_leaf(self):
        for column in (pa.array([1.0, 2.0, 3.0]), pa.array(["a", "b", "c"])):
            for target, task in ((["u", "u", "v"], "classification"), ([1.0, 2.0, 4.5], "regression")):
                model = tw.train(pa.table({"x": column, "y": target}), "y", task=task, preset="cart", max_depth=0, missing="fractional")
                self.assertEqual(model.tree.node_count, 1)
                feature = Feature("x", "number" if column.type == pa.float64() else "category")
                case = Case("a single leaf", model, [feature], [[*column.to_pylist(), None]])
                for opset in (5, 3):
                    self.check(case, opset)

    def test_no_rows_and_one_row(self):
        maker = Maker(SEED + 2)
        for case in filter(None, (maker.case(number) for number in range(20))):
            for count in (0, 1):
                few = Case(case.name, case.model, case.features, [cells[:count] for cells in case.rows], case.refuses)
                found = answers_of(case.model.export("onnx"), few)
                self.assertEqual([len(values) for values in found.values()], [count] * len(found))

    def test_thousands_of_levels(self):
        random = np.random.default_rng(SEED)
        levels = [f"level {number}" for number in range(5000)]
        codes = random.integers(0, len(levels), 20000)
        cells = [levels[code] for code in codes]
        effects = random.normal(size=len(levels))
        table = pa.table({"x": cells, "y": effects[codes]})
        for categories in ("subset", "multiway"):
            model = tw.train(table, "y", task="regression", preset="cart", prune="none", categories=categories, max_depth=4)
            case = Case(categories, model, [Feature("x", "category", levels)], [[*levels, None, "never seen"]])
            for opset in (5, 3):
                self.check(case, opset)

    def test_every_hostile_name_as_a_feature_a_level_and_a_class(self):
        self.assertGreaterEqual(len(NAMES), 200)
        for start in range(0, len(NAMES), 30):
            names = NAMES[start:start + 30]
            count = 4 * len(names)
            random = np.random.default_rng(start)
            features = [Feature(name, "category", names, [names[i] for i in random.permutation(count) % len(names)]) for name in names]
            labels = [names[i % len(names)] for i in range(count)]
            features[start % len(names)].cells = list(labels)  # one tells the class, so that there is a tree with all the levels
            table = pa.table({feature.name: feature.cells for feature in features} | {"the target": labels})
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = tw.train(table, "the target", preset="id3")
            case = Case(str(start), model, features, [feature.cells for feature in features])
            self.check(case, 5)
            session = session_of(model.export("onnx"))
            told = json.loads(session.get_modelmeta().custom_metadata_map["features"])
            self.assertEqual([feature["name"] for feature in told], names)
            self.assertEqual([feature["input"] for feature in told], [port.name for port in session.get_inputs()])
            kept = [feature["name"] == feature["input"] for feature in told]
            self.assertEqual([name for name, same in zip(names, kept) if not same], [name for name in names if name in ("label", "probabilities", "leaf")])

    def test_metadata(self):
        table = pa.table({"size": pa.array(["small", "big"] * 5), "leaf": [1.0, 2.0] * 5, "when": pa.array([1, 2] * 5, pa.int32()).cast(pa.date32()), "y": ["n", "y"] * 5})
        model = tw.train(table, "y", preset="cart")
        session = session_of(model.export("onnx", name="my tree"))
        facts = session.get_modelmeta()
        told = facts.custom_metadata_map
        self.assertEqual((facts.graph_name, facts.producer_name, json.loads(told["classes"])), ("my tree", "treewright", ["n", "y"]))
        self.assertEqual(told["treewright_version"], tw.__version__)
        self.assertRegex(told["content_hash"], "^[0-9a-f]{32}$")
        self.assertEqual([(f["name"], f["input"], f["type"]) for f in json.loads(told["features"])],
                         [("size", "size", "categorical"), ("leaf", "leaf_2", "numeric"), ("when", "when", "date")])
        self.assertIn("days since 1970-01-01", told["features"])

    def test_a_level_that_is_the_empty_text(self):
        """In Parquet it is a level; in Python it is a missing value."""
        program = os.environ.get("TREEWRIGHT", "treewright")
        with tempfile.TemporaryDirectory() as folder:
            table, model, file = (pathlib.Path(folder, name) for name in ("t.parquet", "t.tree", "t.onnx"))
            pq.write_table(pa.table({"x": ["", "c"] * 5, "y": ["n", "y"] * 5}), table)
            subprocess.run([program, "train", table, "--target", "y", "--preset", "cart", "--prune", "none", "-o", model], check=True, capture_output=True)
            subprocess.run([program, "export", model, "--to", "onnx", "-o", file], check=True)
            session = session_of(file.read_bytes())
        self.assertEqual(session.run(["label"], {"x": np.array([[""], ["c"]], dtype=object)})[0].tolist(), ["n", "y"])

    def test_an_empty_name_of_a_feature(self):
        session = session_of(tw.train(pa.table({"": [1.0, 2.0] * 5, "y": ["n", "y"] * 5}), "y", preset="cart").export("onnx"))
        self.assertEqual([port.name for port in session.get_inputs()], ["feature_1"])

    def test_the_same_as_the_command_line(self):
        program = os.environ.get("TREEWRIGHT", "treewright")
        maker = Maker(SEED + 3, [name for name in NAMES if name.isprintable() and name.strip() == name and len(name) < 50])
        compared = 0
        for case in filter(None, (maker.case(number) for number in range(30))):
            if case.refuses or any(feature.kind in ("date", "time") for feature in case.features):
                continue
            keep = [row for row in range(case.count) if not any(isinstance(cells[row], str) and cells[row].lower() in ("?", "na", "n/a", "nan", "null") for cells in case.rows)]
            keep = [row for row in keep if any(cells[row] is not None for cells in case.rows)]  # an empty line is no row
            few = Case(case.name, case.model, case.features, [[cells[row] for row in keep] for cells in case.rows])
            with tempfile.TemporaryDirectory() as folder:
                model, data = pathlib.Path(folder, "m.tree"), pathlib.Path(folder, "rows.csv")
                case.model.save(model)
                data.write_text("".join(csv_line(line) for line in [[f.name for f in few.features], *zip(*few.rows)]), newline="")
                text = subprocess.run([program, "predict", model, data, "--header", "--delimiter", "comma", "--quote", '"', "--comment", "none", "--skip", "0", "--quiet"],
                                      capture_output=True, text=True)
                self.assertEqual(text.returncode, 0, text.stderr)
                file = pathlib.Path(folder, "m.onnx")
                subprocess.run([program, "export", model, "--to", "onnx", "-o", file], check=True)
                found = answers_of(file.read_bytes(), few)
            lines = read_csv(text.stdout)
            self.assertEqual([int(line[-1]) for line in lines], found["leaf"].tolist())
            if "value" in found:
                self.assertEqual([float(line[0]) for line in lines], found["value"].tolist())
            else:
                self.assertEqual([line[0] for line in lines], found["label"].tolist())
                self.assertEqual([[float(cell) for cell in line[1:-1]] for line in lines], found["probabilities"].tolist())
            compared += 1
        self.assertGreater(compared, 5)


def csv_line(cells):
    texts = ["" if cell is None else '"' + cell.replace('"', '""') + '"' if isinstance(cell, str) else repr(cell) for cell in cells]
    return ",".join(texts) + "\n"


def read_csv(text):
    import csv
    import io
    csv.field_size_limit(sys.maxsize)
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


if __name__ == "__main__":
    unittest.main()
