"""Every command that writes, at the stage of a campaign where it is due."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.cli.players import Player, Said
from tests.faults.world import (
    LATER,
    LONG,
    NEW,
    World,
    briefing_file,
    join_line,
    part_file,
    practice_line,
    seat_line,
    seat_mail,
    void_line,
)

BLUE = "".join(f"blue-{number}: {{units: []}}\n" for number in range(1, 9))
PATCH = "- path: points/red\n  value: 1\n"


@dataclass(frozen=True)
class Command:
    """A command line, run where `who` types it.

    again: codes with which the same line may end once it has been done, wholly or in part; `then`, and `pbem doctor`,
    bring the rest. exact: what it leaves follows from what was there, byte for byte. files: what is laid out before.
    """

    stage: str
    who: Callable[[World], Player]
    line: Callable[[World], tuple[str | Path, ...]]
    again: tuple[str, ...] = ()
    exact: bool = False
    files: Callable[[World], None] = lambda world: None
    status: int = 0
    then: tuple[str, ...] = ()

    def prepare(self, world: World) -> None:
        """Brings everything to the moment before it."""
        world.restore(self.stage)
        self.files(world)

    def run(self, world: World) -> Said:
        """Types it, with what a script would answer."""
        return self.who(world)(*self.line(world), "--json", PBEM_PASSPHRASE="a", PBEM_NEW_PASSPHRASE="a")

    def go_on(self, world: World) -> Said:
        """Types what the refusal of a repetition tells to type."""
        return self.who(world)(*self.then, "--json") if self.then else Said(0, "", "")

    def done(self, said: Said) -> bool:
        """Whether it ended as it should."""
        return said.status == self.status

    def done_already(self, said: Said) -> bool:
        """Whether it says that it was done before."""
        return said.status in (2, 3) and said.json["error"]["code"] in self.again


def anna(world: World) -> Player:
    return world.game(world.anna)


def bert(world: World) -> Player:
    return world.game(world.bert)


def ney(world: World) -> Player:
    return world.game(world.ney)


def line(*words: str) -> Callable[[World], tuple[str | Path, ...]]:
    return lambda world: words


def without_standing(world: World) -> None:
    (world.root / "anna/game/standing.yaml").unlink()


def without_outbox(world: World) -> None:
    for path in (world.root / "anna/game/outbox").iterdir():
        path.unlink()


def without_part(world: World) -> None:
    part_file(world).unlink()


def changed_orders(world: World) -> None:
    path = world.root / "anna/game/orders.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "note:\n  - mine\n", encoding="utf-8")


def accepted_orders(world: World) -> None:
    bert(world)("orders", "--answer", "accept")


def bert_orders(world: World) -> None:
    bert(world)("orders")


def anna_orders(world: World) -> None:
    anna(world)("orders")


def no_checkpoint(world: World) -> None:
    """As if nobody had opened the campaign since it became long enough."""
    anna_orders(world)
    for folder in world.root.glob("*-home/checkpoints"):
        shutil.rmtree(folder)


def patch(world: World) -> None:
    (world.root / "anna/fix.yaml").write_text(PATCH, encoding="utf-8")


def markers(world: World) -> None:
    (world.root / "carl/markers.yaml").write_text(BLUE, encoding="utf-8")


def altered_mail(world: World) -> None:
    """A mail of which one letter of a signature is another one."""
    text = world.mail(world.anna, 2).read_text(encoding="utf-8")
    lines = text.split("\n")
    at = lines.index("BEGIN PBEM TURN") + 2 if "BEGIN PBEM TURN" in lines else len(lines) // 2
    lines[at] = lines[at][:-1] + ("A" if lines[at][-1:] != "A" else "B")
    (world.root / "bert/mangled.txt").write_text("\n".join(lines), encoding="utf-8")


def mail(sender: str, seq: int) -> Callable[[World], tuple[str | Path, ...]]:
    return lambda world: ("receive", world.mail(getattr(world, sender), seq))


NOT_MINE = ("NOT_YOUR_MOVE",)

COMMANDS: dict[str, Command] = {
    "new": Command("nobody", lambda w: w.anna, line(*NEW), ("CAMPAIGN_EXISTS",)),
    "join": Command("invited", lambda w: w.bert, join_line, ("CAMPAIGN_EXISTS",)),
    "receive the accept": Command("joined", anna, mail("bert", 1), exact=True),
    "orders": Command("begun", anna, line("orders"), exact=True),
    "orders --fresh": Command("ordered", anna, line("orders", "--fresh"), files=changed_orders),
    "standing": Command("due", anna, line("standing"), exact=True, files=without_standing),
    "submit the set-up": Command("ordered", anna, line("submit", "--yes"), NOT_MINE),
    "submit": Command("due", anna, line("submit", "--yes"), NOT_MINE, files=anna_orders),
    "submit --change-key": Command("renewed", anna, line("submit", "--change-key", "--yes"), NOT_MINE),
    "submit --resend": Command("sent", anna, line("submit", "--resend"), exact=True, files=without_outbox),
    "submit --answer": Command(
        "draw", bert, line("submit", "--answer", "decline", "--yes"), NOT_MINE, files=bert_orders
    ),
    "submit in a long campaign": Command("long", anna, line("submit", "--yes"), NOT_MINE, files=no_checkpoint),
    "receive": Command("sent", lambda w: w.bert, mail("anna", 2), exact=True),
    "receive in a long campaign": Command("long, sent", bert, mail("anna", LONG), exact=True, files=no_checkpoint),
    "receive what is damaged": Command(
        "sent", bert, line("receive", "../mangled.txt"), exact=True, files=altered_mail, status=12
    ),
    "offer draw": Command("due", anna, line("offer", "draw", "--yes"), NOT_MINE),
    "offer takeback": Command("due", anna, line("offer", "takeback", "--yes"), NOT_MINE),
    "offer amend": Command(
        "due", anna, line("offer", "amend", "--patch", "../fix.yaml", "--reason", "why", "--yes"), NOT_MINE, files=patch
    ),
    "answer accept a draw": Command("draw", bert, line("answer", "accept", "--yes", "--empty"), NOT_MINE),
    "answer decline": Command("draw", bert, line("answer", "decline", "--yes", "--empty"), NOT_MINE, files=bert_orders),
    "answer accept a take-back": Command(
        "taken back", bert, line("answer", "accept", "--yes", "--empty"), NOT_MINE, files=accepted_orders
    ),
    "part": Command("team", ney, line("part", "--yes")),
    "part --resend": Command("team, part", ney, line("part", "--resend"), exact=True, files=without_part),
    "part --brief": Command("team, answered", anna, line("part", "--brief"), exact=True),
    "receive a part": Command("team, part", anna, lambda w: ("receive", part_file(w)), exact=True),
    "receive a briefing": Command("team, briefed", ney, lambda w: ("receive", briefing_file(w)), exact=True),
    "submit with a part": Command("team, part here", anna, line("submit", "--yes"), NOT_MINE),
    "resign": Command("due", anna, line("resign", "--yes"), NOT_MINE),
    "overdue": Command("sent", anna, line("overdue", "--as-of", LATER), exact=True),
    "overdue --out": Command(
        "sent", anna, line("overdue", "--as-of", LATER, "--out", "../out.jsonl"), ("FILE_EXISTS",)
    ),
    "seat": Command("left", lambda w: w.carl, seat_line),
    "seat, void": Command("left", lambda w: w.carl, void_line, files=markers),
    "seat --cosign": Command("seated", anna, lambda w: ("seat", "--cosign", seat_mail(w), "--yes"), exact=True),
    "seat --hand-over": Command(
        "sent", anna, line("seat", "--hand-over", "../handed.txt"), ("FILE_EXISTS",), exact=True
    ),
    "receive one's seat": Command("cosigned", lambda w: w.carl, mail("anna", 5), exact=True),
    "import": Command(
        "back", lambda w: w.bert, lambda w: ("import", w.root / "anna/campaign.pbem", "--into", "game"), exact=True
    ),
    "import into an older copy": Command("older", bert, line("import", "../../anna/campaign.pbem"), exact=True),
    "archive": Command("due", anna, line("archive", "--output", "../game.pbem"), exact=True),
    "verify --page": Command("due", anna, line("verify", "--page", "../page.html"), ("FILE_EXISTS",), exact=True),
    "doctor": Command("ill", anna, line("doctor"), exact=True),
    "keys backup": Command("begun", lambda w: w.anna, line("keys", "backup", "--out", "p.txt"), ("FILE_EXISTS",)),
    "keys restore": Command("lost", lambda w: w.bert, line("keys", "restore", "paper.txt", "--no-passphrase")),
    "keys restore --replace": Command(
        "renewed twice", lambda w: w.anna, line("keys", "restore", "paper.txt", "--replace", "--no-passphrase")
    ),
    "keys restore --former": Command(
        "renewed twice", lambda w: w.bert, lambda w: ("keys", "restore", w.root / "anna/paper.txt", "--former")
    ),
    "keys renew": Command("begun", lambda w: w.anna, line("keys", "renew", "--yes")),
    "keys passphrase": Command("renewed twice", lambda w: w.anna, line("keys", "passphrase")),
    "practice, new": Command(
        "nobody", lambda w: w.anna, lambda w: practice_line(), ("CAMPAIGN_EXISTS", "FOLDER_NOT_EMPTY")
    ),
    "practice": Command("practised", lambda w: w.anna.within("practice"), line("practice"), NOT_MINE),
    "hotseat": Command(
        "nobody",
        lambda w: w.anna,
        line("hotseat", "--ruleset", "veiled", "--scenario", "skirmish"),
        ("FILE_EXISTS",),
        then=("hotseat",),
    ),
}
