"""Orders before any die: what they would do is what happens as long as the enemy does nothing, and dice fall so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.options import Json
from rulesets.winters_victory import sequence
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.telling.preview import preview
from rulesets.winters_victory.telling.telling import WintersTelling
from tests.rulesets.winters_victory.battles import at_random, battle, setting
from tests.rulesets.winters_victory.winter import ID

LEARNING = "learning-serpallen"


@dataclass
class Asked:
    """A question with the board on which it is asked."""

    scene: Play


def opening(uid: str = LEARNING, tempo: str = "two", segment: str = "f") -> Play:
    of = setting(uid, tempo)
    position = sequence.start(of)
    position.segment = segment
    return Play(of, position)


def told(play: Play, orders: Json) -> dict[str, Any]:
    found: dict[str, Any] = preview(WintersTelling(play.setting).names, play, orders)
    return found


def foreseen(uid: str, seed: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Previews of a random battle, each with what was told of its segment."""
    of, random = setting(uid), at_random(seed)
    found: list[dict[str, Any]] = []

    def orders(play: Play) -> Json:
        before = json.dumps(play.position.to_json(), sort_keys=True)
        said = random(play)
        found.append(told(play, said))
        assert json.dumps(Position.from_json(play.position.to_json()).to_json(), sort_keys=True) == before
        return said

    segments: list[list[dict[str, Any]]] = []
    for event in battle(of, orders, seed=seed)[1]:
        if event["kind"] == "segment":
            segments.append([])
        segments[-1].append(event)
    yield from zip(found, segments, strict=True)


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_is_plain_data_with_lines(seed: int) -> None:
    for found, _ in foreseen(LEARNING, seed):
        assert json.loads(json.dumps(found)) == found
        assert all(line and "\n" not in line for line in found["lines"])
        for attack in (one for entry in found["attacks"] for one in entry["attacks"]):
            assert sum(Fraction(share) for share in attack["chances"].values()) == 1


@pytest.mark.rule(ID, "6.0-2")
@pytest.mark.parametrize("seed", range(3))
def test_moves_go_where_they_were_seen_to_go(seed: int) -> None:
    """Unless the enemy fires, or somebody checks his morale."""
    tried = 0
    for found, events in foreseen(LEARNING, seed):
        if {event["kind"] for event in events} & {"fire", "check", "morale", "move-void", "shock", "halt"}:
            continue
        for move in found["moves"]:
            went = [one for one in events if one["kind"] == "move" and one["units"] == move["units"]]
            assert [one for one in went if one.get("act") != "end"] == move["acts"]
            tried += 1
    assert tried


@pytest.mark.rule(ID, "11.3-1")
@pytest.mark.slow
def test_whoever_fires_at_a_move_was_seen_to_be_able_to() -> None:
    """At the first move that is fired at; what comes later hangs on its dice."""
    tried = 0
    for found, events in (one for seed in range(6) for one in foreseen(LEARNING, seed)):
        moving = [event for event in events if ".react." in str(event.get("label")) and ".move" in event["label"]]
        shot = next((event for event in moving if event["kind"] == "fire"), None)
        if shot is not None and not any(event["kind"] == "shock" for event in events):
            able = [unit for move in found["moves"] for unit in move["fire"].get(shot["to"], ())]
            assert shot["unit"] in able
            tried += 1
    assert tried


@pytest.mark.rule(ID, "12.0-P4", "12.0-P5", "12.3")
@pytest.mark.slow
def test_the_first_attack_is_fought_at_the_odds_that_were_foreseen() -> None:
    tried = 0
    for found, events in foreseen("davout", 1):
        shocks = [number for number, event in enumerate(events) if event["kind"] == "shock-result"]
        before = {event["kind"] for event in events[: shocks[0]]} if shocks else {"none"}
        if before & {"none", "morale", "retreat", "shock-void"}:
            continue
        result, ahead = events[shocks[0]], found["attacks"][0]["attacks"][0]
        assert {key: result[key] for key in ahead["calculation"]} == ahead["calculation"]
        code = "/".join("-" if part == "dot" else part for part in result["results"])
        assert Fraction(ahead["chances"][code]) > 0
        tried += 1
    assert tried


@pytest.mark.rule(ID, "6.11-1")
def test_a_move_is_told_with_its_points_and_a_void_one_with_its_reason() -> None:
    play = opening()
    orders = [{"units": ["f-33-1"], "path": ["4070"]}, {"units": ["f-33-2"], "path": ["4070", "3773"]}]
    found = told(play, {"orders": orders})
    assert found["lines"][:2] == [
        "Movement:",
        "  33rd Line, battalion 1: 4071 - 4070; 1 of 5 movement points.",
    ]
    (void,) = found["void"]
    assert void["where"] == ["orders", 1] and void["case"] == "6.0-2"
    assert found["lines"][2] == "  33rd Line, battalion 2: 4071 - 4070; 1 of 5 movement points."
    assert found["lines"][-1].startswith("Void: 33rd Line, battalion 2 goes from hex to hex: 3773 is not")
    assert found["ordered"] == 2 and "15th Light, battalion 1" in found["idle"]
    assert found["open"]


@pytest.mark.rule(ID, "4.0-1")
def test_who_says_nothing_leaves_everybody_idle() -> None:
    found = told(opening(), {})
    assert found["ordered"] == 0 and len(found["idle"]) == 5
    assert found["lines"] == ["Movement: none"]


def test_a_segment_in_which_nobody_can_attack_is_not_open() -> None:
    found = told(opening(tempo="six", segment="f-shock"), {})
    assert (found["ordered"], found["idle"], found["open"]) == (0, [], False)


@pytest.mark.rule(ID, "17.34-1")
def test_orders_to_commanders_are_told_with_the_chance_that_they_arrive() -> None:
    play = opening("eylau", "six", "f-command")
    wish = {"napoleon": {"orders": [{"to": "augereau"}, {"to": "murat", "urgent": True}, {"to": "bennigsen"}]}}
    found = told(play, {"command": {"": wish}})
    chances = [one["chances"] for one in found["command"]]
    assert [sum(Fraction(share) for share in spread.values()) for spread in chances] == [1, 1, 0]
    assert found["command"][2]["text"].startswith("Napoleon")
    assert found["lines"][0] == "Command, if nothing changes before:"


@pytest.mark.rule(ID, "11.0-P2")
def test_volleys_are_told_as_everybody_stands() -> None:
    play = opening(segment="a")
    for uid, at in {"f-33-1": "4068", "r-j26-1": "4167", "r-j26-2": "4167"}.items():
        play.board.move(uid, at)
    found = told(play, {})
    spread = [sum(Fraction(share) for share in one["chances"].values()) for one in found["fire"]]
    assert spread and set(spread) == {1}
    assert found["lines"][0] == "Fire, as everybody stands now:"
    held = {"fire": {play.setting.units["r-j26-1"].brigade: {"hold": [one["unit"] for one in found["fire"]]}}}
    assert told(play, held)["fire"] == []
