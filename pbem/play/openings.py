"""Campaigns kept open for reading: opening one costs more than judging in it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.offers import due_for
from pbem.campaign.inbox.recovery import open_campaign
from pbem.store.folder import LOG, TAPES, TEAM_DRAWER, CampaignFolder
from pbem.store.os_port import REAL, System

if TYPE_CHECKING:
    from pbem.campaign.core.due import Due
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

_MOST_KEPT: Final = 4
# What tells whether a file is another one than before, without reading it.
Mark = tuple[int, ...]


@dataclass
class Opening:
    """A campaign verified, for reading, and what is due in it. Whoever uses it has it for himself meanwhile.

    It knows nothing of orders.yaml and standing.yaml, which whoever judges them reads each time.
    """

    campaign: Campaign
    log: tuple[Mark, ...]
    _due: dict[str, tuple[Campaign, Due]] = field(default_factory=dict)
    _briefings: tuple[Any, ...] = ()

    def due(self, answer: str = "") -> tuple[Campaign, Due]:
        """As `due_for`, worked out once: the campaign that judges the next message, and what that has to do.

        What a member of a team has to do hangs on his captain's briefings too. Raises Problem.
        """
        folder = self.campaign.folder
        there = tuple((name, _mark(folder.path / TEAM_DRAWER / name)) for name in folder.names(TEAM_DRAWER))
        if there != self._briefings:
            self._due.clear()
            self._briefings = there
        if answer not in self._due:
            self._due[answer] = due_for(self.campaign, answer)
        return self._due[answer]


class Openings:
    """The campaigns that were asked for last, each as its log stands."""

    def __init__(self, home: Home | None, person: Person | None, *, system: System = REAL) -> None:
        self._home, self.person, self._system = home, person, system
        self._kept: OrderedDict[Path, Opening] = OrderedDict()

    def at(self, path: Path) -> Opening:
        """The campaign in a folder; opened anew after every change of its log. Raises Problem or Fault."""
        # Looked at before it is read: what grows meanwhile is noticed by whoever asks next.
        log = _log(path)
        kept = self._kept.pop(path, None)
        if kept is None or kept.log != log or kept.campaign.person is not self.person:
            kept = Opening(open_campaign(path, self._home, self.person, write=False, system=self._system), log)
        self._kept[path] = kept
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    @contextmanager
    def locked(self, path: Path, answer: str = "") -> Iterator[tuple[Campaign, Due]]:
        """The same as `Opening.due`, with the folder locked, for files that a person writes. Nothing may be signed.

        Raises Problem FOLDER_LOCKED and those of `Opening.due`.
        """
        with CampaignFolder.open(path, write=True, system=self._system) as folder:
            judged, due = self.at(path).due(answer)
            writing = _with_folder(judged, folder)
            yield writing, due
            judged.drafted = writing.drafted


def _with_folder(campaign: Campaign, folder: CampaignFolder) -> Campaign:
    """The same campaign, which may write into its folder."""
    found = Campaign(folder, campaign.machine, campaign.chain, campaign.home, campaign.person)
    found.drafted, found.standing_read = campaign.drafted, campaign.standing_read
    return found


def _log(path: Path) -> tuple[Mark, ...]:
    return _mark(path / LOG), _mark(path / TAPES)


def _mark(path: Path) -> Mark:
    try:
        found = path.lstat()
    except OSError:
        return ()
    return (found.st_ino, found.st_size, found.st_mtime_ns)
