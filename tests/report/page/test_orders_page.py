"""The orders page as its player uses it: a turn clicked together, saved, checked, mailed and received."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.loader import load
from tests.campaign.folders import Peer
from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.desks import DAYLIGHT, Desk, head, hidden, page_of

Table = dict[str, Any]
NOT_JUDGED = "not judged"


def parsed(text: str) -> Any:
    return load(text).data


def movables(data: Table) -> list[Table]:
    """Who can be ordered and stands on a board."""
    return [one for one in data["desk"]["movables"] if one["start"]]


def movable(data: Table, who: str) -> Table:
    found: Table = next(one for one in data["desk"]["movables"] if one["who"] == who)
    return found


def steps(data: Table, *who: str) -> dict[str, list[Any]]:
    """Place -> the row that the page has of it: place, cost, place before, whether a move may end there."""
    found = next((one for one in data["known"]["reaches"] if sorted(one["who"]) == sorted(who)), None)
    return {row[0]: row for row in found["steps"]} if found else {}


def taken(data: Table) -> set[str]:
    return {counter["place"] for counter in data["counters"]}


def ends(data: Table, *who: str) -> list[str]:
    """Free places in which a move of theirs may end."""
    return [place for place, row in steps(data, *who).items() if row[3] and place not in taken(data)]


# -- a whole turn ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_turn_is_clicked_together_checked_mailed_and_received(
    at_desk: Clerk, desk: Desk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    french, prussian = (copied(player, tmp_path) for player in jena)
    who, end, foe = next(desk.closings())
    at_desk.point(movable(at_desk.data(), who)["start"])
    assert "chosen" in at_desk.said and at_desk.all(".own-reach .within")
    at_desk.point(end)
    assert "movement points" in at_desk.said
    walker, path = next(one for one in desk.detours() if one[0] != who and end not in one[1])
    at_desk.drag(path)
    # A path that the rules have not reckoned is written, and nothing is said of it.
    assert NOT_JUDGED in at_desk.said and NOT_JUDGED in at_desk.text("#move-list > li:last-child")
    at_desk.tab("attacks")
    at_desk.point(foe)
    at_desk.point(end)
    attacked = at_desk.text("#attack-list li.now")
    assert NOT_JUDGED in attacked and "%" not in attacked
    assert parsed(at_desk.orders())["attacks"] == [{"on": [foe], "by": [who]}]
    attack_as_now(at_desk)
    wish_retreat(at_desk, 0, who)
    at_desk.tab("file")
    assert "judges nothing" in at_desk.text("#judged-orders")
    at_desk.click("[data-key='save orders']")
    shutil.copy(at_desk.saved("orders.yaml"), french.place / "orders.yaml")
    told = french.good("check", "--json").json
    assert {"unit": walker, "path": path} in told["input"]["moves"]
    assert told["preview"]["void"] == [] and not told["preview"]["default"]
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


def attack_as_now(clerk: Clerk) -> None:
    """Whoever is in contact before the moves attacks as he would by default."""
    for combat in clerk.data()["known"]["bare"]["combats"]:
        number = len(clerk.all("#attack-list > li"))
        clerk.add("#new-target", combat["on"][0])
        for place in combat["on"][1:]:
            clerk.add(f"[data-key='attack {number} more']", place)
        boxes = {str(box.get_attribute("data-key")): box for box in clerk.all(f"[data-attack='{number}'] .check input")}
        wanted = {f"attack {number} Attackers {one}" for one in combat["by"]}
        wanted |= {f"attack {number} From afar {one}" for one in combat["far"]}
        assert wanted <= boxes.keys()
        for key in [key for key, box in boxes.items() if box.is_selected() is not (key in wanted)]:
            clerk.click(f"[data-key='{key}']")


def wish_retreat(clerk: Clerk, index: int, who: str) -> None:
    """By the form of an attack: `retreat: [{unit: WHO, to: [s, sw]}]`."""
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
def test_a_path_is_put_together_step_by_step_with_the_costs_that_are_known(at_desk: Clerk, desk: Desk) -> None:
    who, place = next(
        (one.who, end) for one in desk.on_map() for end in desk.ends(one.who) if len(desk.way(one.who, end)) > 3
    )
    path = desk.way(who, place)
    at_desk.click(f"[data-who='{who}']")
    at_desk.click("[data-key=stepwise]")
    for step in path[1:]:
        at_desk.add("#next-step", step)
    assert at_desk.text("#drawn-path").count("–") == len(path) - 1
    priced = at_desk.text(".sheet-of-unit fieldset")
    assert "movement points" in priced and NOT_JUDGED not in priced
    at_desk.click("[data-key='step back']")
    at_desk.add("#next-step", path[-1])
    at_desk.click("[data-key='take path']")
    assert {"unit": who, "path": path} in parsed(at_desk.orders())["moves"]
    at_desk.click("[data-key=stepwise]")
    at_desk.click("[data-key='leave path']")
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": path}]


@pytest.mark.slow
def test_shift_and_click_go_place_by_place_wherever_one_wants(at_desk: Clerk, desk: Desk) -> None:
    who, path = next(desk.detours())
    at_desk.point(path[0])
    for place in path[1:]:
        at_desk.point(place, shift=True)
    assert NOT_JUDGED in at_desk.text(".sheet-of-unit fieldset")
    at_desk.click("[data-key='take path']")
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": path}]
    # Far beyond any reach too: whether a unit can do it is not for the page to say.
    inside = steps(at_desk.data(), who)
    far = next(place for place in reversed(places_of(at_desk, path[0])) if place not in inside)
    at_desk.point(far)
    assert "is not within the known reach" in at_desk.said
    at_desk.point(far, shift=True)
    at_desk.click("[data-key='take path']")
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": [path[0], far]}]
    assert NOT_JUDGED in at_desk.text("#move-list") and at_desk.all(".own-plan .route.open")
    assert not at_desk.all(".own-plan .route.bad, #move-list .bad")


def places_of(clerk: Clerk, beside: str) -> list[str]:
    """All places of the board on which one lies, where nobody stands."""
    board = next(board for board in clerk.data()["boards"] if beside in {place[0] for place in board["places"]})
    return [place[0] for place in board["places"] if place[0] not in taken(clerk.data())]


@pytest.mark.slow
def test_moves_are_undone_reordered_replaced_and_removed(at_desk: Clerk) -> None:
    data = at_desk.data()
    first, second = [one["who"] for one in movables(data) if len(ends(data, one["who"])) > 4][:2]
    end, other = ends(data, first)[:2]
    far = next(place for place in reversed(ends(data, second)) if place not in (end, other))
    for who, place in ((first, end), (second, far)):
        at_desk.click(f"[data-who='{who}']")
        at_desk.choose("#destination", place)
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [first, second]
    at_desk.click("[data-key='move 1 up']")
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [second, first]
    at_desk.click(f"[data-who='{first}']")
    at_desk.choose("#destination", other)
    moves = parsed(at_desk.orders())["moves"]
    assert [one["unit"] for one in moves] == [second, first] and moves[1]["path"][-1] == other
    at_desk.click("#undo")
    assert parsed(at_desk.orders())["moves"][1]["path"][-1] == end
    at_desk.click("#redo")
    at_desk.click("[data-key='move 0 drop']")
    assert [one["unit"] for one in parsed(at_desk.orders())["moves"]] == [first]
    at_desk.choose("#destination", "")
    assert "moves" not in parsed(at_desk.orders())


# -- what the page begins with ------------------------------------------------------------------


@pytest.mark.slow
def test_present_orders_are_what_the_page_begins_with(
    clerk: Clerk, desk: Desk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    french = copied(jena[0], tmp_path)
    who, place, foe = next(desk.closings())
    frame = head(french)
    moves, attacks = f'- {{unit: {who}, to: "{place}"}}', f'- {{on: "{foe}", by: {who}, advance: no}}'
    body = f"moves:\n{moves}\nattacks:\n{attacks}\nnote: |\n  One.\n  Two.\n"
    (french.place / "orders.yaml").write_text(frame + body, encoding="utf-8")
    clerk.open(page_of(french))
    # The rules have carried them out: also a move of which only the end is written has its way.
    assert clerk.text("#move-list").count("–") == len(desk.way(who, place)) - 1 and place in clerk.text("#move-list")
    clerk.tab("attacks")
    assert foe in clerk.text("#attack-list h3")
    told = parsed(clerk.orders())
    assert told["note"] == "One.\nTwo.\n" and told["attacks"] == [{"on": foe, "by": who, "advance": "no"}]
    (french.place / "orders.yaml").write_text(f"{frame}moves:\n- {{unit: {who}, too: 7}}\n", encoding="utf-8")
    clerk.open(page_of(french))
    assert "with what is wrong with it:\nline 5: " in clerk.text(".notice")
    # It is kept as it was written, and what is wrong stands at its entry.
    assert parsed(clerk.orders())["moves"] == [{"unit": who, "too": "7"}]
    assert clerk.all("#move-list > li.bad .wrong p")
    (french.place / "orders.yaml").write_text(re.sub("campaign: .*", "campaign: 0123456789ab", frame), encoding="utf-8")
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
def test_a_stack_of_a_hidden_game_is_ordered(clerk: Clerk, eylau: tuple[Player, Path], tmp_path: Path) -> None:
    clerk.open(eylau[1])
    data = clerk.data()
    shown = [tab.text for tab in clerk.all("[role=tab]") if tab.is_displayed()]
    assert shown == ["Moves", "Combats", "Other orders", "Standing", "File"]
    who, mate, place = pair(data)
    clerk.click(f"[data-who='{who}']")
    clerk.click(f"[data-key='with {mate}']")
    # Where two go together the rules have said, not the page.
    within = {str(one.get_attribute("data-spot")) for one in clerk.all(".own-reach [data-spot]")}
    assert within == steps(data, who, mate).keys() - {movable(data, who)["start"]}
    clerk.choose("#destination", place)
    assert parsed(clerk.orders())["orders"][0]["stack"] == [who, mate]
    clerk.tab("orders")
    clerk.click("[data-key='begin mix']")
    clerk.click("[data-key='orders/mix#add']")
    clerk.write("[data-key='orders/mix/0#']", movable(data, who)["start"])
    written = tmp_path / "plan.yaml"
    written.write_text(clerk.orders(), encoding="utf-8")
    told = eylau[0]("check", "--json", written)
    assert told.status == 0, told
    assert told.json["input"]["orders"][0]["path"][-1] == place


def pair(data: Table) -> tuple[str, str, str]:
    """Two counters of one box, and a place to which both can go without a forced march."""
    for one in movables(data):
        for other in movables(data):
            if one is not other and one["start"] == other["start"]:
                both = [
                    at
                    for at in ends(data, one["who"], other["who"])
                    if not steps(data, one["who"], other["who"])[at][5]
                ]
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
