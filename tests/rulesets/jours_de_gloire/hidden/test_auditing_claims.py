"""The audit of who was pointed out: replaced generals, a command that goes over, who closes a box."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.hidden import Step
from tests.rulesets.jours_de_gloire.hidden.test_auditing import BOOK, FIELD, accused, lies, told
from tests.rulesets.jours_de_gloire.papers import field

HIDING = {
    "counters": ["f1", "f7", "f9", "f11"],
    "at": {"f1": "eiche", "f7": "iller", "f9": "iller", "f11": "moor"},
}
WEST: dict[str, Any] = {"command": "army-west"}
CLOSING: dict[str, Any] = {"box": "iller", "needs": 3, "logs": {counter: [] for counter in HIDING["counters"]}}
CHANGES: list[tuple[str, str, dict[str, Any], Any, Any, str]] = [
    ("holder", "4.2-2", {"general": "davout"}, "f7", "", "Davout (f7) in Iller was to leave"),
    ("holder", "4.2-2", {"general": "davout"}, "f7", "f1", "(f1) in Eiche had not to be named"),
    ("deserters", "B.7.1", WEST, ["f11"], [], "West Corps (f11) in Moor went over, and nobody was named"),
    ("deserters", "B.7.1", WEST, ["f11"], ["f9"], "West Corps (f11) in Moor had to be named"),
    ("closes", "8.5-4", CLOSING, "f9", "", "(f9) in Iller was strong enough"),
]


@pytest.mark.rule(BOOK, "4.2-2")
@pytest.mark.rule(BOOK, "8.5-4")
@pytest.mark.parametrize(("say", "case", "more", "truth", "lie", "words"), CHANGES)
def test_who_points_out_others_than_he_must(
    say: str, case: str, more: dict[str, Any], truth: Any, lie: Any, words: str
) -> None:
    honest = told(field(FIELD), {})
    scene = {**HIDING, **more}
    event = {"kind": "claimed", "army": "french", "marker": "f1", "say": say, "scene": scene, "value": truth}
    step = Step(3, "french", honest.steps[0].at, [], {"for": 2}, [event], honest.steps[1].markers)
    assert lies(replace(honest, steps=[*honest.steps, step])) == []
    (one,) = accused(replace(honest, steps=[*honest.steps, replace(step, events=[{**event, "value": lie}])]))
    assert (one.code, one.seq, one.case) == ("AUDIT_CLAIM" if lie else "AUDIT_OMISSION", 3, case)
    assert words in one.text and one.claim == f"f1 {say}"
