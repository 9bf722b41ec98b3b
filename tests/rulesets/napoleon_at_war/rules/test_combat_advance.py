"""Advance after combat (7.74, 7.75) and what falls out of a phase under way (7.82-4)."""

from __future__ import annotations

import pytest

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Roll
from pbem.hexgame.fighting.advance import AdvanceOptions, open_advances
from pbem.hexgame.fighting.resolve import fit
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.battle.combat import ledger_of
from tests.rulesets.napoleon_at_war.boards import Fight, attack, plain

ALWAYS = {"advance.left": {"when": "always"}}


@pytest.mark.rule("naw", "7.74-1")
def test_the_attacker_advances_into_an_enemy_zone() -> None:
    at = {"f8": "0504", "p4": "0505", "p6": "0507"}
    fight = Fight(at)
    moved = fight.fought(
        attack("0505", "f8", advance=[{"unit": "f8", "to": "0505"}]),
        dice=[1],
        standing={"retreat.left": {"to": ["0605"]}},
    )
    assert moved.at["f8"] == "0505"
    assert moved.kinds("advanced") == [
        {"kind": "advanced", "unit": "f8", "from": "0504", "to": "0505", "army": "french", "case": "7.74"}
    ]


@pytest.mark.rule("naw", "7.74-1")
@pytest.mark.parametrize("said", [{}, {"advance": "no"}, {"advance": []}, {"advance": [{"unit": "f9"}]}])
def test_nobody_has_to_advance(said: dict[str, Json]) -> None:
    done = Fight({"f8": "0504", "p4": "0505"}).fought(attack("0505", "f8", **said), dice=[1])
    assert (done.at["f8"], done.voids) == ("0504", [])


@pytest.mark.rule("naw", "7.74-1")
@pytest.mark.parametrize(
    ("order", "to"),
    [
        ({"when": "always"}, "0504"),
        ({"when": "safe"}, "0504"),
        ({"when": "never"}, "0505"),
        ({}, "0505"),
        ("", "0505"),
        ({"when": "always", "units": ["p5"]}, "0505"),
        ({"when": "always", "hexes": ["0604"]}, "0505"),
        ({"when": "always", "hexes": ["0504"], "units": ["p4"]}, "0504"),
    ],
)
def test_the_defender_advances_by_his_standing_orders(order: Json, to: str) -> None:
    done = Fight({"f4": "0504", "p4": "0505"}).fought(
        attack("0505", "f4", retreat=[{"unit": "f4", "to": ["nw"]}]), dice=[6], standing={"advance.left": order}
    )
    assert (done.combat["result"], done.at["f4"]) == ("Ar", "0403")
    assert done.at["p4"] == to


@pytest.mark.rule("naw", "7.74-1")
def test_a_safe_advance_keeps_out_of_enemy_zones() -> None:
    fight = Fight({"f4": "0504", "f3": "0503", "p4": "0505"})
    for when, to in (("safe", "0505"), ("always", "0504")):
        done = fight.fought(attack("0505", "f4"), dice=[6], standing={"advance.left": {"when": when}})
        assert done.at["p4"] == to


@pytest.mark.rule("naw", "7.74-1")
def test_the_defender_advances_after_ae() -> None:
    done = Fight({"f2": "0504", "p12": "0505"}).fought(attack("0505", "f2"), dice=[6], standing=ALWAYS)
    assert (done.combat["result"], done.at) == ("Ae", {"p12": "0504"})


@pytest.mark.rule("naw", "7.74-1")
def test_a_survivor_of_an_exchange_advances() -> None:
    at = {"f8": "0504", "f4": "0604", "p3": "0505"}
    done = Fight(at).fought(attack("0505", "f8 f4", advance=[{"unit": "f4"}, {"unit": "f8"}], pay=["f4"]), dice=[6])
    assert (done.combat["result"], done.at) == ("Ex", {"f8": "0505"})


@pytest.mark.rule("naw", "7.74-1")
def test_a_bombarder_never_advances() -> None:
    done = Fight({"g12": "0503", "p2": "0505"}).fought(attack("0505", guns="g12", advance=[{"unit": "g12"}]), dice=[1])
    assert (done.combat["result"], done.at) == ("De", {"g12": "0503"})


@pytest.mark.rule("naw", "7.74-2")
def test_an_advance_is_made_before_the_next_die_or_never() -> None:
    fight = Fight({"f8": "0303", "p4": "0302", "f8b": "0707", "p4b": "0706"})
    labels = []
    phase = fight.phase(fight.start())
    answer: Json = None
    orders = {"attacks": [attack("0302", "f8"), attack("0706", "f8b")]}
    try:
        while True:
            request = phase.send(answer)
            answer = None
            if isinstance(request, Roll):
                labels.append(request.label)
                answer = (1,)
            elif isinstance(request, Choose):
                labels.append(request.label)
                answer = orders if request.what == ORDERS else request.options.default()
                answer = orders["attacks"] if request.what == "attacks" else answer
    except StopIteration:
        pass
    after_first = labels[labels.index("gt6.french.0302.die") : labels.index("gt6.french.0706.die")]
    assert after_first == ["gt6.french.0302.die", "gt6.french.0302.retreat.p4", "gt6.french.0302.advance"]
    assert labels[-1] == "gt6.french.0706.advance"


@pytest.mark.rule("naw", "7.74-3")
def test_one_hex_only() -> None:
    fight = Fight({"f16": "0505", "p2": "0504", "p4": "0503"})
    open_ = open_advances(fight.board(), ["f16"], ["0504", "0502", "0503"])
    assert open_ == []
    bare = Fight({"f16": "0505"})
    assert open_advances(bare.board(), ["f16"], ["0504", "0503"]) == [{"unit": "f16", "to": "0504"}]
    options = AdvanceOptions([{"unit": "f16", "to": "0504"}], CASES)
    assert options.why_not({"unit": "f16", "to": "0504"}) is None
    for wrong in ({"unit": "f16", "to": "0503"}, {"unit": "f16"}, "yes", ["f16"], None, {"unit": ["f16"], "to": {}}):
        refusal = options.why_not(wrong)
        assert refusal is not None
        assert refusal.case == "7.74"


@pytest.mark.rule("naw", "7.74-3")
def test_no_advance_into_prohibited_terrain() -> None:
    fight = Fight({"f16": "0505"}, on=plain(terrain={"0504": "marsh"}, river="0505-0506"))
    assert open_advances(fight.board(), ["f16"], ["0504", "0506", "0604"]) == [{"unit": "f16", "to": "0604"}]


@pytest.mark.rule("naw", "7.74-4")
def test_an_advanced_unit_adds_nothing_and_is_no_target() -> None:
    fight = Fight({"f8": "0504", "p4": "0505", "f4": "0608", "p6": "0607"})
    done = fight.fought(
        attack("0505", "f8", advance=[{"unit": "f8"}]),
        attack("0607", "f4"),
        dice=[1, 1],
        standing={"retreat.left": {"to": ["0405"]}},
    )
    assert done.at["f8"] == "0505"
    assert done.kinds("combat")[1]["attack"] == 4
    board = fight.board()
    ledger = ledger_of(fight.setting, board, "gt6.french", {})
    ledger.advanced.update(("f8", "p4"))
    assert [refusal.case if (refusal := fit(ledger, unit)) else "" for unit in ("f8", "p4", "f4")] == [
        "7.74",
        "7.74",
        "",
    ]


@pytest.mark.rule("naw", "7.74-5")
@pytest.mark.parametrize(("advance", "lost"), [("no", []), ([{"unit": "f16"}], ["p6"])])
def test_an_advance_cuts_off_a_later_retreat(advance: Json, lost: list[str]) -> None:
    # p6 in 0505 can go to 0605 alone, until f16 stands in 0705 and holds it.
    walls = plain(terrain=dict.fromkeys(("0404", "0405", "0506"), "marsh"))
    at = {"f16": "0805", "p2": "0705", "f8": "0504", "p6": "0505"}
    done = Fight(at, on=walls).fought(attack("0705", "f16", advance=advance), attack("0505", "f8"), dice=[1, 1])
    assert [event["result"] for event in done.kinds("combat")] == ["De", "Dr"]
    assert done.lost == sorted(["p2", *lost])


@pytest.mark.rule("naw", "7.75")
def test_a_single_unit_advances() -> None:
    at = {"f24": "0505", "f24b": "0604", "p2": "0504", "p2b": "0605"}
    fight = Fight(at)
    both = attack("0504 0605", "f24 f24b", advance=[{"unit": "f24", "to": "0605"}, {"unit": "f24b", "to": "0504"}])
    done = fight.fought(both, dice=[1])
    assert done.combat["result"] == "De"
    assert done.at == {"f24": "0605", "f24b": "0604"}
    foe = Fight({"f2": "0505", "f2b": "0604", "p9": "0504", "p9b": "0605"})
    beaten = foe.fought(
        attack("0504 0605", "f2 f2b"),
        dice=[6],
        standing={"advance.left": {"when": "always"}, "advance.right": {"when": "always"}},
    )
    assert len(beaten.kinds("advanced")) == 1


# -- who falls out while the phase is under way -------------------------------------


def shoved() -> dict[str, str]:
    """f4 in 0103 is driven back by p12 onto 0104, along a lane of one column."""
    return {"f4": "0103", "p12": "0102"}


LANE = plain(terrain=dict.fromkeys(("0202", "0203", "0205"), "marsh"))


@pytest.mark.rule("naw", "7.82-4")
def test_displaced_guns_are_silent_and_the_others_go_on() -> None:
    at = {**shoved(), "g5": "0104", "f8": "0404", "p3": "0304"}
    fight = Fight(at, on=LANE)
    done = fight.fought(attack("0102", "f4"), attack("0304", "f8", "g5"), dice=[5, 1])
    assert (done.at["f4"], done.at["g5"]) == ("0104", "0105")
    second = done.kinds("combat")[1]
    assert (second["attack"], [one["unit"] for one in second["attackers"]]) == (8, ["f8"])
    assert [(event["unit"], event["case"]) for event in done.kinds("silent")] == [("g5", "7.82")]


@pytest.mark.rule("naw", "7.82-4")
def test_a_lone_displaced_battery_makes_its_attack_lapse() -> None:
    done = Fight({**shoved(), "g5": "0104", "p3": "0304"}, on=LANE).fought(
        attack("0102", "f4"), attack("0304", guns="g5", id="guns"), dice=[5]
    )
    assert done.at["g5"] == "0105"
    assert [(event["id"], event["case"]) for event in done.kinds("lapsed")] == [("guns", "7.82")]


@pytest.mark.rule("naw", "7.82-4")
@pytest.mark.parametrize(("gun_at", "made"), [("0303", False), ("0304", True)])
def test_a_displaced_defender_is_left_alone_unless_somebody_reaches_him(gun_at: str, made: bool) -> None:
    # p6 falls back from 0103 on p2 in 0104, who gives way to 0105: two hexes from 0304, three from 0303.
    fight = Fight({"f16": "0102", "p6": "0103", "p2": "0104", "g5": gun_at}, on=LANE)
    done = fight.fought(attack("0103", "f16"), attack("0104", guns="g5", id="guns"), dice=[1, 3])
    assert done.kinds("displaced")[0]["to"] == "0105"
    assert [event["id"] for event in done.kinds("combat")] == (["0103", "guns"] if made else ["0103"])
    assert [event["id"] for event in done.kinds("lapsed")] == ([] if made else ["guns"])


@pytest.mark.rule("naw", "7.82-4")
def test_displaced_infantry_lapses_too() -> None:
    fight = Fight({"f4": "0505", "p6": "0504"})
    board = fight.board()
    ledger = ledger_of(fight.setting, board, "gt6.french", {})
    ledger.displaced.update(("f4", "p6"))
    refusal = fit(ledger, "f4")
    assert refusal is not None
    assert refusal.case == "7.82"
    assert fit(ledger, "p6") is None
