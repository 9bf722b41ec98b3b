"""The other charts of Winter's Victory: shock, morale, rally, fatigue, guns and command."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from rulesets.winters_victory.charts import Modifiers, mark, marks_in
from rulesets.winters_victory.command_charts import DELAYS, IGNORED, RECEIVED, ROLL, read_delivery
from rulesets.winters_victory.morale_charts import Outcome, read_fatigue, read_guns
from rulesets.winters_victory.shock_charts import CODES, read_shock_table, shock_faults
from tests.rulesets.winters_victory.winter import (
    CHARTS,
    ID,
    MORE_CHARTS,
    command,
    data,
    fire_rules,
    morale,
    shock_rules,
    shock_table,
)

rule = pytest.mark.rule


def row(case: str, *values: Any) -> Any:
    return pytest.param(*values, marks=rule(ID, case), id=f"{case} {' '.join(map(str, values))}")


# -- marks -----------------------------------------------------------------------------


def test_every_chart_says_where_its_figures_come_from() -> None:
    for name in (*CHARTS, *MORE_CHARTS):
        assert marks_in(data(f"charts/{name}")), name
    stand_ins = [name for name in (*CHARTS, *MORE_CHARTS) if data(f"charts/{name}").get("from") == "stand-in"]
    assert stand_ins == ["fire-artillery", "fire-infantry-french", "fire-infantry-russian", "shock", "delivery"]


@pytest.mark.parametrize("text", ["printed", "inferred", "history", "text; guessed", ""])
def test_a_mark_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no mark"):
        mark(text)


def all_modifiers() -> list[Modifiers]:
    return [
        fire_rules().modifiers,
        shock_rules().attacker,
        shock_rules().defender,
        morale().modifiers,
        morale().effectiveness,
        morale().rally,
        command().delivery,
        command().continuation,
        read_guns(data("charts/guns")).modifiers,
    ]


def test_modifiers_cite_cases_of_the_catalogue() -> None:
    known = {entry[0] for entry in data("catalogue")["entries"]}
    texts = " ".join(str(data(f"charts/{name}")) for name in (*CHARTS, *MORE_CHARTS))
    assert set(re.findall(r"'case': '([^']+)'", texts)) <= known
    assert all(one.add for table in all_modifiers() for one in table.values())


# -- shock -----------------------------------------------------------------------------


@rule(ID, "12.3")
def test_the_shock_table_rises() -> None:
    assert shock_faults(shock_table(), shock_rules().results) == []
    assert tuple(shock_rules().results) == CODES
    assert list(shock_table().rows) == ["1:2", "2:3", "1:1", "3:2", "2:1"]
    assert (shock_table().least, shock_table().most) == (-3, 7)
    reached = {code for _, attacker, defender in shock_table().totals for code in (attacker, defender)}
    assert reached | {"Dr"} == set(CODES)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (
            {"results": [{"from-total": "0", "result": "Dr/D"}, {"from-total": "1", "result": "D1/D"}]},
            "costs otherwise",
        ),
        ({"results": [{"from-total": "0", "result": "D/Dr"}, {"from-total": "1", "result": "D/D"}]}, "comes behind"),
        ({"rows": {"1:2": "2", "1:1": "1"}}, "add less"),
        ({"rows": {"1:1": "1", "1:2": "2"}}, "do not rise"),
    ],
)
def test_a_shock_table_that_falls_is_told(spoil: dict[str, Any], says: str) -> None:
    faults = shock_faults(read_shock_table({**data("charts/shock"), **spoil}), shock_rules().results)
    assert any(says in fault for fault in faults)


def test_a_result_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no result of shock"):
        read_shock_table({**data("charts/shock"), "results": [{"from-total": "0", "result": "D3/D"}]})


ODDS = (
    row("12.23.1", 20, 9, "2:1"),
    row("12.23.1", 40, 4, "2:1"),
    row("12.3", 18, 9, "2:1"),
    row("12.3", 17, 9, "3:2"),
    row("12.3", 9, 9, "1:1"),
    row("12.3", 8, 9, "2:3"),
    row("12.3", 5, 9, "1:2"),
    row("12.23.3", 2, 9, "1:2"),
)


@pytest.mark.parametrize(("attackers", "defenders", "found"), ODDS)
def test_odds_are_rounded_for_the_defender(attackers: int, defenders: int, found: str) -> None:
    assert shock_table().row(attackers, defenders) == found


@rule(ID, "12.23.5-1")
def test_two_rows_lower_or_none() -> None:
    assert shock_table().lower("1:1", 2) == "1:2"
    assert shock_table().lower("2:3", 2) is None


@rule(ID, "12.23.4")
def test_a_differential_beyond_the_columns_is_the_last() -> None:
    assert shock_table().result("1:1", 9, 4) == shock_table().result("1:1", 7, 4)


def driven_off(attacker: bool, odds: str, differential: int) -> Fraction:
    chances = shock_table().chances(odds, differential)
    return sum((part for pair, part in chances.items() if pair[not attacker] in ("Dr", "Dr1", "Dr2", "R")), Fraction())


@rule(ID, "12.3")
@pytest.mark.parametrize(
    ("odds", "differential", "attacker", "defender"), [("1:1", 0, 4, 5), ("2:1", 0, 2, 7), ("1:1", 2, 2, 7)]
)
def test_what_the_table_comes_to(odds: str, differential: int, attacker: int, defender: int) -> None:
    """In dice of ten: how often each side is driven off."""
    assert driven_off(True, odds, differential) == Fraction(attacker, 10)
    assert driven_off(False, odds, differential) == Fraction(defender, 10)


RESULTS = (
    row("12.41-0", "dot", 0, "none", 0),
    row("12.41-D", "D", 0, "disordered", 0),
    row("12.41-D1", "D1", 1, "disordered", 0),
    row("12.41-Dr", "Dr", 0, "disordered", 2),
    row("12.41-Dr1", "Dr1", 1, "disordered", 2),
    row("12.41-Dr1", "Dr2", 2, "disordered", 2),
    row("12.41-R", "R", 2, "routed", 3),
)


@pytest.mark.parametrize(("code", "losses", "state", "retreat"), RESULTS)
def test_codes_of_shock(code: str, losses: int, state: str, retreat: int) -> None:
    found = shock_rules().results[code]
    assert (found.losses, found.state, found.retreat) == (losses, state, retreat)


MODIFIERS = (
    row("12.2.1-a", "attacker", "disordered", -3),
    row("12.2.1-a", "attacker", "disordered-loose", -1),
    row("12.2.1-b", "attacker", "heavy-snow", -2),
    row("12.2.1-c", "attacker", "light-snow", -1),
    row("12.2.1-d", "attacker", "below-1:3", -1),
    row("12.2.1-e", "attacker", "leader", 1),
    row("12.2.1-f", "attacker", "russian-infantry", 2),
    row("12.2.1-g", "attacker", "at-3:1", 1),
    row("12.2.1-h", "attacker", "at-4:1", 2),
    row("12.2.1-i", "attacker", "impetus", 2),
    row("12.2.2-a", "defender", "routed", -6),
    row("12.2.2-b", "defender", "disordered", -3),
    row("12.2.2-c", "defender", "heavy-snow", -1),
    row("12.2.2-d", "defender", "leader", 1),
    row("12.2.2-e", "defender", "steep-slope", 1),
    row("12.2.2-f", "defender", "stream", 1),
    row("12.2.2-g", "defender", "light-cover-few", 1),
    row("12.2.2-h", "defender", "soft-cover", 1),
    row("12.2.2-i", "defender", "hard-cover", 2),
    row("12.2.2-j", "defender", "square", 2),
)


@pytest.mark.parametrize(("side", "name", "add"), MODIFIERS)
def test_modifiers_of_shock(side: str, name: str, add: int) -> None:
    table = shock_rules().attacker if side == "attacker" else shock_rules().defender
    assert table[name].add == add


@rule(ID, "12.63")
@pytest.mark.parametrize(
    ("strength", "adds"),
    [(1, (1, 0, 0, 0)), (4, (1, 0, 0, 0)), (5, (2, 1, 1, 0)), (8, (2, 1, 1, 0)), (9, (3, 2, 2, 1))],
)
def test_charges_shake_the_charged(strength: int, adds: tuple[int, ...]) -> None:
    found = [
        shock_rules().charge_modifier(strength, heavy=heavy, primary=primary)
        for heavy in (True, False)
        for primary in (True, False)
    ]
    assert tuple(found) == adds


@rule(ID, "12.52.2-1")
def test_charge_zones_widen() -> None:
    assert (shock_rules().zone, shock_rules().primary) == ((2, 3, 4, 5, 6, 7), 3)


@rule(ID, "12.23.2")
@rule(ID, "12.23.5-2")
@rule(ID, "12.42.4")
@rule(ID, "12.42.5")
@rule(ID, "12.13-2")
def test_other_numbers_of_shock() -> None:
    found = shock_rules()
    assert found.automatic == {"attacker": -5, "lower": -4, "rows-lower": 2, "odds": 5, "defender": -1}
    assert found.losses == {"few": 2, "few-add": -1, "many": 8, "many-add": 1, "routed-add": 1}
    assert found.cover_most == 9


# -- morale ----------------------------------------------------------------------------

FAILED = (
    row("13.1-F", "formed", 1, Outcome("disordered", 0)),
    row("13.1-F", "formed", 3, Outcome("disordered", 0)),
    row("13.1-F", "formed", 4, Outcome("disordered", 2)),
    row("13.1-U", "unformed", 3, Outcome("disordered", 2)),
    row("13.1-U", "unformed", 4, Outcome("routed", 3)),
    row("13.1-D", "disordered", 1, Outcome("routed", 3)),
    row("13.1-D", "disordered", 6, Outcome("routed", 3)),
    row("13.1-0", "formed", 0, None),
    row("13.1-0", "disordered", -2, None),
)


@pytest.mark.parametrize(("what", "excess", "outcome"), FAILED)
def test_failed_checks(what: str, excess: int, outcome: Outcome | None) -> None:
    assert morale().failed(what, excess) == outcome


CHECKS = (
    row("13.13-b", "hard-cover", -3),
    row("13.13-c", "soft-cover", -2),
    row("13.13-d", "light-cover", -1),
    row("13.13-e", "regiment", -1),
    row("13.13-f", "light-battery", -1),
    row("13.13-g", "leader", -1),
    row("13.13-h", "square", -1),
    row("13.13-i", "snow", 1),
    row("13.13-j", "elimination-here", 1),
    row("13.13-k", "elimination-near", 1),
    row("13.13-l", "flank-fire", 1),
    row("13.13-m", "disordered", 1),
    row("13.13-n", "lonely", 1),
    row("13.13-o", "depleted", 2),
)


@pytest.mark.parametrize(("name", "add"), CHECKS)
def test_modifiers_of_checks(name: str, add: int) -> None:
    assert morale().modifiers[name].add == add


RATINGS = (
    row("13.2-a", "attack-order", 1),
    row("13.2-b", "half-strength", -1),
    row("13.2-c", "general-order", -1),
    row("13.2-d", "demoralized", -1),
    row("13.2-e", "fatigue-1", -1),
    row("13.2-f", "fatigue-2", -2),
    row("5.42.2-1", "rear", -1),
)


@pytest.mark.parametrize(("name", "add"), RATINGS)
def test_modifiers_of_ratings(name: str, add: int) -> None:
    assert morale().effectiveness[name].add == add


@rule(ID, "13.31.1")
@rule(ID, "13.31.2")
@rule(ID, "13.42.C-1")
def test_retreats_and_rally() -> None:
    found = morale()
    assert found.retreats == {"disordered": 2, "routed": 3, "unrallied-near": 6, "unrallied-far": 3, "near": 8}
    assert {name: one.add for name, one in found.rally.items()} == {
        "leader": -1,
        "battery": -1,
        "comrades": -1,
        "cover": 1,
        "enemy": 2,
    }
    assert found.limits == {"enemy": 4, "excess": 4, "loss": 1}


@rule(ID, "15.2-1")
@rule(ID, "15.2-2")
@rule(ID, "15.23")
@pytest.mark.parametrize(("points", "level"), [(0, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2)])
def test_levels_of_fatigue(points: int, level: int) -> None:
    found = read_fatigue(data("charts/fatigue"))
    one = found.level(points)
    assert (one.level, one.rating, one.shock_check) == (level, -level, level == 2)
    assert found.most == 8


@rule(ID, "15.12")
@pytest.mark.parametrize(("points", "after"), [(8, 5), (5, 2), (4, 2), (3, 2), (2, 2), (0, 0)])
def test_an_hour_of_rest(points: int, after: int) -> None:
    assert read_fatigue(data("charts/fatigue")).recovered(points) == after


@rule(ID, "15.11.1")
@rule(ID, "15.11.2")
@rule(ID, "15.21")
@rule(ID, "15.22")
@rule(ID, "14.22-1")
def test_what_tires() -> None:
    found = read_fatigue(data("charts/fatigue"))
    assert (found.gain["hourly"], found.gain["limit"], found.gain["charged"]) == (1, 3, 1)
    assert (found.gain["attack-french"], found.gain["attack-russian"]) == (2, 1)
    assert found.demoralization == {"level": 0, "rating": -1}


# -- guns ------------------------------------------------------------------------------


@rule(ID, "6.32-2")
@pytest.mark.parametrize(
    ("names", "dice"),
    [
        ("heavy", [6, 7, 8, 9]),
        ("", [7, 8, 9]),
        ("light-side heavy", [8, 9]),
        ("horse-artillery", [8, 9]),
        ("light-side", [9]),
        ("light-side horse-artillery", []),
    ],
)
def test_guns_that_break(names: str, dice: list[int]) -> None:
    guns = read_guns(data("charts/guns"))
    modifier = sum(guns.modifiers[name].add for name in names.split())
    assert [die for die in range(10) if guns.breaks(die, modifier)] == dice


@rule(ID, "7.62-0")
@rule(ID, "7.57")
@rule(ID, "12.43.3")
def test_crews_serve_three_guns_a_step() -> None:
    guns = read_guns(data("charts/guns"))
    assert [guns.crew_steps(number) for number in (1, 3, 4, 6, 8, 12)] == [1, 1, 2, 2, 3, 4]
    assert guns.captured == 2
    assert [die for die in range(10) if guns.left_limbering(die, 5)] == [0, 1, 2]


# -- command ---------------------------------------------------------------------------


@rule(ID, "17.34-0")
@rule(ID, "17.35-2")
def test_delivery() -> None:
    card = read_delivery(data("charts/delivery"))
    assert [card.result(die, 0) for die in (0, 4, 5, 7, 8, 9)] == [RECEIVED] * 2 + [DELAYS[0]] * 2 + [IGNORED] * 2
    assert card.result(9, 0, brigade=True) == DELAYS[0]
    assert [card.chance(modifier) * 10 for modifier in (0, -2, -4)] == [5, 7, 9]


def test_a_card_that_falls_is_refused() -> None:
    bad = [{"from-total": "5", "result": RECEIVED}, {"from-total": "0", "result": IGNORED}]
    with pytest.raises(ValueError, match="rise"):
        read_delivery({**data("charts/delivery"), "results": bad})


DISTANCES = (
    row("17.34-1", 0, 12, RECEIVED),
    row("17.34-2", 12, 12, ROLL),
    row("17.34-3", 13, 12, "delay-1"),
    row("17.34-3", 24, 12, "delay-1"),
    row("17.34-3", 25, 12, "delay-2"),
    row("17.34-3", 37, 12, "delay-3"),
    row("17.34-3", 60, 12, "delay-3"),
)


@pytest.mark.parametrize(("distance", "radius", "found"), DISTANCES)
def test_orders_are_late_by_distance(distance: int, radius: int, found: str) -> None:
    assert command().delayed(distance, radius) == found


@rule(ID, "17.21-1")
@rule(ID, "17.21-2")
def test_command_points() -> None:
    french, allied = command().points["french"], command().points["allied"]
    assert (french.hour, french.kept, french.lost) == (6, 0, 0)
    assert (allied.hour, allied.kept, allied.lost) == (3, 5, 2)


@rule(ID, "17.35-4")
@rule(ID, "17.63-1")
def test_modifiers_of_command() -> None:
    assert {name: one.add for name, one in command().delivery.items()} == {
        "french-brigade": -1,
        "sender-ordered": -1,
        "adjacent": -2,
        "urgent": -2,
        "army": -2,
        "waited": -1,
    }
    assert sum(one.add for one in command().continuation.values()) == -1


@rule(ID, "17.75-1")
@rule(ID, "17.75-2")
@rule(ID, "17.75-3")
@rule(ID, "17.75-4")
def test_violations_count_one_each() -> None:
    assert command().violations == dict.fromkeys(("idle", "routed", "exhausted", "leader"), 1)
