"""The checks of scenarios' files: each shipped row is understood, and one that is not is told in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.orders.schemas import read_schema
from rulesets.napoleons_last_battles.checks.checking import story_faults
from rulesets.napoleons_last_battles.checks.references import SPECIAL
from rulesets.napoleons_last_battles.rules.battle.level_changes import HOW
from rulesets.napoleons_last_battles.rules.victory.conditions import KINDS
from rulesets.napoleons_last_battles.rules.victory.points import LINES
from tests.rulesets.napoleons_last_battles.files import HOME, SCENARIOS, data
from tests.rulesets.spoiling import GONE, read, spoiled, steps_of


def story(uid: str) -> Any:
    return read(HOME / "scenarios" / uid / "scenario.yaml")


@pytest.mark.parametrize("uid", SCENARIOS)
def test_the_rules_understand_every_row(uid: str) -> None:
    assert [fault.what for fault in story_faults(story(uid), data())] == []


def test_the_schema_knows_the_words_that_the_rules_know() -> None:
    schema = read_schema("hex-scenario")
    members = schema["properties"]
    condition = schema["$defs"]["condition"]["properties"]
    change, line = members["level-changes"]["items"]["properties"], members["points"]["items"]["properties"]
    assert set(condition["is"]["enum"]) == set(KINDS)
    assert set(condition) - {"is"} == {member for kind in KINDS.values() for member in (*kind.needs, *kind.may)}
    assert set(change["how"]["enum"]) == {*HOW, "each-time"}
    assert set(line["counts"]["enum"]) == set(LINES)
    common = {"case", "if", "also-if", "unless", "for", "counts", "points"}
    assert set(line) - common == {member for needs, may in LINES.values() for member in (*needs, *may)}


FAULTS = [
    ("ligny", "level-changes.0.when.by", GONE, "held needs by"),
    ("ligny", "level-changes.0.when.memo", "first-corps", "held has no memo"),
    ("ligny", "level-changes.0.when.hexes", "3755 9901", "the hex 9901 is not in the part"),
    ("ligny", "level-changes.0.when.by", "russian", "there is no nation or army russian in this scenario"),
    ("ligny", "level-changes.0.how", "each-time", "asks for lost-control or gained-control"),
    ("ligny", "level-changes.1.how", "each-hex", "asks for hexes"),
    ("ligny", "level-changes.1.when.who", "fr-66", "there is no book, formation or unit fr-66; did you mean fr-6"),
    ("ligny", "level-changes.1.book", "allied", "there is no book of losses allied"),
    ("ligny", "levels.0.void-when.is", "fought", "happens at a moment and cannot be asked here"),
    ("ligny", "victory.instant.0.when", GONE, "a victory at an instant needs a condition"),
    ("ligny", "victory.end.0.when.0.memo", "second-corps", "there is no memo second-corps in this scenario"),
    ("ligny", "victory.end.1.when.1.at", "prussian tired", "is no event"),
    ("ligny", "victory.end.2.when", [{"is": "in-play", "who": "fr-6"}], "no victory hangs on in-play"),
    ("ligny", "victory.end.2", GONE, "a game may end without a result"),
    ("ligny", "memos.0.army", "prussian", "there is no army prussian in this scenario"),
    ("ligny", "reinforcements.0.units", "bell-19 bell-20", "there is no unit bell-20; did you mean bell-19"),
    ("ligny", "reinforcements.0.turn", "16/2100", "there is no turn 16/2100 in this scenario"),
    ("ligny", "setup.french.fr-2.vill-7", "2856", "the hex 2856 is not in the part"),
    ("ligny", "setup.french.fr-3.vill-7", "2956", "unit vill-7 is set up twice"),
    ("ligny", "special", "sunshine", "no rule is called sunshine"),
    ("ligny", "options.own.sixth-corps.needs", "telegraph", "there is no option telegraph"),
    ("ligny", "releases", [{"case": "19.5C", "if": "hussars", "units": "fr-2", "until": "16/1500"}], "option"),
    ("quatre-bras", "points.1.at", GONE, "holding needs at"),
    ("quatre-bras", "points.0.hexes", "1641", "lost-strength has no hexes"),
    ("quatre-bras", "points.0.for", "french prussian", "there is no army prussian in this scenario"),
    ("quatre-bras", "points", GONE, "points decide, and no line gives any"),
    ("wavre", "points.1.of", GONE, "exited-strength needs of"),
    ("wavre", "levels.0.plus-points-of", "allied", "there is no army allied in this scenario"),
    ("campaign", "victory.net.instant", "240", "no row of the end is won from 240 points on"),
    ("grand-ligny", "level-changes.0.how", "while", "such a row counts once"),
    ("grand-ligny", "level-changes.0.when", {"is": "entered", "by": "allied", "hexes": "3052"}, "is that of an attack"),
    ("grand-ligny", "level-changes.0.reversible-until", "demoralized", "only a row that counts while"),
    ("grand-ligny", "removals.0.units", "alied", "there is no unit, formation or army alied; did you mean allied"),
    ("grand-waterloo", "wing-line", GONE, "a wing needs the member wing-line"),
    ("grand-waterloo", "books.french-left.of", "belgian", "there is no nation belgian in this scenario"),
    ("lba-variant", "victory.end.0.at", "game-turn-end", "the end is one moment"),
]


@pytest.mark.parametrize(
    ("uid", "place", "value", "words"),
    FAULTS,
    ids=[f"{uid}:{place}={'gone' if value is GONE else json.dumps(value)[:24]}" for uid, place, value, _ in FAULTS],
)
def test_a_row_that_no_rule_understands_is_told_in_its_place(uid: str, place: str, value: Any, words: str) -> None:
    good = story(uid)
    steps = steps_of(good, place)
    found = list(story_faults(spoiled(good, steps, value), data()))
    assert any(words in fault.what for fault in found), [fault.what for fault in found]
    told = next(fault for fault in found if words in fault.what)
    assert told.path[: len(steps) - 1] == steps[: len(told.path)][: len(steps) - 1] or told.path == ("victory",)


def test_every_rule_of_a_single_scenario_is_somewhere_in_the_code() -> None:
    texts = [path.read_text("utf-8") for path in (HOME / "rules").rglob("*.py")]
    assert [word for word in SPECIAL if not any(f'"{word}"' in text for text in texts)] == []
    assert {word for uid in SCENARIOS for word in story(uid).get("special", "").split()} <= SPECIAL
