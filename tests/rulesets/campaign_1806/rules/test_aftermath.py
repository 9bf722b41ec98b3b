"""After combat: retreats and displacement, advance, odds lowered, replacements; and letters (5.13, 11.3, 11.4,
18.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.battle.advance import checked_for_reduction, may_reduce, why_not_advance
from rulesets.campaign_1806.rules.battle.retreats import off_the_map, stays_behind, ways
from rulesets.campaign_1806.rules.leaders import replacement_hexes
from rulesets.campaign_1806.rules.letters import NOTHING, SPEAK, WRITE, between
from tests.rulesets.campaign_1806.country import ID, board, charts, country, row, rows

# All ways of the unit in 0505 are barred but the one over 0504.
RIVER = "0404-0505 0405-0505 0505-0604 0505-0605 0505-0506"
NARROW = {"river": f"{RIVER} 0403-0504 0404-0504 0504-0603 0504-0604"}
# The same, where the enemy has a zone in 0505 and nobody gets out of 0504 but over it.
CLOSED = {"river": f"{RIVER} 0403-0504 0404-0504 0504-0603 0504-0604 0503-0504".replace(" 0505-0506", "")}
# Who stands where, hexes to go, the ground, and the ends of the ways of Gudin in 0505.
WAYS = rows(
    row("11.4-Dr", {"0506": "grawert"}, 1, {}, "0404 0504 0604"),
    row("11.4-Ar", {"0506": "grawert"}, 1, {"river": RIVER}, "0504"),
    row("11.4-Dr2 10.21-1", {}, 2, NARROW, "0503"),
    row("11.4-Ar2 11.44-1", {"0402": "grawert"}, 2, NARROW, ""),
    row("11.43-1", {}, 2, {"river": RIVER}, "0403 0503 0603"),
    row("11.45-1", {"0504": "suchet gazan"}, 1, {"river": RIVER}, "0504"),
    row("11.45-2", {"0504": "suchet gazan", "0506": "grawert"}, 1, CLOSED, ""),
    row("11.45-NOTE", {"0504": "suchet gazan", "0503": "leval legrand"}, 1, NARROW, "0504"),
    row("11.45-1", {"0404": "suchet gazan"}, 1, {"river": "0405-0505 0505-0604 0505-0605 0505-0506"}, "0504"),
)


@pytest.mark.parametrize(("at", "length", "ground", "ends"), WAYS)
def test_ways_of_retreat(at: dict[str, str], length: int, ground: dict[str, Any], ends: str) -> None:
    found = ways(board({"0505": "gudin", **at}, country(**ground)), "gudin", length)
    assert {path[-1] for path in found} == set(ends.split()) and all(len(path) == length for path in found)


@pytest.mark.rule(ID, "11.44-2")
def test_who_is_forced_over_the_edge() -> None:
    at = {"0501": "gudin", "0502": "grawert", "0602": "orange", "0402": "larisch"}
    assert off_the_map(board(at), "gudin", 1)
    assert not off_the_map(board({"0501": "gudin"}), "gudin", 1)


@pytest.mark.rule(ID, "11.43-2")
@pytest.mark.rule(ID, "5.25-1")
def test_leaders_and_trains_stay_behind() -> None:
    assert stays_behind(board({"0505": "davout gudin bridge-fr"}), "0505", "french") == ("davout", "bridge-fr")


# Who stands in 0505, who else where, out of command or demoralized, who advances, and what refuses it.
ADVANCES = rows(
    row("11.46-1", "gudin friant klein", {}, "", "gudin klein", None),
    row("11.46-EX1", "gudin friant klein", {}, "", "gudin friant klein", "11.46-EX1"),
    row("5.24", "davout gudin friant klein", {}, "", "davout gudin friant klein", None),
    row("11.46-EX2", "davout gudin friant", {}, "", "gudin friant", "11.46-EX1"),
    row("5.17-2", "king grawert orange", {}, "", "king grawert orange", None),
    row("11.46-1", "gudin", {"0605": "friant"}, "", "gudin friant", "11.46-1"),
    row("5.24-EX 7.0 7.32", "davout gudin friant", {}, "friant", "davout gudin friant", "5.24-EX"),
    row("5.24-EX", "davout gudin friant", {}, "friant", "davout gudin", None),
    row("4.32-2", "gudin", {"0507": "grawert"}, "", "gudin", None),
    row("11.46-1", "davout gudin", {}, "", "davout", "11.46-1"),
)


@pytest.mark.parametrize(("here", "at", "out", "units", "case"), ADVANCES)
def test_advance(here: str, at: dict[str, str], out: str, units: str, case: str | None) -> None:
    found = board({"0505": here, **at})
    found.out.update(out.split())
    refusal = why_not_advance(found, units.split())
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "13.22-4")
def test_nobody_advances_where_the_enemy_left_before_combat() -> None:
    refusal = why_not_advance(board({"0505": "gudin"}), ["gudin"], left_before=True)
    assert refusal is not None and refusal.case == "13.22-4"


# Marchand and Gardanne have 4.
REDUCED = rows(
    row("11.32", {"0505": "marchand", "0605": "gardanne"}, {"marchand": 3, "gardanne": 5}, False),
    row("11.32", {"0505": "marchand", "0605": "gardanne"}, {"marchand": 4, "gardanne": 4}, True),
    row("11.32", {"0505": "marchand ney", "0605": "gardanne"}, {"ney": 4}, True),
    row("11.32", {"0505": "marchand gardanne"}, {"marchand": 4}, True),
)


@pytest.mark.parametrize(("at", "dice", "may"), REDUCED)
def test_who_may_lower_his_odds(at: dict[str, str], dice: dict[str, int], may: bool) -> None:
    found = board(at)
    assert set(checked_for_reduction(found, tuple(found.at))) == set(dice)
    assert may_reduce(found, tuple(found.at), dice) is may


REPLACED = rows(
    row("5.13", {"0505": "leval", "0507": "legrand", "0509": "gudin"}, "iv", False, ("0505", "0507")),
    row("5.13", {"0509": "gudin", "0303": "napoleon", "0404": "lannes"}, "iv", False, ("0303", "0404")),
    row("5.13", {"0505": "leval", "0509": "gudin"}, "v", True, ("0505", "0509")),
)


@pytest.mark.parametrize(("at", "formation", "of_army", "hexes"), REPLACED)
def test_where_a_replacement_comes_in(
    at: dict[str, str], formation: str, of_army: bool, hexes: tuple[str, ...]
) -> None:
    assert replacement_hexes(board(at), "french", formation, of_army=of_army) == hexes


LETTERS = rows(
    row("18.1-1", {"0505": "davout napoleon"}, {}, SPEAK),
    row("18.1-1", {"0505": "davout", "0506": "napoleon"}, {"river": "0505-0506"}, SPEAK),
    row("18.1-2", {"0501": "davout", "0509": "napoleon"}, {"river": "0503-0504"}, WRITE),
)


@pytest.mark.parametrize(("at", "ground", "how"), LETTERS)
def test_what_leaders_may_tell_each_other(at: dict[str, str], ground: dict[str, Any], how: str) -> None:
    assert between(board(at, country(**ground)), charts(), "davout", "napoleon") == how


@pytest.mark.rule(ID, "18.1-2")
def test_letters_go_fourteen_points_and_farther_on_roads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(charts().ranges, "letter", 4)  # type: ignore[arg-type]
    road = "0501 0502 0503 0504 0505 0506 0507 0508 0509"
    at = {"0501": "davout", "0509": "napoleon"}
    assert between(board(at), charts(), "davout", "napoleon") == NOTHING
    assert between(board(at, country(roads=(road,))), charts(), "davout", "napoleon") == WRITE
