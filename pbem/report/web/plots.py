"""Figures for pages: each chart with what it comes to, and with its numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.report.plots.chart import draw_chart
from pbem.report.plots.drawn import Drawn
from pbem.report.plots.numbers import Figures, luck_words
from pbem.report.web.html_page import page
from pbem.report.web.markup import Markup, joined, lines, tag


def chart_figures(drawn: Sequence[Drawn], *, tables: bool = True) -> Markup:
    """The charts, each with its outcome and its numbers; without `tables` only with how it is to be read."""
    return tag("div", *(_figure(one, tables) for one in drawn), class_="charts")


def figures_page(title: str, figures: Figures, drawn: Sequence[Drawn]) -> str:
    """A page with nothing but the figures."""
    head = tag("header", tag("h1", title), tag("p", luck_words(figures), class_="faint"))
    return page(f"Figures: {title}", lines(head, tag("main", chart_figures(drawn))), ("page.js",))


def _figure(one: Drawn, tables: bool) -> Markup:
    text = f"{one.said} {one.note}".strip() if tables else one.note
    said = tag("p", text, class_="faint") if text else ""
    return tag("figure", draw_chart(one.chart), said, _table(one) if tables else "", class_="figure")


def _table(one: Drawn) -> Markup:
    """Text to the left, numbers to the right: a column is one of numbers where all of it is."""
    numeric = [
        all(row[place].lstrip("-±").replace(".", "").isdecimal() for row in one.rows) for place in range(len(one.head))
    ]
    looks = ["number" if is_number else "" for is_number in numeric]
    head = tag("tr", *(tag("th", text, scope="col", class_=look) for text, look in zip(one.head, looks, strict=True)))
    rows = [
        tag("tr", *(tag("td", cell, class_=look) for cell, look in zip(row, looks, strict=True))) for row in one.rows
    ]
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    name = f"The numbers of {one.chart.title.lower()}"
    wide = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=name)
    return tag("details", tag("summary", joined("Numbers of: ", one.chart.title)), wide)
