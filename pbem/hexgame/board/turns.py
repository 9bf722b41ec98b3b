"""Two armies that move in turn: whose player turn comes next."""

from __future__ import annotations

from typing import Protocol


class Turns(Protocol):
    """What a position says of it. turn: the game-turn, from 1. army: the phasing one."""

    turn: int
    army: str


def next_player_turn(position: Turns, armies: tuple[str, str]) -> None:
    """The other army becomes the phasing one; after the second the turn marker goes on. armies: in their order."""
    first, second = armies
    if position.army != first:
        position.turn += 1
    position.army = second if position.army == first else first
