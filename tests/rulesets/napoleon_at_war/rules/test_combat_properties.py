"""Properties of the Combat Phase on random boards: lists that must be legal, lists from an enemy, interruption."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.engine.answerers import Scripted
from pbem.engine.loop import Stop, advance
from pbem.engine.options import Json
from pbem.engine.requests import CONTINUE, ORDERS, Choose, Roll
from pbem.engine.state import fresh
from rulesets.napoleon_at_war.position import Position
from tests.rulesets.napoleon_at_war.boards import SEATS, Fight, plain
from tests.tiers import examples

UNITS = ("f8", "f6", "f4", "f4b", "c2", "g5", "g4", "g3", "p7", "p6", "p6b", "p5", "k2", "k2b", "q3", "q5b")
GROUND = ("clear", "clear", "clear", "clear", "forest", "town", "rough", "marsh")
EASY = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def random_fight(seed: int) -> Fight:
    """Units close together on random ground, one to a hex, in a random player turn."""
    chance = random.Random(seed)
    hexes = [f"{column:02d}{row:02d}" for column in range(2, 8) for row in range(3, 8)]
    at = dict(zip(UNITS, chance.sample(hexes, len(UNITS)), strict=True))
    bare = plain()
    pairs = sorted({f"{min(a, b)}-{max(a, b)}" for a in hexes for b in bare.neighbours[a]})
    on = plain(
        terrain={at_: chance.choice(GROUND) for at_ in hexes},
        slopes=" ".join(chance.sample(hexes, 6)),
        slope=" ".join(chance.sample(pairs, 12)),
        river=" ".join(chance.sample(pairs, 12)),
        stream=" ".join(chance.sample(pairs, 10)),
        bridge=" ".join(chance.sample(pairs, 10)),
    )
    levels = [
        {"option": "", "battle": "field", "army": "french", "level": "10"},
        {"option": "", "battle": "field", "army": "prussian", "level": "8"},
    ]
    army, turn = chance.choice(("french", "prussian")), chance.choice((4, 6, 6))
    return Fight(at, on=on, army=army, turn=turn, levels=levels)


class Player(Scripted):
    """Random answers and dice, or answers by the orders and standing orders if `own` is false."""

    def __init__(self, seed: int, attacks: Json, own: bool = True) -> None:
        self.chance = random.Random(seed)
        super().__init__([{"attacks": attacks}], dice=lambda faces: self.chance.randint(1, faces))
        self.own = own

    def choose(self, request: Choose) -> Any:
        if request.what == ORDERS or not self.own or request.what == "attacks":
            return super().choose(request)
        answer = request.options.sample(self.chance.randrange)
        assert request.options.why_not(answer) is None, (request.label, answer)
        assert request.options.why_not(request.options.default()) is None, request.label
        assert json.dumps(request.options.describe())
        return answer


def invariants(fight: Fight, position: Position) -> None:
    """One unit to a hex, nobody vanishes, nobody in terrain that he could not enter, the right losses."""
    assert len(set(position.at.values())) == len(position.at)
    assert sorted([*position.at, *position.lost]) == sorted(fight.at)
    for unit, at in position.at.items():
        assert at == fight.at[unit] or any(
            fight.on.step_cost(near, at) is not None for near in fight.on.neighbours[at]
        ), unit


@EASY
@given(st.integers(0, 2**32))
def test_default_and_sample_are_legal(seed: int) -> None:
    options = random_fight(seed).options()
    assert options.why_not(options.default()) is None
    chance = random.Random(seed)
    for _ in range(3):
        listed = options.sample(chance.randrange)
        assert options.why_not(listed) is None, (listed, options.why_not(listed))
        assert json.loads(json.dumps(listed)) == listed
    assert json.dumps(options.describe())


@EASY
@given(st.integers(0, 2**32))
def test_random_phases_keep_the_board_whole(seed: int) -> None:
    fight = random_fight(seed)
    attacks = fight.options().sample(random.Random(seed).randrange)
    for own in (True, False):
        player = Player(seed, attacks, own)
        outcome = fight.run(player)
        assert outcome.state["over"]
        assert [refusal for label, refusal in player.refusals if label.endswith("attacks")] == []
        invariants(fight, Position.from_json(outcome.state["at"]))
        made = {event["id"] for event in outcome.events if event["kind"] in ("combat", "lapsed")}
        assert made == {attack.get("id", attack["on"][0]) for attack in attacks}


WORDS = st.sampled_from(
    [*UNITS, "0303", "0404", "0505", "9999", "", "n", "ask", "no", "3-1", "a1", "Dr", "x" * 70, "\u00e9", "..", "A"]
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["unit", "to", "attack", "result", "vacant", "if", "else", "by", "on", "pay"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
NAMES = st.lists(WORDS, max_size=4)
MANNER = {
    "bombard": NAMES | JUNK,
    "reduce": WORDS | JUNK,
    "pay": NAMES | JUNK,
    "retreat": st.lists(st.fixed_dictionaries({"unit": WORDS, "to": NAMES}), max_size=2) | JUNK,
    "displace": NAMES | JUNK,
    "advance": st.lists(st.fixed_dictionaries({"unit": WORDS}, optional={"to": WORDS}), max_size=2) | JUNK,
}
CONDITION = st.fixed_dictionaries({"attack": WORDS, "result": NAMES}) | st.fixed_dictionaries({"vacant": WORDS}) | JUNK
ENTRY = (
    st.fixed_dictionaries(
        {"on": NAMES},
        optional={
            "by": NAMES | JUNK,
            "id": WORDS,
            **MANNER,
            "if": CONDITION,
            "else": st.fixed_dictionaries({}, optional=MANNER) | JUNK,
        },
    )
    | JUNK
)


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 50), st.lists(ENTRY, max_size=4) | JUNK, JUNK)
def test_whatever_is_ordered_nothing_breaks(seed: int, attacks: Json, standing: Json) -> None:
    fight = random_fight(seed)
    options = fight.options()
    refusal, faults = options.why_not(attacks), options.faults(attacks)
    assert refusal is None or faults[0][1] == refusal
    script = Player(seed, attacks, own=False)
    formations = ("foot", "horse", "guns", "left", "right")
    script.slots = {f"{kind}.{f}": standing for kind in ("retreat", "displace", "advance", "order") for f in formations}
    outcome = fight.run(script)
    if outcome.state["over"]:
        invariants(fight, Position.from_json(outcome.state["at"]))
    else:
        assert outcome.state["need"]["ask"] in (
            "attacks",
            "retreat",
            "displace",
            "advance",
            "order",
            "pay",
            "bombardier",
        )


@pytest.mark.slow
@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.lists(st.fixed_dictionaries({}, optional=MANNER), max_size=6))
def test_whatever_is_preferred_nothing_breaks(seed: int, manners: list[dict[str, Json]]) -> None:
    """A list that is legal but for what it says of decisions after the die."""
    fight = random_fight(seed)
    attacks = fight.options().default()
    for attack, manner in zip(attacks, manners, strict=False):
        attack.update({key: manner[key] for key in ("pay", "retreat", "displace", "advance") if key in manner})
    assert fight.options().why_not(attacks) is None
    outcome = fight.run(Player(seed, attacks, own=False))
    if outcome.state["over"]:
        invariants(fight, Position.from_json(outcome.state["at"]))


class Halting(Player):
    """Stops before every step but one, so that the phase is resumed as often as it has steps."""

    fresh_steps = 0

    def _halt(self) -> Stop | None:
        self.fresh_steps += 1
        return Stop("prussian", CONTINUE) if self.fresh_steps > 1 else None

    def choose(self, request: Choose) -> Any:
        return (None if request.what == ORDERS else self._halt()) or super().choose(request)

    def roll(self, request: Roll, count: int, faces: int) -> Any:
        return self._halt() or super().roll(request, count, faces)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_interruption_at_every_request_changes_nothing(seed: int) -> None:
    fight = random_fight(seed)
    attacks = fight.options().sample(random.Random(seed).randrange)
    whole = fight.run(Player(seed, attacks))
    halting = Halting(seed, attacks)
    state, events = fresh(fight.start()), []
    for _ in range(400):
        halting.fresh_steps = 0
        outcome = advance(fight, state, halting, SEATS)  # type: ignore[arg-type]
        state = json.loads(json.dumps(outcome.state))
        events += outcome.events
        if state["over"]:
            break
    assert state["over"]
    assert state["at"] == whole.state["at"]
    assert events == whole.events


class Listening(Player):
    """Keeps every label."""

    def __init__(self, seed: int, attacks: Json) -> None:
        super().__init__(seed, attacks)
        self.labels: list[str] = []

    def choose(self, request: Choose) -> Any:
        self.labels.append(request.label)
        return super().choose(request)

    def roll(self, request: Roll, count: int, faces: int) -> Any:
        self.labels.append(request.label)
        return super().roll(request, count, faces)


@pytest.mark.slow
def test_labels_are_unique_and_well_formed() -> None:
    for seed in range(60):
        fight = random_fight(seed)
        player = Listening(seed, fight.options().sample(random.Random(seed).randrange))
        fight.run(player)
        assert len(set(player.labels)) == len(player.labels)
        assert all(re.fullmatch(r"[a-z0-9._-]{1,64}", label) for label in player.labels)
