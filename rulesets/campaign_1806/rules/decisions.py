"""Decisions of which one rule says whether an answer is legal, and what counts where nobody says anything."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request
from pbem.lean import dataclass

Procedure = Generator[Request, Any, None]


class GameDecided(Exception):
    """osg 20.3: the game ends at once. army: who has won it."""

    def __init__(self, army: str) -> None:
        super().__init__(f"the {army} army has won")
        self.army = army


@dataclass(frozen=True)
class Judged:
    """`Options` of one rule. judge: what it has against an answer, whatever that is. silent: what counts by default.
    draw: a random legal answer. noun: what an answer is."""

    judge: Callable[[Json], Refusal | None]
    silent: Json
    draw: Callable[[Pick], Json]
    noun: str

    def why_not(self, answer: Json) -> Refusal | None:
        """None if the rule has nothing against it."""
        return self.judge(answer)

    def default(self) -> Json:
        """The silent answer."""
        return self.silent

    def sample(self, pick: Pick) -> Json:
        """A drawn answer, the default where the rule refuses it."""
        drawn = self.draw(pick)
        return drawn if self.judge(drawn) is None else self.silent

    def describe(self) -> Json:
        """What is asked for, and the default."""
        return {"noun": self.noun, "default": self.silent}


def texts(value: Json) -> tuple[str, ...]:
    """The texts of a value from outside that should be a list of them; nothing of what is none."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, (list, tuple)) else ()
