"""How a game ended, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.rules.victory.result import VICTORIOUS
from rulesets.napoleons_last_battles.telling.outcome import CONDITIONS
from tests.rulesets.napoleons_last_battles.rules.victory.umpire import END, over, stage
from tests.rulesets.napoleons_last_battles.turns import game

WAVRE = dict.fromkeys(("4206", "4306", "4307"), "french")


def test_every_condition_on_which_a_victory_hangs_has_words() -> None:
    assert set(CONDITIONS) == set(VICTORIOUS)


@pytest.mark.parametrize(
    ("uid", "options", "members", "text"),
    [
        (
            "ligny",
            (),
            {"losses": {"prussian": 75}},
            "The French player wins (18.4A-1): the Prussian army is disintegrated.",
        ),
        (
            "ligny",
            (),
            {"losses": {"prussian": 60, "french": 12}, "turn": END},
            "The French player wins (18.4A-2): the Prussian army is demoralized and the French army had lost fewer"
            " than 35 strength points when the Prussian army was demoralized.",
        ),
        ("ligny", (), {"turn": END}, "The Coalition player wins (18.4B)."),
        (
            "quatre-bras",
            (),
            {"turn": END, "points": {"french": 3}},
            "The Coalition player wins (19.4C). Victory points: French 3, Coalition 6.",
        ),
        (
            "quatre-bras",
            (),
            {"turn": END, "points": {"french": 6}},
            "The game ends in a draw (3.4). Victory points: French 6, Coalition 6.",
        ),
        (
            "historic-wavre",
            (),
            {"turn": END, "held": WAVRE},
            "The French player wins a marginal victory (25.0D): the French player controls Wavre.",
        ),
        (
            "grand-ligny",
            (),
            {"dead": {"napoleon"}},
            "The Coalition player wins a decisive victory (24.4B): Napoleon has fallen.",
        ),
        (
            "lba-variant",
            (),
            {"held": {"1022": "coalition"}},
            "The Coalition player wins (26.0G): the Coalition player controls Maison Du Roi.",
        ),
        (
            "grand-waterloo",
            (),
            {"losses": {"allied": 45, "prussian": 36}},
            "The French player wins (27.4A): the Prussian army and the Allied army are demoralized.",
        ),
        (
            "campaign",
            ("victory-levels", "hal"),
            {"turn": END, "points": {"french": 130, "coalition": 10}, "at": {"jhnste": "0114"}},
            "The French player wins a marginal victory (22.4C). The level is moved (22.6B). Victory points: French 130,"
            " Coalition 10, the difference 120.",
        ),
    ],
)
def test_an_outcome_in_sentences(uid: str, options: tuple[str, ...], members: dict[str, Any], text: str) -> None:
    found = over(stage(uid, *options, **members))
    assert game(uid).telling.wording({"kind": "over", **found}) == text
