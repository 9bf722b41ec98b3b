"""`pbem odds`: one attack that nobody has ordered, on the position of a campaign, an archive or a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.campaign.telling.viewpoint import standpoint
from pbem.engine.hidden import NOTHING
from pbem.engine.odds_query import Outlook, Unanswerable, WhatIf
from pbem.errors import FORBIDDEN, Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


def foresee(campaign: Campaign, army: str, question: WhatIf, seq: int | None = None) -> Sequence[Outlook]:
    """What an attack would come to, whoever is due. army: the one that attacks, "" for one's own. seq: on the position
    after this message; else on the present one.

    Raises Problem NO_ODDS where the rulebook answers no such question, SIDE_UNKNOWN, NO_MESSAGE, ODDS_UNKNOWN for names
    that mean nothing, ODDS_FORBIDDEN where only the rules object.
    """
    point = standpoint(campaign, seq)
    campaign, own = point.campaign, point.own
    odds = campaign.game.telling.odds
    if odds is None:
        title = campaign.game.scenario.title
        raise Problem("NO_ODDS", f"the rulebook of {title} answers no such question", "see pbem check, pbem try")
    army = _army(campaign, army)
    try:
        return odds.what_if(campaign.position(point.state), army, question, own if own.army == army else NOTHING)
    except Unanswerable as refused:
        raise unanswered(refused) from None


def unanswered(refused: Unanswerable) -> Problem:
    """ODDS_FORBIDDEN where only the rules object, else ODDS_UNKNOWN."""
    lines = dict.fromkeys(f"{one.text} ({one.case})" if one.case else one.text for one in refused.refusals)
    mend = "see pbem map for who stands where, and pbem odds --help for what can be supposed"
    if all(refusal.case for refusal in refused.refusals):
        return Problem("ODDS_FORBIDDEN", "; ".join(lines), mend, status=FORBIDDEN)
    return Problem("ODDS_UNKNOWN", "; ".join(lines), mend)


def _army(campaign: Campaign, wanted: str) -> str:
    armies = campaign.game.scenario.armies
    if not wanted and campaign.seat:
        return campaign.army
    found = [
        army for army in armies if wanted and wanted.lower() in (army.lower(), campaign.game.telling.name(army).lower())
    ]
    if not found:
        what = f"{wanted[:40]!r} is no side of this game" if wanted else "whose attack is it?"
        raise Problem("SIDE_UNKNOWN", what, f"say --side {' or --side '.join(armies)}")
    return found[0]
