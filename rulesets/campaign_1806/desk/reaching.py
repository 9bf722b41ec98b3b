"""Where counters can go together, as plain data for a page (4.1, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import points
from pbem.wargame.movement import reach
from rulesets.campaign_1806.battlefield import ROAD
from rulesets.campaign_1806.documents.routing import Costs, start_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.arriving import why_not_come
from rulesets.campaign_1806.rules.march.costs import MARCH
from rulesets.campaign_1806.rules.march.stacking import column_faults, fits
from rulesets.campaign_1806.rules.march.zones import why_not_leave

_ENDS = "in an enemy zone: the move ends here, or goes on by a repulse (4.1, 10)"
_FULL = "too many would stand here (3.1)"
_LONG: Final = 128
"""Steps, more than anybody makes in a turn."""
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
    led = _led(play, costs, way)
    if isinstance(led, str) and not _marches(play, units, way):
        return Reach(points(has), (), led)
    near: dict[str, tuple[str, ...]] = {}
    steps: list[Step] = []
    if not isinstance(led, str) and spent + led <= has:
        found, one = _search(play, costs, way[-1] if way else start, has - spent - led), _Ends(play, units)
        near = {at: path for at, (_, path) in found.items()}
        steps = [one.step(at, spent + led + cost, path) for at, (cost, path) in found.items()]
    steps += _by_road(play, units, way, near, has)
    return Reach(points(has), tuple(steps), "" if steps else "the way is too long")


def _led(play: Play, costs: Costs, way: Sequence[str]) -> int | str:
    """Half points of a way by which counters are led; why it is barred."""
    spent = 0
    for a, b in pairwise(way):
        step = costs.of(a, b) if b in play.field.neighbours[a] else None
        if step is None:
            return f"the way from {a} to {b} is barred"
        spent += step
    return spent


def _search(play: Play, costs: Costs, start: str, has: int) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Hex within so many half points -> what it costs and the way; of ways that cost the same, one that keeps to the
    road, for a march goes on from there."""

    def cost(a: str, b: str) -> int | None:
        found = costs.of(a, b)
        return None if found is None else _LONG * found + (not play.field.on_way(ROAD, a, b))

    found = reach(start, _LONG * has + _LONG - 1, play.field.neighbours.__getitem__, cost)
    return {at: (int(ranked) // _LONG, found.paths[at]) for at, ranked in found.costs.items()}


def _marches(play: Play, units: Sequence[str], way: Sequence[str]) -> bool:
    """osg 8.21-1, 8.22-1: whether a counter could declare a road march where it stands."""
    start = play.at.get(units[0], "")
    return len(units) == 1 and bool(start) and units[0] not in play.marching and start == (way[0] if way else start)


def _by_road(
    play: Play, units: Sequence[str], way: Sequence[str], near: Mapping[str, tuple[str, ...]], has: int
) -> Iterator[Step]:
    """osg 8.21-1, 8.22-1: hexes that a counter reaches by a road march that it declares where it stands, and not else.

    Their orders are written in whole, for the word that declares it is no place. near: the ways that it goes else, with
    which theirs begin, so that a page draws what it orders."""
    costs = Costs(play, units, road=True)
    led = _led(play, costs, way)
    if isinstance(led, str) or led > has or not _marches(play, units, way):
        return
    start = way[-1] if way else play.at[units[0]]
    found, one = _search(play, costs, start, has - led), _Ends(play, units, declared=True)
    shared = {start}
    for at, (cost, path) in found.items():
        if at in near:
            shared |= {at} if near[at] == path else set()
        elif not near or path[-2] in shared:
            shared.add(at)
            step = one.step(at, led + cost, path)
            whole = [*(way or (start,)), *path[1:]]
            note = "; ".join(filter(None, (_ROAD, step.note)))
            yield replace(step, note=note, more={"path": [whole[0], MARCH, *whole[1:]]})


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
