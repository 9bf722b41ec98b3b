"""Figures of a campaign as a file: `pbem stats --plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.report.plots.chart import draw_sheet
from pbem.report.plots.drawn import charts
from pbem.report.plots.numbers import luck_words
from pbem.report.web.plots import figures_page

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.report.plots.numbers import Figures


def drawn_file(campaign: Campaign, figures: Figures, suffix: str) -> bytes:
    """The figures as a picture, for `.svg`, else as a page."""
    title, drawn = campaign.game.scenario.title, charts(figures)
    if suffix != ".svg":
        return figures_page(title, figures, drawn).encode("utf-8")
    said = [luck_words(figures), *(one.note for one in drawn)]
    return draw_sheet([one.chart for one in drawn], title, [line for line in said if line]).encode("utf-8")
