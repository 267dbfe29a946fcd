"""What is measured: the sets, the tasks, who takes part in each, and the figures that we want to reach."""

import dataclasses

from contenders import FACE, OURS

SET_ROWS = {
    "two_classes": 1_000_000,
    "regression": 1_000_000,
    "mixed": 200_000,
    "ten_classes": 500_000,
    "integers": 1_000_000,
    "shuffled": 1_000_000,
}
SET_COLUMNS = {"two_classes": 20, "regression": 20, "mixed": 12, "ten_classes": 30, "integers": 10, "shuffled": 20}

BOOSTERS = ("sklearn_hist", "lightgbm", "xgboost_hist")
EXACT = ("sklearn_tree", "ydf", "xgboost_exact")
PYTHON = ("treewright_columns", "treewright_rows", "treewright_polars")  # ours by way of Python
EXPORTS = ("treewright_duckdb", "treewright_onnx")  # our tree in another program
READERS = ("polars", "pandas", "duckdb", "pyarrow")


@dataclasses.dataclass(frozen=True)
class Task:
    """`kind` is the word that treewright_bench and bench/peers understand."""

    name: str
    title: str
    kind: str  # fit, grow_prepared, cross_validate, prune, leave_one_out, predict, predict_row, evaluate, draw_svg, draw_html or load
    set: str
    depth: int  # 0: as deep as it gets
    peers: tuple
    once: tuple = ()  # peers that are asked once, in the full benchmark only, to see whether they can
    rows: int = 0  # 0: the whole set
    levels: int = 0  # ours: numbers are rounded down to that many levels per unit; 0: not rounded

    @property
    def is_curve(self):
        return self.name.startswith("curve_")

    @property
    def is_held_to_fit(self):
        """What counts is the time over that of one fit in the same process."""
        return self.kind in ("cross_validate", "prune", "leave_one_out")


DRAWN_ROWS = 50_000  # fully grown, a tree of more than 10,000 nodes

TASKS = [
    Task("fit_two_classes", "grow depth 6, 1M × 20, two classes", "fit", "two_classes", 6, BOOSTERS + EXACT + (FACE, *PYTHON)),
    Task("fit_regression", "grow depth 6, 1M × 20, regression", "fit", "regression", 6, BOOSTERS + EXACT),
    Task("fit_mixed", "grow depth 6, 200k × 12, numbers and categories", "fit", "mixed", 6, BOOSTERS + EXACT),
    Task("fit_ten_classes", "grow depth 6, 500k × 30, ten classes", "fit", "ten_classes", 6, (*BOOSTERS, "xgboost_vector", *EXACT)),
    Task("fit_integers", "grow depth 6, 1M × 10, few distinct integers", "fit", "integers", 6, BOOSTERS + EXACT),
    Task("fit_shuffled", "grow depth 6, 1M × 20, labels without signal", "fit", "shuffled", 6, BOOSTERS + EXACT),
    Task("grow_prepared", "growing alone, data prepared, depth 6, two classes", "grow_prepared", "two_classes", 6,
         ("xgboost_hist", "lightgbm")),
    Task("full_two_classes", "fully grown, 1M × 20, two classes", "fit", "two_classes", 0, ("sklearn_hist", *EXACT, FACE, *PYTHON),
         once=("lightgbm", "xgboost_hist")),
    Task("full_regression", "fully grown, 1M × 20, regression", "fit", "regression", 0, EXACT,
         once=("sklearn_hist", "lightgbm", "xgboost_hist")),
    Task("cv_two_classes", "10-fold cross-validation, depth 6, 1M × 20, two classes", "cross_validate", "two_classes", 6,
         ("lightgbm", "xgboost_hist"), once=("sklearn_tree",)),
    Task("cv_100k", "10-fold cross-validation, depth 6, 100k × 20, two classes", "cross_validate", "two_classes", 6,
         ("lightgbm", "xgboost_hist", "sklearn_tree"), rows=100_000),
    Task("prune_100k", "pruned by ten folds, 100k × 20, two classes", "prune", "two_classes", 0, (), rows=100_000),
    Task("loo_10k", "leave-one-out, depth 6, 10k × 20, two classes", "leave_one_out", "two_classes", 6, (), rows=10_000),
    Task("loo_10k_levels", "leave-one-out, depth 6, 10k × 20, few distinct values", "leave_one_out", "two_classes", 6, (), rows=10_000,
         levels=2),
    Task("loo_100k", "leave-one-out, depth 6, 100k × 20, two classes", "leave_one_out", "two_classes", 6, (), rows=100_000),
    Task("loo_10k_regression", "leave-one-out, depth 6, 10k × 20, regression", "leave_one_out", "regression", 6, (), rows=10_000),
    Task("predict_6", "predict 1M rows, depth 6", "predict", "two_classes", 6, ("onnxruntime", "sklearn_tree", "ydf", *PYTHON)),
    Task("predict_row", "predict 10,000 rows one by one, depth 6", "predict_row", "two_classes", 6, ("sklearn_tree", "treewright_rows"),
         rows=10_000),
    Task("predict_full", "predict 1M rows, fully grown", "predict", "two_classes", 0, ("onnxruntime", "sklearn_tree", "ydf")),
    Task("export_sql_6", "predict 1M rows by an export, depth 6", "predict", "two_classes", 6, ("onnxruntime", *EXPORTS)),
    Task("export_c_6", "predict 1M rows by the export to C, depth 6", "predict", "two_classes", 6, ("onnxruntime", "treewright_c")),
    Task("export_c_full", "predict 1M rows by the export to C, fully grown", "predict", "two_classes", 0, ("onnxruntime", "treewright_c")),
    Task("export_sql_12", "predict 1M rows by an export, depth 12", "predict", "two_classes", 12, ("onnxruntime", *EXPORTS)),
    Task("evaluate_6", "evaluate 1M rows, depth 6, two classes", "evaluate", "two_classes", 6, ()),
    Task("evaluate_regression", "evaluate 1M rows, depth 6, regression", "evaluate", "regression", 6, ()),
    Task("draw_svg", "SVG of a tree of 10,000 nodes", "draw_svg", "two_classes", 0, (), rows=DRAWN_ROWS),
    Task("draw_html", "HTML page of a tree of 10,000 nodes", "draw_html", "two_classes", 0, (), rows=DRAWN_ROWS),
    Task("load_numbers", "load CSV, 1M × 21 numbers (190 MB)", "load", "two_classes", 0, READERS),
    Task("load_mixed", "load CSV, 200k × 13, numbers and categories", "load", "mixed", 0, READERS),
]


CURVE_ROWS = (10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000)


def curve_tasks(most_rows_of_peers):
    """Time against rows, in steps of half a power of ten."""
    return [Task(f"curve_{rows}", f"grow depth 6, {rows:,} × 20, two classes", "fit", "two_classes", 6,
                 BOOSTERS if rows <= most_rows_of_peers else (), rows=rows)
            for rows in CURVE_ROWS]


@dataclasses.dataclass(frozen=True)
class Target:
    """The time of the fastest of `against`, divided by ours."""

    task: str
    against: tuple
    must: float
    goal: float


TARGETS = [
    Target("fit_two_classes", BOOSTERS, 5, 8),
    Target("fit_two_classes", ("sklearn_tree",), 40, 60),
    Target("fit_two_classes", ("ydf",), 15, 23),
    Target("fit_two_classes", ("xgboost_exact",), 14, 20),
    Target("fit_regression", BOOSTERS, 3.5, 6),
    Target("fit_regression", ("sklearn_tree",), 25, 40),
    Target("fit_regression", ("ydf",), 7, 12),
    Target("fit_mixed", BOOSTERS + EXACT, 3.5, 6),
    Target("fit_ten_classes", (*BOOSTERS, "xgboost_vector", *EXACT), 2.5, 5),
    Target("fit_integers", BOOSTERS + EXACT, 2.5, 5),
    Target("fit_shuffled", BOOSTERS + EXACT, 1.5, 2.5),
    Target("grow_prepared", ("xgboost_hist",), 0.6, 1),
    Target("grow_prepared", ("lightgbm",), 1, 2),
    Target("full_two_classes", ("sklearn_hist",), 2, 4),
    Target("full_two_classes", ("ydf",), 6, 12),
    Target("full_regression", ("ydf",), 4, 8),
    Target("cv_100k", ("lightgbm",), 3, 3),
    Target("predict_6", ("onnxruntime", "sklearn_tree"), 3.5, 4.5),
    Target("predict_full", ("ydf", "onnxruntime"), 2.5, 5),
    Target("load_numbers", ("polars", "pandas"), 1.8, 2.5),
    Target("load_numbers", ("duckdb",), 2.5, 3.5),
    Target("load_numbers", ("pyarrow",), 3, 4),
    Target("load_mixed", ("polars", "pandas"), 1.2, 2),
]

@dataclasses.dataclass(frozen=True)
class OwnTarget:
    """Our time, divided by that of a smaller piece of work in the same process: the answer holds `<relative_to>_wall` and `<relative_to>_cpu`."""

    task: str
    relative_to: str
    must: float
    goal: float


OWN_TARGETS = [
    OwnTarget("cv_two_classes", "fit", 5, 3),
    OwnTarget("cv_100k", "fit", 6, 4),
    OwnTarget("prune_100k", "fit", 9.5, 8),
    OwnTarget("loo_10k_levels", "fit", 10, 5),
    OwnTarget("loo_10k", "fit", 20, 10),
    OwnTarget("loo_100k", "fit", 40, 15),
    OwnTarget("loo_10k_regression", "fit", 20, 20),
    OwnTarget("evaluate_6", "predict", 2, 1.3),
    OwnTarget("evaluate_regression", "predict", 2, 1.3),
]


@dataclasses.dataclass(frozen=True)
class PythonTarget:
    """The time of a call from Python over that of another contender, at most."""

    task: str
    contender: str
    against: str
    must: float


PYTHON_TARGETS = [
    PythonTarget(task, contender, FACE, 1.1)
    for task in ("fit_two_classes", "full_two_classes") for contender in PYTHON
] + [
    *(PythonTarget("predict_6", contender, "sklearn_tree", 1) for contender in PYTHON),
    PythonTarget("predict_row", "treewright_rows", "sklearn_tree", 1),
]

# Besides the table and the finished tree, growing may hold this much.
BYTES_PER_CELL = 2
BYTES_PER_CELL_WITHOUT_SIGNAL = 4
BYTES_PER_ROW = 24
TWO_CORES_MUST = 1.7
TWO_CORES_TASKS = ("fit_two_classes", "fit_regression", "full_two_classes", "load_numbers")
EXPONENT_MUST = 1.05
EXPONENT_FROM = 100_000


def contenders_of(task):
    return (OURS, *task.peers)
