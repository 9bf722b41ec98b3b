"""A desk for the orders of player turns; every other question has forms alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from pbem.engine.desk import NO_LAYOUT, Course, Layout, OrdersDesk, Reach
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.desk.layout import those_named
from pbem.hexgame.documents.names import Units


class TurnDesk(OrdersDesk, ABC):
    """`engine.desk.OrdersDesk`, as far as all games of hexes and counters have it alike.

    foreign: the case that somebody breaks who orders pieces of the other army.
    """

    foreign: ClassVar[str]

    @abstractmethod
    def lies(self, request: Choose, own: Own) -> Layout:
        """What can be ordered in a player turn."""

    @abstractmethod
    def known(self, request: Choose, own: Own) -> Units:
        """Pieces by what the phasing army calls them."""

    @abstractmethod
    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """Where pieces of the phasing army can go together after the moves of a document, theirs left out of them.

        way: hexes through which they have been led already, their own or the entry hex first; then only what lies
        behind.
        """

    @abstractmethod
    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """What a document leads to before any die. What the rules refuse is left out."""

    def is_turn(self, request: Choose) -> bool:
        """Whether the orders of a player turn are asked for."""
        return request.what == ORDERS

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        """See `lies`."""
        return self.lies(request, own) if self.is_turn(request) else NO_LAYOUT

    def reach(
        self, request: Choose, document: Json, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        """See `goes`. who: as they are called."""
        if not self.is_turn(request):
            return Reach("", ())
        units = those_named(self.known(request, own), who, self.foreign)
        return Reach("", (), units) if isinstance(units, str) else self.goes(request, document, units, own, way)

    def course(self, request: Choose, document: Json, own: Own = NOTHING) -> Course:
        """See `leads`."""
        return self.leads(request, document, own) if self.is_turn(request) else Course()
