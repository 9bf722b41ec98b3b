"""The shock phase of an army, carried out, with charges declared before it (11.92, 12.0, 12.5)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.morale.breaking import Breaking, nobody
from rulesets.winters_victory.rules.morale.chains import Duty
from rulesets.winters_victory.rules.morale.effectiveness import PLAIN
from rulesets.winters_victory.rules.scene import Brigades, Scene
from rulesets.winters_victory.rules.shock.charge_zones import project
from rulesets.winters_victory.rules.shock.declaring import declare_charges, resupply_segment
from rulesets.winters_victory.rules.shock_phase import Assault, Entry, Ride, ShockPhase
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene

Told = list[dict[str, Any]]


def shocked(
    at: Scene, entries: Sequence[Entry], dice: Sequence[int], charging: Sequence[str] = (), **plans: Any
) -> Told:
    """The events of a French shock phase. charging: horses that have declared a charge. plans: of the defender;
    `fires` for those who shoot."""
    fires = plans.pop("fires", None) or nobody
    zones = {uid: project(at, uid) for uid in charging}
    return play(ShockPhase(Breaking(at, "t", fires=fires), FRENCH, zones, **plans).run(entries), dice)[1]


def kinds(events: Told) -> list[str]:
    """The kinds of events, in order."""
    return [one["kind"] for one in events]


def stand(at: Scene, uid: str) -> tuple[str, str, str]:
    """Hex, formation and state of a unit."""
    piece = at.piece(uid)
    return piece.at, piece.formation, piece.state


# -- attacks ---------------------------------------------------------------------------------


@pytest.mark.rule("wv", "12.0-P1", "12.11.2", "12.11.4", "12.41-A")
def test_attacks_are_made_one_by_one_and_wait_for_results() -> None:
    at = scene({"f1": "0505 v1", "f2": "0506 v1", "r1": "0605 v4 line", "r2": "0606 v4 line"})
    entries = [
        Assault("one", ("f1",), ("0605",)),
        Assault("two", ("f2",), ("0606",), after="one", results=("Dr", "Dr1", "Dr2")),
        Assault("three", ("f2",), ("0606",), after="one", results=("dot",)),
    ]
    events = shocked(at, entries, [9, 9, 0, 0, 0, 0, 0, 0])
    assert [one["at"] for one in events if one["kind"] == "shock"] == ["0505", "0506"]
    assert [(one["id"], one["case"]) for one in events if one["kind"] == "shock-void"] == [("three", "12.11.2")]
    assert events[-1] == {"kind": "shock-end", "army": FRENCH}


@pytest.mark.parametrize(
    ("standing", "units", "on", "case"),
    [
        row("12.11.1", {"f1": "0505 v1 routed", "r1": "0605"}, "f1", "0605", "12.11.1"),
        row("12.11.1", {"r1": "0605"}, "f1", "0605", "12.11.1"),
        row("12.11.3", {"f1": "0505 v4", "r1": "0605"}, "f1", "0605", "12.11.3"),
        row("12.11.4", {"f1": "0505 v1", "f2": "0506 v1", "r1": "0605"}, "f1 f2", "0605", "12.11.4"),
        row("12.0-1", {"f1": "0505 v1"}, "f1", "0605", "12.0-1"),
        row("12.5-1", {"fhus": "0505 v1", "r1": "0605"}, "fhus", "0605", "12.5-1"),
    ],
)
def test_attacks_that_are_not_allowed_are_passed_over(
    standing: Mapping[str, str], units: str, on: str, case: str
) -> None:
    events = shocked(scene(standing), [Assault("one", tuple(units.split()), (on,))], [])
    assert [(one["kind"], one.get("case")) for one in events] == [("shock-void", case), ("shock-end", None)]


@pytest.mark.rule("wv", "12.0-2", "12.11.4")
def test_two_columns_out_of_two_hexes_fight_twice() -> None:
    at = scene({"f1": "0505 v1", "f2": "0604 v3", "r1": "0605 v4 line"})
    entries = [Assault("one", ("f1",), ("0605",)), Assault("two", ("f2",), ("0605",))]
    events = shocked(at, entries, [4] * 8)
    assert [one["units"] for one in events if one["kind"] == "shock"] == [["f1"], ["f2"]]


@pytest.mark.rule("wv", "12.11.5-1", "12.12")
def test_infantry_attacks_twice_and_turns_in_general_order() -> None:
    at = scene({"f1": "0505 v1", "rjgr.s1": "0605", "rjgr.s2": "0606", "rjgr.s3": "0607"})
    entries = [Assault(to, ("f1",), (to,)) for to in ("0605", "0606", "0607")]
    events = shocked(at, entries, [0] * 6)
    assert kinds(events).count("shock") == 2
    assert [one["to"] for one in events if one["kind"] == "wheels"] == ["0606"]
    assert [one["case"] for one in events if one["kind"] == "shock-void"] == ["12.11.5-1"]
    assert stand(at, "f1")[:2] == ("0606", "general-order")


@pytest.mark.rule("wv", "12.11.5-2")
def test_who_is_driven_back_attacks_no_more() -> None:
    at = scene({"f1": "0505 v1", "pline": "0605 v4 line 9sp"})
    phase = ShockPhase(Breaking(at, "t"), FRENCH)
    play(phase.run([Assault("one", ("f1",), ("0605",))]), [0])
    assert phase.beaten == {"f1"}
    again = scene({"f1": "0505 v1", "r1": "0605"})
    events = shocked(again, [Assault("two", ("f1",), ("0605",))], [], beaten=phase.beaten)
    assert [one.get("case") for one in events] == ["12.11.5-2", None]


@pytest.mark.parametrize(
    ("die", "attacks"),
    [row("15.2-2", 0, 1), row("15.2-2", 9, 0)],
)
def test_the_exhausted_check_before_they_attack(die: int, attacks: int) -> None:
    at = replace(scene({"f1": "0505 v1", "r1": "0605 v4"}), brigades=Brigades(fatigue={"f-brigade": 7}))
    events = shocked(at, [Assault("one", ("f1",), ("0605",))], [die, 0, 0, 0])
    assert kinds(events)[0] == "morale"
    assert kinds(events).count("shock") == attacks


@pytest.mark.rule("wv", "12.43.3", "12.43.4", "12.43.5")
def test_guns_under_enemy_infantry_lose_two_at_the_end() -> None:
    at = scene({"fb8": "0605 unlimbered", "r1": "0605"})
    events = shocked(at, [], [])
    assert events[0] == {"kind": "captured-guns", "losses": {"fb8": 2}}
    assert at.piece("fb8").strength == 6


@pytest.mark.rule("wv", "7.65-2", "7.65-3", "12.43.4")
def test_a_crew_leaves_its_guns_which_fire_once_more() -> None:
    at = scene({"f1": "0505 v1", "rb12": "0605 v4 unlimbered", "rb12.c": "0605"})
    events = shocked(
        at,
        [Assault("one", ("f1",), ("0605",))],
        [0, 0, 0],
        leaves_guns=lambda battery: True,
        fires=lambda chance, act: True,
    )
    assert kinds(events)[:2] == ["guns-abandoned", "fire"]
    assert "occupied" in kinds(events)
    assert at.ground.distance("0605", at.piece("rb12.c").at) == 2
    assert stand(at, "f1")[:2] == ("0605", "general-order")


@pytest.mark.rule("wv", "7.65-4", "7.62B")
@pytest.mark.parametrize(
    ("dice", "happens", "far"),
    [
        ([0], ["guns-abandoned", "fire", "occupied"], 2),
        ([9, 0], ["guns-abandoned", "fire", "morale", "occupied"], 2),
        ([9, 9], ["guns-abandoned", "fire", "morale", "retreat", "retreat"], 2),
    ],
)
def test_who_stands_beside_guns_fires_at_their_crew(dice: list[int], happens: list[str], far: int) -> None:
    at = scene({"f1": "0505 v1", "f2": "0504 v2 line", "rb12": "0605 v4 unlimbered", "rb12.c": "0605"})
    plans = {"leaves_guns": lambda battery: True, "fires": lambda chance, act: chance.firer == "f2"}
    events = shocked(at, [Assault("one", ("f1",), ("0605",))], dice, **plans)
    assert kinds(events)[: len(happens)] == happens
    assert [one["unit"] for one in events if one["kind"] == "fire"] == ["f2"]
    assert at.ground.distance("0605", at.piece("rb12.c").at) == far
    assert at.piece("rb12").strength == 12 and stand(at, "f1")[0] == "0605"


@pytest.mark.rule("wv", "7.57")
@pytest.mark.parametrize(("die", "guns"), [(6, 11), (7, 12)])
def test_guns_limber_before_a_retreat_after_a_check(die: int, guns: int) -> None:
    at = scene({"rb12": "0605 v4 unlimbered", "rb12.c": "0605"})
    breaking = Breaking(at, "t", limbers=lambda battery: True)
    events = play(breaking.run([Duty("rb12.c", "0605", PLAIN)], "0505"), [9, die])[1]
    assert kinds(events)[:3] == ["morale", "limbered", "retreat"]
    assert (at.piece("rb12").at, at.piece("rb12").strength) == (at.piece("rb12.c").at, guns)


# -- extended lines --------------------------------------------------------------------------

LONG = "0505 v0 extended +0605"


@pytest.mark.rule("wv", "8.35.2-1", "8.35.2-3")
def test_an_extended_line_attacks_the_centre_with_nine() -> None:
    at = scene({"f14": LONG, "r1": "0504 v3 line"})
    events = shocked(at, [Assault("one", ("f14",), ("0504",))], [5, 0, 0])
    assert next(one for one in events if one["kind"] == "shock-result")["strengths"] == [9, 9]
    assert not at.piece("f14").second or not at.piece("f14").good


@pytest.mark.rule("wv", "8.35.2-2", "8.35.2-6")
def test_an_extended_line_attacks_two_hexes_and_takes_the_worse_result() -> None:
    at = scene({"f14": LONG, "r1": "0404 v3 line", "r2": "0604 v3 line"})
    events = shocked(at, [Assault("one", ("f14",), ("0404", "0604"))], [9, 0, 0, 0, 0])
    results = [one for one in events if one["kind"] == "shock-result"]
    assert [one["strengths"][0] for one in results] == [7, 7]
    assert [one["at"] for one in results] == ["0505", "0605"]
    assert [one["army"] for one in events if one["kind"] == "shock-losses"].count(FRENCH) == 1


@pytest.mark.rule("wv", "8.35.2-5", "8.35.2-7")
def test_an_extended_line_sweeps_two_hexes_of_skirmishers() -> None:
    at = scene({"f14": LONG, "rjgr.s1": "0504", "rjgr.s2": "0604"})
    events = shocked(at, [Assault("one", ("f14",), ("0504", "0604"))], [0, 0, 0, 0])
    assert kinds(events).count("shock") == 2
    assert (stand(at, "f14")[1], set(at.piece("f14").hexes)) == ("extended", {"0504", "0604"})


@pytest.mark.rule("wv", "8.35.3")
def test_a_disordered_line_draws_together_to_attack() -> None:
    at = scene({"f14": f"{LONG} disordered", "r1": "0604 v3 line"})
    shocked(at, [Assault("one", ("f14",), ("0604",))], [0, 0, 0])
    assert not at.piece("f14").second


# -- charges ---------------------------------------------------------------------------------


@pytest.mark.rule("wv", "12.53.1", "12.53X.0", "12.53.7")
def test_charges_are_ridden_and_given_up_where_nobody_is_seen() -> None:
    at = scene({"fcuir": "0205 v1", "fhus": "0211 v4", "r1": "0505 v4 line"})
    events = shocked(at, [Ride("ride", "fcuir", ("0305", "0405"))], [0, 9, 7], ["fcuir", "fhus"])
    assert [one["to"] for one in events if one["kind"] == "rides"] == ["0305", "0405"]
    assert [one["unit"] for one in events if one["kind"] == "charge-aborted"] == ["fhus"]
    assert stand(at, "fcuir")[::2] == ("0505", "disordered")


@pytest.mark.rule("wv", "12.53X.0")
def test_nobody_rides_without_a_charge() -> None:
    events = shocked(scene({"fcuir": "0205 v1", "r1": "0505"}), [Ride("ride", "fcuir")], [])
    assert [(one["kind"], one.get("case")) for one in events] == [("shock-void", "12.53X.0"), ("shock-end", None)]


@pytest.mark.rule("wv", "12.56-0", "12.56.2-1", "12.52.1-1")
@pytest.mark.parametrize(("die", "charges"), [(0, True), (9, False)])
def test_horse_charges_those_who_come_near_if_it_passes_its_check(die: int, charges: bool) -> None:
    at = scene({"f1": "0505 v1", "rjgr.s1": "0605", "rcuir": "0805 v4"})
    events = shocked(at, [Assault("one", ("f1",), ("0605",))], [die, 9, 9, 9, 9], countercharge=lambda horse, hex: True)
    assert next(one for one in events if one["kind"] == "charge-check")["begun"] is charges
    assert ("countercharge" in kinds(events)) is charges
    assert at.piece("rcuir").state == "disordered"
    if charges:
        assert [one["to"] for one in events if one["kind"] == "shock"] == ["0605", "0605", "0405"]


@pytest.mark.rule("wv", "12.56.2-2", "12.56.2-3")
def test_a_charge_pauses_for_the_one_against_it_and_nobody_has_impetus() -> None:
    at = scene({"fcuir": "0205 v1", "rcuir": "0505 v4", "r1": "0705 v4"})
    events = shocked(
        at, [Ride("ride", "fcuir", ("0305", "0405"))], [0, 9, 9, 9, 9], ["fcuir"], countercharge=lambda horse, hex: True
    )
    assert kinds(events)[:4] == ["charge-begins", "rides", "charge-check", "countercharge"]
    made = next(one for one in events if one["kind"] == "shock-result")
    assert "impetus" not in [name for name, _ in (*made["attacker"], *made["defender"])]
    assert kinds(events).count("countercharge") == 1


# -- segments of a command phase -------------------------------------------------------------


@pytest.mark.rule("wv", "12.51-0", "12.51.1", "12.51.3", "12.52.1-1", "12.52.2-1", "12.52.3")
def test_charges_are_declared_by_morale_checks() -> None:
    at = scene({"fcuir": "0205 v1", "fdrg": "0207 v1", "fhus": "0209 v4", "r1": "0505", "r2": "0507"})
    part = declare_charges(Breaking(at, "t"), FRENCH, ["fcuir", "fdrg", "fhus", "fcuir", "r1"], lambda uid: True)
    zones, events = play(part, [0, 9])
    assert list(zones) == ["fcuir"]
    assert "0505" in zones["fcuir"].primary
    assert at.piece("fdrg").state == "disordered"
    assert [(one["kind"], one["unit"], one.get("case", "")) for one in events] == [
        ("charge-check", "fcuir", "12.52"),
        ("charge-declared", "fcuir", ""),
        ("charge-check", "fdrg", "12.52"),
        ("charge-void", "fhus", "12.51.3"),
        ("charge-void", "fcuir", "12.51-0"),
        ("charge-void", "r1", "12.51-0"),
    ]


@pytest.mark.rule("wv", "11.92")
def test_skirmishers_near_their_battalion_have_ammunition_again() -> None:
    at = scene({"f1": "0505", "flt.s1": "0507 depleted", "rjgr.s1": "0512 depleted"})
    assert play(resupply_segment(at, FRENCH), [])[1] == [{"kind": "resupplied", "units": ["flt.s1"]}]
    assert play(resupply_segment(at, ALLIED), [])[1] == []


@pytest.mark.rule("wv", "12.0-1", "12.4-1", "12.56-0", "13.3-2")
@pytest.mark.parametrize("seed", range(20))
def test_phases_in_a_crowd_end_with_nobody_among_enemies(seed: int) -> None:
    """Whatever the dice and the wishes: foes share no hex but with guns, nobody is left without strength."""
    pick = random.Random(seed)
    hexes = [f"{column:02}{line:02}" for column in range(4, 8) for line in range(3, 9)]
    ids = ("f1", "f2", "flt", "flt.s1", "fcuir", "fhus", "fb8", "r1", "r2", "rjgr.s1", "rcuir", "rhus", "rb12", "pline")
    places = dict(zip(ids, pick.sample(hexes, len(ids)), strict=True))
    standing = {uid: f"{to} v{pick.randrange(6)}" for uid, to in places.items()}
    standing |= {f"{uid}.c": places[uid] for uid in ("fb8", "rb12")} | {"f14": "0901 v3 extended +0801", "r3": "0802"}
    for uid in ("fb8", "rb12"):
        standing[uid] += " unlimbered"
    at = scene(standing)
    entries: list[Entry] = [Ride(uid, uid, (), on=bool(pick.randrange(2))) for uid in ("fcuir", "fhus")]
    entries += [
        Assault(f"{uid}.{to}", (uid,), (to,))
        for uid in ("f1", "f2", "flt", "flt.s1", "f14")
        for to in (*at.ground.field.neighbours[at.piece(uid).at], "0802")
    ]
    dice = [pick.randrange(10) for _ in range(3000)]
    plans = {"leaves_guns": lambda battery: True, "countercharge": lambda horse, hex: True}
    events = shocked(at, entries, dice, ["fcuir", "fhus", "rhus"], fires=lambda chance, act: True, **plans)
    assert events[-1]["kind"] == "shock-end"
    for uid, piece in at.board.pieces.items():
        assert piece.strength > 0
        assert piece.formation != "extended" or piece.second
        foes = at.board.enemies_in(piece.at, at.unit(uid).army)
        assert all(at.unit(one).kind == "artillery" for one in foes) or at.unit(uid).kind == "artillery"
