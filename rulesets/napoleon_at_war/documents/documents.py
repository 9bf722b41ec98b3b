"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.requests import ASK, ORDERS, Choose
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

Schema = dict[str, Any]

EDGES = ("north", "east", "south", "west")
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
RESULTS = ("Ae", "Ar", "De", "Dr", "Ex")
_HEX_PATTERN = "^[0-9]{4}$"
# In orders also the name that is printed on a hex.
PLACE_PATTERN = "^([0-9]{4}|.{0,56}[A-Za-zÀ-ž]{3}.{0,56})$"
PREFERENCE: Schema = {
    "type": "string",
    "anyOf": [{"enum": list(DIRECTIONS)}, {"type": "string", "pattern": _HEX_PATTERN}],
    "x-noun": "a hex or a direction",
    "x-mend": f"write four digits or one of {', '.join(DIRECTIONS)}",
}
ID_PATTERN = "^[a-z0-9][a-z0-9_-]{0,15}$"
# As in the binding schemas of data/asks.
_MOST_ENTRIES = 128
_MOST_NAMES = 32


def document_schema(setting: Setting, ask: str) -> Schema:
    """A fragment of the orders schema: the members of the document for a question, shape only."""
    return _fragment(setting, ask, _names({}))


def helper_schema(setting: Setting, position: Position, request: Choose) -> Schema:
    """The same with the units and hexes that stand to choice now listed, for an editor; it binds nobody."""
    army, foe = position.army, setting.enemy[position.army]
    roster = setting.roster
    gone = {*position.lost, *position.exited, *position.out}
    own = [unit.id for unit in roster.of(army) if unit.id not in gone]
    theirs = [unit.id for unit in roster.of(foe) if unit.id in position.at]
    listed = {
        "unit": own,
        "enemy": theirs,
        "hex": list(setting.field.hexes),
        "target": sorted(position.at[unit] for unit in theirs),
    }
    found = _fragment(setting, request.what, _names(listed))
    if setting.is_night(position.turn):
        # naw 10.1: a list of attacks is refused then.
        found["properties"].pop("attacks", None)
    return found


def _names(listed: dict[str, list[str]]) -> Schema:
    """The definitions of single words; where values are listed they stand beside the pattern as suggestions."""
    unit: Schema = {"type": "string", "minLength": 1, "maxLength": 60, "x-noun": "a unit"}
    own: Schema = {**unit, "x-mend": "write its id or its printed name, such as suc-1 or 1/Suchet"}
    hex_: Schema = {
        "type": "string",
        "pattern": PLACE_PATTERN,
        "x-noun": "a hex",
        "x-mend": 'write its four digits: "0609", or the name that is printed on it',
    }
    target: Schema = {**hex_, "x-noun": "the hex of an enemy"}
    if listed.get("unit"):
        # Printed names are as good as ids, so the list only completes and never refuses.
        own = {"anyOf": [{"enum": listed["unit"]}, unit], "x-noun": "a unit"}
    if listed.get("hex"):
        hex_ = {"anyOf": [{"enum": listed["hex"]}, hex_], "x-noun": "a hex"}
    if listed.get("target"):
        target = {"anyOf": [{"enum": listed["target"]}, target], "x-noun": "the hex of an enemy"}
    return {
        "unit": own,
        "hex": hex_,
        "target": target,
        "preference": {
            **PREFERENCE,
            "anyOf": [{"enum": list(DIRECTIONS)}, {"type": "string", "pattern": PLACE_PATTERN}],
        },
        "result": {"enum": list(RESULTS), "x-noun": "a combat result"},
    }


def _fragment(setting: Setting, ask: str, names: Schema) -> Schema:
    if ask != ORDERS:
        return {
            "type": "object",
            "properties": {"answer": _answer()},
            "required": ["answer"],
            "$defs": {key: names[key] for key in ("unit", "hex")},
        }
    return {
        "type": "object",
        "properties": {
            "moves": {
                "type": "array",
                "maxItems": _MOST_ENTRIES,
                "items": {"$ref": "#/$defs/move"},
                "x-noun": "a list of moves",
                "description": "Moves, executed in this order; each unit at most once.",
            },
            "attacks": {
                "type": "array",
                "maxItems": _MOST_ENTRIES,
                "items": {"$ref": "#/$defs/attack"},
                "x-noun": "a list of attacks",
                "description": "Attacks, resolved in this order. Left out, the default allocation of 7.11 counts.",
            },
        },
        "$defs": {**names, "move": _move(setting), "attack": _attack(setting), "manner": _map(_manner(setting))},
    }


def _answer() -> Schema:
    word = {"type": "string", "maxLength": 60}
    flat = {"type": "object", "maxProperties": 20, "additionalProperties": {"anyOf": [word, _list(word)]}}
    return {
        "anyOf": [word, {"type": "array", "maxItems": 60, "items": {"anyOf": [word, flat]}}, flat],
        "x-noun": "an answer",
        "x-mend": "choose among the answers that the template lists",
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(item: Schema, most: int = _MOST_NAMES) -> Schema:
    return {"type": "array", "maxItems": most, "items": item}


def _one_or_more(item: Schema, noun: str) -> Schema:
    return {"anyOf": [item, _list(item)], "x-noun": noun, "x-mend": "write one, or several as [a, b]"}


def _map(properties: Schema, required: Sequence[str] = ()) -> Schema:
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def _move(setting: Setting) -> Schema:
    """A move by destination or by path, an entry, an exit, a step on the track, or a refusal."""
    sections = list(dict.fromkeys(name for parts in setting.field.transit.values() for name in parts))
    ways = ("to", "path", "enter", "exit", "transit", "track", "refuse")
    return {
        **_map(
            {
                "unit": _ref("unit"),
                "to": {**_ref("hex"), "description": "Destination; the cheapest path is taken and shown."},
                "path": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": _MOST_NAMES,
                    "items": _ref("hex"),
                    "x-noun": "a path",
                    "x-mend": 'write every hex in order: ["0508", "0609"]',
                    "description": "Every hex in order, its own (or the entry hex) first.",
                },
                "enter": {**_ref("hex"), "description": "The hex in which a reinforcement enters."},
                "exit": {"enum": list(EDGES), "x-noun": "a map edge", "description": "Leave for good (17.0)."},
                "transit": {
                    "enum": sections,
                    "x-noun": "a section of the transit track",
                    "description": "Leave onto this section of the transit track (17.1).",
                },
                "track": {"enum": ["advance", "wait"], "x-noun": "a step on the transit track"},
                "refuse": {"const": True, "x-noun": "the word true", "description": "Never enter the game (14.21)."},
            },
            ("unit",),
        ),
        "anyOf": [{"required": [way]} for way in ways],
        "x-noun": "a move",
    }


def _manner(setting: Setting) -> Schema:
    """How an attack is made: the members that `else` may replace."""
    advance = {
        "anyOf": [
            {"enum": ["no", ASK]},
            _map({"unit": _ref("unit"), "to": _ref("hex")}, ("unit",)),
            _list({"anyOf": [_map({"unit": _ref("unit"), "to": _ref("hex")}, ("unit",)), _ref("unit")]}),
            _ref("unit"),
        ],
        "x-noun": "no, ask or the units that may advance",
        "x-mend": 'write no, ask, a unit, or [{unit: suc-1, to: "0811"}]',
    }
    wishes = {"anyOf": [{"const": ASK}, _ref("preference"), _list(_ref("preference"))], "x-noun": "hexes or directions"}
    retreat = _map({"unit": _ref("unit"), "to": wishes}, ("unit", "to"))
    return {
        "bombard": _one_or_more(_ref("unit"), "the artillery that bombards"),
        "reduce": {
            "enum": list(setting.columns),
            "x-noun": "an odds column",
            "description": "Lower the odds to this column (7.9).",
        },
        "pay": {
            "anyOf": [{"const": ASK}, _ref("unit"), _list(_ref("unit"))],
            "x-noun": "ask or the units that pay an exchange",
        },
        "retreat": {
            "anyOf": [{"const": ASK}, retreat, _list(retreat)],
            "x-noun": "ask or a list of retreats",
            "x-mend": 'write [{unit: suc-1, to: ["0607", s]}]',
        },
        "displace": {
            "anyOf": [{"const": ASK}, _ref("unit"), _list(_ref("unit"))],
            "x-noun": "ask or the friends that give way first",
        },
        "advance": advance,
    }


def _attack(setting: Setting) -> Schema:
    condition = {
        "anyOf": [
            _map(
                {
                    "attack": {"type": "string", "maxLength": 16},
                    "result": _one_or_more(_ref("result"), "combat results"),
                },
                ("attack", "result"),
            ),
            _map({"vacant": _ref("hex")}, ("vacant",)),
        ],
        "x-noun": "a condition",
        "x-mend": 'write {attack: a1, result: [Dr, De]} or {vacant: "0811"}',
    }
    return {
        **_map(
            {
                "id": {
                    "type": "string",
                    "pattern": ID_PATTERN,
                    "x-noun": "the name of an attack",
                    "x-mend": "write up to 16 small letters and digits",
                },
                "on": _one_or_more(_ref("target"), "the hexes under attack"),
                "by": _one_or_more(_ref("unit"), "the units that attack"),
                **_manner(setting),
                "if": condition,
                "else": _ref("manner"),
            },
            ("on",),
        ),
        "x-noun": "an attack",
        "x-mend": "write 'key: value' lines with on, by and what else the template lists",
    }
