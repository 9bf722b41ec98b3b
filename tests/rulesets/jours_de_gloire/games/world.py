"""Two whole clients in the middle of a game, one of whom may be a cheater; see `tests.attacks.world`."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.requests import ORDERS
from rulesets.jours_de_gloire.board import Board
from tests.attacks.stopping import stopped
from tests.attacks.world import Wanted, World
from tests.games import games
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally
from tests.rulesets.jours_de_gloire.games.campaigns import SHORTEST, JoursHand
from tests.rulesets.jours_de_gloire.games.invariants import NAME

MOST_SEEDS = 12
MOST_MESSAGES = 200
# Changes what a player has compiled: a lie that his own program would not have let pass. None where it cannot be told.
Twist = Callable[[Campaign, Due, Checked], Checked | None]


def build(root: Path, wanted: Wanted, *, inviter: str = "french", first: int = 0, scenario: str = SHORTEST) -> World:
    """A game of a scenario, the shortest, up to the first message that is `wanted`, of the first seed that has one.

    inviter: army of side a. first: seed to begin with. The cheater of the World is the side whose message is due; both
    folders are closed.
    """
    for seed in range(first, first + MOST_SEEDS):
        with fixed_secrets(f"jours {seed}"):
            world = _played(root / str(seed), seed, Invitation(NAME, scenario, inviter, {}), wanted)
        if world is not None:
            return world
    raise AssertionError("no game has such a message")


def _played(folder: Path, seed: int, invitation: Invitation, wanted: Wanted) -> World | None:
    hands = {seat: JoursHand(random.Random(f"{seed}/{seat}"), Tally(seed), False, 0) for seat in "ab"}
    return stopped(folder, games.begin(folder, invitation), hands, wanted, MOST_MESSAGES)


def board_of(campaign: Campaign, due: Due) -> Board:
    """The position on which the question that is due is asked."""
    assert due.request is not None
    return Board(campaign.game.setting, due.request.scene)  # type: ignore[attr-defined]


def of_turn(campaign: Campaign, due: Due) -> bool:
    """The orders of a player turn are due."""
    return due.kind == ORDERS and due.request is not None and due.state["at"]["stage"] == "play"


def of_setup(campaign: Campaign, due: Due) -> bool:
    """A set-up is due."""
    return due.kind == ORDERS and due.request is not None and due.state["at"]["stage"] == "setup"


def lie(world: World, twist: Twist) -> int:
    """The cheater sends his message with twisted contents, as his own program would with that check taken out.

    The victim accepts it: nothing shows yet. Returns its number.
    """
    campaign = world.cheater.open()
    try:
        due = campaign.due()
        twisted = twist(campaign, due, world.checked) if world.checked is not None else None
        sent: Any = submit(campaign, due, twisted, date=DATE)
    finally:
        campaign.folder.close()
    (receipt,) = world.victim.receive(world.cheater.mail(sent.seq))
    assert receipt.fault is None and receipt.accepted == [sent.seq]
    return int(sent.seq)
