"""Documents compiled in tests, on the part of Belgium round Quatre Bras with units of our choosing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from pbem.engine.contract import Compiled, Line
from pbem.engine.requests import ORDERS, Choose
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.compile import compile_orders, compile_setup
from rulesets.napoleons_last_battles.documents.documents import shapes
from rulesets.napoleons_last_battles.documents.template import orders_template
from rulesets.napoleons_last_battles.forms import ASKS
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre
from tests.rulesets.napoleons_last_battles.rules.turns import board

QB = "quatre-bras"
APART = {"camp-5": "1648", "huss-5": "1647", "pell": "1753", "pire": "1847", "opstl": "1744"}
"""Van Opstal alone at Gémioncourt, a march away from the French."""
CONTACT = {"camp-5": "1745", "huss-5": "1745", "pell": "1746", "pire": "1843", "gauth-9": "1751", "opstl": "1744"}
"""Two brigades and a cavalry division next to him, and a battery behind them."""
FRAME: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def on(at: Mapping[str, str], *options: str, uid: str = QB, turn: str = "", army: str = "french", **more: Any) -> Board:
    """These units and leaders alone; whoever else there is has been eliminated, so that nobody is due."""
    found = board(uid, at, turn, army, *options, **more)
    here = {*found.position.at, *found.position.leaders, *found.position.waiting}
    found.position.dead |= set(found.setting.units()) - here
    return found


@cache
def _validators(uid: str) -> tuple[Any, Any]:
    setting = board(uid, {}).setting
    return Draft202012Validator(shapes(setting).document(ORDERS)), Draft202012Validator(ASKS[ORDERS])


def theatre(uid: str, *options: str) -> Theatre:
    """A scenario with these options on."""
    found = board(uid, {}, "", "french", *options)
    return Theatre(found.setting, found.field)


def compiled(found: Board, document: Mapping[str, Any]) -> Compiled:
    """The document compiled; it fits its schema, and without faults its input fits the binding one."""
    written, bound = _validators(found.setting.id)
    assert not list(written.iter_errors(document)), document
    placing = found.position.turn == SETUP
    result = compile_setup(found, document) if placing else compile_orders(found, document)
    if not result.faults:
        assert not list(bound.iter_errors(result.input)), result.input
    return result


def told(result: Compiled) -> list[tuple[tuple[str | int, ...], str]]:
    """Places and cases of the faults."""
    return [(fault.path, fault.refusal.case) for fault in result.faults]


def orders_of(found: Board, document: Mapping[str, Any]) -> dict[str, Any]:
    """The public input of a document without faults."""
    result = compiled(found, document)
    assert not result.faults, result.faults
    return result.input


def question(found: Board) -> Choose:
    """The question for orders on a board."""
    army = found.position.army
    options = PlacingOptions(found, army) if found.position.turn == SETUP else OrdersOptions(found)
    return Choose(army, ORDERS, options, f"gt{found.position.turn}.{army}.{ORDERS}", scene=found)


def template(found: Board) -> Sequence[Line]:
    """The template of its orders."""
    return orders_template(found, question(found))


def text_of(lines: Sequence[Line], *, on: bool = False) -> str:
    """The lines as a file; `on` takes the comment signs off what is offered."""
    rows = []
    for line in lines:
        text = f"# {line.text}" if line.off and not on else line.text
        comment = f"# {line.comment}" if line.comment else ""
        rows.append(f"{'  ' * line.indent}{text}{'   ' if text and comment else ''}{comment}".rstrip())
    return "\n".join(rows) + "\n"


def read_back(found: Board, text: str) -> Any:
    """A file as `pbem check` reads it; it has no fault of form."""
    schema = combine(FRAME, shapes(found.setting).document(ORDERS))
    data, findings = check(load(text.encode(), "orders.yaml"), schema)
    assert not findings, findings
    return data
