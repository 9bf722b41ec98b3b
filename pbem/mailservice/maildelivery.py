"""Mails of one's mailbox taken into the campaigns that they belong to; nothing is ever answered by this."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.inbox.mailstate import MOST_WAITING, MailState, StateFile, digest_of
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receive import begun_with, first_number, receive
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.mail.draft import plain_line
from pbem.mail.fetching import MAIL_LIMIT, Fetched
from pbem.mail.header import Heading, read_heading
from pbem.mail.loop_guard import BOUNCE, OWN, kind_of, returned_of
from pbem.mail.mailboxes import may_hold_turn
from pbem.mail.turns import obstacle, turns_in
from pbem.protocol.faults import ENVIRONMENT, Fault
from pbem.protocol.messages import Message, peek
from pbem.store.files import entry_at, read_bounded

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

INVITATIONS: Final = "invitations"
WAITING: Final = "waiting"
MOST_INVITATIONS: Final = 100
_NO_ADDRESS: Final = {ord(char): " " for char in "<>@\"'"}
_OURS: Final = re.compile(r"<pbem\.(\d{1,7})\.[0-9a-f]{24}@pbem\.invalid>")
_SUBJECT: Final = re.compile(r"\[pbem ([0-9a-f]{12}) #(\d{1,7})\]")
# What is not known to be wrong: the message before it has not come, the rules are not here, somebody else is at work.
_LATER: Final = frozenset({"SEQ_GAP", "FOLDER_LOCKED"})
# What is wrong with a campaign's folder here, and no fault of the mail: a disk that is full or not there.
HERE: Final = frozenset(
    {"NO_CAMPAIGN", "DISK_FULL", "DISK_ERROR", "FOLDER_READ_ONLY", "PERMISSION_DENIED", "FILE_MISSING", "NOT_A_FOLDER",
     "NOT_A_REGULAR_FILE"}
)  # fmt: skip


@dataclass(frozen=True)
class Letter:
    """A mail with what its header and its turns say. label: for people."""

    data: bytes
    heading: Heading
    kind: str
    digest: str
    label: str
    messages: Sequence[Message]


@dataclass
class Taken:
    """What became of mails. receipts: with the mail's label. invitations: file, and whose it is. returned: mails that
    came back, in words. failed: mails that could not be taken in. passed_over: kind of mail -> how many. would: what a
    dry run would have taken in, in words."""

    receipts: list[tuple[str, Receipt]] = field(default_factory=list)
    invitations: list[tuple[Path, str]] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    failed: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    would: list[str] = field(default_factory=list)

    @property
    def accepted(self) -> int:
        """How many messages are new in a log."""
        return sum(len(receipt.accepted) for _, receipt in self.receipts)


def letter_of(data: bytes, own: str, sent: Sequence[str] = ()) -> Letter:
    """A mail looked at. own: one's own address. sent: Message-IDs of one's own mails."""
    heading = read_heading(data)
    envelopes = [block.envelope for block in turns_in(data) if not block.damage] if may_hold_turn(data) else []
    messages = []
    for envelope in envelopes:
        with contextlib.suppress(Fault):
            messages.append(peek(envelope))
    subject = f" ({heading.subject[:60]})" if heading.subject else ""
    label = f"mail of {heading.sender or 'nobody'}{subject}"
    digest = digest_of(heading.id, envelopes, data)
    return Letter(data, heading, kind_of(heading, own, sent), digest, label, messages)


class Delivery:
    """Takes portions of mails in, and tries again what had to wait. blocked: whether a mail waits for something on this
    computer: a campaign that is in use, a disk that is not there."""

    def __init__(
        self, home: Home, person: Person | None, own: str, files: StateFile, state: MailState, now: str = ""
    ) -> None:
        self._home, self._person, self._own, self._now = home, person, own, now
        self._files, self._state = files, state
        self._sent = [sent.id for sent in state.sent.values()]
        self.blocked = False

    def take(self, portion: Sequence[Fetched], taken: Taken, *, dry_run: bool = False) -> None:
        """Takes a portion in, in the order of its messages. Raises Problem where the disk refuses to keep something."""
        letters = []
        for fetched in portion:
            if fetched.data is None:
                if fetched.size > MAIL_LIMIT:
                    taken.notices.append(
                        f"a mail of {fetched.size} bytes was passed over: more than {MAIL_LIMIT} are not read"
                    )
                continue
            letter = letter_of(fetched.data, self._own, self._sent)
            if self._aside(letter, taken, dry_run):
                continue
            letters.append(letter)
        for letter in sorted(letters, key=lambda one: first_number(one.data)):
            if dry_run:
                taken.would += _would(letter)
            elif letter.digest in self._state.handled:
                taken.passed_over["known"] += 1
            elif self._taken_in(letter, taken):
                self._state.handle(letter.digest)

    def _aside(self, letter: Letter, taken: Taken, dry_run: bool) -> bool:
        """Whether there is nothing in a mail to take in; what it is, is told or counted."""
        if letter.digest in self._state.handled:
            taken.passed_over["known"] += 1
        elif letter.kind == BOUNCE:
            taken.returned.append(returned_words(letter))
            if not dry_run:
                self._state.handle(letter.digest)
        elif may_hold_turn(letter.data) or ("[pbem " in letter.heading.subject and obstacle(letter.data)):
            # Of what hides its content `receive` says how to get it in clear.
            return False
        else:
            taken.passed_over[letter.kind] += 1
        return True

    def _taken_in(self, letter: Letter, taken: Taken, *, again: bool = False) -> bool:
        """Takes one mail in. False where it is not to be remembered: it failed, and may be mailed once more as it is.

        again: for a mail that waits; False where it goes on waiting.
        """
        invites = [message for message in letter.messages if message.kind == "invite"]
        for invite in invites:
            self._keep_invitation(invite, letter, taken)
        rest = [message for message in letter.messages if message.kind != "invite"]
        if invites and not rest:
            return True
        # An answer quotes the invitation below it: what else is in the mail counts.
        data = "\n".join(write_block(one.line) for one in rest).encode("ascii") if invites else letter.data
        try:
            receipts = receive(data, self._home, self._person, now=self._now)
        except Problem as problem:
            return self._hindered(letter, problem, taken, again)
        except Fault as fault:
            taken.failed.append(Problem(fault.code, str(fault), "ask for the mail again", letter.label, fault.exit))
            return again
        return self._judged(letter, receipts, taken, again)

    def _hindered(self, letter: Letter, problem: Problem, taken: Taken, again: bool) -> bool:
        """What becomes of a mail that could not be taken in."""
        if problem.code in HERE and not again:
            taken.failed.append(problem.at(letter.label))
        if problem.code in _LATER or problem.code in HERE:
            return self._wait(letter, taken, problem.code, again)
        if problem.code == "NO_TURN":
            taken.passed_over[letter.kind] += 1
            return True
        taken.failed.append(problem.at(letter.label))
        return again

    def _judged(self, letter: Letter, receipts: Sequence[Receipt], taken: Taken, again: bool) -> bool:
        waits = [one.fault.code for one in receipts if one.fault and _is_passing(one.fault)]
        for receipt in receipts:
            if receipt.accepted or receipt.kept or (receipt.fault and not (again and _is_passing(receipt.fault))):
                taken.receipts.append((letter.label, receipt))
            elif not again:
                taken.passed_over[OWN if letter.kind == OWN else "known"] += 1
        if waits:
            return self._wait(letter, taken, waits[0], again)
        return again or not any(receipt.fault for receipt in receipts)

    def _wait(self, letter: Letter, taken: Taken, code: str, again: bool) -> bool:
        """Keeps a mail that may be good later; the oldest ones go when there are too many."""
        name = f"{letter.digest}.eml"
        self.blocked |= code == "FOLDER_LOCKED" or code in HERE
        if not again:
            self._files.keep(WAITING, name, letter.data)
            self._state.waiting = [*(known for known in self._state.waiting if known != name), name]
            why = "its campaign is in use" if code == "FOLDER_LOCKED" else "it cannot be taken in yet"
            taken.notices.append(f"{letter.label}: {why}; it is tried again by itself")
        while len(self._state.waiting) > MOST_WAITING:
            old = self._state.waiting.pop(0)
            self._files.drop(self._files.path / WAITING / old)
            taken.notices.append("too many mails wait for others; the oldest was given up: ask for it again")
        return again is False

    def try_again(self, taken: Taken) -> None:
        """Takes in what had to wait, where that goes now."""
        progress = True
        while progress:
            progress = False
            for name in list(self._state.waiting):
                path = self._files.path / WAITING / name
                data = read_bounded(path, MAIL_LIMIT) if entry_at(path) is not None else b""
                if data and not self._taken_in(letter_of(data, self._own), taken, again=True):
                    continue
                self._state.waiting.remove(name)
                self._files.drop(path)
                progress = True

    def _keep_invitation(self, invite: Message, letter: Letter, taken: Taken) -> None:
        """Lays an invitation away for `pbem join`, unless it is one's own or accepted already."""
        if self._home.pending(invite.id.hex()) is not None or begun_with(invite, self._home) is not None:
            taken.passed_over[OWN if letter.kind == OWN else "known"] += 1
            return
        folder = self._files.path / INVITATIONS
        kept = self._files.drawer(INVITATIONS)
        if len(kept) >= MOST_INVITATIONS:
            taken.notices.append(f"{letter.label}: an invitation was not kept, for there are {len(kept)} in {folder}")
            return
        # A name that looks like an address is none.
        who = plain_line(str(invite.body.get("name", "")).translate(_NO_ADDRESS), 60) or "somebody"
        text = f"From: {letter.heading.sender}\nSubject: invitation\n\n{write_block(invite.line)}"
        path = self._files.keep(INVITATIONS, f"{invite.id.hex()[:12]}.eml", text.encode("utf-8", "replace"))
        taken.invitations.append((path, f"{who} <{letter.heading.sender}>" if letter.heading.sender else who))


def _is_passing(fault: Fault) -> bool:
    return fault.code in _LATER or fault.cls == ENVIRONMENT


def _would(letter: Letter) -> list[str]:
    found = []
    for message in letter.messages:
        number = f"message {message.seq} of game {message.body.get('game', '')[:12]}"
        found.append(f"{letter.label}: {'an invitation' if message.kind == 'invite' else number}")
    return found or [f"{letter.label}: something of pbem"]


def returned_words(letter: Letter) -> str:
    """What to tell of a bounce: which message did not arrive, where, and why."""
    told = returned_of(letter.data, letter.heading)
    subject = _SUBJECT.search(told.subject) or _SUBJECT.search(letter.heading.subject)
    id = _OURS.fullmatch(told.id)
    what = "a mail of yours"
    if subject is not None:
        what = f"your mail with message {int(subject[2])} of campaign {subject[1]}"
    elif id is not None:
        what = f"your mail with message {int(id[1])}"
    whom = f" to {told.address}" if told.address else ""
    fate = "came back" if told.final else "is late, and still being tried"
    return f"{what}{whom} {fate}{f': {told.why}' if told.why else ''}{_remedy(subject) if told.final else ''}"


def _remedy(subject: re.Match[str] | None) -> str:
    """What to do about a mail that came back. subject: as `_SUBJECT` found it."""
    campaign = subject[1] if subject is not None else "CAMPAIGN"
    return f"; mend the address in campaign.yaml, then: pbem mail sync --again {campaign}"
