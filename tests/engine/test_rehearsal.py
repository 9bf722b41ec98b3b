"""A turn of the toy ruleset on a scratch board, carried out by the book of the army whose orders they are."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.contract import Fault
from pbem.engine.hidden import Own
from pbem.engine.rehearsal import OpenBook, Unforeseen
from pbem.engine.requests import ORDERS, Choose, Open, Request, Roll
from tests.toy_hidden.board import Board
from tests.toy_hidden.ruleset import Veiled

GAME = Veiled().game("skirmish", {})


def position() -> Any:
    """Red has two counters that lie face down and one that lies face up, blue one."""
    board = Board(GAME.setting, GAME.start())  # type: ignore[attr-defined]
    home = board.setting.home
    for counter, box in zip(board.setting.counters("red"), [home["red"][0]] * 2 + [home["red"][1]], strict=False):
        board.post(counter, box)
    board.turn_up("red-3", [])
    board.post("blue-1", home["blue"][0])
    board.at |= {"stage": "play", "round": 1, "army": "red", "scouts": {"red": "unseen", "blue": "unseen"}}
    return board.position()


AT = position()
HOME = AT["counters"]["red-1"]["box"]
FRESH = Board(GAME.setting, AT).fresh("red", 2)  # type: ignore[attr-defined]
OWN = Own("red", {"red-1": ["red-x"], "red-2": []})


class Turn(OpenBook):
    """Orders, with the die of the fog supposed."""

    def __init__(self, orders: Any, committed: Any = None, die: int = 6) -> None:
        super().__init__(OWN, committed)
        self.orders, self.die = orders, die

    def choose(self, request: Choose) -> Any:
        return self.orders if request.what == ORDERS else super().choose(request)

    def foreseen(self, request: Request) -> Any:
        if isinstance(request, Roll) and self.die:
            return (self.die,)
        return super().foreseen(request)


def test_what_the_rules_refuse_is_noted_with_its_place_and_the_rest_is_done() -> None:
    near = Board(GAME.setting, AT).neighbours(HOME)  # type: ignore[attr-defined]
    moves = [{"counter": "blue-1", "to": HOME}, {"counter": "red-1", "to": near[0]}]
    book = Turn({"moves": moves})
    after = book.carry_out(GAME.phase(AT))
    assert [(fault.path, fault.refusal.case) for fault in book.faults] == [(("moves", 0), "4.1")]
    assert [event["unit"] for event in book.events if event["kind"] == "moved"] == ["red-1"]
    assert after["counters"]["red-1"]["box"] == near[0] and AT["counters"]["red-1"]["box"] == HOME
    assert isinstance(book.faults[0], Fault)


def test_a_commitment_counts_from_when_the_phase_finds_it_in_hand() -> None:
    """Fresh counters hold what the orders commit to; a box whose fresh counters they do not name stays as it is."""
    orders = {"mix": [{"box": HOME, "counters": list(FRESH)}]}
    book = Turn(orders, dict(zip(FRESH, [[], ["red-x"]], strict=True)))
    after = book.carry_out(GAME.phase(AT))
    assert book.markers[FRESH[1]] == ["red-x"] and set(FRESH) <= set(after["counters"])
    without = Turn(orders, {FRESH[0]: []})
    assert set(FRESH).isdisjoint(without.carry_out(GAME.phase(AT))["counters"])


def test_ones_own_markers_are_opened_from_the_book_and_noted() -> None:
    """A marker that is opened twice is noted once; the other army's is nothing that its enemy can know."""
    book = OpenBook(OWN)

    def both() -> Any:
        found = yield Open("red", ("red-1", "red-2"), "both")
        again = yield Open("red", ("red-1",), "again")
        return found, again

    assert book.carry_out(both()) == ((["red-x"], []), (["red-x"],))
    assert book.opened == ["red-1", "red-2"]
    with pytest.raises(Unforeseen, match="blue-1"):
        book.answer(Open("blue", ("blue-1",), "theirs"))


def test_a_die_that_nobody_supposes_ends_the_rehearsal() -> None:
    with pytest.raises(Unforeseen) as ended:
        Turn({}, die=0).carry_out(GAME.phase(AT))
    assert isinstance(ended.value.request, Roll)
