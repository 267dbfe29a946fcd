"""Decision trees you can read, check and trust: ID3, C4.5 and CART, exact and fast."""

import importlib.util
from typing import TYPE_CHECKING

from . import _core
from ._frames import Table
from ._messages import TreewrightWarning
from ._model import Model, load
from ._report import report
from ._tree import Tree
from ._toolbox import (compare, compare_prunings, cross_validate, describe, evaluate, learning_curve, leave_one_out, nested, prune,
                       prune_path, read, show_work, simplify, train, tune)

if TYPE_CHECKING:  # what __getattr__ finds, for editors and type checkers
    from ._estimators import RuleClassifier, TreeClassifier, TreeRegressor, from_sklearn

__version__ = _core.version

_ESTIMATORS = ("TreeClassifier", "TreeRegressor", "RuleClassifier", "from_sklearn")
__all__ = ["Model", "Table", "Tree", "TreewrightWarning", "compare", "compare_prunings", "cross_validate", "describe", "evaluate",
           "learning_curve", "leave_one_out", "load", "nested", "prune", "prune_path", "read", "report", "show_work", "simplify", "train", "tune"]


def _has_scikit_learn():
    try:
        return importlib.util.find_spec("sklearn") is not None
    except (ImportError, ValueError):
        return False


if _has_scikit_learn():  # `from treewright import *` works without it
    __all__ += _ESTIMATORS


def __getattr__(name):
    if name in _ESTIMATORS:  # only these need scikit-learn
        from . import _estimators

        return getattr(_estimators, name)
    raise AttributeError(f"module 'treewright' has no attribute '{name}'")


def __dir__():
    return sorted({*__all__, *_ESTIMATORS})
