"""Hostile orders files: bounded time, only the loader's own refusal, and both scanners agree."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Problem
from pbem.orders.loader import load
from tests.stopwatch import bounded
from tests.tiers import examples, first

KIB_256 = 256 * 1024
LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]

BOMB = "a: &a [x,x,x]\n" + "".join(f"{b}: &{b} [*{a},*{a},*{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
LARGE = {
    "alias bomb": BOMB,
    "brackets": "[" * 100_000,
    "braces": "{" * KIB_256,
    "dashes": "- " * (KIB_256 // 2),
    "questions": "? " * (KIB_256 // 2),
    "same key": "k: v\n" * (KIB_256 // 5),
    "keys": "".join(f"k{n}: v\n" for n in range(23_000)),
    "flow": "[" + "a," * (KIB_256 // 2 - 2) + "]",
    "maps in lists": "[a, " * (KIB_256 // 4),
    "open quote": '"a\n' + " b\n" * (KIB_256 // 3 - 2),
    "quotes": "'" * (KIB_256 - 1),
    "colons": ":" * KIB_256,
    "one key": "k" * (KIB_256 - 10) + ": v",
    "too large": "x" * 10_000_000,
    "tabs": "\t" * KIB_256,
    "controls": "\x01" * KIB_256,
}


# Twice the half second that a file may cost, for machines that do other work beside this.
@pytest.mark.parametrize("loader", first(1, LOADERS[::-1]))
@pytest.mark.parametrize("name", LARGE)
def test_large_files_are_refused_in_time(name: str, loader: object) -> None:
    with bounded(1), pytest.raises(Problem) as refused:
        load(LARGE[name], parser=loader)
    assert refused.value.code == "ORDERS_YAML"


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("text", ["\n" * KIB_256, "# x\n" * (KIB_256 // 4), "a: |\n" + "  x\n" * (KIB_256 // 4 - 2)])
def test_large_harmless_files_are_read_in_time(text: str, loader: object) -> None:
    with bounded(1):
        assert isinstance(load(text, parser=loader).data, dict)


def outcome(source: bytes | str, loader: object) -> object:
    try:
        document = load(source, parser=loader)
    except Problem as problem:
        return problem.code
    return document.data, document.values, document.keys


GOOD = """campaign: x
moves:
  - unit: 1/III   # c
    to: "0612"
  - {unit: a, path: [a, b,
   c]}
note: |
  hi
  there
q: 'it''s'
"""
PIECES = (
    *("a", "b: ", "- ", "\n", "\n  ", "  ", "[", "]", "{", "}", ", ", ",", ":", "?", "? ", "| \n", "|", "|-", "|2+"),
    *("> ", "'", '"', "#", " # c", "\t", "&x", "*x", "!", "!!str", "---", "...", "%", "<<", "é", "\u2028", "=", "~"),
    *("0612", "12:30", "-", "\\n", "\\x41", "\\U99999999", "\\", "@", "`", "\n- ", "\r", "(", "\u00a0", "\ufeff", "\0"),
)
soup = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from(PIECES)) + text[place + draw(st.integers(0, 3)) :]
    return text


@settings(max_examples=examples(600), deadline=None)
@given(st.one_of(soup, mutated(), st.text(max_size=40), st.binary(max_size=60)))
def test_both_scanners_agree_and_nothing_else_escapes(source: bytes | str) -> None:
    outcomes = [outcome(source, loader) for loader in LOADERS]
    assert all(each == outcomes[0] for each in outcomes)
    assert outcomes[0] == "ORDERS_YAML" or isinstance(outcomes[0], tuple)
