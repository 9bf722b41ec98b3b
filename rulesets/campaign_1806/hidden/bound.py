"""The binding schema of orders that name counters: what a message says where forces are hidden (1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json
from pbem.hexgame.documents.kinds import ID

Schema = dict[str, Any]

HIDDEN_ORDERS: Final = "hidden-orders"
"""The name of the schema."""
MOST: Final = 130
"""Hexes, or counters of a side, that a message can name."""
_COUNTER: Final[Schema] = {"type": "string", "pattern": "^[fp][0-9]{1,3}$"}
_PIECE: Final[Schema] = {"type": "string", "pattern": ID}
_FRESH: Final = "(out|post)( [fp][0-9]{1,3}){1,12}"


def hidden_bound(open_: Schema, number: str, step: str) -> Schema:
    """osg 1.5: the schema of hidden orders. open_: that of orders that lie open, of which members are taken over that
    say the same. number: the pattern of a hex. step: that of a word of a path that lies open."""
    said: Mapping[str, Json] = open_["properties"]
    kept = ("replace", "reorganize", "attacks", "disengage")
    at = {"type": "string", "pattern": f"^{number}$"}
    pair: Schema = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"anyOf": [at, _list(_COUNTER)]}}
    dealt = _list(pair)
    return {
        **open_,
        "title": "Orders of a player turn, or a set-up, in counters",
        "properties": {
            **{key: said[key] for key in kept},
            **dict.fromkeys(("dealt", "deal"), dealt),
            "enter": _list({**pair, "maxItems": 3, "items": {"anyOf": [_PIECE, _list(_COUNTER)]}}),
            **dict.fromkeys(("off", "marching", "show"), _list(_COUNTER)),
            "unsupplied": _list(_PIECE),
            "orders": _entries(_move(step)),
            "reassemble": _entries(_map({"unit": _PIECE, "of": _list(_PIECE, 12)}, "unit", "of")),
            "led": _by(_PIECE, _basis()),
            "bases": _by({"type": "string", "pattern": "^[1-9][0-9]{0,2}$"}, _map({"by": _basis(), **_BACKED}, "by")),
        },
    }


_BACKED: Final[Schema] = {"supplied": {"const": True}}


def _move(step: str) -> Schema:
    """One entry of the list of moves. step: the pattern of a word of a path that lies open."""
    word = {"type": "string", "pattern": f"{step}|^{_FRESH}$"}
    members = {"units": _list(_PIECE, 12), "path": _list(word, 60), "by": _basis(), **_BACKED}
    members["corps"] = {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,23}$"}
    return _map(members, "units", "path")


def _basis() -> Schema:
    """osg 7.1: on what a move rests, see `hidden.commanding`."""
    part = {"anyOf": [{"enum": ["die", "own"]}, {"type": "integer", "minimum": 0, "maximum": 200}]}
    return {"anyOf": [{"const": "command"}, {"type": "array", "minItems": 2, "maxItems": 13, "items": part}]}


def _list(items: Schema, most: int = MOST) -> Schema:
    return {"type": "array", "maxItems": most, "items": items}


def _entries(entry: Schema) -> Schema:
    """A list of entries, or of the word that stands for none."""
    return _list({"anyOf": [{"const": "no"}, entry]}, 200)


def _map(members: Schema, *required: str) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": members, "required": list(required)}


def _by(word: Schema, value: Schema) -> Schema:
    return {"type": "object", "maxProperties": 200, "propertyNames": word, "additionalProperties": value}
