"""Who lies on a desk: pieces on the map with what keeps them, and those whom a page names when it asks where to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.engine.desk import Movable
from pbem.engine.options import Json, Refusal
from pbem.hexgame.desk.reaching import cited, held_note
from pbem.hexgame.documents.names import Units
from pbem.hexgame.moving.rules import MoveRules

Others = Callable[[str], Iterable[tuple[str, Json]]]
"""A piece: other orders that it may be given, see `Movable.also`."""


def free(unit: str) -> Refusal | None:
    """Where nothing but an enemy zone keeps a piece from moving."""
    return None


def on_map(
    rules: Callable[[str], MoveRules], units: Iterable[str], also: Others, kept: Callable[[str], Refusal | None] = free
) -> Iterator[Movable]:
    """Pieces on the map, with a note of what keeps each in its place.

    rules: piece -> how it moves. kept: why a piece does not move at all in this phase; then it gets no other orders.
    """
    for unit in units:
        refusal, own = kept(unit), rules(unit)
        note = cited(refusal) if refusal else held_note(own, unit)
        yield Movable(unit, unit, own.board.at[unit], also=() if refusal else tuple(also(unit)), note=note)


def those_named(known: Units, who: Sequence[str], foreign: str) -> Sequence[str] | str:
    """The pieces of one's own that a page names, each once; else a note of why they are none.

    foreign: the case that somebody breaks who names pieces of the other army.
    """
    units = []
    for word in who:
        unit = known.find(word)
        if not unit:
            return known.unknown(word).text
        if known.known[unit].army != known.army:
            return f"{known.label(unit)} belongs to the other army ({foreign})"
        units.append(unit)
    return list(dict.fromkeys(units)) or "nobody is named"
