"""What orders would do before any die is thrown: moves as carried out, and the odds and chances of every attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.engine.calculation import column_text, unit_text
from pbem.engine.options import Json, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.wargame.tables import ResultTable, ways
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.attack import RESULTS, Attack, Manner
from rulesets.napoleon_at_war.rules.battle.no_retreat import doomed_attackers
from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, odds_of, reduced
from rulesets.napoleon_at_war.rules.march.entry import due_units
from rulesets.napoleon_at_war.rules.march.march import held_in_place
from rulesets.napoleon_at_war.rules.march.movement import movement_phase
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.wording import RESULTS as RESULT_WORDS
from rulesets.napoleon_at_war.telling.wording import wording

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
        attacks, found["default"], refusal = attacks_made(setting, board, orders)
        if refusal is not None:
            void.append({"where": ["attacks"], "case": refusal.case, "text": refusal.text})
        found["attacks"] = [_attack(setting, board, one) for one in attacks]
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


def attacks_made(
    setting: Setting, board: Board, orders: Mapping[str, Any]
) -> tuple[Sequence[Attack], bool, Refusal | None]:
    """The attacks that will be made on a board after the moves, whether they are the default allocation (7.11), and
    why those that the orders list are not."""
    options, refusal = AttackOptions(setting, board), None
    if "attacks" in orders:
        refusal = options.why_not(orders["attacks"])
        if refusal is None:
            return options.attacks(orders["attacks"]), False, None
    return options.attacks(options.default()), True, refusal


def _attack(setting: Setting, board: Board, attack: Attack) -> Json:
    """One attack: who and whom, and for each manner the odds, the column and the chances."""
    manners = [("" if path == (attack.index,) else "else", manner) for path, manner in attack.manners()]
    return {
        "id": attack.id,
        "on": list(attack.on),
        "if": dict(attack.condition),
        "manners": [{"when": when, **_manner(setting, board, attack, manner)} for when, manner in manners],
    }


def _manner(setting: Setting, board: Board, attack: Attack, manner: Manner) -> dict[str, Json]:
    targets = [board.here[at][0] for at in attack.on]
    odds = odds_of(setting, board, attack.by, manner.bombard, targets)
    used = reduced(setting, odds.column, manner.reduce) if manner.reduce else odds.column
    shares = chances(setting, used)
    return {
        "attackers": [
            *(_attacker(board, unit, attack.on, bombards=False) for unit in attack.by),
            *(_attacker(board, unit, attack.on, bombards=True) for unit in manner.bombard),
        ],
        "calculation": replace(odds, used=used).told(),
        "chances": {result: str(chance) for result, chance in shares.items()},
        "doomed": doomed_attackers(setting, board, attack, manner) if "Ar" in shares else [],
    }


def _attacker(board: Board, unit: str, on: Sequence[str], *, bombards: bool) -> Json:
    at = board.hex_of(unit)
    vias = [] if bombards else [doubling_hexside(board.field, at, target) for target in on]
    via = next((via for via in vias if via), "")
    return {"unit": unit, "hex": at, "strength": board.strength([unit]), "bombards": bombards, "via": via}


def chances(setting: Setting, column: str) -> dict[str, Fraction]:
    """The exact chance of each result in a column; they add up to one."""
    table = ResultTable(setting.columns, setting.results, ways(1, 6), RESULTS)
    return table.distribution(column)


# -- for people ------------------------------------------------------------------


def preview_lines(setting: Setting, found: Mapping[str, Any]) -> list[str]:
    """A preview as lines of text; two blanks more for what belongs to the line above."""
    lines = [f"  {text}" for event in found["moves"] if (text := _move_line(setting, event))]
    lines = ["Movement:", *lines] if lines else ["Movement: none"]
    for refusal in found["void"]:
        lines.append(f"Void: {refusal['text']} ({refusal['case']})")
    if found["attacks"]:
        lines.append("Attacks by default (7.11):" if found["default"] else "Attacks:")
    for attack in found["attacks"]:
        for manner in attack["manners"]:
            lines += [f"  {text}" for text in _attack_lines(setting, attack, manner)]
    return lines


def _move_line(setting: Setting, event: Mapping[str, Any]) -> str:
    """A march with every hex of its path, or any other event of the phase in its usual words."""
    path = [str(at) for at in event.get("path", ())]
    if event["kind"] not in ("moved", "entered") or len(path) < 2:
        return wording(setting, event)
    named = [setting.field.name(path[0]), *path[1:-1], setting.field.name(path[-1])]
    doing = "marches" if event["kind"] == "moved" else "arrives and marches"
    allowance = f" of {event['allowance']}" if event.get("allowance") else ""
    way = f"{setting.roster.units[event['unit']].name} {doing} {' - '.join(named)}"
    why = f" ({event['why']})" if event.get("why") else ""
    return f"{way}, {event['cost']}{allowance} movement points{why}."


def _attack_lines(setting: Setting, attack: Mapping[str, Any], manner: Mapping[str, Any]) -> list[str]:
    name = {unit: counter.name for unit, counter in setting.roster.units.items()}
    by = ", ".join(
        f"{name[one['unit']]} {one['strength']}{' bombarding' if one['bombards'] else ''}"
        for one in manner["attackers"]
    )
    told = manner["calculation"]
    on = ", ".join(unit_text(one, name.__getitem__, setting.field.name) for one in told["strengths"][1]["units"])
    when = " otherwise" if manner["when"] else " if its condition holds" if attack["if"] else ""
    chance = ", ".join(f"{result} {share}" for result, share in manner["chances"].items())
    words = "; ".join(f"{result}: {RESULT_WORDS[result]}" for result in manner["chances"])
    doomed = [f"  on Ar {one['text']} ({one['case']})" for one in manner["doomed"]]
    head = f"{attack['id']}{when}: {by} against {on}"
    return [head, f"  {column_text(told, lowered='7.9')}", f"  chances: {chance} ({words})", *doomed]
