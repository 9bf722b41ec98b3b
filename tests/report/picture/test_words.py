"""Every word that a board may use is drawn, each otherwise than the others: terrains, strokes, corners, heights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.picture import BANDS, CORNERS, STROKES, TERRAINS, Board, Scene, Stroke
from pbem.report.picture.ground import tile
from pbem.report.picture.palette import BANDS as COLOURS
from pbem.report.picture.palette import HIGHEST, TERRAIN, TEXTURE
from pbem.report.picture.strokes import KINDS
from pbem.report.textmap import boxes as text_boxes
from pbem.report.textmap import hexes as text_hexes
from pbem.report.textmap.listing import listing
from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout
from tests.report.picture.boards import ARMIES, counter, draw, hexes


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


def test_formations_have_stripes_of_their_colours() -> None:
    assert len(set(COLOURS)) == BANDS
    board, plain = hexes(), counter("r1", "0303")
    drawn = draw(board, Scene((replace(plain, band=2), replace(plain, id="r2", place="0304", band=5))), ARMIES)
    assert drawn.count('class="band"') == 4 and ">its formation</text>" in drawn
    assert all(drawn.count(f'fill="{COLOURS[band - 1]}"') >= 2 for band in (2, 5))
    assert 'class="band"' not in draw(board, Scene((plain,)), ARMIES)
