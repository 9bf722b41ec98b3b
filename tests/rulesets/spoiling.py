"""Single faults put into documents that are good, and schemas held against files."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml
from jsonschema import Draft202012Validator

from pbem.orders.schemas import read_schema

# Takes a member or an entry away.
GONE = object()


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(read_schema(name))


@cache
def compiled(name: str) -> jsonschema_rs.Draft202012Validator:
    """The other validator of a schema; to make it takes longer than to use it."""
    return jsonschema_rs.Draft202012Validator(read_schema(name))


def read(path: Path) -> Any:
    """A data file, every scalar as text."""
    return copy.deepcopy(_parsed(path.read_bytes()))


@cache
def _parsed(content: bytes) -> Any:
    return yaml.load(content, Loader=yaml.BaseLoader)


def steps_of(good: Any, place: str) -> tuple[str | int, ...]:
    """`links.0` as steps; a number counts entries where the document has a list there."""
    steps: list[str | int] = []
    here = good
    for word in place.split("."):
        step = int(word) if isinstance(here, list) else word
        steps.append(step)
        inside = step in here if isinstance(here, dict) else isinstance(step, int) and step < len(here)
        here = here[step] if inside else None
    return tuple(steps)


def spoiled(good: Any, place: tuple[str | int, ...], value: Any) -> Any:
    """The good document with one member or entry put in, replaced or taken away."""
    document = copy.deepcopy(good)
    parent = document
    for step in place[:-1]:
        parent = parent[step]
    if value is GONE:
        del parent[place[-1]]
    elif isinstance(parent, list) and place[-1] == len(parent):
        parent.append(value)
    else:
        parent[place[-1]] = value
    return document


def is_sound(name: str, words: str, ruleset: str) -> None:
    """A schema is valid by both validators and says whose data it describes."""
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].endswith(f"/{name}.schema.json")
    assert words in schema["description"] and ruleset in schema["description"]


def fits(name: str, data: Any) -> None:
    """Both validators find nothing wrong."""
    assert [error.message for error in validator(name).iter_errors(data)] == []
    assert compiled(name).is_valid(data)
