"""Fog of war: what depends on whether pieces lie face down (1.5) or everything lies open.

It is chosen once, where a campaign is bound, and stands in the setting. Procedures ask it for what they need (who has a
zone there, who is in command, who stands in a stack that fights) and do not know which one they ask:

    fog.Open                     everything stands in the position
    hidden.face_down.FaceDown    what counters hold is their owners' secret; the rules look at them, or turn them up
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pbem.engine.options import Json, Options, Refusal
from pbem.engine.requests import Request

if TYPE_CHECKING:
    from rulesets.campaign_1806.play import Play

Looking = Generator[Request, Any, None]
"""A procedure that shows something."""
Picked = Generator[Request, Any, Sequence[str]]
"""A procedure that gives counters."""


class Fog(Protocol):
    """What both players may know, and how the rules come to know more."""

    hidden: bool
    by_counters: bool
    """Whether orders name counters that lie face down."""

    def counter_of(self, uid: str) -> str:
        """osg 1.5: the counter under which a piece lies that its owner sees under its own id, "" for none."""

    def hideable(self, play: Play) -> tuple[str, ...]:
        """osg 1.5: counters that the phasing army may turn face down with its orders."""

    def orders(self, play: Play) -> Options:
        """What orders may say where they name counters."""

    def breaks(self, word: str) -> bool:
        """osg 13.11-1: whether a word of a course breaks its unit down into vedettes."""

    def break_down(self, play: Play, parent: str, word: str, label: str) -> Generator[Request, Any, bool]:
        """osg 13.11-1: breaks a unit down as a word says; whether it left the map."""

    # -- looks ---------------------------------------------------------------------------

    def scout(self, play: Play, at: str, army: str, *, troops: bool = False) -> Looking:
        """osg 1.5, 1.51A, 1.52-NOTE: whether an army has zones that reach a hex. troops: of more than vedettes."""

    def scouted(self, play: Play, at: str, army: str) -> bool:
        """osg 1.5, 1.51A: whether that is known already, so that `scout` would look at nothing there."""

    def survey(self, play: Play, at: str, radius: int, army: str, *, troops: bool = False) -> Looking:
        """The same of all hexes within so many hexes of one."""

    def turn_up(self, play: Play, units: Sequence[str], label: str) -> Picked:
        """osg 1.51A, 1.51B, 1.52: turns pieces up; their ids from now on, those that lay open as they are."""

    def in_contact(self, play: Play, label: str) -> Looking:
        """osg 1.51B, 2.11C1, 11.1-1: turns up whoever stands in an enemy zone when combat begins."""

    # -- a player turn -------------------------------------------------------------------

    def set_up(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """osg 1.6-1, 1.6-2: the set-up of the phasing army."""

    def completed(self, orders: Mapping[str, Json]) -> Mapping[str, Json]:
        """osg 18.0: orders with everything in its place that is said elsewhere in them."""

    def command(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """osg 2.11A1-1, 2.11A2-1: the command and reorganization phase of the phasing army, and what comes before."""

    def individual(self, play: Play, entry: Json) -> bool:
        """osg 2.11B2-1: whether an entry of the list of moves is for the individual segment."""

    def willing(self, play: Play, entry: Mapping[str, Json], label: str) -> Picked:
        """osg 2.11B2-1, 7.12, 7.13: the counters of an entry that go, after their dice."""

    def why_not_entry(self, play: Play, entry: Mapping[str, Json]) -> Refusal | None:
        """osg 2.11B1, 7.31-1: what is wrong with who goes by an entry together, or with what it says of command."""

    def reassemble(self, play: Play, number: int, entry: Json) -> Looking:
        """osg 13.12: an entry of those who are put together again."""

    def alternate(self, play: Play) -> Collection[str] | None:
        """osg 21.81, 21.85: the forces that come by the alternate track; None while their owner alone knows."""

    def groups(self, play: Play) -> Sequence[tuple[Collection[str], Collection[str]]]:
        """osg 15.2-2: groups of reinforcements of which somebody came in this phase: all of them, and who came."""

    def came(self, play: Play) -> None:
        """osg 15.2-2: who has come in for good."""

    def unsupplied(self, play: Play, orders: Mapping[str, Json]) -> Collection[str]:
        """osg 2.21B-2: the units of the phasing army that are out of supply by night."""

    def named_now(self, play: Play, said: Json) -> Json:
        """What orders say, with pieces that were turned up since under their own ids."""
