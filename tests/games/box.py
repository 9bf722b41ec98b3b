"""Random games in a box: of each kind at least one batch, then more of them by their weights, seeds from the commit.

Which options and armies a batch has follows from the commit's number: neighbours have neighbouring ones, so that all
have come up after a few commits.

`python -m pytest tests/games/test_box.py --game RULESET/SCENARIO/MODE/SEED` plays one of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests import tiers

Games = Callable[[Path, Sequence[int]], None]
TURNS: Final = 240
"""A multiple of what any sort of game takes in turns by its seed."""
AGAIN: Final = "python -m pytest tests/games/test_box.py --game"


@dataclass(frozen=True)
class Kind:
    """Games of one sort.

    games: plays those of these seeds, each in a folder of its own, and checks them. many: how many `make campaigns-all`
    plays; the weight of a kind in the box. together: games of a batch, in which what is rare comes up.
    """

    ruleset: str
    scenario: str
    mode: str
    games: Games
    many: int
    together: int = 1

    @property
    def name(self) -> str:
        return f"{self.ruleset}/{self.scenario}/{self.mode}"

    def batch(self, number: int) -> Batch:
        """Batch number so and so of this commit."""
        # Armies and options take turns as seeds do, and so they do from batch to batch and from commit to commit.
        begun = int.from_bytes(sha256(self.name.encode("utf-8")).digest()[:4], "big")
        turn = (begun + (tiers.run.place + number) * self.together) % TURNS
        start = tiers.seed(self.name, number) // TURNS * TURNS + turn
        return Batch(self, range(start, start + self.together), number == 0)


@dataclass(frozen=True)
class Batch:
    """Games that are played one after the other. needed: however late it is."""

    kind: Kind
    seeds: range
    needed: bool

    def play(self, folder: Path) -> None:
        """Plays them; what fails says how to play it again."""
        try:
            self.kind.games(folder, self.seeds)
        except BaseException as error:
            for seed in self.seeds:
                error.add_note(f"again: {AGAIN} {self.kind.name}/{seed}")
            raise

    def __str__(self) -> str:
        return f"{self.kind.name}/{self.seeds.start}"


def planned(kinds: Sequence[Kind]) -> list[Batch]:
    """All batches in the order in which they are played: one of each kind, then as many of each as its weight wants."""
    rows = []
    for at, kind in enumerate(kinds):
        count = -(-kind.many // kind.together)
        rows += [(number / count, at, kind.batch(number)) for number in range(count)]
    return [batch for _, _, batch in sorted(rows, key=lambda row: row[:2])]


def named(kinds: Sequence[Kind], game: str) -> Batch:
    """The one game of this name."""
    by_name: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
    name, _, seed = game.rpartition("/")
    return Batch(by_name[name], range(int(seed), int(seed) + 1), True)
