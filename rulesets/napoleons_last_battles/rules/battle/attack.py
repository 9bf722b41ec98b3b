"""One attack of the orders as it was read: who, whom, how, and under which condition (6.0 to 7.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Silent
from pbem.hexgame.fighting.attacks import Attack, AttackReader, Manner
from pbem.hexgame.fighting.said import Found

_MANNER: Final = ("bombard", "reduce", "leader", "pay", "retreat", "displace", "advance")


@dataclass(frozen=True, slots=True)
class Led(Manner):
    """nlb 16.13-1: how an attack is made, and which leader takes command of a stack in it; SILENT for none."""

    leader: Json | Silent = SILENT


_READER: Final = AttackReader(
    members=("id", "on", "by", *_MANNER, "if", "else"),
    manner=_MANNER,
    lists=("bombard",),
    name="[a-z0-9][a-z0-9_-]{0,15}",
    case="6.0",
    plain=Led(),
)


def leader_said(manner: Manner) -> Json | Silent:
    """nlb 16.13-1: what an attack says of the leader who takes command of a stack in it."""
    return manner.leader if isinstance(manner, Led) else SILENT


def read_attack(index: int, entry: Json) -> Attack | Found:
    """An entry of the list, or the first thing that makes it unreadable, with its path."""
    return _READER.read(index, entry)
