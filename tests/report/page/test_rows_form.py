"""Rows C of the adversarial plan: page and pbem say the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.protocol import keys
from pbem.protocol.envelope import write_envelope
from tests.protocol.toy import (
    MASTERS,
    begun,
    cheat,
    draft,
    signed,
)
from tests.report.page.browser import Page
from tests.report.page.rows import agree, beside


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.replace(b'"v":1', b'"v":1,"v":1'),
        lambda p: p.replace(b'"v":1', b'"v": 1'),
        lambda p: b'{"v":1,' + p[1:].replace(b',"v":1', b""),
        lambda p: p.replace(b'"v":1', b'"v":1.0'),
        lambda p: p.replace(b'"v":1', b'"\\u0076":1'),
        lambda p: p.replace(b'"v":1', b'"v":null'),
        lambda p: b"\xef\xbb\xbf" + p,
        lambda p: p + b"\n",
        lambda p: b"[" * 5000,
        lambda p: b"[" * 17 + b"]" * 17,
        lambda p: b"",
        lambda p: b"7",
    ],
    ids=["C01", "C02 blank", "C02 order", "C03", "C04", "null", "bom", "line feed", "deep", "17 deep", "empty", "7"],
)
def test_c01_to_c04_payloads_that_are_not_canonical(page: Page, change: Callable[[bytes], bytes]) -> None:
    chain = begun(5)
    bad = change(draft(chain).payload)
    for who in "ba":
        # What does not say that it is of this game may be of another that its signer plays.
        named = ("proof", 5, who) if b'"game"' in bad else ("invalid", 5, "")
        agree(page, beside(chain, signed(bad, who)), ("PAYLOAD_NONCANONICAL", *named))
    agree(page, beside(chain, signed(bad, "c")), ("PAYLOAD_NONCANONICAL", "invalid", 5, ""))
    forged = write_envelope(bad, [(keys.public_key(MASTERS["b"]), bytes(64))])
    agree(page, beside(chain, forged), ("PAYLOAD_NONCANONICAL", "invalid", 5, ""))


def test_c05_unknown_members(page: Page) -> None:
    chain = begun(5)
    for edit in (lambda b: b.update(extra=1), lambda b: b.pop("state"), lambda b: b.update(v=True)):
        bad = cheat(chain, edit)
        agree(page, beside(chain, bad), ("PAYLOAD_SCHEMA", "proof", 5, "b"))
        agree(page, beside(begun(0), bad, tapes=b""), ("PAYLOAD_SCHEMA", "invalid", 0, ""))


@pytest.mark.slow
def test_c06_an_enormous_note(page: Page) -> None:
    bad = cheat(begun(5), lambda b: b.update(note=["x" * 2**21]))
    agree(page, beside(begun(5), bad), ("PAYLOAD_SIZE", "damage", 5, ""))
    agree(page, beside(begun(5), b"x" * 2**25), ("PAYLOAD_SIZE", "damage", 5, ""))


def test_c07_another_version(page: Page) -> None:
    bad = cheat(begun(5), lambda b: b.update(v=2))
    agree(page, beside(begun(5), bad), ("VERSION_UNKNOWN", "environment", 5, ""))
