"""Mail servers without a network: what people have in their mailboxes there, and what was handed in.

They stand for computers elsewhere: no fault of a disk here takes away what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from email import message_from_bytes
from email.policy import default

import pytest

from pbem.mail.servers import Account
from tests.cli.players import Player, Said
from tests.faults.world import World

NAMES = {"anna@example.test": "Anna", "bert@example.test": "Bert"}
CLUB = "club@example.test"


@dataclass
class Mailroom:
    """boxes: address -> mails, the oldest first. sent: (sender, receiver, bytes) of all that was handed in. copies:
    what was filed as sent."""

    boxes: dict[str, list[bytes]] = field(default_factory=dict)
    sent: list[tuple[str, str, bytes]] = field(default_factory=list)
    copies: list[bytes] = field(default_factory=list)

    def clear(self) -> None:
        for held in (self.boxes, self.sent, self.copies):
            held.clear()

    def told(self) -> dict[tuple[str, str], list[bytes]]:
        """Receiver and subject -> every mail that was sent so."""
        found: dict[tuple[str, str], list[bytes]] = {}
        for _, to, mail in self.sent:
            found.setdefault((to, str(message_from_bytes(mail, policy=default)["Subject"])), []).append(mail)
        return found


class Box:
    """As `pbem.mail.imap.Mailbox`."""

    validity = 7

    def __init__(self, room: Mailroom, account: Account) -> None:
        self._mails = room.boxes.get(account.address, [])

    def newer(self, last: int, since: date | None = None) -> list[int]:
        return list(range(last + 1, len(self._mails) + 1))

    def newest(self) -> int:
        return len(self._mails)

    def sizes(self, uids: list[int]) -> dict[int, int]:
        return {uid: len(self._mails[uid - 1]) for uid in uids}

    def mail(self, uid: int) -> bytes | None:
        return self._mails[uid - 1]

    def close(self) -> None:
        pass


class Carrier:
    """As `pbem.mail.smtp.Courier`."""

    def __init__(self, room: Mailroom) -> None:
        self._room = room

    def post(self, sender: str, receiver: str, mail: bytes) -> None:
        self._room.sent.append((sender, receiver, mail))

    def close(self) -> None:
        pass


class Cabinet:
    """As `pbem.mail.filing.Filing`."""

    def __init__(self, room: Mailroom) -> None:
        self._room = room

    def put(self, id: str, mail: bytes) -> bool:
        if mail in self._room.copies:
            return False
        self._room.copies.append(mail)
        return True

    def close(self) -> None:
        pass


@contextmanager
def at_work(room: Mailroom) -> Iterator[Mailroom]:
    """Within it `pbem mail` has these servers."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("mailservice.mailing", "club.clubhouse"):
            patch.setattr(f"pbem.{module}.Mailbox", lambda account, password: Box(room, account))
        for module in ("mailservice.mailsending", "club.clubhouse"):
            patch.setattr(f"pbem.{module}.Courier", lambda account, password: Carrier(room))
        patch.setattr("pbem.mailservice.mailsending.Filing", lambda account, password: Cabinet(room))
        patch.setattr("pbem.mail.passwords.Wallet.password", lambda self, server: "p")
        yield room


def settings(player: Player, address: str) -> None:
    """mail.yaml, with copies of what is sent."""
    text = f"address: {address}\nimap: {{host: h, sent: auto}}\nsmtp: {{host: h}}\n"
    (player.home / "mail.yaml").write_text(text, encoding="utf-8")


def addressed(world: World, name: str, other: str) -> None:
    """A person's campaign.yaml with addresses."""
    (world.root / name / "game/campaign.yaml").write_text(
        f"you: {{name: {name.title()}, mail: {name}@example.test}}\nopponent: {{name: {other.title()}, mail: "
        f"{other}@example.test}}\n",
        encoding="utf-8",
    )


def mail(sender: str, subject: str, text: str, to: str = CLUB) -> bytes:
    """A mail as a mail program makes it."""
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{subject.split()[-1]}.{sender}>\r\n"
    return (head + "\r\n" + text.replace("\n", "\r\n")).encode("ascii")


def turn_mail(world: World, name: str, seq: int, to: str = CLUB) -> bytes:
    """A mail with a message that lies in somebody's outbox."""
    text = world.mail(getattr(world, name), seq).read_text(encoding="utf-8")
    return mail(f"{name}@example.test", f"turn {seq}", text, to)


def kept_mail(world: World, name: str, seq: int) -> bytes:
    """A mail with a message that somebody took in."""
    path = next((world.root / name / "game/inbox").glob(f"{seq:04d}-?*"))
    return mail("somebody@example.test", f"turn {seq}", path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Errand:
    """A command of the mail service. stage: of the world. files: what is laid out before, at home and at the servers.
    sent: how many different mails go out. spare: in the subject of one that may go out once more, though it was sent by
    hand before: while the answer to it has not been taken in, nobody here knows that.
    signs: whether the last message of the log is made by it."""

    stage: str
    who: Callable[[World], Player]
    line: tuple[str, ...]
    files: Callable[[World, Mailroom], None]
    sent: int
    spare: str = ""
    signs: bool = False

    def prepare(self, world: World, room: Mailroom) -> None:
        world.restore(self.stage)
        room.clear()
        self.files(world, room)

    def run(self, world: World) -> Said:
        return self.who(world)(*self.line, "--json")


def club(world: World) -> Player:
    return Player(world.root / "club-home", world.root / "anna")


def _club(world: World, room: Mailroom) -> None:
    at = club(world)
    (at.home / "club").mkdir(parents=True)
    settings(at, CLUB)
    members = "".join(f"- {{name: {name}, mail: {address}}}\n" for address, name in NAMES.items())
    (at.home / "club/club.yaml").write_text(f"players:\n{members}pictures: false\n", encoding="utf-8")


def _first(world: World, room: Mailroom) -> None:
    """Two invite and accept at the club."""
    _club(world, room)
    begun = turn_mail(world, "anna", 0).replace(b"\r\n\r\n", b"\r\n\r\nFor: Bert\r\n", 1)
    room.boxes[CLUB] = [begun, turn_mail(world, "bert", 1)]


def _next(world: World, room: Mailroom) -> None:
    """The game is there; a turn, and what is no turn."""
    _first(world, room)
    with at_work(room):
        assert club(world)("mail", "serve", "--once").status == 0
    room.sent.clear()
    room.boxes[CLUB] += [
        mail("bert@example.test", "see you", "On Monday."),
        turn_mail(world, "anna", 2),
        mail("bert@example.test", "STATUS", ""),
    ]


def _outgoing(world: World, room: Mailroom) -> None:
    """Anna has signed message 2; somebody invites her to another game."""
    settings(world.anna, "anna@example.test")
    addressed(world, "anna", "bert")
    other = Player(world.root.parent / "other-home", world.root.parent / "other")
    if not other.place.exists():
        other.place.mkdir()
        other.good("new", "--ruleset", "veiled", "--scenario", "skirmish", "--side", "red", "--name", "Carl",
                   "--no-passphrase", "--folder", "game")  # fmt: skip
    invitation = next((other.place / "game/outbox").glob("0000-a.*")).read_text(encoding="utf-8")
    room.boxes["anna@example.test"] = [
        mail("news@example.test", "offers", "Buy!"),
        mail("carl@example.test", "a game", invitation),
    ]


def _late(world: World, room: Mailroom) -> None:
    """Bert's folder is of a backup, and the mails of the game come in no order."""
    settings(world.bert, "bert@example.test")
    addressed(world, "bert", "anna")
    turns = [turn_mail(world, "anna", seq) for seq in (8, 6, 4)]
    offers = mail("news@example.test", "offers", "Buy!")
    room.boxes["bert@example.test"] = [*turns[:2], offers, turns[2], kept_mail(world, "anna", 5)]


def _incoming(world: World, room: Mailroom) -> None:
    settings(world.bert, "bert@example.test")
    addressed(world, "bert", "anna")
    room.boxes["bert@example.test"] = [turn_mail(world, "anna", 2), mail("news@example.test", "offers", "Buy!")]


def _undecided(world: World, room: Mailroom) -> None:
    """The next message decides nothing, and whose it is wants it to be made by itself."""
    name, other = ("anna", "bert") if automatic(world) is world.anna else ("bert", "anna")
    settings(automatic(world), f"{name}@example.test")
    addressed(world, name, other)
    with (world.root / name / "game/campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("automatic: yes\n")
    room.boxes[f"{name}@example.test"] = [mail("news@example.test", "offers", "Buy!")]


def automatic(world: World) -> Player:
    """Who wants messages that decide nothing to be made by themselves."""
    said = (world.game(world.anna).place / "campaign.yaml").read_text(encoding="utf-8")
    return world.anna if "automatic: yes" in said else world.bert


ERRANDS = {
    "sync, by itself": Errand("undecided", automatic, ("mail", "sync"), _undecided, 1, signs=True),
    "sync, out": Errand("sent", lambda world: world.anna, ("mail", "sync"), _outgoing, 1),
    "sync, in": Errand("sent", lambda world: world.bert, ("mail", "sync"), _incoming, 0),
    "sync, late": Errand("older, answered", lambda world: world.bert, ("mail", "sync"), _late, 0, "#7]"),
    "serve, a new game": Errand("sent", club, ("mail", "serve", "--once"), _first, 3),
    "serve, a turn": Errand("sent", club, ("mail", "serve", "--once"), _next, 3),
}
