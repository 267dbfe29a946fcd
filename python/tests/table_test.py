"""A Table goes to other libraries, gives its columns, and can be pickled."""

import copy
import datetime
import pathlib
import pickle
import resource
import tempfile
import unittest

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import treewright as tw

TEXT = """name;amount;since;size;open
Ann;1.004,50 €;18.03.2024;S;yes
Bob;;;L;no
Zoë;7,25 €;01.12.2023;;
"""


def of_everything():
    return pl.DataFrame({"x": [1.5, None, -0.25], "n": [1, 2, None], "day": [datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)],
                         "time": [datetime.datetime(2024, 2, 29, 23, 59, 59, 123456), None, datetime.datetime(1969, 12, 31, 23)], "city": ["Köln", None, "Bonn"],
                         "size": ["M", "S", None], "flag": [True, None, False]}, schema_overrides={"size": pl.Enum(["S", "M", "L"])})


class Tables(unittest.TestCase):
    def setUp(self):
        self.table = tw.Table(of_everything())

    def test_give_their_columns(self):
        self.assertEqual("[1.5, nan, -0.25]", str(self.table["x"].tolist()))
        self.assertEqual(["Köln", None, "Bonn"], self.table["city"].tolist())
        self.assertEqual(["M", "S", None], self.table["size"].tolist())
        self.assertEqual(["true", None, "false"], self.table["flag"].tolist())
        self.assertEqual([datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)], self.table["day"].tolist())
        self.assertEqual(of_everything()["time"].to_list(), self.table["time"].tolist())
        with self.assertRaisesRegex(KeyError, "no column 'siz': did you mean 'size'"):
            self.table["siz"]

    def test_drop_and_pick_columns(self):
        self.assertEqual(["x", "day"], self.table[["x", "day"]].names)
        self.assertEqual(["x", "time", "city", "size", "flag"], self.table.drop(["day", "n"]).names)
        self.assertEqual(3, len(self.table.drop("x")))
        self.assertEqual(7, len(self.table.names))
        with self.assertRaisesRegex(KeyError, "no column 'y'"):
            self.table.drop("y")

    def test_go_to_other_libraries_and_back(self):
        frame = self.table.to_pandas()
        self.assertEqual((3, 7), frame.shape)
        self.assertEqual(["S", "M", "L"], frame["size"].cat.categories.tolist())
        self.assertTrue(frame["size"].cat.ordered)
        arrow = pa.table(self.table)
        self.assertEqual([None, 2.0, 1.0][::-1], arrow["n"].to_pylist())
        self.assertEqual(of_everything()["day"].to_list(), arrow["day"].to_pylist())
        self.assertEqual([3, 1, 1, 1, 1, 1, 1], [len(arrow)] + [arrow[name].null_count for name in ("x", "n", "day", "time", "city", "flag")])
        polars = pl.DataFrame(self.table)
        self.assertEqual(of_everything()["city"].to_list(), polars["city"].cast(pl.String).to_list())
        relation = duckdb.sql("select city, x from arrow where x > 1")
        self.assertEqual([("Köln", 1.5)], relation.fetchall())
        for name, other in {"pandas": frame, "pyarrow": arrow, "polars": polars, "stream": pa.RecordBatchReader.from_stream(self.table)}.items():
            with self.subTest(name):
                again = tw.Table(other)
                self.assertEqual(self.table.kinds | ({"size": "category"} if name == "polars" else {}), again.kinds)
                for column in self.table.names:
                    self.assertEqual(str(self.table[column].tolist()), str(again[column].tolist()), column)

    def test_of_any_size_go_to_arrow(self):
        random = np.random.default_rng(1)
        for rows in (0, 1, 7, 8, 9, 1000):
            frame = pd.DataFrame({"x": np.where(random.random(rows) < 0.3, np.nan, random.normal(size=rows)), "c": random.choice(["a", "b", ""], rows)})
            with self.subTest(rows):
                back = pa.table(tw.Table(frame))
                back.validate(full=True)
                self.assertEqual([None if value != value else value for value in frame["x"]], back["x"].to_pylist())
                self.assertEqual([value or None for value in frame["c"]], back["c"].to_pylist())

    def test_take_the_empty_text_for_missing_whatever_the_library(self):
        for text in (pd.DataFrame({"c": ["", "a", "b"]}), pl.DataFrame({"c": ["", "a", "b"]}), {"c": ["", "a", "b"]}, pd.DataFrame({"c": ["", "a", "b"]}, dtype=object)):
            kinds = [text] if isinstance(text, dict) else [text, text.astype("category") if hasattr(text, "astype") else text.with_columns(pl.col("c").cast(pl.Categorical))]
            for data in kinds:
                with self.subTest(type(data), dtype=getattr(data, "dtypes", None)):
                    self.assertEqual(("category", [-1, 0, 1], ["a", "b"]), (lambda kind, codes, levels: (kind, codes.tolist(), levels))(*tw.Table(data)._columns.cells("c")))

    def test_that_nobody_reads_do_not_leak(self):
        big = tw.Table({"x": np.arange(1e5), "c": ["a", "b"] * 50000})
        big.__arrow_c_stream__()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(300):
            big.__arrow_c_stream__()
            pa.table(big)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 60_000)  # 300 × 1.2 MB would be 360,000

    def test_are_pickled_and_copied(self):
        for other in (pickle.loads(pickle.dumps(self.table)), copy.deepcopy(self.table)):
            self.assertEqual(self.table.kinds, other.kinds)
            for name in self.table.names:
                self.assertEqual(str(self.table[name].tolist()), str(other[name].tolist()))

    def test_of_files_keep_how_they_were_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "t.csv"
            path.write_text(TEXT + "".join(f"N{n};{n},5 €;0{n % 9 + 1}.01.2024;M;{'yes' if n > 20 else 'no'}\n" for n in range(40)), encoding="utf-8")
            read = tw.read(path)
        wanted = tw.train(read, "open", preset="c45")
        again = pickle.loads(pickle.dumps(read))
        self.assertEqual(wanted, tw.train(again, "open", preset="c45"))
        self.assertEqual(tw.train(read[["amount", "since", "open"]], "open", preset="c45"), tw.train(again.drop(["name", "size"]), "open", preset="c45"))

    def test_are_what_estimators_and_their_tools_take(self):
        from sklearn.model_selection import train_test_split

        loans = tw.read(pathlib.Path(__file__).parents[2] / "examples" / "data" / "loans.csv")
        estimator = tw.TreeClassifier(preset="c45").fit(loans.drop("repaid"), loans["repaid"])
        self.assertEqual(tw.TreeClassifier(preset="c45").fit(loans.drop("repaid").to_pandas(), loans["repaid"]).model_, estimator.model_)
        train, test = train_test_split(loans.to_pandas(), random_state=0)
        self.assertGreater(tw.TreeClassifier().fit(train.drop(columns="repaid"), train["repaid"]).score(test.drop(columns="repaid"), test["repaid"]), 0.6)


if __name__ == "__main__":
    unittest.main()
