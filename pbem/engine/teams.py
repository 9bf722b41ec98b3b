"""Several players a side: what a ruleset with team play offers beside its rules (protocol section 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal

if TYPE_CHECKING:
    from pbem.engine.contract import Game
    from pbem.engine.desk import OrdersDesk
    from pbem.engine.requests import Choose

LIST: Final = "orders"
"""The member of document and input that holds the orders, one after the other; members of a team add to it."""


class Teams(Protocol):
    """`Writing.teams`: orders stand in a list, the member `orders` of document and input, in one order.

    Everything here is pure.
    """

    # What the rulebook says about talk between team-mates; nobody can check it. "" where it says nothing.
    talk: str

    def formations(self, army: str) -> Sequence[str]:
        """Slugs of all formations whose command can be given to a member, in the order in which people list them."""

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """The formations that one entry of `orders` concerns, () for none. at: where the running phase began.

        order: whatever the schema of the orders lets through, also units that there are not.
        """

    def letter(self, text: str) -> Sequence[Refusal]:
        """What the rulebook has against words that a team-mate writes to another; () where it has nothing.

        A warning and no more: letters go outside of the log, and nobody can check them all.
        """
        return ()

    def compile(
        self, request: Choose, document: Mapping[str, Json], own: Own, orders: Sequence[Json]
    ) -> Compiled | None:
        """A captain's document behind the orders of his team, see `compiled_behind`; None: it is compiled by itself.

        A game needs it whose captain answers for what the members order because only he sees what their markers hold,
        or whose own orders hang on what theirs leave.
        """
        return None

    def desk(self, orders: Sequence[Json]) -> OrdersDesk | None:
        """The desk of a captain whose members have signed these orders, one at least: his reaches begin where they end.

        Places in the course count the list as a whole, as those of faults do. None: `Writing.desk` serves him, too.
        """
        return None


def compiled_behind(
    game: Game, request: Choose, document: Mapping[str, Json], own: Own, orders: Sequence[Json] | None
) -> Compiled:
    """A captain's document with the orders of his team before its own: what the whole message says, and its faults.

    orders: entries of the list as members have signed them, None where no member has signed any part; the input begins
    with them, unchanged. Paths of faults count the list as a whole, so that ("orders", 0) is the first entry of the
    first member.

    `Teams.compile` does it where it gives anything; otherwise the document is compiled by itself.
    """
    if orders is None:
        return game.writing.compile(request, document, own)
    teams = game.writing.teams
    judged = teams.compile(request, document, own, orders) if teams is not None else None
    if judged is not None:
        # Parts are good for a list alone, even where nobody orders anything.
        return replace(judged, input={LIST: [], **judged.input})
    alone = game.writing.compile(request, document, own)
    faults = [_behind(fault, len(orders)) for fault in alone.faults]
    return replace(alone, input={**alone.input, LIST: [*orders, *alone.input.get(LIST, [])]}, faults=faults)


def _behind(fault: PlacedRefusal, count: int) -> PlacedRefusal:
    """A fault of a document whose list stands behind so many other entries."""
    member, *rest = fault.path or ("",)
    if member != LIST or not rest or not isinstance(rest[0], int):
        return fault
    return replace(fault, path=(LIST, rest[0] + count, *rest[1:]))
