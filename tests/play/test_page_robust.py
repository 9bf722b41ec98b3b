"""The page of `pbem play` when something else goes on beside it: other windows, editors, commands, full disks, a slow
program, one that is killed. Nothing that was typed is lost."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.orders.loader import load
from pbem.play import events, ordering, routes
from pbem.play.exchange import Asked
from pbem.play.keeping import Keeper, Kept
from pbem.play.openings import Opening
from tests.cli.players import Player
from tests.faults.disk import FullDisk, under
from tests.places import PROJECT
from tests.play.server import Running
from tests.play.sitter import PATIENCE, Sitter, served
from tests.play.test_page import practising

pytestmark = pytest.mark.slow

FIRST, SECOND = '["0606", "0706"]', '["0607", "0707"]'
"""Paths of two units, as the page writes them."""
THEIRS = '{unit: "1/Suchet", to: "0508"}'
"""What an editor writes."""


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    return practising(tmp_path)


@pytest.fixture
def server(anna: Player) -> Iterator[Running]:
    with served(anna) as running:
        yield running


def sits(sitter: Sitter, server: Any) -> None:
    sitter.sit(server)
    sitter.settled()


def orders(player: Player) -> str:
    return (player.place / "orders.yaml").read_text("utf-8")


def kept(player: Player) -> str:
    """Everything that was put away."""
    return "\n".join(path.read_text("utf-8") for path in sorted((player.place / "orders").glob("*")))


def bare(text: str) -> str:
    """Without quotes and blanks, in which a file and the page differ."""
    return text.replace('"', "").replace(" ", "")


def edit(player: Player, before: str, after: str) -> None:
    """An edit with an editor."""
    (player.place / "orders.yaml").write_text(orders(player).replace(before, after, 1), "utf-8")


def moves(sitter: Sitter) -> str:
    """The moves that the page holds."""
    return str(sitter.run("return import('/shared/store.js').then((one) => JSON.stringify(one.state().orders.moves));"))


def orders_while_deaf(sitter: Sitter, place: str, goal: str) -> None:
    """Gives an order that the page has no time to write."""
    sitter.point(place)
    sitter.until("return Boolean(document.querySelector('.own-reach .within'));")
    sitter.point(goal)


# -- the same file from elsewhere ---------------------------------------------------------------


def clash(sitter: Sitter, anna: Player, server: Running) -> None:
    """The page holds one order, the file another, and the page has been told."""
    sits(sitter, server)
    sitter.point("0606")
    sitter.until("return Boolean(document.querySelector('.own-reach .within'));")
    edit(anna, "moves:", f"moves:\n  - {THEIRS}")
    sitter.point("0706")
    sitter.shown("#clash", "orders.yaml has been changed beside this page")
    assert THEIRS in orders(anna) and FIRST in kept(anna)


@pytest.mark.parametrize("whose", ["mine", "theirs"])
def test_a_clash_is_told_and_either_version_can_be_taken(
    sitter: Sitter, anna: Player, server: Running, whose: str
) -> None:
    clash(sitter, anna, server)
    sitter.click("#clash button", "Keep what this page says" if whose == "mine" else "Take what the file says")
    sitter.until("return document.querySelector('#clash').hidden;")
    sitter.settled()
    assert (FIRST in orders(anna), THEIRS in orders(anna)) == (whose == "mine", whose == "theirs")
    assert FIRST in kept(anna) and (THEIRS in kept(anna)) == (whose == "mine")
    assert ("0706" in moves(sitter)) == (whose == "mine")


@contextlib.contextmanager
def two_windows(sitter: Sitter, server: Running) -> Iterator[tuple[str, str]]:
    """The same campaign in two tabs, of which the second is looked at."""
    sits(sitter, server)
    one = sitter.driver.current_window_handle
    sitter.driver.switch_to.new_window("tab")
    try:
        sits(sitter, server)
        yield one, sitter.driver.current_window_handle
    finally:
        for handle in sitter.driver.window_handles:
            if handle != one:
                sitter.driver.switch_to.window(handle)
                sitter.driver.close()
        sitter.driver.switch_to.window(one)


def test_two_windows_of_one_campaign_show_the_same(sitter: Sitter, anna: Player, server: Running) -> None:
    with two_windows(sitter, server) as (one, _):
        sitter.goes("0606", "0706")
        sitter.driver.switch_to.window(one)
        sitter.until(
            "return import('/shared/store.js').then((one) => JSON.stringify(one.state().orders).includes('0706'));"
        )
        sitter.goes("0607", "0707")
        assert FIRST in orders(anna) and SECOND in orders(anna)
        assert sitter.find("#clash").get_attribute("hidden")


HELD = """
const real = window.fetch, held = new Promise((go) => { window.pbemRelease = go; });
window.fetch = async (path, ...more) => {
    if (/keep$/.test(path)) await held;
    return real(path, ...more);
};"""
PUT = "return import('/shared/store.js').then((one) => one.put(arguments[0], arguments[1]));"
AT = """return import('/shared/store.js')
    .then((one) => JSON.stringify(one.state()).replaceAll('"', "").includes(arguments[0]));"""
MOVES = ["orders", "moves"]
GAZ, SUC = {"unit": "gaz-1", "path": ["0606", "0706"]}, {"unit": "suc-1", "path": ["0607", "0707"]}


@pytest.mark.parametrize(
    ("file", "at", "first", "second", "words"),
    [
        ("orders.yaml", MOVES, [GAZ], [SUC], ("[0606,0706]", "[0607,0707]")),
        ("orders.yaml", MOVES, [GAZ], [{**GAZ, "path": ["0606", "0605"]}], ("[0606,0706]", "[0606,0605]")),
        (
            "standing.yaml",
            ["standing", "retreat"],
            {"v-corps": {"to": ["nw"]}},
            {"v-corps": {"to": ["se"]}},
            ("[nw]", "[se]"),
        ),
    ],
    ids=["different entries", "the same entry", "standing orders"],
)
def test_two_windows_that_change_a_file_at_once_are_told_and_both_versions_kept(
    sitter: Sitter, anna: Player, server: Running, file: str, at: list[str], first: Any, second: Any, words: Any
) -> None:
    with two_windows(sitter, server) as (one, other):
        sitter.run(HELD)
        sitter.run(PUT, at, second)
        sitter.until("return !pbemPlay.isSettled();")
        sitter.driver.switch_to.window(one)
        sitter.run(PUT, at, first)
        sitter.settled()
        sitter.driver.switch_to.window(other)
        sitter.until("return new Promise((go) => setTimeout(() => go(true), 700));")
        sitter.run("window.pbemRelease();")
        sitter.shown("#clash", f"{file} has been changed beside this page")
        assert words[0] in bare((anna.place / file).read_text("utf-8")) and words[1] in bare(kept(anna))
        sitter.click("#clash button", "Keep what this page says")
        sitter.settled()
        assert words[1] in bare((anna.place / file).read_text("utf-8")) and words[0] in bare(kept(anna))
        sitter.driver.switch_to.window(one)
        sitter.until(AT, words[1])
        assert not sitter.run(AT, words[0]) and sitter.find("#clash").get_attribute("hidden")


def test_a_file_that_is_broken_beside_it_is_told_and_kept(sitter: Sitter, anna: Player, server: Running) -> None:
    sits(sitter, server)
    (anna.place / "orders.yaml").write_text("moves: [\n", "utf-8")
    sitter.shown("#said", "The present orders.yaml is not in this page")
    sitter.goes("0606", "0706")
    assert FIRST in orders(anna) and "moves: [\n" in kept(anna)


def test_standing_orders_edited_beside_it_stand_on_the_page(sitter: Sitter, anna: Player, server: Running) -> None:
    sits(sitter, server)
    path = anna.place / "standing.yaml"
    text = path.read_text("utf-8")
    assert "\nretreat:\n" in text
    path.write_text(text.replace("\nretreat:\n", '\nretreat:\n  v-corps: {to: ["n"]}\n'), "utf-8")
    sitter.shown("#said", "standing.yaml was edited beside this page")
    assert sitter.run("return import('/shared/store.js').then((one) => one.state().standing);") == {
        "retreat": {"v-corps": {"to": ["n"]}}
    }


def test_a_command_that_signs_beside_it_leaves_nothing_to_be_signed_twice(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sits(sitter, server)
    sitter.goes("0606", "0706")
    anna.good("submit", "--yes")
    sitter.shown("#news", "The campaign has gone on")
    sitter.chord(Keys.CONTROL, Keys.ENTER)
    sitter.shown("dialog", "This cannot be signed")
    assert len(list((anna.place / "outbox").glob("0002-*.yaml"))) == 1


# -- bad luck ---------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_what_was_typed_is_written_when_there_is_room(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sits(sitter, server)
    before = orders(anna)
    with under(FullDisk(0)):
        orders_while_deaf(sitter, "0606", "0706")
        sitter.shown("#said", "the disk is full")
        assert orders(anna) == before and "0706" in moves(sitter)
    sitter.settled()
    assert FIRST in orders(anna)
    with under(FullDisk(0)):
        sitter.chord(Keys.CONTROL, Keys.ENTER)
        sitter.shown("dialog button", "Sign it")
        sitter.click("dialog button", "Sign it")
        sitter.shown("dialog", "the disk is full")
    sitter.click("dialog button", "Back")
    sitter.signs()
    assert len(list((anna.place / "outbox").glob("0002-*.yaml"))) == 1


def test_a_slow_program_is_asked_one_thing_at_a_time_and_the_last_orders_are_judged(
    sitter: Sitter, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, asked = threading.Event(), []
    go.set()

    def slow(opening: Opening, said: Asked) -> Any:
        asked.append(json.dumps(said.body["orders"]))
        go.wait(PATIENCE)
        return ordering.judge(opening, said)

    rows = [replace(row, work=slow) if row.work is ordering.judge else row for row in routes.TABLE]
    monkeypatch.setattr(routes, "TABLE", tuple(rows))
    with served(anna) as server:
        sits(sitter, server)
        go.clear()
        before = len(asked)
        script = """return import('/shared/store.js').then((one) => one.put(['orders', 'moves'], arguments[0]));"""
        sitter.run(script, [{"unit": "gaz-1", "path": ["0606", "0909"]}])
        sitter.until("return !pbemPlay.isSettled();")
        deadline = time.monotonic() + PATIENCE
        while len(asked) == before and time.monotonic() < deadline:
            time.sleep(0.02)
        for goal in ("0605", "0707", "0706"):
            sitter.run(script, [{"unit": "gaz-1", "path": ["0606", goal]}])
            time.sleep(0.15)
        assert len(asked) == before + 1
        go.set()
        sitter.settled()
        assert len(asked) == before + 2 and "0706" in asked[-1]
        sitter.tab("file")
        sitter.shown("#panel-file", "Nothing is wrong with these orders.")


def test_undo_and_redo_are_written(sitter: Sitter, anna: Player, server: Running) -> None:
    sits(sitter, server)
    sitter.goes("0606", "0706")
    sitter.click("#undo")
    sitter.settled()
    assert FIRST not in orders(anna)
    sitter.click("#redo")
    sitter.settled()
    assert FIRST in orders(anna)


def test_ctrl_z_undoes_typing_in_a_text_field_and_orders_everywhere_else(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    note = "return document.querySelector('#panel-orders textarea').value;"
    sits(sitter, server)
    sitter.goes("0606", "0706")
    sitter.tab("orders")
    sitter.find("#panel-orders textarea").send_keys("Good luck!")
    sitter.chord(Keys.CONTROL, "z")
    sitter.settled()
    typed = sitter.run(note)
    assert len(typed) < len("Good luck!") and FIRST in orders(anna)
    sitter.find("#panel-orders textarea").send_keys("Well met")
    sitter.settled()
    # What the field says counts, whatever came about by undoing.
    assert f"{typed}Well met" in orders(anna)
    sitter.tab("moves")
    sitter.goes("0607", "0707")
    sitter.keys(Keys.ESCAPE)
    sitter.chord(Keys.CONTROL, "z")
    sitter.settled()
    assert FIRST in orders(anna) and SECOND not in orders(anna) and "Well met" in orders(anna)
    sitter.driver.switch_to.active_element.send_keys(Keys.CONTROL + Keys.SHIFT + "z" + Keys.NULL)
    sitter.settled()
    assert SECOND in orders(anna)
    # Beside the orders nothing of them is undone.
    for beside in ("dialog", "read"):
        if beside == "dialog":
            sitter.chord(Keys.CONTROL, Keys.ENTER)
            sitter.shown("dialog button", "Sign it")
        else:
            sitter.click("dialog button", "Not yet")
            sitter.view("read")
        sitter.chord(Keys.CONTROL, "z")
        sitter.settled()
        assert SECOND in orders(anna) and "0707" in moves(sitter)


def test_an_edit_behind_a_write_comes_to_the_page_though_the_answer_is_late(
    sitter: Sitter, anna: Player, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    sits(sitter, server)
    written = Keeper.orders

    def late(*args: Any) -> Kept:
        found = written(*args)
        edit(anna, "moves:", f"moves:\n  - {THEIRS}")
        time.sleep(3 * events.PAUSE)
        return found

    monkeypatch.setattr(Keeper, "orders", late)
    orders_while_deaf(sitter, "0606", "0706")
    sitter.shown("#said", "edited beside this page")
    sitter.settled()
    assert "1/Suchet" in moves(sitter) and FIRST in orders(anna) and THEIRS in orders(anna)


def test_what_orders_cannot_hold_goes_from_the_field_and_words_of_the_browser_s_own_are_words(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sits(sitter, server)
    sitter.click("#tab-orders")
    sitter.write("#note", "5 € each")
    sitter.shown("#said", "cannot hold")
    assert sitter.find("#note").get_attribute("value") == "5  each"
    sitter.settled()
    assert load(orders(anna)).data["note"] == "5  each"
    odd = 'moves:\n  - {unit: constructor, to: __proto__}\n  - {toString: "0606"}'
    (anna.place / "orders.yaml").write_text(orders(anna).replace("moves:", odd, 1), "utf-8")
    sitter.shown("#said", "edited beside this page")
    sitter.click("#tab-moves")
    sitter.shown("#move-list .wrong", "constructor")
    sitter.goes("0606", "0706")
    sitter.settled()
    assert load(orders(anna)).data["moves"][:2] == [{"unit": "constructor", "to": "__proto__"}, {"toString": "0606"}]


def test_a_page_read_again_in_the_middle_of_typing_loses_nothing(sitter: Sitter, anna: Player, server: Running) -> None:
    sits(sitter, server)
    sitter.goes("0606", "0706")
    orders_while_deaf(sitter, "0607", "0707")
    sitter.until("return import('/shared/store.js').then((one) => one.state().orders.moves.length === 2);")
    sitter.driver.refresh()
    sitter.settled()
    assert FIRST in orders(anna) and SECOND in orders(anna)
    assert "0707" in moves(sitter) and "0706" in moves(sitter)


# -- a program that is killed ------------------------------------------------------------------------


@contextlib.contextmanager
def process(player: Player) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """`pbem play` as a process of its own, and what a sitter opens."""
    command = [sys.executable, "-m", "pbem", "play", "--no-open", "--json"]
    environment = {**os.environ, "PBEM_HOME": str(player.home), "PYTHONPATH": str(PROJECT)}
    with subprocess.Popen(command, cwd=player.place, env=environment, stdout=subprocess.PIPE, text=True) as found:
        try:
            assert found.stdout is not None
            said = json.loads("".join(iter(found.stdout.readline, "}\n")) + "}")
            file = Path(said["open"].removeprefix("file://"))
            yield found, Running(file, 0, "", threading.current_thread())
        finally:
            found.kill()


def test_a_program_that_is_killed_while_the_page_is_open_loses_nothing(sitter: Sitter, anna: Player) -> None:
    with process(anna) as (program, door):
        sits(sitter, door)
        sitter.goes("0606", "0706")
        program.kill()
        sitter.shown("#play", "The program has ended")
        sitter.leave()
    with process(anna) as (program, door):
        sits(sitter, door)
        assert "0706" in moves(sitter)
        sitter.chord(Keys.CONTROL, Keys.ENTER)
        sitter.shown("dialog button", "Sign it")
        sitter.click("dialog button", "Sign it")
        program.kill()
        sitter.leave()
    with process(anna) as (_, door):
        sitter.sit(door)
        sitter.shown("#views a[data-view]")
    numbers = [path.name for path in (anna.place / "outbox").glob("0002-*.yaml")]
    assert FIRST in orders(anna) + kept(anna) and len(numbers) <= 1
    anna("submit", "--yes")
    assert len(list((anna.place / "outbox").glob("0002-*.yaml"))) == 1
