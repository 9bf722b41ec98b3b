"""One combat from its strengths to what follows: caps, conversion, exchange, advances, the end of a game at once."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.calculation import Counted, Effect
from pbem.engine.options import Json
from pbem.engine.requests import Request, Roll, Tell
from pbem.hexgame.fighting.advance import AdvanceOptions
from pbem.hexgame.fighting.engagement import Advance, Conversion, Engagement, Ledger, Procedure, Terms
from pbem.hexgame.fighting.levels import Level
from pbem.hexgame.fighting.odds import Cap, calculated, multiplying_hexside, only_through, reduced, strength_of
from pbem.hexgame.fighting.resolve import begun, fit
from tests.hexgame.fighting.skirmish import CASES, COLUMNS, Board, attack, ledger, plain, play, resolve

# -- odds ------------------------------------------------------------------------------


def test_halves_are_added_up_and_rounded_up_once() -> None:
    half = (Effect(Fraction(1, 2), "in a wood", "w"),)
    strength = strength_of("attacker", [Counted("b5", 5, half), Counted("b3", 3, half), Counted("b2", 2)])
    assert (strength.total, strength.counts) == (6, 6)
    assert strength_of("attacker", [Counted("b5", 5, half), Counted("b2", 2, half)]).counts == 4


@pytest.mark.parametrize(
    ("attackers", "shift", "caps", "first", "column", "told"),
    [
        (16, 0, [], "4-1", "4-1", []),
        (40, 0, [], "4-1", "4-1", []),
        (1, -2, [], "1-2", "1-2", [-2]),
        (15, 1, [], "3-1", "4-1", [1]),
        (16, 0, ["2-1"], "4-1", "2-1", [-2]),
        (8, 0, ["2-1"], "2-1", "2-1", []),
        (8, 1, ["2-1"], "2-1", "2-1", [1, -1]),
        (16, 0, ["3-1", "1-1"], "4-1", "1-1", [-1, -2]),
    ],
)
def test_shifts_stay_on_the_table_and_caps_are_told(
    attackers: int, shift: int, caps: list[str], first: str, column: str, told: list[int]
) -> None:
    shifts = [Effect(shift, "shifted", "s")] if shift else []
    found = calculated(
        COLUMNS,
        strength_of("attacker", [Counted("b", attackers)]),
        strength_of("defender", [Counted("r", 4)]),
        shifts,
        [Cap(one, "capped", "c") for one in caps],
    )
    assert (found.first, found.column, found.used) == (first, column, column)
    assert [effect.by for effect in found.shifts] == told


def test_a_wish_lowers_and_never_raises() -> None:
    assert [reduced(COLUMNS, "2-1", wish) for wish in ("1-1", "2-1", "3-1", "", "9-1")] == ["1-1", *["2-1"] * 4]


def test_hexsides_multiply_only_if_all_attack_through_them() -> None:
    on = plain(stream="0404-0403 0404-0504", bridge="0404-0504")
    assert multiplying_hexside(on, "0403", "0404", ("stream",)) == "stream"
    assert multiplying_hexside(on, "0504", "0404", ("stream",)) == "bridge"
    assert multiplying_hexside(on, "0304", "0404", ("stream",)) == ""
    assert only_through(on, "0404", ["0403", "0504"], ("stream",)) == {"stream", "bridge"}
    assert only_through(on, "0404", ["0403", "0304"], ("stream",)) == only_through(on, "0404", [], ("stream",)) == set()


# -- the die ---------------------------------------------------------------------------


def test_several_hexes_are_one_combat() -> None:
    at = {"b16": "0404", "r2": "0403", "r3": "0403", "r2x": "0304"}
    played = play(resolve(ledger(at), attack("0403 0304", "b16", advance="no")), dice=[2])
    (combat,) = played.kinds("combat")
    assert (combat["on"], combat["calculation"]["column"], combat["result"]) == (["0403", "0304"], "2-1", "Dr")
    assert [one["unit"] for one in combat["defenders"]] == ["r2", "r3", "r2x"]
    assert {event["unit"] for event in played.kinds("retreated")} == {"r2", "r3", "r2x"}


def test_a_capped_column_can_be_lowered_further() -> None:
    at = {"b16": "0404", "r2": "0403"}
    found = ledger(at, plain("0403"))
    (combat,) = play(resolve(found, attack("0403", "b16", reduce="1-2")), dice=[1]).kinds("combat")
    odds = combat["calculation"]
    assert (odds["first"], odds["column"], odds["used"]) == ("4-1", "2-1", "1-2")
    assert odds["shifts"] == [{"by": -2, "case": "cap", "why": "a town caps the odds"}]
    assert [one["counts"] for one in odds["strengths"]] == [8, 2]


def test_the_die_is_thrown_for_hexes_once() -> None:
    found = ledger({"b16": "0404", "r2": "0403", "r3": "0403"})
    procedure = resolve(found, attack("0403", "b16"))
    request = next(procedure)
    assert isinstance(request, Roll)
    assert (request.label, request.rule) == ("gt1.blue.a1.die", "COMBAT")


def reluctant(engagement: Engagement[Board], result: str) -> Conversion | None:
    """Whoever should stand to the last goes back instead."""
    return Conversion("Ar", "the attackers hear of no orders", "ooc") if result in ("De", "Dr") else None


def test_a_result_becomes_another_one_and_that_is_told() -> None:
    found = ledger({"b16": "0404", "r4": "0403"}, convert=reluctant)
    played = play(resolve(found, attack("0403", "b16")), dice=[1])
    assert [event["kind"] for event in played.events] == ["combat", "converted", "retreated"]
    assert played.kinds("combat")[0]["result"] == "De"
    (event,) = played.kinds("converted")
    assert (event["from"], event["to"], event["case"]) == ("De", "Ar", "ooc")
    assert found.results == {"a1": "Ar"} and "r4" in found.board.at
    plainly = play(resolve(found, attack("0403", "b16", id="a2")), dice=[5])
    assert plainly.kinds("converted") == []


# -- losses ----------------------------------------------------------------------------


def test_an_exchange_is_paid_by_current_faces() -> None:
    at = {"b8": "0404", "b4": "0404", "r4": "0403"}
    found = ledger(at)
    found.board.faces.update(b8=2, r4=2)
    played = play(resolve(found, attack("0403", "b8 b4")), dice=[3])
    (paid,) = played.kinds("paid")
    assert (paid["units"], paid["owed"], paid["given"]) == (["b8"], 2, 2)
    assert [event["unit"] for event in played.kinds("eliminated")] == ["r4", "b8"]
    assert [event["units"] for event in played.kinds("judged")] == [["r4", "b8"]]
    wrong = play(resolve(ledger(at), attack("0403", "b8 b4", pay=["r4"])), dice=[3])
    assert wrong.refused == ["a1.pay"]


class Decided(Exception):
    """The game has ended."""


def at_once(found: Ledger[Board], units: Sequence[str]) -> Procedure:
    """Any loss ends the game."""
    yield Tell({"kind": "over", "units": list(units)})
    raise Decided


def test_a_loss_may_end_the_game_before_anything_follows() -> None:
    found = ledger({"b16": "0404", "b2": "0303", "r4": "0403"}, judge=at_once)
    events: list[Json] = []
    procedure, answer = resolve(found, attack("0403", "b16 b2")), None
    with pytest.raises(Decided):
        while True:
            request = procedure.send(answer)
            answer = [1] if isinstance(request, Roll) else None
            events += [request.event["kind"]] if isinstance(request, Tell) else [request]
    assert events[1:] == ["combat", "eliminated", "over"]
    assert found.board.lost == ["r4"] and found.advanced == set()


def test_levels_are_reached_or_surpassed() -> None:
    level, strict, never = Level("blue", 10), Level("red", 10, strict=True), Level("green", 0)
    assert [level.reached(lost) for lost in (9, 10)] == [False, True]
    assert [strict.reached(lost) for lost in (10, 11)] == [False, True] and not never.reached(99)


# -- advances --------------------------------------------------------------------------


def together(engagement: Engagement[Board], army: str, open_: Sequence[Advance]) -> Generator[Request, Any, Terms]:
    """A stack may go as one."""
    here = engagement.board.here[engagement.starts["b8"]]
    yield from ()
    return Terms([*open_, *({**one, "with": [u for u in here if u != one["unit"]]} for one in open_)])


def test_a_stack_advances_where_the_book_lets_it() -> None:
    at = {"b8": "0404", "b9": "0404", "r4": "0403"}
    order = attack("0403", "b8 b9", advance=[{"unit": "b8", "with": ["b9"]}])
    found = ledger(at, terms=together)
    played = play(resolve(found, order), dice=[1])
    assert [event["unit"] for event in played.kinds("advanced")] == ["b8", "b9"]
    assert found.board.here == {"0403": ["b8", "b9"]} and found.advanced == {"b8", "b9"}
    alone = ledger(at, terms=together)
    play(resolve(alone, attack("0403", "b8 b9", advance=[{"unit": "b9"}])), dice=[1])
    assert alone.board.at == {"b8": "0404", "b9": "0403"}
    barred = play(resolve(ledger(at), order), dice=[1])
    assert barred.kinds("advanced") == []


def forced(engagement: Engagement[Board], army: str, open_: Sequence[Advance]) -> Generator[Request, Any, Terms]:
    """A die by which one has to go."""
    die = (yield Roll("1d6", "impetus", "15", ()))[0]
    return Terms(open_ if die > 2 else (), must=die > 4)


@pytest.mark.parametrize(("die", "gone"), [(1, []), (3, []), (6, ["b8"])])
def test_an_advance_may_be_forced_or_forbidden_by_a_die(die: int, gone: list[str]) -> None:
    found = ledger({"b8": "0404", "b9": "0404", "r4": "0403"}, terms=forced)
    played = play(resolve(found, attack("0403", "b8 b9", advance="no")), dice=[1, die])
    assert [event["unit"] for event in played.kinds("advanced")] == gone
    assert played.refused == (["a1.advance"] if gone else [])


def test_the_defender_who_has_to_is_asked_once_for_all_formations() -> None:
    at = {"b4": "0404", "r8": "0403", "r8x": "0304"}
    found = ledger(at, terms=forced)
    played = play(resolve(found, attack("0403 0304", "b4")), dice=[4, 6], answers={"a1.advance": {"when": "never"}})
    assert (played.asked[-1], len(played.kinds("advanced"))) == ("a1.advance", 1)
    assert [one["unit"] for one in played.offered[-1]["answers"]] == ["r8", "r8x"]


def test_some_may_not_advance_into_some_hexes() -> None:
    found = ledger({"b16": "0404", "r4": "0403"}, may_advance=lambda engagement, unit, to: to != "0403")
    played = play(resolve(found, attack("0403", "b16", advance=[{"unit": "b16"}])), dice=[1])
    assert played.asked == [] and found.board.at == {"b16": "0404"}


def test_words_of_a_refused_advance() -> None:
    options = AdvanceOptions([{"unit": "b8", "to": "0403", "with": ["b9"]}], CASES, must=True)
    refusal = options.why_not("no")
    assert refusal is not None and refusal.legal == ("b8 to 0403 with b9",)
    assert options.describe() == {"answers": [options.default()], "default": options.default()}
    assert options.sample(lambda n: n - 1) == options.default()


# -- who still takes part ----------------------------------------------------------------


def test_who_was_displaced_may_fight_on_if_the_book_says_so() -> None:
    at = {"b4": "0404", "bg5": "0404", "r4": "0403"}
    found = ledger(at, pushed_out=lambda board, unit: board.roster.units[unit].kind == "artillery")
    found.displaced.update(("b4", "bg5"))
    found.advanced.add("r4")
    assert [refusal.case if (refusal := fit(found, unit)) else "" for unit in at] == [
        "",
        "WAS_DISPLACED",
        "HAS_ADVANCED",
    ]


def test_whom_the_book_adds_shares_the_fate_of_a_hex() -> None:
    at = {"bg5": "0405", "r4": "0403", "r2x": "0403"}
    only_r4 = {"0403": ("r4",)}
    found = ledger(at)
    found.foes = only_r4
    order = attack("0403", bombard="bg5")
    assert play(resolve(found, order), dice=[5]).kinds("combat")[0]["defenders"][0]["unit"] == "r4"
    found = ledger(at, whom=lambda led, one: [unit for hex_ in one.on for unit in led.board.here.get(hex_, ())])
    found.foes = only_r4
    assert len(play(resolve(found, order), dice=[5]).kinds("combat")[0]["defenders"]) == 2


def test_conditions_and_lapses() -> None:
    at = {"b4": "0404", "r4": "0403", "b6": "0604", "r6": "0603"}
    found = ledger(at)
    first = attack("0403", "b4")
    then = attack("0603", "b6", id="a2", index=1)
    waiting = type(then)(then.on, then.by, then.manner, "a2", 1, {"attack": "a1", "result": ["De"]})
    play(resolve(found, first), dice=[5])
    assert play(resolve(found, waiting)).kinds("lapsed")[0]["why"] == "its condition does not hold"
    assert found.results == {"a1": "Ae", "a2": ""}
    gone = play(begun(found, attack("0603", "b4", id="a3")))
    assert [event["kind"] for event in gone.events] == ["silent", "lapsed"]
    assert gone.kinds("lapsed")[0]["case"] == "GONE"


def test_an_attack_on_a_hex_that_is_empty_by_now_lapses() -> None:
    """Whoever stood there has been taken off the map: adjacent attackers and batteries alike find nobody."""
    found = ledger({"b4": "0404", "bg5": "0405"}, whom=lambda led, one: ())
    for order in (attack("0403", "b4"), attack("0403", bombard="bg5", id="a2", index=1)):
        lapsed = play(begun(found, order)).kinds("lapsed")
        assert [event["why"] for event in lapsed] == ["nobody is left whom it could be made on"]


# -- bombardment -------------------------------------------------------------------------


def test_bombarders_are_not_touched_and_may_share_a_retreat() -> None:
    at = {"bg5": "0405", "b3": "0404", "r4": "0403"}
    for said, place in (([], "0405"), ([{"unit": "bg5", "to": ["s"]}], "0406")):
        found = ledger(at)
        played = play(resolve(found, attack("0403", "b3", bombard="bg5", retreat=said)), dice=[6])
        assert played.kinds("combat")[0]["result"] == "Ae"
        assert found.board.lost == ["b3"] and found.board.at["bg5"] == "0405"
        found = ledger(at)
        played = play(resolve(found, attack("0403", "b3", bombard="bg5", retreat=said)), dice=[4])
        assert played.kinds("combat")[0]["result"] == "Ar"
        assert found.board.at["bg5"] == place
