"""The pairs of markers of hidden movement: which there are, where they stand, and who is under them (16.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.roster import TWINS
from rulesets.napoleons_last_battles.setting import Setting

_PREFIX: Final = "hm-"
SAYS: Final = "says"
"""The one member of what a pair holds: the letter of the marker under which the units are; the other is a dummy."""


def is_pair(marker: str) -> bool:
    """Whether the id of what is committed to is that of a pair, and not of a memo."""
    return marker.startswith(_PREFIX)


def pair_of(marker: str) -> str:
    """The pair of a marker."""
    return marker[:-1]


def twins_of(pair: str) -> tuple[str, ...]:
    """nlb 16.6-1: the two markers of a pair."""
    return tuple(pair + twin for twin in TWINS)


def pairs_of(setting: Setting, army: str) -> tuple[str, ...]:
    """nlb 16.6-1: the pairs of an army, in the order of the roster; none without the option."""
    units = setting.roster.units
    return tuple(dict.fromkeys(pair_of(uid) for uid in setting.markers if units[uid].army == army))


def army_of(setting: Setting, pair: str) -> str:
    """The army of a pair."""
    return setting.roster.units[pair + TWINS[0]].army


def pairs_in_play(position: Position) -> tuple[str, ...]:
    """nlb 16.6A-2: the pairs that stand for units now, in order of id."""
    return tuple(sorted(set(position.hidden.values())))


def free_pairs(board: Board) -> tuple[str, ...]:
    """nlb 16.6A-2: the pairs of the phasing army that stand for nobody."""
    used = set(board.position.hidden.values())
    return tuple(pair for pair in pairs_of(board.setting, board.position.army) if pair not in used)


def under(board: Board, pair: str) -> tuple[str, ...]:
    """nlb 16.6-1: the units and leaders for whom a pair stands, in roster order. Both sides know them."""
    units = board.setting.roster.units
    return tuple(sorted((u for u, at in board.position.hidden.items() if at == pair), key=lambda u: units[u].order))


def places(board: Board, pair: str) -> Mapping[str, str]:
    """Marker -> hex of the markers of a pair that are on the map."""
    return {marker: board.at[marker] for marker in twins_of(pair) if marker in board.at}


def waits(board: Board, marker: str) -> bool:
    """nlb 16.6A-1: whether a marker stands for reinforcements and has not come in yet."""
    return marker not in board.at and pair_of(marker) in board.position.hidden.values()


def real_of(content: Json) -> str:
    """The letter of the real marker in what was committed to; the first one where that is none."""
    says = content.get(SAYS) if isinstance(content, dict) and len(content) == 1 else None
    return says if isinstance(says, str) and says in TWINS else TWINS[0]


def own_real(board: Board, pair: str) -> str:
    """The real marker of a pair, for who looks at a board and has committed to it; "" for everybody else."""
    markers = board.own.markers
    return pair + real_of(markers[pair]) if pair in markers else ""


def told(board: Board, units: Sequence[str]) -> str:
    """`Ney, 1/1 and 2/1`: the names of units and leaders."""
    names = [board.setting.roster.units[unit].name for unit in units]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
