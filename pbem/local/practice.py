"""Playing without a second person: the practice opponent as a client of its own, and whole demonstration games."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ACCEPT, ANSWER, OVER, WAIT
from pbem.campaign.core.offers import due_for
from pbem.campaign.core.person import Person
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.outbox.signed_file import outgoing_name
from pbem.campaign.outbox.submit import Sent, submit
from pbem.campaign.writing.orders_file import check_orders, phase_of
from pbem.campaign.writing.standing import STANDING, nested
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.keyfile import read_keyfile, write_keyfile
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.campaign.core.due import Due
    from pbem.engine.contract import Opponent

# A player that decides: his document for a question, and his standing orders before each message.
Decide = Callable[[Campaign, "Due"], dict[str, Any]]


@dataclass
class Client:
    """One seat at the same computer: its folder, its own configuration folder, and who decides for it."""

    campaign: Campaign
    decide: Decide
    opponent: Opponent | None = None

    def receive(self, data: bytes) -> None:
        """Takes a mailed file. Raises Fault where it is refused."""
        receipt = take(self.campaign, data, read_blocks(data))
        if receipt.fault is not None:
            raise receipt.fault

    def reply(self, date: str = "") -> Sent | None:
        """The message that is due, None where it is the other side's turn or all is over.

        Who practises may take back and amend what he likes; a draw is no practice.
        """
        due = self.campaign.due()
        if due.kind in (WAIT, ACCEPT, OVER):
            return None
        control = None
        if due.offer:
            control = {"answer": "decline" if due.offer["offer"] == "draw" else "accept"}
            self.campaign, due = due_for(self.campaign, control["answer"])
        if self.opponent is not None:
            self._standing(due)
        checked = None
        if due.request is not None:
            document = frame(self.campaign, due) | self.decide(self.campaign, due)
            text = dump(document, first=("campaign", "phase", "for", "note"))
            self.campaign.folder.write_document("orders.yaml", text.encode("utf-8"))
            checked = check_orders(self.campaign, due, text.encode("utf-8"))
        return submit(self.campaign, due, checked, control=control, date=date)

    def _standing(self, due: Due) -> None:
        values = self.opponent.standing(due.state["at"]) if self.opponent else {}
        text = dump(nested(values)) if values else "# nothing set\n"
        self.campaign.folder.write_document(STANDING, text.encode("utf-8"))


def frame(campaign: Campaign, due: Due) -> dict[str, Any]:
    """The members of an orders file that say which orders these are."""
    return {"campaign": campaign.short_id, "phase": phase_of(campaign, due), "for": due.state["need"]["n"]}


def practice_client(campaign: Campaign) -> Client:
    """The ruleset's practice opponent as the client of a campaign's own seat."""
    opponent = campaign.machine.ruleset.opponent(campaign.game, campaign.army)

    def decide(at: Campaign, due: Due) -> dict[str, Any]:
        if due.kind == ANSWER and due.request is not None:
            return {"answer": opponent.answer(due.request, due.state["at"], due.own)}
        # Of the moment: dice of the phase may have fallen before its orders are asked for.
        at_question = due.state["at"] if due.request is None else at.game.position_of(due.request)
        return opponent.orders(at_question, due.own)

    return Client(campaign, decide, opponent)


def local_person(home: Home) -> Person:
    """An identity in clear for who sits at this computer beside its owner."""
    data = home.read_identity()
    if data is not None:
        return Person(read_keyfile(data, ""))
    person = Person(secrets.token_bytes(32), fresh=True)
    home.write_identity(write_keyfile(person.master, "", bytes(16), bytes(12)))
    return person


def local_pair(
    folder: Path, invitation: Invitation, names: tuple[str, str], date: str = ""
) -> tuple[Campaign, Campaign]:
    """Two campaign folders below `folder`, joined by mail files; each has a configuration folder of its own."""
    first, second = Home(folder / "a-home"), Home(folder / "b-home")
    a = new_campaign(folder / "a", invitation, first, local_person(first), compose.Words(name=names[0], date=date))
    mail = outbox(a, 0)
    b = join_campaign(
        folder / "b", read_invitation(mail), second, local_person(second), compose.Words(name=names[1], date=date)
    )
    return a, b


def outbox(campaign: Campaign, seq: int) -> bytes:
    """The bytes that were mailed as message `seq`."""
    return campaign.folder.load("outbox", outgoing_name(campaign, seq), 32 * 2**20)


def exchange(a: Client, b: Client, *, progress: Callable[[int], None] = lambda seq: None, date: str = "") -> int:
    """Lets two clients mail each other until nothing is due; returns the number of messages. b has just accepted."""
    sender, receiver = b, a
    mail = outbox(b.campaign, 1)
    while True:
        receiver.receive(mail)
        sent = receiver.reply(date)
        if sent is None:
            break
        progress(sent.seq)
        mail = outbox(receiver.campaign, sent.seq)
        sender, receiver = receiver, sender
    return len(receiver.campaign.chain.messages)
