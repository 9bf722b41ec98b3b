"""Where pieces can go when others have moved before them, as plain data for a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from pbem.engine.desk import Step
from pbem.engine.options import Refusal
from pbem.hexgame.moving import marching
from pbem.hexgame.moving.rules import MoveRules
from pbem.wargame import movement as search

Found = Mapping[str, tuple[search.Reach, int]]
"""Hex -> the search that gets there, and half points of the whole way."""


def points(halves: int) -> str:
    """Half movement points as a page has them: 3 -> `3/2`."""
    return str(Fraction(halves, 2))


def cited(refusal: Refusal) -> str:
    """A refusal with its case, as a note."""
    return f"{refusal.text} ({refusal.case})" if refusal.case else refusal.text


def held_note(rules: MoveRules, unit: str) -> str:
    """Why a piece does not move at all, "" where nothing keeps it."""
    at = rules.board.at.get(unit)
    if at is None or not marching.held_in_place(rules, unit, at):
        return ""
    return f"held by an enemy zone of control ({marching.held(rules, unit, at).case})"


def onward(found: search.Reach, spent: int = 0) -> Found:
    """What one search found, for who has spent half points before it began."""
    return {to: (found, spent + int(cost)) for to, cost in found.costs.items()}


def cheapest(entries: Mapping[str, int], reach: Mapping[str, search.Reach]) -> Found:
    """The cheapest whole way to each place, from whichever entry hex; of equal ones from the first.

    entries: entry hex -> half points of coming in there. reach: entry hex -> the search from there.
    """
    best: dict[str, tuple[search.Reach, int]] = {}
    for at, spent in entries.items():
        for to, one in onward(reach[at], spent).items():
            if to not in best or one[1] < best[to][1]:
                best[to] = one
    return best


def steps(
    rules: MoveRules, units: Sequence[str], best: Found, moved: Collection[str], *, ends: str, led: bool
) -> Iterator[Step]:
    """Every place, the cheapest first; between equally dear ones the search's own order stands.

    units: those that go together, by a search of the first. moved: who has moved and makes no room any more.
    ends: what is noted of a hex whose enemy zone ends the move. led: whether the search begins where a path was led
    to, so that its first place is entered as well.
    """
    zone, through = rules.zone(units[0]), rules.zones(units[0]).through
    for to, (found, spent) in sorted(best.items(), key=lambda item: item[1][1]):
        path = found.paths[to]
        entered = led or len(path) > 1
        note = ends if zone.get(to) and entered and not through else ""
        friends, stuck = rules.others_in(to, units), ""
        full = bool(friends) and not rules.fits(to, (*friends, *units))
        if full:
            stuck = _stuck(rules, units, to, friends, moved)
            first = rules.name(rules.in_the_way(to, units, friends)[0])
            note = stuck or f"only if {first} moves away ({rules.cases.stacking})"
        yield Step(to, points(spent), path[-2] if len(path) > 1 else "", not stuck, note, taken=full)


def _stuck(rules: MoveRules, units: Sequence[str], at: str, friends: Sequence[str], moved: Collection[str]) -> str:
    """Why friends make no room in their hex any more, "" where they still may."""
    held = {friend for friend in friends if marching.held_in_place(rules, friend, at)}
    staying = [friend for friend in friends if friend in held or friend in moved]
    if not staying or rules.fits(at, (*staying, *units)):
        return ""
    friend = staying[0]
    name, cases = rules.name(friend), rules.cases
    if friend in held:
        return f"{name} is there and cannot leave ({cases.room})"
    return f"{name} has moved there ({cases.stacking})"
