"""What orders say of combat, judged on the board as the moves leave it, or drawn at random for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.combat import attack_faults, fights_now
from rulesets.napoleons_last_battles.rules.battle.mounted import MOUNTED, mounted_faults
from rulesets.napoleons_last_battles.rules.raids import raided

ATTACKS: Final = "attacks"
Path = tuple[str | int, ...]


def combat_faults(board: Board, orders: Mapping[str, Json]) -> list[tuple[Path, Refusal]]:
    """nlb 4.2-3, 4.3-1, 6.0-1, 15.3-1: everything against the members `mounted` and `attacks`, with its place in the
    orders. board: read, never changed."""
    found: list[tuple[Path, Refusal]] = []
    if MOUNTED in orders:
        found += mounted_faults(board, orders[MOUNTED])
    if ATTACKS in orders and fights_now(board):
        found += [((ATTACKS, *path), refusal) for path, refusal in attack_faults(board, orders[ATTACKS])]
    elif orders.get(ATTACKS):
        text = "there is no combat now, and artillery may not bombard"
        found.append(((ATTACKS,), Refusal("4.2" if board.conditions == "night" else "4.3", text)))
    return found


def random_combats(board: Board, pick: Pick) -> dict[str, Json]:
    """nlb 16.17C: the member `attacks` drawn at random where there is combat now, attacks on trains among them."""
    if not fights_now(board):
        return {}
    listed: list[Json] = attack_list(board).sample(pick)
    return {ATTACKS: [*listed, *(entry for entry in raided(board, listed) if pick(2))]}
