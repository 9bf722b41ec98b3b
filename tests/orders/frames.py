"""A small ruleset's fragment, as the tests of this folder use it."""

from __future__ import annotations

from pbem.orders.schemas import Schema, combine, read_schema

FRAGMENT: Schema = {
    "properties": {
        "moves": {"type": "array", "items": {"$ref": "#/$defs/move"}},
        "attacks": {"type": "array", "items": {"$ref": "#/$defs/attack"}},
        "night": {"type": "boolean"},
        "losses": {"type": "object", "propertyNames": {"enum": ["1/V", "3/V"], "x-noun": "a unit"}},
    },
    "$defs": {
        "hex": {
            "type": "string",
            "pattern": "^[0-9]{4}$",
            "x-noun": "a hex number",
            "x-mend": 'write four digits like "0610"',
        },
        "move": {
            "type": "object",
            "properties": {
                "unit": {"enum": ["1/V", "3/V", "1/Suchet"], "x-noun": "a unit"},
                "to": {"$ref": "#/$defs/hex"},
                "path": {"type": "array", "items": {"$ref": "#/$defs/hex"}, "maxItems": 3, "uniqueItems": True},
            },
            "required": ["unit"],
            "oneOf": [{"required": ["to"]}, {"required": ["path"]}],
            "additionalProperties": False,
        },
        "attack": {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {
                        "kind": {"const": "assault"},
                        "at": {"$ref": "#/$defs/hex"},
                        "odds": {"type": "integer", "minimum": 1},
                    },
                    "required": ["kind", "at"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {"kind": {"const": "bombard"}, "by": {"type": "array", "minItems": 1}},
                    "required": ["kind", "by"],
                    "additionalProperties": False,
                },
            ]
        },
    },
}


def orders_schema() -> Schema:
    return combine(read_schema("orders"), FRAGMENT)
