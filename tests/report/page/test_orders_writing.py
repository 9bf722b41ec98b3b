"""The files that the orders page writes, whatever stands in them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.orders.loader import load
from tests.report.page.clerk import Clerk
from tests.report.page.handwritten import key, typed, value


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


EVIL = "<img src=x onerror='document.title=1'><script>document.title=2</script>"


@pytest.mark.slow
def test_markup_in_orders_stays_text(at_desk: Clerk) -> None:
    title = at_desk.driver.title
    orders = {"moves": [EVIL, {"unit": EVIL}, {EVIL: EVIL}], "attacks": [{"on": [EVIL], "by": EVIL}], EVIL: EVIL}
    at_desk.run("pbemOrders.load(arguments[0]);", orders)
    for name in ("moves", "attacks", "orders", "standing", "file"):
        at_desk.tab(name)
    assert load(at_desk.orders()).data[EVIL] == EVIL
    assert at_desk.driver.title == title and at_desk.all("main img, header img, #map img, main script") == []


@pytest.mark.slow
def test_orders_of_any_shape_break_nothing(at_desk: Clerk) -> None:
    """The page begins with any orders.yaml: every panel shows it, and it is written as it was."""
    rng = random.Random("any shape")
    at_desk.run("window.broken = []; window.addEventListener('error', (event) => window.broken.push(event.message));")
    words = ["all", "unit", "to", "path", "on", "by", "bombard", "reduce", "x"]

    def strange(depth: int) -> Any:
        if depth and rng.random() < 0.4:
            return {rng.choice(words): strange(depth - 1) for _ in range(3)}
        return value(rng, depth)

    for _ in range(20):
        orders = {"moves": strange(3), "attacks": [strange(2), strange(3)] if rng.random() < 0.7 else strange(1)}
        at_desk.run("pbemOrders.load(arguments[0]);", orders)
        for name in ("attacks", "orders", "file", "moves"):
            at_desk.run("document.getElementById(arguments[0]).click();", f"tab-{name}")
        assert load(at_desk.orders()).data["moves"] == typed(orders["moves"])
    assert at_desk.run("return window.broken;") == []
