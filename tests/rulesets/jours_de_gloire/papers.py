"""Papers of the small war: a question for orders on a position, what its player knows, and what a paper comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.requests import ORDERS, Choose
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.orders_question import Orders
from rulesets.jours_de_gloire.setting import Setting
from tests.rulesets.jours_de_gloire.world import World, small, world

SECRET = bytes(range(32))
POINTS = {"grande-armee": 6, "army-west": 4, "russian-army": 5}


def field(places: Mapping[str, str], *, setting: Setting | None = None, player: str = "french", **at: Any) -> World:
    """A position in the player turn of an army, with command points for everybody."""
    return world(places, setting=setting, **{"player": player, "pc": dict(POINTS), **at})


def question(place: World, army: str = "french") -> Choose:
    """The orders question of an army."""
    board = Board(place.setting, place.board.position())
    return Choose(army, ORDERS, Orders(board, "turn"), f"t1.{army}.orders", scene=board.position())


def own(place: World, army: str = "french", secret: bytes = SECRET, **leaves: Any) -> Own:
    """What an army knows of its face-down counters. leaves: counter -> leaf."""
    down = {counter: place.known[counter] for counter in place.board.hidden(army)}
    return Own(army, down, {HIDDEN: leaves} if leaves else {}, (), secret)


def compiled(place: World, document: Mapping[str, Any], army: str = "french", knows: Own | None = None) -> Compiled:
    """What becomes of a paper."""
    return compile_document(place.setting, question(place, army), dict(document), knows or own(place, army))


def set_up(army: str = "french", secret: bytes = SECRET, **options: str) -> tuple[Choose, Own, Setting]:
    """The set-up question of the small war."""
    setting = small(**options)
    board = Board(setting, replace(empty_position(setting), player=army))
    request = Choose(army, ORDERS, Orders(board, "setup"), f"setup.{army}.orders", scene=board.position())
    return request, Own(army, {}, {}, (), secret), setting
