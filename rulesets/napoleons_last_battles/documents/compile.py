"""A player's document as public input: names to ids, destinations to paths, and everything that is wrong with it.

Entry number i of a list stays number i, so that each refusal of the rules points into the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.fault_filter import FaultFilter
from pbem.hexgame.documents.form import listed
from pbem.hexgame.documents.move_entries import Entry, MoveEntries, MoveReader, enemy_there, way_note
from pbem.hexgame.documents.names import Names
from pbem.hexgame.documents.reading import placed, read_members, read_orders, readable
from pbem.hexgame.documents.vocabulary import WHO
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.hidden_pairs import (
    committed_pairs,
    entries,
    opened_pairs,
    without_secrets,
)
from rulesets.napoleons_last_battles.documents.memos import MEMOS, committed
from rulesets.napoleons_last_battles.documents.remarks import always_vacant, remarks
from rulesets.napoleons_last_battles.documents.translation import translation
from rulesets.napoleons_last_battles.forms import MOVE, ORDERS_FORM, SETUP
from rulesets.napoleons_last_battles.rules.battle.attack import read_attack
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS, MoveOptions
from rulesets.napoleons_last_battles.rules.march.routing import find_path, open_path
from rulesets.napoleons_last_battles.rules.march.why_unreachable import of_the_goal
from rulesets.napoleons_last_battles.rules.memos import entering, known_to
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, PASS, OrdersOptions
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions

FILTER: Final = FaultFilter(
    moves=ORDERS,
    units=lambda entry: entry.get("units") or (str(entry["unit"]),),
    who=WHO,
    always=("4.3",),
    order=(PASS, SETUP, "command", "reorganize", HIDDEN, ORDERS, "mounted", ATTACKS, MEMOS),
)
"""nlb 4.3-1: that there is no combat now hangs on nothing else in a document."""
_Document = Mapping[str, Any]


def compile_answer(board: Board, army: str, document: _Document) -> Compiled:
    """The answer of a document to a question in mid-phase, printed names turned into ids."""
    names = translation(board, army)
    return Compiled({"answer": names.answer(document["answer"])}, names.faults)


def compile_orders(board: Board, document: _Document, own: Own = NOTHING, before: Sequence[Json] = ()) -> Compiled:
    """The public input of a document that fits `document_schema`, its faults and what was chosen for the player.

    Faults are complete: names that mean nothing or the wrong army (their refusals bear no case, as no rule is
    broken by a misspelling), ways that are not open, then all that the rules have against the rest before any
    die. A refusal that only follows from an earlier one is left out. Their paths lead into the document.
    own: what its author has written into memos. before: moves that members of a team have signed, as public input; they
    are judged and carried out first and stay as they are, and paths of faults count all moves as one list.
    """
    names, alone = translation(board, board.position.army), document
    document = behind(document, before)
    pairs = committed_pairs(board, document, own)
    known = known_to(board, own.with_hidden(pairs))
    document = without_secrets(document)
    orders, moves = _read(known, document, names)
    judged = OrdersOptions(known).faults(orders)
    news = FILTER.news(document, orders, names.faults, judged)
    after, attacks = moves.options.board, readable(read_attack, orders.get(ATTACKS, ()))
    empty = placed(found for attack in attacks for found in always_vacant(after, attack))
    hide, secret = committed(board, document.get(MEMOS))
    late = _strange(document, (SETUP,), _LATE)
    faults = FILTER.in_order([*_contradictions(alone), *names.faults, *news, *empty, *late, *secret])
    if before:
        orders[ORDERS] = [*before, *orders[ORDERS][len(before) :]]
    found = [] if faults else placed(remarks(after, attacks))
    named = (*orders.get(HIDDEN, ()), *orders.get(ORDERS, ()))
    show = [memo.id for memo in entering(board, named) if memo.id in own.markers]
    show += opened_pairs(orders, own)
    return Compiled(orders, faults, moves.notes, {**hide, **pairs}, show, remarks=found)


def compile_setup(board: Board, document: _Document, own: Own = NOTHING) -> Compiled:
    """nlb 3.2C-2, 16.6A-1: the public input of a document that places units and pairs of markers before the first turn,
    and its faults."""
    names = translation(board, board.position.army)
    said = {key: document[key] for key in document if key == SETUP}
    orders = read_members(ORDERS_FORM, said, names) | entries(document, names)
    judged = PlacingOptions(board, board.position.army).faults(orders)
    hide, secret = committed(board, document.get(MEMOS))
    early = _strange(document, [key for key in _MEMBERS if key not in (SETUP, HIDDEN, MEMOS, PASS)], _EARLY)
    news = FILTER.news(document, orders, names.faults, judged)
    faults = FILTER.in_order([*_contradictions(document), *names.faults, *news, *early, *secret])
    return Compiled(orders, faults, hide={**hide, **committed_pairs(board, document, own)})


def behind(document: _Document, before: Sequence[Json]) -> _Document:
    """A document with moves of team members before its own: public input is a document, too."""
    return {**document, ORDERS: [*before, *(document.get(ORDERS) or ())]} if before else document


def public_orders(board: Board, document: _Document, own: Own = NOTHING) -> dict[str, Any]:
    """The public input of a document alone, for who wants to know what comes of it and not whether it is legal."""
    names = translation(board, board.position.army, hints=False)
    return _read(known_to(board, own), without_secrets(document), names)[0]


def _read(board: Board, document: _Document, names: Names) -> tuple[dict[str, Any], MoveEntries[MoveOptions]]:
    def moving(members: _Document) -> MoveEntries[MoveOptions]:
        # What is wrong with its names is noted where the list itself is read.
        hidden = entries(document, translation(board, board.position.army, hints=False)) if HIDDEN in document else {}
        return MoveEntries(_READER, OrdersOptions(board).moving({**members, **hidden}), names, [])

    return read_orders(ORDERS_FORM, document, moving, names)


_MEMBERS: Final = (*ORDERS_FORM.lists, *ORDERS_FORM.members)
_LATE: Final = "units and leaders were placed before the first turn; now they are moved, under orders"
_EARLY: Final = "this is for player turns; now units and leaders are placed, under setup"


def _strange(document: _Document, keys: Sequence[str], why: str) -> Iterator[PlacedRefusal]:
    """Members that say something at the wrong time."""
    return (PlacedRefusal((key,), Refusal("3.2C", why)) for key in keys if document.get(key))


def _contradictions(document: _Document) -> Iterator[PlacedRefusal]:
    """Orders beside the word that there are none."""
    others = [key for key in _MEMBERS if key not in (PASS, MEMOS) and document.get(key)]
    if PASS in document and others:
        text = f"pass says that nothing is ordered: take it away, or what stands under {listed(others)}"
        yield PlacedRefusal((PASS,), Refusal("", text))


# -- moves -------------------------------------------------------------------------


def _find(options: MoveOptions, units: Sequence[str], entry: Entry, told: bool) -> list[str]:
    """The way of an entry; why none is open need not be looked for where nobody is told."""
    return (find_path if told else open_path)(options, units, entry)


def _why(options: MoveOptions, units: Sequence[str], entry: Entry, path: Sequence[str], refusal: Refusal) -> Refusal:
    """Why no way is open, told of where they want to go."""
    board, unit = options.board, refusal.unit if refusal.unit in units else units[0]
    name, to = board.setting.roster.units[unit].name, str(entry.get("to", ""))
    if not refusal.hex:
        return refusal
    there = enemy_there(board, board.position.army, unit, name, to, "5.0")
    return there or of_the_goal(options, units, entry, path, refusal)


def _note(options: MoveOptions, units: Sequence[str], found: Entry, judged: Json) -> str:
    path, paid = judged
    spent = [(paid[unit], options.marches.points(unit)) for unit in units]
    return way_note(options.marches.rules_of_leaders.names(units), path, str(found.get("exit", "")), spent)


_READER: Final = MoveReader(
    member=ORDERS,
    called="orders",
    form=MOVE,
    moved="5.1C-1",
    places=("to", "enter", "exit"),
    beside={
        "hold": frozenset(),
        "garrison": frozenset(),
        "path": frozenset(("exit", "charge")),
        "exit": frozenset(("path", "enter")),
    },
    alone=("hold", "garrison"),
    kept=("exit", "charge"),
    apart={("unit", "units"): "an order names one as unit, or several as units"},
    place=lambda options, unit: options.marches.place(unit),
    find=_find,
    why=_why,
    note=_note,
    blamed=("to", "exit", "enter"),
    one_of=("to", "path", "enter", "exit", "charge", "garrison", "hold"),
)
