"""Events in words: every kind that the rules tell has a sentence, and reads like one."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from pbem.report.chapters import chapters
from pbem.report.dispatch import Dispatch
from pbem.report.text import public_report
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.telling.wording import TELLERS
from tests import tiers
from tests.places import PROJECT
from tests.rulesets.napoleons_last_battles.files import BOOK
from tests.rulesets.napoleons_last_battles.turns import Turns, all_but, game, played

RULES = (
    PROJECT / "rulesets" / "napoleons_last_battles",
    PROJECT / "pbem" / "hexgame" / "moving",
    PROJECT / "pbem" / "hexgame" / "fighting",
)
"""Where events are made."""
BETWEEN = {"arms", "charge", "joined", "lapsed", "leads", "raid", "silent", "wing-recovered"}
BEFORE = {"unsupplied-die", "unfought"}
"""What has units fall back, or be lost, before or without a combat."""
AT_THE_END = {"points", "headquarters", "withdrawn"}
FEW = ("quatre-bras", "la-belle-alliance")


def made(tree: ast.AST) -> Iterator[str]:
    """The kinds of events that a module writes down: `"kind": "moved"`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "kind" and isinstance(value, ast.Constant):
                    yield value.value


@cache
def kinds() -> frozenset[str]:
    paths = [path for folder in RULES for path in folder.rglob("*.py")]
    return frozenset(kind for path in paths for kind in made(ast.parse(path.read_text("utf-8"))))


def test_every_kind_of_event_that_the_rules_make_has_its_sentence() -> None:
    assert len(kinds()) > 20
    assert kinds() - TELLERS.keys() == set()


def check(turns: Turns) -> None:
    """Each event of these turns has words that are whole sentences."""
    for event in turns.events:
        text = turns.game.telling.wording(event)
        assert text.endswith((".", "!")), event
        assert text[0] == text[0].upper() and "  " not in text, text
        assert not {"None", "{", "[", "_"} & {sign for sign in ("None", "{", "[", "_") if sign in text}, text


def check_layout(turns: Turns) -> None:
    """What comes of a combat stands under it: nobody falls back, is lost or advances out of nowhere."""
    for phase in turns.phases:
        for chapter in chapters(phase):
            told = [action.after for action in chapter.actions if action.combat is None]
            alone = {event["kind"] for events in told if events[0]["kind"] not in BEFORE for event in events}
            assert alone <= {*BETWEEN, *AT_THE_END}, alone


@pytest.mark.parametrize("uid", FEW)
def test_every_event_of_random_player_turns_has_words(uid: str) -> None:
    turns = played(game(uid), 1, 4)
    check(turns)
    check_layout(turns)


@pytest.mark.parametrize("uid", tiers.turns(BOOK))
def test_every_event_of_every_scenario_has_words_with_and_without_options(uid: str) -> None:
    for turns in (played(game(uid), 1, 6), played(game(uid, *all_but(uid)), 2, 4)):
        check(turns)
        check_layout(turns)


def test_a_report_of_random_turns_fits_its_page() -> None:
    turns = played(game("quatre-bras"), 2, 4)
    telling = turns.game.telling
    dispatch = Dispatch("Quatre Bras", "g", 9, "A", "B", events=turns.events, orders={"for": 1})
    text = public_report(dispatch, telling.name, telling.wording)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 72 and text.isascii()
    assert "16 June, 1400, French player turn" in lines and "16 June, 1500, Coalition player turn" in lines
    combats = [event for event in turns.events if event["kind"] == "combat"]
    assert sum(line.startswith("  Attack ") and " on " in line for line in lines) == len(combats) > 0


SAID: Sequence[tuple[dict[str, Any], str]] = [
    (
        {
            "kind": "unsupplied-die",
            "id": "a",
            "unit": "opstl",
            "die": 3,
            "more": 1,
            "effect": "halved",
            "case": "16.18",
        },
        "Van Opstal, out of supply: the die is 3 and one for its leader, it fights with half its strength (16.18).",
    ),
    (
        {
            "kind": "unsupplied-die",
            "id": "a",
            "unit": "opstl",
            "die": 1,
            "more": 0,
            "effect": "silent",
            "case": "16.18",
        },
        "Van Opstal, out of supply: the die is 1, it holds its fire (16.18).",
    ),
    (
        {"kind": "unfought", "id": "a", "army": "coalition", "case": "16.18"},
        "Attack a is not fought: nobody of the Coalition army is left (16.18).",
    ),
    (
        {"kind": "weather", "weather": "rain", "before": "clear", "die": 6, "case": "22.6A"},
        "The weather die is 6: it begins to rain (22.6A).",
    ),
    ({"kind": "weather", "weather": "clear", "before": "rain", "die": 0, "case": "22.6A"}, "The rain ends (22.6A)."),
    (
        {"kind": "start-die", "unit": "opstl", "die": 2, "reduced": True, "case": "18.5A"},
        "The die for van Opstal is 2: it begins reduced (18.5A).",
    ),
    (
        {
            "kind": "arrival",
            "units": ["quiot-1", "bourg-1", "schmtz-2", "aulard-2", "derlon"],
            "at": ["2152"],
            "die": 4,
            "on": ["1"],
            "comes": False,
            "case": "19.5D-1",
        },
        "The die for the French First Corps is 4 (1 needed): it stays away (19.5D-1).",
    ),
    (
        {"kind": "arrival", "units": ["mouton"], "at": ["1641"], "die": 0, "on": ["any"], "comes": True, "case": "c"},
        "Mouton may enter at 1641 (Quatre Bras) (c).",
    ),
    (
        {"kind": "release", "units": ["lher"], "why": "die", "die": 3, "on": ["1"], "free": False, "case": "19.5C"},
        "The die for L'Heritier's cavalry is 3 (1 needed): it stays where it is (19.5C).",
    ),
    (
        {
            "kind": "release",
            "units": ["lher"],
            "why": "enemy",
            "by": "mrln",
            "die": 0,
            "on": [],
            "free": True,
            "case": "19.5C",
        },
        "L'Heritier's cavalry, held back until now, may move: Merlen has come up to it (19.5C).",
    ),
    (
        {"kind": "caution", "unit": "ney", "die": 4, "active": False, "case": "24.5B"},
        "The die for the caution of Ney is 4: he is inactive on this turn (24.5B).",
    ),
    ({"kind": "inactive", "units": ["napoleon", "ney"], "case": "15.4-1"}, "Napoleon and Ney are inactive (15.4-1)."),
    (
        {"kind": "activation", "unit": "ney", "why": "die", "die": 1, "active": True, "case": "15.4-2"},
        "The die for Ney is 1: he is active again (15.4-2).",
    ),
    (
        {"kind": "activation", "unit": "ney", "why": "met", "die": 0, "active": True, "case": "15.4-3"},
        "Ney is active again: another commander has been with him (15.4-3).",
    ),
    (
        {"kind": "communications", "unit": "ney", "die": 2, "active": False, "case": "16.14C"},
        "Ney has no line to an active headquarters: the die is 2, he becomes inactive (16.14C).",
    ),
    (
        {"kind": "allowance", "unit": "napoleon", "dice": [3, 4], "points": 7, "case": "16.1C"},
        "Napoleon has 7 movement points on this turn: the dice are 3 and 4 (16.1C).",
    ),
    (
        {"kind": "allowance", "unit": "pire", "dice": [1], "points": 1, "case": "16.18A"},
        "Pire's cavalry has 1 movement point on this turn: the die is 1 (16.18A).",
    ),
    (
        {"kind": "capacity", "unit": "napoleon", "die": 5, "capacity": 3, "case": "16.1C"},
        "The command capacity of Napoleon is 3 on this turn: the die is 5 (16.1C).",
    ),
    (
        {"kind": "memo", "memo": "hal", "army": "coalition", "says": "0114", "written": True, "case": "22.6B"},
        "The Coalition player opens the memo hal: it says 0114 (22.6B).",
    ),
    (
        {"kind": "memo", "memo": "hal", "army": "coalition", "says": "none", "written": False, "case": "22.6B"},
        "The Coalition player opens the memo hal: it holds nothing and counts as none (22.6B).",
    ),
    (
        {"kind": "unsupplied", "units": ["pire"], "case": "16.18"},
        "Out of supply until tomorrow: Pire's cavalry (16.18).",
    ),
    (
        {"kind": "commands", "unit": "ney", "at": "1751", "officers": ["reille"], "units": ["pire"], "case": "11.1A"},
        "Ney in 1751 commands Reille and Pire's cavalry (11.1A).",
    ),
    (
        {
            "kind": "commands",
            "unit": "reille",
            "at": "1751",
            "officers": [],
            "units": ["huss-5", "camp-5", "baud-6", "soye-6", "vill-7", "piat-7", "pire"],
            "case": "11.1B",
        },
        "Reille in 1751 passes command on to Husson, Campi, Baudin, Soye, de Villiers, Piat and Pire's"
        " cavalry (11.1B).",
    ),
    (
        {"kind": "out-of-command", "army": "french", "units": ["pire"], "case": "11.0"},
        "Out of command: Pire's cavalry (11.0).",
    ),
    (
        {
            "kind": "headquarters",
            "unit": "hq-french",
            "at": "3163",
            "to": "inactive",
            "why": "Soult left it",
            "case": "c",
        },
        "French headquarters staff in 3163 becomes inactive: Soult left it (c).",
    ),
    (
        {"kind": "shaken", "book": "fr-2", "by": -2, "unit": "reille", "beside": "vandamme", "case": "22.5A"},
        "Reille stands near Vandamme, whose corps is demoralized: the level of the French Second Corps is 2 lower until"
        " he checks again (22.5A).",
    ),
    (
        {"kind": "recovered", "book": "british", "lost": 30, "level": 40, "case": "13.3"},
        "The British contingent recovers good morale: its losses are down to 30, below its level of 40 (13.3).",
    ),
    (
        {"kind": "leader-killed", "unit": "ney", "at": "1641", "die": 1, "case": "10.2"},
        "Ney falls in 1641 (Quatre Bras) and is lost for good: the die is 1 (10.2).",
    ),
    (
        {"kind": "succeeded", "unit": "bulow-c", "second": "bulow", "chief": "blucher", "at": "3552", "case": "16.1C"},
        "Bulow takes over from Blucher (16.1C).",
    ),
    (
        {
            "kind": "rout-dice",
            "id": "a",
            "dice": [{"unit": "camp-5", "die": 2}, {"unit": "huss-5", "die": 5}],
            "case": "c",
        },
        "The Old Guard falls back. Dice of the infantry that sees it: Campi 2 and Husson 5 (c).",
    ),
    (
        {"kind": "level-moved", "book": "prussian", "by": -3, "demoralized": 52, "disintegrated": 71, "case": "18.3B"},
        "The levels of the Prussian army fall by 3 strength points to 52 and 71 (18.3B).",
    ),
    (
        {"kind": "given-back", "at": "1641", "army": "french", "before": "coalition", "case": "5.4"},
        "The march by which the French army took 1641 (Quatre Bras) is taken back: the Coalition army holds it still"
        " (5.4).",
    ),
    (
        {"kind": "given-back", "at": "1642", "army": "french", "before": "", "case": "5.4"},
        "The march by which the French army took 1642 is taken back: nobody holds it (5.4).",
    ),
    (
        {"kind": "withdrawn", "units": ["kempt", "pack"], "of": "allied", "case": "24.3D"},
        "The Allied army is taken off the map: Kempt and Pack (24.3D).",
    ),
    (
        {
            "kind": "points",
            "army": "french",
            "points": 1,
            "for": "holding",
            "hexes": "1641",
            "total": 3,
            "case": "19.4C",
        },
        "The French player gets 1 victory point for holding 1641 (Quatre Bras) and has 3 (19.4C).",
    ),
    (
        {
            "kind": "points",
            "army": "coalition",
            "points": 2,
            "for": "in-play",
            "units": "fr-1",
            "total": 2,
            "case": "c",
        },
        "The Coalition player gets 2 victory points while units of the French First Corps are in play and has 2 (c).",
    ),
    (
        {
            "kind": "over",
            "winner": "french",
            "level": "decisive",
            "points": {"french": 3, "coalition": 2},
            "case": "21.4A",
            "shift": "",
            "because": [{"is": "demoralized", "who": "prussian"}],
        },
        "The French player wins a decisive victory (21.4A): the Prussian army is demoralized."
        " Victory points: French 3, Coalition 2, the difference 1.",
    ),
    (
        {"kind": "over", "winner": "", "level": "draw", "case": "3.4A", "shift": "", "because": [], "points": {}},
        "The game ends in a draw (3.4A).",
    ),
    ({"kind": "result", "result": "Dr"}, "the defenders retreat"),
    (
        {"kind": "garrison-forming", "unit": "byng", "at": "0617", "case": "16.11A"},
        "Byng begins to form a garrison in 0617 (Hougoumont) (16.11A).",
    ),
    (
        {"kind": "garrison-left", "unit": "byng", "at": "0617", "case": "16.11"},
        "Byng is no garrison of 0617 (Hougoumont) any more (16.11).",
    ),
]


@pytest.mark.parametrize(("event", "text"), SAID, ids=[event["kind"] for event, _ in SAID])
def test_words(event: dict[str, Any], text: str) -> None:
    assert game("campaign").telling.wording(event) == text


ORDERED: Sequence[tuple[str, Any, str]] = [
    ("orders", {"unit": "camp-5", "path": ["1648", "1647"]}, "Campi: 1648 - 1647."),
    (
        "orders",
        {"units": ["camp-5", "ney"], "path": ["1648", "1647"], "charge": True},
        "Campi and Ney: 1648 - 1647, a charge.",
    ),
    ("orders", {"unit": "pire", "path": ["0605"], "exit": "0605"}, "Pire's cavalry: 0605, then off the map for good."),
    ("orders", {"unit": "byng", "garrison": True}, "Byng forms a garrison."),
    ("orders", {"units": ["byng", "mait"], "hold": True}, "Byng and Maitland stay where they are."),
    (
        "attacks",
        {
            "id": "gem",
            "on": ["1744"],
            "by": ["camp-5", "huss-5"],
            "bombard": ["pell"],
            "reduce": "3-1",
            "leader": "reille",
            "advance": [{"unit": "camp-5"}],
            "if": {"attack": "a0", "result": ["Dr", "De"]},
            "else": {"reduce": "1-2"},
        },
        "Attack gem on 1744 (Gémioncourt) by Campi and Husson, bombarded by Pelletier; odds lowered to 3-1; led by"
        " Reille; advance of Campi; only if attack a0 gave Dr or De; otherwise odds lowered to 1-2.",
    ),
    ("reorganize", {"unit": "huss-5", "officer": "reille", "at": "1755"}, "Husson is reorganized with Reille in 1755."),
    (
        "command",
        {"ney": {"officers": ["reille"], "units": ["pire"]}, "reille": "reorganizes", "grouchy": {}},
        "Ney commands Reille and Pire's cavalry; Reille reorganizes; Grouchy commands nobody.",
    ),
    (
        "mounted",
        {"pire": "always", "lher": {"odds-at-least": "2-1"}},
        "Back before combat: Pire's cavalry always and L'Heritier's cavalry odds at least 2-1.",
    ),
    ("setup", {"ney": "1641", "reille": "1755"}, "Ney in 1641 (Quatre Bras) and Reille in 1755."),
    ("pass", "yes", "Nothing is ordered."),
    ("memos", {"hal": "0114"}, ""),
]


@pytest.mark.parametrize(("member", "entry", "text"), ORDERED, ids=[row[0] for row in ORDERED])
def test_orders_in_words(member: str, entry: Any, text: str) -> None:
    telling = game("campaign").telling
    assert telling.wording({"kind": "ordered", "member": member, "entry": entry}) == text


@pytest.mark.parametrize("uid", FEW)
def test_all_that_chance_orders_has_words(uid: str) -> None:
    found = game(uid, "leaders", "command")
    board = found.theatre.board(found.position(played(found, 1, 2).positions[-1]))
    orders = OrdersOptions(board).sample(random.Random(1).randrange)
    assert orders
    for member, value in orders.items():
        for entry in value if isinstance(value, list) else [value]:
            text = found.telling.wording({"kind": "ordered", "member": member, "entry": entry})
            assert text.endswith(".") and "_" not in text, (member, entry)
