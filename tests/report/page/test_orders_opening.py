"""Work that is taken up again: a file opened on the page, and the draft that the browser keeps."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Problem
from pbem.orders.loader import load
from pbem.orders.writer import dump
from pbem.report.page.assemble import Page, assemble
from tests.campaign.folders import Peer
from tests.cli.players import Player
from tests.places import DOCS
from tests.report.page.clerk import Clerk, island
from tests.report.page.desks import page_of
from tests.report.page.handwritten import DOCUMENTS, mutated, typed, value

MANUAL = DOCS / "orders.md"


@pytest.fixture
def reader(clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path) -> Clerk:
    """Before a page without maps and units, which is open at once: reading and writing are the same."""
    data = json.loads(island(jena[0].place / "orders.html"))
    bare = {**data, "boards": [], "counters": [], "desk": None, "standing": None}
    page = tmp_path / "bare.html"
    page.write_text(assemble(Page("bare", "bare", "", bare)), encoding="utf-8")
    clerk.open(page)
    return clerk


def restored(clerk: Clerk, text: str) -> Any:
    return clerk.run("return pbemOrders.restore(arguments[0]);", text)


def head(clerk: Clerk) -> str:
    """The frame of a file for the question of this page."""
    frame = clerk.data()["frame"]
    return "".join(f'{key}: "{frame[key]}"\n' for key in ("campaign", "phase", "for"))


# -- reading ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_reads_what_it_writes_itself_and_what_pbem_writes(reader: Clerk) -> None:
    rng = random.Random("read back")
    documents = [{f"k{index}": value(rng, 4) for index in range(rng.randrange(1, 6))} for _ in range(50)]
    documents += [{"note": text} for text in ("a\nb", "a\n", "\n", " a\nb\n\n", "\n\n x\n", "a\n  b", "#\n#")]
    written = reader.run("return arguments[0].map(pbemOrders.write);", documents)
    texts = [*written, *map(dump, documents)]
    found = reader.run("return arguments[0].map((text) => pbemOrders.read(text).data);", texts)
    assert found == [*map(typed, documents)] * 2


@pytest.mark.slow
def test_the_page_reads_nothing_otherwise_than_pbem(reader: Clerk) -> None:
    """What a hand wrote or spoilt is read as the program reads it, or refused with a line; never read differently."""
    rng = random.Random("by hand")
    seeds = [*DOCUMENTS, *re.findall(r"```yaml[^\n]*\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)]
    cases = [*seeds, *(mutated(rng.choice(seeds), rng) for _ in range(2500))]
    found = reader.run("return arguments[0].map(pbemOrders.read);", cases)
    strict = 0
    for text, mine in zip(cases, found, strict=True):
        try:
            told: Any = load(text).data
        except Problem:
            told = None
        if "refused" in mine:
            assert 1 <= mine["refused"]["line"] <= text.count("\n") + 1 and mine["refused"]["what"]
            strict += told is not None
        else:
            assert mine["data"] == told, text
    # What the program reads the page may refuse in rare spellings only, and never the manual's examples.
    assert strict < 60
    assert not [one["refused"] for one in found[: len(DOCUMENTS)] if "refused" in one]


HUGE = {
    "letters": 'note: "' + "x" * 262_000 + '"\n',
    "lines": "\n" * 262_000,
    "blanks": "a" + " " * 250_000 + "b: c\n",
    "brackets": "a: " + "[" * 200_000,
    "entries": "- a\n" * 60_000,
    "flow": "a: [" + "[]," * 80_000,
    "dashes": "- " * 120_000,
    "quotes": "a: '" + "''" * 120_000,
    "backslashes": 'a: ["' + "\\\\" * 120_000,
    "comments": "a: b" + " #" * 120_000,
    "too many bytes": "ы" * 200_000,
}


@pytest.mark.slow
def test_hostile_files_are_read_or_refused_at_once(reader: Clerk) -> None:
    timed = "const from = performance.now(); pbemOrders.read(arguments[0]); return performance.now() - from;"
    assert {name: spent for name, text in HUGE.items() if (spent := reader.run(timed, text)) > 2000} == {}


def test_what_a_file_may_not_hold_is_named_by_its_line(reader: Clerk) -> None:
    for text, line, word in (
        ("moves:\n- {unit: &first a}\n", 2, "anchor"),
        ("moves:\n- *first\n", 2, "alias"),
        ("a: 1\n\nb: !x 2\n", 3, "tag"),
        ("a: 1\nb: 2\na: 3\n", 3, "twice"),
        ("a: 1\n\tb: 2\n", 2, ""),
        ("a: >\n b\n", 1, "folded"),
        ("a: 1\n---\nb: 2\n", 2, ""),
        ("a: 1\n%x\n", 2, "directive"),
        ("a: b\u200bc\n", 1, "character"),
        ("note: one\n  two\n", 1, "end of its line"),
        ("a: [b, c\n", 2, "never closed"),
        ('a: "b\n', 1, "never closed"),
        ("a: " + "[" * 17 + "]" * 17, 1, "16 deep"),
    ):
        refused = reader.run("return pbemOrders.read(arguments[0]).refused;", text)
        assert refused and refused["line"] == line and word in refused["what"], (text, refused)
    assert reader.run("return pbemOrders.read('__proto__: {a: b}\\n').data.a;") is None


# -- opening ----------------------------------------------------------------------------------


def samples(french: Player, count: int) -> list[dict[str, Any]]:
    """Legal orders, at random."""
    campaign = Peer(french.place.parent, "a").open(write=False)
    campaign.folder.close()
    request = campaign.due().request
    assert request is not None
    return [request.options.sample(random.Random(seed).randrange) for seed in range(count)]


@pytest.mark.slow
def test_a_saved_turn_is_opened_as_it_was(at_desk: Clerk, jena: tuple[Player, Player]) -> None:
    for orders in samples(jena[0], 4):
        at_desk.run("pbemOrders.load(arguments[0]);", orders)
        text = at_desk.orders()
        at_desk.run("pbemOrders.load({});")
        assert restored(at_desk, text)["name"] == "orders.yaml"
        assert at_desk.orders() == text
    restored(at_desk, 'moves:\n- {unit: "x", refuse: true}\n- {unit: y, refuse: "yes"}\n')
    assert "refuse: true}" in at_desk.orders() and 'refuse: "yes"}' in at_desk.orders()


@pytest.mark.slow
def test_a_file_from_the_disk_takes_the_place_of_the_orders(at_desk: Clerk, tmp_path: Path) -> None:
    data = at_desk.data()
    one = next(reach for reach in data["desk"]["reaches"] if reach["start"] and len(reach["steps"]) > 3)
    who, place = one["who"], next(step[0] for step in one["steps"] if step[3] and step[0] != one["start"])
    half = tmp_path / "half.yaml"
    moves = f'# mine\nmoves:\n- {{unit: {who}, to: "{place}"}}\n- {{unit: nobody-9, too: 7}}\n'
    body = f"{moves}note: |\n  One.\n  Two.\nodd: [a]\n"
    half.write_text(head(at_desk) + body, encoding="utf-8")
    at_desk.tab("file")
    at_desk.click("#opening summary")
    at_desk.find("#opened").send_keys(str(half))
    at_desk.wait("#taken ul")
    told = at_desk.text("#taken")
    # The frame has three lines.
    assert "line 7: moves 2 too: no such member here" in told and "line 11: odd: no such member here" in told
    assert "1 comment is not kept" in told
    orders = load(at_desk.orders()).data
    assert orders["moves"] == [{"unit": who, "to": place}, {"unit": "nobody-9", "too": "7"}]
    assert orders["odd"] == ["a"] and orders["note"] == "One.\nTwo.\n"
    at_desk.tab("moves")
    assert "→" in at_desk.text(f"[data-who='{who}']")
    at_desk.click("#undo")
    assert "moves" not in load(at_desk.orders()).data


@pytest.mark.slow
def test_pasted_text_for_another_question_changes_nothing(at_desk: Clerk) -> None:
    before = at_desk.orders()
    at_desk.tab("file")
    at_desk.click("#opening summary")
    at_desk.write("#pasted", 'moves: []\nphase: "another"\n')
    at_desk.click("[data-key='open pasted']")
    assert "line 2: phase: this page is for" in at_desk.text("#taken.wrong") and "Nothing is taken over" in at_desk.said
    assert at_desk.orders() == before
    assert "another" in str(at_desk.find("#pasted").get_attribute("value"))
    for text, word in (("# only\n", "nothing in it"), ("- a\n", "key: value"), ("a: &b c\n", "line 1: an anchor")):
        assert word in restored(at_desk, text)["refused"]


@pytest.mark.slow
def test_a_file_that_is_too_large_is_not_even_read(at_desk: Clerk, tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_text("# " + "x" * 300_000, encoding="utf-8")
    at_desk.tab("file")
    at_desk.click("#opening summary")
    at_desk.find("#opened").send_keys(str(large))
    at_desk.wait("#taken.wrong")
    assert "larger than 256 KiB" in at_desk.text("#taken.wrong")


@pytest.mark.slow
def test_a_file_of_standing_orders_is_opened(at_desk: Clerk) -> None:
    text = "advance:\n  guard: {when: safe}\n  nobody: no\nretreat:\n  v-corps: {to: [s, 0406], x: y}\nfoo: bar\n"
    said = restored(at_desk, text)
    assert said["name"] == "standing.yaml"
    assert [line.partition(": ")[0] for line in said["said"]] == ["line 3", "line 5", "line 6"]
    told = load(at_desk.run("return pbemOrders.standing();")).data
    assert told["advance"] == {"guard": {"when": "safe"}}
    assert told["retreat"] == {"v-corps": {"to": ["s", "0406"], "x": "y"}}


EVIL = "<img src=x onerror='document.title=1'><script>document.title=2</script>"


@pytest.mark.slow
def test_markup_in_an_opened_file_stays_text(at_desk: Clerk) -> None:
    title = at_desk.driver.title
    quoted = EVIL.replace("'", "''")
    text = f"moves:\n- '{quoted}'\n- {{unit: '{quoted}'}}\n'{quoted}': '{quoted}'\nnote: '{quoted}'\n"
    at_desk.tab("file")
    at_desk.click("#opening summary")
    at_desk.write("#pasted", text)
    at_desk.click("[data-key='open pasted']")
    assert EVIL in at_desk.text("#taken") and load(at_desk.orders()).data[EVIL] == EVIL
    for name in ("moves", "attacks", "orders", "standing", "file"):
        at_desk.tab(name)
    assert at_desk.driver.title == title and at_desk.all("main img, header img, #map img, main script") == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [4, 20])
def test_orders_of_any_shape_break_nothing(at_desk: Clerk, count: int) -> None:
    """An opened file may hold anything: every panel shows it, and it is written as it was."""
    rng = random.Random("any shape")
    at_desk.run("window.broken = []; window.addEventListener('error', (event) => window.broken.push(event.message));")
    words = ["all", "unit", "to", "path", "on", "by", "bombard", "reduce", "x"]

    def strange(depth: int) -> Any:
        if depth and rng.random() < 0.4:
            return {rng.choice(words): strange(depth - 1) for _ in range(3)}
        return value(rng, depth)

    for _ in range(count):
        orders = {"moves": strange(3), "attacks": [strange(2), strange(3)] if rng.random() < 0.7 else strange(1)}
        at_desk.run("pbemOrders.load(arguments[0]);", orders)
        for name in ("attacks", "orders", "file", "moves"):
            at_desk.run("document.getElementById(arguments[0]).click();", f"tab-{name}")
        assert load(at_desk.orders()).data["moves"] == typed(orders["moves"])
    assert at_desk.run("return window.broken;") == []


# -- what the page begins with ------------------------------------------------------------------


@pytest.mark.slow
def test_an_unreadable_file_waits_under_file_to_be_mended(
    clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    orders = jena[0].place / "orders.yaml"
    kept = orders.read_bytes()
    broken = 'moves:\n- {unit: &a suc-1, to: "0609"}\n'
    try:
        orders.write_text(broken, encoding="utf-8")
        page = page_of(jena[0], str(tmp_path / "broken.html"))
    finally:
        orders.write_bytes(kept)
    clerk.open(page)
    assert "orders.yaml:2:10: an anchor" in clerk.text(".notice")
    clerk.tab("file")
    assert clerk.find("#pasted").is_displayed()
    assert clerk.find("#pasted").get_attribute("value") == broken


@pytest.mark.slow
def test_a_place_beyond_the_known_reach_is_left_to_check(at_desk: Clerk) -> None:
    data = at_desk.data()
    one = next(reach for reach in data["desk"]["reaches"] if reach["start"] and reach["steps"])
    inside = {step[0] for step in one["steps"]}
    far = next(place[0] for board in data["boards"] for place in board["places"] if place[0] not in inside)
    at_desk.run("pbemOrders.load(arguments[0]);", {"moves": [{"unit": one["who"], "to": far}, {"unit": "nobody"}]})
    told = at_desk.text("#move-list")
    assert "is not in the reach that this page knows of; pbem check decides" in told and far in told
    assert "nobody: the page knows no such unit" in told
    at_desk.tab("file")
    assert "move 1: " in at_desk.text("#doubts-orders")
    # What is only in doubt is no fault.
    assert not [one for one in at_desk.run("return pbemOrders.troubles();") if "move 1" in one]


# -- drafts ---------------------------------------------------------------------------------------


def decide(clerk: Clerk) -> str:
    """Some order or other; the file that comes of it."""
    clerk.click(".unit[role=option]")
    clerk.choose("#destination", clerk.all("#destination option")[1].get_attribute("value") or "")
    return clerk.orders()


@pytest.mark.slow
def test_a_page_that_was_closed_has_its_draft_again(at_desk: Clerk) -> None:
    bare = at_desk.orders()
    made = decide(at_desk)
    at_desk.reopen()
    assert at_desk.orders() == made and "Your draft" in at_desk.text("#draft")
    at_desk.click("[data-key='draft afresh']")
    assert at_desk.orders() == bare and not at_desk.find("#draft").is_displayed()
    at_desk.reopen()
    assert at_desk.orders() == bare and not at_desk.find("#draft").is_displayed()
    # What is undone to the beginning leaves nothing behind.
    decide(at_desk)
    at_desk.click("#undo")
    assert at_desk.run("return localStorage.length;") == 0


@pytest.mark.slow
def test_two_windows_do_not_overwrite_each_other_unnoticed(at_desk: Clerk) -> None:
    bare, here = at_desk.orders(), at_desk.driver.current_window_handle
    address = at_desk.driver.current_url
    at_desk.driver.switch_to.new_window("tab")
    try:
        at_desk.driver.get(address)
        made = decide(at_desk)
    finally:
        at_desk.driver.close()
        at_desk.driver.switch_to.window(here)
    assert "another window" in at_desk.text("#draft") and at_desk.orders() == bare
    at_desk.click("[data-key='draft take']")
    assert at_desk.orders() == made and not at_desk.find("#draft").is_displayed()


@pytest.mark.slow
def test_a_draft_of_an_earlier_page_is_offered_and_not_lost(at_desk: Clerk) -> None:
    bare = at_desk.orders()
    made = decide(at_desk)
    older = (
        "for (const key of Object.keys(localStorage)) {"
        "const kept = JSON.parse(localStorage.getItem(key));"
        "localStorage.setItem(key, JSON.stringify({ ...kept, base: 'another' })); }"
    )
    at_desk.run(older)
    at_desk.reopen()
    assert at_desk.orders() == bare and "begun before" in at_desk.text("#draft")
    decide(at_desk)
    at_desk.reopen()
    assert at_desk.orders() == bare and "begun before" in at_desk.text("#draft")
    at_desk.click("[data-key='draft take']")
    assert at_desk.orders() == made
    at_desk.reopen()
    assert at_desk.orders() == made
    at_desk.run(older)
    at_desk.tab("file")
    at_desk.reopen()
    at_desk.click("[data-key='draft drop']")
    assert at_desk.run("return localStorage.length;") == 0 and at_desk.orders() == bare


@pytest.mark.slow
def test_drafts_of_earlier_questions_go_and_others_stay(at_desk: Clerk) -> None:
    frame, army = at_desk.data()["frame"], at_desk.data()["army"]
    family = f"pbem draft/{frame['campaign']}/{army}/"
    keys = [f"{family}{frame['for'] - 1}", f"{family}{frame['for'] + 1}", "pbem draft/other/x/1", "mine"]
    at_desk.run("for (const key of arguments[0]) localStorage.setItem(key, '{}');", keys)
    at_desk.reopen()
    assert set(at_desk.run("return Object.keys(localStorage);")) == set(keys[1:])


STRANGE = (
    "",
    "{",
    "[]",
    "7",
    '{"present": 3}',
    '{"present": {"orders": [], "note": "", "standing": {}}}',
    f'{{"present": {{"orders": {{"a": {"[" * 5000}1{"]" * 5000}}}, "note": "", "standing": {{}}}}}}',
)


@pytest.mark.slow
@pytest.mark.parametrize("text", STRANGE[::-1], ids=lambda text: text[:12])
def test_whatever_lies_in_the_storage_the_page_opens(at_desk: Clerk, text: str) -> None:
    bare = at_desk.orders()
    frame, army = at_desk.data()["frame"], at_desk.data()["army"]
    key = f"pbem draft/{frame['campaign']}/{army}/{frame['for']}"
    at_desk.run("localStorage.setItem(arguments[0], arguments[1]);", key, text)
    at_desk.reopen()
    assert at_desk.orders() == bare and not at_desk.find("#draft").is_displayed()


@pytest.mark.slow
def test_without_a_storage_the_page_works_and_says_so(at_desk: Clerk) -> None:
    shut = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed'); } });"
    made = at_desk.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": shut})
    try:
        at_desk.reopen()
        decide(at_desk)
        at_desk.tab("file")
        assert "lets the page keep no draft" in at_desk.text("#panel-file")
    finally:
        at_desk.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
    at_desk.reopen()
    assert not at_desk.find("#draft").is_displayed()
    at_desk.tab("file")
    assert "keeps a draft" in at_desk.text("#panel-file")
