"""Zones of control: their shape, and the counted map against working everything out anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.wargame.hexgrid import HexGrid, side
from pbem.wargame.hexlayout import Layout
from pbem.wargame.zoc import ZoneMap, zone_of

GRID = HexGrid.rectangle(Layout("flat", "CCRR", "west", "north", "odd"), (1, 7), (1, 7))
RIVER = {side("0404", "0405"), side("0404", "0304"), side("0204", "0203"), side("0303", "0203")}
BRIDGES = {side("0404", "0304")}


def river(at: str, to: str) -> bool:
    return side(at, to) in RIVER - BRIDGES


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ("0202", ("0203", "0103", "0102", "0201", "0302", "0303")),
        ("0404", ("0304", "0403", "0504", "0505", "0305")),  # all but north, over the river
        ("0101", ("0102", "0201")),  # the map ends
    ],
)
def test_a_zone_is_all_around_but_over_the_river(at: str, zone: tuple[str, ...]) -> None:
    assert sorted(zone_of(at, GRID.neighbours, river)) == sorted(zone)
    assert zone_of(at, GRID.neighbours, river) == tuple(to for to in GRID.neighbours(at) if to in zone)
    assert ZoneMap(GRID.neighbours, river).zone(at) == zone_of(at, GRID.neighbours, river)


def test_a_hex_is_controlled_as_long_as_anybody_controls_it() -> None:
    zones = ZoneMap(GRID.neighbours, river, [("b", "0404"), ("a", "0502"), ("c", "0404")])
    assert zones.controllers("0403") == ("b", "c")
    assert zones.count("0503") == 1
    assert zones.controllers("0503") == ("a",)
    assert zones.position("a") == "0502"
    zones.remove("b")
    assert zones.controllers("0403") == ("c",)
    zones.move("c", "0406")
    assert zones.controllers("0403") == ()
    assert not zones.controls("0403")
    assert zones.controls("0405")
    zones.remove("c")
    zones.remove("a")
    assert zones.controlled() == ()
    assert zones.position("a") is None


def test_a_bridge_carries_the_zone_and_the_river_does_not() -> None:
    zones = ZoneMap(GRID.neighbours, river, [("a", "0404")])
    assert zones.controllers("0304") == ("a",)
    assert zones.controllers("0405") == ()
    assert not zones.controls("0404")


def test_controllers_come_in_the_order_of_the_neighbours() -> None:
    zones = ZoneMap(GRID.neighbours)
    around = GRID.neighbours("0404")
    for number, at in reversed(list(enumerate(around))):
        zones.add(f"u{9 - number}", at)
    assert zones.controllers("0404") == ("u9", "u8", "u7", "u6", "u5", "u4")


def test_a_copy_goes_its_own_way() -> None:
    zones = ZoneMap(GRID.neighbours, units=[("a", "0404")])
    twin = zones.copy()
    twin.move("a", "0101")
    twin.add("b", "0202")
    assert zones.controllers("0403") == ("a",)
    assert zones.position("b") is None
    assert sorted(twin.controllers("0102")) == ["a", "b"]
    assert not twin.controls("0505")


def test_a_unit_is_put_down_once_and_taken_once() -> None:
    zones = ZoneMap(GRID.neighbours, units=[("a", "0404")])
    with pytest.raises(ValueError, match="already"):
        zones.add("a", "0101")
    with pytest.raises(ValueError, match="not on the map"):
        zones.remove("b")
    with pytest.raises(ValueError, match="not on the map"):
        zones.move("b", "0101")
    assert zones.controlled() == tuple(sorted(GRID.neighbours("0404")))


actions = st.lists(st.tuples(st.sampled_from("abcd"), st.one_of(st.none(), st.sampled_from(GRID.hexes))), max_size=30)


@given(actions)
def test_the_counted_map_equals_working_it_out_anew(listed: list[tuple[str, str | None]]) -> None:
    zones, places = ZoneMap(GRID.neighbours, river), dict[str, str]()
    for unit, to in listed:
        if unit in places:
            zones.remove(unit)
            del places[unit]
        if to is not None:
            zones.add(unit, to)
            places[unit] = to
    reaches = {unit: zone_of(at, GRID.neighbours, river) for unit, at in places.items()}
    for at in GRID.hexes:
        expected = sorted(unit for unit, zone in reaches.items() if at in zone)
        assert sorted(zones.controllers(at)) == expected
        assert zones.count(at) == len(expected)
        assert zones.controls(at) == bool(expected)
    assert zones.controlled() == tuple(sorted({at for zone in reaches.values() for at in zone}))
