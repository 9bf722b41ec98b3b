"""Events in words: every kind that a game tells, and every entry that orders may hold."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.state import fresh
from pbem.report.dispatch import Dispatch
from pbem.report.text import public_report
from pbem.report.textmap.listing import listing
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.telling.wording import listed, wording
from tests.rulesets.napoleon_at_war.playing import real, small


def campaign(seed: int) -> list[dict[str, Any]]:
    """The events of a whole game between random players."""
    state = fresh(real().setting.start().to_json())

    def pick(n: int) -> int:
        nonlocal seed
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return (seed >> 33) % n

    return advance(real(), state, RandomPlayer(pick), {"french": "a", "prussian": "b"}).events


EVENTS = campaign(3)


def test_every_event_of_a_campaign_has_words() -> None:
    assert {event["kind"] for event in EVENTS} >= {"headline", "moved", "entered", "combat", "retreated", "over"}
    for event in EVENTS:
        text = wording(real().setting, event)
        assert text.endswith("."), event
        assert "  " not in text
        assert "None" not in text
        assert "{" not in text


def test_report_of_a_whole_campaign_lays_out_every_phase() -> None:
    dispatch = Dispatch("Jena", "g", 9, "A", "B", events=EVENTS, orders={"for": 1, "moves": []})
    text = public_report(dispatch, real().telling.name, lambda event: wording(real().setting, event))
    lines = text.splitlines()
    assert max(map(len, lines)) <= 72
    assert text.isascii()
    for turn in range(1, 13):
        assert any(line.startswith(f"Game-Turn {turn}, French player turn") for line in lines)
    combats = [event for event in EVENTS if event["kind"] == "combat"]
    assert sum(line.startswith("  Attack ") and " on " in line for line in lines) >= len(combats)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"kind": "moved", "unit": "suc-1", "from": "0508", "to": "0610", "cost": "2 1/2", "allowance": "4"},
            "1/Suchet marches from 0508 to 0610 (Closwitz) for 2 1/2 of 4 movement points.",
        ),
        (
            {"kind": "entered", "unit": "gd", "at": "0104", "to": "0104", "why": "default entry"},
            "Guard arrives at 0104 (default entry).",
        ),
        ({"kind": "waits", "unit": "gd", "why": "no hex", "case": "14.13"}, "Guard waits: no hex (14.13)."),
        (
            {"kind": "refused", "unit": "gd", "case": "14.21-2"},
            "Guard is kept out of the battle for good (14.21-2).",
        ),
        (
            {"kind": "cut_off", "units": ["ruch-1", "ruch-2"], "by": "suc-1"},
            "1/Ruchel and 2/Ruchel can no longer arrive: cut off by 1/Suchet (14.23).",
        ),
        (
            {"kind": "exited", "unit": "suc-1", "from": "0104", "edge": "east", "battle": "jena"},
            "1/Suchet leaves the field of Jena for good, from 0104 over the east edge.",
        ),
        (
            {"kind": "transit", "unit": "suc-1", "section": "western", "space": 2, "from": ""},
            "1/Suchet is on the western section of the transit track, space 2.",
        ),
        ({"kind": "choice", "text": "Prussian reinforcements: Option B"}, "Prussian reinforcements: Option B."),
        (
            {"kind": "undone", "unit": "suc-1", "at": "0508", "text": "", "case": "5.32"},
            "The move of 1/Suchet to 0508 is undone (5.32).",
        ),
        (
            {"kind": "void", "army": "french", "text": "too far", "case": "5.15-1", "obliged": False},
            "An order of the French army is not carried out: too far (5.15-1).",
        ),
        (
            {"kind": "void", "army": "french", "text": "no", "case": "7.11", "obliged": True},
            "An order of the French army is not carried out: no (7.11); the default counts instead.",
        ),
        (
            {"kind": "lapsed", "id": "a1", "why": "nobody is left", "case": "7.82"},
            "Attack a1 does not take place: nobody is left (7.82).",
        ),
        (
            {"kind": "paid", "units": ["suc-1"], "owed": 6, "given": 8},
            "The exchange asks for 6 strength points; the attacker gives 1/Suchet, 8 strength points.",
        ),
        (
            {"kind": "eliminated", "unit": "tau-1", "at": "0610", "strength": 6, "why": "", "case": "7.72"},
            "1/Tauenzien (6 strength points) is eliminated at 0610 (Closwitz) (7.72).",
        ),
        (
            {"kind": "displaced", "unit": "suc-2", "from": "0508", "to": "0507", "by": "suc-1"},
            "2/Suchet makes room for 1/Suchet and shifts from 0508 to 0507.",
        ),
        (
            {"kind": "silent", "unit": "v-art", "why": "it was displaced", "case": "7.82"},
            "V Corps artillery takes no part any more in this phase: it was displaced (7.82).",
        ),
        (
            {"kind": "demoralized", "army": "prussian", "battle": "jena", "lost": 18, "level": 18, "case": "18.0"},
            "The Prussian army at Jena is DEMORALIZED: 18 strength points lost, its level is 18 (18.0).",
        ),
        (
            {"kind": "over", "winner": "", "level": "draw", "margin": 0, "points": {"french": 1, "prussian": 1}},
            "The game ends in a draw; victory points: French 1 and Prussian 1 (19.2).",
        ),
        ({"kind": "result", "result": "Dr"}, "the defenders retreat"),
        ({"kind": "nothing-known"}, ""),
    ],
)
def test_words(event: dict[str, Any], words: str) -> None:
    assert wording(real().setting, event) == words


@pytest.mark.parametrize(
    ("member", "entry", "words"),
    [
        ("moves", {"unit": "suc-1", "path": ["0508", "0509"]}, "1/Suchet: 0508 - 0509."),
        (
            "moves",
            {"unit": "suc-1", "path": ["0120"], "exit": "north"},
            "1/Suchet: 0120, then off the map over the north edge.",
        ),
        (
            "moves",
            {"unit": "suc-1", "path": ["0120"], "transit": "western"},
            "1/Suchet: 0120, then onto the western section of the transit track.",
        ),
        ("moves", {"unit": "gd", "refuse": True}, "Guard is not to enter the battle."),
        ("moves", {"unit": "gd", "track": "wait"}, "Guard: wait on the transit track."),
        (
            "attacks",
            {
                "id": "a1",
                "on": ["0610"],
                "by": ["suc-1"],
                "bombard": ["v-art"],
                "reduce": "1-1",
                "pay": ["suc-1"],
                "advance": [{"unit": "suc-1", "to": "0610"}],
                "retreat": [{"unit": "suc-1", "to": ["0608", "s"]}],
                "displace": ["suc-2"],
                "if": {"attack": "a0", "result": ["Dr", "De"]},
                "else": {},
            },
            "Attack a1 on 0610 (Closwitz) by 1/Suchet, bombarded by V Corps artillery; odds lowered to 1-1; an exchange"
            " is paid with 1/Suchet; advance of 1/Suchet to 0610; retreat of 1/Suchet to 0608 or s; 2/Suchet give way"
            " first; only if attack a0 gave Dr or De; otherwise by the defaults.",
        ),
        (
            "attacks",
            {
                "on": ["0610"],
                "bombard": ["v-art"],
                "pay": "ask",
                "advance": "ask",
                "retreat": "ask",
                "displace": "ask",
                "if": {"vacant": "0811"},
            },
            "Attack on 0610 (Closwitz) bombarded by V Corps artillery; payment asked; advance asked; retreats asked;"
            " displacement asked; only if 0811 is vacant.",
        ),
    ],
)
def test_orders_in_words(member: str, entry: dict[str, Any], words: str) -> None:
    assert wording(real().setting, {"kind": "ordered", "member": member, "entry": entry}) == words


def test_lists_of_words() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def listed_at(game: NapoleonGame) -> list[str]:
    """The list of the first position that `pbem map --text` prints."""
    drawn, sides = game.telling.pictures, {army: game.telling.name(army) for army in game.scenario.armies}
    assert drawn is not None
    return listing(drawn.boards(), drawn.scene(game.start()), sides)


def test_the_list_has_every_unit_once_and_fits() -> None:
    start, lines = real().setting.start(), listed_at(real())
    assert max(map(len, lines)) <= 80
    for unit, at in start.at.items():
        (line,) = [line for line in lines if f" ({unit}) " in line]
        assert line.split()[0].rstrip(":") == at
    assert "  0610 Closwitz, town: 1/Tauenzien (tau-1) 6-3" in lines
    assert lines.index("Jena") < lines.index("French") < lines.index("Prussian")


def test_the_list_of_the_small_field() -> None:
    lines = listed_at(small())
    assert lines[0] == "Small Field"
    assert len([line for line in lines if re.match("  [0-9]{4}", line)]) == len(small().setting.start().at)
