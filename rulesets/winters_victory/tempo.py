"""The sequence of play, and how it is cut into messages (4.1).

The rulebook has ten phases a game turn. A segment is a run of them that one side's orders open and the other side
closes with what it signed before. Tempo `two` has two segments a turn, `six` one for each change of hands; both play
the same phases in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH


class Phase(IntEnum):
    """wv 4.0-1: the phases of a game turn, by their numbers."""

    INTERPHASE = 1
    ALLIED_COMMAND = 2
    ALLIED_RALLY = 3
    FRENCH_MOVEMENT = 4
    ALLIED_SHOCK = 5
    FIRE = 6
    FRENCH_COMMAND = 7
    FRENCH_RALLY = 8
    ALLIED_MOVEMENT = 9
    FRENCH_SHOCK = 10


PHASING: Final[Mapping[Phase, str]] = {
    Phase.ALLIED_COMMAND: ALLIED,
    Phase.ALLIED_RALLY: ALLIED,
    Phase.FRENCH_MOVEMENT: FRENCH,
    Phase.ALLIED_SHOCK: ALLIED,
    Phase.FRENCH_COMMAND: FRENCH,
    Phase.FRENCH_RALLY: FRENCH,
    Phase.ALLIED_MOVEMENT: ALLIED,
    Phase.FRENCH_SHOCK: FRENCH,
}
"""wv 4.0-1: whose phase it is; the interphase and the reciprocal fire are both sides'."""

SHOCKS: Final = (Phase.ALLIED_SHOCK, Phase.FRENCH_SHOCK)
MOVEMENTS: Final = (Phase.FRENCH_MOVEMENT, Phase.ALLIED_MOVEMENT)
"""wv 4.1.4B-1, 4.1.5, 4.1.9B, 4.1.10: the phases for which an army writes orders."""

TWO, SIX = "two", "six"
_CUTS: Final[Mapping[str, tuple[tuple[str, str, tuple[Phase, ...]], ...]]] = {
    TWO: (
        (
            "f",
            FRENCH,
            (
                Phase.FRENCH_SHOCK,
                Phase.INTERPHASE,
                Phase.ALLIED_COMMAND,
                Phase.ALLIED_RALLY,
                Phase.FRENCH_MOVEMENT,
            ),
        ),
        (
            "a",
            ALLIED,
            (
                Phase.ALLIED_SHOCK,
                Phase.FIRE,
                Phase.FRENCH_COMMAND,
                Phase.FRENCH_RALLY,
                Phase.ALLIED_MOVEMENT,
            ),
        ),
    ),
    SIX: (
        ("f-shock", FRENCH, (Phase.FRENCH_SHOCK, Phase.INTERPHASE)),
        ("a-command", ALLIED, (Phase.ALLIED_COMMAND, Phase.ALLIED_RALLY)),
        ("f-move", FRENCH, (Phase.FRENCH_MOVEMENT,)),
        ("a-shock", ALLIED, (Phase.ALLIED_SHOCK, Phase.FIRE)),
        ("f-command", FRENCH, (Phase.FRENCH_COMMAND, Phase.FRENCH_RALLY)),
        ("a-move", ALLIED, (Phase.ALLIED_MOVEMENT,)),
    ),
}
"""Tempo -> segments of a turn: name, whose orders open it, phases. The French shock closes the turn before."""
NAMES: Final[Mapping[str, str]] = {
    "f": "French orders",
    "a": "Allied orders",
    "f-shock": "French shock",
    "a-command": "Allied command",
    "f-move": "French movement",
    "a-shock": "Allied shock, fire of both armies",
    "f-command": "French command",
    "a-move": "Allied movement",
}
"""Name of a segment -> what it is called in headings."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of phases that one message opens. turn, name: `20`, `a` of `t20.a`. army: whose orders open it. phases:
    each with the game turn to which it belongs."""

    turn: int
    name: str
    army: str
    phases: tuple[tuple[int, Phase], ...]

    @property
    def label(self) -> str:
        """How messages and dice call it."""
        return f"t{self.turn}.{self.name}"


def segments(tempo: str, first: int, last: int) -> Iterator[Segment]:
    """wv 4.0-1: all segments of a scenario, from its first game turn to its last. Nobody has charged or attacked before
    the first turn, so its opening has no shock; that of the last turn stands alone at the end.

    Raises KeyError for a tempo that there is not.
    """
    for turn in range(first, last + 1):
        for name, army, phases in _CUTS[tempo]:
            found = tuple((turn - 1 if phase == Phase.FRENCH_SHOCK else turn, phase) for phase in phases)
            kept = tuple(one for one in found if one[0] >= first)
            yield Segment(turn, name, army, kept)
    name, army, _ = _CUTS[tempo][0]
    yield Segment(last + 1, name, army, ((last, Phase.FRENCH_SHOCK),))
