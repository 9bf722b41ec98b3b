"""Behind the line: leaders and trains without escort, reorganization, supply (5.26, 6, 9.1, 14)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.battle.morale import Losses
from rulesets.campaign_1806.rules.leaders import (
    captured,
    caught_trains,
    exposed,
    lost_with_escort,
    refuges,
    taken_without_die,
    train_goes_along,
)
from rulesets.campaign_1806.rules.march.crossings import Crossings
from rulesets.campaign_1806.rules.reorganization import bring_back, needs_die, returns, why_not
from rulesets.campaign_1806.rules.supply import Lines
from tests.rulesets.campaign_1806.country import ID, board, charts, country, forces, row, rows

EXPOSED = rows(
    row("5.26-1", {"0505": "ney", "0506": "grawert"}, True),
    row("5.26-NOTE1", {"0505": "ney", "0506": "blucher-v1"}, True),
    row("5.26-1", {"0505": "ney gudin", "0506": "grawert"}, False),
    row("5.26-1", {"0505": "ney soult bridge-fr", "0506": "grawert"}, True),
    row("4.0-EX", {"0505": "ney", "0506": "baggage-pr"}, False),
    row("5.25-NOTE", {"0505": "ney", "0507": "grawert"}, False),
)


@pytest.mark.parametrize(("at", "is_so"), EXPOSED)
def test_who_is_exposed(at: dict[str, str], is_so: bool) -> None:
    assert exposed(board(at), "ney") is is_so


@pytest.mark.rule(ID, "5.26-1")
@pytest.mark.parametrize(("die", "taken"), [(1, True), (2, False)])
def test_a_one_captures(die: int, taken: bool) -> None:
    assert captured(charts(), die) is taken


SURROUNDED = {"0505": "ney", "0403": "grawert", "0606": "schmettau", "0603": "larisch", "0406": "kunheim"}
AT_ONCE = rows(
    row("5.26-NOTE2", SURROUNDED, {}, True),
    row("5.26-NOTE2", {**SURROUNDED, "0405": "viallanes-v1"}, {}, False),
    row("5.26-NOTE2", {uid: at for uid, at in SURROUNDED.items() if uid != "0406"}, {}, False),
    row("5.26-NOTE2", {uid: at for uid, at in SURROUNDED.items() if uid != "0406"}, {"river": "0405-0505"}, True),
)


@pytest.mark.parametrize(("at", "ground", "taken"), AT_ONCE)
def test_who_is_captured_without_a_die(at: dict[str, str], ground: dict[str, Any], taken: bool) -> None:
    assert taken_without_die(board(at, country(**ground)), "ney") is taken


FLIGHTS = rows(
    row("5.26-2", {"0508": "gudin", "0101": "suchet"}, ("0508",)),
    row("5.26-2", {"0503": "gudin", "0507": "suchet", "0609": "grawert"}, ("0503", "0507")),
    row("5.26-2", {"0507": "gudin", "0607": "grawert", "0502": "suchet"}, ("0502",)),
    row("5.26-2", {"0507": "gudin", "0607": "grawert"}, ()),
    row("5.26-2", {"0507": "davout"}, ()),
)


@pytest.mark.parametrize(("at", "hexes"), FLIGHTS)
def test_where_a_leader_flies(at: dict[str, str], hexes: tuple[str, ...]) -> None:
    assert refuges(board({"0505": "ney", **at}), "ney") == hexes


CAUGHT = rows(
    row("9.11-2", {"0505": "bridge-fr", "0506": "irwing"}, "bridge-fr"),
    row("14.34-2", {"0505": "baggage-fr", "0506": "blucher-v1"}, "baggage-fr"),
    row("14.34-2", {"0505": "baggage-fr viallanes-v1", "0506": "grawert"}, ""),
    row("9.11-2", {"0505": "bridge-fr baggage-fr ney", "0506": "grawert"}, "bridge-fr baggage-fr"),
)


@pytest.mark.parametrize(("at", "trains"), CAUGHT)
def test_trains_that_are_caught(at: dict[str, str], trains: str) -> None:
    assert set(caught_trains(board(at), "french")) == set(trains.split())


@pytest.mark.rule(ID, "9.13-2")
def test_trains_go_with_the_last_of_their_escort() -> None:
    found = board({"0505": "gudin morand bridge-fr davout"})
    assert lost_with_escort(found, "0505", "french", ["gudin", "morand"]) == ("bridge-fr",)
    assert lost_with_escort(found, "0505", "french", ["gudin"]) == ()


@pytest.mark.rule(ID, "9.13-3")
@pytest.mark.rule(ID, "14.34-1")
@pytest.mark.parametrize(("die", "along"), [(1, False), (2, False), (3, True), (5, True)])
def test_the_die_of_a_train_whose_escort_retreats(die: int, along: bool) -> None:
    assert train_goes_along(charts(), die) is along


# Who stands where, who reorganizes whom, and the case that refuses it; all named are in the night half but colbert.
REORGANIZED = rows(
    row("6.13-1", {"0505": "ney", "0509": "blucher-v1"}, "ney", "marchand", "6.13-1"),
    row("6.13-1", {"0504": "ney", "0509": "blucher-v1"}, "ney", "marchand", None),
    row("6.13-1", {"0505": "ney", "0507": "ruchel"}, "ney", "marchand", None),
    row("6.21-1 6.0", {"0505": "ney"}, "ney", "marchand gardanne", None),
    row("6.21-1", {"0505": "ney"}, "ney", "marchand gardanne colbert-v1", "6.21-1"),
    row("2.11A1-1 6.1", {"0505": "ney"}, "ney", "colbert", "2.11A1-1"),
    row("6.13-3", {"0505": "ney"}, "ney", "suchet", "6.13-3"),
    row("6.13-3", {"0505": "murat"}, "murat", "suchet", None),
    row("5.17-2", {"0505": "king"}, "king", "grawert orange", None),
    row("6.33", {"0505": "soult"}, "soult", "colbert-v1", "6.13-3"),
    row("6.33 6.3", {"0505": "ney"}, "ney", "colbert-v1", None),
    row("6.13-3", {"0505": "king"}, "king", "marchand", "6.13-3"),
)


@pytest.mark.parametrize(("at", "leader", "units", "case"), REORGANIZED)
def test_who_reorganizes_whom(at: dict[str, str], leader: str, units: str, case: str | None) -> None:
    found = board(at)
    found.out.add("ney")
    night = ["marchand", "gardanne", "colbert-v1", "suchet", "grawert", "orange"]
    refusal = why_not(found, charts(), leader, units.split(), night)
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "6.21-1")
@pytest.mark.rule(ID, "6.3")
@pytest.mark.rule(ID, "12.12")
def test_units_come_back_reduced_and_vedettes_whole() -> None:
    found, losses = board({"0505": "ney"}), Losses({"vi": 10}, forces())
    bring_back(found, losses, "marchand", "0505")
    bring_back(found, losses, "colbert-v1", "0505")
    assert found.units_in("0505") == ("ney", "marchand", "colbert-v1")
    assert found.reduced == {"marchand"} and losses.lost == {"vi": 1}


@pytest.mark.rule(ID, "12.24")
@pytest.mark.rule(ID, "6.22")
def test_units_of_a_broken_corps_need_a_die() -> None:
    found = board({"0505": "ney"})
    assert needs_die(Losses({"vi": 9}, forces()), found, "marchand")
    assert not needs_die(Losses({"vi": 8}, forces()), found, "marchand")
    assert [returns(charts(), die) for die in (4, 5)] == [True, False]


ROAD = "0501 0502 0503 0504 0505 0506 0507 0508 0509"
RIVER = "0305-0404 0305-0405 0304-0404"
FAR = {"0509": "gudin"}
# Lines here have 4 hexes: who stands where, the ground, and whether Gudin is supplied from 0501.
SUPPLIED = rows(
    row("14.1A", {"0505": "gudin"}, {}, Crossings(), True),
    row("14.1A", {"0506": "gudin"}, {}, Crossings(), False),
    row(
        "14.11",
        {"0505": "gudin"},
        {"terrain": {"0504": "woods", "0503": "woods"}, "woods": "0503-0504"},
        Crossings(),
        True,
    ),
    row("14.1B", {**FAR, "0506": "baggage-fr"}, {"roads": (ROAD,)}, Crossings(), True),
    row("14.1B", {**FAR, "0506": "baggage-fr"}, {"trails": (ROAD,)}, Crossings(), False),
    row("14.1B 14.34-3", FAR, {"roads": (ROAD,)}, Crossings(), False),
    row("14.12", {**FAR, "0506": "baggage-fr", "0603": "grawert"}, {"roads": (ROAD,)}, Crossings(), False),
    row("14.12", {**FAR, "0506": "baggage-fr", "0503": "blucher-v1"}, {"roads": (ROAD,)}, Crossings(), False),
    row("13.24", {**FAR, "0506": "baggage-fr", "0603": "blucher-v1"}, {"roads": (ROAD,)}, Crossings(), True),
    row(
        "14.12 4.0-4",
        {**FAR, "0506": "baggage-fr", "0603": "grawert", "0503": "suchet"},
        {"roads": (ROAD,)},
        Crossings(),
        False,
    ),
    row(
        "14.12",
        {**FAR, "0506": "baggage-fr"},
        {"roads": (ROAD,), "river": "0503-0504", "bridge": "0503-0504"},
        Crossings(),
        True,
    ),
    row(
        "14.12",
        {**FAR, "0506": "baggage-fr"},
        {"roads": (ROAD,), "river": "0503-0504", "bridge": "0503-0504"},
        Crossings(damaged=frozenset({("0503", "0504")})),
        False,
    ),
    row(
        "14.1B",
        {**FAR, "0506": "baggage-fr"},
        {"roads": ("0501 0502 0503", "0504 0505 0506"), "river": "0503-0504"},
        Crossings(pontoons={("0503", "0504"): 0}),
        True,
    ),
)


@pytest.mark.parametrize(("at", "ground", "crossings", "is_so"), SUPPLIED)
def test_supply(at: dict[str, str], ground: dict[str, Any], crossings: Crossings, is_so: bool) -> None:
    lines = Lines(board(at, country(**ground)), charts(), "french", ["0501"], crossings)
    lines.length = 4
    assert lines.supplied("gudin") is is_so


@pytest.mark.rule(ID, "14.1A")
def test_lines_are_fourteen_hexes_long() -> None:
    assert Lines(board({}), charts(), "french", []).length == 14


@pytest.mark.rule(ID, "8.43-3")
def test_a_bridge_carries_supply_the_turn_after_its_repair() -> None:
    found = board({**FAR, "0506": "baggage-fr"}, country(roads=(ROAD,), river="0503-0504", bridge="0503-0504"))
    lines = Lines(found, charts(), "french", ["0501"], unusable=[("0503", "0504")])
    assert not list(lines.trains())
