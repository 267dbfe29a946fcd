"""What a type checker says of a small script: the types that the package promises (`py.typed`) are there, and mistakes are found."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SCRIPT = '''
import numpy as np
import pandas as pd
import treewright as tw
from treewright import RuleClassifier, TreeClassifier, TreeRegressor, from_sklearn, load

df = pd.read_csv("loans.csv")
X, y = df.drop(columns="repaid"), df["repaid"]
clf = TreeClassifier(preset="c45", min_leaf=5, class_weight="balanced", costs={"a": {"b": 1.0}}, min_samples_split=4).fit(X, y, sample_weight=[1.0])
clf.fit([[1, 2]], [1]).fit({"a": [1, 2]}, [1, 2]).fit(np.zeros((2, 2)), np.zeros(2), validation=(X, y))
reveal_type(clf)  # TreeClassifier
reveal_type(RuleClassifier(confidence=0.1).fit(X, y))  # RuleClassifier
reveal_type(clf.predict(X))  # ndarray
reveal_type(clf.classes_)  # ndarray
reveal_type(clf.feature_names_in_)  # ndarray
reveal_type(clf.n_features_in_)  # int
reveal_type(clf.model_)  # Model
reveal_type(clf.explain({"debt": 1.0}))  # Explanation
reveal_type(clf.rules()[0].text)  # str
model = tw.train(df, "repaid", preset="cart", max_depth=3, task="classification")
reveal_type(model)  # Model
reveal_type(model.predict({"debt": 1}))  # ndarray
reveal_type(model.importance)  # dict[str, float]
reveal_type(model.tree.threshold)  # ndarray
cv = tw.cross_validate(clf, X, "repaid", folds=10, repeats=5, task="classification")
reveal_type(cv.error)  # Figure
reveal_type(cv.error.value)  # float
reveal_type(cv.confusion)  # ndarray
reveal_type(tw.evaluate(clf, X, y).auc.low)  # float
reveal_type(tw.tune("cart", df, "repaid", {"max_depth": range(2, 9)}).chosen)  # dict[str, Any]
reveal_type(tw.compare({"a": clf, "b": "cart", "c": {"preset": "c45"}}, X, y).best)  # Any
reveal_type(tw.prune(clf, "pessimistic"))  # TreeClassifier
reveal_type(tw.prune(model, "pessimistic"))  # Model
reveal_type(load("x"))  # Model
table = tw.read("a.csv", na=["?"])
reveal_type(table.drop("x"))  # Table
reveal_type(table.kinds)  # dict[str, str]
reveal_type(from_sklearn(None))  # TreeClassifier | treewright._estimators.TreeRegressor
TreeClassifier(max_depth=[3])  # error: Argument "max_depth"
TreeRegressor(keep_unpruned="x")  # error: Argument "keep_unpruned"
TreeRegressor(class_weight="balanced").fit(X, y, weights=y)  # error: Unexpected keyword argument "weights"
model.predict(None)  # error: Argument 1 to "predict"
tw.cross_validate("cart", df, "repaid", fold=3)  # error: Unexpected keyword argument "fold"
tw.load(3)  # error: Argument 1 to "load"
model.no_such_thing  # error: "Model" has no attribute "no_such_thing"
'''


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "script.py"
            path.write_text(SCRIPT, encoding="utf-8")
            done = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--no-error-summary", "--cache-dir", folder, path.name],
                                  cwd=folder, capture_output=True, text=True)
        cls.said = {}
        for line in (done.stdout + done.stderr).splitlines():
            found = re.match(r"script\.py:(\d+): (note|error): (.*)", line)
            if found:
                cls.said.setdefault(int(found[1]), []).append((found[2], found[3]))
            elif not line.startswith("script.py"):
                raise AssertionError(f"mypy: {line}")

    def test_of_a_script_are_found_and_its_mistakes(self):
        for number, line in enumerate(SCRIPT.splitlines(), 1):
            wanted, said = line.partition("  # ")[2], self.said.get(number, [])
            with self.subTest(line):
                if wanted.startswith("error: "):
                    self.assertTrue(any(kind == "error" and wanted[7:] in words for kind, words in said), said)
                elif wanted:
                    self.assertEqual(["note"], [kind for kind, _ in said], said)
                    revealed = said[0][1]
                    self.assertRegex(revealed, rf'Revealed type is "[\w.]*\b{re.escape(wanted)}' if wanted != "Any" else '"Any"')
                else:
                    self.assertEqual([], [words for kind, words in said if kind == "error"])


if __name__ == "__main__":
    unittest.main()
