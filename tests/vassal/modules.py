"""Small VASSAL modules, made with pywargame, and saves read back with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.vassal.library import importable

importable()

from pywargame.vassal import (  # type: ignore[import-untyped]  # noqa: E402
    BasicTrait,
    BuildFile,
    MarkTrait,
    ModuleData,
    PieceSlot,
    PrototypeTrait,
    SaveIO,
    VMod,
    WithTraits,
)

NAME, VERSION = "Two Rivers", "1.2"
COLUMN, ROW = 90, 104
# The middle of hex 0101.
FIRST = (70, 66)


def write_module(
    path: Path, boards: Mapping[str, str], pieces: Iterable[str], *, version: str = VERSION, build: str = ""
) -> Path:
    """A module with a map window for each board, all with hexes numbered 0101 at the top left.

    boards: map window -> board. pieces: names, numbered from 101 on. build: a build file to put in instead.
    """
    made = BuildFile()
    game = made.addGame(name=NAME, version=version, VassalVersion="3.7.0")
    game.addPlayerRoster()
    corps = game.addPrototypes().addPrototype(name="corps", traits=[MarkTrait("Kind", "corps"), BasicTrait()])
    assert corps["name"] == "corps"
    for window, board in boards.items():
        picker = game.addMap(mapName=window).addBoardPicker()
        zone = (
            picker.addBoard(name=board, image="x.png", width=4000, height=4000)
            .addZonedGrid()
            .addZone(name="hexes", path="0,0;4000,0;4000,4000;0,4000")
        )
        grid = zone.addHexGrid(dx=COLUMN, dy=ROW, x0=FIRST[0], y0=FIRST[1])
        # Our columns of even number lie half a hex lower.
        grid.addNumbering(hType="N", hLeading=1, hOff=1, vLeading=1, vOff=1, vType="N", stagger=False)
    window = game.addPieceWindow(name="pieces")
    for number, name in enumerate(pieces, 101):
        PieceSlot(window, entryName=name, gpid=number, traits=[PrototypeTrait("corps"), _basic(name, number)])
    first = game.getMaps(asdict=False)[0]
    marker = first.addAtStart(name="turn", location="0101", owningBoard=next(iter(boards.values())))
    PieceSlot(marker, entryName="turn marker", gpid=900, traits=[_basic("turn marker", 900)])
    about = ModuleData()
    data = about.addData()
    data.addVersion(version=version)
    data.addName(name=NAME)
    with VMod(str(path), "w") as module:
        module.addFile("buildFile.xml", build or made.encode())
        module.addFile("moduledata", about.encode())
    return path


def _basic(name: str, number: int) -> BasicTrait:
    return BasicTrait(name=name.replace("/", "\\/"), filename="x.png", gpid=number)


@dataclass(frozen=True)
class Lying:
    """A piece of a save. kinds: ids of its traits. id: among all pieces and stacks."""

    id: str
    name: str
    map: str
    at: tuple[int, int]
    gpid: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Read:
    """A save. stacks: where each is, and the ids of its pieces from bottom to top. text: all of it."""

    pieces: tuple[Lying, ...]
    stacks: Mapping[tuple[str, int, int], tuple[str, ...]]
    text: str
    about: str


def read_back(path: Path) -> Read:
    """A save as the library reads it; VASSAL's texts are UTF-8."""
    _, raw, about, of = SaveIO.readSave(str(path), alsometa=True)
    lines = [line.encode("latin-1").decode("utf-8") for line in raw]
    assert lines[0] == "begin_save" and lines[-1] == "end_save"
    pieces, stacks = [], {}
    for line in lines:
        if not line.startswith("+/"):
            continue
        uid, traits = WithTraits.decodeAdd2(line.removesuffix("\\"))
        last = traits[-1]
        if last.ID == "stack":
            window, x, y, *inside, _ = last._state
            stacks[window, int(x), int(y)] = tuple(inside)
        else:
            name, at = last["name"].replace("\\/", "/").replace("\\;", ";"), (int(last["x"]), int(last["y"]))
            pieces.append(Lying(uid, name, last["map"], at, last["gpid"], tuple(one.ID for one in traits)))
    return Read(tuple(pieces), stacks, "\n".join(lines), (about + of).decode("utf-8"))


def piece_at(read: Read) -> dict[str, tuple[str, tuple[int, int]]]:
    """Name of a piece -> map window and pixel; every name has to be there once."""
    found = {piece.name: (piece.map, piece.at) for piece in read.pieces}
    assert len(found) == len(read.pieces)
    return found
