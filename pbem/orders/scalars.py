"""Typing by the schema: the loader's texts become integers and booleans where the schema asks for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.orders.schemas import Schema, item_schema, member_schema, resolve, types_of

_INTEGER = re.compile("-?(0|[1-9][0-9]{0,15})")
_MAX_INTEGER = 2**53 - 1
_BOOLEANS = {"true": True, "false": False}

NONE = "none"
"""What a person may write for an empty list or map: `attacks: none`."""


def type_scalars(schema: Any, data: Any, root: Schema | None = None) -> Any:
    """A copy of `data` (dict, list, str) with integers and booleans where `schema` wants them (protocol section 10).

    A text that does not fit stays text, so that the check can point at it. Where the schema admits
    a string, it stays a string. A member left empty (`moves:`) is an empty list or map where only
    that can be meant. Of oneOf and anyOf the branch chosen by `branch_for` counts.
    """
    root = schema if root is None else root
    schema = resolve(schema, root)
    for part in schema.get("allOf", ()):
        data = type_scalars(part, data, root)
    branch = branch_for(schema, data, root)
    if branch is not None:
        data = type_scalars(branch, data, root)
    if isinstance(data, dict):
        return {key: _typed(member_schema(schema, key), value, root) for key, value in data.items()}
    if isinstance(data, list):
        return [_typed(item_schema(schema, index), value, root) for index, value in enumerate(data)]
    return _scalar(schema, data)


def _typed(schema: Any, data: Any, root: Schema) -> Any:
    return data if schema is None else type_scalars(schema, data, root)


def _scalar(schema: Schema, data: Any) -> Any:
    """Convert one text by the types and the listed values of its schema."""
    if not isinstance(data, str):
        return data
    listed = listed_values(schema)
    if listed is not None:
        # Thousands of hexes may be listed: of words alone a text is itself, or none of them.
        words_alone = set(map(type, listed)) <= {str}
        return data if words_alone else next((value for value in listed if text_of(value) == data), data)
    types = types_of(schema)
    if "string" in types:
        return data
    if "integer" in types and _INTEGER.fullmatch(data) and abs(int(data)) <= _MAX_INTEGER:
        return int(data)
    if "boolean" in types and data in _BOOLEANS:
        return _BOOLEANS[data]
    if data in ("", NONE) and types in (("array",), ("object",)):
        return [] if types == ("array",) else {}
    return data


def listed_values(schema: Schema) -> list[Any] | None:
    """The values that `enum` or `const` admits, or None where the schema lists none."""
    if "const" in schema:
        return [schema["const"]]
    return schema.get("enum")


def text_of(value: Any) -> str | None:
    """A scalar as it is typed in a file; None for lists, maps and null."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) else None


# More faults than any map can have.
_FOREIGN = 1_000_000
_JSON_TYPES = {str: "string", int: "integer", bool: "boolean", list: "array", dict: "object"}


def branch_for(schema: Any, data: Any, root: Schema) -> Schema | None:
    """The branch of `oneOf` or `anyOf` that `data` is meant for: the first that fits, else the most alike.

    None if the schema has no branches.
    """
    branches = branches_of(resolve(schema, root))
    if not branches:
        return None
    resolved = [resolve(branch, root) for branch in branches]
    return resolved[branch_index(resolved, data, root)]


def branch_index(branches: Sequence[Schema], data: Any, root: Schema) -> int:
    """The place of the branch that `data` is meant for among resolved, non-empty `branches`."""
    alike = [likeness(branch, data, root) for branch in branches]
    best = max(alike)
    close = [index for index, score in enumerate(alike) if score == best]
    if len(close) == 1:
        return close[0]
    return next((index for index in close if _valid(branches[index], data, root)), close[0])


def branches_of(schema: Schema) -> list[Any]:
    """The branches of `oneOf`, else those of `anyOf`."""
    return list(schema.get("oneOf") or schema.get("anyOf") or [])


def likeness(branch: Schema, data: Any, root: Schema) -> tuple[int, int, int]:
    """How well data fits a branch at first sight, deeper levels unseen; greater is better.

    Compared are the JSON type; then fixed members (`const`, `enum`) of another value, unknown and missing
    members; last the members in common. To a map a branch of listed words is less alike than any map.
    """
    typed = _scalar(branch, data)
    types = types_of(branch)
    if types and _JSON_TYPES[type(typed)] not in types:
        return (0, 0, 0)
    listed = listed_values(branch)
    if isinstance(typed, dict):
        return _map_likeness(branch, typed, root) if listed is None else (1, -_FOREIGN, 0)
    faults = int(listed is not None and typed not in listed)
    if isinstance(typed, str) and "pattern" in branch:
        faults += int(re.search(branch["pattern"], typed) is None)
    return (1, -faults, 0)


def _map_likeness(branch: Schema, data: dict[str, Any], root: Schema) -> tuple[int, int, int]:
    faults = sum(name not in data for name in branch.get("required", ()))
    common = 0
    for key, value in data.items():
        sub = member_schema(branch, key)
        if sub is None:
            faults += branch.get("additionalProperties") is False
            continue
        common += 1
        member = resolve(sub, root)
        listed = listed_values(member)
        faults += listed is not None and _scalar(member, value) not in listed
    return (1, -faults, common)


def _valid(branch: Schema, data: Any, root: Schema) -> bool:
    from jsonschema import Draft202012Validator  # costs a tenth of a second: only where branches tie

    typed = type_scalars(branch, data, root)
    return bool(Draft202012Validator(root).evolve(schema=branch).is_valid(typed))
