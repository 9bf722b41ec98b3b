"""Messages that decide nothing, made and signed without their player: only where he has said so, and nothing else.

Such a message goes on in the midst of a turn, or acknowledges; the last one discloses what the audit needs. Orders, an
answer to a question and an answer to an offer are his alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ACKNOWLEDGE, Due
from pbem.campaign.core.opponent import PRACTICE, is_practice
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.submit import Sent, submit
from pbem.campaign.seats.seating import pending_seating
from pbem.engine.requests import CONTINUE
from pbem.errors import Problem
from pbem.orders.check import check
from pbem.orders.findings import OrdersFault
from pbem.orders.loader import load
from pbem.orders.schemas import read_schema
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.store.folder import CAMPAIGN, CampaignFolder, is_campaign

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

AUTOMATIC: Final = "automatic"
"""The member of campaign.yaml by which a player wants this of `pbem mail sync` and `pbem receive`."""


@dataclass(frozen=True)
class Made:
    """A message that was signed by itself, or for a dry run would be."""

    folder: Path
    game: str
    seq: int

    @property
    def words(self) -> str:
        """What is told of it."""
        return f"message {self.seq} of game {self.game}, which decides nothing"


def decides_nothing(campaign: Campaign, due: Due) -> bool:
    """Whether the message that this player has to make now leaves him nothing to decide."""
    return (
        due.kind in (CONTINUE, ACKNOWLEDGE)
        and not due.offer
        and due.request is None
        and bool(campaign.seat)
        and due.seat == campaign.seat
        and campaign.member is None
        and pending_seating(campaign) is None
        and not is_practice(campaign)
        and campaign.folder.path.parent.name != PRACTICE
    )


def make(campaign: Campaign, due: Due, date: str) -> Sent:
    """Signs such a message and lays it into the outbox. date: of now. Raises Problem; ValueError for any other one."""
    if not decides_nothing(campaign, due):
        raise ValueError("this message is its player's to make")
    return submit(campaign, due, date=date, illustrated=True)


def is_wanted(folder: CampaignFolder) -> bool:
    """Whether campaign.yaml says `automatic: yes`. Raises Problem ORDERS_YAML, ORDERS_SCHEMA for what is no yes or no.

    What else may be wrong in the file costs its owner addresses, and is no matter here.
    """
    if not folder.has_document(CAMPAIGN):
        return False
    raw = folder.read_document(CAMPAIGN)
    if AUTOMATIC.encode("ascii") not in raw:
        return False
    name = str(folder.path / CAMPAIGN)
    document = load(raw, name)
    data, findings = check(document, read_schema("campaign"))
    if wrong := [finding for finding in findings if finding.path[:1] == (AUTOMATIC,)]:
        raise OrdersFault(name, wrong)
    return isinstance(data, dict) and data.get(AUTOMATIC) == "yes"


class Automaton:
    """Looks through a player's campaigns for messages to make, go after go; one that was looked at in vain is opened
    again only when its log has grown."""

    def __init__(self, home: Home, person: Person | None) -> None:
        self._home, self._person = home, person
        self._seen: dict[Path, int] = {}

    def go(self, date: str, *, everywhere: bool, dry_run: bool) -> Iterator[Made | Problem]:
        """Makes what is due in the campaigns that want it, and says what keeps one from it.

        date: of now. everywhere: in all of this player's campaigns, whatever campaign.yaml says. dry_run: only says
        what it would sign.
        """
        if self._person is None:
            return
        for path in sorted(set(self._home.campaigns().values())):
            try:
                made = self._one(path, date, everywhere=everywhere, dry_run=dry_run)
            except Problem as problem:
                yield problem.at(str(path))
            except Fault as fault:
                yield Problem(
                    fault.code, f"the log of this campaign is not valid: {fault}", "see pbem doctor", str(path)
                )
            else:
                if made is not None:
                    yield made

    def _one(self, path: Path, date: str, *, everywhere: bool, dry_run: bool) -> Made | None:
        if path.parent.name == PRACTICE or not is_campaign(path):
            return None
        folder = CampaignFolder.open(path, write=False)
        lines = folder.log()
        if self._seen.get(path) == len(lines) or not (everywhere or is_wanted(folder)):
            return None
        if lines and _is_own(folder, lines[-1]):
            return None
        campaign = open_campaign(path, self._home, self._person, write=not dry_run)
        try:
            due = campaign.due() if campaign.seat else None
            if due is None or not decides_nothing(campaign, due):
                self._seen[path] = len(lines)
                return None
            seq = len(campaign.chain.messages)
            if not dry_run:
                make(campaign, due, date)
            return Made(path, campaign.short_id, seq)
        finally:
            campaign.folder.close()


def _is_own(folder: CampaignFolder, line: bytes) -> bool:
    """Whether the last message lies in the outbox: then it is the other player's turn."""
    last = peek(line)
    return any(name.startswith(f"{last.seq:04d}-{last.seat}.") for name in folder.names("outbox"))


def made_data(made: Made) -> dict[str, Any]:
    """The same for `--json`."""
    return {"campaign": str(made.folder), "game": made.game, "message": made.seq}
