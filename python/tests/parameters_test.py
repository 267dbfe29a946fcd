"""The signatures are those of the catalogue, the versions agree, and the package needs neither scikit-learn nor pandas."""

import difflib
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import typing
import unittest
import unittest.mock

import treewright as tw
from treewright import _core, _parameters, _results, _tree, _types

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREEWRIGHT", "treewright")
ESTIMATORS = (tw.TreeClassifier, tw.TreeRegressor, tw.RuleClassifier)
# Parameters of groups that an estimator has no use for: (group, name) and where else it is said.
ELSEWHERE = {("classes", "positive"): "evaluate"}
# What rules, which have a pruning of their own, have no use for.
NOT_OF_RULES = {"prune", "validation_fraction", "raise_", "alpha", "cp", "leaves", "se", "price", "complexity", "folds"}


def python_name(name):
    return {"raise": "raise_"}.get(name, name.replace("-", "_"))


class Catalogue(unittest.TestCase):
    def test_is_what_the_tool_prints(self):
        done = subprocess.run([sys.executable, ROOT / "tools" / "make_python_parameters.py"], capture_output=True, text=True, check=True)
        kept = pathlib.Path(_parameters.__file__).read_text()
        change = "\n".join(difflib.unified_diff(kept.splitlines(), done.stdout.splitlines(), "kept", "made", lineterm="", n=0))
        self.assertEqual(change, "", "run tools/make_python_parameters.py > python/treewright/_parameters.py")

    def test_is_in_the_signatures(self):
        for parameter in json.loads(_core.parameters_json()):
            name = python_name(parameter["name"])
            if parameter["group"] not in ("learner", "classes") or (parameter["group"], parameter["name"]) in ELSEWHERE:
                continue
            for estimator in ESTIMATORS:
                if (estimator is tw.TreeRegressor and parameter["group"] == "classes") or (estimator is tw.RuleClassifier and name in NOT_OF_RULES):
                    self.assertNotIn(name, inspect.signature(estimator).parameters)
                    continue
                with self.subTest(estimator=estimator.__name__, name=name):
                    self.assertIn(name, inspect.signature(estimator).parameters)
                    self.assertIn(name, estimator().get_params())
                    self.assertRegex(estimator.__doc__, rf"\n    {name} : ")

    def test_has_no_parameter_that_is_not_in_it(self):
        for estimator in ESTIMATORS:
            self.assertLessEqual(set(inspect.signature(estimator).parameters), set(_parameters.CATALOGUE))

    def test_is_spelled_as_python_spells(self):
        hyphenated = [own for own, _, _ in _parameters.CATALOGUE.values() if "-" in own]
        values = {choice for _, _, choices in _parameters.CATALOGUE.values() for choice in choices}
        for estimator in ESTIMATORS:
            self.assertNotIn("--", estimator.__doc__.replace("----------", ""))
            for name in set(hyphenated) - values:
                self.assertNotRegex(estimator.__doc__, rf"\b{name}\b")

    def test_values_reach_the_model(self):
        """Every default that the catalogue states may be given, and changes nothing."""
        X, y = [[(i * 37 % 60) / 4, i % 7] for i in range(60)], [i % 3 // 2 for i in range(60)]
        listed = {parameter["name"]: parameter for parameter in json.loads(_core.parameters_json()) if parameter["group"] == "learner"}
        for preset in ("id3", "c45", "cart", "auto"):
            wanted = tw.TreeClassifier(preset=preset).fit(X, y)
            for name, parameter in listed.items():
                value = (parameter.get("values") or {}).get(preset)
                if name == "preset" or value is None or isinstance(value, dict):
                    continue
                with self.subTest(preset=preset, name=name, value=value):
                    self.assertEqual(tw.TreeClassifier(preset=preset, **{python_name(name): value}).fit(X, y).show(), wanted.show())


class Annotations(unittest.TestCase):
    """`py.typed` promises that editors and type checkers see what arguments are."""

    def public_callables(self):
        for name, thing in sorted({name: getattr(module, name) for module in (_results, tw) for name in module.__all__}.items()):
            if not inspect.isclass(thing):
                yield name, thing
                continue
            for member in dir(thing):
                own = inspect.getattr_static(thing, member)
                own = own.fget if isinstance(own, property) else getattr(own, "__func__", own)
                from_here = inspect.isfunction(own) and own.__module__.startswith("treewright.") and own.__name__ != "<lambda>"
                if from_here and (not member.startswith("_") or (member == "__init__" and name in tw.__all__)):  # users do not make results
                    yield f"{name}.{member}", own

    def test_are_complete(self):
        lacking, seen = [], 0
        for name, function in self.public_callables():
            signature = inspect.signature(inspect.unwrap(function))
            missing = [parameter.name for parameter in signature.parameters.values()
                       if parameter.annotation is parameter.empty and parameter.name not in ("self", "cls") and not parameter.name.startswith("_")]
            lacking += [f"{name}({parameter})" for parameter in missing]
            lacking += [f"{name} -> ?"] * (signature.return_annotation is signature.empty)
            seen += 1
        self.assertGreater(seen, 80)
        self.assertEqual([], lacking, lacking)
        self.assertLessEqual(_tree._ARRAYS.keys(), tw.Tree.__annotations__.keys())

    def test_name_types_that_there_are(self):
        for name, function in self.public_callables():
            with self.subTest(name):
                unknown = {**vars(sys.modules[function.__module__]), "ArrayLike": object, "csr_matrix": object, "Self": object,
                           "pandas": unittest.mock.MagicMock(), "_core": _core}
                typing.get_type_hints(function, unknown, {**vars(tw), **vars(_types)})


class Version(unittest.TestCase):
    def test_is_one(self):
        stated = re.search(r"project\(treewright VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual([tw.__version__, _core.version], [stated, stated])
        self.assertIn(stated, said.split())


BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
"""


class Imports(unittest.TestCase):
    def run_without(self, blocked, code):
        done = subprocess.run([sys.executable, "-c", BLOCKED.format(blocked=blocked) + code], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        return done.stdout.strip()

    LIBRARIES = ("sklearn", "scipy", "pandas", "polars", "pyarrow", "duckdb", "joblib", "matplotlib", "IPython")

    def test_need_numpy_alone(self):
        self.assertEqual(self.run_without(self.LIBRARIES, """
import treewright as tw
from treewright import Model, train, load, cross_validate
table = {"a": [1.0, 2.0, 3.0, 4.0] * 5, "b": ["u", None, "v", "u"] * 5, "y": ["no", "no", "yes", "yes"] * 5}
model = tw.train(table, "y", preset="c45")
print(list(model.predict({"a": [1.0, 4.0], "b": ["u", "w"]})), Model.from_bytes(model.to_bytes()) == model)
tw.cross_validate("c45", table, "y", folds=3), tw.evaluate(model, table), model.rules(), model._repr_html_(), model.explain({"a": 1.0, "b": "u"})
tw.describe(table), tw.show_work("id3", table, "y"), tw.leave_one_out("id3", table, "y"), model.tree
"""), "['no', 'yes'] True")

    def test_of_a_library_happen_only_where_it_is_used(self):
        self.assertEqual(self.run_without((), "import treewright, sys\n"
                                          f"print([name for name in {self.LIBRARIES!r} if name in sys.modules])"), "[]")

    def test_of_an_estimator_without_scikit_learn_say_what_to_do(self):
        for use in ("from treewright import TreeClassifier", "import treewright; treewright.TreeRegressor()",
                    "import treewright; treewright.from_sklearn(None)"):
            with self.subTest(use):
                said = self.run_without(("sklearn",), f"\ntry:\n    {use}\nexcept ImportError as error:\n    print(error)")
                self.assertRegex(said, "scikit-learn: pip install scikit-learn.*treewright.train")

    def test_of_everything_work_with_and_without_scikit_learn(self):
        self.assertEqual(self.run_without((), "from treewright import *\nprint(TreeClassifier.__name__, train.__name__)"), "TreeClassifier train")
        self.assertEqual(self.run_without(("sklearn", "pandas"), "from treewright import *\nprint(train.__name__, 'TreeClassifier' in dir())"),
                         "train False")
        self.assertEqual(self.run_without(("sklearn",), "import treewright\nprint('TreeClassifier' in dir(treewright))"), "True")

    def test_of_a_name_that_is_not_there_fail_as_usual(self):
        with self.assertRaisesRegex(AttributeError, "has no attribute 'nonsense'"):
            tw.nonsense


if __name__ == "__main__":
    unittest.main()
