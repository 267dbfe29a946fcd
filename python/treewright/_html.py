"""HTML for notebooks: tables, small bars, drawings and rules that read well on a light and on a dark page.

Only this file knows how HTML is made. A plain value becomes text, with everything escaped; only `Markup`, made here, is passed on as it is.
There are no scripts, and nothing is loaded from elsewhere. Backgrounds are transparent, text has the colour of the page, and lines and
shades are a half-transparent grey.
"""

import base64
import html
import itertools
import math
import re

RULE_ROWS = 200
TEXT_CHARACTERS = 50_000

_COLORS = ["#0072b2", "#e69f00", "#49cb90", "#812171", "#b18afa", "#2c6015", "#b06160", "#65a3af", "#b4bce5", "#a1ef90"]  # as in drawings

_STYLE = """
div.treewright { font: 13px/1.5 system-ui, sans-serif; max-width: 62em; color: inherit; background: transparent; }
div.treewright p { margin: .4em 0; max-width: 50em; }
div.treewright .tw-head { font-size: 15px; font-weight: 600; margin: .2em 0; }
div.treewright .tw-soft, div.treewright caption { opacity: .72; }
div.treewright .tw-key { font-size: 22px; font-weight: 600; margin-right: .3em; }
div.treewright table.tw { border-collapse: collapse; margin: .8em 0; border: 0; font-size: inherit; color: inherit; background: transparent;
  font-variant-numeric: tabular-nums; }
div.treewright table.tw caption { text-align: left; padding: 0 0 .2em; caption-side: top; color: inherit; white-space: nowrap;
  contain: inline-size; }
div.treewright table.tw tr, div.treewright table.tw tbody tr:nth-child(n) { background: transparent; border: 0; }
div.treewright table.tw tbody tr.tw-marked:nth-child(n) { background: rgba(74, 144, 217, .16); }
div.treewright table.tw th, div.treewright table.tw td { padding: .15em .7em; border: 0; border-bottom: 1px solid rgba(128, 128, 128, .22);
  text-align: left; vertical-align: baseline; white-space: pre-wrap; overflow-wrap: break-word; max-width: 34em; color: inherit; }
div.treewright table.tw th { font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
  border-bottom-color: rgba(128, 128, 128, .6); }
div.treewright table.tw .tw-number { text-align: right; white-space: nowrap; }
div.treewright .tw-bar { display: inline-flex; width: 7em; height: .75em; vertical-align: baseline; overflow: hidden; border-radius: 2px;
  background: rgba(128, 128, 128, .22); }
div.treewright .tw-bar i { display: block; height: 100%; }
div.treewright .tw-interval { display: inline-block; position: relative; width: 9em; height: .8em; vertical-align: baseline;
  background: linear-gradient(rgba(128, 128, 128, .35), rgba(128, 128, 128, .35)) center / 100% 1px no-repeat; }
div.treewright .tw-interval i { position: absolute; top: .2em; height: .4em; border-radius: 2px; background: rgba(74, 144, 217, .45); }
div.treewright .tw-interval b { position: absolute; top: .1em; width: .6em; height: .6em; margin-left: -.3em; border-radius: 50%;
  background: #4a90d9; }
div.treewright .tw-interval u { position: absolute; top: -.1em; width: 0; height: 1em; border-left: 2px dotted #e0883a; }
div.treewright summary { cursor: pointer; }
div.treewright pre { font-size: 12px; line-height: 1.35; overflow-x: auto; color: inherit; background: transparent; }
div.treewright .tw-drawing { overflow-x: auto; }
div.treewright .tw-drawing svg { display: block; max-width: none; }
div.treewright img { max-width: 100%; height: auto; }
"""


class Markup(str):
    """Text that is HTML already."""


# --- numbers as the text form writes them ---------------------------------------------------------------------------------------------


def _fixed(value, decimals):
    return f"{value:.{decimals}f}".replace("-", "−")


def count_text(weight):
    """A number of rows: 4, 4.5, 0.3333."""
    if weight == int(weight) or weight >= 1e6:
        return str(round(weight))
    return f"{weight:.2e}" if weight < 0.001 else _fixed(weight, 4 if weight < 1 else 2).rstrip("0").rstrip(".")


def number_text(value):
    """Three decimals; more for a small number, fewer for a large one."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if 0 < size < 1e-6:
        return f"{value:.1e}".replace("-", "−", 1) if value < 0 else f"{value:.1e}"
    if 0 < size < 0.0005:
        return _fixed(value, 1 - math.floor(math.log10(size)))
    if size < 1000:
        return _fixed(value, 3)
    return _fixed(value, 2 if size < 1e4 else 1 if size < 1e6 else 0) if size < 1e9 else f"{value:.6g}"


def percent_text(share):
    """12.5 %"""
    return "–" if share is None or math.isnan(share) else _fixed(100 * share, 1) + " %"


def value_text(value, is_share):
    return percent_text(value) if is_share else number_text(value)


def interval_text(low, high, is_share):
    """21.4 to 67.4 %, or a dash."""
    if low is None or high is None:
        return "–"
    start = percent_text(low).removesuffix(" %") if is_share else number_text(low)
    return f"{start} to {value_text(high, is_share)}"


def difference_text(difference, is_share):
    """+4.0 points, or a number."""
    return f"{100 * difference:+.1f} points".replace("-", "−") if is_share else number_text(difference)


def p_text(p):
    return "–" if p is None else "< 0.001" if p < 0.0005 else _fixed(p, 3)


def rows_text(weight):
    return count_text(weight) + (" row" if weight == 1 else " rows")


# --- text and the page ----------------------------------------------------------------------------------------------------------------

# Control characters, line separators, those that turn the direction of text, and halves of characters.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_SHORT_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def printable(text):
    """The text on one line, with escapes such as \\n and \\u001b for what is not printed."""
    return _UNPRINTABLE.sub(lambda found: _SHORT_ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}"), str(text))


def escaped(value):
    """HTML that shows the value."""
    return value if isinstance(value, Markup) else Markup(html.escape(printable(value)))


def page(*parts):
    """The whole of a result: its style and its parts."""
    return f'<div class="treewright"><style>{_STYLE}</style>{"".join(parts)}</div>'


def heading(title, note=""):
    soft = f'<div class="tw-soft">{escaped(note)}</div>' if note else ""
    return Markup(f'<div class="tw-head">{escaped(title)}</div>{soft}')


def paragraph(*parts):
    return Markup(f"<p>{''.join(map(escaped, parts))}</p>")


def key_figure(name, value, note):
    return Markup(f'<p><span class="tw-key">{escaped(value)}</span>{escaped(name)} <span class="tw-soft">{escaped(note)}</span></p>')


def strong(text):
    return Markup(f"<strong>{escaped(text)}</strong>")


def soft(text):
    return Markup(f'<span class="tw-soft">{escaped(text)}</span>')


def details(summary, *body, is_open=False):
    return Markup(f"<details{' open' if is_open else ''}><summary>{escaped(summary)}</summary>{''.join(map(escaped, body))}</details>")


def text_block(text):
    """The text form of a result, folded away."""
    shown = text[:TEXT_CHARACTERS]
    lines = "\n".join(map(printable, shown.split("\n")))
    cut = "\n… the text goes on: print() shows all of it" if len(text) > TEXT_CHARACTERS else ""
    return details("As text", Markup(f"<pre>{html.escape(lines)}{cut}</pre>"))


def drawing(svg, description):
    """A chart in SVG as an image: its style and its ids cannot meet those of the page."""
    data = base64.b64encode(svg.encode()).decode()
    return Markup(f'<img src="data:image/svg+xml;base64,{data}" alt="{escaped(description)}">')


def table(headers, rows, caption="", numbers=(), marked=()):
    """`numbers`: positions of the columns that are set to the right; `marked`: of the rows that stand out."""
    classes = ['class="tw-number"' if column in numbers else "" for column in range(len(headers))]

    def line(cells, tag, scope=""):
        return "".join(f"<{tag} {kind} {scope}>{escaped(cell)}</{tag}>" for cell, kind in zip(cells, classes))

    body = "".join(f'<tr{" class=tw-marked" if number in marked else ""}>{line(cells, "td")}</tr>' for number, cells in enumerate(rows))
    title = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return Markup(f'<table class="tw">{title}<thead><tr>{line(headers, "th", "scope=col")}</tr></thead><tbody>{body}</tbody></table>')


# --- small bars -----------------------------------------------------------------------------------------------------------------------


def _percent(part, whole):
    return f"{100 * min(max(part / whole, 0), 1):.2f}%" if whole > 0 and math.isfinite(part) else "0%"


def share_bar(share, color=0):
    """A bar that is filled to a share."""
    return Markup(f'<span class="tw-bar" aria-hidden="true"><i style="width:{_percent(share, 1)};background:{_color(color)}"></i></span>')


def class_bar(counts):
    """`counts`: weight by class name, in the order of the classes."""
    total = sum(counts.values())
    pieces = "".join(f'<i style="width:{_percent(weight, total)};background:{_color(place)}"></i>'
                     for place, weight in enumerate(counts.values()) if weight > 0)
    return Markup(f'<span class="tw-bar" title="{escaped(counts_text(counts))}">{pieces}</span>')


def _reads_as_number(name):
    try:
        float(name)
    except ValueError:
        return False
    return True


def counts_text(counts):
    """9 yes, 5 no, or 1: 9, 0: 5 where names are numbers: the heaviest first, those without rows left out."""
    heaviest = sorted((item for item in counts.items() if item[1] > 0), key=lambda item: -item[1])
    colon = any(_reads_as_number(name) for name in counts)
    words = [f"{name}: {count_text(weight)}" if colon else f"{count_text(weight)} {name}" for name, weight in heaviest[:8]]
    return ", ".join(words + [f"… {len(heaviest) - 8} more"] * (len(heaviest) > 8))


def interval_bar(value, low, high, scale=(0.0, 1.0), baseline=None):
    """A dot with its interval as a band; the baseline is a dotted line. `scale`: the values of both ends."""
    start, width = scale[0], scale[1] - scale[0]
    parts = ""
    if low is not None and high is not None:
        left, right = max(low, start), min(high, scale[1])
        parts += f'<i style="left:{_percent(left - start, width)};width:{_percent(right - left, width)}"></i>'
    if baseline is not None:
        parts += f'<u style="left:{_percent(baseline - start, width)}"></u>'
    return Markup(f'<span class="tw-interval" aria-hidden="true">{parts}<b style="left:{_percent(value - start, width)}"></b></span>')


def confusion_table(names, matrix):
    """Rows by true class, columns by predicted class; the shade is the share of the row."""
    rows = []
    for name, counts in zip(names, matrix):
        total = sum(counts)
        shades = [0.75 * count / total if total else 0 for count in counts]
        rows.append([name] + [Markup(f'<span style="display:block;padding:0 .3em;background:rgba(74,144,217,{shade:.2f})">'
                                     f"{count_text(count)}</span>") for count, shade in zip(counts, shades)])
    return table(["true \\ predicted", *names], rows, "Confusion matrix: rows by true class, columns by predicted class",
                 numbers=range(1, len(names) + 1))


def _color(place):
    return _COLORS[place % len(_COLORS)]


# --- trees ----------------------------------------------------------------------------------------------------------------------------


def tree_html(svg):
    """A drawing of a tree in its natural size; a wide one scrolls. It is part of the page, not an image, so that it has its tooltips."""
    return page(Markup(f'<div class="tw-drawing">{svg}</div>'))


def prediction_text(prediction):
    return number_text(prediction) if isinstance(prediction, (int, float)) else prediction


# --- rules ----------------------------------------------------------------------------------------------------------------------------


def rules_html(facts, text=""):
    """The rules of a tree, or a rule list in the order in which its rules are tried. `facts`: the JSON form of the rules."""
    is_list = facts["kind"] == "list"
    classes = facts.get("classes", [])
    rows = [_rule_cells(rule, classes) for rule in itertools.islice(facts["rules"], RULE_ROWS)]
    if "default" in facts:
        rows.append(_rule_cells({"rule": "", "text": "none of these", **facts["default"]}, classes))
    note = "tried in this order: the first whose conditions are met decides" if is_list else "one for each leaf"
    parts = [heading(f"Rules for {facts['target']}", f"{len(facts['rules'])} rules, {note}"),
             table(["", "if", "then", "", "rows", "95 % interval"], rows, numbers=(0, 4, 5))]
    if len(facts["rules"]) > RULE_ROWS:
        parts.insert(1, paragraph(f"Only the first {RULE_ROWS} of {len(facts['rules'])} rules are shown."))
    return page(*parts, text_block(text) if text else "")


def _rule_cells(rule, classes):
    interval = rule.get("interval")
    share = rule_share(rule)
    width = interval_text(*map(number, interval), share is not None) if interval else "–"
    if share is None:
        spread, rows = soft("± " + number_text(rule.get("standard_deviation"))), count_text(rule["rows"])
    else:
        spread = share_bar(share, classes.index(rule["prediction"]))
        rows = f"{count_text(share * rule['rows'])} of {count_text(rule['rows'])}"
    return [rule["rule"], rule["text"] or "always", strong(prediction_text(rule["prediction"])), spread, rows, width]


def rule_share(rule):
    """Share of a rule's training rows that are of its class; None with numbers."""
    return rule["counts"][rule["prediction"]] / rule["rows"] if rule.get("counts") and rule["rows"] > 0 else None


def number(value):
    """A number of a JSON document, where infinities are text and what is not defined is null."""
    return math.nan if value is None else float(value)
