"""What befalls units is noted where it happens, entered into the books, and makes low ones roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rulesets.winters_victory.board.fates import ELIMINATED, HALVED, LEADER, RALLIED, ROUTED, note
from rulesets.winters_victory.board.leaders import Attack
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.command.interphase import forbidden
from rulesets.winters_victory.rules.command.orders import Order, why_not
from rulesets.winters_victory.rules.firing.losses import suffer, take, wound
from rulesets.winters_victory.rules.formations.crews import reunite
from rulesets.winters_victory.rules.morale.army import Values
from rulesets.winters_victory.rules.morale.books import Book
from rulesets.winters_victory.rules.morale.check import limber_to_retreat, settle
from rulesets.winters_victory.rules.morale.effectiveness import current
from rulesets.winters_victory.rules.morale.ledger import Ledger
from rulesets.winters_victory.rules.morale.rally import rally, stays_routed
from rulesets.winters_victory.rules.morale.retreats import OFF, step
from rulesets.winters_victory.rules.scene import Brigades, Scene
from rulesets.winters_victory.rules.shock.attacks import captured_guns
from tests.rulesets.winters_victory.country import board, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import charts, scene
from tests.rulesets.winters_victory.staffs import refused, staff

Change = Callable[[Scene], Any]


@pytest.mark.parametrize(
    ("standing", "change", "noted"),
    [
        row("14.11-1", {"f1": "0505 5sp"}, lambda at: take(at, "f1", 1), [("f1", HALVED)]),
        row("14.11-1", {"f1": "0505"}, lambda at: take(at, "f1", 4), []),
        row("14.11-1", {"f1": "0505 4sp"}, lambda at: take(at, "f1", 1), []),
        row("14.11-1", {"f1": "0505 3sp"}, lambda at: take(at, "f1", 5), [("f1", ELIMINATED)]),
        row("14.11-1", {"fhus": "0505 2sp"}, lambda at: take(at, "fhus", 2), [("fhus", ELIMINATED)]),
        row(
            "14.11-1 8.62.1",
            {"flt": "0505 6sp", "flt.s1": "0404", "flt.s2": "0404"},
            lambda at: take(at, "flt", 2),
            [],
        ),
        row(
            "14.11-1 8.62.1", {"flt": "0505 6sp", "flt.s1": "0404"}, lambda at: take(at, "flt.s1", 1), [("flt", HALVED)]
        ),
        row("14.11-1 8.62.1", {"flt.s1": "0404 1sp"}, lambda at: take(at, "flt.s1", 1), [("flt", ELIMINATED)]),
        row(
            "14.11-1",
            {"r1": "0505 1sp", "r2": "0505 5sp"},
            lambda at: suffer(at, "0505", ALLIED, 2),
            [("r1", ELIMINATED), ("r2", HALVED)],
        ),
        row(
            "14.11-1", {"fb8": "0505 5sp unlimbered", "fb8.c": "0505"}, lambda at: take(at, "fb8", 1), [("fb8", HALVED)]
        ),
        row("14.11-1", {"fb8.c": "0505"}, lambda at: take(at, "fb8.c", 3), []),
        row(
            "14.11-1 7.57",
            {"fb4": "0505 3sp", "fb4.c": "0505"},
            lambda at: limber_to_retreat(at, "fb4", 0),
            [("fb4", HALVED)],
        ),
        row(
            "14.11-1 7.62C",
            {"fb8": "0505 8sp unlimbered", "fb8.c": "0505 1sp"},
            lambda at: reunite(charts().crews, at.board, "fb8.c"),
            [("fb8", HALVED)],
        ),
        row(
            "14.11-1 12.43.3",
            {"fb8": "0505 2sp unlimbered", "r1": "0505"},
            lambda at: captured_guns(at, FRENCH),
            [("fb8", ELIMINATED)],
        ),
        row("14.11-1", {"f1": "0505"}, lambda at: settle(at, "0505", FRENCH, "routed"), [("f1", ROUTED)]),
        row("14.11-1", {"f1": "0505 routed"}, lambda at: settle(at, "0505", FRENCH, "routed"), []),
        row("14.11-4", {"f1": "0505"}, lambda at: settle(at, "0505", FRENCH, "disordered"), []),
        row("14.11-2", {"f1": "0505 routed"}, lambda at: rally(at, "f1"), [("f1", RALLIED)]),
        row("14.11-3", {"f1": "0505 routed"}, lambda at: step(at, ["f1"], OFF), [("f1", ELIMINATED)]),
        row("14.11-3", {"f1": "0505 routed"}, lambda at: step(at, ["f1"], "0504"), []),
        row("14.12 11.44-2", {"f1": "0505", "fdiv": "0505"}, lambda at: wound(at, "fdiv", 8, 8), [("fdiv", LEADER)]),
        row("14.12 11.44-2", {"f1": "0505", "fdiv": "0505"}, lambda at: wound(at, "fdiv", 8, 7), []),
    ],
)
def test_what_befalls_units_is_noted_at_once(
    standing: Mapping[str, str], change: Change, noted: list[tuple[str, str]]
) -> None:
    at = scene(standing)
    change(at)
    assert at.board.fates == noted


@pytest.mark.rule("wv", "14.11-1", "14.11-2")
def test_a_unit_that_routs_and_rallies_within_a_phase_counts_both() -> None:
    at = scene({"f1": "0505"})
    settle(at, "0505", FRENCH, "routed")
    rally(at, "f1")
    book = Book(10, 10)
    _, events = play(Ledger({"f": book}, Values({ROUTED: 1, RALLIED: 1}), lambda uid: "f").enter(at.board), ())
    assert [(one["cause"], one["change"], one["level"]) for one in events] == [(ROUTED, -1, 9), (RALLIED, 1, 10)]
    assert at.board.fates == [] and book.level == 10


VALUES = Values({HALVED: 1, ELIMINATED: 2, ROUTED: 1, f"{LEADER} division": 2})


@pytest.mark.parametrize(
    ("noted", "levels"),
    [
        row("14.11-1 14.0", [("r1", ELIMINATED), ("f1", ROUTED)], (9, 8)),
        row("14.12", [("fdiv", LEADER)], (8, 10)),
        row("14.11-1", [("f1", HALVED), ("f1", ROUTED), ("f1", ELIMINATED)], (8, 10)),
        row("14.11-1", [("flt.s1", ROUTED), ("fb8.c", ROUTED)], (10, 10)),
    ],
)
def test_each_book_has_its_own_units(noted: list[tuple[str, str]], levels: tuple[int, int]) -> None:
    at, books = board({}), {"f": Book(10, 10), "r": Book(10, 10)}
    for uid, what in noted:
        note(at, uid, what)
    play(Ledger(books, VALUES, lambda uid: uid[0]).enter(at), ())
    assert (books["f"].level, books["r"].level) == levels


@pytest.mark.parametrize(
    ("book", "dice", "kinds", "state"),
    [
        row("14.21 4.1.1A", Book(20, 1), [], [], (False, False)),
        row("14.21 4.1.1A", Book(20, 0), [0], [True], (True, False)),
        row("14.21 4.1.1A", Book(20, -3), [4], [False], (False, False)),
        row("14.21", Book(20, -3, demoralized=True), [], [], (True, False)),
        row("14.22B", Book(20, -10), [9, 2], [True, True], (True, True)),
        row("14.22B", Book(20, -10), [9, 3], [True, False], (True, False)),
        row("14.22B", Book(20, -9), [9], [True], (True, False)),
        row("14.22B", Book(20, -12, True, True), [], [], (True, True)),
    ],
)
def test_books_at_zero_or_less_roll_in_the_interphase(
    book: Book, dice: list[int], kinds: list[bool], state: tuple[bool, bool]
) -> None:
    _, events = play(Ledger({"f": book}, VALUES, str, 2, 4).interphase("t20.p1"), dice)
    assert [one["broken"] for one in events] == kinds
    assert (book.demoralized, book.disintegrated) == state


FALLEN = Brigades(demoralized=frozenset({"f-brigade"}), disintegrated=frozenset({"f-brigade"}))


@pytest.mark.rule("wv", "14.22B", "14.22-1")
def test_who_has_disintegrated_is_worse_by_two_and_does_not_rally() -> None:
    at = scene({"f1": "0505 routed"})
    fallen = replace(at, brigades=FALLEN)
    assert (current(at, "f1"), current(fallen, "f1")) == (6, 4)
    assert (refused(stays_routed(at, "f1")), refused(stays_routed(fallen, "f1"))) == ("yes", "no 14.22B")


@pytest.mark.rule("wv", "14.22B")
def test_who_has_disintegrated_is_under_no_attack_order() -> None:
    at = staff({"nap": "0505", "cor": "0505", "fdiv": "0506", "fbde": "0507", "f1": "0507"}, {"fbde": "attack-A"})
    at.command.attacks["french"] = {"A": Attack("division", "fdiv", begun=True)}
    order = Order("nap", "fdiv", attack="division")
    fallen = replace(at, scene=replace(at.scene, brigades=Brigades(disintegrated=frozenset({"f-one"}))))
    assert refused(why_not(at, order)) != "no 14.22B" and refused(why_not(fallen, order)) == "no 14.22B"
    assert play(forbidden(at), ())[1] == [] and at.post("fbde").attack == "A"
    _, events = play(forbidden(fallen), ())
    assert [(one["kind"], one["attack"], one["case"]) for one in events] == [("attack-ends", "A", "14.22B")]
    assert not at.post("fbde").attack and not at.command.attacks["french"]
