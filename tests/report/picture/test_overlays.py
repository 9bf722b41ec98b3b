"""Zones, lines and orders that wait, on invented boards: where they are drawn, how they are told apart."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.engine.picture import Area, Arrow, Board, Fight, Line, Overlay, Scene
from pbem.report.picture.crop import frame
from pbem.report.picture.layout import laid_out, spread
from pbem.report.picture.painter import painted
from pbem.report.picture.palette import ALARM, liveries
from pbem.report.picture.pieces import scene_pieces
from pbem.report.picture.svg import layer
from pbem.report.textmap.terminal import draw as plain
from pbem.store.picture_folder import PictureFolder
from tests.report.picture.boards import ARMIES, battle, boxes, campaign, draw, hexes

RED, BLUE = ("0201", "0202", "0301", "0303", "0401", "0402"), ("0302", "0303", "0402", "0404", "0503", "0504")
ZONES = Overlay(
    "zoc",
    "zones of control",
    (Area("red", "zone", RED, "Reds: zone of control"), Area("blue", "zone", BLUE, "Blues: zone of control")),
)
COMMAND = Overlay(
    "command",
    "lines of communication",
    (Area("blue", "cut", ("box-6",), "Blues: without a line"),),
    (
        Line("red", "full", ("box-0", "box-1", "box-5"), "Reds: line"),
        Line("red", "half", ("box-5", "box-9"), "Reds: lesser line"),
    ),
)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def on_hexes() -> Scene:
    return replace(battle(), overlays=(ZONES,))


def on_boxes() -> Scene:
    return replace(campaign(), overlays=(COMMAND,))


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_every_hex_of_a_zone_is_hatched_once_for_each_side(top: str) -> None:
    root = ElementTree.fromstring(draw(hexes(top), on_hexes(), ARMIES))  # type: ignore[arg-type]
    drawn = [(one.get("data-side"), one.get("data-place")) for one in of_class(root, "zone")]
    assert sorted(drawn) == sorted([("red", at) for at in RED] + [("blue", at) for at in BLUE])
    legend = "".join(of_class(root, "legend")[0].itertext())
    assert "Reds: zone of control" in legend and "Blues: zone of control" in legend
    assert not of_class(ElementTree.fromstring(draw(hexes(), battle(), ARMIES)), "overlay")


def test_two_sides_differ_by_the_way_of_their_lines_and_not_by_colour_alone() -> None:
    root = ElementTree.fromstring(draw(hexes(), on_hexes(), ARMIES))
    ways = {}
    for one in of_class(root, "zone"):
        (x, y, to_x, to_y), *_ = re.findall(r"M(\S+) (\S+?)L(\S+) (\S+?)(?=M|$)", one[0].get("d", ""))
        dx, dy = float(to_x) - float(x), float(to_y) - float(y)
        ways.setdefault(one.get("data-side"), set()).add(round(abs(dy / dx) if dx else 99, 1))
    assert len(ways["red"]) == len(ways["blue"]) == 1 and ways["red"] != ways["blue"]


def test_a_zone_has_its_border_at_its_edge_and_goes_on_over_its_own_counters() -> None:
    """0302 lies between hexes of the red zone, and red counters stand in it: no border there."""
    scene = on_hexes()
    without = replace(scene, counters=tuple(c for c in scene.counters if c.place != "0302"))
    there, gone = (hexsides_drawn(ElementTree.fromstring(draw(hexes(), one, ARMIES))) for one in (scene, without))
    outline = {place.id: set(place.outline) for place in hexes().places}
    beside = [at for at in RED if len(outline[at] & outline["0302"]) == 2]
    assert len(beside) > 3
    assert there["blue"] == gone["blue"] and gone["red"] - there["red"] == len(beside)


def hexsides_drawn(root: ElementTree.Element) -> dict[str, int]:
    """How many hexsides the border of each army's zone has."""
    found: dict[str, int] = {}
    for one in of_class(root, "zone"):
        for path in list(one)[1:]:
            army = str(one.get("data-side"))
            found[army] = found.get(army, 0) + path.get("d", "").count("M")
    return found


def test_numbers_stand_above_a_zone() -> None:
    text = layer(hexes(), on_hexes(), ARMIES, frame(hexes()))
    numbers = of_class(ElementTree.fromstring(text), "numbers")[0]
    # A number is written twice, in its rim and in ink.
    assert {*RED, *BLUE} <= {"".join(one.itertext())[:4] for one in numbers}
    assert text.index('class="overlays"') < text.index('class="counters"') < text.index('class="numbers"')


def test_lines_lead_through_their_boxes_and_the_lesser_are_dashed() -> None:
    root = ElementTree.fromstring(draw(boxes(), on_boxes(), ARMIES))
    full, half = of_class(root, "full")[0], of_class(root, "half")[0]
    assert full.get("data-places") == "box-0 box-1 box-5" and half.get("data-places") == "box-5 box-9"
    assert not any(one.get("stroke-dasharray") for one in full.iter())
    assert any(one.get("stroke-dasharray") for one in half.iter())
    (cut,) = of_class(root, "cut")
    assert cut.get("data-place") == "box-6" and any(one.get("stroke") == ALARM for one in cut.iter())


@pytest.mark.slow
@pytest.mark.parametrize(("board", "scene"), [(hexes(), on_hexes()), (boxes(), on_boxes())], ids=["hexes", "boxes"])
def test_a_png_has_them_too_and_the_same_with_a_shelf(board: Board, scene: Scene, tmp_path: Path) -> None:
    cache = PictureFolder(tmp_path / "cache")

    def paint(one: Scene, kept: PictureFolder | None = None) -> bytes:
        return painted(spread([laid_out(board, one, ARMIES)]), 1, kept)

    bare = paint(replace(scene, overlays=()), cache)
    assert paint(scene, cache) == paint(scene) != bare
    drawn = [piece.body for piece in scene_pieces(board, scene, frame(board), liveries(list(ARMIES)), {})]
    assert any('class="overlay' in body for body in drawn)


def test_in_plain_characters_they_are_marked_and_listed() -> None:
    text = "\n".join(plain(hexes(), on_hexes(), ARMIES, whole=True))
    assert "Zones of control" in text and "Reds: zone of control: 0201, 0202" in text
    assert "' Reds: zone of control" in " ".join(text.split()) and "; both" in " ".join(text.split())
    # 0402 is in both zones and empty, 0201 in one.
    assert ".;" in text.replace("^;", ".;") and ".'" in text
    listed = "\n".join(plain(boxes(), on_boxes(), ARMIES, whole=True))
    assert "Reds: line: Town 0 - Town 1 - Town 5" in listed and "Blues: without a line: Town 6" in listed


def test_orders_that_wait_are_dashed_with_hollow_heads() -> None:
    ways = (
        Arrow("red", ("0202", "0203", "0204"), "ordered", ("guns",)),
        Arrow("red", ("0302", "0403"), "attack ordered", ("r1",)),
        Arrow("red", ("0601",), "ordered", ("new",)),
    )
    root = ElementTree.fromstring(draw(hexes(), replace(battle(), arrows=ways), ARMIES))
    drawn = [one for one in root.iter() if "arrow" in one.get("class", "").split()]
    assert len(drawn) == 3
    for one in drawn:
        assert any(line.get("stroke-dasharray") for line in one.iter())
        (head,) = (part for part in one.iter() if part.tag.endswith("polygon"))
        assert head.get("fill") == "#ffffff"
    # Who enters comes from beyond the edge: his arrow ends in the hex.
    line = next(part for part in drawn[2].iter() if part.tag.endswith("polyline"))
    x, y = frame(hexes()).at(next(place.centre for place in hexes().places if place.id == "0601"))
    first, last = ([float(one) for one in pair.split(",")] for pair in line.get("points", "").split()[:2])
    assert abs(last[0] - x) + abs(last[1] - y) < abs(first[0] - x) + abs(first[1] - y)
    text = "\n".join(plain(hexes(), replace(battle(), arrows=ways), ARMIES, whole=True))
    assert "ordered: " in text and "attack ordered: " in text


def test_the_die_of_a_combat_lies_at_its_burst() -> None:
    fight = Fight(("0403",), ("0302",), "red", "D2", ("3 to 1",), (4,))
    root = ElementTree.fromstring(draw(hexes(), replace(battle(), fights=(fight,)), ARMIES))
    (die,) = of_class(of_class(root, "fight")[0], "dice")
    assert [part.text for part in die if part.tag.endswith("text")] == ["4"]
    assert "its die" in "".join(of_class(root, "legend")[0].itertext())
    bare = draw(hexes(), battle(), ARMIES)
    assert 'class="dice"' not in bare and "its die" not in bare
    looks = liveries(list(ARMIES))
    pieces = list(scene_pieces(hexes(), replace(battle(), fights=(fight,)), frame(hexes()), looks, {}))
    (piece,) = [one for one in pieces if 'class="dice"' in one.body]
    # Nothing of the die is cut off at the edge of the piece.
    moved = [float(n) for n in re.findall(r"translate\((\S+) (\S+)\)", piece.body)[0]]
    corner = re.search(r'class="dice"><rect x="(\S+)" y="(\S+)" width="(\S+)"', piece.body)
    assert corner is not None
    x, y, edge = (float(n) for n in corner.groups())
    assert x + edge + moved[0] + 0.5 <= piece.box[2] and y + edge + moved[1] + 0.5 <= piece.box[3]
