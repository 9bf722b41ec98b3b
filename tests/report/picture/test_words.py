"""Every word that a board may use is drawn, each otherwise than the others: terrains, strokes, corners, heights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.picture import BANDS, CORNERS, STROKES, SYMBOLS, TERRAINS, Board, Scene, Stroke
from pbem.report.picture.crop import MAIL_WIDTH, frame
from pbem.report.picture.ground import tile
from pbem.report.picture.palette import BANDS as COLOURS
from pbem.report.picture.palette import HIGHEST, TERRAIN, TEXTURE
from pbem.report.picture.strokes import KINDS
from pbem.report.textmap import boxes as text_boxes
from pbem.report.textmap import hexes as text_hexes
from pbem.report.textmap.listing import listing
from pbem.report.textmap.terminal import draw as terminal
from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout
from tests.report.picture.boards import ARMIES, counter, draw, grid_of, hexes


def grounds() -> Board:
    """Thirty hexes, the first of them of every kind of terrain in turn."""
    plain = hexes()
    kinds = dict(enumerate(TERRAINS))
    return replace(
        plain,
        places=tuple(replace(one, terrain=kinds.get(n, "clear")) for n, one in enumerate(plain.places)),
        strokes=(),
    )


def test_every_terrain_has_its_colour_letter_and_place_in_the_legend() -> None:
    assert set(TERRAIN) == set(TERRAINS)
    for letters in (text_hexes._GROUND, text_hexes._SIGNS):
        assert sorted(letters) == sorted(TERRAINS) and len(set(letters.values())) == len(letters)
    assert len(set(text_boxes._GROUND.values())) == len(text_boxes._GROUND) == len(TERRAINS) - 1
    drawn = draw(grounds(), Scene(), ARMIES)
    for kind in TERRAINS:
        assert f'class="place {kind}"' in drawn
        assert kind == "clear" or f">{kind}</text>" in drawn
        # Told apart without colours too: by a texture or by houses.
        assert kind == "clear" or tile(kind, "") or (kind in ("town", "city", "village", "chateau") and kind in TEXTURE)


@pytest.mark.parametrize("kind", STROKES)
def test_every_stroke_is_drawn_and_in_the_legend(kind: str) -> None:
    board = hexes()
    a, b = board.places[7], board.places[8]
    stroke = Stroke(kind, (a.centre, b.centre), 1, (a.id, b.id))
    drawn = draw(
        replace(board, places=tuple(replace(p, terrain="clear", signs=()) for p in board.places), strokes=(stroke,)),
        Scene(),
        ARMIES,
    )
    assert kind in KINDS and f'class="{kind}"' in drawn
    assert f">{ {'broken': 'broken bridge', 'pontoon': 'pontoon bridge'}.get(kind, kind) }</text>" in drawn


def test_higher_ground_is_darker_and_the_lowest_is_as_it_was() -> None:
    plain = hexes()
    levels = {"0101": 1, "0102": 3, "0103": HIGHEST, "0104": HIGHEST + 4}
    board = replace(plain, places=tuple(replace(one, level=levels.get(one.id, 0)) for one in plain.places))
    drawn, flat = draw(board, Scene(), ARMIES), draw(plain, Scene(), ARMIES)
    assert 'class="height' not in flat and ">height" not in flat
    assert drawn.count('class="height"') == 3
    assert all(f">height {words}</text>" in drawn for words in ("1", "3", f"{HIGHEST} or more"))


def test_higher_clear_ground_bears_its_level_in_plain_characters() -> None:
    plain = hexes()
    levels = {"0101": 1, "0102": 2, "0103": HIGHEST + 4, "0302": 3}
    board = replace(plain, places=tuple(replace(one, level=levels.get(one.id, 0)) for one in plain.places))
    drawn, flat = ("\n".join(terminal(one, Scene(), ARMIES)) for one in (board, plain))
    assert "1 2 clear, so high" in " ".join(drawn.split()) and "so high" not in flat and ". clear, height 0" in drawn
    assert "0102   2" in drawn
    level = replace(plain, places=tuple(replace(one, level=2) for one in plain.places))
    assert "\n".join(terminal(level, Scene(), ARMIES)) == flat, "what is all of one height is flat"


@pytest.mark.parametrize(("number", "top"), [(0, "flat"), (1, "pointy")])
def test_a_counter_points_to_the_corner_that_it_faces(number: int, top: str) -> None:
    board = hexes(top)  # type: ignore[arg-type]
    seen = set()
    for corner in CORNERS[number]:
        scene = Scene((replace(counter("r1", "0303"), facing=corner),))
        drawn = draw(board, scene, ARMIES)
        assert drawn.count('class="facing"') == 1 and f"faces {corner}" in drawn
        seen.add(drawn)
        assert f"(faces {corner})" in "\n".join(listing([board], scene, ARMIES))
        assert f"(faces {corner})" in "\n".join(terminal(board, scene, ARMIES))
    assert len(seen) == 6
    assert 'class="facing"' not in draw(board, Scene((counter("r1", "0303"),)), ARMIES)


@pytest.mark.parametrize(("number", "top"), [(0, "flat"), (1, "pointy")])
def test_corners_are_named_by_the_directions_beside_them(number: int, top: str) -> None:
    grid = HexGrid.rectangle(Layout(top, "CCRR", "east", "south", "even"), (1, 3), (1, 3))  # type: ignore[arg-type]
    around = grid.directions
    assert CORNERS[number] == tuple(f"{around[n - 1]}-{around[n]}" for n in range(6))
    # The corner between two directions is an end of both hexsides.
    corners = grid.corners("0202")
    for n, direction in enumerate(around):
        assert set(grid.edge("0202", direction)) == {corners[n], corners[(n + 1) % 6]}


@pytest.mark.parametrize(("number", "top"), [(0, "flat"), (1, "pointy")])
def test_each_front_is_a_line_within_its_hexside(number: int, top: str) -> None:
    board = hexes(top)  # type: ignore[arg-type]
    for direction in {word for corner in CORNERS[number] for word in corner.split("-")}:
        drawn = draw(board, Scene((replace(counter("r1", "0303"), fronts=(("0303", direction),)),)), ARMIES)
        assert drawn.count('class="front"') == 1
        grid, (middle,) = grid_of(top), (place.centre for place in board.places if place.id == "0303")
        line = drawn.partition('class="front"')[2].partition('points="')[2].partition('"')[0]
        found = [tuple(map(float, spot.split(","))) for spot in line.split()]
        (ax, ay), (bx, by) = grid.edge("0303", direction)
        x, y = grid.centre("0303")
        shown = frame(board, None, MAIL_WIDTH).at(middle)
        for step, there in ((0, (ax + bx) / 2 - x), (1, (ay + by) / 2 - y)):
            away = (found[0][step] + found[1][step]) / 2 - shown[step]
            assert (abs(away) < 1 and not there) or away * there > 0, direction


def test_fronts_of_one_army_are_drawn_once_and_unknown_ones_not_at_all() -> None:
    board, front = hexes(), (("0303", "n"), ("0303", "ne"), ("0303", "east"), ("9999", "n"))
    both = Scene(tuple(replace(counter(one, "0303"), fronts=front) for one in ("r1", "r2")))
    assert draw(board, both, ARMIES).count('class="front"') == 2
    assert 'class="front"' not in draw(board, Scene((counter("r1", "0303"),)), ARMIES)


def test_a_long_counter_reaches_into_its_other_places() -> None:
    board, plain = hexes(), counter("r1", "0303")
    scene = Scene((replace(plain, also=("0304",)), replace(plain, id="r2", also=("9999",))))
    drawn = draw(board, scene, ARMIES)
    assert drawn.count('class="body"') == 1 and "also in 0304" in drawn
    assert "(also in 0304)" in " ".join(" ".join(listing([board], scene, ARMIES)).split())
    assert 'class="body"' not in draw(board, Scene((plain,)), ARMIES)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_every_arm_has_a_sign_of_its_own(symbol: str) -> None:
    signs = {one: draw(hexes(), Scene((replace(counter("r1", "0303"), symbol=one),)), ARMIES) for one in SYMBOLS}
    assert list(signs.values()).count(signs[symbol]) == 1
    assert symbol == "unknown" or f">{symbol}</text>" in signs[symbol]


def test_formations_have_stripes_of_their_colours() -> None:
    assert len(set(COLOURS)) == BANDS
    board, plain = hexes(), counter("r1", "0303")
    drawn = draw(board, Scene((replace(plain, band=2), replace(plain, id="r2", place="0304", band=5))), ARMIES)
    assert drawn.count('class="band"') == 4 and ">its formation</text>" in drawn
    assert all(drawn.count(f'fill="{COLOURS[band - 1]}"') >= 2 for band in (2, 5))
    assert 'class="band"' not in draw(board, Scene((plain,)), ARMIES)
