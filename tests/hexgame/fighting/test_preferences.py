"""Preferences into answers: what fits the moment is taken, whatever else stands there; nothing that fits is silence."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.requests import ASK, SILENT
from pbem.hexgame.fighting.preference_faults import preference_faults
from pbem.hexgame.fighting.preferences import (
    read_advance_said,
    read_advance_standing,
    read_order,
    read_push,
    read_retreat,
    wishes,
)
from pbem.hexgame.fighting.said import retreat_said
from tests.hexgame.fighting.skirmish import CASES, Board, attack, plain

FIELD = plain()
STRANGE: tuple[Any, ...] = (None, 7, True, {}, [], [7, None], {"to": 7}, {"units": ["b8"]}, "x" * 99, [{"unit": 7}])


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("s", "0405"),
        (["n", "s"], "0405"),
        (["0405"], "0405"),
        (["0107", "sw"], "0305"),
        ({"to": ["s"]}, "0405"),
        ({"to": ["s"], "units": {"b8": ["sw"]}}, "0305"),
        ({"to": ["s"], "units": {"b5": ["sw"]}}, "0405"),
        (["n"], SILENT),
        *((one, SILENT) for one in STRANGE),
    ],
)
def test_a_retreat_goes_to_the_first_wish_that_is_open(value: Any, found: Any) -> None:
    assert read_retreat(FIELD, "b8", "0404", ["0405", "0305"])(value) == found


def test_own_wishes_come_before_those_for_all() -> None:
    assert wishes({"to": ["s"], "units": {"b8": "n"}}, "b8") == ["n", "s"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (["b5", "b4"], "b4"),
        ("b4", "b4"),
        ({"push": ["b4"]}, "b4"),
        (["b5"], SILENT),
        *((one, SILENT) for one in STRANGE),
    ],
)
def test_the_first_friend_who_can_be_pushed_is(value: Any, found: Any) -> None:
    assert read_push(["b4", "b3"])(value) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (["b3"], ["b3", "b5", "b4"]),
        ({"first": ["b4", "b4", "x", "b3"]}, ["b4", "b3", "b5"]),
        *((one, SILENT) for one in STRANGE),
    ],
)
def test_who_is_named_goes_first(value: Any, found: Any) -> None:
    assert read_order(["b5", "b4", "b3"])(value) == found


OPEN: list[dict[str, Any]] = [
    {"unit": "b8", "to": "0403"},
    {"unit": "b5", "to": "0403"},
    {"unit": "b5", "to": "0303", "with": ["b4"]},
]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("no", "no"),
        ([{"unit": "b5"}], OPEN[1]),
        ([{"unit": "b9"}, {"unit": "b5", "to": "0303"}], OPEN[2]),
        ([{"unit": "b5", "with": ["b4"]}], OPEN[2]),
        ([{"unit": "b8", "to": "0303"}], SILENT),
        ([7, {}], OPEN[0]),
        ([], SILENT),
        (None, SILENT),
    ],
)
def test_an_advance_in_orders(value: Any, found: Any) -> None:
    assert read_advance_said(OPEN)(value) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"when": "always"}, OPEN[0]),
        ({"when": "always", "units": ["b5"]}, OPEN[1]),
        ({"when": "always", "hexes": ["0303", "0403"]}, OPEN[2]),
        ({"when": "always", "hexes": ["0404"]}, SILENT),
        ({"when": "safe"}, OPEN[0]),
        ({"when": "safe", "hexes": ["0303"]}, SILENT),
        ({"when": "never"}, SILENT),
        *((one, SILENT) for one in STRANGE),
    ],
)
def test_an_advance_in_standing_orders(value: Any, found: Any) -> None:
    """Safe is where no enemy but the beaten r2 would be in contact: r6 is next to 0303."""
    board = Board({"b8": "0404", "b5": "0304", "r2": "0502", "r6": "0203"}, FIELD)
    assert read_advance_standing(board, OPEN, ["r2"])(value) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (ASK, ASK),
        (SILENT, SILENT),
        ([{"unit": "b8", "to": ["s"]}], ["s"]),
        ([{"unit": "b8"}], []),
        ([{"unit": "b5", "to": ["s"]}], SILENT),
        ("s", SILENT),
        (7, SILENT),
    ],
)
def test_what_an_attack_says_of_a_unit(said: Any, found: Any) -> None:
    assert retreat_said(said, "b8") == found


@pytest.mark.parametrize(
    ("manner", "told"),
    [
        ({"advance": [{"unit": "b5"}]}, "attack a1: B5 is no adjacent attacker and cannot advance"),
        ({"pay": ["b5"]}, "attack a1: B5 is no adjacent attacker and cannot pay an exchange"),
        ({"displace": ["r3"]}, "R3 is no own unit on a map"),
        ({"advance": [{"unit": "nobody"}]}, "attack a1: 'nobody' is no adjacent attacker and cannot advance"),
    ],
)
def test_who_cannot_be_meant_is_called_by_his_printed_name(manner: dict[str, Any], told: str) -> None:
    board = Board({"b8": "0404", "b5": "0405", "r3": "0403"}, FIELD)
    ((_, refusal),) = preference_faults(board, "blue", attack("0403", "b8", **manner), CASES)
    assert refusal.text == told
