"""The draft that the browser keeps for who closes the page by mistake, and files that the page cannot begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.desks import page_of


@pytest.mark.slow
def test_an_unreadable_file_is_named_and_left_as_it_is(
    clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    orders = jena[0].place / "orders.yaml"
    kept = orders.read_bytes()
    broken = 'moves:\n- {unit: &a suc-1, to: "0609"}\n'
    try:
        orders.write_text(broken, encoding="utf-8")
        page = page_of(jena[0], str(tmp_path / "broken.html"))
        assert orders.read_text(encoding="utf-8") == broken
    finally:
        orders.write_bytes(kept)
    clerk.open(page)
    assert "orders.yaml:2:10: an anchor" in clerk.text(".notice") and "It is left as it is" in clerk.text(".notice")
    # The page itself begins with the template, of which nothing is wrong.
    assert "moves" not in clerk.orders() and clerk.data()["known"]["begun"]["findings"] == []


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
def test_whatever_lies_in_the_storage_the_page_opens(at_desk: Clerk) -> None:
    bare = at_desk.orders()
    frame, army = at_desk.data()["frame"], at_desk.data()["army"]
    key = f"pbem draft/{frame['campaign']}/{army}/{frame['for']}"
    for text in STRANGE:
        at_desk.run("localStorage.clear(); localStorage.setItem(arguments[0], arguments[1]);", key, text)
        at_desk.reopen()
        assert at_desk.orders() == bare and not at_desk.find("#draft").is_displayed(), text[:40]


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
