"""Copies of plain JSON values, so that nobody changes what another looks at."""

from __future__ import annotations

from pbem.engine.options import Json


def copied(value: Json) -> Json:
    """A copy of a JSON value that shares no list and no object with it; several times faster than `copy.deepcopy`."""
    if type(value) is dict:
        return {name: copied(inner) if type(inner) in (dict, list) else inner for name, inner in value.items()}
    if type(value) is list:
        return [copied(inner) if type(inner) in (dict, list) else inner for inner in value]
    return value
