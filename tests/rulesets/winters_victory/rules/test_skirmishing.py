"""Skirmishers: companies out and back, their leash, and how they make way (8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.roster import Pool
from rulesets.winters_victory.rules.formations import skirmishing
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.moves import outcome, scene
from tests.rulesets.winters_victory.winter import TAG


@pytest.mark.parametrize(
    ("words", "uid", "companies", "case"),
    [
        row("8.61-1 8.62.2", {"flt9": "0505"}, "flt9", "flt9.s1", ""),
        row("8.62.1", {"rjgr": "0505 6sp"}, "rjgr", "rjgr.s1 rjgr.s2 rjgr.s3", ""),
        row("8.62.1", {"rjgr": "0505 2sp"}, "rjgr", "rjgr.s1 rjgr.s2 rjgr.s3", "8.62.1"),
        row("8.62.2", {"f14": "0505"}, "f14", "f14.s1", ""),
        row("8.62.2", {"f14": "0505 13sp"}, "f14", "f14.s1", "8.62.2"),
        row("8.62.2", {"f14": "0505 detached"}, "f14", "f14.s1", "8.62.2"),
        row("8.62.4", {"flt": "0505 disordered"}, "flt", "flt.s1", "8.62.4"),
        row("8.6-1", {"flt": "0505"}, "flt", "flt9.s1", "8.6-1"),
        row("8.6-1", {"flt": "0505", "flt.s1": "0404"}, "flt", "flt.s1", "8.6-1"),
    ],
)
def test_who_may_detach(words: dict[str, str], uid: str, companies: str, case: str) -> None:
    found = skirmishing.why_not_detach(board(words), uid, companies.split())
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("uid", "most"),
    [
        row("8.62.3", "rgren", 0),
        row("8.62.3", "r1", 0),
        row("8.62.2 2.4-1", "pline", 1),
        row("8.62.1", "pfus", 8),
        row("8.63", "flt", 7),
        row("8.62.1", "fhus", 0),
    ],
)
def test_how_many_companies_a_battalion_has(uid: str, most: int) -> None:
    assert skirmishing.most_companies(board({uid: "0505"}), uid) == most


@pytest.mark.parametrize(
    ("standing", "uid", "companies", "left", "size"),
    [
        row("8.61-1 8.61-2", {"flt9": "0505"}, "flt9", "flt9.s1", 8, 1),
        row("8.63", {"flt": "0505 12sp"}, "flt", "flt.s1 flt.s2", 8, 2),
        row("8.61-3", {"rjgr": "0505", "fhus": "0502 v3"}, "rjgr", "rjgr.s1", 7, 1),
        row("8.63 8.61-1 8.61-3", {"f14": "0505"}, "f14", "f14.s1", 12, 2),
    ],
)
def test_a_company_takes_its_points_along(
    standing: dict[str, str], uid: str, companies: str, left: int, size: int
) -> None:
    placed = board(standing)
    skirmishing.detach(placed, uid, companies.split())
    assert placed.piece(uid).strength == left
    assert [placed.piece(one).strength for one in companies.split()] == [size] * len(companies.split())
    assert placed.units_in("0505") == (uid, *companies.split())


@pytest.mark.parametrize(
    ("standing", "two", "one"),
    [
        row("8.6-1", {"flt": "0505", "flt.s1": "0505", "flt.s2": "0504 1sp", "flt9.s1": "0505"}, 10, 7),
        row("8.6-1", {"flt": "0505", "rjgr.s1": "0102"}, 12, 8),
    ],
)
def test_a_corps_has_so_many_companies_left(standing: dict[str, str], two: int, one: int) -> None:
    """Of twelve of two points and eight of one."""
    left = skirmishing.left_in_pool(board(standing), Pool(12, 8), ("flt", "flt9", "f14"))
    assert (left.two, left.one) == (two, one)


def test_a_line_battalion_detaches_once() -> None:
    placed = board({"f14": "0505"})
    skirmishing.detach(placed, "f14", ["f14.s1"])
    skirmishing.recombine(placed, "f14.s1", "f14")
    assert placed.piece("f14").strength == 14
    assert skirmishing.most_companies(placed, "f14") == 0


def test_a_light_battalion_may_break_down_wholly() -> None:
    placed = board({"rjgr": "0505 3sp"})
    skirmishing.detach(placed, "rjgr", ["rjgr.s1", "rjgr.s2", "rjgr.s3"])
    assert placed.units_in("0505") == ("rjgr.s1", "rjgr.s2", "rjgr.s3")


@pytest.mark.parametrize(
    ("standing", "flags", "case"),
    [
        row("8.64-1", {"flt.s1": "0504", "flt": "0505 12sp"}, {"begins": True}, ""),
        row("8.64-1", {"flt.s1": "0503", "flt": "0505 12sp"}, {"begins": True}, "8.64-1"),
        row("8.64-2", {"flt.s1": "0505", "flt": "0505 12sp"}, {"moved": True}, "8.64-2"),
        row("8.64-2", {"flt.s1": "0505", "flt": "0505 12sp"}, {"moved": True, "ended": True}, ""),
        row("8.64-2", {"flt.s1": "0504", "flt": "0505 12sp"}, {"moved": True, "ended": True}, "8.64-2"),
        row("8.64-3", {"flt.s1": "0505", "flt": "0505 13sp"}, {"begins": True}, "8.64-3"),
        row("8.64-3", {"flt9.s1": "0505", "flt9": "0505 8sp"}, {"begins": True}, ""),
        row("8.64-3", {"flt9.s1": "0505", "flt": "0505 8sp"}, {"begins": True}, "8.64-3"),
        row("8.62.4", {"flt.s1": "0505", "flt": "0505 8sp disordered"}, {"begins": True}, "8.62.4"),
    ],
)
def test_when_a_company_comes_back(standing: dict[str, str], flags: dict[str, bool], case: str) -> None:
    at = scene(standing)
    company, battalion = standing
    known = {"moved": False, "begins": False, "ended": False} | flags
    found = skirmishing.why_not_recombine(at.ground, at.board, company, battalion, **known)
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("standing", "ground", "then"),
    [
        row("8.65A.1", {"flt.s1": "0505", "flt": "0506", "r1": "0503 v3"}, {}, "refused 8.65A.1"),
        row("8.65A.1", {"flt.s1": "0505", "flt": "0506", "r1": "0503 v3"}, {"ground": {"light-cover": "0504"}},
            "1 skirmish"),
        row("8.65A.1", {"flt.s1": "0505", "flt": "0506", "r1": "0503 v3 disordered"}, {}, "1 skirmish"),
        row("8.65A.1", {"flt.s1": "0505", "flt": "0506", "r1": "0503 v3"}, {"light_cover_side": "0504-0503"},
            "1 skirmish"),
        row("8.65A.1", {"flt.s1": "0505", "flt": "0506", "r1": "0503 v0"}, {}, "1 skirmish"),
        row("8.65A.4", {"flt.s1": "0505", "flt": "0506", "fhus": "0504"}, {}, "refused 8.65A.4"),
        row("7.61A", {"fb8.c": "0505", "r1": "0503 v3"}, {}, "refused 8.65A.1"),
        row("8.65A.5", {"flt.s1": "0505", "flt": "0510"}, {"ground": {"woods": "0505 0504"}}, "1 skirmish"),
        row("8.65A.5", {"flt.s1": "0505", "flt": "0510"}, {"ground": {"woods": "0504"}}, "refused 8.65A.5"),
        row("8.65A.5", {"flt.s1": "0505", "flt": "0511"}, {"ground": {"woods": "0504 0505"}}, "1 skirmish"),
        row("8.65A.5", {"flt.s1": "0505", "r1": "0506"}, {}, "1 skirmish"),
        row("8.65A.6", {"flt.s1": "0505", "flt": "0512"}, {}, "refused 8.65A.6"),
    ],
)  # fmt: skip
def test_a_company_keeps_away_from_some_hexes(standing: dict[str, str], ground: dict[str, Any], then: str) -> None:
    """From 0505 to 0504."""
    assert outcome(scene(standing, country(**ground)), next(iter(standing)), "0504") == then


@pytest.mark.parametrize("to", [row("8.65A.6", "0506"), row("8.65A.6", "0406")])
def test_a_company_far_out_comes_closer(to: str) -> None:
    assert outcome(scene({"flt.s1": "0505", "flt": "0512"}), "flt.s1", to) == "1 skirmish"


@pytest.mark.rule(TAG, "8.65A.7", "8.65C.3")
def test_the_leash_is_measured_to_battalions_of_the_nation() -> None:
    at = scene({"rjgr.s1": "0505", "pline": "0504", "r1": "0511"})
    assert skirmishing.leash(at.ground, at.board, "rjgr.s1", "0505") == 6
    assert skirmishing.leash(at.ground, at.board, "pline", "0504") == 0


@pytest.mark.parametrize(
    ("standing", "ground", "then"),
    [
        row("8.66-1", {"f1": "0505 6sp", "rjgr.s1": "0504 2sp"}, {}, "1 column"),
        row("8.66-1", {"f1": "0505 5sp", "rjgr.s1": "0504 2sp"}, {}, "refused 8.66-1"),
        row("8.66-1", {"f1": "0505", "rjgr.s1": "0504"}, {"ground": {"woods": "0504"}}, "refused 8.66-1"),
        row("8.66-1", {"f1": "0505", "rjgr.s1": "0504"}, {"ground": {"light-cover": "0504"}}, "1 column"),
        row("8.66-1", {"f1": "0505 6sp", "rjgr.s1": "0504 2sp", "rjgr.s2": "0504"}, {}, "refused 8.66-1"),
        row("8.66-1", {"f1": "0505 general-order", "rjgr.s1": "0504"}, {}, "refused 6.1-1"),
        row("6.1-1", {"f1": "0505", "rb12.c": "0504"}, {}, "refused 6.1-1"),
    ],
)
def test_skirmishers_make_way_before_three_times_their_strength(
    standing: dict[str, str], ground: dict[str, Any], then: str
) -> None:
    assert outcome(scene(standing, country(**ground)), "f1", "0504") == then


@pytest.mark.rule(TAG, "8.66-1", "8.66-3")
def test_they_go_one_hex_or_two_and_then_perhaps_one_more() -> None:
    at = scene({"f1": "0505", "rjgr.s1": "0504", "f2": "0503 v2"})
    hexes = skirmishing.makes_way_to(at, "rjgr.s1", "french")
    assert "0604" in hexes
    assert "0703" in hexes
    assert not {"0505", "0404", "0503", "0603"} & set(hexes)
    skirmishing.make_way(at.board, "rjgr.s1", "0604")
    at.board.move("f1", "0504")
    assert skirmishing.steps_aside_to(at, "rjgr.s1", "f1") == ("0703", "0704", "0705")
    at.board.move("f1", "0808")
    assert skirmishing.steps_aside_to(at, "rjgr.s1", "f1") == ()
