"""What each scenario is played on, when, by whom, and with which rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.hexgame.board.turns import next_player_turn
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.turns import board
from tests.rulesets.napoleons_last_battles.turns import game

rule = pytest.mark.rule
THREE = ("french", "prussian", "allied")


@dataclass(frozen=True)
class Battle:
    """nations: of the armies there. turns: first, last, number. inside, outside: hexes in play and beyond."""

    nations: tuple[str, ...]
    turns: tuple[str, str, int]
    inside: str
    outside: str


BATTLES = {
    "ligny": Battle(("french", "prussian"), ("16/1400", "16/2000", 7), "2960 5767", "2859 2860"),
    "quatre-bras": Battle(("french", "allied"), ("16/1400", "16/2000", 7), "2952 0134", "3051 3052"),
    "wavre": Battle(("french", "prussian"), ("18/1200", "18/2000", 9), "2912 5734", "2811"),
    "la-belle-alliance": Battle(THREE, ("18/1200", "18/2000", 9), "2912 0101", "3012"),
    "campaign": Battle(THREE, ("16/1400", "18/2100", 40), "0101 5767", ""),
    "qb-variant": Battle(("french", "allied"), ("16/1400", "16/2000", 7), "2952 0134", "3051"),
    "grand-ligny": Battle(THREE, ("16/1400", "16/2000", 7), "2855 5767", "2833"),
    "historic-wavre": Battle(("french", "prussian"), ("18/1200", "18/2000", 9), "2912 5734", "2811"),
    "lba-variant": Battle(THREE, ("18/1100", "18/2100", 11), "2912 0101", "3012"),
    "grand-waterloo": Battle(THREE, ("18/1200", "18/2100", 10), "2811 5734", "2835"),
    "campaign-variant": Battle(THREE, ("16/0900", "18/2100", 45), "0101 5767", ""),
}
BORROWED = {"qb-variant": ("19",), "lba-variant": ("21",), "campaign-variant": ("22",)}
"""Chapters whose victory a scenario takes over."""


def of(uid: str, *cases: str) -> Any:
    """A row for a scenario, with the cases that it is."""
    return pytest.param(uid, marks=rule("nlb", *cases), id=uid)


@pytest.mark.parametrize(
    "uid",
    [
        of("ligny", "18.0"),
        of("quatre-bras", "19.0"),
        of("wavre", "20.0"),
        of("la-belle-alliance", "21.0"),
        of("campaign", "22.0"),
        of("qb-variant", "23.0"),
        of("grand-ligny", "24.0"),
        of("historic-wavre", "25.0"),
        of("lba-variant", "26.0"),
        of("grand-waterloo", "27.0"),
        of("campaign-variant", "28.0"),
    ],
)
def test_which_armies_meet_in_a_scenario(uid: str) -> None:
    now = setting(uid)
    assert set(now.nations) == set(BATTLES[uid].nations)
    units = now.roster.units
    assert {units[unit].nation for unit in now.units()} == set(BATTLES[uid].nations)
    assert now.title and set(now.armies) == {"french", "coalition"}


@pytest.mark.parametrize(
    "uid",
    [
        of("ligny", "18.2A"),
        of("quatre-bras", "19.2A"),
        of("wavre", "20.2A"),
        of("la-belle-alliance", "21.2A"),
        of("campaign", "22.2A"),
        of("qb-variant", "23.0"),
        of("grand-ligny", "24.2A"),
        of("historic-wavre", "25.0"),
        of("lba-variant", "26.0"),
        of("grand-waterloo", "27.2A"),
        of("campaign-variant", "28.0"),
    ],
)
def test_on_what_part_of_the_map_a_scenario_is_played(uid: str) -> None:
    """Beyond it nobody goes: the field has none of its hexes. What both halves show is one hex."""
    now, field = setting(uid), board(uid, {}).field
    for at in BATTLES[uid].inside.split():
        assert at in now.area and at in field.neighbours
    for at in BATTLES[uid].outside.split():
        assert at not in now.area and at not in field.neighbours
    beside = {near for at in BATTLES[uid].inside.split() for near in field.neighbours[at]}
    assert beside and beside.isdisjoint(BATTLES[uid].outside.split())
    assert len(field.hexes) == len(set(field.hexes))


@pytest.mark.parametrize(
    "uid",
    [
        of("ligny", "18.2B"),
        of("quatre-bras", "19.2B"),
        of("wavre", "20.2B"),
        of("la-belle-alliance", "21.2B"),
        of("campaign", "22.2B"),
        of("qb-variant", "23.0"),
        of("grand-ligny", "24.2B"),
        of("historic-wavre", "25.0"),
        of("lba-variant", "26.0B"),
        of("grand-waterloo", "27.2B"),
        of("campaign-variant", "28.0B"),
    ],
)
def test_when_a_scenario_begins_and_ends(uid: str) -> None:
    turns = setting(uid).turns
    assert (turns[0].id, turns[-1].id, len(turns)) == BATTLES[uid].turns


@pytest.mark.parametrize(
    ("uid", "leaders", "supply", "corps_morale"),
    [
        pytest.param("ligny", False, False, False, marks=rule("nlb", "18.1")),
        pytest.param("quatre-bras", False, False, False, marks=rule("nlb", "19.1")),
        pytest.param("wavre", False, False, False, marks=rule("nlb", "20.1")),
        pytest.param("la-belle-alliance", False, False, False, marks=rule("nlb", "21.1")),
        pytest.param("campaign", True, True, True, marks=rule("nlb", "22.1")),
        pytest.param("qb-variant", True, False, False, marks=rule("nlb", "23.0A")),
        pytest.param("grand-ligny", True, False, True, marks=rule("nlb", "24.1")),
        pytest.param("historic-wavre", False, False, False, marks=rule("nlb", "25.0")),
        pytest.param("lba-variant", True, False, False, marks=rule("nlb", "26.0A")),
        pytest.param("grand-waterloo", True, False, False, marks=rule("nlb", "27.1-0")),
        pytest.param("campaign-variant", True, True, True, marks=rule("nlb", "28.0A")),
    ],
)
def test_with_which_rules_a_scenario_is_played(uid: str, leaders: bool, supply: bool, corps_morale: bool) -> None:
    """Without options: leaders and command (10.0, 11.0), supply (14.0), corps morale (13.0)."""
    now = setting(uid)
    found = (now.on("leaders"), now.on("command"), now.on("supply"), now.on("corps-morale"))
    assert found == (leaders, leaders, supply, corps_morale)
    assert any(now.roster.units[unit].leads for unit in now.units()) is leaders
    if not leaders:
        offered = setting(uid, {"leaders": True, "command": True})
        assert offered.on("leaders") and any(now.roster.units[unit].leads for unit in offered.units())


@rule("nlb", "23.0A")
def test_no_chateau_stands_on_the_field_of_quatre_bras() -> None:
    """8.0 is not among the rules of the variant, and there is nothing to use it on."""
    field = board("qb-variant", {}).field
    assert "chateau" not in field.terrain.values()
    assert not {"garrisons", "chateau-infantry"} & set(setting("qb-variant").offer.choices)


@rule("nlb", "28.0A")
def test_headquarters_and_trains_belong_to_the_variant_of_the_campaign() -> None:
    now = setting("campaign-variant")
    assert now.on("headquarters") and now.on("trains")
    for name in ("headquarters", "trains"):
        with pytest.raises(ValueError, match=name):
            setting("campaign-variant", {name: False})


@pytest.mark.parametrize(
    ("uid", "options", "change"),
    [
        pytest.param("ligny", "rolled-losses sixth-corps first-corps", "sixth-corps", marks=rule("nlb", "18.5-0")),
        pytest.param(
            "quatre-bras",
            "buttlar best restrained-cavalry first-corps expanded-n2",
            "best",
            marks=rule("nlb", "19.5-0"),
        ),
    ],
)
def test_options_of_a_scenario_are_off_until_they_are_chosen(uid: str, options: str, change: str) -> None:
    plain, all_of_them = setting(uid), setting(uid, dict.fromkeys(options.split(), True))
    assert set(plain.offer.choices) >= set(options.split())
    assert not any(plain.on(name) for name in options.split())
    assert all(all_of_them.on(name) for name in options.split()), "any of them go together"
    new = set(setting(uid, {change: True}).units()) - set(plain.units())
    assert new >= ({"bell-19", "noury"} if uid == "ligny" else {"best"})


@pytest.mark.parametrize(
    ("uid", "first"),
    [
        pytest.param("wavre", "french", marks=rule("nlb", "25.0A")),
        pytest.param("historic-wavre", "coalition", marks=rule("nlb", "25.0A")),
    ],
)
def test_who_moves_first(uid: str, first: str) -> None:
    now = game(uid)
    at = now.start()
    assert (at["turn"], at["army"]) == (1, first)
    position = now.position(at)
    next_player_turn(position, now.theatre.setting.armies)
    assert position.turn == 1 and position.army != first
    next_player_turn(position, now.theatre.setting.armies)
    assert (position.turn, position.army) == (2, first)


@pytest.mark.parametrize("uid", BATTLES)
def test_victory_is_that_of_its_own_chapter(uid: str) -> None:
    now = setting(uid)
    chapter = {row["case"].partition(".")[0] for row in (*now.victory.instant, *now.victory.end)}
    number = str(18 + list(BATTLES).index(uid))
    assert chapter <= {number, *BORROWED.get(uid, ())}
