"""What a user can pass by mistake: each is a ValueError, TypeError or OSError with a sentence, and the interpreter lives on."""

import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse

import treewright as tw
from treewright._parameters import CATALOGUE

X = np.random.default_rng(0).normal(size=(40, 3))
Y = (X[:, 0] > 0).astype(int)
FRAME = pd.DataFrame(X, columns=["a", "b", "c"])
TABLE = FRAME.assign(y=np.array(["no", "yes"])[Y])
HALF = "\ud800"  # half of a surrogate pair


class Broken:
    """Raises wherever it is touched."""

    columns = ["a"]

    def __getattr__(self, name):
        if name in ("__array__", "__arrow_c_stream__", "__len__"):
            raise ZeroDivisionError(name)
        raise AttributeError(name)


class BrokenArray:
    shape = (40, 3)

    def __array__(self, *_, **__):
        raise ZeroDivisionError("array")


class Stream:
    """Gives whatever it holds as its Arrow stream."""

    columns = ["a"]

    def __init__(self, give):
        self.give = give

    def __arrow_c_stream__(self, _=None):
        return self.give()


class BrokenItems(dict):
    def items(self):
        raise ZeroDivisionError("items")


class BrokenLength(list):
    def __len__(self):
        raise ZeroDivisionError("len")


class BrokenHash:
    def __hash__(self):
        raise ZeroDivisionError("hash")


class BrokenFloat(float):
    def __float__(self):
        raise ZeroDivisionError("float")


def fit(table, labels=Y, **parameters):
    return tw.TreeClassifier(**parameters).fit(table, labels)


def objects(cells):
    column = np.empty(len(cells), dtype=object)
    for row, cell in enumerate(cells):
        column[row] = cell
    return column


class Case(unittest.TestCase):
    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore")

    def refused(self, action, kinds=(ValueError, TypeError), sentence=".", name=None):
        """Raises one of these, in Python's words."""
        with self.subTest(name or sentence):
            with self.assertRaises(kinds) as caught:
                action()
            said = str(caught.exception)
            self.assertRegex(said, re.compile(sentence, re.DOTALL))
            self.speaks_python(said)

    def speaks_python(self, said):
        for word in ("--", "incompatible function arguments", "bad_cast", "nanobind", "_core."):
            self.assertNotIn(word, said)


class Tables(Case):
    def test_of_another_shape(self):
        for table, sentence in ((None, "got None"), (5, "type int"), ("adult.csv", "read_csv"), (b"x", "read"),
                                (pathlib.Path("a.csv"), "read_csv"),
                                (X[:, 0], "got 1D"), (X[None], "got 3D"), (np.array(5.0), "scalar"), ([[1, 2], [3]], "got 1D"),
                                ([1, 2], "got 1D"), ({"a": 5}, "'a'.*int"), ({"a": "xy"}, "'a'.*str"), ({"a": X}, "2 dimensions"),
                                ({"a": [1, 2], "b": [1]}, "same length"), ([{"a": 1}], "DataFrame"), (pd.DataFrame, "type DataFrame"),
                                (FRAME["a"], "1D"), (pl.Series([1.0]), "1D"), (np, "type module"), ({1, 2}, "type set"),
                                ((row for row in X), "type generator"), (object(), "type object")):
            self.refused(lambda: fit(table), sentence=sentence)

    def test_without_rows_or_columns(self):
        empty = pa.table({"a": pa.array([], pa.float64())})
        for table, labels in ((X[:0], []), (X[:, :0], Y), (pd.DataFrame(), []), (FRAME[:0], []), (pd.DataFrame(index=range(40)), Y),
                              (pl.DataFrame(), []), (empty, []), (pl.from_arrow(empty), []), ({}, []), ([[]], [0])):
            self.refused(lambda: fit(table, labels), ValueError, "minimum of 1 is required", name=type(table))
        estimator = fit(X)
        self.refused(lambda: estimator.predict(X[:0]), ValueError, "0 sample")

    def test_with_cells_that_no_tree_can_split_on(self):
        for cells, sentence in ((objects([[1], [2]]), "'a'.*list"), (objects([{}, {}]), "dict"), (objects([b"\xff", b"a"]), "bytes.*decode"),
                                (np.array([b"\xff", b"a"]), "bytes.*decode"), (objects([object(), object()]), "type object"),
                                (np.array([1j, 2]), "[Cc]omplex"), (objects([10**400, 1]), "too large"), (objects([HALF, "b"]), "half of a character"),
                                (np.array([HALF, "b"]), "half of a character"), (np.zeros(2, dtype="V4"), "type")):
            self.refused(lambda: fit({"a": cells}, [0, 1]), sentence=sentence)
        self.refused(lambda: fit(X * 1j), ValueError, "Complex data not supported")
        self.refused(lambda: fit(pa.table({"a": pa.array([b"\xff", b"a"])}), [0, 1]), ValueError, "'a'.*bytes")
        self.refused(lambda: fit(pa.table({"a": [[1], [2]]}), [0, 1]), ValueError, "'a'")

    def test_with_cells_that_only_look_odd(self):
        for cells in ([2**70, 1, 2**63, -(2**70)], [np.inf, -np.inf, 1e308, np.nan], ["x\0y", "x\0z"] * 2, ["x\ny", "x\tz"] * 2,
                      [datetime.date(1, 1, 1), datetime.date(9999, 12, 31)] * 2, [True, 1, 1.0, "1"], [None] * 4, ["", None, "a", "b"],
                      ["🌳", "é", "e\u0301", "\ufeff"]):
            with self.subTest(cells):
                estimator = fit({"odd\0name\n🌳": cells}, ["u\0v", "w", "u\0v", "w"], prune="none", min_split=2, min_leaf=1)
                again = tw.Model.from_bytes(estimator.model_.to_bytes())
                self.assertEqual(again, estimator.model_)
                self.assertEqual(again.features, ["odd\0name\n🌳"])
                self.assertTrue(estimator.show() and estimator._repr_html_() and str(estimator.rules()) and again.to_dict())

    def test_with_names_that_are_not_unique_or_not_unicode(self):
        twice = FRAME.set_axis(["a", "a", "b"], axis=1)
        for table in (twice, FRAME.set_axis([0, "0", 1], axis=1), pa.table([pa.array([1.0]), pa.array([2.0])], names=["a", "a"])):
            self.refused(lambda: fit(table), ValueError, "two columns named")
        self.refused(lambda: fit({HALF: [1, 2]}, [0, 1]), ValueError, "half of a character")
        self.refused(lambda: tw.Table(X, [HALF, "b", "c"]), ValueError, "half of a character")
        self.refused(lambda: tw.Table(X, ["a"]), ValueError, "1 names.*3 columns")
        self.refused(lambda: tw.Table(FRAME, ["a"]), TypeError, "names of its own")

    def test_that_are_sparse_or_lazy(self):
        estimator = fit(X)
        for table in (scipy.sparse.csr_matrix(X), scipy.sparse.coo_array(X)):
            self.refused(lambda: fit(table), TypeError, "[Ss]parse.*toarray")
            self.refused(lambda: estimator.predict(table), TypeError, "[Ss]parse.*toarray")
        self.refused(lambda: fit(pl.from_pandas(FRAME).lazy()), TypeError, "collect")
        self.refused(lambda: tw.Table(pl.from_pandas(FRAME).lazy()), TypeError, "collect")

    def test_whose_streams_are_released_or_wrong(self):
        table = pa.table({"a": [1.0, 2.0]})
        used = table.__arrow_c_stream__()
        self.assertEqual(len(tw.Table(Stream(lambda: used))), 2)
        self.refused(lambda: tw.Table(Stream(lambda: used)), ValueError, "read before")
        reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
        self.assertEqual(len(tw.Table(reader)), 2)
        for give in (lambda: 5, lambda: None, lambda: table.schema.__arrow_c_schema__(), lambda: pa.array([1]).__arrow_c_array__()[1]):
            self.refused(lambda: tw.Table(Stream(give)), TypeError, "does not give an Arrow stream")

        def failing():
            yield table.to_batches()[0]
            raise ZeroDivisionError("the second batch")

        self.refused(lambda: tw.Table(pa.RecordBatchReader.from_batches(table.schema, failing())), (ValueError, OSError), "second batch")

    def test_whose_methods_raise_let_that_through(self):
        def raising():
            raise ZeroDivisionError("stream")

        for table in (BrokenArray(), Stream(raising), BrokenItems(a=[1, 2]), BrokenLength([[1], [2]]), {"a": [BrokenHash(), BrokenHash()]},
                      {"a": [BrokenFloat(1), BrokenFloat(2)]}, Broken()):
            with self.subTest(type(table)), self.assertRaises(ZeroDivisionError):
                fit(table, [0, 1])


class Labels(Case):
    def test_that_are_missing(self):
        half = [None] * 20
        for labels in (None, np.where(Y, np.nan, 1.0), half + ["a"] * 20, [np.nan] * 20 + ["a"] * 20, pd.Series(half + [1] * 20),
                       pd.array(half + [1] * 20, dtype="Int64"), pd.array(half + ["a"] * 20, dtype="string"), pl.Series(half + [1] * 20),
                       pl.Series(half + ["a"] * 20), pa.array(half + ["a"] * 20), pd.Categorical(half + ["a"] * 20),
                       np.array(["NaT"] * 20 + ["2020-01-01"] * 20, dtype="datetime64[D]"), [pd.NaT] * 20 + [pd.Timestamp(0)] * 20):
            self.refused(lambda: fit(X, labels), ValueError, "None|NaN", name=type(labels))
        for labels in (np.where(Y, np.nan, 1.0), half + [1.0] * 20):
            self.refused(lambda: tw.TreeRegressor().fit(X, labels), ValueError, "NaN")

    def test_of_another_shape_or_type(self):
        for labels, sentence in ((Y[:5], "inconsistent"), (np.r_[Y, Y], "inconsistent"), (np.c_[Y, Y], "several outputs"), (Y[None, None], "several"),
                                 (3, "1d array"), ("y", "split the column off.*treewright.train"), (Y * 1j, "Complex"), ([b"a", b"b"] * 20, "bytes"),
                                 ([[1], [2, 3]] * 20, "several lengths"), ([object()] * 40, "label type"), (np.where(Y, np.inf, 1), "infinity"),
                                 ([1, "1"] * 20, "several types"), ([HALF, "b"] * 20, "half of a character"), (["a"] * 40, "one class"),
                                 (FRAME, "several outputs"), (scipy.sparse.csr_matrix(Y), "[Ss]parse"), ([{}] * 40, ".")):
            self.refused(lambda: fit(X, labels), sentence=sentence)
        for labels, sentence in ((["a"] * 40, "TreeClassifier"), (np.where(Y, np.inf, 1), "infinity"), ([10**400] * 40, "too large"),
                                 (X, "several outputs"), (np.where(Y, 1.7e308, -1.7e308), "too far apart")):
            self.refused(lambda: tw.TreeRegressor().fit(X, labels), ValueError, sentence)

    def test_of_validation_rows(self):
        pruned = tw.TreeClassifier(prune="reduced-error")
        for validation, sentence in ((5, "pair"), ("ab", "pair"), ((X,), "pair"), ((X[:, :2], Y), "2 features"), ((X, ["q"] * 40), "'q'"),
                                     ((X[:0], Y[:0]), "0 sample"), ((X, Y[:3]), "inconsistent"), ((None, None), "None")):
            self.refused(lambda: pruned.fit(X, Y, validation=validation), sentence=sentence)


class Weights(Case):
    def test_of_every_wrong_kind(self):
        for weights, sentence in (([1] * 5, "shape"), (X, "1D"), ("abc", "numbers"), (["a"] * 40, "numbers"), ([None] * 40, "NaN"),
                                  ([-1] * 40, "Negative"), (-1, "Negative"), ([np.inf] * 40, "infinity"), (np.nan, "NaN"), (object(), "numbers"),
                                  ({}, "numbers"), ([0] * 40, "non-zero"), (0, "non-zero"), (1j, "numbers"), ([1j] * 40, "numbers"),
                                  ([1e308] * 40, "add up"), ([1e-320] * 40, "add up"), ([10**400] * 40, "numbers"), (10**400, "too large"),
                                  (np.array(["2020-01-01"] * 40, dtype="datetime64[D]"), "numbers"), ([[1], [2, 3]] * 20, ".")):
            self.refused(lambda: tw.TreeClassifier().fit(X, Y, weights), sentence=sentence)

    def test_of_the_toolbox(self):
        for weights in (5, 1.5, float("nan"), True, {}, b"x", [1], X, [None] * 40, ["a"] * 40, [-1.0] * 40, [0] * 40, "nowhere", HALF, FRAME):
            for use in (lambda: tw.train(TABLE, "y", sample_weight=weights), lambda: tw.cross_validate("c45", TABLE, "y", sample_weight=weights),
                        lambda: tw.describe(TABLE, "y", sample_weight=weights)):
                self.refused(use, name=repr(weights)[:30].encode("ascii", "replace"))


class Parameters(Case):
    WRONG = [b"x", 1j, [1, 2], (1, 2), (), [], {"a": 1}, {"a": "b"}, {"a": [1]}, {1: None}, "nonsense", "\0", HALF, -7, 10**30, float("nan"),
             np.array([1, 2]), object(), object, set(), pd.NA, {0: {1: "z"}}, {0: 5}, [[0, 1], [1]], {0: {5: 1}}, (["0", "1"], "ab"),
             ([0, 1], [0, 1, 1, 0]), (["0", "1"], [0, 1, 1]), np.full((2, 2), np.nan), np.ones((3, 3)), np.array(5.0), FRAME]

    def test_of_wrong_types_and_values(self):
        """None may end in anything but a model or a sentence."""
        for name in CATALOGUE:
            for value in self.WRONG:
                for use in (lambda: fit(X, Y, **{name: value}), lambda: tw.train(X, Y, **{name: value})):
                    with self.subTest(name=name, value=repr(value)[:40].encode("ascii", "replace")):
                        try:
                            use()
                        except (TypeError, ValueError) as error:
                            self.speaks_python(str(error))
                            self.assertNotIsInstance(error, UnicodeError)

    def test_that_name_what_is_not_there(self):
        for parameters, sentence in (({"categorical": ["nope"]}, "'nope'.*x0"), ({"categorical": [7]}, "position 7"), ({"categorical": "x0"}, "list"),
                                     ({"class_weight": {"q": 1}}, "'q'.*among"), ({"priors": {0: 1, 5: 1}}, "5.*among"),
                                     ({"costs": {0: {5: 1}}}, "5.*among"), ({"costs": np.ones((3, 3))}, "2×2"), ({"preset": "j49"}, "one of"),
                                     ({"criterion": "poisson"}, "one of"), ({"threads": 10**6}, "1024"), ({"threads": -2000}, "threads="),
                                     ({"seed": -1}, "seed="), ({"max_depth": -1}, "max_depth="), ({"weights_are": "x"}, "importance")):
            self.refused(lambda: fit(X, Y, **parameters), sentence=sentence)

    def test_of_the_toolbox(self):
        """Each argument with each value: none may end in anything but a result or a sentence."""
        model = tw.train(TABLE, "y", keep_unpruned=True)
        values = [None, 5, -1, float("nan"), "nonsense", b"x", [], {}, (), [1], {"a": 1}, object(), True, 10**30, HALF, np.array([1, 2]), FRAME]
        uses = [lambda v: tw.train(v, "y"), lambda v: tw.train(TABLE, v), lambda v: tw.train(TABLE, "y", validation=v),
                lambda v: tw.train(TABLE, "y", task=v), lambda v: tw.train(TABLE, "y", prune="reduced-error", validation=(v, v)),
                lambda v: tw.evaluate(v, TABLE), lambda v: tw.evaluate(model, v), lambda v: tw.evaluate(model, FRAME, v),
                *(lambda v, name=name: tw.evaluate(model, TABLE, **{name: v})
                  for name in ("weights_are", "positive", "interval", "costs", "unknown_labels", "threads")),
                lambda v: tw.cross_validate(v, TABLE, "y"), lambda v: tw.cross_validate("id3", TABLE, v),
                *(lambda v, name=name: tw.cross_validate("id3", TABLE, "y", **{name: v})
                  for name in ("folds", "repeats", "holdout", "groups", "seed", "threads")),
                lambda v: tw.tune("cart", TABLE, "y", v), lambda v: tw.tune("cart", TABLE, "y", {"max_depth": v}),
                lambda v: tw.compare(v, TABLE, "y"), lambda v: tw.compare([v, "id3"], TABLE, "y"), lambda v: tw.prune(v, "none"),
                lambda v: tw.prune(model, v), lambda v: tw.prune(model, "cost-complexity", alpha=v), lambda v: tw.prune_path(model, v),
                lambda v: tw.prune(model, "reduced-error", validation=v), lambda v: tw.simplify(model, v), lambda v: tw.describe(v),
                lambda v: tw.describe(TABLE, v), lambda v: tw.show_work(v, TABLE, "y"), lambda v: tw.leave_one_out("id3", TABLE, v),
                lambda v: model.predict(v), lambda v: model.explain(v), lambda v: model.show(v), lambda v: model.show(width=v),
                lambda v: model.rules(min_support=v), lambda v: model.rules(label=v), lambda v: model.rules(sort=v),
                lambda v: tw.TreeClassifier.from_model(v), lambda v: tw.from_sklearn(v), lambda v: tw.Table(v)]
        for position, use in enumerate(uses):
            for value in values:
                with self.subTest(use=position, value=repr(value)[:40].encode("ascii", "replace")):
                    try:
                        use(value)
                    except (TypeError, ValueError) as error:
                        self.speaks_python(str(error))


class Predictions(Case):
    def test_from_other_tables(self):
        by_position, by_name = fit(X), fit(FRAME)
        for use, sentence in ((lambda: by_position.predict(X[:, :2]), "2 features"), (lambda: by_position.predict(X[0]), "1D"),
                              (lambda: by_position.predict(None), "None"), (lambda: by_position.predict(X.astype(str)), "'x0' holds the text"),
                              (lambda: by_position.predict(X * 1j), "Complex"), (lambda: by_position.predict([["a", 1, 1]]), "to_numeric"),
                              (lambda: by_position.predict([[10**400, 1, 1]]), "too large"), (lambda: by_name.predict(FRAME[["b", "a", "c"]]), "order"),
                              (lambda: by_name.predict(FRAME[["a"]]), "now missing"), (lambda: by_name.predict(FRAME.assign(a="q")), "'a' holds the text 'q'"),
                              (lambda: by_name.predict(FRAME.assign(a=pd.Timestamp(0))), "'a'.*kind"),
                              (lambda: by_name.model_.predict(pd.DataFrame()), "no column 'a'"), (lambda: by_name.explain(FRAME), "one row"),
                              (lambda: by_name.explain({}), "one row|no column"), (lambda: tw.TreeClassifier().predict(X), "not fitted"),
                              (lambda: tw.TreeRegressor().fit(X, Y).model_.predict_proba(X), "no probabilities")):
            self.refused(use, sentence=sentence)


class Files(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_that_are_not_there(self):
        self.refused(lambda: tw.load(self.folder / "none.tree"), FileNotFoundError)
        self.refused(lambda: tw.load(self.folder), IsADirectoryError)
        self.refused(lambda: tw.load(None), TypeError)
        self.refused(lambda: tw.load("a\0b"), ValueError)
        model = fit(X).model_
        self.refused(lambda: model.save(self.folder / "none" / "a.tree"), FileNotFoundError, "no such folder")
        self.refused(lambda: model.save(self.folder), IsADirectoryError, "folder")
        self.refused(lambda: model.save("/dev/full/a.tree"), OSError)
        self.refused(lambda: model.save(self.folder / ("n" * 300)), OSError, "too long")
        self.refused(lambda: model.save(f"{self.folder}/a\0b"), ValueError, "NUL")
        self.refused(lambda: model.save(5), TypeError)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_with_names_of_any_bytes(self):
        model = fit(X).model_
        for path in (self.folder / "ö🌳.tree", os.fsencode(self.folder) + b"/\xff.tree", f"{self.folder}/\udcfe.tree"):
            model.save(path)
            self.assertEqual(tw.load(path), model)

    def test_that_are_foreign_or_damaged(self):
        for content in (b"", b"a,b\n1,2\n", b"\x80\x04\x95", b"{}", bytes(1000), pathlib.Path(__file__).read_bytes()):
            path = self.folder / "foreign"
            path.write_bytes(content)
            self.refused(lambda: tw.load(path), ValueError, "model")
        good = fit(X, max_depth=2).model_.to_bytes()
        random = np.random.default_rng(0)
        for _ in range(300):
            bad = bytearray(good)
            for place in random.integers(0, len(good), random.integers(1, 4)):
                bad[place] = random.integers(0, 256)
            bad = bytes(bad[:random.integers(0, len(good))]) if random.random() < 0.3 else bytes(bad)
            if bad != good:
                self.refused(lambda: tw.Model.from_bytes(bad), ValueError, name=bad.hex()[:20])
        for wrong in ("text", None, 5):
            self.refused(lambda: tw.Model.from_bytes(wrong), TypeError, "bytes of a model file")


class Warnings(unittest.TestCase):
    def test_are_python_warnings_of_the_callers_line_in_pythons_words(self):
        with self.assertWarnsRegex(tw.TreewrightWarning, r"use X without the column 'x0'") as caught:
            tw.TreeRegressor().fit([[i, i % 7] for i in range(60)], range(60))
        self.assertEqual(caught.filename, __file__)
        self.assertNotIn("ignore=", str(caught.warning))


class Interpreter(unittest.TestCase):
    """What once ended it, or could, in a process of its own."""

    def lives(self, code):
        done = subprocess.run([sys.executable, "-W", "ignore", "-X", "faulthandler", "-c", "import numpy as np, treewright as tw\n"
                               "from treewright import _core\n" + code + "\nprint('alive')"], capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "alive"), done.stderr[-2000:])

    def survives(self, *calls):
        self.lives("\n".join(f"try: {call}\nexcept (TypeError, ValueError, KeyError): pass" for call in calls))

    def test_lives_on_whatever_the_compiled_part_is_given(self):
        data = "_core.make_dataset(tw.Table({'a': [1., 2.] * 9, 'y': ['u', 'v'] * 9})._columns, {'target': 'y'})"
        wrong = ["()", "((),)", "((), (), ())", "([], [1])", "(['u', 'v'], [1])", "([1], ['x'])", "{'u': object()}", "{1: 2}", "{'u': [1]}",
                 "{'u': ['x'], 'v': 1}", "b'x'", "object()"]
        self.survives(*(f"_core.fit({data}, {{{name!r}: {value}}})" for name in ("costs", "priors", "max-depth", "preset") for value in wrong),
                    f"_core.fit({data}, {{1: 2}})", f"_core.fit({data}, {{'nonsense': 2}})", "_core.fit(None, {})",
                    "_core.Columns().add_values('a', np.zeros((2, 2)))", "_core.Columns().add_values('a', np.array(1.0))",
                    "_core.Columns().add_values('a', np.zeros(3, dtype='>f8'))", "_core.Columns().add_values('a', None)",
                    "_core.Columns().add_codes('a', np.array([0, 5], dtype=np.int32), ['u'])",
                    "_core.Columns().add_codes('a', np.array([0, -2**31], dtype=np.int32), ['u', 'u'])",
                    "_core.Columns().add_stream(None, {})", "_core.Columns().rename(['a'])",
                    "_core.FittedModel.from_bytes(b'x' * 100)", "_core.model_of_arrays(_core.Names([], '', []), {}, {}, '')")

    def test_lives_on_where_an_object_is_made_without_its_constructor(self):
        self.survives("_core.FittedModel()", "_core.FittedModel.__new__(_core.FittedModel).bytes()", "_core.Dataset.__new__(_core.Dataset).rows",
                    "_core.Columns.__new__(_core.Columns).rows")

    def test_ends_cleanly_with_models_and_borrowed_arrays_alive(self):
        self.lives("X = np.random.default_rng(0).normal(size=(50, 2)); estimator = tw.TreeClassifier().fit(X, X[:, 0] > 0)\n"
                   "table = tw.Table(X); tree = estimator.tree_.threshold; import builtins; builtins.kept = (estimator, table, tree)")


if __name__ == "__main__":
    unittest.main()
