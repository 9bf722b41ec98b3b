"""The orders page as its player uses it: a turn clicked together, saved, checked, mailed and received."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from pbem.orders.loader import load
from tests.campaign.folders import Peer
from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.desks import DAYLIGHT, hidden, page_of

Table = dict[str, Any]


def parsed(text: str) -> Any:
    return load(text).data


def reach(data: Table, who: str) -> Table:
    found: Table = next(one for one in data["desk"]["reaches"] if one["who"] == who)
    return found


def steps(data: Table, who: str) -> dict[str, tuple[str, str, bool]]:
    """Place -> cost, place before, whether a move may end there."""
    return {step[0]: (step[1], step[2], step[3]) for step in reach(data, who)["steps"]}


def taken(data: Table) -> set[str]:
    return {counter["place"] for counter in data["counters"]}


def alone(data: Table) -> list[tuple[str, str, str]]:
    """Unit, place, enemy: moves that bring a unit next to one enemy alone whom nobody touches yet."""
    desk, full = data["desk"], taken(data)
    standing = {one["start"] for one in desk["reaches"]}
    touched = {at for start in standing for at in desk["next_to"].get(start, ())}
    found = []
    for one in desk["reaches"]:
        for place, _, _, stop, *_ in one["steps"] if one["start"] else ():
            foes = desk["next_to"].get(place, [])
            if stop and place not in full and len(foes) == 1 and foes[0] not in touched:
                found.append((one["who"], place, foes[0]))
    return found


def detour(data: Table, who: str) -> list[str]:
    """A path of three steps that is not the cheapest one to its end, within the points of a unit."""
    desk, inside, full = data["desk"], steps(data, who), taken(data)
    start, points = reach(data, who)["start"], Fraction(reach(data, who)["allowance"])

    def price(path: Sequence[str]) -> Fraction:
        return sum((Fraction(desk["ways"][a][b]) for a, b in pairwise(path)), Fraction(0))

    for a in desk["ways"][start]:
        for b in desk["ways"].get(a, ()) if a in inside and a not in desk["halts"] else ():
            for c in desk["ways"].get(b, ()) if b not in desk["halts"] else ():
                path = [start, a, b, c]
                fits = c in inside and inside[c][2] and c not in full and len(set(path)) == 4 and price(path) <= points
                if fits and inside[c][1] != b and not desk["next_to"].get(c):
                    return path
    raise AssertionError(f"{who} has no way round")


# -- a whole turn ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.smoke
def test_a_turn_is_clicked_together_checked_mailed_and_received(
    at_desk: Clerk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    french, prussian = (copied(player, tmp_path) for player in jena)
    data = at_desk.data()
    who, end, foe = alone(data)[0]
    at_desk.point(reach(data, who)["start"])
    assert "chosen" in at_desk.said and at_desk.all(".own-reach .within")
    at_desk.point(end)
    assert "movement points" in at_desk.said
    walker = next(
        one["who"] for one in data["desk"]["reaches"] if one["start"] and one["who"] != who and free(data, one)
    )
    path = detour(data, walker)
    at_desk.drag(path)
    at_desk.tab("attacks")
    at_desk.point(foe)
    attacked = at_desk.text("#attack-list li.now")
    assert "attack" in attacked.lower() and re.search(r"\d+\.\d %", attacked)
    finish_attacks(at_desk)
    wish_retreat(at_desk, foe, who)
    at_desk.tab("file")
    assert not at_desk.all("#troubles-orders.wrong"), at_desk.text("#troubles-orders")
    at_desk.click("[data-key='save orders']")
    saved = at_desk.saved("orders.yaml")
    shutil.copy(saved, french.place / "orders.yaml")
    told = french.good("check", "--json").json
    assert {"unit": walker, "path": path} in told["input"]["moves"]
    assert told["preview"]["void"] == [] and not told["preview"]["default"]
    mine = next(one for one in told["preview"]["attacks"] if foe in one["on"])
    shown = next(one for one in at_desk.run("return pbemOrders.attacks();") if foe in one["on"])
    assert (
        shown["chances"] == mine["manners"][0]["chances"]
        and shown["column"] == mine["manners"][0]["calculation"]["column"]
    )
    french.good("submit", "--yes", "--empty")
    prussian.good("receive", french.place / f"outbox/{DAYLIGHT:04d}-a.yaml", "--quiet")
    got = received(tmp_path)
    assert {"unit": walker, "path": path} in got["moves"]
    assert next(one for one in got["attacks"] if foe in one["on"])["retreat"] == [{"unit": who, "to": ["s", "sw"]}]


def copied(player: Player, root: Path) -> Player:
    """The same person with folders of his own."""
    for path in (player.home, player.place):
        shutil.copytree(path, root / path.name)
    Peer(root, player.place.name).moved()
    return Player(root / player.home.name, root / player.place.name)


def received(root: Path) -> Table:
    """What the Prussian has of the French turn."""
    campaign = Peer(root, "b").open(write=False)
    campaign.folder.close()
    found: Table = campaign.chain.messages[DAYLIGHT].body["input"]
    return found


def free(data: Table, one: Table) -> bool:
    """Whether a unit is in no contact and may go three steps."""
    if data["desk"]["next_to"].get(one["start"]) or len(one["steps"]) < 8:
        return False
    try:
        return bool(detour(data, one["who"]))
    except AssertionError:
        return False


def finish_attacks(clerk: Clerk) -> None:
    """Whoever else is in contact attacks too; an enemy for whom nobody is left is attacked together with another."""
    while clerk.all("#pressing button"):
        count = len(clerk.all("#attack-list > li"))
        clerk.click("#pressing button")
        last = clerk.all("#attack-list > li")[-1]
        if len(clerk.all("#attack-list > li")) > count and not last.find_elements(By.CSS_SELECTOR, "input:checked"):
            join(clerk, str(last.find_element(By.CSS_SELECTOR, "h3").text).removeprefix("Attack on "), count)


def join(clerk: Clerk, name: str, number: int) -> None:
    """Takes the empty attack away and adds its target to one of those that can reach it."""
    clerk.click(f"[data-key='attack {number} drop']")
    for index in range(number):
        options = Select(clerk.find(f"[data-key='attack {index} more']")).options
        wanted = [one for one in options if one.text.startswith(f"{name}:")]
        if wanted:
            wanted[0].click()
            clerk.click(f"[data-key='attack {index} more do']")
            if len(clerk.all(f"[data-attack='{index}'] input:checked")):
                return
            clerk.click("#undo")
    raise AssertionError(f"nobody can attack {name} as well")


def wish_retreat(clerk: Clerk, foe: str, who: str) -> None:
    """By the form of the attack: `retreat: [{unit: WHO, to: [s, sw]}]`."""
    index = next(i for i, one in enumerate(clerk.run("return pbemOrders.attacks();")) if foe in one["on"])
    at = f"orders/attacks/{index}"
    clerk.click(f"[data-key='attack {index} edit'] summary")
    clerk.click(f"[data-key='{at}#add retreat']")
    clerk.find(f"[data-key='{at}/retreat#form']").send_keys("several")
    clerk.click(f"[data-key='{at}/retreat#add']")
    clerk.write(f"[data-key='{at}/retreat/0/unit#']", who)
    clerk.find(f"[data-key='{at}/retreat/0/to#form']").send_keys("several")
    for number, word in enumerate(("s", "sw")):
        clerk.click(f"[data-key='{at}/retreat/0/to#add']")
        clerk.write(f"[data-key='{at}/retreat/0/to/{number}#']", word)


# -- by the list and step by step ------------------------------------------------------------


@pytest.mark.slow
def test_a_path_is_put_together_step_by_step_and_errors_show_at_once(at_desk: Clerk) -> None:
    data = at_desk.data()
    who = next(one["who"] for one in data["desk"]["reaches"] if one["start"] and free(data, one))
    path = detour(data, who)
    at_desk.click(f"[data-who='{who}']")
    at_desk.click("[data-key=stepwise]")
    for place in path[1:]:
        at_desk.add("#next-step", place)
    assert at_desk.text("#drawn-path").count("–") == 3
    at_desk.click("[data-key='step back']")
    at_desk.add("#next-step", path[3])
    at_desk.click("[data-key='take path']")
    assert {"unit": who, "path": path} in parsed(at_desk.orders())["moves"]
    # From the last place on, as far as it goes: sooner or later the points are spent.
    at_desk.click("[data-key=stepwise]")
    while not at_desk.all("fieldset p.wrong"):
        options = [one.get_attribute("value") for one in Select(at_desk.find("#next-step")).options[1:]]
        at_desk.add("#next-step", str(options[-1]))
    assert not at_desk.find("[data-key='take path']").is_enabled()
    at_desk.click("[data-key='leave path']")
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": path}]


@pytest.mark.slow
def test_shift_and_click_go_place_by_place(at_desk: Clerk) -> None:
    data = at_desk.data()
    who = next(one["who"] for one in data["desk"]["reaches"] if one["start"] and free(data, one))
    path = detour(data, who)
    at_desk.point(path[0])
    for place in path[1:]:
        at_desk.point(place, shift=True)
    at_desk.click("[data-key='take path']")
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": path}]


@pytest.mark.slow
def test_moves_are_undone_reordered_replaced_and_removed(at_desk: Clerk) -> None:
    data = at_desk.data()
    first, second = alone(data)[0], next(one for one in alone(data) if one[0] != alone(data)[0][0])
    for who, place, _ in (first, second):
        at_desk.click(f"[data-who='{who}']")
        at_desk.choose("#destination", place)
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [first[0], second[0]]
    at_desk.click("[data-key='move 1 up']")
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [second[0], first[0]]
    other = next(
        at for at, (_, _, stop) in steps(data, first[0]).items() if stop and at not in taken(data) and at != first[1]
    )
    at_desk.click(f"[data-who='{first[0]}']")
    at_desk.choose("#destination", other)
    moves = parsed(at_desk.orders())["moves"]
    assert [one["unit"] for one in moves] == [second[0], first[0]] and moves[1]["path"][-1] == other
    at_desk.click("#undo")
    assert parsed(at_desk.orders())["moves"][1]["path"][-1] == first[1]
    at_desk.click("#redo")
    at_desk.click("[data-key='move 0 drop']")
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [first[0]]
    at_desk.choose("#destination", "")
    assert "moves" not in parsed(at_desk.orders())


@pytest.mark.slow
def test_a_move_that_touches_another_is_left_to_check(at_desk: Clerk) -> None:
    data = at_desk.data()
    who, place, _ = alone(data)[0]
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", place)
    others = [one for one in data["desk"]["reaches"] if one["who"] != who and place in steps(data, one["who"])]
    at_desk.click(f"[data-who='{others[0]['who']}']")
    assert "pbem check judges the whole" in at_desk.text(".sheet-of-unit .doubt")
    at_desk.choose("#destination", place)
    assert "more than 1 would end in" in at_desk.text("#move-list")
    assert "before it" in at_desk.text("#move-list .doubt")
    told = at_desk.run("return pbemOrders.troubles();")
    assert len([one for one in told if one.startswith("move ")]) == 2
    assert at_desk.find("#tab-file").get_attribute("aria-label") == f"File, {len(told)} faults"


# -- what the page begins with ------------------------------------------------------------------


@pytest.mark.slow
def test_present_orders_are_what_the_page_begins_with(
    clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    french = copied(jena[0], tmp_path)
    page = page_of(french)
    clerk.open(page)
    data = clerk.data()
    who, place, foe = alone(data)[0]
    frame = "".join(f"{key}: {json.dumps(data['frame'][key])}\n" for key in ("campaign", "phase", "for"))
    moves, attacks = f'- {{unit: {who}, to: "{place}"}}', f'- {{on: "{foe}", by: {who}, advance: no}}'
    body = f"moves:\n{moves}\nattacks:\n{attacks}\nnote: |\n  One.\n  Two.\n"
    (french.place / "orders.yaml").write_text(frame + body, encoding="utf-8")
    clerk.open(page_of(french))
    assert place in clerk.text("#move-list")
    clerk.tab("attacks")
    assert foe in clerk.text("#attack-list h3") and "%" in clerk.text("#attack-list")
    told = parsed(clerk.orders())
    assert told["note"] == "One.\nTwo.\n" and told["attacks"] == [{"on": foe, "by": who, "advance": "no"}]
    (french.place / "orders.yaml").write_text(f"{frame}moves:\n- {{unit: {who}, too: 7}}\n", encoding="utf-8")
    clerk.open(page_of(french))
    assert "with what is wrong with it:\nline 5: " in clerk.text(".notice")
    # It is kept as it was written, and the page names it too.
    assert parsed(clerk.orders())["moves"] == [{"unit": who, "too": "7"}]
    clerk.tab("file")
    assert "moves 1 too: no such member here" in clerk.text("#troubles-orders")
    (french.place / "orders.yaml").write_text(
        f"campaign: 0123456789ab\nfor: {data['frame']['for']}\nphase: {data['frame']['phase']}\nmoves: []\n",
        encoding="utf-8",
    )
    clerk.open(page_of(french))
    assert "orders for another question" in clerk.text(".notice") and "moves" not in parsed(clerk.orders())


@pytest.mark.slow
def test_standing_orders_are_set_by_forms(clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path) -> None:
    french = copied(jena[0], tmp_path)
    (french.place / "standing.yaml").write_text("advance:\n  guard: {when: safe}\n", encoding="utf-8")
    clerk.open(page_of(french))
    clerk.tab("standing")
    clerk.click("[data-key='slot retreat.v-corps'] summary")
    clerk.click("[data-key='set retreat.v-corps']")
    clerk.click("[data-key='standing/retreat/v-corps#add to']")
    for number, word in enumerate(("s", "0406")):
        clerk.click("[data-key='standing/retreat/v-corps/to#add']")
        clerk.write(f"[data-key='standing/retreat/v-corps/to/{number}#']", word)
    clerk.tab("file")
    clerk.click("[data-key='save standing']")
    assert french.place.name in clerk.text("#panel-file")
    file = clerk.saved("standing.yaml")
    saved = file.read_text(encoding="utf-8")
    template = clerk.data()["standing"]["template"]
    assert all(line in saved for section in template for line in section["above"])
    slots = {slot["name"]: slot for section in template for slot in section["slots"]}
    assert (
        f"  guard: {{when: safe}}       # {slots['advance.guard']['whose']}" in saved and "\n  # tauenzien" not in saved
    )
    shutil.copy(file, french.place / "standing.yaml")
    said = french.good("standing", "--json").json
    values = {slot["name"]: slot["value"] for slot in said["slots"] if slot["set"]}
    assert values == {"advance.guard": {"when": "safe"}, "retreat.v-corps": {"to": ["s", "0406"]}}


# -- a game with hidden forces --------------------------------------------------------------------


@pytest.mark.slow
def test_a_stack_of_a_hidden_game_is_ordered_and_a_combat_assumed(
    clerk: Clerk, eylau: tuple[Player, Path], tmp_path: Path
) -> None:
    clerk.open(eylau[1])
    data = clerk.data()
    assert [tab.text for tab in clerk.all("[role=tab]") if tab.is_displayed()] == [
        "Moves",
        "Combats",
        "Other orders",
        "Standing",
        "File",
    ]
    who, mate, place = pair(data)
    clerk.click(f"[data-who='{who}']")
    clerk.click(f"[data-key='with {mate}']")
    clerk.choose("#destination", place)
    assert parsed(clerk.orders())["orders"][0]["stack"] == [who, mate]
    clerk.tab("orders")
    clerk.click("[data-key='begin mix']")
    clerk.click("[data-key='orders/mix#add']")
    box = reach(data, who)["start"]
    clerk.write("[data-key='orders/mix/0#']", box)
    written = tmp_path / "plan.yaml"
    written.write_text(clerk.orders(), encoding="utf-8")
    told = eylau[0]("check", "--json", written)
    assert told.status == 0, told
    assert told.json["input"]["orders"][0]["path"][-1] == place


def pair(data: Table) -> tuple[str, str, str]:
    """Two counters of one box, the first a general of few, and a place to which both can go without a forced march."""
    reaches = [one for one in data["desk"]["reaches"] if one["start"] and one["steps"]]
    full = taken(data)
    for one in reaches:
        for other in reaches:
            if one is other or one["start"] != other["start"]:
                continue
            both = [s[0] for s in one["steps"] if s[0] not in full and not s[5] and s[0] in steps(data, other["who"])]
            if both:
                return one["who"], other["who"], both[0]
    raise AssertionError("no two counters go together")


@pytest.mark.slow
def test_a_question_in_mid_phase_is_answered(clerk: Clerk, tmp_path: Path) -> None:
    asked, _ = hidden(tmp_path, "order-of-play")
    clerk.open(page_of(asked))
    assert [tab.text for tab in clerk.all("[role=tab]") if tab.is_displayed()] == ["Answer", "Standing", "File"]
    assert clerk.find("[data-answer='\"first\"']").is_selected()
    clerk.click("[data-answer='\"second\"']")
    (asked.place / "orders.yaml").write_text(clerk.orders(), encoding="utf-8")
    assert asked.good("check", "--json").json["input"]["answer"] == "second"
    assert asked.good("submit", "--yes", "--empty", "--json").json["message"]
