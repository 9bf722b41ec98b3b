"""Who sees whom: facing, what stands between, six levels and reverse slopes (10.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pbem.lean import dataclass
from pbem.wargame.sight import Crossed, crossings
from rulesets.winters_victory.battlefield import WOODS
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ENEMY, SKIRMISHERS
from rulesets.winters_victory.rules.ground import Ground

BLOCKING: Final = 2
"""wv 10.4.3-1: strength points in a hex that block sight."""
FEW: Final = 3
"""wv 11.46-1: skirmishers that guns see past, in the open."""
MINIMUM: Final = 2
"""wv 11.0-F2: how far the minimum range of guns goes."""


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks. army: his. fire: whether it is to fire, which one's own units always forbid (10.42.4-1).
    guns: whether he is artillery, which sees past few skirmishers beyond minimum range (11.46-1). limit: how far the
    weather lets anybody see, None for any distance. without: counters that are looked past, such as those about to go.
    """

    army: str
    fire: bool = False
    guns: bool = False
    limit: int | None = None
    without: frozenset[str] = frozenset()


def sides_between(ground: Ground, at: str, to: str) -> tuple[str, ...]:
    """wv 5.51.2, 10.4.2: the neighbours through whose hexside the line from a hex to another leaves: one, or two
    where it passes the corner between two hexsides. Hexes off the map are left out."""
    first = crossings(ground.grid(at), at, to)[0]
    return tuple(near for near in first[1] if near is not None and near != at)


def faces(board: Board, ground: Ground, uid: str, at: str, to: str) -> bool:
    """wv 10.4.1, 11.11.5: whether a unit in a hex looks towards another: the line leaves through its front alone."""
    if not board.piece(uid).frontal:
        return True
    return all(board.aspect(uid, near, at=at) == "front" for near in sides_between(ground, at, to))


def in_wedge(board: Board, ground: Ground, uid: str, at: str, to: str) -> bool:
    """wv 11.21-1, 12.52.2-1: whether a hex lies in the triangle that opens from the frontal vertex of a unit.

    Its row number n has n + 1 hexes. A unit that faces all around has all hexes in it.
    """
    piece = board.piece(uid)
    return not piece.frontal or in_triangle(ground, at, piece.facing, to)


def in_triangle(ground: Ground, at: str, corner: int, to: str) -> bool:
    """wv 12.52.2-1: the same of a hex and the corner that somebody there looks at."""
    grid = ground.grid(at)
    (aq, ar), (bq, br) = grid.axial(at), grid.axial(to)
    left, right = (_STEPS[side] for side in facing.front(corner))
    q, r = bq - aq, br - ar
    # Of q, r as so many steps to the left and to the right: the two frontal directions are a base of the grid.
    turn = left[0] * right[1] - left[1] * right[0]
    lefts, rights = (q * right[1] - r * right[0]) * turn, (left[0] * r - left[1] * q) * turn
    return lefts >= 0 and rights >= 0 and (q, r) != (0, 0)


# Steps in the six directions of a grid whose hexes stand on a corner, clockwise from the north-east.
_STEPS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def sees(board: Board, ground: Ground, uid: str, to: str, look: Look, *, at: str = "") -> bool:
    """wv 10.4.1, 11.0-5: whether a unit sees a hex: it faces it, and nothing blocks the line.

    at: out of which of its hexes, the first if none is named (11.53.2).
    """
    source = at or board.piece(uid).at
    return faces(board, ground, uid, source, to) and line_clear(board, ground, source, to, look)


def line_clear(board: Board, ground: Ground, a: str, b: str, look: Look) -> bool:
    """wv 10.4.2, 10.4.3-1, 10.4.3-2, 10.41-0, 10.41.1, 10.42.1, 10.42.2, 10.42.3, 11.22-2: whether one sees from a hex
    into another, leaving facing aside. Neighbours always see each other."""
    distance = ground.distance(a, b)
    if look.limit is not None and distance > look.limit:
        return False
    if distance <= 1:
        return True
    upper, lower = (a, b) if ground.level(a) >= ground.level(b) else (b, a)
    line = crossings(ground.grid(a), upper, lower)
    between = [_on_map(passed) for kind, passed in line if kind in ("hex", "along")]
    eyes = _Eyes(board, ground, look, a)
    if look.fire and any(eyes.own(at) for hexes in between for at in hexes):
        return False
    if _every(between, lambda at: ground.kind(at) == WOODS):
        return False
    level = ground.level(upper)
    if level == ground.level(lower):
        same = _every(between, lambda at: ground.level(at) > level or eyes.stands_in_the_way(at))
        return not same and not (ground.slope_hex(lower) and _reverse_slope(ground, upper, line))
    if _every(between, lambda at: eyes.height(at) > level) or _reverse_slope(ground, upper, line):
        return False
    return _seen_from_above(ground, upper, lower, [min(map(eyes.height, hexes), default=0) for hexes in between])


def _seen_from_above(ground: Ground, upper: str, lower: str, heights: list[int]) -> bool:
    """wv 10.41.2, 10.41.3, 10.41.4, 10.41.5: hexes to the last one above the lower unit, less those from there to it
    times the difference of levels: not above zero.

    Where levels skip one, the last higher hex counts as that of the next level.
    """
    low = ground.level(lower)
    last = max((number for number, height in enumerate(heights, 1) if height > low), default=0)
    to_the_edge, from_the_edge = last + 1, len(heights) + 2 - last
    return to_the_edge <= from_the_edge * (ground.level(upper) - low)


def _reverse_slope(ground: Ground, upper: str, line: Iterable[Crossed]) -> bool:
    """wv 10.43: whether the upper unit stands on a slope and the plateau of its level lies in between."""
    level = ground.level(upper)
    if not ground.slope_hex(upper):
        return False
    for kind, passed in line:
        hexes = _on_map(passed)
        if kind == "hex" and ground.level(hexes[0]) == level and not ground.slope_hex(hexes[0]):
            return True
        if kind == "side" and len(hexes) > 1 and ground.level(hexes[0]) == level and ground.full_side(*hexes):
            return True
        if kind == "along" and all(ground.level(at) == level and not ground.slope_hex(at) for at in hexes):
            return True
    return False


def _every(between: Iterable[tuple[str, ...]], blocks: Callable[[str], bool]) -> bool:
    """wv 10.42.1: whether a hex that the line crosses blocks it, or both hexes beside a hexside along which it runs."""
    return any(hexes and all(map(blocks, hexes)) for hexes in between)


def _on_map(passed: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple(at for at in passed if at is not None)


@dataclass(frozen=True, slots=True)
class _Eyes:
    """What is in the way of somebody who looks out of a hex."""

    board: Board
    ground: Ground
    look: Look
    source: str

    def own(self, at: str) -> bool:
        """wv 10.42.4: own combat units, of whatever strength."""
        return any(uid not in self.look.without for uid in self.board.fighting(at, self.look.army))

    def stands_in_the_way(self, at: str) -> bool:
        """wv 10.4.3-1, 11.44-1: blocking terrain, or two strength points of whoever it is."""
        if self.ground.blocks_sight(at):
            return True
        own = strength_in(self.board, at, self.look.army, self.look.without)
        return own + self._enemies(at) >= BLOCKING

    def height(self, at: str) -> int:
        """wv 10.41.2: the level of a hex, one more for buildings or for two strength points of the enemy."""
        raised = self.ground.blocks_sight(at) or self._enemies(at) >= BLOCKING
        return self.ground.level(at) + raised

    def _enemies(self, at: str) -> int:
        enemy = ENEMY[self.look.army]
        far = self.look.guns and self.ground.distance(self.source, at) > MINIMUM
        if far and few_skirmishers(self.board, self.ground, at, enemy):
            return 0
        return strength_in(self.board, at, enemy, self.look.without)


def strength_in(board: Board, at: str, army: str, without: frozenset[str] = frozenset()) -> int:
    """wv 10.4.3-1: strength points of an army in a hex, guns and crews among them, some counters left out."""
    return sum(board.piece(uid).strength for uid in board.fighting(at, army) if uid not in without)


def few_skirmishers(board: Board, ground: Ground, at: str, army: str) -> bool:
    """wv 11.46-1: whether an army has nothing in a hex but skirmishers of three points or fewer, in clear terrain,
    wetlands or light cover."""
    units = board.fighting(at, army)
    alone = all(board.unit(uid).kind == SKIRMISHERS for uid in units)
    return bool(units) and alone and not ground.blocks_sight(at) and strength_in(board, at, army) <= FEW
