"""Pages of the sample campaigns: what they hold, that they hold no more than the public report, and the replay."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.segments import phase_start
from pbem.campaign.outbox.mail_draft import PICTURE_LIMIT
from pbem.campaign.records.open_target import Against, judge_path
from pbem.campaign.telling.dicelog import dice_record
from pbem.campaign.telling.mail_pages import map_picture
from pbem.campaign.telling.pictures import Moment, begin, boards_of, moment, svg_of, windows
from pbem.campaign.telling.plotting import figures_of, turn_of
from pbem.campaign.telling.replaying import replay_of
from pbem.campaign.telling.reports import position_of, public_text
from pbem.campaign.telling.webreports import (
    atlas_of,
    awaiting_scene,
    map_lines,
    phase_events,
    public_page,
    rolls_of,
    scene_of,
)
from pbem.engine.calculation import column_text
from pbem.engine.hidden import NOTHING
from pbem.engine.picture import Arrow, Scene
from pbem.report.picture.crop import EVERYBODY, elsewhere, frame
from pbem.report.web.maps import pieces
from tests.campaign.folders import begin as played
from tests.places import SAMPLES
from tests.report.markup import Parsed, assert_harmless, tokens

JENA, EYLAU = "jena-auerstadt", "eylau-1807"
BOTH = pytest.mark.parametrize("name", [JENA, EYLAU])


@cache
def sample(name: str) -> Campaign:
    campaign = judge_path(SAMPLES / name / "campaign.pbem", Against(), None).campaign  # type: ignore[arg-type]
    assert campaign is not None
    return campaign


def unheard(done: int, total: int, text: str) -> None:
    """Nobody watches."""


@cache
def replay(name: str) -> str:
    return replay_of(sample(name), unheard)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("seq", [14, 2, 23])
def test_a_page_has_the_words_of_its_report(name: str, seq: int) -> None:
    campaign = sample(name)
    page = public_page(campaign, seq)
    parsed = assert_harmless(page)
    assert len(page.encode("utf-8")) < 800_000
    text = public_text(campaign, seq, unicode=True).split("\n")
    # Without front, last line, and the signs that mark lists and quotations; of what did not happen a page says more.
    assert ("Play begins here" in parsed.text()) == (seq < 10)
    assert Counter(tokens("\n".join(text[5:-2]))) - Counter(tokens(parsed.text())) == Counter()
    assert f"Message {seq}, from " in parsed.text()
    boards = [given for given in parsed.named("svg") if given.get("class") == "board"]
    assert len(boards) == len(atlas_of(campaign, seq).boards)  # type: ignore[union-attr]
    assert all(given["role"] == "img" and given["aria-label"] for given in boards)
    before = [given["id"] for given in parsed.named("details") if re.fullmatch(r"m\d+", given.get("id") or "")]
    assert before == [f"m{number}" for number in range(seq - 1, max(seq - 9, 1), -1)]
    links = {given["href"] for given in parsed.named("a")}
    assert all(link and link[1:] in {given.get("id") for _, given in parsed.elements} for link in links)


def test_combats_show_their_calculation() -> None:
    page = public_page(sample(JENA), 16)
    story = page.split('id="story"', 1)[1].split('id="next"', 1)[0]
    combats = [event for event in sample(JENA).machine.events[15] if event["kind"] == "combat"]
    folded = story.split("<details")[1:]
    assert len(folded) == len(combats) > 2
    for event, part in zip(combats, folded, strict=True):
        steps = Parsed("<details" + part.split("</details>")[0] + "</details>").text()
        assert column_text(event["calculation"], lowered="7.9") in steps
        assert f"die {event['die']}: {event['result']}" in steps


@BOTH
def test_dice_follow_from_their_bytes(name: str) -> None:
    campaign = sample(name)
    seen = 0
    for seq in range(2, len(campaign.chain.messages) - 1):
        for rolls in rolls_of(campaign, seq):
            record = dice_record(campaign, seq)
            assert dict(rolls.seed).get("seed", "") == record.seed.hex()
            for roll, draw in zip(rolls.rolls, record.draws, strict=True):
                if roll.read:
                    found = re.match(r"(\d+) mod (\d+) \+ 1 = (\d+)", roll.sum)
                    assert found is not None
                    number, faces, result = (int(digits) for digits in found.groups())
                    assert number % faces + 1 == result == draw.result and faces == draw.faces
                    width = 2 if number > 255 or draw.faces > 256 else 1
                    assert roll.read.endswith(number.to_bytes(width, "big").hex())
                    seen += 1
    assert seen > 50
    assert rolls_of(campaign, len(campaign.chain.messages)) == []


# -- the replay ----------------------------------------------------------------------------


def shown(page: str) -> tuple[list[dict[str, list[list[int]]]], list[list[str]]]:
    """The steps of a replay, and the pieces of each board."""
    steps = json.loads(re.search(r'<script type="application/json" id="steps">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    inner = re.findall(r'<template id="pieces-\d+"><svg>\n(.*?)</svg></template>', page, re.DOTALL)
    return steps, [_outermost(part) for part in inner]


def _outermost(markup: str) -> list[str]:
    found, depth, start = [], 0, 0
    for one in re.finditer(r"<(/?)[a-z][^<>]*?(/?)>", markup, re.IGNORECASE):
        start = one.start() if depth == 0 else start
        depth += -1 if one[1] else 0 if one[2] else 1
        if depth == 0:
            found.append(markup[start : one.end()])
    return found


@pytest.mark.slow
@BOTH
def test_a_replay_shows_every_moment_as_it_was(name: str) -> None:
    campaign, page = sample(name), replay(name)
    assert len(page.encode("utf-8")) < 2_000_000
    steps, kept = shown(page)
    assert [step["seq"] for step in steps] == list(range(2, len(campaign.chain.messages)))
    atlas = atlas_of(campaign, 2)
    assert atlas is not None
    for seq, step in enumerate(steps, 2):
        scene = scene_of(campaign, seq, campaign.chain.states[seq], NOTHING, phase_events(campaign, seq))
        assert scene is not None
        for number in range(len(atlas.boards)):
            assert [kept[number][piece] for piece in step["boards"][number]] == pieces(atlas, number, scene)
    # What stays where it was is kept once.
    assert all(len(set(one)) == len(one) for one in kept)
    assert sum(map(len, kept)) * 4 < sum(len(row) for step in steps for row in step["boards"]) * 3


@pytest.mark.slow
@BOTH
def test_a_replay_tells_every_segment(name: str) -> None:
    campaign = sample(name)
    parsed = assert_harmless(replay(name))
    sections = [given for given in parsed.named("section") if given.get("class") == "step"]
    assert [given["aria-label"] for given in sections] == [
        f"Message {seq}" for seq in range(2, len(campaign.chain.messages))
    ]
    (slider,) = [given for given in parsed.named("input") if given["id"] == "slider"]
    assert slider["max"] == str(len(sections) - 1)
    assert replay(name) == replay_of(campaign, unheard)
    assert "For your eyes only" not in replay(name)


# -- what is hidden ------------------------------------------------------------------------


def test_pages_of_a_hidden_game_name_nobody_who_lies_face_down() -> None:
    """Before the first counters turn up everybody lies face down, and the page says no more than that."""
    campaign = sample(EYLAU)
    game = campaign.game
    for seq in (4, 5):
        page = public_page(campaign, seq)
        markers = campaign.chain.states[seq]["markers"]
        seen = {name for name, entry in markers.items() if "seen" in entry}
        down = set(markers) - seen
        assert down
        if any(event["kind"] in ("interception", "battle") for event in campaign.machine.events.get(seq - 1, ())):
            break
        drawn = re.findall(r'<g id="b0-unit-([^"]+)" class="counter"[^>]*><title>([^<]*)</title>', page)
        assert {name for name, _ in drawn} >= down
        for name, title in drawn:
            if name in down:
                assert title.split("\n")[0] == f"{game.telling.name(name)}, face down", title
        # A unit on the map can only be named where everybody knows it: in orders of battle, standing orders, openings.
        assert "linked to" not in re.sub(r"<dd>.*?</dd>", "", page)


def test_figures_count_what_the_ruleset_counts() -> None:
    for name in (JENA, EYLAU):
        campaign = sample(name)
        weighed, figures = campaign.game.telling.figures, figures_of(campaign)
        assert weighed is not None and figures is not None
        over = next(seq for seq, state in enumerate(campaign.chain.states) if state and state["over"])
        assert [moment.seq for moment in figures.moments] == list(range(2, over + 1))
        last = weighed.tally(position_of(campaign, campaign.chain.states[over]))
        assert figures.moments[-1].tally == last
        for army in figures.armies:
            total = sum(row[army] for row in figures.lost().values())
            assert total == last.lost[army] - figures.start.lost[army]
        thrown = [one for seq in range(1, over) for one in weighed.fortunes(campaign.machine.events.get(seq, []))]
        assert [throw.fortune for throw in figures.throws()] == thrown and len(thrown) > 20
        first = next(iter(figures.armies))
        luck = sum((one.actual - one.expected) * (1 if one.army == first else -1) for one in thrown)
        assert figures.throws()[-1].sum == luck
        assert figures_of(campaign, 3).moments == figures.moments[:2]  # type: ignore[union-attr]


def test_figures_of_whoever_has_just_rolled_count_the_segment_that_he_closes(tmp_path: Path) -> None:
    """His own report stands behind message 2, and draws what his program has made of it, as message 3 will."""
    a, b = played(tmp_path, 3)
    b.receive(a.mail(2))
    campaign = b.open(write=False)
    due = campaign.due()
    figures = figures_of(campaign, due=due)
    assert figures is not None and [one.seq for one in figures.moments] == [2, 3]
    weighed = campaign.game.telling.figures
    assert weighed is not None and figures.moments[-1].tally == weighed.tally(position_of(campaign, due.state))


def test_turns_are_named_by_their_headlines() -> None:
    assert turn_of("Game-Turn 3, French player turn (fog)") == "Game-Turn 3"
    assert turn_of("Turn 2 (28 January - 3 February 1807), Russian player turn") == "Turn 2"
    assert turn_of(", x") == ", x"


@BOTH
def test_maps_in_plain_characters(name: str) -> None:
    lines = map_lines(sample(name), 12, unicode=False)
    assert lines[0] == "The maps after message 12" and max(map(len, lines)) <= 72 and "\n".join(lines).isascii()


@BOTH
@pytest.mark.parametrize("seq", [2, 3, 9, 12])
def test_a_map_for_mail_is_the_public_map_after_its_message(
    name: str, seq: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Title and all: it is called by what led to it, as its arrows are, and not by the phase that is due now."""
    campaign, drawn = sample(name), list[str]()

    def kept(moments: Sequence[Moment], **_: object) -> bytes:
        drawn.append(svg_of(moments))
        return b""

    monkeypatch.setattr("pbem.campaign.telling.mail_pages.png_of", kept)
    map_picture(campaign, seq)
    shown = moment(campaign, seq, public=True)
    assert shown is not None and drawn == [svg_of([shown])] and shown.title in drawn[0]
    assert shown.title.partition(":")[0] == campaign.game.telling.headline(
        campaign.chain.states[max(phase_start(campaign, seq - 1), 1)]["at"]
    )


@BOTH
def test_the_map_of_an_invitation_shows_where_both_armies_begin(name: str) -> None:
    campaign = sample(name)
    shown = begin(campaign)
    assert shown is not None and shown.reader == ""
    assert shown.title == campaign.game.telling.headline(campaign.machine.start()["at"])
    assert {army for army, _ in shown.scene.held()} == set(shown.armies) == set(campaign.game.scenario.armies)


@BOTH
def test_everybody_is_on_the_maps_of_the_samples(name: str) -> None:
    """After every message all counters of both sides and all places where something happened are in the picture."""
    campaign = sample(name)
    for seq in range(2, len(campaign.chain.messages)):
        shown = moment(campaign, seq, public=True)
        assert shown is not None
        boards = boards_of([shown])
        for board, window in zip(boards, windows([shown], boards, whole=False), strict=True):
            assert elsewhere(board, shown.scene, window) == {}
            assert frame(board, window).counter >= EVERYBODY
            acted = {at for arrow in shown.scene.arrows for at in arrow.places}
            acted |= {at for fight in shown.scene.fights for at in (*fight.at, *fight.by)}
            spots = [place.centre for place in board.places if place.id in acted]
            assert window is None or all(window.holds(spot) for spot in spots)


@pytest.mark.slow
def test_the_map_of_a_busy_turn_is_not_too_large_for_a_mail() -> None:
    data, _ = map_picture(sample(JENA), 16)
    assert len(data) <= PICTURE_LIMIT


@pytest.mark.slow
def test_a_map_for_mail_is_small_and_always_the_same() -> None:
    campaign = sample(EYLAU)
    data, words = map_picture(campaign, 14)
    assert data.startswith(b"\x89PNG") and len(data) < 150_000
    lying = Counter(counter["side"] for counter in campaign.chain.states[14]["at"]["counters"].values())
    told = words.removeprefix("Poland and East Prussia, boxes about 15 to 25 km apart: ").partition("; ")[0]
    assert told == f"French {lying['french']} counters, Russian {lying['russian']} counters"
    assert map_picture(campaign, 14) == (data, words)


def foretold_of(scene: Scene) -> list[Arrow]:
    return [arrow for arrow in scene.arrows if arrow.kind in ("ordered", "attack ordered")]


@BOTH
def test_orders_that_wait_are_arrows_on_a_page_as_on_the_map_that_is_mailed(name: str) -> None:
    campaign, drawn = sample(name), 0
    for seq in (7, 8):
        shown = moment(campaign, seq, public=True)
        state = campaign.chain.states[seq]
        scene = awaiting_scene(campaign, seq, state, NOTHING, phase_events(campaign, seq))
        assert shown is not None and scene is not None
        assert foretold_of(scene) == foretold_of(shown.scene)
        page = Parsed(public_page(campaign, seq))
        arrows = [given for given in page.named("g") if re.match("arrow (attack )?ordered$", given.get("class") or "")]
        ways = {(one.army, one.kind, one.places) for one in foretold_of(shown.scene)}
        assert len(arrows) == len(ways)
        drawn += len(arrows)
    assert drawn > 10
