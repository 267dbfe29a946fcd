"""What `treewright predict -o out.parquet` writes, read by pyarrow: the columns of the CSV, with types."""

import unittest

import pyarrow
import pyarrow.parquet

from tests.python import arrow_files_test as files


class Writing(files.InFolder):
    def setUp(self):
        super().setUp()
        self.table = files.mixed_table(300)
        self.write(self.table)
        self.output("train", "t.parquet", "--target", "label", "-o", "m.tree")

    def written(self, *options):
        self.output("predict", "m.tree", "t.parquet", "-o", "out.parquet", "--force", *options)
        return pyarrow.parquet.read_table(self.folder / "out.parquet")

    def test_the_columns_of_the_csv(self):
        rows = [line.split(",") for line in self.output("predict", "m.tree", "t.parquet").splitlines()]
        written = self.written()
        self.assertEqual(written.column_names, rows[0])
        self.assertEqual([str(kind) for kind in written.schema.types], ["string", "double", "double", "double", "int32"])
        for i, name in enumerate(rows[0]):
            cast = str if i == 0 else float if i < 4 else int
            self.assertEqual(written[name].to_pylist(), [cast(row[i]) for row in rows[1:]])

    def test_kept_columns_keep_their_types(self):
        kept = self.written("--keep", "all").select(self.table.column_names)
        expected = {"whole": pyarrow.int64(), "number": pyarrow.float64(), "price": pyarrow.float64(), "day": pyarrow.date32(),
                    "time": pyarrow.timestamp("us"), "colour": pyarrow.string(), "truth": pyarrow.bool_(), "label": pyarrow.string()}
        self.assertEqual(dict(zip(kept.column_names, kept.schema.types)), expected)
        for name in self.table.column_names:
            with self.subTest(name=name):
                if name == "price":  # pyarrow's own cast to float is not the nearest one
                    values = [price and float(price) for price in self.table[name].to_pylist()]
                else:
                    values = self.table[name].cast(expected[name]).to_pylist()
                self.assertEqual(kept[name].to_pylist(), values)

    def test_a_kept_column_called_prediction(self):
        self.write(self.table.append_column("prediction", [["p"] * 300]))
        self.assertEqual(self.written("--keep", "prediction").column_names[:2], ["prediction", "prediction_2"])

    def test_a_number_as_target(self):
        self.output("train", "t.parquet", "--target", "price", "-o", "m.tree", "--force")
        self.assertEqual(self.written().column_names, ["prediction", "leaf"])

    def test_no_file_appears_when_reading_fails(self):
        position = self.table.column_names.index("number")
        self.write(self.table.set_column(position, "number", [pyarrow.array(["x"] * 300)]))
        self.complaint("predict", "m.tree", "t.parquet", "-o", "out.parquet")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["m.tree", "t.parquet"])


if __name__ == "__main__":
    unittest.main()
