"""Orders name counters that are turned up before it is their turn: they are carried out all the same (1.5, 1.52)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.documents.compile import compile_orders
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.boards import Hidden, day
from tests.rulesets.campaign_1806.turns import named


@pytest.mark.rule(ID, "1.52")
def test_who_is_shown_moves_in_the_same_turn() -> None:
    board = Hidden("french")
    orders = {"show": ["gazan"], "orders": [{"units": ["suchet", "gazan"], "to": "n1531"}]}
    book = day(board, compile_orders(board.play, orders, (), board.own))
    assert book.faults == []
    (moved,) = named(book.events, "moved")
    assert moved["units"] == [board.counters["suchet"], "gazan"] and moved["to"] == "n1531"


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "3.1")
def test_a_leader_who_lies_face_down_takes_nobody_s_place() -> None:
    board = Hidden("french", open_=("gazan",))
    orders = {"deal": "none", "orders": [{"units": ["suchet", "gazan", "lannes"], "to": "n1531"}]}
    book = day(board, compile_orders(board.play, orders, (), board.own))
    assert book.faults == [] and named(book.events, "undone") == []
    assert {board.play.at[uid] for uid in ("gazan", board.counters["lannes"])} == {"n1531"}


@pytest.mark.rule(ID, "11.46-1")
def test_who_is_shown_stays_in_command() -> None:
    board = Hidden("french", suchet="n1530")
    day(board, compile_orders(board.play, {"show": ["suchet"]}, (), board.own))
    assert "suchet" in board.play.position.led and "suchet" not in board.play.out
