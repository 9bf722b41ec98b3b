"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor.

Units are named by id, by printed name or by the counter that holds them; boxes by id or by printed name. The public
input, which is `data/asks/orders.json`, has counters and boxes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.engine.requests import ASK, ORDERS, Choose
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.rules.battle.tactics import chits
from rulesets.jours_de_gloire.rules.march.command import names_first
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Setting

Schema = dict[str, Any]

YES, NO = "yes", "no"
ANY: Final = "any"
BRIDGE_WORKS: Final = ("destroy", "repair", "pontoon", "remove")
# As in the binding schemas of data/asks.
_ENTRIES, _NAMES, _STEPS = 64, 64, 16
MOST_PLANNED: Final = 6
SQUATTER, STRANDED = "squatter", "stranded"
# What the set-up has nothing to say about, and what counters that lie open have no use for.
LATER: Final = (
    "mix",
    "forces",
    "reinforce",
    "detach",
    "rejoin",
    "orders",
    "battles",
    "order",
    "next",
    SQUATTER,
    STRANDED,
)
_WISHES: Final = {
    SQUATTER: "Where yours go who stand where enemy reinforcements arrive after your turn, the best first (3.3).",
    STRANDED: "Where a general of yours goes who is left alone among enemies in your turn, the best first (4.2).",
}


def document_schema(setting: Setting, ask: str) -> Schema:
    """A fragment of the orders schema: the members of the document for a question, shape only."""
    return _fragment(setting, ask, _words({}))


def helper_schema(setting: Setting, board: Board, request: Choose, holdings: Holdings) -> Schema:
    """The same with the units and boxes of the present question listed, and without what can mean nothing in it, for an
    editor; it binds nobody."""
    army = request.army
    setup = board.at.stage == "setup"
    detached = [uid for uid, counter in setting.forces.detachments.items() if counter.army == army]
    listed = {
        "unit": _beginning(setting, army) if setup else [holdings.name_of(one) or one for one in holdings.counters()],
        "box": list(setting.boxes),
        "detachment": [uid for uid in detached if uid not in holdings.units()],
        "command": list(board.commands_of(army)),
        "entry": list(setting.map.entries),
    }
    found = _fragment(setting, request.what, _words(listed))
    if request.what == ORDERS:
        useless = list(setting.fog.unused)
        if setup:
            useless += LATER
        elif not names_first(setting, board, army):
            useless.append("next")
        found["properties"] = {name: one for name, one in found["properties"].items() if name not in useless}
    return found


def _beginning(setting: Setting, army: str) -> list[str]:
    """jdg 7.1-1: who will be set up."""
    return [who(content) for contents in starting(setting, army).values() for content in contents]


# -- single words ------------------------------------------------------------------------


def _words(listed: dict[str, list[str]]) -> Schema:
    """The definitions of single words; where values are listed they stand beside the free text as suggestions."""
    nouns = {
        "unit": ("a unit, a general or a counter", "write an id, a printed name or a counter such as f12"),
        "box": ("a box", "write the id or the name of a box"),
        "detachment": ("a detachment counter", "write its id"),
        "command": ("a command", "write its id"),
        "entry": ("an entry of the map", "write its id"),
    }
    return {name: _word(noun, mend, listed.get(name, ())) for name, (noun, mend) in nouns.items()}


def _word(noun: str, mend: str, listed: Sequence[str]) -> Schema:
    text: Schema = {"type": "string", "minLength": 1, "maxLength": 60, "x-noun": noun}
    # Printed names are as good as ids, so the list only completes and never refuses.
    return {"anyOf": [{"enum": list(listed)}, text], "x-noun": noun} if listed else {**text, "x-mend": mend}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(item: Schema, most: int = _NAMES, **more: Any) -> Schema:
    return {"type": "array", "maxItems": most, "items": item, **more}


def _map(properties: Schema, required: Iterable[str] = (), **more: Any) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        **({"required": list(required)} if required else {}),
        **more,
    }


def _enum(*words: str) -> Schema:
    return {"enum": list(words), "x-noun": " or ".join(words)}


def _kind() -> Schema:
    return _enum(INFANTRY, CAVALRY)


# -- the members ---------------------------------------------------------------------------


def _fragment(setting: Setting, ask: str, words: Schema) -> Schema:
    if ask != ORDERS:
        item = {"type": "string", "maxLength": 60}
        answer = {
            "anyOf": [item, _list(item, 24)],
            "x-noun": "an answer",
            "x-mend": "choose among the answers that the template lists",
        }
        return {"type": "object", "properties": {"answer": answer}, "required": ["answer"]}
    return {
        "type": "object",
        "properties": {**_administration(), **_movement(), **_fighting(setting)},
        "$defs": words,
    }


def _administration() -> Schema:
    dummy = _map({"kind": _kind(), "box": _ref("box")}, ("kind", "box"))
    detachment = {
        "from": _ref("unit"),
        "counter": _ref("detachment"),
        "pf": {"type": "integer", "minimum": 1, "maximum": 40},
    }
    rejoin = {"unit": _ref("unit"), "detachment": _ref("unit")}
    return {
        "dummies": _list(
            dummy, 40, description="Dummies that are placed: in the set-up all, later at most half (7.1)."
        ),
        "mix": _list(_ref("box"), description="Boxes whose counters of yours get fresh numbers."),
        "forces": {
            "type": "object",
            "maxProperties": 20,
            "propertyNames": {"pattern": "^[1-9][0-9]?$"},
            "additionalProperties": _list(_ref("unit"), minItems=1),
            "description": "Force markers: number, and who is under it (7.2).",
        },
        "reinforce": _list(_ref("unit"), 40, description="Units that get one PF each (3.3)."),
        "detach": _list(_map(detachment, detachment), 20, description="Detachments formed before any move (6.1)."),
        "rejoin": _list(_map(rejoin, rejoin), 20, description="Detachments taken back before any move (6.1)."),
        "show": _list(_ref("unit"), description="Counters opened with this message, which may save one."),
    }


def _movement() -> Schema:
    deeds = [_map({work: _ref("box")}, (work,)) for work in BRIDGE_WORKS]
    way_back = {"anyOf": [{"const": "stay"}, _list(_ref("box"), _STEPS)], "x-noun": "stay or a list of boxes"}
    step = {
        "anyOf": [_ref("box"), *deeds, _map({"recon": way_back}, ("recon",))],
        "x-noun": "a step",
        "x-mend": "write a box, or {destroy: BOX}, {repair: BOX}, {pontoon: BOX}, {remove: BOX}, {recon: stay}",
    }
    move = {
        "stack": {
            "anyOf": [_ref("unit"), _list(_ref("unit"), minItems=1)],
            "x-noun": "a stack",
            "x-mend": "write [iii, davout], or the number of a Force marker",
        },
        "path": _list(step, _STEPS),
        "to": {**_ref("box"), "description": "In the place of path: the cheapest way is taken and shown."},
        "enter": _ref("entry"),
        "command": _ref("command"),
        "forced": _enum(YES),
        "concentrate": _enum(YES),
        "entrench": _enum(YES),
        "lead": {"anyOf": [{"const": YES}, _ref("unit")], "x-noun": "yes or a general"},
        "flag": _enum(YES, NO),
    }
    plan = {
        "intercept": _list(_ref("box"), MOST_PLANNED),
        "back": _ref("box"),
        "with": _list(_ref("unit"), MOST_PLANNED),
        "guns": {"anyOf": [{"const": ANY}, _list(_ref("box"), MOST_PLANNED)], "x-noun": "any or a list of boxes"},
        "withdraw": _enum(YES, NO),
    }
    return {
        "orders": _list(
            _map(move, ("stack",), **{"x-noun": "a move"}), _ENTRIES, description="Stack by stack, in this order (5.1)."
        ),
        "reactions": {
            "type": "object",
            "maxProperties": _NAMES,
            "propertyNames": _ref("unit"),
            "additionalProperties": _map(plan, **{"x-noun": "a plan"}),
            "description": "What a counter does in the enemy's turn, by unit or general; {} for nothing (6.5).",
        },
    }


def _fighting(setting: Setting) -> Schema:
    yes = _enum(YES, NO, ASK)
    battle = {
        "tactic": {
            **_enum(*chits(setting.charts)),
            "x-noun": "a tactic chit, as chits are chosen before anything is turned up (8.1)",
        },
        "siege": yes,
        "city": _enum("outside", "citadel", ASK),
        "sortie": yes,
        "overrun": yes,
        "advance": {"anyOf": [{"enum": [NO, ASK]}, _ref("box")], "x-noun": "a box, no or ask"},
        "retreat": {"anyOf": [{"const": ASK}, _list(_ref("box"), 12)], "x-noun": "ask or a list of boxes"},
        "losses": _list(_ref("unit")),
        "bridge": yes,
        "stay": yes,
    }
    return {
        "battles": {
            "type": "object",
            "maxProperties": _ENTRIES,
            "propertyNames": _ref("box"),
            "additionalProperties": _map(battle, **{"x-noun": "what is wanted in a battle"}),
            "description": "What counts in the battle in a box instead of your standing orders.",
        },
        "order": _list(_ref("box"), _ENTRIES, description="In which order battles are fought (8.0)."),
        "next": {**_enum("first", "second", ASK), "description": "Who begins next turn, where you choose (3.2)."},
        **{name: _list(_ref("box"), 24, description=text) for name, text in _WISHES.items()},
    }
