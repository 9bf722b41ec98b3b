"""All counters lie face up: no dummies, no reconnaissance, nothing that anybody would have to commit to (jdg 10-1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.hidden import Own
from pbem.engine.options import Refusal

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.board import Board
    from rulesets.jours_de_gloire.setting import Known
    from rulesets.jours_de_gloire.turn import Part

Json = Any


class FaceUp:
    """See `fog.Fog`."""

    unused: Collection[str] = ("dummies", "mix", "show")

    def contents(self, board: Board) -> Known | None:
        """They can be read off the board."""
        return board.known()

    def face(self, content: Json) -> Json | None:
        """Everything."""
        return content

    def exposed(self, board: Board, counter: str) -> bool:
        """None could lie otherwise."""
        return False

    def dummies(self, most: Mapping[str, int]) -> Mapping[str, int]:
        """None."""
        return dict.fromkeys(most, 0)

    def signs_at_start(self) -> dict[str, Json] | None:
        """None yet; they come with the set-ups."""
        return {}

    def hideable(self, counters: Sequence[str]) -> tuple[str, ...]:
        """None."""
        return ()

    def in_hand(self, army: str, counters: Sequence[str], label: str) -> Part:
        """There is nothing to commit to."""
        yield from ()
        return True

    def leaves(self, board: Board, army: str, counters: Sequence[str], label: str) -> Part:
        """They stand in the position."""
        yield from ()
        return [(board.at.signs or {}).get(counter) for counter in counters]

    def only_hidden(self, text: str, box: str = "") -> Refusal | None:
        """It has none here."""
        return Refusal("10-1", text, hex=box)

    def number(self, counter: str) -> str:
        """Nobody needs it."""
        return ""

    def tag(self, counter: str) -> str:
        """Nothing."""
        return ""

    def told_face_up(self, count: int) -> str:
        """All do."""
        return ""

    def blind(self, own: Own) -> bool:
        """Everybody sees everything."""
        return False

    def mixed(self, own: Own, names: Sequence[str], label: str) -> Sequence[str]:
        """As they are named."""
        return list(names)

    def unordered(self, counters: Sequence[str]) -> list[str]:
        """As they are named."""
        return list(counters)

    def last_leaves(self, board: Board, own: Own) -> Mapping[str, Json]:
        """From the position."""
        return board.at.signs or {}

    def committed(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """Nothing."""
        return {}

    def published(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """All of it."""
        return dict(values)
