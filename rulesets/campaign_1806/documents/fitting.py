"""The members of a document that mean something in a phase (1.6, 2.1, 2.2)."""

from __future__ import annotations

from rulesets.campaign_1806.forms import DEAL, PLAN, SETUP, SHOW
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP as PLACING

_DAY = ("replace", "reorganize", "command", "orders", "reassemble", "attacks")


def fitting(play: Play) -> tuple[str, ...]:
    """The members of a document that mean something in the phase that begins."""
    if play.position.turn == PLACING:
        return (SETUP, PLAN)
    if play.now.night:
        return ("disengage",)
    return (DEAL, SHOW, *_DAY) if play.fog.hidden else _DAY
