"""Puts the newest figures into docs/performance.md, between two marks; the text around them is written by hand."""

MEASURED = "measured"  # the block of a whole run; others hold those of some tasks


def marks(block):
    return f"<!-- {block}: begin -->", f"<!-- {block}: end -->"


def with_figures(page, figures, block=MEASURED):
    """The page with the text between the marks of the block replaced."""
    begin, end = marks(block)
    before, has_begin, rest = page.partition(begin)
    _, has_end, after = rest.partition(end)
    if not has_begin or not has_end:
        raise ValueError(f"the page lacks the marks {begin} and {end}")
    return f"{before}{begin}\n\n{figures.strip()}\n\n{end}{after}"
