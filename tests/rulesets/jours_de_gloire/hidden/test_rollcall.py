"""The roll call: nobody honest is accused in a whole game, and nobody stands twice or nowhere."""

from __future__ import annotations

import pytest

from pbem.engine.hidden import Accusation, Record
from pbem.engine.loop import advance
from pbem.engine.rollcall import RollCall
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.hidden.forces import JoursForces
from rulesets.jours_de_gloire.ruleset import ruleset
from tests.rulesets.jours_de_gloire.recording import Overheard, Recorder, twisted
from tests.rulesets.jours_de_gloire.whole_games import whole_game
from tests.rulesets.jours_de_gloire.world import small
from tests.tiers import first

SCENARIOS = ("eylau-1807", "danube-1805", "danube-1809", "poland-1813", "friedland-1807", "poland-1806-07")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", first(1, SCENARIOS, pytest.mark.campaigns))
def test_nobody_is_missed_in_a_whole_game(scenario: str) -> None:
    """Reinforcements half on their way in, detachments, the fallen, heirs and a command that goes over are no lies."""
    one = ruleset.game(scenario, {})
    armies = one.scenario.armies
    recorder = Recorder(4, one, 16)  # type: ignore[arg-type]
    advance(Overheard(one, recorder), fresh(one.start(), hidden=True), recorder, dict(zip(armies, "ab", strict=True)))  # type: ignore[arg-type]
    record = Record(recorder.steps, armies, recorder.content, {})
    forces = JoursForces(one.setting)  # type: ignore[attr-defined]
    found = [(*RollCall(forces, army, record).accusations(), *forces.audit(army, record)) for army in armies]
    assert len(recorder.steps) > 10 and found == [(), ()]


def called(record: Record, army: str) -> list[Accusation]:
    return RollCall(JoursForces(small()), army, record).accusations()


@pytest.mark.rule("jours-de-gloire", "1.2.1-6")
def test_who_stands_twice_or_nowhere_is_told_once() -> None:
    """In the message that brought it, and not again at every phase that follows."""
    recorder = whole_game(3).player
    record, step = recorder.record(), recorder.steps[0]
    units = [c for c, content in step.committed.items() if "unit" in content]
    assert called(record, step.army) == []
    false = twisted(record, step.seq, units[0], step.committed[units[1]])
    found = [one for one in called(false, step.army) if one.seq == step.seq]
    assert {one.code for one in found} == {"AUDIT_CONSERVATION"} and len({one.text for one in found}) == len(found)
    texts = " ".join(one.text for one in found)
    twice, nowhere = step.committed[units[1]]["unit"], step.committed[units[0]]["unit"]
    assert f"{twice} is in 2 markers" in texts and f"{nowhere}: 0 of 1 stand anywhere" in texts
    junk = [one for one in called(twisted(record, step.seq, units[0], {"x": 1}), step.army) if one.seq == step.seq]
    assert any(f"marker {units[0]} holds nothing that there is" in one.text for one in junk)
