"""In which order measurements are taken, how often, and how long that will take."""

import dataclasses

from contenders import OURS
from tasks import SET_COLUMNS, SET_ROWS, contenders_of

REPETITIONS = 5
REPETITIONS_WHEN_LONG = 3
LONG = 3  # seconds: what takes less than that is shaken most by what else the machine does
# Seconds for a million cells on one core of a 2.4 GHz Zen 3, rounded up: only for the estimate of the first run.
RATES = {OURS: 0.2, "treewright_face": 0.2, "treewright_columns": 0.2, "treewright_rows": 0.2, "treewright_polars": 0.2, "sklearn_tree": 1.8, "sklearn_hist": 0.15, "lightgbm": 0.15, "xgboost_hist": 0.25, "xgboost_vector": 0.4,
         "xgboost_exact": 0.5, "ydf": 0.5}
FULLY_GROWN_FACTOR = 4
MANY_CLASSES_FACTOR = 3
FOLDS_FACTOR = 10
PROCESS_SECONDS = 3  # start, imports, reading the rows, the score
TOO_SLOW_TO_REPEAT = 15  # seconds; `make bench` takes such times once and marks them


@dataclasses.dataclass(frozen=True)
class Step:
    task: object
    contender: str
    threads: int
    repetition: int

    @property
    def key(self):
        return f"{self.task.name} {self.contender} {self.threads}"


def steps_of(task, repetition, full, cores):
    """All contenders side by side, so that a slow minute of the machine hits them all, and ours on two cores right behind: a promise
    depends on that ratio. Peers get two cores once, in the full benchmark."""
    for contender in contenders_of(task):
        yield Step(task, contender, 1, repetition)
    if full and repetition == 0:
        for contender in task.once:
            yield Step(task, contender, 1, 0)
    if cores >= 2 and not task.is_curve:
        for contender in contenders_of(task) if full and repetition == 0 else (OURS,):
            yield Step(task, contender, 2, repetition)


def plan(tasks, full, cores):
    return [step for repetition in range(REPETITIONS) for task in tasks for step in steps_of(task, repetition, full, cores)]


def guess(step, scale, known):
    """Seconds that a step takes: as in the last run with this scale, else by rate."""
    if step.key in known:
        return known[step.key]
    task = step.task
    millions = (task.rows or SET_ROWS[task.set]) * scale * SET_COLUMNS[task.set] / 1e6
    if task.kind in ("predict", "evaluate", "load"):
        return PROCESS_SECONDS + 0.1 * millions
    factor = (1 if task.depth else FULLY_GROWN_FACTOR) * (MANY_CLASSES_FACTOR if task.set == "ten_classes" else 1)
    return PROCESS_SECONDS + RATES[step.contender] * factor * (FOLDS_FACTOR if task.is_held_to_fit else 1) * millions


def is_wanted(step, taken, full):
    """`taken` are the answers so far to the same question. What failed is not asked again; in `make bench`, what is slow neither."""
    if any("wall" not in answer for answer in taken):
        return False
    if step.repetition >= REPETITIONS_WHEN_LONG and any(answer["wall"] >= LONG for answer in taken):
        return False
    return full or step.repetition == 0 or all(answer["wall"] < TOO_SLOW_TO_REPEAT for answer in taken)


def guess_all(steps, scale, known, full):
    total = 0.0
    for step in steps:
        seconds = guess(step, scale, known)
        if step.repetition >= REPETITIONS_WHEN_LONG and seconds >= LONG + PROCESS_SECONDS:
            continue
        if full or step.repetition == 0 or seconds < TOO_SLOW_TO_REPEAT:
            total += seconds
    return total
