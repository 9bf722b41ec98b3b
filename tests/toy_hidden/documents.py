"""What a player writes: the schemas of his papers and of the public input that comes of them, and the template.

In orders.yaml a player may name his own units; the public input names counters only. What his counters hold, where his
scout walks and which counters he shows unasked stands in his papers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.contract import Line
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.requests import ORDERS, Choose
from tests.toy_hidden.board import Board, units_of
from tests.toy_hidden.combat import LOSSES
from tests.toy_hidden.data import SCOUT, Setting
from tests.toy_hidden.sequence import NIGHTS, standing

Json = Any
_WORD = {"type": "string", "pattern": "^[a-z0-9][a-z0-9.-]{0,31}$"}
_COUNTERS = {"type": "array", "maxItems": 32, "items": _WORD}
_LOSS = {"enum": [*LOSSES, "ask"]}
_ANSWERS = {"evade": "^[a-z]{1,16}$", "loss": "^[a-z-]{1,16}$", "contact": "^(none|found)$", "night": "^[a-z]{1,8}$"}


def _closed(properties: dict[str, Json], *, optional: bool = False) -> dict[str, Json]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        **({} if optional else {"required": list(properties)}),
    }


# The public orders of a set-up and of a turn.
_PUBLIC = _closed(
    {
        "setup": {"type": "array", "maxItems": 32, "items": _closed({"counter": _WORD, "box": _WORD})},
        # No later question asks which counters are turned face down.
        "veil": {**_COUNTERS, "items": {**_WORD, "not": {"const": "ask"}}},
        "mix": {"type": "array", "maxItems": 9, "items": _closed({"box": _WORD, "counters": _COUNTERS})},
        "card": _closed({"draw": _WORD, "face": {"type": "integer", "minimum": 1, "maximum": 6}}),
        "moves": {"type": "array", "maxItems": 32, "items": _closed({"counter": _WORD, "to": _WORD})},
        "search": _WORD,
        "patrol": _WORD,
        "loss": _LOSS,
    },
    optional=True,
)
# What the paper has in other words, or beside it.
_SECRET = {
    "setup": {
        "type": "array",
        "maxItems": 32,
        "items": _closed({"counter": _WORD, "box": _WORD, "units": _COUNTERS}),
        "description": "Where each counter is set up and which units it holds; none for a dummy.",
    },
    "scout": {**_COUNTERS, "description": "The boxes of the scout's way, from where it stands; in the set-up one box."},
    "mix": {
        "type": "array",
        "maxItems": 9,
        "items": _closed({"box": _WORD, "units": {"type": "array", "maxItems": 32, "items": _COUNTERS}}),
        "description": "Boxes whose face-down counters are mixed, and what each of the new ones holds.",
    },
    "show": {**_COUNTERS, "description": "Counters, units or `chit`: shown at once, which saves your opponent a mail."},
    "moves": {
        "type": "array",
        "maxItems": 32,
        "items": {
            **_closed({"counter": _WORD, "unit": _WORD, "to": _WORD}, optional=True),
            "required": ["to"],
            "minProperties": 2,
        },
        "description": "A counter, or the counter in which one of your units stands, and the box it goes to.",
    },
}


def public_schema(ask: str) -> Json:
    """The binding schema of the answer to a question, without `for`. Raises KeyError."""
    if ask == ORDERS:
        return _PUBLIC
    return _closed({"answer": {"type": "string", "pattern": _ANSWERS[ask]}})


def document_schema(ask: str) -> Json:
    """The schema of the player's paper for a question."""
    if ask != ORDERS:
        return public_schema(ask)
    return {"type": "object", "properties": {**_PUBLIC["properties"], **_SECRET}}


def template(setting: Setting, request: Choose, own: Own) -> Sequence[Line]:
    """The paper for a question with every open decision."""
    at = request.scene
    if request.what != ORDERS:
        answers = request.options.describe()["answers"]
        return (Line(f"answer: {request.options.default()}", comment=f"one of: {', '.join(answers)}"),)
    if at["stage"] == "setup":
        return _setup_lines(setting, at["army"])
    return _turn_lines(Board(setting, at), own)


def _setup_lines(setting: Setting, army: str) -> list[Line]:
    posts = setting.scenario["setup"][army]
    entries = [
        Line(f"- {{counter: {counter}, box: {box}, units: [{', '.join(units)}]}}", indent=1, off=True)
        for counter, (box, units) in zip(setting.counters(army), posts, strict=True)
    ]
    way = setting.scenario["scouts"][army]
    return [Line("setup:", off=True), *entries, Line(f"scout: [{way}]", off=True, comment="seen by nobody")]


def _turn_lines(board: Board, own: Own) -> list[Line]:
    army = board.army
    lines = [Line(comment="your counters:")]
    for counter in board.counters(army):
        face_up = board.face_up(counter)
        units = board.units(counter) if face_up else units_of(own.markers.get(counter))
        words = (
            f"{counter} in {board.box(counter)}, face {'up' if face_up else 'down'}: {', '.join(units) or 'a dummy'}"
        )
        lines.append(Line(comment=words))
    cards = [draw for draw in own.draws if draw.label in board.at["cards"][army]]
    lines += [Line(comment=f"card {draw.label}: a {draw.result}") for draw in cards]
    where = standing(own.leaves.get(HIDDEN, {}).get(SCOUT))
    return [
        *lines,
        Line("moves:", off=True),
        Line("- {counter: ID, to: BOX}", indent=1, off=True, comment="or {unit: ID, to: BOX}"),
        Line("show: [chit]", off=True, comment="counters, units or chit that you open now"),
        Line("veil: []", off=True, comment=f"face up: {', '.join(board.shown(army)) or 'none'}"),
        Line("mix:", off=True),
        Line("- {box: BOX, units: [[ID], []]}", indent=1, off=True, comment="what each new counter holds"),
        Line("card: {draw: LABEL, face: 4}", off=True),
        Line("loss: weakest", off=True, comment=f"or strongest, or ask; nights: {', '.join(NIGHTS)}"),
        Line("search: BOX", off=True, comment="for the enemy's scout"),
        Line("patrol: BOX", off=True, comment="asks the counters there whether they hold cavalry"),
        Line(f"scout: [{where}]", off=True, comment="its way, from where it stands; seen by nobody"),
    ]
