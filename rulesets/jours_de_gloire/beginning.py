"""Where everybody begins, as the scenario says it (jdg 7.1-1, T-SCEN)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.setting import Setting


def new_unit(setting: Setting, unit: str) -> Json:
    """The content of a unit that comes into play: at full strength."""
    return {"unit": unit, "pf": setting.units[unit].pf, "lag": 0}


def starting(setting: Setting, side: str) -> dict[str, list[Json]]:
    """jdg T-SCEN: box -> contents of a side that begin there, generals first; boxes in the map's order."""
    found: dict[str, list[Json]] = {}
    for uid, general in setting.generals.items():
        if general.at and setting.commands[general.command].side == side:
            found.setdefault(general.at, []).append({"general": uid})
    for uid, unit in setting.units.items():
        if unit.at and setting.commands[unit.command].side == side:
            found.setdefault(unit.at, []).append(new_unit(setting, uid))
    return {box: found[box] for box in setting.boxes if box in found}


def to_be_set_up(board: Board, side: str) -> dict[str, list[Json]]:
    """jdg 7.1-1: box -> contents of a side that will begin there; nothing once it has been set up."""
    if board.at.stage != "setup" or board.counters(side):
        return {}
    return starting(board.setting, side)


def dummies_of(setting: Setting, side: str) -> int:
    """jdg 1.3-1, 10-1: dummies that a side may have in play: the scenario's, none where all counters lie open."""
    return sum(setting.fog.dummies(setting.scenario.counters[side].dummies).values())
