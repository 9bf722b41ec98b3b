"""The members of a document that mean something in a segment (4.0, 4.1)."""

from __future__ import annotations

from rulesets.winters_victory.decisions import COMMAND, ENTER, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.forms import ORDERS, SHOCK
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.tempo import MOVEMENTS, PHASING, Phase

_READS = {
    Phase.ALLIED_SHOCK: SHOCK,
    Phase.FRENCH_SHOCK: SHOCK,
    Phase.FIRE: FIRE,
    Phase.INTERPHASE: HOURLY,
    Phase.ALLIED_COMMAND: COMMAND,
    Phase.FRENCH_COMMAND: COMMAND,
    Phase.ALLIED_RALLY: RALLY,
    Phase.FRENCH_RALLY: RALLY,
    Phase.ALLIED_MOVEMENT: ORDERS,
    Phase.FRENCH_MOVEMENT: ORDERS,
}
"""Phase -> the member that it reads of its author's document."""


def fitting(play: Play) -> tuple[str, ...]:
    """The members that the author of a segment's orders can say something with, in the order in which they count."""
    segment, calendar = play.segment, play.setting.calendar
    found = [REACT]
    for turn, phase in segment.phases:
        own = PHASING.get(phase, segment.army) == segment.army
        if own and (phase != Phase.INTERPHASE or calendar[turn].hourly):
            found.append(_READS[phase])
            if phase in MOVEMENTS and any(play.queue.due(play.time)):
                found.append(ENTER)
    return tuple(found)
