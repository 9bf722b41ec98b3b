"""Map, scenario and forces from their files, and what contents mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.wargame.data_reader import read_data
from rulesets.jours_de_gloire.binding import read_options, read_setting
from rulesets.jours_de_gloire.mapdata import Box, road_metres
from rulesets.jours_de_gloire.setting import OPTIONS, Options
from tests.rulesets.jours_de_gloire.world import HOME, rule_files, small, small_files


def test_the_small_war_is_sound() -> None:
    setting = small()
    assert (len(setting.boxes), len(setting.map.links), len(setting.units), len(setting.generals)) == (13, 18, 17, 9)
    assert setting.foe("french") == "russian" and setting.foe("russian") == "french"
    assert setting.emperor == "napoleon"
    assert [setting.month(turn) for turn in (1, 4)] == ["january", "july"]


@pytest.mark.rule("jdg", "0.1")
def test_boxes_side_by_side_without_a_link_are_strangers() -> None:
    setting = small()
    assert setting.link("ahorn", "fels") is None
    assert setting.link("fels", "birke") == setting.link("birke", "fels")


@pytest.mark.rule("jdg", "T-SCEN")
def test_a_scenario_says_everything_that_the_book_leaves_open() -> None:
    scenario = small().scenario
    assert (scenario.game, scenario.first, scenario.mud, len(scenario.turns)) == ("poland", "by rule", False, 4)
    assert scenario.counters["french"].dummies == {"infantry": 3, "cavalry": 2}
    assert (scenario.counters["french"].letter, scenario.counters["russian"].letter) == ("f", "r")
    assert scenario.boxes == {"castell": 5, "garten": 2, "eiche": 2}
    drafts = scenario.reinforcements[2]
    assert (drafts.army, drafts.turn, drafts.pf, drafts.command) == ("french", 3, 3, "grande-armee")


@pytest.mark.rule("jdg", "3.3-1")
def test_newcomers_may_be_held_up_by_a_die() -> None:
    assert [arrival.delay for arrival in small().scenario.reinforcements] == [0, 4, 0]


@pytest.mark.rule("jdg", "4.2-2")
def test_the_successor_of_a_general_is_named() -> None:
    (change,) = small().scenario.replacements
    assert (change.turn, change.remove, change.chief, change.command) == (3, "kamenskoi", "bennigsen", "russian-army")


@pytest.mark.rule("jdg", "4.1-1")
def test_generals_and_units_belong_to_commands() -> None:
    setting = small()
    assert setting.command_of({"general": "davout"}) == setting.command_of({"unit": "i", "pf": 7, "lag": 0})
    assert setting.command_of({"unit": "west", "pf": 5, "lag": 0}) == "army-west"


@pytest.mark.rule("jdg", "1.2.2-3")
def test_a_detachment_has_neither_guns_nor_on_foot_horse() -> None:
    setting = small()
    troops = setting.troops({"unit": "french-b", "pf": 3, "lag": 0, "of": "iii"})
    assert troops is not None
    assert (troops.kind, troops.ba, troops.bc, troops.detachment) == ("infantry", 0, 0, True)
    assert (troops.command, troops.independent, troops.initial) == ("grande-armee", False, 0)


@pytest.mark.rule("jdg", "1.2.1-5")
def test_a_detachment_of_the_start_uses_a_counter() -> None:
    legion = small().troops({"unit": "legion", "pf": 2, "lag": 0})
    assert legion is not None and legion.detachment and legion.independent and legion.initial == 2
    assert small().units["legion"].counter == "french-a"


@pytest.mark.rule("jdg", "6.1-2")
def test_a_detachment_obeys_the_chief_of_its_parent() -> None:
    assert small().command_of({"unit": "french-a", "pf": 1, "lag": 0, "of": "west"}) == "army-west"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ({"general": "ney"}, "general"),
        ({"unit": "i", "pf": 7, "lag": 0}, "infantry"),
        ({"unit": "cossacks", "pf": 2, "lag": 0}, "cavalry"),
        ({"unit": "french-1", "pf": 1, "lag": 0, "of": "murat-i"}, "cavalry"),
        pytest.param({"dummy": "cavalry"}, "cavalry", marks=pytest.mark.rule("jdg", "1.3-1")),
        pytest.param({"dummy": "infantry"}, "infantry", marks=pytest.mark.rule("jdg", "1.3-1")),
        ({"dummy": ["cavalry"]}, "infantry"),
        ({"unit": ["i"]}, "infantry"),
        ({"general": 3}, "infantry"),
        (None, "infantry"),
        (7, "infantry"),
    ],
)
def test_kinds_of_contents_nonsense_included(content: Any, kind: str) -> None:
    assert small().kind(content) == kind


# -- options ------------------------------------------------------------------------------------


def test_options() -> None:
    assert read_options({}) == Options(True, False, "few", "besieged")
    assert read_options({"hiding": "open"}).hidden is False
    assert read_options({"screen-limit": "printed", "relief": "printed"}).relief == "printed"
    assert all(values[0] for values in OPTIONS.values())


@pytest.mark.rule("jdg", "10-1")
def test_alone_nothing_lies_face_down() -> None:
    assert read_options({"solitaire": "yes"}) == Options(False, True, "few", "besieged")


@pytest.mark.parametrize(
    ("options", "words"), [({"fog": "yes"}, "no such option"), ({"hiding": True}, "one of hidden")]
)
def test_options_that_do_not_fit(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_options(options)


@pytest.mark.rule("jdg", "B.7.1")
def test_a_command_may_change_sides_by_the_dice_of_its_scenario() -> None:
    files = small_files()
    turn = b'special: {yorck: {command: army-west, to: russian, rolls: {"2": "4", "3": "1"}, why: Tauroggen}}'
    files["scenario.yaml"] = files["scenario.yaml"].replace(b"special: []", turn)
    change = read_setting(rule_files(), files, {}).scenario.defection
    assert change is not None
    assert (change.command, change.to, change.rolls) == ("army-west", "russian", {2: 4, 3: 1})


# -- distances ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "metres"),
    [
        # A hundredth of a degree of a meridian is 1111.949 m, 1.2 times that 1334.3 m.
        ((5300, 2000), (5301, 2000), 1334),
        ((5300, 2000), (5400, 2000), 133433),
        # At 60 degrees north a degree of longitude is half of one at the equator.
        ((6000, 2000), (6000, 2100), 66716),
        ((0, 0), (0, 100), 133433),
        ((5345, 2025), (5345, 2025), 0),
    ],
)
def test_road_metres(a: tuple[int, int], b: tuple[int, int], metres: int) -> None:
    one, other = (Box("x", "X", lat, lon, "clear") for lat, lon in (a, b))
    assert abs(road_metres(one, other) - metres) <= 1
    assert road_metres(one, other) == road_metres(other, one)


# -- the shipped files --------------------------------------------------------------------------


def test_the_catalogue_lists_every_case_once() -> None:
    data = read_data("catalogue.yaml", (HOME / "data" / "catalogue.yaml").read_bytes())
    ids = [row[0] for row in data["entries"]]
    assert len(ids) == len(set(ids)) == 250 and len({row[1] for row in data["entries"]}) == 250
    assert sum(int(row[3]) for row in data["entries"]) == 283
    assert len(data["prose"]) == 13 and set(data["prose"]) < set(ids)


SCENARIOS = sorted(path for path in (HOME / "scenarios").iterdir() if path.is_dir())


@pytest.mark.rule("jdg", "T-SCEN")
@pytest.mark.parametrize("folder", SCENARIOS, ids=lambda path: path.name)
def test_every_shipped_scenario_is_sound(folder: Path) -> None:
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    setting = read_setting(rule_files(), files, {}, folder.name)
    assert setting.id == folder.name and setting.armies[0] == "french"
