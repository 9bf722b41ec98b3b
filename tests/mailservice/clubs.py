"""A club at its own computer, and what people mail to it."""

from __future__ import annotations

import email
import json
import smtplib
import ssl
import time
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path
from typing import Any

from pbem.campaign.inbox.mailstate import StateFile
from pbem.club.clubhouse import Clubhouse, Round
from pbem.club.clubrules import read_rules
from pbem.mail.passwords import Wallet
from pbem.mailservice.mailsettings import read_account
from pbem.store.home import Home
from tests.cli.players import Player
from tests.mailservice.people import Correspondent, accepted, invites, joins
from tests.mailservice.servers import PASSWORD, PostOffice

DAY = 86400
# Mails come in at the real moment, and a folder that is new is read from a month before on.
NOON = int(time.time())


@dataclass
class Club:
    """A club at its own computer, where it is the moment `now`."""

    office: PostOffice
    player: Player
    address: str
    now: int = NOON
    seen: list[int] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.player.home / "club"

    def rules(self, text: str, *, pictures: bool = False) -> None:
        """Writes club.yaml; without maps, which take half a second each."""
        text += "" if pictures else "pictures: false\n"
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "club.yaml").write_text(text, encoding="utf-8")

    def house(self) -> Clubhouse:
        """A program that has just been started."""
        return Clubhouse(
            read_account(Home(self.player.home)),
            read_rules(self.folder),
            StateFile(self.folder),
            Wallet(),
            lambda: self.now,
        )

    def go(self) -> Round:
        """One go of it."""
        done = self.house().go()
        assert done.problems == []
        return done

    def state(self) -> Any:
        return json.loads((self.folder / "state.json").read_text(encoding="utf-8"))

    def game(self) -> Any:
        (game,) = self.state()["games"].values()
        return game


def writes(who: Correspondent, to: str, subject: str, text: str = "", **fields: str) -> None:
    """A mail by hand, as from any mail program."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = fields.pop("From", who.address), to, subject
    mail["Message-ID"] = fields.pop("Message_ID", f"<{len(who.office.log)}.{who.name}@example.test>")
    for name, value in fields.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    with smtplib.SMTP("localhost", who.office.smtp) as link:
        link.starttls(context=ssl.create_default_context(cafile=str(who.office.ca)))
        link.login("anybody", PASSWORD)
        link.sendmail(who.address, [to], mail.as_bytes(policy=SMTP))


def letters(club: Club, to: str) -> list[EmailMessage]:
    """What the club has mailed to somebody."""
    found = [mail for sender, receivers, mail in club.office.log if sender == club.address and receivers == [to]]
    return [email.message_from_bytes(mail, policy=default) for mail in found]  # type: ignore[misc]


def text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def begin(club: Club, anna: Correspondent, bert: Correspondent) -> None:
    """A game in which message 2 is Anna's; both mail to the club alone."""
    invites(anna, f"Bert <{club.address}>")
    anna.sync()
    club.go()
    (invitation,) = bert.sync()["invitations"]
    joins(bert, invitation["file"], f"Anna <{club.address}>")
    bert.sync()
    club.go()
    assert accepted(anna.sync()) == [1]


def turn(club: Club, sender: Correspondent, receiver: Correspondent, seq: int) -> None:
    sender.turn()
    sender.sync()
    club.go()
    assert accepted(receiver.sync()) == [seq]
