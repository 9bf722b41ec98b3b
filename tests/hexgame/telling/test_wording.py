"""Sentences: of one unit and of several that go together, of combats of stacks, and of entries of either list."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.documents.form import fields, one, some
from pbem.hexgame.documents.kinds import Choice, Hex, Unit
from pbem.hexgame.telling.wording import SENTENCES, Names, OrderWords, march_line, ordered_path, said, sentence
from tests.hexgame.fighting.skirmish import Board, attack, ledger, plain, play, resolve

RESULTS = {"Ae": "lost", "De": "they are lost", "Ex": "exchange", "Ar": "back", "Dr": "they go back"}
AT = {"b8": "0404", "b4": "0404", "r3": "0403", "r2": "0403"}


def names(**at: str) -> Names[Any]:
    board = Board(at or AT, plain())
    return Names(board.roster, board.field, {"blue": "Blue", "mill": "the mill"}, RESULTS)


def told(event: dict[str, Any]) -> str:
    return sentence(SENTENCES, names(), event)


MARCH = {"from": "0404", "to": "0202", "path": ["0404", "0303", "0202"], "cost": "2", "allowance": "4"}
COMES = {"at": "0404", "to": "0303", "path": ["0404", "0303"], "cost": "1 1/2"}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"kind": "moved", "unit": "b8", **MARCH}, "B8 marches from 0404 to 0202 for 2 of 4 movement points."),
        (
            {"kind": "moved", "units": ["b8", "b4"], **MARCH},
            "B8 and B4 march from 0404 to 0202 for 2 of 4 movement points.",
        ),
        ({"kind": "entered", "unit": "b8", **COMES}, "B8 arrives at 0404 and goes on to 0303."),
        (
            {"kind": "entered", "units": ["b8", "b4"], **COMES, "why": "late"},
            "B8 and B4 arrive at 0404 and go on to 0303 (late).",
        ),
        ({"kind": "waits", "units": ["b8", "b4"], "why": "no road", "case": "c"}, "B8 and B4 wait: no road (c)."),
        ({"kind": "waits", "unit": "b8"}, "B8 waits."),
        (
            {"kind": "undone", "units": ["b8", "b4"], "at": "0303", "case": "full"},
            "The move of B8 and B4 to 0303 is undone (full).",
        ),
        ({"kind": "headline", "text": "Night"}, "Night."),
        (
            {"kind": "void", "army": "blue", "text": "no such hex", "case": "c"},
            "An order of the Blue army is not carried out: no such hex (c).",
        ),
        (
            {"kind": "converted", "id": "a1", "from": "Ae", "to": "Ar", "why": "the guard", "case": "g"},
            "In attack a1 Ae becomes Ar, back: the guard (g).",
        ),
        (
            {"kind": "eliminated", "unit": "r3", "at": "0403", "strength": 3},
            "R3 (3 strength points) is eliminated at 0403.",
        ),
        ({"kind": "result", "result": "Ex"}, "exchange"),
        ({"kind": "unheard", "unit": "r3"}, ""),
    ],
)
def test_events(event: dict[str, Any], text: str) -> None:
    assert told(event) == text


def test_a_combat_of_stacks_names_everybody_and_every_event_of_it_has_words() -> None:
    phase = ledger(AT)
    events = play(resolve(phase, attack("0403", "b8 b4")), [3]).events
    assert sentence(SENTENCES, names(), events[0]) == (
        "Attack a1: B8 and B4 against R3 in 0403 and R2 in 0403, 12 to 5, column 2-1, die 3: Ex, exchange."
    )
    assert [text for event in events[1:] if (text := told(event))][:3] == [
        "R3 is eliminated at 0403, exchange (RESULT).",
        "R2 is eliminated at 0403, exchange (RESULT).",
        "The exchange asks for 5 strength points; the attacker gives B8, 8 strength points.",
    ]


def test_a_march_is_told_hex_by_hex() -> None:
    assert march_line(names(), {"kind": "moved", "units": ["b8", "b4"], **MARCH}) == (
        "B8 and B4 march 0404 - 0303 - 0202, 2 of 4 movement points."
    )
    assert march_line(names(), {"kind": "entered", "unit": "b8", **COMES}) == (
        "B8 arrives and marches 0404 - 0303, 1 1/2 movement points."
    )
    assert march_line(names(), {"kind": "undone", "unit": "b8", "at": "0404"}) == ""
    assert march_line(names(), {"kind": "moved", "unit": "b8", **MARCH, "path": ["0404"]}) == ""


UNIT, HEX = Unit("name it"), Hex("[0-9]{4}", "[A-Z].*", "name it")
ORDERS = OrderWords(
    fields(
        on=some(HEX, said="on {}"),
        by=some(UNIT, said="by {}"),
        reduce=one(Choice(noun="column", key="column", pattern=".*"), said="lowered to {}"),
    ),
    ("by",),
    ("reduce",),
    fields(vacant=one(HEX, said="{} is vacant")),
    lambda names, entry: f"{ordered_path(names, entry)}.",
)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"units": ["b8", "b4"], "path": ["0404", "0303"]}, "B8 and B4: 0404 - 0303."),
        ({"unit": "b8", "path": ["0404", "0303"]}, "B8: 0404 - 0303."),
        ({"units": ["b8", "b4"], "path": ["0404"]}, "B8 and B4: 0404 and no further."),
        ({"unit": "b8", "path": ["0404"], "exit": "0404"}, "B8: 0404."),
        ({"on": ["0403", "0304"], "by": ["b8", "b4"], "id": "mill"}, "Attack mill on 0403 and 0304 by B8 and B4."),
        ({"on": ["0403"], "by": ["b8"], "id": "0403", "reduce": "1-1"}, "Attack on 0403 by B8; lowered to 1-1."),
        (
            {"on": ["0403"], "by": ["b8"], "if": {"vacant": "0304"}, "else": {}},
            "Attack on 0403 by B8; only if 0304 is vacant; otherwise by the defaults.",
        ),
        ({"path": ["0404"]}, ""),
        ("b8", ""),
    ],
)
def test_one_list_holds_marches_and_attacks(entry: Any, text: str) -> None:
    assert ORDERS.told(names(), entry) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"unit": "b8", "at": "0404", "by": ["r3", "r2"], "case": "c"}, "B8 at 0404 is met by R3 and R2 (c)."),
        ({"unit": "nobody", "at": "0404", "by": ["r3"]}, "nobody at 0404 is met by R3."),
    ],
)
def test_a_sentence_has_the_members_of_its_event_in_their_places(event: dict[str, Any], text: str) -> None:
    assert said("{unit:unit} at {at:hex} is met by {by:units}{cited}.")(names(), event) == text
    with pytest.raises(KeyError):
        said("{army:place}")(names(), event)


def test_everything_has_a_name() -> None:
    found = names()
    assert [found.name(one) for one in ("b8", "0404", "blue", "mill", "x")] == ["B8", "0404", "Blue", "the mill", "x"]
