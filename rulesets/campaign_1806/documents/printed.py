"""What templates call counters: names with their figures, and what has befallen them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.hexgame.documents.template import Printed
from rulesets.campaign_1806.play import Play


def printed(play: Play) -> Printed:
    """The names of a board, as it stands."""
    names = {uid: unit.name for uid, unit in play.roster.units.items()}
    return Printed(
        names, play.field, play.at, lambda uid: called(play, uid), lambda uid: f"{names[uid]} {strength(play, uid)}"
    )


def strength(play: Play, uid: str) -> str:
    """osg 1.31-2, 1.4-CombatStrength: strength points as they are now, `1/2` of a vedette."""
    points = play.unit(uid).points(reduced=uid in play.reduced)
    return "1/2" if points == Fraction(1, 2) else str(points)


def figures(play: Play, uid: str) -> str:
    """osg 1.31-2, 1.32: `8(4)5`: strength, initiative and allowance; of a leader what he is and his rating."""
    unit = play.unit(uid)
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
    """`Gudin 10(5)5 (gudin) in n1942 (Kösen), out of command`."""
    at = play.at.get(uid, "")
    where = f" in {play.field.name(at)}" if at else ""
    return ", ".join((f"{called(play, uid)} ({uid}){where}", *states(play, uid)))
