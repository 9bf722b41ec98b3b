"""Pieces as counters: on the map as they stand, and as a scenario's countersheet has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Generic

from pbem.engine.picture import SYMBOLS, Counter
from pbem.hexgame.board.pieces import P, Piece, Roster
from pbem.lean import dataclass

_LEADER = "leader"
_UNKNOWN = "unknown"
"""The symbol of a counter that lies face down."""


def short_name(piece: Piece) -> str:
    """The name without the arm, which the symbol tells."""
    return piece.name.removesuffix(f" {piece.kind}")


def no_band(piece: Piece) -> int:
    """No colour of a formation."""
    return 0


@dataclass(frozen=True)
class CounterPrint(Generic[P]):
    """What is printed on the pieces of a game and never changes.

    value: below, on the full side. symbols: kind of piece -> one of `engine.picture.SYMBOLS`, for kinds that are called
    otherwise. name: above. band: the number of its formation's colour.
    """

    value: Callable[[P], str]
    symbols: Mapping[str, str] = field(default_factory=dict)
    name: Callable[[P], str] = short_name
    band: Callable[[P], int] = no_band


@dataclass(frozen=True)
class CounterLook(Generic[P]):
    """How the pieces of a game look as they stand.

    value: what is printed below on the face that lies up. strength: how much that is, in strength points. state: words
    for what has befallen a piece in its hex. hover: what more is said of it there, a line each.
    """

    printed: CounterPrint[P]
    value: Callable[[P], str]
    strength: Callable[[P], int]
    state: Callable[[P, str], Sequence[str]]
    hover: Callable[[P, str], Iterable[str]]


def counters(look: CounterLook[P], roster: Roster[P], at: Mapping[str, str]) -> tuple[Counter, ...]:
    """The pieces that stand somewhere, in order of hexes; in one hex by their ids from bottom to top, leaders last.

    at: piece -> hex.
    """
    found = [_counter(look, roster.units[unit], place) for unit, place in at.items()]
    return tuple(sorted(found, key=lambda one: (one.place, one.symbol == _LEADER, one.id)))


def _counter(look: CounterLook[P], piece: P, at: str) -> Counter:
    word = symbol(piece, look.printed.symbols)
    return Counter(
        piece.id,
        at,
        piece.army,
        word,
        look.printed.name(piece),
        look.value(piece),
        look.strength(piece),
        down=word == _UNKNOWN,
        state=tuple(look.state(piece, at)),
        hover=(piece.name, *look.hover(piece, at)),
        band=look.printed.band(piece),
    )


def countersheet(roster: Roster[P], printed: CounterPrint[P]) -> tuple[Counter, ...]:
    """One counter for each piece of the roster, in its order, the full side up."""
    return tuple(
        Counter(
            piece.id,
            "",
            piece.army,
            symbol(piece, printed.symbols),
            printed.name(piece),
            printed.value(piece),
            piece.strength,
            hover=(piece.name, *_formation(roster, piece)),
            band=printed.band(piece),
        )
        for piece in roster.units.values()
    )


def _formation(roster: Roster[P], piece: Piece) -> Sequence[str]:
    """The name of its formation, if it belongs to one."""
    return [roster.formation_names[piece.formation]] if piece.formation else []


def symbol(piece: Piece, symbols: Mapping[str, str]) -> str:
    """What is drawn in the middle of a counter, one of `engine.picture.SYMBOLS`. Raises ValueError for another word."""
    word = symbols.get(piece.kind, piece.kind)
    if word not in SYMBOLS:
        raise ValueError(f"{piece.id}: there is no symbol for a piece of kind {piece.kind}")
    return word
