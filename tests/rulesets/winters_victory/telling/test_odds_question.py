"""Shock attacks and charges that nobody has ordered: exact chances, and why some cannot be made."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.odds_query import Outlook, Unanswerable, WhatIf
from pbem.engine.options import Json
from rulesets.winters_victory import sequence
from rulesets.winters_victory.telling.telling import WintersTelling
from tests.rulesets.winters_victory.battles import at_random, battle, setting
from tests.rulesets.winters_victory.winter import ID

LEARNING = "learning-serpallen"
VILLAGE = (("r-j26-1", "4167"), ("r-j26-2", "4167"))
"""A regiment in Serpallen."""


def start() -> Json:
    return sequence.start(setting(LEARNING)).to_json()


def asked(question: WhatIf, army: str = "french", at: Json = None) -> list[Outlook]:
    return list(WintersTelling(setting(LEARNING)).odds.what_if(at or start(), army, question))


@pytest.mark.rule(ID, "12.0-P4", "12.0-P5", "12.2.1-f", "12.3")
def test_an_attack_with_its_steps_and_chances() -> None:
    (one,) = asked(WhatIf(("4168",), ("r-j26-1",), moved=(*VILLAGE, ("f-33-1", "4168"))), "allied")
    assert one.title.startswith("26th Jaegers, battalions 1 and 2 against 33rd Line, battalion 1 in 4168: ")
    assert sum((chance.share for chance in one.chances), Fraction(0)) == 1
    assert any("Russian infantry (12.2.1-f)" in step.text for step in one.steps)
    assert one.notes[-1].text.startswith("supposed: 33rd Line, battalion 1 in 4168, not in 4071")


@pytest.mark.rule(ID, "12.13-1")
def test_who_names_no_attackers_is_told_of_all_who_may() -> None:
    moved = (("f-33-1", "4168"), ("r-j26-2", "4169"), ("r-j26-1", "4167"))
    found = asked(WhatIf(("4168",), moved=moved), "allied")
    assert found and all("against 33rd Line, battalion 1 in 4168" in one.title for one in found)


@pytest.mark.rule(ID, "12.5-1", "12.52.1-1")
def test_horse_charges_and_does_not_attack() -> None:
    moved = (("f-1ch", "4069"), ("r-j23-1", "4068"))
    with pytest.raises(Unanswerable, match="has declared no charge"):
        asked(WhatIf(("4068",), ("f-1ch",), moved=moved))
    (one,) = asked(WhatIf(("4068",), ("f-1ch",), moved=moved, tactic="charge"))
    assert one.title.startswith("1st Chasseurs against 23rd Jaegers, battalion 1 in 4068")
    assert any("impetus of a charge" in step.text for step in one.steps)


REFUSED = [
    (WhatIf(()), "an attack is on one hex"),
    (WhatIf(("nowhere at all",)), "nowhere at all"),
    (WhatIf(("4167",), ("nobody at all",)), "nobody at all"),
    (WhatIf(("4167",) * 40, far=("nobody at all",)), "from afar"),
    (WhatIf(("4167",), column="2:1"), "nobody chooses a row"),
    (WhatIf(("4167",), tactic="all of them"), "is: charge"),
    (WhatIf(("4167",), enemy=9), "lie open"),
    (WhatIf(("4071",), ("f-33-1",)), "nobody who fights for the enemy is in 4071"),
    (WhatIf(("4167",), ("r-j26-1",)), "is no unit of this army"),
    (WhatIf(("4167",), ("f-33-1",), moved=VILLAGE), "does not touch"),
    (WhatIf(("4167",), moved=VILLAGE), "nobody can attack 4167"),
    (WhatIf(("4167",), ("f-33-1",), moved=VILLAGE, tactic="charge"), "is no cavalry"),
    (WhatIf(("4071",), moved=(("r-j26-1", "4071"),)), "cannot be in 4071"),
]


@pytest.mark.parametrize(("question", "words"), REFUSED, ids=[row[1] for row in REFUSED])
def test_what_cannot_be_asked_is_refused_in_words(question: WhatIf, words: str) -> None:
    with pytest.raises(Unanswerable) as refused:
        asked(question)
    assert any(words in refusal.text for refusal in refused.value.refusals), str(refused.value)


def test_a_battle_that_is_over_may_be_asked_about() -> None:
    at = battle(setting(LEARNING), at_random(1), seed=1)[0].to_json()
    with pytest.raises(Unanswerable):
        asked(WhatIf(()), at=at)
    with pytest.raises(Unanswerable):
        asked(WhatIf(("4167",), ("f-33-1",)), at=at)
