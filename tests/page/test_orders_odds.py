"""What the orders page reckons and writes by itself, held against the rules and the program."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pbem.orders.loader import load
from pbem.orders.text import TEXT
from tests.campaign.folders import Side
from tests.cli.players import Player
from tests.page.clerk import Clerk

ENOUGH = 40


def previews(french: Player) -> Iterator[tuple[dict[str, Any], Any]]:
    """Random legal orders, and what the rules say of each of their attacks."""
    campaign = Side(french.place.parent, "a").open(write=False)
    campaign.folder.close()
    due = campaign.due()
    assert due.request is not None
    for seed in range(60):
        orders = due.request.options.sample(random.Random(seed).randrange)
        told = campaign.game.preview(due.request, orders, due.own)
        if not told["default"] and not told["void"]:
            yield orders, told


def test_odds_are_those_of_the_rules(at_desk: Clerk, jena: tuple[Player, Player]) -> None:
    compared = 0
    for orders, told in previews(jena[0]):
        at_desk.run("pbemOrders.load(arguments[0]);", orders)
        shown = at_desk.run("return pbemOrders.attacks();")
        for mine, rules in zip(shown, told["attacks"], strict=True):
            manner = rules["manners"][0]
            if manner["reduced"]:
                continue
            assert (mine["on"], mine["column"]) == (rules["on"], manner["column"]), (mine, rules)
            assert (mine["attack"], mine["defence"]) == (str(manner["attack"]), str(manner["defence"]))
            assert mine["chances"] == manner["chances"]
            compared += 1
        if compared >= ENOUGH:
            return
    raise AssertionError(f"only {compared} attacks were compared")


# -- the files --------------------------------------------------------------------------------


LETTERS = [chr(code) for code in range(0x20, 0x460) if TEXT.fullmatch(chr(code))]
ODD = [
    "",
    "0610",
    "no",
    "Yes",
    "1/III",
    "7",
    "-",
    "# no",
    "a: b",
    "[x",
    "x]",
    "{",
    "'",
    '"',
    "\\",
    "a\\n",
    "  x",
    "x ",
    "~",
]


def value(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(8 if depth else 4)
    if kind < 2:
        return "".join(rng.choices(LETTERS, k=rng.randrange(40)))
    if kind == 2:
        return rng.choice(ODD)
    if kind == 3:
        return rng.choice([True, False, 0, -7, 2**53 - 1])
    if kind < 6:
        return [value(rng, depth - 1) for _ in range(rng.randrange(5))]
    return {key(rng): value(rng, depth - 1) for _ in range(rng.randrange(5))}


def key(rng: random.Random) -> str:
    return rng.choice(ODD[1:]) + "".join(rng.choices(LETTERS, k=rng.randrange(6)))


def typed(data: Any) -> Any:
    """What the loader gives back: every scalar as text."""
    if isinstance(data, dict):
        return {key: typed(inner) for key, inner in data.items()}
    if isinstance(data, list):
        return [typed(inner) for inner in data]
    return data if isinstance(data, str) else str(data).lower()


def test_files_that_the_page_writes_are_read_as_they_were_meant(at_desk: Clerk) -> None:
    rng = random.Random("yaml")
    documents = [{key(rng): value(rng, 4) for _ in range(rng.randrange(1, 6))} for _ in range(150)]
    documents += [{"note": text} for text in ("a\nb", "a\n", "\n", " a\nb\n\n", "\n\n x\n", "a\n  b", "#\n#")]
    written = at_desk.run("return arguments[0].map(pbemOrders.write);", documents)
    for document, text in zip(documents, written, strict=True):
        assert load(text).data == typed(document), text


def test_what_orders_cannot_hold_is_left_out(at_desk: Clerk) -> None:
    text = at_desk.run("return pbemOrders.write({ note: arguments[0] });", "a\u200b\tb\u2028c\U0001f600\u0007d\r\ne")
    assert load(text).data == {"note": "a bcd\ne"}
