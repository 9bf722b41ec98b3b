"""Our boards and units held against a module: what its names can only mean so is filled in, the rest listed."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.errors import Problem
from pbem.orders.findings import listed
from pbem.orders.writer import dump
from pbem.vassal.description import Description, Plan, description_of
from pbem.vassal.library import at_work, library
from pbem.vassal.module import module_of
from pbem.vassal.offered import Offered, OfferedBoard, OfferedPiece, offered_by

if TYPE_CHECKING:
    from pbem.campaign.telling.exporting import Situation
    from pbem.engine.picture import Board, Counter

_LOCATIONS: Final = ("{id}", "{label}", "{name}")
_MOST_MATCHED: Final = 5000


@dataclass
class Filled:
    """What was found in a module. boards: our board -> that of the module. locations: our board -> what the module's
    grid calls a place. units: our unit -> its piece as the description writes it. rest: what is still to be filled in,
    a sentence each. notes: unit -> pieces that it may be, for a comment."""

    name: str = ""
    version: str = ""
    boards: dict[str, OfferedBoard] = field(default_factory=dict)
    locations: dict[str, str] = field(default_factory=dict)
    units: dict[str, Any] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)


def filled_from(situation: Situation, path: Path) -> Filled:
    """What a module says of the boards and units of a situation. Raises Problem VASSAL_MODULE and its like."""
    offered = offered_by(path)
    filled = Filled(offered.name, offered.version)
    _match_boards(situation, offered, filled)
    _match_grids(situation, path, filled)
    _match_units(situation, offered, filled)
    if situation.downs:
        filled.rest.append("unknown: the pieces that stand for face-down counters")
    return filled


def plain(text: str) -> str:
    """A name as it is compared: small letters and digits without accents, one blank between words."""
    bare = unicodedata.normalize("NFKD", text[:200].casefold())
    return " ".join("".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c)).split())


# -- boards --------------------------------------------------------------------------


def _match_boards(situation: Situation, offered: Offered, filled: Filled) -> None:
    for board in situation.boards:
        asked = {plain(board.title), plain(board.id)}
        whole = [one for one in offered.boards if plain(one.board) in asked]
        part = [one for one in offered.boards if any(_within(word, plain(one.board)) for word in asked)]
        alone = offered.boards if len(situation.boards) == 1 else ()
        found = next((some[0] for some in (whole, part, alone) if len(some) == 1), None)
        if found is not None and found not in filled.boards.values():
            filled.boards[board.id] = found
            continue
        names = listed([f"{one.board} on {one.map}" for one in offered.boards])
        filled.rest.append(f"boards: {board.id} ({board.title}); the module has {names or 'none'}")


def _within(word: str, longer: str) -> bool:
    """Whether all words of a name stand in another."""
    return bool(word) and set(word.split()) <= set(longer.split())


def _match_grids(situation: Situation, path: Path, filled: Filled) -> None:
    """Which name of a place the module's own grid knows, where pywargame is here to ask it."""
    boards = [board for board in situation.boards if board.id in filled.boards]
    asked = _asked(boards, path, filled) if boards else {}
    for board in boards:
        location, count = asked.get(board.id, ("", 0))
        if location:
            filled.locations[board.id] = location
        if count < len(board.places):
            filled.rest.append(f"places: {len(board.places) - count} of {board.id}, which no grid of the module names")


def _asked(boards: Sequence[Board], path: Path, filled: Filled) -> dict[str, tuple[str, int]]:
    """Board -> the pattern by which the grid finds most places, and how many; {} where nobody can ask it."""
    try:
        lib = library()
        with at_work(io.StringIO(), str(path)):
            module = module_of(lib, _draft(filled), path)
            return {board.id: _best(board, module.locate(_plan(filled.boards[board.id]))) for board in boards}
    except Problem:
        # Without the library, or with a module that it cannot read, places are written down by hand.
        return {}


def _best(board: Board, locate: Any) -> tuple[str, int]:
    best = ("", 0)
    for pattern in _LOCATIONS:
        words = ({"{id}": one.id, "{label}": one.label, "{name}": one.name}[pattern] for one in board.places)
        count = sum(1 for word in words if word and locate(word) is not None)
        if count > best[1]:
            best = (pattern, count)
    return best


def _plan(board: OfferedBoard) -> Plan:
    return Plan(board.map, board.board, (0, 0), "", "{id}", {}, ())


def _draft(filled: Filled) -> Description:
    """A description with nothing but the module's own name and its boards, to open it by."""
    boards = {uid: {"map": one.map, "board": one.board} for uid, one in filled.boards.items()}
    data = {"module": {"name": filled.name, "version": filled.version}, "boards": boards, "units": {}}
    return description_of(dump(data).encode("utf-8"), "the module's own names")


# -- units ---------------------------------------------------------------------------


def _match_units(situation: Situation, offered: Offered, filled: Filled) -> None:
    by_name: dict[str, list[OfferedPiece]] = {}
    for piece in offered.pieces[:_MOST_MATCHED]:
        by_name.setdefault(plain(piece.name), []).append(piece)
    meant = {unit.id: _candidates(unit, situation.armies, by_name) for unit in situation.roster}
    claims: dict[tuple[str, int], list[str]] = {}
    for uid, pieces in meant.items():
        if len(pieces) == 1:
            claims.setdefault((pieces[0].name, pieces[0].gpid), []).append(uid)
    unclear = 0
    for uid, pieces in meant.items():
        if len(pieces) == 1 and len(claims[(pieces[0].name, pieces[0].gpid)]) == 1:
            piece = pieces[0]
            several = sum(1 for one in offered.pieces if one.name == piece.name) > 1
            filled.units[uid] = {"piece": piece.name, "gpid": piece.gpid} if several else piece.name
            continue
        unclear += 1
        if pieces:
            filled.notes[uid] = "may be " + listed([f"{one.name} ({one.gpid})" for one in pieces])
    if unclear:
        missing = listed([uid for uid in meant if uid not in filled.units], 12)
        filled.rest.append(f"units: {unclear} of {len(meant)}: {missing}")


def _candidates(
    unit: Counter, armies: Mapping[str, str], by_name: Mapping[str, Sequence[OfferedPiece]]
) -> Sequence[OfferedPiece]:
    """The pieces that a unit may be: those of its most telling name that there is; of several those of its army."""
    for name in _names(unit, armies):
        pieces = by_name.get(plain(name), ())
        if len(pieces) > 1:
            own = [one for one in pieces if _is_of(one, unit.army, armies)]
            pieces = own or pieces
        if pieces:
            return pieces
    return ()


def _names(unit: Counter, armies: Mapping[str, str]) -> Iterator[str]:
    titles = [*(unit.hover[:1]), unit.name, unit.id]
    for title in filter(None, titles):
        for army in (armies.get(unit.army, ""), unit.army):
            if army:
                yield f"{army} {title}"
                yield f"{title} {army}"
    yield from filter(None, titles)


def _is_of(piece: OfferedPiece, army: str, armies: Mapping[str, str]) -> bool:
    """Whether a prototype of a piece names its army."""
    words: Iterable[str] = (plain(armies.get(army, army)), plain(army))
    return any(_within(word, plain(one)) for one in piece.prototypes for word in words)
