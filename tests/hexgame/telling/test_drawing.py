"""A field as a board: words of the picture, hover lines, lines that join, and a part of a sheet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from pbem.engine.picture import STROKES, TERRAINS, Board, Stroke
from pbem.hexgame.telling.drawing import Drawn, boards
from tests.hexgame.telling.sheets import look, vale

WEST = frozenset(at for at in vale().hexes if int(at[:2]) <= 5 and int(at[2:]) >= 2)


def drawn(part: frozenset[str] | None = None) -> Board:
    (board,) = boards(vale(), look(part))
    return board


def strokes(board: Board, word: str) -> list[Stroke]:
    return [stroke for stroke in board.strokes if stroke.kind == word]


def test_every_hex_has_a_word_that_pictures_know_and_a_line_of_the_chart() -> None:
    board = drawn()
    places = {place.id: place for place in board.places}
    assert (board.id, board.title, board.top, tuple(places)) == ("vale", "The Vale", "flat", vale().hexes)
    assert {place.terrain for place in board.places} == {"clear", "forest", "marsh", "town", "chateau"} <= set(TERRAINS)
    assert {stroke.kind for stroke in board.strokes} <= set(STROKES)
    manor = places["0602"]
    assert (manor.name, manor.terrain) == ("Hof", "chateau")
    assert manor.hover == ("manor: 2 movement points, triples the defender (TEC)",)
    assert places["0202"].hover == ("wood: 2 movement points for foot, 4 movement points for horse (TEC)",)
    assert places["0302"].hover == (
        "town: 1 movement point, doubles the defender (TEC)",
        "trail: 1 movement point along it (TEC)",
    )
    low = places["0401"]
    assert low.signs == ("slope",)
    assert places["0802"].hover[1:] == ("road: 1/2 movement point along it (TEC)", "east edge of the map")


def test_each_hexside_is_drawn_once_by_its_word() -> None:
    board, field = drawn(), vale()
    for kind, word in (("river", "river"), ("lake", "shore"), ("stream", "stream"), ("ridge", "crest")):
        pieces = Counter(frozenset(piece) for stroke in strokes(board, word) for piece in pairwise(stroke.points))
        assert len(pieces) == len(field.sides[kind]) and set(pieces.values()) == {1}
    assert len(strokes(board, "river")) == len(strokes(board, "crest")) == 1, "what touches is one line"
    (slope,), (bridge,) = strokes(board, "slope"), strokes(board, "bridge")
    assert (slope.ends, bridge.ends) == (("0401", "0402"), ("0103", "0203"))


def test_heights_and_their_contours_are_drawn_where_a_game_has_them() -> None:
    high = replace(vale(), levels={at: int(at[:2] == "03") for at in vale().hexes})
    rises = Drawn("", "contour", "rises")
    assert not any(place.level for place in boards(high, look())[0].places)
    (board,) = boards(high, replace(look(), drawn=(rises,), heights=True))
    assert {place.id for place in board.places if place.level == 1} == {at for at in high.hexes if at[:2] == "03"}
    pieces = [frozenset(piece) for stroke in strokes(board, "contour") for piece in pairwise(stroke.points)]
    pairs = {
        frozenset((at, to)) for at in high.hexes for to in high.neighbours[at] if (at[:2] == "03") != (to[:2] == "03")
    }
    assert len(pieces) == len(set(pieces)) == len(pairs)
    assert not strokes(boards(vale(), replace(look(), drawn=(rises,), heights=True))[0], "contour")


def test_ways_go_on_over_the_edge_of_the_map() -> None:
    board = drawn()
    (road,) = strokes(board, "road")
    middles = {place.centre for place in board.places}
    assert [point in middles for point in road.points].count(False) == 2
    xs = sorted(x for place in board.places for x, _ in place.outline)
    assert min(road.points[0][0], road.points[-1][0]) < xs[len(xs) // 8]


def test_of_a_part_nothing_beyond_is_drawn() -> None:
    """Ways end on the hexside over which they leave it, water along its border stays, and so do all positions."""
    whole, part = drawn(), drawn(WEST)
    places = {place.id: place for place in whole.places}
    assert part.places == tuple(places[at] for at in sorted(WEST)) and part.span == whole.span
    corners = {point for place in part.places for point in place.outline}
    assert {point for stroke in strokes(part, "stream") for point in stroke.points} <= corners
    assert len([p for s in strokes(part, "stream") for p in pairwise(s.points)]) == len(vale().sides["stream"])
    assert strokes(part, "slope") == strokes(part, "crest") == []
    (road,) = strokes(part, "road")
    beyond = [point for point in road.points if point not in {place.centre for place in part.places}]
    assert len(beyond) == 2 and all(set(stroke.ends) <= WEST for stroke in part.strokes)
    east = max(beyond)
    a, b = places["0503"].centre, places["0603"].centre
    assert east == ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


def test_a_sheet_without_a_hex_that_is_played_on_is_no_board() -> None:
    assert boards(vale(), look(frozenset())) == ()
