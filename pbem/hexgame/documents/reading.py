"""A document as public input, as far as no rule is asked: its lists and members by their declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.hexgame.documents.fault_filter import ATTACKS
from pbem.hexgame.documents.form import Form
from pbem.hexgame.documents.kinds import Node
from pbem.hexgame.documents.move_entries import M, MoveEntries
from pbem.hexgame.documents.names import Names, Path
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.said import Found

Document = Mapping[str, Any]


def read_members(form: Form, document: Document, names: Names) -> dict[str, Any]:
    """The members of a document that are no lists of entries, as far as they go into the public input.

    An empty one in the file means what a missing one means: the defaults of the rules.
    """
    said = {key: member.node for key, member in form.members.items() if document.get(key) and not member.written}
    return {key: node.read(document[key], (key,), names) for key, node in said.items()}


def read_orders(
    form: Form, document: Document, moving: Callable[[dict[str, Any]], MoveEntries[M]], names: Names
) -> tuple[dict[str, Any], MoveEntries[M]]:
    """The public input of a document that fits its schema, and the moves as they were read, one after the other.

    moving: the members of the document -> its moves, of which none is read yet.
    """
    members = read_members(form, document, names)
    moves = moving(members)
    return members | read_lists(form, document, moves, names), moves


def read_lists(form: Form, document: Document, moves: MoveEntries[Any], names: Names) -> dict[str, Any]:
    """The lists of a document: its moves, each judged before the next one is read, and the others entry by entry.

    An empty list in the file means what a missing one means. Every entry keeps its place.
    """
    found: dict[str, Any] = {}
    for key, entries in form.lists.items():
        if not document.get(key):
            continue
        if key == moves.reader.member:
            found[key] = moves.compile(document[key])
        else:
            read = named_attack if key == ATTACKS else _entry
            found[key] = [read(entries.entry, one, (key, index), names) for index, one in enumerate(document[key])]
    return found


def readable(read: Callable[[int, Any], Attack | Found], entries: Iterable[Any]) -> list[Attack]:
    """The attacks of public input that can be read at all. read: an entry by its number."""
    found = (read(number, entry) for number, entry in enumerate(entries))
    return [attack for attack in found if isinstance(attack, Attack)]


def placed(found: Iterable[Found]) -> list[PlacedRefusal]:
    """What is said of a list of attacks, with the place in the document."""
    return [PlacedRefusal((ATTACKS, *path), why) for path, why in found]


def _entry(form: Node, entry: Any, path: Path, names: Names) -> Any:
    return form.read(entry, path, names)


def named_attack(form: Node, entry: Any, path: Path, names: Names) -> dict[str, Any]:
    """One attack in the form of the public input, with the name that counts if none is given: its first hex."""
    found: dict[str, Any] = form.read(entry, path, names)
    return {"id": next(iter(found["on"]), ""), **found}
