"""Macros of brigades: how they are read, one case each on a small map, and their paths on the opening boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import CREW, LEADER
from rulesets.winters_victory.documents.macros.expanding import Expanded, expand
from rulesets.winters_victory.documents.macros.requests import Unreadable, read
from rulesets.winters_victory.rules.formations.skirmishing import detach
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.moving.scene import Scene
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.moves import scene
from tests.rulesets.winters_victory.test_opening import board
from tests.rulesets.winters_victory.test_scenarios import ground
from tests.rulesets.winters_victory.winter import terrain

ROAD = country({"woods": "0203 0303"}, minor=("0106 0206 0306 0406 0506 0606 0706 0806 0906",))


def told(found: Expanded) -> dict[str, str]:
    """Unit -> its path, the words parted by commas."""
    return {" ".join(units): ", ".join(path) for units, path in found.entries}


def remarks(found: Expanded) -> list[str]:
    return [f"{one.unit} {one.case} {one.hex}" for one in found.remarks]


@pytest.mark.parametrize(
    ("given", "standing", "paths", "noted"),
    [
        row("6.4 6.41-1", {"march": {"to": "0906", "by": "road"}}, {"f1": "0206 v1"},
            {"f1": "grand, 0306, 0406, 0506, 0606, 0706, 0806, 0906"}, []),
        row("6.41-3", {"march": {"to": "1206"}}, {"f1": "0106 v1", "r1": "1206"},
            {"f1": "grand, 0206, 0306, 0406, 0506"}, ["f1 6.11-1 0506"]),
        row("6.41-3", {"march": {"to": "0106"}}, {"f1": "0506 v1", "r1": "0906"}, {}, ["f1 6.41-3 0506"]),
        row("6.61-1", {"march": {"to": "0906", "column": "yes"}}, {"f1": "0206 v1"},
            {"f1": "grand, road-in, 0306, 0406, 0506, 0606, 0706, 0806, 0906"}, []),
        row("6.0-2", {"advance": {"to": ["0503", "0603"], "front": "0", "in": "column"}},
            {"f1": "0505", "f2": "0605"}, {"f1": "0404, 0503", "f2": "0504, 0603"}, []),
        row("8.0-1", {"advance": {"to": ["0504"], "front": "0", "in": "line", "keep": "1"}},
            {"f1": "0505", "f2": "0705"}, {"f1": "0504, line", "f2": "0704, line"}, []),
        row("6.1-1", {"advance": {"to": ["0504"]}}, {"f1": "0505", "r1": "0504 v3"}, {}, ["f1 6.11-1 0505"]),
        row("8.0-1 7.52-1", "deploy", {"f1": "0505", "fb8": "0705", "fb8.c": "0705"},
            {"f1": "line", "fb8": "unlimber"}, []),
        row("8.41-1", {"form": "square"}, {"f1": "0505", "fhus": "0805"}, {"f1": "square"}, ["fhus 7.3 0805"]),
        row("5.31-1", {"face": "2"}, {"f1": "0505", "f2": "0705 v2"}, {"f1": "face 2"}, []),
        row("6.0-2", "hold", {"f1": "0505"}, {}, []),
        row("7.22-1", {"face": "2"}, {"f1": "0505 routed"}, {}, ["f1 6.1-2 0505"]),
        row("5.42.1", {"back": "2"}, {"f1": "0505", "r1": "0502 v3"}, {"f1": "about, 0406, 0407"}, []),
        row("6.0-2", {"back": "2"}, {"f1": "0505"}, {}, ["f1 6.0-2 0505"]),
        row("7.52-1", {"battery": {"at": "0506", "front": "2", "unlimber": "yes"}},
            {"fb6": "0206", "fb6.c": "0206", "f1": "0404"},
            {"fb6": "0306, 0406, 0506, unlimber, face 2"}, ["f1 7.3 0404"]),
        row("8.61-1", {"screen": {"companies": "2", "at": "2"}}, {"flt": "0505"},
            {"flt.s1": "0404, 0503", "flt.s2": "0404, 0503"}, []),
        row("12.0-1", {"assault": {"on": ["0503"]}}, {"f1": "0506", "r1": "0503 v3"}, {"f1": "0505, 0404"}, []),
    ],
)  # fmt: skip
def test_a_macro_gives_its_units_paths(
    given: Any, standing: Mapping[str, str], paths: dict[str, str], noted: list[str]
) -> None:
    at = scene(standing, ROAD)
    found = expand(read(given), [uid for uid in standing if uid[0] == "f"], at)
    assert (told(found), remarks(found)) == (paths, noted)
    assert {uid: at.board.piece(uid).at for uid in standing} == {uid: words[:4] for uid, words in standing.items()}


def test_companies_leave_their_battalion_first() -> None:
    found = expand(read({"screen": {"companies": "9"}}), ["flt"], scene({"flt": "0505"}))
    assert found.detached == (("flt", ("flt.s1", "flt.s2", "flt.s3")),)
    assert remarks(found) == ["flt 8.62 0505"]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ([], "a macro is one of march"),
        ({"run": {}}, "there is no macro 'run'"),
        ({"march": {"by": "road"}}, "march needs to"),
        ({"march": {"to": "0101", "by": "rail"}}, "by of march is one of road, not 'rail'"),
        ({"march": {"to": "0101", "speed": 3}}, "march knows no 'speed'"),
        ({"advance": {"to": []}}, "to of advance names one to"),
        ({"advance": {"to": ["0101"], "in": "square"}}, "in of advance is one of line, column"),
        ({"form": "wedge"}, "form is one of line, column, square, go"),
        ({"face": 6}, "face, a corner, 0 in the north, is a number from 0 to 5"),
        ({"back": 0}, "back is a number from 1"),
        ({"battery": {"at": "0101", "unlimber": "perhaps"}}, "unlimber of battery is yes or no"),
        ({"screen": {"companies": True}}, "companies of screen is a number"),
        ({"assault": "0101"}, "assault takes on"),
    ],
)
def test_a_macro_that_is_wrong_is_refused_by_its_member(given: Any, text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(given)
    assert caught.value.refusal.text.startswith(text)


# -- on the opening boards -------------------------------------------------------------------------


def brigades(on: Board) -> list[list[str]]:
    """Units of each brigade on a board, in the order of the roster."""
    found: dict[str, list[str]] = {}
    for uid, unit in on.units.items():
        if uid in on.pieces and unit.brigade and unit.kind not in (CREW, LEADER):
            found.setdefault(unit.brigade, []).append(uid)
    return list(found.values())


def samples(at: Scene, uid: str, n: int) -> list[Any]:
    """Every macro, towards places near and far from a unit."""
    piece = at.board.piece(uid)
    around = at.ground.grid(piece.at).within(piece.at, 9)
    goal = around[n * 37 % len(around)]
    close = at.ground.field.neighbours[piece.at][0]
    return [
        {"march": {"to": goal, "by": "road"}},
        {"march": {"to": goal, "column": "yes"}},
        {"advance": {"to": {"axis": piece.facing, "hexes": 3}, "in": "line"}},
        {"advance": {"to": [close], "front": n % 6, "keep": 1}},
        {"back": 2},
        "deploy",
        {"form": "column"},
        {"battery": {"at": goal, "front": n % 6, "unlimber": True}},
        {"assault": {"on": [goal]}},
        {"face": n % 6},
    ]


@pytest.mark.rule("wv", "6.0-2")
@pytest.mark.parametrize("uid", ["davout", "first-day", "learning-serpallen"])
def test_every_path_is_legal_on_the_opening_boards(uid: str) -> None:
    """Entries are followed in their order, on a board of their own; the same question has the same answer."""
    followed = 0
    for n, units in enumerate(brigades(board(uid))[:20]):
        at = Scene(Ground(ground(uid), terrain()), board(uid))
        kinds = samples(at, units[0], n)
        macro = read(kinds[n % len(kinds)])
        found = expand(macro, units, at)
        assert found == expand(macro, units, at)
        for battalion, companies in found.detached:
            detach(at.board, battalion, companies)
        for moved, path in found.entries:
            walk = Walk.begin(at, moved)
            assert [walk.follow(token) for token in path] == [None] * len(path), (macro, moved, path)
            acts = finish(walk)
            assert not isinstance(acts, Refusal), acts
            walk.carry_out(acts)
            followed += 1
    assert followed
