"""What 21.1 says of the ground at Jena: a line from Cospeda to Closwitz bottles the French up while it is night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest

from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.march.march import routes
from tests.rulesets.napoleon_at_war.playing import moved, path, real

CLOSWITZ, COSPEDA = "0610", "0808"
# Where the French want to go: Dornberg, Lützeroda, Vierzehnheiligen, Isserstedt, both roads off the map.
GOALS = ("1112", "1110", "1409", "1405", "2320", "2901", "0120")


def boards() -> dict[str, Board]:
    """The set-up; the board after a Prussian move that sends up the Saxons; and the line without any cavalry."""
    setting = real().setting
    start = setting.start()
    second = Position(1, "prussian", at=dict(start.at))
    saxons = (
        path("sax-1", "1405", "1305", "1204", "1104", "1004"),
        path("sax-2", "1505", "1405", "1406", "1407", "1408", "1409"),
        path("sax-cav", "1705", "1605", "1505", "1405", "1305", "1204", "1104"),
    )
    played = moved(real(), second, *saxons)
    assert played.faults == []
    relieved = {**played.at, "tau-cav": "1106"}
    return {
        "set-up": setting.board(start),
        "second turn": setting.board(Position(2, "french", at=dict(played.at))),
        "the Saxons on the right": setting.board(Position(2, "french", at=relieved)),
    }


def bottle(board: Board, starts: Iterable[str]) -> set[str]:
    """Every hex that the French could ever get to by night, however many turns they had."""
    zone, steps = board.zones["prussian"], real().setting.steps(board.position.turn)
    found, waiting = set(starts), list(starts)
    while waiting:
        for to, cost in steps[waiting.pop()].items():
            if cost is not None and to not in found and not zone.get(to):
                found.add(to)
                waiting.append(to)
    return found


def french(at: Mapping[str, str]) -> list[str]:
    units = real().setting.roster.units
    return [hex_ for unit, hex_ in at.items() if units[unit].army == "french"]


@pytest.mark.parametrize("name", ["set-up", "second turn", "the Saxons on the right"])
def test_the_line_from_cospeda_to_closwitz_bottles_up_the_french(name: str) -> None:
    board = boards()[name]
    inside = bottle(board, [*french(board.position.at), "0104"])
    assert not inside & set(GOALS)
    # Nobody gets west of Cospeda, but for the brow of the Schnecke once the cavalry has left it, or north of Closwitz.
    beside = ["0906"] if name == "the Saxons on the right" else []
    assert [at for at in sorted(inside) if at[:2] > COSPEDA[:2]] == beside
    assert max(int(at[2:]) for at in inside) < int(CLOSWITZ[2:])
    # There is room for all who come in over the three night turns.
    assert len(inside) >= 14


@pytest.mark.parametrize("name", ["set-up", "second turn"])
def test_no_french_unit_stands_behind_the_line_after_its_first_move(name: str) -> None:
    setting, board = real().setting, boards()[name]
    for unit in board.on_map("french"):
        ends = routes(setting, board, unit).stops
        assert ends and all(int(at[:2]) <= 8 and int(at[2:]) < 10 for at in ends), unit


def test_by_day_the_road_up_the_schnecke_is_open() -> None:
    """Augereau went that way: half a point for each hex of it, woods and slope notwithstanding (5.22)."""
    board = real().setting.board(Position(6, "french", at={"de-1": "0604"}))
    found = routes(real().setting, board, "de-1")
    assert found.costs["1204"] == 6


@pytest.mark.parametrize(("start", "end"), [("2320", "1412"), ("1412", "0711")])
def test_the_apolda_road_can_be_marched_by_night(start: str, end: str) -> None:
    """21.1: units are funnelled toward the French during the night, and they come in at 2320."""
    field, steps = real().setting.field, real().setting.steps(1)
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for to, cost in steps[at].items():
            if cost is not None and field.on_way("road", at, to) and to not in found:
                found.add(to)
                waiting.append(to)
    assert end in found


def test_the_straight_road_from_apolda_is_the_short_one() -> None:
    """By that road the way to Krippendorf costs half a point for each hex between."""
    road = ["2320", "2219", "2119", "2118", "2017", "1917", "1816", "1815", "1715", "1614", "1514", "1513", "1412"]
    assert all(real().setting.steps(1)[a][b] == 1 for a, b in pairwise(road))


@pytest.mark.parametrize("at", ["0128", "0127", "0129", "0228"])
def test_the_ground_where_davout_comes_in_is_open(at: str) -> None:
    """No source tells of woods there; in fog one would take all the movement that a newcomer has."""
    field = real().setting.field
    assert {field.terrain[near] for near in (at, *field.neighbours[at])} <= {"clear", "town"}
