"""The Movement Phase of an army, carried out (6.0, 11.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import FRENCH, ROUTED
from rulesets.winters_victory.rules.giving_way import GivingWay
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.shock.charge_zones import project
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.staffs import staff

GUNS = {"fb8": "0505", "fb8.c": "0505"}
BRIGADIER = {"fbde": "0507"}
"""The leader who keeps f1 in command."""


def phase(standing: Mapping[str, str], field: HexField | None = None, **more: Any) -> MovementPhase:
    """The French phase, in which every enemy who may fire does."""
    command = staff(standing, field=field)
    return MovementPhase(Breaking(command.scene, "t", fires=lambda chance, act: True), command, FRENCH, **more)


def told(made: MovementPhase, entries: Iterable[Entry], dice: Iterable[int] = ()) -> list[dict[str, Any]]:
    """The events of a phase."""
    return play(made.run(list(entries)), dice)[1]


def kinds(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """What happened, without who is out of command."""
    return [one["kind"] for one in events if one["kind"] != "out-of-command"]


@pytest.mark.rule("wv", "6.0-1", "6.0-2", "4.1.4A")
def test_a_move_without_enemies_asks_for_no_die_and_the_phase_returns_where_all_began() -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0"})
    start, events = play(made.run([Entry(("f1",), ("0504", "0503"))]), [])
    assert start == {"f1": "0505", "fbde": "0507"}
    assert [(one["at"], one["to"]) for one in events if one["kind"] == "move"] == [("0505", "0504"), ("0504", "0503")]
    assert made.scene.piece("f1").at == "0503"


@pytest.mark.rule("wv", "6.14-1", "6.14-2", "11.3-1")
@pytest.mark.parametrize(
    ("more", "dice", "happens", "ends"),
    [
        pytest.param({}, [0], ["fire", "move"], "0506", id="missed"),
        pytest.param({}, [9, 5], ["fire", "morale", "move"], "0506", id="hit, and goes on"),
        pytest.param({"on_fire": "halt"}, [0], ["fire", "halt"], "0505", id="halts under fire"),
        pytest.param({}, [9, 9], ["fire", "morale", "halt"], "0505", id="halts disordered"),
    ],
)
def test_who_is_fired_at_goes_on_or_halts(more: dict[str, str], dice: list[int], happens: list[str], ends: str) -> None:
    made = phase({**BRIGADIER, "f1": "0505 v3 line", "r1": "0504 v3 line"})
    assert kinds(told(made, [Entry(("f1",), ("0506",), **more)], dice)) == happens
    assert made.scene.piece("f1").at == ends


@pytest.mark.parametrize(
    ("standing", "word", "happens", "ends"),
    [
        # It fails by 2, is disordered, and makes its line all the same; by 4 it falls back instead.
        row("11.3-3 7.21.3-1", {"f1": "0505 v3"}, "line", ["fire", "morale", "move"], ("0505", "line")),
        row("11.3-3", {"f1": "0505 v0 4sp"}, "line", ["fire", "morale", "retreat", "retreat"], ("0305", "column")),
        row("7.56-6", GUNS, "unlimber 3", ["fire", "morale", "move"], ("0505", "unlimbered")),
    ],
)
def test_who_is_disordered_by_fire_completes_what_he_has_begun(
    standing: Mapping[str, str], word: str, happens: list[str], ends: tuple[str, str]
) -> None:
    uid = next(iter(standing))
    made = phase({**BRIGADIER, **standing, "r1": "0605 v4 line"})
    assert kinds(told(made, [Entry((uid,), (word,), on_disorder="go")], [9, 9])) == happens
    piece = made.scene.piece(uid)
    assert (piece.at, piece.formation, piece.state) == (*ends, "disordered")


@pytest.mark.rule("wv", "6.14-2", "13.3-1")
def test_who_is_driven_off_moves_no_further() -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0 line", "r1": "0504 v3 line"})
    events = told(made, [Entry(("f1",), ("about", "0506"))], [9, 9])
    assert kinds(events) == ["move", "fire", "morale", "retreat", "retreat"]


@pytest.mark.rule("wv", "6.0-1", "6.0-2", "6.1-2")
def test_void_entries_and_words_are_told() -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0", "f2": "0508 routed", "r1": "1010 v3"})
    entries = [Entry(("f1",), ("0501",)), Entry(("f1",), ("0504",)), Entry(("r1",), ()), Entry(("f2",), ("0507",))]
    events = told(made, entries)
    assert [one["case"] for one in events if one["kind"] == "move-void"] == ["6.0-2", "6.0-1", "6.0-1", "6.1-2"]


@pytest.mark.rule("wv", "16.14-2", "17.11-3", "17.12-2")
def test_who_is_out_of_command_is_marked_and_stays() -> None:
    made = phase({"f1": "0505 v0"})
    events = told(made, [Entry(("f1",), ("0504",))])
    assert [one["kind"] for one in events] == ["out-of-command", "move-void"]
    assert made.scene.piece("f1").at == "0505"


@pytest.mark.parametrize(
    ("leader", "die", "happens", "facing"),
    [
        row("17.12-1 17.11-3", "0105", 9, ["check"], 0),
        row("17.12-1", "0105", 0, ["check", "move"], 2),
        row("17.12-1", "0704", None, ["move"], 2),
    ],
)
def test_who_is_out_of_command_turns_after_a_check_that_does_nothing_else(
    leader: str, die: int | None, happens: list[str], facing: int
) -> None:
    made = phase({"fbde": leader, "f1": "0805 v0 line"})
    assert kinds(told(made, [Entry(("f1",), ("face 2",))], [] if die is None else [die])) == happens
    assert (made.scene.piece("f1").facing, made.scene.piece("f1").state) == (facing, "good")


@pytest.mark.rule("wv", "12.61.2-1", "12.61.2-2", "13.11.6")
def test_a_turn_in_a_charge_zone_asks_for_a_check() -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0 line", "rhus": "0502 v3"})
    made.zones = (project(made.scene, "rhus"),)
    events = told(made, [Entry(("f1",), ("face 1",))], [9])
    assert kinds(events) == ["check"]
    assert made.scene.piece("f1").facing == 0
    assert made.scene.piece("f1").state not in ("good", ROUTED)


@pytest.mark.rule("wv", "6.14-3", "12.56-0", "12.56.1-1")
@pytest.mark.parametrize(("die", "begun"), [pytest.param(0, True, id="begins"), pytest.param(9, False, id="fails")])
def test_horse_charges_on_opportunity_by_its_die(die: int, begun: bool) -> None:
    made = phase({**BRIGADIER, "f1": "0506 v0", "rhus": "0502 v3"}, charges=lambda horse, at: True)
    events = told(made, [Entry(("f1",), ("0505",))], [die])
    assert [one["begun"] for one in events if one["kind"] == "opportunity-charge"] == [begun]
    assert len(made.opportunities) == begun


BROOK = country(brook="0505-0504")


@pytest.mark.parametrize(
    ("battery", "die", "guns"),
    [row("6.32-1 6.32-2", "fb4", 9, 3), row("6.32-1 6.32-2", "fb4", 8, 4), row("6.32-2", "fb8", 8, 7)],
)
def test_guns_may_break_at_water(battery: str, die: int, guns: int) -> None:
    made = phase({"fdiv": "0506", battery: "0505 v0", f"{battery}.c": "0505"}, BROOK)
    made.staff.command.post("fdiv").received = True
    events = told(made, [Entry((battery,), ("0504",))], [die])
    assert [one["lost"] for one in events if one["kind"] == "guns-cross"] == [guns < made.scene.unit(battery).strength]
    assert (made.scene.piece(battery).at, made.scene.piece(battery).strength) == ("0504", guns)


@pytest.mark.parametrize(
    ("standing", "dice", "happens", "ends"),
    [
        row("8.66-1 8.66-2", {"rjgr.s1": "0504"}, [0], ["fire", "displaced", "move"], "0504"),
        row("8.66-2", {"rjgr.s1": "0504", "f2": "0404 v1"}, [0, 0], ["fire", "fire", "displaced", "move"], "0504"),
        row("8.66-2", {"rjgr.s1": "0504", "f2": "0404 v1"}, [0, 9], ["fire", "fire", "move"], "0504"),
        row("8.66-2", {"rjgr.s1": "0504 depleted"}, [], ["displaced", "move"], "0504"),
        row("8.66-1", {"rjgr.s1": "0504", "f1": "0505 v0 2sp"}, [], ["move-void"], "0505"),
    ],
)
def test_skirmishers_make_way_for_formed_troops(
    standing: Mapping[str, str], dice: list[int], happens: list[str], ends: str
) -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0", **standing})
    events = told(made, [Entry(("f1",), ("0504",))], dice)
    assert kinds(events) == happens
    assert made.scene.piece("f1").at == ends
    gone = [made.scene.ground.distance("0504", one["to"]) for one in events if one["kind"] == "displaced"]
    assert gone == [2] * happens.count("displaced")


@pytest.mark.rule("wv", "8.66-3")
def test_skirmishers_that_still_stand_beside_the_enemy_go_a_hex_more() -> None:
    near = {f"r{n}": to for n, to in enumerate(("0503", "0604 v3"), 1)}
    made = phase({**BRIGADIER, "f1": "0505 v0", "rjgr.s1": "0504 depleted", **near})
    way = GivingWay(made.breaking, ("f1",), str, ["rjgr.s1"])
    made.scene.board.move("rjgr.s1", "0404")
    events = play(way.after(made.walking()), [])[1]
    assert [one["at"] for one in events] == ["0404"]
    assert made.scene.ground.distance("0505", made.scene.piece("rjgr.s1").at) == 2


@pytest.mark.rule("wv", "9.14.2-2", "9.3-1", "6.12-4")
def test_who_has_to_stop_among_friends_where_he_may_not_stay_is_disordered() -> None:
    made = phase({**BRIGADIER, "f1": "0505 v0", "f2": "0504 v3 line", "r1": "0404 v1"})
    events = told(made, [Entry(("f1",), ("0504", "0503"), on_fire="halt")], [0, 0])
    assert [one["unit"] for one in events if one["kind"] == "disordered"] == ["f1"]
    assert made.scene.piece("f1").at == "0504" and made.scene.piece("f1").state == "disordered"


@pytest.mark.rule("wv", "7.62C", "7.56-8")
def test_a_crew_that_comes_to_its_guns_serves_them_from_the_next_phase_on() -> None:
    made = phase({"fdiv": "0506", "fb8": "0504 unlimbered", "fb8.c": "0505 2sp"})
    events = told(made, [Entry(("fb8.c",), ("0504",))])
    assert [(one["unit"], one["lost"]) for one in events if one["kind"] == "reunited"] == [("fb8.c", 2)]
    assert "back" in made.scene.piece("fb8.c").marks
