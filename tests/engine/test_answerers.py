"""Who answers without files: nobody, a script, chance, and a table at which both armies sit. One call, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.engine.answerers import Nobody, RandomPlayer, Scripted
from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import Draw, Own
from pbem.engine.loop import DEFER, Stop
from pbem.engine.options import Listed, Refusal
from pbem.engine.requests import CONTINUE, ORDERS, SEALED, SILENT, Choose, Claim, InHand, Roll
from pbem.engine.table import Chance, Passive, Practised, Table, TooLong
from tests.engine.ambush import BOXES, Ambush, Patrol

GAME = Ambush()
OUGHT = Choose("red", ORDERS, Patrol(), "r1.red.orders")
BOX = Choose("blue", "box", Listed(("none", *BOXES), "2.1", "a box"), "r1.blue.box")
AWAKE = Claim("red", "m", "awake", Listed((False, True), "2.2", "a claim"), "r1.awake", scene={})


# -- nobody, and a script ------------------------------------------------------------------------


def test_nobody_stops_and_says_who_has_to_do_what() -> None:
    nobody = Nobody("blue")
    assert nobody.choose(OUGHT) == Stop("red", ORDERS) and nobody.choose(BOX) == Stop("blue", "box")
    assert nobody.roll(Roll("1d6", label="r1.wind"), 1, 6) == Stop("blue", CONTINUE)
    assert nobody.roll(Roll("1d6", label="r1.card", owner="red"), 1, 6) == Stop("red", CONTINUE)
    assert nobody.seal(BOX) == Stop("blue", SEALED + "box")
    told = (nobody.standing("red", "chit"), nobody.open("red", "m"), nobody.claim(AWAKE), nobody.look("red", "t", "x"))
    assert set(told) == {Stop("red", CONTINUE)} and nobody.unseal(BOX, "s") == Stop("blue", CONTINUE)
    assert nobody.in_hand(InHand("red", ("m", "n"), "r1.hand")) == []
    nobody.held = {"n"}
    assert nobody.in_hand(InHand("red", ("m", "n"), "r1.hand")) == ["n"]


def test_a_script_says_what_it_says_and_stops_behind_its_last_orders() -> None:
    given = {"answers": {"r1.blue.box": "mill"}, "standing": {"chit": 1}, "claims": {"m": True}}
    script = Scripted([{"box": "west"}], dice=[5, 2], markers={"m": ["a"]}, leaves={"hidden.x": "camp"}, **given)
    assert [script.choose(OUGHT), script.choose(OUGHT)] == [{"box": "west"}, Stop("red", ORDERS)]
    assert script.choose(BOX) == "mill" and Scripted().choose(BOX) is DEFER
    assert script.unseal(BOX, script.seal(BOX)) == "mill" and Scripted().unseal(BOX, "r1.blue.box") is SILENT
    assert (script.standing("red", "chit"), script.standing("red", "pay")) == (1, "")
    assert script.roll(Roll("2d6", label="r1.fight"), 2, 6) == [5, 2]
    assert Scripted(dice=lambda faces: faces).roll(Roll("2d6", label="r1.fight"), 2, 6) == [6, 6]
    assert (script.open("red", "m"), script.claim(AWAKE)) == (["a"], True)
    assert (script.look("red", "hidden", "x"), script.look("red", "hidden", "y")) == ("camp", "")
    assert script.in_hand(InHand("red", ("x", "m"), "r1.hand")) == ["m"]
    assert (Scripted().slots, Scripted().claims, Scripted().markers) == ({}, {}, {})


# -- forces made for it ----------------------------------------------------------------------------


class Forces:
    """Markers named in at["down"] are in play; everybody is awake who holds something."""

    def face_down(self, at: Any) -> Mapping[str, str]:
        return dict(at["down"])

    def leaves(self, army: str) -> Mapping[str, tuple[str, ...]]:
        return {"hidden": ("x", "y")}

    def facts(self, marker: str, say: str, held: Mapping[str, Any], scene: Any) -> list[Any]:
        return [sorted(held)]

    def sample(self, request: Choose, own: Own, pick: Any) -> Compiled:
        if request.what == ORDERS:
            return Compiled({"own": own}, hide={"m": [request.army]}, leaves={"hidden": {"x": request.army}})
        return Compiled({"answer": own})


class Hiding(Ambush):
    @property
    def hiding(self) -> Any:
        return Forces()


class Says:
    """Answers with what it is told to; keeps what it was shown."""

    def __init__(self, *compiled: Compiled, standing: Mapping[str, Any] | None = None) -> None:
        self.compiled, self.given, self.shown = list(compiled), standing or {}, list[Own]()

    def decide(self, request: Choose, at: Any, own: Own) -> Compiled:
        self.shown.append(own)
        return self.compiled.pop(0)

    def standing(self, at: Any) -> Mapping[str, Any]:
        return self.given


def table(red: Any = None, blue: Any = None, game: Any = None, pick: Any = lambda faces: faces - 1) -> Table:
    return Table(game or Hiding(), {"red": red or Says(), "blue": blue or Says()}, pick)


def outcome(down: Mapping[str, str], phases: int = 1) -> Any:
    return SimpleNamespace(state={"at": {"down": down}}, phases=phases)


# -- a table -----------------------------------------------------------------------------------------


def test_dice_have_their_faces_and_private_ones_are_written_down_for_their_owner() -> None:
    at = table()
    at.number = 7
    assert at.roll(Roll("2d6", label="r1.fight"), 2, 6) == [6, 6]
    assert table(pick=lambda faces: 0).roll(Roll("1d6", label="r1.wind"), 1, 6) == [1]
    assert at.seats["red"].draws == at.seats["blue"].draws == []
    assert at.roll(Roll("1d10", label="r1.card", owner="blue"), 1, 10) == [10]
    assert at.seats["blue"].draws == [Draw(7, "r1.card", 10, 10)] and at.seats["red"].draws == []


def test_a_player_sees_what_he_hid_and_nothing_of_the_other() -> None:
    hidden = Compiled({"box": "west"}, hide={"n": ["b"], "m": ["a"]}, leaves={"hidden": {"x": "camp"}})
    more = Compiled({"answer": "mill"}, leaves={"hidden": {"y": "ford"}})
    red, blue = Says(hidden, more, more), Says(more)
    at = table(red, blue)
    for request in (OUGHT, OUGHT, BOX, OUGHT):
        at._decided(request)
    first, second, third = red.shown
    assert (first.markers, first.leaves) == ({}, {"hidden": {"x": "", "y": ""}})
    assert list(second.markers) == ["m", "n"] and second.leaves == {"hidden": {"x": "camp", "y": ""}}
    assert third.leaves == {"hidden": {"x": "camp", "y": "ford"}} and third.army == "red"
    assert (len(third.secret), third.secret[0], third.draws) == (32, 255, ())
    (his,) = blue.shown
    assert (his.army, his.markers, his.leaves) == ("blue", {}, {"hidden": {"x": "", "y": ""}})
    assert (at.look("red", "hidden", "y"), at.look("blue", "hidden", "x")) == ("ford", "")


def test_without_hidden_forces_there_is_nothing_to_see() -> None:
    red = Says(Compiled({}))
    at = table(red, game=GAME)
    at._decided(OUGHT)
    assert red.shown == [Own("red")]


def test_what_was_seen_is_no_more_in_hand_until_it_is_hidden_again() -> None:
    at = table(Says(Compiled({}, hide={"m": ["a"], "n": ["b"]}), Compiled({}, hide={"m": ["c"]})))
    hand = InHand("red", ("m", "n", "o"), "r1.hand")
    assert at.in_hand(hand) == []
    at._decided(OUGHT)
    assert at.in_hand(hand) == ["m", "n"] and at.open("red", "m") == ["a"]
    assert at.in_hand(hand) == ["n"]
    at._decided(OUGHT)
    assert at.in_hand(hand) == ["m", "n"] and at.open("red", "m") == ["c"]


def test_what_has_left_play_when_a_phase_ends_holds_nothing() -> None:
    at = table(Says(Compiled({}, hide={"m": ["a"], "n": ["b"], "o": ["c"]})))
    at._decided(OUGHT)
    at.open("red", "o")
    at.open("red", "n")
    at._put_away(outcome({"m": "red"}, phases=0))
    assert list(at.seats["red"].contents) == ["m", "n", "o"] and at.seen == {"n", "o"}
    # A marker may have gone over to the other army with its name.
    at._put_away(outcome({"m": "red", "n": "red", "o": "blue"}))
    assert list(at.seats["red"].contents) == ["m", "n"] and at.seen == {"n", "o"}
    at._put_away(outcome({"m": "red"}))
    assert list(at.seats["red"].contents) == ["m"] and at.seen == set()
    table(game=GAME)._put_away(outcome({}))


def test_standing_orders_are_those_of_the_latest_orders() -> None:
    red = Says(Compiled({"answer": "mill"}), Compiled({"box": "west"}), Compiled({}), standing={"chit": 2})
    at = table(red)
    at._lay_down("red", GAME.start())
    assert (at.standing("red", "chit"), at.standing("red", "pay")) == (2, "point")
    red.given = {"pay": "honour"}
    asked: Any = SimpleNamespace(request=Choose("red", "box", BOX.options, "r1.box"))
    at._ask(asked, {"at": {}, "need": {}})
    assert at.standing("red", "chit") == 2 and at.pending == ("box", "mill")
    at._ask(SimpleNamespace(request=OUGHT), {"at": {}, "need": {}})  # type: ignore[arg-type]
    assert (at.standing("red", "chit"), at.standing("red", "pay")) == (0, "honour")
    assert at.pending == (ORDERS, {"box": "west"})
    at._ask(asked, {"at": {}, "need": {}})
    assert at.pending == ("box", SILENT)


def test_an_answer_counts_once_and_for_its_own_question() -> None:
    at = table()
    assert at.choose(OUGHT) == Stop("red", ORDERS) and at.choose(BOX) is DEFER
    at.pending = ("box", "mill")
    assert at.choose(OUGHT) == Stop("red", ORDERS) and at.choose(BOX) == "mill"
    assert at.choose(BOX) is DEFER
    at.pending = (ORDERS, {"box": "west"})
    assert at.choose(OUGHT) == {"box": "west"} and at.pending is None


def test_a_question_for_nobody_is_no_game() -> None:
    with pytest.raises(TooLong, match="nobody can answer the question"):
        table()._ask(SimpleNamespace(request=None), {"need": {"side": "a"}})  # type: ignore[arg-type]


def test_a_sealed_answer_is_told_as_it_was_sealed_and_claims_are_true() -> None:
    at = table(blue=Says(Compiled({"answer": "mill"}, hide={"n": 1}), Compiled({})))
    assert at.unseal(BOX, at.seal(BOX)) == "mill"
    assert at.unseal(BOX, at.seal(BOX)) is SILENT
    at.seats["red"].contents, at.seats["red"].leaves = {"m": 1}, {"hidden": {"x": "camp"}}
    assert at.claim(AWAKE) == ["hidden.x", "m"]


def test_both_armies_have_standing_orders_before_the_first_question() -> None:
    """An army's first orders may come after the other's ask what it lets stand."""
    at = table(Says(standing={"chit": 2}), Says(standing={"pay": "honour"}), game=GAME)
    with pytest.raises(IndexError):  # nobody has any orders to give
        at.play()
    assert (at.standing("red", "chit"), at.standing("blue", "pay")) == (2, "honour")
    assert at.standing("blue", "chit") == 0


def test_a_game_goes_to_its_end_and_says_what_happened() -> None:
    played = Table(GAME, {army: Passive(GAME) for army in ("red", "blue")}, lambda faces: 0).play()
    assert played.over["how"] == "played" and played.at["round"] == 7 and played.questions == 12
    told = [(event["round"], event["army"]) for event in played.events if event["kind"] == "headline"]
    assert told == [(number, army) for number in range(1, 7) for army in ("red", "blue")]
    assert played.faults == {"red": [], "blue": []}


def test_faults_are_kept_with_their_army() -> None:
    fault = PlacedRefusal(("box",), Refusal("2.1", "no"))
    at = table(Says(Compiled({}, [fault])))
    at._decided(OUGHT)
    assert (at.seats["red"].faults, at.seats["blue"].faults) == ([fault], [])


# -- chance ---------------------------------------------------------------------------------------------


def test_who_does_nothing_sends_the_empty_document_or_the_default() -> None:
    sent: list[Any] = []

    class Compiling(Ambush):
        def compile(self, request: Any, document: Any, own: Any = None) -> Compiled:
            sent.append(document)
            return Compiled({})

    passive = Passive(Compiling())
    passive.decide(OUGHT, {}, Own())
    passive.decide(BOX, {}, Own())
    assert sent == [{}, {"answer": "none"}] and passive.standing({}) == {}
    assert Chance(GAME, lambda n: n - 1).decide(BOX, {}, Own()).input == {"answer": "west"}
    assert Chance(GAME, lambda n: n - 1).decide(OUGHT, {}, Own()).input == {"box": "west"}
    assert Chance(Hiding(), lambda n: 0).decide(BOX, {}, Own("blue")).input == {"answer": Own("blue")}


def test_what_the_practice_opponent_writes_goes_through_the_compiler_with_what_it_hides() -> None:
    told: list[Any] = []

    class Compiling(Ambush):
        def compile(self, request: Any, document: Any, own: Any = None) -> Compiled:
            told.append((request, document, own))
            return super().compile(request, document, own)

    opponent: Any = SimpleNamespace(
        orders=lambda at, own: {"box": "mill"}, answer=lambda request, at, own: "west", standing=lambda at: {"chit": 1}
    )
    practised, own = Practised(Compiling(), opponent), Own("red", {"m": ["red"]})
    assert practised.decide(OUGHT, {}, own).input == {"box": "mill"}
    assert practised.decide(BOX, {}, own).input == {"answer": "west"}
    assert told == [(OUGHT, {"box": "mill"}, own), (BOX, {"answer": "west"}, own)]
    assert practised.standing({}) == {"chit": 1}


def test_a_random_player_knows_what_each_army_hides() -> None:
    player = RandomPlayer(lambda n: n - 1, game=Hiding())
    assert player.choose(OUGHT)["own"] == Own("red")
    again = player.choose(OUGHT)["own"]
    assert (again.markers, again.leaves) == ({"m": ["red"]}, {"hidden": {"x": "red"}})
    assert player.choose(BOX) == Own("blue")
    assert player.in_hand(InHand("red", ("m", "n"), "r1.hand")) == ["m"]
    assert (player.look("red", "hidden", "x"), player.look("blue", "hidden", "x")) == ("red", "")
    assert player.claim(AWAKE) == ["hidden.x", "m"] and player.standing("red", "pay") == "point"
    assert player.open("red", "m") == ["red"] and player.in_hand(InHand("red", ("m",), "r1.hand")) == []
    assert player.unseal(BOX, player.seal(BOX)) == Own("blue")


def test_a_random_player_without_a_game_samples_the_options_for_so_many_phases() -> None:
    player = RandomPlayer(lambda n: n - 1, phases=2)
    assert [player.choose(OUGHT) for _ in range(3)] == [{"box": "west"}, {"box": "west"}, Stop("red", ORDERS)]
    assert player.choose(BOX) == "west" and player.unseal(BOX, player.seal(BOX)) == "west"
    assert player.standing("red", "pay") == Stop("red", CONTINUE)
