"""What maps of 1806 show: boards of each scenario, counters as they stand, arrows, fights, overlays, who is away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.picture import Board, Counter, Pictures, Scene
from pbem.engine.state import fresh
from rulesets.campaign_1806.game import CampaignGame
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.modes import OPEN
from tests.rulesets.campaign_1806.telling.asking import jena, standing
from tests.rulesets.campaign_1806.test_games import ALL, BATTLES, CAMPAIGNS, RULESET
from tests.rulesets.kit.pictures import check_board, check_boards, check_scene

Event = dict[str, Any]
AT = {"n1531": "suchet treilhard-v1 ney", "n1630": "boguslawski", "n1330": "baggage-fr davout"}


def drawn(game: CampaignGame) -> Pictures:
    found = game.telling.pictures
    assert found is not None
    return found


def scene_of(events: Sequence[Event] = (), **members: Any) -> Scene:
    return drawn(jena()).scene(standing(AT, **members), events=events)


def counter(uid: str, **members: Any) -> Counter:
    return next(one for one in scene_of(**members).counters if one.id == uid)


@cache
def board() -> Board:
    (found,) = drawn(jena()).boards()
    return found


# -- the map --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "1.2-1")
def test_the_board_of_a_battle_is_its_part_of_the_map() -> None:
    check_boards(jena(), jena(), list(jena().setting.field.neighbours))
    places = {place.id: place for place in board().places}
    assert (places["n1330"].name, places["n1330"].terrain) == ("Jena", "town")
    assert {"clear", "forest", "village", "town"} <= {place.terrain for place in places.values()}
    kinds = {stroke.kind for stroke in board().strokes}
    assert kinds == {"hedge", "stream", "river", "slope", "trail", "road", "bridge"}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [*BATTLES, *CAMPAIGNS])
def test_the_boards_of_every_scenario(scenario: str) -> None:
    game = RULESET.game(scenario, OPEN)
    for one in drawn(game).boards():
        check_board(one)
    check_scene(game, drawn(game).scene(game.start()))


@pytest.mark.rule(ID, "8.11-1")
@pytest.mark.rule(ID, "11.31A")
def test_what_is_said_of_a_hex() -> None:
    hover = {place.id: place.hover for place in board().places}
    assert hover["n1330"][0] == "town: 1 movement point (8.11)"
    assert "multiplies the defender by 3/2 (11.31)" in hover["n1330"]
    assert "French source of supply (14.2, 20.1)" in hover["n0401"]
    assert any(line.startswith("road: 1/2 movement point along it") for line in hover["n1330"])


# -- counters ---------------------------------------------------------------------------------


@pytest.mark.rule(ID, "1.31-2")
@pytest.mark.rule(ID, "1.32")
def test_a_counter_bears_its_figures() -> None:
    suchet = counter("suchet")
    assert (suchet.name, suchet.symbol, suchet.value, suchet.strength) == ("Suchet", "infantry", "12(5)5", 12)
    assert suchet.hover[:3] == ("Suchet", "French, V Corps", "infantry, strength 12, initiative 5, 5 movement points")
    vedette = counter("treilhard-v1")
    assert (vedette.name, vedette.symbol, vedette.value, vedette.strength) == ("Treilhard v1", "cavalry", "1/2(5)8", 1)
    assert (counter("ney").symbol, counter("ney").value) == ("leader", "(4)10")
    assert counter("davout").value == "[1]10"
    assert (counter("baggage-fr").symbol, counter("baggage-fr").value) == ("train", "(2)5")


@pytest.mark.rule(ID, "6.21-1")
def test_what_has_befallen_a_counter() -> None:
    worn = counter("suchet", reduced=["suchet"], out=["suchet"], marching=["suchet"], demoralized=["suchet"])
    assert (worn.value, worn.strength) == ("6(4)5", 6)
    assert worn.state == ("reduced", "on road march", "demoralized", "out of command")
    assert "12 strength points on its other counter (6.2)" in worn.hover


def test_the_countersheet_has_everybody_once() -> None:
    sheet = drawn(jena()).countersheet()
    ids = [one.id for one in sheet]
    assert len(ids) == len(set(ids)) and {"suchet", "treilhard-v1", "replacement-f1", "ruchel"} <= set(ids)
    assert "orange" not in ids, "he does not fight at Jena"


# -- what happened ------------------------------------------------------------------------------


@pytest.mark.rule(ID, "11.3")
def test_a_combat_is_shown_with_its_calculation() -> None:
    game = RULESET.game("saalfeld", ALL)
    state = fresh(game.start(), hidden=False)
    player = RandomPlayer(random.Random("pictures").randrange, 1, game)
    letters, fights = dict(zip(game.scenario.armies, "ab", strict=True)), 0
    while not state["over"]:
        player.phases = 1
        outcome = advance(game, state, player, letters)
        state, events = outcome.state, outcome.events
        shown = drawn(game).scene(state["at"], events=events)
        check_scene(game, shown)
        combats = [event for event in events if event["kind"] == "combat"]
        assert [(fight.text, fight.dice) for fight in shown.fights] == [(e["result"], (e["die"],)) for e in combats]
        fights += len(combats)
    assert fights
    for name in drawn(game).overlays():
        areas = drawn(game).overlay(name, state["at"]).areas
        assert all(area.places and set(area.places) <= game.setting.field.neighbours.keys() for area in areas)


def test_a_march_is_one_arrow_for_all_who_go_and_none_once_it_is_taken_back() -> None:
    march = {"kind": "moved", "unit": "suchet", "units": ["suchet", "ney"], "path": ["n1530", "n1531"]}
    (arrow,) = scene_of([march]).arrows
    assert (arrow.kind, arrow.places, arrow.who) == ("march", ("n1530", "n1531"), ("suchet", "ney"))
    (rest,) = scene_of([march, {"kind": "undone", "unit": "ney"}]).arrows
    assert rest.who == ("suchet",)
    assert not scene_of([march, {"kind": "undone", "unit": "ney"}, {"kind": "undone", "unit": "suchet"}]).arrows
    assert not scene_of([{**march, "path": ["n1531"]}]).arrows


ARROWS: Sequence[tuple[Event, str, tuple[str, ...]]] = [
    ({"kind": "advanced", "units": ["suchet"], "at": "n1530", "to": "n1531"}, "advance", ("n1530", "n1531")),
    ({"kind": "left", "unit": "bila", "path": ["n1630", "n1730"]}, "retreat", ("n1630", "n1730")),
    ({"kind": "displaced", "unit": "suchet", "at": "n1530", "to": "n1531"}, "retreat", ("n1530", "n1531")),
    ({"kind": "flew", "unit": "ney", "at": "n1530", "to": ""}, "retreat", ("n1530",)),
    ({"kind": "reorganized", "unit": "suchet", "at": "n1531"}, "entry", ("n1531",)),
    ({"kind": "disengaged", "unit": "bila", "path": ["n1630", "n1730"]}, "retreat", ("n1630", "n1730")),
]


@pytest.mark.parametrize(("event", "kind", "places"), ARROWS)
def test_the_arrow_of_an_event(event: Event, kind: str, places: tuple[str, ...]) -> None:
    (arrow,) = scene_of([event]).arrows
    assert (arrow.kind, arrow.places) == (kind, places)


@pytest.mark.rule(ID, "8.41-3")
@pytest.mark.rule(ID, "9.2-1")
def test_bridges_that_are_down_and_pontoons_are_drawn() -> None:
    side = "/".join(sorted(jena().setting.field.sides["bridge"])[0])
    strokes = scene_of(damaged=[side], pontoons={side: ["bridge-fr", "prussian"]}).strokes
    assert [stroke.kind for stroke in strokes] == ["broken", "pontoon"]
    assert all("/".join(stroke.ends) == side and len(stroke.points) == 2 for stroke in strokes)
    bridges = [stroke.points for stroke in board().strokes if stroke.kind == "bridge"]
    assert strokes[0].points in bridges


# -- beside the map -----------------------------------------------------------------------------


@pytest.mark.rule(ID, "6.12-1")
def test_who_is_on_no_map_is_told_beside_it() -> None:
    beside = scene_of(
        boxes={"gazan": "day", "tilly": "gone", "murat": "captured", "treilhard": "broken"},
        late={"lannes": "n0401"},
        pontoons={"n1330/n1331": ["bridge-fr", "prussian"]},
    ).beside
    assert beside["French, lost today, may be reorganized after a night"] == ("Gazan 8(5)5",)
    assert beside["French, lost for good"] == ("Tilly 2(5)7",)
    assert beside["French, captured"] == ("Murat commander [1]",)
    assert beside["French, broken down into vedettes"] == ("Treilhard 2(5)7",)
    assert beside["French, flown"] == ("Lannes commander [1], comes in again at n0401",)
    assert beside["French, pontoons"] == (
        "French bridge train between n1330 (Jena) and n1331, in the hands of the Prussian army",
    )


@pytest.mark.rule(ID, "15.0")
def test_who_is_to_come_is_told_with_turn_and_place() -> None:
    game = RULESET.game("erfurt", OPEN)
    beside = drawn(game).scene(game.start()).beside
    assert any(" October, " in line and ": " in line for line in beside["French, to come"])


# -- overlays and orders --------------------------------------------------------------------------


@pytest.mark.rule(ID, "7.2-1")
def test_overlays() -> None:
    pictures, at = drawn(jena()), standing(AT, out=["suchet"])
    assert list(pictures.overlays()) == ["zoc", "command", "supply"]
    zones = pictures.overlay("zoc", at).areas
    assert [area.army for area in zones] == ["french", "prussian"] and "n1530" in zones[0].places
    command = {area.text: area for area in pictures.overlay("command", at).areas}
    assert {"n1531", "n1431"} <= set(command["range of Ney"].places)
    assert (command["French: out of command"].kind, command["French: out of command"].places) == ("cut", ("n1531",))
    assert any(area.kind == "zone" for area in pictures.overlay("supply", at).areas)
    assert "supply" not in drawn(RULESET.game("jena", OPEN)).overlays()
    with pytest.raises(KeyError):
        pictures.overlay("weather", at)


def test_orders_have_arrows() -> None:
    orders = {
        "orders": [{"units": ["suchet", "ney"], "path": ["n1531", "march", "n1530"]}],
        "attacks": [{"on": ["n1630"], "with": ["n1530"]}],
    }
    march, attack = drawn(jena()).ordered(standing(AT), orders)
    assert (march.kind, march.places, march.who) == ("ordered", ("n1531", "n1530"), ("suchet", "ney"))
    assert (attack.kind, attack.places, attack.who) == ("attack ordered", ("n1530", "n1630"), ("suchet",))
    (out,) = drawn(jena()).ordered(standing(AT, 1), {"disengage": [{"units": ["suchet"], "path": ["n1530"]}]})
    assert out.places == ("n1531", "n1530")
