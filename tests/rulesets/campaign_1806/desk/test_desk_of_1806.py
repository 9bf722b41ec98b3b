"""The desk of a day turn: who lies there, where he can go, what orders lead to."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.desk import NO_LAYOUT
from pbem.engine.requests import ORDERS, Choose
from rulesets.campaign_1806.desk.desk import CampaignDesk
from rulesets.campaign_1806.documents.compile import compile_orders
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.orders_options import options_for
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.documents.test_wrong_orders import board, moves, path


def asked(play: Play) -> Choose:
    return Choose(play.army, ORDERS, options_for(play), "orders", scene=play)


def jena(army: str = "french", **places: str) -> Choose:
    return asked(board("jena", army, 1, **places))


def test_everybody_of_the_phasing_army_lies_there() -> None:
    request = jena()
    layout = CampaignDesk().layout(request)
    assert {one.who for one in layout.movables} == set(request.scene.on_map("french"))
    assert layout.move is not None and layout.attack is not None and layout.attack.together
    notes = {one.who: one.note for one in layout.movables}
    assert notes["sahuc"] == "out of command" and notes["suchet"] == ""


def test_set_ups_and_nights_are_forms() -> None:
    assert CampaignDesk().layout(asked(board("jena", "french", 0))) == NO_LAYOUT
    assert CampaignDesk().layout(asked(board("massenbach", "french", 4))) == NO_LAYOUT


def test_groups_lie_beside_the_map() -> None:
    layout = CampaignDesk().layout(asked(board("auerstedt", "french", 1)))
    absent = {one.who: (one.arrives, one.value) for one in layout.movables if not one.start}
    assert absent["gudin"] == ("n1942", "10(5)5") and set(absent) == {"davout", "gudin", "viallanes", "bridge-fr"}


def reached(request: Choose, who: list[str], document: Any = None, way: tuple[str, ...] = ()) -> dict[str, str]:
    reach = CampaignDesk().reach(request, document or {}, who, way=way)
    return {step.place: step.note for step in reach.steps}


def test_where_one_can_go() -> None:
    found = reached(jena(), ["Suchet"])
    assert found["n1431"] == "" and "n1630" not in found
    assert found["n1531"].startswith("in an enemy zone") and found["n1329"].startswith("too many")


def test_somebody_who_made_room_is_out_of_the_way() -> None:
    entries = moves({"unit": "desjardin", "to": "n1328"}, {"unit": "heudelet", "to": "n1228"})
    assert reached(jena(), ["suchet"], entries)["n1329"] == ""


def test_only_what_lies_behind_a_way_that_was_led() -> None:
    found = reached(jena(), ["suchet"], way=("n1431", "n1430"))
    assert "n1431" in found and "n1430" in found
    reach = CampaignDesk().reach(jena(), {}, ["suchet"], way=("n1431", "n1430"))
    assert {step.place: step.cost for step in reach.steps}["n1430"] == "1"


def test_who_stands_apart_does_not_go_together() -> None:
    reach = CampaignDesk().reach(jena(), {}, ["suchet", "ney"])
    assert (reach.steps, reach.note) == ((), "they do not stand together (8.1)")
    foreign = CampaignDesk().reach(jena(), {}, ["grawert"])
    assert (foreign.steps, foreign.note) == ((), "grawert (Grawert) belongs to the other army (2.11B1)")


def test_what_orders_lead_to() -> None:
    document = {**moves(path("suchet", "n1431", "n1531")), "attacks": [{"on": ["n1630"], "by": ["suchet"]}]}
    course = CampaignDesk().course(jena(), document)
    assert [(move.who, move.way, move.cost, move.allowance) for move in course.moves] == [
        (("suchet",), ("n1431", "n1531"), "1", "5")
    ]
    assert course.stands == {"suchet": "n1531"}
    assert [(one.at, one.on, one.by) for one in course.combats] == [(("attacks", 0), ("n1630",), ("suchet",))]
    assert [(one.place, one.by) for one in course.targets] == [("n1630", ("suchet",))]


def test_orders_of_a_team_stand_before() -> None:
    desk = CampaignDesk([{"units": ["suchet"], "path": ["n1431", "n1531"]}])
    course = desk.course(jena(), moves({"unit": "gazan", "to": "n1430"}))
    assert course.stands == {"suchet": "n1531", "gazan": "n1430"}
    assert [move.at for move in course.moves] == [("orders", 0), ("orders", 1)]


@pytest.mark.rule(ID, "15.2-2")
def test_a_group_is_led_in_whole() -> None:
    request = asked(board("auerstedt", "french", 1))
    alone = CampaignDesk().reach(request, {}, ["gudin"])
    assert alone.steps == () and "come in too, or nobody does (15.2)" in alone.note
    whole = CampaignDesk().reach(request, {}, ["davout", "gudin", "viallanes", "bridge-fr"])
    assert "n1942" in {step.place for step in whole.steps}


@pytest.mark.rule(ID, "8.21-1", "8.22-1")
@pytest.mark.parametrize(("scenario", "army", "who"), [("jena", "french", "ney"), ("campaign", "prussian", "dyherrn")])
def test_a_road_march_is_one_click_further(scenario: str, army: str, who: str) -> None:
    request = asked(board(scenario, army, 1))
    by_road = [step for step in CampaignDesk().reach(request, {}, [who]).steps if step.more]
    assert len(by_road) > 5 and all(step.note.startswith("by road march") for step in by_road)
    assert all(step.more["path"][1] == "march" and step.more["path"][-1] == step.place for step in by_road)
    ends = [moves({"unit": who, **step.more}) for step in by_road if step.stop]
    assert ends and not [fault for end in ends for fault in compile_orders(request.scene, end).faults]


def test_nobody_declares_a_road_march_who_goes_with_others_or_is_on_one() -> None:
    marching = board("jena", "french", 1)
    marching.marching.add("ney")
    together = CampaignDesk().reach(jena(), {}, ["ney", "colbert"])
    found = [*together.steps, *CampaignDesk().reach(asked(marching), {}, ["ney"]).steps]
    assert found and not [step for step in found if step.more]


def test_a_way_that_is_led_along_a_road_goes_on_by_it() -> None:
    led = CampaignDesk().reach(jena(), {}, ["suchet"], way=("n1431", "n1430"))
    by_road = [step for step in led.steps if step.more]
    assert by_road and all(step.more["path"][:3] == ["n1431", "march", "n1430"] for step in by_road)


@pytest.mark.rule(ID, "8.41-1", "9.2-1", "13.11-1")
def test_what_a_counter_can_do_where_it_stands() -> None:
    also = {one.who: one.also for one in CampaignDesk().layout(jena()).movables}
    labels = [label for label, _ in also["milhaud"]]
    assert labels == ["puts its vedettes out (13.11)", "damages the bridge to n0531 (Roda) (8.41)"]
    assert also["suchet"] == ()
    for _, entry in also["milhaud"]:
        assert not compile_orders(jena().scene, moves(entry)).faults
    trains = {one.who: one.also for one in CampaignDesk().layout(asked(board("campaign", "prussian", 1))).movables}
    assert "lays its bridge to n0721 (9.2)" in [label for label, _ in trains["bridge-pr-iii"]]


@pytest.mark.rule(ID, "8.23-1", "8.43-1", "10.1")
def test_marches_end_bridges_are_repaired_and_enemies_pushed_away() -> None:
    play = board("jena", "french", 1, suchet="n1531", gazan="n1531", grawert="n2020", boguslawski="n1630")
    play.marching.add("ney")
    play.position.damaged.add("n0431/n0531")
    also = {one.who: [label for label, _ in one.also] for one in CampaignDesk().layout(asked(play)).movables}
    assert "ends its road march (8.23)" in also["ney"]
    assert "repairs the bridge to n0531 (Roda) (8.43)" in also["milhaud"]
    assert "damages the bridge to n0531 (Roda) (8.41)" not in also["milhaud"]
    assert also["gazan"] == ["repulses the enemy in n1630 (Cospeda) and goes there (10)"]
