"""Made from the catalogue of parameters by tools/make_python_parameters.py. Do not edit: change the catalogue."""

from __future__ import annotations

from typing import Any

from ._names import hides_other_names, take_names_from_elsewhere
from ._types import ClassNumbers, Costs, Names

# Python's name of each parameter: its name in the catalogue, its kind, its choices.
CATALOGUE = {
    "preset": ("preset", "choice", ("id3", "c45", "cart", "auto")),
    "criterion": ("criterion", "choice", ("information-gain", "gain-ratio", "gini", "cost-gini", "squared-error", "misclassification", "tsallis")),
    "tsallis_q": ("tsallis-q", "real", ()),
    "categories": ("categories", "choice", ("multiway", "subset", "one-vs-rest")),
    "threshold": ("threshold", "choice", ("halfway", "data-value")),
    "feature_use": ("feature-use", "choice", ("free", "once")),
    "missing": ("missing", "choice", ("majority", "direction", "category", "error", "fractional", "surrogate")),
    "surrogates": ("surrogates", "integer", ()),
    "max_depth": ("max-depth", "integer", ()),
    "max_leaves": ("max-leaves", "integer", ()),
    "min_split": ("min-split", "real", ()),
    "min_leaf": ("min-leaf", "real", ()),
    "branch_rule": ("branch-rule", "choice", ("every", "two")),
    "numeric_limit": ("numeric-limit", "choice", ("plain", "c45")),
    "min_gain": ("min-gain", "real", ()),
    "zero_gain": ("zero-gain", "choice", ("allow", "refuse")),
    "gain_filter": ("gain-filter", "choice", ("none", "average")),
    "threshold_penalty": ("threshold-penalty", "toggle", ("no", "yes")),
    "stop_test": ("stop-test", "choice", ("none", "chi-squared", "exact", "f", "description-length")),
    "significance": ("significance", "real", ()),
    "adjust": ("adjust", "choice", ("none", "bonferroni")),
    "prune": ("prune", "choice", ("none", "reduced-error", "pessimistic", "cost-complexity", "chi-squared", "description-length", "rules")),
    "validation_fraction": ("validation-fraction", "real", ()),
    "confidence": ("confidence", "real", ()),
    "raise_": ("raise", "toggle", ("no", "yes")),
    "alpha": ("alpha", "real", ()),
    "cp": ("cp", "real", ()),
    "leaves": ("leaves", "integer", ()),
    "se": ("se", "real", ()),
    "price": ("price", "real", ()),
    "complexity": ("complexity", "choice", ("error", "impurity")),
    "folds": ("folds", "integer", ()),
    "merge_same_class": ("merge-same-class", "toggle", ("no", "yes")),
    "priors": ("priors", "class-numbers", ("data", "equal")),
    "class_weight": ("class-weight", "class-numbers", ("balanced",)),
    "costs": ("costs", "cost-table", ()),
    "keep_unpruned": ("keep-unpruned", "toggle", ("no", "yes")),
    "seed": ("seed", "integer", ()),
    "threads": ("threads", "integer", ()),
    "weights_are": ("weights-are", "choice", ("rows", "importance")),
    "categorical": ("categorical", "names", ()),
}


class ClassifierParameters:
    """Parameters
    ----------
    preset : str, default="auto"
        The learner: sets all parameters below, each of which can be changed on top of it.
    criterion : {'information-gain', 'gain-ratio', 'gini', 'cost-gini', 'squared-error', 'misclassification', 'tsallis'}, default=None
        The measure of the quality of a split. Default: information-gain (id3), gain-ratio (c45), gini; squared-error
        (cart), information-gain; squared-error (auto).
    tsallis_q : float, default=None
        With criterion='tsallis': the order of the entropy; 1 is entropy in nats, 2 is Gini. Default: 0.75.
    categories : {'multiway', 'subset', 'one-vs-rest'}, default=None
        How a category splits: one branch per level, a subset of the levels against the rest, or one level against the rest.
        Default: multiway (id3, c45), subset (cart, auto).
    threshold : {'halfway', 'data-value'}, default=None
        Where a threshold lies: halfway between two values, or at the largest value of the table that is not above that.
        Default: halfway (id3, cart, auto), data-value (c45).
    feature_use : {'free', 'once'}, default=None
        Whether a feature may be asked about again further down a path. Default: once (id3), free (c45, cart, auto).
    missing : {'majority', 'direction', 'category', 'error', 'fractional', 'surrogate'}, default=None
        Rows without a value go to the heaviest branch, to the branch where they gain most, to a level of their own, are
        refused, go down all branches in parts, or follow a similar question about another feature. Default: majority (id3),
        fractional (c45), surrogate (cart), direction (auto).
    surrogates : int or 'auto', default=None
        With missing='surrogate': maximum number of similar questions kept per split; auto: 5 if the table has missing
        values, else none. Default: auto.
    max_depth : int or 'none', default=None
        Maximum number of questions on a path; 1 makes a decision stump. Default: none.
    max_leaves : int or 'none', default=None
        Maximum number of leaves; the tree then grows where it gains most. Default: none.
    min_split : float, default=None
        Minimum number of rows in a node that is split. Default: 2 (id3, cart), 4 (c45, auto).
    min_leaf : float, default=None
        Minimum number of rows in a branch. Default: 1 (id3, cart), 2 (c45, auto).
    branch_rule : {'every', 'two'}, default=None
        Which branches need min_leaf rows: all of them, or at least two. Default: every (id3, cart, auto), two (c45).
    numeric_limit : {'plain', 'c45'}, default=None
        Minimum number of rows on each side of a threshold: min_leaf, or C4.5's larger number (a tenth of the rows per
        class, at most 25). Default: plain (id3, cart, auto), c45 (c45).
    min_gain : float, default=None
        Minimum gain of a split, in the unit of the criterion. Default: 0.
    zero_gain : {'allow', 'refuse'}, default=None
        Whether to take a split that gains nothing by itself, in the hope that the next one does. Default: allow (id3, cart,
        auto), refuse (c45).
    gain_filter : {'none', 'average'}, default=None
        Gain ratio: choose among all tests, or only among those of at least average gain. Default: none (id3, cart, auto),
        average (c45).
    threshold_penalty : bool, default=None
        Gain ratio: subtract log2(thresholds)/rows from the gain of a numeric test, as C4.5 does. Default: False (id3, cart,
        auto), True (c45).
    stop_test : {'none', 'chi-squared', 'exact', 'f', 'description-length'}, default=None
        Split only where a test finds that the branches differ (f for numbers, chi-squared and exact for classes), or where
        a question saves more bits than it takes to describe it. Default: none.
    significance : float, default=None
        Significance level: the largest p-value at which a split is made. Default: 0.05.
    adjust : {'none', 'bonferroni'}, default=None
        Bonferroni: multiply p by the number of tests that were possible at the node. Default: bonferroni.
    prune : {'none', 'reduced-error', 'pessimistic', 'cost-complexity', 'chi-squared', 'description-length', 'rules'}, default=None
        How to prune the tree. Default: none (id3), pessimistic (c45), cost-complexity (cart, auto).
    validation_fraction : float, default=None
        Reduced error: share of the rows to hold out as the validation set. Default: 0.3.
    confidence : float, default=None
        Pessimistic: confidence level of the error bound; lower values prune more. Default: 0.25.
    raise_ : bool, default=None
        Pessimistic, reduced error: a branch may also replace its parent and take all its rows. Default: False (id3, cart,
        auto), True (c45).
    alpha : float or 'none', default=None
        Cost-complexity: how much error a leaf must save, instead of cross-validation. Default: none.
    cp : float or 'none', default=None
        Cost-complexity: the same as a share of the loss of the root alone, as in rpart. Default: none.
    leaves : int or 'none', default=None
        Cost-complexity: choose the largest tree of the sequence with at most that many leaves, instead of cross-validation.
        Default: none.
    se : float, default=None
        Cost-complexity: choose the smallest tree within that many standard errors of the best (1: the 1-SE rule; 0: the
        best). Default: 1 (id3, c45, cart), 0.5 (auto).
    price : float or 'none', default=None
        Cost-complexity for classes: how much each doubling of the leaves must bring, instead of standard errors. Default:
        none (id3, c45, cart), 0.6 (auto).
    complexity : {'error', 'impurity'}, default=None
        Cost-complexity: the loss that leaves are weighed against; scikit-learn's is impurity. Default: error.
    folds : int, default=None
        Cost-complexity: number of folds of the cross-validation. Default: 10.
    merge_same_class : bool, default=None
        Afterwards, merge sibling leaves that predict the same class. Default: False.
    priors : str or dict, default=None
        Class frequencies where the tree will be used: 'data', 'equal', or a dictionary of class and share.
    class_weight : dict or 'balanced', default=None
        Count a row of a class as many times in scores and labels, not in row limits: a dictionary of class and weight, or
        'balanced', where all classes count the same.
    costs : dict or array, default=None
        Misclassification costs: a dictionary {true class: {predicted class: cost}}, or a matrix whose rows are true classes
        and whose columns are predicted ones, both in the order of `classes_`.
    keep_unpruned : bool, default=False
        Keep the unpruned tree in the model as well, so that it can be pruned again.
    seed : int, default=1
        Seed of every random draw of rows.
    threads : int, default=None
        Number of threads; None: one per core. The result does not depend on it.
    weights_are : {'rows', 'importance'}, default=None
        Meaning of the weights: numbers of rows, or sampling weights; with importance they are scaled to a mean of 1, and
        intervals use the effective sample size (sum of weights)² / (sum of squared weights).
    categorical : list, default=None
        Names (or positions, for arrays) of columns that are categories even though they hold numbers.
    """

    @hides_other_names
    def __init__(
        self, preset: str = "auto", *, criterion: str | None = None, tsallis_q: float | None = None,
        categories: str | None = None, threshold: str | None = None, feature_use: str | None = None,
        missing: str | None = None, surrogates: int | str | None = None, max_depth: int | str | None = None,
        max_leaves: int | str | None = None, min_split: float | None = None, min_leaf: float | None = None,
        branch_rule: str | None = None, numeric_limit: str | None = None, min_gain: float | None = None,
        zero_gain: str | None = None, gain_filter: str | None = None, threshold_penalty: bool | None = None,
        stop_test: str | None = None, significance: float | None = None, adjust: str | None = None,
        prune: str | None = None, validation_fraction: float | None = None, confidence: float | None = None,
        raise_: bool | None = None, alpha: float | str | None = None, cp: float | str | None = None,
        leaves: int | str | None = None, se: float | None = None, price: float | str | None = None,
        complexity: str | None = None, folds: int | None = None, merge_same_class: bool | None = None,
        priors: ClassNumbers | None = None, class_weight: ClassNumbers | None = None, costs: Costs | None = None,
        keep_unpruned: bool = False, seed: int | None = 1, threads: int | None = None, weights_are: str | None = None,
        categorical: Names | None = None, **names_from_elsewhere: Any
    ) -> None:
        self.preset = preset
        self.criterion = criterion
        self.tsallis_q = tsallis_q
        self.categories = categories
        self.threshold = threshold
        self.feature_use = feature_use
        self.missing = missing
        self.surrogates = surrogates
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.branch_rule = branch_rule
        self.numeric_limit = numeric_limit
        self.min_gain = min_gain
        self.zero_gain = zero_gain
        self.gain_filter = gain_filter
        self.threshold_penalty = threshold_penalty
        self.stop_test = stop_test
        self.significance = significance
        self.adjust = adjust
        self.prune = prune
        self.validation_fraction = validation_fraction
        self.confidence = confidence
        self.raise_ = raise_
        self.alpha = alpha
        self.cp = cp
        self.leaves = leaves
        self.se = se
        self.price = price
        self.complexity = complexity
        self.folds = folds
        self.merge_same_class = merge_same_class
        self.priors = priors
        self.class_weight = class_weight
        self.costs = costs
        self.keep_unpruned = keep_unpruned
        self.seed = seed
        self.threads = threads
        self.weights_are = weights_are
        self.categorical = categorical
        take_names_from_elsewhere(self, names_from_elsewhere)


class RegressorParameters:
    """Parameters
    ----------
    preset : str, default="auto"
        The learner: sets all parameters below, each of which can be changed on top of it.
    criterion : {'squared-error'}, default=None
        The measure of the quality of a split.
    tsallis_q : float, default=None
        With criterion='tsallis': the order of the entropy; 1 is entropy in nats, 2 is Gini. Default: 0.75.
    categories : {'multiway', 'subset', 'one-vs-rest'}, default=None
        How a category splits: one branch per level, a subset of the levels against the rest, or one level against the rest.
        Default: multiway (id3, c45), subset (cart, auto).
    threshold : {'halfway', 'data-value'}, default=None
        Where a threshold lies: halfway between two values, or at the largest value of the table that is not above that.
        Default: halfway (id3, cart, auto), data-value (c45).
    feature_use : {'free', 'once'}, default=None
        Whether a feature may be asked about again further down a path. Default: once (id3), free (c45, cart, auto).
    missing : {'majority', 'direction', 'category', 'error', 'fractional', 'surrogate'}, default=None
        Rows without a value go to the heaviest branch, to the branch where they gain most, to a level of their own, are
        refused, go down all branches in parts, or follow a similar question about another feature. Default: majority (id3),
        fractional (c45), surrogate (cart), direction (auto).
    surrogates : int or 'auto', default=None
        With missing='surrogate': maximum number of similar questions kept per split; auto: 5 if the table has missing
        values, else none. Default: auto.
    max_depth : int or 'none', default=None
        Maximum number of questions on a path; 1 makes a decision stump. Default: none.
    max_leaves : int or 'none', default=None
        Maximum number of leaves; the tree then grows where it gains most. Default: none.
    min_split : float, default=None
        Minimum number of rows in a node that is split. Default: 2 (id3, cart), 4 (c45, auto).
    min_leaf : float, default=None
        Minimum number of rows in a branch. Default: 1 (id3, cart), 2 (c45, auto).
    branch_rule : {'every', 'two'}, default=None
        Which branches need min_leaf rows: all of them, or at least two. Default: every (id3, cart, auto), two (c45).
    numeric_limit : {'plain', 'c45'}, default=None
        Minimum number of rows on each side of a threshold: min_leaf, or C4.5's larger number (a tenth of the rows per
        class, at most 25). Default: plain (id3, cart, auto), c45 (c45).
    min_gain : float, default=None
        Minimum gain of a split, in the unit of the criterion. Default: 0.
    zero_gain : {'allow', 'refuse'}, default=None
        Whether to take a split that gains nothing by itself, in the hope that the next one does. Default: allow (id3, cart,
        auto), refuse (c45).
    gain_filter : {'none', 'average'}, default=None
        Gain ratio: choose among all tests, or only among those of at least average gain. Default: none (id3, cart, auto),
        average (c45).
    threshold_penalty : bool, default=None
        Gain ratio: subtract log2(thresholds)/rows from the gain of a numeric test, as C4.5 does. Default: False (id3, cart,
        auto), True (c45).
    stop_test : {'none', 'chi-squared', 'exact', 'f', 'description-length'}, default=None
        Split only where a test finds that the branches differ (f for numbers, chi-squared and exact for classes), or where
        a question saves more bits than it takes to describe it. Default: none.
    significance : float, default=None
        Significance level: the largest p-value at which a split is made. Default: 0.05.
    adjust : {'none', 'bonferroni'}, default=None
        Bonferroni: multiply p by the number of tests that were possible at the node. Default: bonferroni.
    prune : {'none', 'reduced-error', 'pessimistic', 'cost-complexity', 'chi-squared', 'description-length', 'rules'}, default=None
        How to prune the tree. Default: none (id3), pessimistic (c45), cost-complexity (cart, auto).
    validation_fraction : float, default=None
        Reduced error: share of the rows to hold out as the validation set. Default: 0.3.
    confidence : float, default=None
        Pessimistic: confidence level of the error bound; lower values prune more. Default: 0.25.
    raise_ : bool, default=None
        Pessimistic, reduced error: a branch may also replace its parent and take all its rows. Default: False (id3, cart,
        auto), True (c45).
    alpha : float or 'none', default=None
        Cost-complexity: how much error a leaf must save, instead of cross-validation. Default: none.
    cp : float or 'none', default=None
        Cost-complexity: the same as a share of the loss of the root alone, as in rpart. Default: none.
    leaves : int or 'none', default=None
        Cost-complexity: choose the largest tree of the sequence with at most that many leaves, instead of cross-validation.
        Default: none.
    se : float, default=None
        Cost-complexity: choose the smallest tree within that many standard errors of the best (1: the 1-SE rule; 0: the
        best). Default: 1 (id3, c45, cart), 0.5 (auto).
    price : float or 'none', default=None
        Cost-complexity for classes: how much each doubling of the leaves must bring, instead of standard errors. Default:
        none (id3, c45, cart), 0.6 (auto).
    complexity : {'error', 'impurity'}, default=None
        Cost-complexity: the loss that leaves are weighed against; scikit-learn's is impurity. Default: error.
    folds : int, default=None
        Cost-complexity: number of folds of the cross-validation. Default: 10.
    merge_same_class : bool, default=None
        Afterwards, merge sibling leaves that predict the same class. Default: False.
    keep_unpruned : bool, default=False
        Keep the unpruned tree in the model as well, so that it can be pruned again.
    seed : int, default=1
        Seed of every random draw of rows.
    threads : int, default=None
        Number of threads; None: one per core. The result does not depend on it.
    weights_are : {'rows', 'importance'}, default=None
        Meaning of the weights: numbers of rows, or sampling weights; with importance they are scaled to a mean of 1, and
        intervals use the effective sample size (sum of weights)² / (sum of squared weights).
    categorical : list, default=None
        Names (or positions, for arrays) of columns that are categories even though they hold numbers.
    """

    @hides_other_names
    def __init__(
        self, preset: str = "auto", *, criterion: str | None = None, tsallis_q: float | None = None,
        categories: str | None = None, threshold: str | None = None, feature_use: str | None = None,
        missing: str | None = None, surrogates: int | str | None = None, max_depth: int | str | None = None,
        max_leaves: int | str | None = None, min_split: float | None = None, min_leaf: float | None = None,
        branch_rule: str | None = None, numeric_limit: str | None = None, min_gain: float | None = None,
        zero_gain: str | None = None, gain_filter: str | None = None, threshold_penalty: bool | None = None,
        stop_test: str | None = None, significance: float | None = None, adjust: str | None = None,
        prune: str | None = None, validation_fraction: float | None = None, confidence: float | None = None,
        raise_: bool | None = None, alpha: float | str | None = None, cp: float | str | None = None,
        leaves: int | str | None = None, se: float | None = None, price: float | str | None = None,
        complexity: str | None = None, folds: int | None = None, merge_same_class: bool | None = None,
        keep_unpruned: bool = False, seed: int | None = 1, threads: int | None = None, weights_are: str | None = None,
        categorical: Names | None = None, **names_from_elsewhere: Any
    ) -> None:
        self.preset = preset
        self.criterion = criterion
        self.tsallis_q = tsallis_q
        self.categories = categories
        self.threshold = threshold
        self.feature_use = feature_use
        self.missing = missing
        self.surrogates = surrogates
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.branch_rule = branch_rule
        self.numeric_limit = numeric_limit
        self.min_gain = min_gain
        self.zero_gain = zero_gain
        self.gain_filter = gain_filter
        self.threshold_penalty = threshold_penalty
        self.stop_test = stop_test
        self.significance = significance
        self.adjust = adjust
        self.prune = prune
        self.validation_fraction = validation_fraction
        self.confidence = confidence
        self.raise_ = raise_
        self.alpha = alpha
        self.cp = cp
        self.leaves = leaves
        self.se = se
        self.price = price
        self.complexity = complexity
        self.folds = folds
        self.merge_same_class = merge_same_class
        self.keep_unpruned = keep_unpruned
        self.seed = seed
        self.threads = threads
        self.weights_are = weights_are
        self.categorical = categorical
        take_names_from_elsewhere(self, names_from_elsewhere)


class RuleParameters:
    """Parameters
    ----------
    preset : str, default="auto"
        The learner: sets all parameters below, each of which can be changed on top of it.
    criterion : {'information-gain', 'gain-ratio', 'gini', 'cost-gini', 'squared-error', 'misclassification', 'tsallis'}, default=None
        The measure of the quality of a split. Default: information-gain (id3), gain-ratio (c45), gini; squared-error
        (cart), information-gain; squared-error (auto).
    tsallis_q : float, default=None
        With criterion='tsallis': the order of the entropy; 1 is entropy in nats, 2 is Gini. Default: 0.75.
    categories : {'multiway', 'subset', 'one-vs-rest'}, default=None
        How a category splits: one branch per level, a subset of the levels against the rest, or one level against the rest.
        Default: multiway (id3, c45), subset (cart, auto).
    threshold : {'halfway', 'data-value'}, default=None
        Where a threshold lies: halfway between two values, or at the largest value of the table that is not above that.
        Default: halfway (id3, cart, auto), data-value (c45).
    feature_use : {'free', 'once'}, default=None
        Whether a feature may be asked about again further down a path. Default: once (id3), free (c45, cart, auto).
    missing : {'majority', 'direction', 'category', 'error', 'fractional', 'surrogate'}, default=None
        Rows without a value go to the heaviest branch, to the branch where they gain most, to a level of their own, are
        refused, go down all branches in parts, or follow a similar question about another feature. Default: majority (id3),
        fractional (c45), surrogate (cart), direction (auto).
    surrogates : int or 'auto', default=None
        With missing='surrogate': maximum number of similar questions kept per split; auto: 5 if the table has missing
        values, else none. Default: auto.
    max_depth : int or 'none', default=None
        Maximum number of questions on a path; 1 makes a decision stump. Default: none.
    max_leaves : int or 'none', default=None
        Maximum number of leaves; the tree then grows where it gains most. Default: none.
    min_split : float, default=None
        Minimum number of rows in a node that is split. Default: 2 (id3, cart), 4 (c45, auto).
    min_leaf : float, default=None
        Minimum number of rows in a branch. Default: 1 (id3, cart), 2 (c45, auto).
    branch_rule : {'every', 'two'}, default=None
        Which branches need min_leaf rows: all of them, or at least two. Default: every (id3, cart, auto), two (c45).
    numeric_limit : {'plain', 'c45'}, default=None
        Minimum number of rows on each side of a threshold: min_leaf, or C4.5's larger number (a tenth of the rows per
        class, at most 25). Default: plain (id3, cart, auto), c45 (c45).
    min_gain : float, default=None
        Minimum gain of a split, in the unit of the criterion. Default: 0.
    zero_gain : {'allow', 'refuse'}, default=None
        Whether to take a split that gains nothing by itself, in the hope that the next one does. Default: allow (id3, cart,
        auto), refuse (c45).
    gain_filter : {'none', 'average'}, default=None
        Gain ratio: choose among all tests, or only among those of at least average gain. Default: none (id3, cart, auto),
        average (c45).
    threshold_penalty : bool, default=None
        Gain ratio: subtract log2(thresholds)/rows from the gain of a numeric test, as C4.5 does. Default: False (id3, cart,
        auto), True (c45).
    stop_test : {'none', 'chi-squared', 'exact', 'f', 'description-length'}, default=None
        Split only where a test finds that the branches differ (f for numbers, chi-squared and exact for classes), or where
        a question saves more bits than it takes to describe it. Default: none.
    significance : float, default=None
        Significance level: the largest p-value at which a split is made. Default: 0.05.
    adjust : {'none', 'bonferroni'}, default=None
        Bonferroni: multiply p by the number of tests that were possible at the node. Default: bonferroni.
    confidence : float, default=None
        Pessimistic: confidence level of the error bound; lower values prune more. Default: 0.25.
    merge_same_class : bool, default=None
        Afterwards, merge sibling leaves that predict the same class. Default: False.
    priors : str or dict, default=None
        Class frequencies where the tree will be used: 'data', 'equal', or a dictionary of class and share.
    class_weight : dict or 'balanced', default=None
        Count a row of a class as many times in scores and labels, not in row limits: a dictionary of class and weight, or
        'balanced', where all classes count the same.
    costs : dict or array, default=None
        Misclassification costs: a dictionary {true class: {predicted class: cost}}, or a matrix whose rows are true classes
        and whose columns are predicted ones, both in the order of `classes_`.
    keep_unpruned : bool, default=False
        Keep the unpruned tree in the model as well, so that it can be pruned again.
    seed : int, default=1
        Seed of every random draw of rows.
    threads : int, default=None
        Number of threads; None: one per core. The result does not depend on it.
    weights_are : {'rows', 'importance'}, default=None
        Meaning of the weights: numbers of rows, or sampling weights; with importance they are scaled to a mean of 1, and
        intervals use the effective sample size (sum of weights)² / (sum of squared weights).
    categorical : list, default=None
        Names (or positions, for arrays) of columns that are categories even though they hold numbers.
    """

    @hides_other_names
    def __init__(
        self, preset: str = "auto", *, criterion: str | None = None, tsallis_q: float | None = None,
        categories: str | None = None, threshold: str | None = None, feature_use: str | None = None,
        missing: str | None = None, surrogates: int | str | None = None, max_depth: int | str | None = None,
        max_leaves: int | str | None = None, min_split: float | None = None, min_leaf: float | None = None,
        branch_rule: str | None = None, numeric_limit: str | None = None, min_gain: float | None = None,
        zero_gain: str | None = None, gain_filter: str | None = None, threshold_penalty: bool | None = None,
        stop_test: str | None = None, significance: float | None = None, adjust: str | None = None,
        confidence: float | None = None, merge_same_class: bool | None = None, priors: ClassNumbers | None = None,
        class_weight: ClassNumbers | None = None, costs: Costs | None = None, keep_unpruned: bool = False,
        seed: int | None = 1, threads: int | None = None, weights_are: str | None = None,
        categorical: Names | None = None, **names_from_elsewhere: Any
    ) -> None:
        self.preset = preset
        self.criterion = criterion
        self.tsallis_q = tsallis_q
        self.categories = categories
        self.threshold = threshold
        self.feature_use = feature_use
        self.missing = missing
        self.surrogates = surrogates
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.branch_rule = branch_rule
        self.numeric_limit = numeric_limit
        self.min_gain = min_gain
        self.zero_gain = zero_gain
        self.gain_filter = gain_filter
        self.threshold_penalty = threshold_penalty
        self.stop_test = stop_test
        self.significance = significance
        self.adjust = adjust
        self.confidence = confidence
        self.merge_same_class = merge_same_class
        self.priors = priors
        self.class_weight = class_weight
        self.costs = costs
        self.keep_unpruned = keep_unpruned
        self.seed = seed
        self.threads = threads
        self.weights_are = weights_are
        self.categorical = categorical
        take_names_from_elsewhere(self, names_from_elsewhere)
