"""How the armies stand, for reports, `status` and `show`: losses, morale, and the points that would be awarded now."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.hexgame.telling.losses import losses_text
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.morale import level
from rulesets.napoleon_at_war.rules.victory import awards, points_of
from rulesets.napoleon_at_war.setting import Setting


def facts(setting: Setting, position: Position) -> Json:
    """Turn, weather (15.4), choice (15.1), and for each army its strength on the maps, losses by battle, exits (17.0)
    and morale (18.0), as data."""
    board = setting.board(position)
    armies: dict[str, Json] = {}
    for army in setting.armies:
        gone = sorted(unit for unit in position.exited if board.army_of(unit) == army)
        battles = sorted(setting.field.titles)
        armies[army] = {
            "on_map": {battle: board.strength_at(army, battle) for battle in battles},
            "lost": {battle: board.lost_at(army, battle) for battle in battles},
            "in_transit": sorted(unit for unit in position.track if board.army_of(unit) == army),
            "exited": board.strength(gone),
            "demoralized": sorted(b for b, broken in position.broken.items() if broken == army),
        }
    return {
        "turn": position.turn,
        "turns": setting.turns,
        "phasing": position.army,
        "weather": setting.weather(position.turn) if position.turn <= setting.turns else "",
        "choice": position.choice,
        "armies": armies,
        "standing": [list(pair) for pair in situation(setting, board)],
    }


def situation(setting: Setting, board: Board) -> list[tuple[str, str]]:
    """Pairs of a label and a text: each army at each battle (18.0), who is in transit (17.1) or gone (17.0), and the
    victory points (19.1).

    Battles at which an army has no unit, no loss and no level are left out.
    """
    position = board.position
    lines = [
        (f"{setting.called(battle)}, {setting.called(army)}", text)
        for battle in setting.field.titles
        for army in setting.armies
        if (text := _army_at(setting, board, army, battle))
    ]
    for label, units in (("In transit", sorted(position.track)), ("Left the map", sorted(position.exited))):
        if units:
            lines.append((label, ", ".join(setting.roster.units[unit].name for unit in units)))
    if setting.victory:
        lines.append(("Victory points", _points(setting, position)))
    return lines


def _army_at(setting: Setting, board: Board, army: str, battle: str) -> str:
    position, strength = board.position, board.strength_at(army, battle)
    lost, limit = board.lost_at(army, battle), level(setting, position.choice, battle, army)
    if not (strength or lost or limit):
        return ""
    broken = position.broken.get(battle, "")
    # Where one army is demoralized the other can no longer become so (18.0).
    levels = {"demoralized": limit} if broken == army or (limit and not broken) else {}
    return losses_text(strength, lost, levels, "demoralized" if broken == army else "")


def _points(setting: Setting, position: Position) -> str:
    """The points that the schedule of 19.1 would give if the game ended now."""
    points = points_of(setting, awards(setting, position))
    text = ", ".join(f"{setting.called(army)} {count}" for army, count in points.items())
    return text if position.turn > setting.turns else f"{text} if the game ended now"
