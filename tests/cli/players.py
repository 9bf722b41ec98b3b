"""People at their own computers: each has a configuration folder, and the real entry point is all they use."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.main import run
from pbem.engine.answerers import begin
from pbem.engine.state import fresh
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.cli.stages import reached

SCENARIO = "jena-auerstadt"


@dataclass(frozen=True)
class Said:
    """What a command said and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Player:
    """One person. home: his PBEM_HOME. place: the folder in which he types."""

    home: Path
    place: Path

    def __call__(self, *args: str | Path, typed: str | bytes = "", **env: str) -> Said:
        """Types one command; `typed` is what stands on standard input."""
        data = typed.encode("utf-8") if isinstance(typed, str) else typed
        streams = [io.TextIOWrapper(io.BytesIO(start), encoding="utf-8") for start in (data, b"", b"")]
        kept = (sys.stdin, Path.cwd(), dict(os.environ))
        os.environ.pop("PBEM_PASSPHRASE", None)
        os.environ.update({"PBEM_HOME": str(self.home), **env})
        sys.stdin = streams[0]
        os.chdir(self.place)
        try:
            with contextlib.redirect_stdout(streams[1]), contextlib.redirect_stderr(streams[2]):
                status = run([str(arg) for arg in args])
        finally:
            sys.stdin = kept[0]
            os.chdir(kept[1])
            os.environ.clear()
            os.environ.update(kept[2])
        for stream in streams[1:]:
            stream.flush()
        out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams[1:])  # type: ignore[attr-defined]
        return Said(status, out, err)

    def within(self, folder: str | Path) -> Player:
        """The same person in a folder below his own."""
        return Player(self.home, self.place / folder)

    def good(self, *args: str | Path, **more: Any) -> Said:
        """A command that has to end with status 0."""
        said = self(*args, **more)
        assert said.status == 0, said
        return said


def fresh_player(at: Path, name: str) -> Player:
    """A person who has never used pbem."""
    (at / name).mkdir(parents=True)
    return Player(at / f"{name}-home", at / name)


@dataclass(frozen=True)
class Duel:
    """Two people in a campaign; each types inside his campaign folder."""

    anna: Player
    bert: Player

    def mail(self, sender: Player, seq: int) -> Path:
        """The file of a message in its sender's outbox."""
        return next((sender.place / "outbox").glob(f"{seq:04d}-?.yaml"))

    def turn(self, seq: int) -> None:
        """The player who is due submits his template as message `seq`, and the other takes it in."""
        sender, receiver = (self.anna, self.bert) if seq % 2 == 0 else (self.bert, self.anna)

        def play() -> None:
            sender.good("orders", "--fresh")
            sender.good("submit", "--yes", "--empty")
            receiver.good("receive", self.mail(sender, seq), "--quiet")

        self._reach(("turn", seq), play)

    def _reach(self, step: object, play: Callable[[], None]) -> None:
        """Plays something, or lays down what it left where it began the same way."""
        folders = (self.anna.home, self.anna.place, self.bert.home, self.bert.place)
        reached(Path(os.path.commonpath(folders)), folders, step, play)


def begun(player: Player) -> Player:
    """The same person with an identity in clear and an invitation, in the folder `game`."""
    player.good("new", "--scenario", SCENARIO, "--side", "french", "--name", "Anna", "--no-passphrase", "--folder=game")
    return player


def begin_duel(at: Path, number: int = 0) -> Duel:
    """A campaign in which message 2 is Anna's to write; another one for each number."""
    anna, bert = fresh_player(at, "anna"), fresh_player(at, "bert")
    folders = (anna.home, anna.place, bert.home, bert.place)
    reached(at, folders, ("begin", number), lambda: accepted(begun(anna), bert))
    return Duel(anna.within("game"), bert.within("game"))


def accepted(anna: Player, bert: Player) -> Duel:
    """The campaign to which one has invited in his folder `game`, joined by the other."""
    invitation = anna.place / "game/outbox/0000-a.yaml"
    bert.good("join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes")
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    return Duel(anna.within("game"), bert.within("game"))


def begin_hidden_duel(at: Path, *options: str) -> Duel:
    """The box game: both armies are set up, face down, and one has moved. Message 5 is next."""
    anna, bert = fresh_player(at, "anna"), fresh_player(at, "bert")
    begin = ("--ruleset", "jours-de-gloire", "--scenario", "eylau-1807", "--side", "french", "--name", "Anna")

    def play() -> None:
        anna.good("new", *begin, *options, "--no-passphrase", "--folder=game")
        accepted(anna, bert)

    reached(at, (anna.home, anna.place, bert.home, bert.place), ("hidden", options), play)
    duel = Duel(anna.within("game"), bert.within("game"))
    for seq in (2, 3, 4):
        duel.turn(seq)
    return duel


class RandomOpponent:
    """Random legal play, where only the plumbing around the practice opponent is under test."""

    def __init__(self, game: Any, army: str) -> None:
        self.game = game
        self.rng = random.Random(army)

    def orders(self, at: Any, own: Any = None) -> dict[str, Any]:
        letters = dict(zip(self.game.scenario.armies, "ab", strict=True))
        request = begin(self.game, fresh(at), letters).request
        assert request is not None
        return dict(request.options.sample(self.rng.randrange))

    def answer(self, request: Any, at: Any, own: Any = None) -> Any:
        return request.options.sample(self.rng.randrange)

    def standing(self, at: Any) -> dict[str, Any]:
        return {}


def random_opponents(patch: pytest.MonkeyPatch) -> None:
    """Puts random players in the place of the practice opponents."""
    patch.setattr(NapoleonAtWar, "opponent", lambda self, game, army: RandomOpponent(game, army))


def assert_two_lines(said: Said) -> None:
    """An error is told in what and how to mend it, without a traceback."""
    assert "Traceback" not in said.err + said.out
    assert "pbem: error: " in said.err
    assert said.err.rstrip("\n").split("\n")[-1].startswith("pbem: hint: ")
    assert said.out == "" or "pbem: error" not in said.out
