"""What a map in plain characters is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.picture import Board, Place, Scene
from pbem.report.typesetting import Style

Labels = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Extract:
    """The part of a board that is shown. shown: its places, at least one. named: place -> army -> label of the stack.

    labels: the numbers of places where no stack stands; of boxes their ids in place of their names.
    """

    board: Board
    shown: Sequence[Place]
    scene: Scene
    named: Labels
    style: Style
    labels: bool


def combat_sign(style: Style) -> str:
    """What stands where it came to a combat."""
    return "*" if style.ascii_only else "\u2736"
