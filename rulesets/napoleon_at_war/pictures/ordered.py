"""Orders as arrows before anything of them is carried out: marches, and attacks from where their units will stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json
from pbem.engine.picture import Arrow
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

ORDERED, ATTACK = "ordered", "attack ordered"


def ordered(setting: Setting, position: Position, orders: Json) -> tuple[Arrow, ...]:
    """Cases 5.0 and 7.0: an arrow for each march with a path, and one from each attacker to each hex that he attacks.

    orders: the public input of a player turn. Who enters has an arrow from his first hex on.
    """
    at = dict(position.at)
    marches = list(_marches(setting, at, orders.get("moves", ())))
    attacks = [arrow for entry in orders.get("attacks", ()) for arrow in _attacks(setting, at, entry)]
    return (*marches, *dict.fromkeys(attacks))


def _marches(setting: Setting, at: dict[str, str], moves: Sequence[Mapping[str, Any]]) -> Iterator[Arrow]:
    """One for each move, in order; at: where the units stand, kept in step."""
    for entry in moves:
        unit, path = entry["unit"], tuple(entry.get("path", ()))
        if unit not in setting.roster.units or not path or any(to not in setting.field.neighbours for to in path):
            continue
        enters, way = unit not in at, path if at.get(unit) in (None, path[0]) else (at[unit], *path)
        at[unit] = path[-1]
        if enters or len(way) > 1:
            yield Arrow(setting.roster.units[unit].army, way, ORDERED, (unit,))


def _attacks(setting: Setting, at: Mapping[str, str], entry: Mapping[str, Any]) -> Iterator[Arrow]:
    """From each hex whence an attack is ordered to each that it is on; those of one hex share an arrow."""
    whence: dict[str, list[str]] = {}
    for unit in (*entry.get("by", ()), *entry.get("bombard", ())):
        if unit in at:
            whence.setdefault(at[unit], []).append(unit)
    for start, units in whence.items():
        for target in entry["on"]:
            if target in setting.field.neighbours and target != start:
                yield Arrow(setting.roster.units[units[0]].army, (start, target), ATTACK, tuple(units))
