"""One attack of the orders as it was read: who, whom, how, and under which condition (7.1 to 7.9)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.documents.form import Some
from pbem.hexgame.documents.vocabulary import NAME
from pbem.hexgame.fighting.attacks import Attack, AttackReader
from pbem.hexgame.fighting.said import Found
from rulesets.napoleon_at_war.forms import ATTACK, MANNER

_READER: Final = AttackReader(
    members=ATTACK.members,
    manner=MANNER.members,
    lists=tuple(key for key, member in MANNER.members.items() if isinstance(member.node, Some)),
    name=NAME.pattern,
    case="7.0",
)


def read_attack(index: int, entry: Json) -> Attack | Found:
    """An entry of the list, or the first thing that makes it unreadable, with its path."""
    return _READER.read(index, entry)
