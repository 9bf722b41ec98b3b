"""One entry of a list of moves of single pieces: judged, remembered until it is carried out, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.moves import NO, Event, mover_refusal
from pbem.hexgame.moving.options import UnitOptions, moves_at_random
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from tests.hexgame.moving.tiny import ground, rules_of

FIELD = ground()
LATE = {"bf3": {"0103": 2}}


class Marches(UnitOptions):
    """Paths alone. judgements: how many have been asked for."""

    def __init__(self, at: Mapping[str, str], due: Mapping[str, Mapping[str, int]] = LATE) -> None:
        super().__init__(rules_of(FIELD, at))
        self.due = due
        self.judgements = 0

    def judge(self, entry: Json) -> Refusal | int:
        self.judgements += 1
        refusal = mover_refusal(self.rules, entry["unit"], self.moved)
        return refusal or self.walk(entry["unit"], entry["path"])

    def perform(self, entry: Json) -> list[Event]:
        spent = self.judged(entry)
        self.moved.add(entry["unit"])
        return self.go(entry["unit"], entry["path"], spent, "nowhere")

    def movable(self) -> list[str]:
        return [*free_to_move(self.rules, self.moved), *(one for one in self.due if one not in self.rules.board.at)]

    def random_entry(self, unit: str, pick: Pick) -> Json:
        at, spent = next(iter(self.starts(unit).items()))
        path = random_stop(self.rules, reach(self.rules, unit, at, self.rules.points(unit) - spent), pick)
        return {"unit": unit, "path": list(path)} if path else None

    def starts(self, unit: str) -> Mapping[str, int]:
        at = self.rules.board.at.get(unit)
        return {at: 0} if at else self.due.get(unit, {})

    def enter(self, unit: str, at: str) -> Refusal | int:
        found = self.due.get(unit, {}).get(at)
        return Refusal("due", f"{unit} does not come in at {at or 'any hex'}", unit, at) if found is None else found


def test_what_was_asked_about_last_is_not_judged_again() -> None:
    options, entry = Marches({"bf1": "0101"}), {"unit": "bf1", "path": ["0101", "0102"]}
    assert options.why_not(entry) is None and options.why_not(NO) is None
    (event,) = options.perform(entry)
    assert (event["kind"], event["to"], event["cost"], options.judgements) == ("moved", "0102", "1", 1)
    assert options.journal == [("bf1", "0101")] and options.rules.board.at == {"bf1": "0102"}


def test_an_entry_of_another_run_is_judged_when_it_is_carried_out() -> None:
    options = Marches({"bf1": "0101"})
    assert options.perform({"unit": "bf1", "path": ["0101"]}) == [] and options.judgements == 1
    with pytest.raises(ValueError, match="has moved already"):
        options.perform({"unit": "bf1", "path": ["0101", "0102"]})


def test_a_newcomer_enters_and_is_noted_as_he_was() -> None:
    options = Marches({"bf1": "0101"})
    (event,) = options.perform({"unit": "bf3", "path": ["0103", "0203"]})
    assert (event["kind"], event["at"], event["to"], event["cost"]) == ("entered", "0103", "0203", "2")
    assert options.journal == [("bf3", "nowhere")]


def test_where_one_goes_on_from_and_why_he_does_not() -> None:
    options = Marches({"bf1": "0101"})
    assert options.led("bf1", ()) == {"0101": 0} and options.led("bf3", ()) == {"0103": 2}
    assert options.led("bf1", ("0101", "0102")) == {"0102": 2}
    for unit, way in (("bf2", ()), ("bf2", ("0101",)), ("bf1", ("0102",))):
        assert isinstance(options.led(unit, way), Refusal)


def test_random_moves_are_legal_and_carried_out() -> None:
    seen = set()
    for seed in range(40):
        options = Marches({"bf1": "0101", "bf2": "0202", "rf1": "0805"})
        moves = moves_at_random(options, random.Random(seed).randrange)
        again = Marches({"bf1": "0101", "bf2": "0202", "rf1": "0805"})
        for entry in moves:
            assert again.why_not(entry) is None
            again.perform(entry)
        assert again.rules.board.at == options.rules.board.at
        seen.add(len(moves))
        assert "bf3" in {entry["unit"] for entry in moves}
    assert {1, 3} <= seen
    assert Marches({}, {}).sample(random.Random(1).randrange) == NO == Marches({}, {}).default()
    assert Marches({"bf1": "0101"}).describe()["units"] == ["bf1", "bf3"]
