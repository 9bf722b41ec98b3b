"""What is told before the moves: the mark on its events, and nothing else of a procedure changed."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from pbem.engine.requests import Request, Roll, Tell
from pbem.hexgame.moving.told_first import told_first


def dice(more: bool) -> Generator[Request, Any, str]:
    (die,) = yield Roll("1d6", "weather")
    yield Tell({"kind": "weather", "die": die})
    if more:
        raise LookupError("the game is decided")
    return f"a {die}"


def test_events_bear_the_mark_and_answers_and_results_pass() -> None:
    told = told_first(dice(more=False))
    assert told.send(None) == Roll("1d6", "weather")
    assert told.send([4]) == Tell({"kind": "weather", "die": 4, "part": "opening"})
    with pytest.raises(StopIteration) as end:
        told.send(None)
    assert end.value.value == "a 4"


def test_what_ends_the_procedure_ends_it() -> None:
    told = told_first(dice(more=True))
    told.send(None)
    told.send([4])
    with pytest.raises(LookupError):
        told.send(None)
