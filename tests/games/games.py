"""Whole games between two whole clients that share nothing but mail, whatever the ruleset: late, twice and mangled."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.person import load_person
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receive import receive, take
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.local.practice import local_person, outbox
from pbem.mail.armour import read_blocks
from pbem.protocol import compose
from pbem.protocol.verify import Verdict
from pbem.store.atomic import write_atomic
from pbem.store.home import Home
from tests.games.clients import DATE
from tests.games.invariants import Watch

Deliver = Callable[[bytes], list[Receipt]]
Change = Callable[[str], str]
# Messages of games in which copies and mangled mails certainly come up: each message has at least two chances of five.
SURE = 60
# A folder for the archives of all games, for who wants to look at them: `pbem stats --mails` counts them.
KEEP = "PBEM_KEEP_ARCHIVES"


@dataclass
class Tally:
    """What a game was made of. messages: in the log. turns: player turns. void: orders that were illegal on purpose.

    copies: mails delivered once more. mangled: mails that changed on their way. ended: it was not broken off.
    """

    seed: int
    messages: int = 0
    turns: int = 0
    void: int = 0
    questions: int = 0
    copies: int = 0
    mangled: int = 0
    dice: int = 0
    ended: bool = True


def told(tallies: Sequence[Tally]) -> None:
    """What the games were made of, for whoever reads the output."""
    seeds = f"{tallies[0].seed} to {tallies[-1].seed}"
    messages, turns = sum(t.messages for t in tallies), sum(t.turns for t in tallies)
    print(
        f"{len(tallies)} games (seeds {seeds}): {messages} messages, {messages / turns:.2f} a player turn, "
        f"{sum(t.questions for t in tallies)} questions, {sum(t.void for t in tallies)} illegal answers, "
        f"{sum(t.copies for t in tallies)} copies delivered, {sum(t.mangled for t in tallies)} mails mangled, "
        f"{sum(t.dice for t in tallies)} dice"
    )
    for tally in tallies:
        if not tally.ended:
            print(f"game {tally.seed} was broken off after {tally.turns} player turns")


def batches(first: int, count: int, size: int) -> list[range]:
    """Seeds from `first` on, so many to a test."""
    return [range(at, min(at + size, first + count)) for at in range(first, first + count, size)]


class Hand(Protocol):
    """A player who fills in his side's papers."""

    def reply(self, campaign: Campaign) -> bytes | None:
        """The file of the message that is due, None where none is."""


def begin(folder: Path, offer: Invitation, note: Sequence[str] = ()) -> tuple[Campaign, Campaign]:
    """Two campaigns that know each other by files: b has accepted, a has not received that yet."""
    one, two = Home(folder / "a-home"), Home(folder / "b-home")
    a = new_campaign(folder / "a", offer, one, local_person(one), compose.Words("Anna", note, DATE))
    offered = read_invitation(outbox(a, 0))
    b = join_campaign(folder / "b", offered, two, local_person(two), compose.Words("Bert", (), DATE))
    return a, b


class Post:
    """The mail of one side: the newest letter between copies of older ones.

    changes: what may happen to the text of one letter of three on its way.
    """

    def __init__(self, seed: str, tally: Tally, changes: Sequence[Change] = ()) -> None:
        self.rng = random.Random(f"{seed}/post")
        self.tally = tally
        self.changes = changes
        self.sent: list[bytes] = []

    def deliver(self, mail: bytes, hand_over: Deliver) -> None:
        """Late copies first, then the letter itself, sometimes twice: never a fault."""
        for old in self.rng.sample(self.sent, min(len(self.sent), self.rng.choice((0, 0, 0, 1)))):
            self._copy(old, hand_over)
        arrived = self._arrived(mail)
        (receipt,) = hand_over(arrived)
        assert receipt.fault is None and len(receipt.accepted) == 1, receipt.fault
        assert receipt.notices == [] or arrived != mail
        if self.rng.randrange(5) == 0:
            self._copy(mail, hand_over)
        self.sent.append(mail)

    def _copy(self, mail: bytes, hand_over: Deliver) -> None:
        (receipt,) = hand_over(self._arrived(mail))
        assert receipt.fault is None and receipt.accepted == []
        assert [notice.code for notice in receipt.notices] == ["REPLAY"]
        self.tally.copies += 1

    def _arrived(self, mail: bytes) -> bytes:
        if not self.changes or self.rng.randrange(3):
            return mail
        self.tally.mangled += 1
        return self.rng.choice(self.changes)(mail.decode("utf-8")).encode("utf-8")


def posts(seed: int, tally: Tally, changes: Sequence[Change] = ()) -> dict[str, Post]:
    """The mail of both sides."""
    return {seat: Post(f"{seed}/{seat}", tally, changes) for seat in "ab"}


def play_open(
    a: Campaign,
    b: Campaign,
    hands: Mapping[str, Hand],
    mail: Mapping[str, Post],
    tally: Tally,
    most: int,
    turns: int = 0,
) -> Tally:
    """A whole game between clients that stay open, and are closed in the end. Each sends what lies in his outbox.

    turns: player turns after which it is broken off, 0 for none.
    """
    watch, campaigns = Watch(a, b), {"a": a, "b": b}
    try:
        for number in range(1, most):
            sender, receiver = "ab"[number % 2], "ba"[number % 2]
            into, letter = campaigns[receiver], outbox(campaigns[sender], number)
            mail[sender].deliver(letter, lambda data, at=into: [take(at, data, read_blocks(data))])
            watch.look()
            if turns and watch.phases >= turns and not a.chain.state["over"]:
                return _broken_off(a, b, watch, tally)
            answer = hands[receiver].reply(into)
            if answer is None:
                return finish(a, b, watch, tally)
            assert answer == outbox(into, number + 1)
    finally:
        a.folder.close()
        b.folder.close()
    raise AssertionError(f"game {tally.seed} does not end")


def play_closed(folder: Path, hands: Mapping[str, Hand], mail: Mapping[str, Post], tally: Tally, most: int) -> Tally:
    """A whole game by mail files alone: each folder is opened, verified and closed for every mail."""
    letter = (folder / "b" / "outbox" / "0001-b.yaml").read_bytes()
    for number in range(1, most):
        sender, receiver = "ab"[number % 2], "ba"[number % 2]
        home = Home(folder / f"{receiver}-home")
        mail[sender].deliver(letter, lambda data, home=home: receive(data, home, load_person(home, str)))
        at = open_campaign(folder / receiver, home, load_person(home, str), write=True)
        try:
            answer = hands[receiver].reply(at)
        finally:
            at.folder.close()
        if answer is None:
            return _finish_closed(folder, tally)
        letter = (folder / receiver / "outbox" / f"{number + 1:04d}-{receiver}.yaml").read_bytes()
        assert answer == letter
    raise AssertionError(f"game {tally.seed} does not end")


def both(folder: Path) -> tuple[Campaign, Campaign]:
    """The two campaigns, to be looked at."""
    homes = {seat: Home(folder / f"{seat}-home") for seat in "ab"}
    a, b = (open_campaign(folder / seat, home, load_person(home, str), write=False) for seat, home in homes.items())
    return a, b


def archived(folder: Path) -> bytes:
    """The archive of the game that was played in a folder."""
    return archive_bytes(both(folder)[0])


def _finish_closed(folder: Path, tally: Tally) -> Tally:
    a, b = both(folder)
    watch = Watch(a, b)
    watch.look()
    return finish(a, b, watch, tally)


def finish(a: Campaign, b: Campaign, watch: Watch, tally: Tally) -> Tally:
    """The game is over and audited on both sides, and its archive proves it to a stranger."""
    data, verdict = _proven(a, b, watch, tally)
    assert verdict.detail == "finished and audited", verdict
    assert a.due().kind == b.due().kind == "over"
    if keep := os.environ.get(KEEP):
        write_atomic(Path(keep) / f"{a.machine.ruleset.id}-{a.game.scenario.id}-{a.game_id[:12]}.pbem", data)
    return tally


def _broken_off(a: Campaign, b: Campaign, watch: Watch, tally: Tally) -> Tally:
    """The game goes on no further; its archive proves it to a stranger as far as it went."""
    _proven(a, b, watch, tally)
    tally.ended = False
    return tally


def _proven(a: Campaign, b: Campaign, watch: Watch, tally: Tally) -> tuple[bytes, Verdict]:
    data = archive_bytes(a)
    assert data == archive_bytes(b)
    judged = judge_archive(data)
    verdict = judged.verdict
    assert (verdict.code, verdict.exit) == ("OK", 0), verdict
    assert judged.campaign is not None and judged.campaign.chain.states == a.chain.states
    tally.messages, tally.turns, tally.dice = len(a.chain.messages), watch.phases, verdict.dice
    return data, verdict
