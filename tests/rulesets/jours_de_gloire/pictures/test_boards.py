"""The maps of Jours de Gloire as boards: boxes that do not overlap, rivers that run, roads and bridges."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from pbem.engine.picture import Stroke
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.mapdata import Box
from rulesets.jours_de_gloire.pictures.layout import laid_out
from rulesets.jours_de_gloire.ruleset import ruleset
from tests.rulesets.kit.pictures import check_boards

SAMPLE = "eylau-1807"
MAPS = (SAMPLE, "danube-1809")


@cache
def real(scenario: str) -> JoursGame:
    return ruleset.game(scenario, {})


def strokes(one: JoursGame, *kinds: str) -> list[Stroke]:
    return [stroke for stroke in one.telling.pictures.boards()[0].strokes if stroke.kind in kinds]


@pytest.mark.parametrize("scenario", MAPS)
def test_the_board_has_every_box_once(scenario: str) -> None:
    one = real(scenario)
    check_boards(one, ruleset.game(scenario, {}), list(one.setting.boxes))
    (board,) = one.telling.pictures.boards()
    assert (board.grid, board.title) == ("boxes", one.setting.map.title)
    worth = {place.id: int(place.worth) for place in board.places if place.worth}
    assert worth == dict(one.setting.scenario.boxes)
    cities = {place.id for place in board.places if place.signs == ("city",)}
    assert cities == {box.id for box in one.setting.boxes.values() if box.city}


@pytest.mark.parametrize("scenario", MAPS)
def test_no_two_boxes_overlap_and_north_stays_up(scenario: str) -> None:
    one = real(scenario)
    layout, boxes = one.telling.pictures.layout, one.setting.boxes
    centres = [layout.centres[uid] for uid in sorted(boxes)]
    least = min(
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) for n, a in enumerate(centres) for b in centres[:n]
    )  # fmt: skip
    assert least >= layout.apart and layout.span * 5 <= layout.apart * 4
    assert min(min(point) for point in centres) >= layout.span
    # Boxes are pushed by little: who lies a good way farther north or east in the country does so in the picture.
    far = 3 * layout.apart
    for a in boxes.values():
        for b in boxes.values():
            if (a.lat - b.lat) * 10 > far:
                assert layout.centres[a.id][1] < layout.centres[b.id][1], (a.id, b.id)
            if (b.lon - a.lon) * 5 > far:
                assert layout.centres[a.id][0] < layout.centres[b.id][0], (a.id, b.id)


def test_boxes_in_one_spot_are_pushed_apart_too() -> None:
    spot = {
        uid: Box(uid, uid, lat, lon, "clear") for uid, lat, lon in (("a", 5000, 10), ("b", 5000, 10), ("c", 5040, 10))
    }
    layout = laid_out(spot)
    points = [layout.centres[uid] for uid in spot]
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= layout.apart > 0 for a, b in pairwise(points))


@pytest.mark.parametrize("scenario", MAPS)
def test_every_link_is_a_road_or_trail_and_its_water_a_mark(scenario: str) -> None:
    one = real(scenario)
    links = one.setting.map.links
    assert {":".join(stroke.ends) for stroke in strokes(one, "road") if stroke.ends} == {
        name for name, link in links.items() if link.kind == "plain"
    }
    assert {":".join(stroke.ends) for stroke in strokes(one, "trail") if stroke.ends} == {
        name for name, link in links.items() if link.kind == "dotted"
    }
    marks = {":".join(stroke.ends): stroke.kind for stroke in strokes(one, "bridge", "ford")}
    assert marks == {name: link.water for name, link in links.items() if link.water in ("bridge", "ford")}
    beyond = [stroke for stroke in strokes(one, "road", "trail") if not stroke.ends]
    assert len(beyond) == len(one.setting.map.entries)
    assert len({stroke.points for stroke in beyond}) == len(beyond)


@pytest.mark.parametrize("scenario", MAPS)
def test_a_river_leads_through_the_middle_of_each_link_across_it(scenario: str) -> None:
    one = real(scenario)
    centres = one.telling.pictures.layout.centres
    drawn = {stroke.name: stroke for stroke in strokes(one, "river", "stream") if stroke.name}
    assert drawn.keys() == {river.name for river in one.setting.map.rivers.values()}
    for river in one.setting.map.rivers.values():
        stroke = drawn[river.name]
        assert stroke.kind == {"major": "river", "minor": "stream"}[river.kind]
        ends = [tuple(centres[uid] for uid in name.split(":")) for name in river.links]
        middles = {((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in ends}
        if len(middles) > 1:
            assert middles <= set(stroke.points)
        # It does not run to and fro: hardly longer than from crossing to crossing across the whole map.
        width = max(x for x, _ in centres.values()) + max(y for _, y in centres.values())
        length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(stroke.points))
        assert length <= width * 3 // 2


def test_a_place_tells_its_ways_over_water_and_its_entries() -> None:
    places = {place.id: place for place in real(SAMPLE).telling.pictures.boards()[0].places}
    assert "entry posen-road: the road from Küstrin and the Oder (3.3-4)" in places["posen"].hover
    assert places["thorn"].hover[0] == "thorn: clear terrain, fortified city (8.8)"
    assert any(line.endswith("over the Vistula") for line in places["thorn"].hover)
