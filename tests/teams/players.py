"""Four people at four computers: two captains, a member on each side, and mails between them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.person import Person
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.briefing import write_briefing
from pbem.campaign.outbox.create import Invitation, join_campaign, new_campaign, read_invitation
from pbem.campaign.outbox.preparing import prepare
from pbem.campaign.outbox.signed_file import signed_file
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.gather import gather
from pbem.campaign.records.importing import Target, import_game
from pbem.campaign.records.log_assembly import sort_games
from pbem.campaign.writing.orders_file import check_orders, require_clean
from pbem.campaign.writing.team_orders import prepare_part, submit_part
from pbem.local.practice import frame, local_person
from pbem.orders.writer import dump
from pbem.protocol import keys
from pbem.protocol.compose import Words
from pbem.store.home import Home
from tests.teams.ruleset import UNITS

DATE = "1806-10-14T06:00:00Z"


def master_of(name: str) -> bytes:
    """The master of somebody who plays no client of his own."""
    return sha256(name.encode()).digest()


def entry(name: str, key: bytes, *may: str) -> dict[str, Any]:
    """A member as the handshake names him."""
    return {"id": name, "key": key.hex(), "may": list(may)}


@dataclass(frozen=True)
class Cast:
    """Who plays what. army: of side a. ney, soult, york: formations that they command."""

    ruleset: str = "wings"
    scenario: str = "road"
    army: str = "red"
    ney: tuple[str, ...] = ("red-left",)
    soult: tuple[str, ...] = ("red-right", "red-left")
    york: tuple[str, ...] = ("blue-left",)
    options: Mapping[str, str] = field(default_factory=dict)


WINGS_CAST = Cast()


@dataclass
class Peer:
    """One person at his computer."""

    root: Path
    name: str

    @property
    def path(self) -> Path:
        return self.root / self.name

    @property
    def home(self) -> Home:
        return Home(self.root / f"{self.name}-home")

    @property
    def person(self) -> Person:
        return local_person(self.home)

    def open(self, *, write: bool = True) -> Campaign:
        return open_campaign(self.path, self.home, self.person, write=write)

    def receive(self, data: bytes) -> list[Receipt]:
        return receive(data, self.home, self.person)

    def take(self, data: bytes) -> list[Receipt]:
        """Takes a mail that must be good."""
        receipts = self.receive(data)
        assert receipts and all(receipt.fault is None for receipt in receipts), [str(r.fault) for r in receipts]
        return receipts

    def document(self, campaign: Campaign, due: Due, orders: list[Any], **more: Any) -> bytes:
        """An orders file with these orders."""
        text = dump({**frame(campaign, due), **({"orders": orders} if orders else {}), **more})
        return text.encode("utf-8")

    def part(self, orders: list[Any], *, again: bool = False) -> bytes:
        """This member's signed part, as he mails it."""
        campaign = self.open()
        with campaign.folder:
            due = campaign.due()
            checked = check_orders(campaign, due, self.document(campaign, due, orders))
            require_clean(checked)
            return submit_part(campaign, prepare_part(campaign, due, checked), again=again).read_bytes()

    def brief(self) -> bytes:
        """The captain's briefing, as he mails it."""
        campaign = self.open()
        with campaign.folder:
            return write_briefing(campaign).read_bytes()

    def submit(self, orders: list[Any] = (), **more: Any) -> bytes:  # type: ignore[assignment]
        """The captain's message with his own orders behind his team's, as he mails it."""
        campaign = self.open()
        with campaign.folder:
            due = campaign.due()
            text = self.document(campaign, due, list(orders), **more) if due.request is not None else b""
            prepared = prepare(campaign, due, lambda: (text, "orders.yaml"))
            checked = prepared.preview.checked if prepared.preview else None
            return submit(campaign, due, checked, date=DATE).text.encode("utf-8")

    def resign(self) -> bytes:
        """The message with which the captain gives the game up."""
        campaign = self.open()
        with campaign.folder:
            return submit(campaign, campaign.due(), None, control={"resign": True}, date=DATE).text.encode("utf-8")


@dataclass
class Table:
    """anna and bert are captains, ney is in her team and york in his. soult of her team has a key and no computer."""

    root: Path
    peers: Mapping[str, Peer] = field(default_factory=dict)

    @classmethod
    def begin(cls, root: Path, cast: Cast = WINGS_CAST) -> Table:
        """Invitation, acceptance, and both members with the campaign imported from mails; message 2 is due."""
        table = cls(root, {name: Peer(root, name) for name in ("anna", "bert", "ney", "york")})
        anna, bert = table.anna, table.bert
        team_a = [
            entry("ney", table.ney.person.key, *cast.ney),
            entry("soult", keys.public_key(master_of("soult")), *cast.soult),
        ]
        team_b = [entry("york", table.york.person.key, *cast.york)]
        wish = Invitation(cast.ruleset, cast.scenario, cast.army, dict(cast.options), members=team_a)
        a = new_campaign(anna.path, wish, anna.home, anna.person, Words(name="Anna", date=DATE))
        a.folder.close()
        offered = read_invitation(signed_file(a, 0).encode("utf-8"))
        b = join_campaign(bert.path, offered, bert.home, bert.person, Words(name="Bert", date=DATE), team_b)
        b.folder.close()
        anna.take(signed_file(b, 1).encode("utf-8"))
        for member in (table.ney, table.york):
            mails = root / f"mails-{member.name}"
            mails.mkdir()
            for seq in (0, 1):
                (mails / f"{seq}.txt").write_text(signed_file(b, seq), encoding="utf-8")
            games, _ = sort_games(gather([mails]).envelopes)
            imported = import_game(games[0], Target(member.path), member.home, member.person)
            assert imported.campaign is not None and imported.exit == 0
        return table

    @property
    def anna(self) -> Peer:
        return self.peers["anna"]

    @property
    def bert(self) -> Peer:
        return self.peers["bert"]

    @property
    def ney(self) -> Peer:
        return self.peers["ney"]

    @property
    def york(self) -> Peer:
        return self.peers["york"]

    def captain(self, seq: int) -> Peer:
        return self.bert if seq % 2 else self.anna

    def member(self, seq: int) -> Peer:
        return self.york if seq % 2 else self.ney

    def send(self, mail: bytes, captain: Peer) -> None:
        """Everybody else takes in the message of a captain."""
        for other in self.everybody_but(captain):
            other.take(mail)

    def everybody_but(self, member: Peer) -> list[Peer]:
        return [other for other in self.peers.values() if other.name != member.name]


def wing_orders(rng: random.Random, campaign: Campaign, due: Due, wings: tuple[str, ...]) -> list[dict[str, Any]]:
    """Random legal orders for the units of some wings."""
    there = [unit for unit in sorted(due.state["at"]["units"]) if UNITS[unit] in wings]
    return [{"units": [unit], "do": rng.choice(["advance", "fire"])} for unit in there if rng.random() < 0.7]
