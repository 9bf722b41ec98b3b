"""A copy of a JSON value is equal to it and shares nothing that could be changed."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.copy_json import copied


def parts(value: Any) -> list[Any]:
    """Every list and object in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] * isinstance(value, dict | list) + [part for one in inner for part in parts(one)]


@pytest.mark.parametrize(
    "value", [{"a": {"b": [1, {"c": None}], "d": {}}, "e": []}, [[1, [2]], {"a": [{}]}, "x"], 7, "x", None], ids=str
)
def test_nothing_in_a_copy_is_shared_at_any_depth(value: Any) -> None:
    copy = copied(value)
    assert copy == value
    assert {id(part) for part in parts(copy)} & {id(part) for part in parts(value)} == set()
