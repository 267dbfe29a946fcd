"""Treewright's exports where they run: the same tree as a query of a database, as a graph of a runtime and as a program in C."""

import concurrent.futures
import ctypes
import pathlib
import re
import subprocess

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


class InC(Export):
    """A matrix of doubles, row after row, in a loop of C around the header: a row becomes a struct, and all of the answer is asked for."""

    def arrange(self, part):
        return part.matrix(numpy.float64, "C")

    def save(self, model, path):
        header = model.export("c", name="tree")
        row = header[header.index("typedef struct tree_row {"):header.index("} tree_row;")]
        cells = "".join(f"        row.{field} = at[{model.features.index(name)}];\n" for field, name in re.findall(r"double (\w+);  /\* '(.*?)'", row))
        numbers = ", ".join(map(str, model.classes))
        path.write_text(f"""{header}
void predict_rows(const double *cells, long rows, int *labels) {{
    static const int numbers[] = {{{numbers}}};
    for (long r = 0; r < rows; r++) {{
        const double *at = cells + r * {len(model.features)}L;
        tree_row row;
        tree_prediction prediction;
{cells}        (void)tree_predict(&row, &prediction);
        labels[r] = numbers[prediction.label];
    }}
}}
""")

    def load(self, path):
        library = pathlib.Path(path).with_suffix(".so").resolve()
        subprocess.run(["cc", "-std=c99", "-O2", "-shared", "-fPIC", "-o", library, "-x", "c", path, "-lm"], check=True)
        return ctypes.CDLL(str(library)).predict_rows

    def predict(self, model, rows):
        labels = numpy.empty(len(rows), dtype=numpy.int32)
        part = -(-len(rows) // self.request.threads)
        parts = [(rows[first:first + part], labels[first:first + part]) for first in range(0, len(rows), part)]

        def predict_part(cells, found):
            model(ctypes.c_void_p(cells.ctypes.data), ctypes.c_long(len(cells)), ctypes.c_void_p(found.ctypes.data))

        if len(parts) == 1:
            predict_part(*parts[0])
        else:
            with concurrent.futures.ThreadPoolExecutor(len(parts)) as pool:
                list(pool.map(lambda each: predict_part(*each), parts))
        return labels
