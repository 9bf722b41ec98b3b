"""Two campaign folders on the disk, each with its own configuration folder, that share nothing but mail files."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.person import Person, load_person
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.outbox.mail_draft import lay_out_draft
from pbem.campaign.outbox.submit import Sent, submit
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.local.practice import frame, local_person
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.store.atomic import whole_lines
from pbem.store.home import Home
from pbem.store.os_port import REAL, System

DATE = "1806-10-14T06:00:00Z"
INVITATION = Invitation("napoleon-at-war", "jena-auerstadt", "french")


class Peer:
    """One player at his own computer: `root/a` and `root/a-home`."""

    def __init__(self, root: Path, seat: str) -> None:
        self.root = root
        self.seat = seat
        self.path = root / seat
        self.home_path = root / f"{seat}-home"

    def home(self, system: System = REAL) -> Home:
        """His configuration folder."""
        return Home(self.home_path, system=system)

    def person(self) -> Person:
        """He himself, read from his own configuration folder."""
        person = load_person(self.home(), str)
        assert person is not None
        return person

    def open(self, system: System = REAL, *, write: bool = True) -> Campaign:
        """His campaign, as a command opens it."""
        return open_campaign(self.path, self.home(system), self.person(), write=write, system=system)

    def mail(self, seq: int) -> bytes:
        """What he mails as message `seq`."""
        return (self.path / "outbox" / f"{seq:04d}-{self.seat}.yaml").read_bytes()

    def receive(self, data: bytes, system: System = REAL) -> list[Receipt]:
        """`pbem receive`: the campaign is found by its game id."""
        return receive(data, self.home(system), self.person(), system=system)

    def submit(self, system: System = REAL, *, note: str = "", date: str = DATE) -> Sent | None:
        """`pbem submit` of random legal orders, None where no message is due."""
        campaign = self.open(system)
        try:
            return send(campaign, note=note, date=date)
        finally:
            campaign.folder.close()

    def moved(self) -> None:
        """Registers where the folder is now; he keeps nothing else of its place."""
        home = self.home()
        for game in home.campaigns():
            home.register(game, self.path)
        for invitation in home.all_pending():
            home.register_pending(invitation, self.path)

    def log(self) -> list[bytes]:
        """The whole lines of his log."""
        return whole_lines((self.path / "log.jsonl").read_bytes())[0]


def send(campaign: Campaign, *, note: str = "", date: str = DATE) -> Sent | None:
    """The message that is due from the person of an opened campaign, as `Peer.submit`."""
    due = campaign.due()
    if due.closing is None:
        return None
    return submit(campaign, due, orders_of(campaign), note=[note] if note else [], date=date)


def orders_of(campaign: Campaign, due: Due | None = None) -> Checked | None:
    """orders.yaml filled in at random, the same for the same question, and checked; None if nothing is asked.

    due: by default what is due without an answer to an offer.
    """
    due = due or campaign.due()
    if due.request is None:
        return None
    rng = random.Random(f"{due.kind} {due.state['need']['n']}")
    answer = due.request.options.sample(rng.randrange)
    document = frame(campaign, due) | (answer if due.kind == "orders" else {"answer": answer})
    text = dump(document, first=("campaign", "phase", "for", "note")).encode("utf-8")
    campaign.folder.write_document("orders.yaml", text)
    return check_orders(campaign, due, text)


def invite(peer: Peer, system: System = REAL, invitation: Invitation = INVITATION) -> None:
    """`pbem new`."""
    home = peer.home(system)
    words = compose.Words("Anna", (), DATE)
    campaign = new_campaign(peer.path, invitation, home, local_person(home), words, system=system)
    with campaign.folder:
        lay_out_draft(campaign, 0)


def join(peer: Peer, mail: bytes, system: System = REAL) -> None:
    """`pbem join`."""
    home = peer.home(system)
    words = compose.Words("Bert", (), DATE)
    join_campaign(peer.path, read_invitation(mail), home, local_person(home), words, system=system).folder.close()


def begin(root: Path, messages: int = 2) -> tuple[Peer, Peer]:
    """A campaign with so many messages; the last one is mailed, and the other side has not received it yet.

    It is played once in each process and copied: two of the same length are the same game of the same people. See
    `begin_anew`.
    """
    a, b = Peer(root, "a"), Peer(root, "b")
    for peer in (a, b):
        for path in (peer.path, peer.home_path):
            shutil.copytree(Path(_begun(messages).name) / path.name, path)
        peer.moved()
    return a, b


@cache
def _begun(messages: int) -> TemporaryDirectory[str]:
    """What `begin` copies; it goes with the process."""
    place = TemporaryDirectory(prefix="pbem-begun-")
    begin_anew(Path(place.name), messages)
    return place


def begin_anew(root: Path, messages: int = 2) -> tuple[Peer, Peer]:
    """As `begin`, a game that nobody has played before; between the people whose identities are there already."""
    a, b = Peer(root, "a"), Peer(root, "b")
    invite(a)
    join(b, a.mail(0))
    for seq in range(2, messages):
        peer, other = (a, b) if seq % 2 == 0 else (b, a)
        assert peer.receive(other.mail(seq - 1))[0].accepted == [seq - 1]
        sent = peer.submit()
        assert sent is not None and sent.seq == seq
    return a, b
