"""What each command that a player types costs in processor time: as a multiple of `pbem rules list` of the same run, in
seconds, and in seconds of a machine of ordinary speed.

Two people play a short campaign by files; then each command is started as a process of its own, several times, on a
copy of their folders, so that those that write find each time what they found the first time. One start before those
that count warms what pbem keeps in the configuration folder, as the command before did for a player.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.stopwatch import slowness

AIM = 0.5
"""Processor seconds that a command may cost on an idle machine of ordinary speed."""
TIMES = 3
# Stands for the file of the message that Anna has just sent.
SENT = "SENT"
# The archive of the campaign, from a person's folder.
ARCHIVE = "../../kept.pbem"
PBEM = str(Path(sys.executable).with_name("pbem"))
# Ruleset, scenario, the side that invites, and an attack that it asks about.
GAMES = (
    ("napoleon-at-war", "jena-auerstadt", "french", ("0610", "--by", "suc-1", "--from", "suc-1=0609")),
    ("jours-de-gloire", "eylau-1807", "french", ("pultusk", "--by", "davout", "--by", "iii", "--enemy", "4")),
    ("napoleons-last-battles", "ligny", "french", ("3256", "--by", "vill-7", "--from", "vill-7=3257")),
    ("1806", "jena", "french", ("n1630", "--by", "suchet", "--from", "suchet=n1531")),
)
MOST: Final = {"eylau-1807": 1.7, "ligny": 1.7, "jena": 1.7}
"""Scenario -> how many times `pbem rules list` of the same run a command may cost, where that is asked for."""


@dataclass(frozen=True)
class Table:
    """Two people in the middle of a campaign, below one folder. due: the message that is next, Anna's to write."""

    root: Path
    due: int

    def home(self, who: str) -> Path:
        """The configuration folder of a person."""
        return self.root / f"{who}-home"

    def folder(self, who: str) -> Path:
        """The campaign's folder of a person."""
        return self.root / who / "game"


def typed(table: Table, who: str, *words: str, env: dict[str, str] | None = None) -> float:
    """Processor seconds, of user and system, of a command in somebody's folder. Raises RuntimeError."""
    folder = table.folder(who) if table.folder(who).is_dir() else table.root / who
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    surroundings = {**os.environ, "PBEM_HOME": str(table.home(who)), **(env or {})}
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    ended = subprocess.run([PBEM, *words], check=False, cwd=folder, env=surroundings, capture_output=True)
    # `check` ends with 1 where a template leaves something open.
    if ended.returncode not in (0, 1):
        raise RuntimeError(f"pbem {' '.join(words)}: {ended.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def mail(table: Table, who: str, seq: int) -> str:
    """The file of a message in its sender's outbox."""
    return str(next((table.folder(who) / "outbox").glob(f"{seq:04d}-?.yaml")))


def begun(root: Path, ruleset: str, scenario: str, army: str, least: int = 6) -> Table:
    """A short campaign: the first messages are played with templates, until Anna's orders are due."""
    table = Table(root, least)
    for who in ("anna", "bert"):
        (root / who).mkdir(parents=True)
    wish = ("new", "--ruleset", ruleset, "--scenario", scenario, "--side", army, "--name", "Anna")
    typed(table, "anna", *wish, "--no-passphrase", "--folder=game")
    invited = mail(table, "anna", 0)
    typed(table, "bert", "join", invited, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes")
    typed(table, "anna", "receive", mail(table, "bert", 1), "--quiet")
    for seq in range(2, least):
        sender, receiver = ("anna", "bert") if seq % 2 == 0 else ("bert", "anna")
        typed(table, sender, "orders", "--fresh")
        typed(table, sender, "submit", "--yes", "--empty")
        typed(table, receiver, "receive", mail(table, sender, seq), "--quiet")
    typed(table, "anna", "orders", "--fresh")
    typed(table, "anna", "archive", "--output", ARCHIVE)
    return table


def copied(table: Table, root: Path) -> Table:
    """A copy of everything below `root`. What is registered is the copy: `receive` finds a campaign by that."""
    copy = Table(root, table.due)
    shutil.copytree(table.root, root)
    for who in ("anna", "bert"):
        for entry in (copy.home(who) / "campaigns").iterdir():
            entry.write_bytes(os.fsencode(copy.folder(who)))
    return copy


def after(table: Table, name: str, *words: str) -> Table:
    """A copy of everything, in which Anna has typed this as well."""
    copy = copied(table, table.root.with_name(name))
    typed(copy, "anna", *words)
    return copy


def commands(table: Table, attack: Sequence[str]) -> dict[str, tuple[str, Sequence[str]]]:
    """Name -> who types, and the words. Messages 2 to 5 are played, and 6 is Anna's. attack: that `odds` is told."""
    last = str(table.due - 1)
    return {
        "status": ("anna", ("status",)),
        "list": ("anna", ("list",)),
        "orders": ("anna", ("orders", "--fresh")),
        "orders --page": ("anna", ("orders", "--page")),
        "check": ("anna", ("check",)),
        "submit": ("anna", ("submit", "--yes", "--empty")),
        "submit --dry-run": ("anna", ("submit", "--dry-run", "--empty")),
        "receive": ("bert", ("receive", SENT)),
        "report": ("anna", ("report",)),
        "report --html": ("anna", ("report", last, "--html", "turn.html")),
        "show": ("anna", ("show", last)),
        "map": ("anna", ("map",)),
        "map --svg": ("anna", ("map", "--svg", "map.svg")),
        "map --png": ("anna", ("map", "--png", "map.png")),
        "map --whole --png": ("anna", ("map", "--whole", "--png", "map.png")),
        "dice": ("anna", ("dice", last)),
        "stats --mails": ("anna", ("stats", "--mails")),
        "verify": ("anna", ("verify",)),
        "verify of an archive": ("anna", ("verify", ARCHIVE)),
        "odds": ("anna", ("odds", *attack)),
        "standing": ("anna", ("standing",)),
        "archive": ("anna", ("archive",)),
        "offer draw": ("anna", ("offer", "draw", "--yes")),
        "answer": ("bert", ("answer", "decline", "--yes", "--empty")),
        "try --times 3": ("anna", ("try", "--times", "3")),
        "stats --plot": ("anna", ("stats", "--plot", "plot.svg")),
        "audit": ("anna", ("audit",)),
        "doctor": ("anna", ("doctor",)),
        "keys show": ("anna", ("keys", "show")),
    }


def measured(table: Table, who: str, words: Sequence[str], times: int = TIMES) -> float:
    """The median of several runs, each on a copy of everything, after one that does not count."""
    taken = []
    with tempfile.TemporaryDirectory() as place:
        kept = copied(table, Path(place) / "kept")
        for _ in range(times + 1):
            copy = Table(Path(place) / "copy", table.due)
            # What the run before has kept is there again; nothing else it did is.
            held = {one: copy.home(one) / "cache" for one in ("anna", "bert")} if copy.root.exists() else {}
            warm = {one: shutil.copytree(at, Path(place) / f"warm-{one}") for one, at in held.items() if at.is_dir()}
            shutil.rmtree(copy.root, ignore_errors=True)
            copied(kept, copy.root)
            for one, at in warm.items():
                shutil.rmtree(copy.home(one) / "cache", ignore_errors=True)
                shutil.move(at, copy.home(one) / "cache")
            taken.append(typed(copy, who, *(mail(copy, "anna", table.due) if word == SENT else word for word in words)))
    return statistics.median(taken[1:])


def main(say: Callable[[str], None] = print, only: Sequence[str] = ()) -> None:
    """Prints a table for each game, and which commands are above the aim. only: scenarios; all unless any is named."""
    for ruleset, scenario, army, attack in GAMES:
        if only and scenario not in only:
            continue
        with tempfile.TemporaryDirectory() as place:
            table = begun(Path(place) / "played", ruleset, scenario, army)
            told(table, scenario, attack, say)


def told(table: Table, title: str, attack: Sequence[str], say: Callable[[str], None]) -> None:
    """Prints the rows of one game. attack: that `odds` is told."""
    say(f"{title}: processor time of typed commands, each beside pbem rules list at the same moment")
    offered = after(table, "offered", "offer", "draw", "--yes")
    typed(offered, "bert", "receive", mail(offered, "anna", table.due), "--quiet")
    before = {"receive": after(table, "sent", "submit", "--yes", "--empty"), "answer": offered}
    above, dear = [], []
    for name, (who, words) in commands(table, attack).items():
        # A busy machine is slower at one moment than at the next.
        slow = slowness()
        unit = measured(table, "anna", ("rules", "list"))
        taken = measured(before.get(name, table), who, words)
        usual = taken / ((slow + slowness()) / 2)
        above += [name] if usual > AIM else []
        dear += [name] if taken > MOST.get(title, taken) * unit else []
        marked = f"   above {AIM} s" if usual > AIM else ""
        say(f"  {name:<24}{taken / unit:5.2f} x{taken:7.3f} s{usual:7.3f} s at ordinary speed{marked}")
    say(f"above {AIM} s: {', '.join(above) or 'none'}")
    if title in MOST:
        say(f"above {MOST[title]} x pbem rules list: {', '.join(dear) or 'none'}")


if __name__ == "__main__":
    main(only=sys.argv[1:])
