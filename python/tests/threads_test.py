"""Several threads and processes, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
import weakref

import numpy as np
from sklearn.model_selection import cross_val_score

import treewright as tw

# The promise is 100 ms from the signal to the exception, on a core of one's own. Where several processes wait for each core, as while other
# tests run, a step of the work takes that many times as long.
LATENCY = 0.1


def allowed():
    return LATENCY * max(1.0, 1.5 + os.getloadavg()[0] / (os.cpu_count() or 1))


def table(rows=20000, columns=10, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, columns))
    return X, ((X[:, 0] * X[:, 1] > 0) ^ (random.random(rows) < 0.1)).astype(int)


def run(code):
    """The lines that a process of its own prints."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-X", "faulthandler", "-c", code], capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        raise AssertionError(f"ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout.split("\n")


class Threads(unittest.TestCase):
    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore")

    def test_two_fits_at_once_are_those_of_one_after_the_other(self):
        tables = [table(3000, seed=seed) for seed in range(4)]

        def fit(X, y):
            return tw.TreeClassifier().fit(X, y).model_.to_bytes()

        wanted = [fit(X, y) for X, y in tables]
        found = {}

        def work(position):
            found[position] = fit(*tables[position])

        workers = [threading.Thread(target=work, args=(position,)) for position in range(len(tables))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual([found[position] for position in range(len(tables))], wanted)

    def test_one_model_predicts_on_several_threads(self):
        X, y = table(5000)
        estimator = tw.TreeClassifier().fit(X, y)
        wanted, found = estimator.predict_proba(X), {}

        def work(position):
            found[position] = [estimator.predict_proba(X), estimator.predict(X[position:position + 1])]

        workers = [threading.Thread(target=work, args=(position,)) for position in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for shares, _ in found.values():
            np.testing.assert_array_equal(shares, wanted)

    def test_the_interpreter_works_on_while_a_fit_runs(self):
        X, y = table(60000)
        for on_main_thread in (True, False):
            counts, over = [0], threading.Event()

            def count():
                while not over.is_set():
                    counts[0] += 1
                    time.sleep(0.001)

            def fit():
                before = counts[0]
                tw.TreeClassifier(threads=1, prune="none").fit(X, y)
                counts.append(counts[0] - before)

            counter = threading.Thread(target=count)
            counter.start()
            if on_main_thread:
                fit()
            else:
                worker = threading.Thread(target=fit)
                worker.start()
                worker.join()
            over.set()
            counter.join()
            with self.subTest(on_main_thread=on_main_thread):
                self.assertGreater(counts[1], 20)

    def test_processes_of_joblib_fit(self):
        X, y = table(600)
        one = cross_val_score(tw.TreeClassifier(), X, y, cv=4)
        np.testing.assert_array_equal(cross_val_score(tw.TreeClassifier(threads=1), X, y, cv=4, n_jobs=2), one)

    def test_a_forked_child_fits(self):
        lines = run("import os, numpy as np, treewright as tw\n"
                    "X = np.random.default_rng(0).normal(size=(3000, 4)); y = X[:, 0] * X[:, 1] > 0\n"
                    "wanted = tw.TreeClassifier().fit(X, y).model_.to_bytes()\n"
                    "child = os.fork()\n"
                    "if child == 0:\n"
                    "    same = tw.TreeClassifier().fit(X, y).model_.to_bytes() == wanted\n"
                    "    tw.cross_validate('c45', X, y, folds=3)\n"
                    "    os._exit(7 if same else 8)\n"
                    "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))")
        self.assertEqual(lines[0], "7")

    def test_arrays_are_let_go_after_a_fit(self):
        X, y = table(500)
        frame = {"a": X[:, 0].copy(), "b": X[:, 1].copy()}
        counts = [sys.getrefcount(array) for array in (X, y, frame["a"])]
        for _ in range(3):
            estimator = tw.TreeClassifier().fit(X, y)
            by_name = tw.TreeClassifier().fit(frame, y)
            estimator.predict(X), by_name.predict(frame), tw.cross_validate("c45", frame, y, folds=3)
            with self.assertRaises(ValueError):
                tw.TreeClassifier(criterion="nonsense").fit(X, y)
        self.assertEqual([sys.getrefcount(array) for array in (X, y, frame["a"])], counts)
        gone = weakref.ref(X)
        del X
        self.assertIsNone(gone())

    def test_a_table_keeps_what_it_borrows(self):
        array = np.zeros((5, 2))
        borrowed = tw.Table(array)
        gone = weakref.ref(array)
        del array
        self.assertIsNotNone(gone())
        self.assertEqual(len(borrowed), 5)
        del borrowed
        self.assertIsNone(gone())


class Interrupts(unittest.TestCase):
    """A thread of the child sends SIGINT to its own process when the call runs, and the child measures until the exception."""

    BEGIN = """
import os, signal, threading, time
import numpy as np, treewright as tw
tw.TreeClassifier  # an import that is interrupted is not what is tested
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may ignore it
random = np.random.default_rng(0)
X = random.normal(size=(400000, 10)); y = random.integers(0, 2, 400000)
sent = [0.0]
def after(seconds):
    def send():
        time.sleep(seconds)
        sent[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=send, daemon=True).start()
def measured(call, seconds=0.3):
    after(seconds)
    begun = time.monotonic()
    try:
        call()
    except KeyboardInterrupt:
        print(time.monotonic() - sent[0])
    else:
        print(f"over after {time.monotonic() - begun} s")
"""

    def check(self, code):
        lines = [line for line in run(self.BEGIN + code) if line]
        for line in lines:
            self.assertRegex(line, r"^[0-9.e-]+$", "the call ended before the signal")
            self.assertLess(float(line), allowed(), f"{1000 * float(line):.0f} ms from the signal to KeyboardInterrupt")
        print(f"{self._testMethodName}: {', '.join(f'{1000 * float(line):.0f} ms' for line in lines)}")
        return lines

    def test_end_a_fit_and_the_next_one_works(self):
        lines = self.check("measured(lambda: tw.TreeClassifier(prune='none').fit(X, y))\n"
                           "measured(lambda: tw.TreeClassifier(prune='none', threads=1).fit(X, y), 1.0)\n"
                           "small = X[:500]\n"
                           "assert tw.TreeClassifier().fit(small, small[:, 0] > 0).score(small, small[:, 0] > 0) == 1\n")
        self.assertEqual(len(lines), 2)

    def test_end_a_cross_validation(self):
        self.check("measured(lambda: tw.cross_validate('c45', X, y, folds=10), 1.0)")

    def test_end_a_prediction(self):
        """Of a matrix and of columns, long enough to be interrupted."""
        lines = self.check("X = X[:, :4].copy()\n"
                           "tree = tw.TreeClassifier(prune='none', threads=1).fit(X[:50000], y[:50000])\n"
                           "X = np.tile(X, (10, 1)); names = tree.model_.features\n"
                           "columns = tw.Table({name: X[:, i] for i, name in enumerate(names)})\n"
                           "measured(lambda: [tree.predict_proba(X) for _ in range(5)], 0.05)\n"
                           "measured(lambda: [tree.model_.predict_proba(columns, threads=1) for _ in range(5)], 0.05)")
        self.assertEqual(len(lines), 2)

    def test_of_a_handler_that_does_not_raise_change_nothing(self):
        lines = run(self.BEGIN.replace("SIGINT", "SIGUSR1") + "seen = []\nsignal.signal(signal.SIGUSR1, lambda *_: seen.append(1))\n"
                    "after(0.02)\nmodel = tw.TreeClassifier(max_depth=8, prune='none').fit(X[:50000], y[:50000]).model_\n"
                    "time.sleep(0.05)\n"
                    "print(seen, model == tw.TreeClassifier(max_depth=8, prune='none').fit(X[:50000], y[:50000]).model_)")
        self.assertEqual(lines[0], "[1] True")

    def test_are_those_of_a_console(self):
        """SIGINT from another process, as a terminal sends it, ends a script with a KeyboardInterrupt of its own."""
        code = self.BEGIN + "tree = tw.TreeClassifier(prune='none')\nprint('ready', flush=True)\ntree.fit(X, y)\nprint('over')"  # imports are over
        child = subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        said, complaint = child.communicate(timeout=60)
        self.assertEqual(said, "")
        self.assertIn("KeyboardInterrupt", complaint)
        self.assertEqual(child.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
