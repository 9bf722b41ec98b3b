"""Reports as pages and as HTML for mail: the words of the text report, escaped, in well-formed elements."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.picture import Board, Place, Scene
from pbem.engine.picture import Counter as Piece
from pbem.report.text import own_report, public_report, write_own, write_public
from pbem.report.web.dice import Roll, Rolls
from pbem.report.web.html_mail import letter, letter_report, styled
from pbem.report.web.html_paper import Sheet
from pbem.report.web.maps import Atlas, pieces
from pbem.report.web.markup import Markup, escaped, joined, tag
from pbem.report.web.replay import Replay, Step, replay_page
from pbem.report.web.turn import Told, TurnPage, turn_page
from tests.report.chain import chain, name, wording
from tests.report.markup import Parsed, assert_harmless, tokens

HOSTILE = '</p></script><img src=x onerror="document.title=1">\u202eevil" onload=\'1\' &amp; \x00'

ATLAS = Atlas(
    [Board("b", HOSTILE, (Place("0101", (0, 0), ((-9, -9), (9, -9), (9, 9), (-9, 9)), "0101", HOSTILE),), (), 6)],
    {"french": HOSTILE},
)
SCENE = Scene((Piece("u1", "0101", "french", "infantry", HOSTILE, "5-4", hover=(HOSTILE, "second line")),))


def written(number: int, **more: object) -> str:
    sheet = Sheet(**more)  # type: ignore[arg-type]
    write_public(sheet, chain()[number], name, wording)
    return sheet.markup()


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("plain", [False, True])
def test_every_word_of_the_text_report_and_no_other(number: int, plain: bool) -> None:
    dispatch = replace(chain()[number], due=())
    text = public_report(dispatch, name, wording, unicode=True).split("\n")
    # Behind the five lines of the front, without the last two.
    expected = Counter(tokens("\n".join(text[5:-2])))
    found = Counter(tokens(Parsed(written(number, plain=plain)).text()))
    assert expected - found == Counter()
    # Only the results of combats are there twice: beside the titles of what is folded away.
    assert set(found) <= set(expected) | {"die"}


def test_the_own_report_has_its_words_too() -> None:
    sheet = Sheet()
    write_own(sheet, [replace(one, secret=(("f1", "Ney"),), due=()) for one in chain()[:2]], name, wording)
    said = [replace(one, secret=(("f1", "Ney"),), due=()) for one in chain()[:2]]
    text = own_report(said, name, wording, unicode=True).split("\n")
    assert Counter(tokens("\n".join(text[5:]))) - Counter(tokens(Parsed(sheet.markup()).text())) == Counter()


def test_combats_are_folded_with_result_and_calculation() -> None:
    steps = iter([["8 from the slope", "column 2-1 (18.11-2)"]])
    parsed = Parsed(written(0, steps=lambda combat: next(steps)))
    assert len(parsed.named("details")) == 1 and len(parsed.named("ol")) == 1
    text = parsed.text()
    assert "Attack a1 on 0811 (Lützeroda) and 0610 (Closwitz) 1-1, die 3: Dr, the defenders retreat" in text
    assert "Step by step: 8 from the slope column 2-1 (18.11-2)" in text
    # What came of it belongs to it; what is told after it does not.
    inner = written(0).split("<details", 1)[1].split("</details>", 1)[0]
    assert "falls back" in inner and "it was displaced" not in inner


def test_a_story_folds_what_stands_further_in() -> None:
    sheet = Sheet()
    sheet.story(
        "COMBAT\n\tA march.\n\tBattle at Eylau\n\t\tGround\tsnow\n\t\tResult\ta draw (8.1)\n\t\tDusk.\n\tOver.\nAlone."
    )
    parsed = Parsed(sheet.markup())
    assert [tag for tag, _ in parsed.elements if tag in ("h3", "details", "dl", "p")] == [
        "h3",
        "p",
        "details",
        "dl",
        "p",
        "p",
        "p",
    ]
    assert "Battle at Eylau a draw (8.1) Ground snow Result a draw (8.1) Dusk. Over. Alone." in parsed.text()


@given(st.text(max_size=80))
def test_words_stay_words(text: str) -> None:
    parsed = Parsed(tag("p", text, title=text))
    assert [one for one, _ in parsed.elements] == ["p"]
    (only,) = parsed.named("p")
    assert "".join(parsed.words) == (only.get("title") or "")
    assert all(char == "\n" or not (char < " " or 0x202A <= ord(char) <= 0x202E) for char in "".join(parsed.words))


def test_markup_is_not_escaped_twice() -> None:
    assert joined("<", Markup("<b>"), escaped("&")) == "&lt;<b>&amp;"
    assert tag("input", type="range", disabled=True, hidden=False) == '<input type="range" disabled>'


def hostile_page(kind: str) -> str:
    said = [(HOSTILE, HOSTILE)]
    dispatch = replace(
        chain()[0],
        campaign=HOSTILE,
        sender=HOSTILE,
        receiver=HOSTILE,
        note=[HOSTILE],
        orders={"for": 1, HOSTILE: [HOSTILE]},
        standing=said,
        due=[HOSTILE],
        disclosed=said,
        secret=said,
    )
    told = Told(dispatch, lambda thing: HOSTILE if thing.startswith("s") else thing, lambda event: HOSTILE, [[HOSTILE]])
    dice = Rolls(6, HOSTILE, [("seed", HOSTILE)], [Roll(HOSTILE, "d6", "6", "0: 05", "5 mod 6 + 1 = 6", HOSTILE)])
    return turn_page(TurnPage(kind, [told], ATLAS, SCENE, [dice], [], [replace(told)], 3))


@pytest.mark.parametrize("kind", ["public", "own"])
def test_hostile_words_stay_words_in_a_page(kind: str) -> None:
    page = hostile_page(kind)
    parsed = assert_harmless(page)
    assert parsed.named("img") == [] and "\u202e" not in page and "\x00" not in page
    assert ("For your eyes only" in page) is (kind == "own")
    assert "3 earlier messages are in" in page and parsed.named("details")


def test_hostile_words_stay_words_in_a_letter() -> None:
    dispatch = replace(chain()[0], sender=HOSTILE, note=[HOSTILE], due=[HOSTILE])
    body = letter_report(dispatch, lambda thing: thing, lambda event: HOSTILE)
    text = letter(HOSTILE, HOSTILE, body, HOSTILE, "map.1@pbem.invalid", HOSTILE)
    parsed = Parsed(text)
    (picture,) = parsed.named("img")
    assert picture["src"] == "cid:map.1@pbem.invalid" and "onerror" not in picture
    assert {one for one, _ in parsed.elements} <= {
        "html", "head", "meta", "title", "body", "h1", "h2", "h3", "p", "b", "span", "div", "table", "tr", "th", "td",
        "ul", "li", "blockquote", "br", "pre", "img",
    }  # fmt: skip
    assert not [given for _, given in parsed.elements if "class" in given]


def test_looks_are_written_into_the_elements() -> None:
    assert 'style="margin:3px 0"' in styled("<p>a</p>") and styled("<b>a</b>") == "<b>a</b>"
    assert "26px" in styled('<p class="deep">a</p>') and "class" not in styled('<p class="deep">a</p>')


def test_pieces_are_the_layer_cut_up() -> None:
    from pbem.report.picture.crop import frame
    from pbem.report.picture.svg import layer

    board = ATLAS.boards[0]
    found = pieces(ATLAS, 0, SCENE)
    drawn = layer(board, SCENE, ATLAS.armies, frame(board, None, 1000), "b0-")
    assert found and all(piece in drawn for piece in found)
    for piece in found:
        Parsed(piece)
    assert pieces(ATLAS, 0, Scene()) == []
    assert pieces(ATLAS, 0, SCENE) == found


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"seq": 2}, "Play begins here: this is the set-up, before the first orders are carried out."),
        ({"seq": 9, "orders": {}, "note": ()}, "Nothing was left to be carried out since message 8."),
        (
            {"seq": 9, "orders": {"moves": ["u1"]}, "note": ("Well.",)},
            "Nothing was left to be carried out since message 8; message 9 brings orders and a note.",
        ),
    ],
)
def test_a_page_says_something_useful_where_nothing_happened(more: dict[str, Any], said: str) -> None:
    """On the page of the message, among the earlier ones and in the replay; the text report keeps its words."""
    quiet = replace(chain()[0], events=(), disclosed=(), **more)
    told = Told(quiet, name, wording)
    later = Told(chain()[0], name, wording)
    for page in (
        turn_page(TurnPage("public", [told], ATLAS, SCENE)),
        turn_page(TurnPage("public", [later], None, None, earlier=[told])),
        replay_page(Replay("public", "A campaign", "", ATLAS, [Step(told, SCENE)]), lambda done, total, text: None),
    ):
        assert said in Parsed(page).text()
    for text in (public_report(quiet, name, wording), letter_report(quiet, name, wording)):
        assert quiet.headline not in text and "Nothing" not in text


def test_a_replay_begins_with_the_set_up_said_to_be_one() -> None:
    quiet = replace(chain()[0], seq=2, events=())
    steps = [Step(Told(quiet, name, wording), Scene()), Step(Told(chain()[0], name, wording), SCENE)]
    page = replay_page(Replay("public", "A campaign", "", ATLAS, steps), lambda done, total, text: None)
    where = [step["where"] for step in json.loads(page.split('id="steps">', 1)[1].split("</script>", 1)[0])]
    assert where[0] == f"Message 2 of {quiet.sender}: the set-up, before the first orders"
    assert where[1].endswith(f": {chain()[0].headline}")
    assert "nobody stands on the map yet" in Parsed(page).text()
