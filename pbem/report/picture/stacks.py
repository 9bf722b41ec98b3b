"""Counters where they lie: in stacks, those of two armies beside each other, with badges and what else lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board, Counter, Mark, Place, Scene
from pbem.lean import dataclass
from pbem.report.picture.crop import Frame, centres, inside
from pbem.report.picture.lettering import clean, escaped, ident, lettered, number, points, titled
from pbem.report.picture.palette import INK, NEUTRAL, PAPER, Livery
from pbem.report.picture.surroundings import Box
from pbem.report.picture.symbols import blank, face

# Counters of a stack that are drawn; a larger one bears its count.
SHOWN: Final = 3
# How far the next counter of a stack lies to the upper right, in parts of the edge.
_STEP: Final = 0.1
# Edge of a counter where those of two armies lie in one place: boxes stand farther apart than hexes.
_SHARED: Final[Mapping[str, float]] = {"hex": 0.64, "boxes": 0.67}
# Between the stacks of two armies, in parts of the edge.
_GAP: Final = 0.08
# How high the name of a counter stands, and its value, in parts of the edge.
_STRIP: Final = 0.32


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters of one army in one place, from bottom to top. x, y: the middle. edge: of one of them, in pixels.

    turned: its badge is at its right, where that at the left would lie on the counters of another army.
    """

    place: Place
    army: str
    counters: tuple[Counter, ...]
    x: float
    y: float
    edge: float
    turned: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that is drawn of it but its badge."""
        reach = _reach(len(self.counters), self.edge)
        return self.x - reach, self.y - reach, self.x + reach, self.y + reach

    @property
    def printed(self) -> list[Box]:
        """Where name and value of its topmost counter stand."""
        _, top, right, _ = self.box
        left, strip = right - self.edge, self.edge * _STRIP
        return [(left, top, right, top + strip), (left, top + self.edge - strip, right, top + self.edge)]

    @property
    def boxes(self) -> list[Box]:
        """What its counters cover, and its badge where it has one."""
        left, _, right, bottom = self.box
        size = max(self.edge * 0.3, 7.0)
        left = right if self.turned else left - size
        badge = (left, bottom - size * 0.7, left + size, bottom + size * 0.3)
        return [self.box, badge][: min(len(self.counters), 2)]


def stacks(board: Board, scene: Scene, frame: Frame) -> list[Stack]:
    """The stacks in the window, in the board's order of places; armies in the order in which they come."""
    lying: dict[str, dict[str, list[Counter]]] = {}
    for counter in scene.counters:
        lying.setdefault(counter.place, {}).setdefault(counter.army, []).append(counter)
    found: list[Stack] = []
    for place in inside(board, frame):
        if place.id in lying:
            found += _beside(place, lying[place.id], frame, _SHARED.get(board.grid, _SHARED["hex"]))
    return found


def _beside(place: Place, armies: Mapping[str, Sequence[Counter]], frame: Frame, shared: float) -> Iterator[Stack]:
    x, y = frame.at(place.centre)
    if len(armies) == 1:
        for army, counters in armies.items():
            yield Stack(place, army, tuple(counters), x, y, frame.counter)
        return
    edge = frame.counter * shared * 2 / len(armies)
    wide = [2 * _reach(len(counters), edge) + edge * _GAP for counters in armies.values()]
    left = x - sum(wide) / 2
    for number_, (army, counters) in enumerate(armies.items()):
        yield Stack(place, army, tuple(counters), left + wide[number_] / 2, y, edge, number_ > 0)
        left += wide[number_]


def _reach(count: int, edge: float) -> float:
    """From the middle of a stack of so many counters to its side."""
    return edge / 2 + (min(count, SHOWN) - 1) * _STEP * edge / 2


def drawn(stack: Stack, livery: Livery, prefix: str, hatch: str) -> str:
    """A stack: its lowest counter at the lower left, the topmost above all others, each an element of its own.

    Those that are not drawn are told of with the badge, in the words that one reads when one points at it.
    """
    shown = stack.counters[-SHOWN:]
    left, _, _, bottom = stack.box
    # Those below are there for whoever looks for them in the page.
    parts = [_unit(counter, "", prefix) for counter in stack.counters[:-SHOWN]]
    for number_, counter in enumerate(shown):
        x = left + number_ * _STEP * stack.edge
        y = bottom - stack.edge - number_ * _STEP * stack.edge
        looks = (
            face(counter, x, y, stack.edge, livery, hatch)
            if number_ == len(shown) - 1
            else blank(x, y, stack.edge, livery)
        )
        parts.append(_unit(counter, looks, prefix))
    if len(stack.counters) > 1:
        parts.append(_badge(stack))
    named = f'class="stack" data-place="{escaped(stack.place.id)}" data-side="{escaped(stack.army)}"'
    return f'<g {named} data-count="{len(stack.counters)}">{"".join(parts)}</g>'


def _unit(counter: Counter, looks: str, prefix: str) -> str:
    named = f'id="{prefix}unit-{ident(counter.id)}" class="counter" data-unit="{escaped(counter.id)}"'
    where = f'data-place="{escaped(counter.place)}" data-side="{escaped(counter.army)}"'
    return f"<g {named} {where}>{titled(told(counter))}{looks}</g>"


def told(counter: Counter) -> list[str]:
    """A counter in words, a line each, its full name first."""
    first = counter.hover[0] if counter.hover else f"{counter.name or counter.id} {counter.value}".strip()
    states = [", ".join(counter.state)] if counter.state and not _said(counter) else []
    down = ["face down"] if counter.down else []
    faces = [f"faces {counter.facing}"] if counter.facing else []
    also = [f"also in {' and '.join(counter.also)}"] if counter.also else []
    return [first, *counter.hover[1:], *states, *faces, *also, *down]


def _said(counter: Counter) -> bool:
    return any(state in line for state in counter.state for line in counter.hover)


def _badge(stack: Stack) -> str:
    """The count of a stack at its lower left corner, or at the right one."""
    left, _, right, bottom = stack.box
    size = max(stack.edge * 0.3, 7.0)
    text = str(len(stack.counters))
    half = size * (0.5 + 0.28 * (len(text) - 1))
    left = right - half * 0.6 if stack.turned else left
    box = f'x="{number(left - half * 0.7)}" y="{number(bottom - size * 0.7)}" width="{number(half * 2)}"'
    lines = [f"{len(stack.counters)} counters", *(told(counter)[0] for counter in reversed(stack.counters))]
    letters = lettered(text, left + half * 0.3, bottom + size * 0.13, size * 0.85, bold=True, fill=PAPER)
    return (
        f'<g class="badge">{titled(lines)}<rect {box} height="{number(size)}" rx="{number(size * 0.3)}" fill="{INK}" '
        f'stroke="{PAPER}" stroke-width="0.8"/>{letters}</g>'
    )


# -- marks ------------------------------------------------------------------------------------


def marks(board: Board, scene: Scene, frame: Frame, liveries: Mapping[str, Livery]) -> list[str]:
    """What else lies in the places: flags of who holds them, works, sieges, depots, others by their initial."""
    return [
        mark_drawn(mark, box, liveries.get(mark.army, NEUTRAL))
        for mark, box in zip(marked(board, scene, frame), mark_boxes(board, scene, frame), strict=True)
    ]


def marked(board: Board, scene: Scene, frame: Frame) -> list[Mark]:
    """The marks in the window, those of one place one after another."""
    where, found = centres(board), dict[str, list[Mark]]()
    for mark in scene.marks:
        if mark.place in where and frame.window.holds(where[mark.place]):
            found.setdefault(mark.place, []).append(mark)
    return [mark for here in found.values() for mark in here]


def mark_boxes(board: Board, scene: Scene, frame: Frame) -> list[Box]:
    """Where each mark in the window lies: below the counter, the first at its right, the next from the left on."""
    where, counts, found = centres(board), dict[str, int](), []
    edge = max(frame.counter * 0.36, 7.0)
    for mark in marked(board, scene, frame):
        number_ = counts[mark.place] = counts.get(mark.place, -1) + 1
        x, y = frame.at(where[mark.place])
        left = x + (frame.counter * 0.38 if number_ == 0 else (number_ - 1) * edge * 1.1 - frame.counter * 0.62)
        top = y + frame.counter * 0.4
        found.append((left, top, left + edge, top + edge))
    return found


def mark_drawn(mark: Mark, box: Box, livery: Livery) -> str:
    """A mark in its box."""
    left, top, right, _ = box
    named = f'class="mark {ident(mark.kind)}" data-place="{escaped(mark.place)}" data-side="{escaped(mark.army)}"'
    words = mark.text or mark.kind
    return f"<g {named}>{titled([words])}{mark_sign(mark.kind, left, top, right - left, livery)}</g>"


def mark_sign(kind: str, left: float, top: float, edge: float, livery: Livery) -> str:
    """The sign of a mark with its upper left corner there."""
    right, bottom, middle = left + edge, top + edge, left + edge / 2
    if kind == "control":
        cloth = points(((left + 1, top), (right, top + edge * 0.28), (left + 1, top + edge * 0.56)))
        pole = f'<path d="M{number(left + 1)} {number(top)}V{number(bottom)}" stroke="{INK}" stroke-width="1.3"/>'
        dashes = f' stroke-dasharray="{livery.dash}"' if livery.dash else ""
        return (
            f'{pole}<polygon points="{cloth}" fill="{livery.fill}" stroke="{livery.line}" stroke-width="1.2"{dashes}/>'
        )
    if kind == "entrenched":
        low = number(bottom - edge * 0.2)
        wall = f"M{number(left)} {low}l{number(edge * 0.25)} -{number(edge * 0.5)}h{number(edge * 0.5)}"
        wall += f"l{number(edge * 0.25)} {number(edge * 0.5)}z"
        return f'<path d="{wall}" fill="#b08a55" stroke="{INK}" stroke-width="1"/>'
    if kind == "siege":
        ring = f'<circle cx="{number(middle)}" cy="{number(top + edge / 2)}" r="{number(edge * 0.42)}"'
        return f'{ring} fill="{PAPER}" stroke="{livery.line}" stroke-width="1.8" stroke-dasharray="2.4 1.6"/>'
    if kind == "depot":
        box = f'<rect x="{number(left)}" y="{number(top + edge * 0.1)}" width="{number(edge)}"'
        box += f' height="{number(edge * 0.8)}"'
        cross = f"M{number(middle)} {number(top + edge * 0.1)}V{number(bottom - edge * 0.1)}"
        cross += f"M{number(left)} {number(top + edge / 2)}H{number(right)}"
        return f'{box} fill="{PAPER}" stroke="{INK}"/><path d="{cross}" stroke="{INK}"/>'
    initial = lettered(clean(kind)[:1].upper(), middle, bottom - edge * 0.2, edge * 0.75, bold=True)
    box = f'<rect x="{number(left)}" y="{number(top)}" width="{number(edge)}" height="{number(edge)}" rx="2"'
    return f'{box} fill="{PAPER}" stroke="{livery.line}" stroke-width="1.2"/>{initial}'
