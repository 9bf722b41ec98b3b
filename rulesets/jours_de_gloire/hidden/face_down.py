"""Counters lie face down: what they hold is their owner's secret, which he commits to (jdg 1.1-2, 1.2.1-6, 1.3-2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.options import Refusal
from pbem.engine.requests import InHand, Look
from rulesets.jours_de_gloire.places import number_of

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.board import Board
    from rulesets.jours_de_gloire.setting import Known
    from rulesets.jours_de_gloire.turn import Part

Json = Any


class FaceDown:
    """See `fog.Fog`."""

    unused: Collection[str] = ()

    def contents(self, board: Board) -> Known | None:
        """Their owners know."""
        return None

    def face(self, content: Json) -> Json | None:
        """Nothing."""
        return None

    def exposed(self, board: Board, counter: str) -> bool:
        """As it lies."""
        return board.face_up(counter)

    def dummies(self, most: Mapping[str, int]) -> Mapping[str, int]:
        """All of them."""
        return most

    def signs_at_start(self) -> dict[str, Json] | None:
        """They stand in the leaves that go with the orders."""
        return None

    def hideable(self, counters: Sequence[str]) -> tuple[str, ...]:
        """All of them."""
        return tuple(counters)

    def in_hand(self, army: str, counters: Sequence[str], label: str) -> Part:
        """As the log has it."""
        held = yield InHand(army, tuple(counters), label)
        return tuple(held) == tuple(counters)

    def leaves(self, board: Board, army: str, counters: Sequence[str], label: str) -> Part:
        """They are opened."""
        return (yield Look(army, HIDDEN, tuple(counters), label)) if counters else ()

    def only_hidden(self, text: str, box: str = "") -> Refusal | None:
        """It has a meaning."""
        return None

    def number(self, counter: str) -> str:
        """Its own."""
        return counter

    def tag(self, counter: str) -> str:
        """` (f12)`."""
        return f" ({counter})"

    def told_face_up(self, count: int) -> str:
        """`, 3 face up`."""
        return f", {count} face up"

    def blind(self, own: Own) -> bool:
        """His captain sees to all that is committed to."""
        return not own.army

    def mixed(self, own: Own, names: Sequence[str], label: str) -> Sequence[str]:
        """Shuffled by a secret of his, the same each time for one label."""
        return own.shuffled(list(names), label)

    def unordered(self, counters: Sequence[str]) -> list[str]:
        """By their numbers."""
        return sorted(counters, key=number_of)

    def last_leaves(self, board: Board, own: Own) -> Mapping[str, Json]:
        """From his own book."""
        return own.leaves.get(HIDDEN, {})

    def committed(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """All of it."""
        return dict(values)

    def published(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """Nothing."""
        return {}
