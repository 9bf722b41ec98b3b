"""Odds, columns, terrain: 7.0, 7.13, 7.21 to 7.6, 7.9, 9.0. The rulebook's own examples come first."""

from __future__ import annotations

import pytest

from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, odds_of
from tests.rulesets.napoleon_at_war.boards import Fight, Fought, attack, plain

AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")


def column(attackers: str, defender: str, **features: object) -> str:
    """The column at which units around 0505, from 0504 clockwise, stand against the defender there."""
    units = attackers.split()
    fight = Fight({**dict(zip(units, AROUND, strict=False)), defender: "0505"}, on=plain(**features))  # type: ignore[arg-type]
    return odds_of(fight.setting, fight.board(), units, [], [defender]).column


@pytest.mark.parametrize(
    ("attackers", "defender", "expected"),
    [
        pytest.param("f8 f5", "p4", "3-1", id="book: thirteen against four", marks=pytest.mark.rule("naw", "7.0-2")),
        pytest.param("f8 f6", "p6", "2-1", id="14:6", marks=pytest.mark.rule("naw", "7.0-2")),
        pytest.param("f5", "p6", "1-2", id="5:6", marks=pytest.mark.rule("naw", "7.0-2")),
        pytest.param("f4", "p9", "1-3", id="4:9", marks=pytest.mark.rule("naw", "7.0-2")),
        pytest.param("f8 f4", "p2", "6-1", id="12:2", marks=pytest.mark.rule("naw", "7.0-2")),
        pytest.param("f8 f4 f2", "p5", "2-1", id="14:5", marks=pytest.mark.rule("naw", "7.22")),
        pytest.param("f2", "p12", "1-5", id="1-6 counts as 1-5", marks=pytest.mark.rule("naw", "7.5")),
        pytest.param("f8 f8b f4", "p2", "6-1", id="10-1 counts as 6-1", marks=pytest.mark.rule("naw", "7.6-T")),
    ],
)
def test_column(attackers: str, defender: str, expected: str) -> None:
    assert column(attackers, defender) == expected


@pytest.mark.parametrize(
    ("attackers", "defender", "features", "expected"),
    [
        pytest.param("f13", "p6", {"terrain": {"0505": "town"}}, "1-1", marks=pytest.mark.rule("naw", "7.4")),
        pytest.param("f10", "p5", {"terrain": {"0505": "rough"}}, "1-1", marks=pytest.mark.rule("naw", "7.4")),
        pytest.param("f12", "p6", {}, "2-1", marks=pytest.mark.rule("naw", "9.0-1")),
        pytest.param("f12", "p6", {"terrain": {"0505": "forest"}}, "2-1", marks=pytest.mark.rule("naw", "9.0-2")),
        pytest.param("f12", "p3", {"terrain": {"0505": "rough"}}, "2-1", marks=pytest.mark.rule("naw", "9.0-3")),
        pytest.param(
            "f4 f4b f4c",
            "p4",
            {"slopes": "0504 0604 0605", "slope": "0504-0505 0505-0604 0505-0605"},
            "1-1",
            id="all uphill",
            marks=pytest.mark.rule("naw", "9.0-4"),
        ),
        pytest.param(
            "f4 f4b f4c",
            "p4",
            {"slopes": "0504 0604", "slope": "0504-0505 0505-0604"},
            "3-1",
            id="one on the level",
            marks=pytest.mark.rule("naw", "9.0-4"),
        ),
        pytest.param(
            "f12",
            "p4",
            {"slopes": "0505", "slope": "0504-0505"},
            "3-1",
            id="downhill",
            marks=pytest.mark.rule("naw", "9.0-4"),
        ),
        pytest.param(
            "f12", "p6", {"road": "0504-0505"}, "2-1", id="road changes nothing", marks=pytest.mark.rule("naw", "9.0-5")
        ),
        pytest.param(
            "f12",
            "p6",
            {"road": "0504-0505", "terrain": {"0505": "town"}},
            "1-1",
            id="road in a town",
            marks=pytest.mark.rule("naw", "9.0-5"),
        ),
        pytest.param(
            "f12",
            "p6",
            {"trail": "0504-0505", "terrain": {"0505": "rough"}},
            "1-1",
            id="trail in rough",
            marks=pytest.mark.rule("naw", "9.0-6"),
        ),
        pytest.param("f12", "p6", {"terrain": {"0505": "marsh"}}, "1-1", marks=pytest.mark.rule("naw", "9.0-7")),
        pytest.param("f16", "p4", {"terrain": {"0505": "town"}}, "2-1", marks=pytest.mark.rule("naw", "9.0-8")),
        pytest.param(
            "f8 f4",
            "p6",
            {"stream": "0504-0505 0505-0604"},
            "1-1",
            id="both over the stream",
            marks=pytest.mark.rule("naw", "9.0-10"),
        ),
        pytest.param(
            "f8 f4", "p6", {"stream": "0504-0505"}, "2-1", id="one dry-shod", marks=pytest.mark.rule("naw", "9.0-10")
        ),
        pytest.param(
            "f8", "p4", {"bridge": "0504-0505", "river": "0504-0505"}, "1-1", marks=pytest.mark.rule("naw", "9.0-11")
        ),
        pytest.param(
            "f8",
            "p4",
            {"bridge": "0504-0505", "stream": "0504-0505"},
            "1-1",
            id="bridge over a stream",
            marks=pytest.mark.rule("naw", "9.0-11"),
        ),
        pytest.param(
            "f8 f4",
            "p6",
            {"stream": "0504-0505", "bridge": "0505-0604", "river": "0505-0604"},
            "1-1",
            id="stream and bridge",
            marks=pytest.mark.rule("naw", "9.0-10"),
        ),
        pytest.param(
            "f20",
            "p5",
            {"terrain": {"0505": "town"}, "bridge": "0504-0505", "river": "0504-0505"},
            "2-1",
            id="doubled once",
            marks=pytest.mark.rule("naw", "9.0-N2"),
        ),
        pytest.param(
            "f20",
            "p5",
            {"terrain": {"0505": "rough"}, "stream": "0504-0505"},
            "2-1",
            id="book: rough over a stream is merely doubled",
            marks=pytest.mark.rule("naw", "9.0-N2"),
        ),
    ],
)
def test_terrain(attackers: str, defender: str, features: dict[str, object], expected: str) -> None:
    assert column(attackers, defender, **features) == expected


@pytest.mark.parametrize(
    ("features", "kind"),
    [
        pytest.param({"stream": "0504-0505"}, "stream", marks=pytest.mark.rule("naw", "9.0-10")),
        pytest.param({"stream": "0505-0604"}, "", id="another side", marks=pytest.mark.rule("naw", "9.0-10")),
        pytest.param({"bridge": "0504-0505", "river": "0504-0505"}, "bridge", marks=pytest.mark.rule("naw", "9.0-11")),
        pytest.param({"slopes": "0504", "slope": "0504-0505"}, "slope", marks=pytest.mark.rule("naw", "9.0-4")),
        pytest.param(
            {"slopes": "0505", "slope": "0504-0505"}, "", id="downhill", marks=pytest.mark.rule("naw", "9.0-4")
        ),
    ],
)
def test_the_hexside_that_doubles_is_named(features: dict[str, object], kind: str) -> None:
    """As the event of a combat and the practice opponent have it of an attack from 0504 on 0505."""
    assert doubling_hexside(plain(**features), "0504", "0505") == kind  # type: ignore[arg-type]


@pytest.mark.rule("naw", "7.4")
def test_attackers_in_a_town_are_not_doubled() -> None:
    assert column("f6", "p6", terrain={"0504": "town"}) == "1-1"


@pytest.mark.rule("naw", "7.13")
def test_six_brigades_and_two_batteries() -> None:
    units = dict(zip(("f4", "f4b", "f4c", "f4d", "f4e", "f4f"), AROUND, strict=True))
    fight = Fight({**units, "g5": "0503", "g5b": "0507", "p6": "0505"})
    done = fight.fought(attack("0505", " ".join(units), "g5 g5b"), dice=[4])
    assert (done.combat["attack"], done.combat["defence"], done.combat["used"]) == (34, 6, "5-1")


@pytest.mark.rule("naw", "9.0-4")
@pytest.mark.rule("naw", "9.0-10")
def test_batteries_neither_grant_nor_spoil_the_doubling() -> None:
    on = plain(stream="0504-0505 0503-0504")
    fight = Fight({"f8": "0504", "g5": "0507", "p4": "0505"}, on=on)
    assert fight.fought(attack("0505", "f8", "g5"), dice=[4]).combat["defence"] == 8
    alone = Fight({"g5": "0503", "p4": "0505"}, on=on)
    assert alone.fought(attack("0505", guns="g5"), dice=[4]).combat["defence"] == 4


@pytest.mark.rule("naw", "7.21")
def test_one_against_two_adds_their_strengths() -> None:
    done = Fight({"f8": "0505", "p2": "0504", "p3b": "0506"}).fought(attack("0504 0506", "f8"), dice=[1])
    assert (done.combat["attack"], done.combat["defence"], done.combat["used"]) == (8, 5, "1-1")
    assert [event["unit"] for event in done.kinds("retreated")] == ["p2", "p3b"]


@pytest.mark.rule("naw", "7.21")
def test_what_a_friend_engages_is_left_to_him() -> None:
    fight = Fight({"f8": "0505", "f4": "0507", "p2": "0504", "p3": "0506"})
    done = fight.fought(attack("0504", "f8"), attack("0506", "f4"), dice=[4, 4])
    assert [event["odds"] for event in done.kinds("combat")] == ["4-1", "1-1"]


@pytest.mark.rule("naw", "8.22")
def test_a_battery_supports_an_attack_on_two_hexes_by_reaching_one() -> None:
    fight = Fight({"f8": "0505", "g5": "0502", "p2": "0504", "p3": "0506"})
    done = fight.fought(attack("0504 0506", "f8", "g5"), dice=[4])
    assert (done.combat["attack"], done.combat["defence"], done.combat["used"]) == (13, 5, "2-1")


@pytest.mark.rule("naw", "8.21")
def test_two_batteries_together() -> None:
    done = Fight({"g5": "0503", "g4": "0507", "p3": "0505"}).fought(attack("0505", guns="g5 g4"), dice=[2])
    assert (done.combat["attack"], done.combat["used"]) == (9, "3-1")


@pytest.mark.rule("naw", "8.51")
def test_no_defensive_fire() -> None:
    fight = Fight({"f4": "0505", "g5": "0507", "p8": "0504"}, army="prussian")
    assert fight.fought(attack("0505", "p8"), dice=[4]).combat["defence"] == 4


def lookup(attackers: str, defender: str, die: int) -> Fought:
    units = dict(zip(attackers.split(), AROUND, strict=False))
    return Fight({**units, defender: "0505"}).fought(attack("0505", attackers), dice=[die])


@pytest.mark.parametrize(
    ("attackers", "defender", "die", "result"),
    [
        pytest.param("f12", "p4", 6, "Ar", id="3-1", marks=pytest.mark.rule("naw", "7.6-T")),
        pytest.param("f4", "p12", 1, "Dr", id="1-3", marks=pytest.mark.rule("naw", "7.6-T")),
        pytest.param("f10", "p2", 2, "De", id="5-1", marks=pytest.mark.rule("naw", "7.6-T")),
        pytest.param("f2", "p12", 6, "Ae", id="diversion", marks=pytest.mark.rule("naw", "7.5")),
    ],
)
def test_table(attackers: str, defender: str, die: int, result: str) -> None:
    assert lookup(attackers, defender, die).combat["result"] == result


@pytest.mark.rule("naw", "7.0-3")
def test_one_die_for_three_units() -> None:
    done = lookup("f4 f4b f4c", "p4", 6)
    assert len(done.kinds("combat")) == 1
    assert done.combat["result"] == "Ar"
    assert {event["unit"] for event in done.kinds("retreated")} == {"f4", "f4b", "f4c"}


@pytest.mark.rule("naw", "7.9")
def test_reduction() -> None:
    fight = Fight({"f8": "0504", "f4": "0604", "p2": "0505"})
    done = fight.fought(attack("0505", "f8 f4", reduce="4-1"), dice=[1])
    assert (done.combat["column"], done.combat["reduced"], done.combat["used"]) == ("6-1", "4-1", "4-1")
    book = Fight({"f10": "0504", "p2": "0505"}).fought(attack("0505", "f10", reduce="3-1"), dice=[5])
    assert (book.combat["odds"], book.combat["used"], book.combat["result"]) == ("5-1", "3-1", "Dr")


@pytest.mark.rule("naw", "7.9")
@pytest.mark.parametrize("wish", ["3-1", "2-1", "9-1", ""])
def test_reduction_to_no_lower_column_is_refused(wish: str) -> None:
    fight = Fight({"f8": "0504", "p4": "0505"})
    assert fight.case(attack("0505", "f8", reduce=wish)) == ("7.9" if wish else "")


@pytest.mark.rule("naw", "7.9")
@pytest.mark.parametrize(("other", "case"), [({"bombard": []}, ""), ({"bombard": [], "reduce": "3-1"}, "7.9")])
def test_a_reduction_that_else_takes_over_may_come_to_nothing(other: dict[str, list[str] | str], case: str) -> None:
    """4-1 with the battery is lowered to 2-1; without it the odds are 2-1 already."""
    fight = Fight({"f8": "0504", "g8": "0503", "p4": "0505", "c2": "0903", "p2": "0904"})
    then = {"if": {"attack": "a0", "result": ["Ae"]}, "else": other}
    attacks = [attack("0904", "c2", id="a0"), attack("0505", "f8", "g8", reduce="2-1", **then)]
    assert fight.case(*attacks) == case
    if not case:
        last = fight.fought(*attacks, dice=[1, 1]).kinds("combat")[1]
        assert (last["column"], last["used"], last["reduced"]) == ("2-1", "2-1", "")


@pytest.mark.rule("naw", "7.9")
def test_a_reduction_that_the_shift_has_overtaken_does_nothing() -> None:
    levels = [{"option": "", "battle": "field", "army": "french", "level": "4"}]
    at = {"f4": "0202", "p12": "0203", "f8": "0604", "f4b": "0605", "p4": "0505"}
    done = Fight(at, levels=levels).fought(attack("0203", "f4"), attack("0505", "f8 f4b", reduce="2-1"), dice=[6, 1])
    assert [event["used"] for event in done.kinds("combat")] == ["1-3", "2-1"]
    assert done.kinds("combat")[1]["reduced"] == ""


@pytest.mark.rule("naw", "18.11-1")
@pytest.mark.parametrize(
    ("attackers", "defender", "used"),
    [("f10", "p2", "4-1"), ("f2", "p10", "1-5"), ("f18", "p2", "5-1"), ("f6", "p2", "2-1")],
)
def test_attacks_by_demoralized_units(attackers: str, defender: str, used: str) -> None:
    fight = Fight({attackers: "0504", defender: "0505"}, rest={"broken": {"field": "french"}})
    combat = fight.fought(attack("0505", attackers), dice=[4]).combat
    assert combat["used"] == used
    assert [(shift["by"], shift["case"]) for shift in combat["shifts"]] == [(-1, "18.11")]


@pytest.mark.rule("naw", "18.11-2")
@pytest.mark.parametrize(
    ("attackers", "defender", "used"), [("f4", "p4", "2-1"), ("f12", "p2", "6-1"), ("f6", "p2", "4-1")]
)
def test_attacks_on_demoralized_units(attackers: str, defender: str, used: str) -> None:
    fight = Fight({attackers: "0504", defender: "0505"}, rest={"broken": {"field": "prussian"}})
    combat = fight.fought(attack("0505", attackers), dice=[4]).combat
    assert combat["used"] == used
    assert [(shift["by"], shift["case"]) for shift in combat["shifts"]] == [(1, "18.11")]
