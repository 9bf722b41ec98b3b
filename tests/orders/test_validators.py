"""Two validators judge a file: a fast one whether it fits, and where it does not another that tells what is wrong."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbem.orders.check import _fits
from tests.orders.frames import orders_schema

GOOD: dict[str, Any] = {
    "campaign": "x",
    "phase": "p",
    "for": 3,
    "moves": [{"unit": "1/V", "to": "0612"}, {"unit": "3/V", "path": ["0611", "0612"]}],
    "attacks": [{"kind": "assault", "at": "0612", "odds": 3}, {"kind": "bombard", "by": [1, "b"]}],
    "losses": {"1/V": 2},
    "night": True,
    "note": "Come what may.",
}
ODD: list[Any] = [
    *(True, False, 0, 1, -1, 2**53, 2**64, "", "0612", "0612\n", "٠٦١٢", "06１2", "a" * 200, "\x00", "1", "true"),
    *([], {}, [[]], ["0612", "0612"], ["0612"] * 4, [1, True], {"unit": "1/V"}, {"": ""}, {"1/V\n": 1}),
]


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in the data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [at, *(place for key, value in inside for place in places(value, (*at, key)))]


def replaced(data: Any, at: tuple[Any, ...], by: Any) -> Any:
    if not at:
        return by
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[at[0]] = replaced(data[at[0]], at[1:], by)
    return copy


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    data: Any = GOOD
    for _ in range(draw(st.integers(1, 2))):
        data = replaced(data, draw(st.sampled_from(places(data))), draw(st.sampled_from(ODD)))
    return data


def faults(data: Any) -> list[Any]:
    return list(Draft202012Validator(orders_schema()).iter_errors(data))


def test_a_good_file_fits() -> None:
    assert _fits(orders_schema(), GOOD) and faults(GOOD) == []


@given(spoilt())
def test_what_the_fast_one_lets_pass_is_right_for_the_other(data: Any) -> None:
    assert not (_fits(orders_schema(), data) and faults(data))
