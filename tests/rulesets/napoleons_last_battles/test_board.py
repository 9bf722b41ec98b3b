"""The board of a scenario: its part of the map, faces, zones and walls."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_data
from rulesets.napoleons_last_battles.battlefield import part, read_belgium, read_chart
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.setting import Area, Setting
from tests.rulesets.napoleons_last_battles.files import HOME, data, setting


@cache
def belgium() -> HexField:
    path = HOME / "data" / "maps" / "belgium.yaml"
    return read_belgium(read_data(path.name, path.read_bytes()), read_chart(data()["terrain"]))


@cache
def part_of(area: Area) -> HexField:
    """The part of the map that a scenario is played on."""
    return part(belgium(), area)


def board(uid: str, options: Mapping[str, Any] | None = None, **at: str) -> Board:
    """A board of a scenario with these units, underscores in the place of hyphens, and nobody else."""
    bound = setting(uid, options)
    placed = {unit.replace("_", "-"): place for unit, place in at.items()}
    position = Position(1, "french", at=placed)
    return Board(position, part_of(bound.area), pieces_of(bound), bound)


@pytest.mark.rule("nlb", "2.2-3")
@pytest.mark.parametrize(("uid", "hexes"), [("quatre-bras", 29 * 34), ("ligny", 29 * 34), ("campaign", 57 * 67)])
def test_a_scenario_has_its_part_of_the_map(uid: str, hexes: int) -> None:
    bound: Setting = setting(uid)
    field = part(belgium(), bound.area)
    assert len(field.hexes) == hexes and set(bound.start.values()) <= set(field.hexes)
    for at, near in field.neighbours.items():
        assert set(near) == {n for n in belgium().neighbours[at] if n in bound.area}
        assert dict(field.steps_for("horse")[at]) == {n: belgium().steps_for("horse")[at][n] for n in near}


@pytest.mark.rule("nlb", "5.5-2")
def test_a_part_has_its_own_edges_and_roads_that_leave_it_end_there() -> None:
    field = part(belgium(), setting("quatre-bras").area)
    assert field.edges_of("2946") == ("east",) and field.edges_of("2846") == ()
    assert "2946" in field.way_ends and "3046" not in field.way_ends
    assert field.outside_cost("2946", along_way="2946" in field.way_ends) == 1
    assert set(field.grids["belgium"].hexes) == set(field.hexes)


@pytest.mark.rule("nlb", "2.4-1")
def test_a_reduced_unit_has_the_strength_of_its_other_side() -> None:
    found = board("quatre-bras", baud_6="1754", lf_ds="1451")
    full = found.strength(["baud-6", "lf-ds"])
    found.position.reduced.add("baud-6")
    other = found.setting.roster.units["baud-6"]
    assert other.strength and other.reduced
    assert found.strength(["baud-6", "lf-ds"]) == full - other.strength.value + other.reduced.value


@pytest.mark.rule("nlb", "8.2A-1")
@pytest.mark.parametrize(("unit", "kind", "held"), [("byng", "infantry", False), ("ghngy", "cavalry", True)])
def test_zones_end_at_the_walls_for_whom_they_shelter(unit: str, kind: str, held: bool) -> None:
    found = board("la-belle-alliance", **{unit: "0617", "jamin_9": "0618"})
    assert found.roster.units[unit].kind == kind and found.field.terrain["0617"] == "chateau"
    assert bool(found.zone(unit).get("0617", 0)) is held
    assert found.sheltered(unit) is not held
    assert found.zone("jamin-9").get("0618", 0)
    found.position.broken["allied"] = "demoralized"
    assert found.zone(unit).get("0617", 0) and not found.sheltered(unit)


@pytest.mark.rule("nlb", "5.4-2")
def test_two_to_a_hex_and_one_in_a_chateau() -> None:
    found = board("la-belle-alliance")
    assert found.fits("0618", ("a", "b")) and not found.fits("0618", ("a", "b", "c"))
    assert found.fits("0617", ("a",)) and not found.fits("0617", ("a", "b"))


@pytest.mark.rule("nlb", "16.1B-2")
def test_riflemen_stack_freely_with_others() -> None:
    found = board("lba-variant")
    assert found.fits("0618", ("adam", "gold", "rifles-1")) and not found.fits(
        "0618", ("adam", "gold", "rifles-1", "byng")
    )


def test_a_position_is_written_and_read() -> None:
    position = Position(3, "coalition", {"byng": "0617"}, {"wellington": "0712"}, {"byng"}, {"quiot-1": 2}, {"pell"})
    position.points, position.come, position.broken = {"french": 4}, {"3": 5}, {"allied": "demoralized"}
    assert CODEC.read(CODEC.text(position)) == position == CODEC.from_json(CODEC.to_json(position))
