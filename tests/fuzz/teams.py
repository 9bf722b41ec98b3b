"""What team-mates mail each other, as targets: parts, briefings, and the captain's message that carries parts."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pbem.campaign.core.briefed import BRIEFING_TYPE, Briefed, briefed
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.offers import due_for
from pbem.campaign.core.person import Person
from pbem.campaign.inbox.team_mail import papers_in, receive_papers
from pbem.campaign.outbox.briefing import keep_briefing, write_briefing
from pbem.campaign.outbox.preparing import prepare
from pbem.campaign.outbox.signed_file import signed_file
from pbem.campaign.outbox.submit import submit
from pbem.campaign.telling.reports import public_text
from pbem.campaign.writing.orders_file import template_text
from pbem.campaign.writing.team_orders import keep_part, parts_at_hand
from pbem.engine.requests import ORDERS
from pbem.errors import Problem
from pbem.local.practice import frame
from pbem.mail.armour import BRIEFING, PART, read_blocks, write_block
from pbem.orders.writer import dump
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import PART_TYPE, read_envelope, sign_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.teams import sign_part
from pbem.store.folder import TEAM_DRAWER
from pbem.store.os_port import REAL
from tests.fuzz import mutations as spoil
from tests.fuzz.watch import Target
from tests.fuzz.world import Papers, loosely
from tests.games.chance import fixed_secrets
from tests.installed import installed
from tests.teams.players import Peer, Table, master_of
from tests.teams.ruleset import UNITS

OWN = b"orders:\n- {units: [red-centre-1], do: fire}\n"


@dataclass(frozen=True)
class TeamWorld:
    """A game of Wings. logs: the logs to which the papers belong, the next message of each is the captain's of side a.

    persons: everybody by name. payloads: of messages, those with teams and with parts among them; the other fields are
    mails.
    """

    logs: tuple[Chain, ...]
    persons: Mapping[str, Person]
    payloads: tuple[bytes, ...]
    parts: tuple[bytes, ...]
    briefings: tuple[bytes, ...]

    @cached_property
    def masters(self) -> Mapping[str, bytes]:
        """Masters by the names of their owners; `a` and `b` are those of the captains."""
        masters = {name: person.master for name, person in self.persons.items()}
        return {**masters, "soult": master_of("soult"), "a": masters["anna"], "b": masters["bert"]}

    @cached_property
    def bases(self) -> Mapping[str, Chain]:
        """Id of a message, in hex -> a log that ends with it."""
        found = {}
        for log in self.logs:
            chain = Chain(log.machine, log.machine.depths)  # type: ignore[attr-defined]
            for message in log.messages:
                chain = chain.extend(message.line)
                found[message.id.hex()] = chain
        return found

    def campaign_of(self, name: str, chain: Chain) -> Campaign:
        """The campaign of one person with an empty drawer, in memory."""
        papers: Any = Papers({})
        return Campaign(papers, chain.machine, chain, None, self.persons.get(name))  # type: ignore[arg-type]

    def base(self, body: Mapping[str, Any], *, last: int = 0) -> Chain:
        """The log behind the message that a payload names; else one of `logs`."""
        parent = body.get("parent")
        return self.bases.get(parent, self.logs[last]) if isinstance(parent, str) else self.logs[last]


# -- what kept inputs say ------------------------------------------------------------

_NAME = re.compile(rb"@[a-z0-9.]+@")


@cache
def words() -> dict[bytes, bytes]:
    """`@part1.parent@` -> the keys, ids, seals and salts of the game, which change with the program that plays it.

    So kept payloads hold their names, and stay what they were made to be.
    """
    at, found = world(), dict[bytes, bytes]()
    mails = {"part": (at.parts, PART), "briefing": (at.briefings, BRIEFING)}
    payloads = {f"message{seq}": payload for seq, payload in enumerate(at.payloads)}
    for name, (texts, kind) in mails.items():
        payloads |= {f"{name}{i}": payload_in(text, kind) for i, text in enumerate(texts)}
    for name, payload in payloads.items():
        stack: list[tuple[str, Any]] = [(name, json.loads(payload))]
        while stack:
            path, value = stack.pop()
            if isinstance(value, dict):
                stack += [(f"{path}.{key}", inner) for key, inner in value.items()]
            elif isinstance(value, list):
                stack += [(f"{path}.{i}", inner) for i, inner in enumerate(value)]
            elif isinstance(value, str) and len(value) >= 32:
                found[f"@{path}@".encode()] = canon(value)[1:-1]
    return found


def written_out(kept: bytes) -> bytes:
    """An input with what its names stand for."""
    return _NAME.sub(lambda name: words().get(name[0], name[0]), kept)


def payload_in(mail: bytes, kind: str) -> bytes:
    """What the first block of a mail signs."""
    return read_envelope(read_blocks(mail, kind)[0].envelope).payload


# -- what is read --------------------------------------------------------------------


class Nowhere:
    """A configuration folder that knows no game."""

    @staticmethod
    def campaigns() -> Mapping[str, Path]:
        return {}


def read_papers(data: bytes) -> None:
    """As `pbem receive` reads a mail, by both who may get it. Either may also name the file at the command line."""
    at, nowhere = world(), Nowhere()
    papers = papers_in(data, turns=bool(read_blocks(data)))
    if papers:
        try:
            receive_papers(papers, data, nowhere, None, None, REAL)  # type: ignore[arg-type]
        except (Problem, Fault) as refusal:
            assert str(refusal)
    for kind, block in papers:
        for log in at.logs:
            if block.envelope:
                _kept(at, kind, log, block.envelope)
    captain = at.campaign_of("anna", at.logs[1])
    with suppress(Problem):
        parts_at_hand(captain, captain.due(), [("part.txt", data)])


def _kept(at: TeamWorld, kind: str, log: Chain, line: bytes) -> None:
    """What is kept is found again, what is not leaves nothing behind."""
    campaign, keep = (
        (at.campaign_of("anna", log), keep_part) if kind == PART else (at.campaign_of("ney", log), keep_briefing)
    )
    try:
        keep(campaign, line)
    except (Problem, Fault) as refusal:
        assert str(refusal) and not campaign.folder.names(TEAM_DRAWER)
    else:
        assert len(campaign.folder.names(TEAM_DRAWER)) == 1 and (kind == PART or briefed(campaign) is not None)


def read_signed_part(payload: bytes) -> None:
    """A part that a captain's program keeps goes into a message that everybody takes, or he is told what is wrong."""
    payload = written_out(payload)
    at, body = world(), loosely(payload)
    captain = at.campaign_of("anna", at.base(body))
    part, _ = keep_part(captain, sign_part(_master(body.get("member")), payload))
    judged, due = due_for(captain, "accept" if captain.due().offer else "")
    assert [one.line for one in parts_at_hand(judged, due)] == ([part.line] if due.kind == ORDERS else [])
    own = dump(frame(judged, due)).encode() + OWN
    prepared = prepare(judged, due, lambda: (own, "orders.yaml"), "accept" if due.offer else "")
    at_end = _sent(at, captain, prepared.payload)
    assert part.line.decode() in at_end.chain.messages[-1].body["parts"]


def _master(name: Any) -> bytes:
    """The master of the member that a part names, ney's where there is none."""
    masters = world().masters
    return masters.get(name if isinstance(name, str) else "", masters["ney"])


def _sent(at: TeamWorld, captain: Campaign, payload: bytes) -> Campaign:
    """The opponent's campaign with what the captain's program has made."""
    try:
        chain = captain.chain.extend(sign_envelope(payload, at.masters[captain.seat]))
    except Fault as fault:
        raise AssertionError(f"what a captain's program made of it is refused: {fault}") from None
    return _shown(at, chain)


def _shown(at: TeamWorld, chain: Chain) -> Campaign:
    campaign = at.campaign_of("bert", chain)
    signed_file(campaign, len(chain.messages) - 1)
    if len(chain.messages) > 2:
        public_text(campaign, len(chain.messages) - 1)
    return campaign


def read_signed_briefing(payload: bytes) -> None:
    """What a member believes is what his captain's message will say, and he can order by it."""
    payload = written_out(payload)
    at, body = world(), loosely(payload)
    member, captain = (at.campaign_of(name, at.base(body, last=1)) for name in ("ney", "anna"))
    keep_briefing(member, sign_envelope(payload, at.masters["anna"], kind=BRIEFING_TYPE))
    told = briefed(member)
    assert isinstance(told, Briefed) and told.closing == captain.due().closing
    due = member.due()
    if due.kind == ORDERS:
        template_text(member, due)


def read_team_message(payload: bytes) -> None:
    """A message with a team, or with parts, signed by the captain that it names."""
    payload = written_out(payload)
    at, body = world(), loosely(payload)
    line = sign_envelope(payload, at.masters["b" if body.get("side") == "b" else "a"])
    if body.get("seq") == 0:
        # Who is invited asks for the rules that the invitation names.
        with tempfile.TemporaryDirectory() as name, installed(Path(name), "wings"):
            chain_of([line])
        return
    base = at.base(body)
    chain = base.extend(line)
    if len(chain.messages) > len(base.messages):
        _shown(at, chain)


# -- how it is spoilt ----------------------------------------------------------------


def reordered(data: bytes, rng: random.Random) -> bytes:
    """A part with orders that are of the right form and nothing else, or with one strange thing among them."""
    body = loosely(data)
    if "orders" not in body or rng.randrange(2):
        return spoil.payload(data, rng)
    left, right = (tuple(unit for unit in UNITS if UNITS[unit] == wing) for wing in ("red-left", "red-right"))
    units = rng.choice((left, right, left + right, (*UNITS, "nobody", "red-left", "")))
    count, most = rng.choice((0, 1, 1, 2, 3, 17, 40, 41)), min(8, len(units))
    orders: list[Any] = [
        {"units": rng.sample(units, rng.choice((0, 1, 1, 2, most))), "do": rng.choice(("advance", "fire"))}
        for _ in range(count)
    ]
    if rng.randrange(3) == 0:
        orders.insert(rng.randrange(len(orders) + 1), rng.choice(spoil.STRANGE))
    changed = {**body, "orders": orders, "member": rng.choice((body.get("member"), "ney", "soult", "york"))}
    try:
        return canon(changed)
    except (ValueError, TypeError):
        return spoil.payload(data, rng)


def remade(data: bytes, rng: random.Random) -> bytes:
    """A captain's message with one of its parts changed, most often signed anew by a member."""
    body = loosely(data)
    # Mutations may have been at work on it before.
    if rng.randrange(3) == 0:
        return spoil.payload(data, rng)
    try:
        parts = [text.encode("utf-8") for text in body["parts"]]
        which = rng.randrange(len(parts))
        payload = reordered(read_envelope(parts[which]).payload, rng)
        signer, given = json.loads(payload)["member"], [*json.loads(payload)["orders"], *body["input"]["orders"][-1:]]
    except (KeyError, TypeError, AttributeError, ValueError, Fault, RecursionError):
        return spoil.payload(data, rng)
    if rng.randrange(4) == 0:
        parts[which] = spoil.envelope(parts[which], rng)
    else:
        parts[which] = sign_part(_master(signer), payload)
    if rng.randrange(3):
        # Alone, and with orders that begin with its own, it comes as far as its orders let it.
        parts, body["input"]["orders"] = parts[which : which + 1], given
    return spoil.spelt({**body, "parts": [part.decode("utf-8", "replace") for part in parts]})


# -- targets ---------------------------------------------------------------------------


def team_targets() -> Iterator[Target]:
    """Mails as they come, and payloads that their owners sign: so that what is behind the signature is met, too."""
    at = world()
    refusals = (Problem, Fault)
    for name, mails, kind in (("part", at.parts, PART), ("briefing", at.briefings, BRIEFING)):
        yield Target(name, [*mails, b"\n".join(mails)], read_papers, spoil.armoured_as(kind), ())
        payloads = [payload_in(mail, kind) for mail in mails]
        if kind == PART:
            yield Target("signed-part", payloads, read_signed_part, reordered, refusals)
        else:
            yield Target("signed-briefing", payloads, read_signed_briefing, spoil.payload, refusals)
    yield Target("team-message", at.payloads, read_team_message, remade, (Fault,))


# -- the game ------------------------------------------------------------------------


@cache
def world() -> TeamWorld:
    """The game, the same every time, as are the masters of its players."""
    with tempfile.TemporaryDirectory() as name, fixed_secrets("teams"):
        root = Path(name)
        with installed(root / "dist", "wings"):
            (root / "table").mkdir()
            return _played(Table.begin(root / "table"))


def _played(table: Table) -> TeamWorld:
    anna, bert, ney = table.anna, table.bert, table.ney
    logs, parts, briefings, payloads = [anna.open(write=False).chain], [ney.part([_order("red-left-1")])], [], []
    _mailed(table, anna, anna.submit())
    _mailed(table, bert, bert.submit([_order("blue-right-1", "fire")]))
    logs.append(anna.open(write=False).chain)
    briefings.append(anna.brief())
    ney.take(briefings[0])
    for orders in ([_order("red-left-1"), _order("red-left-2", "fire")], []):
        parts.append(ney.part(orders, again=True))
    parts.append(_soults(logs[1]))
    anna.take(parts[1])
    anna.take(parts[3])
    _mailed(table, anna, anna.submit([_order("red-centre-1")]))
    payloads += [message.payload for message in anna.open(write=False).chain.messages]
    campaign = bert.open()
    with campaign.folder:
        offer = submit(campaign, campaign.due(), control={"offer": "takeback", "to": 2}).text.encode()
    _mailed(table, bert, offer)
    logs.append(anna.open(write=False).chain)
    briefings += [_briefed(anna, answer) for answer in ("accept", "decline")]
    persons = {name: peer.person for name, peer in table.peers.items()}
    return TeamWorld(tuple(logs), persons, tuple(payloads), tuple(parts), tuple(briefings))


def _order(unit: str, do: str = "advance") -> dict[str, Any]:
    return {"units": [unit], "do": do}


def _mailed(table: Table, sender: Peer, mail: bytes) -> None:
    for other in table.everybody_but(sender):
        other.take(mail)


def _soults(chain: Chain) -> bytes:
    """A part of the member who commands two wings and has no computer here."""
    body = {"v": 1, "game": chain.game.hex(), "seq": len(chain.messages), "parent": chain.messages[-1].id.hex()}
    payload = canon({**body, "member": "soult", "orders": [_order("red-right-1", "fire")]})
    return write_block(sign_envelope(payload, master_of("soult"), kind=PART_TYPE), PART).encode()


def _briefed(peer: Peer, answer: str) -> bytes:
    campaign = peer.open()
    with campaign.folder:
        path = write_briefing(campaign, answer)
        data = path.read_bytes()
        path.unlink()
    return data
