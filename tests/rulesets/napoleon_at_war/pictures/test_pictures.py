"""Jena-Auerstadt as a picture: hexes without distortion, roads that join, every counter once; the luck of its dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pbem.engine.calculation import Calculation, Counted, Effect, Strength, column_text
from pbem.engine.picture import Arrow, Board, Stroke, overlaid
from pbem.hexgame.telling.figures import combat_worths
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.pictures.pictures import value
from tests.rulesets.kit.pictures import check_boards, check_fortune, check_scene, events_of, sample
from tests.rulesets.napoleon_at_war.playing import real, small, standing_at

SAMPLE = "jena-auerstadt"


def board(game: NapoleonGame, number: int = 0) -> Board:
    return game.telling.pictures.boards()[number]


def strokes(sheet: Board, kind: str) -> list[Stroke]:
    return [stroke for stroke in sheet.strokes if stroke.kind == kind]


# -- boards --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [real(), small()], ids=["jena-auerstadt", "small"])
def test_boards_have_every_hex_once(game: NapoleonGame) -> None:
    fresh = NapoleonGame(game.setting, game.scenario, {})
    check_boards(game, fresh, game.setting.field.hexes)
    assert [sheet.id for sheet in game.telling.pictures.boards()] == list(game.setting.field.titles)
    assert all(sheet.grid == "hex" for sheet in game.telling.pictures.boards())


def test_hexes_are_regular() -> None:
    """All sides and all half diagonals alike, but for a ten-thousandth."""
    for place in board(real()).places:
        x, y = place.centre
        squares = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in pairwise((*place.outline, place.outline[0]))]
        squares += [(a - x) ** 2 + (b - y) ** 2 for a, b in place.outline]
        assert max(squares) * 5000 <= min(squares) * 5001


def test_a_counter_fits_into_a_hex() -> None:
    sheet = board(real())
    heights = {max(y for _, y in place.outline) - min(y for _, y in place.outline) for place in sheet.places}
    assert all(sheet.span * 4 < height * 3 for height in heights)


def test_north_is_up_and_west_is_left() -> None:
    centres = {place.id: place.centre for place in board(real()).places}
    assert centres["0610"][1] < centres["0608"][1] and centres["2009"][0] < centres["0610"][0]


def test_a_place_tells_terrain_names_and_who_comes_in() -> None:
    places = {place.id: place for sheet in real().telling.pictures.boards() for place in sheet.places}
    closwitz, entry, top = places["0610"], places["0128"], places["0528"]
    assert (closwitz.name, closwitz.terrain, closwitz.label) == ("Closwitz", "town", "0610")
    assert closwitz.hover[0] == "town: 1 movement point, doubles the defender (9.0)"
    assert "French reinforcements of Game-Turn 4: III Corps, Davout" in entry.hover
    assert "east edge of the map" in entry.hover
    assert top.signs == ("slope",) and top.hover[1] == "low side of a slope: 1 movement point more uphill (5.26)"
    assert "adjoins the eastern section of the transit track (17.1)" in places["0322"].hover


def test_every_hexside_with_water_is_drawn_once() -> None:
    field = real().setting.field
    for sheet in real().telling.pictures.boards():
        for kind in ("river", "stream"):
            drawn = Counter(frozenset(piece) for stroke in strokes(sheet, kind) for piece in pairwise(stroke.points))
            there = [pair for pair in field.sides[kind] if field.map_of[pair[0]] == sheet.id]
            assert len(drawn) == len(there) and set(drawn.values()) <= {1}


def test_slopes_name_the_low_side_first_and_bridges_cross_their_hexside() -> None:
    field = real().setting.field
    for sheet in real().telling.pictures.boards():
        centres = {place.id: place.centre for place in sheet.places}
        slopes, bridges = strokes(sheet, "slope"), strokes(sheet, "bridge")
        assert len(slopes) == sum(field.map_of[a] == sheet.id for a, _ in field.sides["slope"])
        assert all(
            stroke.ends[0] in field.marked("slope") and stroke.ends[1] not in field.marked("slope") for stroke in slopes
        )
        assert len(bridges) == sum(field.map_of[a] == sheet.id for a, _ in field.sides["bridge"])
        for bridge in bridges:
            nearest = [min(centres, key=lambda at: _squared(centres[at], point)) for point in bridge.points]
            assert tuple(nearest) == bridge.ends


def _squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def test_roads_run_from_centre_to_centre_and_over_the_edge() -> None:
    field = real().setting.field
    for sheet in real().telling.pictures.boards():
        at = {place.centre: place.id for place in sheet.places}
        pieces = [piece for stroke in strokes(sheet, "road") for piece in pairwise(stroke.points)]
        inside = Counter(frozenset((at[a], at[b])) for a, b in pieces if a in at and b in at)
        there = {frozenset(pair) for pair in field.ways["road"] if field.map_of[pair[0]] == sheet.id}
        assert inside == dict.fromkeys(there, 1)
        leaving = {at.get(a) or at[b] for a, b in pieces if not (a in at and b in at)}
        assert leaving == {end for end in field.way_ends if field.map_of[end] == sheet.id and field.edges_of(end)}


def test_a_trail_of_the_small_field_is_drawn_too() -> None:
    assert strokes(board(small()), "trail") and strokes(board(small()), "river")


# -- scenes --------------------------------------------------------------------------------


def check_everybody_is_somewhere(game: NapoleonGame, at: Any) -> None:
    """naw 14.0-1: each counter in play lies on a board or is named beside it, once."""
    scene, units = game.telling.pictures.scene(at), game.setting.roster.units
    due = {unit for group in game.setting.groups for unit in group.units}
    in_play = {*game.setting.setup, *due, *at["at"]}
    beside = Counter(
        (heading.partition(",")[0], told)
        for heading, told_lines in scene.beside.items()
        for line in told_lines
        for told in line.rpartition(": ")[2].split(", ")
    )
    lying = {counter.id for counter in scene.counters}
    absent = [units[unit] for unit in in_play - lying]
    assert lying == set(at["at"]) and lying <= in_play
    assert beside == Counter((game.telling.name(unit.army), f"{unit.name} {value(unit)}") for unit in absent)


def test_after_every_message_of_the_sample_each_counter_is_somewhere() -> None:
    game, moments = sample(SAMPLE)
    assert len(moments) > 20
    for at, events in moments:
        check_scene(game, game.telling.pictures.scene(at, events=events))
        check_everybody_is_somewhere(game, at)


def test_beside_the_maps_of_every_kind() -> None:
    game = real()
    at = standing_at(
        game,
        9,
        "french",
        {"suc-1": "0609"},
        choice="B",
        track={"kle": ("western", 2, "jena")},
        lost={"tau-1": "jena"},
        exited={"dhy": ("jena", "west")},
        out={"ruch-1", "ruch-2"},
    ).to_json()
    beside = game.telling.pictures.scene(at).beside
    assert beside["French, in transit"] == ("western section, space 2, from Jena: Klein 4-5",)
    assert beside["Prussian, eliminated"] == ("Jena: 1/Tauenzien 6-3",)
    assert beside["Prussian, left the map"] == ("Jena, west edge: Dhyrn 3-3",)
    assert beside["Prussian, never coming"] == ("1/Ruchel 7-3, 2/Ruchel 7-3",)
    assert (
        "Game-Turn 9 over the north edge of Jena: 1/Gudin 7-4, 2/Gudin 7-4, Gudin artillery 3-3"
        in (beside["French, to come"])
    )


def test_a_secret_option_leaves_both_dates_open() -> None:
    game = real()
    check_everybody_is_somewhere(game, game.start())
    first = game.telling.pictures.scene(game.start()).beside["Prussian, to come"][0]
    assert first.startswith("Game-Turn 2 at 1622 (Option A) or Game-Turn 1 at 2320 (Option B): 1/1 6-3")
    louis = real("louis", "bernadotte")
    check_everybody_is_somewhere(louis, louis.start())
    (sahuc,) = [
        line for line in louis.telling.pictures.scene(louis.start()).beside["French, to come"] if "Sahuc" in line
    ]
    assert sahuc.startswith("Game-Turn 10 at 0820 or 0128: ")


def test_a_counter_says_what_is_printed_on_it_and_what_befell_it() -> None:
    game = real()
    at = standing_at(game, 6, "french", {"i-cav": "0610", "tau-1": "0808"}, broken={"jena": "french"}).to_json()
    horse, foot = game.telling.pictures.scene(at).counters
    assert (horse.symbol, horse.name, horse.value, horse.strength) == ("cavalry", "I Corps", "2-5", 2)
    assert (horse.state, foot.state) == (("demoralized",), ())
    assert horse.hover[:2] == ("I Corps cavalry", "French, I Corps, Bernadotte")
    assert "there from the beginning, at 0610 (Closwitz)" in foot.hover


def test_arrows_are_the_movements_that_were_told_and_not_undone() -> None:
    kinds = {"moved", "entered", "retreated", "displaced", "advanced", "exited"}
    game, moments = sample(SAMPLE)
    for at, events in moments:
        told = [
            event for event in events if event["kind"] in kinds or (event.get("from") and event["kind"] == "transit")
        ]
        undone = sum(event["kind"] == "undone" for event in events)
        assert len(game.telling.pictures.scene(at, events=events).arrows) == len(told) - undone
    march = {"kind": "moved", "unit": "suc-1", "path": ["0508", "0509"], "from": "0508", "to": "0509"}
    other = {**march, "unit": "suc-2"}
    undone = {"kind": "undone", "unit": "suc-1", "at": "0509", "to": "0508", "case": "5.32", "text": ""}
    assert [arrow.who for arrow in game.telling.pictures.scene(game.start(), events=[march, other, undone]).arrows] == [
        ("suc-2",)
    ]


def test_a_path_over_the_edge_ends_there() -> None:
    game = real()
    events = [{"kind": "exited", "unit": "dhy", "from": "2901", "edge": "west", "battle": "jena", "case": "17.0-4"}]
    events += [{"kind": "transit", "unit": "kle", "section": "western", "space": 2, "from": "", "case": "17.1-2"}]
    (arrow,) = game.telling.pictures.scene(game.start(), events=events).arrows
    assert (arrow.places, arrow.kind, arrow.army) == (("2901",), "exit", "prussian")


def test_fights_are_the_combats() -> None:
    game, moments = sample(SAMPLE)
    for at, events in moments:
        combats = [event for event in events if event["kind"] == "combat"]
        fights = game.telling.pictures.scene(at, events=events).fights
        assert [(list(f.at), f.text) for f in fights] == [(event["on"], event["result"]) for event in combats]
        for fight, event in zip(fights, combats, strict=True):
            assert set(fight.by) == {one["hex"] for one in event["attackers"]}
            assert column_text(event["calculation"], lowered="7.9") in fight.hover
            assert fight.hover[-1].startswith(f"die {event['die']}: {event['result']}, ")


COMBAT = {
    "kind": "combat",
    "id": "a1",
    "on": ["0610"],
    "attackers": [
        {"unit": "suc-1", "hex": "0609", "strength": 8, "bombards": False, "via": ""},
        {"unit": "suc-2", "hex": "0711", "strength": 8, "bombards": False, "via": "stream"},
        {"unit": "gd-art", "hex": "0608", "strength": 10, "bombards": True, "via": ""},
    ],
    "defenders": [{"unit": "tau-1", "hex": "0610", "strength": 6}],
    "calculation": Calculation(
        (
            Strength("attacker", (Counted("suc-1", 8), Counted("suc-2", 8), Counted("gd-art", 10)), 26),
            Strength("defender", (Counted("tau-1", 6, (Effect(2, "town hex 0610", "9.0"),), "0610"),), 12),
        ),
        "2-1",
        (Effect(-1, "the attacking French units are demoralized", "18.11"),),
        "1-1",
        "1-2",
    ).told(),
    "die": 2,
    "result": "Dr",
}


def test_the_calculation_is_told_step_by_step() -> None:
    (fight,) = real().telling.pictures.scene(real().start(), events=[COMBAT]).fights
    assert fight.by == ("0609", "0711", "0608")
    assert fight.hover == (
        "Attack a1",
        "1/Suchet 8 from 0609",
        "2/Suchet 8 from 0711, through a stream hexside",
        "Guard artillery 10 from 0608, bombarding (8.1)",
        "against 1/Tauenzien 6 x 2 town hex 0610 (9.0) = 12 in 0610 (Closwitz)",
        "26 : 12 is 2-1; -1 the attacking French units are demoralized (18.11): 1-1;"
        " lowered by the attacker to 1-2 (7.9)",
        "chances: Ar 2/3, Dr 1/3",
        "die 2: Dr, the defenders retreat",
    )


# -- figures -------------------------------------------------------------------------------


def test_what_a_result_is_worth() -> None:
    """Bombarders risk nothing; an exchange is paid as cheaply as possible."""
    assert combat_worths(COMBAT) == {
        "De": 6,
        "Dr": Fraction(3, 2),
        "Ex": 6 - 8,
        "Ar": -4,
        "Ae": -16,
    }
    guns = {**COMBAT, "attackers": COMBAT["attackers"][2:]}  # type: ignore[index]
    assert combat_worths(guns) == {"De": 6, "Dr": Fraction(3, 2), "Ex": 6, "Ar": 0, "Ae": 0}


def test_the_luck_of_every_combat() -> None:
    game = real()
    (fortune,) = game.telling.figures.fortunes([{"kind": "moved"}, COMBAT])
    assert (fortune.army, fortune.actual) == ("french", Fraction(3, 2))
    assert fortune.chances == ((Fraction(-4), Fraction(2, 3)), (Fraction(3, 2), Fraction(1, 3)))
    assert (fortune.expected, fortune.variance) == (Fraction(-13, 6), Fraction(121, 18))
    events = events_of(SAMPLE)
    fortunes = game.telling.figures.fortunes(events)
    assert len(fortunes) == sum(event["kind"] == "combat" for event in events) > 40
    for one in fortunes:
        check_fortune(one, game.scenario.armies)


def test_tally_counts_what_the_rules_count() -> None:
    game, moments = sample(SAMPLE)
    for at, _ in moments:
        tally, board_ = game.telling.figures.tally(at), game.board(at)
        assert tally.lost == {
            army: sum(board_.lost_at(army, battle) for battle in board_.field.titles) for army in game.scenario.armies
        }
        assert all(tally.held[army] >= len(board_.on_map(army)) for army in game.scenario.armies)
    over = game.over(moments[-1][0])
    assert game.telling.figures.tally(moments[-1][0]).points == over["points"]
    assert set(game.telling.figures.tally(game.start()).units) == {"lost", "held", "points"}


def test_hexes_held_are_those_without_the_enemy() -> None:
    """Two units alone hold a hex and its neighbours; side by side each loses what the other reaches."""
    game = real()
    alone = standing_at(game, 6, "french", {"suc-1": "1616", "tau-1": "2009"}).to_json()
    assert game.telling.figures.tally(alone).held == {"french": 7, "prussian": 7}
    beside = standing_at(game, 6, "french", {"suc-1": "1616", "tau-1": "1617"}).to_json()
    assert game.telling.figures.tally(beside).held == {"french": 4, "prussian": 4}


# -- overlays and orders that wait -----------------------------------------------------------


@pytest.mark.rule("naw", "6.0-1")
def test_the_overlay_has_the_zones_of_both_armies() -> None:
    game = real()
    at = game.start()
    (overlay,) = overlaid(game.telling.pictures, ["zoc"], at)
    assert game.telling.pictures.overlays() == {"zoc": overlay.title} and overlay.lines == ()
    board = game.board(at)
    for area in overlay.areas:
        assert area.kind == "zone"
        assert set(area.places) == {hex_ for hex_ in game.setting.field.hexes if board.in_zone(hex_, area.army)}
    assert [area.army for area in overlay.areas] == list(game.setting.armies)
    with pytest.raises(KeyError):
        overlaid(game.telling.pictures, ["supply"], at)


def test_orders_are_arrows_before_they_are_carried_out() -> None:
    game = real()
    at = game.start()
    unit = next(u for u, army in ((u, game.setting.roster.units[u].army) for u in at["at"]) if army == "french")
    start = at["at"][unit]
    to = game.setting.field.neighbours[start][0]
    foe = game.setting.field.neighbours[to][0]
    late = next(u for u in game.setting.roster.units if u not in at["at"])
    orders = {
        "moves": [{"unit": unit, "path": [to]}, {"unit": late, "path": [to]}, {"unit": "nobody", "path": [to]}],
        "attacks": [{"id": "a", "on": [foe], "by": [unit], "bombard": []}, {"id": "b", "on": [foe], "by": [unit]}],
    }
    army = game.setting.roster.units[late].army
    assert game.telling.pictures.ordered(at, orders) == (
        Arrow("french", (start, to), "ordered", (unit,)),
        Arrow(army, (to,), "ordered", (late,)),
        Arrow("french", (to, foe), "attack ordered", (unit,)),
    )
    # A path that begins with the unit's own hex is the same march, and one that ends there is none.
    assert game.telling.pictures.ordered(at, {"moves": [{"unit": unit, "path": [start, to]}]})[0].places == (start, to)
    assert game.telling.pictures.ordered(at, {"moves": [{"unit": unit, "path": [start], "exit": "north"}]}) == ()
