"""Invented boards: six columns of flat-topped hexes, five of pointed ones, and twelve boxes with roads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pbem.engine.picture import Arrow, Board, Counter, Fight, Mark, Place, Scene, Stroke
from pbem.report.picture.svg import drawing, sheet
from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout

ARMIES = {"red": "Reds", "blue": "Blues"}
_TERRAIN = {"0203": "forest", "0204": "forest", "0302": "town", "0402": "rough", "0503": "marsh", "0105": "city"}
HOSTILE = 'A</title><script>alert("1")</script>&\x00\x1b[31m\u202e\'Z'


def grid_of(top: Literal["flat", "pointy"] = "flat", columns: tuple[int, int] = (1, 6)) -> HexGrid:
    """The grid of `hexes`."""
    return HexGrid.rectangle(Layout(top, "CCRR", "east", "south", "even", 2), columns, (1, 5))


def hexes(top: Literal["flat", "pointy"] = "flat", columns: tuple[int, int] = (1, 6)) -> Board:
    """Thirty hexes, or more in more columns, with every kind of ground and stroke."""
    grid = grid_of(top, columns)
    x, y = grid.proportion

    def spot(point: tuple[int, int]) -> tuple[int, int]:
        return point[0] * x, point[1] * y

    places = tuple(
        Place(
            at,
            spot(grid.centre(at)),
            tuple(spot(corner) for corner in grid.corners(at)),
            at,
            {"0302": "Mitte", "0105": "Großstadt"}.get(at, ""),
            _TERRAIN.get(at, "clear"),
            ("slope",) if at == "0404" else (),
            "3" if at == "0105" else "",
        )
        for at in grid.hexes
    )
    middle = {place.id: place.centre for place in places}
    direction = "se" if top == "flat" else "e"
    river = tuple(spot(point) for point in grid.edge("0301", direction))
    over = grid.neighbour("0301", direction)
    assert over is not None
    strokes = (
        Stroke("stream", river, 1, name="Bach"),
        Stroke("slope", tuple(spot(point) for point in grid.edge("0404", direction)), 1, ("0404", "0404")),
        Stroke("road", (middle["0102"], middle["0202"], middle["0302"]), 2),
        Stroke("trail", (middle["0301"], middle[over]), 1),
        Stroke("bridge", (middle["0301"], middle[over]), 2, ("0301", over)),
        Stroke("seam", (middle["0601"], middle["0602"])),
    )
    return Board(f"{top}-hexes", "Thirty hexes", places, strokes, 120, "hex", top)


def boxes() -> Board:
    """Twelve boxes in four columns, roads along the rows and trails between them."""
    places = tuple(
        Place(
            f"box-{number}",
            (100 + number % 4 * 200, 100 + number // 4 * 150),
            name=f"Town {number}",
            terrain="defensive" if number == 5 else "clear",
            signs=("city",) if number == 0 else (),
            worth="2" if number == 7 else "",
        )
        for number in range(12)
    )
    rows = [(f"box-{n}", f"box-{n + 1}") for n in range(12) if n % 4 < 3]
    columns = [(f"box-{n}", f"box-{n + 4}") for n in range(8)]
    middle = {place.id: place.centre for place in places}
    strokes = (
        Stroke("river", ((200, 40), (200, 460)), 3, name="Strom"),
        *(Stroke("road", (middle[a], middle[b]), 2, (a, b)) for a, b in rows),
        *(Stroke("trail", (middle[a], middle[b]), 1, (a, b)) for a, b in columns),
        Stroke("bridge", ((180, 100), (220, 100)), 2, ("box-0", "box-1")),
        Stroke("ford", ((180, 250), (220, 250)), 2, ("box-4", "box-5")),
    )
    return Board("boxes", "Twelve boxes", places, strokes, 90, "boxes")


def counter(uid: str, place: str, army: str = "red", symbol: str = "infantry", value: str = "4-3") -> Counter:
    """A counter with a name and a word to hover."""
    return Counter(uid, place, army, symbol, uid.upper(), value, 4, hover=(f"Full name of {uid}", f"of the {army}"))


def battle() -> Scene:
    """On the hexes: all arms, a stack of five, an enemy beside them, states, marks, arrows and a fight."""
    stack = tuple(counter(f"r{n}", "0302", "red", "cavalry") for n in range(5))
    singles = (
        counter("guns", "0202", "red", "artillery"),
        Counter("chief", "0301", "red", "leader", "Chief", "*** 2", state=("routed", "fatigued"), hover=("The Chief",)),
        counter("foe", "0403", "blue"),
        Counter("b7", "0503", "blue", "unknown", "b7", down=True, hover=("b7, face down",)),
        counter("wagon", "0601", "blue", "train", ""),
        counter("wall", "0105", "blue", "garrison", "2"),
        counter("odd", "0604", "blue", "zeppelin"),
    )
    return Scene(
        (*stack, *singles),
        (Mark("0105", "control", "blue"), Mark("0302", "entrenched", "red"), Mark("0403", "omen", "", "a comet")),
        (
            Arrow("red", ("0102", "0202", "0302"), "march", ("r1",)),
            Arrow("red", ("0102", "0202", "0302"), "march", ("r2",)),
            Arrow("blue", ("0601",), "entry", ("wagon",)),
            Arrow("blue", ("0402", "0403"), "retreat", ("foe",)),
        ),
        (Fight(("0403",), ("0302",), "red", "D2", ("3 to 1", "die 4")),),
        {"Reds, to come": ("turn 3: the Guard",)},
    )


def campaign() -> Scene:
    """On the boxes: stacks of both armies, two of them in one box, a pontoon."""
    return Scene(
        (
            *(counter(f"r{n}", "box-5") for n in range(4)),
            counter("b1", "box-5", "blue", "cavalry"),
            counter("b2", "box-6", "blue"),
            Counter("b3", "box-6", "blue", "unknown", "b3", down=True),
            counter("r9", "box-0", "red", "leader"),
        ),
        (Mark("box-0", "control", "red"), Mark("box-6", "siege", "blue", "step 2"), Mark("box-5", "depot", "red")),
        (Arrow("red", ("box-4", "box-5"), "advance", ("r0", "r1")),),
        (Fight(("box-5",), ("box-5",), "blue", "repulsed", ("2 to 1",)),),
        strokes=(Stroke("pontoon", ((480, 400), (520, 400)), 2, ("box-9", "box-10")),),
    )


def draw(board: Board, scene: Scene, armies: Mapping[str, str], **more: Any) -> str:
    """One map as a document of its own."""
    return sheet([drawing(board, scene, armies, **more)])
