"""jdg 9: flags, victory points by kind, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.setting import Json, Setting

BOXES, BATTLES, CAPTURES, LOSSES, HANDICAP = "boxes", "battles", "captures", "losses", "handicap"
DRAW, WIN, CAPTURE = "draw", "victory", "capture"


def valued(setting: Setting, box: str) -> bool:
    """jdg 9-2, 8.8-1: whether a box bears a flag: those worth points, fortified cities, those with one at the start."""
    return box in setting.scenario.boxes or box in setting.scenario.control or setting.boxes[box].city


def take(board: Board, army: str, box: str) -> bool:
    """jdg 9-2, 9-3, 8.8-1: combat units of an army are in a box that bears a flag: it is theirs. Whether it was not."""
    control = board.at.control
    if not valued(board.setting, box) or control.get(box) == army:
        return False
    board.at.control = {**control, box: army}
    return True


def emperor_taken(setting: Setting, at: Position) -> bool:
    """jdg 9-8: whether Napoleon is a prisoner, which ends the game at once."""
    return bool(setting.emperor) and setting.emperor in at.taken


def was_chief(setting: Setting, at: Position, general: str) -> bool:
    """jdg 9-7: whether a captured general had a command when he was captured: nobody gets one, or loses it, later."""
    command = setting.generals[general].command
    rows = [r for r in setting.scenario.replacements if r.command == command and r.turn <= at.turn]
    former = (setting.commands[command].chief, *(row.chief for row in rows[:-1]))
    return general == at.chiefs.get(command) or general in former


def captures(setting: Setting, at: Position) -> dict[str, int]:
    """jdg 9-7: victory points of each army for generals of the other."""
    found = dict.fromkeys(setting.armies, 0)
    for general in at.taken:
        command = setting.generals[general].command
        owner = str(at.turned.get(command, setting.commands[command].army))
        worth = "chief" if was_chief(setting, at, general) else "general"
        found[setting.foe(owner)] += setting.charts.number("victory", worth)
    return found


def losses(setting: Setting, at: Position) -> dict[str, int]:
    """jdg 9-9: victory points of each army for having lost less."""
    chart, lost = setting.charts, at.losses
    found = dict.fromkeys(setting.armies, 0)
    for army in setting.armies:
        fewer = max(0, lost[setting.foe(army)] - lost[army])
        found[army] = fewer // chart.number("victory", "losses", "each") * chart.number("victory", "losses", "points")
    return found


def tally(setting: Setting, at: Position) -> Mapping[str, Mapping[str, int]]:
    """jdg 9-1, 9-2, 9-3, 9-4, 9-5, 9-6, 9-7, 9-8, 9-9: army -> kind -> victory points, as if the game ended now.

    The position counts points of battles and of captures together; the captures are worked out from who was taken.
    A handicap (the scenario's, ours) is a kind of its own, for the army that has one.
    """
    prisoners, bill = captures(setting, at), losses(setting, at)
    found = {}
    for army in setting.armies:
        held = sum(pv for box, pv in setting.scenario.boxes.items() if at.control.get(box) == army)
        battles = int(at.pv[army]) - prisoners[army]
        found[army] = {BOXES: held, BATTLES: battles, CAPTURES: prisoners[army], LOSSES: bill[army]}
        if army in setting.scenario.handicap:
            found[army][HANDICAP] = setting.scenario.handicap[army]
    return found


def over(setting: Setting, at: Position) -> dict[str, Json]:
    """jdg 9-8, 9-10: {} while the game goes on, else how it ended.

    {"how": "played", "winner": army or "", "level": DRAW, WIN or CAPTURE, "points": army -> all points,
    "kinds": army -> kind -> points, "margin": difference}.
    """
    if at.stage != "over":
        return {}
    kinds = tally(setting, at)
    points = {army: sum(kinds[army].values()) for army in setting.armies}
    first, second = setting.armies
    margin = abs(points[first] - points[second])
    winner = first if points[first] > points[second] else second
    level = WIN if margin >= setting.charts.number("victory", "margin") else DRAW
    if emperor_taken(setting, at):
        command = setting.generals[setting.emperor].command
        level, winner = CAPTURE, setting.foe(setting.commands[command].army)
    return {
        "how": "played",
        "winner": "" if level == DRAW else winner,
        "level": level,
        "points": points,
        "kinds": {army: dict(kinds[army]) for army in setting.armies},
        "margin": margin,
    }
