"""Different arms in one attack: the odds of combined arms, or the arms that combined effects enhance (15.1, 16.7)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from pbem.engine.calculation import Calculation, Effect
from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Request, Silent, Tell
from pbem.hexgame.fighting.engagement import Engagement
from rulesets.napoleons_last_battles.board import INFANTRY, Board

CAVALRY, ARTILLERY = "cavalry", "artillery"
ARMS: Final = (INFANTRY, CAVALRY, ARTILLERY)
CLEAR: Final = "clear"
_ALL: Final = len(ARMS)
_TIMES: Final = {2: "doubled", 3: "tripled"}
Enhanced = Mapping[str, int]
"""Arm -> by what its units are multiplied."""


def arm_of(board: Board, unit: str) -> str:
    """Infantry, cavalry or artillery."""
    kind = board.roster.units[unit].kind
    return kind if kind in ARMS else ARTILLERY


def arms_of(board: Board, units: Sequence[str]) -> tuple[str, ...]:
    """The arms of units, in the order of ARMS."""
    found = {arm_of(board, unit) for unit in units}
    return tuple(arm for arm in ARMS if arm in found)


def shift(board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]) -> Iterator[Effect]:
    """nlb 15.1-1: all three arms against a single hex shift the odds by one column; bombarders count."""
    if not board.setting.on("combined-arms") or len({board.at[unit] for unit in targets}) > 1:
        return
    if len(arms_of(board, (*by, *bombard))) == _ALL:
        yield Effect(1, "infantry, cavalry and artillery together", "15.1")


def enhancements(
    board: Board, by: Sequence[str], bombard: Sequence[str], targets: Sequence[str]
) -> Mapping[str, Enhanced]:
    """nlb 16.7-1: what the defender may choose of; empty where nothing is enhanced.

    Name of the choice -> the enhanced arms. Two arms: one is doubled, artillery with cavalry tripled. Three: one is
    tripled and another doubled, `cavalry-artillery` in this order. Only against infantry alone, in clear hexes alone.
    """
    if not board.setting.on("combined-effects"):
        return {}
    terrain = board.field.terrain
    if any(arm_of(board, unit) != INFANTRY or terrain[board.at[unit]] != CLEAR for unit in targets):
        return {}
    arms = arms_of(board, (*by, *bombard))
    if len(arms) == _ALL:
        return {f"{most}-{more}": {most: 3, more: 2} for most, more in permutations(arms, 2)}
    if len(arms) < 2:
        return {}
    return {arm: {arm: 3 if arm == ARTILLERY and INFANTRY not in arms else 2} for arm in arms}


def enhancing(board: Board, unit: str, enhanced: Enhanced) -> tuple[Effect, ...]:
    """nlb 16.7-1, 16.7-2: what multiplies an attacker whose arm is enhanced."""
    times = enhanced.get(arm_of(board, unit), 1)
    return (Effect(times, f"{_TIMES[times]} beside another arm", "16.7"),) if times > 1 else ()


def choose_arms(
    combat: Engagement[Board], offered: Sequence[str], reckon: Callable[[str], Calculation]
) -> Generator[Request, Any, str]:
    """nlb 16.7-1: the defender says which arms are enhanced; unless he does, those that lower the odds most.

    His slot is that of the first defender's formation and names the arm that he would rather see enhanced, or most.
    """
    columns, foe = combat.board.setting.columns, combat.ledger.foe
    ranked = sorted(offered, key=lambda arms: (columns.index(reckon(arms).column), offered.index(arms)))
    options = Listed(ranked, "16.7", "the arms that are enhanced")
    formation = combat.board.roster.units[combat.targets[0]].formation

    def read(said: Json) -> Json | Silent:
        return next((arms for arms in ranked if arms == said or arms.split("-")[0] == said), SILENT)

    answer = yield combat.decision(foe, "arm", options, "arm", SILENT, f"arm.{formation}", read, obliged=False)
    yield Tell({"kind": "arms", "id": combat.attack.id, "army": foe, "arms": answer, "case": "16.7"})
    return str(answer)
