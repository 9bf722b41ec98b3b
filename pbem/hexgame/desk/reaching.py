"""Where pieces can go when others have moved before them, alone or together, as plain data for a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.hexgame.moving import marching
from pbem.hexgame.moving.options import UnitOptions
from pbem.hexgame.moving.rules import MoveRules
from pbem.hexgame.moving.together import Common, Company, Paid, Starts, common_reach, zones_that_end
from pbem.lean import dataclass


@cache
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


def unit_reach(options: UnitOptions, unit: str, way: Sequence[str], ends: str) -> Reach:
    """Where one piece can get to that moves alone. way: as it was led so far; then only what lies behind. ends: see
    `Marchers`."""
    marchers = Marchers(company={unit: options.rules}, stacking=(unit,), moved=options.moved, ends=ends)
    starts = options.led(unit, way)
    if isinstance(starts, Refusal):
        return Reach(marchers.allowance(), (), cited(starts))
    return marchers.reach({at: {unit: spent} for at, spent in starts.items()}, led=len(way) > 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Marchers:
    """Pieces that are to march together.

    stacking: those of them, by their own rules, for whom there has to be room where the march ends. moved: who has
    moved and makes no room any more. ends: what is noted of a hex whose enemy zone ends the move.
    """

    company: Company
    stacking: Sequence[str]
    moved: Collection[str]
    ends: str

    def allowance(self) -> str:
        """Movement points of the slowest."""
        return points(min(rules.points(unit) for unit, rules in self.company.items()))

    def reach(self, starts: Starts, *, led: bool = False) -> Reach:
        """Every place to which all get, the cheapest for the slowest first; between equally dear ones the search's own
        order stands.

        led: whether the search begins where a path was led to, so that its first place is entered as well. Where only
        a path that parts from the cheapest ones leads is told and does not end the move: it has to be drawn.
        """
        found = common_reach(self.company, starts)
        notes = dict.fromkeys(held_note(rules, unit) for unit, rules in self.company.items())
        note = next(filter(None, notes), "")
        return Reach(self.allowance(), (*self._steps(found, led=led), *self._aside(found)), note)

    # -- places ------------------------------------------------------------------------------

    def _steps(self, found: Common, *, led: bool) -> Iterator[Step]:
        ending = zones_that_end(self.company)
        for at, (paid, path) in found.ways.items():
            note, stuck, full = "", "", False
            if (led or len(path) > 1) and any(zone.get(at) for zone in ending):
                note = self.ends
            friends = self._friends(at)
            if friends:
                full, stuck = True, self._stuck(at, friends)
                note = stuck or f"only if {self._in_the_way(at, friends)} moves away ({self._room.cases.stacking})"
            if len(paid) > 1:
                note = "; ".join(filter(None, (note, self._spends(found, paid))))
            yield Step(at, points(paid[0]), path[-2] if len(path) > 1 else "", not stuck, note, taken=full)

    def _aside(self, found: Common) -> Iterator[Step]:
        for at, (paid, path) in found.aside.items():
            over = ", ".join(path[1:-1])
            note = f"all of them get there over {over} only: draw that path"
            yield Step(at, points(paid[0]), path[-2], stop=False, note=note)

    def _spends(self, found: Common, paid: Paid) -> str:
        """Who has less left than the slowest, and what he spends; "" for nobody."""
        has = [self.company[unit].points(unit) for unit in found.payers]
        left = [a - b for a, b in zip(has, paid, strict=True)]
        index = left.index(min(left))
        if left[index] == left[0]:
            return ""
        unit = found.payers[index]
        return f"{self.company[unit].name(unit)} spends {points(paid[index])} of {points(has[index])}"

    # -- room --------------------------------------------------------------------------------

    @property
    def _room(self) -> MoveRules:
        return self.company[self.stacking[0]]

    def _friends(self, at: str) -> Sequence[str]:
        """Those in a hex beside whom there is no room, () where there is."""
        friends = self._room.others_in(at, self.stacking) if self.stacking else ()
        return () if not friends or self._room.fits(at, (*friends, *self.stacking)) else friends

    def _in_the_way(self, at: str, friends: Sequence[str]) -> str:
        return self._room.name(self._room.in_the_way(at, self.stacking, friends)[0])

    def _stuck(self, at: str, friends: Sequence[str]) -> str:
        """Why friends make no room in their hex any more, "" where they still may."""
        rules = self._room
        held = {friend for friend in friends if marching.held_in_place(rules, friend, at)}
        staying = [friend for friend in friends if friend in held or friend in self.moved]
        if not staying or rules.fits(at, (*staying, *self.stacking)):
            return ""
        friend = staying[0]
        if friend in held:
            return f"{rules.name(friend)} is there and cannot leave ({rules.cases.room})"
        return f"{rules.name(friend)} has moved there ({rules.cases.stacking})"
