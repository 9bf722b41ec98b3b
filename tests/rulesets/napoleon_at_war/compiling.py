"""Documents compiled in tests, and the positions of the examples."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from pbem.engine.contract import Compiled
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from tests.rulesets.napoleon_at_war.playing import real, small, standing_at

FRENCH = {"suc-1": "0508", "suc-2": "0507", "v-art": "0606"}
CONTACT = {"suc-1": "0609", "suc-2": "0507", "v-art": "0508", "tau-1": "0610"}


def compiled(game: NapoleonGame, position: Position, document: dict[str, Any]) -> Compiled:
    """The document compiled; it fits the schema and its input fits the binding one."""
    errors = list(Draft202012Validator(NapoleonWriting(game.setting).document_schema("orders")).iter_errors(document))
    assert not errors, errors
    return compile_orders(game.setting, position, document)


def jena(at: dict[str, str], turn: int = 6, army: str = "french", **rest: Any) -> Position:
    """These units on the real maps under Option A, with no reinforcements left to come."""
    position = standing_at(real(), turn, army, at, choice="A", **rest)
    position.out = {unit for unit in real().setting.roster.units if unit not in at and unit not in position.track}
    return position


def orders_of(result: Compiled) -> dict[str, Any]:
    assert not result.faults, result.faults
    return result.input


def move(**entry: Any) -> dict[str, Any]:
    return {"moves": [entry]}


def attack(**entry: Any) -> dict[str, Any]:
    return {"attacks": [entry]}


def on_field(turn: int = 3, **at: str) -> Position:
    """These units on the small field, nothing else to come."""
    return standing_at(small(), turn, "french", at, out={"f3", "fa"} - set(at))
