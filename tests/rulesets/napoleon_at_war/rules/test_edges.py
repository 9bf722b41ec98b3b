"""Section 17: leaving the maps, and the Intermap Transit Track. One row, one case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.options import Json
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.march.entry import due_units
from tests.rulesets.napoleon_at_war.playing import Moved, moved, path, real, standing_at

JENA = {"jena": "prussian"}
AUERSTADT = {"auerstadt": "prussian"}


def play(turn: int, army: str, at: dict[str, str], *moves: Json, choice: str = "A", **rest: Any) -> Moved:
    """A Movement Phase with nobody due but those that are named."""
    game = real()
    named = {move["unit"] for move in moves}
    everybody = {unit for t in (turn,) for unit in due_units(game.setting, Position(t, army, choice), army)}
    rest.setdefault("lost", {})
    out = everybody - named - set(at)
    return moved(game, standing_at(game, turn, army, at, choice=choice, out=out, **rest), *moves)


# (turn, army, unit, hex, order, who is demoralized, case of the refusal or "")
ROWS = [
    pytest.param(
        "prussian", "sax-cav", "2907", {"exit": "west"}, {}, "17.0-1", marks=pytest.mark.rule("naw", "17.0-1")
    ),
    pytest.param("french", "suc-1", "2907", {"exit": "west"}, JENA, "", marks=pytest.mark.rule("naw", "17.0-1")),
    pytest.param(
        "prussian", "blu", "0130", {"exit": "east"}, AUERSTADT, "17.0-2", marks=pytest.mark.rule("naw", "17.0-2")
    ),
    pytest.param("prussian", "blu", "1122", {"exit": "south"}, AUERSTADT, "", marks=pytest.mark.rule("naw", "17.0-2")),
    pytest.param(
        "french", "suc-1", "1034", {"exit": "north"}, AUERSTADT, "17.0-3", marks=pytest.mark.rule("naw", "17.0-3")
    ),
    pytest.param("french", "suc-1", "0130", {"exit": "east"}, AUERSTADT, "", marks=pytest.mark.rule("naw", "17.0-3")),
    pytest.param("french", "suc-1", "1222", {"transit": "eastern"}, {}, "", marks=pytest.mark.rule("naw", "17.0-5")),
    pytest.param(
        "prussian", "blu", "1122", {"transit": "eastern"}, AUERSTADT, "17.0-7", marks=pytest.mark.rule("naw", "17.0-7")
    ),
    pytest.param(
        "french", "suc-1", "2910", {"transit": "western"}, JENA, "17.24-1", marks=pytest.mark.rule("naw", "17.24-1")
    ),
    pytest.param(
        "french", "suc-1", "1020", {"transit": "western"}, {}, "17.1-1", marks=pytest.mark.rule("naw", "17.1-1")
    ),
]


@pytest.mark.parametrize(("army", "unit", "at", "how", "broken", "case"), ROWS)
def test_leaving_a_map(army: str, unit: str, at: str, how: dict[str, str], broken: dict[str, str], case: str) -> None:
    """Over the right edge, at the right time, by the right army."""
    played = play(6, army, {unit: at}, path(unit, at, **how), broken=broken)
    assert [f.case for _, f in played.faults] == ([case] if case else [])
    assert (unit in played.at) == bool(case)


@pytest.mark.rule("naw", "17.0-4")
def test_who_left_for_good_never_comes_back() -> None:
    """Not on the next turn, not on any edge."""
    played = play(9, "prussian", {"sax-cav": "2907"}, path("sax-cav", "2907", exit="west"), broken=JENA)
    position = played.board.position
    assert position.exited == {"sax-cav": ("jena", "west")}
    assert played.kinds("exited")[0]["battle"] == "jena"
    position.turn = 10
    again = moved(real(), position, path("sax-cav", "2907"))
    assert [f.case for _, f in again.faults] == ["17.0-4"]


@pytest.mark.rule("naw", "17.0-5")
def test_the_track_is_closed_under_option_b() -> None:
    """It would lead to a map on which nothing may stand (ruling 30)."""
    played = play(6, "french", {"suc-1": "1020"}, path("suc-1", "1020", transit="eastern"), choice="B")
    assert [f.case for _, f in played.faults] == ["17.0-5"]


@pytest.mark.rule("naw", "17.0-6")
@pytest.mark.parametrize(
    ("hexes", "cost"),
    [
        (("2907",), "1"),
        (("0101",), "2"),
        (("2906",), "1/2"),
        (("2806", "2906"), "1/2"),
        (("2905", "2906"), "1"),
        (("2907", "2906"), "1"),
    ],
)
def test_leaving_costs_the_ground_that_is_left(hexes: tuple[str, ...], cost: str) -> None:
    """Clear one, forest two; half a point by a road that the unit came by or began on (ruling 31)."""
    edge = "west" if hexes[-1].startswith("29") else "east"
    played = play(6, "french", {"suc-1": hexes[0]}, path("suc-1", *hexes, exit=edge), broken=JENA)
    assert played.faults == []
    assert [e["cost"] for e in played.kinds("exited")] == [cost]


@pytest.mark.rule("naw", "17.0-6")
def test_who_cannot_pay_for_the_edge_stays() -> None:
    """Three points to the edge, none left for the step beyond."""
    hexes = ("2707", "2807", "2907")
    played = play(4, "french", {"suc-1": "2709"}, path("suc-1", "2709", "2808", "2908", exit="west"), broken=JENA)
    assert [f.case for _, f in played.faults] == ["17.0-6"]
    assert played.at["suc-1"] == "2709"
    assert play(6, "french", {"suc-1": "2707"}, path("suc-1", *hexes, exit="west"), broken=JENA).faults == []


@pytest.mark.rule("naw", "17.0-7")
def test_a_prussian_who_left_is_not_on_his_way_to_the_other_map() -> None:
    """South Auerstadt is an exit, not a road to Jena."""
    played = play(8, "prussian", {"blu": "1122"}, path("blu", "1122", exit="south"), broken=AUERSTADT)
    assert played.board.position.track == {}
    position = played.board.position
    position.turn = 11
    assert "blu" not in due_units(real().setting, position, "prussian")


@pytest.mark.rule("naw", "17.1-1")
def test_a_unit_goes_onto_the_first_space_of_its_section() -> None:
    """From a hex of North Jena beside the eastern section, over turn 6."""
    played = play(6, "french", {"suc-1": "0920"}, path("suc-1", "0920", transit="eastern"))
    assert played.board.position.track == {"suc-1": ("eastern", 1, "jena")}
    assert played.kinds("transit")[0]["from"] == "0920"


@pytest.mark.rule("naw", "17.1-2")
def test_a_unit_advances_one_space_a_turn() -> None:
    """By order or without one; a wait keeps it."""
    track = {"suc-1": ("eastern", 1, "jena"), "suc-2": ("eastern", 1, "jena"), "gaz-1": ("eastern", 1, "jena")}
    orders = ({"unit": "suc-1", "track": "advance"}, {"unit": "gaz-1", "track": "wait"})
    first = play(7, "french", {}, *orders, track=track).board.position
    assert [first.track[unit][1] for unit in ("suc-1", "suc-2", "gaz-1")] == [2, 2, 1]
    first.turn = 8
    assert moved(real(), first).board.position.track["suc-1"] == ("eastern", 3, "jena")


@pytest.mark.rule("naw", "17.1-3")
def test_a_unit_leaves_the_track_from_the_third_space() -> None:
    """Three turns after it went there; not from the second space, and it goes no further than the third."""
    order = path("suc-1", "0922")
    early = play(8, "french", {}, order, track={"suc-1": ("eastern", 2, "jena")})
    assert [f.case for _, f in early.faults] == ["17.1-3"]
    ready = play(9, "french", {}, order, track={"suc-1": ("eastern", 3, "jena")})
    assert ready.faults == []
    assert (ready.at["suc-1"], ready.board.position.track) == ("0922", {})
    on = play(9, "french", {}, {"unit": "suc-1", "track": "advance"}, track={"suc-1": ("eastern", 3, "jena")})
    assert [f.case for _, f in on.faults] == ["17.1-3"]


@pytest.mark.rule("naw", "17.21-1")
def test_nobody_returns_to_a_map_that_he_left() -> None:
    """Neither straight from the track nor by crossing it again."""
    back = play(9, "french", {}, path("suc-1", "0920"), track={"suc-1": ("eastern", 3, "jena")})
    assert [f.case for _, f in back.faults] == ["17.21-1"]
    came = {"suc-1": "jena"}
    again = play(10, "french", {"suc-1": "0922"}, path("suc-1", "0922", transit="eastern"), came_from=came)
    assert [f.case for _, f in again.faults] == ["17.21-1"]


@pytest.mark.rule("naw", "17.21-2")
def test_units_on_the_track_are_out_of_reach() -> None:
    """They control nothing, touch nobody and stand nowhere."""
    at = {"suc-1": "0920", "gra-1": "0918"}
    board = play(6, "french", at, path("suc-1", "0920", transit="eastern")).board
    assert board.on_map("french") == ()
    assert not board.in_zone("0919", "french")
    assert board.in_contact("gra-1") == ()


@pytest.mark.rule("naw", "17.21-3")
def test_a_unit_waits_on_the_track_but_never_turns_back() -> None:
    """As long as its owner likes."""
    track = {"suc-1": ("eastern", 2, "jena")}
    waiting = play(9, "french", {}, {"unit": "suc-1", "track": "wait"}, track=track)
    assert waiting.board.position.track == track
    assert waiting.kinds("waits")[0]["case"] == "17.21-3"
    back = play(9, "french", {}, path("suc-1", "0920"), track=track)
    assert [f.case for _, f in back.faults] == ["17.21-1"]
    early = play(9, "french", {}, path("suc-1", "0822"), track=track)
    assert [f.case for _, f in early.faults] == ["17.1-3"]
    for order in ("back", ""):
        odd = play(9, "french", {}, {"unit": "suc-1", "track": order} if order else {"unit": "suc-1"}, track=track)
        assert [f.case for _, f in odd.faults] == ["17.21-3"]


@pytest.mark.rule("naw", "5.32")
def test_an_entry_from_the_track_that_is_taken_back_leads_back_onto_it() -> None:
    """Two friends may not end in one hex: the move listed last is undone, and its unit stands on the track again."""
    track = {"suc-1": ("eastern", 3, "jena")}
    entry = next(
        iter(due_units(real().setting, Position(9, "french", "A", track=dict(track)), "french")["suc-1"].hexes)
    )
    played = play(9, "french", {"gaz-1": entry}, path("suc-1", entry), track=track)
    assert [event["unit"] for event in played.kinds("undone")] == ["suc-1"]
    assert played.board.position.track == track and played.at == {"gaz-1": entry}


@pytest.mark.rule("naw", "17.0-5")
def test_a_unit_leaves_for_good_or_onto_the_track() -> None:
    """Going onto the track is free before anybody is demoralized; it does not open the exit for good."""
    both = play(6, "french", {"gaz-1": "0720"}, path("gaz-1", "0720", transit="eastern", exit="north"))
    assert [f.case for _, f in both.faults] == ["17.0-5"]
    assert both.at["gaz-1"] == "0720"


@pytest.mark.rule("naw", "17.22")
def test_who_leaves_is_not_lost() -> None:
    """Losses stay as they are; the exit is on record."""
    at = {"gra-1": "2907", "gra-2": "2909"}
    orders = [path(unit, hex_, exit="west") for unit, hex_ in at.items()]
    board = play(9, "prussian", at, *orders, broken=JENA, lost={"tau-1": "jena"}).board
    assert board.lost_at("prussian", "jena") == 6
    assert board.position.exited == {"gra-1": ("jena", "west"), "gra-2": ("jena", "west")}


@pytest.mark.rule("naw", "16.1-1")
def test_nobody_leaves_into_a_wood_by_night() -> None:
    """Beyond the edge lies what is before it (17.0-6), and at night that is closed."""
    at = {"gra-1": next(h for h in real().setting.field.edges["jena"]["east"] if real().setting.barred_at_night(h))}
    order = path("gra-1", at["gra-1"], exit="east")
    setting = replace(real().setting, exits={"prussian": {"jena": ("east",)}})
    game = NapoleonGame(setting, real().scenario, {})
    night = moved(game, standing_at(game, 3, "prussian", at, choice="A", broken=JENA), order)
    assert [f.case for _, f in night.faults] == ["16.1-1"]


@pytest.mark.rule("naw", "17.24-2")
def test_a_unit_comes_out_of_its_own_section() -> None:
    """Not near 0128 from the western one, unless that is the nearest hex left."""
    track = {"suc-1": ("western", 3, "jena")}
    far = play(9, "french", {}, path("suc-1", "0322"), track=track)
    assert [f.case for _, f in far.faults] == ["17.24-2"]
    assert "1522" in far.faults[0][1].legal
    western = real().setting.field.sections["auerstadt"]["western"]
    prussians = [u.id for u in real().setting.roster.of("prussian")]
    closed = dict(zip(prussians, western, strict=False))
    near = play(9, "french", closed, path("suc-1", "1322"), track=track)
    assert near.faults == []
