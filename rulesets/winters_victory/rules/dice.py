"""Dice and events of whole procedures, which are generators that yield requests to the engine."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request, Roll, Tell

Part = Generator[Request, Any, Any]
"""A procedure inside a phase."""


def ten(label: str, case: str, *where: str) -> Part:
    """wv 11.0-P1: a die of ten faces, 0 to 9; the tenth face counts as zero. Returns it."""
    (die,) = yield Roll("1d10", label, case, where)
    return die % 10


def event(kind: str, /, **members: Any) -> Tell:
    """What is told of something that has happened."""
    return Tell({"kind": kind, **members})
