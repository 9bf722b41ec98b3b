"""A position as a VASSAL save: pieces in stacks on the maps of a module, in the library's words and VASSAL's bytes."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.campaign.telling.exporting import OnBoard, Situation
from pbem.engine.picture import Point
from pbem.errors import Problem
from pbem.orders.findings import Finding, did_you_mean
from pbem.vassal.description import Description, Piece, missing_piece
from pbem.vassal.library import at_work, library, remarks
from pbem.vassal.module import Module, escaped, module_from, module_of
from pbem.vassal.pixels import Pixels

# With which VASSAL veils its save files; any byte will do, and it is told in the file.
_VEIL: Final = 0xAA


@dataclass(frozen=True)
class Saved:
    """A save. data: the bytes of the .vsav file. placed: number of pieces. remarks: what the library complained of."""

    data: bytes
    placed: int
    remarks: Sequence[str]


@dataclass(frozen=True)
class _Placed:
    """A piece to be laid on a map window. label: what stands behind its name, the number of a counter."""

    map: str
    spot: Point
    piece: Piece
    label: str


def save(situation: Situation, description: Description, module: Path | None = None) -> Saved:
    """The save of a position. module: the module's file, whose pieces are then whole.

    Raises Problem: NO_PYWARGAME, PYTHON_TOO_OLD, NOBODY_PLACED, VASSAL_MODULE, VASSAL_VERSION, ORDERS_SCHEMA with every
    counter that has no piece or no pixel, and with every piece and board that the module does not have.
    """
    lib = library()
    if not situation.standing:
        raise Problem("NOBODY_PLACED", "nobody stands on a board yet", "export once the armies are set up")
    said = io.StringIO()
    with at_work(said, str(module or "")):
        opened = module_of(lib, description, module) if module is not None else module_from(lib, description)
        placed = _placed(situation, description, opened)
        slots = _slots(description, opened, placed)
        _choose_boards(description, opened)
        _drop_absent(description, opened, slots)
        data = _written(opened, placed, slots, situation.title)
    return Saved(data, len(placed), remarks(said))


# -- what lies where -----------------------------------------------------------------------


def _placed(situation: Situation, description: Description, module: Module) -> list[_Placed]:
    """Every counter with its piece and pixel. Raises OrdersFault with all that is missing."""
    findings = [*_strangers(situation, description), *_unplanned(description, module)]
    if findings:
        raise description.fault(findings)
    at = {place.id: (board.id, place.name) for board in situation.boards for place in board.places}
    pixels = {
        board.id: Pixels(board, plan, module.locate(plan) if plan.location else None)
        for board in situation.boards
        if (plan := description.plans.get(board.id)) is not None
    }
    placed: list[_Placed] = []
    for one in situation.standing:
        board, name = at[one.counter.place]
        where = f"{one.counter.place} ({name})" if name else one.counter.place
        if board not in pixels:
            what = f"counters stand on board {board}, which is not described"
            findings.append(description.finding(("boards", board), what, subject=f"{board}:", key=True))
        elif (spot := pixels[board].of(one.counter.place)) is None:
            what = f"no pixel is known of {where}, where a counter stands"
            findings.append(description.finding(("boards", board, "places"), what, hint=_HOW, key=True))
        else:
            found, lacking = _pieces(situation, description, one, where)
            findings += lacking
            label = one.counter.id if one.counter.down else ""
            placed += [_Placed(description.plans[board].map, spot, piece, label) for piece in found]
    if findings:
        raise description.fault(findings)
    return placed


def _unplanned(description: Description, module: Module) -> list[Finding]:
    """What the boards of the description need and the module does not give."""
    findings = []
    for plan in description.plans.values():
        findings += module.check_plan(description, plan)
        if plan.location and not module.where:
            what = "the module's own grid is asked for, and no module is given"
            findings.append(description.finding((*plan.keys, "grid"), what, hint="say --module, or write places:"))
    return findings


_HOW: Final = "write it below places:; of a board with hexes two are enough, in different rows and columns"


def _strangers(situation: Situation, description: Description) -> list[Finding]:
    """Boards, places and armies of the description that this scenario does not have."""
    boards = {board.id: board for board in situation.boards}
    findings = []
    for uid, plan in description.plans.items():
        if uid not in boards:
            hint = did_you_mean(uid, sorted(boards))
            findings.append(description.finding(plan.keys, f"there is no board {uid!r} here", hint=hint, key=True))
            continue
        known = {place.id for place in boards[uid].places}
        for place in description.document.data["boards"][uid].get("places", {}):
            if place not in known:
                keys, hint = (*plan.keys, "places", place), did_you_mean(place, sorted(known))
                what = f"there is no place {place!r} on board {uid}"
                findings.append(description.finding(keys, what, hint=hint, key=True))
    for member, pieces in (("unknown", description.unknown), ("dummies", description.dummies)):
        for army in pieces:
            if army not in situation.armies:
                hint = did_you_mean(army, sorted(situation.armies))
                findings.append(
                    description.finding((member, army), f"there is no army {army!r} here", hint=hint, key=True)
                )
    return findings


def _pieces(
    situation: Situation, description: Description, one: OnBoard, where: str
) -> tuple[list[Piece], list[Finding]]:
    """The pieces of one counter, and what is missing for it."""
    counter = one.counter
    if counter.down or not one.units:
        chosen = None if counter.down else description.dummies.get(counter.army)
        chosen = chosen or description.unknown.get(counter.army)
        if chosen is not None:
            return [chosen], []
        words = f"a face-down counter of {situation.armies.get(counter.army, counter.army)}"
        return [], [missing_piece(description, "unknown", counter.army, words, where)]
    words = counter.hover[0] if counter.hover else counter.name
    pieces = [description.units[unit] for unit in one.units if unit in description.units]
    lacking = [unit for unit in one.units if unit not in description.units]
    return pieces, [missing_piece(description, "units", unit, words, where) for unit in lacking]


def _slots(description: Description, module: Module, placed: Sequence[_Placed]) -> dict[tuple[str, int], Any]:
    """Name and number of a piece -> its slot. Raises OrdersFault for pieces that the module does not have."""
    wanted = {(one.piece.name, one.piece.gpid): one.piece for one in placed}
    found = {key: module.slot(description, piece) for key, piece in wanted.items()}
    faults = [slot for slot in found.values() if isinstance(slot, Finding)]
    if faults:
        raise description.fault(faults)
    return found


# -- the module made ready -----------------------------------------------------------------


def _choose_boards(description: Description, module: Module) -> None:
    """On each map of the description its boards, in their order; on others the only one that there is."""
    chosen: dict[str, list[str]] = {}
    for plan in description.plans.values():
        names = chosen.setdefault(plan.map, [])
        if plan.board not in names:
            names.append(plan.board)
    for name, window in module.maps.items():
        for picker in window.getBoardPicker(single=False) or ():
            names = chosen.get(name, [])
            if names:
                picker.clearSetups()
            elif not picker.getSetups() and len(picker.getBoards()) == 1:
                names = list(picker.getBoards())
            picker.selectBoard(None)
            if len(names) == 1:
                picker.selectBoard(names[0])
            elif names:
                picker.addSetup(mapName=name, maxColumns=description.columns.get(name, 1), boardNames=names)


def _drop_absent(description: Description, module: Module, slots: Mapping[tuple[str, int], Any]) -> None:
    """Units that the module sets up at its start and that are on no board now: lost, or still to come."""
    present = {slot["gpid"] for slot in slots.values()}
    absent = []
    for piece in description.units.values():
        slot = module.slot(description, piece)
        if not isinstance(slot, Finding) and slot["gpid"] not in present:
            absent.append(slot._node)
    for node in absent:
        if node.parentNode is not None and node.parentNode.nodeName == module.lib.AtStart.TAG:
            node.parentNode.removeChild(node)


# -- the file ------------------------------------------------------------------------------


def _written(module: Module, placed: Sequence[_Placed], slots: Mapping[tuple[str, int], Any], title: str) -> bytes:
    lib, game = module.lib, module.game
    lines = _lines(module, placed, slots)
    meta = lib.VSav(None, None, game)
    about, of = meta.createSaveData(description=title), meta.createModuleData()
    # VASSAL reads UTF-8; the library writes one byte for each character.
    bytewise = [line.encode("utf-8").decode("latin-1") for line in lines]
    file = io.BytesIO()
    lib.SaveIO.writeSave(file, _VEIL, bytewise, about.encode(), of.encode())
    return file.getvalue()


def _lines(module: Module, placed: Sequence[_Placed], slots: Mapping[tuple[str, int], Any]) -> list[str]:
    lib = module.lib
    saved = lib.SaveFile(game=module.game, firstid=time.time_ns() // 10**6)
    # Copies and stacks are numbered from here on. By itself it is the highest number of a piece that was laid so far,
    # so that a piece laid later, or one that the module sets up, could get the id of a copy.
    saved._nextId = module.highest + 1
    labels: dict[str, list[str]] = {}
    laid: set[str] = set()
    for one in placed:
        slot = slots[one.piece.name, one.piece.gpid]
        labels.setdefault(slot["entryName"], []).append(one.label)
        # A slot is one piece; whoever else looks like it is a copy.
        copied = slot["gpid"] in laid
        saved.addNoGrid(one.map, {"clones": {slot: [one.spot]}} if copied else {one.spot: [slot]})
        laid.add(slot["gpid"])

    def named(name: str, traits: Sequence[Any]) -> None:
        """Called for each piece in the order in which they were laid: its number goes behind its name."""
        waiting = labels.get(name)
        label = waiting.pop(0) if waiting else ""
        # A name with `;` in it comes here in parts.
        if label and not traits[-1]["name"].endswith("\\"):
            traits[-1]["name"] = f"{traits[-1]['name']} {escaped(label)}"

    lines: list[str] = saved.getLines(update=named)
    return lines
