"""What orders would do before any die is thrown: moves as carried out, and the odds and chances of every attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.telling.previewing import (
    NO_ATTACKS,
    PreviewWords,
    attacks_ahead,
    attacks_leave_a_choice,
    ordered,
    preview_lines,
    void,
)
from pbem.hexgame.telling.wording import march_line
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.march.entry import due_units
from rulesets.napoleon_at_war.rules.march.march import held_in_place
from rulesets.napoleon_at_war.rules.march.movement import movement_phase
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import foresight, odds_words
from rulesets.napoleon_at_war.telling.wording import names_of, wording

# Results that may leave the hex of a defender empty.
_VACATE = frozenset(("De", "Dr", "Ex"))


def preview(setting: Setting, position: Position, orders: Json) -> Json:
    """{"moves": events, "void": refusals, "attacks": [...], "default": bool, "lines": [...]}.

    moves: the events of the Movement Phase, undone moves and default entries among them. void: orders that the
    rules refuse, {"where", "case", "text"}. attacks: those on the board after the moves; `default` says that they
    are the default allocation, because the orders list none or a list that is void as a whole.
    ordered, idle: of the units that could move how many are ordered to, and the names of the others. open: whether
    anything could be decided otherwise than by default.
    """
    board = setting.board(position.copy())
    book = OpenBook()
    book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
    attacks, refused = _attacks(setting, board, orders)
    who = _ordered(setting, setting.board(position.copy()), orders)
    found = {"moves": book.events, "void": void([*book.faults, *refused]), **attacks, **who}
    found["open"] = bool(found["idle"]) or _chosen_otherwise(setting, position, found["attacks"])
    return {**found, "lines": list(preview_lines(_words(setting), found))}


def _ordered(setting: Setting, board: Board, orders: Json) -> dict[str, Json]:
    """How many units that could move are ordered to (`ordered`), and the names of the others (`idle`)."""
    free = [unit for unit in board.on_map(board.position.army) if not held_in_place(board, unit, board.hex_of(unit))]
    return ordered(free, orders.get("moves", ()), lambda unit: setting.roster.units[unit].name)


def _attacks(
    setting: Setting, board: Board, orders: Mapping[str, Any]
) -> tuple[Mapping[str, Json], list[PlacedRefusal]]:
    """naw 7.11, 10.1: the attacks after the moves, and why those that are listed are not made; none at night."""
    if setting.is_night(board.position.turn):
        return NO_ATTACKS, []
    return attacks_ahead(AttackOptions(setting, board), orders.get("attacks"), foresight(setting, board))


def _chosen_otherwise(setting: Setting, position: Position, attacks: Sequence[Json]) -> bool:
    """Whether default entries or attacks (7.11) leave their owner a choice: reinforcements may come in elsewhere, an
    attacker may take another target, a battery fire, the odds be lowered (7.9), or a victor advance (7.74)."""
    if due_units(setting, position, position.army):
        return True
    if setting.is_night(position.turn):
        return False
    options = AttackOptions(setting, setting.board(position.copy()))
    return attacks_leave_a_choice(options, attacks, setting.columns[0], _VACATE)


def _words(setting: Setting) -> PreviewWords:
    names = names_of(setting)
    return PreviewWords(
        events=lambda event: march_line(names, event) or wording(setting, event),
        odds=odds_words(setting),
        allocation="7.11",
    )
