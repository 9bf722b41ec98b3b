"""Events in words: every kind that the rules tell has a sentence that reads like one, with printed names in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from pbem.report.chapters import chapters
from pbem.report.dispatch import Dispatch
from pbem.report.text import public_report
from rulesets.campaign_1806.forms import ORDERS_FORM
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.telling.named import RESULTS
from rulesets.campaign_1806.telling.telling import CampaignTelling
from rulesets.campaign_1806.telling.wording import TELLERS
from rulesets.campaign_1806.telling.wording_orders import MEMBERS
from tests.rulesets.campaign_1806.country import HOME, ID
from tests.rulesets.campaign_1806.modes import OPEN
from tests.rulesets.campaign_1806.telling.asking import saalfeld
from tests.rulesets.campaign_1806.test_games import ALL, BATTLES, CAMPAIGNS, RULESET, random_game
from tests.rulesets.told_kinds import kinds_in

_WORDS = re.compile(r"[\w'-]+")
_HEX = re.compile(r"\b([ns][0-9]{4})\b( \()?")


@cache
def kinds() -> frozenset[str]:
    paths = [*(HOME / "rules").rglob("*.py"), HOME / "play.py", HOME / "sequence.py"]
    return kinds_in(paths)


def test_every_kind_of_event_that_the_rules_make_has_its_sentence() -> None:
    assert len(kinds()) > 30
    assert kinds() - TELLERS.keys() == set()


def check(game: CampaignGame, events: Sequence[dict[str, Any]]) -> None:
    """Each event has words that are whole sentences, in which whatever has a printed name is called by it."""
    assert isinstance(game.telling, CampaignTelling)
    names = game.telling.names
    ids = {uid for uid in names.roster.units if names.unit(uid) != uid} | {"french", "prussian"}
    for event in events:
        text = game.telling.wording(event)
        assert text.endswith((".", "!")), event
        assert text[0] == text[0].upper() and "  " not in text, text
        assert not [sign for sign in ("None", "{", "[", "_", ": ;", ": .") if sign in text], text
        said = set(_WORDS.findall(text))
        assert not said & ids, (text, said & ids)
        for at, named in _HEX.findall(text):
            # Those between the ends of a way bear none, for they are many.
            assert named or at not in game.setting.field.names or f"- {at} -" in text, text


def test_every_event_of_a_random_game_has_words() -> None:
    check(*saalfeld())


@pytest.mark.slow
def test_every_event_of_random_turns_of_a_campaign_has_words() -> None:
    check(RULESET.game("erfurt", OPEN), random_game(RULESET.game("erfurt", OPEN), 1, 8))


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scenario", BATTLES)
def test_every_event_of_a_hundred_battles_has_words(scenario: str, seed: int) -> None:
    game = RULESET.game(scenario, ALL if seed % 2 else OPEN)
    check(game, random_game(game, seed, 99))


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_every_event_of_a_campaign_has_words(scenario: str) -> None:
    game = RULESET.game(scenario, OPEN)
    check(game, random_game(game, 3, 60))


def test_a_report_of_a_game_fits_its_page() -> None:
    game, events = saalfeld()
    text = public_report(Dispatch("Saalfeld", "g", 9, "A", "B", events=events), game.telling.name, game.telling.wording)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 72 and text.isascii()
    assert "10 October, morning, French player turn" in lines
    combats = [event for event in events if event["kind"] == "combat"]
    assert sum(line.startswith("  Attack ") for line in lines) == len(combats)
    command = next(number for number, line in enumerate(lines) if "gives no command points" in line)
    assert lines[command - 1].startswith("---"), "command is told before the moves"


def under_combats(events: Sequence[dict[str, Any]]) -> int:
    """How much is told under combats, and that nothing else of what comes of them stands alone."""
    told = 0
    for action in (action for chapter in chapters(events) for action in chapter.actions):
        told += len(action.after) if action.combat else 0
        alone = {event["kind"] for event in action.after if not action.combat}
        assert alone <= {"lapsed", "reduced", "left"}, alone
    return told


def test_what_comes_of_a_combat_stands_under_it() -> None:
    assert under_combats(saalfeld()[1])


@pytest.mark.slow
def test_what_comes_of_the_combats_of_a_battle_stands_under_them() -> None:
    assert under_combats(random_game(RULESET.game("jena", ALL), 3, 99))


SAID: Sequence[tuple[str, dict[str, Any], str]] = [
    (
        "5.26",
        {"kind": "captured", "unit": "murat", "at": "n1330", "die": 1, "army": "prussian", "case": "5.26"},
        "Murat, alone in n1330 (Jena), is captured by the Prussian army by a die of 1 (5.26). "
        "Letters to him are the captor's to read (18.11).",
    ),
    (
        "5.26-2",
        {"kind": "flew", "unit": "ney", "at": "n1629", "to": "", "die": 4, "case": "5.26"},
        "Ney, alone before the enemy in n1629, escapes (die 4) from the map and comes in again later (5.26).",
    ),
    (
        "8.41-1",
        {"kind": "damage", "unit": "friant", "at": "n1330", "over": "n1431", "die": 2, "done": True, "case": "8.41"},
        "Friant breaks the bridge between n1330 (Jena) and n1431 (Landgrafenberg): the die is 2 (8.41).",
    ),
    (
        "8.43B",
        {"kind": "repair", "unit": "friant", "at": "n1330", "over": "n1431", "die": 6, "done": False, "case": "8.43"},
        "Friant fails to repair the bridge between n1330 (Jena) and n1431 (Landgrafenberg): the die is 6 (8.43).",
    ),
    (
        "9.26-1",
        {"kind": "bridge-captured", "unit": "bridge-fr", "side": "n1330/n1331", "army": "prussian", "case": "9.26"},
        "The pontoon of French bridge train between n1330 (Jena) and n1331 falls into the hands of the Prussian army"
        " (9.26).",
    ),
    (
        "13.12",
        {"kind": "reassembled", "unit": "tilly", "at": "n1331", "case": "13.12"},
        "The vedettes of Tilly come together again in n1331 (13.12).",
    ),
    (
        "12.24",
        {"kind": "not-reorganized", "unit": "tilly", "leader": "ney", "die": 6, "case": "12.24"},
        "Tilly is not reorganized by Ney: the die is 6, and it is lost for good (12.24).",
    ),
    (
        "16.31",
        {"kind": "guard-recoils", "case": "16.31"},
        "The Guard recoils: all French levels of demoralization fall by a third (16.31).",
    ),
    (
        "4.2",
        {"kind": "disengaged", "unit": "suchet", "path": ["n1330", "n1331"], "case": "4.2"},
        "Suchet slips away by night from the enemy's zone: n1330 (Jena) - n1331 (4.2).",
    ),
    (
        "14.0",
        {"kind": "supply", "out": ["suchet", "gazan"], "again": ["ney"], "army": "french", "case": "14.0"},
        "Out of supply: Suchet and Gazan; in supply again: Ney (14.0).",
    ),
    (
        "19.31",
        {"kind": "comes", "unit": "ruchel", "die": 6, "done": False, "case": "19.31"},
        "The die for Rüchel is 6: he does not come yet (19.31).",
    ),
    (
        "12.11",
        {"kind": "recovered", "formation": "pr-i", "case": "12.11"},
        "The Prussian I Corps is demoralized no longer (12.11).",
    ),
    (
        "11.32",
        {
            "kind": "reduced",
            "by": ["suchet"],
            "column": "1-1",
            "odds": "2-1",
            "dice": {"suchet": 6},
            "done": False,
            "case": "11.32",
        },
        "Suchet would lower their odds to 1-1: initiative dice Suchet 6, they fight at 2-1 (11.32).",
    ),
]


@pytest.mark.rule("1806", "18.11-EX")
@pytest.mark.parametrize(("case", "event", "text"), SAID)
def test_the_sentence(case: str, event: dict[str, Any], text: str) -> None:
    assert RULESET.game("jena", OPEN).telling.wording(event) == text


ORDERED: Sequence[tuple[str, Any, str]] = [
    ("orders", {"units": ["suchet"], "path": ["n1330", "march", "n1331"]}, "Suchet: n1330 (Jena) - march - n1331."),
    (
        "attacks",
        {"on": ["n1431"], "with": ["n1330"], "reduce": "1-1", "advance": "yes"},
        "Attack on n1431 (Landgrafenberg) from n1330 (Jena); odds lowered to 1-1; advance.",
    ),
    ("reorganize", {"leader": "ney", "units": ["tilly"]}, "Ney reorganizes Tilly."),
    (
        "command",
        {"napoleon": {"officers": ["ney"], "units": []}, "lannes": {}},
        "Napoleon puts Ney in command; Lannes puts nobody in command.",
    ),
    ("setup", {"bila": "n1330"}, "Bila in n1330 (Jena)."),
    ("replace", {"ney": "n1330"}, "the place of Ney is taken in n1330 (Jena)."),
    ("reassemble", "tilly", "Tilly comes together again."),
    ("disengage", {"units": ["suchet"], "path": ["n1331"]}, "Suchet: n1331."),
]


@pytest.mark.parametrize(("member", "entry", "text"), ORDERED)
def test_orders_in_words(member: str, entry: Any, text: str) -> None:
    told = RULESET.game("jena", OPEN).telling.wording({"kind": "ordered", "member": member, "entry": entry})
    assert told == text[:1].upper() + text[1:]


@pytest.mark.rule(ID, "21.81")
def test_a_plan_in_words() -> None:
    game = RULESET.game("free-entry", OPEN)
    event = {"kind": "ordered", "member": "plan", "entry": {"v": "alternate"}}
    assert game.telling.wording(event) == "Lannes, Suchet, Gazan and Treilhard by the alternate track."


def test_every_member_of_orders_has_words() -> None:
    hidden = RULESET.game("jena", {"forces": "hidden"}).schema("orders")["properties"]
    assert {*ORDERS_FORM.lists, *ORDERS_FORM.members, *hidden} == MEMBERS.keys()


@pytest.mark.rule(ID, "11.4-Ex")
def test_each_code_has_words_within_a_sentence() -> None:
    telling = RULESET.game("jena", OPEN).telling
    assert telling.wording({"kind": "result", "result": "Ar2"}) == "the attackers retreat two hexes"
    assert {telling.wording({"kind": "result", "result": code}) for code in RESULTS} == set(RESULTS.values())
    assert telling.wording({"kind": "result", "result": ""}) == "nothing happens"
    assert not telling.wording({"kind": "ordered", "member": "nothing", "entry": {}})
