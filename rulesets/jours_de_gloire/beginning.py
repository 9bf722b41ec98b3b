"""Where everybody begins, as the scenario says it (jdg 7.1-1, T-SCEN)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.setting import Setting


def new_unit(setting: Setting, unit: str) -> Json:
    """The content of a unit that comes into play: at full strength."""
    return {"unit": unit, "pf": setting.units[unit].pf, "lag": 0}


def starting(setting: Setting, army: str) -> dict[str, list[Json]]:
    """jdg T-SCEN: box -> contents of an army that begin there, generals first; boxes in the map's order."""
    found: dict[str, list[Json]] = {}
    for uid, general in setting.generals.items():
        if general.at and setting.commands[general.command].army == army:
            found.setdefault(general.at, []).append({"general": uid})
    for uid, unit in setting.units.items():
        if unit.at and setting.commands[unit.command].army == army:
            found.setdefault(unit.at, []).append(new_unit(setting, uid))
    return {box: found[box] for box in setting.boxes if box in found}


def to_be_set_up(board: Board, army: str) -> dict[str, list[Json]]:
    """jdg 7.1-1: box -> contents of an army that will begin there; nothing once it has been set up."""
    if board.at.stage != "setup" or board.counters(army):
        return {}
    return starting(board.setting, army)


def dummies_of(setting: Setting, army: str) -> int:
    """jdg 1.3-1, 10-1: dummies that an army may have in play: the scenario's, none where all counters lie open."""
    return sum(setting.fog.dummies(setting.scenario.counters[army].dummies).values())
