"""Tables of every library give the same model, byte for byte, and the same as the command line."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import treewright as tw

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "data"
PROGRAM = os.environ.get("TREEWRIGHT", "treewright")


def by_command_line(path, target, *options):
    """The model file that the command line writes."""
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "model.tree"
        subprocess.run([PROGRAM, "train", path, "--target", target, "-o", model, "--quiet", *options], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return model.read_bytes()


def texts_as(kind, frame):
    return frame.astype({name: kind for name in frame if frame[name].dtype.kind not in "iufb"})


def libraries(frame):
    """The same table in every form: its name and itself."""
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    names = list(frame.columns)
    objects = frame.astype(object).where(frame.notna(), None)
    return {
        "pandas": frame,
        "pandas, Python strings": texts_as(object, frame),
        "pandas, categories": texts_as("category", frame),
        "pandas, nullable": frame.convert_dtypes(),
        "pandas, Arrow types": frame.convert_dtypes(dtype_backend="pyarrow"),
        "pyarrow": arrow,
        "pyarrow, chunked": pa.concat_tables([arrow.slice(0, 3), arrow.slice(3)]),
        "polars": pl.from_arrow(arrow),
        "polars, categories": pl.from_arrow(arrow).with_columns(pl.col(pl.String).cast(pl.Categorical)),
        "duckdb": duckdb.sql("select * from arrow"),
        "dictionary": {name: objects[name].tolist() for name in names},
        "list of rows": tw.Table(objects.to_numpy().tolist(), names),
        "numpy": tw.Table(objects.to_numpy(), names),
    }


def random_frame(seed, rows=120):
    """Numbers, integers, texts and booleans with missing cells, and a label that depends on some of them."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({
        "x": random.normal(size=rows).round(3),
        "count": random.integers(0, 9, rows).astype(float),
        "city": random.choice(["Köln", "München", "São Paulo", "x y"], rows),
        "flag": random.choice(["no", "yes"], rows),
    })
    label = np.where((frame["x"] > 0) ^ (frame["city"] == "Köln"), "a", "b")
    for name in frame:
        frame.loc[random.random(rows) < 0.1, name] = None
    return frame, pd.Series(label, name="label")


class SameBytes(unittest.TestCase):
    def check(self, path, target, preset):
        wanted = by_command_line(path, target, "--preset", preset)
        frame = pd.read_csv(path, keep_default_na=False, na_values=["?", "NA", ""])
        labels = frame.pop(target)
        for library, table in libraries(frame).items():
            with self.subTest(file=path.name, preset=preset, library=library):
                self.assertEqual(tw.TreeClassifier(preset=preset).fit(table, labels).model_.to_bytes(), wanted)

    def test_of_every_library_and_the_command_line(self):
        for file, target in (("golf", "Play"), ("loans", "repaid"), ("shapes", "class"), ("subscribers", "Subscriber")):
            for preset in ("auto", "c45", "cart", "id3"):
                self.check(EXAMPLES / f"{file}.csv", target, preset)

    def test_where_cells_are_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(3):
                frame, labels = random_frame(seed)
                path = pathlib.Path(folder) / f"random{seed}.csv"
                frame.assign(label=labels).to_csv(path, index=False)
                for preset in ("auto", "c45", "cart"):
                    self.check(path, "label", preset)

    def test_of_numbers_whatever_their_type(self):
        random = np.random.default_rng(5)
        whole = random.integers(0, 100, (200, 3))
        y = (whole[:, 0] > 50) ^ (whole[:, 1] > 30)
        wanted = tw.TreeClassifier().fit(whole.astype(np.float64), y).model_.to_bytes()
        for kind in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64, np.float16, np.float32, np.dtype(">f8"), object):
            for order in "CF":
                with self.subTest(kind=kind, order=order):
                    X = np.array(whole.astype(kind), order=order)
                    self.assertEqual(tw.TreeClassifier().fit(X, y).model_.to_bytes(), wanted)
        with self.subTest("fields of packed records"):
            records = np.zeros(200, dtype=[("flag", "i1"), ("x0", "f8"), ("x1", "f4"), ("x2", "f8")])
            for place, name in enumerate(("x0", "x1", "x2")):
                records[name] = whole[:, place]
            fields = {name: records[name] for name in ("x0", "x1", "x2")}
            self.assertEqual(tw.train(fields, y, preset="auto").to_bytes(), tw.train(whole.astype(float), y, preset="auto").to_bytes())
        with self.subTest("memory that is not aligned"):
            odd = np.frombuffer(bytes(1) + whole.astype(np.float64).tobytes(), dtype=np.float64, offset=1).reshape(whole.shape)
            estimator = tw.TreeClassifier().fit(odd, y)
            self.assertEqual(estimator.model_.to_bytes(), wanted)
            np.testing.assert_array_equal(estimator.predict(odd), estimator.predict(odd.copy()))
        with self.subTest("every second row and column"):
            wide = np.zeros((400, 6))
            wide[::2, ::2] = whole
            self.assertEqual(tw.TreeClassifier().fit(wide[::2, ::2], y).model_.to_bytes(), wanted)


class Predictions(unittest.TestCase):
    def test_are_equal_whatever_the_library(self):
        for preset in ("auto", "c45", "cart"):
            frame, labels = random_frame(7)
            new, _ = random_frame(8)
            new.loc[3, "city"] = "Nowhere"
            estimator = tw.TreeClassifier(preset=preset).fit(frame, labels)
            wanted = estimator.predict_proba(new)
            for library, table in libraries(new).items():
                with self.subTest(preset=preset, library=library):
                    np.testing.assert_array_equal(estimator.predict_proba(table), wanted)
                    np.testing.assert_array_equal(estimator.model_.predict_proba(table), wanted)

    def test_of_categories_go_by_their_names_not_their_codes(self):
        frame, labels = random_frame(9)
        frame["city"] = frame["city"].astype("category")
        estimator = tw.TreeClassifier().fit(frame, labels)
        other = frame.copy()
        other["city"] = other["city"].cat.set_categories(["x y", "Atlantis", "São Paulo", "Köln", "München"])
        np.testing.assert_array_equal(estimator.predict(other), estimator.predict(frame))

    def test_of_a_matrix_equal_those_of_its_columns(self):
        random = np.random.default_rng(3)
        X = random.normal(size=(5000, 4)).round(2)
        y = (X[:, 0] > X[:, 1]).astype(int)
        estimator = tw.TreeClassifier(max_depth=6).fit(X, y)
        for matrix in (X, X.astype(np.float32)):
            by_columns = estimator.predict_proba(np.asfortranarray(matrix))
            np.testing.assert_array_equal(estimator.predict_proba(matrix), by_columns)


    def test_of_many_rows_are_those_of_each(self):
        """A large table is predicted in parts of 262,144 rows."""
        frame, labels = random_frame(11)
        numbers = frame[["x", "count"]].to_numpy()
        times = 600_000 // len(frame)
        for make in (lambda: tw.TreeClassifier(preset="c45", prune="none"), lambda: tw.TreeClassifier(preset="cart", prune="none"), tw.RuleClassifier):
            with self.subTest(make()):
                estimator = make().fit(frame, labels)
                many = pd.concat([frame] * times, ignore_index=True)
                np.testing.assert_array_equal(estimator.predict_proba(many), np.tile(estimator.predict_proba(frame), (times, 1)))
                np.testing.assert_array_equal(estimator.apply(many), np.tile(estimator.apply(frame), times))
                by_position = make().fit(numbers, labels)
                np.testing.assert_array_equal(by_position.predict_proba(np.tile(numbers, (times, 1))),
                                              np.tile(by_position.predict_proba(numbers), (times, 1)))


class Cells(unittest.TestCase):
    def kinds(self, **columns):
        return tw.Table(columns).kinds

    def test_have_the_kind_of_their_values(self):
        import datetime
        import decimal

        day, moment = datetime.date(2020, 2, 29), datetime.datetime(2020, 2, 29, 12, tzinfo=datetime.timezone.utc)
        self.assertEqual(
            self.kinds(number=[1, 2.5, None], decimal=[decimal.Decimal("1.5"), None, 2], truth=[True, None, False],
                       text=["a", None, "b"], mixed=[1, "a", None], day=[day, None, day], moment=[moment, None, moment],
                       nothing=[None, None, None], span=[datetime.timedelta(1), None, datetime.timedelta(2)],
                       day64=np.array(["2020-02-29", "NaT", "2021-01-01"], dtype="datetime64[D]"),
                       time64=np.array(["2020-02-29", "NaT", "2021-01-01"], dtype="datetime64[ns]")),
            {"number": "number", "decimal": "number", "truth": "category", "text": "category", "mixed": "category", "day": "date",
             "moment": "time", "nothing": "category", "span": "number", "day64": "date", "time64": "time"})

    def test_of_dates_are_equal_in_pandas_and_polars(self):
        frame = pd.DataFrame({"t": pd.to_datetime(["2020-01-01 10:00", None, "2021-06-01", "2022-01-01"], format="mixed"),
                              "z": pd.to_datetime(["2020-01-01 10:00", None, "2021-06-01", "2022-01-01"], format="mixed").tz_localize("Asia/Tokyo")})
        y = ["a", "a", "b", "b"]
        wanted = tw.TreeClassifier(preset="cart", prune="none").fit(frame, y).model_.to_bytes()
        for table in (pl.from_pandas(frame), pa.Table.from_pandas(frame), frame.astype(object)):
            self.assertEqual(tw.TreeClassifier(preset="cart", prune="none").fit(table, y).model_.to_bytes(), wanted)

    def test_that_no_tree_can_split_on_are_refused_by_name(self):
        for cells, kind in (([[1], [2]], "list"), ([{}, {}], "dict"), ([b"a", b"b"], "bytes"), ([object(), object()], "object"),
                            ([1j, 2j], "complex")):
            with self.subTest(kind=kind), self.assertRaisesRegex((TypeError, ValueError), f"'odd'.*{kind}"):
                tw.Table({"odd": cells})


if __name__ == "__main__":
    unittest.main()
