"""Fitted trees of scikit-learn as models of this library.

scikit-learn casts a table to float32 and then asks `float32(x) <= threshold`. Our trees ask the same of the double x, so each threshold becomes
the largest double whose cast does not exceed it. Then every double, and every float32, goes the way it goes there:

- A number that lies halfway between two float32 is rounded to the one whose last bit is 0, and so it counts.
- What is too large for float32 becomes infinity in the cast, which scikit-learn refuses. Here it is a large number like others; infinities are, too.
- Missing values go where `tree_.missing_go_to_left` says. That is set at every node: where no training row lacked the value, to the child with
  more rows (of equal ones the right one). An ExtraTree with splitter="best" refuses them there; here they go the same way.
- An infinite threshold is scikit-learn's way to ask whether a value is missing.

Labels and numbers are those of `predict`, bit by bit. So are probabilities where rows count once, or a whole number of times. With other weights
scikit-learn's probabilities of a leaf add up to 1 but for rounding, and ours differ from them by as little: we keep weights and divide by their sum.

Nodes have the numbers that they have there, as long as no threshold is infinite: then the child for missing values comes first here.
"""

import dataclasses
import sys
import warnings

import numpy as np

from . import _core
from ._frames import text_of
from ._messages import TreewrightWarning, caller_level

_CRITERIA = {"gini": "gini", "entropy": "information-gain", "log_loss": "information-gain", "squared_error": "squared-error",
             "friedman_mse": "squared-error"}


@dataclasses.dataclass(frozen=True)
class ImportedTree:
    """A model and what it takes to make an estimator of it."""

    model: _core.FittedModel
    feature_names: list  # of the model's columns: feature_names_in_, or x0, x1, …
    has_names: bool  # whether they come from feature_names_in_
    classes: np.ndarray | None  # the original labels, in scikit-learn's order; None for regression
    class_positions: np.ndarray | None  # classes[i] is the class class_positions[i] of the model


def model_from_sklearn(estimator, target="target"):
    """An ImportedTree of a fitted DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier or ExtraTreeRegressor.

    target: what the model calls the predicted column, which scikit-learn does not know.
    """
    _refuse_what_is_no_tree(estimator)
    _refuse_several_outputs(estimator)
    classes = getattr(estimator, "classes_", None)
    feature_names, has_names = _feature_names(estimator)
    texts = [] if classes is None else _class_texts(classes)
    arrays = _node_arrays(estimator.tree_, len(texts))
    _refuse_broken_text([*feature_names, *texts, target])
    names = _core.Names(feature_names, _free_name(target, feature_names), texts)
    model = _core.model_of_arrays(names, arrays, _options(estimator), f"scikit-learn {_version()}")
    if classes is None:
        _warn_of_impurity(estimator)
        return ImportedTree(model, feature_names, has_names, None, None)
    levels = model.target[2]
    return ImportedTree(model, feature_names, has_names, np.asarray(classes), np.array([levels.index(text) for text in texts]))


def float64_thresholds(thresholds):
    """The largest doubles whose casts to float32 do not exceed the thresholds; infinity stays."""
    thresholds = np.asarray(thresholds, dtype=np.float64)
    with np.errstate(over="ignore", under="ignore"):
        below = thresholds.astype(np.float32)
        below = np.where(below > thresholds, np.nextafter(below, np.float32(-np.inf)), below)
        above = np.nextafter(below, np.float32(np.inf))
    halfway = (_without_infinities(below) + _without_infinities(above)) / 2  # exact: two neighbours of 24 bits
    is_even = below.view(np.uint32) & 1 == 0
    largest = np.where(is_even, halfway, np.nextafter(halfway, -np.inf))
    return np.where(thresholds == np.inf, np.inf, largest)


def _without_infinities(singles):
    """As doubles. The cast rounds as if the next float32 after the largest one were 2¹²⁸."""
    return np.clip(singles.astype(np.float64), -(2.0**128), 2.0**128)


# --- the parts of a tree --------------------------------------------------------------------------------------------------------


def _node_arrays(tree, classes):
    """What `_core.model_of_arrays` takes. classes: their number; 0 for regression."""
    value = np.ascontiguousarray(tree.value[:, 0, :], dtype=np.float64)
    weight = np.asarray(tree.weighted_n_node_samples, dtype=np.float64)
    arrays = {
        "left": _integers(tree.children_left),
        "right": _integers(tree.children_right),
        "feature": _integers(tree.feature),
        "threshold": float64_thresholds(tree.threshold),
        "missing_goes_left": _goes_left(tree),
        "weight": weight,
        "impurity": _impurity(tree),
    }
    if classes == 0:
        return arrays | {"mean": value[:, 0].copy()}
    return arrays | {"label": _integers(np.argmax(value, axis=1)), "class_weights": _class_weights(value, weight)}


def _integers(array):
    return np.ascontiguousarray(array, dtype=np.int64)


def _goes_left(tree):
    """Before scikit-learn 1.3 no tree knew missing values: then to the child with more rows."""
    known = getattr(tree, "missing_go_to_left", None)
    if known is not None:
        return np.ascontiguousarray(known, dtype=bool)
    rows = tree.n_node_samples
    return np.ascontiguousarray(rows[tree.children_left] > rows[tree.children_right])


def _impurity(tree):
    """Without what rounding leaves below 0."""
    impurity = np.array(tree.impurity, dtype=np.float64)
    scale = max(1.0, float(np.abs(impurity).max(initial=0.0)))
    impurity[(impurity < 0) & (impurity > -1e-9 * scale)] = 0.0
    return impurity


def _class_weights(value, weight):
    """Weights by node and class; whole numbers where those give the same shares."""
    sums = value.sum(axis=1)
    shares = value if np.allclose(sums, 1.0) else value / sums[:, None]  # before scikit-learn 1.3 they were weights
    weights = shares * weight[:, None]
    whole = np.rint(weights)
    is_whole = (np.abs(whole - weights) <= 1e-10 * weight[:, None]).all(axis=1, keepdims=True)
    return np.ascontiguousarray(np.where(is_whole, whole, weights))


# --- names and options ----------------------------------------------------------------------------------------------------------


def _class_texts(classes):
    """The names of the classes: texts as they are, 1 for 1 and 1.0, true and false."""
    texts = [text_of(label, "target") for label in np.asarray(classes)]
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"two classes of the tree read '{twice}', such as 1 and '1': give them different names before fitting")
    return texts


def _feature_names(estimator):
    names = getattr(estimator, "feature_names_in_", None)
    if names is not None:
        return [str(name) for name in names], True
    return [f"x{i}" for i in range(estimator.n_features_in_)], False


def _free_name(name, taken):
    while name in taken:
        name += "_"
    return name


def _options(estimator):
    """What scikit-learn's parameters are called here, as far as they mean the same."""
    parameters = estimator.get_params(deep=False)
    criterion = parameters.get("criterion")
    options = {
        "criterion": _CRITERIA.get(criterion, str(criterion)),
        "missing": "direction",
        "max-depth": _limit(parameters.get("max_depth")),
        "max-leaves": _limit(parameters.get("max_leaf_nodes")),
        "prune": "none",
    }
    alpha = parameters.get("ccp_alpha") or 0.0
    if alpha > 0.0:
        options |= {"prune": "cost-complexity", "alpha": _core.number_text(float(alpha)), "complexity": "impurity"}
    return options


def _limit(number):
    return "none" if number is None else str(int(number))


def _version():
    return sys.modules["sklearn"].__version__


# --- what is not a tree ---------------------------------------------------------------------------------------------------------


def _refuse_what_is_no_tree(estimator):
    name = type(estimator).__name__
    trees = sys.modules.get("sklearn.tree")
    if trees is None or not isinstance(estimator, trees.BaseDecisionTree):
        raise TypeError(_sentence_about(estimator))
    if not hasattr(estimator, "tree_"):
        from sklearn.exceptions import NotFittedError

        raise NotFittedError(f"this {name} is not fitted yet: call its fit first")


def _sentence_about(estimator):
    trees = "a DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier or ExtraTreeRegressor"
    if isinstance(estimator, type):
        return f"a fitted tree of scikit-learn was expected, but this is the class {estimator.__name__}: give an object of it that was fitted"
    name = type(estimator).__name__
    if name == "Tree" and hasattr(estimator, "children_left"):
        return "a fitted estimator was expected, but this is its tree_: give the estimator, which knows the classes and the names"
    if hasattr(estimator, "steps"):
        return f"a {name} is not a tree: give its last step (pipeline[-1]), and transform tables by the steps before it (pipeline[:-1])"
    if hasattr(estimator, "best_estimator_"):
        return f"a {name} is not a tree: give its best_estimator_"
    if "GradientBoosting" in name:
        return f"a {name} adds up many trees that mean nothing alone: fit a single tree to its predictions, or to the rows"
    if hasattr(estimator, "estimators_") or "Forest" in name or "ExtraTrees" in name:
        return (f"a {name} consists of many trees: give one of them, such as .estimators_[0] (in a forest its classes are positions in the "
                "forest's classes_), or fit a single tree")
    return f"a fitted tree of scikit-learn was expected ({trees}), but this is a {name}"


def _refuse_broken_text(texts):
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError(f"the name {text!r} holds half of a character, which no file can hold: rename it") from None


def _refuse_several_outputs(estimator):
    if estimator.n_outputs_ > 1:
        raise ValueError(f"the tree predicts {estimator.n_outputs_} outputs at once, and our trees predict one: fit one tree per output")


def _warn_of_impurity(estimator):
    criterion = getattr(estimator, "criterion", None)
    if criterion not in _CRITERIA:
        warnings.warn(
            f"the tree was grown by '{criterion}', which keeps no variances: its predictions are exact, but training errors and intervals "
            "that are made from the impurities of its nodes are not in squares, and it cannot be pruned further",
            TreewrightWarning, stacklevel=caller_level())
