"""jdg 5: what a step costs, how far somebody may go, and whether a path is one. Movement points (PM) are whole numbers.

Nothing here depends on what face-down counters hold: kinds and links come in from who may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pbem.engine.options import Refusal
from pbem.wargame import movement as search
from rulesets.jours_de_gloire.board import OPEN, Board
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Known, Setting, Waterlink

MOST = 2**16


def link_cost(setting: Setting, link: Waterlink, weather: str) -> int:
    """jdg 5.1-1, 5.1-6, 3.1-R2, 3.1-M3: PM of a link in a weather: its kind, and what a ford adds; bridges are free."""
    cost = setting.charts.number("movement", "links", link.kind)
    if link.water == "ford":
        cost += setting.charts.number("movement", "ford", weather)
    return cost


def step_cost(setting: Setting, board: Board, a: str, b: str) -> int | None:
    """jdg T-MOVE, 5.1-4, 5.1-5: PM of a step between two boxes in the turn's weather, None where it cannot be done."""
    link = setting.link(a, b)
    if link is None or board.link_state(a, b) != OPEN:
        return None
    return link_cost(setting, link, board.weather)


def entry_cost(setting: Setting, board: Board, entry: str) -> int | None:
    """jdg 3.3-4: PM of coming onto the map by an entry: those of its link. None where a major river bars it."""
    link = setting.map.entries[entry].link
    return None if link.water == "none" else link_cost(setting, link, board.weather)


def weather_points(setting: Setting, kind: str, weather: str) -> int:
    """jdg 3.1-2, 3.1-R1, 3.1-M1, 3.1-S1: what weather adds to the PM of general, infantry or cavalry: 0 or less."""
    return setting.charts.number("movement", "weather", weather, kind)


def allowance(setting: Setting, kind: str, weather: str, *, commanded: bool = True, forced: bool = False) -> int:
    """jdg 5.0, 5.1-2, 4.5-2, 4.5-3, 5.4-2: PM of a general, infantry or cavalry, dummies included, for a turn.

    commanded: whether the unit is in command; who is not has one PM less. forced: whether it makes a forced march.
    """
    chart = setting.charts
    points = chart.number("movement", "points", kind) + weather_points(setting, kind, weather)
    if not commanded:
        points += chart.number("movement", "out-of-command")
    if forced:
        points += chart.number("movement", "forced-march")
    return points


def solitaire_allowance(setting: Setting, kind: str, die: int, *, linked: bool) -> int:
    """jdg 10-2, 10-3, 10-4, 10-5: PM by a die in the solitaire game.

    linked: a unit's line to any general, a general's line to his chief.
    """
    row = ("solitaire", "linked" if linked else "unlinked", kind)
    points, most = die + setting.charts.number(*row, "add"), setting.charts.bound(*row, "most")
    if most is not None:
        points = min(points, most)
    return max(points, setting.charts.number("solitaire", "least"))


def stack_refusal(setting: Setting, kinds: Sequence[str]) -> Refusal | None:
    """jdg 5.3-2: None if a stack of these kinds may move together without concentration.

    kinds: of every counter; dummies and detachments count as what they are or pretend, generals not at all.
    """
    infantry, cavalry = kinds.count(INFANTRY), kinds.count(CAVALRY)
    most, foot = (
        setting.charts.number("movement", "stack", "units"),
        setting.charts.number("movement", "stack", "infantry"),
    )
    if infantry <= foot and infantry + cavalry <= most:
        return None
    text = (
        f"{infantry} infantry and {cavalry} cavalry are too many for one moving stack: at most {most} units, "
        f"not more than {foot} of them infantry"
    )
    return Refusal("5.3-2", text)


def distances(
    setting: Setting, board: Board, start: str, limit: int, blocked: Callable[[str], bool] = search.nowhere
) -> dict[str, int]:
    """jdg 4.3-3, 6.5-0: boxes within `limit` PM of infantry in the turn's weather -> PM; the start at 0.

    blocked(box): whether a way may end there, but not lead through; the start is not asked.
    """
    found = search.reach(
        start,
        limit,
        setting.field.neighbours,
        lambda a, b: step_cost(setting, board, a, b),
        must_stop=blocked,
    )
    return {box: int(cost) for box, cost in found.costs.items()}


def cheapest_way(setting: Setting, board: Board, army: str, start: str, goal: str) -> tuple[str, ...] | None:
    """jdg 5.1-1, 5.2-1: the boxes of the cheapest way behind the start, () to the start itself; None for no open way.

    It leads through no box with counters of the enemy; of equal ways it is that with the fewest boxes.
    """
    held = frozenset(board.boxes_of(setting.foe(army)))
    found = search.reach(
        start,
        MOST,
        setting.field.neighbours,
        lambda a, b: step_cost(setting, board, a, b),
        must_stop=held.__contains__,
        until=goal,
    )
    return found.paths[goal][1:] if goal in found.paths else None


def nearest(setting: Setting, start: str, wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """jdg 4.2-3: the boxes nearest to a box, counted in links of any state, for which something holds; map order."""
    ring, seen = {start}, {start}
    while ring:
        found = tuple(box for box in setting.boxes if box in ring and wanted(box))
        if found:
            return found
        ring = {to for box in sorted(ring) for to in setting.field.neighbours(box)} - seen
        seen |= ring
    return ()


def contact(setting: Setting, board: Board, known: Known, army: str, box: str) -> bool:
    """jdg 5.2-1, 5.2-2: whether entering a box ends an army's movement: enemy units stand there, not dummies alone.

    known: contents of the enemy's counters there. A general without units stops nobody (4.2-3).
    """
    return any(setting.troops(known.get(counter)) is not None for counter in board.enemies(army, box))


def path_cost(setting: Setting, board: Board, path: Sequence[str]) -> int | None:
    """jdg 5.1-1: PM of a path of boxes, its start included and free; None where a step cannot be done."""
    total = 0
    for a, b in pairwise(path):
        step = step_cost(setting, board, a, b)
        if step is None:
            return None
        total += step
    return total


def path_refusal(setting: Setting, board: Board, path: Sequence[str], points: int) -> Refusal | None:
    """jdg 5.1-1, 5.1-4, 5.1-5, 5.1-6, 6.4-2: None if a path can be gone with these PM, enemies not considered."""
    for a, b in pairwise(path):
        if b not in setting.boxes:
            return Refusal("0.1", f"there is no box {b[:24]}", hex=a)
        if step_cost(setting, board, a, b) is None:
            return _no_step(setting, board, a, b)
    cost = path_cost(setting, board, path) or 0
    if cost <= points:
        return None
    text = f"the way to {setting.boxes[path[-1]].name} costs {cost} movement points; there are {points}"
    return Refusal("5.1-1", text, hex=path[-1])


def _no_step(setting: Setting, board: Board, a: str, b: str) -> Refusal:
    link, (one, other) = setting.link(a, b), (setting.boxes[a].name, setting.boxes[b].name)
    legal = board.neighbours(a)
    if a == b:
        text = f"leave {one} out: the stack stands there already, and a path names the boxes after it"
        return Refusal("5.1-4", text, hex=b, legal=legal)
    if link is None:
        text = f"no link joins {one} and {other}; from {one} one goes to {', '.join(legal) or 'nowhere'}"
        return Refusal("5.1-4", text, hex=b, legal=legal)
    if link.water == "bridge":
        return Refusal("6.4-2", f"the bridge between {one} and {other} is destroyed", hex=b, legal=legal)
    text = f"the major river between {one} and {other} has no bridge; only a pontoon would do"
    return Refusal("5.1-5", text, hex=b, legal=legal)
