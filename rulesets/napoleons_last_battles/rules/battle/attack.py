"""One attack of the orders as it was read: who, whom, how, and under which condition (6.0 to 7.2)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.fighting.attacks import Attack, AttackReader
from pbem.hexgame.fighting.said import Found

_MANNER: Final = ("bombard", "reduce", "pay", "retreat", "displace", "advance")
_READER: Final = AttackReader(
    members=("id", "on", "by", *_MANNER, "if", "else"),
    manner=_MANNER,
    lists=("bombard",),
    name="[a-z0-9][a-z0-9_-]{0,15}",
    case="6.0",
)


def read_attack(index: int, entry: Json) -> Attack | Found:
    """An entry of the list, or the first thing that makes it unreadable, with its path."""
    return _READER.read(index, entry)
