"""Time against rows, both on logarithmic scales, as SVG."""

import math

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "treewright"  # the same figures give the same file
from matplotlib import pyplot

import tasks
from contenders import CONTENDERS, OURS
from report.summary import exponent


def plot_curves(summary, file):
    """There is no file if nothing was measured."""
    file.unlink(missing_ok=True)
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    least = tasks.EXPONENT_FROM * min(1, summary.options["scale"])
    for name, contender in CONTENDERS.items():
        points = summary.curve(name)
        if not points:
            continue
        slope = exponent(points, least)
        label = contender.title.strip("*") + ("" if math.isnan(slope) else f", rows^{slope:.2f}")
        axes.plot(*zip(*points), marker="o", label=label, linewidth=2.5 if name == OURS else 1.2)
    if axes.lines:
        axes.set(xscale="log", yscale="log", xlabel="rows (20 features, two classes, depth 6)", ylabel="seconds on one core")
        axes.grid(True, which="major", alpha=0.3)
        axes.legend(frameon=False)
        figure.savefig(file, metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
