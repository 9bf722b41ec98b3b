"""Several players a side: what a ruleset with team play offers beside its rules (protocol section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pbem.engine.options import Json

if TYPE_CHECKING:
    from pbem.engine.contract import Game


class Teams(Protocol):
    """Team play of a game. Its orders stand in a list, the member `orders` of document and input, in one order.

    A game offers it by a method `teams()`, which gives this or None. Everything here is pure.
    """

    # What the rulebook says about talk between team-mates; nobody can check it. "" where it says nothing.
    talk: str

    def formations(self, army: str) -> Sequence[str]:
        """Slugs of all formations whose command can be given to a member, in the order in which people list them."""

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """The formations that one entry of `orders` concerns, () for none. at: where the running phase began.

        order: whatever the schema of the orders lets through, also units that there are not.
        """


def teams_of(game: Game) -> Teams | None:
    """The team play of a game; None for one that has no method `teams`."""
    offered = getattr(game, "teams", None)
    teams: Teams | None = offered() if offered is not None else None
    return teams
