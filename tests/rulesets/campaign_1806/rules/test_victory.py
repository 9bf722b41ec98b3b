"""Victory points and levels (20)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.rules.victory import (
    for_baggage,
    for_corps,
    for_losses,
    for_ratio,
    for_sources,
    level,
    lost_points,
    read_scale,
)
from tests.rulesets.campaign_1806.country import ID, data, forces, row, rows

SCALE = read_scale(data("victory"))

RATIOS = rows(
    row("20.11-1", 30, 10, 3),
    row("20.11-1", 20, 20, -2),
    row("20.11-1", 20, 10, 0),
    row("20.11-1", 29, 10, 0),
    row("20.11-1", 10, 20, -3),
    row("20.11-1", 1, 20, -3),
    row("20.11-1", 12, 0, 3),
    row("20.11-1", 0, 0, 0),
)


@pytest.mark.parametrize(("prussian", "french", "points"), RATIOS)
def test_the_ratio_of_losses(prussian: int, french: int, points: int) -> None:
    assert for_ratio(SCALE, prussian, french) == points


LOSSES = rows(
    row("20.14", 0, 0, 5),
    row("20.14", 10, 0, 5),
    row("20.14", 24, 0, 4),
    row("20.14", 40, 0, 3),
    row("20.14", 41, 0, 2),
    row("20.14", 50, 0, 2),
    row("20.14", 60, 0, 1),
    row("20.14", 24, 2, 2),
)


@pytest.mark.parametrize(("lost", "less", "points"), LOSSES)
def test_prussian_losses(lost: int, less: int, points: int) -> None:
    assert for_losses(SCALE, lost, less) == points


@pytest.mark.rule(ID, "20.11-2")
@pytest.mark.rule(ID, "17.3")
def test_what_lies_in_the_boxes_at_the_end_counts_in_full() -> None:
    lost = ["gudin", "colbert-v1", "bridge-fr", "ney", "jerome", "grawert"]
    assert lost_points(forces(), lost, "french") == 20
    assert lost_points(forces(), lost, "prussian") == 9


@pytest.mark.rule(ID, "20.12")
@pytest.mark.rule(ID, "14.2")
def test_sources_that_the_enemy_has_not_taken() -> None:
    assert for_sources(SCALE, ["prussian"], ["n1453"]) == 5
    assert for_sources(SCALE, ["french"], []) == 3
    assert {name: len(hexes) for name, hexes in SCALE.sources.items()} == {
        "french": 3,
        "french-alternate": 2,
        "prussian": 6,
    }


@pytest.mark.rule(ID, "20.13")
@pytest.mark.rule(ID, "20.15")
def test_a_point_each_for_corps_and_trains() -> None:
    assert for_corps(SCALE, ["pr-i", "pr-iii"]) == 2
    assert for_baggage(SCALE, ["baggage-fr"]) == 1


LEVELS = rows(
    row("20.2", 7, 3, "French victory"),
    row("20.2", 5, 5, "Prussian victory"),
    row("20.2", 3, 6, "Prussian decisive victory"),
    row("20.2", 4, 6, "Prussian victory"),
    row("20.2", 6, 5, "French marginal victory"),
    row("20.2", 6, 3, "French victory"),
    row("20.2", 9, 3, "French decisive victory"),
    row("20.2", 12, 3, "French crushing victory"),
    row("20.2", -2, 5, "Prussian decisive victory"),
    row("20.2", 2, 0, "French crushing victory"),
    row("20.2", 0, 0, "Prussian victory"),
)


@pytest.mark.parametrize(("french", "prussian", "name"), LEVELS)
def test_the_level(french: int, prussian: int, name: str) -> None:
    assert level(SCALE, french, prussian) == name
