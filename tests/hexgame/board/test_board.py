"""Pieces on a field: places, holders, zones that keep up with them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from tests.hexgame.field.test_field import field

FIELD = field(hexsides={"river": "0202-0302"})
ENEMY = {"blue": "red", "red": "blue"}


def piece(uid: str, order: int) -> Piece:
    """A blue or red infantry of strength three: b1, r2 …"""
    return Piece(uid, uid.upper(), "infantry", 3, 4, "blue" if uid.startswith("b") else "red", "all", order)


PIECES = {uid: piece(uid, order) for order, uid in enumerate(("b1", "b2", "b3", "r1", "r2", "r3"))}
ROSTER = Roster(PIECES, {"blue": ("all",), "red": ("all",)}, {"all": "All"})


def board(**at: str) -> HexBoard[Piece]:
    """A board with pieces in hexes."""
    return HexBoard(dict(at), FIELD, ROSTER, ENEMY)


def test_who_stands_where() -> None:
    found = board(b1="0302", b2="0302", r1="0402")
    assert (found.units_in("0302"), found.holder("0302"), found.holder("0402")) == (("b1", "b2"), "blue", "red")
    assert (found.holder("0101"), found.on_map("blue"), found.strength(("b1", "r1"))) == ("", ("b1", "b2"), 6)


def test_contact_ends_at_a_river() -> None:
    found = board(b1="0202", r1="0302", r2="0203")
    assert found.in_contact("b1") == ("r2",) and found.in_contact("r1") == ()


@given(st.lists(st.tuples(st.sampled_from(sorted(PIECES)), st.sampled_from((*FIELD.hexes, ""))), max_size=30))
def test_zones_keep_up_with_every_change(changes: list[tuple[str, str]]) -> None:
    found = board(b1="0302", r1="0402")
    assert found.in_zone("0302", "red")
    for unit, to in changes:
        if unit in found.at and to:
            found.move(unit, to)
        elif unit in found.at:
            found.lift(unit)
        elif to:
            found.place(unit, to)
    anew = HexBoard(dict(found.at), FIELD, ROSTER, ENEMY)
    for army in ENEMY:
        assert {at: n for at, n in found.zones[army].items() if n} == anew.zones[army]
    assert {at: sorted(units) for at, units in found.here.items()} == {
        at: sorted(units) for at, units in anew.here.items()
    }
