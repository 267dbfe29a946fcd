"""Random trees through ONNX Runtime: labels, probabilities, numbers and leaves are those of the model, to the last bit."""

import os
import unittest

import numpy as np
import onnx
import onnxruntime

from random_models import many

CASES = int(os.environ.get("TREEWRIGHT_CASES", "300"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260101"))


def session_of(file):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 2  # a warning is a failure of the test that looks at the log
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(file, options)


def feeds(session, case):
    """The inputs by their names, which the metadata tell."""
    columns = {}
    for feature, port in zip(case.features, session.get_inputs()):
        cells = case.rows[case.features.index(feature)]
        if port.type == "tensor(double)":
            columns[port.name] = np.array(feature.fed(cells), dtype=np.float64).reshape(-1, 1)
        else:
            columns[port.name] = np.array(["" if cell is None else cell for cell in feature.fed(cells)], dtype=object).reshape(-1, 1)
    return columns


def differences(case, file):
    """How many rows of a case get another answer; and what the first of them are."""
    session = session_of(file)
    labels, shares, leaves = case.answers()
    if shares is None:
        found, found_leaves = session.run(["value", "leaf"], feeds(session, case))
        same = (found == labels) | (np.isnan(found) & np.isnan(labels))
    else:
        found, found_shares, found_leaves = session.run(["label", "probabilities", "leaf"], feeds(session, case))
        same = found == np.array(["" if label is None else label for label in labels], dtype=object)
        same &= ((found_shares == shares) | (np.isnan(found_shares) & np.isnan(shares))).all(axis=1)
    same &= found_leaves == leaves
    return [(row, [cells[row] for cells in case.rows], labels[row], found[row], leaves[row], found_leaves[row]) for row in np.flatnonzero(~same)]


class Onnx(unittest.TestCase):
    def test_random_trees(self):
        rows = 0
        for case in many(CASES, SEED):
            for opset in (5, 3):
                with self.subTest(case=case.name, opset=opset):
                    file = case.model.export("onnx", opset=opset)
                    onnx.checker.check_model(onnx.load_from_string(file), full_check=True)
                    self.assertEqual(differences(case, file)[:3], [])
                    rows += case.count
        print(f"{CASES} trees, {rows} rows")


if __name__ == "__main__":
    unittest.main()
