"""What can be told of a position: headlines, names, and how the armies stand, to everybody or to one of the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.straggling import settled
from rulesets.jours_de_gloire.rules.victory import tally
from rulesets.jours_de_gloire.setting import Setting


def headline(setting: Setting, at: Position) -> str:
    """The phase that begins at a position in words."""
    name = setting.scenario.counters[at.player].name
    if at.stage == "setup":
        return f"Set-up, {name}"
    if at.stage == "over":
        return "The game is over"
    label = setting.scenario.turns[at.turn - 1].label
    return f"Turn {at.turn} ({label}), {name} player turn"


def printed_name(setting: Setting, thing: str) -> str:
    """The printed name of anything that has one, else the id itself."""
    tables: tuple[Mapping[str, Any], ...] = (
        setting.units,
        setting.generals,
        setting.forces.detachments,
        setting.commands,
        setting.boxes,
        setting.map.entries,
        setting.scenario.counters,
    )
    for table in tables:
        if thing in table:
            return str(table[thing].name)
    return thing


# -- standings ---------------------------------------------------------------------------------


def facts(setting: Setting, at: Position, own: Own = NOTHING) -> Json:
    """Turn, weather, and for each army its counters, losses, points and what it holds; all of it public.

    own: adds under `mine` what its army has on the map, which its player alone knows.
    """
    board = Board(setting, at)
    armies = {army: _army(setting, board, army) for army in setting.armies}
    there = own.army and setting.fog.contents(board) is None and board.counters(own.army)
    mine = {"mine": _mine(setting, board, own)} if there else {}
    return {
        "turn": at.turn,
        "turns": len(setting.scenario.turns),
        "stage": at.stage,
        "phasing": at.player,
        "order": list(at.order),
        "weather": at.weather,
        "pc": dict(at.pc),
        "sides": armies,
        "sieges": {box: asdict(siege) for box, siege in at.sieges.items()},
        **mine,
        "standing": [*_rows(setting, at, armies), *_own_rows(mine), *_siege_rows(setting, at)],
    }


def _army(setting: Setting, board: Board, army: str) -> dict[str, Json]:
    at = board.at
    held = sorted(box for box in setting.scenario.boxes if at.control.get(box) == army)
    return {
        "counters": len(board.counters(army)),
        "face_up": len(board.counters(army)) - len(board.hidden(army)),
        "dummies_out": sum(at.out[army].values()),
        "losses": at.losses[army],
        "battle_points": at.pv[army],
        "boxes": {box: setting.scenario.boxes[box] for box in held},
        "handicap": setting.scenario.handicap.get(army, 0),
        "points": sum(tally(setting, at)[army].values()),
        "waiting": sum(entry.pf for entry in at.pool[army]),
    }


def _mine(setting: Setting, board: Board, own: Own) -> dict[str, int]:
    """Units, generals and dummies of an army as they are now, with PF and stragglers."""
    found = dict.fromkeys(("units", "pf", "stragglers", "generals", "dummies"), 0)
    for counter in board.counters(own.army):
        content = board.content(counter) or settled(setting, own.markers.get(counter), board.log(counter))
        if setting.troops(content) is not None and content["pf"]:
            found["units"] += 1
            found["pf"] += content["pf"]
            found["stragglers"] += content["lag"]
        found["generals"] += setting.general(content) is not None
        found["dummies"] += setting.dummy(content)
    return found


def _rows(setting: Setting, at: Position, armies: Mapping[str, Mapping[str, Json]]) -> list[list[str]]:
    rows = []
    if at.stage == "play":
        order = " then ".join(printed_name(setting, army) for army in at.order)
        rows.append(["Turn", f"{at.turn} of {len(setting.scenario.turns)}, {at.weather}, {order}"])
    for army, told in armies.items():
        rows.append([printed_name(setting, army), _standing(setting, told)])
    if at.pc:
        left = ", ".join(f"{printed_name(setting, command)} {points}" for command, points in at.pc.items())
        rows.append(["Command points", left])
    return rows


def _standing(setting: Setting, told: Mapping[str, Json]) -> str:
    """`22 counters, 3 face up; 1 PF lost; 13 victory points (8 for boxes)`."""
    boxes = sum(told["boxes"].values())
    counters = f"{told['counters']} counters{setting.fog.told_face_up(told['face_up'])}"
    waits = f"; {told['waiting']} PF to be taken up" if told["waiting"] else ""
    begun = f", {told['handicap']} to begin with" if told["handicap"] else ""
    points = f"{told['points']} victory points ({boxes} for boxes{begun})"
    return f"{counters}; {told['losses']} PF lost{waits}; {points}"


def _own_rows(mine: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    rows = []
    for told in mine.values():
        lag = f" and {told['stragglers']} PF of stragglers" if told["stragglers"] else ""
        text = (
            f"units {told['units']}, with {told['pf']} PF{lag}; generals {told['generals']}; dummies {told['dummies']}"
        )
        rows.append(["Yours", text])
    return rows


def _siege_rows(setting: Setting, at: Position) -> list[list[str]]:
    return [
        ["Siege", f"{printed_name(setting, box)} by {printed_name(setting, siege.by)}, step {siege.step}"]
        for box, siege in at.sieges.items()
    ]
