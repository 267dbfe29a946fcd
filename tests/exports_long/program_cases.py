"""The cases of exports to programs, besides the random ones: deep trees, and a single leaf."""

import warnings

import numpy as np
import pyarrow as pa

import treewright as tw
from random_models import Case, Feature, Maker, many


def deep(depth, missing, seed=1):
    """A tree of that many questions, one below the other, in which values are missing: the rows of each class weigh half as much again as those
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


METHODS = ("majority", "direction", "category", "error", "fractional", "surrogate")
WANTED = {("missing", method) for method in METHODS}
WANTED |= {("preset", preset) for preset in ("auto", "id3", "c45", "cart")}
WANTED |= {("categories", name) for name in ("multiway", "subset", "one-vs-rest")}
WANTED |= {("classes", count) for count in (0, 2, 30)}
WANTED |= {("asks", kind, "threshold") for kind in ("number", "date", "time", "ordered")}
WANTED |= {("asks", "category", question) for question in ("multiway", "subset", "is_missing")}
WANTED |= {("asks", "number", "is_missing"), ("surrogates", True)}


def facts_of(case):
    """What a case is a case of."""
    options = case.model.options
    facts = {(name, options[name]) for name in ("missing", "preset", "categories")}
    facts.add(("classes", len(case.model.classes) if case.model.is_classifier else 0))
    kinds = {feature.name: feature.kind for feature in case.features}
    for node in case.model.to_dict()["nodes"]:
        if "feature" in node:
            facts |= {("asks", kinds[node["feature"]], node["kind"]), ("surrogates", bool(node.get("surrogates")))}
    return facts


def of_every_kind(seed, each):
    """That many random cases for each treatment of missing values, and more until there is one of every kind."""
    lacking, wanted = set(WANTED), dict.fromkeys(METHODS, each)
    for case in many(1000, seed):
        facts, method = facts_of(case), case.model.options["missing"]
        if case.model.tree.node_count > 3 and (wanted[method] > 0 or facts & lacking):
            wanted[method] -= 1
            lacking -= facts
            yield case
        if not lacking and max(wanted.values()) <= 0:
            return
    raise AssertionError(f"too few random cases: {lacking}, {wanted}")
