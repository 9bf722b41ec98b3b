"""Attacks of a list: who, whom, how, and under which condition; and their entries, read without trust."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import SILENT, Silent
from pbem.hexgame.fighting.said import Found, Path, is_names, shown


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


@dataclass(frozen=True, slots=True)
class AttackReader:
    """What entries may hold.

    members: of an attack. manner: of how it is made, which `else` may replace. lists: those of these that the rules
    keep as lists; what is for after the die they read when it has fallen. name: pattern of an attack's name.
    case: of the rulebook, for refusals. plain: a manner of which nothing is said; a rulebook's own may hold more.
    """

    members: Collection[str]
    manner: Collection[str]
    lists: Collection[str]
    name: str
    case: str
    plain: Manner = Manner()

    def read(self, index: int, entry: Json) -> Attack | Found:
        """An entry of the list, or the first thing that makes it unreadable, with its path."""
        fault = self._shape_fault(entry)
        if fault is not None:
            path, text = fault
            return (index, *path), Refusal(self.case, text)
        on, condition = tuple(entry["on"]), entry.get("if") or {}
        manner = self._manner(entry, self.plain)
        other = self._manner(entry["else"], manner) if "else" in entry else None
        return Attack(index, entry.get("id", on[0]), on, tuple(entry.get("by", ())), manner, condition, other)

    def _manner(self, entry: Mapping[str, Any], base: Manner) -> Manner:
        said = {key: entry[key] for key in self.manner if key in entry}
        if not said:
            return base
        changed: dict[str, Any] = {key: tuple(value) if key in self.lists else value for key, value in said.items()}
        # Of a plain manner nothing is to be kept: making one anew takes a fraction of the time.
        return type(base)(**changed) if base is self.plain else replace(base, **changed)

    def _shape_fault(self, entry: Json) -> tuple[Path, str] | None:
        if not isinstance(entry, dict):
            return (), f"an attack is a map with the members on and by, not {shown(entry)}"
        strange = [key for key in entry if key not in self.members]
        if strange:
            return (), f"an attack has no member {shown(strange[0])}"
        if not is_names(entry.get("on")) or not entry["on"]:
            return ("on",), "an attack names the hexes that it is made on"
        if not is_names(entry.get("by", [])):
            return ("by",), "by is a list of units"
        name = entry.get("id", entry["on"][0])
        if not isinstance(name, str) or not re.fullmatch(self.name, name):
            return ("id",), "the name of an attack has 1 to 16 small letters, digits, - or _"
        return _manner_fault(entry) or self._else_fault(entry)

    def _else_fault(self, entry: Mapping[str, Any]) -> tuple[Path, str] | None:
        if "if" in entry and not isinstance(entry["if"], dict):
            return ("if",), "a condition is a map"
        if "else" not in entry:
            return None
        other = entry["else"]
        if not entry.get("if"):
            return ("else",), "there is an else without a condition"
        if not isinstance(other, dict) or any(key not in self.manner for key in other):
            return ("else",), f"else replaces {', '.join(self.manner)} and nothing else"
        fault = _manner_fault(other)
        return fault and (("else", *fault[0]), fault[1])


def _manner_fault(entry: Mapping[str, Any]) -> tuple[Path, str] | None:
    if not is_names(entry.get("bombard", [])):
        return ("bombard",), "bombard is a list of batteries"
    if not isinstance(entry.get("reduce", ""), str):
        return ("reduce",), "reduce is an odds column"
    return None
