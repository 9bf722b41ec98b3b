"""What maps show of a game of hexes and counters, as far as all show alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic

from pbem.engine.picture import Board, Counter, Mark, Pictures, Scene
from pbem.hexgame.board.pieces import P, Roster
from pbem.hexgame.telling.arrows import MOVEMENTS, arrows, fight
from pbem.hexgame.telling.counters import CounterLook, CounterPrint, counters, countersheet

Event = Mapping[str, Any]


class MapPictures(Pictures, ABC, Generic[P]):
    """`engine.picture.Pictures` of printed maps and counters, which stay as they are.

    roster: everybody who has a counter, those among them who have not come yet. printed: what is on a counter.
    laid: what can be laid over every map: name -> what it is.
    """

    laid: ClassVar[Mapping[str, str]] = {}

    def __init__(self, roster: Roster[P], printed: CounterPrint[P]) -> None:
        self.roster = roster
        self.printed = printed

    @abstractmethod
    def drawn(self) -> Sequence[Board]:
        """The maps in play, drawn anew."""

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return self.drawn()

    def boards(self) -> Sequence[Board]:
        """The maps in play."""
        return self._boards

    def overlays(self) -> Mapping[str, str]:
        """What can be laid over the maps."""
        return self.laid

    def countersheet(self) -> Sequence[Counter]:
        """One counter for each piece of the roster, in its order."""
        return countersheet(self.roster, self.printed)

    def shown(
        self,
        look: CounterLook[P],
        standing: Mapping[str, str],
        events: Iterable[Event],
        reckoned: Callable[[Event], Iterable[str]],
        beside: Mapping[str, tuple[str, ...]],
        *,
        movements: Mapping[str, str] = MOVEMENTS,
        marks: Iterable[Mark] = (),
    ) -> Scene:
        """Pieces where they stand, with the arrows and combats of the events that led there; a march that was taken
        back leaves no arrow.

        standing: piece -> hex. reckoned: event of a combat -> its calculation, a line each. beside: see `Scene`.
        movements: see `arrows`.
        """
        told = list(events)
        combats = [event for event in told if event.get("kind") == "combat"]
        return Scene(
            counters=counters(look, self.roster, standing),
            marks=tuple(marks),
            arrows=arrows(told, self.roster, movements),
            fights=tuple(fight(event, self.roster, reckoned(event)) for event in combats),
            beside=beside,
        )
