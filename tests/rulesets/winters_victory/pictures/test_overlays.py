"""What may be laid over the maps of Winter's Victory: fire zones, sight, command, charges, objectives."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Json
from pbem.engine.picture import Overlay, offers
from rulesets.winters_victory.pictures.overlays import OFFERED
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.firing.zones import MAXIMUM, MEDIUM, MINIMUM, zone
from tests.rulesets.winters_victory.battles import setting
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.pictures.test_pictures import LEARNING, at, pictures, stance

_SCENES = (LEARNING, "davout", "eylau")


def laid(name: str, position: Json = None, uid: str = LEARNING) -> Overlay:
    return pictures(uid).overlay(name, position or at(uid=uid))


def areas(name: str, position: Json = None, uid: str = LEARNING) -> dict[str, set[str]]:
    """Text -> hexes."""
    return {area.text: set(area.places) for area in laid(name, position, uid).areas}


def play(position: Json, uid: str = LEARNING) -> Play:
    return Play(setting(uid), Position.from_json(position))


@pytest.mark.parametrize("uid", _SCENES)
@pytest.mark.parametrize("name", OFFERED)
def test_each_overlay_lies_on_the_map(name: str, uid: str) -> None:
    position = at(uid=uid)
    here, before = set(setting(uid).field.neighbours), dict(position)
    for one in (name, *(f"{name}{of}" for of in ("4167", "f-1ch", "nobody") if name.endswith(":"))):
        found = laid(one, position, uid)
        assert (found.id, found.title) == (one, OFFERED[name])
        assert all(area.places and set(area.places) <= here and area.text for area in found.areas)
        assert all(len(line.places) > 1 and set(line.places) <= here for line in found.lines)
    assert position == before


def test_other_overlays_are_not_offered() -> None:
    offered = pictures().overlays()
    assert all(offers(offered, name) for name in ("fire", "fire:4167", "sight:", "sight:4167"))
    for name in ("zoc", "command:friant", "fires", ""):
        assert not offers(offered, name)
        with pytest.raises(KeyError):
            laid(name)


@pytest.mark.rule("wv", "11.21-2")
def test_fire_zones_are_those_of_the_rules() -> None:
    scene = play(at()).scene
    zones = areas("fire:r-b14-2")
    found: set[str] = set()
    for band in (MINIMUM, MEDIUM, MAXIMUM):
        new = set(zone(scene, "r-b14-2", band)) - found
        found |= new
        assert new and zones[f"1st light battery of the 14th Division: {band} fire zone"] == new
    assert areas("fire:4265") == {
        text.replace("1st light battery of the 14th Division", "4265"): hexes for text, hexes in zones.items()
    }
    assert areas("guns")["Allied: medium zones of guns"] == set(zone(scene, "r-b14-2", MEDIUM))
    everybody = {to for uid in ("r-b14-2", "r-j23-1", "r-j26-1") for to in zone(scene, uid, MINIMUM)}
    assert areas("fire")["Allied: minimum fire zones"] == everybody


@pytest.mark.parametrize(
    ("source", "members", "seen", "unseen"),
    [
        row("10.4.2", "4071", {}, "4068 4069 4169", "4062 3974"),
        row("11.22-2", "4071", {"snow": "light"}, "4068", "4064"),
    ],
)
def test_sight_is_that_of_the_rules(source: str, members: dict[str, Any], seen: str, unseen: str) -> None:
    position = at() | members
    (found,) = areas(f"sight:{source}", position).values()
    assert set(seen.split()) <= found and found.isdisjoint(unseen.split()) and source not in found


@pytest.mark.rule("wv", "16.12-1")
def test_a_leader_reaches_what_his_command_paths_reach() -> None:
    found, staff = areas("command"), play(at()).staff
    field = setting(LEARNING).field
    for leader, level in (("kister", "brigades"), ("friant", "divisions")):
        others = [uid for uid in ("marulaz",) if staff.officer(uid).level == staff.officer(leader).level]
        grid = staff.scene.ground.grid("4071")
        near = [
            to
            for to in field.hexes
            if any(grid.distance(staff.at(uid), to) <= staff.radius(uid) for uid in (leader, *others))
        ]
        expected = {to for to in near if any(staff.covers(uid, to) for uid in (leader, *others))}
        assert found[f"French: reach of leaders of {level}"] == expected


@pytest.mark.rule("wv", "17.1")
def test_who_is_out_of_command_is_ringed() -> None:
    lost = at(stance("f-33-2", at="3078"))
    lost["stacks"] = {**lost["stacks"], "4071": [one for one in lost["stacks"]["4071"] if one != "f-33-2"]}
    assert not in_command(play(lost).staff, "f-33-2")
    (ring,) = [area for area in laid("command", lost).areas if area.kind == "cut"]
    assert (ring.places, ring.army) == (("3078",), "french")


@pytest.mark.rule("wv", "12.52.2-1")
def test_charge_zones_that_are_declared_and_that_would_be() -> None:
    declared = at(charges={"f-1ch": ("3972", 0, 1)})
    zones = areas("charges", declared)
    assert {text: len(hexes) for text, hexes in zones.items()} == {
        "1st Chasseurs: primary charge zone": 9,
        "1st Chasseurs: secondary charge zone": 15,
    }, "three of the farther hexes are village"
    assert areas("charges") == {}
    assert areas("charge:f-1ch") == areas("charge:3972") == zones
    assert not laid("charge:4071").areas and not laid("fire:f-1ch").areas, "no horse; horse does not fire"


@pytest.mark.rule("wv", "14.13")
def test_objectives_say_who_holds_them() -> None:
    (area,) = laid("objectives", at(held={"4167": "allied"})).areas
    assert (area.text, set(area.places)) == ("Serpallen (1): Allied", {"4167", "4066", "4166"})
    (area,) = laid("objectives", at(held={"4066": "french", "4166": "french", "4167": "allied"})).areas
    assert (area.army, area.text) == ("french", "Serpallen (1): French")
