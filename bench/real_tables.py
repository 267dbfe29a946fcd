"""The real sets: which file of the user's folder, what to read it with, and the figures that we want to reach.

The files are UCI's, in WEKA's form where there is one; docs/real-data.md says how they are called and where they come from.
"""

import dataclasses

LEARNERS = {
    "auto": "preset=auto",
    "cart": "preset=cart",
    "cart --se 0": "preset=cart,se=0",
    "c45": "preset=c45",
}


@dataclasses.dataclass(frozen=True)
class Goal:
    """A score (percent, or an RMSE) of one of our learners, or of the best of them; `split`: with the test rows of the original."""

    score: float
    learner: str = ""
    leaves: float = 0  # maximum mean number; 0: any
    split: bool = False


@dataclasses.dataclass(frozen=True)
class Table:
    name: str
    file: str
    target: str = "last"
    options: tuple = ()
    test: str = ""  # another file, with the test rows of the original split
    goal: Goal | None = None
    is_numeric: bool = False  # what is predicted is a number
    is_derived: bool = False  # made from another set, for another purpose: not in the first mean


ADULT_NAMES = ("age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,"
               "hours-per-week,native-country,income")
CLASSES = ("--task", "classification")


def arff(name, file, **more):
    return Table(name, f"classification/{file}.arff", **more)


def numbers(name, file, **more):
    return Table(name, f"regression/{file}", is_numeric=True, **more)


def derived(folder, file):
    return Table(f"{file.partition('.')[0]} ({'0/1' if folder == 'binarised' else 'scaled'})", f"{folder}/{file}", target="#1",
                 options=("--no-header", *CLASSES), is_derived=True)


TABLES = [
    Table("adult", "classification/adult-train.csv", options=("--names", ADULT_NAMES), test="classification/adult-test.csv",
          goal=Goal(86.1, "cart", leaves=24, split=True)),
    Table("bank marketing", "classification/bank_marketing.csv", target="y", goal=Goal(90.3, "cart", leaves=15)),
    arff("breast-w", "breast.w"),
    arff("car", "car", goal=Goal(97.5)),
    Table("covertype, 15,000 rows", "classification/covertype_sample15000.csv", options=CLASSES),
    arff("German credit", "credit.g", goal=Goal(71)),
    arff("heart-c", "heart.c"),
    arff("iris", "iris"),
    arff("letter", "letter", goal=Goal(86)),
    arff("nursery", "nursery", goal=Goal(99.4)),
    arff("soybean", "soybean", goal=Goal(92.5)),
    arff("spambase", "spambase", goal=Goal(92.5)),
    Table("titanic", "classification/titanic.csv", target="survived", options=("--ignore", "alive", *CLASSES)),
    arff("vote", "vote", goal=Goal(95)),
    arff("zoo", "zoo", options=("--ignore", "animal")),
    *(derived("binarised", f"{name}.csv")
      for name in ("anneal", "australian-credit", "heart-cleveland", "mushroom", "primary-tumor", "tic-tac-toe")),
    *(derived("numeric_optimal", f"{name}.txt") for name in ("bank", "bidding", "eeg", "page", "segment", "wilt")),
    numbers("abalone", "abalone.arff"),
    numbers("auto-mpg", "autompg.arff"),
    numbers("bike sharing, hours", "bike_sharing_hour.csv", target="cnt", options=("--ignore", "casual,registered,instant,dteday")),
    numbers("Boston housing", "housing.arff"),
    numbers("California housing", "cal.housing.arff", goal=Goal(59_100, "cart --se 0")),
    numbers("servo", "servo.arff"),
]

# `auto` against `cart --se 0`, over the classification sets: points more, and the share of the leaves.
AUTO_POINTS, AUTO_LEAVES = 0.4, 0.9
