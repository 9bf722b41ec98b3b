"""What a module offers by name, read from its build file alone: boards, regions, pieces with what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from pbem.vassal.modulefile import build_file, used_prototypes

_LONGEST: Final = 200
_GAME, _MAP, _BOARD, _PROTOTYPE = "GameModule", "Map", "Board", "PrototypeDefinition"
_SLOTS: Final = ("PieceSlot", "CardSlot")


@dataclass(frozen=True)
class OfferedPiece:
    """A piece. gpid: its number, 0 where it has none that counts. prototypes: names of those that it uses itself."""

    name: str
    gpid: int
    prototypes: Sequence[str]


@dataclass(frozen=True)
class OfferedBoard:
    """A board and the map window that it lies on."""

    map: str
    board: str


@dataclass(frozen=True)
class Offered:
    """A module: its name and version, its boards, its pieces, each number once."""

    name: str
    version: str
    boards: Sequence[OfferedBoard]
    pieces: Sequence[OfferedPiece]


def offered_by(path: Path) -> Offered:
    """What the module in a file offers. Raises Problem, as `build_file`."""
    # Size, depth and number of elements are within bounds, and there is no document type that could declare entities.
    root = ElementTree.fromstring(build_file(path))
    game = root if _kind(root) == _GAME else next((one for one in root.iter() if _kind(one) == _GAME), root)
    boards = [
        OfferedBoard(_name(window, "mapName"), _name(board, "name"))
        for window in game.iter()
        if _kind(window) == _MAP and _name(window, "mapName")
        for board in window.iter()
        if _kind(board) == _BOARD and _name(board, "name")
    ]
    pieces: dict[tuple[str, int], OfferedPiece] = {}
    for slot in game.iter():
        if _kind(slot) in _SLOTS and _name(slot, "entryName"):
            piece = OfferedPiece(_name(slot, "entryName"), _number(slot), used_prototypes(slot.text or ""))
            pieces.setdefault((piece.name, piece.gpid), piece)
    return Offered(_name(game, "name"), _name(game, "version"), boards, list(pieces.values()))


def _kind(element: ElementTree.Element) -> str:
    """The last word of a tag: `VASSAL.build.widget.PieceSlot` is a PieceSlot."""
    return str(element.tag).rpartition(".")[2]


def _name(element: ElementTree.Element, attribute: str) -> str:
    found = element.get(attribute, "")
    return found if found.isprintable() and len(found) <= _LONGEST else ""


def _number(slot: ElementTree.Element) -> int:
    gpid = slot.get("gpid", "")
    return int(gpid) if gpid.isascii() and gpid.isdecimal() and len(gpid) < 10 else 0
