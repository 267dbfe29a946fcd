"""One measurement of one peer in a fresh process, printed as one line of JSON: python bench/peers PEER TASK SET [options].

The twin of treewright_bench.cpp: the same tasks, the same figures. Imports and reading the rows are not counted.
"""

import argparse
import importlib
import json
import pathlib
import re
import sys
import traceback

import numpy

import csv_readers
import data_set
from learner import CannotDo, Request
from stopwatch import measured

LEARNERS = {
    "treewright_columns": "treewright_python.OfColumns",
    "treewright_rows": "treewright_python.OfRows",
    "treewright_polars": "treewright_python.OfPolars",
    "treewright_duckdb": "treewright_exports.InDuckDb",
    "treewright_c": "treewright_exports.InC",
    "treewright_onnx": "treewright_exports.InOnnxRuntime",
    "sklearn_tree": "scikit_learn.Tree",
    "sklearn_hist": "scikit_learn.HistGradientBoosting",
    "lightgbm": "lightgbm_tree.OneTree",
    "xgboost_hist": "xgboost_tree.ByHistogram",
    "xgboost_vector": "xgboost_tree.ByHistogramVectorLeaves",
    "xgboost_exact": "xgboost_tree.Exact",
    "ydf": "ydf_cart.Cart",
    "onnxruntime": "onnx_runtime.Predictor",
}
# Those that like another layout of the rows when they predict.
FOR_PREDICTION = {"sklearn_tree": "scikit_learn.TreeForPrediction", "ydf": "ydf_cart.CartForPrediction"}


def learner_of(options, request):
    names = LEARNERS | (FOR_PREDICTION if options.task.startswith("predict") else {})
    module, kind = names[options.peer].split(".")
    return getattr(importlib.import_module(module), kind)(request)


def scored(learner, model, options):
    test = data_set.read_part(options.set, "test")
    predicted = learner.decide(learner.predict(model, learner.arrange(test)))
    return {"score": data_set.score(test.target, predicted, test.classes)} | learner.shape(model)


def fit(learner, options):
    part = data_set.read_part(options.set, "train", options.rows)
    rows, answer = learner.arrange(part), {}
    with measured(answer):
        model = learner.fit(rows, part)
    return answer | scored(learner, model, options)


def grow_prepared(learner, options):
    part = data_set.read_part(options.set, "train", options.rows)
    prepared, answer = learner.prepare(learner.arrange(part), part), {}
    with measured(answer):
        model = learner.grow(prepared)
    return answer | scored(learner, model, options)


def cross_validate(learner, options):
    """Right behind a single fit, to which it is held."""
    part = data_set.read_part(options.set, "train", options.rows)
    rows, one, answer = learner.arrange(part), {}, {}
    with measured(one):
        learner.fit(rows, part)
    with measured(answer):
        score = learner.cross_validate(rows, part)
    return answer | {"fit_wall": one["wall"], "fit_cpu": one["cpu"], "score": score}


def save(learner, options):
    part = data_set.read_part(options.set, "train", options.rows)
    learner.save(learner.fit(learner.arrange(part), part), options.model)
    return {}


def predict(learner, options):
    """One row goes first, for all: what is made at the first call is made then."""
    model, test, answer = learner.load(options.model), data_set.read_part(options.set, "test", options.rows), {}
    learner.predict(model, learner.arrange(data_set.read_part(options.set, "test", 1)))
    rows = learner.arrange(test)
    with measured(answer):
        predicted = learner.predict(model, rows)
    return answer | {"score": data_set.score(test.target, learner.decide(predicted), test.classes)}


def predict_row(learner, options):
    """Row after row, each by a call of its own."""
    model, test, answer = learner.load(options.model), data_set.read_part(options.set, "test", options.rows), {}
    rows = learner.arrange(test)
    single = [rows[i:i + 1] for i in range(len(rows))]
    learner.predict(model, single[0])
    with measured(answer):
        predicted = [learner.predict(model, row)[0] for row in single]
    return answer | {"score": data_set.score(test.target, learner.decide(numpy.array(predicted)), test.classes)}


def load(options):
    csv_readers.thread_settings(options.threads)
    read, facts = csv_readers.READERS[options.peer](f"{options.set}/train.csv", options.threads)
    answer = {}
    with measured(answer):
        table = read()
    rows, columns, mean = facts(table)
    return answer | {"rows": rows, "columns": columns, "score": mean}


TASKS = {"fit": fit, "grow_prepared": grow_prepared, "cross_validate": cross_validate, "save": save, "predict": predict,
         "predict_row": predict_row}


def answer_of(options):
    if options.task == "load":
        return load(options)
    _, columns = data_set.read_columns(pathlib.Path(options.set))
    classes = next(levels for role, _, levels in columns if role == "target")
    learner = learner_of(options, Request(options.depth, options.threads, classes))
    return TASKS[options.task](learner, options)


def first_words(error):
    """What an exception says, without a trace and without the places in its source."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = re.sub(r"^(\[[^\]]*\]\s*)?\S*/\S+:\d+:\s*", "", lines[0]) if lines else ""
    return f"{type(error).__name__}: {said[:160]}"


def main(arguments):
    parser = argparse.ArgumentParser(prog="peers", description="One measurement of a peer, as a line of JSON.")
    parser.add_argument("peer", choices=[*LEARNERS, *csv_readers.READERS])
    parser.add_argument("task", choices=[*TASKS, "load"])
    parser.add_argument("set", help="the folder of a set")
    parser.add_argument("--rows", type=int, default=0, help="only the first rows")
    parser.add_argument("--depth", type=int, default=0, help="0: as deep as it gets")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--model", type=pathlib.Path, help="the file that save writes and predict reads")
    try:
        print(json.dumps(answer_of(parser.parse_args(arguments))))
    except CannotDo as why:
        print(json.dumps({"cannot": str(why)}))
    except Exception as error:  # a peer may throw anything; it is the figure of this measurement
        print(json.dumps({"failed": first_words(error)}))
        traceback.print_exc()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
