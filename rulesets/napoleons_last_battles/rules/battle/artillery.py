"""Bombardment: who may fire at whom from afar, and what he sees (7.1 to 7.3, 7.4A, 7.4E, 8.1C)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting import bombard
from pbem.hexgame.fighting.attacks import Attack
from pbem.wargame.sight import crossings
from rulesets.napoleons_last_battles.board import CHATEAU, GARRISON, Board
from rulesets.napoleons_last_battles.rules.battle.cases import CASES
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.command.effects import effects_of, out_of_command

ARTILLERY: Final = ("foot-artillery", "horse-artillery")
RANGE: Final = 2
FAR: Final = 3
"""Hexes that heavy artillery fires."""
HEAVY: Final = "heavy"
Wall = tuple[str, str]
"""What blocks a line of sight, as in a sentence, and the case."""


def barred(board: Board, unit: str, target: str, hexes: int) -> Refusal | None:
    """nlb 7.1B, 7.3-1, 7.4E, 8.1C, 11.3B-5, 16.10-1, 16.11D-1, TEC-river: what forbids a battery a target in range.

    A neighbour may be bombarded only over a hexside that stops zones. No chateau may, nor through one. Out of command
    nobody bombards.
    """
    field, name, at = board.field, board.roster.units[unit].name, board.at[unit]
    if out_of_command(board, (unit,)) and not effects_of(board.setting).bombard:
        return Refusal("11.3B", f"{name} in {at} is out of command and may not bombard", unit, at)
    text = f"{name} in {at} cannot bombard {target}"
    if hexes > reach(board, unit):
        text = f"{text}: it is not within {reach(board, unit)} hexes"
        return Refusal("7.1", text, unit, target)
    if target in board.chateaux:
        return Refusal("8.1C", f"{text}: it is a chateau", unit, target)
    if board.position.marks and any(board.marked(GARRISON, one) for one in fighting(board, target)):
        return Refusal("16.11D", f"{text}: a garrison alone is there", unit, target)
    if hexes < RANGE and field.crossed_by_zones(at, target):
        return Refusal("7.1B", f"{text}: it is next to it, and no river lies between", unit, target)
    wall = obstacle(field, at, target)
    if wall is not None:
        words, case = wall
        return Refusal(case, f"{name} in {at} does not see {target}: {words} in between", unit, target)
    return None


BOMBARDMENT: Final = bombard.Bombardment[Board](
    cases=CASES, blockers=lambda board, at, target: (), barred=barred, most=RANGE, kinds=ARTILLERY
)
"""nlb 7.0, 7.1-1, 7.1A, 7.4A: artillery outside enemy zones bombards two hexes far; it never has to.

`barred` looks along the line of sight.
"""
_HEAVY_TOO: Final = replace(BOMBARDMENT, most=FAR)


def bombardment(board: Board) -> bombard.Bombardment[Board]:
    """nlb 7.1-1, 16.10-1: what artillery may do from afar in this campaign."""
    return _HEAVY_TOO if board.setting.on("heavy-artillery") else BOMBARDMENT


def reach(board: Board, unit: str) -> int:
    """nlb 7.1-1, 16.10-1: how many hexes far a battery fires: two, heavy ones by the option three."""
    heavy = board.setting.on("heavy-artillery") and HEAVY in board.setting.roster.units[unit].traits
    return FAR if heavy else RANGE


def obstacle(field: HexField, a: str, b: str) -> Wall | None:
    """nlb 7.3-1, 7.3A, 7.3B, 7.3C, 7.3D, 8.1C: the first thing that blocks the straight line between two hexes.

    Forest, town and chateau hexes do, but not those at its ends; crest hexsides do, also theirs. Along a hexside the
    line is blocked by a crest there, or by the hexes on both sides together; at a corner where crests meet each other
    or a blocking hex.
    """
    key = obstacle, a, b
    if key not in field.found:
        field.found[key] = next(_obstacles(field, a, b), None)
    found: Wall | None = field.found[key]
    return found


def _obstacles(field: HexField, a: str, b: str) -> Iterator[Wall]:
    for meeting, passed in crossings(field.grids[field.map_of[a]], a, b):
        met = [at for at in passed if at is not None and at in field.map_of]
        hexes = [at for at in met if at not in (a, b) and field.kind(at).blocks_sight]
        pairs = [(one, other) for n, one in enumerate(met) for other in met[n + 1 :]]
        crests = [f"the crest {one}-{other}" for one, other in pairs if _is_crest(field, one, other)]
        named = [f"{field.terrain[at]} in {at}" for at in hexes]
        if meeting == "hex" and hexes:
            yield named[0], "8.1C" if field.terrain[hexes[0]] == CHATEAU else "7.3A"
        elif meeting == "side" and crests:
            yield crests[0], "7.3D" if {a, b}.intersection(met) else "7.3A"
        elif meeting == "along" and (crests or len(hexes) > 1):
            yield (crests[0] if crests else " and ".join(named)), "7.3B"
        elif meeting == "corner" and crests and len(crests) + len(hexes) > 1:
            yield " and ".join([*crests, *named]), "7.3C"


def _is_crest(field: HexField, a: str, b: str) -> bool:
    return any(side.blocks_sight and field.has(kind, a, b) for kind, side in field.chart.sides.items())


def bombardment_refusal(board: Board, unit: str, target: str) -> Refusal | None:
    """nlb 7.0, 7.1-1, 7.4A: why a unit on the map may not bombard a hex now; None if it may.

    Who stands in the target hex is not asked here.
    """
    return bombardment(board).refusal(board, unit, target)


def alone_in_rain(board: HexBoard[Piece], attack: Attack) -> Refusal:
    """nlb 16.5-4: why batteries make no attack of their own in rain."""
    first, target = attack.batteries()[0], attack.on[0]
    name = board.roster.units[first].name if first in board.roster.units else first[:40]
    text = f"{name} cannot bombard {target} alone in rain: attack {attack.id} has no unit next to it"
    return Refusal("16.5", text, first, target)


def targets_of(board: Board, unit: str) -> tuple[str, ...]:
    """nlb 7.1A: the enemy hexes that a unit may bombard now, ascending."""
    return bombardment(board).targets(board, unit)
