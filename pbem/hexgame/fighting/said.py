"""What orders say of a combat, read without trust: names, maps in lists, retreats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, SILENT, Silent

Path = tuple[str | int, ...]
Found = tuple[Path, Refusal]
"""A fault and its place in the orders."""

MOST_NAMES: Final = 64


def shown(value: Json) -> str:
    """A value from outside in a sentence: quoted and cut short."""
    return repr(str(value)[:40])


def is_names(value: Json | Silent) -> bool:
    """Whether a value is a list of at most MOST_NAMES texts."""
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        return False
    for name in value:  # noqa: SIM110 - this is asked several times for each attack, and a loop is twice as fast
        if not isinstance(name, str):
            return False
    return True


def names_in(value: Json | Silent) -> list[str]:
    """The texts of a list; one text stands for a list of it."""
    if isinstance(value, str):
        return [value]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def member(value: Json, key: str) -> Json:
    """A member of a map, None where there is no map or no such member."""
    return value.get(key) if isinstance(value, dict) else None


def entries(said: Json | Silent) -> Sequence[Mapping[str, Any]]:
    """The maps in a list of preferences; anything else in it is passed over."""
    return [one for one in said if isinstance(one, dict)] if isinstance(said, list) else []


def retreat_said(said: Json | Silent, unit: str) -> Json | Silent:
    """What an attack's entry says of where a unit retreats: a list of preferences, `ask`, or SILENT."""
    if said == ASK or isinstance(said, Silent):
        return said
    for one in entries(said):
        if one.get("unit") == unit:
            return one.get("to", [])
    return SILENT
