"""Previews: who is ordered, what is void, the attacks that are made, and the lines that people read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Refusal
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Ledger
from pbem.hexgame.telling.foresight import Foresight
from pbem.hexgame.telling.previewing import (
    NO_ATTACKS,
    PreviewWords,
    attacks_ahead,
    attacks_leave_a_choice,
    ordered,
    preview_lines,
    void,
)
from tests.hexgame.fighting.skirmish import ENEMY, RULES, plain
from tests.hexgame.fighting.stacked import Ground, HexBoard, entry
from tests.hexgame.telling.test_foresight import WORDS as ODDS
from tests.hexgame.telling.test_odds_question import AT

WORDS = PreviewWords(events=lambda event: str(event.get("text", "")), odds=ODDS, allocation="debts")


def ahead(at: Mapping[str, str], listed: Any) -> tuple[dict[str, Any], list[PlacedRefusal]]:
    ground = Ground(at, on=plain())

    def ledger(attack: Attack) -> Ledger[Any]:
        board: Any = HexBoard(dict(at), ground.board.field, ground.board.roster, ENEMY)
        return Ledger(RULES, board, "blue", "red", "ahead", {to: tuple(units) for to, units in board.here.items()})

    return attacks_ahead(ground.options(), listed, Foresight(ODDS, ledger))


def test_those_who_are_named_alone_or_together_are_ordered() -> None:
    entries = [{"unit": "b"}, {"units": ["c", "x"]}, "nonsense", {"units": 3}, {"unit": ["d"]}]
    assert ordered(["a", "b", "c", "d"], entries[:4], str.upper) == {"ordered": 2, "idle": ["A", "D"]}
    assert ordered([], [], str.upper) == {"ordered": 0, "idle": []}


def test_what_is_void_has_its_place() -> None:
    faults = [PlacedRefusal(("moves", 2), Refusal("5.1", "too far"))]
    assert void(faults) == [{"where": ["moves", 2], "case": "5.1", "text": "too far"}]


def test_a_list_is_made_or_gives_way_to_the_default_with_its_reason() -> None:
    told, faults = ahead(AT, [entry("0403 0304", "bi1 bi2", bombard=["ba1"])])
    assert not faults and not told["default"]
    assert [one["unit"] for one in told["attacks"][0]["manners"][0]["attackers"]] == ["bi1", "bi2", "ba1"]
    told, faults = ahead(AT, [entry("0403", "bi1 bi2")])
    assert told["default"] and [(fault.path, fault.refusal.case) for fault in faults] == [
        (("attacks",), "must_be_attacked")
    ]
    assert ahead({}, None) == ({"attacks": [], "default": True}, [])


@pytest.mark.parametrize(
    ("at", "farms", "choice"),
    [
        ({"bi1": "0404", "ri1": "0403"}, "", False),
        ({"bi1": "0404", "ri1": "0403", "ri2": "0304"}, "", True),
        ({"bi1": "0404", "ri1": "0403", "ba1": "0405"}, "", True),
        ({"bi1": "0404", "ri1": "0403"}, "0404", True),
    ],
)
def test_a_choice_is_who_attacks_whom_and_whether(at: Mapping[str, str], farms: str, choice: bool) -> None:
    options = Ground(at, farms.split(), on=plain()).options()
    assert attacks_leave_a_choice(options, [], "1-2", ()) is choice


@pytest.mark.parametrize(
    ("used", "chances", "choice"),
    [("1-2", {"Ar": "1"}, False), ("1-1", {"Ar": "1"}, True), ("1-2", {"Ar": "1/2", "Dr": "1/2"}, True)],
)
def test_so_is_a_lower_column_or_an_advance(used: str, chances: Mapping[str, str], choice: bool) -> None:
    options = Ground({"bi1": "0404", "ri1": "0403"}, on=plain()).options()
    attack = {"manners": [{"calculation": {"used": used}, "chances": chances}]}
    assert attacks_leave_a_choice(options, [attack], "1-2", ("De", "Dr")) is choice


def test_the_lines_tell_of_moves_then_of_what_is_void_then_of_attacks() -> None:
    told, _ = ahead(AT, None)
    refusals = void([PlacedRefusal((), Refusal("5.1", "too far"))])
    lines = list(preview_lines(WORDS, {"moves": [{"text": "goes"}, {}], "void": refusals, **told}))
    assert lines[:4] == ["Movement:", "  goes", "Void: too far (5.1)", "Attacks by default (debts):"]
    assert lines[4].startswith("  0304: BI1 2, BI2 2 against RI3 2 in hex 0304, RI1 2 in hex 0403")
    quiet = replace(WORDS, events=lambda event: "")
    assert list(preview_lines(quiet, {"moves": [{}], "void": [], **NO_ATTACKS})) == ["Movement: none"]
