"""Who takes part: names for people, packages for versions, and what makes two times comparable or not."""

import dataclasses
import importlib.metadata

OURS = "treewright"
FACE = "treewright_face"  # from a table to a model, as a C++ program calls the library


@dataclasses.dataclass(frozen=True)
class Contender:
    title: str
    package: str
    exact: bool = False  # tries every threshold; the others try 255 or 256


CONTENDERS = {
    OURS: Contender("**Treewright**", "", exact=True),
    "treewright_face": Contender("Treewright, C++ face", "", exact=True),
    "treewright_columns": Contender("Treewright, NumPy columns", "treewright", exact=True),
    "treewright_rows": Contender("Treewright, NumPy rows", "treewright", exact=True),
    "treewright_polars": Contender("Treewright, polars", "treewright", exact=True),
    "treewright_duckdb": Contender("Treewright as SQL in DuckDB", "treewright", exact=True),
    "treewright_c": Contender("Treewright as C", "treewright", exact=True),
    "treewright_onnx": Contender("Treewright as ONNX in onnxruntime", "treewright", exact=True),
    "sklearn_tree": Contender("scikit-learn tree", "scikit-learn", exact=True),
    "sklearn_hist": Contender("HistGradientBoosting", "scikit-learn"),
    "lightgbm": Contender("LightGBM", "lightgbm"),
    "xgboost_hist": Contender("XGBoost hist", "xgboost-cpu"),
    "xgboost_vector": Contender("XGBoost hist, vector leaves", "xgboost-cpu"),
    "xgboost_exact": Contender("XGBoost exact", "xgboost-cpu", exact=True),
    "ydf": Contender("YDF CART", "ydf", exact=True),
    "onnxruntime": Contender("onnxruntime", "onnxruntime"),
    "polars": Contender("polars", "polars"),
    "pandas": Contender("pandas", "pandas"),
    "duckdb": Contender("DuckDB", "duckdb"),
    "pyarrow": Contender("pyarrow", "pyarrow"),
}


def title(name):
    return CONTENDERS[name].title


def versions():
    """{package: version} of the peers, from the environment that runs them."""
    packages = {contender.package for contender in CONTENDERS.values() if contender.package} | {"skl2onnx"}
    return {package: importlib.metadata.version(package) for package in sorted(packages)}
