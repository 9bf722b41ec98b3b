"""Random legal lists of attacks, with what they say of the decisions after the die."""

from __future__ import annotations

from pbem.engine.options import Json, Pick
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.vocabulary import DIRECTIONS
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import Entry, random_attacks, shuffled


def sample(options: AttackList[Piece], pick: Pick) -> Json:
    """A random list that `options` finds legal."""
    return random_attacks(options, pick, _prefer)


def _prefer(attack: Entry, pick: Pick) -> None:
    """Some of the decisions after the die: who advances, where to retreat, who pays."""
    by = attack["by"]
    if by and pick(2):
        unit = by[pick(len(by))]
        attack["advance"] = [{"unit": unit, "to": attack["on"][pick(len(attack["on"]))]}, {"unit": by[0]}]
    if pick(2):
        movers = [*by, *attack.get("bombard", ())]
        turned = [DIRECTIONS[index] for index in shuffled(len(DIRECTIONS), pick)]
        attack["retreat"] = [{"unit": unit, "to": turned[: 1 + pick(6)]} for unit in movers if pick(2)]
    if by and pick(4) == 0:
        attack["pay"] = list(by)
