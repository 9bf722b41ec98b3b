"""A process that types one command after the other for both players, to be killed at any moment.

Called as `restless.py ROOT SEED`.

What is due is read from the disk each time, so that the next process goes on where the last one was killed.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

from pbem.protocol.messages import peek
from tests.cli.players import Player, Said
from tests.faults.ledger import log_of

# What may be typed at any time; none of it sends anything.
BETWEEN = (
    ("doctor",),
    ("archive", "--output", "../game.pbem"),
    ("standing",),
    ("orders", "--fresh"),
    ("submit", "--resend"),
    ("overdue", "--as-of", "2099-01-01"),
    ("keys", "renew", "--yes"),
)
# What a command may be refused for: it was done before, or it is not possible now.
REFUSALS = {
    "NOT_YOUR_MOVE", "ANSWER_NEEDED", "NO_OFFER", "OFFER_INVALID", "GAME_OVER", "NOT_WAITING", "NOTHING_SENT",
    "KEY_UNCHANGED", "NO_ORDERS",
}  # fmt: skip


class Restless:
    """Both players, each in his folder `root/NAME/game`."""

    def __init__(self, root: Path, rng: random.Random) -> None:
        self.players = [Player(root / f"{name}-home", root / name / "game") for name in ("anna", "bert")]
        self.rng = rng

    def step(self) -> None:
        """Some commands of one of them, mostly those that bring the game on."""
        which = self.rng.randrange(2)
        player, other = self.players[which], self.players[1 - which]
        seq = len(log_of(player.place))
        if self.rng.randrange(4) == 0:
            self._type(player, *self.rng.choice(BETWEEN))
        elif seq % 2 == which:
            self._send(player)
        else:
            for mail in sorted((other.place / "outbox").glob(f"{seq:04d}-?.yaml")):
                self._type(player, "receive", str(mail))

    def _send(self, player: Player) -> None:
        if self.rng.randrange(4) == 0:
            self._type(player, "offer", self.rng.choice(("draw", "takeback")), "--yes")
            return
        asked = bool(self._type(player, "status").json["answers"])
        # A draw that is accepted ends the game, and there would be nothing more to kill.
        draw = peek(log_of(player.place)[-1]).body.get("control", {}).get("offer") == "draw"
        answer = ("--answer", "decline" if draw or self.rng.randrange(2) else "accept") if asked else ()
        self._type(player, "orders", "--fresh", *answer)
        if self.rng.randrange(3) == 0:
            self._type(player, "submit", "--change-key", *answer, "--yes", "--empty")
        self._type(player, "submit", *answer, "--yes", "--empty")

    def _type(self, player: Player, *line: str) -> Said:
        said = player(*line, "--json")
        assert said.status == 0 or said.json["error"]["code"] in REFUSALS, (line, said)
        return said


if __name__ == "__main__":
    restless = Restless(Path(sys.argv[1]), random.Random(int(sys.argv[2])))
    print("ready", flush=True)
    for _ in itertools.count():
        restless.step()
        print("step", flush=True)
