"""Short ways to write forces, and a driver that answers the dice of a procedure by their labels."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle.outcome import Outcome
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Fighter, Force, Joiner, Leader, Situation
from rulesets.jours_de_gloire.rules.battle.rounds import Arrive, battle
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS

Json = Any


def fighter(text: str, **more: Any) -> Fighter:
    """`vi 9` infantry of 9 PF, `c1* 5` cavalry; further ratings by name; cohesion 3 unless told."""
    name, pf = text.split()
    kind = "cavalry" if name.endswith("*") else "infantry"
    return Fighter(name.rstrip("*"), kind, int(pf), **{"co": 3, **more})


def leader(text: str, **more: Any) -> Leader:
    """`ney 3 2`: rank and tactical bonus."""
    name, rank, bt = text.split()
    return Leader(name, 3, int(rank), int(bt), **more)


def force(units: str, leaders: str = "", army: str = "french", prefer: str = "", **ratings: Any) -> Force:
    """`a 6, b* 5` with leaders `ney 3 2, murat 2 1`; ratings count for every unit."""
    fighters = tuple(fighter(text, **ratings) for text in units.split(",") if text.strip())
    generals = tuple(leader(text) for text in leaders.split(",") if text.strip())
    return Force(army, fighters, generals, tuple(prefer.split()))


class Played:
    """What a procedure came to: its result, the labels of its dice in order, and its events by kind."""

    def __init__(self, result: Any, labels: list[str], events: list[dict[str, Json]]) -> None:
        self.result, self.labels, self.events = result, labels, events

    def told(self, kind: str) -> list[dict[str, Json]]:
        return [event for event in self.events if event["kind"] == kind]


def play(procedure: Generator[Request, Any, Any], dice: Mapping[str, int] | int | Iterator[int]) -> Played:
    """Runs a procedure; a die is found by the end of its label behind `x.`, is always the same, or comes in order."""
    labels: list[str] = []
    events: list[dict[str, Json]] = []
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as stop:
            return Played(stop.value, labels, events)
        answer = None
        if isinstance(request, Tell):
            events.append(request.event)
        else:
            assert isinstance(request, Roll), request
            assert request.rule
            labels.append(request.label)
            answer = (_die(dice, request.label),)


def _die(dice: Mapping[str, int] | int | Iterator[int], label: str) -> int:
    if isinstance(dice, int):
        return dice
    return dice[label.removeprefix("x.")] if isinstance(dice, Mapping) else next(dice)


def fight(
    attacker: Force,
    defender: Force,
    dice: Mapping[str, int] | int | Iterator[int],
    chits: str = "skirmish skirmish",
    arrive: Arrive | None = None,
    **situation: Any,
) -> Played:
    """A battle of label `x`; its result is an `Outcome`."""
    both = {ATTACKER: attacker, DEFENDER: defender}
    played = dict(zip(both, chits.split(), strict=True))
    return play(battle(CHARTS, both, Situation(**situation), played, "x", ("pultusk",), arrive), dice)


def outcome(attacker: Force, defender: Force, dice: Any, chits: str = "skirmish skirmish", **situation: Any) -> Outcome:
    """The same, only what it came to."""
    result = fight(attacker, defender, dice, chits, **situation).result
    assert isinstance(result, Outcome)
    return result


def joiner(pf: int, after: int, **more: Any) -> Joiner:
    return Joiner("r7", (fighter(f"j {pf}"),), (leader("barclay 4 1"),), after, **more)


# With 8 PF on either side a die of 6 takes 1 PF, lower ones nothing; in the open the defender has +1.
EIGHT = force("a 8")
THEIRS = force("d 8", army="russian")
NOTHING = {f"r{n}.{role}": 1 for n in range(1, 5) for role in "ad"}
