"""Properties of payloads and logs: sizes, characters, and no free bit. Beside it: canonical form, dice, bits, keys."""

from __future__ import annotations

import base64
import itertools
import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.protocol import keys
from pbem.protocol.canonical import MAX_PAYLOAD, MAX_PLAIN_PAYLOAD, admissible, canon, parse, parse_value
from pbem.protocol.faults import Fault
from pbem.protocol.verify import Verdict, head_of, log_lines, verify_log
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, grown, line, signed
from tests.tiers import examples, steady

TEXT = st.text(st.sampled_from('aZ ~"\\/éſ\xa1\xacЀџ–—‘’“”…'), max_size=12)
KEY = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,9}", fullmatch=True)
VALUE = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEY, inner, max_size=4),
    max_leaves=12,
)


@given(st.text(max_size=6))
@settings(max_examples=examples(400), deadline=None, derandomize=steady())
def test_characters_are_the_listed_ones(text: str) -> None:
    ranges = ((0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x17F), (0x400, 0x45F))
    fine = all(any(lo <= ord(c) <= hi for lo, hi in ranges) or c in "–—‘’“”…" for c in text)
    try:
        admissible({"a": text})
    except ValueError:
        assert not fine
    else:
        assert fine


@given(st.binary(max_size=40) | VALUE.map(lambda v: json.dumps(v).encode()))
@settings(max_examples=examples(300), deadline=None, derandomize=steady())
def test_parse_gives_a_value_or_a_fault(data: bytes) -> None:
    try:
        value = parse_value(data)
    except Fault as fault:
        assert fault.code == "PAYLOAD_NONCANONICAL"
    else:
        assert canon(value) == data


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":' * 17 + b"1" + b"}" * 17,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b"[" * 200_000,
        b'{"a":' + b"9" * 5000 + b"}",
        b'{"a":-9007199254740992}',
        b'{"a":"\\\\n","b":"\\n"}',
        b'{"a":true,"a":true}',
        b"",
    ],
)
def test_hostile_payloads(data: bytes) -> None:
    with pytest.raises(Fault) as caught:
        parse(data)
    assert caught.value.code == "PAYLOAD_NONCANONICAL"


def test_nesting_of_sixteen_and_escapes_stand() -> None:
    assert parse(b'{"a":' * 16 + b"1" + b"}" * 16)
    assert parse(b'{"a":"\\\\n\\"\\\\"}') == {"a": '\\n"\\'}


def test_sizes() -> None:
    def filled(size: int, **more: Any) -> bytes:
        bare = len(canon({"x": "", **more}))
        return canon({"x": "y" * (size - bare), **more})

    assert parse(filled(MAX_PLAIN_PAYLOAD))
    assert parse(filled(MAX_PLAIN_PAYLOAD + 1, audit={}))
    for data in (filled(MAX_PLAIN_PAYLOAD + 1), filled(MAX_PAYLOAD + 1, audit={})):
        with pytest.raises(Fault) as caught:
            parse(data)
        assert caught.value.code == "PAYLOAD_SIZE"


def test_fingerprint_is_five_groups() -> None:
    groups = keys.fingerprint(keys.public_key(MASTERS["a"])).split("-")
    assert [len(group) for group in groups] == [5] * 5
    assert keys.fingerprint(keys.public_key(MASTERS["b"])).split("-") != groups


def verdict(log: bytes, head: bytes) -> Verdict:
    return verify_log(log, Toy(), TREES, head=head)


@pytest.mark.slow
@pytest.mark.parametrize("seq", range(3))
def test_every_bit_of_a_message_counts(seq: int) -> None:
    chain, codes = begun(seq), Counter[str]()
    envelope = line(chain)
    for position, bit in itertools.product(range(len(envelope)), range(8)):
        flipped = bytearray(envelope)
        flipped[position] ^= 1 << bit
        with pytest.raises(Fault) as caught:
            chain.extend(bytes(flipped))
        codes[caught.value.code] += 1
        assert caught.value.cls in ("damage", "stranger", "invalid", "environment"), (position, bit)
        assert caught.value.signed_by == ""
    assert min(codes[code] for code in ("SIG_INVALID", "ENVELOPE_MALFORMED", "SIG_WRONG_KEY")) > 50


@pytest.mark.slow
def test_bits_of_a_whole_log_count() -> None:
    chain = begun(4)
    log, head = log_lines(chain), head_of(chain)
    assert verdict(log, head).code == "OK"
    ends = [i for i, byte in enumerate(log) if byte == 10]
    for position in sorted({*ends, *range(0, len(log), 37)}):
        for bit in range(8):
            flipped = bytearray(log)
            flipped[position] ^= 1 << bit
            found = verdict(bytes(flipped), head)
            assert found.exit in (10, 12, 13, 14), (position, bit, found)
            assert found.signed_by == ""


@pytest.mark.slow
def test_every_bit_of_a_payload_counts_even_signed_again() -> None:
    chain = begun(3)
    payload = chain.messages[2].payload
    before = begun(2)
    head = head_of(chain)
    for position in range(0, len(payload), 3):
        flipped = bytearray(payload)
        flipped[position] ^= 1 << position % 7
        log = log_lines(before) + signed(bytes(flipped), "a") + b"\n"
        found = verdict(log, head)
        assert found.code != "OK"
        assert found.exit != 0


@given(st.binary(max_size=200))
@settings(max_examples=examples(100), deadline=None, derandomize=steady())
def test_any_bytes_give_a_verdict(data: bytes) -> None:
    assert verify_log(data, Toy(), TREES, tapes=data, head=data).exit in (10, 12)


def test_payload_bits_flipped_inside_base64_never_name_anybody() -> None:
    chain = begun(3)
    body = body_of(line(chain))
    envelope = json.loads(line(chain))
    for name in sorted(body):
        changed = dict(body)
        del changed[name]
        envelope["payload"] = base64.b64encode(canon(changed)).decode()
        bad = json.dumps(envelope, sort_keys=True, separators=(",", ":")).encode()
        with pytest.raises(Fault) as caught:
            chain.extend(bad)
        assert caught.value.signed_by == ""
        assert caught.value.cls != "proof"


def test_a_fold_has_no_memory() -> None:
    assert grown(begun(3), 2).messages == begun(5).messages
