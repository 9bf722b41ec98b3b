"""The desk: what it offers the rules take, what it leaves out they refuse, and its course is that of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.desk import Combat, Movable, Reach, Step
from pbem.engine.loop import advance
from pbem.engine.odds_query import WhatIf
from pbem.engine.state import fresh
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment
from rulesets.napoleon_at_war.telling.preview import NapoleonOdds, preview
from tests.rulesets.kit import desk as kit
from tests.rulesets.kit.desk import Spot, spot_at
from tests.rulesets.napoleon_at_war.compiling import CONTACT, jena
from tests.rulesets.napoleon_at_war.kit_cases import DESK
from tests.rulesets.napoleon_at_war.playing import real
from tests.rulesets.napoleon_at_war.whole_games import whole_game

OPTIONS = ("louis", "bernadotte")
SEATS = {"french": "a", "prussian": "b"}
# Player turns of a random game after which a question is looked at.
EARLY = (0, 3, 6, 9, 12)
LATER = range(1, 24, 4)


@cache
def early(turns: int) -> Spot:
    """A question in a random game."""
    player = RandomPlayer(random.Random(f"desk {turns}").randrange, turns)
    game = real(*OPTIONS)
    state = advance(game, fresh(game.start()), player, SEATS).state
    return spot_at(game, state["at"], SEATS)


@cache
def later(number: int) -> Spot:
    """A question in a game of the practice opponent against itself."""
    played = whole_game("both", 1, *OPTIONS)
    return spot_at(real(*OPTIONS), played.positions[number], SEATS)


def at(position: Position) -> Spot:
    return spot_at(real(), position.to_json(), SEATS)


def reached(reach: Reach) -> dict[str, Step]:
    return {step.place: step for step in reach.steps}


# -- every desk ----------------------------------------------------------------------------


# -- movement ------------------------------------------------------------------------------


@pytest.mark.rule("naw", "5.32")
def test_who_stands_in_the_way_fills_his_hex_until_he_leaves_it() -> None:
    spot = at(jena({"suc-1": "0508", "suc-2": "0507"}))
    step = reached(spot.reach({}, "suc-1"))["0507"]
    assert (step.stop, step.taken, step.note) == (True, True, "only if 2/Suchet moves away (5.32)")
    gone = {"moves": [{"unit": "suc-2", "to": "0506"}]}
    found = reached(spot.reach(gone, "suc-1"))
    assert (found["0507"].stop, found["0507"].taken) == (True, False)
    assert (found["0506"].stop, found["0506"].taken) == (False, True)
    assert found["0506"].note == "2/Suchet has moved there (5.32)"


@pytest.mark.rule("naw", "5.32")
def test_a_place_may_be_taken_before_its_holder_moves_away() -> None:
    spot = at(jena({"suc-1": "0508", "suc-2": "0507"}))
    first = {"moves": [{"unit": "suc-1", "path": ["0508", "0507"]}]}
    assert {case for _, case, _ in kit.wrong(spot, first)} == {"5.32"}
    assert spot.course(first).moves == () and spot.course(first).stands == {}
    for step in spot.reach(first, "suc-2").steps[1::5]:
        if step.stop:
            both = {"moves": [*first["moves"], {"unit": "suc-2", "to": step.place}]}
            assert kit.wrong(spot, both) == frozenset()
            assert spot.course(both).stands == {"suc-1": "0507", "suc-2": step.place}


@pytest.mark.rule("naw", "6.1")
def test_who_is_held_can_make_no_room() -> None:
    spot = at(jena({"suc-1": "0609", "suc-2": "0508", "tau-1": "0610"}))
    held = spot.reach({}, "suc-1")
    assert [step.place for step in held.steps] == ["0609"]
    assert held.note == "held by an enemy zone of control (5.13)"
    step = reached(spot.reach({}, "suc-2"))["0609"]
    assert (step.stop, step.taken) == (False, True)


@pytest.mark.rule("naw", "6.0-2")
def test_an_enemy_zone_ends_the_move_that_enters_it() -> None:
    spot = at(jena({"suc-1": "0508", "tau-1": "0610"}))
    assert reached(spot.reach({}, "suc-1"))["0609"].note == "enemy controlled: the move ends here (6.0)"
    further = spot.reach({}, "suc-1", ("0508", "0509", "0609"))
    assert [step.place for step in further.steps] == ["0609"]


@pytest.mark.rule("naw", "5.15-1")
def test_a_path_begun_by_hand_goes_on_with_its_whole_cost() -> None:
    spot = at(jena({"suc-1": "0508"}))
    short = reached(spot.reach({}, "suc-1"))
    long = spot.reach({}, "suc-1", ("0508", "0407", "0408"))
    assert long.steps[0].place == "0408" and long.steps[0].before == ""
    assert all(Fraction(step.cost) >= Fraction(short[step.place].cost) for step in long.steps)
    assert any(Fraction(step.cost) > Fraction(short[step.place].cost) for step in long.steps)
    for way, case in [
        (("0507", "0508"), "5.16"),
        (("0508", "0610"), "5.16"),
        (("0508", "x"), "5.16"),
        (("0508", "0407") * 9, "5.15-1"),
    ]:
        reach = spot.reach({}, "suc-1", way)
        assert reach.steps == () and reach.note.endswith(f"({case})"), way


@pytest.mark.rule("naw", "5.17")
def test_who_has_an_entry_already_is_asked_for_without_it() -> None:
    spot = at(jena({"suc-1": "0508", "suc-2": "0507"}))
    there = {"moves": [{"unit": "1/SUCHET", "to": "0407"}, {"unit": "suc-2", "to": "0508"}]}
    found = spot.reach(there, "suc-1")
    assert found.steps[0] == Step("0508", "0", stop=False, note="2/Suchet has moved there (5.32)", taken=True)


@pytest.mark.rule("naw", "5.11")
def test_units_are_known_by_their_printed_names_and_move_alone() -> None:
    spot = at(jena({"suc-1": "0508", "suc-2": "0507", "tau-1": "0801"}))
    assert spot.reach({}, "1/suchet") == spot.reach({}, "suc-1") != spot.reach({}, "suc-2")
    for who in ((), ("suc-1", "suc-2"), ("tau-1",), ("nobody",), ("gaz-1",)):
        reach = spot.desk.reach(spot.request, {}, who)
        assert reach.steps == () and reach.note, who


# -- who lies there ------------------------------------------------------------------------


def by_name(spot: Spot) -> dict[str, Movable]:
    return {movable.who: movable for movable in spot.layout.movables}


@pytest.mark.rule("naw", "14.0-1")
def test_reinforcements_lie_beside_the_map_and_come_in_by_themselves() -> None:
    spot = at(real().setting.start())
    due = {who: one for who, one in by_name(spot).items() if not one.start}
    assert due.keys() == {"gd", "v-art"}
    assert (due["gd"].value, due["gd"].turn, due["gd"].counter) == ("11-4", 1, "gd")
    course = spot.course({})
    assert {(move.at, move.who, move.text) for move in course.moves} == {
        ((), ("gd",), "comes in by itself"),
        ((), ("v-art",), "comes in by itself"),
    }
    ordered = reached(spot.reach({}, "gd"))
    assert {step.place for step in ordered.values() if not step.before} == {course.stands["gd"]}
    (move,) = [
        move
        for move in spot.course({"moves": [{"unit": "guard", "to": list(ordered)[-1]}]}).moves
        if move.who == ("gd",)
    ]
    assert (move.at, move.way[-1], move.cost) == (("moves", 0), list(ordered)[-1], list(ordered.values())[-1].cost)


def other_orders(spot: Spot) -> Iterator[str]:
    """Labels of the other orders of movables, each tried by itself."""
    for movable in spot.layout.movables:
        for label, entry in movable.also:
            document = {"moves": [entry]}
            assert kit.wrong(spot, document) == frozenset(), (label, entry)
            course = spot.course(document)
            (move,) = [move for move in course.moves if move.at == ("moves", 0)]
            assert move.text == label and move.who == (movable.counter,)
            assert course.stands.get(movable.counter, "") == ""
            assert spot.reach(document, movable.who).steps == spot.reach({}, movable.who).steps
            yield label


@pytest.mark.rule("naw", "17.0-6")
@pytest.mark.rule("naw", "17.1-1")
def test_who_can_leave_the_map_is_told_by_which_edge() -> None:
    spot = at(jena({"suc-1": "0919"}, broken={"jena": "prussian"}))
    assert list(other_orders(spot)) == [
        "leaves by the north edge for good",
        "leaves onto the eastern section of the transit track",
    ]
    gone = spot.course({"moves": [{"unit": "suc-1", "exit": "north"}]})
    assert gone.stands == {"suc-1": ""} and gone.moves[0].way == ("0919", "0920")
    assert list(other_orders(at(jena({"suc-1": "0508"})))) == []


@pytest.mark.rule("naw", "14.21-1")
def test_reinforcements_of_a_demoralized_army_may_stay_out() -> None:
    position = real().setting.start()
    position.broken = {"jena": "french"}
    assert [label for label in other_orders(at(position)) if "stays" in label] == [
        "stays out of the game for good (14.21)"
    ] * 2
    course = at(position).course({"moves": [{"unit": "gd", "refuse": True}]})
    assert [move.who for move in course.moves] == [("gd",), ("v-art",)] and "gd" not in course.stands


@pytest.mark.slow
@pytest.mark.rule("naw", "17.0-6")
def test_other_orders_of_movables_in_the_end_of_a_game() -> None:
    assert {label for number in (17, 18, 19, 20, 22) for label in other_orders(later(number))} == {
        "leaves by the north edge for good",
        "leaves by the east edge for good",
        "leaves onto the western section of the transit track",
        "leaves onto the eastern section of the transit track",
        "stays out of the game for good (14.21)",
    }


@pytest.mark.rule("naw", "17.1-2")
def test_units_on_the_track_wait_or_go_on() -> None:
    unit = "suc-2"
    spot = at(jena({"suc-1": "0508"}, track={unit: ("west", 1, "jena")}))
    movable = by_name(spot)[unit]
    ((label, wait),) = movable.also
    assert wait == {"unit": unit, "track": "wait"} and not movable.start
    assert spot.reach({}, unit).steps == ()
    (move,) = spot.course({}).moves
    assert (move.at, move.who, move.way) == ((), (unit,), ())
    assert move.text == "goes on to space 2 of the transit track"
    (move,) = spot.course({"moves": [wait]}).moves
    assert (move.at, move.text) == (("moves", 0), label)


# -- combat --------------------------------------------------------------------------------


@pytest.mark.rule("naw", "8.11-1")
@pytest.mark.parametrize("turns", EARLY)
def test_batteries_join_from_where_the_moves_leave_them(turns: int) -> None:
    spot = early(turns)
    document = spot.request.options.sample(random.Random(turns).randrange)
    course, setting = spot.course(document), real(*OPTIONS).setting
    position = spot.request.scene.position.copy()
    position.at = dict(DESK.stood(spot, spot.compiled(document)))
    if setting.is_night(position.turn):
        assert (course.targets, course.combats, spot.layout.attack) == ((), (), None)
        return
    board = setting.board(position)
    reachable = {unit: bombardment(setting).targets(board, unit) for unit in board.on_map(position.army)}
    for target in course.targets:
        near = [unit for unit in reachable if target.place in board.field.zone_neighbours[board.hex_of(unit)]]
        assert set(target.by) == set(near)
        assert set(target.far) == {unit for unit, aims in reachable.items() if target.place in aims}
    offered = {target.place for target in course.targets}
    assert {aim for aims in reachable.values() for aim in aims} <= offered


@pytest.mark.rule("naw", "7.11")
@pytest.mark.rule("naw", "7.12")
def test_enemies_and_units_that_a_list_forgets_are_pressing_and_idle() -> None:
    spot = at(jena({"suc-1": "0609", "suc-2": "0611", "tau-1": "0610", "tau-2": "0710"}))
    course = spot.course({})
    assert [target.pressing for target in course.targets] == [False, False] and course.idle == ()
    assert all(combat.at == () for combat in course.combats)
    course = spot.course({"attacks": [{"on": "Closwitz", "by": "1/suchet"}]})
    assert {target.place: target.pressing for target in course.targets} == {"0610": False, "0710": True}
    assert course.idle == ("suc-2",)
    listed = [{"on": "Closwitz", "by": "suc-2"}, {"on": "0710", "by": ["suc-1"]}]
    assert [combat.at for combat in spot.course({"attacks": listed}).combats] == [("attacks", 0), ("attacks", 1)]


@pytest.mark.rule("naw", "7.0-4")
def test_attacks_of_a_list_that_lacks_others_have_their_odds() -> None:
    position = jena({"suc-1": "0511", "suc-2": "0809", "tau-1": "0610", "tau-2": "0710"})
    spot = at(position)
    first = {"on": ["0610"], "by": ["suc-1"]}
    course = spot.course({"attacks": [first, {"on": "0710", "by": "nobody"}, {"on": "0710", "by": "suc-1"}]})
    assert {combat.at for combat in course.combats} == {()}
    (pending,) = course.pending
    assert (pending.at, pending.on, pending.by) == (("attacks", 0), ("0610",), ("suc-1",))
    (asked,) = NapoleonOdds(real().setting).what_if(position.to_json(), "french", WhatIf(("0610",), ("suc-1",)))
    (told,) = pending.outlooks
    assert (told.title, told.steps, told.chances) == (asked.title, asked.steps, asked.chances)
    complete = [first, {"on": "0710", "by": "suc-2"}]
    assert spot.course({"attacks": complete}).pending == () == spot.course({}).pending


@pytest.mark.rule("naw", "7.6-T")
def test_outlooks_are_those_of_the_odds_question() -> None:
    position = jena({"suc-1": "0609", "suc-2": "0507", "gd-art": "0810", "tau-1": "0610"})
    spot = at(position)
    document = {"attacks": [{"on": "0610", "by": "suc-1", "bombard": "gd-art", "reduce": "1-3"}]}
    (combat,) = spot.course(document).combats
    question = WhatIf(("0610",), ("suc-1",), ("gd-art",), column="1-3")
    assert list(combat.outlooks) == list(NapoleonOdds(real().setting).what_if(position.to_json(), "french", question))
    (told,) = preview(real().setting, position, spot.compiled(document).input)["attacks"]
    assert {one.result: str(one.share) for one in combat.outlooks[0].chances} == told["manners"][0]["chances"]


@pytest.mark.rule("naw", "7.9")
def test_an_attack_with_a_condition_has_an_outlook_for_either_way() -> None:
    spot = at(jena({"suc-1": "0511", "suc-2": "0809", "tau-1": "0610", "tau-2": "0710"}))
    either = {"on": "0710", "by": "suc-2", "if": {"attack": "0610", "result": "De"}, "else": {"reduce": "1-5"}}
    document = {"attacks": [{"on": "0610", "by": "suc-1"}, either]}
    assert kit.wrong(spot, document) == frozenset()
    combat: Combat = spot.course(document).combats[1]
    assert [outlook.title.split(":")[0] for outlook in combat.outlooks] == ["if its condition holds", "otherwise"]


@pytest.mark.rule("naw", "10.1")
def test_nobody_attacks_at_night() -> None:
    spot = at(jena(CONTACT, turn=2))
    course = spot.course({"attacks": [{"on": "0610", "by": "suc-1"}]})
    assert (course.targets, course.combats, course.idle) == ((), (), ())
    assert spot.layout.attack is None and any("(10.1)" in note for note in spot.layout.notes)
