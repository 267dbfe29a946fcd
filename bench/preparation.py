"""What must be there before the clock starts: the sets, the models that predict, files in the page cache. All of it is kept."""

import pathlib
import shutil
import subprocess
import sys

import one_process
from contenders import FACE, OURS
from tasks import CURVE_ROWS, SET_ROWS, contenders_of

BENCH = pathlib.Path(__file__).resolve().parent
MODEL_SUFFIX = {OURS: "tree", "treewright_columns": "tree", "treewright_rows": "tree", "treewright_polars": "tree",
                "treewright_duckdb": "sql", "treewright_onnx": "exported.onnx", "treewright_c": "c",
                "sklearn_tree": "pickle", "ydf": "ydf", "onnxruntime": "onnx"}
CURVE_TEST_ROWS = 100_000


class Workshop:
    """Where things are, and the command lines that use them."""

    def __init__(self, folder, programs, scale):
        self.folder, self.programs, self.scale = folder, programs, scale

    def rows_of(self, task):
        return int((task.rows or SET_ROWS[task.set]) * self.scale)

    def set_folder(self, set_name):
        return self.folder / "data" / f"{set_name}-{int(SET_ROWS[set_name] * self.scale)}"

    def curve_folder(self):
        return self.folder / "data" / f"rows-{int(CURVE_ROWS[-1] * self.scale)}"

    def folder_of(self, task):
        """The points of a curve are the first rows of one long set."""
        return self.curve_folder() if task.is_curve else self.set_folder(task.set)

    def model_file(self, task, contender):
        return self.folder / "models" / f"{task.name}-{self.rows_of(task)}-{contender}.{MODEL_SUFFIX[contender]}"

    def command(self, contender, kind, task, folder):
        """The process of one measurement, without the number of threads."""
        if contender in (OURS, FACE):
            words = [self.programs / "treewright_bench", "fit_face" if contender == FACE else kind]
        else:
            words = [sys.executable, BENCH / "peers", contender, kind]
        words += [folder, "--depth", task.depth]
        if task.rows:
            words += ["--rows", self.rows_of(task)]
        if task.levels:
            words += ["--levels", task.levels]
        if kind in ("predict", "predict_row", "evaluate", "save"):
            words += ["--model", self.model_file(task, contender)]
        return words


def make_set(shop, set_name, folder, *options):
    """Makes the set unless it is there, made by this generator; columns.txt is written last, so that half a set is none."""
    if is_newer(folder / "columns.txt", shop.programs / "bench_data"):
        return
    print(f"making {folder.name}", flush=True)
    subprocess.run([str(word) for word in (shop.programs / "bench_data", set_name, folder, *options)], check=True)


def make_sets(shop, tasks):
    for set_name in sorted({task.set for task in tasks if not task.is_curve}):
        rows = int(SET_ROWS[set_name] * shop.scale)
        make_set(shop, set_name, shop.set_folder(set_name), "--rows", rows, "--test-rows", rows, "--csv")
    if any(task.is_curve for task in tasks):
        rows = int(CURVE_ROWS[-1] * shop.scale)
        make_set(shop, "two_classes", shop.curve_folder(), "--rows", rows, "--test-rows", CURVE_TEST_ROWS)


def make_models(shop, tasks):
    """The trees that predict, each grown by the contender itself. {(task, contender): reason} for those that could not be made.

    They are kept as long as the rows stay the same, ours also only as long as the program does."""
    failures = {}
    (shop.folder / "models").mkdir(parents=True, exist_ok=True)
    for task in (task for task in tasks if task.kind in ("predict", "predict_row", "evaluate")):
        for contender in contenders_of(task):
            file, folder = shop.model_file(task, contender), shop.folder_of(task)
            program = shop.programs / "treewright_bench" if contender == OURS else folder / "columns.txt"
            if is_newer(file, folder / "columns.txt") and is_newer(file, program):
                continue
            print(f"making {file.name}", flush=True)
            shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
            answer = one_process.run(shop.command(contender, "save", task, folder) + ["--threads", 1], 1)
            if "failed" in answer or "cannot" in answer:
                failures[task.name, contender] = answer.get("failed") or answer["cannot"]
    return failures


def is_newer(file, other):
    return file.exists() and file.stat().st_mtime > other.stat().st_mtime


def warm_page_cache(folder):
    """Reading is measured from memory, not from the disk: the file is read once before."""
    with open(folder / "train.csv", "rb") as file:
        while file.read(1 << 20):
            pass
