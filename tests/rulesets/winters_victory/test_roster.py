"""The counters and the chain of command of Winter's Victory: they add up, bear marks, and everybody has a superior."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesets.winters_victory.board.chain import MOBILIZED, STANDING
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, CREW, INFANTRY
from rulesets.winters_victory.chain import LEVELS, read_chain
from rulesets.winters_victory.roster import read_forces
from tests.rulesets.winters_victory.winter import ID, chain, data, forces

rule = pytest.mark.rule


# -- counters --------------------------------------------------------------------------


@rule(ID, "2.5")
@rule(ID, "2.4-2")
def test_counters_stand_for_the_men_that_were_there_within_a_twentieth() -> None:
    assert forces().faults() == []
    assert set(forces().totals) == set(chain().books)


def test_a_corps_that_is_too_small_is_told() -> None:
    few = data("units") | {"totals": {"from": "ours", "iii": {"men": "20000", "guns": "35"}}}
    assert read_forces(few).faults() == [
        "iii: counters for 15380 men, there were 20000",
        "iii: counters for 36 guns, there were 35",
    ]


@rule(ID, "2.31-1")
@rule(ID, "2.34")
def test_every_figure_of_a_counter_bears_a_mark() -> None:
    assert set(forces().marks()) == {"inferred", "history", "text"}
    assert sum(forces().marks().values()) > 2000
    assert set(chain().marks()) == {"inferred"}


@rule(ID, "2.31-1")
@rule(ID, "2.4-3")
@rule(ID, "2.4-4")
@rule(ID, "2.4-6")
@rule(ID, "2.4-9")
def test_there_are_so_many_counters() -> None:
    found = Counter((unit.nation, unit.kind) for unit in forces().units.values())
    assert found == {
        ("french", INFANTRY): 90,
        ("french", CAVALRY): 37,
        ("french", ARTILLERY): 31,
        ("french", CREW): 31,
        ("russian", INFANTRY): 127,
        ("russian", CAVALRY): 37,
        ("russian", ARTILLERY): 30,
        ("russian", CREW): 30,
        ("prussian", INFANTRY): 6,
        ("prussian", CAVALRY): 8,
        ("prussian", ARTILLERY): 2,
        ("prussian", CREW): 2,
    }


@pytest.mark.parametrize(
    ("unit", "strength", "rating", "modifier", "firing", "allowance"),
    [
        ("f-13l-1", 10, 6, 1, 1, {"column": 5, "line": 3}),
        ("f-17-2", 10, 5, 1, 2, {"column": 5, "line": 3}),
        ("f-1grn-1", 12, 8, 2, 1, {"column": 5, "line": 3}),
        ("f-1cu", 11, 6, 1, 0, {"mounted": 6}),
        ("f-11ch", 9, 6, 1, 0, {"mounted": 7}),
        ("f-b3-1", 6, 5, 1, 1, {"limbered": 4, "unlimbered": 0}),
        ("f-b3-6", 6, 5, 1, 2, {"limbered": 6, "unlimbered": 0}),
        ("r-pavlov-2", 8, 6, 2, 2, {"column": 4, "line": 3}),
        ("r-sievsk-1", 7, 5, 2, 2, {"column": 4, "line": 3}),
        ("r-j20-1", 8, 5, 1, 1, {"column": 4, "line": 3}),
        ("r-b5-1", 12, 5, 1, 1, {"limbered": 4, "unlimbered": 0}),
        ("r-b5-2", 12, 5, 1, 3, {"limbered": 4, "unlimbered": 0}),
        ("r-kos-1", 7, 3, 0, 0, {"mounted": 7}),
        ("p-rue-1", 11, 5, 1, 2, {"column": 4, "line": 3}),
    ],
)
def test_counters(unit: str, strength: int, rating: int, modifier: int, firing: int, allowance: dict[str, int]) -> None:
    one = forces().units[unit]
    assert (one.strength, one.rating, one.modifier, one.firing) == (strength, rating, modifier, firing)
    assert one.allowance == allowance
    assert one.weak_rating == (rating - 1 if one.kind == CAVALRY else 0)


@rule(ID, "7.62-0")
def test_every_battery_has_a_crew() -> None:
    crews = {unit.serves: unit for unit in forces().units.values() if unit.kind == CREW}
    guns = [unit for unit in forces().units.values() if unit.kind == ARTILLERY]
    assert set(crews) == {unit.id for unit in guns}
    assert [crews[uid].strength for uid in ("f-b3-1", "f-bg-1", "r-b5-1")] == [2, 3, 4]
    assert all(crews[unit.id].rating == unit.rating and crews[unit.id].brigade == unit.brigade for unit in guns)


@rule(ID, "9.11.3-1")
def test_no_battery_is_too_large_for_a_hex() -> None:
    assert max(unit.strength for unit in forces().units.values() if unit.kind == ARTILLERY) == 12


@rule(ID, "2.31-2")
@rule(ID, "8.63")
def test_companies_are_made_of_battalions() -> None:
    one = forces().company("f-17-1", 2, 2)
    assert (one.id, one.serves, one.kind, one.strength) == ("f-17-1.s2", "f-17-1", "skirmishers", 2)
    assert (one.firing, one.rating, one.allowance) == (3, 5, {"skirmish": 5})


@rule(ID, "13.13-e")
def test_battalions_of_a_regiment() -> None:
    units = forces().units
    assert units["f-17-2"].regiment == units["f-17-1"].regiment == "f-17" != units["f-61-1"].regiment


@rule(ID, "13.13-f")
def test_light_batteries_are_known_by_their_division() -> None:
    units = forces().units.values()
    light = {one.division for one in units if one.kind == "artillery" and one.sort == "light"}
    assert light and "" not in light
    assert all(any(one.kind == "infantry" and one.division == division for one in units) for division in light)


@rule(ID, "8.61-1")
@rule(ID, "2.35-1")
def test_only_the_french_have_companies_of_two_points() -> None:
    for name, pool in forces().pools.items():
        assert bool(pool.two) == (chain().books[name][1] == "french") and pool.one


@rule(ID, "2.4-10")
def test_each_unit_belongs_to_a_brigade() -> None:
    listed = [uid for brigade in forces().brigades.values() for uid in brigade.units]
    assert len(listed) == len(set(listed)) == sum(unit.kind != CREW for unit in forces().units.values())
    for brigade in forces().brigades.values():
        assert {forces().units[uid].brigade for uid in brigade.units} == {brigade.id}
        assert len({forces().units[uid].kind == ARTILLERY for uid in brigade.units}) == 1


def doubled() -> dict[str, Any]:
    brigades = data("units")["brigades"]
    return {**data("units"), "brigades": {**brigades, "again": brigades["f3-1a"]}}


def test_a_unit_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="f-13l-1 stands twice"):
        read_forces(doubled())


# -- leaders ---------------------------------------------------------------------------


@rule(ID, "16.0")
@rule(ID, "16.1")
@rule(ID, "2.32-1")
@rule(ID, "16.21")
@rule(ID, "16.22")
@rule(ID, "16.23")
def test_leaders_are_of_six_levels() -> None:
    found = Counter((one.army, one.level) for one in chain().leaders.values())
    assert {level for _, level in found} == set(LEVELS)
    assert found["french", "corps"] == 6 and found["french", "division"] == 15
    assert found["allied", "wing"] == 4 and found["allied", "corps"] == 1 and found["allied", "detachment"] == 10
    assert len(chain().leaders) == 123


@rule(ID, "16.2")
@rule(ID, "16.31-1")
@rule(ID, "16.32-4")
@rule(ID, "16.33-2")
@rule(ID, "16.3")
def test_every_chain_ends_with_the_commander_of_the_army() -> None:
    for one in chain().leaders.values():
        top = chain().commander(one.army).id
        assert (chain().superiors(one.id) or (one.id,))[-1] == top


@rule(ID, "16.31-1")
def test_every_brigade_is_led() -> None:
    for uid, brigade in forces().brigades.items():
        leader = chain().leaders[chain().led[uid]]
        assert leader.army == brigade.army and leader.corps == brigade.corps
        assert (leader.level == "brigade") != brigade.guns


@rule(ID, "2.4-5")
@rule(ID, "16.12-1")
@rule(ID, "16.11")
@rule(ID, "16.13")
@pytest.mark.parametrize(
    ("leader", "radius", "moves", "bonus"),
    [
        ("napoleon", (12, 6), (3, 10), 2),
        ("davout", (10, 5), (3, 10), 2),
        ("ney", (10, 5), (3, 10), 1),
        ("osterman", (10, 5), (3, 10), 1),
        ("lestocq", (10, 5), (3, 10), 2),
        ("friant", (7, 4), (3, 10), 0),
        ("bagration", (7, 4), (3, 10), 2),
        ("ricard", (4, 4), (7, 7), 0),
    ],
)
def test_leaders(leader: str, radius: tuple[int, int], moves: tuple[int, int], bonus: int) -> None:
    one = chain().leaders[leader]
    assert (one.radius[STANDING], one.radius[MOBILIZED]) == radius
    assert (one.moves[STANDING], one.moves[MOBILIZED]) == moves
    assert one.bonus == bonus and one.unit.allowance == {"": moves[1]}


@rule(ID, "16.15")
def test_leaders_of_brigades_have_no_state() -> None:
    assert {one.level for one in chain().leaders.values() if one.stateless} == {"brigade"}


@rule(ID, "16.32-1")
@rule(ID, "16.32-3")
def test_lestocq_and_detachments_are_independent() -> None:
    found = {one.level for one in chain().leaders.values() if "independent" in one.traits}
    assert found == {"corps", "detachment"}
    assert "independent" in chain().leaders["lestocq"].traits


@rule(ID, "16.31-1")
def test_ricard_serves_morand_davout_and_napoleon() -> None:
    assert chain().superiors("ricard") == ("morand", "davout", "napoleon")
    assert chain().subordinates("davout") == ("morand", "friant", "gudin", "marulaz")
    assert chain().brigades("davout")[0] == "f3-1a" and len(chain().brigades("davout")) == 10
    assert chain().leader_of("f-13l-2").id == "ricard"


@rule(ID, "2.32-2")
@rule(ID, "16.31-2")
def test_scenarios_put_leaders_under_others() -> None:
    changed = chain().with_superiors({"kamensky": "osterman"})
    assert changed.superiors("kamensky") == ("osterman", "bennigsen")
    assert chain().superiors("kamensky") == ("dokhturov", "bennigsen")
    with pytest.raises(KeyError):
        chain().with_superiors({"kutuzov": "bennigsen"})


@rule(ID, "14.0")
def test_losses_are_kept_by_corps_of_the_french_and_by_nation_of_the_allies() -> None:
    assert [chain().book(uid) for uid in ("f-17-1", "f-1cu", "r-sievsk-1", "p-rue-1", "r-vyborg-1")] == [
        "iii",
        "reserve",
        "russian",
        "prussian",
        "prussian",
    ]


def test_the_order_of_levels_is_turned_round_between_the_armies() -> None:
    assert chain().order["french"] == ("army", "corps", "division", "brigade")
    assert chain().order["allied"] == ("brigade", "division", "wing", "army")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"level": "emperor"}, ValueError),
        ({"traits": "brave"}, ValueError),
        ({"superior": "bennigsen"}, ValueError),
        ({"superior": "alexander"}, KeyError),
    ],
)
def test_a_chain_that_does_not_hold_is_refused(change: dict[str, str], error: type[Exception]) -> None:
    leaders = data("chain")["leaders"]
    spoiled = {**data("chain"), "leaders": {**leaders, "ney": {**leaders["ney"], **change}}}
    with pytest.raises(error):
        read_chain(spoiled, forces())
