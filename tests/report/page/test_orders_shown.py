"""The orders page shows what Python reckoned and judges nothing: odds, findings, and a judge that answers later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.engine.odds_query import WhatIf
from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.desks import Desk, head, page_of
from tests.report.page.test_orders_page import NOT_JUDGED, ends, movables, parsed, steps

Table = dict[str, Any]
FOUND_NOTHING = "pbem check found nothing wrong"


def shares(clerk: Clerk, css: str) -> list[tuple[str, str]]:
    """Result and exact chance of every line of the tables there."""
    script = (
        "return [...document.querySelectorAll(arguments[0])].map((row) =>"
        "[row.querySelector('th').firstChild.textContent, row.querySelector('td').textContent]);"
    )
    return [(str(result), str(share)) for result, share in clerk.run(script, f"{css} tbody tr")]


def order_something(clerk: Clerk) -> str:
    """One move of somebody; who it is."""
    who = next(one["who"] for one in movables(clerk.data()) if ends(clerk.data(), one["who"]))
    clerk.tab("moves")
    clerk.click(f"[data-who='{who}']")
    clerk.choose("#destination", ends(clerk.data(), who)[0])
    return str(who)


# -- odds -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.smoke
def test_odds_are_those_of_the_rules_as_the_board_stands_now(at_desk: Clerk, desk: Desk) -> None:
    order_something(at_desk)
    at_desk.tab("attacks")
    assert "As the board stands now; pbem check decides" in at_desk.text("#as-it-stands h2")
    told = at_desk.run("return document.getElementById('as-it-stands').textContent;")
    assert desk.bare.combats
    odds = desk.game.telling.odds
    assert odds is not None
    at = desk.game.position_of(desk.request)
    for combat in desk.bare.combats:
        rules = odds.what_if(at, desk.request.army, WhatIf(combat.on, combat.by, combat.far), desk.own)
        shown = shares(at_desk, f"[data-combat='{' '.join(combat.on)}']")
        assert shown == [(one.result, str(one.share)) for outlook in rules for one in outlook.chances]
        for step in (step for outlook in rules for step in outlook.steps):
            assert step.text in told and f"({step.case})" in told
    # No attack is ordered by that.
    assert "attacks" not in parsed(at_desk.orders())


@contextmanager
def ordered(player: Player, folder: Path, body: str) -> Iterator[Path]:
    """The page of a player whose orders.yaml holds this."""
    orders = player.place / "orders.yaml"
    kept = orders.read_bytes()
    try:
        orders.write_text(f"{head(player)}{body}", encoding="utf-8")
        yield page_of(player, str(folder / "ordered.html"))
    finally:
        orders.write_bytes(kept)


@pytest.mark.slow
def test_attacks_with_which_the_page_begins_have_their_odds_until_something_changes(
    clerk: Clerk, desk: Desk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    combat = desk.bare.combats[0]
    body = f"attacks:\n- {{on: '{combat.on[0]}', by: [{', '.join(combat.by)}]}}\n"
    with ordered(jena[0], tmp_path, body) as page:
        clerk.open(page)
    clerk.tab("attacks")
    rules = [(one.result, str(one.share)) for outlook in combat.outlooks for one in outlook.chances]
    assert shares(clerk, "[data-attack='0']") == rules and not clerk.all("#as-it-stands")
    clerk.tab("file")
    assert FOUND_NOTHING in clerk.text("#judged-orders")
    clerk.tab("attacks")
    clerk.click(f"[data-key='attack 0 Attackers {combat.by[0]}']")
    assert shares(clerk, "[data-attack='0']") == [] and NOT_JUDGED in clerk.text("[data-attack='0']")
    assert clerk.all("#as-it-stands")
    clerk.click("#undo")
    assert shares(clerk, "[data-attack='0']") == rules


@pytest.mark.slow
def test_a_unit_is_in_another_attack_too_only_where_it_is_ticked_in_both(at_desk: Clerk, desk: Desk) -> None:
    target = desk.bare.targets[0]
    foe, counter = target.place, target.by[0]
    at_desk.run(
        "pbemOrders.load(arguments[0]);", {"attacks": [{"on": [foe], "by": []}, {"on": [foe], "by": [counter]}]}
    )
    at_desk.tab("attacks")
    key = f"[data-key='attack 0 Attackers {counter}']"
    row = f"document.querySelector(`{key}`).closest('.check').textContent"
    assert "in attack 2" in at_desk.run(f"return {row};") and " too" not in at_desk.run(f"return {row};")
    at_desk.click(key)
    assert "in attack 2 too" in at_desk.run(f"return {row};")


# -- findings ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_check_found_stands_where_it_is_until_something_changes(
    clerk: Clerk, desk: Desk, jena: tuple[Player, Player], tmp_path: Path
) -> None:
    one, other = desk.on_map()[:2]
    inside = {step.place for step in desk.reach(one.who).steps}
    far = next(other for other in desk.ends(other.who) if other not in inside)
    foe = desk.bare.targets[0].place
    moves = f"moves:\n- {{unit: {one.who}, path: ['{one.start}', '{far}']}}\n"
    body = f"{moves}attacks:\n- {{on: '{foe}', by: [{other.who}]}}\n"
    with ordered(jena[0], tmp_path, body) as page:
        said = jena[0]("check", "--json").json["error"]
        clerk.open(page)
    found = [finding for finding in said["findings"] if finding["path"][0] == "moves"]
    assert found
    assert found[0]["what"] in clerk.text("#move-list > li.bad .wrong")
    assert clerk.all(".own-plan .route.bad") and clerk.all(".own-plan .ghost.bad")
    assert clerk.find("#tab-moves").get_attribute("data-wrong") == str(len(found))
    assert (
        clerk.find("#tab-moves").get_attribute("aria-label")
        == f"Moves, {len(found)} {'fault' if len(found) == 1 else 'faults'}"
    )
    # At its field too.
    clerk.click("[data-key='move 0 edit'] summary")
    where = found[0]["path"]
    assert found[0]["what"] in clerk.run(
        "return document.querySelector(`[data-at='${JSON.stringify(arguments[0])}']`)?.textContent ?? '';",
        ["orders", *where],
    ) or where == ["moves", 0]
    clerk.tab("file")
    listed = clerk.text("#troubles-orders")
    assert "pbem check found wrong" in listed and all(one["what"] in listed for one in said["findings"])
    order_something(clerk)
    for name in ("moves", "attacks", "file"):
        clerk.tab(name)
        assert not [one for one in clerk.all("main .wrong, main .good") if one.is_displayed()]
    assert not clerk.all(".own-plan .route.bad") and not clerk.find("#tab-moves").get_attribute("data-wrong")
    clerk.click("#undo")
    assert clerk.find("#tab-moves").get_attribute("data-wrong")


@pytest.mark.slow
def test_a_page_that_nobody_judges_calls_nothing_right_or_wrong(at_desk: Clerk) -> None:
    orders = {"moves": [{"unit": "gzz-1", "to": "x"}, {"unit": 7}], "attacks": [{"on": ["0101"]}], "odd": [1]}
    at_desk.run("pbemOrders.load(arguments[0]);", orders)
    for name in ("moves", "attacks", "orders", "file"):
        at_desk.tab(name)
        assert not [one for one in at_desk.all("main .wrong, main .good, main .bad") if one.is_displayed()], name
    assert "judges nothing" in at_desk.text("#judged-orders")
    at_desk.tab("moves")
    assert at_desk.text("#move-list").count(NOT_JUDGED) == 2


# -- a judge that answers later ----------------------------------------------------------------

# As a page with the program behind it has one: nothing is known at first, and answers come.
LATER = """
window.known = { reach: undefined, course: null, findings: [], final: false, asking: false };
window.asked = [];
const judge = pbemOrders.judge;
judge.install({
  reach: (group, way) => {
    window.asked.push([group, way]);
    return window.known.reach && judge.asReach(window.known.reach);
  },
  course: () => window.known.course,
  findings: () => window.known.findings,
  isFinal: () => window.known.final,
  isAsking: () => window.known.asking,
  silence: () => "being judged",
});
window.answer = (known) => { Object.assign(window.known, known); judge.came(); };"""


@pytest.mark.slow
def test_whatever_a_judge_answers_later_is_drawn_when_it_comes(at_desk: Clerk, desk: Desk) -> None:
    one = desk.on_map()[0]
    end = desk.ends(one.who)[0]
    at_desk.run(LATER)
    at_desk.click(f"[data-who='{one.who}']")
    assert "being judged" in at_desk.text(".sheet-of-unit") and not at_desk.all(".own-reach .within")
    rows = steps(at_desk.data(), one.who)[end]
    step = {
        "place": end,
        "cost": rows[1],
        "before": one.start,
        "stop": True,
        "note": "a note",
        "more": {},
        "taken": False,
    }
    start = {**step, "place": one.start, "cost": "0", "before": "", "stop": False}
    at_desk.run("answer({ reach: { allowance: '4', note: '', steps: arguments[0] } });", [start, step])
    assert len(at_desk.all(".own-reach [data-spot]")) == 1
    at_desk.point(end)
    assert parsed(at_desk.orders())["moves"] == [{"unit": one.who, "path": [one.start, end]}]
    # What the rules carry out counts, not what is written.
    other = desk.ends(one.who)[1]
    move = {
        "at": ["moves", 0],
        "who": [one.counter],
        "way": [one.start, end, other],
        "cost": "3",
        "allowance": "4",
        "text": "",
    }
    course = {"moves": [move], "stands": {one.counter: other}, "targets": [], "combats": [], "idle": []}
    at_desk.run("answer({ course: arguments[0], final: true });", course)
    assert "3 of 4 movement points" in at_desk.text("#move-list") and at_desk.text("#move-list").count("–") == 2
    assert "being judged" not in at_desk.text("#panel-moves")
    assert at_desk.all(f"[data-tag='{other}']") and not at_desk.all(f"[data-tag='{end}']")


@pytest.mark.slow
def test_where_units_can_go_is_asked_for_those_who_are_chosen_alone(at_desk: Clerk, desk: Desk) -> None:
    at_desk.run(LATER)
    orders = [{"unit": one.who, "path": [one.start, desk.ends(one.who)[0]]} for one in desk.on_map()[:5]]
    at_desk.run("pbemOrders.load(arguments[0]);", {"moves": orders})
    for name in ("attacks", "orders", "moves"):
        at_desk.tab(name)
    assert len(at_desk.all("#move-list > li")) == 5 and at_desk.run("return window.asked;") == []
    at_desk.click(f"[data-who='{orders[0]['unit']}']")
    assert {tuple(group) for group, _ in at_desk.run("return window.asked;")} == {(orders[0]["unit"],)}


@pytest.mark.slow
def test_combats_targets_and_idle_units_come_from_the_judge_alone(at_desk: Clerk, desk: Desk) -> None:
    foes = sorted(
        {one["place"] for one in at_desk.data()["counters"] if one["side"] != at_desk.data()["army"] and one["place"]}
    )
    one, two = (movable.counter for movable in desk.on_map()[:2])
    outlook = {
        "title": "at three to one",
        "steps": [{"text": "a step", "case": "7.6"}],
        "chances": [{"result": "Dr", "share": "1/3", "text": "back"}, {"result": "Ar", "share": "2/3", "text": ""}],
        "notes": [{"text": "a note", "case": ""}],
        "chain": False,
    }
    combat = {"at": ["attacks", 0], "on": [foes[0]], "by": [one], "far": [], "outlooks": [outlook]}
    course = {
        "moves": [],
        "stands": {},
        "targets": [
            {"place": foes[0], "by": [one], "far": [two], "pressing": False},
            {"place": foes[1], "by": [two], "far": [], "pressing": True},
        ],
        "combats": [combat, {**combat, "at": [], "on": [foes[2]], "outlooks": []}],
        "idle": [two],
    }
    at_desk.run(LATER)
    at_desk.run("pbemOrders.load(arguments[0]);", {"attacks": [{"on": foes[0], "by": one}]})
    at_desk.tab("attacks")
    assert "being judged" in at_desk.text("#attack-list") and not at_desk.all("#pressing")
    at_desk.run("answer({ course: arguments[0], final: true });", course)
    assert shares(at_desk, "[data-attack='0']") == [("Dr", "1/3"), ("Ar", "2/3")]
    assert "at three to one" in at_desk.text("#attack-list") and "33.3 %" in at_desk.text("#attack-list")
    assert at_desk.all(f"[data-key='attack 0 From afar {two}']")
    assert [one.get_attribute("data-key") for one in at_desk.all("#pressing button")] == [f"press {foes[1]}"]
    assert "In contact and in no attack" in at_desk.text("#pressing") and "Fought by default (1)" in at_desk.text(
        "#panel-attacks"
    )
    # On the map nobody joins whom the rules do not name.
    at_desk.click("[data-key='attack 0 show']")
    third = next(movable for movable in desk.on_map() if movable.counter not in (one, two))
    at_desk.point(third.start)
    assert "cannot join" in at_desk.said
    wrong = [{"path": ["orders", "attacks", 0, "by"], "text": "too few"}]
    at_desk.run("answer({ findings: arguments[0] });", wrong)
    assert "too few" in at_desk.text("#attack-list > li.bad") and at_desk.all(".own-spots .target.bad")
    assert at_desk.find("#tab-attacks").get_attribute("data-wrong") == "1"


@pytest.mark.slow
def test_while_the_judge_is_asked_what_has_not_changed_keeps_what_was_said_of_it(at_desk: Clerk, desk: Desk) -> None:
    foe, counter = desk.bare.targets[0].place, desk.bare.targets[0].by[0]
    one, two = [one for one in desk.on_map() if one.counter != counter][:2]
    at_desk.run(LATER)
    moves = [{"unit": mover.who, "path": [mover.start, desk.ends(mover.who)[0]]} for mover in (one, two)]
    at_desk.run("pbemOrders.load(arguments[0]);", {"moves": moves, "attacks": [{"on": [foe], "by": [counter]}]})
    chances = [{"result": "Dr", "share": "1", "text": ""}]
    outlook = {"title": "", "steps": [], "chances": chances, "notes": [], "chain": False}
    combat = {"at": ["attacks", 0], "on": [foe], "by": [counter], "far": [], "outlooks": [outlook]}
    told = {"who": [one.counter], "way": moves[0]["path"], "cost": "3", "allowance": "4", "text": ""}
    course = {"stands": {}, "targets": [], "idle": [], "combats": [combat], "moves": [{"at": ["moves", 0], **told}]}
    wrong = [{"path": ["orders", "moves", index], "text": f"wrong {index}"} for index in (0, 1)]
    at_desk.run("answer({ course: arguments[0], findings: arguments[1], final: true });", course, wrong)
    at_desk.run("Object.assign(window.known, { course: null, findings: [], final: false, asking: true });")
    at_desk.click(f"[data-who='{two.who}']")
    at_desk.click("[data-key='remove chosen']")
    at_desk.click("#undo")
    changed = {**moves[1], "path": [two.start, desk.ends(two.who)[1]]}
    at_desk.run(
        "pbemOrders.load(arguments[0]);", {"moves": [moves[0], changed], "attacks": [{"on": [foe], "by": [counter]}]}
    )
    assert "3 of 4 movement points" in at_desk.text("#move-list > li:first-child")
    assert "wrong 0" in at_desk.text("#move-list") and "wrong 1" not in at_desk.text("#move-list")
    assert at_desk.find("#tab-moves").get_attribute("data-wrong") == "1"
    at_desk.tab("attacks")
    assert shares(at_desk, "[data-attack='0']") == [("Dr", "1")]
    at_desk.run("answer({ asking: false });")
    assert shares(at_desk, "[data-attack='0']") == [] and "being judged" in at_desk.text("[data-attack='0']")


@pytest.mark.slow
def test_who_types_keeps_his_form_when_an_answer_comes(at_desk: Clerk) -> None:
    at_desk.run(LATER)
    at_desk.run("pbemOrders.load(arguments[0]);", {"moves": [{"unit": "a"}]})
    at_desk.click("[data-key='move 0 edit'] summary")
    field = at_desk.find("[data-key='orders/moves/0/unit#']")
    field.send_keys("bc")
    at_desk.keys(Keys.ARROW_LEFT)
    wrong = [{"path": ["orders", "moves", 0, "unit"], "text": "no such unit"}]
    at_desk.run("answer({ findings: arguments[0], final: true });", wrong)
    assert field.get_attribute("aria-invalid") == "true"
    assert at_desk.text("#move-list > li.bad details .wrong:not([hidden])") == "no such unit"
    at_desk.keys("x")
    assert field.get_attribute("value") == "abxc" and parsed(at_desk.orders())["moves"] == [{"unit": "abxc"}]
    at_desk.run("answer({ findings: [] });")
    assert field.get_attribute("aria-invalid") == "false" and not at_desk.all("#move-list > li.bad")
