"""The sequence of play: player turns, their phases, the interphase, night and rain (chapters 3.3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.corps_morale import breaks
from rulesets.napoleons_last_battles.sequence import phase
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.rules.battle import skirmish
from tests.rulesets.napoleons_last_battles.rules.turns import Dice, board, played

rule = pytest.mark.rule
QB, CAMPAIGN = "quatre-bras", "campaign"
FOES = {"camp-5": "1648", "opstl": "1744", "mrln": "1540"}


class Turn(Dice):
    """A player turn with these orders. asked: who was asked for what, in order."""

    def __init__(self, orders: Mapping[str, Json], dice: Sequence[int]) -> None:
        super().__init__(dice, {})
        self.orders = orders
        self.asked: list[tuple[str, str]] = []

    def choose(self, request: Choose) -> Json:
        """The orders, the default of everything else."""
        if request.label.endswith(f".{ORDERS}"):
            self.asked.append((request.army, ORDERS))
            assert request.options.why_not(self.orders) is None, request.options.why_not(self.orders)
            return self.orders
        return super().choose(request)


def player_turn(found: Board, orders: Mapping[str, Json], *dice: int) -> tuple[Turn, Position]:
    """A player turn, and the position after it."""
    book = Turn(orders, dice or (3,))
    after = book.carry_out(phase(Theatre(found.setting, found.field), found.position))
    return book, CODEC.from_json(after)


def kinds(book: Turn) -> list[str]:
    return [event["kind"] for event in book.events]


MOVE = {"orders": [{"unit": "camp-5", "path": ["1648", "1647", "1747", "1746", "1745"]}]}


@rule("nlb", "4.0-1", "4.1.1A-1", "4.1.1B", "5.1B", "5.1C-2")
def test_command_comes_before_movement_and_movement_before_combat() -> None:
    found = board(CAMPAIGN, {**FOES, "reille": "1648", "ney": "1648"}, "16/1500", "french")
    book, after = player_turn(found, MOVE, 1)
    told = [kind for kind in kinds(book) if kind in ("headline", "commands", "moved", "combat")]
    assert told == ["headline", "commands", "commands", "moved", "combat"]
    assert book.asked == [("french", ORDERS)] and (after.turn, after.army) == (2, "coalition")


@rule("nlb", "4.0-1", "4.1.2", "4.1.3")
def test_after_both_player_turns_the_marker_goes_on() -> None:
    found = board(QB, FOES, "16/1500", "french")
    seen = []
    for _ in range(3):
        seen.append((found.position.turn, found.position.army))
        _, found.position = player_turn(found, {})
    assert seen == [(2, "french"), (2, "coalition"), (3, "french")]


@rule("nlb", "4.1.3")
def test_after_the_last_turn_the_game_is_over() -> None:
    found = board("ligny", {"dom": "3065", "12-1": "4045"}, "16/2000", "coalition")
    book, after = player_turn(found, {})
    assert (book.events[-1]["kind"], after.result["case"]) == ("over", "18.4B")


@rule("nlb", "4.1.1A-1")
def test_without_command_a_player_turn_begins_with_movement() -> None:
    found = board("ligny", {"dom": "3065", "12-1": "4045"}, "", "french")
    closed = CommandOptions(found).closed
    assert closed is not None and closed.case == "11.0"
    book, _ = player_turn(found, {"orders": [{"unit": "dom", "path": ["3065", "3064"]}]})
    assert kinds(book) == ["headline", "moved"]


@rule("nlb", "4.1.1A-2")
@pytest.mark.parametrize(("losses", "told"), [(18, []), (19, ["demoralized"])])
def test_the_morale_of_corps_is_judged_again(losses: int, told: list[str]) -> None:
    found = board(CAMPAIGN, FOES, losses={"fr-2": losses})
    assert [one.event["kind"] for one in breaks(found)] == told


@rule("nlb", "4.1.2")
def test_prussians_and_allies_move_in_the_same_phase() -> None:
    found = board("la-belle-alliance", {"byng": "0612", "schw": "2712", "dom": "1020"}, "18/1300", "coalition")
    moves = [{"unit": "byng", "path": ["0612", "0611"]}, {"unit": "schw", "path": ["2712", "2713"]}]
    book, after = player_turn(found, {"orders": moves})
    assert kinds(book).count("moved") == 2 and (after.at["byng"], after.at["schw"]) == ("0611", "2713")


@rule("nlb", "3.3")
def test_who_touches_nobody_fights_nobody() -> None:
    book, after = player_turn(board(QB, FOES, "16/1500", "french"), {})
    assert kinds(book) == ["headline"] and book.thrown == [] and after.army == "coalition"


@rule("nlb", "3.3", "6.0-1")
def test_who_has_come_next_to_the_enemy_attacks_him() -> None:
    book, _ = player_turn(board(QB, FOES, "16/1500", "french"), MOVE, 1)
    assert [kind for kind in kinds(book) if kind in ("moved", "combat", "retreated")] == [
        "moved",
        "combat",
        "retreated",
    ]


@rule("nlb", "4.1.1C", "7.5")
def test_only_who_is_beaten_moves_in_a_combat_phase() -> None:
    """Cavalry and guns of the other army next to a combat stay where they are, and are asked nothing."""
    found = skirmish.board("fi9 0403, ai3 0404, ac5 0306, ag5 0507")
    listed: Any = [{"on": ["0404"], "by": ["fi9"], "advance": "no"}]
    told = played(found, combat_phase(found, listed), 2)
    moved = {event["unit"] for event in told.events if event["kind"] in ("retreated", "advanced", "displaced")}
    assert moved == {"ai3"} and (found.at["ac5"], found.at["ag5"]) == ("0306", "0507")


@rule("nlb", "4.2-3")
@pytest.mark.parametrize(("turn", "fights"), [("16/2000", True), ("16/2100", False), ("17/1500", False)])
def test_neighbours_stay_in_place_where_there_is_no_combat(turn: str, fights: bool) -> None:
    found = board(CAMPAIGN, {"camp-5": "1645", "opstl": "1644", "pell": "1647"}, turn, "french")
    before = dict(found.at)
    told = played(found, combat_phase(found, [{"on": ["1644"], "by": ["camp-5"]}]), 1)
    assert bool(told.of("combat")) is fights and bool(told.thrown) is fights
    assert fights or found.at == before
