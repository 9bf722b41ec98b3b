"""What is told of a phase as one text, names for those who may know them, and what is hidden in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import NOTHING, Own
from rulesets.jours_de_gloire.telling.facts import printed_name
from rulesets.jours_de_gloire.telling.words import legend, wording
from tests.rulesets.jours_de_gloire.fighting import attack
from tests.rulesets.jours_de_gloire.papers import field, own
from tests.rulesets.jours_de_gloire.whole_games import whole_game
from tests.rulesets.jours_de_gloire.world import public, small

F = {"army": "french", "stack": ["f1", "f2"]}
NAMES = {"f1": "I Corps", "f2": "Napoléon", "r3": "cavalry dummy"}
START = {"kind": "activated", **F, "at": "eiche", "forced": False, "concentrate": False, "case": "4.4-3"}


def step(start: str, to: str, crossing: str = "", case: str = "5.1-1", **more: Any) -> dict[str, Any]:
    return {"kind": "step", **F, "from": start, "to": to, "crossing": crossing, "case": case, **more}


def told(*events: Any, names: Any = NO_LEGEND, **options: str) -> list[str]:
    """The story of these events, line by line."""
    return wording(small(**options), {"kind": "story", "events": list(events)}, names).split("\n")


# -- marches -----------------------------------------------------------------------------------------


def test_steps_of_a_stack_are_one_sentence() -> None:
    assert told(START, step("eiche", "ahorn", "ford"), step("ahorn", "birke")) == [
        "MOVEMENT",
        "\tFrench counters f1 and f2 march from Eiche over the ford to Ahorn, to Birke (5.1-1).",
    ]


def test_whoever_was_spoken_of_is_they() -> None:
    forced = {**START, "forced": True, "stack": ["f1"]}
    halted = {"kind": "halted", **F, "stack": ["f1"], "at": "ahorn", "why": "points", "case": "5.1-1"}
    assert told(forced, step("eiche", "ahorn", stack=["f1"]), halted, names=NAMES)[1] == (
        "\tI Corps (f1) marches from Eiche to Ahorn; a forced march (5.1-1). It halts for want of movement points in"
        " Ahorn (5.1-1)."
    )
    general = {**halted, "stack": ["f2"]}
    assert told(step("eiche", "ahorn", stack=["f2"]), general, names=NAMES, hiding="open") == [
        "\tNapoléon marches from Eiche to Ahorn (5.1-1).",
        "\tNapoléon halts for want of movement points in Ahorn (5.1-1).",
    ]
    assert told({**START, "stack": ["f2"]}, step("eiche", "ahorn", stack=["f2"]), general, names=NAMES)[1].endswith(
        "(5.1-1). He halts for want of movement points in Ahorn (5.1-1)."
    )


def test_meeting_somebody_is_one_sentence() -> None:
    claims = [
        {"kind": "claimed", "army": "russian", "say": "leader", "value": ""},
        {"kind": "claimed", "army": "russian", "say": "real", "value": "r7"},
    ]
    met = {"kind": "contact", "army": "french", "at": "birke", "real": True, "case": "5.2-1"}
    halted = {"kind": "halted", **F, "at": "birke", "why": "contact", "case": "5.2-1"}
    silent = {"kind": "claimed", "army": "russian", "say": "guns", "value": "r7"}
    assert told(START, step("eiche", "birke"), *claims, met, silent, halted)[1] == (
        "\tFrench counters f1 and f2 march from Eiche to Birke (5.1-1). The French side meets an enemy combat unit"
        " (counter r7) in Birke and ends the march (5.2-1)."
    )
    empty = {**met, "real": False, "case": "5.2-2"}
    assert told(START, step("eiche", "birke"), empty)[1].endswith("Birke: no enemy combat unit is there (5.2-2).")


def test_each_stack_has_its_paragraph_and_each_part_its_heading() -> None:
    points = {"kind": "command-points", "army": "french", "command": "army-west", "chief": "", "die": 3, "pc": 3}
    other = {**START, "stack": ["f3"], "at": "fels"}
    fights = {"kind": "battles", "army": "french", "at": ["birke"], "case": "2-B3"}
    lines = told({**points, "case": "4.4-1"}, START, step("eiche", "birke"), other, fights)
    assert [line for line in lines if not line.startswith("\t")] == ["ADMINISTRATION", "", "MOVEMENT", "", "COMBAT"]
    assert [line.count("(") for line in lines if line.startswith("\t")] == [1, 1, 1, 1]


# -- battles -----------------------------------------------------------------------------------------


def test_a_battle_is_a_table() -> None:
    fought = attack({"garten": "napoleon i rus-1=6"}, {"garten.r1.a": 6})
    lines = told(*fought.events)
    start = lines.index("\tBattle at Garten")
    labels = [line.split("\t")[2] for line in lines[start + 1 :] if line.startswith("\t\t") and line.count("\t") == 3]
    assert labels[:5] == ["Attackers", "Defenders", "Ground", "Chits", "Round 1"]
    assert "Morale" in labels and labels[-1] == "Result"
    rounds = [line for line in lines if "French fire" in line]
    assert re.search(r"die 6, \+4 tactical bonus \(8\.5-8\)", rounds[0])


def test_a_battle_that_goes_on_in_the_next_report_has_a_heading_too() -> None:
    event = {"kind": "morale", "at": ["garten"], "side": "russian", "round": 1, "lost": 2, "start": 6, "cohesion": 3}
    event |= {"bonus": 0, "needs": 3, "die": 5, "passed": True, "encircled": {}, "causes": []}
    assert told(event)[:2] == ["", "\tBattle at Garten, continued"]


# -- who may know what ---------------------------------------------------------------------------------


@pytest.mark.rule("jdg", "1.2.1-6")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_legend_names_what_was_seen_and_ones_own(seed: int) -> None:
    whole = whole_game(seed)
    one = whole.game
    for record_step in whole.player.steps:
        at = record_step.at
        seen = {counter for counter, entry in at["counters"].items() if "seen" in entry}
        assert set(one.telling.legend(at)) == seen
        mine = {c: content for c, content in record_step.committed.items() if at["counters"].get(c)}
        army = record_step.army
        names = one.telling.legend(at, Own(army, mine))
        assert set(names) == seen | set(mine)
        assert all(
            names[c] in (printed_name(one.setting, x) for x in content.values()) or "dummy" in names[c]
            for c, content in mine.items()
        )
    shown = [event for event in whole.events if event["kind"] == "opened"]
    assert shown
    first = shown[0]
    assert set(first["counters"]) <= set(one.telling.legend(one.start(), NOTHING, [first]))


@pytest.mark.parametrize("seed", [3, 4])
def test_the_story_of_a_whole_game(seed: int) -> None:
    whole = whole_game(seed)
    one = whole.game
    names = one.telling.legend(one.start(), NOTHING, whole.events)
    text = one.telling.wording({"kind": "story", "events": whole.events}, names)
    assert not re.search(r"[{}\[\]]|None|True|False|\(\)", text)
    lines = text.split("\n")
    assert {"ADMINISTRATION", "MOVEMENT", "COMBAT"} <= set(lines)
    assert all(re.fullmatch(r"|[A-Z]+|\t\t?[^\t]+(\t[^\t]+)?", line) for line in lines)
    assert all(
        line.endswith((".", "MOVEMENT", "COMBAT", "ADMINISTRATION")) or "\tBattle at" in line or not line
        for line in lines
    )


# -- what is hidden, in words ----------------------------------------------------------------------------

LEAF = {"kind": "general", "vc": 3, "rank": 2, "link": 2, "plan": {}}


@pytest.mark.parametrize(
    ("value", "known", "words"),
    [
        (LEAF, False, "general of VC 3, linked to the chief"),
        (LEAF, True, "by its sign linked to the chief"),
        ({**LEAF, "kind": "dummy", "vc": 0, "link": 0}, True, "by its sign a dummy"),
        ({**LEAF, "kind": "dummy", "vc": 0, "link": 0}, False, "dummy, without a link"),
        (
            {**LEAF, "link": 1, "plan": {"guns": "any", "intercept": ["fels", "moor"], "withdraw": True, "with": []}},
            True,
            "by its sign linked to a general, withdraws, intercepts in Fels and Moor,"
            " marches to the guns of any battle",
        ),
        (
            {**LEAF, "plan": {"guns": {"x": 1}, "to": 7, "back": ["{0}", 3]}},
            True,
            "by its sign linked to the chief, falls back to {0} instead",
        ),
        ("nonsense", True, "by its sign a dummy"),
        ("", False, ""),
    ],
)
def test_signs(value: Any, known: bool, words: str) -> None:
    assert wording(small(), {"kind": "leaf", "leaf": "f1", "value": value, "known": known}) == words


@pytest.mark.parametrize(
    ("say", "value", "words"),
    [
        ("real", "r7", "r7 is a combat unit"),
        ("real", "", "no combat unit is there"),
        ("leader", "", "nobody reacts"),
        ("deserters", ["r1", "r2"], "of the command: r1 and r2"),
        ("no-such-thing", "r1", ""),
    ],
)
def test_claims(say: str, value: Any, words: str) -> None:
    assert wording(small(), {"kind": "stated", "say": say, "value": value}) == words


def test_contents() -> None:
    place = field({"eiche": "napoleon^ i", "fels": "french:cavalry"})
    place.board.write("f2", ["loss", 2])
    at, known = public(place.board), own(place).markers

    def said(counter: str, where: Any) -> str:
        content = known.get(counter, {"general": "napoleon"})
        return wording(place.setting, {"kind": "content", "content": content, "marker": counter, "at": where})

    assert [said("f2", None), said("f2", at)] == ["I Corps with 7 PF", "I Corps with 5 PF in Eiche"]
    assert [said("f3", at), said("f1", at)] == ["cavalry dummy in Fels", "Napoléon in Eiche, face up"]


@pytest.mark.parametrize("content", [None, 5, "x", [], {}, {"unit": "nobody"}, {"general": ["ney"]}, {"dummy": "ship"}])
def test_nonsense_has_no_words(content: Any) -> None:
    assert wording(small(), {"kind": "content", "content": content, "marker": "f1", "at": None}) == ""


def test_public_orders_name_whom_the_reader_knows() -> None:
    entry = {"stack": ["f1", "f9"], "path": ["fels"]}
    event = {"kind": "ordered", "member": "orders", "entry": entry}
    assert wording(small(), event, NAMES) == "I Corps (f1) and counter f9: Fels."
    assert wording(small(hiding="open"), event, NAMES | {"f9": "Ney"}) == "I Corps and Ney: Fels."
    plans = {"f1": {"guns": ["fels"], "with": ["f9"]}, "f2": {}}
    event = {"kind": "ordered", "member": "reactions", "entry": plans}
    assert wording(small(hiding="open"), event, NAMES | {"f9": "Ney"}) == (
        "I Corps takes Ney along and marches to the guns of Fels; Napoléon nothing."
    )
    wanted = {"fels": {"tactic": "offensive", "siege": True, "losses": ["f1", "f9"], "retreat": ["moor"]}}
    event = {"kind": "ordered", "member": "battles", "entry": wanted}
    assert wording(small(), event, NAMES) == (
        "Fels: tactic offensive, siege yes, losses I Corps (f1) and f9, retreat Moor."
    )
    assert legend(small(), field({}).board.at, NOTHING, []) == {}
