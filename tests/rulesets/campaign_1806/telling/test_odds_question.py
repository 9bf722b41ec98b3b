"""Questions about attacks and repulses: exact chances, what is supposed, and what cannot be asked."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.odds_query import Outlook, Unanswerable, WhatIf
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.telling.asking import jena, standing

AT = {"n1531": "suchet gazan", "n1630": "boguslawski", "n1330": "rivaud", "n2526": "larisch"}


def answer(asked: WhatIf, army: str = "french") -> Outlook:
    odds = jena().telling.odds
    assert odds is not None
    (found,) = odds.what_if(standing(AT), army, asked)
    return found


@pytest.mark.rule(ID, "11.3")
def test_all_who_stand_next_to_it_attack_where_nobody_is_named() -> None:
    found = answer(WhatIf(("Cospeda",)))
    assert found.title == "Suchet and Gazan against Boguslawski in n1630 (Cospeda): 6-1"
    assert sum(one.share for one in found.chances) == 1
    assert ("20 : 3 is 6-1", "11.3") in [(one.text, one.case) for one in found.steps]


@pytest.mark.rule(ID, "11.21-2")
def test_a_stack_attacks_as_a_whole_and_units_may_be_supposed_elsewhere() -> None:
    found = answer(WhatIf(("boguslawski",), ("rivaud",), moved=(("rivaud", "n1631"),)))
    assert found.title.startswith("Rivaud against Boguslawski in n1630 (Cospeda): 2-1")
    assert any(note.text.startswith("supposed: Rivaud in n1631, not in n1330") for note in found.notes)
    assert answer(WhatIf(("n1630",), ("suchet",))).title.startswith("Suchet and Gazan against")


@pytest.mark.rule(ID, "10.11-1")
def test_a_repulse_has_no_die() -> None:
    found = answer(WhatIf((), ("suchet", "gazan"), tactic="repulse"))
    assert [(one.result, one.share) for one in found.chances] == [("repulsed", Fraction(1))]
    failed = answer(WhatIf(("n1630",), ("gazan",), tactic="repulse"))
    assert [one.result for one in failed.chances] == ["fails"]
    assert failed.title.endswith(": 2-1")


@pytest.mark.rule(ID, "11.32")
def test_lower_odds_may_be_asked_for() -> None:
    found = answer(WhatIf(("n1630",), column="1-1"))
    assert found.title.endswith(": 1-1") and any(note.case == "11.32" for note in found.notes)


REFUSED = [
    (WhatIf(()), "an attack is on a hex"),
    (WhatIf(("nowhere at all",)), "nowhere at all"),
    (WhatIf(("n1630",), ("nobody",)), "nobody"),
    (WhatIf(("n1330",)), "nobody who fights for the enemy"),
    (WhatIf(("larisch",)), "nobody stands next to n2526 (Weimar)"),
    (WhatIf(("n1630",), ("rivaud",)), "cannot attack"),
    (WhatIf(("n1630",), ("marchand",)), "not on the map"),
    (WhatIf(("n1630",), moved=(("rivaud", "n1630"),)), "cannot be in n1630"),
    (WhatIf(("n1630",), far=("gazan",)), "from afar"),
    (WhatIf(("n1630",), tactic="charge"), "repulse"),
    (WhatIf(("n1630",), enemy=4), "supposed"),
    (WhatIf(("n1630",), column="9-9"), "no column"),
    (WhatIf((), ("rivaud",), tactic="repulse"), "no enemy zone"),
    (WhatIf((), tactic="repulse"), "one stack"),
]


@pytest.mark.parametrize(("asked", "text"), REFUSED)
def test_what_cannot_be_asked_is_refused_in_words(asked: WhatIf, text: str) -> None:
    with pytest.raises(Unanswerable) as refused:
        answer(asked)
    assert text in str(refused.value)
