"""forces.yaml into values: commands, generals, units and detachment counters, and all that is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulesets.jours_de_gloire.mapdata import MapData, Reader

KINDS: Final = ("infantry", "cavalry")
LEVELS: Final = ("corps", "division", "detachment")
_CITED = re.compile(r"known: .*[^\W\d_]{3}.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Command:
    """jdg 4.1-1: what the book calls an army: its command points are its own. chief: general who commands it first."""

    id: str
    army: str
    name: str
    chief: str


@dataclass(frozen=True, slots=True)
class General:
    """jdg 1.1-1: vc: command value. rank: stars. bt: tactical bonus. at: box of the set-up, empty if he comes later.

    emperor: whether he is Napoleon (3.2, 9-8). marks: where each figure is from.
    """

    id: str
    name: str
    command: str
    vc: int
    rank: int
    bt: int
    emperor: bool
    at: str
    marks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unit:
    """jdg 1.2.1-1, 1.2.3: a combat unit. co: cohesion. ba, bc: bonus of guns and of horse. pf: initial strength points.

    kind: `infantry` or `cavalry`. level: `corps`, `division`, `detachment`. counter: detachment counter that it uses,
    empty for other levels. at: box of the set-up, empty if it comes later. marks: where each figure is from.
    """

    id: str
    name: str
    command: str
    kind: str
    co: int
    ba: int
    bc: int
    pf: int
    level: str
    guard: bool
    independent: bool
    counter: str
    at: str
    marks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Detachment:
    """jdg 1.2.1-5, 1.2.2-3: a counter for a detachment. It never has guns; bc is 0 for infantry."""

    id: str
    army: str
    name: str
    kind: str
    co: int
    bc: int


@dataclass(frozen=True)
class Forces:
    """Everything in forces.yaml, each in the order of the file."""

    commands: Mapping[str, Command]
    generals: Mapping[str, General]
    units: Mapping[str, Unit]
    detachments: Mapping[str, Detachment]


def read_forces(reader: Reader, data: Any, armies: Sequence[str], field: MapData | None) -> Forces:
    """jdg 4.1-1: commands, generals, units and detachment counters. field: the map, None if it cannot be used."""
    data = reader.mapping(data, "")
    reader.known(data, "", "commands generals units detachments")
    commands = {uid: _command(reader, uid, row, armies) for uid, row in reader.table(data, "commands")}
    generals = {uid: _general(reader, uid, row, commands, field) for uid, row in reader.table(data, "generals")}
    counters = {uid: _detachment(reader, uid, row, armies) for uid, row in reader.table(data, "detachments")}
    units = {uid: _unit(reader, uid, row, commands, field) for uid, row in reader.table(data, "units")}
    forces = Forces(commands, generals, units, counters)
    _check_chiefs(reader, forces)
    _check_counters(reader, forces)
    return forces


def _command(reader: Reader, uid: str, data: Mapping[str, Any], armies: Sequence[str]) -> Command:
    where = f"command {uid}"
    reader.known(data, where, "side name chief")
    army, name = reader.word(data, "side", where, armies), reader.text(data, "name", where)
    return Command(uid, army, name, reader.text(data, "chief", where))


def _place(reader: Reader, data: Mapping[str, Any], where: str, field: MapData | None) -> str:
    at = data.get("at", None)
    if not isinstance(at, str):
        reader.fault(where, "at is missing; it is a box, or empty for what comes later", "at")
        return ""
    if at and field is not None and at not in field.boxes:
        reader.missing(where, "box", at, field.boxes, "at")
    return at


def _of_command(reader: Reader, data: Mapping[str, Any], where: str, commands: Mapping[str, Command]) -> str:
    command = reader.text(data, "command", where)
    if command and command not in commands:
        reader.missing(where, "command", command, commands, "command")
    return command


def _marks(reader: Reader, data: Mapping[str, Any], where: str, due: str) -> Mapping[str, str]:
    """Where every figure is from: `estimated`, `invented`, or `known:` with the work that gives it."""
    marks = reader.mapping(data.get("marks"), where)
    reader.known(marks, f"{where}: marks", "vc rank bt pf co ba bc at")
    for member in due.split():
        mark = marks.get(member, "")
        if not mark:
            reader.fault(where, f"{member} has no mark; write known: ..., estimated or invented under marks", "marks")
        elif isinstance(mark, str) and mark.startswith("known"):
            if not _CITED.fullmatch(mark):
                reader.fault(where, f"{member} is marked known without a citation", "marks")
        elif mark not in ("estimated", "invented"):
            reader.fault(
                where, f"the mark of {member} is {str(mark)[:30]}; it is known: ..., estimated or invented", "marks"
            )
    return {member: str(mark) for member, mark in marks.items()}


def _general(
    reader: Reader, uid: str, data: Mapping[str, Any], commands: Mapping[str, Command], field: MapData | None
) -> General:
    where = f"general {uid}"
    reader.known(data, where, "name command vc rank bt emperor at marks")
    return General(
        uid,
        reader.text(data, "name", where),
        _of_command(reader, data, where, commands),
        reader.number(data, "vc", where, 1, 4),
        reader.number(data, "rank", where, 1, 4),
        reader.number(data, "bt", where, 0, 4),
        reader.flag(data, "emperor", where),
        _place(reader, data, where, field),
        _marks(reader, data, where, "vc rank bt"),
    )


def _unit(
    reader: Reader, uid: str, data: Mapping[str, Any], commands: Mapping[str, Command], field: MapData | None
) -> Unit:
    where = f"unit {uid}"
    reader.known(data, where, "name command kind co ba bc pf level guard independent counter at marks")
    at = _place(reader, data, where, field)
    return Unit(
        uid,
        reader.text(data, "name", where),
        _of_command(reader, data, where, commands),
        reader.word(data, "kind", where, KINDS),
        reader.number(data, "co", where, 1, 6),
        reader.number(data, "ba", where, 0, 9),
        reader.number(data, "bc", where, 0, 9),
        reader.number(data, "pf", where, 1, 40),
        reader.word(data, "level", where, LEVELS),
        reader.flag(data, "guard", where),
        reader.flag(data, "independent", where),
        str(data.get("counter", "")),
        at,
        _marks(reader, data, where, "pf co ba bc at" if at else "pf co ba bc"),
    )


def _detachment(reader: Reader, uid: str, data: Mapping[str, Any], armies: Sequence[str]) -> Detachment:
    where = f"detachment {uid}"
    reader.known(data, where, "side name kind co bc marks")
    kind, bc = reader.word(data, "kind", where, KINDS), reader.number(data, "bc", where, 0, 9)
    if (kind == "cavalry") != bool(bc):
        reader.fault(where, "a detachment of cavalry has a cavalry bonus, one of infantry has none")
    army, name = reader.word(data, "side", where, armies), reader.text(data, "name", where)
    return Detachment(uid, army, name, kind, reader.number(data, "co", where, 1, 6), bc)


def _check_chiefs(reader: Reader, forces: Forces) -> None:
    """jdg 4.1-1: every command has one chief of its own, and there is at most one Emperor."""
    held: dict[str, str] = {}
    for uid, command in forces.commands.items():
        chief = forces.generals.get(command.chief)
        if chief is None:
            where, more = f"command {uid}", " to be its chief"
            reader.missing(where, "general", command.chief, forces.generals, "chief", more)
        elif command.chief in held:
            reader.fault(f"command {uid}", f"{command.chief} is chief of {held[command.chief]} already", "chief")
        elif chief.command != uid:
            reader.fault(f"command {uid}", f"its chief {command.chief} belongs to {chief.command}", "chief")
        held.setdefault(command.chief, uid)
        if not any(unit.command == uid for unit in forces.units.values()):
            reader.fault(f"command {uid}", "no unit belongs to it")
    emperors = [uid for uid, general in forces.generals.items() if general.emperor]
    if len(emperors) > 1:
        reader.fault("generals", f"more than one is the Emperor: {', '.join(emperors)}")


def _check_counters(reader: Reader, forces: Forces) -> None:
    """jdg 1.2.2-2, 1.2.2-3: cavalry has a cavalry bonus; a detachment uses a counter of its kind and has no guns."""
    used: dict[str, str] = {}
    for uid, unit in forces.units.items():
        where = f"unit {uid}"
        if uid in forces.detachments:
            reader.fault(where, "a detachment counter has the same id")
        if unit.kind == "cavalry" and not unit.bc:
            reader.fault(where, "a unit of cavalry has a cavalry bonus", "bc")
        if (unit.level == "detachment") != bool(unit.counter):
            reader.fault(where, "a detachment, and nothing else, says which detachment counter it uses")
        elif unit.counter:
            _check_counter(reader, forces, unit)
            if unit.counter in used:
                reader.fault(where, f"{used[unit.counter]} uses counter {unit.counter} already", "counter")
            used.setdefault(unit.counter, uid)


def _check_counter(reader: Reader, forces: Forces, unit: Unit) -> None:
    where, counter = f"unit {unit.id}", forces.detachments.get(unit.counter)
    if counter is None:
        reader.missing(where, "detachment counter", unit.counter, forces.detachments, "counter")
        return
    command = forces.commands.get(unit.command)
    if counter.kind != unit.kind or (command is not None and command.army != counter.army):
        reader.fault(where, f"counter {unit.counter} is of another kind or side", "counter")
    if unit.ba or (unit.kind == "infantry" and unit.bc):
        reader.fault(where, "a detachment has no artillery bonus, one of infantry no cavalry bonus")
