"""Anna, Bert and Carl at their computers, in a campaign of Veiled brought to the stage that a command needs.

Stages are played once, by commands alone, and copied: the place is always the same, for paths are registered.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.cli.players import Player, Said
from tests.faults.ledger import log_of

LATER = "2099-01-01"
LONG = 10
"""Messages of a campaign that is long enough for checkpoints."""


class World:
    """root: everything that a fault may touch, and nothing else. whole: command -> what it leaves undisturbed."""

    def __init__(self, at: Path) -> None:
        self.root = at / "root"
        self._saved = at / "saved"
        self._saved.mkdir()
        self.whole: dict[str, tuple[set[str], dict[str, bytes]]] = {}
        self.anna, self.bert, self.carl, self.ney = (Player(self.root / f"{n}-home", self.root / n) for n in PEOPLE)

    def game(self, player: Player) -> Player:
        """The person inside his campaign's folder."""
        return player.within("game")

    def mail(self, player: Player, seq: int) -> Path:
        """What a person mails as message `seq`."""
        return next((player.place / "game/outbox").glob(f"{seq:04d}-?.yaml"))

    def length(self, player: Player) -> int:
        """Messages in a person's log."""
        return len(log_of(player.place / "game"))

    def restore(self, stage: str) -> None:
        """Brings all computers to a stage."""
        saved = self._saved / stage
        if not saved.exists():
            before, play = STAGES[stage]
            if before:
                self.restore(before)
            else:
                self._empty()
            play(self)
            shutil.copytree(self.root, saved)
        self._empty()
        shutil.copytree(saved, self.root, dirs_exist_ok=True)

    def saved(self, stage: str) -> Path:
        """A backup of all computers as they were at a stage that has been restored before."""
        return self._saved / stage

    def _empty(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        for name in PEOPLE:
            (self.root / name).mkdir(parents=True)

    # -- what people do ----------------------------------------------------------------

    def send(self, player: Player, *more: str) -> None:
        """A person gives the orders that are due, if any are, and signs his message."""
        here = self.game(player)
        said = here("orders", "--fresh", *more)
        assert said.status in (0, 3), said
        here.good("submit", *more, "--yes", "--empty")

    def take(self, player: Player, sender: Player) -> Said:
        """A person takes in the last message of another."""
        return self.game(player).good("receive", self.mail(sender, self.length(sender) - 1), "--quiet")

    def play_to(self, count: int) -> None:
        """Both play until their logs have so many messages; both have them then."""
        while self.length(self.anna) < count:
            sender, receiver = (self.anna, self.bert) if self.length(self.anna) % 2 == 0 else (self.bert, self.anna)
            self.send(sender)
            self.take(receiver, sender)


PEOPLE = ("anna", "bert", "carl", "ney")
NEW = ("new", "--ruleset", "veiled", "--scenario", "skirmish", "--side", "red", "--name", "Anna", "--no-passphrase",
       "--folder", "game")  # fmt: skip


def join_line(world: World, folder: str = "game") -> tuple[str, ...]:
    """How Bert accepts."""
    file = str(world.mail(world.anna, 0))
    return ("join", file, "--name", "Bert", "--folder", folder, "--yes", "--no-passphrase")


def _invite(world: World) -> None:
    world.anna.good(*NEW)


def _join(world: World) -> None:
    world.bert.good(*join_line(world))


def _begin(world: World) -> None:
    world.take(world.anna, world.bert)


def _write_orders(world: World) -> None:
    world.game(world.anna).good("orders")


def _to(count: int) -> Callable[[World], None]:
    return lambda world: world.play_to(count)


def _sent(world: World) -> None:
    world.send(world.anna)


def _undecided(world: World) -> None:
    """The next message decides nothing, and whose it is wants such ones to be made by themselves."""
    due = ""
    while due not in ("continue", "acknowledge"):
        sender, receiver = (world.anna, world.bert) if world.length(world.anna) % 2 == 0 else (world.bert, world.anna)
        world.send(sender)
        world.take(receiver, sender)
        due = world.game(receiver).good("status", "--json").json["due"]
    (world.game(receiver).place / "campaign.yaml").write_text("automatic: yes\n", encoding="utf-8")


def _bert_sent(world: World) -> None:
    world.send(world.bert)


def _longer(world: World) -> None:
    """Long, with a checkpoint that has grown old: a new one is due."""
    (note,) = (world.root / "anna-home/checkpoints").iterdir()
    old = note.read_bytes()
    world.play_to(LONG + 8)
    note.write_bytes(old)


def _offer(*words: str) -> Callable[[World], None]:
    def play(world: World) -> None:
        world.game(world.anna).good("offer", *words, "--yes")
        world.take(world.bert, world.anna)

    return play


def _renewed(world: World) -> None:
    world.anna.good("keys", "renew", "--yes")
    world.game(world.anna)("orders", "--fresh")


def _left_behind(world: World) -> None:
    """Bert is gone; Anna has archived, and Carl has an identity and says what the markers hold."""
    world.send(world.anna)
    world.game(world.anna).good("archive", "--output", "../campaign.pbem")
    world.take(world.bert, world.anna)
    world.game(world.bert).good("seat", "--hand-over", "../hand-over.txt")


def _seated(world: World) -> None:
    world.carl.good(*seat_line(world))


def seat_line(world: World) -> tuple[str, ...]:
    """How Carl takes Bert's place with what Bert handed over."""
    archive, handed = world.root / "anna/campaign.pbem", world.root / "bert/hand-over.txt"
    return ("seat", str(archive), "--from", str(handed), "--into", "game", "--name", "Carl", "--no-passphrase", "--yes")


def void_line(world: World) -> tuple[str, ...]:
    """How he takes it when Bert is out of reach."""
    archive, markers = world.root / "anna/campaign.pbem", world.root / "carl/markers.yaml"
    return ("seat", str(archive), "--markers", str(markers), "--into", "game", "--name", "Carl", "--no-passphrase",
            "--yes")  # fmt: skip


def seat_mail(world: World) -> Path:
    """What Carl mails to Anna."""
    return next((world.root / "carl/game/outbox").glob("seat-*.yaml"))


def _cosigned(world: World) -> None:
    world.game(world.anna).good("seat", "--cosign", seat_mail(world), "--yes")


def _lost(world: World) -> None:
    """Bert's computer is gone; he has his identity on paper, and Anna's archive and mails."""
    world.game(world.anna).good("archive", "--output", "../campaign.pbem")
    world.bert.good("keys", "backup", "--out", "paper.txt")
    shutil.rmtree(world.root / "bert/game")
    shutil.rmtree(world.root / "bert-home")


def _back(world: World) -> None:
    world.bert.good("keys", "restore", "paper.txt", "--no-passphrase")


def _older(world: World) -> None:
    """Bert's folder is of a backup; his journal and everything else in his configuration folder are of today."""
    backup = world.root.parent / "backup"
    shutil.rmtree(backup, ignore_errors=True)
    shutil.copytree(world.root / "bert/game", backup)
    world.play_to(world.length(world.anna) + 4)
    world.game(world.anna).good("archive", "--output", "../campaign.pbem")
    shutil.rmtree(world.root / "bert/game")
    shutil.move(backup, world.root / "bert/game")


def _two_identities(world: World) -> None:
    world.anna.good("keys", "backup", "--out", "paper.txt")
    world.anna.good("keys", "renew", "--yes")


def _practised(world: World) -> None:
    world.anna.good(*practice_line())
    here = world.anna.within("practice")
    here.good("orders")
    here.good("submit", "--yes", "--empty")


def practice_line() -> tuple[str, ...]:
    """How Anna begins to practise."""
    return ("practice", "--ruleset", "veiled", "--scenario", "skirmish", "--side", "red", "--no-passphrase")


def _ill(world: World) -> None:
    """Torn ends and lost tapes, all at once."""
    folder = world.root / "anna/game"
    with (folder / "log.jsonl").open("ab") as log:
        log.write(b'{"payload":"half a li')
    (folder / "tapes.jsonl").write_bytes(b"")
    (folder / "reports/0003-b.txt").unlink()


def _team(world: World) -> None:
    """Anna has Ney in her team; he has a copy of the campaign, and has written orders."""
    key = world.ney.good("part", "--key", "--no-passphrase", "--json").json["key"]
    begin = ("new", "--ruleset", "wings", "--side", "red", "--no-passphrase", "--folder", "game")
    world.anna.good(*begin, "--member", f"ney:{key}:red-left")
    world.bert.good(*join_line(world))
    world.take(world.anna, world.bert)
    world.ney.good("import", world.mail(world.anna, 0), world.mail(world.bert, 1), "--into", "game")
    world.game(world.ney).good("orders")
    path = world.root / "ney/game/orders.yaml"
    order = "orders:\n  - {units: [red-left-1], do: advance}"
    path.write_text(path.read_text(encoding="utf-8").replace("orders: []", order), encoding="utf-8")


def part_file(world: World) -> Path:
    """What Ney mails to his captain."""
    return next((world.root / "ney/game/outbox").glob("part-*"))


def briefing_file(world: World) -> Path:
    """What his captain mails to him."""
    return next((world.root / "anna/game/outbox").glob("briefing-*"))


def _part(world: World) -> None:
    world.game(world.ney).good("part", "--yes")


def _part_here(world: World) -> None:
    world.game(world.anna).good("receive", part_file(world))
    world.game(world.anna).good("orders")


def _team_answered(world: World) -> None:
    """Message 3 has come; Ney has everything that was mailed."""
    world.game(world.anna).good("submit", "--yes", "--empty")
    world.take(world.bert, world.anna)
    world.send(world.bert)
    world.take(world.anna, world.bert)
    world.game(world.ney).good("receive", world.mail(world.anna, 2), world.mail(world.bert, 3), "--quiet")


def _briefed(world: World) -> None:
    world.game(world.anna).good("part", "--brief")


STAGES: dict[str, tuple[str, Callable[[World], None]]] = {
    "nobody": ("", lambda world: None),
    "invited": ("nobody", _invite),
    "joined": ("invited", _join),
    "begun": ("joined", _begin),
    "ordered": ("begun", _write_orders),
    "sent": ("ordered", _sent),
    "due": ("begun", _to(4)),
    "undecided": ("begun", _undecided),
    "long": ("due", _to(LONG)),
    "long, sent": ("long", _sent),
    "longer": ("long", _longer),
    "draw": ("due", _offer("draw")),
    "taken back": ("due", _offer("takeback")),
    "renewed": ("due", _renewed),
    "left": ("due", _left_behind),
    "seated": ("left", _seated),
    "cosigned": ("seated", _cosigned),
    "lost": ("due", _lost),
    "back": ("lost", _back),
    "older": ("due", _older),
    "older, answered": ("older", _sent),
    "renewed twice": ("due", _two_identities),
    "practised": ("nobody", _practised),
    "ill": ("due", _ill),
    "team": ("nobody", _team),
    "team, part": ("team", _part),
    "team, part here": ("team, part", _part_here),
    "team, answered": ("team, part here", _team_answered),
    "team, briefed": ("team, answered", _briefed),
}
