"""The benchmark's report: medians, ratios and promises must be computed from the measurements as the page says."""

import contextlib
import io
import math
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import one_process
import preparation
import schedule
import tasks
from report import markdown, page
from report.summary import Summary, exponent


def measurement(task, contender, seconds, threads=1, **more):
    answer = {"wall": seconds, "cpu": seconds, "resident_before": 100e6, "peak": 150e6, "score": 0.75} | more
    return {"task": task, "contender": contender, "threads": threads, "repetition": 0, "answer": answer}


def problem(task, contender, **answer):
    return {"task": task, "contender": contender, "threads": 1, "repetition": 0, "answer": answer}


def summary_of(*measurements, scale=1.0):
    machine = {"date": "2030-01-01", "commit": "abc", "processor": "P", "cores": 2, "memory_gb": 16.0, "system": "Linux",
               "compiler": "c++", "python": "3"}
    options = {"mode": "bench", "scale": scale, "command": "make bench", "clock": "wall"}
    return Summary({"options": options, "machine": machine, "versions": {"lightgbm": "1"}, "measurements": list(measurements)})


class FiguresTest(unittest.TestCase):
    def test_the_median_of_three_and_the_ratio(self):
        summary = summary_of(*(measurement("fit_mixed", "treewright", s) for s in (0.1, 0.9, 0.2)),
                             *(measurement("fit_mixed", "lightgbm", s) for s in (1.0, 3.0, 2.0)))
        self.assertEqual(0.2, summary.seconds("fit_mixed", "treewright"))
        self.assertAlmostEqual(10.0, summary.ratio("fit_mixed", "lightgbm"))

    def test_the_fastest_peer_is_the_one_that_counts(self):
        summary = summary_of(measurement("fit_mixed", "treewright", 1.0), measurement("fit_mixed", "lightgbm", 4.0),
                             measurement("fit_mixed", "ydf", 3.0), problem("fit_mixed", "xgboost_exact", cannot="no categories"))
        self.assertEqual(("ydf", 3.0), summary.fastest("fit_mixed", tasks.BOOSTERS + tasks.EXACT))
        self.assertIsNone(summary.fastest("fit_mixed", ("xgboost_exact",)))

    def test_an_exponent_of_rows(self):
        points = [(10, 99.0)] + [(rows, 3.0 * rows**1.2) for rows in (100, 1000, 10000)]
        self.assertAlmostEqual(1.2, exponent(points, 100))
        self.assertTrue(math.isnan(exponent(points[:2], 100)))

    def test_a_busy_machine_is_seen(self):
        self.assertEqual(4.0, summary_of(measurement("fit_mixed", "treewright", 2.0, cpu=0.5)).disturbance())


class MarkdownTest(unittest.TestCase):
    def test_targets_are_judged(self):
        def verdict(ratio):
            return markdown.targets(summary_of(measurement("fit_mixed", "treewright", 1.0), measurement("fit_mixed", "lightgbm", ratio)))
        self.assertIn("| 3.4 | 3.5 | 6 | **not reached** |", verdict(3.4))
        self.assertIn("| 3.5 | 3.5 | 6 | must reached |", verdict(3.5))
        self.assertIn("| 6.0 | 3.5 | 6 | goal reached |", verdict(6.0))

    def test_our_own_work_is_held_to_smaller_work_of_the_same_process(self):
        def verdict(*seconds):
            return markdown.own_targets(summary_of(*(measurement("evaluate_6", "treewright", s, predict_wall=1.0) for s in seconds)))
        self.assertIn("| predict | 1.30 | 2 | 1.3 | goal reached |", verdict(1.0, 1.3, 9.0))
        self.assertIn("| 2.00 | 2 | 1.3 | must reached |", verdict(2.0))
        self.assertIn("**not reached**", verdict(2.1))
        self.assertEqual("", markdown.own_targets(summary_of(measurement("evaluate_6", "treewright", 1.0))))

    def test_folds_are_held_to_a_fit_of_the_same_process(self):
        def line(seconds):
            return markdown.times_of_a_fit(summary_of(measurement("cv_100k", "treewright", seconds, fit_cpu=0.5),
                                                      measurement("cv_100k", "lightgbm", 4.0, fit_cpu=2.0)))
        self.assertIn("| 6.2 | 6 | 4 | **not reached** |", line(3.1))
        self.assertIn("| 6.0 | 6 | 4 | must reached |", line(3.0))
        self.assertIn("| 4.0 | 6 | 4 | goal reached |", line(2.0))
        self.assertIn("| LightGBM | 2.0 |  |  |  |", line(2.0))

    def test_a_peer_that_cannot_stands_in_the_table_with_its_reason(self):
        text = markdown.all_times(summary_of(problem("fit_mixed", "xgboost_exact", failed="ended with code 1: no")))
        self.assertIn("| XGBoost exact | ended with code 1: no |", text)

    def test_single_runs_are_marked(self):
        text = markdown.all_times(summary_of(measurement("fit_mixed", "treewright", 1.0)))
        self.assertIn("1.00 (1×)", text)

    def test_memory_is_compared_without_the_table_and_the_tree(self):
        rows = tasks.SET_ROWS["two_classes"]
        promised = rows * (2 * 20 + 24)

        def verdict(extra):
            return markdown.memory(summary_of(measurement("fit_two_classes", "treewright", 1.0, peak=100e6 + extra, tree_bytes=5e6)))
        self.assertIn("| 64.0 | 64.0 |", verdict(promised + 5e6))
        self.assertIn("| kept |", verdict(promised + 5e6))
        self.assertIn("**not kept**", verdict(promised + 6e6))

    def test_labels_without_signal_may_take_more(self):
        summary = summary_of(measurement("fit_shuffled", "treewright", 1.0, peak=200e6))
        self.assertIn("| 100 | 104 |", markdown.memory(summary))

    def test_two_cores(self):
        summary = summary_of(measurement("fit_two_classes", "treewright", 1.7), measurement("fit_two_classes", "treewright", 1.0, 2))
        self.assertIn("| 1.70 | 1.7 | kept |", markdown.two_cores(summary))

    def test_scores_that_differ_are_said(self):
        same = [measurement("fit_two_classes", "treewright", 1.0), measurement("fit_two_classes", "sklearn_tree", 1.0, score=0.7501)]
        other = same + [measurement("fit_two_classes", "xgboost_exact", 1.0, score=0.74)]
        self.assertIn("reach our score", markdown.score_lines(summary_of(*same)))
        self.assertIn("differ by 0.0100", markdown.score_lines(summary_of(*other)))

    def test_empty_sections_are_left_out(self):
        text = markdown.report(summary_of(measurement("fit_mixed", "treewright", 1.0)))
        self.assertIn("### All times", text)
        self.assertNotIn("### Two cores", text)

    def test_numbers_have_three_digits_and_no_powers(self):
        self.assertEqual(["0.00123", "0.123", "12.3", "1,235", ""], [markdown.number(x) for x in (0.001234, 0.1234, 12.34, 1234.6, math.nan)])


class PageTest(unittest.TestCase):
    def test_only_the_text_between_the_marks_changes(self):
        begin, end = page.marks("folds")
        old = f"{page.marks(page.MEASURED)[0]}before\n{begin}\nold\n{end}\nafter\n"
        new = f"{page.marks(page.MEASURED)[0]}before\n{begin}\n\nnew\n\n{end}\nafter\n"
        self.assertEqual(new, page.with_figures(old, "new\n", "folds"))
        with self.assertRaises(ValueError):
            page.with_figures("no marks", "new")


class ScheduleTest(unittest.TestCase):
    def test_contenders_of_a_task_stand_side_by_side_in_every_repetition(self):
        steps = schedule.plan(tasks.TASKS[:2], full=False, cores=1)
        first = [(step.task.name, step.contender) for step in steps if step.repetition == 0]
        self.assertEqual(len(steps), schedule.REPETITIONS * len(first))
        self.assertEqual(["treewright", *tasks.TASKS[0].peers], [name for task, name in first if task == tasks.TASKS[0].name])
        self.assertEqual(sorted(step.repetition for step in steps), [step.repetition for step in steps])

    def test_ours_on_two_cores_comes_right_behind_one_core(self):
        steps = schedule.plan(tasks.TASKS[:1], full=False, cores=2)[: len(tasks.TASKS[0].peers) + 2]
        self.assertEqual(("treewright", 2), (steps[-1].contender, steps[-1].threads))
        self.assertEqual([1] * (len(steps) - 1), [step.threads for step in steps[:-1]])

    def test_the_curve_goes_to_ten_million_rows_for_ours(self):
        self.assertEqual((10_000_000, ()), (tasks.curve_tasks(1_000_000)[-1].rows, tasks.curve_tasks(1_000_000)[-1].peers))

    def test_what_failed_or_is_slow_is_not_repeated(self):
        step = schedule.Step(tasks.TASKS[0], "ydf", 1, 1)
        self.assertFalse(schedule.is_wanted(step, [{"failed": "no"}], full=True))
        self.assertFalse(schedule.is_wanted(step, [{"wall": 20.0}], full=False))
        self.assertTrue(schedule.is_wanted(step, [{"wall": 20.0}], full=True))
        self.assertTrue(schedule.is_wanted(step, [{"wall": 2.0}], full=False))

    def test_only_what_is_short_is_taken_more_than_three_times(self):
        fourth = schedule.Step(tasks.TASKS[0], "treewright", 1, 3)
        self.assertTrue(schedule.is_wanted(fourth, [{"wall": 0.3}] * 3, full=True))
        self.assertFalse(schedule.is_wanted(fourth, [{"wall": 0.3}, {"wall": 4.0}, {"wall": 0.3}], full=True))


class PreparationTest(unittest.TestCase):
    def test_every_predicting_contender_gets_a_model_from_the_rows_of_its_task(self):
        commands = []
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(
                one_process, "run", lambda command, threads: commands.append([str(word) for word in command]) or {"wall": 1.0}):
            shop = preparation.Workshop(pathlib.Path(folder), pathlib.Path(folder), 0.001)
            wanted = [task for task in tasks.TASKS if task.kind == "predict"]
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual({}, preparation.make_models(shop, wanted))
            self.assertEqual(sum(len(tasks.contenders_of(task)) for task in wanted), len(commands))
            for command in commands:
                self.assertIn("save", command)
                self.assertIn(str(shop.set_folder("two_classes")), command)
                self.assertIn("--model", command)


class ProcessTest(unittest.TestCase):
    def test_the_last_line_of_json_is_the_answer(self):
        answer = one_process.run([sys.executable, "-c", "print('Loading'); print('{\"wall\": 1.5}')"], 1)
        self.assertEqual(1.5, answer["wall"])

    def test_a_failure_is_reported_in_its_own_words_without_paths(self):
        answer = one_process.run([sys.executable, "-c", "import sys; sys.exit('no room in /some/where/else')"], 1)
        self.assertEqual("ended with code 1: no room in …", answer["failed"])

    def test_a_process_that_takes_too_much_memory_is_stopped(self):
        share = one_process.LARGEST_SHARE_OF_MEMORY
        one_process.LARGEST_SHARE_OF_MEMORY = 50e6 / one_process.memory_of_machine()
        self.addCleanup(setattr, one_process, "LARGEST_SHARE_OF_MEMORY", share)
        answer = one_process.run([sys.executable, "-c", "x = b'1' * 200_000_000; import time; time.sleep(60)"], 1)
        self.assertIn("it needed more than", answer["failed"])

    def test_it_runs_on_as_many_cores_as_threads(self):
        code = "import os, json; print(json.dumps({'wall': len(os.sched_getaffinity(0))}))"
        self.assertEqual(1, one_process.run([sys.executable, "-c", code], 1)["wall"])


if __name__ == "__main__":
    unittest.main()
