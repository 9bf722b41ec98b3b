"""Rows C of the adversarial plan: a cheater with his own keys against an honest log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol.envelope import message_id, write_envelope
from tests.protocol.toy import (
    begun,
    body_of,
    cheat,
    draft,
    line,
    refused,
    signed,
)

Edit = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.replace(b'"v":1', b'"v":1,"v":1'),  # C01
        lambda p: p.replace(b'"v":1', b'"v": 1'),  # C02
        lambda p: b'{"v":1,' + p[1:].replace(b',"v":1', b""),  # C02
        lambda p: p.replace(b'"v":1', b'"v":1.0'),  # C03
        lambda p: p.replace(b'"v":1', b'"\\u0076":1'),  # C04
        lambda p: p.replace(b'"v":1', b'"v":null'),
        lambda p: b"\xef\xbb\xbf" + p,
        lambda p: p + b"\n",
    ],
)
def test_c01_to_c04_payloads_that_are_not_canonical(change: Callable[[bytes], bytes]) -> None:
    chain = begun(5)
    bad = change(draft(chain).payload)
    assert refused(chain, signed(bad, "b")) == ("PAYLOAD_NONCANONICAL", "proof", 5, "b")
    assert refused(chain, signed(bad, "a")) == ("PAYLOAD_NONCANONICAL", "proof", 5, "a")
    assert refused(chain, signed(bad, "c")) == ("PAYLOAD_NONCANONICAL", "invalid", 5, "")
    forged = write_envelope(bad, [(chain.keys["b"], bytes(64))])
    assert refused(chain, forged) == ("PAYLOAD_NONCANONICAL", "invalid", 5, "")


@pytest.mark.parametrize(
    "edit",
    [
        lambda b: b.update(extra=1),
        lambda b: b.pop("state"),
        lambda b: b.update(seq="5"),
        lambda b: b.update(seq=True),
        lambda b: b.update(side="c"),
        lambda b: b.update(kind="claim"),
        lambda b: b.update(parent="A" * 64),
        lambda b: b.update(parent="0" * 65),
        lambda b: b.update(nonce="0" * 64),
        lambda b: b.update(note=["x"] * 65),
        lambda b: b.update(note=["x" * 201]),
        lambda b: b.update(date="2024-13-01T00:00:00Z"),
        lambda b: b.update(control={}),
        lambda b: b.update(control={"resign": False}),
        lambda b: b.update(control={"offer": "draw", "to": 2}),
        lambda b: b.update(control={"answer": "maybe"}),
        lambda b: b.update(input=[]),
        lambda b: b.update(input={"for": "2"}),
        lambda b: b.update(roots={"other": "0" * 64}),
        lambda b: b["open"][0].update(extra=1),
        lambda b: b["open"][0].update(t="tree"),
        lambda b: b["open"][0].pop("salt"),
        lambda b: b["open"][0].update(slot=-1),
        lambda b: b["open"][0].update(path=["0" * 64] * 17),
        lambda b: b.update(open={}),
        lambda b: b.update(audit={"veils": [], "book": []}),
        lambda b: b.update(vault="*"),
        lambda b: b.pop("v"),
        lambda b: b.update(v=True),
    ],
)
def test_c05_shapes(edit: Edit) -> None:
    chain = begun(5)
    bad = cheat(chain, edit)
    assert refused(chain, bad) == ("PAYLOAD_SCHEMA", "proof", 5, "b")
    assert refused(begun(0), bad) == ("PAYLOAD_SCHEMA", "invalid", 0, "")


def test_c05_a_trailing_line_feed_never_passes_a_pattern() -> None:
    chain = begun(5)
    bad = body_of(line(chain))
    bad["parent"] += "\n"
    assert refused(chain, signed(bad, "b"))[:2] == ("PAYLOAD_NONCANONICAL", "proof")


def test_c05_reveal_in_message_two() -> None:
    chain = begun(2)
    bad = cheat(chain, lambda b: b.update(reveal="0" * 64))
    assert refused(chain, bad) == ("PAYLOAD_SCHEMA", "proof", 2, "a")
    assert refused(chain, cheat(chain, lambda b: b.pop("nonce"))) == ("PAYLOAD_SCHEMA", "proof", 2, "a")


def test_c06_an_enormous_note() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(note=["x" * 2**21]))
    assert refused(chain, bad) == ("PAYLOAD_SIZE", "damage", 5, "")
    assert refused(chain, b"x" * (2**25)) == ("PAYLOAD_SIZE", "damage", 5, "")


def test_c07_another_version() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(v=2))
    assert refused(chain, bad) == ("VERSION_UNKNOWN", "environment", 5, "")


def test_a_payload_signed_again_is_the_same_message() -> None:
    chain = begun(5)
    payload = chain.messages[4].payload
    again = chain.extend(signed(payload, "a"))
    assert [w.code for w in again.warnings] == ["REPLAY"]
    assert message_id(payload) == chain.messages[4].id
