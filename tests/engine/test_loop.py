"""The run loop: one source of answers, nothing asked or drawn twice, a stop anywhere changes nothing."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.answerers import Nobody, RandomPlayer, Scripted, begin, faults
from pbem.engine.loop import DEFER, Pause, Stop, TraceMismatch, advance, dice
from pbem.engine.options import Listed
from pbem.engine.requests import CONTINUE, ORDERS, SILENT, InHand, Roll
from pbem.engine.state import fresh, opened
from pbem.engine.views import Hidden, HiddenRead
from tests.engine.ambush import BOXES, Ambush, markers

SEATS = {"red": "a", "blue": "b"}
GAME = Ambush()


class Player(Scripted):
    """Both armies by a fixed generator: every answer depends on the request alone, not on how often it is asked."""

    def __init__(self, seed: int, stop_at: int = 10**9) -> None:
        self.seed, self.steps, self.stop_at = seed, 0, stop_at
        self.drawn = []
        super().__init__(markers=markers(), claims=dict.fromkeys(markers(), True))

    def _pick(self, label: str, n: int) -> int:
        return random.Random(f"{self.seed}/{label}").randrange(n)

    def _step(self) -> bool:
        self.steps += 1
        return self.steps > self.stop_at

    def choose(self, request):
        if request.what == ORDERS:
            return Stop(request.army, ORDERS) if self._step() else {"box": BOXES[self._pick(request.label, 3)]}
        if request.slot or request.said != "ask":
            return DEFER
        return (
            Stop(request.army, request.what)
            if self._step()
            else request.options.sample(lambda n: self._pick(request.label, n))
        )

    def standing(self, army, slot):
        return Stop(army, CONTINUE) if self._step() else {"chit": 1, "pay": "point"}[slot]

    def roll(self, request, count, faces):
        if self._step():
            return Stop("red", CONTINUE)
        self.drawn.append(request.label)
        return [self._pick(f"{request.label}/{i}", faces) + 1 for i in range(count)]

    def open(self, army, marker):
        return Stop(army, CONTINUE) if self._step() else super().open(army, marker)

    def claim(self, request):
        return Stop(request.army, CONTINUE) if self._step() else super().claim(request)


def play_through(seed):
    player = Player(seed)
    return advance(GAME, fresh(GAME.start()), player, SEATS), player


def gone_on(state, seed, stop_at, pause):
    """The next run from a state, with a pause of the run before it or without one; a fresh player, as from a mail."""
    player = Player(seed, stop_at)
    return advance(GAME, state, player, SEATS, pause), player.drawn


@pytest.mark.parametrize("every", [0, 1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_a_run_that_goes_on_from_a_pause_is_one_that_starts_over(seed, every):
    """State, events, request, dice and counts, wherever it stops and however often."""
    pause, kept, anew = Pause(), fresh(GAME.start()), fresh(GAME.start())
    for _ in range(60):
        one, drawn = gone_on(kept, seed, every, pause)
        other, drawn_anew = gone_on(json.loads(json.dumps(anew)), seed, every, None)
        assert (one.state, one.events, drawn) == (other.state, other.events, drawn_anew)
        assert (one.answered, one.phases) == (other.answered, other.phases)
        assert (one.request and one.request.label) == (other.request and other.request.label)
        kept, anew = one.state, other.state
        if kept["over"]:
            break
        every += 1
    assert kept["over"]["how"] == "played"


def test_a_pause_is_for_the_very_state_that_it_left_and_for_one_run():
    pause = Pause()
    stopped = advance(GAME, fresh(GAME.start()), Player(3, 4), SEATS, pause).state
    before = json.dumps(stopped)
    assert pause.take({**stopped, "trace": list(stopped["trace"])}) is None
    assert pause.take(stopped) is None
    stopped = advance(GAME, fresh(GAME.start()), Player(3, 4), SEATS, pause).state
    assert stopped["input"] and pause.take({**stopped, "input": {**stopped["input"]}}) is None
    stopped = advance(GAME, fresh(GAME.start()), Player(3, 4), SEATS, pause).state
    ends = [advance(GAME, {**stopped}, Player(3), SEATS, pause).state for _ in range(2)]
    assert ends[0] == ends[1] and ends[0]["over"] and json.dumps(stopped) == before
    other = advance(GAME, fresh(GAME.start()), Player(3, 2), SEATS).state
    assert advance(GAME, other, Player(3), SEATS, pause).state == ends[0]


@pytest.mark.parametrize("seed", range(5))
def test_a_stop_at_every_possible_point_gives_the_same_end(seed):
    whole, player = play_through(seed)
    assert whole.state["over"]["how"] == "played"
    for cut in range(player.steps):
        first = Player(seed, stop_at=cut)
        stopped = advance(GAME, fresh(GAME.start()), first, SEATS)
        assert stopped.state["need"]["n"] == 1
        mailed = json.loads(json.dumps(stopped.state))
        second = Player(seed)
        rest = advance(GAME, mailed, second, SEATS)
        assert {**rest.state, "n": 0} == {**whole.state, "n": 0}
        assert stopped.events + rest.events == whole.events
        assert first.drawn + second.drawn == player.drawn


def test_a_state_does_not_change_under_the_hands_of_a_run():
    state = fresh(GAME.start())
    before = json.dumps(state)
    advance(GAME, state, Player(1), SEATS)
    assert json.dumps(state) == before


def test_nobody_is_asked_first_for_the_dice_then_for_the_orders():
    assert begin(GAME, fresh(GAME.start()), SEATS).state["need"] == {"side": "a", "ask": CONTINUE, "n": 1}
    rolled = Scripted(dice=[3])
    due = advance(GAME, fresh(GAME.start()), rolled, SEATS)
    assert due.state["need"] == {"side": "a", "ask": ORDERS, "n": 1}
    assert due.state["trace"] == [["roll", "r1.red.wind", [3]]]
    assert due.request is not None
    assert due.request.options.describe() == {"boxes": list(BOXES)}


def test_a_slot_that_says_ask_stops_and_the_answer_is_not_asked_again():
    script = Scripted(
        [{"box": "mill"}],
        standing={"chit": 0, "pay": "ask"},
        dice=[1, 6, 1],
        markers=markers(),
        claims=dict.fromkeys(markers(), False),
    )
    due = advance(GAME, fresh(GAME.start()), script, SEATS)
    assert due.state["need"] == {"side": "b", "ask": "pay", "n": 1}
    assert opened(due.state) == {"chit": 0, "pay": "ask"}
    script.answers = {"r1.red.pay": "honour"}
    script.dice = lambda faces: 4
    on = advance(GAME, due.state, script, SEATS)
    assert next(e for e in on.events if e["kind"] == "fight")["pays"] == "honour"
    assert on.state["need"]["ask"] == ORDERS


@pytest.mark.parametrize(("left", "asked"), [(1, True), (2, False)])
def test_a_preference_may_ask_as_things_stand(left, asked):
    script = Scripted(
        [{"box": "mill"}],
        standing={"chit": 0, "pay": "careful"},
        dice=[1, 6, 1, 4, 4],
        markers=markers(),
        claims=dict.fromkeys(markers(), False),
    )
    start = GAME.start()
    start["points"]["blue"] = left
    due = advance(GAME, fresh(start), script, SEATS)
    assert (due.state["need"]["ask"] == "pay") is asked
    if asked:
        assert opened(due.state) == {"chit": 0, "pay": "careful"}
        script.answers = {"r1.red.pay": "honour"}
        script.dice = lambda faces: 4
        due = advance(GAME, due.state, script, SEATS)
        assert next(e for e in due.events if e["kind"] == "fight")["pays"] == "honour"
    assert due.state["at"]["points"]["blue"] == 1


def test_an_illegal_order_is_void_and_an_illegal_obligation_takes_the_default():
    script = Scripted([{"box": "moon"}], dice=lambda faces: 1)
    out = advance(GAME, fresh(GAME.start()), script, SEATS)
    assert [label for label, _ in script.refusals] == ["r1.red.box"]
    assert out.events[1]["kind"] == "void"
    assert out.events[1]["case"] == "2.1"
    assert out.state["at"]["cards"] == 0


def test_check_collects_what_the_rules_refuse():
    state = advance(GAME, fresh(GAME.start()), Scripted(dice=[3]), SEATS).state
    assert [f.refusal.case for f in faults(GAME, state, {"box": "moon"}, SEATS)] == ["2.1"]
    assert faults(GAME, state, {"box": "mill"}, SEATS) == []


def test_a_trace_of_other_rules_is_named_as_such():
    state = fresh(GAME.start())
    state["trace"] = [["roll", "r9.red.wind", [3]]]
    with pytest.raises(TraceMismatch, match=r"r9\.red\.wind"):
        advance(GAME, state, Nobody("red"), SEATS)


def test_what_was_in_hand_is_asked_once_and_comes_from_the_trace_when_the_phase_goes_on() -> None:
    class Dealt(Ambush):
        def phase(self, at):
            held = yield InHand("red", ("m", "n"), "r1.hand")
            shot = yield Roll("1d6", label="r1.shot")
            return {**at, "round": 7, "held": list(held), "shot": shot[0]}

    stopped = Nobody("red")
    stopped.held = {"n"}
    left = advance(Dealt(), fresh(GAME.start()), stopped, SEATS).state
    assert left["trace"] == [["hand", "r1.hand", ["n"]]]
    later = advance(Dealt(), json.loads(json.dumps(left)), Scripted(dice=[4]), SEATS).state
    assert (later["at"]["held"], later["at"]["shot"], later["over"]["how"]) == (["n"], 4, "played")


def test_a_step_left_over_at_the_end_of_a_phase_is_named_as_such():
    """A correction of the position may have taken away what a recorded step was about."""
    state = fresh(GAME.start())
    steps = [["roll", "r1.red.wind", [3]], ["choose", "r1.red.box", "none"]]
    played = {**state, "n": 1, "input": {"for": 1}, "trace": steps}
    assert begin(GAME, played, SEATS).state["at"]["army"] == "blue"
    played = {**played, "trace": [*steps, ["choose", "r1.red.chit", 1]]}
    with pytest.raises(TraceMismatch, match=r"step 2: recorded \['choose', 'r1\.red\.chit'\], the rules are at: end"):
        begin(GAME, played, SEATS)


@given(st.integers(0, 2**32))
def test_random_games_end_and_every_position_survives_its_text(seed):
    rng = random.Random(seed)
    player = RandomPlayer(rng.randrange)
    player.standing = lambda army, slot: {"chit": rng.randrange(3), "pay": "point"}[slot]
    player.open = lambda army, marker: markers()[marker]
    player.claim = lambda request: request.options.sample(rng.randrange)
    out = advance(GAME, fresh(GAME.start()), player, SEATS)
    at = out.state["at"]
    assert out.state["need"] == {}
    assert out.state["over"]["winner"] in SEATS
    assert GAME.writing.read_text(GAME.writing.text(at)) == at
    assert sum(e["kind"] == "fight" for e in out.events) == at["cards"]


def test_what_belongs_to_the_other_army_cannot_be_read():
    secret = Hidden("red", {"strength": 3})
    assert secret.seen_by("red") == {"strength": 3}
    with pytest.raises(HiddenRead):
        secret.seen_by("blue")
    with pytest.raises(HiddenRead):
        assert secret == secret
    assert "3" not in repr(secret)


@pytest.mark.parametrize("text", ["d6", "0d6", "2d0", "2d6+1", "1d6\n", ""])
def test_what_is_not_dice(text):
    with pytest.raises(ValueError):
        dice(text)


def test_a_listed_option_does_not_take_one_for_true():
    options = Listed((True, False), "1.1")
    assert options.why_not(True) is None
    assert options.why_not(1) is not None
    assert options.default() is True
    assert SILENT is not None


def test_the_dice_of_a_random_player_have_their_faces():
    """The generator counts from nought, a die from one."""
    asked = []
    player = RandomPlayer(lambda faces: asked.append(faces) or (0, faces - 1)[len(asked) % 2])
    assert sorted(player.roll(Roll("2d6", label="r1.wind"), 2, 6)) == [1, 6] and asked == [6, 6]


def test_the_public_run_knows_nothing_of_a_private_draw():
    """Its owner's client computes it; who carries the phase out has a draw that holds nothing."""

    class Drawing(Ambush):
        def phase(self, at):
            (self.drawn,) = yield Roll("1d10", label="r1.card", owner="red")
            return {**at, "round": 7}

    game = Drawing()
    out = advance(game, fresh(game.start()), Scripted(dice=[4]), SEATS)
    assert out.state["over"]["how"] == "played" and game.drawn.seen_by("red") == 0
    with pytest.raises(HiddenRead):
        game.drawn.seen_by("blue")


def test_a_pause_is_taken_once_and_for_the_state_that_it_left():
    run, left = object(), {"at": {"round": 1}, "trace": [], "input": {}}

    def taken(state, left=left):
        pause = Pause()
        pause.keep(run, left)
        return pause.take(state), pause.take(state)

    assert taken(left) == (run, None) and taken({**left, "input": {"for": 1}}) == (run, None)
    assert taken({**left, "at": {"round": 1}}) == taken({**left, "trace": []}) == (None, None)
    ordered = {**left, "input": {"for": 1}}
    assert taken(ordered, ordered) == (run, None) and taken({**ordered, "input": {"for": 1}}, ordered) == (None, None)
    assert Pause().take(left) is None
