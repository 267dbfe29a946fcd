"""scikit-learn: the exact tree, and one iteration of HistGradientBoosting."""

import pickle

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.model_selection import cross_validate
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from learner import Learner


class Tree(Learner):
    """Exact, one thread whatever it is given. It has no categories: codes go in as numbers, which is less than a subset can say."""

    def arrange(self, part):
        return part.matrix(numpy.float32, "F")  # its own type, and it reads feature by feature

    def model(self):
        kind = DecisionTreeClassifier if self.request.classes else DecisionTreeRegressor
        # The defaults are what we want: Gini or squared error, min_samples_leaf 1. The seed decides ties only.
        return kind(max_depth=self.request.depth or None, random_state=0)

    def fit(self, rows, part):
        return self.model().fit(rows, part.target)

    def cross_validate(self, rows, part):
        return float(cross_validate(self.model(), rows, part.target, cv=10)["test_score"].mean())

    def predict(self, model, rows):
        return model.predict(rows)

    def shape(self, model):
        return {"leaves": int(model.get_n_leaves()), "depth": int(model.get_depth())}

    def save(self, model, path):
        path.write_bytes(pickle.dumps(model))

    def load(self, path):
        return pickle.loads(path.read_bytes())


class TreeForPrediction(Tree):
    def arrange(self, part):
        return part.matrix(numpy.float32, "C")  # it walks row by row


class HistGradientBoosting(Learner):
    """255 bins, no exact thresholds. Ten classes are ten trees."""

    def arrange(self, part):
        self.categorical = part.categorical_mask() if part.levels else None
        return part.matrix(numpy.float64, "C")  # its own type: floats would be converted on the clock (0.2 to 0.7 s per 20M cells)

    def fit(self, rows, part):
        kind = HistGradientBoostingClassifier if self.request.classes else HistGradientBoostingRegressor
        model = kind(
            max_iter=1,
            learning_rate=1.0,  # the one tree counts in full
            max_depth=self.request.depth or None,
            max_leaf_nodes=None,  # only the depth limits the tree
            min_samples_leaf=1,
            l2_regularization=0.0,
            early_stopping=False,  # no rows are set aside
            categorical_features=self.categorical,
            random_state=0,
        )
        return model.fit(rows, part.target)

    def predict(self, model, rows):
        return model.predict(rows)

    def shape(self, model):
        trees = [tree for iteration in model._predictors for tree in iteration]
        return {"leaves": int(sum(tree.get_n_leaf_nodes() for tree in trees)), "depth": int(max(t.get_max_depth() for t in trees))}
