"""Rows D of the adversarial plan, and tape files that were changed: page and pbem say the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.protocol.canonical import canon
from pbem.protocol.verify import tape_lines
from tests.protocol.test_attacks_dice import biased, own_value, skipping
from tests.protocol.toy import (
    Toy,
    begun,
    body_of,
    cheat,
    fresh,
    line,
)
from tests.report.page.browser import Page
from tests.report.page.rows import LENGTHS, agree, apart, beside, by


@pytest.mark.parametrize("length", LENGTHS)
def test_d01_random_reveal(page: Page, length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(reveal=fresh("luck").hex()))
    agree(page, beside(chain, bad), ("REVEAL_MISMATCH", "proof", length, by(length)))


@pytest.mark.parametrize("length", LENGTHS)
def test_d02_no_reveal(page: Page, length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.pop("reveal"))
    agree(page, beside(chain, bad), ("REVEAL_MISSING", "proof", length, by(length)))


def test_d03_d05_another_value(page: Page) -> None:
    chain = begun(7)
    theirs, older = chain.messages[6].body["reveal"], own_value(chain, 3)
    for value in (theirs, older):
        bad = cheat(chain, lambda b, value=value: b.update(reveal=value))
        agree(page, beside(chain, bad), ("REVEAL_MISMATCH", "proof", 7, "b"))


@pytest.mark.parametrize("copied", [1, 2, 3, 4])
def test_d04_d06_a_seal_copied_from_either_side(page: Page, copied: int) -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(seal=chain.messages[copied].body["seal"]))
    agree(page, beside(chain, bad), ("SEAL_REUSED", "proof", 5, "b"))


@pytest.mark.parametrize("length", [2, *LENGTHS])
def test_d07_forged_tape_digest(page: Page, length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(tape="0" * 64))
    said = ("TAPE_MISMATCH", "proof", length, by(length))
    # Nobody signs the tape file: where it is not what the message signs, the page cannot tell which of them is wrong.
    if length == 2:
        agree(page, beside(chain, bad), said)
    else:
        apart(page, beside(chain, bad), said, ("REPORT_MISMATCH", "damage", None, ""))


@pytest.mark.parametrize("roll", [biased, skipping], ids=["D09", "D10"])
@pytest.mark.parametrize("tapes", ["honest", "crooked"])
def test_d09_d10_another_sampler(page: Page, roll: Any, tapes: str) -> None:
    """Whichever of the two tapes lies beside the log."""
    for length in range(3, 12):
        chain = begun(length)
        crooked = replace(chain, machine=Toy(roll=roll))
        bad = line(crooked)
        if body_of(bad)["tape"] == body_of(line(chain))["tape"]:
            continue
        lines = None if tapes == "honest" else tape_lines(crooked.extend(bad))
        said = ("TAPE_MISMATCH", "proof", length, by(length))
        if tapes == "crooked":
            agree(page, beside(chain, bad, tapes=lines), said)
        else:
            apart(page, beside(chain, bad, tapes=lines), said, ("REPORT_MISMATCH", "damage", None, ""))
        return
    raise AssertionError("the sampler never differed")


@pytest.mark.parametrize("change", [lambda r: r % 6 + 1, lambda r: 0], ids=["another die", "as if private"])
def test_an_edited_tape_file_accuses_nobody(page: Page, change: Callable[[int], int]) -> None:
    chain = begun(7)
    tapes = [list(tape) for tape in chain.tapes]
    k = next(k for k, tape in enumerate(tapes) if tape)
    label, n, r = tapes[k][0]
    tapes[k][0] = [label, n, change(int(r))]
    data = b"".join(canon(tape) + b"\n" for tape in tapes)
    agree(page, beside(chain, tapes=data), ("REPORT_MISMATCH", "damage", None, ""))


@pytest.mark.parametrize(
    "change",
    [lambda t: t[:-1], lambda t: b"", lambda t: t + b"[]\n", lambda t: t.replace(b"[", b"[ ", 1), lambda t: b"x" + t],
)
def test_a_tape_file_in_another_form(page: Page, change: Callable[[bytes], bytes]) -> None:
    chain = begun(6)
    agree(page, beside(chain, tapes=change(tape_lines(chain))), ("REPORT_MISMATCH", "damage", None, ""))
