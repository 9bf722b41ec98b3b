"""What is rolled and opened at the beginning of a player turn, before orders are written."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request
from rulesets.napoleons_last_battles.board import Board


def opening(board: Board) -> Generator[Request, Any, None]:
    """nlb 18.5B-2: what moves levels each game-turn."""
    yield from ()
