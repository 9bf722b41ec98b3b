"""A player's document as public input: names to ids, destinations to paths, and everything that is wrong with it.

Entry number i of `moves` and `attacks` stays number i, so that each refusal of the rules points into the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import Compiled
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.fault_filter import FaultFilter
from pbem.hexgame.documents.move_entries import Entry, MoveEntries, MoveReader, enemy_there, way_note
from pbem.hexgame.documents.names import Names
from pbem.hexgame.documents.reading import placed, read_orders, readable
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.fighting.condition_remarks import always_vacant
from rulesets.napoleon_at_war.forms import MOVE, ORDERS_FORM, translation
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.allocation import READER, remarks
from rulesets.napoleon_at_war.rules.march.leaving import no_return, turns_back
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.march.routing import find_path, of_the_goal
from rulesets.napoleon_at_war.sequence import OrdersOptions
from rulesets.napoleon_at_war.setting import Setting

FILTER: Final = FaultFilter(
    moves="moves",
    units=lambda entry: (str(entry["unit"]),),
    who=WHO,
    always=("10.1",),
    order=("moves", "attacks"),
)
"""naw 10.1: that there is no combat at night hangs on nothing else in a document."""


def compile_orders(setting: Setting, position: Position, document: Mapping[str, Any]) -> Compiled:
    """The public input of a document that fits `document_schema`, its faults and what was chosen for the player.

    Faults are complete: names that mean nothing or the wrong army (their refusals bear no case, as no rule is
    broken by a misspelling), ways that are not open, then all that the rules have against the rest before any
    die, and conditions on hexes where nobody ever stands (7.72). A refusal that only follows from an earlier one is
    left out. Their paths lead into the document.
    """
    names = translation(setting, position.army)
    if "answer" in document:
        return Compiled({"answer": names.answer(document["answer"])}, names.faults)
    orders, moves = _read(setting, position, document, names)
    judged = OrdersOptions(setting, setting.board(position.copy())).faults(orders)
    news = FILTER.news(document, orders, names.faults, judged)
    board, attacks = moves.options.board, readable(READER.read, orders.get("attacks", ()))
    empty = placed(found for attack in attacks for found in always_vacant(board, attack, "7.72"))
    faults = FILTER.in_order([*names.faults, *news, *empty])
    return Compiled(orders, faults, moves.notes, remarks=() if faults else placed(remarks(setting, board, attacks)))


def public_orders(setting: Setting, position: Position, document: Mapping[str, Any]) -> dict[str, Any]:
    """The public input of a document alone, for who wants to know what comes of it and not whether it is legal."""
    return _read(setting, position, document, translation(setting, position.army, hints=False))[0]


def _read(
    setting: Setting, position: Position, document: Mapping[str, Any], names: Names
) -> tuple[dict[str, Any], MoveEntries[MoveOptions]]:
    moves = MoveEntries(_READER, MoveOptions(setting, setting.board(position.copy())), names, [])
    return read_orders(ORDERS_FORM, document, lambda _: moves, names)


# -- moves -------------------------------------------------------------------------


def _why(options: MoveOptions, units: Sequence[str], entry: Entry, path: Sequence[str], refusal: Refusal) -> Refusal:
    """Why no way is open to a unit, told of its goal: on another map (5.16), on the one that it has left (17.21)."""
    setting, board, unit, to = options.setting, options.board, units[0], str(entry.get("to", ""))
    name, field, start = setting.roster.units[unit].name, setting.field, (path or [""])[0]
    if turns_back(setting, board, unit, to):
        refusal = no_return(setting, board, unit, to)
    elif start and to and refusal.hex and field.map_of.get(start) != field.map_of[to]:
        text = f"{name} cannot march from {start} to {to}: that is on another map"
        refusal = Refusal("5.16", text, unit, to)
    there = enemy_there(board, board.position.army, unit, name, to, "5.12") if refusal.hex else None
    return there or of_the_goal(options, unit, entry, path, refusal)


def _note(options: MoveOptions, units: Sequence[str], found: Entry, spent: Json) -> str:
    off, rules = str(found.get("exit") or found.get("transit") or ""), options.rules
    return way_note(rules.name(units[0]), found["path"], off, [(spent, rules.points(units[0]))])


_READER: Final = MoveReader(
    member="moves",
    called="moves",
    form=MOVE,
    moved="5.17",
    places=("to", "enter"),
    beside={"track": frozenset(), "refuse": frozenset(), "path": frozenset(("exit", "transit"))},
    alone=("refuse", "track"),
    kept=("exit", "transit"),
    apart={("exit", "transit"): "a unit leaves for good or onto the track, not both"},
    place=lambda options, unit: options.board.at.get(unit, ""),
    find=find_path,
    why=_why,
    note=_note,
    blamed=("to", "exit", "transit", "enter"),
)
