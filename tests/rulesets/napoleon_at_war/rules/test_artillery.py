"""Bombardment: section 8 and fog, 16.21."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.fighting.bombard import range_to
from pbem.wargame.sight import line_of_sight
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment, sight_blockers
from tests.rulesets.napoleon_at_war.boards import Fight, attack, open_field, plain, two_fields


def case_of(gun_at: str, foe_at: str, turn: int = 6, **features: object) -> str:
    """The case that forbids a battery to bombard an enemy, empty if it may."""
    fight = Fight({"g5": gun_at, "p4": foe_at}, on=plain(**features), turn=turn)  # type: ignore[arg-type]
    refusal = bombardment(fight.setting).refusal(fight.board(), "g5", foe_at)
    return refusal.case if refusal else ""


@pytest.mark.rule("naw", "8.0-1")
@pytest.mark.parametrize(
    ("ordered", "case"),
    [
        ([], ""),
        ([attack("0503", guns="g5")], ""),
        ([attack("0705", guns="f8")], "8.0"),
    ],
    ids=["a battery may be silent", "it fires from afar", "infantry does not"],
)
def test_batteries_fire_from_afar_and_others_do_not(ordered: list[Any], case: str) -> None:
    fight = Fight({"g5": "0505", "f8": "0707", "p4": "0503", "p4b": "0705"})
    assert fight.case(*ordered) == case


@pytest.mark.rule("naw", "8.0-2")
def test_the_brigade_pays_and_the_battery_is_safe() -> None:
    fight = Fight({"f4": "0504", "g5": "0507", "p2": "0505"})
    done = fight.fought(attack("0505", "f4", "g5"), dice=[6])
    assert done.combat["result"] == "Ex"
    assert done.lost == ["f4", "p2"]
    assert done.kinds("paid")[0]["owed"] == 2


@pytest.mark.rule("naw", "8.0-2")
@pytest.mark.rule("naw", "8.14")
def test_book_an_exchange_by_bombardment_alone_costs_nothing() -> None:
    done = Fight({"g5": "0503", "g5b": "0507", "p2": "0505"}).fought(attack("0505", guns="g5 g5b"), dice=[6])
    assert (done.combat["result"], done.lost) == ("Ex", ["p2"])


@pytest.mark.rule("naw", "8.11-1")
def test_range_is_two() -> None:
    assert case_of("0505", "0502") == "8.11"
    assert case_of("0505", "0503") == ""


@pytest.mark.rule("naw", "8.11-2")
def test_nobody_has_to_bombard() -> None:
    fight = Fight({"g5": "0505", "p4": "0503", "p3": "0707"})
    assert fight.case() == ""
    assert bombardment(fight.setting).targets(fight.board(), "g5") == ("0503",)
    assert fight.options().describe()["bombard"] == {"g5": ["0503"]}


@pytest.mark.rule("naw", "8.12")
def test_range_counts_the_target_and_not_the_gun() -> None:
    assert [range_to(open_field(), "0505", at) for at in ("0504", "0503", "0603", "0502")] == [1, 2, 2, 3]
    assert range_to(two_fields(), "0405", "0605") is None


@pytest.mark.rule("naw", "8.13")
def test_a_lone_battery_bombards_one_hex() -> None:
    fight = Fight({"g5": "0505", "p2": "0503", "p3": "0507"})
    assert fight.case(attack("0503 0507", guns="g5")) == "8.13"


@pytest.mark.rule("naw", "8.14")
def test_bombarders_ignore_their_own_result() -> None:
    done = Fight({"g5": "0503", "p10": "0505"}).fought(attack("0505", guns="g5", reduce="1-5"), dice=[6])
    assert (done.combat["result"], done.lost, done.at["g5"]) == ("Ae", [], "0503")


@pytest.mark.rule("naw", "8.15")
@pytest.mark.parametrize(("named", "to"), [(True, "0502"), (False, "0503")])
def test_a_bombarder_retreats_only_if_its_owner_says_so(named: bool, to: str) -> None:
    retreat = [{"unit": "g5", "to": ["n"]}] if named else []
    done = Fight({"g5": "0503", "p10": "0505"}).fought(attack("0505", guns="g5", retreat=retreat), dice=[6])
    assert (done.combat["result"], done.at["g5"]) == ("Ar", to)


@pytest.mark.rule("naw", "8.15")
def test_no_voluntary_retreat_after_another_result() -> None:
    retreat = [{"unit": "g5", "to": ["n"]}]
    done = Fight({"g5": "0503", "p10": "0505"}).fought(attack("0505", guns="g5", retreat=retreat), dice=[1])
    assert (done.combat["result"], done.at["g5"]) == ("Dr", "0503")


@pytest.mark.rule("naw", "8.21")
def test_alone_together_or_with_friends() -> None:
    fight = Fight({"g5": "0503", "g4": "0507", "f8": "0604", "p3": "0505"})
    assert fight.case(attack("0505", "f8")) == ""
    assert fight.case(attack("0505", "f8", "g5")) == ""
    assert fight.fought(attack("0505", "f8", "g5 g4"), dice=[1]).combat["attack"] == 17
    assert Fight({"g5": "0502", "f8": "0604", "p3": "0505"}).case(attack("0505", "f8", "g5")) == "8.11"


@pytest.mark.rule("naw", "8.22")
def test_one_of_the_attacked_hexes_must_be_in_range() -> None:
    near = Fight({"f8": "0505", "g5": "0502", "p2": "0504", "p3": "0506"})
    assert near.case(attack("0504 0506", "f8", "g5")) == ""
    far = Fight({"f8": "0505", "g5": "0501", "p2": "0504", "p3": "0506"})
    assert far.case(attack("0504 0506", "f8", "g5")) == "8.11"


@pytest.mark.rule("naw", "8.23")
def test_partners_suffer_and_bombarders_do_not() -> None:
    done = Fight({"f4": "0504", "g5": "0507", "p9": "0505"}).fought(attack("0505", "f4", "g5"), dice=[6])
    assert done.combat["result"] == "Ar"
    assert [event["unit"] for event in done.kinds("retreated")] == ["f4"]


@pytest.mark.parametrize(
    ("foe_at", "terrain", "case"),
    [
        pytest.param("0503", {"0504": "forest"}, "8.31", id="row", marks=pytest.mark.rule("naw", "8.31")),
        pytest.param("0704", {"0604": "town"}, "8.31", id="other row", marks=pytest.mark.rule("naw", "8.31")),
        pytest.param("0503", {"0604": "forest"}, "", id="beside the row", marks=pytest.mark.rule("naw", "8.31")),
        pytest.param("0603", {"0504": "forest"}, "", id="one side", marks=pytest.mark.rule("naw", "8.32")),
        pytest.param("0603", {"0604": "forest"}, "", id="other side", marks=pytest.mark.rule("naw", "8.32")),
        pytest.param(
            "0603", {"0504": "forest", "0604": "town"}, "8.32", id="both sides", marks=pytest.mark.rule("naw", "8.32")
        ),
        pytest.param("0503", {"0504": "rough"}, "", id="rough", marks=pytest.mark.rule("naw", "8.33")),
        pytest.param("0503", {"0504": "marsh"}, "", id="marsh", marks=pytest.mark.rule("naw", "8.33")),
        pytest.param("0503", {"0504": "town"}, "8.31", id="town", marks=pytest.mark.rule("naw", "8.33")),
        pytest.param("0503", {"0505": "town", "0503": "forest"}, "", id="ends", marks=pytest.mark.rule("naw", "8.34")),
        pytest.param(
            "0503",
            {"0505": "town", "0504": "town", "0503": "forest"},
            "8.31",
            id="ends and middle",
            marks=pytest.mark.rule("naw", "8.34"),
        ),
    ],
)
def test_line_of_sight(foe_at: str, terrain: dict[str, str], case: str) -> None:
    assert case_of("0505", foe_at, terrain=terrain) == case


@pytest.mark.rule("naw", "8.33")
def test_slopes_do_not_block() -> None:
    assert case_of("0505", "0503", slopes="0504", slope="0504-0505 0503-0504") == ""


@pytest.mark.rule("naw", "8.32")
def test_a_line_along_the_edge_of_the_map_is_free_on_the_outside() -> None:
    on = plain(terrain={"0401": "forest"})
    line = line_of_sight(on.grids["field"], "0301", "0501")
    assert sight_blockers(on, "0301", "0501") == ()
    assert len(line) == 1
    assert len(line[0]) == 2


@pytest.mark.rule("naw", "8.35")
def test_fire_passes_over_units() -> None:
    friend = Fight({"g5": "0505", "f8": "0504", "p4": "0503"})
    assert friend.case(attack("0503", "f8", "g5")) == ""
    enemy = Fight({"g5": "0505", "p3": "0504", "p4": "0503"}, on=plain(river="0504-0505"))
    assert enemy.case(attack("0503", guns="g5")) == ""
    wood = Fight({"g5": "0505", "f8": "0504", "p4": "0503"}, on=plain(terrain={"0504": "forest"}))
    assert wood.case(attack("0503", "f8", "g5")) == "8.31"


@pytest.mark.rule("naw", "8.41")
def test_a_battery_in_an_enemy_zone_attacks_its_neighbour() -> None:
    fight = Fight({"g5": "0505", "p10": "0504", "p2": "0507"})
    assert fight.case(attack("0504", "g5"), attack("0507", guns="g5")) == "8.41"
    assert fight.case(attack("0507", guns="g5")) == "8.41"
    assert fight.case() == "7.11"
    assert fight.case(attack("0504", "g5")) == ""
    assert bombardment(fight.setting).targets(fight.board(), "g5") == ()


@pytest.mark.rule("naw", "8.41")
def test_a_battery_that_the_enemy_has_come_up_to_falls_silent() -> None:
    fight = Fight({"f4": "0604", "p9": "0704", "g5": "0504", "p3": "0502"})
    done = fight.fought(
        attack("0704", "f4", retreat=[{"unit": "f4", "to": ["s"]}]),
        attack("0502", guns="g5"),
        dice=[6, 1],
        standing={"advance.left": {"when": "always"}},
    )
    assert done.at["p9"] == "0604"
    assert [(event["unit"], event["case"]) for event in done.kinds("silent")] == [("g5", "8.41")]
    assert len(done.kinds("combat")) == 1
    assert [(event["why"], event["case"]) for event in done.kinds("lapsed")] == [
        ("none of its attackers can take part any more", "8.41")
    ]


@pytest.mark.rule("naw", "8.42")
def test_an_adjacent_battery_attacks_all_its_neighbours() -> None:
    fight = Fight({"g5": "0505", "p2": "0504", "p3": "0506", "p4": "0508"})
    done = fight.fought(attack("0504 0506", "g5"), dice=[1])
    assert (done.combat["attack"], done.combat["defence"]) == (5, 5)
    assert fight.case(attack("0504 0506 0508", "g5")) == "7.15"


@pytest.mark.rule("naw", "8.43")
def test_an_adjacent_battery_suffers_its_result() -> None:
    done = Fight({"g3": "0504", "p12": "0505"}).fought(attack("0505", "g3"), dice=[6])
    assert (done.combat["result"], done.lost) == ("Ae", ["g3"])


@pytest.mark.rule("naw", "8.44")
def test_terrain_never_bars_a_neighbour() -> None:
    fight = Fight({"g5": "0505", "p4": "0504"}, on=plain(terrain={"0504": "town", "0505": "forest"}))
    assert fight.case(attack("0504", "g5")) == ""
    walls = {"0504": "town", "0505": "forest"}
    assert case_of("0505", "0504", river="0504-0505", terrain=walls) == ""
    assert case_of("0505", "0503", terrain=walls) == "8.31"


@pytest.mark.rule("naw", "8.45")
def test_fire_over_a_river_is_bombardment() -> None:
    fight = Fight({"g5": "0505", "p10": "0504"}, on=plain(river="0504-0505"))
    assert fight.case() == ""
    assert fight.case(attack("0504", "g5")) == "9.0"
    done = fight.fought(attack("0504", guns="g5", reduce="1-5"), dice=[6])
    assert (done.combat["result"], done.at["g5"]) == ("Ae", "0505")


@pytest.mark.rule("naw", "8.45")
def test_not_from_another_enemys_zone() -> None:
    fight = Fight({"g5": "0505", "p10": "0504", "p2": "0506"}, on=plain(river="0504-0505"))
    assert fight.case(attack("0504", guns="g5"), attack("0506", "g5")) == "8.41"


@pytest.mark.rule("naw", "8.52")
def test_a_bombarded_battery_retreats() -> None:
    done = Fight({"g5": "0503", "q3": "0505"}).fought(attack("0505", guns="g5"), dice=[1])
    assert (done.combat["result"], [event["unit"] for event in done.kinds("retreated")]) == ("Dr", ["q3"])


@pytest.mark.rule("naw", "16.21-2")
@pytest.mark.parametrize(("turn", "case"), [(4, "16.21"), (5, "16.21"), (6, "")])
def test_fog_stops_bombardment_at_two_hexes(turn: int, case: str) -> None:
    assert case_of("0505", "0503", turn=turn) == case
    fight = Fight({"g5": "0505", "p4": "0503"}, turn=turn)
    assert bombardment(fight.setting).targets(fight.board(), "g5") == (() if case else ("0503",))


@pytest.mark.rule("naw", "16.21-2")
def test_fog_does_not_stop_fire_at_a_neighbour_over_a_river() -> None:
    assert case_of("0505", "0504", turn=4, river="0504-0505") == ""
