"""Rivers, roads, slopes and what leads over water, as lines of the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from pbem.engine.picture import Board, Stroke
from pbem.report.picture.crop import Frame, centres
from pbem.report.picture.lettering import escaped, number, points, titled
from pbem.report.picture.palette import ALARM, CONTOUR, HEDGE, INK, PAPER, ROAD, SLOPE, WATER

Spot = tuple[float, float]

# Thickness in pixels of one unit of weight and of what is always there; of the white rim; dashes.
_LINES: Final[Mapping[str, tuple[float, float, str, float, str]]] = {
    "river": (1.3, 1.5, WATER, 0, ""),
    "stream": (0.6, 1.2, WATER, 0, ""),
    "brook": (0.4, 0.7, WATER, 0, "5 1.5"),
    "road": (0.6, 1.0, ROAD, 1.6, ""),
    "trail": (0.4, 0.9, ROAD, 1.4, "4 3"),
    "crest": (0.8, 1.6, SLOPE, 1.2, "1 3"),
    "contour": (0.3, 0.5, CONTOUR, 0, ""),
    "hedge": (0.6, 1.4, HEDGE, 0, "2 1"),
    "shore": (0.8, 1.6, "#2a5b7d", 0, ""),
    "border": (0.6, 0.8, "#7a5aa0", 0, "7 3 1.5 3"),
}
# What a ruleset draws beyond these kinds.
_PLAIN: Final = (0.5, 0.5, "#555555", 0.0, "")


def strokes(board: Board, frame: Frame, drawn: Sequence[Stroke]) -> list[str]:
    """A group with an element for each of these strokes near the window, in order, bridges and the like last."""
    beyond = board.span * 3
    shown = [one for one in drawn if any(frame.window.holds(point, beyond) for point in one.points)]
    across = centres(board)
    lines = [_line(one, frame) for one in shown if one.kind not in _SIGNS and one.kind != "slope"]
    for one in shown:
        if one.kind == "slope":
            downhill = frame.at(across[one.ends[0]]) if one.ends and one.ends[0] in across else None
            lines.append(_slope(one, frame, downhill))
    lines += [sign(one.kind, *_ends(one, frame), _size(frame)) for one in shown if one.kind in _SIGNS]
    return [f'<g class="strokes" fill="none" stroke-linejoin="round">{"".join(lines)}</g>'] if lines else []


def _size(frame: Frame) -> float:
    """Half the width of a bridge, in pixels."""
    return max(2.2, min(4.5, frame.counter * 0.11))


def _line(one: Stroke, frame: Frame) -> str:
    return line(one.kind, [frame.at(point) for point in one.points], one.weight, one.name)


def line(kind: str, spots: list[Spot], weight: int, name: str = "") -> str:
    """A line of one of the kinds that have a length."""
    more, least, colour, rim, dash = _LINES.get(kind, _PLAIN)
    width = least + more * weight
    path = points(spots)
    below = f'<polyline points="{path}" stroke="{PAPER}" stroke-width="{number(width + rim)}"/>' if rim else ""
    dashes = f' stroke-dasharray="{dash}"' if dash else ' stroke-linecap="round"'
    drawn = f'class="{escaped(kind)}" points="{path}" stroke="{colour}" stroke-width="{number(width)}"{dashes}'
    return f"{below}<polyline {drawn}>{titled([name])}</polyline>" if name else f"{below}<polyline {drawn}/>"


def _slope(one: Stroke, frame: Frame, downhill: Spot | None) -> str:
    """Short strokes from a crest down; downhill: the middle of the low hex."""
    spots = [frame.at(point) for point in one.points]
    parts = [piece for a, b in pairwise(spots) for piece in slope_ticks(a, b, downhill)]
    return f'<path class="slope" d="{"".join(parts)}" stroke="{SLOPE}" stroke-width="1.1"/>'


def slope_ticks(a: Spot, b: Spot, downhill: Spot | None) -> Iterator[str]:
    """The crest from a to b and its ticks."""
    yield f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
    dx, dy, length = _direction(a, b)
    out_x, out_y = -dy, dx
    if downhill is not None and (downhill[0] - a[0]) * out_x + (downhill[1] - a[1]) * out_y < 0:
        out_x, out_y = dy, -dx
    count = max(int(length // 4), 1)
    reach = min(5.0, length * 0.3)
    for step in range(count):
        along = length * (2 * step + 1) / (2 * count)
        x, y = a[0] + dx * along, a[1] + dy * along
        yield f"M{number(x)} {number(y)}l{number(out_x * reach)} {number(out_y * reach)}"


def _direction(a: Spot, b: Spot) -> tuple[float, float, float]:
    """The way from a to b, one long, and how long it is."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length, length) if length else (1.0, 0.0, 0.0)


def _ends(one: Stroke, frame: Frame) -> tuple[Spot, Spot]:
    """Where a way over water begins and ends; a point alone is taken for one that leads from west to east."""
    first, last = frame.at(one.points[0]), frame.at(one.points[-1])
    if first == last:
        return (first[0] - frame.counter * 0.2, first[1]), (first[0] + frame.counter * 0.2, first[1])
    return first, last


# -- ways over water ------------------------------------------------------------------------


def sign(kind: str, a: Spot, b: Spot, half: float) -> str:
    """A bridge, ford, pontoon bridge or broken bridge that leads from a to b; half of its width in pixels."""
    return f'<g class="{escaped(kind)}">{_SIGNS[kind](a, b, half)}</g>'


def _rails(a: Spot, b: Spot, half: float) -> tuple[tuple[Spot, Spot], tuple[Spot, Spot]]:
    dx, dy, _ = _direction(a, b)
    x, y = -dy * half, dx * half
    return ((a[0] + x, a[1] + y), (b[0] + x, b[1] + y)), ((a[0] - x, a[1] - y), (b[0] - x, b[1] - y))


def _deck(a: Spot, b: Spot, half: float, colour: str = PAPER) -> str:
    return f'<polyline points="{points((a, b))}" stroke="{colour}" stroke-width="{number(half * 2)}"/>'


def _bridge(a: Spot, b: Spot, half: float) -> str:
    rails = "".join(f'<polyline points="{points(r)}" stroke="{INK}" stroke-width="1.4"/>' for r in _rails(a, b, half))
    way = f'<polyline points="{points((a, b))}" stroke="{ROAD}" stroke-width="1.4"/>'
    return _deck(a, b, half) + way + rails


def _pontoon(a: Spot, b: Spot, half: float) -> str:
    boats = f'<polyline points="{points((a, b))}" stroke="{INK}" stroke-width="{number(half * 2.4)}"'
    return f'{_deck(a, b, half)}{boats} stroke-dasharray="1.6 2.2"/>'


def _ford(a: Spot, b: Spot, half: float) -> str:
    dx, dy, length = _direction(a, b)
    return "".join(
        f'<circle cx="{number(a[0] + dx * length * k / 4)}" cy="{number(a[1] + dy * length * k / 4)}" '
        f'r="{number(max(1.2, half * 0.45))}" fill="{PAPER}" stroke="{INK}" stroke-width="0.9"/>'
        for k in range(5)
    )


def _broken(a: Spot, b: Spot, half: float) -> str:
    x, y, reach = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, half * 1.5
    rails = "".join(
        f'<polyline points="{points(r)}" stroke="{INK}" stroke-width="1.2" stroke-dasharray="2 2"/>'
        for r in _rails(a, b, half)
    )
    cross = f"M{number(x - reach)} {number(y - reach)}l{number(2 * reach)} {number(2 * reach)}"
    cross += f"M{number(x - reach)} {number(y + reach)}l{number(2 * reach)} {number(-2 * reach)}"
    return f'{rails}<path d="{cross}" stroke="{ALARM}" stroke-width="1.8"/>'


_SIGNS: Final[Mapping[str, Callable[[Spot, Spot, float], str]]] = {
    "bridge": _bridge,
    "ford": _ford,
    "pontoon": _pontoon,
    "broken": _broken,
}


def sample(kind: str, width: float, height: float) -> str:
    """What a legend shows of a kind of stroke, in a field of this size."""
    a, b = (1.0, height / 2), (width - 1, height / 2)
    if kind in _SIGNS:
        water = line("river", [(width / 2, 0), (width / 2, height)], 1) if kind != "ford" else ""
        return water + sign(kind, (width * 0.2, height / 2), (width * 0.8, height / 2), 3)
    if kind == "slope":
        ticks = "".join(slope_ticks((a[0], 3.0), (b[0], 3.0), (width / 2, height)))
        return f'<path d="{ticks}" stroke="{SLOPE}" stroke-width="1.1"/>'
    return line(kind, [a, b], 2)


KINDS: Final = (*_LINES, "slope", *_SIGNS)


def passing(board: Board, drawn: Sequence[Stroke]) -> list[Stroke]:
    """Of strokes that come and go, those of this board: it has the places at their ends."""
    own = centres(board).keys()
    return [one for one in drawn if one.ends and all(end in own for end in one.ends)]
