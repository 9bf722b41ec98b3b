"""Questions about odds: the answer is that of the combat that is ordered, and what cannot be asked is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pbem.engine.desk import Combat
from pbem.engine.odds_query import OFF, GameOdds, Outlook, Unanswerable, WhatIf
from tests.rulesets.kit.desk import spot_of
from tests.rulesets.kit.recorded import Json, Moment, Recorded, over, said_of

pytestmark = over(lambda game: game.telling.odds)


@pytest.fixture
def odds(game: Recorded) -> GameOdds:
    found = game.mode.game.telling.odds
    assert found is not None
    return found


def question(document: Json, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf | None:
    """A combat as it is asked for, where the ruleset's `kit_cases.py` does not say how; None where it cannot be."""
    return WhatIf(combat.on, combat.by, combat.far, tuple(moved))


def chances(outlook: Outlook) -> list[tuple[str, Fraction]]:
    return [(chance.result, chance.share) for chance in outlook.chances]


def asked(moment: Moment, odds: GameOdds) -> int:
    """Every way in which a combat may be fought after these orders is among the answers. How many combats there are."""
    spot, put = spot_of(moment), getattr(said_of(moment.mode.rules), "question", question)
    if spot.layout.move is None or moment.document is None:
        return 0
    course = spot.course(moment.document)
    known = moment.own.with_hidden(spot.compiled(moment.document).hide)
    moved = [(who, place or OFF) for who, place in course.stands.items()]
    for combat in course.combats:
        one = put(moment.document, combat, moved)
        if one is None:
            continue
        answers = odds.what_if(moment.at, moment.army, one, known)
        for outlook in combat.outlooks:
            assert chances(outlook) in [chances(answer) for answer in answers], (str(moment), outlook.title)
        for answer in answers:
            assert answer.title and answer.to_json()["title"] == answer.title
            whole = sum(share for _, share in chances(answer)) == 1
            assert whole or answer.chain or not answer.chances, answer.title
    return len(course.combats)


def fought(game: Recorded) -> bool:
    """Whether there was a combat, as far as the ruleset can say; else whether attacks are spoken of."""
    happened = getattr(said_of(game.mode.rules), "happened", None)
    spoken = any("attack" in str(events) for events in game.events)
    return spoken and (happened is None or any(happened(events) for _, events in game.phases))


def test_the_answer_is_that_of_the_combat_that_is_ordered(game: Recorded, odds: GameOdds) -> None:
    tried = sum(asked(moment, odds) for moment in game.orders)
    assert tried or not fought(game)


def test_what_cannot_be_asked_is_refused_in_words(game: Recorded, odds: GameOdds) -> None:
    """And changes nothing, whoever asks."""
    moment = game.orders[-1]
    before = moment.game.writing.text(moment.at)
    place = moment.game.telling.pictures.boards()[0].places[0].id if moment.game.telling.pictures else "nowhere"
    strange = (
        WhatIf(()),
        WhatIf(("nowhere at all",)),
        WhatIf((place,), ("nobody at all",)),
        WhatIf((place,) * 40, far=("nobody at all",)),
        WhatIf((place,), moved=(("nobody at all", "nowhere at all"),), column="many to one", tactic="all of them"),
    )
    for army in moment.letters:
        for one in strange:
            with pytest.raises(Unanswerable) as refused:
                odds.what_if(moment.at, army, one, moment.own)
            assert refused.value.refusals and all(refusal.text for refusal in refused.value.refusals)
    assert moment.game.writing.text(moment.at) == before
