"""What orders would do before any die is thrown: moves as carried out, and the odds and chances of every attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.telling.combats_ahead import attacks_made
from pbem.hexgame.telling.foresight import attack_lines
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
    events, void = _movement(setting, board, orders.get("moves", ()))
    found: dict[str, Json] = {"moves": events, "void": void, "attacks": [], "default": False}
    found |= _ordered(setting, setting.board(position.copy()), orders)
    if not setting.is_night(position.turn):
        attacks, found["default"], refusal = attacks_made(AttackOptions(setting, board), orders.get("attacks"))
        if refusal is not None:
            void.append({"where": ["attacks"], "case": refusal.case, "text": refusal.text})
        found["attacks"] = [foresight(setting, board).told(one) for one in attacks]
    found["open"] = bool(found["idle"]) or _chosen_otherwise(setting, position, found["attacks"])
    return {**found, "lines": preview_lines(setting, found)}


def _ordered(setting: Setting, board: Board, orders: Json) -> dict[str, Json]:
    """How many units that could move are ordered to (`ordered`), and the names of the others (`idle`)."""
    free = [unit for unit in board.on_map(board.position.army) if not held_in_place(board, unit, board.hex_of(unit))]
    said = {entry.get("unit") for entry in orders.get("moves", ()) if isinstance(entry, Mapping)}
    idle = [setting.roster.units[unit].name for unit in free if unit not in said]
    return {"ordered": len(free) - len(idle), "idle": idle}


def _chosen_otherwise(setting: Setting, position: Position, attacks: Sequence[Json]) -> bool:
    """Whether default entries or attacks (7.11) leave their owner a choice: reinforcements may come in elsewhere, an
    attacker may take another target, a battery fire, the odds be lowered (7.9), or a victor advance (7.74)."""
    board = setting.board(position.copy())
    if due_units(setting, position, position.army):
        return True
    if setting.is_night(position.turn):
        return False
    facts = AttackOptions(setting, board).describe()
    if facts["bombard"] or any(len(contact["enemies"]) > 1 for contact in facts["contacts"]):
        return True
    manners = [manner for attack in attacks for manner in attack["manners"]]
    lowest = setting.columns[0]
    return any(one["calculation"]["used"] != lowest or _VACATE & one["chances"].keys() for one in manners)


def _movement(setting: Setting, board: Board, moves: Sequence[Json]) -> tuple[list[Json], list[Json]]:
    """Runs the Movement Phase on the board; its events and the refusals."""
    book = OpenBook()
    book.carry_out(movement_phase(setting, board, moves))
    void = [{"where": list(f.path), "case": f.refusal.case, "text": f.refusal.text} for f in book.faults]
    return book.events, void


# -- for people ------------------------------------------------------------------


def preview_lines(setting: Setting, found: Mapping[str, Any]) -> list[str]:
    """A preview as lines of text; two blanks more for what belongs to the line above."""
    names = names_of(setting)
    lines = [f"  {text}" for event in found["moves"] if (text := march_line(names, event) or wording(setting, event))]
    lines = ["Movement:", *lines] if lines else ["Movement: none"]
    for refusal in found["void"]:
        lines.append(f"Void: {refusal['text']} ({refusal['case']})")
    if found["attacks"]:
        lines.append("Attacks by default (7.11):" if found["default"] else "Attacks:")
    for attack in found["attacks"]:
        lines += [f"  {text}" for text in attack_lines(odds_words(setting), attack)]
    return lines
