"""How the armies stand, in lines for reports and `status`: losses, morale, and the points that would be awarded now."""

from __future__ import annotations

from pbem.hexgame.telling.losses import losses_text
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.morale import level
from rulesets.napoleon_at_war.rules.victory import awards
from rulesets.napoleon_at_war.setting import Setting


def situation(setting: Setting, board: Board) -> list[tuple[str, str]]:
    """Pairs of a label and a text: each army at each battle, who is in transit or gone, and the victory points.

    Battles at which an army has no unit, no loss and no level are left out.
    """
    position = board.position
    lines = [
        (f"{setting.names.get(battle, battle)}, {setting.names.get(army, army)}", text)
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
    position = board.position
    strength = board.strength(u for u in board.on_map(army) if setting.field.map_of[position.at[u]] == battle)
    lost, limit = board.lost_at(army, battle), level(setting, position.choice, battle, army)
    if not (strength or lost or limit):
        return ""
    broken = position.broken.get(battle, "")
    # Where one army is demoralized the other can no longer become so (18.0).
    levels = {"demoralized": limit} if broken == army or (limit and not broken) else {}
    return losses_text(strength, lost, levels, "demoralized" if broken == army else "")


def _points(setting: Setting, position: Position) -> str:
    """The points that the schedule would give if the game ended now."""
    rows = awards(setting, position)
    totals = {army: sum(row["points"] for row in rows if row["army"] == army) for army in setting.armies}
    text = ", ".join(f"{setting.names.get(army, army)} {points}" for army, points in totals.items())
    return text if position.turn > setting.turns else f"{text} if the game ended now"
