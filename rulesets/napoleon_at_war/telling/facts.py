"""What `status` and `show` tell of a position, as data."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.situation import situation


def facts(setting: Setting, position: Position) -> Json:
    """Turn, weather, choice, and for each army its strength on the maps, losses by battle, exits and morale."""
    board = setting.board(position)
    armies: dict[str, Json] = {}
    for army in setting.armies:
        units = board.on_map(army)
        gone = sorted(unit for unit in position.exited if board.army_of(unit) == army)
        battles = sorted(setting.field.titles)
        armies[army] = {
            "on_map": {
                b: board.strength(u for u in units if setting.field.map_of[position.at[u]] == b) for b in battles
            },
            "lost": {b: board.lost_at(army, b) for b in battles},
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
