"""Reinforcements: costs, stacks, groups, blocked hexes (15)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.rules.march.entering import (
    entries,
    entry_cost,
    road_leaves,
    why_not_together,
    why_not_whole,
)
from tests.rulesets.campaign_1806.country import ID, board, country, forces, row, rows

FIELD = country(roads=("0501 0502 0503",))
EDGES = {"west": tuple(f"{row:02}01" for row in range(9, 0, -1))}

COSTS = rows(
    row("15.1-2", "0701", 0, False, 1),
    row("15.1-2", "0701", 3, False, 4),
    row("15.1-EX", "0501", 0, True, 0.5),
    row("15.1-EX", "0501", 2, True, 2.5),
    row("15.1-EX", "0701", 0, True, None),
)


@pytest.fixture(autouse=True)
def _edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small country knows its western edge."""
    monkeypatch.setitem(FIELD.edges, FIELD.map_of["0501"], EDGES)  # type: ignore[arg-type]


@pytest.mark.parametrize(("at", "rank", "marching", "points"), COSTS)
def test_what_coming_in_costs(at: str, rank: int, marching: bool, points: float | None) -> None:
    found = entry_cost(FIELD, forces().units["gudin"], at, rank, marching=marching)
    assert found == (None if points is None else 2 * points)


@pytest.mark.rule(ID, "15.1-EX")
def test_a_road_that_ends_within_the_map_leads_in_nobody() -> None:
    assert road_leaves(FIELD, "0501") and not road_leaves(FIELD, "0503") and not road_leaves(FIELD, "0701")


TOGETHER = rows(
    row("15.1-1", "gudin friant", False, None),
    row("15.1-1", "gudin friant morand", False, "15.1-1"),
    row("15.1-1", "davout gudin friant viallanes", False, None),
    row("8.22-1", "gudin friant", True, "8.22-1"),
    row("8.22-1", "gudin", True, None),
)


@pytest.mark.parametrize(("units", "marching", "case"), TOGETHER)
def test_who_comes_in_as_one_stack(units: str, marching: bool, case: str | None) -> None:
    refusal = why_not_together(board({}), units.split(), marching=marching)
    assert (refusal.case if refusal else None) == case


WHOLE = rows(
    row("15.2-2", "gudin friant morand", "gudin friant", "15.2-2"),
    row("15.2-2", "gudin friant morand", "", None),
    row("15.2-2", "gudin friant", "friant gudin suchet", None),
)


@pytest.mark.parametrize(("group", "coming", "case"), WHOLE)
def test_a_group_comes_in_whole_or_not(group: str, coming: str, case: str | None) -> None:
    refusal = why_not_whole(board({}), group.split(), coming.split())
    assert (refusal.case if refusal else None) == case


BLOCKED = rows(
    row("15.0", {}, ("0501",)),
    row("15.2-1", {"0502": "grawert"}, ("0501", "0301", "0701")),
    row("15.2-1", {"0501": "bila-v1"}, ("0301", "0701")),
    row("15.2-1", {"0501": "baggage-pr"}, ("0401", "0601")),
    row("15.2-1", {"0502": "ruchel"}, ("0501",)),
)


@pytest.mark.parametrize(("at", "hexes"), BLOCKED)
def test_where_the_french_come_in_who_are_due_at_0501(at: dict[str, str], hexes: tuple[str, ...]) -> None:
    assert entries(board(at, FIELD), "french", "0501") == hexes
