"""Typing by the schema: text stays text unless integers or booleans are asked for."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.orders.findings import suggest
from pbem.orders.scalars import type_scalars
from pbem.orders.schemas import Schema

INTEGER: Schema = {"type": "integer"}
TYPED: list[tuple[Schema, Any, Any]] = [
    (INTEGER, "7", 7),
    (INTEGER, "-12", -12),
    (INTEGER, "0", 0),
    (INTEGER, "9007199254740991", 9007199254740991),
    (INTEGER, "9007199254740992", "9007199254740992"),
    (INTEGER, "12345678901234567", "12345678901234567"),
    (INTEGER, "0117", "0117"),
    (INTEGER, "+1", "+1"),
    (INTEGER, "1e3", "1e3"),
    (INTEGER, "1_000", "1_000"),
    (INTEGER, "٣", "٣"),
    (INTEGER, " 1", " 1"),
    (INTEGER, "1\n", "1\n"),
    (INTEGER, ["1"], ["1"]),
    ({"type": "boolean"}, "true", True),
    ({"type": "boolean"}, "false", False),
    ({"type": "boolean"}, "True", "True"),
    ({"type": "boolean"}, "no", "no"),
    ({"type": "string"}, "7", "7"),
    ({}, "7", "7"),
    ({"type": ["integer", "string"]}, "7", "7"),
    ({"type": ["integer", "array"]}, "7", 7),
    ({"enum": [1, 2, "ask"]}, "2", 2),
    ({"enum": [1, 2, "ask"]}, "ask", "ask"),
    ({"enum": ["1", 1]}, "1", "1"),
    ({"const": True}, "true", True),
    ({"type": "array"}, "", []),
    ({"type": "object"}, "", {}),
    ({"type": "array", "items": INTEGER}, ["1", "x"], [1, "x"]),
    ({"prefixItems": [{"type": "string"}], "items": INTEGER}, ["1", "2"], ["1", 2]),
    ({"additionalProperties": INTEGER}, {"a": "1"}, {"a": 1}),
    ({"patternProperties": {"^n": INTEGER}}, {"na": "1", "b": "1"}, {"na": 1, "b": "1"}),
    ({"$ref": "#/$defs/n", "$defs": {"n": INTEGER}}, "4", 4),
    ({"allOf": [{"properties": {"a": INTEGER}}], "properties": {"b": INTEGER}}, {"a": "1", "b": "2"}, {"a": 1, "b": 2}),
    ({"oneOf": [INTEGER, {"type": "string"}]}, "4", 4),
    ({"oneOf": [INTEGER, {"const": "ask"}]}, "ask", "ask"),
    ({"anyOf": [{"type": "string", "pattern": "^[0-9]{4}$"}, INTEGER]}, "0612", "0612"),
    ({"anyOf": [{"type": "string", "pattern": "^[0-9]{4}$"}, INTEGER]}, "7", 7),
    ({"oneOf": [{"items": {"type": "integer"}}, {"items": {"enum": ["x"]}}]}, ["x"], ["x"]),
]


@pytest.mark.parametrize(("schema", "data", "typed"), TYPED)
def test_typed_by_schema(schema: Schema, data: Any, typed: Any) -> None:
    result = type_scalars(schema, data)
    assert result == typed
    assert type(result) is type(typed)


def test_a_recursive_schema_follows_the_data() -> None:
    schema: Schema = {"properties": {"n": INTEGER, "else": {"$ref": "#"}}}
    data: Any = {"n": "1"}
    for _ in range(14):
        data = {"n": "1", "else": data}
    typed = type_scalars(schema, data)
    for _ in range(14):
        assert typed["n"] == 1
        typed = typed["else"]


def test_references_are_local_and_end() -> None:
    with pytest.raises(ValueError, match="circle"):
        type_scalars({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}, "x")
    with pytest.raises(ValueError, match="local"):
        type_scalars({"$ref": "https://example.org/x"}, "x")


SUGGESTED = [
    ("2/V", ["3/V", "1/V", "1/Suchet"], ["1/V", "3/V"]),
    ("suchet", ["1/Suchet", "Suchet", "Ney"], ["Suchet", "1/Suchet"]),
    ("06O6", ["0606", "0605", "1111"], ["0606", "0605"]),
    ("zzz", ["Ney", "Lannes"], []),
    ("", ["Ney"], []),
    ("x", [], []),
]


@pytest.mark.parametrize(("word", "candidates", "near"), SUGGESTED)
def test_suggestions_do_not_depend_on_the_order_of_candidates(
    word: str, candidates: list[str], near: list[str]
) -> None:
    assert suggest(word, candidates) == suggest(word, reversed(candidates)) == near


def test_suggestions_are_bounded() -> None:
    assert suggest("x" * 100_000, ["x" * 100_000, "y"]) == ["x" * 100_000]
    assert len(suggest("0612", (f"{n:04}" for n in range(4000)))) == 3
