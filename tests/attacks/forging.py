"""What a cheater's own client can be made to write in a game with hidden forces; it needs Veiled installed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.submit import submit
from pbem.engine.hidden import HIDDEN
from pbem.protocol import keys
from pbem.protocol.commitments import Tree, marker_opening, sealed_opening
from pbem.protocol.messages import peek
from pbem.protocol.openings import own_marker
from tests.attacks.world import Body, Diagnosis, World, mail_of, proof
from tests.campaign.folders import Peer
from tests.games.clients import DATE
from tests.toy_hidden.world import orders, words_of

RESIGN = {"resign": True}
Predicate = Callable[[Campaign, Due], bool]


def marker_of(world: World, at: int, name: str, content: Any) -> Body:
    """An opening that would be right, had the cheater's message `at` committed to this content of a marker."""
    campaign = world.cheater.open(write=False)
    return own_marker(campaign.ring, campaign.chain.game, world.cheater.seat, at, name, content)


def sealed_of(world: World, at: int, value: Any) -> Body:
    """The same of a sealed answer."""
    campaign = world.cheater.open(write=False)
    veil = campaign.ring.at(at).veil
    return sealed_opening(at, keys.salt(veil, campaign.chain.game, world.cheater.seat, at, "sealed", ""), value)


def leaf_of(world: World, kind: str, at: int, slot: int, value: Any) -> Body:
    """The same of one leaf, among the values that message `at` did commit to."""
    campaign = world.cheater.open(write=False)
    values = list(campaign.committed[at][kind])
    values += [""] * (slot + 1 - len(values))
    values[slot] = value
    depth, seat = campaign.chain.trees[kind], world.cheater.seat
    return Tree(campaign.chain.game, seat, at, kind, campaign.ring.at(at).veil, values, depth).opening(slot)


def stranger_to_all(at: int, name: str, content: Any) -> Body:
    """The opening of a marker with a salt of nobody's."""
    return marker_opening(at, name, bytes(32), content)


def index_of(body: Body, form: str, **wanted: Any) -> int:
    """Where in a message's openings the first of a form stands."""
    return next(
        i
        for i, opening in enumerate(body["open"])
        if opening["t"] == form and all(opening.get(key) == value for key, value in wanted.items())
    )


def bodies(peer: Peer) -> list[Body]:
    """Payloads of somebody's log."""
    return [peek(line).body for line in peer.log()]


def of(letter: str, wanted: Predicate) -> Predicate:
    """The same, asked of one side only."""
    return lambda campaign, due: campaign.seat == letter and wanted(campaign, due)


def opens(due: Due, form: str, kind: str = "") -> list[Body]:
    """What closing the open segment makes the closer disclose, of one form."""
    listed = due.closing.open if due.closing is not None else []
    return [opening for opening in listed if opening["t"] == form and opening.get("kind", "") == kind]


def mid_game(campaign: Campaign, due: Due) -> bool:
    """Orders of a turn are due; not those of a set-up."""
    return due.kind == "orders" and due.state["at"]["stage"] == "play"


def walked(due: Due) -> str:
    """Where the side's scout stands, "" where it has none any more."""
    leaf = due.own.leaves.get(HIDDEN, {}).get("scout")
    return str(leaf["path"][-1]) if leaf else ""


# -- the end of a game -------------------------------------------------------------------


@dataclass(frozen=True)
class Disclosing:
    """The message with which a cheater discloses is due. control: what stands in it beside the audit."""

    world: World
    control: dict[str, Any] | None

    def body(self) -> Body:
        """What an honest client would sign."""
        return self.world.body(**({"control": self.control} if self.control else {}))

    def cheat(self, edit: Callable[[Body], Any]) -> bytes:
        """The message with a book or a veil changed by `edit`, which gets the audit."""
        given = {"control": self.control} if self.control else {}
        return self.world.cheat(lambda body: edit(body["audit"]), **given)

    def refused(self, edit: Callable[[Body], Any]) -> Diagnosis:
        """What the victim says of it."""
        return self.world.refused(self.cheat(edit))

    def proof(self, code: str) -> Diagnosis:
        """The diagnosis that names the cheater."""
        return proof(self.world, code)


def replied(world: World, *, resigns: bool) -> Disclosing:
    """The victim answers the message that was sent last, or resigns; the cheater's next message then ends the game."""
    seq = sent(world.victim, RESIGN) if resigns else sent(world.victim)
    delivered(world.victim, world.cheater, seq)
    return Disclosing(World(world.cheater, world.victim, seq + 1, None), None if resigns else RESIGN)


def sent(peer: Peer, control: dict[str, Any] | None = None, document: dict[str, Any] | None = None) -> int:
    """Signs the message that is due: with this control, these orders, or else as little as the question permits.

    Returns its number.
    """
    campaign = peer.open()
    try:
        due = campaign.due(control)
        checked = None
        if due.request is not None:
            least = {} if due.kind == "orders" else {"answer": due.request.options.default()}
            checked = orders(campaign, due, least if document is None else document)
        return submit(campaign, due, checked, control=control, date=DATE).seq
    finally:
        campaign.folder.close()


def delivered(sender: Peer, receiver: Peer, seq: int) -> None:
    """Hands over a mail that is good."""
    (receipt,) = receiver.receive(sender.mail(seq))
    assert receipt.fault is None and receipt.accepted == [seq], receipt.fault


def slipped(world: World, line: bytes) -> int:
    """A message that was composed by other means goes into the cheater's log and to the victim, who accepts it."""
    campaign = world.cheater.open()
    try:
        seq = campaign.append(line).seq
    finally:
        campaign.folder.close()
    (receipt,) = world.victim.receive(mail_of(world.victim, line))
    assert receipt.fault is None and receipt.accepted == [seq], receipt.fault
    return seq


def exposed(world: World, *, resigns: bool = False) -> tuple[Diagnosis, str]:
    """What the victim says of the audit that follows upon a lie, with the words. resigns: he discloses first."""
    last = replied(world, resigns=resigns)
    line = last.cheat(lambda audit: None)
    return last.world.refused(line), words_of(last.world, line)
