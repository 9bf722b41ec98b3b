"""How counters look: what is printed on them, and what has befallen them where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import BANDS
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.counters import CounterLook, CounterPrint
from rulesets.napoleons_last_battles.board import BLOWN, GARRISON, INACTIVE, UNSUPPLIED, Board
from rulesets.napoleons_last_battles.roster import MARKER, Unit
from rulesets.napoleons_last_battles.rules.corps_morale import REBUILT
from rulesets.napoleons_last_battles.rules.hiding.pairs import own_real, pair_of, twins_of, under
from rulesets.napoleons_last_battles.rules.marks import FORMING
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.telling.named import DispatchNames

SYMBOLS: Final[Mapping[str, str]] = {
    "foot-artillery": "artillery",
    "horse-artillery": "artillery",
    "commander": "leader",
    "chief-of-staff": "leader",
    "officer": "leader",
    "headquarters": "train",
    MARKER: "unknown",
}
"""Kind of counter -> its symbol, where that is called otherwise."""
_BROKEN: Final[Mapping[str, str]] = {"demoralized": "9.3", "disintegrated": "9.1"}
_MARKED: Final[Mapping[str, tuple[str, str]]] = {
    INACTIVE: ("inactive", "15.4"),
    UNSUPPLIED: ("unsupplied", "16.18"),
    BLOWN: ("blown", "16.8"),
    GARRISON: ("garrison", "16.11"),
    FORMING: ("forming a garrison", "16.11A"),
}
"""Mark of a position -> what it says of a unit, and the case."""


def print_of(setting: Setting) -> CounterPrint[Piece]:
    """nlb 2.4-1: the designation above, below strength and allowance, of a leader as in `leader_value`; the colour of
    its formation, nation by nation."""
    units = setting.roster.units
    colours: dict[str, int] = {}
    for nation in setting.roster.nation_names:
        own = [uid for uid, one in setting.roster.formations.items() if one.nation == nation]
        # Those beyond the last colour begin again.
        colours |= {uid: number % BANDS + 1 for number, uid in enumerate(own)}
    return CounterPrint(
        lambda piece: value(units[piece.id], piece.strength),
        SYMBOLS,
        lambda piece: units[piece.id].printed,
        lambda piece: colours[piece.formation],
    )


def value(unit: Unit, strength: int) -> str:
    """nlb 2.4-1, 10.0: `5-4`, strength and allowance; of a leader his allowance alone, of one who commands his command
    capacity before it: `3/10`; of who cannot fight the allowance: `(3)`; of a marker `?`, which is all that it shows
    (16.6)."""
    if unit.kind == MARKER:
        return "?"
    if unit.leads:
        return f"{unit.capacity.value}/{unit.allowance.value}" if unit.capacity else str(unit.allowance.value)
    return f"{strength}-{unit.allowance.value}" if unit.fights else f"({unit.allowance.value})"


def look_of(names: DispatchNames, board: Board, printed: CounterPrint[Piece]) -> CounterLook[Piece]:
    """How the counters of a position look."""
    units = board.setting.roster.units

    def strength(piece: Piece) -> int:
        return board.face(piece.id) if units[piece.id].fights else 0

    def state(piece: Piece, at: str) -> tuple[str, ...]:
        if piece.kind == MARKER:
            return tuple(_known(board, piece.id))
        return tuple(word for word, _ in _states(board, piece.id))

    def hover(piece: Piece, at: str) -> Iterator[str]:
        return _hover(names, board, units[piece.id])

    return CounterLook(printed, lambda piece: value(units[piece.id], strength(piece)), strength, state, hover)


def _states(board: Board, unit: str) -> Iterator[tuple[str, str]]:
    """nlb 2.4-3, 2.4-6, 9.1, 9.3-1, 11.0-3, 13.0-2, 15.4-1, 16.8-4, 16.11A-1, 16.18-1: what befell a unit
    or leader, with the case."""
    position, one = board.position, board.setting.roster.units[unit]
    if unit in position.reduced and one.reduced:
        yield "reduced", "2.4"
    worst = {position.broken[book] for book in board.books(unit) if book in position.broken}
    yield from ((word, case) for word, case in _BROKEN.items() if word in worst)
    if unit in position.idle:
        yield "out of command", "11.3"
    yield from (told for mark, told in _MARKED.items() if board.marked(mark, unit))


def _hover(names: DispatchNames, board: Board, unit: Unit) -> Iterator[str]:
    if unit.kind == MARKER:
        yield from _under(names, board, unit)
        return
    yield f"{names.place(unit.nation)}, {names.setting.roster.formations[unit.formation].name}"
    yield from _figures(board, unit)
    if unit.nationality:
        yield f"nationality: {names.place(unit.nationality)}"
    yield from (f"{word} ({case})" for word, case in _states(board, unit.id))
    if board.marked(REBUILT, unit.id):
        yield "has been reorganized (13.3)"
    if unit.id in board.position.allowances:
        yield f"{board.position.allowances[unit.id]} movement points on this turn, by a die"


def _under(names: DispatchNames, board: Board, marker: Unit) -> Iterator[str]:
    """nlb 16.6-1, 16.6B-1: for whom a marker stands, if it is not the dummy, and how far it goes, which everybody may
    know; then which of the two is real, if who looks knows it."""
    pair = pair_of(marker.id)
    yield f"{names.place(marker.nation)}: {' and '.join(twins_of(pair))}, one of them a dummy (16.6)"
    units = under(board, pair)
    if units:
        allowances = [board.setting.roster.units[unit].allowance.value for unit in units]
        yield f"under one of them: {names.units(units)}"
        yield f"{min(allowances)} movement points, as the slowest of them (16.6B)"
    yield from (f"{word} (16.6)" for word in _known(board, marker.id))


def _known(board: Board, marker: str) -> Iterator[str]:
    """Whether a marker is real, for its owner alone."""
    real = own_real(board, pair_of(marker))
    if real:
        yield "real" if marker == real else "dummy"


def _figures(board: Board, unit: Unit) -> Sequence[str]:
    """Its kind and what it can do, with the other side of the counter."""
    kind, moves = unit.kind.replace("-", " "), f"{unit.allowance.value} movement points"
    if unit.leads:
        ranges = board.setting.roster.ranges
        reach = [f"gives command within {ranges[unit.kind]} hexes (11.0)"] if unit.kind in ranges else []
        printed = unit.capacity.value if unit.capacity else 0
        capacity = board.position.capacities.get(unit.id, printed)
        return [f"{kind}, {f'command capacity {capacity}, ' if capacity else ''}{moves}", *reach]
    if not unit.fights:
        return [f"{kind}, {moves}"]
    text = f"{kind}, strength {board.face(unit.id)}, {moves}"
    if unit.strength and unit.reduced:
        other = unit.strength.value if unit.id in board.position.reduced else unit.reduced.value
        text += f"; on the other side {other}"
    return [text]
