"""The payload parser against an oracle made of Python's json and the package `rfc8785`, which know nothing of pbem."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.protocol.canonical import MAX_DEPTH, MAX_INTEGER, admissible, canon, parse_value
from pbem.protocol.faults import Fault
from tests.tiers import examples, steady

RANGES = ((0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x17F), (0x400, 0x45F))
MARKS = "–—‘’“”…"
ALPHABET = "".join(chr(code) for low, high in RANGES for code in range(low, high + 1)) + MARKS
KEY = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")

text = st.text(st.sampled_from(ALPHABET), max_size=8)
key = st.from_regex(KEY, fullmatch=True) | st.sampled_from(["a", "a.", "a-", "a0", "aa", "b", "0", "10", "9", "z_"])
number = st.integers(-MAX_INTEGER, MAX_INTEGER) | st.sampled_from([0, -1, MAX_INTEGER, -MAX_INTEGER])
value = st.recursive(
    st.booleans() | number | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(key, inner, max_size=5),
    max_leaves=14,
)
# What JSON has and payloads have not; keys and characters of all kinds.
foreign = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def depth(data: Any) -> int:
    """How many objects and arrays lie in one another."""
    if isinstance(data, dict | list):
        return 1 + max(map(depth, data.values() if isinstance(data, dict) else data), default=0)
    return 0


def permitted(data: Any) -> bool:
    """Section 2 word for word: kinds of values, integers, keys, characters."""
    if isinstance(data, dict):
        return all(KEY.fullmatch(name) and permitted(inner) for name, inner in data.items())
    if isinstance(data, list):
        return all(map(permitted, data))
    if isinstance(data, str):
        return set(data) <= set(ALPHABET)
    return type(data) is bool or (type(data) is int and abs(data) <= MAX_INTEGER)


def expected(data: bytes) -> Any:
    """The value that `data` stands for; ValueError where it is no canonical form of a permitted value."""
    try:
        found = json.loads(data.decode("utf-8"))
        if not permitted(found) or depth(found) > MAX_DEPTH or rfc8785.dumps(found) != data:
            raise ValueError("not canonical")
    except (rfc8785.CanonicalizationError, RecursionError) as error:
        raise ValueError(str(error)) from None
    return found


def agree(data: bytes) -> bool:
    """Whether the bytes are taken, by parser and oracle alike."""
    try:
        wanted = expected(data)
    except ValueError:
        with pytest.raises(Fault) as caught:
            parse_value(data)
        assert caught.value.code == "PAYLOAD_NONCANONICAL"
        return False
    found = parse_value(data)
    assert found == wanted and canon(found) == data
    return True


@pytest.mark.slow
@given(value)
@settings(max_examples=examples(400), deadline=None, derandomize=steady())
def test_the_canonical_form_is_that_of_the_rfc(data: Any) -> None:
    assert canon(data) == rfc8785.dumps(data)
    assert agree(canon(data))
    admissible(data)


@given(value, st.sampled_from([None, 1]), st.sampled_from([(",", ":"), (", ", ": "), (",", ": ")]), st.booleans())
@settings(max_examples=examples(300), deadline=None, derandomize=steady())
def test_every_other_spelling_is_refused(
    data: Any, indent: int | None, marks: tuple[str, str], ascii_only: bool
) -> None:
    spelt = json.dumps(data, indent=indent, separators=marks, ensure_ascii=ascii_only, sort_keys=False).encode()
    assert agree(spelt) == (spelt == rfc8785.dumps(data))


@given(foreign)
@settings(max_examples=examples(400), deadline=None, derandomize=steady())
def test_foreign_values_are_refused(data: Any) -> None:
    try:
        spelt = rfc8785.dumps(data)
    except (rfc8785.CanonicalizationError, UnicodeError):
        spelt = json.dumps(data).encode()
    agree(spelt)


PIECES = (
    b" ",
    b"\n",
    b"\t",
    b"0",
    b"-",
    b".0",
    b"e0",
    b"E+1",
    b",",
    b":",
    b'"',
    b"\\",
    b"\\/",
    b"\\u0061",
    b"\\u00e9",
    b"\\n",
)
PIECES += (
    b"{",
    b"}",
    b"[",
    b"]",
    b"null",
    b"true",
    b"NaN",
    b"Infinity",
    b"\xc3\xa9",
    b"\xc2\xad",
    b"\xff",
    b"\xed\xa0\x80",
)
PIECES += (b'"a":1', b'"a":1,', b"\xef\xbb\xbf", b"\x00", b"9" * 20, b"\xe2\x80\xa6", b"\xe2\x80\xa8")


@pytest.mark.slow
@given(value, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(PIECES)), min_size=1, max_size=3))
@settings(max_examples=examples(600), deadline=None, derandomize=steady())
def test_edited_bytes_are_judged_alike(data: Any, edits: list[tuple[float, int, bytes]]) -> None:
    spelt = canon(data)
    for place, cut, piece in edits:
        at = int(place * len(spelt))
        spelt = spelt[:at] + piece + spelt[at + cut :]
    agree(spelt)


@given(st.dictionaries(key, number, min_size=2, max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=examples(150), deadline=None, derandomize=steady())
def test_members_stand_in_one_order(data: dict[str, int], rng: Any) -> None:
    names = list(data)
    rng.shuffle(names)
    spelt = json.dumps({name: data[name] for name in names}, separators=(",", ":")).encode()
    assert agree(spelt) == (names == sorted(names))


@pytest.mark.parametrize("wrap", [b"[%b]", b'{"a":%b}'])
def test_the_nesting_ends_at_sixteen(wrap: bytes) -> None:
    data = b"1"
    for level in range(1, 40):
        data = wrap % data
        assert agree(data) == (level <= MAX_DEPTH)


def test_each_character_is_judged_alike() -> None:
    for code in (*range(0x250), *range(0x3F0, 0x470), *map(ord, MARKS), 0x2012, 0x2027, 0xFEFF, 0x1F600):
        assert agree(json.dumps(chr(code), ensure_ascii=False).encode()) == (chr(code) in ALPHABET), code
        # Behind a backslash none is admitted, but quote and backslash in their short form.
        assert not agree(f'"\\u{code:04x}"'.encode() if code < 0x10000 else json.dumps(chr(code)).encode()), code


@pytest.mark.parametrize("edge", [2**53 - 1, 2**53, 2**63, 2**64, 10**400])
def test_integers_end_at_fifty_three_bits(edge: int) -> None:
    for data in (edge, -edge):
        assert agree(str(data).encode()) == (edge <= MAX_INTEGER)
    for spelling in (b"-0", b"01", b"+1", b"1.0", b"1e0", b"0x1", b"1_000"):
        assert not agree(spelling)
