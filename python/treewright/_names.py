"""Names that users of scikit-learn, rpart and WEKA type, and ours."""

import difflib
import inspect
import numbers
from collections.abc import Callable
from typing import TypeVar

# Another program's name of a parameter and ours.
_SAME = {
    "min_samples_leaf": "min_leaf",
    "min_samples_split": "min_split",
    "max_leaf_nodes": "max_leaves",
    "random_state": "seed",
    "n_jobs": "threads",
    "minsplit": "min_split",
    "minbucket": "min_leaf",
    "maxdepth": "max_depth",
    "prior": "priors",
    "loss": "costs",
    "xval": "folds",
    "categorical_features": "categorical",
    "min_child_samples": "min_leaf",
    "num_leaves": "max_leaves",
}
# What has no equal here, and what to do instead.
_NOT_HERE = {
    "min_impurity_decrease": "min_gain= is the least gain of a split at its own node, not weighted by the node's share of the rows",
    "min_weight_fraction_leaf": "min_leaf= takes a number of rows",
    "max_features": "every split looks at all features",
    "splitter": "every split is the best one",
    "monotonic_cst": "monotone trees are not supported",
    "max_bins": "thresholds are exact, there are no bins",
    "learning_rate": "there is one tree",
    "n_estimators": "there is one tree",
    "usesurrogate": "missing='surrogate' uses surrogates",
    "target": "the target is the second argument of fit",
}
# What a list of rules has no use for.
_OF_PRUNING = ("prune", "validation_fraction", "raise_", "alpha", "cp", "leaves", "se", "price", "complexity", "folds", "ccp_alpha", "xval")
# Words for the choices of a parameter.
_WORDS = {
    "criterion": {"entropy": "information-gain", "log_loss": "information-gain", "information": "information-gain",
                  "gain_ratio": "gain-ratio", "squared_error": "squared-error", "mse": "squared-error", "anova": "squared-error"},
    "preset": {"j48": "c45", "c4.5": "c45", "rpart": "cart", "default": "auto"},
}


# Values of such names that ask for what happens here anyway: scikit-learn's defaults.
_AS_HERE = {"min_impurity_decrease": 0, "min_weight_fraction_leaf": 0, "max_features": None, "splitter": "best", "monotonic_cst": None}


def translated(name, value):
    """Our parameters for another program's, as a dictionary; None for a name that nobody uses."""
    if name in _AS_HERE and isinstance(value, (str, numbers.Real, type(None))) and value == _AS_HERE[name]:
        return {}
    if name == "ccp_alpha":
        return {"prune": "none"} if value == 0 else {"prune": "cost-complexity", "alpha": value, "complexity": "impurity"}
    if name in ("min_samples_leaf", "min_samples_split") and isinstance(value, numbers.Real) and (0 < value < 1 or _is_all_rows(value)):
        raise ValueError(f"{name}={value} is a share of the rows to scikit-learn: {_SAME[name]}= takes a number of rows")
    return {_SAME[name]: value} if name in _SAME else None


def _is_all_rows(value):
    """1.0 is a share, too; 1 is a row."""
    return value == 1 and not isinstance(value, numbers.Integral)


def our_name(name):
    """Our name of a parameter that another program calls differently but means the same."""
    return _SAME.get(name, name)


def unknown(name, owner, known):
    """A TypeError for a name that is not a parameter."""
    if owner == "RuleClassifier" and name in _OF_PRUNING:
        return TypeError(f"RuleClassifier has no parameter {name}=: rules are simplified by confidence=; {name}= is for the pruning of trees (TreeClassifier)")
    if name in _NOT_HERE:
        return TypeError(f"{owner} has no parameter {name}=: {_NOT_HERE[name]}")
    near = difflib.get_close_matches(name, known, n=1)
    hint = f": did you mean {near[0]}=?" if near else "" if " " in owner else "; help(" + owner + ") lists them"
    return TypeError(f"{owner} has no parameter {name}={hint}")


def refuse_two_names(name, own, value, given):
    """`given`: the value under our own name; None: not given."""
    if given is None or given is value or (isinstance(given, (str, numbers.Real)) and isinstance(value, (str, numbers.Real)) and given == value):
        return
    raise TypeError(f"{name}= is {own}= here, and both are given: leave out one of them")


def take_names_from_elsewhere(estimator, names):
    """Sets our parameters for those that were given by other names."""
    usual = inspect.signature(type(estimator).__init__).parameters if names else {}
    for name, value in names.items():
        ours = translated(name, value)
        if ours is None or any(own not in vars(estimator) for own in ours):
            raise unknown(name, type(estimator).__name__, list(vars(estimator)))
        for own, translation in ours.items():
            given = getattr(estimator, own)
            refuse_two_names(name, own, translation, None if given is usual[own].default else given)
            setattr(estimator, own, translation)


def choice_word(parameter, word, choices):
    """The word of a choice as the catalogue has it."""
    if word in choices:
        return word
    with_hyphens = word.replace("_", "-")
    return with_hyphens if with_hyphens in choices else _WORDS.get(parameter, {}).get(word, word)


_Init = TypeVar("_Init", bound=Callable[..., None])


def hides_other_names(init: _Init) -> _Init:
    """Takes other programs' names out of the signature of a constructor: they are understood, but they are not parameters."""
    signature = inspect.signature(init)
    own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    init.__signature__ = signature.replace(parameters=own)
    return init
