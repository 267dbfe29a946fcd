"""Random tables through every library: one model, byte for byte, wherever the types mean the same; equal predictions; round trips."""

import datetime
import decimal
import os
import pathlib
import pickle
import subprocess
import tempfile
import unittest
import warnings

import duckdb
import hypothesis
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import treewright as tw

PROGRAM = os.environ.get("TREEWRIGHT", "treewright")
CASES = int(os.environ.get("TREEWRIGHT_CASES", "200"))
hypothesis.settings.register_profile("tables", max_examples=CASES, deadline=None, derandomize=True, database=None,
                                     suppress_health_check=list(HealthCheck))
hypothesis.settings.load_profile("tables")

# --- tables -----------------------------------------------------------------------------------------------------------------------

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
WORDS = ["a", "b", "Köln", "x y", "São Paulo", "🌳", "0", "1.5", "NULL", "nan", "true", 'quo"te', "com,ma", "line\nbreak", "\u200b", " "]
# Names that no library changes. DuckDB does not tell upper from lower case.
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=6)


def several(cells, rows):
    """Cells with repetitions: trees need something to learn."""
    return st.lists(cells, min_size=1, max_size=6).flatmap(lambda pool: st.lists(st.sampled_from(pool), min_size=rows, max_size=rows))


def with_gaps(column, rows):
    return st.tuples(column, st.lists(st.booleans(), min_size=rows, max_size=rows), st.booleans()).map(
        lambda drawn: [None if gap and drawn[2] else cell for cell, gap in zip(drawn[0], drawn[1])])


def floats(width):
    return st.floats(width=width, allow_nan=False, allow_infinity=False, allow_subnormal=False)


def integers(kind):
    limits = np.iinfo(kind)
    return st.one_of(st.integers(0, 9), st.integers(int(limits.min), int(limits.max)))


# Never midnight: where all are, pandas has days.
MOMENTS = st.datetimes(datetime.datetime(1700, 1, 1), datetime.datetime(2200, 1, 1)).map(lambda moment: moment.replace(fold=0, second=moment.second or 1))
DAYS = st.dates(datetime.date(1700, 1, 1), datetime.date(2200, 1, 1))


@st.composite
def columns(draw, rows, kinds=None):
    """A kind and its cells as Python has them; None is missing."""
    kind = draw(st.sampled_from(kinds or [*INTEGERS, "float16", "float32", "float64", "bool", "text", "category", "ordered", "day", "moment",
                                         "zoned", "decimal", "nothing"]))
    cells = {"bool": st.booleans(), "text": st.sampled_from(WORDS), "category": st.sampled_from(WORDS), "day": DAYS,
             "ordered": st.sampled_from(["low", "middle", "high"]), "moment": MOMENTS, "zoned": MOMENTS,
             "decimal": st.integers(-10**6, 10**6).map(lambda cents: decimal.Decimal(cents) / 100), "nothing": st.none()}.get(kind)
    if cells is None:
        cells = integers(kind) if kind in INTEGERS else floats(int(kind[5:]))
    return kind, draw(with_gaps(several(cells, rows), rows))


@st.composite
def tables(draw, kinds=None, names=NAMES, least=6, most=40):
    """Columns by name, as (kind, cells), and labels."""
    rows = draw(st.integers(least, most))
    own = draw(st.lists(names, min_size=1, max_size=4, unique_by=lambda name: name.casefold().strip()))
    table = {name: draw(columns(rows, kinds)) for name in own if name not in ("y", "Y")} or {"x": draw(columns(rows, kinds))}
    labels = draw(several(st.sampled_from(["no", "yes", "perhaps"]), rows))
    labels[0], labels[1] = "no", "yes"
    return table, labels


def known(cells):
    return [cell for cell in cells if cell is not None]


# --- the same table in every library ----------------------------------------------------------------------------------------------

ZONE = datetime.timezone(datetime.timedelta(hours=9))
ARROW_TYPES = {"float16": pa.float32(), "bool": pa.bool_(), "text": pa.string(), "category": pa.dictionary(pa.int32(), pa.string()),
               "day": pa.date32(), "moment": pa.timestamp("us"), "zoned": pa.timestamp("us", tz="UTC"), "decimal": pa.decimal128(12, 2)}


def arrow_column(kind, cells):
    if kind == "ordered":
        codes = [None if cell is None else ["low", "middle", "high"].index(cell) for cell in cells]
        return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), ["low", "middle", "high"], ordered=True)
    if kind == "nothing":
        return pa.array(cells, pa.string())
    if kind == "zoned":
        cells = [None if cell is None else cell.replace(tzinfo=datetime.timezone.utc) for cell in cells]
    return pa.array(cells, ARROW_TYPES.get(kind) or pa.type_for_alias(kind))


def pandas_column(kind, cells):
    """NumPy's types where nothing is missing, else the nullable ones."""
    if kind in INTEGERS:
        return pd.Series(cells, dtype=kind if len(known(cells)) == len(cells) else kind.replace("int", "Int").replace("uI", "UI"))
    if kind.startswith("float"):
        return pd.Series([np.nan if cell is None else cell for cell in cells], dtype=kind)
    if kind == "bool":
        return pd.Series(cells, dtype="bool" if len(known(cells)) == len(cells) else "boolean")
    if kind == "text":
        return pd.Series(cells, dtype="string")
    if kind == "category":
        return pd.Series(pd.Categorical(cells, categories=sorted({*known(cells), "unused"}, reverse=True)))
    if kind == "ordered":
        return pd.Series(pd.Categorical(cells, categories=["low", "middle", "high"], ordered=True))
    if kind == "moment":
        return pd.Series(cells, dtype="datetime64[us]")
    if kind == "zoned":
        return pd.Series(cells, dtype="datetime64[us]").dt.tz_localize("UTC").dt.tz_convert(ZONE)
    return pd.Series(cells, dtype=object)


def numpy_column(kind, cells):
    if kind.startswith("float") or (kind in INTEGERS and len(known(cells)) == len(cells)):
        return np.array([np.nan if cell is None else cell for cell in cells] if kind.startswith("float") else cells, dtype=kind)
    if kind == "ordered":
        return pandas_column(kind, cells)
    column = np.empty(len(cells), dtype=object)
    for row, cell in enumerate(cells):
        column[row] = cell.replace(tzinfo=ZONE) + datetime.timedelta(hours=9) if kind == "zoned" and cell is not None else cell
    return column


def libraries(table, with_duckdb=True):
    arrow = pa.table({name: arrow_column(*column) for name, column in table.items()})
    cut = arrow.num_rows // 2
    forms = {
        "pyarrow": arrow,
        "pyarrow, chunked": pa.concat_tables([arrow.slice(0, cut), arrow.slice(cut)]),
        "pyarrow, sliced": pa.concat_tables([arrow.slice(0, cut), arrow]).slice(cut),
        "pyarrow, reader": None,
        "pandas": pd.DataFrame({name: pandas_column(*column) for name, column in table.items()}),
        "pandas, sliced": pd.concat([pd.DataFrame({name: pandas_column(*column) for name, column in table.items()})] * 2)[arrow.num_rows:],
        "dictionary": {name: numpy_column(*column) for name, column in table.items()},
    }
    forms["pyarrow, reader"] = tw.Table(pa.RecordBatchReader.from_batches(arrow.schema, arrow.to_batches(max_chunksize=3)))
    if not any(kind == "ordered" for kind, _ in table.values()):  # polars and DuckDB have no ordered dictionaries of Arrow
        forms["polars"] = pl.from_arrow(arrow)
        forms["polars, sliced"] = pl.concat([pl.from_arrow(arrow)] * 2, rechunk=False)[arrow.num_rows:]
        if with_duckdb and not any(kind == "float16" for kind, _ in table.values()):
            forms["duckdb"] = duckdb.sql("select * from arrow")
    return forms


def outcome(work):
    """What a call gives, or its error: every library must have the same."""
    try:
        return work()
    except (ValueError, TypeError) as error:
        return type(error).__name__


class Quiet(unittest.TestCase):
    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore")


class Libraries(Quiet):
    @given(tables(), st.sampled_from(["auto", "c45", "cart", "id3"]))
    def test_give_the_same_bytes(self, drawn, preset):
        table, labels = drawn
        options = {} if preset in ("c45", "id3") else {"prune": "none"}
        results = {name: outcome(lambda: tw.TreeClassifier(preset=preset, **options).fit(form, labels).model_.to_bytes())
                   for name, form in libraries(table).items()}
        for name, result in results.items():
            self.assertEqual(result, results["pyarrow"], f"{name} and pyarrow differ")

    @given(tables(), st.sampled_from(["auto", "c45", "cart"]), st.randoms(use_true_random=False))
    def test_predict_the_same(self, drawn, preset, random):
        """Also of levels that the fit did not see."""
        table, labels = drawn
        estimator = outcome(lambda: tw.TreeClassifier(preset=preset, prune="none", min_split=2, min_leaf=1).fit(libraries(table)["pyarrow"], labels))
        if isinstance(estimator, str):
            return
        rows = len(labels)
        order = [random.randrange(rows) for _ in range(rows + 3)]
        new = {name: (kind, [random.choice(["foreign", cells[row]]) if kind in ("text", "category") else cells[row] for row in order])
               for name, (kind, cells) in table.items()}
        results = {name: outcome(lambda: estimator.predict_proba(form).tolist()) for name, form in libraries(new).items()}
        for name, result in results.items():
            self.assertEqual(result, results["pyarrow"], f"{name} and pyarrow differ")

    @given(tables())
    def test_of_labels_give_the_same_classes(self, drawn):
        table, labels = drawn
        X = libraries(table)["pyarrow"]
        forms = {"list": labels, "numpy": np.array(labels), "objects": np.array(labels, dtype=object), "pandas": pd.Series(labels, name="y"),
                 "pandas, categories": pd.Series(labels, dtype="category", name="y"), "polars": pl.Series("y", labels), "pyarrow": pa.array(labels)}
        results = {name: outcome(lambda: tw.TreeClassifier(preset="c45").fit(X, form).model_.to_bytes()) for name, form in forms.items()}
        self.assertEqual(len(set(results.values())), 1, list(results))


class Objects(Quiet):
    """Cells of several types in one column, which only Python's own containers hold."""

    CELLS = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.integers(-10**25, 10**25), st.sampled_from([0.5, 1.0, float("nan"), float("inf")]),
                      st.sampled_from(WORDS + [""]), DAYS, MOMENTS, st.just(pd.NA), st.just(pd.NaT), st.decimals(-9, 9, places=1),
                      st.sampled_from([np.float32(0.1), np.int8(3), np.bool_(True), np.datetime64("2020-01-01"), pd.Timestamp("2020-01-01 10:00")]))

    @given(st.data())
    def test_give_the_same_bytes(self, data):
        rows = data.draw(st.integers(6, 25))
        table = {name: data.draw(several(self.CELLS, rows)) for name in ("a", "b")}
        labels = ["no", "yes"] + data.draw(several(st.sampled_from(["no", "yes"]), rows - 2))
        objects = np.empty((rows, 2), dtype=object)
        for column, cells in enumerate(table.values()):
            for row, cell in enumerate(cells):
                objects[row, column] = cell
        forms = {"dictionary": table, "pandas": pd.DataFrame(objects, columns=["a", "b"], dtype=object), "numpy": tw.Table(objects, ["a", "b"]),
                 "tuples": {name: tuple(cells) for name, cells in table.items()}}
        results = {name: outcome(lambda: tw.TreeClassifier(preset="cart", prune="none").fit(form, labels).model_.to_bytes())
                   for name, form in forms.items()}
        self.assertEqual(len(set(results.values())), 1, {name: result[:200] for name, result in results.items()})
        if isinstance(results["pandas"], bytes):
            model = tw.Model.from_bytes(results["pandas"])
            wanted = model.predict_proba(forms["pandas"]).tolist()
            for name, form in forms.items():
                self.assertEqual(model.predict_proba(form).tolist(), wanted, name)
            one_by_one = [model.predict_proba(forms["pandas"].iloc[[row]]).tolist()[0] for row in range(rows)]
            self.assertEqual(one_by_one, wanted, "row by row")

    @given(st.lists(st.one_of(st.none(), st.integers(0, 5)), min_size=8, max_size=30), st.randoms(use_true_random=False))
    def test_numbers_that_are_categories_go_by_their_names(self, cells, random):
        labels = ["no", "yes"] + [random.choice(["no", "yes"]) for _ in cells[2:]]
        column = pd.Series(pd.Categorical(cells, categories=range(6)))
        estimator = outcome(lambda: tw.TreeClassifier(preset="cart", prune="none").fit(pd.DataFrame({"a": column}), labels))
        if isinstance(estimator, str):
            return
        order = random.sample(range(6), 6)
        wanted = estimator.predict_proba(pd.DataFrame({"a": column})).tolist()
        for other in (column.cat.reorder_categories(order), column.astype("Int64"), column.astype(float), column.astype(object),
                      pd.Series([None if cell is None else str(cell) for cell in cells], dtype="string")):
            self.assertEqual(estimator.predict_proba(pd.DataFrame({"a": other})).tolist(), wanted, other.dtype)


class RoundTrips(Quiet):
    @given(tables(), st.sampled_from(["auto", "c45", "cart", "rules"]))
    def test_of_files_and_pickles_are_the_same_model(self, drawn, preset):
        table, labels = drawn
        X = libraries(table, with_duckdb=False)["pandas"]
        make = tw.RuleClassifier if preset == "rules" else tw.TreeClassifier
        estimator = outcome(lambda: make(**({} if preset == "rules" else {"preset": preset})).fit(X, labels))
        if isinstance(estimator, str):
            return
        again = pickle.loads(pickle.dumps(estimator))
        with tempfile.TemporaryDirectory() as folder:
            estimator.save(f"{folder}/model.tree")
            loaded = tw.load(f"{folder}/model.tree")
        self.assertEqual(again.model_, estimator.model_)
        self.assertEqual(loaded, estimator.model_)
        wanted = estimator.predict_proba(X)
        np.testing.assert_array_equal(again.predict_proba(X), wanted)
        np.testing.assert_array_equal(loaded.predict_proba(X)[:, np.argsort(loaded.classes.astype(str))], wanted)
        for text in (str(loaded), repr(loaded), loaded._repr_html_(), str(loaded.rules()), str(loaded.explain(X.iloc[[0]]))):
            self.assertTrue(text)

    @given(tables(), st.sampled_from(["auto", "c45", "cart", "id3"]))
    def test_of_train_and_the_estimator_agree(self, drawn, preset):
        table, labels = drawn
        X = libraries(table, with_duckdb=False)["pandas"]
        by_estimator = outcome(lambda: tw.TreeClassifier(preset=preset).fit(X, pd.Series(labels, name="y")).model_.to_bytes())
        self.assertEqual(outcome(lambda: tw.train(X, pd.Series(labels, name="y"), preset=preset).to_bytes()), by_estimator)
        if "y" not in X:
            self.assertEqual(outcome(lambda: tw.train(X.assign(y=pd.Series(labels, dtype="string", index=X.index)), "y", preset=preset).to_bytes()),
                             by_estimator)


class CommandLine(Quiet):
    PLAIN = st.sampled_from(["a", "size", "Größe", "two words", "x_1", "B"])

    @given(tables(["int16", "float64", "text", "day", "bool"], PLAIN, least=12), st.sampled_from(["auto", "c45", "cart", "id3"]))
    @hypothesis.settings(max_examples=max(10, CASES // 2))
    def test_writes_the_same_bytes(self, drawn, preset):
        """For what a CSV file can say: words that read as numbers or as missing are another type there."""
        table, labels = drawn
        plain = [word for word in WORDS if word not in ("0", "1.5", "NULL", "nan", " ", "\u200b")]
        table = {name: (kind, [plain[hash_of(cell) % len(plain)] if kind == "text" and cell is not None else cell for cell in cells])
                 for name, (kind, cells) in table.items() if known(cells)}
        if not table:
            return
        frame = pd.DataFrame({name: pandas_column(*column) for name, column in table.items()})
        for name, (kind, cells) in table.items():
            if kind == "day":  # as pandas has dates
                frame[name] = pd.Series(pd.to_datetime(pd.Series(cells, dtype=object))).astype("datetime64[s]")
            if kind == "bool":  # in a file they are the words True and False
                frame[name] = pd.Series([None if cell is None else str(cell) for cell in cells], dtype=object)
        with tempfile.TemporaryDirectory() as folder:
            path, model = pathlib.Path(folder) / "table.csv", pathlib.Path(folder) / "model.tree"
            frame.assign(y=labels).to_csv(path, index=False)
            done = subprocess.run([PROGRAM, "train", path, "--target", "y", "--preset", preset, "-o", model, "--quiet"], capture_output=True)
            ours = outcome(lambda: tw.TreeClassifier(preset=preset).fit(frame, pd.Series(labels, name="y")).model_.to_bytes())
            if done.returncode != 0:
                self.assertEqual(ours, "ValueError", done.stderr)
                return
            self.assertEqual(ours, model.read_bytes())


def hash_of(word):
    return sum(word.encode())


if __name__ == "__main__":
    unittest.main()
