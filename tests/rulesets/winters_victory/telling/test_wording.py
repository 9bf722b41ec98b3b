"""Events in words: every kind that the rules tell has a sentence that reads like one, with printed names in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.telling.telling import WintersTelling
from rulesets.winters_victory.telling.wording import TELLERS
from rulesets.winters_victory.telling.words import modifier_word
from tests.rulesets.told_kinds import kinds_in
from tests.rulesets.winters_victory.battles import Events, at_random, battle, setting
from tests.rulesets.winters_victory.winter import HOME, ID
from tests.tiers import turns

_WORDS = re.compile(r"[\w'-]+")
_HEX = re.compile(r"\b([0-9]{4})\b( \()?")


@cache
def telling(uid: str = "eylau") -> WintersTelling:
    return WintersTelling(setting(uid))


def test_every_kind_of_event_that_the_rules_make_has_its_sentence() -> None:
    kinds = kinds_in([*(HOME / "rules").rglob("*.py"), HOME / "play.py", HOME / "sequence.py"])
    assert len(kinds) > 50
    assert (kinds | BY_NAME) - TELLERS.keys() == set()


BY_NAME = {"demoralization", "disintegration"}
"""Kinds that the rules hand on in a variable."""
SILENT = ("shock-end", "shock-losses")
"""Kinds that need no words, or none where nobody has lost anything."""


def check(of: Setting, events: Events) -> None:
    """Each event has words that are whole sentences, in which whatever has a printed name is called by it."""
    told = WintersTelling(of)
    ids = {uid for uid in told.names.roster.units if told.name(uid) != uid} | {*of.forces.brigades, "french", "allied"}
    for event in events:
        text = told.wording(event)
        if not text and event["kind"] in SILENT:
            continue
        assert text.endswith((".", "!")), event
        assert text[0] == text[0].upper() and "  " not in text, text
        assert not [sign for sign in ("None", "{", "[", "_", ": ;", ": .", "..", " ,") if sign in text], text
        said = set(_WORDS.findall(text))
        assert not said & ids, (text, said & ids)
        for at, named in _HEX.findall(text):
            assert named or at not in of.field.names, text


@pytest.mark.parametrize("seed", range(2))
def test_every_event_of_a_random_battle_has_words(seed: int) -> None:
    of = setting("learning-serpallen")
    check(of, battle(of, at_random(seed), seed=seed)[1])


@pytest.mark.parametrize("uid", turns(["davout", "first-day"]))
def test_every_event_of_a_large_battle_has_words(uid: str) -> None:
    check(setting(uid), battle(setting(uid), at_random(3), seed=3)[1])


def test_every_modifier_of_the_charts_has_words() -> None:
    of = setting("eylau")
    charts = of.charts
    tables: Sequence[Mapping[str, Any]] = [
        charts.fire.modifiers,
        charts.morale.modifiers,
        charts.morale.rally,
        charts.shock.attacker,
        charts.shock.defender,
        of.command.delivery,
        of.command.continuation,
    ]
    plain = {"leader", "disordered", "routed", "urgent", "square", "stream", "battery", "cover", "enemy"}
    slugs = {slug for table in tables for slug in table}
    assert {slug for slug in slugs if modifier_word(slug) == slug} <= plain


SAID: Sequence[tuple[str, dict[str, Any], str]] = [
    (
        "11.0-F6",
        {
            "kind": "fire",
            "unit": "r-j26-1",
            "at": "4167",
            "to": "4068",
            "units": ["f-33-1", "f-33-2"],
            "firing": 1,
            "range": "minimum",
            "line": "line",
            "strength": 9,
            "column": 9,
            "target": "massed",
            "number": 2,
            "die": 5,
            "modifiers": [["massed", 2]],
            "result": "2",
            "losses": {"f-33-1": 2},
            "gone": ["f-33-1"],
            "empty": [],
            "label": "x.fire",
            "case": "11.0",
        },
        "26th Jaegers, battalion 1 in 4167 (Serpallen) fires at 33rd Line, battalions 1 and 2 in 4068: 9 points of"
        " class 1 in line, minimum range, column 9; target class 2, massed; die 5, +2 a massed target (11.41-2): 2, 2"
        " points lost (11.0). 33rd Line, battalion 1 loses 2 points and is eliminated.",
    ),
    (
        "11.23-2",
        {"kind": "shot-lost", "unit": "f-b3-2", "at": "4171", "aimed": "4068", "to": "", "die": 9, "case": "11.23"},
        "2nd battery of III Corps in 4171 aims at 4068 at extended range; the shot, die 9, falls off the map (11.23).",
    ),
    (
        "12.3",
        {
            "kind": "shock-result",
            "at": "4065",
            "to": "4066",
            "strengths": [16, 9],
            "row": "3:2",
            "attacker": [["russian-infantry", 2]],
            "defender": [["disordered", -3]],
            "differential": 4,
            "effectiveness": [6, 2],
            "die": 9,
            "codes": ["dot", "Dr1"],
            "results": ["dot", "R"],
            "effects": [[0, "", 0], [3, "routed", 3]],
            "label": "x",
            "case": "12.3",
        },
        "16 points against 9, row 3:2; effectiveness of the attacker 4, +2 Russian infantry (12.2.1-f) = 6;"
        " effectiveness of the defender 5, -3 disordered (12.2.2-b) = 2; differential +4; die 9: -/Dr1 (12.3). The"
        " attacker: -, nothing."
        " The defender: Dr1 counts as R, routed, 3 lost, retreats 3 hexes.",
    ),
    (
        "17.34-1",
        {
            "kind": "order",
            "sender": "davout",
            "receiver": "friant",
            "result": "delay-1",
            "die": 8,
            "parts": {"urgent": -2},
            "label": "x",
            "attack": "A",
            "case": "17.34",
        },
        "Davout sends Friant Attack Order A: die 8, -2 sent as urgent (17.35-4) = 6, it is delayed by a turn (17.34).",
    ),
    (
        "13.3-1",
        {"kind": "retreat", "units": ["f-33-1"], "at": "4068", "to": "off"},
        "33rd Line, battalion 1 falls back from 4068 off the map and is lost (13.3).",
    ),
    (
        "20.3",
        {"kind": "over", "winner": "", "level": "Draw", "french": 3, "allied": 4, "parts": {}, "out": []},
        "The battle is over: a draw. Points: French 3, Allied 4.",
    ),
]


@pytest.mark.parametrize(("case", "event", "text"), SAID, ids=[row[0] for row in SAID])
def test_the_sentence(case: str, event: dict[str, Any], text: str) -> None:
    assert telling().wording(event) == text


@pytest.mark.rule(ID, "2.31-1")
def test_battalions_of_a_regiment_are_named_together() -> None:
    names = telling().names
    assert names.units(["f-33-1"]) == "33rd Line, battalion 1"
    assert names.units(["f-33-1", "friant"]) == "33rd Line, battalion 1 and Friant"
    assert names.units(["f-33-1", "f-33-2", "f-1ch", "friant"]) == (
        "33rd Line, battalions 1 and 2; 1st Chasseurs; and Friant"
    )
