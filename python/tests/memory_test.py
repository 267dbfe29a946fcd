"""How much the process grows: by a fit of a large table, which is not copied, and by many small calls."""

import subprocess
import sys
import unittest

ROWS = 1_000_000
BYTES_PER_ROW = 64  # the promise: numbers are borrowed, so that a fit adds only its index and its rows
MARGIN = 8 << 20    # the tree, the threads and what the allocator keeps

BEGIN = """
import gc, warnings
warnings.simplefilter("ignore")
import numpy as np, treewright as tw
def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))
def grown(call):
    gc.collect()
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # VmHWM begins again at what is resident now
    before = status("VmRSS")
    call()
    return status("VmHWM") - before
"""

LARGE = BEGIN + f"""
X = np.random.default_rng(0).standard_normal(({ROWS}, 20))
y = (X[:, 0] + X[:, 1] + np.random.default_rng(1).standard_normal({ROWS}) > 0.3).astype(np.int64)
def learner():
    return tw.TreeClassifier(max_depth=6, prune="none", threads=1)
learner().fit(X[:1000], y[:1000])
"""


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=200)
    if done.returncode != 0:
        raise AssertionError(f"ended with {done.returncode}: {done.stderr[-2000:]}")
    return [float(number) for number in done.stdout.split()]


@unittest.skipUnless(sys.platform == "linux", "reads /proc")
class Growth(unittest.TestCase):
    def check(self, code):
        [bytes_grown] = run(code)
        said = f"{bytes_grown / ROWS:.0f} bytes per row ({bytes_grown / 2**20:.0f} MB)"
        print(f"{self._testMethodName}: {said}")
        self.assertLess(bytes_grown, BYTES_PER_ROW * ROWS + MARGIN, said)

    def test_of_a_matrix_by_rows(self):
        self.check(LARGE + "print(grown(lambda: learner().fit(X, y)))")

    def test_of_a_matrix_by_columns(self):
        self.check(LARGE + "X = np.asfortranarray(X)\nprint(grown(lambda: learner().fit(X, y)))")

    def test_of_a_polars_frame(self):
        self.check(LARGE + "import polars as pl\nX = pl.DataFrame({f'x{i}': X[:, i] for i in range(20)})\n"
                           "learner().fit(X[:1000], y[:1000])\nprint(grown(lambda: learner().fit(X, y)))")

    def test_of_a_prediction(self):
        self.check(LARGE + "estimator = learner().fit(X[:1000], y[:1000])\nprint(grown(lambda: estimator.predict(X)))")


@unittest.skipUnless(sys.platform == "linux", "reads /proc")
class Leaks(unittest.TestCase):
    def test_of_a_thousand_fits_and_predictions(self):
        [leaked] = run(BEGIN + """
random = np.random.default_rng(0)
X = random.normal(size=(300, 4)); y = X[:, 0] * X[:, 1] > 0
frame = {"a": X[:, 0].copy(), "b": list("uvw" * 100)}
def once(number):
    estimator = tw.TreeClassifier(prune="none", threads=1).fit(X, y)
    estimator.predict_proba(X)
    if number % 4:
        return
    model = tw.train(frame, y, preset="c45", threads=1)
    tw.Model.from_bytes(model.to_bytes()).predict(frame)
    model.explain({"a": 1.0, "b": "u"}), model.rules(), model.tree, model.show()
    try:
        tw.TreeClassifier(criterion="nonsense").fit(frame, y)
    except ValueError:
        pass
for number in range(200):
    once(number)
gc.collect()
before = status("VmRSS")
for number in range(1000):
    once(number)
gc.collect()
print(status("VmRSS") - before)
""")
        print(f"{self._testMethodName}: {leaked / 2**20:.1f} MB")
        self.assertLess(leaked, 3 << 20, f"{leaked / 2**20:.1f} MB after a thousand rounds")

    def test_of_arrow_streams(self):
        """Each with a stream that is taken and released, also where the table is refused."""
        [leaked] = run(BEGIN + """
import pyarrow as pa
table = pa.table({"a": np.arange(20000.0), "b": ["u", "v"] * 10000})
bad = pa.table({"a": np.arange(20000.0), "b": [[1]] * 20000})
def once():
    tw.Table(table)
    try:
        tw.Table(bad)
    except ValueError:
        pass
for _ in range(30):
    once()
gc.collect()
before = status("VmRSS")
for _ in range(300):
    once()
gc.collect()
print(status("VmRSS") - before, )
""")
        print(f"{self._testMethodName}: {leaked / 2**20:.1f} MB")
        self.assertLess(leaked, 3 << 20, f"{leaked / 2**20:.1f} MB after 300 tables of 0.3 MB")


if __name__ == "__main__":
    unittest.main()
