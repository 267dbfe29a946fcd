"""From single measurements to figures: medians, ratios, exponents, what the promises say."""

import dataclasses
import math
import statistics

import tasks
from contenders import CONTENDERS, OURS


@dataclasses.dataclass
class Figures:
    """The measurements of one contender in one task on one number of cores."""

    runs: int = 0
    wall: float = math.nan  # medians
    cpu: float = math.nan
    peak: float = math.nan
    extra: float = math.nan  # peak minus what was held before: what the work itself needed
    score: float | None = None
    tree_bytes: float = 0.0
    fits: float = math.nan  # median of the time over that of one fit in the same process, by the processor
    preparation_included: bool = False  # where the task is growing alone and the contender cannot do that yet
    problem: str = ""  # why there is nothing


def figures_of(answers):
    problem = next((a.get("failed") or a.get("cannot") for a in answers if "wall" not in a), "")
    good = [answer for answer in answers if "wall" in answer]
    if not good:
        return Figures(problem=problem)
    median = lambda value: statistics.median(value(answer) for answer in good)
    return Figures(
        runs=len(good),
        wall=median(lambda a: a["wall"]),
        cpu=median(lambda a: a["cpu"]),
        peak=median(lambda a: a["peak"]),
        extra=median(lambda a: a["peak"] - a["resident_before"]),
        score=good[0].get("score"),
        tree_bytes=good[0].get("tree_bytes", 0.0),
        fits=median(lambda a: a["cpu"] / a["fit_cpu"] if "fit_cpu" in a else math.nan),
        preparation_included=good[0].get("prepared", 1) == 0,
    )


class Summary:
    """All figures of a run, by task, contender and threads."""

    def __init__(self, results):
        self.options = results["options"]
        self.machine = results["machine"]
        self.versions = results["versions"]
        self.clock = self.options.get("clock", "wall")
        grouped = {}
        for m in results["measurements"]:
            grouped.setdefault((m["task"], m["contender"], m["threads"]), []).append(m["answer"])
        self.answers_of = grouped
        self.figures = {key: figures_of(answers) for key, answers in grouped.items()}
        self.answers = [m["answer"] | {"threads": m["threads"]} for m in results["measurements"]]

    def get(self, task, contender, threads=1):
        return self.figures.get((task, contender, threads), Figures())

    def seconds(self, task, contender, threads=1):
        """By the clock that the run uses; nan if there is none."""
        figures = self.get(task, contender, threads)
        return figures.cpu if self.clock == "cpu" and threads == 1 else figures.wall

    def contenders(self, task):
        """In the order of the list, ours first."""
        return [name for name in CONTENDERS if any((task, name, threads) in self.figures for threads in (1, 2))]

    def ratio(self, task, contender, threads=1):
        return self.seconds(task, contender, threads) / self.seconds(task, OURS, threads)

    def own_ratio(self, task, relative_to):
        """Our time over that of a smaller piece of work of the same process, on one core: the median over processes; nan if there is none."""
        clock = "cpu" if self.clock == "cpu" else "wall"
        ratios = [answer[clock] / answer[f"{relative_to}_{clock}"] for answer in self.answers_of.get((task, OURS, 1), [])
                  if f"{relative_to}_{clock}" in answer]
        return statistics.median(ratios) if ratios else math.nan

    def fastest(self, task, against):
        """(name, ratio) of the fastest of some peers; None if none of them did the task."""
        times = [(self.seconds(task, name), name) for name in against]
        times = [(seconds, name) for seconds, name in times if not math.isnan(seconds)]
        return (min(times)[1], self.ratio(task, min(times)[1])) if times else None

    def disturbance(self):
        """Time by the clock over time of the processor, at worst, on one core: near 1 on a quiet machine."""
        ratios = [a["wall"] / a["cpu"] for a in self.answers if a["threads"] == 1 and a.get("cpu", 0) > 0.05]
        return max(ratios, default=math.nan)

    def curve(self, contender):
        """[(rows, seconds)], rising."""
        points = []
        for task, name, threads in self.figures:
            if name == contender and threads == 1 and task.startswith("curve_"):
                seconds = self.seconds(task, name)
                if not math.isnan(seconds):
                    points.append((int(int(task.removeprefix("curve_")) * self.options["scale"]), seconds))
        return sorted(points)


def exponent(points, least_rows):
    """The slope of log(seconds) over log(rows), by least squares; nan with fewer than two points."""
    chosen = [(math.log(rows), math.log(seconds)) for rows, seconds in points if rows >= least_rows]
    if len(chosen) < 2:
        return math.nan
    return statistics.linear_regression(*zip(*chosen)).slope


def memory_promise(task, rows):
    """Bytes that growing may hold besides the table and the tree."""
    cell = tasks.BYTES_PER_CELL_WITHOUT_SIGNAL if task.set == "shuffled" else tasks.BYTES_PER_CELL
    return rows * (cell * tasks.SET_COLUMNS[task.set] + tasks.BYTES_PER_ROW)


def exact_score_gap(summary, task):
    """How far the scores of other exact learners of one tree with our criterion are from ours; nan if there are none.

    YDF has another criterion for classes, XGBoost a tree a class, scikit-learn no categories."""
    others = {"sklearn_tree", "xgboost_exact"} - ({"xgboost_exact"} if task.set == "ten_classes" else set())
    scores = [summary.get(task.name, name).score for name in ([] if task.set == "mixed" else others)]
    ours = summary.get(task.name, OURS).score
    return max((abs(score - ours) for score in scores if score is not None and ours is not None), default=math.nan)
