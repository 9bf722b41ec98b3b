"""Figures of a campaign: what its ruleset counts of every position, and what it makes of every throw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.campaign.telling.reports import position_of
from pbem.engine.figures import Tally
from pbem.errors import Problem
from pbem.report.plots.numbers import Figures, Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.engine.figures import GameFigures


def figures_of(campaign: Campaign, last: int | None = None, due: Due | None = None) -> Figures | None:
    """The figures of the segments that messages 2 to `last` close; None where the ruleset counts nothing.

    due: of a reader who closes the open segment; then that one counts, too. Nothing in them is secret.
    """
    chain = campaign.chain
    end = len(chain.messages) - 1 if last is None else last
    if campaign.game.telling.figures is None:
        return None
    # Behind the end of the game nothing is played any more.
    played = [seq for seq in range(2, end + 1) if not chain.states[seq - 1].get("over")]
    moments = [_moment(campaign, seq, chain.states[seq], chain.states[seq - 1]) for seq in played]
    if due is not None and due.closing is not None and due.state and end >= 2:
        moments.append(_moment(campaign, end + 1, due.state, chain.states[end]))
    start = chain.states[1] if len(chain.messages) > 1 else campaign.machine.start()
    return Figures(_players(campaign), _tally(campaign, start), _without_taken_back(campaign, moments))


def require_figures(campaign: Campaign) -> Figures:
    """The figures of the whole campaign. Raises Problem NO_FIGURES."""
    found = figures_of(campaign)
    if found is None or not found.moments:
        raise Problem("NO_FIGURES", "there is nothing to draw of this campaign yet", "play some messages first")
    return found


def turn_of(headline: str) -> str:
    """The turn that a headline names first: `Game-Turn 3` of `Game-Turn 3, French player turn (fog)`."""
    return headline.partition(",")[0].partition("(")[0].strip() or headline


def _players(campaign: Campaign) -> dict[str, str]:
    """Army -> its player's name, in the order of the scenario's armies, which gives them their colours."""
    seats = {army: seat for seat, army in campaign.machine.armies.items()}
    return {army: campaign.title_of(seats[army]) for army in campaign.game.scenario.armies}


def _moment(campaign: Campaign, seq: int, state: dict[str, Any], before: dict[str, Any]) -> Moment:
    ruled = as_of(campaign, min(seq, len(campaign.chain.messages) - 1))
    phase = ruled.game.telling.headline(before["at"])
    body = campaign.chain.messages[seq].body if seq < len(campaign.chain.messages) else {}
    events: Sequence[Any] = [] if body.get("void") else campaign.machine.events.get(seq - 1, [])
    game = _figures(ruled)
    return Moment(seq, turn_of(phase), phase, game.tally(position_of(ruled, state)), tuple(game.fortunes(events)))


def _tally(campaign: Campaign, state: dict[str, Any]) -> Tally:
    return _figures(campaign).tally(position_of(campaign, state))


def _figures(campaign: Campaign) -> GameFigures:
    figures = campaign.game.telling.figures
    if figures is None:
        raise ValueError("this ruleset counts nothing")
    return figures


def _without_taken_back(campaign: Campaign, moments: Sequence[Moment]) -> list[Moment]:
    """Without segments that both players agreed to take back: their dice count for nobody."""
    undone = {seq for agreement in campaign.chain.ledger.agreed for seq in agreement.undone}
    return [moment for moment in moments if moment.seq not in undone]
