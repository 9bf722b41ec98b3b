"""Whole random games of Veiled between two whole clients that share nothing but mail: late, twice and mangled."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.campaign.archiving import archive_bytes
from pbem.campaign.campaign import Campaign, Due, open_campaign
from pbem.campaign.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.orders_file import Checked, check_orders
from pbem.campaign.person import load_person
from pbem.campaign.practice import frame, local_person, outbox
from pbem.campaign.receive import Receipt, receive, take
from pbem.campaign.verification import judge_archive
from pbem.engine.requests import ORDERS
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.store.home import Home
from tests.mail.test_armour import CHANGES
from tests.play.campaigns import RandomHand, Tally
from tests.play.clients import DATE
from tests.play.invariants import Watch
from tests.veiled import invariants
from tests.veiled.sampling import random_document

assert invariants.check_position
# No game comes near to it; one that never ends fails by it.
MOST_MESSAGES = 400
ARMIES, CONTACT = ("red", "blue"), ("declared", "proved")
Deliver = Callable[[bytes], list[Receipt]]


@dataclass
class VeiledTally(Tally):
    """mangled: mails that changed on their way."""

    mangled: int = 0


def invitation_for(seed: int) -> Invitation:
    """Both armies as inviter, and both ways to answer a search, take turns."""
    return Invitation("veiled", "skirmish", ARMIES[seed % 2], {"contact": CONTACT[seed // 2 % 2]})


class VeiledHand(RandomHand):
    """A player whose papers name his own units; now and then his orders are illegal."""

    @staticmethod
    def _words(campaign: Campaign) -> list[str]:
        return list(campaign.game.setting.units)  # type: ignore[attr-defined]

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """orders.yaml for the question that is open, compiled. A set-up is never spoilt: the audit would say so."""
        assert due.request is not None
        at, asked = due.state["at"], due.state["need"]["ask"]
        if due.kind != ORDERS:
            self.tally.questions += 1
        lies = asked == "contact" or asked.startswith("sealed.") or at["stage"] == "setup"
        if self.illegal and not lies and self.rng.randrange(self.illegal) == 0:
            return self._honest(self._illegal(campaign, due))
        text = paper(campaign, due, self.rng, asks=self.asks)
        campaign.folder.write_document("orders.yaml", text)
        checked = check_orders(campaign, due, text)
        assert not checked.findings, checked.findings
        return checked

    @staticmethod
    def _honest(checked: Checked) -> Checked:
        """Illegal is not dishonest: a card that was never drawn is left out, for the audit would name its player."""
        return replace(checked, input={name: given for name, given in checked.input.items() if name != "card"})


def paper(campaign: Campaign, due: Due, rng: random.Random, *, asks: bool = False) -> bytes:
    """A random orders.yaml for the question that is due."""
    assert due.request is not None
    setting: Any = campaign.game.setting  # type: ignore[attr-defined]
    document = random_document(setting, due.request, due.own, rng.randrange, asks=asks)
    return dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")


def begin(folder: Path, seed: int, invitation: Invitation | None = None) -> tuple[Campaign, Campaign]:
    """Two campaigns that know each other by files: b has accepted, a has not received that yet."""
    one, two = Home(folder / "a-home"), Home(folder / "b-home")
    offer = invitation or invitation_for(seed)
    a = new_campaign(folder / "a", offer, one, local_person(one), compose.Words("Anna", (), DATE))
    offered = read_invitation(outbox(a, 0))
    b = join_campaign(folder / "b", offered, two, local_person(two), compose.Words("Bert", (), DATE))
    return a, b


def hands_for(seed: int, tally: Tally, illegal: int = 12) -> dict[str, VeiledHand]:
    """Both players; one of four never writes `ask`."""
    return {
        side: VeiledHand(random.Random(f"{seed}/{side}"), tally, (seed + ord(side)) % 4 > 0, illegal) for side in "ab"
    }


class Post:
    """The mail: the newest letter between copies of older ones, each possibly mangled on its way."""

    def __init__(self, seed: int, tally: VeiledTally) -> None:
        self.rng = random.Random(f"{seed}/post")
        self.tally = tally
        self.sent: list[bytes] = []

    def deliver(self, mail: bytes, hand_over: Deliver) -> None:
        """Late copies first, then the letter itself, sometimes twice."""
        for old in self.rng.sample(self.sent, min(len(self.sent), self.rng.choice((0, 0, 0, 0, 1)))):
            self._copy(old, hand_over)
        (receipt,) = hand_over(self._mangled(mail))
        assert receipt.fault is None and len(receipt.accepted) == 1, receipt.fault
        if self.rng.randrange(6) == 0:
            self._copy(mail, hand_over)
        self.sent.append(mail)

    def _copy(self, mail: bytes, hand_over: Deliver) -> None:
        (receipt,) = hand_over(self._mangled(mail))
        assert receipt.fault is None and receipt.accepted == []
        assert [notice.code for notice in receipt.notices] == ["REPLAY"]
        self.tally.copies += 1

    def _mangled(self, mail: bytes) -> bytes:
        if self.rng.randrange(3):
            return mail
        self.tally.mangled += 1
        return self.rng.choice(CHANGES)(mail.decode("utf-8")).encode("utf-8")


def play_open(folder: Path, seed: int) -> VeiledTally:
    """A whole game between clients that stay open; what one receives is what lies in the other's outbox, mangled."""
    tally = VeiledTally(seed)
    a, b = begin(folder, seed)
    watch, hands, posts = Watch(a, b), hands_for(seed, tally), {side: Post(seed + ord(side), tally) for side in "ab"}
    campaigns = {"a": a, "b": b}
    try:
        for number in range(1, MOST_MESSAGES):
            sender, receiver = "ab"[number % 2], "ba"[number % 2]
            into, mail = campaigns[receiver], outbox(campaigns[sender], number)
            posts[sender].deliver(mail, lambda data, at=into: [take(at, data, read_blocks(data))])
            watch.look()
            if hands[receiver].reply(into) is None:
                return finish(a, b, watch, tally)
    finally:
        a.folder.close()
        b.folder.close()
    raise AssertionError(f"game {seed} does not end")


def play_closed(folder: Path, seed: int) -> VeiledTally:
    """A whole game in which each folder is opened, verified and closed for every mail."""
    tally = VeiledTally(seed)
    for campaign in begin(folder, seed):
        campaign.folder.close()
    hands, posts = hands_for(seed, tally), {side: Post(seed + ord(side), tally) for side in "ab"}
    for number in range(1, MOST_MESSAGES):
        sender, receiver = "ab"[number % 2], "ba"[number % 2]
        mail = (folder / sender / "outbox" / f"{number:04d}-{sender}.yaml").read_bytes()
        home = Home(folder / f"{receiver}-home")
        posts[sender].deliver(mail, lambda data, home=home: receive(data, home, load_person(home, str)))
        at = open_campaign(folder / receiver, home, load_person(home, str), write=True)
        try:
            if hands[receiver].reply(at) is None:
                return _finish_closed(folder, tally)
        finally:
            at.folder.close()
    raise AssertionError(f"game {seed} does not end")


def _finish_closed(folder: Path, tally: VeiledTally) -> VeiledTally:
    a, b = (
        open_campaign(
            folder / side, Home(folder / f"{side}-home"), load_person(Home(folder / f"{side}-home"), str), write=False
        )
        for side in "ab"
    )
    watch = Watch(a, b)
    watch.look()
    return finish(a, b, watch, tally)


@dataclass(frozen=True)
class Cost:
    """What a player turn cost. messages: from its orders to the next. asked: answers in its midst. last: of a game."""

    messages: int
    asked: int
    last: bool


def costs(campaign: Campaign) -> list[Cost]:
    """The cost of every player turn of a finished game; the set-ups are left out."""
    chain = campaign.chain
    inputs = {m.seq: m.body["input"] for m in chain.messages if "input" in m.body}
    orders = [seq for seq in inputs if chain.states[seq]["need"]["ask"] == ORDERS]
    end = next(seq for seq, state in enumerate(chain.states) if state and state["over"])
    spans = zip(orders, [*orders[1:], end], strict=True)
    answers = [seq for seq, given in inputs.items() if "answer" in given or "sealed" in given]
    return [
        Cost(after - seq, sum(seq < answer < after for answer in answers), after == end)
        for seq, after in spans
        if chain.states[seq]["at"]["stage"] == "play"
    ]


def check_costs(campaign: Campaign) -> None:
    """Without a question no turn costs more than three messages, each question two more; the last turn two more."""
    for cost in costs(campaign):
        assert 1 <= cost.messages <= 3 + 2 * cost.asked + 2 * cost.last, cost
    idle = ["input" not in message.body for message in campaign.chain.messages[2:-2]]
    assert not any(one and two for one, two in itertools.pairwise(idle)), "two messages in a row say nothing"


def check_vaults(campaign: Campaign) -> None:
    """The size of a vault follows from how many counters its message turns face down, and from nothing else."""
    sizes: dict[tuple[str, int], set[int]] = {}
    for message in campaign.chain.messages[2:]:
        key = (message.side, len(message.body.get("hide", [])))
        sizes.setdefault(key, set()).add(len(message.body["vault"]))
    assert all(len(found) == 1 for found in sizes.values()), sizes


def finish(a: Campaign, b: Campaign, watch: Watch, tally: VeiledTally) -> VeiledTally:
    """The game is over and audited on both sides, and its archive proves it to a stranger."""
    data = archive_bytes(a)
    assert data == archive_bytes(b)
    judged = judge_archive(data)
    verdict = judged.verdict
    assert (verdict.code, verdict.exit, verdict.detail) == ("OK", 0, "finished and audited"), verdict
    assert judged.campaign is not None and judged.campaign.chain.states == a.chain.states
    assert a.due().kind == b.due().kind == "over"
    assert all("audit" in m.body for m in a.chain.messages[-2:])
    check_costs(a)
    check_vaults(a)
    tally.messages, tally.turns, tally.dice = len(a.chain.messages), watch.phases, verdict.dice
    return tally
