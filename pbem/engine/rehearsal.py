"""Running a phase on a board of one's own, for a preview or a check: no dice fall and nobody is asked."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from pbem.engine.options import Json
from pbem.engine.requests import Choose, Request, Tell


def rehearse_phase(
    phase: Generator[Request, Any, Any], choose: Callable[[Choose], Json], tell: Callable[[Tell], None]
) -> Any:
    """Runs a phase to its end and gives what it returns.

    choose: answers its choices. tell: hears its events. Whatever else it asks is answered with None, so only phases
    that can do without dice and standing orders can be rehearsed.
    """
    answer: Json = None
    while True:
        try:
            request = phase.send(answer)
        except StopIteration as end:
            return end.value
        answer = choose(request) if isinstance(request, Choose) else None
        if isinstance(request, Tell):
            tell(request)
