"""From which message on a campaign can be stepped through, and how far the work on the page has come."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.core.progress import tell
from pbem.campaign.telling.replaying import _replay
from pbem.errors import Problem
from tests.campaign.folders import begin


def watched(path: Path, messages: int) -> list[tuple[int, int]]:
    """What is told of the work on a campaign of so many messages while its steps are made: how much is done, of how
    much."""
    told: list[tuple[int, int]] = []
    newest = begin(path, messages)[(messages - 1) % 2].open(write=False)
    _replay(newest, lambda done, total, _: told.append((done, total)), own=False)
    return told


def test_before_the_first_orders_there_is_nothing_to_step_through(tmp_path: Path) -> None:
    with pytest.raises(Problem) as refused:
        watched(tmp_path, 2)
    assert refused.value.code == "NO_REPORT"


@pytest.mark.parametrize("messages", [3, 4])
def test_to_make_the_steps_is_half_of_the_work(tmp_path: Path, messages: int) -> None:
    steps = messages - 2
    assert watched(tmp_path, messages) == [(done, 2 * steps) for done in range(steps)]


def test_what_a_reader_closes_himself_is_drawn_as_everybody_will_see_it(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 3)
    b.receive(a.mail(2))
    own = _replay(b.open(write=False), tell, own=True).steps
    assert b.submit() is not None
    public = _replay(b.open(write=False), tell, own=False).steps
    assert len(own) == len(public) == 2
    assert own[-1].scene is not None and public[-1].scene is not None
    assert own[-1].scene.arrows == public[-1].scene.arrows != ()
