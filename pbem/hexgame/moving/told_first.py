"""What a report tells of a player turn before its moves: whatever is decided before anybody marches."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, TypeVar

from pbem.engine.requests import Request, Tell

T = TypeVar("T")
OPENING: Final = "opening"


def told_first(procedure: Generator[Request, Any, T]) -> Generator[Request, Any, T]:
    """A procedure, carried out as it is; what it tells bears the mark that places it at the beginning of the report.

    Raises what the procedure raises.
    """
    answer: Any = None
    try:
        while True:
            request = procedure.send(answer)
            if isinstance(request, Tell):
                request = Tell({**request.event, "part": OPENING})
            answer = yield request
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        procedure.close()
