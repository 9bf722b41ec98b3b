"""People with a mailbox each, who play by `pbem mail sync` alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.players import SCENARIO, Player, Said, fresh_player
from tests.mailservice.servers import PostOffice


@dataclass(frozen=True)
class Correspondent:
    """Somebody at his computer. player: types in his own folder; the campaign is in `game` below it."""

    office: PostOffice
    player: Player
    name: str
    address: str

    @property
    def game(self) -> Player:
        return self.player.within("game")

    def settings(self, **more: str) -> None:
        """Writes mail.yaml."""
        self.player.home.mkdir(exist_ok=True)
        (self.player.home / "mail.yaml").write_text(self.office.settings(self.address, **more), encoding="utf-8")

    def sync(self, *more: str) -> Any:
        """One go, as data."""
        return self.player.good("mail", "sync", "--json", *more).json

    def tries(self, *more: str) -> Said:
        """One go that may fail."""
        return self.player("mail", "sync", "--json", *more)

    def turn(self) -> None:
        """Signs what is due, by the template."""
        self.game.good("orders", "--fresh")
        self.game.good("submit", "--yes", "--empty")

    def messages(self) -> int:
        return int(self.game.good("status", "--json").json["messages"])

    def state(self) -> Path:
        return self.player.home / "mail/state.json"


def correspondent(office: PostOffice, at: Path, name: str) -> Correspondent:
    """Somebody who has set up his mail and never played."""
    found = Correspondent(office, fresh_player(at, name.lower()), name, office.user(name.lower()))
    found.settings()
    return found


def invites(anna: Correspondent, opponent: str) -> None:
    """Anna begins a campaign and names whom she plays against."""
    anna.player.good(
        "new", "--scenario", SCENARIO, "--side", "french", "--name", anna.name, "--mail", anna.address,
        "--opponent", opponent, "--no-passphrase", "--folder", "game",
    )  # fmt: skip


def joins(bert: Correspondent, invitation: str, opponent: str) -> None:
    """Bert accepts an invitation that sync has kept for him."""
    bert.player.good(
        "join", invitation, "--name", bert.name, "--mail", bert.address, "--opponent", opponent, "--no-passphrase",
        "--folder", "game", "--yes",
    )  # fmt: skip


def accepted(told: Any) -> list[int]:
    """Numbers of the messages that were taken in."""
    return [seq for one in told["received"] for seq in one["accepted"]]


def sent(told: Any) -> list[int]:
    return [one["message"] for one in told["sent"]]


def begin(anna: Correspondent, bert: Correspondent) -> None:
    """A campaign between the two, up to the accept; message 2 is Anna's."""
    invites(anna, f"{bert.name} <{bert.address}>")
    anna.sync()
    (invitation,) = bert.sync()["invitations"]
    joins(bert, invitation["file"], f"{anna.name} <{anna.address}>")
    assert sent(bert.sync()) == [1]
    assert accepted(anna.sync()) == [1]
