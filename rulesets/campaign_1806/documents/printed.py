"""What templates call counters: names with their figures, and what has befallen them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pbem.hexgame.documents.template import Printed
from rulesets.campaign_1806.hidden.counters import LEADER, OUTPOST, TRAIN, TROOPS, is_counter
from rulesets.campaign_1806.play import Play

SEEN: Final = {TROOPS: "troops", OUTPOST: "a vedette", TRAIN: "a train", LEADER: "a leader"}
"""osg 1.51A: what a look has shown of a counter."""


def printed(play: Play) -> Printed:
    """The names of a board, as it stands."""
    names = {uid: unit.name for uid, unit in play.roster.units.items()}
    places = dict(play.at)
    for uid in list(play.at):
        # Questions name who lies face down by his counter, whom his owner knows (1.5).
        if counter := play.fog.counter_of(uid):
            names[counter], places[counter] = names[uid], play.at[uid]
    return Printed(
        names, play.field, places, lambda uid: called(play, uid), lambda uid: f"{names[uid]} {strength(play, uid)}"
    )


def strength(play: Play, uid: str) -> str:
    """osg 1.31-2, 1.4-CombatStrength: strength points as they are now, `1/2` of a vedette."""
    points = play.unit(uid).points(reduced=uid in play.reduced)
    return "1/2" if points == Fraction(1, 2) else str(points)


def figures(play: Play, uid: str) -> str:
    """osg 1.31-2, 1.32: `8(4)5`: strength, initiative and allowance; of a leader what he is and his rating."""
    unit = play.unit(uid)
    if is_counter(uid):
        sort = play.position.sorts.get(uid, "")
        return f"(face down, {SEEN[sort]})" if sort else "(face down)"
    if unit.fights:
        return f"{strength(play, uid)}({unit.rating(reduced=uid in play.reduced)}){unit.allowance}"
    kind = unit.kind.replace("-", " ")
    rating = unit.command or unit.initiative
    brackets = f"[{rating}]" if unit.command else f"({rating})"
    return f"{kind} {brackets}" if unit.leads and rating else kind if unit.leads else f"{unit.allowance} MP"


def called(play: Play, uid: str) -> str:
    """`Gudin 10(5)5`."""
    return f"{play.name(uid)} {figures(play, uid)}"


def states(play: Play, uid: str) -> Iterator[str]:
    """osg 6.21-1, 7.3, 8.21-1, 12.11-2, 12.13: what has befallen a counter, in words."""
    position = play.position
    if uid in position.reduced:
        yield "reduced"
    if uid in position.marching:
        yield "on road march"
    if uid in position.demoralized:
        yield "out of supply" if uid in position.unsupplied else "demoralized"
    if uid in position.out:
        yield "out of command"


def told(play: Play, uid: str) -> str:
    """`Gudin 10(5)5 (gudin, f12) in n1942 (Kösen), out of command`."""
    at = play.at.get(uid, "")
    where = f" in {play.field.name(at)}" if at else ""
    ids = ", ".join(filter(None, (uid, play.fog.counter_of(uid))))
    return ", ".join((f"{called(play, uid)} ({ids}){where}", *states(play, uid)))
