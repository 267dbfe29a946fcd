"""Estimators for scikit-learn: classification trees, regression trees, rule lists.

A fit makes a `Model`, which `model_` holds; what an estimator adds is scikit-learn's way to say things.
"""

from __future__ import annotations

import numbers
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.exceptions import DataConversionWarning
    from sklearn.utils import Bunch
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:  # pragma: no cover
    raise ImportError("the estimators need scikit-learn: pip install scikit-learn. Without it, treewright.train makes models") from error

from . import _core
from ._exports import Exports
from ._frames import (Table, add_cells, column_names, columns_of, default_names, dense_matrix, has_numbers_for_names, is_missing,
                      kinds_of_categories, text_of, with_column)
from ._labels import column_array, label_array, name_of_labels, refuse_other_shapes
from ._messages import caller_level, tell_unseen
from ._model import Model, by_model, kinds_of_columns
from ._names import choice_word, translated, unknown
from ._options import add_option, cost_table, pair_of, row_options, thread_count, value_of_class
from ._parameters import CATALOGUE, ClassifierParameters, RegressorParameters, RuleParameters
from ._results import Explanation, Rules
from ._sklearn_import import model_from_sklearn
from ._tree import Tree
from ._types import Labels, Path, TableLike

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from scipy.sparse import csr_matrix
    from typing_extensions import Self


_OF_MODELS = ("prune_path", "provenance", "summary", "to_bytes", "to_dict", "to_dot", "to_mermaid")


class TreeEstimator(Exports, BaseEstimator):
    """What all estimators share: validation of the input, the fit, and what needs only the model."""

    model_: Model
    n_features_in_: int
    feature_names_in_: np.ndarray

    _fixed_options: dict[str, Any] = {}

    # --- fitting ------------------------------------------------------------------------------------------------------------------

    def fit(self, X: TableLike, y: Labels, sample_weight: ArrayLike | None = None, *,
            validation: tuple[TableLike, Labels] | None = None) -> Self:
        """Grows and prunes a tree.

        X : a data frame of pandas or polars, a pyarrow table, a DuckDB relation, a NumPy array, a list of rows
            Strings and categories are categories by their names, missing values are missing values: nothing has to be encoded or filled in.
        y : the labels, one per row
        sample_weight : how many rows each row stands for (`weights_are` says otherwise)
        validation : (X, y), the validation set for prune='reduced-error'
        """
        data = self._training_set(X, y, sample_weight)
        held_out = None if validation is None else self._labelled(*pair_of(validation))
        self.model_ = Model(_core.fit(data, self._options(), self._threads(), held_out), self._labels_of(data))
        return self

    def _training_set(self, X, y, sample_weight=None, groups=None):
        """Labelled rows for a fit. Sets what a fit learns about the table: names, number of features, classes."""
        names, columns = self._new_columns(X)
        labels = self._new_labels(y)
        return self._dataset(names, columns, labels, sample_weight, groups)

    def _labelled(self, X, y, sample_weight=None, groups=None):
        """Labelled rows for a model that was fitted, such as validation rows."""
        columns = self._known_columns(X, self._kinds_seen)  # a model of an earlier fit does not count
        return self._dataset(columns.names, columns, self._known_labels(y), sample_weight, groups, for_a_model=True)

    def _dataset(self, names, columns, labels, sample_weight, groups, for_a_model=False):
        _check_lengths(columns, labels)
        options = {"target": self.target_name_}
        columns, options["target"] = with_column(columns, self.target_name_, lambda to, name: self._add_labels(to, name, labels))
        if sample_weight is not None:
            weights = _weights(sample_weight, columns.rows)
            columns, options["weight"] = with_column(columns, "sample_weight", lambda to, name: to.add_values(name, weights))
        if groups is not None:
            groups = column_array(groups, "groups")
            _check_lengths(columns, groups)
            columns, options["group"] = with_column(columns, "groups", lambda to, name: add_cells(to, name, groups))
        options.update(row_options({"weights_are": self.weights_are, "categorical": self.categorical}, names, sample_weight is not None))
        options["task"] = self._task
        return _core.make_dataset(columns, options, self._threads(), for_a_model)

    def _threads(self):
        return thread_count(self.threads)

    def _options(self):
        """The parameters that are set, by their names in the catalogue."""
        options = dict(self._fixed_options)
        for name in CATALOGUE:
            value = getattr(self, name, None)
            add_option(options, name, None if value is None else self._class_option(name, value))
        return options

    def _class_option(self, name, value):
        return value

    # --- names and numbers of columns -----------------------------------------------------------------------------------------------

    def _new_columns(self, X):
        _refuse_none(X)
        X = _with_names(X, kinds_of_categories(self.categorical, X))
        given = column_names(X)
        if given is None:
            X = _matrix(X)
        vars(self).pop("feature_names_in_", None)
        names = default_names(X.shape[1]) if given is None else given
        columns = columns_of(X, names if given is None else None, kinds_of_categories(self.categorical, X))
        _refuse_empty(columns)
        if given is not None and not has_numbers_for_names(X):
            self.feature_names_in_ = np.asarray(given, dtype=object)
        self.n_features_in_ = len(columns.names)
        self._columns_seen = columns.names
        self._kinds_seen = kinds_of_columns(columns.names, columns.kinds)
        return columns.names, columns

    def _known_columns(self, X, kinds=None):
        """The columns of new rows, by the names of the fit. `kinds`: what they hold; default: what the model has learned."""
        kinds = self.model_._kinds if kinds is None else kinds
        X = _with_names(X, kinds)
        given = self._check_names(X)
        names = None
        if given is None:
            X = _matrix(X)
            self._check_count(X.shape[1])
            names = self._columns_seen
        renames = given is not None and not hasattr(self, "feature_names_in_")  # the fit had none: by position
        if renames:
            own = self._columns_seen
            kinds = {name: kinds[mine] for name, mine in zip(given, own) if mine in kinds}
        columns = columns_of(X, names, kinds)
        self._check_count(len(columns.names))
        if renames:
            columns = columns.copy()
            columns.rename(own)
        if columns.rows == 0:
            _refuse_empty(columns)
        return columns

    def _check_count(self, count):
        if count != self.n_features_in_:
            raise ValueError(f"X has {count} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input")

    def _check_names(self, X):
        _refuse_none(X)
        given, fitted, owner = column_names(X), getattr(self, "feature_names_in_", None), type(self).__name__
        if given is None and fitted is not None:
            warnings.warn(f"X does not have valid feature names, but {owner} was fitted with feature names", stacklevel=caller_level())
        elif given is not None and fitted is None and not has_numbers_for_names(X):
            warnings.warn(f"X has feature names, but {owner} was fitted without feature names", stacklevel=caller_level())
        elif given is not None and fitted is not None and list(fitted) != given:
            raise ValueError(_name_complaint(list(fitted), given))
        return given

    # --- predicting -----------------------------------------------------------------------------------------------------------------

    def _predicted(self, X, **wanted):
        check_is_fitted(self, "model_")
        wanted = _core.Wanted(**wanted)
        fitted = self.model_._fitted
        if type(X) is np.ndarray and X.ndim == 2 and X.dtype in (np.float32, np.float64) and X.flags.c_contiguous and X.flags.aligned and len(X):
            if self._reads_matrices():
                self._check_names(X)
                self._check_count(X.shape[1])
                return fitted.predict_matrix(X, wanted, self._threads())
        columns, unseen = by_model(self.model_, self._known_columns(X))
        result = fitted.predict(columns, wanted, self._threads())
        tell_unseen(unseen)
        return result

    def _reads_matrices(self):
        """Whether all features are numbers, so that a matrix of numbers is read where it lies."""
        kinds = self.model_._kinds
        return self.model_.is_tree and len(kinds) == self.n_features_in_ and all(kind == "number" for kind in kinds.values())

    def apply(self, X: TableLike) -> np.ndarray:
        """The leaf of each row, as a number of a node."""
        return self._predicted(X, leaves=True)[2].astype(np.int64)

    def decision_path(self, X: TableLike) -> csr_matrix:
        """A sparse matrix of rows and nodes: 1 where the row goes through the node."""
        from scipy.sparse import csr_matrix

        leaves = self.apply(X)
        tree = self.tree_
        paths = {leaf: tree.path_to(leaf) for leaf in np.unique(leaves).tolist()}
        lengths = np.array([len(paths[leaf]) for leaf in leaves.tolist()], dtype=np.int64)
        indices = np.concatenate([paths[leaf] for leaf in leaves.tolist()]) if len(leaves) else np.array([], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return csr_matrix((np.ones(len(indices), dtype=np.int64), indices, starts), shape=(len(leaves), tree.node_count))

    # --- about the tree -------------------------------------------------------------------------------------------------------------

    @property
    def tree_(self) -> Tree:
        """The nodes as NumPy arrays."""
        check_is_fitted(self, "model_")
        return self.model_.tree

    @property
    def feature_importances_(self) -> np.ndarray:
        """The share of each feature in the total gain."""
        check_is_fitted(self, "model_")
        return self.model_._shares_of_gain()

    def get_depth(self) -> int:
        """The number of questions on the longest path."""
        return self.tree_.max_depth

    def get_n_leaves(self) -> int:
        return self.tree_.n_leaves

    def cost_complexity_pruning_path(self, X: TableLike, y: Labels, sample_weight: ArrayLike | None = None) -> Bunch:
        """The cost-complexity sequence of the unpruned tree of these rows: `ccp_alphas` and `impurities`, as of scikit-learn's trees, and
        `leaves`."""
        if "prune" not in self.get_params():
            raise ValueError("a list of rules has no cost-complexity sequence: use TreeClassifier")
        unpruned = type(self)(**self.get_params()).set_params(prune="none").fit(X, y, sample_weight)
        path = unpruned.model_.prune_path("impurity")
        return Bunch(ccp_alphas=np.asarray(path.alphas), impurities=np.asarray(path.losses), leaves=np.asarray(path.leaves, dtype=np.int64))

    def explain(self, row: TableLike) -> Explanation:
        """Every question on the path of a row with its answer: see `Model.explain`."""
        check_is_fitted(self, "model_")
        return self.model_.explain(row)

    def rules(self, **choice: Any) -> Rules:
        """The leaves, or the rules of a list, in English: see `Model.rules`."""
        check_is_fitted(self, "model_")
        return self.model_.rules(**choice)

    def show(self, depth: int | None = None, width: int | None = None, all_levels: bool = False) -> str:
        """The tree or the rules as text."""
        check_is_fitted(self, "model_")
        return self.model_.show(depth, width, all_levels)

    def to_svg(self, depth: int | None = None, min_rows: float = 0, direction: str = "down", data: TableLike | None = None) -> str:
        """A drawing of the tree, or of the rules, as SVG: see `Model.to_svg`."""
        check_is_fitted(self, "model_")
        return self.model_.to_svg(depth, min_rows, direction, data)

    def export(self, to: str, **options: Any) -> str | bytes:
        """The tree as a file of other software, such as "c", "sql" or "onnx": see `Model.export`."""
        check_is_fitted(self, "model_")
        return self.model_.export(to, **options)

    def verify(self, *arguments: Any, **options: Any) -> Any:
        """Replays an export on its real consumer and compares the answers: see `Model.verify`."""
        check_is_fitted(self, "model_")
        return self.model_.verify(*arguments, **options)

    def to_html(self) -> str:
        """The tree, or the rules, as a page to explore, which loads nothing: see `Model.to_html`."""
        check_is_fitted(self, "model_")
        return self.model_.to_html()

    def save(self, path: Path) -> None:
        """Writes the model file, which `treewright.load` and the command line read."""
        check_is_fitted(self, "model_")
        self.model_.save(path)

    @classmethod
    def from_model(cls, model: Model, labels: Labels | None = None, **parameters: Any) -> Self:
        """A fitted estimator around a model, such as one that `treewright.load` has read.

        labels: the classes as `predict` is to give them, such as [0, 1], in any order; default: their names, since a model file holds names.
        """
        estimator = cls(**parameters)
        estimator._take_model(model)
        if labels is not None:
            estimator._take_labels(labels)
        return estimator

    def _take_labels(self, labels):
        raise ValueError("a regression tree predicts numbers: it has no labels")

    def _take_model(self, model):
        if not isinstance(model, Model):
            raise TypeError(f"from_model takes a Model, such as one that treewright.load has read, not {type(model).__name__}")
        wanted = self._task == "classification"
        if model.is_classifier != wanted:
            raise ValueError(f"the model predicts {'classes' if model.is_classifier else 'a number'}: use {_estimator_for(model)}")
        if model.is_classifier and model.is_tree == ("prune" in self._fixed_options):
            raise ValueError(f"the model is a {'tree' if model.is_tree else 'list of rules'}: use {_estimator_for(model)}")
        self.model_ = model
        self.target_name_ = model.target
        self.feature_names_in_ = np.asarray(model.features, dtype=object)
        self.n_features_in_ = len(model.features)
        self._columns_seen = list(model.features)

    def __getattr__(self, name):
        if name in _OF_MODELS:
            raise AttributeError(f"{type(self).__name__} has no {name}(), but its model has: .model_.{name}(…)", name=name, obj=self)
        return object.__getattribute__(self, name)  # says what a property said

    # --- scikit-learn's own -----------------------------------------------------------------------------------------------------------

    def set_params(self, **params: Any) -> Self:
        own, known = {}, self.get_params(deep=False)
        for name, value in params.items():
            ours = {name: value} if name in known else translated(name, value)
            if ours is None or any(parameter not in known for parameter in ours):
                raise ValueError(str(unknown(name, type(self).__name__, list(known))))  # a ValueError, as of scikit-learn
            own.update(ours)
        return super().set_params(**own)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    def _repr_html_(self):
        return self.model_._repr_html_() if hasattr(self, "model_") else super()._repr_html_inner()

    def _repr_mimebundle_(self, **kwargs):
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


class _Classifies(ClassifierMixin):
    classes_: np.ndarray

    _task = "classification"

    def _new_labels(self, y):
        labels = _one_dimension(y, type(self).__name__)
        self.target_name_ = name_of_labels(y, "y")
        if labels.dtype.kind == "O" and set(map(type, labels.tolist())) == {str}:
            self.classes_, codes = _distinct_texts(labels.tolist())
            self._class_names = [text_of(label, "y") for label in self.classes_.tolist()]
            return codes
        _refuse_missing_labels(labels)
        if labels.dtype.kind == "O" and 0 < sum(isinstance(label, str) for label in labels) < len(labels):
            raise ValueError("y mixes labels of several types, which have no order: make all of them strings")
        if labels.dtype.kind not in "iub":  # these are classes for sure, and the check looks for the distinct ones
            check_classification_targets(labels)
        try:
            self.classes_, codes = _distinct(labels)
        except TypeError:
            raise ValueError("y mixes labels of several types, which have no order: make all of them strings") from None
        self._class_names = [text_of(label, "y") for label in self.classes_.tolist()]
        if len(set(self._class_names)) < len(self._class_names):
            raise ValueError("y has two classes that read the same, such as 1 and '1': make all of them strings")
        return codes

    def _known_labels(self, y):
        """Positions in `classes_`."""
        labels = _one_dimension(y, type(self).__name__)
        _refuse_missing_labels(labels)
        place = {name: code for code, name in enumerate(self._class_names)}
        names = [text_of(label, "y") for label in labels.tolist()]
        unseen = next((name for name in names if name not in place), None)
        if unseen is not None:
            raise ValueError(f"the validation rows hold the class {unseen!r}, which is not among those of the training: "
                             f"{self.classes_.tolist()}")
        return np.array([place[name] for name in names], dtype=np.int64)

    def _add_labels(self, columns, name, codes):
        columns.add_codes(name, codes.astype(np.int32, copy=False), self._class_names, False)

    def _labels_of(self, data):
        """The classes of the model, in its order, as the caller has them."""
        place = {name: position for position, name in enumerate(self._class_names)}
        order = np.array([place[name] for name in data.target[2]], dtype=np.int64)
        self._class_order = order
        return self.classes_[order]

    def _take_model(self, model):
        super()._take_model(model)
        self.classes_, order = np.unique(model.classes, return_inverse=True)
        self._class_order = order
        self._class_names = [text_of(label, "y") for label in self.classes_.tolist()]

    def _take_labels(self, labels):
        by_name = {text_of(label, "labels"): label for label in label_array(labels).tolist()}
        if sorted(by_name) != sorted(self._class_names):
            raise ValueError(f"labels= holds {sorted(by_name)}, but the classes of the model are {sorted(self._class_names)}")
        own = label_array([by_name[text_of(name, "labels")] for name in self.model_.classes])
        self._take_model(Model(self.model_._fitted, own))

    def _class_option(self, name, value):
        if name in ("class_weight", "priors") and isinstance(value, dict):
            return {self._class_name(label, name): value_of_class(number, name) for label, number in value.items()}
        if name == "class_weight" and isinstance(value, (list, tuple)):
            raise ValueError("class_weight= takes a dictionary or 'balanced': several outputs are not supported")
        return self._cost_table(value) if name == "costs" else value

    def _class_name(self, label, name):
        text = text_of(label, name)
        if text not in self._class_names:
            raise ValueError(f"{name}= names the class {label!r}, which is not among {self.classes_.tolist()}")
        return text

    def _cost_table(self, costs):
        if isinstance(costs, dict):
            for true, row in costs.items():
                for label in (true, *(row if isinstance(row, dict) else ())):
                    self._class_name(label, "costs")
        return cost_table(costs, self._class_names)

    def predict(self, X: TableLike) -> np.ndarray:
        """The class of each row."""
        codes = self._predicted(X, labels=True)[0]
        return self.classes_[self._class_order[codes]]

    def predict_proba(self, X: TableLike) -> np.ndarray:
        """The share of each class among the training rows of the leaf, in the order of `classes_`. Class weights, priors and costs decide which
        class `predict` gives, but do not change these shares."""
        shares = self._predicted(X, probabilities=True)[1]
        order = self._class_order
        if len(order) == len(self.classes_) and np.array_equal(order, np.arange(len(order))):
            return shares
        result = np.zeros((len(shares), len(self.classes_)))
        result[:, order] = shares
        return result

    def predict_log_proba(self, X: TableLike) -> np.ndarray:
        """The logarithm of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))


class TreeClassifier(ClassifierParameters, _Classifies, TreeEstimator):
    __doc__ = """A classification tree.

    Strings and categories are used as they are, missing values need no filling in. The same rows give the same tree, whatever their order and
    the number of threads, and `save` writes the bytes that the command line writes.

    """ + ClassifierParameters.__doc__ + """
    Attributes
    ----------
    model_ : Model
        The tree.
    classes_ : ndarray
        The labels.
    n_features_in_ : int
        The number of columns seen in fit.
    feature_names_in_ : ndarray
        Their names, if they had any.
    tree_ : Tree
        The nodes as NumPy arrays.
    feature_importances_ : ndarray
        The share of each feature in the total gain.
    """


class RuleClassifier(RuleParameters, _Classifies, TreeEstimator):
    __doc__ = """A list of rules: those of a tree, simplified and put in order, as C4.5rules does.

    """ + RuleParameters.__doc__ + """
    Attributes
    ----------
    model_ : Model
        The list.
    classes_ : ndarray
        The labels.
    n_features_in_ : int
        The number of columns seen in fit.
    feature_names_in_ : ndarray
        Their names, if they had any.
    """

    _fixed_options = {"prune": "rules"}


class TreeRegressor(RegressorParameters, RegressorMixin, TreeEstimator):
    __doc__ = """A regression tree.

    """ + RegressorParameters.__doc__ + """
    Attributes
    ----------
    model_ : Model
        The tree.
    n_features_in_ : int
        The number of columns seen in fit.
    feature_names_in_ : ndarray
        Their names, if they had any.
    tree_ : Tree
        The nodes as NumPy arrays.
    feature_importances_ : ndarray
        The share of each feature in the total gain.
    """

    _task = "regression"

    def _class_option(self, name, value):
        if name == "criterion" and isinstance(value, str) and choice_word(name, value, ()) != "squared-error" and value not in CATALOGUE[name][2]:
            raise ValueError(f"criterion='{value:.40}' is not there: a regression tree splits by 'squared-error'")
        return value

    def _new_labels(self, y):
        labels = _numbers_of(_one_dimension(y, type(self).__name__))
        self.target_name_ = name_of_labels(y, "y")
        return labels

    def _known_labels(self, y):
        return _numbers_of(_one_dimension(y, type(self).__name__))

    def _add_labels(self, columns, name, labels):
        columns.add_values(name, labels)

    def _labels_of(self, data):
        return None

    def predict(self, X: TableLike) -> np.ndarray:
        """The number predicted for each row."""
        return self._predicted(X, labels=True)[0]


def _estimator_for(model):
    return "RuleClassifier" if not model.is_tree else "TreeClassifier" if model.is_classifier else "TreeRegressor"


def from_sklearn(estimator: Any, target: str = "y") -> TreeClassifier | TreeRegressor:
    """A fitted tree of scikit-learn as an estimator of ours: TreeClassifier or TreeRegressor.

    target: what the model calls the predicted column, which scikit-learn does not know; a saved model is evaluated on the column of this name.

    Thresholds are adjusted so that a double gets the answer that scikit-learn gives after its cast to float32. Labels, numbers and
    probabilities are those of scikit-learn; from there on everything else works for the tree: explain, rules, save, evaluate, …
    """
    imported = model_from_sklearn(estimator, target)
    is_classifier = imported.classes is not None
    labels = imported.classes[np.argsort(imported.class_positions)] if is_classifier else None
    result = (TreeClassifier if is_classifier else TreeRegressor).from_model(Model(imported.model, labels))
    if not imported.has_names:
        del result.feature_names_in_
    return result


def _distinct_texts(labels):
    """The same for a list of texts, without sorting the rows."""
    classes = sorted(set(labels))
    place = {label: code for code, label in enumerate(classes)}
    array = np.empty(len(classes), dtype=object)
    array[:] = classes
    return array, np.fromiter(map(place.__getitem__, labels), dtype=np.int32, count=len(labels))


def _distinct(labels):
    """The classes in order and the code of each row. Integers of a small range are counted: np.unique needs some 41 bytes per row, about as
    much as the fit."""
    if labels.dtype.kind not in "iub" or len(labels) == 0:
        return np.unique(labels, return_inverse=True)
    lowest, highest = int(labels.min()), int(labels.max())
    if highest - lowest > 65535 or max(abs(lowest), abs(highest)) > 2**62:
        return np.unique(labels, return_inverse=True)
    offsets = labels if lowest == 0 else labels.astype(np.int64) - lowest
    occurs = np.bincount(offsets) > 0
    classes = (np.flatnonzero(occurs) + lowest).astype(labels.dtype)
    if occurs.all():
        return classes, offsets
    return classes, (np.cumsum(occurs, dtype=np.int32) - 1)[offsets]


# --- checks of what is passed -----------------------------------------------------------------------------------------------------


def _refuse_none(X):
    if X is None:
        raise ValueError("Expected a table, got None instead: X holds the features")


def _with_names(X, kinds):
    """A table, where X is an Arrow stream that tells its names only when it is read, and not a column of its library."""
    is_stream = hasattr(X, "__arrow_c_stream__") and not hasattr(X, "__array__") and column_names(X) is None
    return Table(X, _kinds=kinds) if is_stream else X


def _matrix(X):
    matrix = dense_matrix(X)
    if matrix.dtype.kind == "c":
        raise ValueError("Complex data not supported: X holds complex numbers")
    return matrix


def _refuse_empty(columns):
    if len(columns.names) == 0:
        raise ValueError(f"Found array with 0 feature(s) (shape=({columns.rows}, 0)) while a minimum of 1 is required.")
    if columns.rows == 0:
        raise ValueError(f"Found array with 0 sample(s) (shape=(0, {len(columns.names)})) while a minimum of 1 is required.")


def _check_lengths(columns, labels):
    if columns.rows != len(labels):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {[columns.rows, len(labels)]}")


def _one_dimension(y, owner):
    if y is None:
        raise ValueError(f"{owner} requires y to be passed, but the target y is None")
    if isinstance(y, str):
        raise TypeError(f"y holds the labels, one per row, but it is the text '{y}': split the column off, such as by y = X.pop('{y}'); "
                        f"treewright.train(table, '{y}') takes the name")
    if hasattr(y, "toarray") and hasattr(y, "nnz"):
        raise TypeError("Sparse data was passed as y: use .toarray()")
    labels = label_array(y)
    if labels.dtype.kind == "c":
        raise ValueError("Complex data not supported: y holds complex numbers")
    if labels.ndim == 2 and labels.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples,), for "
                      "example using ravel().", DataConversionWarning, stacklevel=5)
        labels = labels.ravel()
    refuse_other_shapes(labels, y)
    return labels


def _refuse_missing_labels(labels):
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("Input y contains NaN: a row without a label cannot be learned from" if np.isnan(labels).any() else
                         f"Input y contains infinity or a value too large for {labels.dtype!r}.")
    if labels.dtype.kind in "mM" and np.isnat(labels).any():
        raise ValueError("Input y contains NaN: a row without a label cannot be learned from")
    if labels.dtype.kind == "O" and any(is_missing(label) for label in labels):
        raise ValueError("Input y contains NaN: a row without a label cannot be learned from")


def _numbers_of(labels):
    if labels.dtype != np.float64:
        try:
            labels = labels.astype(np.float64)
        except OverflowError:
            raise ValueError("y holds a number that is too large for a double") from None
        except (TypeError, ValueError):
            raise ValueError("y does not hold numbers: for classes use TreeClassifier") from None
    _refuse_missing_labels(labels)
    return labels


def _weights(sample_weight, rows):
    if isinstance(sample_weight, numbers.Real):
        sample_weight = np.full(rows, value_of_class(sample_weight, "sample_weight"))
    weights = label_array(sample_weight)
    if weights.dtype.kind not in "iufbO" or weights.ndim == 0:
        raise TypeError(f"sample_weight takes numbers, one per row, not {type(sample_weight).__name__} of {weights.dtype}")
    try:
        weights = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError("sample_weight takes numbers, one per row, but not all of them are numbers of a double's range") from None
    if weights.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got {weights.ndim}D array")
    if weights.shape != (rows,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(rows,)}!")
    if not np.isfinite(weights).all():
        raise ValueError("Input sample_weight contains NaN or infinity")
    if (weights < 0).any():
        raise ValueError("Negative values in data passed to `sample_weight`")
    if not (weights > 0).any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def _name_complaint(fitted, given):
    """scikit-learn's sentences, by which its users find help."""
    def listed(names):
        return "".join(f"- {name}\n" for name in names[:5]) + ("- ...\n" if len(names) > 5 else "")

    message = "The feature names should match those that were passed during fit.\n"
    unseen, gone = sorted(set(given) - set(fitted)), sorted(set(fitted) - set(given))
    if unseen:
        message += "Feature names unseen at fit time:\n" + listed(unseen)
    if gone:
        message += "Feature names seen at fit time, yet now missing:\n" + listed(gone)
    if not unseen and not gone:
        message += "Feature names must be in the same order as they were in fit.\n"
    return message
