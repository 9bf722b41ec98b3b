"""Lines of sight: blocking hexes, crests, lines along hexsides, and junctions (7.3, 8.1C)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.rules.battle.artillery import obstacle
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import sheet


def row(target: str, land: str, crest: str, case: str, *cases: str) -> object:
    """case: why the line from 0405 is blocked, "" if it is not."""
    return pytest.param(target, land, crest, case, marks=pytest.mark.rule("nlb", *cases))


# 0405 to 0403 runs through 0404; to 0504 along the side of 0404 and 0505: by the corner with 0405, then that with 0504.
@pytest.mark.parametrize(
    ("target", "land", "crest", "case"),
    [
        row("0403", "", "", "", "7.3-1"),
        row("0403", "0405 f 0403 t", "", "", "7.3-1"),
        row("0403", "0404 f", "", "7.3A", "7.3A", "7.3-1"),
        row("0403", "0404 t", "", "7.3A", "7.3A"),
        row("0403", "0404 c", "", "8.1C", "7.3A", "8.1C"),
        row("0403", "0404 m", "", "", "7.3A", "TEC-marsh-2"),
        row("0403", "", "0405-0404", "7.3D", "7.3D", "TEC-crest"),
        row("0403", "", "0404-0403", "7.3D", "7.3D"),
        row("0403", "", "0404-0304 0404-0504", "", "7.3A"),
        row("0504", "0404 f", "", "", "7.3B"),
        row("0504", "0404 f 0505 t", "", "7.3B", "7.3B"),
        row("0504", "", "0404-0505", "7.3B", "7.3B"),
        row("0504", "", "0405-0404", "", "7.3C"),
        row("0504", "", "0405-0404 0405-0505", "7.3C", "7.3C"),
        row("0504", "", "0504-0404 0504-0505", "7.3C", "7.3C"),
        row("0504", "", "0405-0404 0504-0505", "", "7.3C"),
        row("0504", "0505 f", "0405-0404", "7.3C", "7.3C"),
        row("0504", "0405 f", "0405-0404", "", "7.3C", "7.3-1"),
    ],
)
def test_what_blocks_a_line(target: str, land: str, crest: str, case: str) -> None:
    on = sheet(land, crest=crest)
    for a, b in (("0405", target), (target, "0405")):
        found = obstacle(on, a, b)
        assert (found[1] if found else "") == case


@pytest.mark.rule("nlb", "7.3-1")
def test_the_words_name_what_blocks() -> None:
    found = obstacle(sheet("0404 f 0505 t"), "0405", "0504")
    assert found == ("forest in 0404 and town in 0505", "7.3B")
    assert obstacle(sheet("", crest="0404-0405"), "0405", "0403") == ("the crest 0404-0405", "7.3D")
