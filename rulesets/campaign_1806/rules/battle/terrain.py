"""What terrain does for defenders and to horse (11.31, 11.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.engine.calculation import Effect
from pbem.hexgame.field.field import HexField
from rulesets.campaign_1806.battlefield import BRIDGE, CHATEAU, RIVER, SLOPE, STREAM, WOODS, Defence
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.roster import FOOT, HORSE

_CASES: Mapping[str, str] = {STREAM: "11.31B", SLOPE: "11.31B", BRIDGE: "11.31F"}
_HALF = Fraction(1, 2)


def held_chateau(board: Board, at: str) -> bool:
    """osg 11.5, 11.51, 11.52-1: whether one unit of foot alone holds a chateau; of several none has its benefits."""
    if board.field.terrain[at] != CHATEAU:
        return False
    there = [board.unit(uid) for uid in board.units_in(at)]
    return [unit.kind in FOOT for unit in there if unit.fights] == [True]


def of_defender(field: HexField, defence: Defence, beside: Sequence[str], targets: Sequence[str]) -> Effect | None:
    """osg 11.22-2, 11.31A, 11.31B, 11.31C, 11.31D, 11.31F, 11.31-NOTE, 8.32-2, 9.25: the one effect that multiplies the
    defenders of all targets, the best for them, None for none.

    By the terrain of a target, or by the hexsides if every attacker next to it comes over a stream, up a slope or over
    a bridged river. beside: the hexes of the attackers.
    """
    found: list[Effect] = []
    for at in targets:
        kind = field.terrain[at]
        found.append(Effect(defence.hexes[kind], f"{kind} at {at}", "11.31A"))
        found.append(_by_sides(field, defence, at, [one for one in beside if one in field.neighbours[at]]))
    best = max(found, key=lambda effect: effect.by)
    return best if best.by > 1 else None


def _by_sides(field: HexField, defence: Defence, at: str, beside: Sequence[str]) -> Effect:
    """The least that any hexside gives, for all attackers have to come over one; bridges alone double."""
    crossed = [_side(field, defence, start, at) for start in beside]
    least = min(crossed, key=lambda kind: defence.sides[kind] if kind else Fraction(1), default="")
    return Effect(defence.sides[least] if least else 1, f"over a {least} into {at}", _CASES.get(least, "11.31B"))


def _side(field: HexField, defence: Defence, start: str, at: str) -> str:
    kinds = [kind for kind in (STREAM, RIVER) if field.has(kind, start, at)]
    kinds += [SLOPE] if field.climbs(SLOPE, start, at) else []
    named = [BRIDGE if kind == RIVER else kind for kind in kinds]
    return max(named, key=lambda kind: defence.sides[kind], default="")


def halved(board: Board, uid: str, over: Sequence[tuple[str, str]]) -> Effect | None:
    """osg 11.31E: horse has half its strength where all the hexsides that it fights over are wooded."""
    if board.unit(uid).kind not in HORSE or not over:
        return None
    wooded = all(board.field.has(WOODS, a, b) for a, b in over)
    return Effect(_HALF, "horse over a wooded hexside", "11.31E") if wooded else None
