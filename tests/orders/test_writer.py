"""Writing YAML: one layout, the same texts for every reader."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.loader import dump, load
from pbem.orders.text import TEXT
from tests.tiers import examples

TRAPS = [
    "0610",
    "no",
    "No",
    "y",
    "12:30",
    "1e3",
    "3:1",
    "null",
    "~",
    "",
    "0x1f",
    "0o7",
    "1_0",
    "1806-10-14",
    "<<",
    "=",
    ".5",
]
TRAPS += [
    "-",
    "- a",
    "a: b",
    "a #b",
    "#",
    "&x",
    "*x",
    "!t",
    "|",
    ">",
    "%a",
    "@",
    "`",
    "'",
    '"',
    "\\",
    "[",
    "{}",
    ",",
    "? a",
]
TRAPS += ["1/III", " a", "a ", "true", "off", ".nan", "-.inf", "---", "...", "é", "Ж", "“x”", "123", "-1", "+1", "1/2"]

chars = st.sampled_from("aZ09 :-?'\"\\#,[]{}&*!|>%@`~=.\n\u00e9\u0430\u2019\u2014_/()+")
texts = st.text(chars, max_size=12) | st.sampled_from(TRAPS)
keys = st.text(chars.filter(lambda c: c != "\n"), max_size=8) | st.sampled_from(TRAPS)
scalars = texts | st.integers(-(2**53) + 1, 2**53 - 1) | st.booleans()
values = st.recursive(scalars, lambda c: st.lists(c, max_size=4) | st.dictionaries(keys, c, max_size=4), max_leaves=15)


def as_text(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_text(value) for value in data]
    return data if isinstance(data, str) else str(data).lower()


@pytest.mark.slow
@settings(max_examples=examples(400), deadline=None)
@given(values)
def test_what_is_written_is_read_back(data: Any) -> None:
    text = dump(data)
    assert load(text).data == as_text(data)
    assert load(text, parser=yaml.SafeLoader).data == as_text(data)
    assert yaml.safe_load(text) == data
    assert dump(load(text).data) == dump(as_text(data))


@pytest.mark.parametrize("word", TRAPS)
def test_every_reader_takes_a_text_for_a_text(word: str) -> None:
    for data in (word, {word: word}, [word], [{word: [word, "x" * 40]}]):
        assert load(dump(data)).data == data
        assert yaml.safe_load(dump(data)) == data


def test_the_layout() -> None:
    data = {
        "moves": [{"to": "0610", "unit": "1/III", "path": ["0612"] * 12}, {"unit": "2/V", "deep": [[{"a": {}}], []]}],
        "for": 7,
        "last": True,
        "note": ["A sentence that is long enough to stand alone.", "x"],
        "text": "a\nb\n",
    }
    comments = {("moves",): ["All moves."], ("moves", 1): ["Held by the enemy."]}
    assert dump(data, comments, first=("unit",)) == (
        "for: 7\n"
        "last: true\n"
        "# All moves.\n"
        "moves:\n"
        "  - unit: 1/III\n"
        '    path: ["0612", "0612", "0612", "0612", "0612", "0612", "0612",\n'
        '      "0612", "0612", "0612", "0612", "0612"]\n'
        '    to: "0610"\n'
        "  # Held by the enemy.\n"
        "  - unit: 2/V\n"
        "    deep:\n"
        "      -\n"
        "        - a: {}\n"
        "      - []\n"
        "note:\n"
        "  - A sentence that is long enough to stand alone.\n"
        "  - x\n"
        "text: |\n"
        "  a\n"
        "  b\n"
    )


def test_long_comments_are_wrapped_at_100_columns() -> None:
    lines = dump({"a": "b"}, {("a",): ["  " + "word " * 40 + "end"]}).splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 100 and line.startswith("#   word") for line in lines[:-2])
    assert load("\n".join(lines)).data == {"a": "b"}


@pytest.mark.parametrize(
    "data",
    [
        None,
        1.5,
        b"x",
        {"a": None},
        {1: "a"},
        {"a\nb": "c"},
        {"k" * 129: "c"},
        "\t",
        "\u2028",
        "\0",
        2**53,
        {"a": "\u00a0"},
    ],
)
def test_what_orders_cannot_hold_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        dump(data)


def test_depth_is_that_of_the_loader() -> None:
    nested: Any = "x"
    for _ in range(16):
        nested = [nested]
    assert load(dump(nested)).data == nested
    for deep in ([nested], {"a": nested}, [[{"a": nested}]]):
        with pytest.raises(ValueError, match="nested"):
            dump(deep)


def test_the_permitted_characters_are_those_of_canonical_json() -> None:
    ranges = [
        (0x20, 0x7E),
        (0xA1, 0xAC),
        (0xAE, 0x17F),
        (0x400, 0x45F),
        (0x2013, 0x2014),
        (0x2018, 0x2019),
        (0x201C, 0x201D),
    ]
    allowed = {0x2026}.union(*(range(low, high + 1) for low, high in ranges))
    assert {n for n in range(0x3000) if TEXT.fullmatch(chr(n))} == allowed
    everything = "".join(map(chr, sorted(allowed)))
    assert load(dump({"a": everything})).data == {"a": everything}
