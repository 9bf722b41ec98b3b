"""What a club remembers: its games with the addresses and clocks of their players, and what it answered today."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Final

from pbem.campaign.inbox.mailstate import MOST_HANDLED, StateFile, mark_of, remember
from pbem.mail.fetching import Mark

_MOST_COUNTS: Final = 10_000


@dataclass
class HostedGame:
    """A game of the club, as its log and its mails have it.

    folder: its name below games/. game: id in hex, "" before the accept. a, b: addresses. keys: public keys in hex with
    which its players sign. count: messages in the log. forwarded: number of the last one that was mailed on. waits: the
    seat whose message is due, "" for none. since: when the club took the last message in, seconds since 1970. days,
    default: the clock of the terms. frozen: seconds of it that do not count. told: what was said of this clock.
    returned: address -> day on which a mail to it came back.
    letter: digest of the mail with the invitation. proven: whether that mail replied to one of the club, which
    nobody can do in another's name.
    """

    folder: str = ""
    game: str = ""
    a: str = ""
    b: str = ""
    keys: list[str] = field(default_factory=list)
    count: int = 0
    forwarded: int = 0
    waits: str = ""
    since: int = 0
    days: int = 0
    default: str = ""
    frozen: int = 0
    told: list[str] = field(default_factory=list)
    title: str = ""
    phase: str = ""
    names: dict[str, str] = field(default_factory=dict)
    returned: dict[str, str] = field(default_factory=dict)
    letter: str = ""
    proven: bool = False

    def address(self, seat: str) -> str:
        """The address of the player of a seat, "" where nobody is enrolled."""
        return {"a": self.a, "b": self.b}.get(seat, "")

    @property
    def is_over(self) -> bool:
        """Whether nobody's message is due any more. An invitation is not over: somebody may accept it."""
        return bool(self.game) and not self.waits

    def enrol(self, seat: str, address: str) -> None:
        """Enters the address of the player of a seat; "" takes it away."""
        if seat == "a":
            self.a = address
        else:
            self.b = address

    def seat_of(self, address: str) -> str:
        """The seat of an enrolled address, "" for others."""
        return next((seat for seat in "ab" if address and self.address(seat) == address), "")


@dataclass
class ClubState:
    """games: id of the invitation -> game. beat: when mail was fetched last, seconds since 1970; 0 for never.

    queued: number for the next mail of the queue. day, counts: what was used up on that day. secret: makes ids of mails
    that nobody else can make, in hex.
    """

    mark: Mark = field(default_factory=Mark)
    handled: dict[str, None] = field(default_factory=dict)
    games: dict[str, HostedGame] = field(default_factory=dict)
    beat: int = 0
    queued: int = 0
    day: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    secret: str = ""

    def handle(self, digest: str) -> None:
        """Remembers that a mail was dealt with, up to a bound."""
        remember(self.handled, digest)

    def allow(self, what: str, whose: str, most: int, now: int, *, known: bool = False) -> bool:
        """Counts something that somebody may cause so many times a day; False where that is used up.

        known: of a player, of whom there are few: however many strangers write, there is room for him.
        """
        used, key = self.used(what, whose, now), f"{what} {whose}"
        if used >= most or (used == 0 and len(self.counts) >= _MOST_COUNTS and not known):
            return False
        self.counts[key] = used + 1
        return True

    def used(self, what: str, whose: str, now: int) -> int:
        """How often somebody has caused something today."""
        today = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")
        if self.day != today:
            self.day, self.counts = today, {}
        return self.counts.get(f"{what} {whose}", 0)

    def of(self, address: str) -> dict[str, HostedGame]:
        """The games in which an address is enrolled."""
        return {key: game for key, game in self.games.items() if game.seat_of(address)}


def load_club(files: StateFile) -> ClubState:
    """The state of a club; what cannot be read of it is left out. Raises Problem for what the system refuses."""
    data = files.data()
    games = data.get("games")
    handled = data.get("handled")
    state = ClubState(
        mark=mark_of(data.get("mark")),
        handled=dict.fromkeys([one for one in handled if isinstance(one, str)][-MOST_HANDLED:])
        if isinstance(handled, list)
        else {},
        games={str(key): _game(entry) for key, entry in games.items()} if isinstance(games, dict) else {},
    )
    for name in ("beat", "queued"):
        if type(data.get(name)) is int and data[name] >= 0:
            setattr(state, name, data[name])
    state.secret = data["secret"] if isinstance(data.get("secret"), str) else ""
    if isinstance(data.get("day"), str) and isinstance(data.get("counts"), dict):
        state.day = data["day"]
        state.counts = {str(key): count for key, count in data["counts"].items() if type(count) is int}
    return state


def save_club(files: StateFile, state: ClubState) -> None:
    """Writes the state in one step. Raises Problem."""
    files.save_data({**asdict(state), "handled": list(state.handled)})


def _game(entry: Any) -> HostedGame:
    """A game from data; what is not of the right type is as in a new one."""
    hosted = HostedGame()
    for one in fields(HostedGame):
        value = entry.get(one.name) if isinstance(entry, dict) else None
        if type(value) is type(getattr(hosted, one.name)):
            setattr(hosted, one.name, value)
    return hosted
