"""Two whole clients in the middle of a game of Veiled, one of whom may be a cheater; see `tests.attacks.world`.

Everything here needs Veiled installed: `tests.installed`, or the fixture of this folder.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import compose_message, submit
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.local.practice import frame
from pbem.mail.armour import read_blocks
from pbem.orders.writer import dump
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import Fault
from tests.attacks.stopping import stopped
from tests.attacks.world import Diagnosis, Wanted, World
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally
from tests.toy_hidden.board import Board
from tests.toy_hidden.campaigns import MOST_MESSAGES, VeiledHand, begin

MOST_SEEDS = 60
# Changes what a player has compiled: a lie that his own program would not have let pass.
Twist = Callable[[Campaign, Due, Checked], Checked]


def honest(seed: int, seat: str, *, asks: bool = False) -> VeiledHand:
    """A random player who orders nothing illegal."""
    return VeiledHand(random.Random(f"{seed}/{seat}"), Tally(seed), asks, 0)


def build(
    root: Path, wanted: Wanted, *, contact: str = "declared", inviter: str = "red", asks: bool = False, first: int = 0
) -> World:
    """A game played up to the first message that is `wanted`, of the first seed in which there is one.

    contact: `declared` or `proved`. inviter: army of side a. first: seed to begin with. The cheater of the World is
    the side whose message is due; both folders are closed.
    """
    invitation = Invitation("veiled", "skirmish", inviter, {"contact": contact})
    for seed in range(first, first + MOST_SEEDS):
        with fixed_secrets(f"veiled {seed}"):
            world = _played(root / str(seed), seed, invitation, wanted, asks)
        if world is not None:
            return world
    raise AssertionError("no game has such a message")


def _played(folder: Path, seed: int, invitation: Invitation, wanted: Wanted, asks: bool) -> World | None:
    hands = {seat: honest(seed, seat, asks=asks) for seat in "ab"}
    return stopped(folder, begin(folder, seed, invitation), hands, wanted, MOST_MESSAGES)


def setting_of(campaign: Campaign) -> Any:
    """The data of Veiled."""
    return campaign.game.setting  # type: ignore[attr-defined]


def stack_of(campaign: Campaign, due: Due) -> tuple[str, ...]:
    """The face-down counters of the first box in which several lie, with units under one of them; () for none."""
    board = Board(setting_of(campaign), due.state["at"])
    for box in setting_of(campaign).boxes:
        hidden = board.hidden(board.army, box)
        if len(hidden) > 1 and any(due.own.markers[counter]["units"] for counter in hidden):
            return hidden
    return ()


def orders(campaign: Campaign, due: Due, document: dict[str, Any]) -> Checked:
    """A paper for the question that is due, compiled and judged by the player's own program."""
    text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")
    return check_orders(campaign, due, text)


def lie(world: World, twist: Twist) -> int:
    """The cheater sends his message with twisted contents, as his own program would with that check taken out.

    The victim accepts it: nothing shows yet. Returns its number.
    """
    assert world.checked is not None
    campaign = world.cheater.open()
    try:
        due = campaign.due()
        sent = submit(campaign, due, twist(campaign, due, world.checked), date=DATE)
    finally:
        campaign.folder.close()
    (receipt,) = world.victim.receive(world.cheater.mail(sent.seq))
    assert receipt.fault is None and receipt.accepted == [sent.seq]
    return sent.seq


def play_on(world: World, until: Wanted, seed: int = 0) -> World:
    """Both go on honestly up to the message of the cheater for which `until` holds; that one is due then.

    The victim moves first: `world` is as `lie` left it. Both stay open meanwhile.
    """
    at = {peer.seat: peer.open() for peer in (world.cheater, world.victim)}
    hands = {seat: honest(seed, seat) for seat in "ab"}
    seat = world.victim.seat
    try:
        for _ in range(MOST_MESSAGES):
            campaign = at[seat]
            due = campaign.due()
            if seat == world.cheater.seat and until(campaign, due):
                checked = hands[seat].answer(campaign, due) if due.request is not None else None
                return replace(world, seq=len(campaign.chain.messages), checked=checked)
            mail = hands[seat].reply(campaign)
            assert mail is not None, "the game ended before"
            seat = "a" if seat == "b" else "b"
            receipt = take(at[seat], mail, read_blocks(mail))
            assert receipt.fault is None, receipt.fault
    finally:
        for campaign in at.values():
            campaign.folder.close()
    raise AssertionError("the message never comes")


def over(campaign: Campaign, due: Due) -> bool:
    """Whether the message that is due discloses everything."""
    return due.closing is not None and bool(due.state["over"])


def found_out(world: World, seed: int = 0) -> tuple[Diagnosis, str]:
    """What the victim says of the cheater's audit, after both have played on honestly; with the words."""
    at_end = play_on(world, over, seed)
    campaign = at_end.cheater.open(write=False)
    draft = compose_message(campaign, campaign.due(), None)
    line = sign_envelope(draft.payload, at_end.master)
    diagnosis = at_end.refused(line)
    return diagnosis, words_of(at_end, line)


def words_of(world: World, line: bytes) -> str:
    """The sentence with which the victim refuses an envelope."""
    try:
        world.victim.open(write=False).chain.extend(line)
    except Fault as fault:
        return fault.detail
    raise AssertionError("the message was accepted")
