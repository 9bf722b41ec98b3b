"""Which part of a board is shown, and how large: windows in the board's units, frames in those of the picture."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final

from pbem.engine.picture import Board, Counter, Place, Point, Scene
from pbem.lean import dataclass
from pbem.report.picture.kept import once, two_of_board

# What a mail program shows without a bar to scroll by.
MAIL_WIDTH: Final = 740
# Edge of the largest counter, in pixels; a window that would need larger ones is widened instead.
_LARGEST: Final = 46
# Edges of counters, in pixels, at which parts of boards are drawn.
_STEPS: Final = (18, 22, 26, 30, 35, 40, 46)
# How many places around what matters are shown, and how many from what is one's own the enemy is near.
_MARGIN: Final = 2
_NEAR: Final = 3
# The smallest window, in places from edge to edge.
_LEAST: Final = 9
# Edge of a counter, in pixels at MAIL_WIDTH, down to which all of both armies is shown.
EVERYBODY: Final = 18
# The same where not all can be shown: below it rather something far in the rear is left out; boxes have long names.
_LEGIBLE: Final = {"hex": 24, "boxes": 34}
# A window that leaves out less than this share of a board, in hundredths, shows all of it.
_NEARLY: Final = 80


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a board, in its units; right and bottom are beyond its last point."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """From west to east."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """From north to south."""
        return self.bottom - self.top

    def holds(self, point: Point, beyond: int = 0) -> bool:
        """Whether a point lies in it, or as little outside as this."""
        x, y = point
        return self.left - beyond <= x <= self.right + beyond and self.top - beyond <= y <= self.bottom + beyond

    def grown(self, by: int) -> Window:
        """The window with more room on all four sides."""
        return Window(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, whole: Window) -> Window:
        """What of it lies in another; moved rather than cut where it can be."""
        dx = max(whole.left - self.left, 0) + min(whole.right - self.right, 0)
        dy = max(whole.top - self.top, 0) + min(whole.bottom - self.bottom, 0)
        return Window(
            max(self.left + dx, whole.left),
            max(self.top + dy, whole.top),
            min(self.right + dx, whole.right),
            min(self.bottom + dy, whole.bottom),
        )

    def at_least(self, width: int, height: int) -> Window:
        """The window widened about its middle."""
        wider, higher = max(width - self.width, 0), max(height - self.height, 0)
        left, top = self.left - wider // 2, self.top - higher // 2
        return Window(left, top, left + max(self.width, width), top + max(self.height, height))


@dataclass(frozen=True, slots=True)
class Frame:
    """A window drawn at a scale. scale: pixels for one unit of the board. counter: edge of a counter in pixels."""

    window: Window
    scale: float
    counter: float

    @property
    def width(self) -> float:
        """In pixels."""
        return self.window.width * self.scale

    @property
    def height(self) -> float:
        """In pixels."""
        return self.window.height * self.scale

    def at(self, point: Point) -> tuple[float, float]:
        """A point of the board in the picture."""
        return (point[0] - self.window.left) * self.scale, (point[1] - self.window.top) * self.scale

    def shows(self, place: Place) -> bool:
        """Whether the middle of a place lies in the picture."""
        return self.window.holds(place.centre)


@once
def extent(board: Board) -> Window:
    """The whole board, with room for a counter around boxes."""
    spots: list[Point] = [corner for place in board.places for corner in place.outline]
    bare = [place.centre for place in board.places if not place.outline]
    room = board.span * 3 // 2
    spots += [(x + dx, y + dy) for x, y in bare for dx, dy in ((-room, -room), (room, room))]
    spots += [point for stroke in board.strokes for point in stroke.points] if not bare else []
    return _around(spots) if spots else Window(0, 0, board.span, board.span)


def pitch(board: Board) -> int:
    """How far from each other places next to each other lie, middle to middle, at the median."""
    return _apart(board)[1] or board.span * 2


def closest(board: Board) -> int:
    """How far from each other the two places lie that are closest together; 0 where there is one alone."""
    return _apart(board)[0]


@once
def centres(board: Board) -> Mapping[str, Point]:
    """The middle of each place, by its id."""
    return {place.id: place.centre for place in board.places}


@once
def _windows(_: Board) -> dict[Window, list[Place]]:
    """What `inside` has found."""
    return {}


def inside(board: Board, frame: Frame) -> Sequence[Place]:
    """The places whose middles lie in the picture."""
    found, window = _windows(board), frame.window
    if window not in found:
        found[window] = [place for place in board.places if window.holds(place.centre)]
    return found[window]


@once
def _apart(board: Board) -> tuple[int, int]:
    """How far from each other the two places closest together lie, and places next to each other at the median; 0 of a
    board of one."""

    def measured() -> tuple[int, int]:
        near = _distances(board) or (0,)
        return near[0], near[len(near) // 2]

    return two_of_board(board, "apart", measured)


def _distances(board: Board) -> tuple[int, ...]:
    """Of each place how far the nearest other one is, in rising order; nothing for a board of one."""
    columns: dict[int, list[int]] = {}
    for x, y in sorted(place.centre for place in board.places):
        columns.setdefault(x, []).append(y)
    if len(board.places) < 2:
        return ()
    across = list(columns)
    spots = [(number, up) for number, x in enumerate(across) for up in range(len(columns[x]))]
    return tuple(sorted(int(sqrt(_nearest(columns, across, number, up))) for number, up in spots))


def _nearest(columns: Mapping[int, Sequence[int]], across: Sequence[int], number: int, up: int) -> int:
    """The least squared distance of one point from the others. columns: x -> y of its points, rising.

    across: the columns from west to east. number, up: which column the point stands in, and where in it.
    """
    x, own = across[number], columns[across[number]]
    squares = [(own[up] - own[near]) ** 2 for near in (up - 1, up + 1) if 0 <= near < len(own)]
    best = min(squares, default=None)
    for way in (range(number + 1, len(across)), range(number - 1, -1, -1)):
        for other in way:
            wide = (across[other] - x) ** 2
            if best is not None and wide >= best:
                break
            there = columns[across[other]]
            at = bisect_left(there, own[up])
            square = min(wide + (own[up] - y) ** 2 for y in there[max(at - 1, 0) : at + 1])
            best = square if best is None else min(best, square)
    return best or 0


def frame(board: Board, window: Window | None = None, width: int = MAIL_WIDTH) -> Frame:
    """A window, by default the whole board, as wide as this; narrow ones are widened so that counters do not swell.

    Only where the board itself is too small for that does the picture become narrower.
    """
    whole = extent(board)
    shown = (window or whole).within(whole)
    counter = counter_span(board)
    # As many units as fill the width with the largest counters.
    shown = shown.at_least(width * counter // _LARGEST, 0).within(whole)
    scale = min(width / max(shown.width, 1), _LARGEST / counter)
    step = max((edge for edge in _STEPS if edge <= scale * counter * 1.001), default=0)
    if step and shown != whole:
        # A ground that is drawn at few sizes is seldom drawn anew; what is gained is shown around the window.
        scale = step / counter
        shown = shown.at_least(int(width / scale), 0).within(whole)
    return Frame(shown, scale, counter * scale)


def counter_span(board: Board) -> int:
    """The edge of a counter in the board's units: what the board says, unless counters of two places would touch.

    A stack is a quarter wider than a counter.
    """
    most = closest(board) * 7 // 10
    return max(min(board.span, most) if most else board.span, 1)


def what_matters(board: Board, scene: Scene, reader: str = "", *, widest: int = 0) -> Window | None:
    """The part of a board that a reader wants to see; None for all of it, where nothing lies on it or all matters.

    Where counters will be set up counts as if they lay there. All that happened in the segment is in it, whatever its
    size, and all counters of both armies while they can be told apart.
    Where they cannot, it holds of them what stands near an enemy, as much as can be told apart, and of the rest,
    far in the rear, what does not make the picture small; `elsewhere` tells of those left out. reader: army whose
    counters come first among these; "" for somebody to whom all are alike. widest: what can be told apart, in units of
    the board; 0 for counters of `EVERYBODY` pixels at what a mail shows.
    """
    step, whole = pitch(board), extent(board)
    acted, lying = _acted(board, scene), _lying(board, scene, reader)
    if not acted and not lying:
        return None
    unit = MAIL_WIDTH * counter_span(board)
    most = widest or unit // EVERYBODY
    everybody = _shown([*acted, *lying], step).within(whole)
    window = everybody if _fits(everybody, most) else _front(acted, lying, scene, board, most, widest)
    window = window.at_least(step * _LEAST, step * _LEAST * 2 // 3).within(whole)
    nearly = window.width * window.height * 100 >= whole.width * whole.height * _NEARLY
    return None if window == whole or (nearly and _fits(whole, most)) else window


def _fits(window: Window, most: int) -> bool:
    return window.width <= most and window.height <= most * 5 // 4


def _front(
    acted: Sequence[Point], lying: Mapping[Point, int], scene: Scene, board: Board, most: int, widest: int
) -> Window:
    """What acted, then the groups of counters near an enemy, the weightiest first, then as much of the rear as fits."""
    step, whole = pitch(board), extent(board)
    near = step * _NEAR
    fronts = _groups(_engaged(board, scene, lying, near), near)
    rest = _groups(lying, near)
    first = [*acted] or (fronts or rest)[0]
    window = _shown(first, step).within(whole)
    legible = widest or MAIL_WIDTH * counter_span(board) // _LEGIBLE.get(board.grid, _LEGIBLE["boxes"])
    for groups, limit in ((fronts, most), (rest, legible)):
        for group in groups:
            longer = _both(window, _shown(group, step)).within(whole)
            if _fits(longer, limit):
                window = longer
    return window


def elsewhere(board: Board, scene: Scene, window: Window | None) -> dict[str, list[Counter]]:
    """Place -> counters that lie on the board outside of a window, in the order of the places."""
    outside = [place.id for place in board.places if window is not None and not window.holds(place.centre)]
    found: dict[str, list[Counter]] = {at: [] for at in outside}
    for counter in scene.counters:
        if counter.place in found:
            found[counter.place].append(counter)
    return {at: counters for at, counters in found.items() if counters}


def _acted(board: Board, scene: Scene) -> list[Point]:
    """The middles of the places of all movements, arrivals and combats."""
    spots = [at for arrow in scene.arrows for at in arrow.places]
    spots += [at for fight in scene.fights for at in (*fight.at, *fight.by)]
    where = centres(board)
    return [where[at] for at in dict.fromkeys(spots) if at in where]


def _lying(board: Board, scene: Scene, reader: str) -> dict[Point, int]:
    """The middles of the places where counters lie or will, with their weight: the reader's own weigh four times as
    much."""
    where = centres(board)
    weights: dict[Point, int] = {}
    for army, place in scene.held():
        if place in where:
            at = where[place]
            weights[at] = weights.get(at, 0) + (4 if reader == army else 1)
    return weights


def _engaged(board: Board, scene: Scene, lying: Mapping[Point, int], near: int) -> dict[Point, int]:
    """Those of the places with counters that have some of another army near them."""
    where = centres(board)
    armies: dict[Point, set[str]] = {}
    for army, place in scene.held():
        if place in where:
            armies.setdefault(where[place], set()).add(army)
    return {
        at: weight
        for at, weight in lying.items()
        if any(armies[at] != there or len(there) > 1 for other, there in armies.items() if _close(at, other, near))
    }


def _groups(weights: Mapping[Point, int], near: int) -> list[list[Point]]:
    """Points that lie close to each other in one group, the weightiest group first."""
    groups: list[list[Point]] = []
    for spot in weights:
        joined = [group for group in groups if any(_close(spot, other, near) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([spot, *(other for group in joined for other in group)])
    return sorted(groups, key=lambda group: (-sum(weights[spot] for spot in group), min(group)))


def _shown(group: Sequence[Point], step: int) -> Window:
    return _around(group).grown(step * _MARGIN + step // 2)


def _both(one: Window, other: Window) -> Window:
    return Window(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _close(one: Point, other: Point, near: int) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= near**2


def _around(spots: Iterable[Point]) -> Window:
    points = list(spots)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Window(min(xs), min(ys), max(xs) + 1, max(ys) + 1)
