"""Losses in words, ground held, the luck of a combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.calculation import Calculation, Counted, Strength
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.telling.figures import fortunes, held, result_worths
from pbem.hexgame.telling.losses import losses_text
from tests.hexgame.telling.sheets import AT, ROSTER, vale

LEVELS = {"demoralized": 10, "disintegrated": 25}


@pytest.mark.parametrize(
    ("levels", "reached", "text"),
    [
        ({}, "", "strength 40, 8 lost"),
        (LEVELS, "", "strength 40, 8 lost (demoralized once 10 are lost, disintegrated once 25 are lost)"),
        (LEVELS, "demoralized", "strength 40, 8 lost, DEMORALIZED (by 10 lost) (disintegrated once 25 are lost)"),
        (LEVELS, "disintegrated", "strength 40, 8 lost, DISINTEGRATED (by 25 lost)"),
    ],
)
def test_losses_say_what_they_bring_about(levels: dict[str, int], reached: str, text: str) -> None:
    assert losses_text(40, 8, levels, reached) == text


def test_ground_is_held_by_who_stands_there_or_controls_it_alone() -> None:
    enemy = {"blue": "red", "red": "blue"}
    alone = HexBoard({"b1": "0205", "r1": "0802"}, vale(), ROSTER, enemy)
    assert (held(alone, "blue"), held(alone, "red")) == (7, 5)
    together = HexBoard({"b1": "0205", "b2": "0205", "r1": "0206"}, vale(), ROSTER, enemy)
    assert (held(together, "blue"), held(together, "red")) == (4, 1)


def test_what_a_result_is_worth() -> None:
    """An exchange is paid as cheaply as possible; with nobody near the attacker risks nothing."""
    near = [("b1", 5), ("b2", 4), ("bh", 3)]
    assert result_worths(near, 6) == {"De": 6, "Dr": Fraction(3, 2), "Ex": -1, "Ar": -3, "Ae": -12}
    assert result_worths([], 6) == {"De": 6, "Dr": Fraction(3, 2), "Ex": 6, "Ar": 0, "Ae": 0}


def test_the_luck_of_a_combat() -> None:
    told = Calculation(
        (Strength("attacker", (Counted("b2", 4),), 4), Strength("defender", (Counted("r1", 6),), 6)),
        "1-2",
        (),
        "1-2",
        "1-2",
    ).told()
    event: dict[str, Any] = {
        "kind": "combat",
        "id": "a",
        "on": ["0604"],
        "attackers": [{"unit": "b2", "hex": AT["b2"]}],
        "calculation": told,
        "die": 2,
        "result": "Dr",
    }
    table = {"1-2": {"Dr": Fraction(1, 3), "Ar": Fraction(1, 2), "Ae": Fraction(1, 6)}}
    found = fortunes(
        [{"kind": "moved"}, event],
        ROSTER,
        lambda column, bonus: table[column],
        lambda one: result_worths([("b2", 4)], 6),
    )
    (fortune,) = found
    assert (fortune.name, fortune.army, fortune.actual) == ("attack a, 4 to 6 at 1-2", "blue", Fraction(3, 2))
    assert fortune.chances == (
        (Fraction(-4), Fraction(1, 6)),
        (Fraction(-1), Fraction(1, 2)),
        (Fraction(3, 2), Fraction(1, 3)),
    )
