"""What a server has at hand: who plays, his campaigns by their ids, and whose turn it is to work on each."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.core.person import ensure_person
from pbem.campaign.inbox.recovery import open_campaign
from pbem.errors import Problem
from pbem.play.keeping import Keeper
from pbem.play.openings import Openings
from pbem.protocol.messages import peek
from pbem.store.folder import CampaignFolder

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

_ID: Final = re.compile(r"[0-9a-f]{12}(?:[0-9a-f]{52})?")
_DIGITS: Final = 12


class Evening:
    """One run of the server. here: the campaign with which the page begins, None for the list. root: the folder in
    which new campaigns are made.

    openings: his campaigns for reading and judging, verified; whoever uses one has its turn. keeper: writes what the
    page decides into the files that an editor sees. stopping: whether the server ends.
    """

    def __init__(self, home: Home, person: Person | None, here: Path | None = None, root: Path | None = None) -> None:
        self.home, self.person, self.here, self.root = home, person, here, root or Path.cwd()
        self.stopping = False
        # By which a folder is known that is not registered, such as a copy.
        self._beside = _id_of(here) if here is not None else ""
        self._turns: dict[str, asyncio.Lock] = {}
        self._asked: dict[str, Path] = {self._beside: here} if here is not None else {}
        self.openings, self.keeper = Openings(home, person), Keeper()

    def stop(self) -> None:
        """Ends the server, streams first."""
        self.stopping = True

    def require_person(self, passphrase: str | None) -> Person:
        """Who plays; his identity is made now where he has none. passphrase: for that, "" for none.

        Raises Problem PASSPHRASE_MISSING where it is not said.
        """
        if self.person is None and passphrase is None:
            what = "your identity is made now and wants a passphrase"
            raise Problem("PASSPHRASE_MISSING", what, "choose one, or an empty one to keep your identity in clear")
        if self.person is None:
            said = passphrase or ""
            self.person = self.openings.person = ensure_person(self.home, lambda: said, lambda: said)
        return self.person

    @property
    def begins_with(self) -> str:
        """The id of the campaign with which the page begins, "" for the list."""
        return next((id for id, path in self.places().items() if path == self.here), "")

    def places(self) -> dict[str, Path]:
        """The campaigns of this computer by the first digits of their ids; the folder that was named is among them,
        in the place of its copies."""
        found = {**self.home.all_pending(), **self.home.campaigns()}
        places = {id[:_DIGITS]: path for id, path in found.items()}
        if self.here is not None and self.here not in places.values():
            places[self._beside] = self.here
        return places

    def place(self, id: str) -> Path:
        """The folder of a campaign. Raises Problem NO_CAMPAIGN."""
        path = self.places().get(id[:_DIGITS]) if _ID.fullmatch(id) else None
        if path is None:
            raise Problem("NO_CAMPAIGN", "this computer knows no campaign of this id", "see the list of campaigns")
        self._asked[id[:_DIGITS]] = path
        return path

    def moved(self) -> dict[str, str]:
        """Ids by which pages have asked and that are known no more -> those of the same folders now: an invitation gets
        another one when it is accepted."""
        places = self.places()
        ids = {path: id for id, path in places.items()}
        return {id: ids[path] for id, path in self._asked.items() if id not in places and path in ids}

    def turn(self, name: str) -> asyncio.Lock:
        """Whose turn it is to work on a campaign, or on something else that has a name."""
        return self._turns.setdefault(name, asyncio.Lock())

    @contextmanager
    def writing(self, path: Path) -> Iterator[Campaign]:
        """The campaign locked, verified and mended, to write in. Raises Problem FOLDER_LOCKED."""
        campaign = open_campaign(path, self.home, self.person, write=True)
        try:
            yield campaign
        finally:
            campaign.folder.close()


def now() -> str:
    """The date that a message of this moment bears."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _id_of(path: Path) -> str:
    """The first digits of a campaign's id, by its log, which is not verified for it. Raises Problem, Fault."""
    lines = CampaignFolder.open(path, write=False).log()
    if not lines:
        mend = "run the command once more that made it: pbem new, join, import or practice"
        raise Problem("CAMPAIGN_UNBEGUN", "this folder was made, but its first message was not", mend, str(path))
    id = peek(lines[0]).id.hex() if len(lines) == 1 else str(peek(lines[-1]).body["game"])
    return id[:_DIGITS]
