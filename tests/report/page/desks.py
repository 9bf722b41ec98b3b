"""Campaigns in which somebody has to give orders: the same ones in every run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.engine.requests import ORDERS
from pbem.local.practice import Client, local_pair, outbox, practice_client
from tests.campaign.folders import begin_anew
from tests.cli.players import Player
from tests.games.chance import fixed_secrets

# The message in a game at Jena with which the French give orders by daylight, next to the enemy.
DAYLIGHT = 12


def at_jena(root: Path) -> tuple[Player, Player]:
    """Who has to give orders, and his opponent; a game of random players up to there."""
    with fixed_secrets("Jena, page five", names=False):
        a, b = begin_anew(root, DAYLIGHT)
        assert a.receive(b.mail(DAYLIGHT - 1))[0].accepted == [DAYLIGHT - 1]
    (a.path / "orders.yaml").unlink()
    return Player(a.home_path, a.path), Player(b.home_path, b.path)


class _Asking(Client):
    """A practice player who wants to be asked who plays first, where the choice is his."""

    def _standing(self, due: Due) -> None:
        super()._standing(due)
        text = self.campaign.folder.read_document("standing.yaml").decode("utf-8")
        self.campaign.folder.write_document("standing.yaml", f"{text}order-of-play: ask\n".encode())


def hidden(root: Path, what: str = ORDERS, stage: str = "play") -> tuple[Player, Player]:
    """A hidden game up to the first such question: who is asked, and his opponent."""
    with fixed_secrets("a page for Eylau"):
        a, b = local_pair(root, Invitation("jours-de-gloire", "eylau-1807", "french"), ("Anna", "Bert"))
        sender, receiver = _asking(b), _asking(a)
        mail = outbox(b, 1)
        while not _asked(receiver, mail, what, stage):
            sent = receiver.reply()
            assert sent is not None
            mail = outbox(receiver.campaign, sent.seq)
            sender, receiver = receiver, sender
    players = [Player(root / f"{one.campaign.seat}-home", root / one.campaign.seat) for one in (receiver, sender)]
    for campaign in (a, b):
        campaign.folder.close()
    (players[0].place / "orders.yaml").unlink(missing_ok=True)
    return players[0], players[1]


def _asking(campaign: Campaign) -> _Asking:
    client = practice_client(campaign)
    return _Asking(client.campaign, client.decide, client.opponent)


def _asked(client: Client, mail: bytes, what: str, stage: str) -> bool:
    client.receive(mail)
    campaign = client.campaign
    request = campaign.due().request
    return request is not None and request.what == what and campaign.game.position_of(request)["stage"] == stage


def page_of(player: Player, *more: str) -> Path:
    """The page that `pbem orders --page` writes."""
    told: dict[str, Any] = player.good("orders", "--page", "--json", *more).json
    return Path(told["page"])
