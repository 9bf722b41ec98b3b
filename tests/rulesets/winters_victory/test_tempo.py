"""The sequence of play in messages: both tempos play the rulebook's phases in its order (4.1)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.tempo import PHASING, SIX, TWO, Phase, segments
from tests.rulesets.winters_victory.country import row


@pytest.mark.parametrize("tempo", [row("4.0-1", TWO), row("4.0-1", SIX)])
def test_every_phase_of_every_turn_is_played_once_in_its_order(tempo: str) -> None:
    played = [one for segment in segments(tempo, 34, 36) for one in segment.phases]
    assert played == [(turn, phase) for turn in (34, 35, 36) for phase in Phase]


@pytest.mark.parametrize(("tempo", "mails"), [(TWO, 2), (SIX, 6)])
def test_sides_take_turns_so_that_no_mail_is_empty(tempo: str, mails: int) -> None:
    listed = list(segments(tempo, 1, 5))
    assert len(listed) == 5 * mails + 1
    assert [one.army for one in listed[:2]] == [FRENCH, ALLIED]
    assert all(one.army != following.army for one, following in pairwise(listed))
    assert len({one.label for one in listed}) == len(listed)


@pytest.mark.parametrize("tempo", [TWO, SIX])
def test_whoever_opens_a_segment_shocks_and_moves_in_it(tempo: str) -> None:
    decided = {Phase.FRENCH_MOVEMENT, Phase.ALLIED_SHOCK, Phase.ALLIED_MOVEMENT, Phase.FRENCH_SHOCK}
    for segment in segments(tempo, 1, 3):
        own = [phase for _, phase in segment.phases if phase in decided]
        assert all(PHASING[phase] == segment.army for phase in own)


def test_the_first_turn_begins_without_a_shock_and_the_last_ends_with_one() -> None:
    listed = list(segments(TWO, 14, 34))
    assert listed[0].label == "t14.f" and listed[0].phases[0] == (14, Phase.INTERPHASE)
    assert listed[-1].label == "t35.f" and listed[-1].phases == ((34, Phase.FRENCH_SHOCK),)


def test_the_interphase_and_the_fire_are_both_sides() -> None:
    assert set(Phase) - PHASING.keys() == {Phase.INTERPHASE, Phase.FIRE}
