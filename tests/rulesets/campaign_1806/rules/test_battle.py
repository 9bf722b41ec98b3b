"""Combat: strengths, terrain, shifts, results, exchanges, boxes of the lost, demoralization (11, 12, 16)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.calculation import Calculation
from rulesets.campaign_1806.battlefield import VILLAGE, Defence
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.battle.boxes import (
    DAY,
    GONE,
    NIGHT,
    at_nightfall,
    box_of,
    needs_saving,
    retreat_hexes,
    saving_die,
    surrounded,
)
from rulesets.campaign_1806.rules.battle.morale import Losses, counts, guard_recoils, marked, may_advance
from rulesets.campaign_1806.rules.battle.odds import odds_of
from rulesets.campaign_1806.rules.battle.results import cheapest, converted, exchange
from rulesets.campaign_1806.rules.march.crossings import Crossings
from tests.rulesets.campaign_1806.country import ID, board, charts, country, defence, forces, row, rows

TOWN, CHATEAU = {"terrain": {"0505": "town"}}, {"terrain": {"0505": "chateau"}}
BRIDGE = {"river": "0505-0506", "bridge": "0505-0506", "roads": ("0505 0506",)}
STREAM = {"stream": "0505-0506"}


def fought(at: dict[str, str], ground: dict[str, Any], *, repulsed: bool = False, reduced: str = "") -> Calculation:
    """The odds of all that stand about against those in 0505, or in 0505 and 0605 where somebody is there."""
    found = board(at, country(**ground), reduced=reduced)
    targets = [hex_ for hex_ in ("0505", "0605") if hex_ in at]
    by = [uid for uid, hex_ in found.at.items() if hex_ not in targets]
    return odds_of(found, charts(), defence(), by, targets, repulsed=repulsed)


def of(attackers: str, defenders: str, **others: str) -> dict[str, str]:
    """Attackers in 0506, defenders in 0505."""
    return {"0506": attackers, "0505": defenders, **{key.removeprefix("at"): units for key, units in others.items()}}


# Who stands where, the ground, both strengths and the column of the bare odds.
STRENGTHS = rows(
    row("11.3", of("friant rivaud", "tauenzien"), {}, 14, 6, "2-1"),
    row("11.3", of("morand", "prittwitz"), {}, 11, 4, "2-1"),
    row("11.3", of("tauenzien", "friant rivaud"), {}, 6, 14, "1-3"),
    row("11.31A", of("suchet", "prittwitz"), TOWN, 12, 6, "2-1"),
    row("11.31A", of("suchet", "prittwitz"), {"terrain": {"0505": "village"}}, 12, 4, "3-1"),
    row(
        "11.31B",
        of("rivaud", "prittwitz", at0504="drouet"),
        {"terrain": {"0504": "clear slope"}, "slope": "0504-0505", **STREAM},
        12,
        6,
        "2-1",
    ),
    row("11.31B", of("rivaud", "prittwitz", at0504="drouet"), STREAM, 12, 4, "3-1"),
    row("11.31B", of("rivaud", "prittwitz"), {"terrain": {"0505": "clear slope"}, "slope": "0505-0506"}, 6, 4, "1-1"),
    row("11.31C 11.5", of("suchet", "prittwitz"), CHATEAU, 12, 4, "3-1"),
    row("11.31D", of("suchet", "larisch"), {"terrain": {"0505": "woods"}}, 12, 5, "2-1"),
    row("11.31E", of("klein colbert", "prittwitz", at0504="rivaud"), {"woods": "0505-0506"}, 8, 4, "2-1"),
    row("11.31E", of("rivaud", "holtzendorff"), {"woods": "0505-0506"}, 6, Fraction(3, 2), "4-1"),
    row("11.31F 8.32-2", of("friant", "prittwitz"), BRIDGE, 8, 8, "1-1"),
    row("8.32-2", of("friant", "prittwitz", at0504="dupont"), BRIDGE, 16, 4, "4-1"),
    row(
        "11.31F",
        of("friant", "prittwitz", at0504="dupont"),
        {"river": "0505-0506 0504-0505", "bridge": "0505-0506 0504-0505", "roads": ("0504 0505 0506",)},
        16,
        8,
        "2-1",
    ),
    row("11.31-NOTE", of("friant", "prittwitz"), {**TOWN, **STREAM}, 8, 6, "1-1"),
    row("11.31-NOTE", of("friant", "prittwitz"), {**TOWN, **BRIDGE}, 8, 8, "1-1"),
    row("11.22-2", of("suchet", "dyherrn", at0605="holtzendorff"), TOWN, 12, 9, "1-1"),
    row("9.13-1", of("friant", "larisch bridge-pr-i"), {}, 8, 5, "1-1"),
    row("5.23", of("friant davout", "larisch ruchel"), {}, 8, 5, "1-1"),
)


@pytest.mark.parametrize(("at", "ground", "attack", "against", "column"), STRENGTHS)
def test_strengths(at: dict[str, str], ground: dict[str, Any], attack: int, against: Any, column: str) -> None:
    found = fought(at, ground)
    assert (found.attack, found.defence, found.first) == (attack, against, column)


@pytest.mark.rule(ID, "11.31A")
def test_villages_help_where_players_follow_the_text() -> None:
    text = Defence({**defence().hexes, VILLAGE: Fraction(3, 2)}, defence().sides)
    found = board(of("suchet", "prittwitz"), country({"0505": "village"}))
    assert odds_of(found, charts(), text, ["suchet"], ["0505"]).column == "2-1"


# Who stands where, the ground, whether a repulse has failed, and the column that counts.
COLUMNS = rows(
    row("5.14", of("rivaud napoleon", "tauenzien"), {}, False, "2-1"),
    row("5.14", of("grawert schmettau", "tilly napoleon guyot drouet"), {}, False, "1-2"),
    row("10.22-2", of("marchand gardanne", "tauenzien"), {}, True, "1-1"),
    row("10.22-2", of("marchand gardanne napoleon", "tauenzien"), {}, True, "2-1"),
    row("10.22-2", of("friant rivaud", "dyherrn"), {}, True, "2-1"),
    row("16.1", of("rivaud tilly", "prittwitz"), {}, False, "3-1"),
    row("16.1-NOTE", of("colbert", "prittwitz", at0504="rivaud"), {"woods": "0505-0506"}, False, "1-1"),
    row("16.1-EX", of("rivaud tilly", "prittwitz irwing"), {}, False, "1-1"),
    row("13.23", of("rivaud viallanes-v1 viallanes-v2", "prittwitz"), {}, False, "2-1"),
    row("13.23", of("rivaud viallanes-v1", "prittwitz"), {}, False, "1-1"),
    row("16.11", of("rudorff", "guard-dragoons"), {}, False, "2-1"),
    row("16.11 13.3-2", of("rudorff", "guard-dragoons", at0909="rudorff-v1"), {}, False, "1-1"),
    row("16.32", of("guard-infantry", "larisch"), {}, False, "2-1"),
    row("16.3", of("guard-cavalry", "dyherrn"), {}, False, "1-1"),
    row("11.3-NOTE", of("guard-infantry guard-cavalry napoleon", "prittwitz"), {}, False, "5-1"),
    row("11.53A", of("suchet gazan", "prittwitz"), CHATEAU, False, "2-1"),
    row("11.51", of("suchet gazan", "boguslawski wobeser"), CHATEAU, False, "3-1"),
    row("11.53D", of("rivaud tilly", "tauenzien"), CHATEAU, False, "1-1"),
)


@pytest.mark.parametrize(("at", "ground", "repulsed", "column"), COLUMNS)
def test_the_column(at: dict[str, str], ground: dict[str, Any], repulsed: bool, column: str) -> None:
    far = {uid for hex_, units in at.items() if hex_ == "0909" for uid in units.split()}
    found = board(at, country(**ground))
    by = [uid for uid, hex_ in found.at.items() if hex_ != "0505" and uid not in far]
    assert odds_of(found, charts(), defence(), by, ["0505"], repulsed=repulsed).column == column


# What a code counts as.
CODES = rows(
    row("11.53B", of("suchet", "prittwitz"), CHATEAU, "Dr2", ""),
    row("11.53B", of("suchet", "prittwitz"), CHATEAU, "Dr", ""),
    row("11.53C", of("suchet", "prittwitz"), CHATEAU, "De", "Ex"),
    row("11.53C 11.41-1", of("guard-infantry", "prittwitz"), CHATEAU, "De", "De"),
    row("11.41-1", of("guard-infantry", "prittwitz"), {}, "Ex", "De"),
    row("11.41-1", of("grawert", "guard-infantry guard-cavalry"), {}, "Ex", "Ae"),
    row("11.41-2", of("guard-infantry guard-dragoons", "grawert"), {}, "Ex", "Ex"),
    row("11.53C", of("suchet", "prittwitz"), {}, "De", "De"),
    row("11.51", of("suchet", "prittwitz wobeser"), CHATEAU, "Dr", "Dr"),
)


@pytest.mark.parametrize(("at", "ground", "code", "then"), CODES)
def test_what_a_code_counts_as(at: dict[str, str], ground: dict[str, Any], code: str, then: str) -> None:
    assert converted(board(at, country(**ground)), at["0506"].split(), ["0505"], code) == then


# Attackers, defenders, reduced, who goes in any case, what is owed, and who pays by default.
EXCHANGES = rows(
    row("11.4-Ex", "gudin friant klein", "tauenzien", "gudin friant", "tauenzien", 6, "friant klein"),
    row("11.4-Ex", "rivaud", "tauenzien", "", "rivaud tauenzien", 0, ""),
    row("11.4-Ex", "prittwitz", "gudin", "", "prittwitz", 4, "gudin"),
    row("11.41-2", "guard-infantry klein", "larisch", "", "larisch", 5, "klein"),
    row("11.41-2", "grawert", "guard-infantry guard-dragoons", "", "guard-dragoons", 7, "grawert"),
    row("11.53C", "rivaud boguslawski", "prittwitz", "", "prittwitz", 4, "rivaud"),
)


@pytest.mark.parametrize(("by", "against", "reduced", "lost", "owed", "paid"), EXCHANGES)
def test_an_exchange(by: str, against: str, reduced: str, lost: str, owed: int, paid: str) -> None:
    found = board({"0506": by, "0505": against}, reduced=reduced)
    due = exchange(found, by.split(), against.split())
    assert (set(due.lost), due.owed) == (set(lost.split()), owed)
    chosen = cheapest(found, due)
    assert set(chosen) == set(paid.split()) and due.pays(found, chosen)


@pytest.mark.rule(ID, "11.4-Ex")
def test_an_exchange_may_be_paid_in_other_ways_but_not_with_too_little() -> None:
    found = board({"0506": "gudin friant klein", "0505": "tauenzien"}, reduced="gudin friant")
    due = exchange(found, ["gudin", "friant", "klein"], ["tauenzien"])
    assert due.pays(found, ["gudin", "klein"])
    assert not due.pays(found, ["gudin"]) and not due.pays(found, ["tauenzien"])


# Retreats and boxes

# Who stands about 0505, and the hexes to which the French there may retreat.
RETREATS = rows(
    row("11.43-1 4.32-1", {"0507": "grawert"}, {}, "0404 0405 0504 0604 0605"),
    row("4.32-EX 13.21", {"0507": "blucher-v1"}, {}, "0404 0405 0504 0506 0604 0605"),
    row("11.43-EX 13.21-NOTE", {"0506": "blucher-v1"}, {}, "0404 0405 0504 0604 0605"),
    row("4.32-1", {"0507": "grawert", "0506": "gudin"}, {}, "0404 0405 0504 0604 0605"),
    row("10.12C 11.43-1", {}, {"river": "0505-0506 0505-0504"}, "0404 0405 0604 0605"),
    row("11.43-1", {}, BRIDGE, "0404 0405 0504 0506 0604 0605"),
)


@pytest.mark.parametrize(("at", "ground", "hexes"), RETREATS)
def test_retreat_hexes(at: dict[str, str], ground: dict[str, Any], hexes: str) -> None:
    assert set(retreat_hexes(board({**at, "0505": "friant"}, country(**ground)), "french", "0505")) == set(
        hexes.split()
    )


@pytest.mark.rule(ID, "11.42-1")
def test_a_damaged_bridge_is_no_way_back() -> None:
    around = "0504-0505 0404-0505 0405-0505 0505-0604 0505-0605 0505-0506"
    ground = country(river=around, bridge="0505-0506", roads=("0505 0506",))
    down = Crossings(damaged=frozenset({("0505", "0506")}))
    assert not surrounded(board({"0505": "friant"}, ground), "french", "0505")
    assert surrounded(board({"0505": "friant"}, ground), "french", "0505", down)


@pytest.mark.rule(ID, "6.11B")
def test_enemies_and_their_zones_surround() -> None:
    at = {"0505": "friant", "0403": "grawert", "0606": "schmettau", "0603": "larisch"}
    assert retreat_hexes(board(at), "french", "0505") == ("0405",)
    assert surrounded(board({**at, "0406": "kunheim"}), "french", "0505")
    # A vedette's zone stops nobody who retreats (13.21).
    assert not surrounded(board({**at, "0406": "blucher-v1"}), "french", "0505")


@pytest.mark.rule(ID, "11.44-2")
def test_on_the_edge_nobody_is_surrounded() -> None:
    at = {"0501": "friant", "0502": "grawert", "0602": "schmettau", "0402": "larisch"}
    assert not surrounded(board(at), "french", "0501")


# Unit, whether it is reduced, surrounded and saved, and its box.
BOXES = rows(
    row("6.11A 11.42-2", "gudin", True, False, False, GONE),
    row("6.11B 6.11C 11.44-1", "gudin", False, True, False, GONE),
    row("16.4 11.44-1", "gudin", False, True, True, DAY),
    row("6.11D", "colbert", False, False, False, GONE),
    row("6.12-1 11.42-1", "gudin", False, False, False, DAY),
    row("6.31 6.11-EX 13.2", "colbert-v1", False, False, False, DAY),
    row("6.32", "colbert-v1", False, True, False, GONE),
    row("9.14 6.1", "bridge-fr", False, False, False, GONE),
)


@pytest.mark.parametrize(("uid", "reduced", "around", "saved", "box"), BOXES)
def test_the_box_of_a_lost_unit(uid: str, reduced: bool, around: bool, saved: bool, box: str) -> None:
    found = board({"0505": uid}, reduced=uid if reduced else "")
    assert box_of(found, uid, around=around, saved=saved) == box


SAVINGS = rows(
    row("16.4", "gudin", "", 2, "2-1", True),
    row("16.4", "gudin", "", 1, "4-1", False),
    row("16.4", "gudin", "", 3, "1-3", True),
)


@pytest.mark.parametrize(("uid", "reduced", "die", "column", "saved"), SAVINGS)
def test_the_die_of_the_surrounded(uid: str, reduced: str, die: int, column: str, saved: bool) -> None:
    assert needs_saving(board({"0505": uid}, reduced=reduced), uid, around=True)
    assert (saving_die(charts(), die, column) <= charts().numbers["saving"]) is saved


@pytest.mark.rule(ID, "16.4")
def test_who_is_not_saved_by_a_die() -> None:
    assert not needs_saving(board({"0505": "gudin"}, reduced="gudin"), "gudin", around=True)
    assert not needs_saving(board({"0505": "gudin"}), "gudin", around=False)
    assert not needs_saving(board({"0505": "colbert-v1"}), "colbert-v1", around=True)


@pytest.mark.rule(ID, "6.12-2")
@pytest.mark.rule(ID, "2.21A")
@pytest.mark.rule(ID, "12.1-NOTE1")
def test_at_night_the_lost_of_a_side_can_be_reorganized() -> None:
    boxes = {"gudin": DAY, "grawert": DAY, "friant": NIGHT, "morand": GONE}
    assert at_nightfall(boxes, board({}), "french") == ("gudin",)
    assert boxes == {"gudin": NIGHT, "grawert": DAY, "friant": NIGHT, "morand": GONE}


# Demoralization

LOST = rows(
    row("12.1-1", "gudin", 10),
    row("12.1-NOTE2", "colbert-v1", 0),
    row("12.1-NOTE2", "bridge-fr", 0),
    row("12.1-NOTE2", "ney", 0),
    row("17.3 12.1-NOTE2", "jerome", 0),
)


@pytest.mark.parametrize(("uid", "points"), LOST)
def test_what_a_loss_counts(uid: str, points: int) -> None:
    assert counts(forces().units[uid]) == points


@pytest.mark.rule(ID, "12.11-1")
@pytest.mark.rule(ID, "12.12")
@pytest.mark.rule(ID, "12.0")
def test_the_sixth_corps_breaks_with_nine_points_and_recovers() -> None:
    losses = Losses({}, forces())
    assert not losses.demoralized("vi")
    losses.add("colbert")
    assert not losses.demoralized("vi")
    losses.add("marchand")
    assert losses.lost == {"vi": 10} and losses.demoralized("vi")
    losses.recover("colbert")
    assert losses.demoralized("vi")
    losses.recover("marchand")
    assert not losses.demoralized("vi") and losses.lost == {"vi": 0}


@pytest.mark.rule(ID, "12.11-2")
@pytest.mark.rule(ID, "12.13")
@pytest.mark.rule(ID, "12.21")
def test_officer_and_units_of_a_broken_corps_are_demoralized() -> None:
    found = board({"0505": "ney gardanne colbert", "0506": "davout gudin napoleon"})
    losses = Losses({"vi": 9, "iii": 99}, forces())
    assert marked(found, losses, {}) == {"ney", "gardanne", "colbert", "gudin"}
    assert marked(found, Losses({}, forces()), {"gudin": True}) == {"gudin"}


@pytest.mark.rule(ID, "16.31")
def test_the_guard_recoils() -> None:
    """12 comes down to 8, 10 to 6: a third, rounded up, is taken off; of the French alone."""
    before, after = Losses({"iii": 10}, forces()), Losses({"iii": 10}, forces(), recoiled=True)
    assert [before.level("vi").points, after.level("vi").points] == [9, 6]
    assert [before.level("iii").points, after.level("iii").points] == [15, 10]
    assert [before.level("i").points, after.level("i").points] == [11, 7]
    assert after.level("pr-i").points == before.level("pr-i").points
    assert not before.demoralized("iii") and after.demoralized("iii")


RECOILS = rows(
    row("16.31", "guard-infantry gudin", "Ar2", True),
    row("16.31", "guard-infantry", "Ae", True),
    row("16.31", "guard-infantry", "Ex", False),
    row("16.3", "guard-cavalry", "Ar", False),
)


@pytest.mark.parametrize(("by", "code", "recoils"), RECOILS)
def test_when_the_guard_recoils(by: str, code: str, recoils: bool) -> None:
    assert guard_recoils(board({"0505": by}), tuple(by.split()), code) is recoils


@pytest.mark.rule(ID, "7.32")
@pytest.mark.rule(ID, "12.23")
@pytest.mark.rule(ID, "5.24-EX")
def test_who_may_advance() -> None:
    found: Board = board({"0505": "gudin morand friant davout"})
    found.out.add("morand")
    found.demoralized.add("friant")
    assert [uid for uid in found.at if may_advance(found, uid)] == ["gudin"]
