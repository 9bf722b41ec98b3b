"""What the orders page reckons and writes by itself, held against the rules and the program."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.loader import load
from tests.campaign.folders import Peer
from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.handwritten import key, typed, value

ENOUGH = 40
REDUCED = 5


def previews(french: Player) -> Iterator[tuple[dict[str, Any], Any]]:
    """Random legal orders, and what the rules say of each of their attacks."""
    campaign = Peer(french.place.parent, "a").open(write=False)
    campaign.folder.close()
    due = campaign.due()
    assert due.request is not None
    for seed in range(60):
        orders = due.request.options.sample(random.Random(seed).randrange)
        told = campaign.game.telling.preview(due.request, orders, due.own)
        if not told["default"] and not told["void"]:
            yield orders, told


@pytest.mark.slow
@pytest.mark.smoke
def test_odds_are_those_of_the_rules(at_desk: Clerk, jena: tuple[Player, Player]) -> None:
    compared = reduced = 0
    for orders, told in previews(jena[0]):
        at_desk.run("pbemOrders.load(arguments[0]);", orders)
        shown = at_desk.run("return pbemOrders.attacks();")
        for mine, rules in zip(shown, told["attacks"], strict=True):
            manner = rules["manners"][0]
            told = manner["calculation"]
            assert (mine["on"], mine["column"]) == (rules["on"], told["column"]), (mine, rules)
            assert mine["used"] == told["used"], (mine, rules)
            assert [mine["attack"], mine["defence"]] == [str(one["counts"]) for one in told["strengths"]]
            assert mine["chances"] == manner["chances"]
            compared += 1
            reduced += told["used"] != told["column"]
        if compared >= ENOUGH and reduced >= REDUCED:
            return
    raise AssertionError(f"only {compared} attacks were compared, {reduced} of them at lower odds")


@pytest.mark.slow
def test_lower_odds_are_shown_and_higher_ones_not_given(at_desk: Clerk, jena: tuple[Player, Player]) -> None:
    orders, told = next(previews(jena[0]))
    column, columns = (
        told["attacks"][0]["manners"][0]["calculation"]["column"],
        at_desk.data()["desk"]["sheet"]["columns"],
    )
    names = [one["name"] for one in columns]
    for wish in (names[0], names[-1], "7 to 3"):
        first = {key: inner for key, inner in orders["attacks"][0].items() if key not in ("reduce", "if", "else")}
        at_desk.run("pbemOrders.load(arguments[0]);", {**orders, "attacks": [{**first, "reduce": wish}]})
        mine = at_desk.run("return pbemOrders.attacks()[0];")
        used = wish if wish in names[: names.index(column)] else column
        assert (mine["used"], mine["chances"]) == (used, columns[names.index(used)]["chances"])
        at_desk.tab("attacks")
        shown = at_desk.text(".odds .column")
        assert used in shown and (f"lowered from {column}" in shown) == (used != column)
        assert "reduce" not in at_desk.text("#attack-list .odds")


@pytest.mark.slow
def test_a_combat_that_comes_of_itself_is_reckoned_with_an_assumed_strength(
    clerk: Clerk, eylau: tuple[Player, Path]
) -> None:
    clerk.open(eylau[1])
    data = clerk.data()
    desk = data["desk"]
    who, place = next(
        (one["who"], step[0]) for one in desk["reaches"] for step in one["steps"] if desk["next_to"].get(step[0])
    )
    clerk.click(f"[data-who='{who}']")
    clerk.choose("#destination", place)
    clerk.tab("attacks")
    before = clerk.run("return pbemOrders.attacks();")
    combat = next(one for one in before if one["on"] == [place])
    assert combat["missing"] and not combat["sides"]
    for field in clerk.all(f"[data-key^='assume {before.index(combat)} ']"):
        field.send_keys("3")
    clerk.keys("\t")
    combat = next(one for one in clerk.run("return pbemOrders.attacks();") if one["on"] == [place])
    assert [sum(map(Fraction, one["chances"].values())) for one in combat["sides"]] == [1, 1]
    assert "assumed" in clerk.run("return document.getElementById('attack-list').textContent;")


# -- the files --------------------------------------------------------------------------------


@pytest.mark.slow
def test_files_that_the_page_writes_are_read_as_they_were_meant(at_desk: Clerk) -> None:
    rng = random.Random("yaml")
    documents = [{key(rng): value(rng, 4) for _ in range(rng.randrange(1, 6))} for _ in range(150)]
    documents += [{"note": text} for text in ("a\nb", "a\n", "\n", " a\nb\n\n", "\n\n x\n", "a\n  b", "#\n#")]
    written = at_desk.run("return arguments[0].map(pbemOrders.write);", documents)
    for document, text in zip(documents, written, strict=True):
        assert load(text).data == typed(document), text


@pytest.mark.slow
def test_what_orders_cannot_hold_is_left_out(at_desk: Clerk) -> None:
    text = at_desk.run("return pbemOrders.write({ note: arguments[0] });", "a\u200b\tb\u2028c\U0001f600\u0007d\r\ne")
    assert load(text).data == {"note": "a bcd\ne"}
