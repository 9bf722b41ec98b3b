"""What a player writes of pairs of markers: from his document to the public input and the commitments (16.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.hexgame.documents.names import Names
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.forms import HIDE
from rulesets.napoleons_last_battles.roster import TWINS
from rulesets.napoleons_last_battles.rules.hiding.pairs import SAYS, free_pairs
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN

_REAL = "real"


def without_secrets(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A document without the words that say which marker is real: what the rules may know of it."""
    if not document.get(HIDDEN):
        return document
    entries = [{key: value for key, value in entry.items() if key != _REAL} for entry in document[HIDDEN]]
    return {**document, HIDDEN: entries}


def entries(document: Mapping[str, Any], names: Names) -> dict[str, Json]:
    """The member `hidden` of a document as public input, {} where it says nothing."""
    said = without_secrets(document).get(HIDDEN) or ()
    read = [HIDE.read(entry, (HIDDEN, number), names) for number, entry in enumerate(said)]
    return {HIDDEN: read} if read else {}


def committed_pairs(board: Board, document: Mapping[str, Any], own: Own) -> dict[str, Json]:
    """nlb 16.6A-2: pair -> content of all that are placed with a document; where it does not say which marker is real
    nobody can foresee it."""
    free = free_pairs(board)
    placed = [entry for entry in document.get(HIDDEN) or () if "units" in entry and entry["pair"] in free]
    return {
        entry["pair"]: {SAYS: entry.get(_REAL) or own.shuffled(TWINS, f"pair {entry['pair']}")[0]} for entry in placed
    }


def opened_pairs(orders: Mapping[str, Any], own: Own) -> list[str]:
    """nlb 16.6C-1: the pairs of their author that orders reveal: their openings go with them."""
    said = [entry["pair"] for entry in orders.get(HIDDEN, ()) if "reveal" in entry]
    return [pair for pair in dict.fromkeys(said) if pair in own.markers]
