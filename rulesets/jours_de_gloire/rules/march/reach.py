"""jdg 5: where a stack can go, by the judges of `steps`: for whoever offers places instead of judging paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.wargame import movement as search
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.march.command import Lines, Link
from rulesets.jours_de_gloire.rules.march.contact import is_unit
from rulesets.jours_de_gloire.rules.march.march import path_cost, solitaire_allowance, step_cost, weather_points
from rulesets.jours_de_gloire.rules.march.steps import Doings, points_of, start_refusal
from rulesets.jours_de_gloire.setting import GENERAL, Known, Setting

Json = Any
FORCED: Final = "forced"
CONCENTRATE: Final = "concentrate"
# The best face of the solitaire game's die.
_BEST: Final = 6
# No box: from it the boxes with enemies are entered beyond which is more.
_OUTSIDE: Final = "*"


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a stack can go. points: PM of a march; most: of a forced march, as many where it cannot make one.

    massed: whether it marches only as a concentration (5.4-1).
    """

    points: int
    most: int
    massed: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A box within reach. cost: PM of the whole march. before: the box before it, "" for that where the way begins.

    foes: whether enemy counters stand there. past: a box on the way with face-down enemies, who end the march there if
    there are units among them (5.2-1); "" for none.
    """

    box: str
    cost: int
    before: str = ""
    foes: bool = False
    past: str = ""


def limits(
    setting: Setting, board: Board, army: str, known: Known | None, entry: Json, doings: Doings
) -> Limits | Refusal:
    """jdg 5.1-2, 5.3-2, 5.3-4, 5.4-1, 5.4-2: how far those in an entry can go, whatever its path says; or why they
    cannot march at all.

    known: contents of the army's counters, those who enter among them; None for what everybody sees.
    """
    refusal = start_refusal(setting, board, army, known, entry, doings)
    massed = refusal is not None
    if refusal is not None:
        entry = {**entry, CONCENTRATE: True}
        if start_refusal(setting, board, army, known, entry, doings) is not None:
            return refusal
    points = _points(setting, board, army, known, entry, doings)
    forced = {**entry, FORCED: True}
    if start_refusal(setting, board, army, known, forced, doings) is not None:
        return Limits(points, points, massed)
    return Limits(points, _points(setting, board, army, known, forced, doings), massed)


def _points(setting: Setting, board: Board, army: str, known: Known | None, entry: Json, doings: Doings) -> int:
    """In the solitaire game those of the best die: nobody gets further."""
    if not setting.options.solitaire or known is None:
        return points_of(setting, board, known, entry, doings)
    lines, forced = Lines(setting, board, known, army), entry.get(FORCED) is True
    return min(diced_points(lines, board, known, counter, _BEST, doings, forced=forced) for counter in entry["stack"])


def diced_points(
    lines: Lines, board: Board, known: Known, counter: str, die: int, doings: Doings, *, forced: bool
) -> int:
    """jdg 10-2, 10-3, 10-4, 10-5: PM of a counter in the solitaire game by a die; weather counts, and one PM is left at
    least. lines: of its army now."""
    setting = board.setting
    kind = setting.kind(known[counter])
    link = lines.of(counter) if counter in board.at.counters else Link.CHIEF
    linked = link == Link.CHIEF if kind == GENERAL else link != Link.NONE
    points = solitaire_allowance(setting, kind, die, linked=linked) + weather_points(setting, kind, board.weather)
    points += setting.charts.number("movement", "forced-march") if forced else 0
    return max(points - doings.spent.get(counter, 0), setting.charts.number("solitaire", "least"))


def places(setting: Setting, board: Board, army: str, way: Sequence[str], most: int, entry: int = -1) -> list[Place]:
    """jdg 5.1-1, 5.2-1, T-MOVE: the boxes within reach behind a way, the nearest first; its own end is the first.

    way: boxes, the one where it begins first. most: PM. entry: PM of coming onto the map there, -1 for who is there.
    None where the way itself cannot be gone. A box that can be reached past enemies alone stands there all the same:
    nobody knows whether there are units among those that lie face down.
    """
    entered = way if entry >= 0 else way[1:]
    cost = path_cost(setting, board, way) if all(box in setting.boxes for box in way) else None
    if cost is None or (total := cost + max(entry, 0)) > most:
        return []
    foes = frozenset(board.boxes_of(setting.foe(army)))
    shut = frozenset(box for box in foes if _seen(setting, board, army, box))
    if any(box in shut for box in entered[:-1]):
        return []
    end, past = way[-1], next((box for box in entered[:-1] if box in foes), "")
    here = Place(end, total, foes=bool(entered) and end in foes, past=past)
    if here.foes and end in shut:
        return [here]
    past = past or (end if here.foes else "")
    found = [here, *_from(setting, board, here, most, foes, shut, past)]
    return sorted(found, key=lambda place: place.cost)


def _seen(setting: Setting, board: Board, army: str, box: str) -> bool:
    return any(is_unit(setting, board.content(counter)) for counter in board.enemies(army, box))


def _from(
    setting: Setting, board: Board, start: Place, most: int, foes: frozenset[str], shut: frozenset[str], past: str
) -> Iterator[Place]:
    """First all that can be reached round the enemies, then what is left past those that lie face down."""

    def step(a: str, b: str) -> int | None:
        return step_cost(setting, board, a, b)

    round_them = search.reach(start.box, most - start.cost, setting.field.neighbours, step, must_stop=foes.__contains__)
    for box, cost in round_them.costs.items():
        if box != start.box:
            yield Place(box, start.cost + int(cost), round_them.paths[box][-2], box in foes, past)
    doors = {box: cost for box, cost in round_them.costs.items() if box in foes - shut and box != start.box}

    def onward(at: str) -> Sequence[str]:
        return (
            tuple(doors)
            if at == _OUTSIDE
            else [to for to in setting.field.neighbours(at) if to not in round_them.costs]
        )

    def price(a: str, b: str) -> search.Cost | None:
        return doors[b] if a == _OUTSIDE else step(a, b)

    past_them = search.reach(_OUTSIDE, most - start.cost, onward, price, must_stop=shut.__contains__)
    for box, cost in past_them.costs.items():
        if box != _OUTSIDE and box not in round_them.costs:
            path = past_them.paths[box]
            yield Place(box, start.cost + int(cost), path[-2], box in foes, past or path[1])
