"""Treewright's exports where they run: the same tree as a query of a database and as a graph of a runtime."""

import duckdb
import numpy
import onnxruntime
import polars

from treewright_python import OfColumns


class Export(OfColumns):
    """Columns with names, as doubles."""

    def frame(self, part):
        return polars.DataFrame({name: part.numbers[:, i].astype(numpy.float64) for i, name in enumerate(part.names)})

    def fit(self, rows, part):
        return self.model().fit(self.frame(part), part.target).model_

    def shape(self, model):
        return {}


class InDuckDb(Export):
    """The rows are a table of the database; the label of each comes back as a number."""

    def arrange(self, part):
        base = duckdb.connect(":memory:", config={"threads": self.request.threads})
        base.register("frame", self.frame(part))
        base.execute("CREATE TABLE data AS SELECT * FROM frame")
        return base

    def save(self, model, path):
        path.write_text(model.export("sql", dialect="duckdb"))

    def load(self, path):
        return path.read_text().strip().rstrip(";")

    def predict(self, model, rows):
        return rows.execute(f"SELECT prediction::INTEGER AS label FROM (\n{model}\n)").fetchnumpy()["label"]


class InOnnxRuntime(Export):
    """An input for each feature; the label of each row comes back as a text, which `decide` makes a number."""

    def arrange(self, part):
        return {name: column.to_numpy().reshape(-1, 1) for name, column in self.frame(part).to_dict().items()}

    def save(self, model, path):
        path.write_bytes(model.export("onnx"))

    def load(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.request.threads
        options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def predict(self, model, rows):
        return model.run(["label"], rows)[0]

    def decide(self, predicted):
        return predicted.astype(numpy.int32)
