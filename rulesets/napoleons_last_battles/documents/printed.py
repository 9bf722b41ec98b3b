"""What templates call units and leaders: names with their figures, and what has befallen them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.hexgame.documents.template import Printed
from pbem.hexgame.field.values import points_text
from rulesets.napoleons_last_battles.board import BLOWN, GARRISON, INACTIVE, UNSUPPLIED, Board
from rulesets.napoleons_last_battles.roster import MARKER
from rulesets.napoleons_last_battles.rules.hiding.pairs import own_real, pair_of, under
from rulesets.napoleons_last_battles.rules.hiding.pairs import told as hidden_by
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.marks import FORMING

ARTILLERY = ("foot-artillery", "horse-artillery")
_LETTERS = {"cavalry": "c", "foot-artillery": "a", "horse-artillery": "h"}
_MARKS = {
    BLOWN: "blown (16.8)",
    FORMING: "forms a garrison (16.11)",
    GARRISON: "garrison (16.11)",
    INACTIVE: "inactive",
    UNSUPPLIED: "out of supply",
}


def printed(board: Board) -> Printed:
    """The names of a board, as it stands."""
    units = board.setting.roster.units
    everybody = board.everybody.units
    return Printed(
        {uid: one.name for uid, one in everybody.items()},
        board.field,
        {**board.position.at, **board.position.leaders},
        lambda unit: f"{units[unit].name} {figures(board, unit)}",
        lambda unit: f"{units[unit].name} {board.face(unit)}" if units[unit].fights else units[unit].name,
    )


def figures(board: Board, unit: str) -> str:
    """nlb 2.4-1, 10.0: `5-4`, with `c`, `a` or `h` for who is no infantry; of who commands his capacity;
    of a marker for whom it stands."""
    one = board.setting.roster.units[unit]
    if one.kind == MARKER:
        return f"for {hidden_by(board, under(board, pair_of(unit)))}"
    if one.fights:
        return f"{board.face(unit)}-{one.allowance.value}{_LETTERS.get(one.kind, '')}"
    kind = one.kind.replace("-", " ")
    return f"{kind}, capacity {one.capacity.value}" if one.capacity else kind


def states(board: Board, unit: str) -> Iterator[str]:
    """nlb 2.4-3, 9.3-1, 11.0-3, 13.0-2: what has befallen a unit or leader, in words."""
    if unit in board.markers and (real := own_real(board, pair_of(unit))):
        yield "the real one" if unit == real else "the dummy"
    if unit in board.position.reduced:
        yield "reduced"
    if unit in board.roster.units and board.demoralized(unit):
        yield "demoralized"
    if unit in board.position.idle:
        yield "out of command"
    yield from (words for mark, words in _MARKS.items() if board.marked(mark, unit))


def told(board: Board, unit: str) -> str:
    """`Campi 5-4 (camp-5), out of command`."""
    name = board.setting.roster.units[unit].name
    return ", ".join((f"{name} {figures(board, unit)} ({unit})", *states(board, unit)))


def points(marches: Marches, units: Sequence[str]) -> str:
    """`4 MP`, or `4 and 6 MP` of several."""
    return f"{' and '.join(dict.fromkeys(points_text(marches.points(unit)) for unit in units))} MP"
