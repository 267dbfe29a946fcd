"""Reads the folders that bench_data writes; their format is described in bench/data/raw_table.h."""

import dataclasses
import pathlib

import numpy


@dataclasses.dataclass
class Part:
    """Rows of a set in memory: numbers as float32 and codes as int32, both column after column, as a column store has them."""

    names: list  # of the numeric features, then of the categorical ones
    numbers: numpy.ndarray  # rows x numeric features, F-ordered
    codes: numpy.ndarray  # rows x categorical features, F-ordered
    levels: list  # how many, of each categorical feature
    target: numpy.ndarray  # int32 classes, or float32
    classes: int  # 0 for regression

    @property
    def rows(self):
        return len(self.target)

    def matrix(self, dtype=numpy.float32, order="C"):
        """All features in one matrix; codes become numbers, behind the numeric features."""
        if not self.levels and dtype == self.numbers.dtype and order == "F":
            return self.numbers
        result = numpy.empty((self.rows, len(self.names)), dtype, order)
        result[:, : self.numbers.shape[1]] = self.numbers
        result[:, self.numbers.shape[1] :] = self.codes
        return result

    def categorical_mask(self):
        return [i >= self.numbers.shape[1] for i in range(len(self.names))]


def read_columns(folder):
    """The lines of columns.txt: ({"train": rows, "test": rows}, [(role, name, levels)])."""
    rows, columns = {}, []
    for line in (folder / "columns.txt").read_text().splitlines():
        words = line.split()
        if words[0] in ("train", "test"):
            rows[words[0]] = int(words[1])
        else:
            columns.append((words[0], words[1], int(words[3]) if words[2] == "categorical" else 0))
    return rows, columns


def read_matrix(file, dtype, stored, columns, rows):
    """The first `rows` rows of `columns` columns that lie one after the other, each `stored` cells long."""
    if columns == 0:
        return numpy.empty((rows, 0), dtype, "F")
    cells = numpy.memmap(file, dtype, "r", shape=(columns, stored))
    return numpy.array(cells[:, :rows], order="C").T


def read_part(folder, part, rows=0):
    """The first rows of a part; 0: all."""
    folder = pathlib.Path(folder)
    stored, columns = read_columns(folder)
    stored = stored[part]
    rows = min(rows, stored) if rows else stored
    features = [(name, levels) for role, name, levels in columns if role == "feature"]
    numeric = [name for name, levels in features if levels == 0]
    categorical = [(name, levels) for name, levels in features if levels > 0]
    classes = next(levels for role, _, levels in columns if role == "target")
    return Part(
        names=numeric + [name for name, _ in categorical],
        numbers=read_matrix(folder / f"{part}.f32", numpy.float32, stored, len(numeric), rows),
        codes=read_matrix(folder / f"{part}.i32", numpy.int32, stored, len(categorical), rows),
        levels=[levels for _, levels in categorical],
        target=numpy.fromfile(folder / f"{part}.target", numpy.int32 if classes else numpy.float32, rows),
        classes=classes,
    )


def score(target, predicted, classes):
    """Accuracy, or the root of the mean squared error."""
    if classes:
        return float(numpy.mean(predicted == target))
    return float(numpy.sqrt(numpy.mean((predicted.astype(numpy.float64) - target) ** 2)))
