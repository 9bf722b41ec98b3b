"""Bernadotte's choice, 20.2: where the units due at 0820 come in. Played on the real maps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.napoleon_at_war.playing import Moved, moved, path, real, standing_at


def play(turn: int, army: str, at: dict[str, str], *moves: Any, choice: str = "A", **rest: Any) -> Moved:
    """A Movement Phase of Jena-Auerstadt, with Bernadotte if nothing else is asked for."""
    game = real(*rest.pop("options", ("bernadotte",)))
    return moved(game, standing_at(game, turn, army, at, choice=choice, **rest), *moves)


@pytest.mark.rule("naw", "20.2")
@pytest.mark.parametrize(
    ("turn", "unit", "at", "choice", "option", "legal"),
    [
        (10, "riv-1", "0128", "A", "bernadotte", True),
        (10, "riv-1", "0820", "A", "bernadotte", True),
        (12, "dro-1", "0128", "A", "bernadotte", True),
        (10, "riv-1", "0128", "B", "bernadotte", False),
        (10, "riv-1", "0128", "A", "louis", False),
    ],
)
def test_bernadotte_may_help_davout(turn: int, unit: str, at: str, choice: str, option: str, legal: bool) -> None:
    """0820 or 0128, each group for itself, under Option A and with the optional rule only (ruling 40)."""
    played = play(turn, "french", {}, path(unit, at), choice=choice, options=(option,))
    assert (not played.faults) == legal
    # Under Option B it is the optional rule that does not go so far; without it the charts have one hex.
    assert played.cases == ([] if legal else ["20.2" if choice == "B" else "14.0-2"])


@pytest.mark.rule("naw", "20.2")
@pytest.mark.parametrize(
    ("first", "second", "case"),
    [("0128", "0820", "20.2"), ("0820", "0128", "20.2"), ("0128", "0128", ""), ("0820", "0820", "")],
)
def test_a_group_comes_in_as_a_whole(first: str, second: str, case: str) -> None:
    """The choice is one for all units of a group; the hex beside it serves where a friend stands (ruling 40)."""
    ways = {"0128": ["0128", "0228"], "0820": ["0820", "0819"]}
    played = play(10, "french", {}, path("riv-1", *ways[first]), path("riv-2", second))
    assert played.cases == ([case] if case else [])
    battle = played.board.field.map_of
    assert {battle[played.at[unit]] for unit in ("riv-1", "riv-2", "i-cav", "sah")} == {battle[first]}


@pytest.mark.rule("naw", "20.2")
def test_the_second_group_chooses_for_itself() -> None:
    """Rivaud's way in does not bind Drouet."""
    at = {"riv-1": "0228", "riv-2": "0227", "i-cav": "0226", "sah": "0225"}
    assert play(12, "french", at, path("dro-1", "0820"), path("dro-2", "0128")).cases == ["20.2"]
    assert play(12, "french", at, path("dro-1", "0128")).cases == []
