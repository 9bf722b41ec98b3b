"""The contract of rulebooks: small protocols, and parts that are None where a ruleset has none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.engine.contract import Compiled, Game, PlacedRefusal, Ruleset, Telling, Writing
from pbem.engine.desk import Combat, Course, Movable, Move, OrdersDesk, Step, desk_behind
from pbem.engine.figures import GameFigures
from pbem.engine.hidden import Accusation, Contingent, HiddenForces
from pbem.engine.odds_query import GameOdds
from pbem.engine.options import Refusal
from pbem.engine.picture import Pictures
from pbem.engine.standing import StandingOrders
from pbem.engine.state import fresh
from pbem.engine.teams import Teams, compiled_behind
from rulesets.jours_de_gloire.ruleset import JoursDeGloire
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.engine.ambush import Ambush

MOST = 10


def members(protocol: type) -> set[str]:
    """What a protocol asks for."""
    named = {*vars(protocol), *vars(protocol).get("__annotations__", {})}
    return {name for name in named if not name.startswith("_")}


@pytest.mark.parametrize(
    "protocol", [Game, Writing, Telling, StandingOrders, OrdersDesk, Teams, Pictures, GameFigures, GameOdds]
)
def test_each_protocol_is_small(protocol: type) -> None:
    assert 0 < len(members(protocol)) <= MOST, members(protocol)


def test_what_a_game_leaves_out_is_none() -> None:
    game = Ambush()
    assert game.hiding is None
    assert (game.writing.standing, game.writing.desk, game.writing.teams) == (None, None, None)
    assert (game.telling.pictures, game.telling.figures, game.telling.odds) == (None, None, None)


def test_what_a_rulebook_leaves_out_is_none_and_no_other_version_is_kept() -> None:
    class Bare(Ruleset):
        pass

    assert Bare().checks is None
    assert Bare().older == ()


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [(NapoleonAtWar(), "jena-auerstadt"), (JoursDeGloire(), "eylau-1807")]
)
def test_our_games_derive_from_the_contract_in_every_part(ruleset: Any, scenario: str) -> None:
    game = ruleset.game(scenario, {})
    parts = {
        Ruleset: ruleset,
        Game: game,
        Writing: game.writing,
        StandingOrders: game.writing.standing,
        OrdersDesk: game.writing.desk,
        Telling: game.telling,
        Pictures: game.telling.pictures,
        GameFigures: game.telling.figures,
        GameOdds: game.telling.odds,
        **({Teams: game.writing.teams, HiddenForces: game.hiding} if game.hiding is not None else {}),
    }
    for protocol, part in parts.items():
        assert protocol in type(part).__mro__
    assert game.telling is game.telling and game.writing is game.writing


def test_a_drawn_game_need_not_offer_more_than_boards_and_scenes() -> None:
    class Drawn(Pictures):
        pass

    drawn = Drawn()
    assert (drawn.overlays(), drawn.ordered({}, {}), drawn.countersheet()) == ({}, (), ())
    with pytest.raises(KeyError):
        drawn.overlay("zoc", {})


@pytest.mark.parametrize(("hidden", "more"), [(False, {}), (True, {"markers": {}})])
def test_a_fresh_state_has_all_its_members_and_asks_nothing(hidden: bool, more: dict[str, Any]) -> None:
    assert fresh({"turn": 1}, hidden=hidden) == {
        "at": {"turn": 1},
        "input": {},
        "trace": [],
        "phase_seq": 0,
        "need": {},
        "n": 0,
        "over": {},
        **more,
    }


def test_behind_orders_of_a_team_there_is_a_list_even_where_nobody_orders_anything() -> None:
    class Silent(Teams):
        def compile(self, *_: object) -> Compiled:
            return Compiled({"box": "mill"})

    game = SimpleNamespace(writing=SimpleNamespace(teams=Silent()))
    assert compiled_behind(game, None, {}, None, []).input == {"orders": [], "box": "mill"}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "behind"),
    [
        (("orders", 0, "to"), ("orders", 2, "to")),
        (("orders",), ("orders",)),
        (("orders", "all"), ("orders", "all")),
        (("moves", 3), ("moves", 3)),
        ((), ()),
    ],
)
def test_faults_of_a_captains_list_count_the_orders_of_his_team(path: tuple[str | int, ...], behind: object) -> None:
    def compile_(*_: object) -> Compiled:
        return Compiled({}, (PlacedRefusal(path, Refusal("5.1", "no")),))

    game = SimpleNamespace(writing=SimpleNamespace(teams=None, compile=compile_))
    (fault,) = compiled_behind(game, None, {}, None, [{"x": 1}, {"x": 2}]).faults  # type: ignore[arg-type]
    assert fault == PlacedRefusal(behind, Refusal("5.1", "no"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("at", "own"),
    [
        (("orders", 2), ("orders", 0)),
        (("orders", 4, "to"), ("orders", 2, "to")),
        (("orders", 1), ()),
        (("orders",), ("orders",)),
        (("orders", "all"), ("orders", "all")),
        (("combats", 1), ("combats", 1)),
        ((), ()),
    ],
)
def test_a_captain_s_course_has_places_of_his_own_document_alone(at: Any, own: Any) -> None:
    course = Course(moves=(Move(at, ("i",)),), combats=(Combat(at, ("mill",), ("i",)),), pending=(Combat(at, (), ()),))
    whole = SimpleNamespace(course=lambda *_: course)
    game: Any = SimpleNamespace(writing=SimpleNamespace(teams=SimpleNamespace(desk=lambda _: whole)))
    desk: Any = desk_behind(game, [{"x": 1}, {"x": 2}])
    found = desk.course(None, {})
    assert [one.at for one in (*found.moves, *found.combats, *found.pending)] == [own] * 3


def test_what_a_ruleset_leaves_unsaid_means_none_of_it() -> None:
    assert Movable("i", "i", "") == Movable("i", "i", "", {}, (), "", "", turn=0, arrives="")
    assert Step("mill", "2") == Step("mill", "2", "", stop=True, note="", more={}, taken=False)
    assert Accusation("AUDIT_DRAW", "red", 3, "", "said") == Accusation("AUDIT_DRAW", "red", 3, "", "said", claim="")
    assert Contingent(["i"]) == Contingent(["i"], least=1, most=1)


def test_who_has_no_teams_compiles_a_document_by_itself() -> None:
    found = compiled_behind(Ambush(), None, {"box": "mill"}, None, [{"x": 1}])  # type: ignore[arg-type]
    assert found.input == {"box": "mill", "orders": [{"x": 1}]}
