"""The five results, exchange and its payment: 7.6."""

from __future__ import annotations

import pytest

from pbem.engine.options import Json
from pbem.hexgame.fighting.payment import PayOptions
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from tests.rulesets.napoleon_at_war.boards import Fight, attack, plain

TOWN = plain(terrain={"0505": "town"})


@pytest.mark.rule("naw", "7.6-Ae")
def test_attackers_eliminated() -> None:
    done = Fight({"f2": "0504", "f2b": "0604", "g2": "0507", "p12": "0505"}).fought(
        attack("0505", "f2 f2b", "g2", reduce="1-5"), dice=[6]
    )
    assert (done.combat["result"], done.lost) == ("Ae", ["f2", "f2b"])
    assert done.at == {"g2": "0507", "p12": "0505"}
    assert [(event["strength"], event["battle"], event["case"]) for event in done.kinds("eliminated")] == [
        (2, "field", "7.6")
    ] * 2


@pytest.mark.rule("naw", "7.6-De")
def test_defenders_eliminated() -> None:
    done = Fight({"f24": "0505", "p2": "0504", "p2b": "0506"}).fought(attack("0504 0506", "f24"), dice=[1])
    assert (done.combat["result"], done.lost) == ("De", ["p2", "p2b"])


@pytest.mark.rule("naw", "7.6-Ar")
def test_attackers_retreat() -> None:
    fight = Fight({"f4": "0504", "f4b": "0604", "f4c": "0404", "p4": "0505"})
    done = fight.fought(
        attack(
            "0505",
            "f4 f4b f4c",
            retreat=[{"unit": "f4c", "to": ["nw"]}, {"unit": "f4", "to": "n"}, {"unit": "f4b", "to": ["0101", "n"]}],
        ),
        dice=[6],
    )
    assert done.combat["result"] == "Ar"
    assert [(event["unit"], event["to"]) for event in done.kinds("retreated")] == [
        ("f4", "0503"),
        ("f4b", "0603"),
        ("f4c", "0304"),
    ]


@pytest.mark.rule("naw", "7.6-Dr")
def test_the_defender_picks_his_hex() -> None:
    fight = Fight({"f8": "0504", "p4": "0505"})
    for wish, to in (("s", "0506"), ("sw", "0405"), ("0605", "0605")):
        done = fight.fought(attack("0505", "f8"), dice=[1], standing={"retreat.left": {"to": [wish]}})
        assert done.combat["result"] == "Dr"
        assert done.at["p4"] == to


@pytest.mark.rule("naw", "7.6-Ex")
@pytest.mark.parametrize(
    ("pay", "lost", "voids"),
    [
        pytest.param(["f24"], ["f24", "p6"], [], id="the strong one"),
        pytest.param(["f24", "f12"], ["f12", "f24", "p6"], [], id="both"),
        pytest.param(["f12"], ["f12", "p6"], [], id="just enough"),
        pytest.param(["f5"], ["f12", "p6"], ["7.6"], id="too little: the default"),
        pytest.param([], ["f12", "p6"], ["7.6"], id="nothing: the default"),
        pytest.param(["g40"], ["f12", "p6"], ["7.6"], id="a bombarder"),
        pytest.param(["f12", "f12"], ["f12", "p6"], ["7.6"], id="twice"),
        pytest.param("f12", ["f12", "p6"], ["7.6"], id="a text"),
    ],
)
def test_payment(pay: Json, lost: list[str], voids: list[str]) -> None:
    at = {"f24": "0504", "f12": "0604", "f5": "0404", "g40": "0507", "p6": "0505"}
    done = Fight(at, on=TOWN).fought(attack("0505", "f24 f12 f5", "g40", pay=pay), dice=[6])
    assert done.combat["result"] == "Ex"
    assert (done.lost, done.voids) == (lost, voids)


@pytest.mark.rule("naw", "7.6-Ex")
def test_terrain_does_not_raise_the_price() -> None:
    options = PayOptions((("f8", 8), ("f4", 4)), 6, CASES)
    assert options.why_not(["f4"]) is not None
    assert options.why_not(["f8"]) is None
    assert options.why_not(["f8", "f4"]) is None
    assert options.default() == ["f8"]


@pytest.mark.rule("naw", "7.6-Ex")
def test_one_of_two_fours_pays_for_a_four() -> None:
    done = Fight({"f4": "0504", "f4b": "0604", "g8": "0507", "p4": "0505"}).fought(
        attack("0505", "f4 f4b", "g8"), dice=[6]
    )
    assert done.combat["result"] == "Ex"
    assert done.lost == ["f4", "p4"]


@pytest.mark.rule("naw", "7.6-Ex")
def test_the_weak_pay_with_all_they_have_and_owe_no_more() -> None:
    done = Fight({"f2": "0504", "g30": "0507", "p6": "0505"}).fought(attack("0505", "f2", "g30"), dice=[6])
    assert (done.combat["result"], done.lost) == ("Ex", ["f2", "p6"])
    assert done.kinds("paid") == [{"kind": "paid", "units": ["f2"], "owed": 6, "given": 2, "case": "7.6"}]
