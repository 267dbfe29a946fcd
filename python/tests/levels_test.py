"""Levels go by what they mean: booleans and numbers by the model's own names, dates as files have them; what a model never saw is told."""

import datetime
import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tables_test import PROGRAM, by_command_line  # noqa: E402


def table(rows=240):
    """The label depends on the boolean and on the code alone."""
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"flag": random.random(rows) < 0.5, "code": random.integers(1, 5, rows).astype(float), "x": random.normal(size=rows).round(3)})
    frame["y"] = np.where(frame["flag"] ^ (frame["code"] == 2), "u", "v")
    return frame


def libraries(frame):
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    return {"pandas": frame, "nullable": frame.convert_dtypes(), "Arrow types": frame.convert_dtypes(dtype_backend="pyarrow"), "polars": pl.from_pandas(frame),
            "pyarrow": arrow, "duckdb": duckdb.sql("select * from arrow"), "dictionary": frame.to_dict("list"), "objects": frame.astype(object),
            "Table": tw.Table(frame), "Table of polars": tw.Table(pl.from_pandas(frame))}


def model_of(frame, *options):
    """That of the command line, from the file that pandas writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "t.csv"
        frame.to_csv(path, index=False)
        return tw.Model.from_bytes(by_command_line(path, "y", "--preset", "c45", *options)), tw.read(path)


class Booleans(unittest.TestCase):
    def setUp(self):
        self.frame = table()
        own = warnings.catch_warnings()
        own.__enter__()
        self.addCleanup(own.__exit__, None, None, None)
        warnings.simplefilter("error", tw.TreewrightWarning)
        warnings.filterwarnings("ignore", "the table seems to hold the training rows")

    def test_of_every_library_are_the_levels_of_a_file(self):
        for yes, no in (("True", "False"), ("true", "false"), ("TRUE", "FALSE"), ("tRuE", "False")):
            written = self.frame.assign(flag=np.where(self.frame["flag"], yes, no))
            model, read = model_of(written)
            self.assertEqual({yes, no}, set(model._fitted.features[0][2]))
            wanted = model.predict(read)
            self.assertGreater((wanted == self.frame["y"].to_numpy()).mean(), 0.95)
            for name, new in libraries(self.frame).items():
                with self.subTest(yes, library=name):
                    self.assertEqual(wanted.tolist(), model.predict(new).tolist())
                    self.assertLess(tw.evaluate(model, new).error.value, 0.05)

    def test_are_found_by_their_words_and_by_0_and_1(self):
        model, estimator = tw.train(self.frame, "y", preset="c45"), tw.TreeClassifier(preset="c45").fit(self.frame[["flag", "code", "x"]], self.frame["y"])
        wanted = model.predict(self.frame).tolist()
        flag, others = self.frame["flag"], self.frame[["code", "x"]]
        for words in (flag.astype(str), flag.astype(str).str.upper(), flag.astype(str).astype("category"), flag.astype(int), flag.astype(float), flag.astype("Int8"),
                      flag.astype(int).astype(str)):
            new = others.assign(flag=words)[["flag", "code", "x"]]
            for data in (new, pl.from_pandas(new), pa.Table.from_pandas(new), tw.Table(new), tw.Table(pl.from_pandas(new))):
                with self.subTest(words.dtype, data=type(data).__module__):
                    self.assertEqual(wanted, model.predict(data).tolist())
                    self.assertEqual(wanted, estimator.predict(data).tolist())
        with tempfile.TemporaryDirectory() as folder:
            self.frame.to_csv(f"{folder}/t.csv", index=False)
            self.assertEqual(wanted, model.predict(tw.read(f"{folder}/t.csv")).tolist())

    def test_beside_other_numbers_are_numbers(self):
        model = tw.train(self.frame, "y", preset="c45")
        with self.assertWarnsRegex(tw.TreewrightWarning, r"^flag: 2 rows hold levels that the model never saw \(1, 2\)$"):
            model.predict({"flag": [2, 1], "code": [1.0, 1.0], "x": [0.0, 0.0]})

    def test_as_classes_are_found_by_their_words(self):
        frame = self.frame.assign(y=self.frame["y"] == "u")
        model, read = model_of(frame)
        self.assertEqual(["False", "True"], model.classes.tolist())
        wanted = tw.evaluate(model, read).to_dict()
        for name, new in libraries(frame).items():
            with self.subTest(library=name):
                self.assertEqual(wanted, tw.evaluate(model, new).to_dict())
        self.assertEqual(wanted, tw.evaluate(model, frame.drop(columns="y"), frame["y"]).to_dict())


class Numbers(unittest.TestCase):
    def test_as_names_of_levels_go_by_their_value(self):
        frame = table()
        frame["code"] = frame["code"].where(np.arange(len(frame)) % 9 > 0)  # with gaps, so that files have 1.0
        model, _ = model_of(frame, "--categorical", "code")
        self.assertEqual(["1.0", "2.0", "3.0", "4.0"], model._fitted.features[1][2])
        wanted = tw.train(frame, "y", preset="c45", categorical=["code"]).predict(frame).tolist()
        whole = frame.assign(code=frame["code"].astype("Int64"))
        with warnings.catch_warnings():
            warnings.simplefilter("error", tw.TreewrightWarning)
            for name, new in itertools.chain(libraries(frame).items(), libraries(whole).items()):
                with self.subTest(library=name):
                    self.assertEqual(wanted, model.predict(new).tolist())
            with tempfile.TemporaryDirectory() as folder:
                frame.to_csv(f"{folder}/t.csv", index=False)
                self.assertEqual(wanted, model.predict(tw.read(f"{folder}/t.csv")).tolist())

    def test_are_not_found_where_two_levels_or_none_have_the_value(self):
        names = ["1", "1.0", "07", "8"] * 20
        model = tw.train({"code": names, "y": ["a", "b", "c", "d"] * 20}, "y", preset="id3")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(["a", "b", "c", "d", "d", "c"], model.predict({"code": ["1", "1.0", "07", "8", "8.0", "7"]}).tolist())
        for cell in ("1.00", "08", "9", "8 "):
            with self.subTest(cell), self.assertWarnsRegex(tw.TreewrightWarning, f"code: 1 row holds a level that the model never saw \\({cell}\\)"):
                model.predict({"code": [cell]})


class Unseen(unittest.TestCase):
    X = pd.DataFrame({"city": ["Rome", "Oslo", "Bonn"] * 30, "kind": ["a", "b"] * 45, "unused": ["same"] * 90})
    y = np.where((X["city"] == "Rome") ^ (X["kind"] == "a"), "yes", "no")
    new = pd.DataFrame({"city": [" Rome", "Rome", "Kyiv", None], "kind": ["A", "b", "b", "b"], "unused": ["other"] * 4})
    line = r"^city: 2 rows hold levels that the model never saw \( Rome, Kyiv\); kind: 1 row holds a level that the model never saw \(A\)$"

    def calls(self):
        model = tw.train(self.X, self.y, preset="c45")
        estimator, rules = tw.TreeClassifier(preset="c45").fit(self.X, self.y), tw.RuleClassifier(preset="c45").fit(self.X, self.y)
        labels = ["yes", "no", "no", "no"]
        return {"predict": lambda X: model.predict(X), "predict_proba": lambda X: model.predict_proba(X), "apply": lambda X: model.apply(X),
                "evaluate": lambda X: tw.evaluate(model, X, labels[:len(X)]), "estimator": lambda X: estimator.predict(X),
                "estimator, probabilities": lambda X: estimator.predict_proba(X), "estimator, apply": lambda X: estimator.apply(X),
                "score": lambda X: estimator.score(X, labels[:len(X)]), "rules": lambda X: rules.predict(X)}

    def test_levels_are_told_once_a_call(self):
        for name, call in self.calls().items():
            with self.subTest(name), warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                call(self.new)
                self.assertEqual(1, len(told), [str(one.message) for one in told])
                self.assertRegex(str(told[0].message), self.line)
                self.assertEqual(tw.TreewrightWarning, told[0].category)
                if name != "score":  # which calls from within scikit-learn
                    self.assertEqual(__file__, told[0].filename)

    def test_levels_of_a_row_that_is_explained_are_told(self):
        model = tw.train(self.X, self.y, preset="c45")
        with self.assertWarnsRegex(tw.TreewrightWarning, r"^city: 1 row holds a level that the model never saw \(Kyiv\)$"):
            model.explain(self.new.iloc[2])

    def test_nothing_is_told_of_what_was_seen_or_is_missing(self):
        for name, call in self.calls().items():
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                call(self.new.iloc[[1, 3]].drop(columns="kind").assign(kind="b", unused="new")[["city", "kind", "unused"]])

    def test_many_levels_are_named_as_the_command_line_names_them(self):
        new = pd.DataFrame({"city": [f"c{n}" for n in range(8)], "kind": "a", "unused": "same"})
        with tempfile.TemporaryDirectory() as folder:
            self.X.assign(y=self.y).to_csv(f"{folder}/t.csv", index=False)
            new.to_csv(f"{folder}/new.csv", index=False)
            model = tw.train(self.X.assign(y=self.y), "y", preset="c45")
            model.save(f"{folder}/t.tree")
            done = subprocess.run([PROGRAM, "predict", f"{folder}/t.tree", f"{folder}/new.csv"], capture_output=True, text=True, check=True)
        with self.assertWarns(tw.TreewrightWarning) as told:
            model.predict(new)
        self.assertIn(f"warning: {told.warning}\n", done.stderr)

    def test_what_the_model_refuses_is_an_error_and_nothing_else(self):
        model = tw.train(self.X, self.y, preset="c45", missing="error")
        ordered = tw.train(pd.DataFrame({"size": pd.Categorical(["S", "M", "L"] * 20, ["S", "M", "L"], ordered=True), "y": ["a", "b", "b"] * 20}), "y", preset="cart")
        for call in (lambda: model.predict(self.new), lambda: ordered.predict({"size": ["XL"]})):
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                self.assertRaises(ValueError, call)
                self.assertEqual([], told)

    def test_rows_in_errors_are_counted_from_0(self):
        model = tw.train(self.X, self.y, preset="c45", missing="error")
        with self.assertRaisesRegex(ValueError, "^row 2: the value of 'city' is a level that the model has never seen"):
            model.predict(pd.concat([self.X[:2], self.new[2:3]]))
        with self.assertRaisesRegex(ValueError, "row 3: the weight in column 'w' is -1"):
            tw.train({"x": [1.0, 2, 3, 4], "y": ["a", "b", "a", "b"], "w": [1, 1, 1, -1]}, "y", sample_weight="w")

    def test_a_class_that_the_model_never_saw_is_named(self):
        model = tw.train(self.X, self.y, preset="c45")
        with self.assertRaisesRegex(ValueError, r"^y: 2 rows hold a class that the model never saw \(perhaps\).*unknown_labels='drop'"):
            tw.evaluate(model, self.X[:3], ["yes", "perhaps", "perhaps"])
        self.assertEqual(1, tw.evaluate(model, self.X[:3], ["yes", "perhaps", "perhaps"], unknown_labels="drop").rows)


class Dates(unittest.TestCase):
    def frame(self, rows=200):
        random = np.random.default_rng(1)
        days = pd.Series(pd.date_range("2023-01-01", periods=rows).to_numpy()[random.permutation(rows)])
        flag = random.random(rows) < 0.5
        frame = pd.DataFrame({"day": days.where(np.arange(rows) % 7 > 0), "flag": flag})
        return frame.assign(y=np.where((days > "2023-05-05") ^ (flag & (random.random(rows) < 0.9)), "a", "b"))

    def test_of_pandas_are_those_of_the_file_that_it_writes(self):
        frame = self.frame()
        self.assertEqual({"day": "date", "flag": "category", "y": "category"}, tw.Table(frame).kinds)
        own_words = frame.assign(flag=frame["flag"].astype(str))  # a file has True and False, a column of booleans true and false
        polars = pl.from_pandas(own_words).with_columns(pl.col("day").cast(pl.Date))
        for preset in ("auto", "c45", "cart"):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "t.csv"
                frame.to_csv(path, index=False)
                wanted = by_command_line(path, "y", "--preset", preset)
            for name, data in {"pandas": own_words, "seconds": own_words.astype({"day": "datetime64[s]"}), "periods": own_words.assign(day=own_words["day"].dt.to_period("D")),
                               "Arrow types": own_words.convert_dtypes(dtype_backend="pyarrow"), "polars": polars, "pyarrow": polars.to_arrow(),
                               "duckdb": duckdb.sql("select * from polars"), "objects": own_words.assign(day=own_words["day"].dt.date)}.items():
                with self.subTest(preset, library=name):
                    self.assertEqual(wanted, tw.train(data, "y", preset=preset).to_bytes())
            lower = frame.assign(flag=frame["flag"].astype(str).str.lower())
            for name, data in {"pandas": frame, "polars": pl.from_pandas(frame).with_columns(pl.col("day").cast(pl.Date)), "nullable": frame.astype({"flag": "boolean"})}.items():
                with self.subTest(preset, library=name, flag="booleans"):
                    self.assertEqual(tw.train(lower, "y", preset=preset).to_bytes(), tw.train(data, "y", preset=preset).to_bytes())

    def test_with_a_time_of_day_or_a_zone_are_times(self):
        frame = self.frame()
        late = frame["day"].copy()
        late.iloc[5] += pd.Timedelta(seconds=1)
        for column in (late, frame["day"].dt.tz_localize("UTC"), frame["day"].where(frame["day"].isna())):
            self.assertEqual({"day": "time"}, tw.Table({"day": column}).kinds)

    def test_and_times_of_new_rows_are_read_as_the_model_knows_them(self):
        frame = self.frame()
        model = tw.train(frame, "y", preset="cart")
        self.assertEqual(model.predict(frame).tolist(), model.predict(frame.assign(day=frame["day"] + pd.Timedelta(hours=23))).tolist())
        times = tw.train(frame.assign(day=frame["day"] + pd.Timedelta(hours=1)), "y", preset="cart")
        self.assertEqual("time", tw.Table(frame.assign(day=frame["day"] + pd.Timedelta(hours=1))).kinds["day"])
        self.assertEqual(200, len(times.predict(frame)))
        self.assertEqual(1, len(model.predict({"day": datetime.datetime(2023, 6, 1, 12), "flag": True})))


if __name__ == "__main__":
    unittest.main()
