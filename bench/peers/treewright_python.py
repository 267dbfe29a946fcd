"""Treewright itself through its Python package: what the way from Python costs, in each layout that tables come in."""

import numpy
import polars
from treewright import TreeClassifier, TreeRegressor, load

from learner import Learner


class OfColumns(Learner):
    """A NumPy matrix whose columns lie one behind the other: read where it is, as the C++ benchmark reads its columns."""

    order = "F"

    def arrange(self, part):
        return part.matrix(numpy.float32, self.order)

    def model(self):
        kind = TreeClassifier if self.request.classes else TreeRegressor
        # What treewright_bench grows: CART unpruned.
        return kind(preset="cart", prune="none", max_depth=self.request.depth or None, threads=self.request.threads)

    def fit(self, rows, part):
        return self.model().fit(rows, part.target)

    def predict(self, model, rows):
        return model.predict(rows)

    def shape(self, model):
        return {"leaves": int(model.get_n_leaves()), "depth": int(model.get_depth())}

    def save(self, model, path):
        model.save(path)

    def load(self, path):
        model = load(path)
        kind = TreeClassifier if model.is_classifier else TreeRegressor
        estimator = kind.from_model(model, threads=self.request.threads)
        if model.is_classifier:  # the classes were numbers
            estimator.classes_ = estimator.classes_.astype(numpy.int32)
        return self.named(estimator)

    def named(self, estimator):
        del estimator.feature_names_in_  # a matrix has no names
        return estimator


class OfRows(OfColumns):
    """A row-major matrix, as NumPy makes them by default: read where it is, too, with the distance between rows in between."""

    order = "C"


class OfPolars(OfColumns):
    """A polars frame, by way of the Arrow C stream."""

    def named(self, estimator):
        return estimator

    def arrange(self, part):
        return polars.DataFrame({name: numpy.ascontiguousarray(part.numbers[:, i]) for i, name in enumerate(part.names)})
