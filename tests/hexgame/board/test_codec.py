"""Positions as JSON and text: what was written is read, and everything else is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.hexgame.board.codec import LONGEST, Codec


@dataclass
class Position:
    """One member of each type."""

    turn: int
    army: str
    at: dict[str, str] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    track: dict[str, tuple[str, int]] = field(default_factory=dict)
    left: dict[str, set[str]] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    order: list[str] = field(default_factory=list)
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)


CODEC = Codec(Position)
slugs = st.from_regex(r"[a-z][a-z0-9-]{0,5}", fullmatch=True)
positions = st.builds(
    Position,
    st.integers(0, 60),
    slugs,
    st.dictionaries(slugs, slugs, max_size=4),
    st.dictionaries(slugs, st.integers(0, 99), max_size=4),
    st.dictionaries(slugs, st.tuples(slugs, st.integers(0, 9)), max_size=4),
    st.dictionaries(slugs, st.sets(slugs, min_size=1, max_size=3), max_size=3),
    st.sets(slugs, max_size=4),
    st.lists(slugs, max_size=4),
    st.dictionaries(slugs, st.lists(slugs, min_size=1, max_size=3).map(tuple), max_size=3),
)


@given(positions)
def test_what_is_written_is_read(position: Position) -> None:
    data = CODEC.to_json(position)
    assert CODEC.from_json(json.loads(json.dumps(data))) == position
    assert CODEC.read(CODEC.text(position)) == position
    assert json.dumps(data) == json.dumps(CODEC.to_json(CODEC.read(CODEC.text(position))))


@given(positions)
def test_a_copy_is_independent(position: Position) -> None:
    before = CODEC.text(position)
    other = CODEC.copy(position)
    other.at["new"] = "0101"
    other.left.setdefault("new", set()).add("0101")
    for hexes in other.left.values():
        hexes.add("0102")
    other.out.add("new")
    other.order.append("new")
    assert CODEC.text(position) == before


def test_the_text_of_each_type() -> None:
    position = Position(
        3,
        "red",
        {"b": "0102", "a": "0101"},
        {"red": 4},
        {"c": ("west", 2)},
        {"red": {"2", "1"}},
        {"z", "y"},
        ["q", "p"],
        {"0101": ("b", "a")},
    )
    assert CODEC.text(position) == "3 red a:0101,b:0102 red:4 c:west.2 red:1+2 y,z q,p 0101:b+a"
    assert CODEC.text(Position(0, "red")) == "0 red - - - - - - -"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 red", "9 fields"),
        ("3  red - - - - - - -", "9 fields"),
        ("x red - - - - - - -", "invalid literal"),
        ("3 red a - - - - - -", "no pair"),
        ("3 red a:1,a:2 - - - - - -", "stands twice"),
        ("3 red b:1,a:2 - - - - - -", "not the one"),
        ("03 red - - - - - - -", "not the one"),
        ("3 red - - c:west - - - -", "has not 2 parts"),
        ("3 red - - - - z,y - -", "not the one"),
        ("3 red - - - - -  -" + "a" * LONGEST, "9 fields"),
    ],
)
def test_any_other_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        CODEC.read(text)


def test_a_type_that_it_does_not_know_is_a_fault_of_the_program() -> None:
    @dataclass
    class Strange:
        share: float

    with pytest.raises(TypeError, match="float"):
        Codec(Strange)
