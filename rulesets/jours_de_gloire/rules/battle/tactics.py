"""Tactic chits: who may play which, how many rounds they make, and a player's preferences among them (jdg 8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.calculation import Effect
from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.rules.battle.parts import ROLES, Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables

Json = Any

DECISIVE: Final = "decisive"
OFFENSIVE: Final = "offensive"
SCREEN: Final = "screen"
SKIRMISH: Final = "skirmish"
# What bars a force from a chit.
CASE: Final[Mapping[str, str]] = {DECISIVE: "8.2-4", OFFENSIVE: "8.2-5", SCREEN: "8.2-6", SKIRMISH: "8.2-7"}
# Readings of the limit of the Screen chit (8.2-6): `few` bars it below 3 PF, `printed` above.
FEW: Final = "few"
PRINTED: Final = "printed"


@dataclass(frozen=True, slots=True)
class Length:
    """What two chits come to.

    value: rounds before the weather, which is also the type of battle for victory points (9-4). kind: that type, by
    the name of the chit of that value. rounds: to be fought at most. why: what rounded or changed the half sum.
    """

    value: int
    kind: str
    rounds: int
    why: tuple[Effect, ...]


def chits(tables: Tables) -> tuple[str, ...]:
    """jdg 8.2-1: all chits, the highest value first."""
    return tuple(sorted(tables.value("tactics"), key=lambda chit: -chit_value(tables, chit)))


def chit_value(tables: Tables, chit: str) -> int:
    """jdg 8.2-1: the value of a chit."""
    return tables.number("tactics", chit, "value")


def length(tables: Tables, attacker: str, defender: str, *, one_general: bool, weather: str) -> Length:
    """jdg 8.2-2, 8.2-3, 3.1-S2, 9-4: rounds and type of a battle from both chits.

    one_general: exactly one of the two armies has a general in the box. Snow shortens, but does not change the type.
    """
    total, why = chit_value(tables, attacker) + chit_value(tables, defender), []
    value = total // 2
    if one_general and total % 2:
        value += 1
        why.append(Effect(1, "only one side has a general", "8.2-3"))
    rounds = tables.rounds(value, weather)
    if rounds != value:
        why.append(Effect(rounds - value, weather, "3.1-S2"))
    kind = next(chit for chit in chits(tables) if chit_value(tables, chit) == value)
    return Length(value, kind, rounds, tuple(why))


def one_general(attacker: Force, defender: Force) -> bool:
    """jdg 8.2-3: whether exactly one army has any general there."""
    return bool(attacker.leaders) != bool(defender.leaders)


def refusal(tables: Tables, chit: str, force: Force, screen_limit: str = FEW) -> Refusal | None:
    """jdg 8.2-4, 8.2-5, 8.2-6, 8.2-7: why a force may not play a chit; None if it may.

    screen_limit: `few` or `printed`. A force that no chit would be left for may play Skirmish (8.2-7).
    """
    found = _barred(tables, chit, force, screen_limit)
    if found and chit == SKIRMISH and all(_barred(tables, other, force, screen_limit) for other in chits(tables)):
        return None
    return found


def legal(tables: Tables, force: Force, screen_limit: str = FEW) -> tuple[str, ...]:
    """The chits that a force may play, the highest first; never empty."""
    return tuple(chit for chit in chits(tables) if refusal(tables, chit, force, screen_limit) is None)


def lone_detachment(force: Force) -> bool:
    """jdg 8.2-6, 8.2-7: a single detachment without a general."""
    return len(force.fighters) == 1 and force.fighters[0].detachment and not force.leaders


def _barred(tables: Tables, chit: str, force: Force, screen_limit: str) -> Refusal | None:
    if chit not in tables.value("tactics"):
        return Refusal("8.2-1", f"{chit} is no tactic chit", legal=chits(tables))
    if lone_detachment(force) and tables.value("tactics", chit, "alone") == "no":
        case = CASE[SCREEN if chit == SCREEN else SKIRMISH]
        return Refusal(case, "a detachment alone and without a general may only skirmish", force.fighters[0].id)
    return _unled(tables, chit, force) or _wrong_size(tables, chit, force, screen_limit)


def _unled(tables: Tables, chit: str, force: Force) -> Refusal | None:
    rank = tables.bound("tactics", chit, "general")
    if rank is None or any(leader.rank >= rank for leader in force.leaders):
        return None
    stars = f" of at least {rank} stars" if rank else ""
    return Refusal(CASE[chit], f"{chit} needs a general{stars} in the box")


def _wrong_size(tables: Tables, chit: str, force: Force, screen_limit: str) -> Refusal | None:
    """The bounds of the chit, for Screen those of the reading as well."""
    paths = [("tactics", chit), *([("screen-limit", screen_limit)] if chit == SCREEN else [])]
    for path in paths:
        least, most = tables.bound(*path, "least"), tables.bound(*path, "most")
        if least is not None and force.pf < least:
            there = "there is 1" if force.pf == 1 else f"there are {force.pf}"
            return Refusal(CASE[chit], f"{chit} needs at least {least} PF; {there}")
        if most is not None and force.pf > most and not lone_detachment(force):
            return Refusal(CASE[chit], f"{chit} is for at most {most} PF; there are {force.pf}")
    return None


@dataclass(frozen=True, slots=True)
class Preference:
    """One line of a player's plan: play this chit where all of this holds.

    role: `attacker`, `defender`, or empty for both. own: least and most own PF. enemy: least and most enemy counters
    in the box. boxes: where; empty for everywhere. None sets no bound.
    """

    chit: str
    role: str = ""
    own: tuple[int | None, int | None] = (None, None)
    enemy: tuple[int | None, int | None] = (None, None)
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Preferences, the first that holds and is legal counting; else the highest or the lowest legal chit."""

    preferences: tuple[Preference, ...] = ()
    highest: bool = True


@dataclass(frozen=True, slots=True)
class Sight:
    """What a plan looks at: the role, the box, own PF, and how many enemy counters stand there, dummies included."""

    role: str
    box: str
    own: int
    enemy: int


def planned(plan: Plan, sight: Sight, allowed: Sequence[str]) -> str:
    """The chit that a plan comes to. allowed: the legal chits, highest first, at least one."""
    for line in plan.preferences:
        if line.chit in allowed and holds(line, sight):
            return line.chit
    return allowed[0] if plan.highest else allowed[-1]


def holds(line: Preference, sight: Sight) -> bool:
    """Whether the conditions of a preference hold."""
    if line.role and line.role != sight.role:
        return False
    if line.boxes and sight.box not in line.boxes:
        return False
    return _within(sight.own, line.own) and _within(sight.enemy, line.enemy)


def _within(number: int, bounds: tuple[int | None, int | None]) -> bool:
    least, most = bounds
    return (least is None or number >= least) and (most is None or number <= most)


def plan_of(said: Json) -> Plan:
    """A plan from orders that its schema has accepted.

    {"prefer": [{"chit", "as": attacker|defender, "own": {"least", "most"}, "enemy": {...}, "boxes": [...]}],
    "else": "highest"|"lowest"}; everything but `chit` may be missing.
    """
    lines = tuple(
        Preference(
            line["chit"],
            line["as"] if line.get("as") in ROLES else "",
            _bounds(line.get("own", {})),
            _bounds(line.get("enemy", {})),
            tuple(line.get("boxes", ())),
        )
        for line in said.get("prefer", ())
    )
    return Plan(lines, said.get("else", "highest") == "highest")


def _bounds(said: Mapping[str, int]) -> tuple[int | None, int | None]:
    return said.get("least"), said.get("most")
