"""The reports of an invented chain against golden files, and what holds for every report."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.battle import write_action
from pbem.report.chapters import Action
from pbem.report.data import report_json
from pbem.report.dispatch import Dispatch
from pbem.report.plain_values import said
from pbem.report.text import own_report, public_report
from pbem.report.typesetting import ASCII, UNICODE, WIDTH, Page
from tests.report.chain import FRENCH_TURN, PRUSSIAN_TURN, chain, moved, name, wording

GOLDEN = Path(__file__).parent / "golden"


@given(st.text(st.sampled_from(" a-b\t\n\xa0é.") | st.characters(), max_size=90), st.integers(0, 9), st.integers(0, 9))
def test_a_short_paragraph_is_what_wrapping_makes_of_it(text: str, indent: int, hang: int) -> None:
    page, pad = Page(UNICODE), " " * indent
    page.paragraph(text, indent=indent, hang=hang)
    hanging = pad + " " * hang
    fitted = UNICODE.fit(text)
    assert page.lines == textwrap.wrap(
        fitted, WIDTH, initial_indent=pad, subsequent_indent=hanging, break_on_hyphens=False
    )


def golden(file: str) -> str:
    return (GOLDEN / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_public_reports_of_the_chain(number: int) -> None:
    dispatch = chain()[number]
    assert public_report(dispatch, name, wording) == golden(f"public-{dispatch.seq}.txt")


def test_unicode_variant() -> None:
    assert public_report(chain()[0], name, wording, unicode=True) == golden("public-6-unicode.txt")


def test_own_report_covers_both_segments() -> None:
    assert own_report(chain()[:2], name, wording) == golden("own-7.txt")


def test_own_report_needs_a_segment() -> None:
    with pytest.raises(ValueError, match="at least one segment"):
        own_report([], name, wording)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_first_and_last_line(number: int) -> None:
    dispatch = chain()[number]
    lines = public_report(dispatch, name, wording).splitlines()
    assert lines[0].startswith("pbem report 3 unknown public ")
    assert lines[-1] == f"run pbem receive: your program now rolls the dice of message {dispatch.seq}"


@pytest.mark.parametrize("unicode", [False, True])
def test_every_line_fits(unicode: bool) -> None:
    for dispatch in chain():
        text = public_report(dispatch, name, wording, unicode=unicode)
        assert max(len(line) for line in text.splitlines()) <= WIDTH
        assert text.isascii() or unicode
        assert "\n\n\n" not in text


def test_own_report_is_never_taken_for_the_public_one() -> None:
    text = own_report(chain()[:2], name, wording)
    assert text.startswith("pbem report 3 unknown own ")
    assert "run pbem receive: your program" not in text


def test_odds_are_told_before_and_after_each_modifier() -> None:
    text = " ".join(public_report(chain()[0], name, wording).split())
    assert "13 : 12 is 1-1; +1 demoralized defenders (18.11-2) -> 2-1; lowered by the attacker to 1-1" in text
    assert "3 x 2 town (9.0-7) = 6 in 0811" in text


def test_aftermath_stands_under_its_combat() -> None:
    data = report_json([chain()[0]], wording)
    actions = data["segments"][0]["phases"][0]["actions"]
    assert [event["kind"] for event in actions[0]["after"]] == ["retreated", "eliminated", "demoralized", "advanced"]
    assert [action["combat"] for action in actions[1:]] == [None, None]
    assert actions[2]["after"][0]["said"] == "Attack a2 does not take place: its defender is gone (7.82-4)."


def test_a_result_that_touches_nobody_is_told_as_such() -> None:
    """Who reads that the attackers retreat would look for those who do."""
    combat = next(event for event in PRUSSIAN_TURN if event["kind"] == "combat")
    for bombards in (False, True):
        event = {**combat, "attackers": [{**one, "bombards": bombards} for one in combat["attackers"]]}
        page = Page(ASCII)
        write_action(page, Action(event), name, wording)
        assert ("Nothing comes of it" in page.text()) is bombards


def test_json_holds_every_event_but_the_next_headline() -> None:
    data = report_json(chain()[:2], wording, "own")
    assert json.loads(json.dumps(data)) == data
    told = json.dumps(data)
    for event in (*FRENCH_TURN, *PRUSSIAN_TURN[:-1]):
        assert json.dumps(dict(event))[1:-1] in told


def test_json_of_a_public_report_has_one_segment() -> None:
    with pytest.raises(ValueError, match="public report"):
        report_json(chain(), wording)
    with pytest.raises(ValueError, match="at least one"):
        report_json([], wording, "own")


def test_marches_are_told_apart_by_what_they_led_to() -> None:
    phase = report_json([chain()[0]], wording)["segments"][0]["phases"][0]
    assert [event["unit"] for event in phase["contacts"]] == ["suc-1"]
    assert [event["unit"] for event in phase["marches"]] == ["gaz-1", "gaz-2"]


def test_quiet_phase_between_two_headlines() -> None:
    headline = {"kind": "headline", "turn": 1, "army": "french", "weather": "night", "text": "Game-Turn 1"}
    dispatch = replace(chain()[0], events=[headline, {**headline, "text": "Game-Turn 2"}, moved("gd", ["1", "2"], "1")])
    text = public_report(dispatch, name, wording)
    assert "Game-Turn 1 (night)\n" + "-" * WIDTH + "\nAll quiet" in text


def test_segment_without_events() -> None:
    """Its chapter is left out; a message that brings nothing else either says what it was."""
    quiet = replace(chain()[0], events=[])
    text = public_report(quiet, name, wording)
    assert "Nothing" not in text and f"\n{quiet.headline}\n" not in text
    told = public_report(replace(quiet, silence="Anna had nothing to decide."), name, wording)
    assert f"\n{quiet.headline}\n{'-' * WIDTH}\nAnna had nothing to decide.\n" in told


def secret(known: int) -> Dispatch:
    rows = [(f"f{n}", f"Corps {n} in Jena") for n in range(1, 9)]
    return replace(chain()[-1], secret=rows, known=frozenset(rows[:known]), known_since=6)


def test_of_what_the_reader_alone_knows_only_what_is_new_is_told() -> None:
    told = own_report([secret(5)], name, wording).split("What you alone know\n")[1]
    assert [f"f{n} " in told for n in range(1, 9)] == [False] * 5 + [True] * 3
    said = "The other 5 have not changed since you signed message 6; pbem report --all lists all of them."
    assert said in " ".join(told.split())
    told = own_report([secret(8)], name, wording).split("What you alone know\n")[1]
    assert "Corps" not in told
    assert "None of the 8 has changed since you signed message 6; pbem report --all lists them." in " ".join(
        told.split()
    )
    assert all(f"f{n} " in own_report([secret(0)], name, wording) for n in range(1, 9))


def test_the_data_of_an_own_report_has_all_that_its_reader_knows() -> None:
    assert len(report_json([secret(5)], wording, "own")["secret"]) == 8


def test_what_a_terminal_would_obey_is_not_passed_on() -> None:
    dispatch = replace(chain()[0], note=["\x1b[2J\x07 \u202eevil"], campaign="a\x1b]0;b\nc")
    for unicode in (False, True):
        text = public_report(dispatch, name, wording, unicode=unicode)
        assert not any(not char.isprintable() for char in text.replace("\n", ""))


def test_long_words_and_names_are_broken() -> None:
    dispatch = Dispatch("x" * 300, "y" * 90, 3, "s" * 100, "r" * 100, note=["n" * 500], due=("d" * 200,))
    lines = public_report(dispatch, name, wording).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("n") for line in lines if line.startswith("  | ")) == 500


def test_points_in_both_variants() -> None:
    assert [UNICODE.points(text) for text in ("1/2", "2 1/2", "3", "x 1/2")] == ["\u00bd", "2\u00bd", "3", "x 1/2"]
    assert ASCII.points("2 1/2") == "2 1/2"


def test_ascii_keeps_letters_readable() -> None:
    assert ASCII.fit("L\u00fctzow, Stra\u00dfe \u2013 \u201cha\u201d \u00bd \u4e2d") == 'Lutzow, Strasse - "ha" 1/2 ?'


def test_members_without_words_are_told_plainly() -> None:
    value = {"unit": "suc-1", "path": ["0811", "0812"], "refuse": True, "count": 3}
    assert said(value, name) == "unit 1/Suchet; path 0811 (L\u00fctzeroda), 0812; refuse yes; count 3"


# -- what a ruleset lays out itself -----------------------------------------------------------------

STORY = (
    "MARCHES\n\tAnna goes to Fels and stays there, since nobody is to be seen far and wide, and nobody comes.\n\n"
    "\tA fight\n\t\tForces\tthree against two\n\t\tDie\t4, +1 for the hill = 5: Bert goes back"
)
TOLD = [
    {"kind": "turn", "heading": "Turn 2, Anna", "weather": "fog"},
    {"kind": "gone", "unit": "f1"},
    {"kind": "turn", "heading": "Turn 2, Bert"},
    {"kind": "gone", "unit": "f1"},
    {"kind": "turn", "heading": "Turn 3, Anna"},
]


def by_story(event, legend=MappingProxyType({})):
    """Words of a ruleset that tells its phases as stories, or names a marker by its reader's legend."""
    if event["kind"] == "story":
        return STORY if not legend else ""
    return f"{legend.get(event['unit'], event['unit'])} has gone." if event["kind"] == "gone" else ""


def dispatch(**more) -> Dispatch:
    return Dispatch("Hills", "0123", 3, "Anna", "Bert", "Turn 1", TOLD, **more)


def test_a_story_stands_as_it_was_laid_out() -> None:
    text = public_report(dispatch(), name, by_story)
    assert "Turn 2, Anna (fog)\n" + "-" * WIDTH in text
    assert (
        "MARCHES\n"
        "  Anna goes to Fels and stays there, since nobody is to be seen far and\n"
        "    wide, and nobody comes.\n"
        "\n"
        "  A fight\n"
        "    Forces  three against two\n"
        "    Die     4, +1 for the hill = 5: Bert goes back\n"
    ) in text
    assert "Turn 3" not in text and text.count("MARCHES") == 2


def test_a_story_is_of_printable_characters_alone() -> None:
    page = Page(ASCII)
    page.story("\tone\x1b[2J two\n\x07\t\tthree")
    assert page.lines[0] == "  one?[2J two"
    assert all(line.isascii() and line.isprintable() for line in page.lines)


def test_names_of_markers_are_those_of_the_reader() -> None:
    text = public_report(dispatch(legend={"f1": "Davout"}), name, by_story)
    assert text.count("  Davout has gone.") == 2 and "f1" not in text
    told = report_json([dispatch(legend={"f1": "Davout"})], by_story)
    assert [phase["remarks"][0]["said"] for phase in told["segments"][0]["phases"]] == ["Davout has gone."] * 2


def test_marches_name_markers_as_their_reader_can() -> None:
    march = {"kind": "moved", "unit": "f1", "from": "0101", "to": "0102", "cost": "2", "allowance": ""}
    turn = replace(dispatch(), events=[{"kind": "turn", "heading": "Turn 2"}, march])
    for legend, who in (({}, name("f1")), ({"f1": "Davout (f1)"}, "Davout (f1)")):
        text = public_report(replace(turn, legend=legend), name, wording)
        assert f"{who} 0101 -> {name('0102')} [2]" in text


def test_what_is_told_first_stands_before_the_moves_and_in_the_data() -> None:
    turn = chain()[0]
    head, *events = turn.events
    dice = {"kind": "weather", "text": "The rain stops.", "part": "opening"}
    late = replace(turn, events=[head, *events, dice])
    text = public_report(late, name, lambda event: event.get("text", "") or wording(event))
    lines = text.splitlines()
    assert lines.index("  The rain stops.") < lines.index("MOVEMENT") == lines.index("  The rain stops.") + 2
    (segment,) = report_json([late], lambda event: event.get("text", ""))["segments"]
    assert segment["phases"][0]["openings"] == [{**dice, "said": "The rain stops."}]
    (plain,) = report_json([turn], wording)["segments"]
    assert "openings" not in plain["phases"][0]


def test_what_is_told_at_the_end_stands_below_the_combats_under_a_heading_of_its_own() -> None:
    turn = chain()[0]
    head, *events = turn.events
    points = {"kind": "tally", "text": "One point for the mill.", "part": "closing"}
    late = replace(turn, events=[head, points, *events])
    lines = public_report(late, name, lambda event: event.get("text", "") or wording(event)).splitlines()
    at = lines.index("  One point for the mill.")
    assert lines[at - 2 : at] == ["", "END OF THE TURN"] and lines.index("COMBAT") < at
    (segment,) = report_json([late], lambda event: event.get("text", ""))["segments"]
    assert segment["phases"][0]["closings"] == [{**points, "said": "One point for the mill."}]
