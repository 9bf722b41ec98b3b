"""Where counters can go together, as plain data for a page (4.1, 8.1)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import points
from pbem.wargame.movement import reach
from rulesets.campaign_1806.documents.routing import Costs, start_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.arriving import why_not_come
from rulesets.campaign_1806.rules.march.costs import MARCH
from rulesets.campaign_1806.rules.march.stacking import column_faults, fits
from rulesets.campaign_1806.rules.march.zones import why_not_leave

_ENDS = "in an enemy zone: the move ends here, or goes on by a repulse (4.1, 10)"
_FULL = "too many would stand here (3.1)"
_ROAD = "by road march, and it keeps the marker (8.2)"
_COLUMN = "no end for a road march (8.22)"


def together(play: Play, units: Sequence[str], way: Sequence[str]) -> Reach:
    """osg 4.1-2, 8.11-1, 8.12A: every hex that counters of one place reach together, the nearest first. way: as they
    were led so far, their own or the hex of entry first; then only what lies behind."""
    has = min(2 * play.unit(uid).allowance for uid in units)
    start = way[0] if way else start_of(play, units, "")
    spent = _held(play, units, start) or _paid(play, units, start)
    if isinstance(spent, Refusal):
        return Reach(points(has), (), f"{spent.text} ({spent.case})")
    costs = Costs(play, units, road=False)
    for a, b in pairwise(way):
        step = costs.of(a, b) if b in play.field.neighbours[a] else None
        if step is None:
            return Reach(points(has), (), f"the way from {a} to {b} is barred")
        spent, start = spent + step, b
    if spent > has:
        return Reach(points(has), (), "the way is too long")
    found = reach(start, has - spent, play.field.neighbours.__getitem__, costs.of)
    one = _Ends(play, units)
    steps = [one.step(at, spent + int(cost), found.paths[at]) for at, cost in found.costs.items()]
    return Reach(points(has), (*steps, *_by_road(play, units, way, found.costs, has)))


def _by_road(play: Play, units: Sequence[str], way: Sequence[str], near: Container[str], has: int) -> Iterator[Step]:
    """osg 8.21-1, 8.22-1: hexes that a counter reaches by a road march that it declares where it stands, and not else.

    Their orders are written in whole, for the word that declares it is no place. Whoever is led by hand, comes in or
    goes with others declares none."""
    (first, *others), costs = units, Costs(play, units, road=True)
    start = play.at.get(first, "")
    if others or way or not start or first in play.marching:
        return
    found, one = reach(start, has, play.field.neighbours.__getitem__, costs.of), _Ends(play, units, declared=True)
    for at, cost in found.costs.items():
        if at not in near:
            path = found.paths[at]
            step = one.step(at, int(cost), path)
            note = "; ".join(filter(None, (_ROAD, step.note)))
            yield replace(step, note=note, more={"path": [start, MARCH, *path[1:]]})


def _held(play: Play, units: Sequence[str], at: str) -> Refusal | None:
    """osg 4.1-2: what keeps counters where they stand; a repulse is written into the path by hand."""
    here = [uid for uid in units if play.at.get(uid) == at]
    return next((refusal for uid in here if (refusal := why_not_leave(play, uid, at))), None)


def _paid(play: Play, units: Sequence[str], at: str) -> int | Refusal:
    """Half points that being where a way begins has cost the slowest; why they cannot begin there."""
    if all(uid in play.at for uid in units):
        return 0
    coming = why_not_come(play, units, at, marching=False) if at else Refusal("15.0", "nobody of them can come in now")
    return coming if isinstance(coming, Refusal) else max(coming)


class _Ends:
    """The ends of moves of counters that go together. declared: whether they declare a road march."""

    def __init__(self, play: Play, units: Sequence[str], *, declared: bool = False) -> None:
        self.play, self.units, self._declared = play, units, declared
        self._fighting = any(play.unit(uid).fights for uid in units)
        self._alone = fits(map(play.unit, units))

    def step(self, at: str, cost: int, path: Sequence[str]) -> Step:
        """What is said of one of them."""
        play, there = self.play, self.play.here.get(at)
        held = self._fighting and len(path) > 1 and play.in_zone(at, play.foe)
        room = fits([play.unit(uid) for uid in {*there, *self.units}]) if there else self._alone
        apart = room and self._column(at, there or ())
        notes = ((_ENDS, held), (_FULL, not room), (_COLUMN, apart))
        note = "; ".join(text for text, told in notes if told) if held or apart or not room else ""
        return Step(at, points(cost), path[-2] if len(path) > 1 else "", room and not apart, note, taken=not room)

    def _column(self, at: str, there: Sequence[str]) -> bool:
        """osg 8.22-1, 8.22B: whether somebody on a road march would end with others, or too close to another column."""
        own = self.units if self._declared else [uid for uid in self.units if uid in self.play.marching]
        marching = [*own, *(uid for uid in there if uid in self.play.marching)]
        if not marching:
            return False
        board = self.play.scratch()
        board.marching.update(own)
        for uid in self.units:
            if board.at.get(uid, at) != at:
                board.move(uid, at)
        return any(column_faults(board, uid) for uid in marching if uid in board.at)
