"""Observation: distance by the hour and the weather, and the line of sight (16.3)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.rules.observation import distance_of_observation, observed_from, sees
from tests.rulesets.napoleons_last_battles.rules.plain import DAY, DUSK, NIGHT, RAIN, board, plain

rule = pytest.mark.rule
ENEMY = "kempt"


@pytest.mark.parametrize(
    ("turn", "options", "hexes"),
    [
        pytest.param(DAY, "observation", 10, marks=rule("nlb", "16.3-1")),
        pytest.param(RAIN, "observation", 5, marks=rule("nlb", "16.3-1")),
        pytest.param(NIGHT, "observation", 1, marks=rule("nlb", "16.3-1")),
        pytest.param(DUSK, "observation", 10, marks=rule("nlb", "16.3-3")),
        pytest.param(DUSK, "observation dusk", 5, marks=rule("nlb", "16.3-3")),
        pytest.param("17/0600", "observation dusk", 1, marks=rule("nlb", "16.3-3")),
        pytest.param("17/0600", "observation dusk dawn", 5, marks=rule("nlb", "16.3-3", "16.2")),
        pytest.param("17/0600", "observation dawn", 10, marks=rule("nlb", "16.3-3")),
        pytest.param(DAY, "observation dusk", 10, marks=rule("nlb", "16.3-3")),
    ],
)
def test_how_far_one_sees(turn: str, options: str, hexes: int) -> None:
    found = board({ENEMY: "0105"}, turn, options=options)
    assert distance_of_observation(found) == hexes
    row = [f"{1 + far:02}05" for far in (hexes, hexes + 1)]
    assert [observed_from(found, at, "coalition") for at in row] == ["0105", ""]


@rule("nlb", "16.3-1")
@pytest.mark.parametrize(
    ("turn", "weather", "hexes"), [(DAY, "rain", 5), (DAY, "clear", 10), (NIGHT, "rain", 1), (RAIN, "", 5)]
)
def test_rolled_weather_counts_by_day(turn: str, weather: str, hexes: int) -> None:
    assert distance_of_observation(board({}, turn, options="observation", weather=weather)) == hexes


@rule("nlb", "26.0D")
def test_mud_does_not_shorten_the_sight() -> None:
    assert distance_of_observation(board({}, "18/1100", uid="lba-variant", options="observation")) == 10


@pytest.mark.parametrize(
    ("to", "land", "crest", "seen"),
    [
        pytest.param("0501", "", "", True, marks=rule("nlb", "16.3-2")),
        pytest.param("0501", "0503 t", "", False, marks=rule("nlb", "16.3-2")),
        pytest.param("0501", "0503 f", "", False, marks=rule("nlb", "16.3-2")),
        pytest.param("0501", "0503 c", "", False, marks=rule("nlb", "16.3-2")),
        pytest.param("0501", "0503 m", "", True, marks=rule("nlb", "16.3-2")),
        pytest.param("0501", "0501 t 0505 f", "", True, marks=rule("nlb", "16.3-2", "7.3-1")),
        pytest.param("0501", "", "0503-0502", False, marks=rule("nlb", "16.3-2")),
        pytest.param("0504", "", "0505-0504", True, marks=rule("nlb", "16.3-2")),
        pytest.param("0503", "", "0505-0504", False, marks=rule("nlb", "16.3-2", "7.3D")),
    ],
)
def test_what_hides_a_hex(to: str, land: str, crest: str, seen: bool) -> None:
    found = board({ENEMY: "0505"}, options="observation", on=plain(land, crest=crest))
    assert sees(found, "0505", to) is sees(found, to, "0505") is seen
    assert observed_from(found, to, "coalition") == ("0505" if seen else "")


@rule("nlb", "16.3-2")
def test_leaders_observe_too_and_the_nearest_is_named() -> None:
    found = board({"wellington": "0305", ENEMY: "0105"}, options="observation")
    assert observed_from(found, "0505", "coalition") == "0305"
    assert observed_from(found, "0505", "french") == ""
