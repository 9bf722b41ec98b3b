"""A VASSAL module as the library has it: its maps, grids and pieces, from its file or from the description alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.dom import minidom

from pbem.engine.picture import Point
from pbem.errors import Problem
from pbem.orders.findings import Finding, listed, suggest
from pbem.vassal.description import Description, Piece, Plan
from pbem.vassal.modulefile import build_file, check_pieces
from pbem.vassal.pixels import Locate

_VASSAL: Final = "3.6.7"
# Separators in a grid's names go into a regular expression.
_SEPARATOR: Final = re.compile(r"[ _.,:/-]{0,3}")
_LONGEST_NAME: Final = 40
_MOST_SET_UP: Final = 2000


class Module:
    """What there is in a module. game: the library's object; where: the file, "" without one."""

    def __init__(self, lib: Any, game: Any, where: str) -> None:
        self.lib, self.game, self.where = lib, game, where
        self.maps: Mapping[str, Any] = game.getMaps()
        self._by_gpid: dict[int, Any] = {}
        self._by_name: dict[str, list[Any]] = {}
        for slot in game.getPieces():
            gpid = slot["gpid"]
            if gpid.isdecimal() and len(gpid) < 10:
                self._by_gpid.setdefault(int(gpid), slot)
                self._by_name.setdefault(slot["entryName"], []).append(slot)

    @property
    def highest(self) -> int:
        """The highest number of a piece."""
        return max(self._by_gpid, default=0)

    # -- pieces ------------------------------------------------------------------------

    def slot(self, description: Description, piece: Piece) -> Any | Finding:
        """The slot of a piece; a fault where there is none, or several of one name."""
        if piece.gpid:
            slot = self._by_gpid.get(piece.gpid)
            if slot is not None and slot["entryName"] == piece.name:
                return slot
            has = f"that number belongs to {slot['entryName']!r}" if slot is not None else "no piece has that number"
            what = f"the module has no piece {piece.name!r} of number {piece.gpid}; {has}"
            return description.finding(piece.keys, what, hint="look it up in the module")
        found = self._by_name.get(piece.name, [])
        if len(found) == 1:
            return found[0]
        if found:
            numbers = listed([slot["gpid"] for slot in found])
            what = f"the module has {len(found)} pieces {piece.name!r}"
            return description.finding(piece.keys, what, hint=f"say which, with gpid: {numbers}")
        near = suggest(piece.name, self._by_name)
        hint = f"did you mean {' or '.join(near)}?" if near else "look it up in the module"
        return description.finding(piece.keys, f"the module has no piece {piece.name!r}", hint=hint)

    # -- maps --------------------------------------------------------------------------

    def check_plan(self, description: Description, plan: Plan) -> list[Finding]:
        """What the description says of a board and the module does not have."""
        window = self.maps.get(plan.map)
        if window is None:
            hint = f"its map windows: {listed(sorted(self.maps))}"
            return [description.finding((*plan.keys, "map"), f"the module has no map {plan.map!r}", hint=hint)]
        boards = window.getBoards() or {}
        if plan.board not in boards:
            hint = f"its boards: {listed(sorted(boards))}"
            what = f"map {plan.map!r} of the module has no board {plan.board!r}"
            return [description.finding((*plan.keys, "board"), what, hint=hint)]
        if plan.zone and plan.zone not in (boards[plan.board].getZones() or {}):
            hint = f"its zones: {listed(sorted(boards[plan.board].getZones() or {}))}"
            what = f"board {plan.board!r} of the module has no zone {plan.zone!r}"
            return [description.finding((*plan.keys, "grid", "zone"), what, hint=hint)]
        return []

    def locate(self, plan: Plan) -> Locate:
        """Asks the grids of a board where a location is."""
        board = self.maps[plan.map].getBoards()[plan.board]
        grids = [grid for grid in _grids(board, plan.zone) if _safe(grid)]

        def ask(name: str) -> Point | None:
            if len(name) > _LONGEST_NAME:
                return None
            spots = (grid.getLocation(name) for grid in grids)
            return next((spot for spot in spots if spot is not None), None)

        return ask


def _grids(board: Any, zone: str) -> Iterator[Any]:
    """The grids of one zone or of all, then that of the board itself where it is one of regions: the library needs a
    zone for the others."""
    zones = board.getZones() or {}
    for one in [zones[zone]] if zone else zones.values():
        yield from one.getGrids() or ()
    if not zone:
        yield from board.getRegionGrids() or ()


def _safe(grid: Any) -> bool:
    numberings = grid.getNumbering() if hasattr(grid, "getNumbering") else ()
    return all(_SEPARATOR.fullmatch(one["sep"]) for one in numberings or ())


# -- where modules come from -------------------------------------------------------------


def module_of(lib: Any, description: Description, path: Path) -> Module:
    """The module of a file. Raises Problem, VASSAL_VERSION among them where the description is for another one."""
    build = lib.BuildFile(minidom.parseString(build_file(path)))
    game = build.getGame()
    found, wanted = (game["name"], game["version"]), (description.name, description.version)
    if found != wanted:
        what = f"this module is {_named(*found)}, and the description is for {_named(*wanted)}"
        mend = (
            f"use that version; or look the description through and correct {description.document.where(('module',))}"
        )
        raise Problem("VASSAL_VERSION", what, mend, str(path))
    if not game.getPrototypes(single=False):
        game.addPrototypes()
    boxes = game.getPrototypes(single=False)
    prototypes = {one["name"]: _code(one) for box in boxes for one in box.getPrototypes(asdict=False)}
    pieces = {f"{slot['entryName']} ({slot['gpid']})": _code(slot) for slot in game.getPieces()}
    check_pieces(prototypes, pieces, str(path))
    _check_set_up(lib, game, str(path))
    return Module(lib, game, str(path))


def _named(name: str, version: str) -> str:
    return f"{name[:60]!r} {version[:40]!r}"


def _code(element: Any) -> str:
    return "".join(child.nodeValue or "" for child in element._node.childNodes)


def _check_set_up(lib: Any, game: Any, where: str) -> None:
    """What the module sets up at its start goes into the save, so it is to be no flood, and it has to stand where the
    library can find it: directly on a map for all. Stacks in windows of one player, in folders and on boards of other
    maps are left out. Raises Problem VASSAL_MODULE."""
    stacks = game.getAtStarts(single=False) or ()
    count = sum(child.nodeType == child.ELEMENT_NODE for stack in stacks for child in stack._node.childNodes)
    if count > _MOST_SET_UP:
        what = f"this module sets up {count} pieces, more than {_MOST_SET_UP}"
        raise Problem("VASSAL_MODULE", what, "try without --module", where)
    boards = {name: set(window.getBoards() or ()) for name, window in game.getMaps().items()}
    for stack in stacks:
        around = stack._node.parentNode
        board = stack["owningBoard"]
        stays = board in boards.get(around.getAttribute("mapName"), ()) if board else around.nodeName == lib.Map.TAG
        if not stays:
            # The stack itself stays, empty: the library tells VASSAL by it that all has been set up.
            for child in list(stack._node.childNodes):
                stack._node.removeChild(child)


def module_from(lib: Any, description: Description) -> Module:
    """A module with nothing in it but what the description names: bare pieces, a name and a picture each."""
    build = lib.BuildFile()
    vassal = description.vassal or _VASSAL
    game = build.addGame(name=description.name, version=description.version, VassalVersion=vassal)
    game.addPrototypes()
    pickers: dict[str, Any] = {}
    for plan in description.plans.values():
        if plan.map not in pickers:
            pickers[plan.map] = game.addMap(mapName=plan.map).addBoardPicker()
        if plan.board not in pickers[plan.map].getBoards():
            pickers[plan.map].addBoard(name=plan.board)
    window = game.addPieceWindow(name="pieces")
    pieces = [*description.units.values(), *description.unknown.values(), *description.dummies.values()]
    numbered = {piece.gpid for piece in pieces}
    free = (number for number in range(1, 2**20) if number not in numbered)
    for piece in {(piece.name, piece.gpid): piece for piece in pieces}.values():
        # The trait of a piece without a number has none either: VASSAL would take it for another piece's.
        basic = lib.BasicTrait(name=escaped(piece.name), filename=piece.image, gpid=piece.gpid or "")
        lib.PieceSlot(window, entryName=piece.name, gpid=piece.gpid or next(free), traits=[basic])
    return Module(lib, game, "")


def escaped(text: str) -> str:
    """Text as a field of a trait, where `;` and `/` part fields and parts of a piece."""
    return text.replace(";", r"\;").replace("/", r"\/")
