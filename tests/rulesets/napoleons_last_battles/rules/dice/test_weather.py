"""The weather die (22.6A)."""

from __future__ import annotations

import pytest

from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.turns import board, opened

RAINY = "variable-rain"


@pytest.mark.rule("nlb", "22.6A")
@pytest.mark.parametrize(
    ("turn", "before", "die", "after"),
    [
        ("17/1300", "", 6, "rain"),
        ("17/1300", "", 5, "clear"),
        ("17/1300", "clear", 6, "rain"),
        ("17/1300", "rain", 2, "clear"),
        ("17/1300", "rain", 3, "rain"),
        ("18/1100", "rain", 6, "rain"),
    ],
)
def test_a_die_makes_the_weather_of_what_it_was(turn: str, before: str, die: int, after: str) -> None:
    turned = opened(board("campaign", {}, turn, "french", RAINY, weather=before), die)
    assert turned.board.position.weather == after
    assert turned.of("weather") == [
        {"kind": "weather", "weather": after, "before": before or "clear", "die": die, "case": "22.6A"}
    ]
    assert turned.board.wet == (after == "rain")


@pytest.mark.rule("nlb", "22.6A")
@pytest.mark.parametrize(
    ("turn", "army"),
    [("17/1100", "french"), ("17/1300", "coalition"), ("17/2100", "french"), ("18/1300", "french")],
)
def test_no_die_falls_before_or_after_at_night_and_in_the_second_player_turn(turn: str, army: str) -> None:
    turned = opened(board("campaign", {}, turn, army, RAINY))
    assert not turned.thrown
    assert not turned.of("weather")


@pytest.mark.rule("nlb", "22.6A")
def test_it_is_clear_from_noon_of_the_last_day() -> None:
    turned = opened(board("campaign", {}, "18/1200", "french", RAINY, weather="rain"))
    assert turned.board.position.weather == "clear"
    assert [event["die"] for event in turned.of("weather")] == [0]


@pytest.mark.rule("nlb", "22.5C")
@pytest.mark.parametrize(
    ("turn", "wet"),
    [("17/1400", False), ("17/1500", True), ("17/1600", True), ("17/2000", False), ("18/0900", True)],
)
def test_without_the_option_the_calendar_says_when_it_rains(turn: str, wet: bool) -> None:
    turned = opened(board("campaign", {}, turn))
    assert not turned.thrown
    assert turned.board.wet is wet


@pytest.mark.rule("nlb", "22.6C")
def test_the_campaign_has_no_rules_of_the_letters_that_the_text_skips() -> None:
    """22.6 goes from B to F; what a row of the scenario or an option says of itself never names what is not there."""
    offered = {one.case for one in setting("campaign").offer.choices.values()}
    assert {case for case in offered if case.startswith("22.6")} == {"22.6A", "22.6B", "22.6F"}


@pytest.mark.rule("nlb", "4.2-1")
def test_what_was_rolled_by_day_does_not_make_rain_of_night() -> None:
    assert board("campaign", {}, "17/2100", "french", RAINY, weather="rain").conditions == "night"
