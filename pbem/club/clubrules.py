"""club.yaml: what a club's mailbox hosts, and for whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pbem.orders.check import checked
from pbem.orders.loader import load
from pbem.orders.schemas import read_schema
from pbem.store.files import entry_at, read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

RULES: Final = "club.yaml"
DAY: Final = 86400
PLAYERS, ANYBODY, NOBODY = "players", "anybody", "nobody"


@dataclass(frozen=True)
class Limits:
    """See schemas/club.schema.json."""

    games: int = 200
    turns: int = 40
    answers: int = 10
    invitations: int = 3
    open: int = 12
    strangers: int = 20
    forwards: int = 60


@dataclass(frozen=True)
class ClubRules:
    """players: address -> name. games: first digits of a game's id -> addresses by seat. pictures: whether mails that
    are sent on have maps. asleep: seconds. term: seconds for which an invitation is kept that nobody accepts."""

    name: str = "the club"
    new_games: str = PLAYERS
    players: dict[str, str] = field(default_factory=dict)
    games: dict[str, dict[str, str]] = field(default_factory=dict)
    pictures: bool = True
    asleep: int = 60 * 60
    term: int = 60 * DAY
    limits: Limits = Limits()

    def member(self, text: str) -> str:
        """The address of the player whom a name or an address means, "" for none; the name must be his alone."""
        wanted = text.strip().casefold()
        if wanted in self.players:
            return wanted
        found = [mail for mail, name in self.players.items() if name.casefold() == wanted]
        return found[0] if len(found) == 1 else ""


def read_rules(folder: Path) -> ClubRules:
    """The rules of the club in a folder; the usual ones where it has no file. Raises Problem as strict loading does."""
    path = folder / RULES
    data = read_bounded(path, DOCUMENT_LIMIT) if entry_at(path) is not None else b""
    found: dict[str, Any] = checked(load(data, str(path)), read_schema("club"))
    return ClubRules(
        name=found.get("name", ClubRules.name),
        new_games=found.get("new-games", PLAYERS),
        players={one["mail"].lower(): one["name"] for one in found.get("players", ())},
        games={
            one["game"]: {seat: one[seat].lower() for seat in "ab" if seat in one} for one in found.get("games", ())
        },
        pictures=found.get("pictures", True),
        asleep=60 * found.get("asleep-minutes", 60),
        term=DAY * found.get("invitation-days", 60),
        limits=Limits(**found.get("limits", {})),
    )
