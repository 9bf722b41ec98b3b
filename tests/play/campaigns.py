"""Whole random games between two whole clients: mail late and twice, illegal orders, standing orders, questions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.archiving import archive_bytes
from pbem.campaign.campaign import Campaign, Due, open_campaign
from pbem.campaign.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.orders_file import Checked, check_orders
from pbem.campaign.person import load_person
from pbem.campaign.practice import frame, local_person, nested
from pbem.campaign.receive import Receipt, receive, take
from pbem.campaign.rulebooks import installed
from pbem.campaign.standing import STANDING
from pbem.campaign.submit import submit
from pbem.campaign.verification import judge_archive
from pbem.engine.requests import ORDERS
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.store.home import Home
from tests.play import napoleon
from tests.play.clients import DATE
from tests.play.hostile import illegal_orders, nonsense
from tests.play.invariants import Watch
from tests.play.schema_samples import sample

# Ruleset -> words that its standing orders may hold, and orders with `ask` here and there.
WORDS: Mapping[str, Callable[[Any], list[str]]] = {"napoleon-at-war": napoleon.words}
ASKING: Mapping[str, Callable[[dict[str, Any], random.Random], dict[str, Any]]] = {"napoleon-at-war": napoleon.asking}
# No game of any scenario comes near to it; a game that never ends fails by it.
MOST_MESSAGES = 3000
ONE_IN = 10


@dataclass
class Tally:
    """What a game was made of. messages: in the log. turns: player turns. void: orders that were illegal on purpose."""

    seed: int
    messages: int = 0
    turns: int = 0
    void: int = 0
    questions: int = 0
    copies: int = 0
    dice: int = 0


def invitations() -> list[Invitation]:
    """Every installed scenario with both armies as inviter and all combinations of its options."""
    found = []
    for name, ruleset in sorted(installed().items()):
        for scenario in ruleset.scenarios():
            values = [entry["values"] for entry in scenario.options.values()]
            for army, chosen in itertools.product(scenario.armies, itertools.product(*values)):
                options = dict(zip(scenario.options, chosen, strict=True))
                found.append(Invitation(name, scenario.id, army, options))
    return found


def invitation_for(seed: int) -> Invitation:
    """The invitation of game number `seed`: they take turns."""
    offered = invitations()
    return offered[seed % len(offered)]


@dataclass
class RandomHand:
    """How one random player fills in the papers of his side. illegal: one answer in so many, 0 for none."""

    rng: random.Random
    tally: Tally
    asks: bool = True
    illegal: int = ONE_IN

    def reply(self, campaign: Campaign, date: str = DATE) -> bytes | None:
        """The file of the message that is due, None where none is."""
        due = campaign.due()
        if due.closing is None:
            return None
        self._standing(campaign)
        checked = self.answer(campaign, due) if due.request is not None else None
        return submit(campaign, due, checked, date=date).text.encode("utf-8")

    def _standing(self, campaign: Campaign) -> None:
        """New standing orders in one message of three: any values that fit, some of them `ask`."""
        if self.rng.randrange(3):
            return
        values: dict[str, Any] = {}
        for slot in campaign.machine.slots[campaign.side]:
            if slot.binding == "message" and self.asks and self.rng.randrange(4) == 0:
                values[slot.name] = "ask"
            elif self.rng.randrange(2):
                values[slot.name] = sample(slot.schema, self.rng, self._words(campaign))
        text = dump(nested(values)) if values else "# nothing set\n"
        campaign.folder.write_document(STANDING, text.encode("utf-8"))

    @staticmethod
    def _words(campaign: Campaign) -> list[str]:
        return WORDS[campaign.machine.ruleset.id](campaign.game)

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """orders.yaml for the question that is open, compiled; now and then illegal."""
        assert due.request is not None
        if due.kind != ORDERS:
            self.tally.questions += 1
        if self.illegal and self.rng.randrange(self.illegal) == 0:
            return self._illegal(campaign, due)
        answer = due.request.options.sample(self.rng.randrange)
        document = {"answer": answer}
        if due.kind == ORDERS:
            document = ASKING[campaign.machine.ruleset.id](answer, self.rng) if self.asks else answer
        text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note"))
        campaign.folder.write_document("orders.yaml", text.encode("utf-8"))
        checked = check_orders(campaign, due, text.encode("utf-8"))
        assert not checked.findings, checked.findings
        return checked

    def _illegal(self, campaign: Campaign, due: Due) -> Checked:
        """Orders that no honest program signs: they have the binding form, and that is all."""
        self.tally.void += 1
        assert due.request is not None
        at = due.state["at"]
        if due.kind == ORDERS:
            given = illegal_orders(campaign.game, due.request, at, self.rng)
        else:
            given = {"answer": nonsense(campaign.game, due.request, at, self.rng)}
        checked = Checked({"for": due.state["need"]["n"], **given})
        assert campaign.machine.check_input(due.state, checked.input) == ""
        return checked


def begin(folder: Path, seed: int) -> tuple[Campaign, Campaign]:
    """Two campaigns that know each other by files: b has accepted, a has not received that yet."""
    one, two = Home(folder / "a-home"), Home(folder / "b-home")
    words = compose.Words("Anna", ["Bonne chance!"], DATE)
    a = new_campaign(folder / "a", invitation_for(seed), one, local_person(one), words)
    offered = read_invitation((folder / "a" / "outbox" / "0000-a.yaml").read_bytes())
    b = join_campaign(folder / "b", offered, two, local_person(two), compose.Words("Bert", (), DATE))
    return a, b


def _hands(seed: int, tally: Tally) -> dict[str, RandomHand]:
    return {side: RandomHand(random.Random(f"{seed}/{side}"), tally, asks=(seed + ord(side)) % 4 > 0) for side in "ab"}


def _expect(receipts: list[Receipt], *, new: bool) -> None:
    """One message that is new, or copies only: never a fault."""
    assert [receipt.fault for receipt in receipts] == [None]
    assert len(receipts[0].accepted) == (1 if new else 0)
    copies = [notice.code for notice in receipts[0].notices]
    assert copies == ([] if new else ["REPLAY"])


def _deliver(mails: list[bytes], rng: random.Random, tally: Tally, hand_over: Callable[[bytes], list[Receipt]]) -> None:
    """The newest of the mails, behind and before copies of older ones, sometimes twice."""
    for mail in rng.sample(mails[:-1], min(len(mails) - 1, rng.choice((0, 0, 0, 1, 2)))):
        _expect(hand_over(mail), new=False)
        tally.copies += 1
    _expect(hand_over(mails[-1]), new=True)
    if rng.randrange(4) == 0:
        _expect(hand_over(mails[-1]), new=False)
        tally.copies += 1


def play_in_memory(folder: Path, seed: int) -> Tally:
    """A whole game; the bytes of each mail are handed over in memory."""
    tally = Tally(seed)
    a, b = begin(folder, seed)
    watch, hands, post = Watch(a, b), _hands(seed, tally), random.Random(f"{seed}/post")
    campaigns = {"a": a, "b": b}
    sent: dict[str, list[bytes]] = {"a": [], "b": [(folder / "b" / "outbox" / "0001-b.yaml").read_bytes()]}
    try:
        for number in range(1, MOST_MESSAGES):
            sender, receiver = "ab"[number % 2], "ba"[number % 2]
            into = campaigns[receiver]
            _deliver(sent[sender], post, tally, lambda mail, at=into: [take(at, mail, read_blocks(mail))])
            watch.look()
            mail = hands[receiver].reply(into)
            if mail is None:
                return _finish(a, b, watch, tally)
            sent[receiver].append(mail)
    finally:
        a.folder.close()
        b.folder.close()
    raise AssertionError(f"game {seed} does not end")


def play_by_files(folder: Path, seed: int) -> Tally:
    """A whole game by mail files alone: each folder is opened, verified and closed for every mail."""
    tally = Tally(seed)
    for campaign in begin(folder, seed):
        campaign.folder.close()
    hands, post = _hands(seed, tally), random.Random(f"{seed}/post")
    post_box = folder / "post"
    post_box.mkdir()
    sent: dict[str, list[bytes]] = {"a": [], "b": [(folder / "b" / "outbox" / "0001-b.yaml").read_bytes()]}
    for number in range(1, MOST_MESSAGES):
        sender, receiver = "ab"[number % 2], "ba"[number % 2]
        home = Home(folder / f"{receiver}-home")

        def hand_over(mail: bytes, home: Home = home) -> list[Receipt]:
            (post_box / "mail.txt").write_bytes(mail)
            return receive((post_box / "mail.txt").read_bytes(), home, load_person(home, str))

        _deliver(sent[sender], post, tally, hand_over)
        at = open_campaign(folder / receiver, home, load_person(home, str), write=True)
        try:
            mail = hands[receiver].reply(at)
        finally:
            at.folder.close()
        if mail is None:
            return _finish_files(folder, tally)
        sent[receiver].append(mail)
    raise AssertionError(f"game {seed} does not end")


def _finish_files(folder: Path, tally: Tally) -> Tally:
    a, b = (
        open_campaign(folder / side, home, load_person(home, str), write=False)
        for side, home in ((side, Home(folder / f"{side}-home")) for side in "ab")
    )
    watch = Watch(a, b)
    watch.look()
    return _finish(a, b, watch, tally)


def _finish(a: Campaign, b: Campaign, watch: Watch, tally: Tally) -> Tally:
    """The game is over and audited on both sides, and its archive proves it to a stranger."""
    data = archive_bytes(a)
    assert data == archive_bytes(b)
    judged = judge_archive(data)
    verdict = judged.verdict
    assert (verdict.code, verdict.exit, verdict.detail) == ("OK", 0, "finished and audited"), verdict
    assert judged.campaign is not None and judged.campaign.chain.states == a.chain.states
    assert a.due().kind == b.due().kind == "over"
    tally.messages, tally.turns, tally.dice = len(a.chain.messages), watch.phases, verdict.dice
    return tally
