"""The desk: who can be ordered, where to, what it leads to, after the orders before; nothing that nobody may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.desk import NO_LAYOUT, Course, Layout, Movable, Reach, Step
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Unanswerable, WhatIf
from pbem.engine.requests import Choose
from rulesets.jours_de_gloire.documents.writing import JoursWriting
from rulesets.jours_de_gloire.telling.desk import JoursDesk
from rulesets.jours_de_gloire.telling.odds_question import what_if
from tests.rulesets.jours_de_gloire.papers import compiled, field, own, question, set_up
from tests.rulesets.jours_de_gloire.world import World, small
from tests.rulesets.kit.ways import cheapest_way

Json = Any


class Desk:
    """The desk of an army in a position. knows: what its reader knows, all that the army does by default."""

    def __init__(self, place: World, army: str = "french", knows: Own | None = None) -> None:
        self.place, self.request = place, question(place, army)
        self.own = own(place, army) if knows is None else knows
        self.desk = JoursDesk(place.setting)

    @property
    def layout(self) -> Layout:
        return self.desk.layout(self.request, self.own)

    def movable(self, who: str) -> Movable:
        (found,) = [movable for movable in self.layout.movables if movable.who == who]
        return found

    def reach(self, who: str, *orders: Json, way: Sequence[str] = (), **more: Json) -> Reach:
        return self.desk.reach(self.request, {"orders": list(orders), **more}, tuple(who.split()), self.own, way)

    def steps(self, who: str, *orders: Json, way: Sequence[str] = (), **more: Json) -> dict[str, Step]:
        return {step.place: step for step in self.reach(who, *orders, way=way, **more).steps}

    def costs(self, who: str, *orders: Json, way: Sequence[str] = (), **more: Json) -> dict[str, str]:
        return {place: step.cost for place, step in self.steps(who, *orders, way=way, **more).items()}

    def course(self, *orders: Json, **more: Json) -> Course:
        return self.desk.course(self.request, {"orders": list(orders), **more}, self.own)


def march(names: str, *path: Json, **more: Json) -> dict[str, Json]:
    """An entry of the orders."""
    return {"stack": names.split(), "path": list(path), **more}


OPEN = small(hiding="open")


# -- what lies there -------------------------------------------------------------------------


@pytest.mark.rule("jdg", "4.4-6")
def test_counters_lie_there_with_their_names_and_what_each_costs_alone() -> None:
    desk = Desk(field({"eiche": "napoleon i french:infantry", "nebel": "murat-i"}))
    found = {movable.who: movable for movable in desk.layout.movables}
    assert list(found) == ["napoleon", "i", "f3", "murat-i"]
    assert (found["i"].counter, found["i"].start, found["i"].note) == ("f2", "eiche", "alone 1 PC of Grande Armée")
    assert found["napoleon"].note == "alone 0 PC of Grande Armée"
    assert found["murat-i"].note == "alone 1 PC of Grande Armée"
    assert "Grande Armée: 6 command points" in desk.layout.notes
    assert desk.course().notes[0] == "Grande Armée: 6 of 6 command points left"
    (move,) = (left := desk.course(march("murat-i", desk.reach("murat-i").steps[1].place))).moves
    assert move.who == (found["murat-i"].counter,) and left.notes[0] == "Grande Armée: 5 of 6 command points left"


@pytest.mark.rule("jdg", "6.2-1")
@pytest.mark.rule("jdg", "6.2-5")
@pytest.mark.rule("jdg", "6.2-6")
def test_who_may_dig_in_is_told_so() -> None:
    desk = Desk(
        field(
            {"garten": "napoleon i murat-i french:infantry", "castell": "ii", "fels": "iii"},
            entrenched={"fels": "french"},
        )
    )
    diggers = {movable.who: movable.also for movable in desk.layout.movables if movable.also}
    ((label, entry), *_) = diggers["i"]
    assert label == "entrench here, 2 PC (6.2)" and entry == {"stack": ["i"], "entrench": "yes"}
    able = {who for who, also in diggers.items() if any("entrench" in label for label, _ in also)}
    assert able == {"i"}
    assert not any(
        any("entrench" in label for label, _ in m.also) for m in Desk(field({"garten": "i"}, pc={})).layout.movables
    )


@pytest.mark.rule("jdg", "6.4-1")
@pytest.mark.rule("jdg", "6.4-5")
def test_works_on_the_bridges_of_its_box_are_offered_to_who_can_do_them() -> None:
    desk = Desk(field({"garten": "napoleon i v=1 french:infantry", "kiefer": "jerome"}))
    offered = dict(desk.movable("i").also)
    assert offered["destroys the bridge to Linde (6.4)"] == {"stack": ["i"], "path": [{"destroy": "linde"}]}
    assert not any("destroys" in label for who in ("napoleon", "f4") for label, _ in desk.movable(who).also)
    for movable in desk.layout.movables:
        for _, entry in movable.also:
            assert list(compiled(desk.place, {"orders": [entry]}).faults) == []


@pytest.mark.rule("jdg", "8.8-6")
def test_the_besieged_leave_only_by_fighting() -> None:
    siege = {"castell": {"by": "russian", "step": 2, "turn": 1, "own": True}}
    place = field({"castell": "napoleon i rus-1", "dachs": "ii"}, sieges=siege)
    place.board.at.inside = {"castell": list(place.of("napoleon i"))}
    desk = Desk(place)
    assert desk.movable("i").note == "besieged: leaves only by fighting (8.8-6)" and desk.movable("i").also == ()
    found = desk.reach("i")
    assert found.steps == () and "besieged" in found.note and "8.8-6" in found.note


@pytest.mark.rule("jdg", "3.3-4")
def test_who_may_come_onto_the_map_lies_beside_it() -> None:
    desk = Desk(field({"iller": "napoleon"}, turn=2, due=[0]))
    foot = desk.movable("late-foot")
    assert (foot.counter, foot.start, foot.value, foot.turn) == ("late-foot", "", "3 PF", 2)
    assert foot.entry == {"stack": "$all", "enter": "north-road", "path": "$way"}
    assert foot.note == "Late Foot may come by the road from the north"
    costs = desk.costs("late-foot")
    assert [costs[box] for box in ("nebel", "birke", "ahorn", "castell", "garten", "eiche", "dachs")] == list("1344556")
    assert desk.steps("late-foot")["nebel"].stop and desk.steps("late-foot")["nebel"].before == ""
    both = desk.reach("late-foot late-horse")
    assert both.allowance == "6" and both.steps == desk.reach("late-foot").steps
    assert int(desk.reach("late-horse").allowance) > 6


# -- where to --------------------------------------------------------------------------------


@pytest.mark.rule("jdg", "5.1-1")
@pytest.mark.rule("jdg", "T-MOVE")
def test_a_march_has_its_points_and_every_place_its_cheapest_way() -> None:
    found = Desk(field({"eiche": "napoleon i"})).reach("i")
    assert found.allowance == "6" and found.note == "1 PC of Grande Armée, which leaves 5"
    start, first = found.steps[:2]
    assert (start.place, start.cost, start.before, start.stop) == ("eiche", "0", "", False)
    assert int(first.cost) == min(int(step.cost) for step in found.steps[1:])
    costs = {step.place: int(step.cost) for step in found.steps}
    assert costs["fels"] == 2 and costs["garten"] == 4 and costs["heide"] == 5
    assert cheapest_way(found.steps, "heide") == ("eiche", "fels", "garten", "heide")
    assert [int(step.cost) for step in found.steps] == sorted(int(step.cost) for step in found.steps)


@pytest.mark.rule("jdg", "5.3-4")
def test_a_stack_has_the_points_of_its_slowest() -> None:
    desk = Desk(field({"eiche": "napoleon i murat-i"}))
    foot, horse, both = desk.reach("i"), desk.reach("murat-i"), desk.reach("murat-i i")
    assert int(horse.allowance) > int(foot.allowance) == int(both.allowance)
    assert {step.place for step in both.steps} == {step.place for step in foot.steps}
    # The number of a Force marker names all that lie under it (7.2-1).
    assert desk.reach("1", forces={"1": ["i", "murat-i"]}) == desk.reach("i murat-i")


@pytest.mark.rule("jdg", "5.3-5")
def test_a_stack_begins_in_one_box() -> None:
    desk = Desk(field({"eiche": "napoleon i", "fels": "ii"}))
    found = desk.reach("i ii")
    assert found.steps == () and "5.3-5" in found.note
    assert desk.reach("i nobody").steps == () and desk.reach("i i").steps == () and desk.reach("").steps == ()
    assert desk.reach("rus-1").steps == ()


@pytest.mark.rule("jdg", "4.4-3")
def test_command_points_that_are_spent_move_nobody() -> None:
    desk = Desk(field({"eiche": "i ii", "iller": "napoleon"}, pc={"grande-armee": 1}))
    assert desk.reach("ii").steps
    found = desk.reach("ii", march("i", "fels"))
    assert found.steps == () and "4.4-3" in found.note and "Grande Armée" in found.note
    # The same by an entry that the rules refuse: it costs nothing.
    assert desk.reach("ii", march("i", "moor")).steps


@pytest.mark.rule("jdg", "5.1-3")
def test_who_has_had_his_turn_goes_nowhere() -> None:
    found = Desk(field({"eiche": "napoleon i"})).reach("i", march("i", "fels"))
    assert found.steps == () and "5.1-3" in found.note


@pytest.mark.rule("jdg", "5.2-1")
def test_enemies_who_are_seen_end_the_march_and_those_face_down_may() -> None:
    there = {"eiche": "napoleon i", "garten": "rus-1", "castell": "rus-2"}
    seen = Desk(field({**there, "garten": "rus-1^", "castell": "rus-2^"})).steps("i")
    assert "heide" not in seen and "the march ends here" in seen["garten"].note
    unseen = Desk(field(there)).steps("i")
    assert (unseen["heide"].cost, unseen["heide"].before) == ("5", "garten")
    assert "past the enemy counters in Garten" in unseen["heide"].note and "past" not in unseen["garten"].note
    # A way round them is taken where there is one, though it is longer.
    there = {"fels": "napoleon i", "garten": "rus-1"}
    found = Desk(field(there)).reach("i")
    assert cheapest_way(found.steps, "castell") == ("fels", "birke", "castell")
    assert cheapest_way(Desk(field({"fels": "napoleon i"})).reach("i").steps, "heide") == ("fels", "garten", "heide")
    assert cheapest_way(found.steps, "heide") == ("fels", "birke", "castell", "dachs", "heide")
    # A general alone stops nobody (4.2-3).
    assert "heide" in Desk(field({"eiche": "napoleon i", "garten": "bennigsen^", "castell": "rus-2^"})).steps("i")


@pytest.mark.rule("jdg", "5.2-1")
@pytest.mark.rule("jdg", "5.1-2")
def test_past_enemies_who_lie_face_down_points_and_those_who_are_seen_end_it_too() -> None:
    """Without a line to a general infantry has four points in the mud."""
    there = {"nebel": "i", "birke": "rus-1", "iller": "napoleon"}
    found = Desk(field(there, weather="mud")).reach("i")
    assert found.allowance == "4"
    costs = {step.place: step.cost for step in found.steps}
    assert costs == {"nebel": "0", "birke": "2", "ahorn": "3", "castell": "3", "garten": "4"}
    shut = Desk(field({**there, "ahorn": "rus-2^", "castell": "rus-3^"})).costs("i")
    assert set(shut) == {"nebel", "birke", "ahorn", "castell", "fels"}
    # The same behind a way that leads among them.
    desk = Desk(field({"fels": "napoleon i", "garten": "rus-1"}))
    assert "past the enemy counters in Garten" in desk.steps("i", way=("fels", "garten"))["heide"].note
    assert "past the enemy counters in Garten" in desk.steps("i", way=("fels", "garten", "linde"))["moor"].note


@pytest.mark.rule("jdg", "5.4-2")
def test_a_forced_march_goes_further_and_says_so() -> None:
    desk = Desk(field({"nebel": "napoleon i"}, weather="mud"))
    reach, found = desk.reach("i"), desk.steps("i")
    forced = [step for step in found.values() if step.more]
    assert forced and len(forced) < len(found) - 1
    assert all(step.more == {"forced": "yes"} and "5.4" in step.note for step in forced)
    assert {int(step.cost) - int(reach.allowance) for step in forced} <= {1, 2}
    assert all(int(step.cost) <= int(reach.allowance) for step in found.values() if not step.more)
    assert not any(step.more for step in desk.steps("napoleon").values())
    # Without a line to a general there is none.
    assert not any(step.more for step in Desk(field({"moor": "i"}, weather="mud")).steps("i").values())


@pytest.mark.rule("jdg", "5.3-2")
@pytest.mark.rule("jdg", "5.4-1")
def test_more_than_a_stack_marches_as_a_concentration_with_its_chief() -> None:
    desk = Desk(field({"eiche": "napoleon i ii guard", "fels": "iii iv v"}))
    found = desk.reach("napoleon i ii guard")
    assert found.steps and all(step.more["concentrate"] == "yes" for step in found.steps)
    assert "concentration" in found.note
    alone = desk.reach("i ii guard")
    assert alone.steps == () and "5.3-2" in alone.note


@pytest.mark.rule("jdg", "6.4-1")
@pytest.mark.rule("jdg", "6.4-2")
def test_a_bridge_that_is_gone_by_then_carries_nobody() -> None:
    desk = Desk(field({"eiche": "napoleon i ii"}))
    assert desk.costs("ii")["iller"] == "1"
    after = desk.steps("ii", march("i", {"destroy": "iller"}))
    assert after["iller"].before == "kiefer" and after["fels"].cost == "2"


@pytest.mark.rule("jdg", "6.1-4")
def test_points_that_detaching_cost_are_gone() -> None:
    desk = Desk(field({"eiche": "napoleon i"}))
    parts = [{"from": "i", "counter": "french-b", "pf": 1}]
    less = desk.reach("i", detach=parts)
    assert int(less.allowance) < int(desk.reach("i").allowance)
    assert desk.reach("french-b", detach=parts).steps


@pytest.mark.rule("jdg", "5.1-4")
def test_a_way_that_was_begun_by_hand_goes_on_from_its_end() -> None:
    desk = Desk(field({"eiche": "napoleon i"}))
    found = desk.reach("i", way=("eiche", "ahorn", "birke", "castell"))
    end = found.steps[0]
    assert (end.place, end.before, end.stop) == ("castell", "", True)
    costs = {step.place: int(step.cost) for step in found.steps}
    assert costs["garten"] == costs["castell"] + 1
    assert desk.costs("i", way=("eiche",)) == desk.costs("i")
    for way in (("fels",), ("eiche", "castell"), ("eiche", "nowhere"), ("eiche", *("fels", "eiche") * 3)):
        assert desk.reach("i", way=way).steps == (), way
    seen = Desk(field({"eiche": "napoleon i", "fels": "rus-1^"}))
    assert list(seen.costs("i", way=("eiche", "fels"))) == ["fels"]
    assert seen.reach("i", way=("eiche", "fels", "garten")).steps == ()


@pytest.mark.rule("jdg", "10-2")
def test_in_the_solitaire_game_dice_say_how_far_it_goes() -> None:
    desk = Desk(field({"eiche": "napoleon^ i^"}, setting=small(solitaire="yes")))
    found = desk.reach("i")
    assert "10-2" in found.note and found.steps
    assert all(int(step.cost) <= int(found.allowance) + 2 for step in found.steps)


# -- what comes of it ------------------------------------------------------------------------


def test_moves_are_told_with_their_ways_and_costs() -> None:
    desk = Desk(field({"eiche": "napoleon i ii", "iller": "iii"}))
    found = desk.course(
        march("napoleon i", "fels", "garten"),
        {"stack": ["ii"], "entrench": "yes"},
        march("iii", {"destroy": "eiche"}, "kiefer"),
    )
    first, second, third = found.moves
    assert (first.at, first.who, first.way) == (("orders", 0), ("f1", "f2"), ("eiche", "fels", "garten"))
    assert (first.cost, first.allowance, first.text) == ("4", "6", "")
    assert (second.at, second.way, second.text) == (("orders", 1), (), "entrenches")
    assert (third.way, third.text) == (("iller", "kiefer"), "destroys the bridge to Eiche")
    assert found.stands == {"f1": "garten", "f2": "garten", "f4": "kiefer"}
    assert found.targets == () and found.combats == () and found.idle == ()


@pytest.mark.rule("jdg", "5.2-1")
def test_a_move_ends_where_enemies_are_seen() -> None:
    desk = Desk(field({"fels": "napoleon i", "garten": "rus-1^"}))
    found = desk.course(march("i", "garten", "heide"))
    assert found.moves[0].way == ("fels", "garten") and found.stands == {"f2": "garten"}


def test_what_the_rules_refuse_is_left_out() -> None:
    desk = Desk(field({"eiche": "napoleon i ii"}))
    found = desk.course(
        march("i", "moor"), march("nobody", "fels"), march("ii", "fels", lead="yes"), march("napoleon i", "fels")
    )
    assert [move.at for move in found.moves] == [("orders", 3)]
    assert found.stands == {"f1": "fels", "f2": "fels"}


@pytest.mark.rule("jdg", "6.1-3")
def test_a_detachment_that_is_taken_back_leaves_the_board() -> None:
    desk = Desk(field({"eiche": "napoleon i=6 french-b<i=1"}))
    found = desk.course(march("i", "fels"), rejoin=[{"unit": "i", "detachment": "french-b"}])
    assert found.stands == {"f2": "fels", "f3": ""}


@pytest.mark.rule("jdg", "2-B1-2")
def test_counters_that_are_dealt_anew_are_called_as_they_lie_there() -> None:
    desk = Desk(field({"eiche": "napoleon i^ ii", "fels": "rus-1"}))
    found = desk.course(march("i ii", "fels"))
    assert set(found.moves[0].who) == set(desk.place.of("i ii")) and set(found.stands) == set(desk.place.of("i ii"))
    assert set(found.combats[0].by) == set(desk.place.of("i ii"))
    assert desk.reach("napoleon f2", march("ii", "fels")).steps


@pytest.mark.rule("jdg", "3.3-4")
def test_who_comes_onto_the_map_is_called_as_he_lies_beside_it() -> None:
    desk = Desk(field({"iller": "napoleon"}, turn=2, due=[0]))
    found = desk.course({"stack": ["late-horse"], "enter": "north-road", "path": ["birke"]})
    (move,) = found.moves
    assert (move.who, move.way, move.cost) == (("late-horse",), ("nebel", "birke"), "3")
    assert found.stands == {"late-horse": "birke"}
    assert desk.reach("late-horse", {"stack": ["late-horse"], "enter": "north-road"}).steps == ()
    assert desk.reach("late-foot", {"stack": ["late-horse"], "enter": "north-road"}).steps


@pytest.mark.rule("jdg", "8.0-1")
def test_boxes_that_both_armies_share_after_the_moves_see_combat() -> None:
    desk = Desk(field({"garten": "napoleon^ i^", "heide": "rus-2^", "fels": "ii^", "moor": "rus-1^"}, setting=OPEN))
    found = desk.course(march("napoleon i", "heide"), battles={"heide": {"tactic": "screen"}})
    (target,), (combat,) = found.targets, found.combats
    assert (target.place, target.by, target.pressing) == ("heide", ("f1", "f2"), False)
    assert (combat.at, combat.on, combat.by) == ((), ("heide",), ("f1", "f2"))
    assert combat.outlooks and all("Heide: 7 PF against" in outlook.title for outlook in combat.outlooks)
    assert all(sum(chance.share for chance in one.chances) == 1 for one in combat.outlooks)


@pytest.mark.rule("jdg", "8.4-1")
def test_outlooks_are_those_of_an_odds_question() -> None:
    place = field({"heide": "napoleon^ i^ rus-2^", "castell": "ii^ rus-3^"}, setting=OPEN)
    desk = Desk(place)
    for combat in desk.course().combats:
        assert list(combat.outlooks) == list(
            what_if(place.setting, desk.request.scene, "french", WhatIf(combat.on), desk.own)
        )


@pytest.mark.rule("jdg", "8.0-1")
def test_another_strength_of_the_enemy_is_supposed_after_the_moves() -> None:
    """What comes of it is what the question without orders comes to, were they there already."""
    desk = Desk(field({"eiche": "napoleon i", "fels": "rus-3 rus-2"}))
    orders = {"orders": [march("napoleon i", "fels")]}
    there = Desk(field({"fels": "napoleon i rus-3 rus-2"}))
    for enemy in (1, 4, 30):
        found = desk.desk.suppose(desk.request, orders, "fels", enemy, desk.own)
        assert f"supposed {enemy} PF in all" in found[0].title
        asked = what_if(there.place.setting, there.request.scene, "french", WhatIf(("fels",), enemy=enemy), there.own)
        assert [one.title for one in found] == [one.title for one in asked]
    wanted = {**orders, "battles": {"fels": {"tactic": "screen"}}}
    for document, open_ in ((orders, True), (wanted, False)):
        found = desk.desk.suppose(desk.request, document, "fels", 4, desk.own)
        assert any("skirmish/skirmish" in one.title for one in found) is open_
    for document, place, enemy in (({}, "fels", 4), (orders, "nowhere", 4), (orders, "fels", 0)):
        with pytest.raises(Unanswerable):
            desk.desk.suppose(desk.request, document, place, enemy, desk.own)


@pytest.mark.rule("jdg", "8.8-3")
@pytest.mark.rule("jdg", "8.8-S3")
def test_a_fortress_is_besieged_assaulted_or_fought_for() -> None:
    fresh = Desk(field({"dachs": "napoleon^ i^", "castell": "rus-3^"}, setting=OPEN)).course(
        march("napoleon i", "castell")
    )
    titles = " ".join(outlook.title for outlook in fresh.combats[0].outlooks)
    assert "a siege" in titles and "an assault on the citadel" in titles and "a battle" in titles
    siege = {"castell": {"by": "french", "step": 3, "turn": 1, "own": True}}
    place = field({"castell": "napoleon^ i^ rus-3^"}, sieges=siege, turn=2, setting=OPEN)
    place.board.at.inside = {"castell": list(place.of("rus-3"))}
    (goes_on,) = Desk(place).course().combats[0].outlooks
    assert goes_on.chain and "the siege that goes on" in goes_on.title


@pytest.mark.rule("jdg", "8.4-7")
def test_a_weak_enemy_may_be_overrun() -> None:
    there = field({"garten": "napoleon^ iv^ iii^", "heide": "rus-2=1^"}, setting=OPEN)
    found = Desk(there).course(march("napoleon iv iii", "heide"))
    assert "an overrun" in found.combats[0].outlooks[0].title


def test_where_one_side_has_no_units_there_is_no_battle() -> None:
    found = Desk(field({"garten": "napoleon^ rus-2^"}, setting=OPEN)).course()
    (outlook,) = found.combats[0].outlooks
    assert "no battle" in outlook.title and outlook.chances == ()


# -- when there is nothing to click ------------------------------------------------------------


def test_the_set_up_and_questions_in_mid_phase_are_answered_by_forms() -> None:
    request, knows, setting = set_up()
    asked: list[tuple[Choose, Own]] = [(request, knows)]
    place = field({"eiche": "napoleon i"})
    asked.append((replace(question(place), what="advance"), own(place)))
    for one, its_own in asked:
        desk = JoursDesk(setting)
        assert desk.layout(one, its_own) is NO_LAYOUT
        assert desk.reach(one, {}, ("i",), its_own) == Reach("", ())
        assert desk.course(one, {"answer": "fels"}, its_own) == Course()
    assert isinstance(JoursWriting(setting).desk, JoursDesk)


# -- what nobody may know ----------------------------------------------------------------------

ORDERS = (
    march("napoleon i", "fels", "garten"),
    march("ii", "ahorn", "castell"),
    march("murat-i", "fels", {"recon": "stay"}),
)


def everything(desk: Desk, *orders: Json) -> Json:
    """All that a desk tells."""
    reaches = [desk.reach(movable.who, *orders[:1]) for movable in desk.layout.movables]
    course = desk.course(*orders)
    outlooks = [outlook.to_json() for combat in course.combats for outlook in combat.outlooks]
    return desk.layout, reaches, course.moves, dict(course.stands), course.targets, outlooks


@pytest.mark.rule("jdg", "7.1-1")
def test_other_enemies_under_the_same_counters_change_nothing() -> None:
    mine = {"eiche": "napoleon i ii murat-i french:infantry"}
    worlds: Sequence[Mapping[str, str]] = (
        {**mine, "garten": "rus-1 rus-2", "castell": "rus-3 russian:cavalry"},
        {**mine, "garten": "russian:cavalry russian:infantry", "castell": "kamenskoi rus-1=1"},
    )
    first, second = (everything(Desk(field(there, turn=2)), *ORDERS) for there in worlds)
    assert first == second and first[4]


@pytest.mark.rule("jdg", "7.1-1")
def test_counters_that_their_owner_does_not_know_are_not_offered() -> None:
    place = field({"eiche": "napoleon i ii^"})
    part = replace(own(place), markers={"f1": {"general": "napoleon"}})
    desk = Desk(place, knows=part)
    assert [movable.who for movable in desk.layout.movables] == ["napoleon", "ii"]
    found = desk.reach("f2")
    assert found.steps == () and "1.2.1-6" in found.note


@pytest.mark.rule("jdg", "10-6")
def test_a_member_of_a_team_is_told_of_nobody_who_lies_face_down() -> None:
    there = {"eiche": "napoleon i ii^ french:infantry", "garten": "rus-1"}
    swapped = {"eiche": "french:infantry murat-i ii^ i", "garten": "rus-2"}
    blind = [Desk(field(one), knows=NOTHING) for one in (there, swapped)]
    assert everything(blind[0], march("f1", "fels", command="grande-armee")) == everything(
        blind[1], march("f1", "fels", command="grande-armee")
    )
    names = {movable.who for movable in blind[0].layout.movables}
    # Two armies may own a counter that lies face down: nobody but the captain can say which.
    assert names == {"ii"} and blind[0].movable("ii").entry["command"] == "grande-armee"
    russian = Desk(field({"heide": "rus-1 bennigsen", "eiche": "i"}, player="russian"), "russian", NOTHING)
    assert {movable.who for movable in russian.layout.movables} == {"r1", "r2"}
    assert all(movable.entry["command"] == "russian-army" and movable.note == "" for movable in russian.layout.movables)
    assert any("10-6" in note for note in russian.layout.notes)
    found = russian.reach("r1")
    entry = march("r1", *cheapest_way(found.steps, found.steps[-1].place)[1:], command="russian-army")
    assert (
        list(compiled(russian.place, {"orders": [{**entry, **found.steps[-1].more}]}, "russian", NOTHING).faults) == []
    )


def test_who_is_asked_of_first_makes_no_difference() -> None:
    """Orders are carried out once for all who are asked of behind them."""
    place = field({"eiche": "napoleon i french:infantry", "nebel": "murat-i"})
    desk, before = Desk(place), march("i", Desk(place).reach("i").steps[1].place)
    everybody = [movable.who for movable in desk.layout.movables]
    for orders in ((), (before,), ()):
        asked = {who: desk.reach(who, *orders) for who in everybody}
        assert {who: desk.reach(who, *orders) for who in reversed(everybody)} == asked
        assert {who: Desk(place).reach(who, *orders) for who in everybody} == asked
