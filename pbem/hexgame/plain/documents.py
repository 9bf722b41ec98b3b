"""A player's document of moves and attacks as public input: names to ids, destinations to paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.hexgame.documents.form import Fields
from pbem.hexgame.documents.move_entries import Entry, MoveEntries, MoveReader, enemy_there, way_note
from pbem.hexgame.documents.names import Names
from pbem.hexgame.documents.reading import read_lists
from pbem.hexgame.moving.routing import Errand, find_path, open_path
from pbem.hexgame.moving.why_unreachable import of_the_goal
from pbem.hexgame.plain.book import PlainBoard, PlainBook
from pbem.hexgame.plain.marches import Marches


def public_orders(
    book: PlainBook, board: PlainBoard, document: Mapping[str, Any], names: Names
) -> tuple[dict[str, Any], Sequence[str]]:
    """The public input of a document, and what was chosen for the player. Faults are noted in names."""
    entries = MoveEntries(_reader(book), book.moves(book.scratch(board)), names, [])
    return read_lists(book.form, document, entries, names), entries.notes


def _reader(book: PlainBook) -> MoveReader[Marches]:
    """Moves as they are written: to where, by which path, in at which hex."""

    def find(options: Marches, units: Sequence[str], entry: Entry, told: bool) -> list[str]:
        errand = _errand(options, units, entry)
        if not errand.starts:
            return [at for at in (str(entry.get("enter", "")), errand.to) if at][:1]
        return (find_path if told else open_path)(options.rules, errand)

    def why(options: Marches, units: Sequence[str], entry: Entry, path: Sequence[str], refusal: Refusal) -> Refusal:
        errand, rules, unit = _errand(options, units, entry), options.rules, units[0]
        if not errand.starts or not errand.to:
            return refusal
        there = enemy_there(rules.board, rules.army, unit, rules.name(unit), errand.to, rules.cases.occupied)
        return there or of_the_goal(rules, errand, path, refusal, f"cannot reach {book.field.name(errand.to)}")

    def note(options: Marches, units: Sequence[str], found: Entry, spent: Any) -> str:
        return way_note(book.printed.unit(units[0]), found["path"], "", [(spent, options.rules.points(units[0]))])

    form = book.form.lists["moves"].entry
    assert isinstance(form, Fields)
    return MoveReader(
        member="moves",
        called="moves",
        form=form,
        moved=book.cases.moves,
        places=("to", "enter"),
        beside={"path": frozenset()},
        alone=(),
        kept=(),
        apart={},
        place=lambda options, unit: options.rules.board.at.get(unit, ""),
        find=find,
        why=why,
        note=note,
    )


def _errand(options: Marches, units: Sequence[str], entry: Entry) -> Errand:
    return options.errand(units[0], str(entry.get("to", "")), str(entry.get("enter", "")))
