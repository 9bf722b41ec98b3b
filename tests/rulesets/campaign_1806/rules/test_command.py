"""Command: ranges over roads and country, points, checks of initiative (5, 7, 2.11)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.command.initiative import may_check, may_move_in, officers_checked, passes
from rulesets.campaign_1806.rules.command.points import Points, in_command, is_officer_too, mark_out, why_not
from rulesets.campaign_1806.rules.command.reach import Ranges
from rulesets.campaign_1806.rules.march.crossings import Crossings
from tests.rulesets.campaign_1806.country import ID, board, charts, country, row, rows


def ranges(at: Board, army: str = "french", crossings: Crossings | None = None) -> Ranges:
    return Ranges(at, army, charts().command, crossings or Crossings())


# A leader in 0502 and a hex: whether it is in range.
REACHES = rows(
    row("7.2-1", "0504", {}, {}, True),
    row("7.2-1", "0505", {}, {}, False),
    row("7.2-2", "0505", {"roads": ("0503 0504",)}, {}, True),
    row("7.2-2", "0505", {"roads": ("0504 0505",)}, {}, True),
    row("7.2-2", "0505", {"roads": ("0504 0604",)}, {}, False),
    row("7.2-3", "0506", {"trails": ("0502 0503 0504 0505 0506",)}, {}, True),
    row("7.2-3 7.11-1", "0506", {"roads": ("0502 0503 0504 0505 0506 0507",)}, {}, True),
    row("7.2-3", "0507", {"roads": ("0502 0503 0504 0505 0506 0507",)}, {}, False),
    row("7.2-3", "0506", {"roads": ("0503 0504 0505 0506",)}, {}, False),
    row("7.21C", "0503", {"river": "0502-0503 0402-0403 0602-0603 0502-0602 0402-0502"}, {}, False),
    row("7.21C", "0503", {"river": "0502-0503 0502-0602", "bridge": "0502-0503", "roads": ("0502 0503",)}, {}, True),
)


@pytest.mark.parametrize(("to", "ground", "at", "reached"), REACHES)
def test_range(to: str, ground: dict[str, Any], at: dict[str, str], reached: bool) -> None:
    assert (to in ranges(board(at, country(**ground))).within("0502")) is reached


@pytest.mark.rule(ID, "7.21C")
def test_a_damaged_bridge_carries_no_orders() -> None:
    """The leader's hex is an island but for the bridge."""
    around = "0501-0502 0502-0503 0502-0601 0502-0602 0401-0502 0402-0502"
    field = country(river=around, bridge="0502-0503", roads=("0502 0503",))
    down = Crossings(damaged=frozenset({("0502", "0503")}))
    assert "0504" in ranges(board({}, field)).within("0502")
    assert ranges(board({}, field), crossings=down).within("0502") == {"0502"}


# The corridor of 0502 to 0504 by way of 0503 alone: who stands where closes it or not.
CORRIDOR = "0502-0602 0502-0601 0402-0502 0401-0502 0501-0502 0503-0603 0403-0503 0503-0602 0402-0503"
CLOSED = rows(
    row("7.21A", {"0503": "blucher-v1"}, False),
    row("7.21A", {"0503": "baggage-pr"}, False),
    row("7.21B", {"0505": "grawert"}, True),
    row("7.21B", {"0504": "grawert"}, False),
    row("7.21B", {"0504": "grawert", "0503": "gudin"}, True),
    row("7.21B", {"0504": "grawert", "0503": "soult"}, False),
    row("4.0-EX 7.21B", {"0504": "baggage-pr"}, True),
)


@pytest.mark.parametrize(("at", "through"), CLOSED)
def test_what_closes_a_line(at: dict[str, str], through: bool) -> None:
    """To 0504, whoever stands there: only what a line goes through can close it."""
    assert ("0504" in ranges(board(at, country(river=CORRIDOR))).within("0502")) is through


# Where everybody stands, what is given, and the case that refuses it.
NEY = {"0502": "napoleon ney marchand", "0503": "gardanne colbert"}
LANNES = {"0502": "lannes suchet", "0503": "marchand gardanne"}
BRUNSWICK = {"0502": "brunswick", "0503": "ruchel larisch wobeser winning", "0402": "wurttemberg"}
PLANS = rows(
    row("5.11-1", NEY, {"napoleon": Points(units=("marchand",))}, None),
    row(
        "7.11-NOTE",
        {"0502": "napoleon ney soult", "0503": "gardanne suchet gazan"},
        {"napoleon": Points(("ney", "soult"), ("gardanne", "suchet", "gazan"))},
        None,
    ),
    row(
        "7.11-NOTE",
        {"0502": "napoleon ney soult bernadotte augereau"},
        {"napoleon": Points(("ney", "soult", "bernadotte", "augereau"))},
        "7.11-NOTE",
    ),
    row(
        "5.11-2",
        {"0502": "napoleon", "0503": "marchand gardanne suchet gazan"},
        {"napoleon": Points((), ("marchand", "gardanne", "suchet", "gazan"))},
        "7.11-NOTE",
    ),
    row("5.15-2", LANNES, {"lannes": Points((), ("marchand",))}, None),
    row("5.15-2", LANNES, {"lannes": Points((), ("marchand", "gardanne"))}, "5.15-2"),
    row("5.15-2", {"0502": "lannes ney"}, {"lannes": Points(("ney",))}, "5.15-2"),
    row("5.11-2 1.4-CommandRating", BRUNSWICK, {"brunswick": Points(("ruchel",), ("larisch", "wobeser"))}, None),
    row("1.4-CommandRating", BRUNSWICK, {"brunswick": Points(("ruchel", "wurttemberg"))}, "5.15-2"),
    row(
        "7.11-2 13.14",
        {"0502": "davout colbert-v1 colbert-v2"},
        {"davout": Points((), ("colbert-v1", "colbert-v2"))},
        "5.15-2",
    ),
    row("1.4-CommandRange 7.11-1", {"0502": "napoleon", "0509": "ney"}, {"napoleon": Points(("ney",))}, "7.11-1"),
    row("1.4-Commander", NEY, {"napoleon": Points(("ney",))}, None),
    row("5.12-1", NEY, {"ney": Points((), ("marchand",))}, "5.11-1"),
    row("5.17-1", {"0502": "king grawert"}, {"king": Points((), ("grawert",))}, "5.11-1"),
    row("6.23 2.11A1-2", NEY, {"napoleon": Points(("ney",))}, "6.23"),
    row("17.2", {"0502": "davout jerome"}, {"davout": Points((), ("jerome",))}, None),
    row("7.11-1", NEY, {"napoleon": Points((), ("ney",))}, "5.11-2"),
    row("7.11-1", NEY, {"napoleon": Points(("ney",), ("colbert", "colbert"))}, "7.11-1"),
)


@pytest.mark.parametrize(("at", "plan", "case"), PLANS)
def test_an_allocation(at: dict[str, str], plan: dict[str, Points], case: str | None) -> None:
    army = "prussian" if set(plan) & {"brunswick", "king"} else "french"
    busy = ("ney",) if case == "6.23" else ()
    refusal = why_not(found := board(at), ranges(found, army), plan, busy)
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "2.11A1-2")
def test_a_commander_who_reorganizes_gives_no_points() -> None:
    found = board(NEY)
    refusal = why_not(found, ranges(found), {"napoleon": Points(("ney",))}, ("napoleon",))
    assert refusal is not None and refusal.case == "6.23"


# Who stands where, what is given, and who is in command thereby, leaders above officers left out.
COMMANDED = rows(
    row(
        "7.11-3 2.11A2-2",
        {"0502": "napoleon ney marchand suchet", "0503": "gardanne", "0504": "colbert", "0508": "lasalle"},
        {"napoleon": Points(("ney",))},
        "ney marchand gardanne colbert",
    ),
    row(
        "2.11A2-2",
        {"0502": "napoleon ney", "0503": "gardanne", "0508": "colbert"},
        {"napoleon": Points(("ney",))},
        "ney gardanne",
    ),
    row("2.11A2-3 1.4-InCommand", {"0502": "napoleon ney marchand"}, {}, ""),
    row("5.15-1", {"0502": "davout", "0503": "friant", "0509": "gudin"}, {}, "friant"),
    row("5.12-1", {"0502": "davout", "0503": "marchand friant"}, {}, "friant"),
    row("5.16-1", {"0502": "brunswick", "0504": "arnim", "0409": "kalckreuth"}, {}, "arnim"),
    row("7.11-4 9.12", {"0502": "davout", "0504": "bridge-fr", "0509": "baggage-fr"}, {}, "bridge-fr"),
    row("17.1", {"0502": "hohenlohe", "0503": "zezschwitz"}, {}, "zezschwitz"),
    row("17.2", {"0502": "napoleon ney", "0503": "jerome"}, {"napoleon": Points(("ney",))}, "ney"),
    row("5.17-1", {"0502": "king grawert"}, {}, ""),
)


@pytest.mark.parametrize(("at", "plan", "who"), COMMANDED)
def test_who_is_in_command(at: dict[str, str], plan: dict[str, Points], who: str) -> None:
    found = board(at)
    army = found.army_of(next(iter(found.at)))
    commanded = in_command(found, ranges(found, army), plan)
    assert {uid for uid in commanded if found.unit(uid).kind not in ("commander", "head-of-state")} == set(who.split())


@pytest.mark.rule(ID, "5.15-3")
def test_the_replacement_of_a_commander_is_an_officer() -> None:
    found = board({"0502": "replacement-f1 suchet gazan"})
    found.posts["replacement-f1"] = "v"
    line = ranges(found)
    assert in_command(found, line, {}) == frozenset()
    assert officers_checked(found, line, {"replacement-f1": 3}, ()) == {"replacement-f1", "suchet", "gazan"}
    assert not is_officer_too(found, "napoleon") and is_officer_too(board({"0502": "lannes"}), "lannes")


@pytest.mark.rule(ID, "2.11A2-1")
@pytest.mark.rule(ID, "7.3")
@pytest.mark.rule(ID, "7.11-4")
def test_markers_are_laid_anew_each_turn() -> None:
    found = board({"0502": "ney marchand", "0508": "grawert"})
    found.out.update(("ney", "grawert"))
    mark_out(found, "french", {"ney"})
    assert found.out == {"marchand", "grawert"}


# Unit, whether it is demoralized or reduced, die, and whether it passes. Ney has 4, Kalckreuth 2.
CHECKS = rows(
    row("1.4-InitiativeRating", "ney", "", 4, True),
    row("1.4-InitiativeRating", "ney", "", 5, False),
    row("5.12-2", "kalckreuth", "", 3, False),
    row("7.14", "ney", "demoralized", 4, False),
    row("12.21", "gudin", "demoralized", 5, False),
    row("12.21", "gudin", "demoralized", 4, True),
    row("1.31-2", "gudin", "reduced", 5, False),
)


@pytest.mark.parametrize(("uid", "state", "die", "does"), CHECKS)
def test_a_check(uid: str, state: str, die: int, does: bool) -> None:
    found = board({"0505": uid})
    if state:
        getattr(found, state).add(uid)
    assert passes(found, uid, die) is does


@pytest.mark.rule(ID, "7.12")
@pytest.mark.rule(ID, "2.11A2-4")
def test_an_officer_who_passes_brings_those_in_his_range() -> None:
    found = board({"0502": "ney", "0503": "marchand", "0509": "gardanne"})
    line = ranges(found)
    assert officers_checked(found, line, {"ney": 1}, ()) == {"ney", "marchand"}
    assert officers_checked(found, line, {"ney": 5}, ()) == frozenset()
    assert officers_checked(found, line, {"ney": 1}, (), ("ney",)) == frozenset()


@pytest.mark.rule(ID, "5.16-2")
def test_kalckreuth_commands_the_reserve_by_his_own_initiative() -> None:
    found = board({"0502": "kalckreuth", "0503": "arnim", "0509": "brunswick"})
    line = ranges(found, "prussian")
    assert "arnim" not in in_command(found, line, {})
    assert officers_checked(found, line, {"kalckreuth": 2}, ()) == {"kalckreuth", "arnim"}


UNITS = rows(
    row("7.13 2.11B2-NOTE1", {"0502": "ney", "0504": "marchand"}, False),
    row("2.11B2-NOTE1", {"0502": "ney", "0509": "marchand"}, True),
    row("7.13", {"0509": "marchand"}, True),
    row("17.2", {"0502": "ney", "0503": "jerome"}, True),
)


@pytest.mark.parametrize(("at", "may"), UNITS)
def test_who_may_check_for_himself(at: dict[str, str], may: bool) -> None:
    found = board(at)
    found.out.update(found.at)
    assert may_check(found, ranges(found), next(uid for uid in found.at if uid != "ney")) is may


# Unit, out of command, individual segment, passed: whether it moves.
SEGMENTS = rows(
    row("7.31-1", "ney", True, False, False, False),
    row("2.11B2-1", "ney", True, True, False, True),
    row("2.11B1", "gudin", True, False, False, False),
    row("2.11B2-2 7.31-2", "gudin", True, True, True, True),
    row("7.31-2", "gudin", True, True, False, False),
    row("7.1", "gudin", False, True, False, False),
    row("2.11B1", "gudin", False, False, False, True),
)


@pytest.mark.parametrize(("uid", "out", "individual", "passed", "may"), SEGMENTS)
def test_who_moves_in_which_segment(uid: str, out: bool, individual: bool, passed: bool, may: bool) -> None:
    found = board({"0505": uid})
    found.out.update([uid] if out else [])
    assert may_move_in(found, uid, individual=individual, passed=passed) is may
