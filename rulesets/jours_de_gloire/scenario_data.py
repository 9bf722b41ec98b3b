"""scenario.yaml into values: what a scenario says beside its forces, and all that is wrong in the file by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulesets.jours_de_gloire.mapdata import Reader
from rulesets.jours_de_gloire.roster import KINDS

GAMES: Final = ("poland", "danube")
BY_RULE: Final = "by rule"
_MOST_TURNS, _MOST_COUNTERS = 60, 20
_ARMY = re.compile(r"[a-z-]{1,24}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ArmyData:
    """jdg 1.3-1, A.7.1, B.7.1: an army's markers, for all its nations. letter: beginning of its counters' ids.

    dummies: kind -> number. forces: Force markers. pontoons: pontoon markers.
    """

    id: str
    name: str
    letter: str
    dummies: Mapping[str, int]
    forces: int
    pontoons: int


@dataclass(frozen=True, slots=True)
class Turn:
    """jdg A.0.2, B.0.2: a game turn. month: for the weather. label: the days that it stands for."""

    month: str
    label: str


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """jdg 3.3-1: what comes on a turn, into a box or by an entry, or as strength points for a command.

    delay: lowest die on which it comes, tried anew each turn; 0 for certain.
    """

    army: str
    turn: int
    box: str
    entry: str
    units: tuple[str, ...]
    generals: tuple[str, ...]
    pf: int
    command: str
    delay: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """jdg 4.2-2: on a turn `remove` leaves the game and `chief` has the command."""

    turn: int
    remove: str
    chief: str
    command: str
    why: str


@dataclass(frozen=True, slots=True)
class Defection:
    """jdg B.7.1: a command that changes sides. rolls: turn -> lowest die on which it does.

    The die falls when the player turn of the army `to` has ended.
    """

    command: str
    to: str
    rolls: Mapping[int, int]
    why: str


@dataclass(frozen=True, slots=True)
class Begun:
    """jdg 8.8-S1: a siege that goes on when the scenario begins. by: the besieger. step: the last one done."""

    by: str
    step: int


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """Everything in scenario.yaml. first: army that begins turn 1, `by rule` where the dice say. boxes: box -> PV.

    handicap: army -> PV with which it begins, so that both have a chance; no rule of the book.
    """

    title: str
    game: str
    map: str
    armies: tuple[str, str]
    first: str
    turns: tuple[Turn, ...]
    mud: bool
    counters: Mapping[str, ArmyData]
    control: Mapping[str, str]
    sieges: Mapping[str, Begun]
    reinforcements: tuple[Reinforcement, ...]
    replacements: tuple[Replacement, ...]
    boxes: Mapping[str, int]
    handicap: Mapping[str, int]
    defection: Defection | None
    note: str


def read_scenario(reader: Reader, data: Any, months: Sequence[str]) -> ScenarioData:
    """jdg T-SCEN: what stands in the file by itself; `setting` compares it with map and forces."""
    data = reader.mapping(data, "")
    reader.known(
        data,
        "",
        "title game map sides first turns weather counters control sieges reinforcements replacements victory special"
        " note",
    )
    armies = _armies(reader, data)
    turns = tuple(_turn(reader, n, row, months) for n, row in enumerate(reader.rows(data.get("turns"), "turns"), 1))
    if not 1 <= len(turns) <= _MOST_TURNS:
        reader.fault("turns", f"there are {len(turns)}, not 1 to {_MOST_TURNS}")
    weather = reader.mapping(data.get("weather"), "weather")
    reader.known(weather, "weather", "mud")
    victory = reader.mapping(data.get("victory"), "victory")
    reader.known(victory, "victory", "boxes handicap")
    handicap = reader.mapping(victory.get("handicap", {}), "victory")
    reader.known(handicap, "victory: handicap", " ".join(armies))
    boxes, control = (reader.mapping(victory.get("boxes"), "victory"), reader.mapping(data.get("control"), "control"))
    return ScenarioData(
        reader.text(data, "title", ""),
        reader.word(data, "game", "", GAMES),
        reader.text(data, "map", ""),
        armies,
        reader.word(data, "first", "", (*armies, BY_RULE), BY_RULE),
        turns,
        reader.flag(weather, "mud", "weather"),
        _counters(reader, data, armies),
        {box: reader.word(control, box, "control", armies) for box in control},
        {box: _begun(reader, box, row, armies) for box, row in reader.table(data, "sieges")},
        tuple(_reinforcement(reader, n, row, armies) for n, row in _numbered(reader, data, "reinforcements")),
        tuple(_replacement(reader, n, row) for n, row in _numbered(reader, data, "replacements")),
        {box: reader.number(boxes, box, "victory", 1, 50) for box in boxes},
        {army: reader.number(handicap, army, "victory: handicap", 1, 99) for army in handicap},
        _defection(reader, data, armies),
        str(data.get("note", "")),
    )


def _begun(reader: Reader, box: str, row: Mapping[str, Any], armies: Sequence[str]) -> Begun:
    where = f"sieges {box}"
    reader.known(row, where, "by step")
    return Begun(reader.word(row, "by", where, armies), reader.number(row, "step", where, 1, 5))


def _numbered(reader: Reader, data: Mapping[str, Any], member: str) -> list[tuple[int, Mapping[str, Any]]]:
    rows = reader.rows(data.get(member), member)
    return [(n, reader.mapping(row, f"{member}, {n}")) for n, row in enumerate(rows, 1)]


def _armies(reader: Reader, data: Mapping[str, Any]) -> tuple[str, str]:
    armies: Any = data.get("sides")
    named = isinstance(armies, list) and all(isinstance(army, str) and _ARMY.fullmatch(army) for army in armies)
    if named and len(armies) == 2 and "french" in armies and armies[0] != armies[1]:
        return armies[0], armies[1]
    reader.fault("sides", "there are two of the letters a-z, one of them french")
    return "french", "enemy"


def _turn(reader: Reader, number: int, row: Any, months: Sequence[str]) -> Turn:
    where = f"turn {number}"
    data = reader.mapping(row, where)
    reader.known(data, where, "month label")
    return Turn(reader.word(data, "month", where, months), reader.text(data, "label", where))


def _counters(reader: Reader, data: Mapping[str, Any], armies: tuple[str, str]) -> Mapping[str, ArmyData]:
    found, same = reader.mapping(data.get("counters"), "counters"), 1
    while armies[0][:same] == armies[1][:same]:
        same += 1
    reader.known(found, "counters", " ".join(armies))
    result = {}
    for army in armies:
        where = f"counters of {army}"
        entry = reader.mapping(found.get(army), where)
        reader.known(entry, where, "name dummies forces pontoons")
        dummies = reader.mapping(entry.get("dummies"), where)
        reader.known(dummies, f"{where}: dummies", " ".join(KINDS))
        numbers = {kind: reader.number(dummies, kind, f"{where}: dummies", 0, _MOST_COUNTERS, "0") for kind in KINDS}
        markers = [reader.number(entry, kind, where, 0, _MOST_COUNTERS, "0") for kind in ("forces", "pontoons")]
        result[army] = ArmyData(army, reader.text(entry, "name", where), army[:same], numbers, markers[0], markers[1])
    return result


def _ids(reader: Reader, data: Mapping[str, Any], member: str, where: str) -> tuple[str, ...]:
    return tuple(str(uid) for uid in reader.rows(data.get(member), f"{where}: {member}"))


def _reinforcement(reader: Reader, number: int, data: Mapping[str, Any], armies: Sequence[str]) -> Reinforcement:
    where = f"reinforcements, {number}"
    reader.known(data, where, "side turn box entry units generals pf command delay")
    units, generals = _ids(reader, data, "units", where), _ids(reader, data, "generals", where)
    pf = reader.number(data, "pf", where, 0, 50, "0")
    box, entry = str(data.get("box", "")), str(data.get("entry", ""))
    if pf and (units or generals or box or entry or "command" not in data):
        reader.fault(where, "strength points go to a command, and nothing else comes with them")
    elif not pf and (bool(box) == bool(entry) or not (units or generals)):
        reader.fault(where, "units or generals come either into a box or by an entry")
    return Reinforcement(
        reader.word(data, "side", where, armies),
        reader.number(data, "turn", where, 1, _MOST_TURNS),
        box,
        entry,
        units,
        generals,
        pf,
        str(data.get("command", "")),
        reader.number(data, "delay", where, 2, 6) if "delay" in data else 0,
    )


def _replacement(reader: Reader, number: int, data: Mapping[str, Any]) -> Replacement:
    where = f"replacements, {number}"
    reader.known(data, where, "turn remove chief command why")
    turn = reader.number(data, "turn", where, 1, _MOST_TURNS)
    texts = [reader.text(data, member, where) for member in ("remove", "chief", "command", "why")]
    return Replacement(turn, texts[0], texts[1], texts[2], texts[3])


def _defection(reader: Reader, data: Mapping[str, Any], armies: Sequence[str]) -> Defection | None:
    special = reader.mapping(data.get("special"), "special")
    reader.known(special, "special", "yorck")
    if "yorck" not in special:
        return None
    entry = reader.mapping(special["yorck"], "yorck")
    reader.known(entry, "yorck", "command to rolls why")
    rolls = reader.mapping(entry.get("rolls"), "yorck")
    turns = {str(turn): turn for turn in range(1, _MOST_TURNS + 1)}
    for name in rolls:
        if name not in turns:
            reader.fault("yorck", f"{name[:20]} is no turn")
    dice = {turn: reader.number(rolls, name, "yorck", 1, 6) for name, turn in turns.items() if name in rolls}
    command, to = reader.text(entry, "command", "yorck"), reader.word(entry, "to", "yorck", armies)
    return Defection(command, to, dice, reader.text(entry, "why", "yorck"))
