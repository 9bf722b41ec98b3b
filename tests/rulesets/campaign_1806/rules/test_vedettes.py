"""Vedettes put out and taken in, and disengagement by night (13.1, 2.2, 4.2)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.rules import night
from rulesets.campaign_1806.rules.vedettes import (
    break_down,
    may_set_out,
    of,
    parent_waits_for,
    reassemble,
    why_not_break,
    why_not_reassemble,
)
from tests.rulesets.campaign_1806.country import ID, board, charts, country, row, rows

BROKEN = rows(
    row("13.1 13.11-1", "colbert", False, "", None),
    row("13.1", "klein", False, "", "13.1"),
    row("13.11-1", "colbert", True, "", "13.11-1"),
    row("13.13 19.28", "tilly", False, "tilly", "13.13"),
)


@pytest.mark.parametrize(("uid", "moved", "reduced", "case"), BROKEN)
def test_who_breaks_down(uid: str, moved: bool, reduced: str, case: str | None) -> None:
    refusal = why_not_break(board({"0505": uid}, reduced=reduced), uid, moved=moved)
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "13.1")
@pytest.mark.rule(ID, "13.11-1")
def test_a_unit_gives_way_to_its_vedettes() -> None:
    found = board({"0505": "blucher"})
    assert break_down(found, "blucher")
    assert found.units_in("0505") == ("blucher-v1", "blucher-v2", "blucher-v3")
    found = board({"0505": "blucher"})
    assert break_down(found, "blucher", ["blucher-v2"])
    assert found.units_in("0505") == ("blucher-v1", "blucher-v3")


@pytest.mark.rule(ID, "13.11-NOTE1")
@pytest.mark.rule(ID, "13.3-1")
def test_light_troops_stay_whole() -> None:
    found = board({"0505": "rudorff"})
    assert not break_down(found, "rudorff")
    assert found.units_in("0505") == ("rudorff", "rudorff-v1")
    assert found.unit("rudorff").points(reduced=False) == 2


TOGETHER = rows(
    row("13.12", {"0505": "blucher-v1 blucher-v2"}, None),
    row("13.12", {"0505": "blucher-v1"}, "13.12"),
    row("13.12", {"0505": "blucher-v1 blucher-v2", "0507": "blucher-v3"}, "13.12"),
    row("13.12", {"0505": "blucher-v1 blucher-v2", "0506": "gudin"}, "13.12"),
    row("13.12", {"0505": "blucher-v1 blucher-v2 blucher"}, "13.12"),
)


@pytest.mark.parametrize(("at", "case"), TOGETHER)
def test_who_reassembles(at: dict[str, str], case: str | None) -> None:
    refusal = why_not_reassemble(board(at), "blucher")
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "13.12")
def test_vedettes_give_way_to_their_unit() -> None:
    found = board({"0505": "blucher-v1 blucher-v3"})
    reassemble(found, "blucher")
    assert found.at == {"blucher": "0505"} and len(of(found, "blucher")) == 3


@pytest.mark.rule(ID, "13.11-2")
@pytest.mark.rule(ID, "19.26")
@pytest.mark.parametrize(("at", "may"), [("0507", True), ("0508", False), ("0504", False)])
def test_vedettes_begin_within_two_hexes(at: str, may: bool) -> None:
    found = board({"0504": "grawert"})
    assert may_set_out(found, charts(), "viallanes-v1", at, "0505") is may


@pytest.mark.rule(ID, "13.13-EX")
def test_light_troops_wait_for_their_vedettes() -> None:
    found = board({"0505": "ruchel", "0509": "rudorff-v1"})
    assert parent_waits_for(found, "rudorff", "0505") == ("rudorff-v1",)
    found.move("rudorff-v1", "0505")
    assert parent_waits_for(found, "rudorff", "0505") == ()


# Night. Gudin stands in 0505.
WAYS = rows(
    row("2.21C 4.2", {"0506": "grawert"}, "0504", None),
    row("2.21C 4.2", {"0506": "grawert"}, "0504 0503", None),
    row("4.2", {"0506": "grawert"}, "0504 0503 0502", "4.2"),
    row("4.2", {"0506": "grawert"}, "0605", "4.2"),
    row("4.2", {"0506": "grawert", "0503": "bila-v1"}, "0504", "4.2"),
    row("2.21C 2.22", {}, "0504", "2.21C"),
)


@pytest.mark.parametrize(("at", "path", "case"), WAYS)
def test_disengagement(at: dict[str, str], path: str, case: str | None) -> None:
    refusal = night.why_not(board({"0505": "gudin", **at}), charts(), "gudin", path.split())
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "4.2")
def test_who_has_no_way_out_stays() -> None:
    at = {"0505": "gudin", "0404": "bila-v1", "0606": "schmettau", "0603": "larisch"}
    found = board(at)
    assert night.must_leave(found, "gudin") and night.ways_out(found, charts(), "gudin") == ()


@pytest.mark.rule(ID, "2.21C")
def test_leaders_and_water_by_night() -> None:
    found = board({"0505": "gudin davout", "0506": "grawert"}, country(river="0504-0505"))
    assert not night.must_leave(found, "davout")
    assert ("0504",) not in night.ways_out(found, charts(), "gudin")
