"""Runs a procedure of the rules at a table of its own: dice are given, events are listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.engine.requests import Roll, Tell
from rulesets.winters_victory.rules.dice import Part


def play(part: Part, dice: Iterable[int]) -> tuple[Any, list[dict[str, Any]]]:
    """What a procedure returns, and its events; dice: faces 0 to 9, in the order in which they are asked for."""
    left, events = iter(dice), []
    answer: Any = None
    try:
        while True:
            request = part.send(answer)
            answer = None
            if isinstance(request, Tell):
                events.append(request.event)
            else:
                assert isinstance(request, Roll), request
                die = next(left, None)
                assert die is not None, f"no die is left for {request.label}"
                answer = (die or 10,)
    except StopIteration as done:
        return done.value, events
