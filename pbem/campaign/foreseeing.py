"""`pbem odds`: one attack that nobody has ordered, on the position of a campaign, an archive or a log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.offers import as_of
from pbem.campaign.own import own_of
from pbem.campaign.pictures import require_message
from pbem.campaign.revealing import knowledge
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.whatif import Outlook, Unanswerable, WhatIf, foreseeing
from pbem.errors import FORBIDDEN, Problem

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign


def foresee(campaign: Campaign, side: str, question: WhatIf, seq: int | None = None) -> Sequence[Outlook]:
    """What an attack would come to, whoever is due. side: army that attacks, "" for one's own. seq: on the position
    after this message; else on the present one.

    Raises Problem NO_ODDS where the rulebook answers no such question, SIDE_UNKNOWN, NO_MESSAGE, ODDS_UNKNOWN for names
    that mean nothing, ODDS_FORBIDDEN where only the rules object.
    """
    campaign, state, own = _present(campaign) if seq is None else _past(campaign, seq)
    game = foreseeing(campaign.game)
    if game is None:
        title = campaign.game.scenario.title
        raise Problem("NO_ODDS", f"the rulebook of {title} answers no such question", "see pbem check, pbem try")
    army = _army(campaign, side)
    try:
        return game.what_if(campaign.position(state), army, question, own if own.army == army else NOTHING)
    except Unanswerable as refused:
        lines = [f"{one.text} ({one.case})" if one.case else one.text for one in refused.refusals]
        mend = "see pbem map for who stands where, and pbem odds --help for what can be supposed"
        if all(refusal.case for refusal in refused.refusals):
            raise Problem("ODDS_FORBIDDEN", "; ".join(lines), mend, status=FORBIDDEN) from None
        raise Problem("ODDS_UNKNOWN", "; ".join(lines), mend) from None


Moment = tuple["Campaign", dict[str, Any], Own]


def _present(campaign: Campaign) -> Moment:
    due = campaign.due() if campaign.party else None
    state = (due.state if due is not None else {}) or campaign.chain.state or campaign.machine.start()
    return campaign, state, knowledge(campaign, due) if due is not None else NOTHING


def _past(campaign: Campaign, seq: int) -> Moment:
    """The position after a message, with what can still be read of one's own secrets then."""
    number = require_message(campaign, seq)
    then = as_of(campaign, number)
    state = then.chain.states[number]
    if not then.side:
        return then, state, NOTHING
    try:
        return then, state, Own(then.army) if then.machine.forces is None else own_of(then, state)
    except Problem:
        return then, state, NOTHING


def _army(campaign: Campaign, side: str) -> str:
    armies = campaign.game.scenario.armies
    if not side and campaign.side:
        return campaign.army
    found = [army for army in armies if side and side.lower() in (army.lower(), campaign.game.name(army).lower())]
    if not found:
        what = f"{side[:40]!r} is no side of this game" if side else "whose attack is it?"
        raise Problem("SIDE_UNKNOWN", what, f"say --side {' or --side '.join(armies)}")
    return found[0]


def campaign_in(path: Path) -> Campaign:
    """The campaign of an archive, a log or a folder, verified, for an onlooker. Raises Problem where it is none."""
    from pbem.campaign.judging import Against, judge_path
    from pbem.store.home import Home

    judged = judge_path(path, Against(), Home(path.parent))
    if judged.verdict.exit or judged.campaign is None:
        mend = "see what is wrong with it: pbem verify FILE"
        raise Problem(judged.verdict.code, judged.verdict.detail or "nothing in it can be verified", mend, str(path))
    return judged.campaign
