"""What `status` and `show` tell of a position, as data."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.levels import books
from rulesets.napoleons_last_battles.rules.corps_morale import books_with_levels
from rulesets.napoleons_last_battles.rules.victory.points import total
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.situation import lacks, situation
from rulesets.napoleons_last_battles.theatre import SETUP


def facts(names: DispatchNames, board: Board) -> Json:
    """Turn, weather, and for each army its strength on the map, losses, exits and who is broken.

    lacks: book of losses -> state that it may come into -> strength points that it has still to lose until then.
    board: one that may be changed.
    """
    position, setting = board.position, board.setting
    told_turn = position.turn
    # While armies are set up, levels are those of the first turn.
    position.turn = max(position.turn, 1)
    turn = setting.turns[position.turn - 1] if SETUP < told_turn <= len(setting.turns) else None
    nations = {
        nation: {
            "on_map": board.strength(unit for unit in board.at if setting.roster.units[unit].nation == nation),
            "lost": position.losses.get(nation, 0),
            "exited": sorted(unit for unit in position.exited if setting.roster.units[unit].nation == nation),
        }
        for nation in setting.nations
    }
    kept = dict.fromkeys((*books(board), *books_with_levels(board)))
    return {
        "turn": told_turn,
        "turns": len(setting.turns),
        "time": turn.id if turn else "",
        "phasing": position.army,
        "weather": (position.weather or turn.kind) if turn else "",
        "nations": nations,
        "lacks": {book: missing for book in kept if (missing := lacks(board, book))},
        "broken": dict(sorted(position.broken.items())),
        "points": {army: total(board, army) for army in sorted(setting.armies)} if setting.victory.points else {},
        "standing": [list(pair) for pair in situation(names, board)],
    }
