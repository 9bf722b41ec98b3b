"""A turn phase by phase: what each side does in its own, and what the other may do meanwhile (4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.calendar import DAY, TRANSITION
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.shock.declaring import resupply_segment
from tests.rulesets.winters_victory.battles import Events, segment
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.stages import Where, stage, standing

FRIANT: Where = {"f-33-2": "4077", "friant": "4077", "kister": "4077", "marulaz": "4077"}
KAMENSKY: Where = {"r-j26-2": "4061", "kamensky": "4061", "leader-r14-3": "4061", "leader-rl-3": "4061"}
CHASSEURS: Where = {"f-1ch": "4272 v0", "marulaz": "4272"}
HUSSARS: Where = {"r-olviopol-hu-1": "4266 v3", "leader-rl-3": "4266"}
FOOT: Where = {"f-33-1": "4270 v0", "kister": "4270"}
JAEGERS: Where = {"r-j23-1": "4268 v3", "leader-r14-3": "4268"}


def at(name: str, turn: int, *counters: Where, **more: Any) -> Position:
    """Where a segment of the learning scenario begins, with these counters on clear ground and few others."""
    merged = {uid: words for one in (FRIANT, KAMENSKY, *counters) for uid, words in one.items()}
    return standing(stage(), name, turn, merged, **more)


def played(position: Position, orders: Mapping[str, Any] | None = None, die: int = 10) -> tuple[Position, Events]:
    """A segment played with these orders; all dice show one face."""
    return segment(stage(), position, lambda play: orders or {}, die=lambda label: die)


def told(events: Events, *kinds: str) -> list[tuple[str, Any]]:
    """Events of some kinds, with whom or which phase they are about."""
    about = ("unit", "units", "phase", "leader", "attack")
    return [(one["kind"], next(one[word] for word in about if word in one)) for one in events if one["kind"] in kinds]


# -- command and rally -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "corps", "horse", "where"),
    [
        row("4.1.2F", "a-command", "russian", "r-olviopol-hu-1", {**HUSSARS, **FOOT}),
        row("4.1.7F", "f-command", "iii", "f-1ch", {**CHASSEURS, **JAEGERS}),
    ],
)
def test_charges_are_declared_in_the_command_phase_and_stand_afterwards(
    name: str, corps: str, horse: str, where: Where
) -> None:
    after, events = played(at(name, 21, where), {"command": {corps: {"charges": [horse]}}})
    assert told(events, "charge-check", "charge-declared") == [("charge-check", horse), ("charge-declared", horse)]
    assert after.charges == {horse: (where[horse].split()[0], int(where[horse][-1]), 1)}


@pytest.mark.parametrize(
    ("name", "where", "supplied"),
    [
        row("4.1.2G", "a-command", {"r-j23-1.s1": "4268 depleted", "r-j23-1": "4264"}, True),
        row("4.1.7G", "f-command", {"f-15l-1.s1": "4268 depleted", "f-15l-1": "4274"}, False),
        row("4.1.7G", "f-command", {"f-15l-1.s1": "4268 depleted", "f-15l-1": "4272"}, True),
    ],
)
def test_skirmishers_near_their_battalions_have_ammunition_again(name: str, where: Where, supplied: bool) -> None:
    after, _ = played(at(name, 21, where))
    assert (next(iter(where)) not in after.marks) is supplied


@pytest.mark.parametrize(
    ("turn", "rounds"),
    [row("11.93.3", DAY, 0), row("11.93.3", TRANSITION, 8)],
)
def test_batteries_have_theirs_again_in_the_night(turn: str, rounds: int) -> None:
    found = scene({"fb8": "0505 unlimbered depleted", "fb8.c": "0505", "rb12": "0105"})
    found.piece("fb8").rounds = 0
    play(resupply_segment(found, FRENCH, night=turn == TRANSITION), [])
    assert found.piece("fb8").rounds == rounds
    assert ("depleted" in found.piece("fb8").marks) is (rounds == 0)


@pytest.mark.parametrize(
    ("name", "uid", "words"),
    [
        row("4.1.3A", "a-command", "r-j23-1", "4264 disordered"),
        row("4.1.8A", "f-command", "f-33-1", "4274 disordered"),
    ],
)
def test_who_is_disordered_away_from_enemies_recovers_without_a_die(name: str, uid: str, words: str) -> None:
    def no_die(label: str) -> int:
        raise AssertionError(label)

    after, events = segment(stage(), at(name, 21, {uid: words}), die=no_die)
    assert told(events, "recovered") == [("recovered", uid)]
    assert after.counters[uid][4] == "good"


@pytest.mark.parametrize(
    ("wish", "kinds"),
    [
        row("4.1.8B", {}, []),
        row("4.1.8B", {"rally": {"iii": {"end": ["A"]}}}, [("attack-ends", "A")]),
    ],
)
def test_an_attack_order_without_violations_ends_by_choice_alone(wish: Mapping[str, Any], kinds: list[Any]) -> None:
    order = {"french/A": ("division", "friant", 1, 0)}
    begins = at("f-command", 21, {"f-33-1": "4077", "kister": "4077"}, attacks=order)
    command = begins.command()
    command.post("friant").attack = command.post("kister").attack = "A"
    begins.take_command(command)
    after, events = played(begins, wish)
    assert told(events, "attack-ends", "attack-goes-on") == kinds
    assert bool(after.attacks) is not bool(kinds)


# -- movement and shock ----------------------------------------------------------------------


@pytest.mark.rule("wv", "4.1.4B-1")
def test_nobody_moves_in_the_movement_phase_of_the_enemy() -> None:
    wish = {"orders": [{"units": ["r-j23-1"], "path": ["4267"]}]}
    after, events = played(at("f-move", 21, JAEGERS, FOOT), wish)
    assert [one["case"] for one in events if one["kind"] == "move-void"] == ["6.0-1"]
    assert after.counters["r-j23-1"][0] == "4268"


@pytest.mark.rule("wv", "4.1.9A")
def test_allied_leaders_far_from_a_standing_superior_are_out_of_command() -> None:
    begins = at("a-move", 21, {"kamensky": "4061", "leader-r14-3": "4270", "r-j23-1": "4270 v3"})
    after, events = played(begins, {"orders": [{"units": ["leader-r14-3"], "path": ["4271"]}]})
    assert "leader-r14-3" in next(one["units"] for one in events if one["kind"] == "out-of-command")
    assert [one["case"] for one in events if one["kind"] == "move-void"] == ["17.13"]
    assert after.counters["leader-r14-3"][0] == "4270"


@pytest.mark.rule("wv", "4.1.9B", "7.42-1")
def test_french_horse_turns_to_an_allied_battalion_that_comes_near() -> None:
    where = {"f-1ch": "4271 v1", "r-j23-1": "4267 v3", "leader-r14-3": "4267"}
    _, events = played(at("a-move", 21, where), {"orders": [{"units": ["r-j23-1"], "path": ["4268"]}]})
    assert told(events, "move", "horse-turns") == [("move", ["r-j23-1"]), ("horse-turns", "f-1ch")]


@pytest.mark.parametrize("first", [row("4.1.5", "attack"), row("4.1.5", "charge")])
def test_attacks_and_charges_are_made_in_the_order_of_their_army(first: str) -> None:
    """Each is finished before the next begins, and the fire of both armies follows."""
    where = {**HUSSARS, "f-33-1": "4268 v0", "r-j23-1": "3868 v3", "leader-r14-3": "3868", "f-33-2": "3869 v0"}
    begins = at("a-shock", 21, where, charges={"r-olviopol-hu-1": ("4266", 3, 1)})
    entries = [{"units": ["r-j23-1"], "on": ["3869"]}, {"charge": "r-olviopol-hu-1"}]
    _, events = played(begins, {"shock": entries if first == "attack" else entries[::-1]})
    kinds = [kind for kind, _ in told(events, "shock", "charge-begins") if kind]
    assert kinds[0] == ("shock" if first == "attack" else "charge-begins")
    assert told(events, "phase") == [("phase", 5), ("phase", 6)]


@pytest.mark.rule("wv", "4.1.10")
def test_no_fire_follows_the_french_shock_and_the_turn_is_over() -> None:
    where = {"f-33-1": "4268 v0", "kister": "4268", "r-j23-1": "4267 v3"}
    _, events = played(at("f-shock", 22, where), {"shock": [{"units": ["f-33-1"], "on": ["4267"]}]})
    assert [(one["turn"], one["phase"]) for one in events if one["kind"] == "phase"] == [(21, 10), (22, 1)]
    assert told(events, "shock") == [("shock", ["f-33-1"])]


@pytest.mark.parametrize(("turn", "then"), [row("4.1-end", 22, "t22.a-command"), row("4.1-end", 23, "")])
def test_the_battle_is_over_behind_its_last_turn(turn: int, then: str) -> None:
    after, events = played(at("f-shock", turn, FOOT, JAEGERS))
    assert (f"t{after.turn}.{after.segment}" if after.segment else "") == then
    assert bool(after.result) is (then == "")
    assert bool([one for one in events if one["kind"] == "over"]) is (then == "")
