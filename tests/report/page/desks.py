"""Campaigns in which somebody has to give orders: the same ones in every run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.engine.desk import Course, Movable, Reach
from pbem.engine.requests import ORDERS
from pbem.local.practice import Client, local_pair, outbox, practice_client
from tests.campaign.folders import Peer, begin_anew
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


def head(player: Player) -> str:
    """The lines of orders.yaml that say which question it answers."""
    player.good("orders", "--json")
    lines = (player.place / "orders.yaml").read_text(encoding="utf-8").split("\n")
    return "".join(f"{line}\n" for line in lines if line.startswith(("campaign:", "phase:", "for:")))


class Desk:
    """What the rules say beside a page: for tests that look for a move of some kind, or for what should be shown."""

    def __init__(self, player: Player) -> None:
        campaign = Peer(player.place.parent, player.place.name).open(write=False)
        campaign.folder.close()
        due = campaign.due()
        desk = campaign.game.writing.desk
        assert due.request is not None and desk is not None
        self.game, self.own, self.request, self._desk = campaign.game, due.own, due.request, desk
        self.layout = desk.layout(due.request, due.own)
        self.bare = self.course({})
        assert self.layout.move is not None
        self.move = self.layout.move

    def course(self, orders: Mapping[str, Any]) -> Course:
        """What orders lead to."""
        return self._desk.course(self.request, dict(orders), self.own)

    def reach(self, *who: str, way: Sequence[str] = ()) -> Reach:
        """Where some can go with nothing ordered."""
        return self._desk.reach(self.request, {}, who, self.own, way)

    def on_map(self) -> list[Movable]:
        """Those that stand on a board and can go somewhere."""
        return [one for one in self.layout.movables if one.start and self.ends(one.who)]

    def ends(self, who: str) -> list[str]:
        """Places to which a unit can go where nobody of its own stands, the nearest first."""
        held = {one.start for one in self.layout.movables}
        return [step.place for step in self.reach(who).steps if step.stop and step.place not in held]

    def way(self, who: str, place: str) -> list[str]:
        """The cheapest one."""
        before = {step.place: step.before for step in self.reach(who).steps}
        way = [place]
        while before[way[-1]]:
            way.append(before[way[-1]])
        return way[::-1]

    def closings(self) -> Iterator[tuple[str, str, str]]:
        """Unit, place, enemy: moves of units that touch nobody, next to one enemy alone whom nobody touches yet."""
        touched = {target.place for target in self.bare.targets}
        busy = {who for target in self.bare.targets for who in target.by}
        for one in self.on_map():
            for place in self.ends(one.who) if one.counter not in busy else ():
                entry = {"unit": one.who, "path": self.way(one.who, place)}
                after = self.course({self.move.member: [entry]}).targets
                foes = [target.place for target in after if one.counter in target.by]
                if len(foes) == 1 and foes[0] not in touched:
                    yield one.who, place, foes[0]

    def detours(self) -> Iterator[tuple[str, list[str]]]:
        """Paths of three steps that are not the cheapest ones to their ends, of units that touch nobody."""
        busy = {who for target in self.bare.targets for who in target.by}
        for one in self.on_map():
            if one.counter in busy:
                continue
            free = set(self.ends(one.who))
            for path in self._onward(one.who, [one.start], 3):
                if path[-1] in free and self.way(one.who, path[-1]) != path:
                    yield one.who, path

    def _onward(self, who: str, path: list[str], steps: int) -> Iterator[list[str]]:
        if not steps:
            yield path
            return
        for step in self.reach(who, way=path).steps:
            if step.before == path[-1] and step.place not in path:
                yield from self._onward(who, [*path, step.place], steps - 1)
