"""The figures as Markdown: one table of everything, and small ones for what was promised."""

import math

import tasks
from contenders import CONTENDERS, OURS, title
from report import summary as figures

DEPTH_6_GAP, FULLY_GROWN_GAP = 0.002, 0.01
ALL_TASKS = {task.name: task for task in tasks.TASKS}


def table(head, rows):
    if not rows:
        return ""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def number(value, digits=3):
    """Three significant digits, never in powers of ten; nothing for nan."""
    if value is None or math.isnan(value):
        return ""
    if value == 0:
        return "0"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{decimals}f}"


def megabytes(value):
    return number(value / 1e6)


def all_times(summary):
    head = ["task", "program", "s, one core", "over ours", "s, two cores", "peak MB", "of it for the work", "score"]
    rows = []
    for name, task in ALL_TASKS.items():
        for contender in summary.contenders(name):
            shown = "" if rows and rows[-1][-1] == name else task.title
            rows.append([shown, *time_cells(summary, name, contender), name])
    return table(head, [row[:-1] for row in rows])


def time_cells(summary, name, contender):
    one, two = summary.get(name, contender), summary.get(name, contender, 2)
    if one.problem:
        return [title(contender), one.problem, "", "", "", "", ""]
    mark = "" if one.runs >= 3 else f" ({one.runs}×)"
    mark += " preparation included" if one.preparation_included else ""
    ratio = "" if contender == OURS else number(summary.ratio(name, contender), 2)
    score = "" if one.score is None else f"{one.score:.4f}"
    seconds = number(summary.seconds(name, contender)) + mark
    return [title(contender), seconds, ratio, number(two.wall), megabytes(one.peak), megabytes(one.extra), score]


def targets(summary):
    rows = []
    for target in tasks.TARGETS:
        found = summary.fastest(target.task, target.against)
        if found is None or math.isnan(found[1]):
            continue
        name, ratio = found
        among = " (the fastest)" if len(target.against) > 1 else ""
        verdict = "goal reached" if ratio >= target.goal else "must reached" if ratio >= target.must else "**not reached**"
        rows.append([ALL_TASKS[target.task].title, title(name) + among, number(ratio, 2), f"{target.must:g}", f"{target.goal:g}", verdict])
    return table(["task", "against", "their time / ours", "must", "goal", ""], rows)


def own_targets(summary):
    rows = []
    for target in tasks.OWN_TARGETS:
        if target.relative_to == "fit":
            continue
        ratio = summary.own_ratio(target.task, target.relative_to)
        if not math.isnan(ratio):
            verdict = "goal reached" if ratio <= target.goal else "must reached" if ratio <= target.must else "**not reached**"
            rows.append([ALL_TASKS[target.task].title, target.relative_to, number(ratio), f"{target.must:g}", f"{target.goal:g}", verdict])
    return table(["Treewright", "compared with", "times as long", "must be at most", "goal", ""], rows)


def from_python(summary):
    rows = []
    for target in tasks.PYTHON_TARGETS:
        ratio = summary.seconds(target.task, target.contender) / summary.seconds(target.task, target.against)
        if not math.isnan(ratio):
            verdict = "reached" if ratio <= target.must else "**not reached**"
            rows.append([ALL_TASKS[target.task].title, title(target.contender), title(target.against), number(ratio), f"{target.must:g}", verdict])
    return table(["task", "program", "compared with", "times as long", "must be at most", ""], rows)


def times_of_a_fit(summary):
    """What folds cost, over one fit of the same contender."""
    wanted, rows = {target.task: target for target in tasks.OWN_TARGETS if target.relative_to == "fit"}, []
    for name, task in ALL_TASKS.items():
        for contender in summary.contenders(name) if task.is_held_to_fit else []:
            fits = summary.get(name, contender).fits
            if math.isnan(fits):
                continue
            target = wanted[name] if contender == OURS else None
            reached = "" if not target else "goal reached" if fits <= target.goal else "must reached" if fits <= target.must else "**not reached**"
            shown = "" if rows and rows[-1][-1] == name else task.title
            limits = [f"{target.must:g}", f"{target.goal:g}"] if target else ["", ""]
            rows.append([shown, title(contender), number(fits, 2), *limits, reached, name])
    return table(["task", "program", "time / its own fit", "must", "goal", ""], [row[:-1] for row in rows])


def memory(summary):
    rows = []
    for name, task in ALL_TASKS.items():
        ours = summary.get(name, OURS)
        if task.kind != "fit" or math.isnan(ours.extra):
            continue
        count = int(tasks.SET_ROWS[task.set] * summary.options["scale"])
        used, promise = ours.extra - ours.tree_bytes, figures.memory_promise(task, count)
        rows.append([task.title, number(used / count), number(promise / count), megabytes(used), megabytes(promise),
                     megabytes(ours.tree_bytes), "kept" if used <= promise else "**not kept**"])
    head = ["task", "bytes a row", "promised", "MB", "promised MB", "the tree itself, MB", ""]
    return table(head, rows)


def two_cores(summary):
    rows = []
    for name in tasks.TWO_CORES_TASKS:
        one, two = summary.get(name, OURS).wall, summary.get(name, OURS, 2).wall
        if not math.isnan(one / two):
            verdict = "kept" if one / two >= tasks.TWO_CORES_MUST else "**not kept**"
            rows.append([ALL_TASKS[name].title, number(one), number(two), number(one / two), f"{tasks.TWO_CORES_MUST}", verdict])
    return table(["Treewright", "s, one core", "s, two cores", "faster by", "promised", ""], rows)


def exponents(summary):
    rows = []
    for contender in CONTENDERS:
        slope = figures.exponent(summary.curve(contender), tasks.EXPONENT_FROM * min(1, summary.options["scale"]))
        if not math.isnan(slope):
            promised = f"{tasks.EXPONENT_MUST}" if contender == OURS else ""
            verdict = "" if contender != OURS else "kept" if slope <= tasks.EXPONENT_MUST else "**not kept**"
            rows.append([title(contender), f"{slope:.3f}", promised, verdict])
    return table(["program", "exponent of rows", "promised", ""], rows)


def score_lines(summary):
    """One sentence for each fit in which exact learners do not agree. In full-grown trees, small nodes tie in many features and the
    tie is broken by other rules, so more is allowed there."""
    lines, gaps = [], {task: figures.exact_score_gap(summary, task) for task in tasks.TASKS if task.kind == "fit"}
    for task, gap in gaps.items():
        allowed = (DEPTH_6_GAP if task.depth else FULLY_GROWN_GAP) * max(1.0, summary.get(task.name, OURS).score or 0.0)
        if gap > allowed:
            lines.append(f"- {task.title}: the scores of the exact learners differ by {gap:.4f}.")
    if all(math.isnan(gap) for gap in gaps.values()):
        return ""
    return "\n".join(lines) or (f"All exact learners of one tree with our criterion reach our score: to {DEPTH_6_GAP} at depth 6, "
                                f"to {FULLY_GROWN_GAP} fully grown (where ties are broken by other rules).")


def heading(summary):
    machine, options = summary.machine, summary.options
    versions = ", ".join(f"{package} {version}" for package, version in summary.versions.items())
    scale = "" if options["scale"] == 1 else f" **Rows scaled by {options['scale']:g}: only a trial.**"
    clock = " One-core times are processor time." if summary.clock == "cpu" else ""
    return "\n".join([
        f"`{options['command']}` on {machine['date']}, Treewright {machine['commit']}.{scale}{clock}",
        f"Machine: {machine['processor']}, {machine['cores']} cores, {machine['memory_gb']:.0f} GB; {machine['system']}; "
        f"{machine['compiler']}; Python {machine['python']}.",
        f"Peers: {versions}.",
        f"Time by the clock over time of the processor on one core, at worst: {number(summary.disturbance())} "
        "(on a quiet machine it is close to 1).",
    ])


SECTIONS = {
    "Figures to reach": targets,
    "Compared with smaller work": own_targets,
    "From Python": from_python,
    "Folds, in fits": times_of_a_fit,
    "All times": all_times,
    "Scores": score_lines,
    "Memory while growing": memory,
    "Two cores": two_cores,
    "Time against rows": exponents,
}


def report(summary):
    """Sections without a row are left out."""
    parts = [heading(summary)]
    for name, section in SECTIONS.items():
        text = section(summary)
        if text:
            parts += [f"### {name}", text]
    return "\n\n".join(parts) + "\n"
