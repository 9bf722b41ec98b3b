"""One attack of the orders as it was read: who, whom, how, and under which condition (7.1 to 7.9)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, SILENT, Silent

Path = tuple[str | int, ...]
Found = tuple[Path, Refusal]

RESULTS: Final = ("Ae", "De", "Ex", "Ar", "Dr")
MOST_NAMES: Final = 64
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,15}")
_MANNER: Final = ("bombard", "reduce", "pay", "retreat", "displace", "advance")
_MEMBERS: Final = frozenset(("id", "on", "by", "if", "else", *_MANNER))


@dataclass(frozen=True, slots=True)
class Manner:
    """How an attack is made; `else` may replace each member.

    bombard: batteries that fire from afar. reduce: column asked for, "" for none. pay, retreat, displace,
    advance: what the orders say of the decisions after the die, SILENT where they are silent.
    """

    bombard: tuple[str, ...] = ()
    reduce: str = ""
    pay: Json | Silent = SILENT
    retreat: Json | Silent = SILENT
    displace: Json | Silent = SILENT
    advance: Json | Silent = SILENT


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: its place in the list, its name, target hexes, adjacent attackers and manner.

    condition: {} for none, {"attack", "result"} or {"vacant"}. other: the manner where the condition does not
    hold, None where the attack is then not made.
    """

    index: int
    id: str
    on: tuple[str, ...]
    by: tuple[str, ...]
    manner: Manner
    condition: Mapping[str, Json]
    other: Manner | None

    def manners(self) -> tuple[tuple[Path, Manner], ...]:
        """Its manner and that of `else`, each with its path in the list of attacks."""
        own: tuple[tuple[Path, Manner], ...] = (((self.index,), self.manner),)
        return own if self.other is None else (*own, ((self.index, "else"), self.other))

    def batteries(self) -> tuple[str, ...]:
        """Everybody who bombards in one manner or the other, each once."""
        return tuple(dict.fromkeys(unit for _, manner in self.manners() for unit in manner.bombard))


def shown(value: Json) -> str:
    """A value from outside in a sentence: quoted and cut short."""
    return repr(str(value)[:40])


def read_attack(index: int, entry: Json) -> Attack | Found:
    """An entry of the list, or the first thing that makes it unreadable, with its path."""
    fault = _shape_fault(entry)
    if fault is not None:
        path, text = fault
        return (index, *path), Refusal("7.0", text)
    on, condition = tuple(entry["on"]), entry.get("if") or {}
    manner = _manner(entry, Manner())
    other = _manner(entry["else"], manner) if "else" in entry else None
    return Attack(index, entry.get("id", on[0]), on, tuple(entry.get("by", ())), manner, condition, other)


def _manner(entry: Mapping[str, Any], base: Manner) -> Manner:
    return Manner(
        tuple(entry["bombard"]) if "bombard" in entry else base.bombard,
        entry.get("reduce", base.reduce),
        entry.get("pay", base.pay),
        entry.get("retreat", base.retreat),
        entry.get("displace", base.displace),
        entry.get("advance", base.advance),
    )


def _shape_fault(entry: Json) -> tuple[Path, str] | None:
    if not isinstance(entry, dict):
        return (), f"an attack is a map with the members on and by, not {shown(entry)}"
    strange = [key for key in entry if key not in _MEMBERS]
    if strange:
        return (), f"an attack has no member {shown(strange[0])}"
    if not is_names(entry.get("on")) or not entry["on"]:
        return ("on",), "an attack names the hexes that it is made on"
    if not is_names(entry.get("by", [])):
        return ("by",), "by is a list of units"
    if not isinstance(entry.get("id", entry["on"][0]), str) or not _ID.fullmatch(entry.get("id", entry["on"][0])):
        return ("id",), "the name of an attack has 1 to 16 small letters, digits, - or _"
    return _manner_fault(entry) or _else_fault(entry)


def _manner_fault(entry: Mapping[str, Any]) -> tuple[Path, str] | None:
    if not is_names(entry.get("bombard", [])):
        return ("bombard",), "bombard is a list of batteries"
    if not isinstance(entry.get("reduce", ""), str):
        return ("reduce",), "reduce is an odds column"
    return None


def _else_fault(entry: Mapping[str, Any]) -> tuple[Path, str] | None:
    if "if" in entry and not isinstance(entry["if"], dict):
        return ("if",), "a condition is a map"
    if "else" not in entry:
        return None
    other = entry["else"]
    if not entry.get("if"):
        return ("else",), "there is an else without a condition"
    if not isinstance(other, dict) or any(key not in _MANNER for key in other):
        return ("else",), f"else replaces {', '.join(_MANNER)} and nothing else"
    fault = _manner_fault(other)
    return fault and (("else", *fault[0]), fault[1])


def is_names(value: Json | Silent) -> bool:
    """Whether a value is a list of at most MOST_NAMES texts."""
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        return False
    for name in value:  # noqa: SIM110 - this is asked several times for each attack, and a loop is twice as fast
        if not isinstance(name, str):
            return False
    return True


def retreats_said(manner: Manner, unit: str) -> Json | Silent:
    """What an attack's entry says of where a unit retreats: a list of preferences, `ask`, or SILENT."""
    said = manner.retreat
    if said == ASK or isinstance(said, Silent):
        return said
    for one in entries(said):
        if one.get("unit") == unit:
            return one.get("to", [])
    return SILENT


def entries(said: Json | Silent) -> Sequence[Mapping[str, Any]]:
    """The maps in a list of preferences; anything else in it is passed over."""
    return [one for one in said if isinstance(one, dict)] if isinstance(said, list) else []
