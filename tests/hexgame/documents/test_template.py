"""The parts of an orders file: what may be said of an attack, attacks to take on, answers in mid-phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbem.engine.contract import Line
from pbem.engine.options import Listed
from pbem.engine.requests import Choose
from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import fields, some
from pbem.hexgame.documents.template import (
    Printed,
    answer_lines,
    attack_text,
    default_attacks,
    free_bombardments,
    manners,
)
from pbem.hexgame.fighting.falling_back import OrderOptions
from pbem.hexgame.fighting.payment import PayOptions
from tests.hexgame.documents.marching import HEX, UNIT, WISH
from tests.hexgame.fighting.skirmish import CASES, Board, plain

AT = {"b8": "0404", "bg3": "0406", "r4": "0403", "r5": "0303"}
BOARD = Board(AT, plain())
MEMBERS = fields(
    bombard=some(UNIT, "artillery that joins in (7.1)", default="none"),
    retreat=retreats(UNIT, WISH, "where it retreats (6.6)"),
    advance=advances(UNIT, HEX, "who enters (6.7)"),
).members


def printed(board: Board = BOARD) -> Printed:
    units = board.roster.units
    return Printed(
        {uid: f"Unit {uid}" for uid in units},
        board.field,
        board.at,
        lambda uid: f"Unit {uid} {units[uid].strength}-4",
        lambda uid: f"Unit {uid} {units[uid].strength}",
    )


def nothing(entry: Any) -> str:
    return ""


def told(lines: Iterator[Line]) -> list[tuple[str, str, bool]]:
    return [(line.text, line.comment, line.off) for line in lines]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"on": ["0403"], "by": ["b8"]}, '- {on: ["0403"], by: [b8]}'),
        ({"on": ["0403", "0303"], "by": ["b8", "b4"]}, '- {on: ["0403", "0303"], by: [b8, b4]}'),
        ({"on": ["0403"], "bombard": ["bg3"]}, '- {on: ["0403"], bombard: [bg3]}'),
    ],
)
def test_an_attack_as_it_is_written(entry: dict[str, list[str]], text: str) -> None:
    assert attack_text(entry) == text


def test_what_else_an_attack_may_say_with_units_that_are_there() -> None:
    lines = list(manners(MEMBERS, BOARD, "blue", ("artillery",), {"bombard": "guns next to it"}, "see below"))
    assert lines[1:4] == [
        "bombard: [bg3]         guns next to it; default: none",
        'retreat: [{unit: b8, to: ["0504", s]}]   where it retreats (6.6); default: away from the enemy',
        "advance: [b8]          who enters (6.7); default: no",
    ]
    assert lines[-2].startswith("if: {attack: a1, result: [Dr, De]}  or  if: {vacant: ") and "see below" in lines[-2]
    assert lines[-1] == "retreat and advance may be ask: the game then stops and asks you by mail."


def test_without_artillery_nothing_is_said_of_it() -> None:
    board = Board({"b8": "0404", "r4": "0403"}, plain())
    assert not any(one.startswith("bombard") for one in manners(MEMBERS, board, "blue", ("artillery",), {}, ""))


def test_the_default_list_is_there_to_be_taken_on() -> None:
    facts = {"default": [{"on": ["0403", "0303"], "by": ["b8"]}]}
    assert told(default_attacks(facts, printed(), BOARD, lambda entry: "; at 1-2")) == [
        (
            '- {on: ["0403", "0303"], by: [b8]}',
            "Unit b8 8 must attack Unit r4 4 in 0403 and Unit r5 5 in 0303; at 1-2",
            True,
        )
    ]
    assert told(default_attacks({"default": []}, printed(), BOARD, nothing)) == [
        ("", "Nobody is in contact before you move.", False)
    ]


def test_a_battery_is_offered_where_it_stands_together_with_the_others() -> None:
    facts = {"default": [], "bombard": {"bg3": ["0403", "0303"], "bg4": ["0303"]}}
    tried: list[Any] = []

    def fits(document: Mapping[str, Any]) -> bool:
        tried.append([attack["bombard"] for attack in document["attacks"]])
        return len(document["attacks"]) < 2

    board = Board({**AT, "bg4": "0305"}, plain())
    assert told(free_bombardments(facts, printed(board), fits, nothing)) == [
        ('- {on: ["0403"], bombard: [bg3]}', "Unit bg3 3 need not fire; in range and sight: 0403, 0303", True),
        ("", "Unit bg4 4 need not fire; in range and sight: 0303, in an attack above", False),
    ]
    assert tried == [[["bg3"]], [["bg3"], ["bg4"]]]


QUESTIONS = {"retreat": "has to retreat: to which hex?", "order": "in which order?", "pay": "who pays?"}


class Hexes(Listed):
    """A retreat, told of its unit."""

    def describe(self) -> Any:
        return {"unit": "b8", "answers": list(self.answers), "default": self.default()}


def asked(what: str, options: Any) -> list[tuple[str, str, bool]]:
    request = Choose("blue", what, options, f"gt1.{what}")
    return told(answer_lines(request, printed(), QUESTIONS, "6.5"))


def test_a_question_about_a_unit_says_where_it_stands() -> None:
    lines = asked("retreat", Hexes(["0405", "0504"], "6.6"))
    assert lines[0][1] == "Unit b8 8-4 (b8) in 0404 has to retreat: to which hex?"
    assert lines[2:] == [('answer: "0405"', "the default", False), ('answer: "0504"', "", True)]


def test_a_payment_gives_what_is_owed_and_who_might_pay() -> None:
    lines = asked("pay", PayOptions([("b8", 8), ("bg3", 3)], 3, CASES))
    assert [comment for _, comment, _ in lines[2:4]] == [
        "The exchange costs 3 strength points (6.5).",
        "Units: Unit b8 8-4 (b8) in 0404, Unit bg3 3-4 (bg3) in 0406",
    ]
    assert lines[-1] == ("answer: [bg3]", "the default", False)


def test_an_order_of_retreat_lists_the_units() -> None:
    lines = asked("order", OrderOptions(["b8", "bg3"], CASES))
    assert lines[0][1] == "In which order?"
    assert "Units: Unit b8 8-4 (b8) in 0404" in lines[2][1]
    assert lines[-1] == ("answer: [b8, bg3]", "the default", False)


def test_an_answer_is_told_by_its_printed_name() -> None:
    lines = asked("advance", Listed(["no", {"unit": "b8", "to": "0403"}], "6.7"))
    assert lines[0][1] == "Advance (gt1.advance)?"
    assert lines[-1] == ('answer: {unit: b8, to: "0403"}', "Unit b8", True)
