"""Puts the newest figures into docs/performance.md, between two marks; the text around them is written by hand."""

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def with_figures(page, figures):
    """The page with the text between the marks replaced."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks the marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{figures.strip()}\n\n{END}{after}"
