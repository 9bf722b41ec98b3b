"""What a player may see. A hidden attribute is a `Hidden`; reading it as the wrong army raises."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.lean import dataclass


class HiddenRead(Exception):
    """A rule or a view read what its army may not know."""


@dataclass(frozen=True)
class Hidden:
    """A fact that one army knows and the other learns only by an opening or a claim."""

    owner: str
    _value: Json

    def seen_by(self, army: str) -> Json:
        """The value, for its owner. Raises HiddenRead for anybody else."""
        if army != self.owner:
            raise HiddenRead(f"{army} may not know what belongs to {self.owner}")
        return self._value

    def __repr__(self) -> str:
        return f"Hidden({self.owner})"

    def __eq__(self, other: object) -> bool:
        raise HiddenRead("hidden facts are not compared; open them")

    __hash__ = None  # type: ignore[assignment]
