"""A finished campaign whose two masters are known: what good input at the targets is made of, and who may sign it."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.machine import GameMachine
from pbem.campaign.core.offers import due_for
from pbem.campaign.core.person import Person, load_person
from pbem.campaign.outbox.signed_file import signed_file
from pbem.campaign.outbox.submit import compose_message
from pbem.campaign.records.archiving import LOG, unpack
from pbem.campaign.telling.reports import public_text
from pbem.campaign.writing.orders_file import Checked, check_orders, template_text
from pbem.campaign.writing.standing import committed_values
from pbem.engine.requests import ORDERS
from pbem.local.practice import frame
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.control import offered
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import Fault
from pbem.store.home import Home
from tests.archives.make import play
from tests.games.chance import fixed_secrets

SPARE = bytes(range(100, 132))
"""The master of whoever takes a seat, and of a new key."""


class Papers:
    """The parts of a campaign folder that hold a player's documents and what his team-mates mail, in memory."""

    def __init__(self, documents: Mapping[str, bytes]) -> None:
        self.documents = dict(documents)
        self.drawers: dict[str, dict[str, bytes]] = {}

    def has_document(self, name: str) -> bool:
        return name in self.documents

    def read_document(self, name: str) -> bytes:
        return self.documents[name]

    def written(self, name: str) -> bytes:
        return self.documents.get(name, b"")

    def names(self, drawer: str) -> list[str]:
        return sorted(self.drawers.get(drawer, ()))

    def load(self, drawer: str, name: str, limit: int) -> bytes:
        data = self.drawers[drawer][name]
        assert len(data) <= limit
        return data

    def save(self, drawer: str, name: str, data: bytes) -> Path:
        self.drawers.setdefault(drawer, {})[name] = data
        return Path(drawer) / name


@dataclass(frozen=True)
class World:
    """archive: of the whole campaign. persons: its players by side. orders: files that they wrote."""

    archive: bytes
    persons: Mapping[str, Person]
    orders: tuple[bytes, ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """The log."""
        return unpack(self.archive)[LOG].split(b"\n")[:-1]

    @cached_property
    def machine(self) -> GameMachine:
        """The rules."""
        return chain_of(self.lines[:1])[0]

    @cached_property
    def folds(self) -> list[Chain]:
        """The log as far as each message: folds[k] holds k of them."""
        chains = [Chain(self.machine, self.machine.depths)]
        for line in self.lines:
            chains.append(chains[-1].extend(line))
        return chains

    @property
    def payloads(self) -> list[bytes]:
        """What the messages sign."""
        return [message.payload for message in self.folds[-1].messages]

    def campaign(self, chain: Chain, seat: str = "", documents: Mapping[str, bytes] | None = None) -> Campaign:
        """A campaign without a folder, as one of its players or ("") a stranger sees it."""
        papers: Any = Papers(documents or {})
        return Campaign(papers, self.machine, chain, None, self.persons.get(seat))

    def due(self, kind: str) -> tuple[Campaign, Due]:
        """The first place of the campaign with a question of a kind, and who has to answer it."""
        for chain in self.folds[2:-1]:
            campaign = self.campaign(chain, chain.waits_for)
            due = campaign.due()
            if due.kind == kind and due.request is not None:
                return campaign, due
        raise ValueError(f"nobody is asked for {kind}")

    @cached_property
    def unusual(self) -> list[bytes]:
        """Payloads that a campaign seldom holds: offers, answers to them, a new key, both kinds of seat."""
        chain = next(chain for chain in self.folds[6:] if self._due(chain).kind == ORDERS)
        offers: list[dict[str, Any]] = [{"offer": "draw"}, {"offer": "takeback", "to": 3}]
        # Later than the rules have it, but of the form in which both players would correct a position.
        offers.append({"offer": "amend", "terms": {}, "patch": [{"path": ["turn"], "value": 2}], "reason": "a slip"})
        found = [self._composed(chain, offer).payload for offer in offers]
        for payload in list(found):
            pending = chain.extend(self.sealed(payload))
            self.bases[pending.messages[-1].id.hex()] = pending
            found += [self._composed(pending, {"answer": answer}).payload for answer in ("accept", "decline")]
        campaign, due = self.campaign(chain, chain.waits_for), self._due(chain)
        values = committed_values(campaign, chain.waits_for)
        for closing in (due.closing, None):
            found.append(compose.seating(SPARE, chain, bytes(32), values, bytes(12), closing=closing).payload)
        assert due.closing is not None
        given = self._checked(campaign, due)
        found.append(
            compose.move(
                campaign.ring,
                chain,
                due.closing,
                values,
                bytes(12),
                input=given.input if given else None,
                own=campaign.committed,
                new_master=SPARE,
            ).payload
        )
        return found

    @cached_property
    def bases(self) -> dict[str, Chain]:
        """Id of a message, in hex -> a log that ends with it."""
        return {chain.messages[-1].id.hex(): chain for chain in self.folds[1:]}

    def sealed(self, payload: bytes) -> bytes:
        """An envelope around any payload, with every signature that it needs if it is a message."""
        body = loosely(payload)
        seat = "b" if body.get("side") == "b" else "a"
        masters = [self.persons[seat].master]
        if body.get("kind") == "seat":
            masters = [SPARE, self.persons["b" if seat == "a" else "a"].master]
        elif body.get("kind") == "move" and "key" in body:
            masters.append(SPARE)
        return sign_envelope(payload, *masters)

    def deliver(self, payload: bytes) -> None:
        """Signs a payload as the side that it names, and does with it what an opponent's client would.

        A message that stands is laid out for mailing and reported; then its segment is closed by every honest answer,
        which must stand, and be reported, too. Raises Fault, Problem.
        """
        body, line = loosely(payload), self.sealed(payload)
        if body.get("seq") == 0:
            # Who is invited asks for the rules that the invitation names; nothing of a game is known before.
            chain_of([line])
            return
        base = self._base(body)
        chain = base.extend(line)
        if len(chain.messages) == len(base.messages):
            return
        self._shown(chain)
        for answer in ("accept", "decline") if offered(chain.messages[-1].body) else ("",):
            if chain.waits_for:
                self._shown(self._answered(chain, answer))

    def _base(self, body: dict[str, Any]) -> Chain:
        parent, seq = body.get("parent"), body.get("seq")
        if isinstance(parent, str) and parent in self.bases:
            return self.bases[parent]
        return self.folds[seq] if type(seq) is int and 0 <= seq < len(self.folds) else self.folds[-1]

    def _shown(self, chain: Chain) -> None:
        campaign, seq = self.campaign(chain), len(chain.messages) - 1
        signed_file(campaign, seq)
        if seq > 1:
            public_text(campaign, seq)

    def _answered(self, chain: Chain, answer: str) -> Chain:
        """The log with an honest answer to its last message."""
        draft = self._composed(chain, {"answer": answer} if answer else None)
        try:
            return chain.extend(draft.sign(self.persons[chain.waits_for].master))
        except Fault as fault:
            raise AssertionError(f"an honest answer is refused: {fault}") from None

    def _due(self, chain: Chain) -> Due:
        return self.campaign(chain, chain.waits_for).due()

    def _composed(self, chain: Chain, control: dict[str, Any] | None) -> compose.Draft:
        """The honest next message, with orders that the rules' own generator makes."""
        with fixed_secrets("answer"):
            campaign, due = due_for(self.campaign(chain, chain.waits_for), (control or {}).get("answer", ""))
            silent = control is not None and "answer" not in control
            return compose_message(campaign, due, None if silent else self._checked(campaign, due), control=control)

    @staticmethod
    def _checked(campaign: Campaign, due: Due) -> Checked | None:
        if due.request is None:
            return None
        template_text(campaign, due)
        answer = due.request.options.sample(random.Random(1).randrange)
        text = dump(frame(campaign, due) | (answer if due.kind == ORDERS else {"answer": answer}))
        return check_orders(campaign, due, text.encode("utf-8"))


def loosely(payload: bytes) -> dict[str, Any]:
    """The object in the bytes, canonical or not; {} where there is none."""
    try:
        body = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return body if type(body) is dict else {}


def build() -> World:
    """Plays the campaign that tests/archives keeps: the same every time, as are the masters of its players."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = play(folder)
        persons = {seat: load_person(Home(folder / f"{seat}-home"), str) for seat in "ab"}
        orders = [path.read_bytes() for seat in "ab" for path in sorted((folder / seat / "outbox").glob("*.yaml"))]
    return World(archive, {seat: person for seat, person in persons.items() if person is not None}, tuple(orders))
