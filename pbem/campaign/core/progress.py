"""How far long work has come: told by whoever does it, heard by whoever has asked to, a bar at a terminal for one.

What is told changes nothing of the work. Nobody has to listen, and where nobody does it costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[int, int, str], None]
"""Told what is done, of how much, and a few words about it."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Within it, `listener` hears of all that goes on."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int, what: str) -> None:
    """Says how far the work at hand has come."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total, what)
