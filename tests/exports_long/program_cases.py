"""The cases of exports to programs, beside the random ones: deep trees, and a single leaf."""

import warnings

import numpy as np
import pyarrow as pa

import treewright as tw
from random_models import Case, Feature, Maker, many


def deep(depth, missing, seed=1):
    """A tree of so many questions, one below the other, in which values are missing: the rows of each class weigh half as much again as those
    of the one before, so that it is cheapest to ask for the heaviest first."""
    random = np.random.default_rng(seed)
    count = depth + 1
    x = Feature("x", "number", cells=[float(i) for i in range(count)])
    y = Feature("y", "number", cells=[float(i) + 0.25 for i in range(count)])
    z = Feature("z", "category", ["low", "high"], ["low" if i < depth // 2 else "high" for i in range(count)])
    features = [x, y, z]
    table = pa.table({feature.name: feature.arrow(feature.cells) for feature in features} | {"class": [f"class {i % 3}" for i in range(count)]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = tw.train(table, "class", sample_weight=1.5 ** np.arange(count), preset="cart", prune="none", missing=missing)
    features = [feature for feature in features if feature.name in model.features]
    maker = Maker(seed)
    maker.random = random
    return Case(f"{model.tree.max_depth} levels, {missing}", model, features, maker.rows(model, features), missing == "error")


def single_leaf(regression):
    table = pa.table({"x": [1.0, 2.0, 3.0], "y": [1.0, 2.0, 4.5] if regression else ["u", "u", "v"]})
    model = tw.train(table, "y", task="regression" if regression else "classification", preset="cart", max_depth=0)
    return Case("a single leaf", model, [Feature("x", "number")], [[1.0, 2.0, None]])


def of_every_kind(seed, each):
    """That many random cases for each treatment of missing values."""
    wanted = dict.fromkeys(("majority", "direction", "category", "error", "fractional", "surrogate"), each)
    for case in many(1000, seed):
        method = case.model.options["missing"]
        if wanted[method] > 0 and case.model.tree.node_count > 3:
            wanted[method] -= 1
            yield case
        if not any(wanted.values()):
            return
    raise AssertionError(f"too few random cases: {wanted}")
