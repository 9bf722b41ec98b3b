"""Whole hidden games of honest players in which everything happens that the rules of play allow; whatever the ruleset.

Orders are taken back, positions corrected, draws offered, seats change hands with the secrets of before or without
them, counters are shown, orders are empty, everything is asked that may be; and nobody may be accused of anything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.offers import due_for, takeback_targets
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.disclosing import audit_path
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.seats.seating import marker_contents, prepare_seating, sign_seating
from pbem.campaign.writing.orders_file import Checked
from pbem.campaign.writing.standing import STANDING
from pbem.engine.requests import ASK, ORDERS
from pbem.errors import Problem
from pbem.local.practice import nested, outbox
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.faults import Fault
from tests.campaign.folders import Peer
from tests.campaign.newcomers import Newcomer, agree, archived, hand_over
from tests.games import games
from tests.games.campaigns import RandomHand
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE

Json = Any
RESIGN, DRAW = {"resign": True}, {"offer": "draw"}
MOST = 2000


class Players(Protocol):
    """What one ruleset's players need. most: messages after which somebody resigns at last."""

    name: str
    most: int

    def invitation(self, seed: int) -> Invitation:
        """Game number so and so."""

    def hand(self, seed: int, letter: str) -> RandomHand:
        """An honest player."""

    def unchanged(self, at: Json) -> Json:
        """A patch that corrects nothing."""

    def paper(self, campaign: Campaign, due: Due, document: Json) -> Checked:
        """A paper for the orders that are due."""


class Asking:
    """Before a hand: every standing order that may be is `ask`."""

    def _standing(self, campaign: Campaign) -> None:
        slots = campaign.machine.slots[campaign.seat]
        values = {slot.name: ASK for slot in slots if slot.binding == "message"}
        campaign.folder.write_document(STANDING, dump(nested(values)).encode("utf-8"))


@dataclass
class Unquiet:
    """A game. happened: what, and how often."""

    seed: int
    game: str
    messages: int = 0
    happened: Counter[str] = field(default_factory=Counter)


class Game:
    """One game. Both clients stay open but while a seat changes hands."""

    def __init__(self, folder: Path, players: Players, seed: int) -> None:
        offer = players.invitation(seed)
        self.folder, self.players, self.rng = folder, players, random.Random(f"unquiet {seed}")
        self.told = Unquiet(seed, offer.scenario)
        a, b = games.begin(folder, offer)
        self.at = {"a": a, "b": b}
        self.peers: dict[str, Peer] = {letter: Peer(folder, letter) for letter in "ab"}
        self.hands = {letter: players.hand(seed, letter) for letter in "ab"}
        self.seats = self.rng.choice((0, 0, 1, 2))
        self.end = self.rng.choice((12, 20, 30, players.most, players.most))

    def play(self) -> Unquiet:
        """To its end, and its verdict."""
        try:
            self._hand_over(self.at["b"], self.at["a"])
            for _ in range(MOST):
                letter = self.at["a"].chain.waits_for
                if not letter:
                    break
                self._turn(letter)
        finally:
            for campaign in self.at.values():
                campaign.folder.close()
        self._finished()
        return self.told

    def _finished(self) -> None:
        first, second = (archive_bytes(peer.open(write=False)) for peer in self.peers.values())
        assert first == second
        verdict = judge_archive(first).verdict
        assert (verdict.code, verdict.detail) == ("OK", "finished and audited"), verdict
        for peer in self.peers.values():
            audited = audit_path(peer.path)
            assert (audited.exit, list(audited.findings)) == (0, [])
        self.told.messages = len(self.at["a"].chain.messages)

    @staticmethod
    def _hand_over(sender: Campaign, receiver: Campaign) -> None:
        mail = outbox(sender, len(sender.chain.messages) - 1)
        receipt = take(receiver, mail, read_blocks(mail))
        assert receipt.fault is None and len(receipt.accepted) == 1, receipt.fault

    # -- one message ------------------------------------------------------------------------------------

    def _turn(self, letter: str) -> None:
        campaign, other = self.at[letter], self.at["b" if letter == "a" else "a"]
        due = campaign.due()
        over = bool(due.state["over"])
        if due.offer:
            self._answered(campaign, letter, due.offer)
        elif not over and len(campaign.chain.messages) >= self.end:
            self._sent(campaign, RESIGN)
        elif not over and len(campaign.chain.messages) > 4 and self.seats and self.rng.randrange(8) == 0:
            self._seated(letter)
            return
        elif over or self.rng.randrange(7) or not self._offered(campaign, due):
            submit(campaign, due, self._paper(campaign, letter, due), date=DATE)
        self._hand_over(campaign, other)

    def _sent(self, campaign: Campaign, control: Json) -> None:
        submit(campaign, campaign.due(control), None, control=control, date=DATE)
        self.told.happened[control.get("offer", "resignation")] += 1

    def _paper(self, campaign: Campaign, letter: str, due: Due) -> Checked | None:
        """Random orders, now and then none or none but a counter that is shown."""
        if due.request is None:
            return None
        hand, which = self.hands[letter], self.rng.randrange(12)
        hand._standing(campaign)
        if due.kind == ORDERS and which < 2:
            known = {name for name in due.own.markers if name in self._down(campaign, due)}
            shown = {"show": [self.rng.choice(sorted(known))]} if which and known else {}
            paper = self.players.paper(campaign, due, shown)
            if not paper.findings:
                self.told.happened["shown alone" if shown else "empty orders"] += 1
                return paper
        return hand.answer(campaign, due)

    @staticmethod
    def _down(campaign: Campaign, due: Due) -> Sequence[str]:
        entries = due.state.get("markers", {}).items()
        return [name for name, entry in entries if entry["side"] == campaign.seat and "seen" not in entry]

    # -- what is agreed ---------------------------------------------------------------------------------

    def _offered(self, campaign: Campaign, due: Due) -> bool:
        """Whether something was offered in place of what is due."""
        targets = takeback_targets(campaign.chain)[-3:]
        offers: list[Json] = [{"offer": "takeback", "to": to} for to in targets]
        patch = self.players.unchanged(due.state["at"])
        offers += [{"offer": "amend", "terms": {}, "patch": patch, "reason": "to be sure"}, DRAW]
        try:
            self._sent(campaign, self.rng.choice(offers))
        except (Problem, Fault):
            return False
        return True

    def _answered(self, campaign: Campaign, letter: str, offer: Json) -> None:
        """Mostly yes; to a draw mostly no."""
        yes = self.rng.randrange(8) == 0 if offer["offer"] == "draw" else self.rng.randrange(4) > 0
        said = "accept" if yes else "decline"
        judged, due = due_for(campaign, said)
        checked = self._paper(judged, letter, due)
        submit(campaign, due, checked, control={"answer": said}, date=DATE)
        self.told.happened[f"{offer['offer']} {said}ed".replace("ee", "e")] += 1

    # -- seats ------------------------------------------------------------------------------------------

    def _seated(self, letter: str) -> None:
        """Somebody new takes the seat that is due, with the secrets of before or without them."""
        gone, stays = self.peers[letter], self.peers["b" if letter == "a" else "a"]
        void = bool(self.rng.randrange(2))
        for campaign in self.at.values():
            campaign.folder.close()
        newcomer = Newcomer(self.folder, letter, f"{letter}{self.seats}")
        newcomer.take_log(archived(stays))
        mail = self._void(gone, newcomer) if void else newcomer.sit_down(hand_over(gone)).read_bytes()
        (receipt,) = newcomer.receive(agree(stays, mail))
        assert receipt.fault is None, receipt.fault
        self.seats -= 1
        self.peers[letter] = newcomer
        self.at = {seat: one.open() for seat, one in sorted(self.peers.items())}
        self.told.happened["void seat" if void else "seat"] += 1

    @staticmethod
    def _void(gone: Peer, newcomer: Newcomer) -> bytes:
        """He knows what every counter holds, and nothing else."""
        before = gone.open(write=False)
        entries = before.chain.state.get("markers", {})
        own = {name: entry["at"] for name, entry in entries.items() if entry["side"] == gone.seat}
        contents = {name: before.committed[at]["marker"][name] for name, at in sorted(own.items())}
        campaign = newcomer.open()
        try:
            given = marker_contents(campaign, "", dump(contents).encode("utf-8"), "markers.yaml")
            words = compose.Words("Carl", (), DATE)
            return sign_seating(campaign, prepare_seating(campaign, markers=given, words=words)).read_bytes()
        finally:
            campaign.folder.close()


def play(folder: Path, players: Players, seed: int) -> Unquiet:
    """A game, the same each time."""
    with fixed_secrets(f"unquiet {players.name} {seed}"):
        return Game(folder, players, seed).play()


def told(played: Sequence[Unquiet]) -> None:
    """What happened in them, for whoever reads the output."""
    happened = sum((one.happened for one in played), Counter[str]())
    listed = ", ".join(f"{what}: {number}" for what, number in sorted(happened.items()))
    print(
        f"{len(played)} games (seeds {played[0].seed} to {played[-1].seed}), {sum(p.messages for p in played)} messages"
    )
    print(f"{listed}; nobody is accused")
