"""Events in words: every kind that the rules tell has a sentence, and no sentence names what lies face down."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from rulesets.jours_de_gloire import mapdata
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import printed_name
from rulesets.jours_de_gloire.telling.wording import TELLERS
from rulesets.jours_de_gloire.telling.words import wording
from tests.rulesets.jours_de_gloire.fighting import attack
from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.whole_games import whole_game
from tests.rulesets.jours_de_gloire.wordings import GOLDEN
from tests.rulesets.jours_de_gloire.world import small

HOME = Path(mapdata.__file__).parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

# -- which kinds there are ------------------------------------------------------------------------


class Kinds:
    """The kinds of events that the sources tell, and the places where a kind cannot be read off."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.unclear: list[str] = []
        trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(HOME.rglob("*.py"))}
        self.calls = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for path, tree in trees.items():
            if any(name(call.func) == "Tell" for call in ast.walk(tree) if isinstance(call, ast.Call)):
                for function in ast.walk(tree):
                    if isinstance(function, FUNCTIONS):
                        self._function(path, function)

    def _function(self, path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and name(node.func) == "Tell":
                kinds = set(self._told(node.args[0], function))
                self.found |= kinds
                if not kinds:
                    self.unclear.append(f"{path.name}:{node.lineno}")

    def _told(self, told: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
        """The kinds of an event: a dict, a name of one, or a dict that another function begins."""
        if isinstance(told, ast.Name):
            for value in assigned(function, told.id):
                yield from self._told(value, function)
        if not isinstance(told, ast.Dict):
            return
        for key, value in zip(told.keys, told.values, strict=True):
            if key is None and isinstance(value, ast.Call):
                for argument in value.args[:1]:
                    yield from texts(argument)
            elif isinstance(key, ast.Constant) and key.value == "kind":
                yield from self._kinds(value, function)

    def _kinds(self, value: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
        if not isinstance(value, ast.Name):
            yield from texts(value)
            return
        for found in assigned(function, value.id):
            yield from texts(found)
        given = [argument.arg for argument in function.args.args]
        if value.id in given:
            yield from self._passed(function, given.index(value.id))

    def _passed(self, function: ast.FunctionDef | ast.AsyncFunctionDef, index: int) -> Iterator[str]:
        """What all callers give for a parameter, and its default."""
        after = len(function.args.args) - len(function.args.defaults)
        if index >= after:
            yield from texts(function.args.defaults[index - after])
        for call in self.calls:
            if name(call.func) == function.name:
                own = index - (1 if isinstance(call.func, ast.Attribute) and name(call.func.value) == "self" else 0)
                yield from texts(call.args[own]) if own < len(call.args) else ()


def name(node: ast.expr) -> str:
    """The last part of a name."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def texts(node: ast.expr) -> Iterator[str]:
    """A text, or those of both branches of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def assigned(function: ast.AST, to: str) -> Iterator[ast.expr]:
    """What a function assigns to a name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(name(target) == to for target in node.targets):
            yield node.value


@pytest.mark.slow
def test_every_kind_that_is_told_has_words() -> None:
    kinds = Kinds()
    assert kinds.found >= {"battle", "weather", "over", "halted", "pursuit", "withdrew", "relief-alone", "sheltered"}
    assert kinds.unclear == []
    engine = {"void", "claimed"}
    assert kinds.found | engine <= set(TELLERS)
    assert set(TELLERS) - kinds.found - engine == {"result", "ordered"}


def test_every_golden_kind_is_told_and_unknown_ones_are_passed_over() -> None:
    assert {event["kind"] for event, _ in GOLDEN} >= set(TELLERS) - FOUGHT - {"result", "ordered"}
    assert wording(small(), {"kind": "no-such-kind"}) == ""


# -- typical events -----------------------------------------------------------------------------------

# Kinds that the battles below tell.
FOUGHT = {"battle", "round", "morale", "battle-over", "joined", "overrun", "crossing", "demolition", "pursuit"}


@pytest.mark.parametrize(
    ("event", "sentence"), GOLDEN, ids=lambda value: value.get("kind") if type(value) is dict else ""
)
def test_golden_sentences(event: dict[str, Any], sentence: str) -> None:
    assert wording(small(), event) == sentence


@pytest.mark.parametrize(
    ("member", "entry", "sentence"),
    [
        ("mix", {"box": "eiche", "counters": ["f9", "f8"]}, "In Eiche counters f9 and f8."),
        (
            "reinforce",
            {"counter": "f1", "command": "grande-armee"},
            "A strength point of Grande Armée for counter f1.",
        ),
        ("detach", {"from": "f1", "counter": "f9"}, "A detachment of counter f1, counter f9."),
        ("rejoin", {"unit": "f1", "detachment": "f9"}, "Counter f1 takes up the detachment, counter f9."),
        ("forces", {"1": ["f1", "f2"], "2": []}, "Force 1: counters f1 and f2; Force 2: no counters."),
        ("orders", {"stack": ["f1"], "entrench": True}, "Counter f1: entrench."),
        (
            "orders",
            {"stack": ["f1"], "enter": "north-road", "path": [{"recon": "stay"}], "command": "army-west"},
            "Counter f1: enter by the road from the north - reconnoitre and stay (paid by Army of the West).",
        ),
    ],
)
def test_entries_of_orders(member: str, entry: Any, sentence: str) -> None:
    assert wording(small(), {"kind": "ordered", "member": member, "entry": entry}) == sentence


# -- battles ------------------------------------------------------------------------------------------


def test_a_battle_round_by_round() -> None:
    fought = attack({"garten": "napoleon i rus-1=6"}, {"garten.r1.a": 6})
    told = [wording(small(), event) for event in fought.events]
    battle = next(text for text in told if text.startswith("Battle at Garten"))
    assert battle.startswith("Battle at Garten. French: I Corps 7 under Napoléon; 7 PF, cohesion ")
    assert "morale is tested from 2 PF lost on (8.6-1)." in battle and "Clear terrain, clear weather" in battle
    first = next(text for text in told if text.startswith("Round 1 at Garten (8.1-P4). "))
    assert "French fire: I Corps 7, together 7 PF, column 7-10; die 6, +4 tactical bonus (8.5-8)" in first
    assert "= 10: the enemy loses 2 PF (8.4-1)" in first or "row 10: the enemy loses 2 PF (8.4-1)" in first
    assert "Losses: Russian 2 PF (1st Russian 2); 4 PF are left (8.4-2)." in first
    morale = "Morale in round 1. Russian, 2 of 6 PF lost, because of its losses, 8.6-1"
    assert any(text.startswith(morale) for text in told)
    assert any(text.startswith("The battle at Garten is over. ") for text in told)


FIRE = Calculation(
    (Strength("attacker", (Counted("i", 7, (Effect(Fraction(1, 2), "fatigued", "8.5-1"),)), Counted("ii", 5)), 8),),
    "7-10",
    (Effect(2, "flank attack", "8.5-2"),),
    "16-21",
    "16-21",
    (Effect(4, "tactical bonus", "8.5-8"), Effect(2, "cohesion", "8.5-7")),
).told()


def test_fire_with_everything() -> None:
    event = {
        "kind": "round",
        "at": ["garten"],
        "round": 2,
        "fire": [{"side": "french", "calculation": FIRE, "die": 6, "sum": 12, "loss": 3, "star": True}],
        "guns": [{"side": "french", "ba": 4, "die": 5, "modifiers": [{"by": -1, "case": "3.1-S4", "why": "snow"}]}
                 | {"sum": 4, "loss": 0, "star": False}],
        "losses": [{"side": "russian", "lost": 3, "units": {"rus-1": 3}, "dead": ["rus-1"], "left": 1}],
    }  # fmt: skip
    assert wording(small(), event) == (
        "Round 2 at Garten (8.1-P4). French fire: I Corps 7 x 1/2 fatigued (8.5-1) = 3 1/2 and II Corps 5,"
        " together 8 1/2, that is 8 PF, column 7-10; +2 flank attack (8.5-2): 16-21;"
        " die 6, +4 tactical bonus (8.5-8), +2 cohesion (8.5-7) = 12, row 10:"
        " the enemy loses 3 PF and has to test its morale (*) (8.4-1)."
        " French guns, bonus 4: die 5, -1 snow (3.1-S4) = 4: no effect (8.4-4)."
        " Losses: Russian 3 PF (1st Russian 3); eliminated: 1st Russian; 1 PF is left (8.4-2)."
    )


PAID = {"lost": 1, "units": {"rus-1": 1}, "dead": [], "left": 3}
COSTS = " 1 PF (1st Russian 1); 3 PF are left"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"kind": "joined", "at": ["garten"], "round": 2, "side": "russian", "joiner": "r5", "flank": True}
            | {"units": [{"id": "rus-2", "pf": 5}], "leaders": [{"id": "bennigsen"}], "pf": 9, "level": 2},
            "At the end of round 2 the Russian side is joined by Bennigsen and 2nd Russian 5, counter r5 and who came"
            " with it and attacks the flank (8.5-3); it has 9 PF now and tests its morale from 2 PF lost on (6.5.2-3).",
        ),
        (
            {"kind": "overrun", "at": ["garten"], "attacker": "french", "defender": "russian", "pf": [24, 4], "die": 3}
            | {"modifiers": [{"by": 1, "case": "8.4-7", "why": "cavalry"}], "sum": 4, "result": "halved"}
            | {"way_out": True, **PAID},
            "The French side tries to overrun the Russian side at Garten, 24 PF against 4: die 3, +1 cavalry (8.4-7)"
            f" = 4: half of the defenders are lost and the rest retreats; they lose{COSTS} (8.4-7).",
        ),
        (
            {"kind": "crossing", "at": ["garten"], "side": "russian", "water": "ford", "case": "8.7-7", **PAID},
            f"The Russian side retreats over a ford and loses{COSTS} (8.7-7).",
        ),
        (
            {"kind": "demolition", "at": ["garten", "castell"], "side": "russian", "case": "6.4-3", "die": 3}
            | {"destroyed": True, **PAID},
            "The Russian side tries to blow the bridge from Garten to Castell behind it: die 3: it is destroyed, at the"
            f" cost of{COSTS} (6.4-3).",
        ),
        (
            {"kind": "pursuit", "at": ["garten"], "side": "russian", "winner": "french", "bc": 6, "case": "8.4-5"}
            | {"die": 5, "modifiers": [{"by": -1, "case": "3.1-R3", "why": "rain"}], "sum": 4, "loss": 1, **PAID},
            "The French side pursues with a cavalry bonus of 6: die 5, -1 rain (3.1-R3) = 4: the Russian side"
            f" loses{COSTS} (8.4-5).",
        ),
        (
            {"kind": "morale", "at": ["garten"], "side": "russian", "round": 1, "lost": 2, "start": 6, "cohesion": 3}
            | {"bonus": 1, "needs": 4, "die": 5, "passed": False, "encircled": PAID}
            | {"causes": [{"cause": "threshold", "case": "8.6-1"}, {"cause": "combat-table", "case": "8.6-2"}]},
            "Morale in round 1. Russian, 2 of 6 PF lost, because of its losses, 8.6-1 and a star of the combat table,"
            " 8.6-2: cohesion 3 + 1 for its leader = 4, die 5 (8.6-4): it fails, cannot retreat"
            f" and loses{COSTS} (8.6-6).",
        ),
        (
            {"kind": "battle-over", "at": ["garten"], "rounds": 2, "winner": "french", "loser": "russian"}
            | {"why": "morale", "lost": {"russian": 2, "french": 1}, "dead": ["rus-2"]}
            | {"eliminated": {"units": {"rus-1": 4}, "captured": ["bennigsen"]}},
            "The battle at Garten is over. The French side wins after 2 rounds, for only the Russian side failed its"
            " morale test; losses French 1 PF and Russian 2 PF; eliminated: 2nd Russian (8.1-P5-1). The beaten force"
            " has nowhere to go and is removed: 1st Russian 4; captured: Bennigsen (8.5-5, 8.7-6).",
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_what_battles_bring(event: dict[str, Any], sentence: str) -> None:
    assert wording(small(), event) == sentence


# -- whole games ----------------------------------------------------------------------------------------

# Kinds that name commanders, reinforcements and replacements, which the scenario makes public.
OFFICIAL = {"command-points", "replaced", "may-enter", "delay"}
# Kinds whose counters are given with what they hold, because they lie face up from now on.
SHOWN = {"opened", "deployed", "arrived"}


def named(setting: Setting, text: str) -> set[str]:
    """Printed names of units, detachments and generals that stand in a text."""
    tables: tuple[Any, ...] = (setting.units, setting.generals, setting.forces.detachments)
    things = {thing.name for table in tables for thing in table.values()}
    return {printed for printed in things if re.search(rf"(?<!\w){re.escape(printed)}(?!\w)", text)}


def contents(setting: Setting, event: Any) -> set[str]:
    """Printed names of everybody whom an event shows."""
    held = [value for content in event["counters"].values() for value in content.values() if isinstance(value, str)]
    return {printed_name(setting, value) for value in held}


@pytest.mark.parametrize("seed", [3, 4])
def test_a_hidden_game_names_nobody_who_was_not_seen(seed: int) -> None:
    setting, seen = small(), set[str]()
    for event in whole_game(seed).events:
        text = wording(setting, event)
        if event["kind"] in SHOWN:
            seen |= contents(setting, event)
        if event["kind"] not in OFFICIAL:
            assert named(setting, text) <= seen, (event, text)
    assert seen


@pytest.mark.parametrize(("seed", "hiding"), [(3, "hidden"), (4, "hidden"), (1, "open")])
def test_all_events_of_a_game_have_words_and_no_braces(seed: int, hiding: str) -> None:
    setting = small(hiding=hiding)
    for event in whole_game(seed, hiding).events:
        text = wording(setting, event)
        silent = event["kind"] == "claimed" and not event["value"]
        assert text.endswith(".") or (silent and text == ""), event
        assert not re.search(r"[{}\[\]]|  |None|True|False|\(\)", text), text
        assert text[0].isupper() or text[0].isdigit() if text else silent


def test_words_do_not_hang_on_the_order_of_members() -> None:
    setting = small()
    for event in whole_game(3).events:
        assert wording(setting, json.loads(json.dumps(event, sort_keys=True))) == wording(setting, event)
        assert wording(setting, reverse(event)) == wording(setting, event)


def reverse(value: Any) -> Any:
    """The same data with the members of all maps the other way round."""
    if isinstance(value, dict):
        return {key: reverse(inner) for key, inner in reversed(value.items())}
    return [reverse(inner) for inner in value] if isinstance(value, list) else value


def test_the_game_uses_these_words() -> None:
    assert (
        game().telling.wording({"kind": "set-up", "army": "french", "case": "7.1-1"})
        == "The French side sets up (7.1-1)."
    )


def test_what_is_hidden_has_a_label_and_claims_have_words_whatever_they_say() -> None:
    assert wording(small(), {"kind": "leaf-label", "leaf": "f3"}) == "Sign of f3"
    claims = {"r16": "r16 is a combat unit", "": "no combat unit is there"}
    for value, words in claims.items():
        assert wording(small(), {"kind": "stated", "say": "real", "value": value}) == words
    for odd in (True, 7, {"a": 1}, ["r1", 2]):
        assert wording(small(), {"kind": "stated", "say": "real", "value": odd}).endswith(" is a combat unit")
