"""Maps in plain characters against golden files, and what holds for every one of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from pbem.engine.picture import Board, Fight, Place, Scene
from pbem.report.picture.crop import Window
from pbem.report.picture.svg import drawing
from pbem.report.textmap.canvas import Canvas
from pbem.report.textmap.terminal import beside, draw
from tests.report.picture.boards import ARMIES, HOSTILE, battle, boxes, campaign, counter, hexes

GOLDEN = Path(__file__).parent / "golden"
CASES = {
    "flat": (hexes("flat"), battle(), False),
    "pointy": (hexes("pointy"), battle(), False),
    "boxes": (boxes(), campaign(), False),
    "flat-unicode": (hexes("flat"), battle(), True),
    "boxes-unicode": (boxes(), campaign(), True),
}
ALL = pytest.mark.parametrize(("board", "scene"), [case[:2] for name, case in CASES.items() if "-" not in name])
_PAINT = re.compile("\033\\[[0-9;]*m")


@pytest.mark.parametrize("name", CASES)
def test_as_it_was_looked_at(name: str) -> None:
    board, scene, unicode = CASES[name]
    text = "\n".join(draw(board, scene, ARMIES, width=80, unicode=unicode)) + "\n"
    assert text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@ALL
@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit_and_plain_ones_are_ascii(board: Board, scene: Scene, width: int) -> None:
    lines = draw(board, scene, ARMIES, width=width, labels=width == 120)
    assert max(len(line) for line in lines) <= width
    assert all(line.isascii() and (line.isprintable() or not line) for line in lines)


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_numbers_never_run_together(top: Literal["flat", "pointy"]) -> None:
    """On forty columns the narrowest cells are taken: half numbers below the heads of columns, or some are left out."""
    board = hexes(top, (1, 16 if top == "flat" else 8))
    for scene in (Scene(), replace(battle(), counters=(counter("R1", "0402"),))):
        lines = draw(board, scene, ARMIES, width=40, whole=True, labels=True)
        drawn = [line[6:] for line in lines if re.match("[0-9]{4}  ", line)]
        numbers = [run for line in drawn for run in re.findall("[0-9RB]+", line)]
        assert drawn and not [run for run in numbers if len(run) > 4]
        most = 2 if top == "flat" else 4
        assert len({(row, run) for row, run in enumerate(numbers) if len(run) == most}) >= 19
        assert "North is at the top." in lines


@pytest.mark.parametrize(("top", "width"), [("flat", 80), ("flat", 40), ("pointy", 80), ("pointy", 40)])
def test_numbers_hide_no_ground(top: Literal["flat", "pointy"], width: int) -> None:
    board = hexes(top, (1, 6 if top == "flat" else 8))
    bare = "\n".join(draw(board, Scene(), ARMIES, width=width, whole=True)).split("Places")[0]
    numbered = "\n".join(draw(board, Scene(), ARMIES, width=width, whole=True, labels=True)).split("Places")[0]
    for sign in 'f#^@:"':
        assert numbered.count(sign) == bare.count(sign) > 0, sign
    if width == 80:
        assert all(f"{place.label}{sign}" in numbered for place in board.places for sign in [_sign(place)])


def _sign(place: Place) -> str:
    ground = {"clear": ".", "forest": "f", "town": "#", "city": "@", "rough": "^", "marsh": '"'}
    return ":" if "slope" in place.signs else ground[place.terrain]


def test_combats_stand_between_who_fought_and_are_told_of() -> None:
    board, scene = hexes("flat"), battle()
    fight = Fight(("0403",), ("0303", "0402"), "red", "D2", ("3 to 1", "die 4: D2, two hexes back"))
    lines = draw(board, replace(scene, fights=(fight,)), ARMIES)
    field = lines[: lines.index("Reds")]
    assert "".join(field).count("*") == 2
    assert "  * 0403: Reds attack from 0303, 0402: die 4: D2, two hexes back" in lines
    assert "* a combat" in " ".join(lines)
    assert "* a combat" not in " ".join(draw(board, replace(scene, fights=()), ARMIES))
    told = " ".join(" ".join(lines).split())
    assert "Moves of Reds march: R1 cav, R2 cav 0102 -> 0302" in told
    assert "Moves of Blues retreat: FOE 0402 -> 0403 entry: WAGON train -> 0601" in told
    signs = draw(board, replace(scene, fights=(fight,)), ARMIES, unicode=True)
    assert "".join(signs[: signs.index("Reds")]).count("\u2736") == 2


def test_a_combat_without_an_attacker_beside_it_stands_behind_the_defender() -> None:
    fight = Fight(("0403",), ("0101",), "red", "", ())
    lines = draw(hexes(), replace(battle(), fights=(fight,)), ARMIES)
    assert any("B2*" in line for line in lines) and "  * 0403: Reds attack from 0101: undecided" in lines
    lines = draw(boxes(), campaign(), ARMIES)
    assert any("B1* Town 5" in line for line in lines) and "  * Town 5: Blues attack: repulsed; 2 to 1" in lines


def test_stacks_have_one_number_however_much_is_shown() -> None:
    places = tuple(replace(boxes().places[n % 12], id=f"p{n}", centre=(200 * n, 100)) for n in range(40))
    scene = Scene((counter("far", "p1"), counter("a", "p38"), counter("b", "p39"), counter("c", "p39", "blue")))
    board = replace(boxes(), places=places, strokes=())
    for whole in (False, True):
        assert any("R3 Town 3: B 4-3" in line for line in draw(board, scene, ARMIES, whole=whole)), whole


def test_stacks_on_hexes_are_counted_by_the_numbers_of_their_hexes() -> None:
    scene = Scene((counter("a", "0501"), counter("b", "0105"), counter("c", "0301")))
    text = "\n".join(draw(hexes(), scene, ARMIES))
    assert re.findall("R[0-9] [0-9]{4} .", text) == ["R1 0105 B", "R2 0301 C", "R3 0501 A"]


def test_boxes_show_their_ground() -> None:
    lines = draw(boxes(), Scene(), ARMIES)
    assert any("@ Town 0" in line for line in lines) and any("d Town 5" in line for line in lines)
    assert any("o box; @ city box; d defensive box" in line for line in lines)


@ALL
def test_colours_change_no_character(board: Board, scene: Scene) -> None:
    plain = draw(board, scene, ARMIES)
    coloured = draw(board, scene, ARMIES, colour=True)
    assert [_PAINT.sub("", line).rstrip() for line in coloured] == plain
    assert any("\033[" in line for line in coloured)
    for line in coloured:
        assert not _PAINT.findall(line) or _PAINT.findall(line)[-1] == "\033[0m"


@ALL
def test_every_counter_is_named_in_the_key(board: Board, scene: Scene) -> None:
    text = " ".join(" ".join(draw(board, scene, ARMIES)).split())
    for one in scene.counters:
        assert one.name in text, one.id


def test_sides_with_one_initial_get_letters_of_their_own() -> None:
    scene = Scene((counter("a", "0101", "red"), counter("b", "0202", "blue")))
    lines = draw(hexes(), scene, {"red": "Prussian", "blue": "Polish"})
    assert "P1 0101 A 4-3" in lines and "O1 0202 B 4-3" in lines


def test_water_ways_and_bridges_lie_between_the_hexes() -> None:
    lines = draw(hexes(), Scene(), ARMIES)
    text = "\n".join(lines)
    assert "=" in text.split("Places")[0] and "\\" in text
    numbered = "\n".join(draw(hexes(), Scene(), ARMIES, labels=True))
    assert all(place.label in numbered for place in hexes().places)


def test_what_lies_beyond_the_window_is_told_of() -> None:
    places = tuple(replace(boxes().places[n % 12], id=f"p{n}", centre=(200 * n, 100)) for n in range(40))
    scene = Scene((counter("a", "p2"), counter("b", "p3"), counter("far", "p39", "blue")))
    board = replace(boxes(), places=places, strokes=())
    assert any(
        line.startswith("Elsewhere Blues: B1 Town 3 FAR 4-3") for line in draw(board, scene, ARMIES, reader="red")
    )
    assert "Elsewhere" not in "\n".join(draw(board, scene, ARMIES, reader="red", whole=True))


def test_who_is_on_no_map() -> None:
    assert beside(battle()) == ["Reds, to come", "  turn 3: the Guard"]
    assert beside(Scene()) == []


def test_names_of_strangers_drive_no_terminal() -> None:
    for board, scene in ((hexes(), battle()), (boxes(), campaign())):
        places = tuple(replace(place, name=HOSTILE, label=HOSTILE) for place in board.places)
        evil = replace(scene.counters[0], name=HOSTILE, value=HOSTILE, state=(HOSTILE,))
        bad = replace(scene, counters=(evil, *scene.counters[1:]), beside={HOSTILE: [HOSTILE]})
        for unicode in (False, True):
            armies = {"red": HOSTILE, "blue": HOSTILE}
            lines = draw(replace(board, title=HOSTILE, places=places), bad, armies, unicode=unicode)
            lines += beside(bad, unicode=unicode)
            assert all(line.isprintable() for line in lines)
            assert unicode or all(line.isascii() for line in lines)


def test_a_canvas_keeps_within_its_width() -> None:
    canvas = Canvas(5, ["red"])
    canvas.put(0, 3, "abc", "red")
    canvas.put(0, -1, "xy")
    canvas.hint(0, 3, "!")
    canvas.line((1, 0), (1, 4), ".")
    assert canvas.lines() == ["y  ab", "....."]
    assert canvas.free(0, 1, 3) and not canvas.free(0, 1, 4) and not canvas.free(0, 4, 6)


def test_units_beyond_the_edge_are_told_of_with_hex_and_town() -> None:
    """The number is what orders are written with; a name alone would have to be looked up."""
    board = hexes("flat", (1, 90))
    # Far from the front, on a terminal of forty columns: the town of 0302, and a hex without a name.
    scene = Scene((counter("a", "8002"), counter("b", "8003", "blue"), counter("r", "0302"), counter("s", "0404")))
    lines = " ".join(" ".join(draw(board, scene, ARMIES, width=40)).split())
    assert "Elsewhere Reds: R1 0302 Mitte R 4-3; R2 0404 S 4-3" in lines
    below = drawing(board, scene, ARMIES, window=Window(9000, 0, 9400, 400)).body
    assert "0302 Mitte R 4-3" in below
