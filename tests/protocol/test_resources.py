"""Finding the schemas that the program ships with, and that they are sound."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from pbem.protocol.faults import Fault
from pbem.protocol.messages import check_shape
from pbem.resources import schema_bytes


@pytest.mark.parametrize("name", ["message.schema.json", "envelope.schema.json"])
def test_schemas_are_valid_and_closed(name: str) -> None:
    schema = json.loads(schema_bytes(name))
    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("name", ["", "../pyproject.toml", "a/b", "/etc/passwd", "X\n"])
def test_only_plain_names_are_looked_up(name: str) -> None:
    with pytest.raises(ValueError, match="not a schema file name"):
        schema_bytes(name)


def test_a_missing_schema_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.schema\.json"):
        schema_bytes("nothing.schema.json")


def test_another_schema_can_be_given() -> None:
    with pytest.raises(Fault, match="PAYLOAD_SCHEMA"):
        check_shape({"v": 1}, b'{"required": ["never"]}')
    check_shape({"v": 1}, b"{}")
