"""Fog of war: everything that depends on whether counters lie face down (jdg 1.1-2, 1.2.1-6) or all face up (10-1).

It is chosen once, in `binding`, and every setting carries it. Procedures ask it what they need (what a counter holds,
whether a commitment is there, what a reaction shows, by what name a counter goes) and do not know which one they ask:

    hidden/face_down.FaceDown   contents are their owners' secrets; what the rules need of them is opened or claimed
    face_up.FaceUp              everything stands in the position; nothing is committed to

A ruleset with other secrets copies the pattern: one protocol by what its procedures have to know, one implementation
for each way to play, chosen where the game is bound.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pbem.engine.hidden import Own
from pbem.engine.options import Refusal

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.board import Board
    from rulesets.jours_de_gloire.setting import Known
    from rulesets.jours_de_gloire.turn import Part

Json = Any


class Fog(Protocol):
    """What both armies may know. Methods that ask somebody are procedures: `found = yield from fog.in_hand(...)`."""

    unused: Collection[str]
    """Members of the orders that mean nothing here."""

    # -- counters and what they hold -----------------------------------------------------

    def contents(self, board: Board) -> Known | None:
        """What all counters in play hold, where both armies can see it; None where that is their owners' to know."""

    def face(self, content: Json) -> Json | None:
        """What all see of a counter that comes into play with this content; None if it lies face down."""

    def exposed(self, board: Board, counter: str) -> bool:
        """Whether a counter lies face up that could lie face down."""

    def dummies(self, most: Mapping[str, int]) -> Mapping[str, int]:
        """jdg 1.3-1, 10-1: how many dummies of each kind an army has. most: those of its countersheet."""

    def signs_at_start(self) -> dict[str, Json] | None:
        """jdg 2-B1-4: the signs that stand in the first position; None where no position ever has any."""

    # -- what the procedures of a turn ask ------------------------------------------------

    def hideable(self, counters: Sequence[str]) -> tuple[str, ...]:
        """Those of some counters that their owner may turn face down with a message."""

    def in_hand(self, army: str, counters: Sequence[str], label: str) -> Part:
        """A procedure: whether an army has committed to what all these counters hold, where that is needed."""

    def leaves(self, board: Board, army: str, counters: Sequence[str], label: str) -> Part:
        """A procedure: what counters of an army show when they react, a leaf of `signs.Sign` for each."""

    def only_hidden(self, text: str, box: str = "") -> Refusal | None:
        """jdg 10-1: the refusal of what has a meaning only where counters lie face down; None where they do."""

    # -- what players read and write -----------------------------------------------------------

    def number(self, counter: str) -> str:
        """The number by which people tell counters apart, empty where they all see who is in them."""

    def tag(self, counter: str) -> str:
        """The same behind a name: ` (f12)`, or nothing."""

    def told_face_up(self, count: int) -> str:
        """How many of an army's counters lie face up, behind their number: `, 3 face up`, or nothing."""

    def blind(self, own: Own) -> bool:
        """jdg 10-6: whether a reader knows nothing of his army's counters: a member of a team, not its captain."""

    def mixed(self, own: Own, names: Sequence[str], label: str) -> Sequence[str]:
        """Names in the order in which they get fresh counters: one that nobody foresees where counters hide them."""

    def unordered(self, counters: Sequence[str]) -> list[str]:
        """Counters that a player names together, in an order that tells nothing: people write generals first."""

    def last_leaves(self, board: Board, own: Own) -> Mapping[str, Json]:
        """The signs that an army's last orders left: counter -> leaf, as far as the reader knows them."""

    def committed(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """What of contents or leaves a message commits to."""

    def published(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """What of a message's secrets stands in its orders for all to read."""
