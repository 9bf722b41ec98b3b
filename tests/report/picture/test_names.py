"""Where names stand: on no other name, no counter and no box, and within the picture; on boards invented and real."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.picture import Board, Fight, Scene
from pbem.report.picture import placing
from pbem.report.picture.arrows import fight_boxes
from pbem.report.picture.crop import Frame, frame
from pbem.report.picture.designations import distinct
from pbem.report.picture.kept import remembering
from pbem.report.picture.lettering import fitted, wide
from pbem.report.picture.palette import LIVERIES, liveries
from pbem.report.picture.pieces import scene_pieces
from pbem.report.picture.placing import Label, Placed, gap, placed
from pbem.report.picture.stacks import stacks
from pbem.report.picture.surroundings import Box, Surroundings
from pbem.report.picture.svg import layer
from pbem.report.picture.symbols import designation, face
from pbem.report.picture.writing import ROOM_FOR_NUMBERS, Busy, across, named_places
from rulesets.jours_de_gloire.ruleset import ruleset as jours
from rulesets.napoleon_at_war import ruleset as napoleon
from tests.report.picture.boards import ARMIES, battle, boxes, campaign, counter, draw, hexes

SCENARIOS = ("eylau-1807", "danube-1809", "danube-1805")


@cache
def board_of(scenario: str) -> Board:
    board: Board = jours.game(scenario, {}).telling.pictures.boards()[0]
    return board


def meet(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 0.1 and min(one[3], other[3]) - max(one[1], other[1]) > 0.1


def assert_apart(names: list[Placed], shown: Frame) -> None:
    for one in names:
        left, top, right, bottom = one.box
        assert left >= 0 and top >= 0 and right <= shown.width and bottom <= shown.height, one.lines
    crossed = [(one.lines, other.lines) for one, other in combinations(names, 2) if meet(one.box, other.box)]
    assert not crossed


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("busy", [False, True], ids=["empty", "full"])
def test_no_name_lies_on_another_or_on_a_box(scenario: str, busy: bool) -> None:
    """The whole map at the width of a mail; full: with a stack of both armies' counters in every seventh box."""
    board = board_of(scenario)
    shown = frame(board)
    lying = [counter(f"{place.id}-{n}", place.id) for place in board.places[::7] for n in range(4)] if busy else []
    found = stacks(board, Scene(tuple(lying)), shown)
    names = named_places(board, shown, Busy([box for stack in found for box in stack.boxes]))
    assert len(names) == len(board.places)
    assert_apart(names, shown)
    half = shown.counter * 0.5
    middles = [shown.at(place.centre) for place in board.places]
    covered = [stack.box for stack in found] + [(x - half, y - half, x + half, y + half) for x, y in middles]
    # The rounded corner of a box may be touched where all is full, its middle never.
    inner = [(left + 3, top + 3, right - 3, bottom - 3) for left, top, right, bottom in covered]
    on_boxes = [one.lines for one in names for box in inner if meet(one.box, box)]
    assert len(on_boxes) <= 1, on_boxes
    assert sum(one.size < 8 for one in names) * 5 <= 2 * len(names)
    assert_told_apart(board, shown, names)


def assert_told_apart(board: Board, shown: Frame, names: list[Placed]) -> None:
    """Each name nearer to its own box than to any other, or with a line from it to its own; lines are few."""
    half = shown.counter / 2
    labels = [Label(place.name, *shown.at(place.centre), half) for place in board.places]
    for one, own in zip(names, labels, strict=True):
        if not one.leader:
            least = min(gap(one.box, other) for other in labels if other is not own)
            assert gap(one.box, own) < least, own.text
        else:
            (ax, ay), (bx, by) = one.leader
            left, top, right, bottom = one.box
            assert left <= ax <= right and top <= ay <= bottom
            assert abs(bx - own.x) <= half and abs(by - own.y) <= half
    assert sum(bool(one.leader) for one in names) * 4 <= len(names)


def test_a_name_that_stands_nearer_to_something_else_has_a_line_to_its_own() -> None:
    crowd = [Label(f"Town {n}", 100 + 24 * (n % 3), 40 + 24 * (n // 3), 10) for n in range(9)]
    names = placed(crowd, 8, Surroundings(260, 130, [(x.x - 10, x.y - 10, x.x + 10, x.y + 10) for x in crowd]))
    assert [one for one in names if one.leader] and not [
        one for one in placed(crowd[:1], 8, Surroundings(260, 130, [])) if one.leader
    ]
    text = draw(boxes(), Scene(), ARMIES, width=150)
    assert 'class="leader"' in text and 'class="leader"' not in draw(boxes(), Scene(), ARMIES)


def test_no_name_lies_on_another_where_hexes_are_small() -> None:
    for board in napoleon.game("jena-auerstadt", {}).telling.pictures.boards():
        shown = frame(board)
        near = {place.id for place in board.places if place.name}
        lying = Scene(tuple(counter(at, at) for at in sorted(near)))
        busy = Busy([box for stack in stacks(board, lying, shown) for box in stack.boxes])
        names = named_places(board, shown, busy)
        assert len(names) == len(near)
        assert_apart(names, shown)
        assert not [one.lines for one in names for box in busy.boxes if meet(one.box, box)]


def test_a_name_goes_where_there_is_room_and_breaks_where_there_is_none() -> None:
    field = Surroundings(300, 100, [])
    assert placed([Label("Eylau", 150, 50, 10)], 10, field)[0].top < 40
    assert placed([Label("Eylau", 150, 50, 10, below=True)], 10, field)[0].top > 50
    # No room above, below and at the left.
    walls = [(0.0, 0.0, 300.0, 38.0), (0.0, 61.0, 300.0, 100.0), (0.0, 0.0, 140.0, 100.0)]
    assert placed([Label("Eylau", 150, 50, 10)], 10, Surroundings(300, 100, walls))[0].left >= 160
    narrow = [*walls, (192.0, 0.0, 300.0, 100.0)]
    (broken,) = placed([Label("Deutsch-Eylau", 150, 50, 10)], 10, Surroundings(300, 100, narrow))
    assert broken.lines == ("Deutsch-", "Eylau") and broken.width < wide("Deutsch-Eylau") * 10
    assert placed([], 10, field) == []


def test_no_name_looks_for_its_place_twice_among_the_same_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a map where names get into each other's way, so that they are moved once more."""
    sought, best = [], placing._best

    def seeking(label: Label, size: float, about: Surroundings, standing: Any, near: Any) -> Any:
        sought.append((label, tuple(standing[0])))
        return best(label, size, about, standing, near)

    monkeypatch.setattr(placing, "_best", seeking)
    board = board_of("eylau-1807")
    with remembering(None):
        named_places(board, frame(board))
    assert len(sought) > len(board.places)
    assert len(sought) == len(set(sought))


@given(
    st.lists(st.tuples(*[st.integers(0, 60)] * 4), max_size=8),
    st.floats(0, 900) | st.just(inf),
)
def test_what_is_covered_is_reckoned_as_far_as_it_matters(found: list[Any], most: float) -> None:
    boxes = [(float(x), float(y), float(x + w), float(y + h)) for x, y, w, h in found]
    one = (10.0, 10.0, 50.0, 40.0)
    whole, part = placing._covered(one, boxes, inf), placing._covered(one, boxes, most)
    assert part == whole if whole <= most else most < part <= whole


def test_names_keep_off_arrows_where_they_can() -> None:
    label, line = Label("Eylau", 150, 50, 10), [((100.0, 30.0), (200.0, 30.0))]
    free = placed([label], 10, Surroundings(300, 100, [], [(one, 0.8) for one in line]))[0]
    assert free.top > 30


def test_a_long_designation_becomes_small_and_narrow_before_it_is_cut() -> None:
    assert fitted("Ney", 9, 6, 34) == ("Ney", 9)
    name, size = fitted("Bernadotte", 9, 6, 34)
    assert name == "Bernadotte" and 6 <= size < 9
    cut, size = fitted("Bernadotte of Pontecorvo", 9, 6, 34)
    assert cut.endswith(".") and size == 6
    for livery in LIVERIES:
        for said in ("Bernadotte", "2/Heudelet", "1/Desjardins", "d'Hautpoul", "Guard horse", "Holtzendorf"):
            assert f">{said.replace(chr(39), '&#39;')}<" in face(
                replace(counter("x", "y"), name=said), 0, 0, 38, livery
            )
    assert ">2/2 Res.<" in face(replace(counter("x", "y"), name="2/2 Reserve"), 0, 0, 38, LIVERIES[1])


def test_names_of_the_picture_keep_off_its_counters() -> None:
    shown, lying = frame(hexes()), Scene((counter("a", "0302"), counter("b", "0303")))
    place = next(place for place in hexes().places if place.id == "0302")
    (x, y), half = shown.at(place.centre), shown.counter / 2
    box = (x - half, y + half, x + half, y + 3 * half)
    names = [named_places(hexes(), shown, busy)[1] for busy in (Busy(), Busy([box]))]
    assert names[0].lines == names[1].lines == ("Mitte",)
    assert meet(names[0].box, box) and not meet(names[1].box, box)
    assert draw(hexes(), lying, ARMIES).count(">Mitte<") == 2


def test_bursts_keep_off_names_and_values_of_counters() -> None:
    """In a dense line of hexes each attacked from the south: no burst lies on what is printed on a counter."""
    board = hexes(columns=(1, 20))
    shown = frame(board)
    pairs = [(f"{column:02}02", f"{column:02}03") for column in range(1, 20, 2)]
    lying = Scene(
        tuple(counter(at, at) for pair in pairs for at in pair),
        fights=tuple(Fight((north,), (south,), "red", "Dr") for north, south in pairs),
    )
    printed = [box for stack in stacks(board, lying, shown) for box in stack.printed]
    bursts = fight_boxes(board, lying, shown, printed=printed)
    assert len(bursts) == len(pairs)
    # The box of a burst has empty corners: what counts is that hardly anything of a name is under it.
    hidden = sum(overlap(burst, box) for burst in bursts for box in printed)
    before = sum(overlap(burst, box) for burst in fight_boxes(board, lying, shown) for box in printed)
    assert hidden * 5 < before * 2


def overlap(one: Box, other: Box) -> float:
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def test_a_long_result_hides_neither_counters_nor_names() -> None:
    """Between boxes with stacks all round there is a spot for its tag beside the burst, and names keep off it."""
    board = boxes()
    shown = frame(board)
    lying = Scene(
        tuple(counter(place.id, place.id) for place in board.places),
        fights=(Fight(("box-5",), ("box-6",), "red", "Reds win: lost 0 PF, Blues 3"),),
    )
    found = stacks(board, lying, shown)
    printed = [box for stack in found for box in stack.printed]
    burst, tag = fight_boxes(board, lying, shown, [stack.box for stack in found], printed)
    assert tag[2] - tag[0] > 2 * (burst[2] - burst[0])
    assert not [stack.place.id for stack in found if meet(stack.box, tag)]
    names = named_places(board, shown, Busy([*(box for stack in found for box in stack.boxes), burst, tag]))
    assert not [one.lines for one in names if meet(one.box, tag)]
    assert f">{lying.fights[0].text}<" in layer(board, lying, ARMIES, shown)


def test_a_long_result_stands_on_a_tag_beside_its_burst() -> None:
    board, shown = boxes(), frame(boxes())
    drawn = layer(board, campaign(), ARMIES, shown)
    tag = drawn.split('class="fight"')[1]
    assert tag.count("<rect") == 1 and ">repulsed<" in tag
    assert "<rect" not in layer(hexes(), battle(), ARMIES, frame(hexes())).split('class="fight"')[1]


# -- names on counters ---------------------------------------------------------------------------

LONG = (
    "Grenadiers of the Guard, North", "Grenadiers of the Guard, South", "Grenadiers of the Guard", "Gren.North",
    "1/Hohenlohe-Ingelfingen", "1/Hohenlohe-Ingelheim", "Tauenzien", "Tauenzien",
)  # fmt: skip


@pytest.mark.parametrize("edge", [13, 16, 18, 22, 30, 46])
def test_different_names_stay_different_on_counters_of_any_size(edge: int) -> None:
    """What is written is whole in its room, and the same for the same name only."""
    others = distinct(dict.fromkeys(LONG), edge, 9)
    written = [designation(others.get(name, name), edge, 9)[0] for name in LONG]
    assert len(set(written)) == len(set(LONG)) and written[-1] == written[-2]
    assert all(designation(text, edge, 9)[0] == text for text in others.values())
    assert "Tauenzien" not in others


def test_names_that_differ_in_nothing_but_their_ends_are_told_apart_in_pictures() -> None:
    names = [f"Landwehr-Regiment Westpreussen {number}" for number in range(1, 40)]
    board = hexes(columns=(1, 12))
    lying = [
        replace(counter(f"u{n}", place.id), name=name)
        for n, (name, place) in enumerate(zip(names, board.places, strict=False))
    ]
    shown = frame(board, width=300)
    root = ElementTree.fromstring(layer(board, Scene(tuple(lying)), ARMIES, shown))
    faces = {}
    for one in root.iter():
        if "counter" in one.get("class", "").split():
            (text, *_) = [str(part.text) for part in one.iter() if part.tag.endswith("text")]
            faces[one.get("data-unit")] = text
    assert len(set(faces.values())) == len(names)
    assert names[0] not in faces.values()
    drawn = " ".join(
        piece.body for piece in scene_pieces(board, Scene(tuple(lying)), shown, liveries(list(ARMIES)), {})
    )
    assert all(f">{text}</text>" in drawn for text in faces.values())


@pytest.mark.parametrize("width", [300, 740, 1480])
def test_small_counters_keep_their_names_and_hexes_with_counters_their_numbers(width: int) -> None:
    """From 13 pixels on; a number that a counter covers stands once more above it, where numbers can be read."""
    board, scene = hexes(), battle()
    shown = frame(board, width=width)
    root = ElementTree.fromstring(draw(board, scene, ARMIES, width=width))
    for one in root.iter():
        if "counter" in one.get("class", "").split() and one.get("data-unit") in ("guns", "foe"):
            assert any(str(part.text).startswith(str(one.get("data-unit")).upper()[:2]) for part in one.iter())
    numbers = [one for one in root.iter() if one.get("class") == "numbers"]
    held = {one.place for one in scene.counters}
    again = {str(text.text) for group in numbers for text in group.iter() if text.tag.endswith("text")}
    assert again == (held if across(board, shown) >= ROOM_FOR_NUMBERS else set())
