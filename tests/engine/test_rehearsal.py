"""A phase carried out by one army's book: what it tells, opens and refuses, and what nobody can foresee."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.hidden import Own
from pbem.engine.options import Listed
from pbem.engine.rehearsal import OpenBook, Unforeseen
from pbem.engine.requests import ASK, SILENT, Choose, Claim, Consult, InHand, Look, Open, Roll, Seal, Tell, Unseal

OWN = Own("red", {"m": ["a"], "n": ["b"]}, {"hidden": {"x": "camp"}})
BOXES = Listed(("none", "mill", "west"), "2.1", "a box")


def chosen(said: Any, **more: Any) -> Choose:
    return Choose("red", "box", BOXES, "r1.box", said=said, **more)


def test_it_keeps_what_happens_and_gives_what_the_phase_returns() -> None:
    closed = []

    def phase() -> Any:
        try:
            event = {"kind": "march"}
            assert (yield Tell(event)) is None
            event["kind"] = "changed"
            answer = yield chosen("mill")
            return [answer]
        finally:
            closed.append(True)

    book = OpenBook(OWN)
    assert book.carry_out(phase()) == ["mill"]
    assert book.events == [{"kind": "march"}] and closed == [True]


def test_orders_answer_and_the_default_where_they_are_silent_or_ask() -> None:
    book = OpenBook(OWN)
    assert [book.answer(chosen(said)) for said in ("mill", SILENT, ASK)] == ["mill", "none", "none"]
    assert book.faults == []


def test_what_the_rules_refuse_is_a_fault_with_its_place() -> None:
    book = OpenBook(OWN)
    assert book.answer(chosen("moon", where=("moves", 1))) == "none"
    ((path, refusal),) = [(fault.path, fault.refusal) for fault in book.faults]
    assert path == ("moves", 1) and refusal.case == "2.1"
    assert refusal.text == "moon is not a box here; legal: none, mill, west"


def test_markers_in_hand_are_those_that_hold_something() -> None:
    book = OpenBook(OWN)
    assert book.answer(InHand("red", ("m", "x", "n"), "r1.hand")) == ("m", "n")
    # What orders commit to anew counts from the moment at which it is in hand.
    book = OpenBook(OWN, {"m": ["c"], "x": ["d"]})
    assert book.answer(Open("red", ("m",), "r1.open")) == (["a"],)
    assert book.answer(InHand("red", ("m", "x", "y"), "r1.hand")) == ("m", "x")
    assert book.answer(Open("red", ("m", "x", "n", "y"), "r1.open")) == (["c"], ["d"], ["b"], None)
    assert book.opened == ["m", "x", "n", "y"]


def test_leaves_are_opened_by_their_tree() -> None:
    book = OpenBook(OWN)
    assert book.answer(Look("red", "hidden", ("x", "y"), "r1.look")) == ("camp", "")
    assert book.answer(Look("red", "occupancy", ("x",), "r1.look")) == ("",)
    assert book.opened == ["hidden.x", "hidden.y", "occupancy.x"]


@pytest.mark.parametrize(
    "request_",
    [
        Roll("1d6", label="r1.wind", rule="1.1"),
        Open("blue", ("m",), "r1.open"),
        InHand("blue", ("m",), "r1.hand"),
        Look("blue", "hidden", ("x",), "r1.look"),
        Choose("blue", "box", BOXES, "r1.box", said="mill"),
        Claim("blue", "m", "awake", Listed((False, True), "2.2", "a claim"), "r1.awake"),
        Consult("blue", ("chit",), "r1.chits"),
    ],
    ids=lambda request: type(request).__name__,
)
def test_nobody_foresees_dice_and_the_other_army(request_: Any) -> None:
    book = OpenBook(OWN)
    with pytest.raises(Unforeseen) as stopped:
        book.answer(request_)
    assert stopped.value.request is request_ and book.opened == [] and book.faults == []


@pytest.mark.parametrize("request_", [Seal, Unseal], ids=lambda kind: kind.__name__)
def test_a_sealed_answer_is_nothing_that_orders_hold(request_: Any) -> None:
    with pytest.raises(Unforeseen):
        OpenBook(OWN).answer(request_(chosen("mill")))


def test_a_book_of_nobody_in_particular_answers_for_both() -> None:
    assert OpenBook().answer(chosen("west")) == "west"
