"""A description to begin with: every board, unit and army of a campaign, and what has to be looked up for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.campaign.telling.exporting import Situation
from pbem.engine.picture import Board, Place
from pbem.orders.writer import comment_lines, dump
from pbem.vassal.description import UNFILLED
from pbem.vassal.matching import Filled

_HEAD: Final = (
    "What a VASSAL module calls the boards and counters of this scenario: fill in what is empty or 0, then",
    "  pbem export --vassal THIS-FILE --module FILE.vmod",
    "All of it is explained in docs/vassal.md. Units that have not come yet may stay empty.",
)
_FIRST: Final = ("module", "boards", "columns", "unknown", "dummies", "units", "name", "version", "map", "board")


def template(situation: Situation, filled: Filled | None = None) -> str:
    """The description as a YAML file with comments; `description_of` reads it once names are filled in.

    filled: what was found in a module; what is left stands in the file's head.
    """
    found = filled if filled is not None else Filled()
    comments: dict[tuple[str | int, ...], Sequence[str]] = {}
    data: dict[str, Any] = {"module": {"name": found.name, "version": found.version}, "boards": {}, "units": {}}
    comments["module",] = ("As the module tells them of itself (Help, About the module).",)
    for board in situation.boards:
        places = [] if board.id in found.locations else _references(board)
        there = found.boards.get(board.id)
        data["boards"][board.id] = {
            "map": there.map if there else "",
            "board": there.board if there else "",
            "places": {place.id: list(UNFILLED) for place in places},
        }
        if board.id in found.locations:
            data["boards"][board.id]["grid"] = {"location": found.locations[board.id]}
            del data["boards"][board.id]["places"]
        comments["boards", board.id] = (f"{board.title}: the map window of the module, and the board in it.",)
        if places:
            comments["boards", board.id, "places"] = _how(board)
        comments |= {
            ("boards", board.id, "places", place.id): (place.name,)
            for place in places
            if place.name and place.name != place.id
        }
    for unit in situation.roster:
        data["units"][unit.id] = found.units.get(unit.id, "")
        about = ", ".join(filter(None, (unit.hover[0] if unit.hover else unit.name, unit.value)))
        comments["units", unit.id] = (f"{situation.armies.get(unit.army, unit.army)}: {about}", *_note(found, unit.id))
    if situation.downs:
        data["unknown"] = dict.fromkeys(situation.armies, "")
        comments["unknown",] = ("The piece that stands for a face-down counter of each side.",)
    head = (*_HEAD, "", "Still to be filled in:", *(f"  {one}" for one in found.rest)) if found.rest else _HEAD
    return "\n".join(comment_lines(head)) + "\n" + dump(data, comments, first=_FIRST)


def _note(found: Filled, uid: str) -> Sequence[str]:
    return (found.notes[uid],) if uid in found.notes else ()


def _references(board: Board) -> list[Place]:
    """All boxes; of hexes the two that are farthest apart."""
    if board.grid != "hex" or len(board.places) < 2:
        return list(board.places)
    by_sum = sorted(board.places, key=lambda place: (sum(place.centre), place.id))
    return [by_sum[0], by_sum[-1]]


def _how(board: Board) -> tuple[str, ...]:
    if board.grid == "hex":
        return ("Pixels from the left and the top of the board's picture; from these two hexes all others follow.",)
    return ("Pixels from the left and the top of the board's picture, for each box.",)
