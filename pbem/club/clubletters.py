"""What a club writes to players: forwarded messages, answers and reminders. All of it says that a program wrote it."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import islice
from typing import Final

from pbem.campaign.telling.terms import clock_words
from pbem.club.clubclock import HALF, LAST_DAY, deadline, given_up
from pbem.club.clubstate import HostedGame
from pbem.mail.draft import Draft, Person, address_field, plain_line, write_draft
from pbem.mail.header import Heading, read_heading
from pbem.mail.loop_guard import LOOP_FIELD
from pbem.mail.posting import posted
from pbem.protocol.faults import Fault

HELP_LINES: Final = (
    "Write to this address with one of these subjects:",
    "  STATUS                  where your games stand",
    "  RESEND                  the last message of your game once more",
    "  RESEND 7                message 7 of your game",
    "  INVITATION 0123abcd4567 an invitation that somebody left here for you",
    "Where you play several games add the first digits of one: STATUS 0646c9",
    "Turns are mailed here as pbem writes them; they are checked and sent on to your opponent.",
)
_CLASSES: Final = {
    "proof": "the signature proves a breach of the rules",
    "invalid": "malformed",
    "damage": "damaged, or a message is missing before it",
    "environment": "this club has another version of the rulebook",
    "stranger": "not signed for this game by a player of it",
}

# Short enough for one line of a header: a longer one would be written as a coded word.
_ID: Final = re.compile(r"<pbem\.[a-z]{4,5}\.([0-9a-f]{24})\.([0-9a-f]{16})@pbem\.invalid>")
_MOST_IDS: Final = 50
_LOOK: Final = 512 * 2**10


@dataclass(frozen=True)
class ClubMailer:
    """Who writes. name, address: of the club. now: seconds since 1970. secret: known to the club alone.

    Every mail to somebody bears an id that only the club can have made, and made for him: its own, or among its
    References. A mail program repeats it in the reply, and so a reply is known from what strangers write in his name.
    """

    name: str
    address: str
    now: int
    secret: str = ""

    def forward(self, draft: bytes, game: HostedGame, writer: str, to: str, *, again: str = "") -> bytes:
        """The mail with a message of a game, as the receiver gets it. writer: whose message it is.

        again: makes a mail of its own of it, with another Message-ID, for who asked for it.
        """
        thread = read_heading(draft).fields.get("references", "")
        fields: dict[str, str] = {
            "References": " ".join([self._id("game", to, game.folder), *thread.split()]),
            "From": address_field(Person(f"{writer} via {self.name}" if writer else self.name, self.address)),
            "To": address_field(Person("", to)) or to,
            "Date": _date(self.now),
            "Auto-Submitted": "auto-generated",
            LOOP_FIELD: self.address,
        }
        if again:
            fields["Message-ID"] = self._id("again", to, f"{game.folder} {again}")
        return posted(draft, fields)

    def write(self, to: str, subject: str, lines: list[str], seed: str, answered: Heading | None = None) -> bytes:
        """A mail of the club's own. seed: what makes it this mail and no other, for its Message-ID."""
        answers = [answered.id] if answered is not None and answered.id else []
        letter = write_draft(
            Draft(
                sender=Person(self.name, self.address),
                receiver=Person("", to),
                subject=subject,
                date=_date(self.now),
                id=self._id("club", to, seed),
                answers=answers,
                text="\n".join([*lines, "", "-- ", f"{self.name}; a program wrote this. It knows the word HELP.", ""]),
            )
        )
        sort = "auto-replied" if answered is not None else "auto-generated"
        return posted(letter, {"Auto-Submitted": sort, LOOP_FIELD: self.address})

    def answer(self, heading: Heading, lines: list[str], seed: str) -> bytes:
        """The answer to a mail. seed: as for `write`."""
        subject = plain_line(heading.subject, 150)
        subject = subject if subject.lower().startswith("re:") else f"Re: {subject or 'your mail'}"
        return self.write(heading.sender, subject, lines, seed, heading)

    def is_reply(self, heading: Heading) -> bool:
        """Whether a mail replies to one that the club has sent to this sender."""
        named = f"{heading.fields.get('in-reply-to', '')} {heading.fields.get('references', '')}"
        found = islice(_ID.finditer(named), _MOST_IDS)
        return bool(self.secret) and any(
            hmac.compare_digest(one[2], self._proof(heading.sender, one[1])) for one in found
        )

    def receivers(self, bounce: bytes, addresses: Collection[str]) -> list[str]:
        """To which of these addresses the club has written the mail that a bounce quotes: a server repeats its head."""
        text = bounce[:_LOOK].decode("ascii", "replace")
        found = list(dict.fromkeys(one.groups() for one in islice(_ID.finditer(text), _MOST_IDS)))
        return [
            address
            for address in sorted(addresses)
            if self.secret and any(hmac.compare_digest(proof, self._proof(address, id)) for id, proof in found)
        ]

    def _id(self, kind: str, to: str, seed: str) -> str:
        digest = hashlib.sha256("\0".join((kind, to, seed)).encode()).hexdigest()[:24]
        return f"<pbem.{kind}.{digest}.{self._proof(to, digest)}@pbem.invalid>"

    def _proof(self, to: str, digest: str) -> str:
        words = f"{to.lower()}\0{digest}".encode()
        return hmac.new(self.secret.encode(), words, hashlib.sha256).hexdigest()[:16]


def _date(now: int) -> str:
    return format_datetime(datetime.fromtimestamp(now, UTC))


def moment(seconds: int) -> str:
    """`2026-01-31 18:00 UTC`."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def short(key: str, game: HostedGame) -> str:
    """The digits by which players know a game. key: id of its invitation."""
    return (game.game or key)[:12]


def status_lines(games: Mapping[str, HostedGame], address: str, term: int) -> list[str]:
    """Where games stand, for one of their players. term: seconds for which an invitation is kept."""
    lines: list[str] = []
    for key, game in games.items():
        lines.append(f"{game.title} (game {short(key, game)})")
        if not game.game:
            until = moment(given_up(game, term))
            lines += [f"  nobody has accepted your invitation yet; it is kept until {until}", ""]
            continue
        lines.append(f"  {game.phase}; {game.count} messages")
        if not game.waits:
            lines += ["  over", ""]
            continue
        mine = game.waits == game.seat_of(address)
        whose = "your message" if mine else f"message {game.count} of {game.names.get(game.waits, game.waits)}"
        lines.append(f"  waits for {whose} since {moment(game.since)}, until {moment(deadline(game))}")
        if game.frozen:
            lines.append(f"  {game.frozen // 3600} hours in which this mailbox was not read do not count")
        other = game.address("ab".replace(game.seat_of(address), ""))
        if other in game.returned:
            lines.append(f"  a mail to your opponent came back on {game.returned[other]}: ask him for another address")
        lines.append("")
    return lines or ["You have no game here."]


def given_up_lines(game: HostedGame, term: int) -> list[str]:
    """What the inviter is told of an invitation that nobody has accepted. term: seconds for which they are kept."""
    return [
        f"Nobody has accepted your invitation to {game.title} in {term // 86400} days, and it is given up here.",
        "Mail it here once more, as it is, and it is kept as long again: pbem mail sync --again CAMPAIGN",
    ]


def refusal_lines(key: str, game: HostedGame, number: int, fault: Fault) -> list[str]:
    """What the sender of a message is told that the rules of the protocol refuse. number: of the message."""
    return [
        f"Message {number} of game {short(key, game)} was refused, and nothing was changed:",
        f"  {fault}"[:1000],
        f"  class {fault.cls} (exit status {fault.exit} of pbem verify): {_CLASSES.get(fault.cls, '')}",
        f"The club holds messages 0 to {game.count - 1}. RESEND NUMBER as subject brings any of them.",
    ]


def moved(key: str, game: HostedGame, to: str) -> tuple[str, list[str]]:
    """Subject and lines for the address of a player whose newest message came from another one. to: that other one."""
    return f"[pbem {short(key, game)}] your address", [
        f"A message of yours in game {short(key, game)} came from {to}.",
        "From now on your mails of this game go there. If that was not you, mail your next message from here.",
    ]


def reminder(word: str, key: str, game: HostedGame, seat: str) -> tuple[str, list[str]]:
    """Subject and lines for the player of a seat when a clock has come to HALF, LAST_DAY or OVER."""
    subject = f"[pbem {short(key, game)} #{game.count}] {game.title}"
    end, yours = moment(deadline(game)), seat == game.waits
    if word in (HALF, LAST_DAY):
        left = "half of your days are over" if word == HALF else "your last day has begun"
        return f"{subject}: reminder", [f"{left}: message {game.count} is due until {end}."]
    who = "your days" if yours else f"the days of {game.names.get(game.waits, 'your opponent')}"
    lines = [
        f"{who[0].upper()}{who[1:]} for message {game.count} are over since {end}.",
        f"Agreed for that case: {clock_words(game.default)}.",
        "Nobody but you two, or whom you ask, can put that into effect; a message that comes now counts as before.",
    ]
    if not yours:
        lines.append("Evidence for others, from the dates in the log: pbem overdue")
    return f"{subject}: the days are over", lines
