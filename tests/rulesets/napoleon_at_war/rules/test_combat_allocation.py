"""Who must attack whom, what a list of attacks may say, and the default allocation: 7.0 to 7.3, 7.5."""

from __future__ import annotations

import pytest

from pbem.engine.options import Json
from tests.rulesets.napoleon_at_war.boards import Fight, attack, plain


def text_of(fight: Fight, *attacks: Json) -> str:
    refusal = fight.refusal(*attacks)
    return refusal.text if refusal else ""


@pytest.mark.rule("naw", "7.0-1")
def test_adjacent_units_must_fight_in_both_phases() -> None:
    at = {"f4": "0505", "p4": "0504"}
    for army, unit in (("french", "f4"), ("prussian", "p4")):
        fight = Fight(at, army=army)
        assert list(fight.options().contacts) == [unit]
        assert fight.case() == "7.11"
    assert Fight({"f4": "0505", "p4": "0503"}).case() == ""


@pytest.mark.rule("naw", "7.0-1")
@pytest.mark.rule("naw", "7.0-4")
def test_silence_takes_the_default_and_is_marked_only_in_contact() -> None:
    done = Fight({"f4": "0505", "p4": "0504"}).fought(dice=[1], silent=True)
    assert done.combat["on"] == ["0504"]
    assert done.script.defaults[0] == "gt6.french.attacks"
    assert Fight({"f4": "0505", "p4": "0503"}).fought(silent=True).script.defaults == []


@pytest.mark.rule("naw", "7.0-4")
def test_attacks_are_resolved_in_the_order_listed() -> None:
    fight = Fight({"f4": "0303", "p4": "0302", "f4b": "0707", "p4b": "0706"})
    later_first = fight.fought(attack("0706", "f4b"), attack("0302", "f4"), dice=[1, 1])
    assert [event["on"] for event in later_first.kinds("combat")] == [["0706"], ["0302"]]
    kinds = [event["kind"] for event in later_first.outcome.events]
    assert kinds == ["combat", "retreated", "combat", "retreated"]


@pytest.mark.rule("naw", "7.0-4")
def test_the_list_is_judged_as_a_whole_and_void_as_a_whole() -> None:
    fight = Fight({"f4": "0303", "p4": "0302", "f4b": "0707", "p4b": "0706"})
    done = fight.fought(attack("0706", "f4b", id="kept"), dice=[1, 1])
    assert done.voids == ["7.11"]
    assert [event["id"] for event in done.kinds("combat")] == ["0302", "0706"]


@pytest.mark.rule("naw", "7.11")
def test_every_adjacent_enemy_is_attacked() -> None:
    fight = Fight({"f8": "0505", "p2": "0504", "p3": "0506"})
    refusal = fight.refusal(attack("0504", "f8"))
    assert refusal is not None
    assert (refusal.case, refusal.unit, refusal.hex, refusal.legal) == ("7.11", "p3", "0506", ("f8",))
    assert fight.options().default() == [{"on": ["0504", "0506"], "by": ["f8"]}]


@pytest.mark.rule("naw", "7.12")
def test_every_unit_in_a_zone_attacks() -> None:
    fight = Fight({"f8": "0505", "f4": "0404", "p6": "0504"})
    refusal = fight.refusal(attack("0504", "f8"))
    assert refusal is not None
    assert (refusal.case, refusal.unit, refusal.legal) == ("7.12", "f4", ("0504",))
    assert fight.case(attack("0504", "f8 f4")) == ""


@pytest.mark.rule("naw", "7.14-1")
def test_no_unit_attacks_twice() -> None:
    fight = Fight({"g5": "0505", "p2": "0503", "p3": "0507"})
    assert fight.case(attack("0503", guns="g5"), attack("0507", guns="g5")) == "7.14"
    assert fight.case(attack("0503", guns="g5 g5")) == "7.14"


@pytest.mark.rule("naw", "7.14-1")
@pytest.mark.parametrize(
    ("own", "other", "case"), [("g5", ["g5"], ""), ("g5", ["g5", "g5"], "7.14"), ("", ["g5", "g5"], "7.14")]
)
def test_a_battery_fires_once_in_either_manner(own: str, other: list[str], case: str) -> None:
    """Named under `else` as well it still fires once; named twice there it would be divided."""
    fight = Fight({"f4": "0504", "p9": "0505", "g5": "0503", "c2": "0903", "p2": "0904"})
    then = {"if": {"attack": "a0", "result": ["Ae"]}, "else": {"bombard": other}}
    assert fight.case(attack("0904", "c2", id="a0"), attack("0505", "f4", own, **then)) == case


@pytest.mark.rule("naw", "7.14-2")
def test_no_enemy_is_attacked_twice() -> None:
    fight = Fight({"f4": "0505", "f4b": "0404", "p6": "0504"})
    assert fight.case(attack("0504", "f4", id="a"), attack("0504", "f4b", id="b")) == "7.14"
    assert fight.case(attack("0504 0504", "f4 f4b")) == "7.14"


@pytest.mark.rule("naw", "7.14-2")
def test_who_retreats_beside_a_fresh_attacker_is_not_attacked_again() -> None:
    # A river keeps the zone of f8 in 0304 off 0303, so that p2 comes to stand beside it.
    on = plain(river="0303-0304")
    fight = Fight({"f6": "0301", "f8": "0304", "p2": "0302", "p6": "0305"}, on=on)
    done = fight.fought(
        attack("0302", "f6", retreat=[]), attack("0305", "f8"), dice=[3, 4], standing={"retreat.left": {"to": ["s"]}}
    )
    assert done.at["p2"] == "0303"
    assert [event["on"] for event in done.kinds("combat")] == [["0302"], ["0305"]]


@pytest.mark.rule("naw", "7.15")
def test_only_adjacent_units_attack() -> None:
    fight = Fight({"f8": "0505", "f4": "0506", "p6": "0504"})
    refusal = fight.refusal(attack("0504", "f8 f4"))
    assert refusal is not None
    assert (refusal.case, refusal.unit, refusal.hex) == ("7.15", "f4", "0504")


@pytest.mark.rule("naw", "7.21")
@pytest.mark.rule("naw", "7.22")
def test_several_on_several_only_if_each_touches_each() -> None:
    both = Fight({"f4": "0505", "f4b": "0705", "p4": "0604", "p4b": "0506"})
    assert both.case(attack("0604 0506", "f4 f4b")) == "7.15"
    fight = Fight({"f4": "0505", "f4b": "0504", "p4": "0604", "p4b": "0404"})
    assert fight.case(attack("0604 0404", "f4 f4b")) == ""


@pytest.mark.rule("naw", "7.3")
def test_strength_is_not_divided() -> None:
    fight = Fight({"f11": "0505", "p2": "0504", "p3": "0506"})
    assert fight.case(attack("0504", "f11"), attack("0506", "f11")) == "7.14"
    assert fight.case(attack("0504 0506", "f11")) == ""


@pytest.mark.rule("naw", "7.3")
def test_default_strikes_out_what_is_covered_twice_from_the_end() -> None:
    # A square: each French unit touches each Prussian. The fourth pair falls, then the first.
    fight = Fight({"f4": "0505", "f4b": "0504", "p4": "0604", "p4b": "0404"})
    assert fight.options().default() == [{"on": ["0404"], "by": ["f4"]}, {"on": ["0604"], "by": ["f4b"]}]


@pytest.mark.rule("naw", "7.5")
def test_a_hopeless_attack_may_hold_an_enemy_while_others_have_good_odds() -> None:
    fight = Fight({"c2": "0504", "f8": "0604", "p12": "0503", "p2": "0603"})
    done = fight.fought(attack("0603", "f8"), attack("0503", "c2"), dice=[1, 1])
    assert [event["used"] for event in done.kinds("combat")] == ["4-1", "1-5"]


@pytest.mark.rule("naw", "9.0-9")
def test_no_attack_over_a_river_without_a_bridge() -> None:
    fight = Fight({"f8": "0505", "p6": "0504"}, on=plain(river="0504-0505"))
    assert fight.options().contacts == {}
    assert fight.case() == ""
    assert fight.case(attack("0504", "f8")) == "9.0"
    bridged = Fight({"f8": "0505", "p6": "0504"}, on=plain(river="0504-0505", bridge="0504-0505"))
    assert bridged.case() == "7.11"
    assert bridged.case(attack("0504", "f8")) == ""


@pytest.mark.rule("naw", "17.21-2")
def test_who_is_in_transit_or_lost_does_not_attack() -> None:
    fight = Fight({"f4": "0505", "p6": "0504"}, reserve=["f8"], rest={"track": {"f8": ("western", 1, "field")}})
    assert fight.case(attack("0504", "f4 f8")) == "17.21"


@pytest.mark.parametrize(
    ("entry", "case"),
    [
        pytest.param(attack("0504", "f4 p6"), "7.0", id="enemy unit"),
        pytest.param(attack("0504", "f4 nobody"), "7.12", id="unknown unit"),
        pytest.param(attack("0503", "f4"), "7.0", id="empty hex"),
        pytest.param(attack("9999", "f4"), "7.0", id="unknown hex"),
        pytest.param(attack("0505", "f4"), "7.0", id="own hex"),
        pytest.param(attack("0504"), "7.0", id="no attacker"),
        pytest.param(attack("0504", "f4", id="A 1"), "7.0", id="bad name"),
        pytest.param({"by": ["f4"]}, "7.0", id="no target"),
        pytest.param({"on": ["0504"], "by": "f4"}, "7.0", id="by is a text"),
        pytest.param(attack("0504", "f4", bombard=[1]), "7.0", id="bombard holds a number"),
        pytest.param(attack("0504", "f4", reduce=3), "7.0", id="reduce is a number"),
        pytest.param(attack("0504", "f4", haste=True), "7.0", id="unknown member"),
        pytest.param("0504", "7.0", id="a text"),
        pytest.param(attack("0504", "f4", **{"else": {}}), "7.0", id="else without if"),
        pytest.param(attack("0504", "f4", **{"if": "x", "else": {}}), "7.0", id="if is a text"),
        pytest.param(attack("0504", "f4", **{"if": {"vacant": "9999"}, "else": {}}), "7.0", id="if unknown hex"),
        pytest.param(
            attack("0504", "f4", **{"if": {"attack": "zz", "result": ["Dr"]}, "else": {}}),
            "7.0",
            id="if no such attack",
        ),
        pytest.param(attack("0504", "f4", **{"if": {"vacant": "0503"}, "else": {"by": []}}), "7.0", id="else by"),
        pytest.param(attack("0504", "f4", **{"if": {"vacant": "0503"}}), "7.12", id="obliged without else"),
    ],
)
@pytest.mark.rule("naw", "7.0-4")
def test_refused_entries(entry: Json, case: str) -> None:
    assert Fight({"f4": "0505", "p6": "0504"}).case(entry) == case


@pytest.mark.rule("naw", "7.0-4")
def test_two_attacks_of_one_name() -> None:
    fight = Fight({"f4": "0303", "p4": "0302", "f4b": "0707", "p4b": "0706"})
    assert "called a1" in text_of(fight, attack("0302", "f4", id="a1"), attack("0706", "f4b", id="a1"))


@pytest.mark.rule("naw", "7.0-4")
def test_check_gets_every_fault_with_its_place() -> None:
    fight = Fight({"f4": "0303", "p4": "0302", "f4b": "0707", "p4b": "0706", "f2": "0104"})
    faults = fight.options().faults(
        [
            attack("0302", "f4 f2", pay=["f2"], advance=[{"unit": "f4", "to": "0301"}]),
            attack("0701", "f4b", retreat=[{"unit": "f4b", "to": ["0101"]}, {"unit": "nobody", "to": ["s"]}]),
        ]
    )
    assert [(path, refusal.case) for path, refusal in faults] == [
        ((0, "by", 1), "7.15"),
        ((1, "on", 0), "7.0"),
        ((0, "pay"), "7.6"),
        ((0, "advance", 0, "to"), "7.74"),
        ((1, "retreat", 0, "to"), "7.71"),
        ((1, "retreat", 1, "unit"), "7.71"),
    ]


# -- conditions ------------------------------------------------------------------


def staged() -> Fight:
    """f8 attacks p4; g5 may bombard p3, who is in no contact."""
    return Fight({"f8": "0303", "p4": "0302", "g5": "0707", "p3": "0705"})


@pytest.mark.parametrize(("die", "fires"), [(1, True), (6, False)])
def test_a_bombardment_that_depends_on_a_result(die: int, fires: bool) -> None:
    done = staged().fought(
        attack("0302", "f8", id="a1"),
        attack("0705", guns="g5", **{"if": {"attack": "a1", "result": ["Dr", "De"]}}),
        dice=[die, 1],
    )
    assert len(done.kinds("combat")) == (2 if fires else 1)
    assert [event["id"] for event in done.kinds("lapsed")] == ([] if fires else ["0705"])


@pytest.mark.parametrize(("die", "used"), [(1, "1-1"), (6, "1-2")])
def test_else_replaces_the_manner(die: int, used: str) -> None:
    fight = Fight({"f8": "0303", "p4": "0302", "f4": "0707", "p4b": "0706"})
    done = fight.fought(
        attack("0302", "f8"),
        attack("0706", "f4", **{"if": {"vacant": "0302"}, "else": {"reduce": "1-2"}}),
        dice=[die, 3],
    )
    assert done.kinds("combat")[1]["used"] == used


def test_an_enemy_in_contact_is_not_left_to_a_condition() -> None:
    fight = Fight({"f8": "0303", "p4": "0302", "p3": "0304", "g5": "0306"})
    later = {"if": {"attack": "0302", "result": ["Dr"]}}
    assert fight.case(attack("0302", "f8"), attack("0304", guns="g5", **later)) == "7.11"
    assert fight.case(attack("0302", "f8"), attack("0304", guns="g5", **later, **{"else": {}})) == ""


# -- two targets under conditions that exclude each other --------------------------


def guns_after(first: Json, second: Json, **rest: Json) -> list[Json]:
    """f8 attacks p4; then g5 fires at p3 in 0705 or at p2 in 0709."""
    return [
        attack("0302", "f8", id="a1"),
        attack("0705", guns="g5", **({"if": first} if first else {})),
        attack("0709", guns="g5", **({"if": second} if second else {}), **rest),
    ]


def either() -> Fight:
    return Fight({"f8": "0303", "p4": "0302", "g5": "0707", "p3": "0705", "p2": "0709"})


GOOD, BAD = {"attack": "a1", "result": ["Dr", "De", "Ex"]}, {"attack": "a1", "result": ["Ar", "Ae"]}


@pytest.mark.rule("naw", "7.0-4")
@pytest.mark.rule("naw", "7.14-1")
@pytest.mark.parametrize(("die", "target"), [(1, "0705"), (6, "0709")])
def test_a_battery_chooses_its_target_by_an_earlier_die(die: int, target: str) -> None:
    """Ruling 44: at the table its owner decides after the die; it fires once."""
    done = either().fought(*guns_after(GOOD, BAD), dice=[die, 1])
    assert done.voids == []
    assert [event["on"] for event in done.kinds("combat")] == [["0302"], [target]]
    assert len(done.kinds("lapsed")) == 1


@pytest.mark.rule("naw", "7.14-1")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(GOOD, {"attack": "a1", "result": ["Ar", "Ex"]}, id="both on Ex"),
        pytest.param(GOOD, {}, id="one always"),
        pytest.param({"vacant": "0302"}, {"vacant": "0303"}, id="hexes may both be vacant"),
        pytest.param({"vacant": "0302"}, BAD, id="a hex and a result"),
    ],
)
def test_two_targets_that_may_both_come_about_are_refused(first: Json, second: Json) -> None:
    refusal = either().refusal(*guns_after(first, second))
    assert refusal is not None and (refusal.case, refusal.unit) == ("7.14", "g5")
    assert "attacks 0705 and 0709 may both come about" in refusal.text


@pytest.mark.rule("naw", "7.14-1")
def test_conditions_exclude_each_other_over_several_attacks() -> None:
    """The second attack is made on Dr only; whatever it comes to, the third cannot wait for Ar."""
    at = {"f8": "0303", "p4": "0302", "g4": "0908", "p3": "0906", "g5": "0707", "p2": "0709"}
    fight = Fight(at)
    second = attack("0906", guns="g4", id="a2", **{"if": {"attack": "a1", "result": ["Dr"]}})
    third = attack("0709", guns="g5", **{"if": {"attack": "a2", "result": ["Dr", "De"]}})
    wish = {"if": {"attack": "a1", "result": ["Ar"]}}
    fourth = attack("0906", guns="g5", id="a4", **wish)
    assert fight.case(attack("0302", "f8", id="a1"), second, third, fourth) == ""
    assert fight.case(attack("0302", "f8", id="a1"), second, third, {**fourth, "if": GOOD}) == "7.14"


@pytest.mark.rule("naw", "7.14-2")
def test_an_enemy_may_be_meant_by_two_attacks_of_which_one_is_made() -> None:
    """g5 fires at p3 if the first attack succeeds, both batteries do if it does not."""
    fight = Fight({"f8": "0303", "p4": "0302", "g5": "0707", "g4": "0505", "p3": "0705"})
    one = attack("0705", guns="g5", id="a2", **{"if": GOOD})
    both = attack("0705", guns="g5 g4", id="a3", **{"if": BAD})
    assert fight.case(attack("0302", "f8", id="a1"), one, both) == ""
    late = {**both, "if": {"attack": "a1", "result": ["Dr"]}}
    assert fight.case(attack("0302", "f8", id="a1"), one, late) == "7.14"


@pytest.mark.rule("naw", "7.14-1")
@pytest.mark.parametrize("by", ["else", "own"])
def test_else_takes_a_battery_from_another_attack(by: str) -> None:
    """g5 supports f4 where the first attack failed, and fires elsewhere where it succeeded."""
    at = {"f8": "0303", "p4": "0302", "f4": "0806", "p6": "0805", "g5": "0807", "p3": "0809"}
    fight = Fight(at)
    helped = {"if": GOOD, "else": {"bombard": ["g5"]}} if by == "else" else {"if": BAD, "else": {"bombard": []}}
    own = attack("0805", "f4", guns="" if by == "else" else "g5", id="a2", **helped)
    away = attack("0809", guns="g5", **{"if": GOOD})
    assert fight.case(attack("0302", "f8", id="a1"), own, away) == ""
    assert fight.case(attack("0302", "f8", id="a1"), own, {**away, "if": BAD}) == "7.14"


# -- one refusal for one cause ------------------------------------------------------


def cases(fight: Fight, *attacks: Json) -> list[str]:
    return [refusal.case for _, refusal in fight.options().faults(list(attacks))]


def test_one_cause_is_refused_once() -> None:
    """Somebody left out, a condition without an else, a stranger who is to pay."""
    assert cases(Fight({"f4": "0505", "p4": "0504"})) == ["7.11"]
    fight = Fight({"f8": "0303", "p4": "0302", "f4": "0707", "p4b": "0706"})
    later = {"if": {"vacant": "0302"}}
    assert cases(fight, attack("0302", "f8"), attack("0706", "f4", **later)) == ["7.12"]
    assert cases(fight, attack("0302", "f8", pay=["f4"]), attack("0706", "f4")) == ["7.6"]
    assert cases(fight, attack("0302", "f8"), attack("0302", "f8"), attack("0706", "f4")) == ["7.14"]


def advice(fight: Fight, *attacks: Json) -> list[str]:
    """What a player is told of a list, from the first semicolon on."""
    return [refusal.text.partition("; ")[2] for _, refusal in fight.options().faults(list(attacks))]


@pytest.mark.rule("naw", "7.14-2")
def test_who_is_attacked_in_two_entries_is_told_the_one_that_holds_both() -> None:
    fight = Fight({"f4": "0505", "f4b": "0404", "p6": "0504", "g5": "0506"})
    once = "a hex is attacked once in a phase: name all its attackers in one entry"
    found = advice(fight, attack("0504", "f4", "g5", id="a"), attack("0504", "f4b", id="b"))
    assert found == [f'{once}, such as - {{on: ["0504"], by: [f4, f4b], bombard: [g5]}}']
    assert fight.case(attack("0504", "f4 f4b", "g5")) == "", "as it says"
    refusal = fight.refusal(attack("0504", "f4", id="a"), attack("0504", "f4b", id="b"))
    assert refusal is not None and once not in refusal.text, "a report tells the rule"
    conditions = {"if": {"attack": "a", "result": ["Ae"]}, "else": {}}
    (told,) = advice(fight, attack("0504", "f4", id="a"), attack("0504", "f4b", id="b", **conditions))
    assert once not in told and "conditions do not exclude each other" in told


@pytest.mark.rule("naw", "7.14-1")
def test_who_attacks_in_two_entries_is_told_the_one_that_holds_both_if_there_is_one() -> None:
    fight = Fight({"f11": "0505", "p2": "0504", "p3": "0506"})
    found = advice(fight, attack("0504", "f11"), attack("0506", "f11"))
    assert found == [
        "a unit attacks once in a phase: name all that it attacks in one entry, such as"
        ' - {on: ["0504", "0506"], by: [f11]}'
    ]
    apart = Fight({"f11": "0505", "f4": "0603", "p2": "0504", "p3": "0506"})
    assert apart.case(attack("0504", "f4"), attack("0506", "f11")) == ""
    both = advice(apart, attack("0504", "f4 f11"), attack("0506", "f11"))
    assert both == [""], "f4 is not next to 0506"


def test_results_of_a_lapsed_attack_fulfil_nothing() -> None:
    fight = Fight({"f8": "0303", "p4": "0302", "g5": "0707", "p3": "0705", "g4": "0307", "p2": "0305"})
    done = fight.fought(
        attack("0302", "f8", id="a1"),
        attack("0705", guns="g5", id="a2", **{"if": {"attack": "a1", "result": ["Ar"]}}),
        attack("0305", guns="g4", id="a3", **{"if": {"attack": "a2", "result": ["De", "Dr", "Ex", "Ar", "Ae"]}}),
        dice=[1],
    )
    assert [event["id"] for event in done.kinds("lapsed")] == ["a2", "a3"]
