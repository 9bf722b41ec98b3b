"""Whose secrets made which commitment: a player's masters in one game, and what he took over (sections 3 and 11)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.lean import dataclass
from pbem.protocol import keys


@dataclass(frozen=True, slots=True)
class Secrets:
    """The two secrets of one game. master: what they come from; b"" for those that a predecessor handed over."""

    dice: bytes
    veil: bytes
    master: bytes = b""

    @classmethod
    def of(cls, master: bytes, game: bytes) -> Secrets:
        """The secrets of a game that follow from a master."""
        return cls(keys.dice_secret(master, game), keys.veil_secret(master, game), master)


@dataclass(frozen=True, slots=True)
class Ring:
    """One player's secrets in one game. spans: (first message whose commitments they make, secrets), ascending.

    master: the newest one, which signs; b"" in a ring of secrets that were handed over.
    """

    master: bytes
    spans: tuple[tuple[int, Secrets], ...]

    @classmethod
    def single(cls, master: bytes, game: bytes) -> Ring:
        """The ring of a player who never changed anything."""
        return cls(master, ((0, Secrets.of(master, game)),))

    def at(self, seq: int) -> Secrets:
        """What makes the commitments of one's own message `seq`. Raises KeyError before one's first."""
        found = [secrets for since, secrets in self.spans if since <= seq]
        if not found:
            raise KeyError(seq)
        return found[-1]

    def veils(self, first: int) -> list[dict[str, object]]:
        """The member `veils` of an audit: everything from message `first` on."""
        spans = [(since, s) for i, (since, s) in enumerate(self.spans) if not _passed(self.spans, i, first)]
        return [{"from": since, "veil": s.veil.hex()} for since, s in spans]


def _passed(spans: Sequence[tuple[int, Secrets]], i: int, first: int) -> bool:
    """Whether a later span begins at or before `first`, so that this one makes nothing that matters."""
    return i + 1 < len(spans) and spans[i + 1][0] <= first
