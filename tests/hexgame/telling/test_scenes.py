"""Pieces as counters, movements and orders as arrows, who is on no map, zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.picture import Arrow
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.absent import beside, by_place
from pbem.hexgame.telling.arrows import arrows, fight, ordered
from pbem.hexgame.telling.counters import counters, countersheet, symbol
from pbem.hexgame.telling.zones import zone_areas
from tests.hexgame.telling.sheets import ARMIES, AT, PRINT, ROSTER, SYMBOLS, board, standing, vale


def test_several_pieces_lie_in_a_hex_and_the_leader_on_top() -> None:
    found = counters(standing("b2", cut_off=frozenset({"bh", "b2"})), ROSTER, AT)
    assert [(one.place, one.id) for one in found] == [
        ("0503", "b2"),
        ("0503", "bh"),
        ("0503", "a-blau"),
        ("0602", "b1"),
        ("0604", "r1"),
        ("0604", "rg"),
    ]
    second, horse, leader = found[:3]
    assert (second.name, second.value, second.strength, second.state) == ("2/Blau", "2-4", 2, ("out of command",))
    assert second.hover == ("2/Blau infantry", "First Corps, in 0503", "reduced")
    assert (horse.value, horse.symbol, leader.symbol, leader.value) == ("3-7", "cavalry", "leader", "(6)")


def test_the_countersheet_has_all_pieces_by_their_full_side() -> None:
    sheet = countersheet(ROSTER, PRINT)
    assert [one.id for one in sheet] == list(ROSTER.units) and {one.place for one in sheet} == {""}
    assert (sheet[1].value, sheet[1].hover) == ("4-4", ("2/Blau infantry", "First Corps"))
    assert [one.band for one in sheet if one.army == "red"] == [1, 1, 2]


def test_a_kind_that_no_symbol_is_for_is_a_fault() -> None:
    with pytest.raises(ValueError, match="x: there is no symbol for a piece of kind wagon"):
        symbol(Piece("x", "X", "wagon", 1, 1, "blue", "b-1", 0), SYMBOLS)


def moved(kind: str, unit: str, *path: str) -> dict[str, Any]:
    return {"kind": kind, "unit": unit, "path": list(path)}


def test_arrows_of_events() -> None:
    events = [
        moved("moved", "b1", "0602", "0603"),
        moved("moved", "b2", "0503", "0504"),
        {"kind": "undone", "unit": "b2"},
        {"kind": "undone", "unit": "rg"},
        {"kind": "advanced", "unit": "b1", "from": "0603", "to": "0604"},
        {"kind": "exited", "unit": "r1", "from": "0801", "edge": "east"},
        {"kind": "marched-off", "unit": "rg", "from": "", "to": ""},
        {"kind": "supply"},
    ]
    assert arrows(events, ROSTER) == (
        Arrow("blue", ("0602", "0603"), "march", ("b1",)),
        Arrow("blue", ("0603", "0604"), "advance", ("b1",)),
        Arrow("red", ("0801",), "exit", ("r1",)),
    )
    assert arrows(events[-2:], ROSTER, {"marched-off": "exit"}) == ()


def test_a_fight_of_stacks() -> None:
    attackers = [{"unit": unit, "hex": AT[unit]} for unit in ("b2", "bh", "b1")]
    event = {"kind": "combat", "on": ["0604"], "attackers": attackers, "result": "Dr", "die": 4}
    found = fight(event, ROSTER, ["Attack a", "die 4: Dr"])
    assert (found.at, found.by, found.army, found.text, found.dice) == (("0604",), ("0503", "0602"), "blue", "Dr", (4,))


def test_orders_of_stacks_are_one_arrow_for_each_hex_they_set_out_from() -> None:
    ways = [
        (["b2", "bh", "b1"], ["0603"]),
        (["r1"], ["0604"]),
        (["rz"], ["0805", "0704"]),
        (["nobody"], ["0101"]),
        (["rg"], ["9999"]),
        (["rg"], []),
    ]
    assaults = [(["b2", "bh"], ["0604"]), (["b1"], ["0604", "9999"]), (["nobody"], ["0604"])]
    assert ordered(vale(), ROSTER, AT, ways, assaults) == (
        Arrow("blue", ("0503", "0603"), "ordered", ("b2", "bh")),
        Arrow("blue", ("0602", "0603"), "ordered", ("b1",)),
        Arrow("red", ("0805", "0704"), "ordered", ("rz",)),
        Arrow("blue", ("0603", "0604"), "attack ordered", ("b2", "bh")),
        Arrow("blue", ("0603", "0604"), "attack ordered", ("b1",)),
    )


def test_who_is_on_no_map() -> None:
    due, lost = {"rz": 7, "b1": 5, "b2": 5}, {"rg": "0602"}

    def parts(army: str) -> dict[str, list[str]]:
        own = [unit.id for unit in ROSTER.of(army)]
        coming = [f"turn {turn}: {' '.join(units)}" for turn, units in by_place(own, due)]
        return {"to come": coming, "eliminated": [f"{at}: {' '.join(units)}" for at, units in by_place(own, lost)]}

    assert beside(ARMIES, parts) == {
        "Blue, to come": ("turn 5: b1 b2",),
        "Red, to come": ("turn 7: rz",),
        "Red, eliminated": ("0602: rg",),
    }


def test_zones_of_both_armies_and_of_a_part() -> None:
    found = board()
    blue, red = zone_areas(found, ARMIES)
    assert (blue.army, red.text) == ("blue", "Red: zone of control")
    assert all(found.in_zone(at, "blue") == (at in blue.places) for at in found.field.hexes)
    assert [area.places for area in zone_areas(found, ARMIES, {"0402"})] == [("0402",)]
