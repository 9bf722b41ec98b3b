"""SVG pictures of invented boards: what is in them, where it stands, and that nothing hostile gets through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Literal
from xml.etree import ElementTree

import pytest

from pbem.engine.picture import Arrow, Board, Counter, Mark, Place, Scene
from pbem.report.picture.crop import EVERYBODY, Window, counter_span, elsewhere, extent, frame, what_matters
from pbem.report.picture.ground import ground
from pbem.report.picture.lettering import ident
from pbem.report.picture.stacks import stacks
from pbem.report.picture.surroundings import meet
from pbem.report.picture.svg import busy, drawing, layer, sheet
from pbem.report.picture.writing import across, named_places
from rulesets.jours_de_gloire.ruleset import ruleset as jours
from rulesets.napoleon_at_war import ruleset as napoleon
from tests.report.picture.boards import ARMIES, HOSTILE, battle, boxes, campaign, counter, draw, hexes

SVG = "{http://www.w3.org/2000/svg}"
BOARDS: list[tuple[Board, Scene]] = [(hexes("flat"), battle()), (hexes("pointy"), battle()), (boxes(), campaign())]
ALL = pytest.mark.parametrize(("board", "scene"), BOARDS, ids=["flat", "pointy", "boxes"])


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


@ALL
def test_every_place_and_counter_is_there_once_with_a_title(board: Board, scene: Scene) -> None:
    root = parsed(draw(board, scene, ARMIES))
    assert [one.get("data-place") for one in of_class(root, "place")] == [place.id for place in board.places]
    counters = of_class(root, "counter")
    assert sorted(str(one.get("data-unit")) for one in counters) == sorted(one.id for one in scene.counters)
    for one in (*of_class(root, "place"), *counters, *of_class(root, "fight"), *of_class(root, "mark")):
        title = one.find(f"{SVG}title")
        assert title is not None and title.text, ElementTree.tostring(one)
    placed = {str(one.get("data-unit")): (one.get("data-place"), one.get("data-side")) for one in counters}
    assert placed == {one.id: (one.place, one.army) for one in scene.counters}


@ALL
def test_ids_are_unique_and_references_stay_inside(board: Board, scene: Scene) -> None:
    text = sheet([drawing(board, scene, ARMIES, prefix=f"m{n}-") for n in range(2)])
    root = parsed(text)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|<script|<style|<image|\bon\w+=|href=", text)


@ALL
def test_stacks_lie_in_the_picture_and_on_no_other_place(board: Board, scene: Scene) -> None:
    shown = frame(board)
    lying = stacks(board, scene, shown)
    assert sum(len(stack.counters) for stack in lying) == len(scene.counters)
    for stack in lying:
        left, top, right, bottom = stack.box
        assert left >= 0 and top >= 0 and right <= shown.width and bottom <= shown.height
    for one, other in combinations(lying, 2):
        if one.place is not other.place:
            (left, top, right, bottom), (x, y, to_x, to_y) = one.box, other.box
            assert right <= x or to_x <= left or bottom <= y or to_y <= top, (one.place.id, other.place.id)


@ALL
def test_nothing_is_wider_than_a_mail_and_the_same_comes_out_twice(board: Board, scene: Scene) -> None:
    text = draw(board, scene, ARMIES)
    root = parsed(text)
    assert float(root.attrib["width"]) <= 760
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    assert draw(board, scene, ARMIES) == text


def test_stacks_tell_their_count_and_show_their_faces_below() -> None:
    root = parsed(draw(hexes(), battle(), ARMIES))
    stack = next(one for one in of_class(root, "stack") if one.get("data-place") == "0302")
    assert stack.get("data-count") == "5"
    badge = of_class(stack, "badge")[0]
    assert "".join(badge.itertext()).endswith("5")
    assert "Mitte (20)" in "".join(of_class(root, "stacks")[0].itertext())


def test_movements_of_one_way_share_an_arrow() -> None:
    root = parsed(draw(hexes(), battle(), ARMIES))
    arrows = of_class(root, "arrow")
    assert [(one.get("class"), one.get("data-units")) for one in arrows] == [
        ("arrow march", "r1 r2"),
        ("arrow entry", "wagon"),
        ("arrow retreat", "foe"),
    ]
    assert of_class(root, "fight")[0].findtext(f"{SVG}title") == "D2\n3 to 1\ndie 4"


def words(board: Board, scene: Scene, window: Window | None = None) -> set[str]:
    root = parsed(draw(board, scene, ARMIES, window=window))
    return {"".join(one.itertext()) for one in of_class(root, "legend")[0].iter(f"{SVG}text")}


def test_the_legend_has_what_occurs_and_nothing_else() -> None:
    told = words(hexes(), battle())
    assert {"Reds", "Blues", "Blues, face down", "cavalry", "routed", "control", "march", "retreat", "forest"} <= told
    assert {"stream", "slope", "trail", "bridge", "worth in points", "combat and its result"} <= told
    assert not told & {"Reds, face down", "advance", "mountain", "ford", "river", "siege"}
    few = words(hexes(), Scene((counter("one", "0602"),)))
    assert "Blues" not in few and "march" not in few and "counters in the stack" not in few


def test_a_place_bears_no_points_and_a_mark_is_nobodys_unless_the_ruleset_says_so() -> None:
    board = Board("bare", "Bare", (Place("mill", (100, 100)), Place("ford", (300, 100))), (), 60, "boxes")
    root = parsed(draw(board, Scene((counter("r1", "mill"),), (Mark("ford", "burnt"),)), ARMIES))
    assert [one.get("data-side") for one in of_class(root, "mark")] == [""]
    assert not [text for text in root.itertext() if "worth" in text]


def test_numbers_of_hexes_where_they_can_be_read_or_are_asked_for() -> None:
    def numbers(labels: bool | None, width: int) -> int:
        root = parsed(draw(hexes(), Scene(), ARMIES, labels=labels, width=width))
        # A white rim is not another number.
        texts = [one for one in root.iter(f"{SVG}text") if not one.get("aria-hidden")]
        return sum(1 for one in texts if re.fullmatch(r"\d{4}", one.text or ""))

    assert numbers(None, 740) == 30
    assert numbers(None, 200) == 30
    # Where hexes are smaller than 26 pixels, some of those along the edges tell where one is.
    assert across(hexes(), frame(hexes(), width=120)) < 26 and 3 <= numbers(None, 120) < 20
    assert numbers(True, 120) == 30
    assert numbers(False, 740) == 0
    ids = draw(boxes(), Scene(), ARMIES, labels=True)
    assert ">box-3</text>" in ids and ">Town 3</text>" not in ids
    bare = draw(boxes(), Scene(), ARMIES)
    assert ">box-3</text>" not in bare and ">Town 3</text>" in bare


def test_every_hex_of_a_real_map_bears_its_number_at_the_width_of_a_mail() -> None:
    for board in napoleon.game("jena-auerstadt", {}).telling.pictures.boards():
        text = draw(board, Scene(), ARMIES)
        assert all(f">{place.label}</text>" in text for place in board.places)


def test_numbers_have_no_ground_of_their_own_and_a_rim_on_textures_alone() -> None:
    """Terrain shows through: a number is letters and nothing else, and where the ground has a texture a thin rim."""
    root = parsed(draw(hexes(), Scene(), ARMIES, labels=True))
    writing = of_class(root, "writing")[0]
    assert not [one for one in writing if one.tag == f"{SVG}rect"]
    rims = {one.text for one in writing if one.get("aria-hidden") and re.fullmatch(r"\d{4}", one.text or "")}
    textured = {place.label for place in hexes().places if place.terrain != "clear" or place.signs}
    assert rims == textured and len(textured) == 7
    numbers = [one for one in writing if re.fullmatch(r"\d{4}", one.text or "")]
    middles = {place.label: frame(hexes()).at(place.centre) for place in hexes().places}
    assert all(float(one.attrib["y"]) < middles[str(one.text)][1] - frame(hexes()).counter / 2 + 2 for one in numbers)


def test_states_are_flagged_and_face_down_counters_hatched() -> None:
    root = parsed(draw(hexes(), battle(), ARMIES))
    chief = next(one for one in of_class(root, "counter") if one.get("data-unit") == "chief")
    assert "".join("".join(one.itertext()) for one in of_class(chief, "state")) == "RF"
    down = next(one for one in of_class(root, "counter") if one.get("data-unit") == "b7")
    assert "url(#down-1)" in ElementTree.tostring(down, "unicode")


# -- layers ---------------------------------------------------------------------------------


def test_the_ground_is_drawn_once_and_layers_change_above_it() -> None:
    board, shown = hexes(), frame(hexes())
    still = ground(board, shown, "x-")
    assert "counter" not in still and still == ground(board, shown, "x-")
    assert ground(board, shown) in draw(board, Scene(), ARMIES)
    assert layer(board, battle(), ARMIES, shown) in draw(board, battle(), ARMIES)
    assert parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{still}</svg>').find(f"{SVG}g") is not None


# -- windows --------------------------------------------------------------------------------


def wide() -> Board:
    """A chain of forty boxes from west to east."""
    places = boxes().places
    return replace(
        boxes(), places=tuple(replace(places[n % 12], id=f"p{n}", centre=(200 * n, 100)) for n in range(40)), strokes=()
    )


def test_the_window_holds_what_matters_with_a_margin() -> None:
    scene = Scene((counter("a", "p20"), counter("b", "p21", "blue")))
    window = what_matters(wide(), scene, "red")
    assert window is not None
    inside = [place.id for place in wide().places if window.holds(place.centre)]
    assert {f"p{n}" for n in range(18, 24)} <= set(inside) and len(inside) < 20
    assert elsewhere(wide(), scene, window) == {}


def test_the_enemy_far_off_is_told_of_below_the_picture() -> None:
    far = counter("far", "p39", "blue")
    scene = Scene((counter("a", "p2"), counter("b", "p3"), far))
    window = what_matters(wide(), scene, "red")
    assert window is not None and elsewhere(wide(), scene, window) == {"p39": [far]}
    assert "Blues: Town 3 FAR 4-3" in draw(wide(), scene, ARMIES, window=window)
    assert "FAR" not in draw(wide(), Scene((counter("a", "p2"),)), ARMIES, window=window)


def front() -> Scene:
    """On the chain of boxes: a front in the west, reserves of both armies at both ends, one that arrives far off."""
    lying = (counter("a", "p8"), counter("b", "p9", "blue"), counter("r", "p0"), counter("s", "p24", "blue"))
    return Scene((*lying, counter("new", "p38")), arrows=(Arrow("red", ("p38",), "entry", ("new",)),))


def test_all_of_both_sides_is_shown_while_counters_are_legible() -> None:
    """Down to 18 pixels at 740: twenty boxes of the chain go into a picture, and the one at its end is still there."""
    reach = 740 * counter_span(wide()) // EVERYBODY // 200
    near = Scene((counter("a", "p2"), counter("b", "p3", "blue"), counter("far", f"p{reach - 4}", "blue")))
    for reader in ("", "red", "blue"):
        window = what_matters(wide(), near, reader)
        assert window is not None and elsewhere(wide(), near, window) == {}
        assert frame(wide(), window).counter >= EVERYBODY - 0.5


def test_all_that_happened_is_shown_however_wide_it_is_and_then_the_front() -> None:
    for reader in ("", "red", "blue"):
        window = what_matters(wide(), front(), reader)
        assert window is not None and "p38" not in elsewhere(wide(), front(), window)
    still = replace(front(), arrows=())
    window = what_matters(wide(), still, "red")
    assert window is not None and not {"p8", "p9"} & set(elsewhere(wide(), still, window))
    assert "p38" in elsewhere(wide(), still, window)
    moved = replace(front(), arrows=(Arrow("red", ("p30", "p31", "p32", "p38"), "march", ("new",)),))
    both = what_matters(wide(), moved, "blue")
    assert both is not None and all(both.holds((200 * n, 100)) for n in (30, 38))


def test_nobody_of_the_samples_is_beyond_the_edge() -> None:
    for scenario, ruleset in (("jena-auerstadt", napoleon), ("eylau-1807", jours)):
        for board in ruleset.game(scenario, {}).telling.pictures.boards():
            everywhere = Scene(tuple(counter(place.id, place.id) for place in board.places))
            assert what_matters(board, everywhere) is None


def test_events_matter_and_an_empty_board_is_shown_whole() -> None:
    assert what_matters(wide(), Scene(), "red") is None
    fought = Scene((counter("a", "p2"),), fights=(battle().fights[0].__class__(("p6",), ("p7",), "blue"),))
    window = what_matters(wide(), fought, "red")
    assert window is not None and window.holds((1200, 100))
    assert what_matters(hexes(), battle()) is None


def test_where_counters_will_be_set_up_counts_as_if_they_lay_there() -> None:
    ahead = Scene((counter("b", "p21", "blue"),), beginnings={"red": ("p20", "p23")})
    for scene in (ahead, replace(ahead, counters=(), beginnings={**ahead.beginnings, "blue": ("p21",)})):
        for reader in ("", "red", "blue"):
            window = what_matters(wide(), scene, reader)
            assert window is not None
            inside = {place.id for place in wide().places if window.holds(place.centre)}
            assert {"p20", "p21", "p23"} <= inside and len(inside) < 20


def test_a_frame_never_leaves_the_board_nor_swells_counters() -> None:
    for window in (None, Window(0, 0, 10, 10), Window(-9000, -9000, 9000, 9000)):
        shown, whole = frame(wide(), window), extent(wide())
        assert shown.window.within(whole) == shown.window
        assert shown.counter <= 46 and shown.width <= 740.5


# -- hostile names ----------------------------------------------------------------------------


def hostile() -> Iterator[tuple[Board, Scene]]:
    board, scene = hexes(), battle()
    places = tuple(replace(place, name=HOSTILE, label=HOSTILE, hover=(HOSTILE,)) for place in board.places)
    evil = replace(scene.counters[0], id=HOSTILE, army=HOSTILE, symbol=HOSTILE, name=HOSTILE, value=HOSTILE)
    evil = replace(evil, state=(HOSTILE,), hover=(HOSTILE, HOSTILE))
    arrows = tuple(replace(arrow, army=HOSTILE, kind=HOSTILE, who=(HOSTILE,)) for arrow in scene.arrows)
    marks = tuple(replace(mark, kind=HOSTILE, army=HOSTILE, text=HOSTILE) for mark in scene.marks)
    strokes = tuple(replace(stroke, kind=HOSTILE, name=HOSTILE) for stroke in board.strokes)
    fights = tuple(replace(fight, army=HOSTILE, text=HOSTILE, hover=(HOSTILE,)) for fight in scene.fights)
    bad = Scene((evil, *scene.counters), marks, arrows, fights, {HOSTILE: (HOSTILE,)})
    yield replace(board, id=HOSTILE, title=HOSTILE, places=places, strokes=strokes), bad
    yield replace(boxes(), places=tuple(replace(place, name=HOSTILE) for place in boxes().places)), campaign()


def test_names_of_strangers_stay_text() -> None:
    for board, scene in hostile():
        armies = {HOSTILE: HOSTILE, **ARMIES}
        text = sheet([drawing(board, scene, armies, title=HOSTILE, off_map=True)], HOSTILE)
        root = parsed(text)
        assert not [one for one in root.iter() if "script" in one.tag]
        assert "<script" not in text and not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\ufffe\uffff]", text)
        assert all(re.fullmatch("[A-Za-z0-9_-]+", one.attrib["id"]) for one in root.iter() if "id" in one.attrib)


def test_different_names_give_different_ids() -> None:
    names = ["a b", "a_b", "a-b", "a_20_b", "ä", "a", "", "A", "a\u202eb"]
    assert len({ident(name) for name in names}) == len(names)


@pytest.mark.slow
def test_a_very_long_name_is_cut() -> None:
    long = Counter("x", "0101", "red", "infantry", "n" * 10**5, "9" * 10**4, hover=("h" * 10**6,) * 100)
    assert len(draw(hexes(), Scene((long,)), ARMIES)) < len(draw(hexes(), Scene(), ARMIES)) + 20_000


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_rivers_of_the_board_and_strokes_that_come_and_go(top: Literal["flat", "pointy"]) -> None:
    root = parsed(draw(hexes(top), battle(), ARMIES))
    for kind in ("stream", "slope", "road", "trail", "bridge", "seam"):
        assert of_class(root, kind), kind
    moving = parsed(draw(boxes(), campaign(), ARMIES))
    scene = next(one for one in moving.iter() if one.get("id") == "scene")
    assert of_class(scene, "pontoon")
    assert not of_class(parsed(draw(hexes(top), campaign(), ARMIES)), "pontoon")


def test_north_is_marked() -> None:
    text = draw(hexes("flat"), battle(), ARMIES)
    assert text.count('<g class="north"><title>North</title>') == 1
    # It stands in the line of the heading: in a corner of the map it would lie on a counter there.
    assert text.index('class="north"') < text.index('class="board"')
    arrow = text.split('class="north"')[1].split("</g>")[0]
    assert max(float(y) for y in re.findall(r' y="([0-9.]+)"', arrow)) < 22


def test_where_two_sides_meet_their_counters_lie_apart_with_badges_outside_and_the_name_free() -> None:
    """Two full stacks in one box: neither hides the other, its badge or the box's name."""
    mixed = [counter(f"r{n}", "box-5") for n in range(4)] + [counter(f"b{n}", "box-5", "blue") for n in range(12)]
    scene, board = Scene(tuple(mixed)), boxes()
    for width in (400, 740, 1400):
        shown = frame(board, width=width)
        one, other = stacks(board, scene, shown)
        assert not meet(one.box, other.box) and one.edge == other.edge >= shown.counter * 0.66
        assert one.boxes[1][2] <= one.box[0] + 0.1 and other.boxes[1][0] >= other.box[2] - 0.1
        names = named_places(board, shown, busy(board, scene, shown))
        (name,) = (place for place in names if place.lines == ("Town 5",) or list(place.lines) == ["Town 5"])
        for box in (*one.boxes, *other.boxes):
            assert not meet(name.box, box)
        root = parsed(draw(board, scene, ARMIES, width=width))
        badges = [next(one for one in badge.iter() if one.tag == f"{SVG}rect") for badge in of_class(root, "badge")]
        left, right = (float(badge.attrib["x"]) for badge in badges)
        assert left < one.box[0] and right + float(badges[1].attrib["width"]) > other.box[2]
        assert right > other.box[0] + other.edge / 2
