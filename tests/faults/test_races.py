"""Two programs of one player at the same moment: one message for each number, no waiting for ever, clear words."""

from __future__ import annotations

import json
import queue
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Problem
from pbem.protocol.paper import write_paper
from pbem.store.files import ensure_folder
from pbem.store.os_port import RealSystem
from tests.cli.players import Player, Said
from tests.faults.commands import anna, anna_orders
from tests.faults.ledger import Ledger, folders, log_of
from tests.faults.world import NEW, World, join_line, seat_line, seat_mail
from tests.places import PROJECT

PATIENCE = 60.0
"""Seconds after which two commands that have not ended wait for each other; alone each takes a fraction of one."""

Line = tuple[str | Path, ...]
# What the slower of two may be told.
BUSY, DONE, TAKEN = "FOLDER_LOCKED", "NOT_YOUR_MOVE", "JOURNAL_REFUSED"


class Racer:
    """A process that types."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "tests.faults.racer"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdin=pipe, stdout=pipe, text=True)
        self.said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.said.get(timeout=PATIENCE) == "ready\n"

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line)

    def begin(self, player: Player, line: Line, wait: float) -> None:
        assert self.process.stdin is not None
        words = [str(word) for word in line]
        task = {"home": str(player.home), "place": str(player.place), "line": words, "wait": wait}
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()

    def end(self) -> Said:
        return Said(*json.loads(self.said.get(timeout=PATIENCE)))


@pytest.fixture(scope="module")
def racers(installed: Mapping[str, str]) -> Iterator[tuple[Racer, Racer]]:
    pair = Racer(installed), Racer(installed)
    yield pair
    for racer in pair:
        racer.process.kill()
        racer.process.wait()


def race(racers: tuple[Racer, Racer], tasks: Sequence[tuple[Player, Line]], rng: random.Random) -> list[Said]:
    """Both at once, one of them a moment later; what they said."""
    waits = [0.0, rng.randrange(40) / 1000]
    rng.shuffle(waits)
    for racer, (player, line), wait in zip(racers, tasks, waits, strict=True):
        racer.begin(player, line, wait)
    return [racer.end() for racer in racers]


def code_of(said: Said) -> str:
    return "" if said.status == 0 else str(said.json["error"]["code"])


def check_words(said: Said) -> None:
    """Somebody who was too late knows who was faster, or what is recorded, and what to do."""
    error: Any = said.json["error"]
    words = {
        BUSY: ("is working in this folder", ("wait until it has ended",)),
        # Orders are mailed again; a wish can be said in one's next message.
        DONE: ("waits for an answer", ("pbem submit --resend", "when his mail is here (pbem receive)")),
        TAKEN: ("already", ("",)),
    }
    what, mends = words.get(error["code"], ("", ("",)))
    assert what in error["what"] and error["status"] in (2, 3)
    assert any(mend in error["mend"] for mend in mends)


SUBMIT: Line = ("submit", "--yes", "--empty")


def _other(world: World) -> Player:
    """A copy of Anna's campaign folder; her configuration folder is the same."""
    copy = world.root / "anna/copy"
    shutil.copytree(world.root / "anna/game", copy)
    return Player(world.anna.home, copy)


def _submits(world: World) -> list[tuple[Player, Line]]:
    return [(anna(world), SUBMIT)] * 2


def _submit_and_offer(world: World) -> list[tuple[Player, Line]]:
    return [(anna(world), SUBMIT), (anna(world), ("offer", "draw", "--yes"))]


def _submit_and_receive(world: World) -> list[tuple[Player, Line]]:
    """Anna answers while the mail that she answers is taken in once more."""
    return [(anna(world), SUBMIT), (anna(world), ("receive", world.mail(world.bert, 3)))]


def _receives(world: World) -> list[tuple[Player, Line]]:
    return [(world.bert, ("receive", world.mail(world.anna, 2)))] * 2


def _copies(world: World) -> list[tuple[Player, Line]]:
    return [(anna(world), SUBMIT), (_other(world), SUBMIT)]


def _copies_that_differ(world: World) -> list[tuple[Player, Line]]:
    return [(anna(world), ("resign", "--yes")), (_other(world), SUBMIT)]


def _joins(world: World) -> list[tuple[Player, Line]]:
    world.bert.good("keys", "restore", "-", "--no-passphrase", typed=write_paper(bytes(range(32))))
    return [(world.bert, join_line(world)), (world.bert, join_line(world, "second"))]


def _first_uses(world: World) -> list[tuple[Player, Line]]:
    return [(world.anna, NEW), (world.anna, (*NEW, "--folder", "second"))]


def _cosigns(world: World) -> list[tuple[Player, Line]]:
    """Anna agrees to Carl's seat, and to Dora's in a copy of her folder."""
    dora = Player(world.root / "carl-home", world.root / "carl")
    first = world.root / "carl/first.yaml"
    shutil.copy(seat_mail(world), first)
    shutil.rmtree(world.root / "carl/game")
    shutil.rmtree(world.root / "carl-home")
    dora.good(*seat_line(world))
    here, copy = anna(world), _other(world)
    cosign = ("seat", "--yes", "--campaign")
    return [
        (here, (*cosign, here.place, "--cosign", first)),
        (copy, (*cosign, copy.place, "--cosign", seat_mail(world))),
    ]


def _imports(world: World) -> list[tuple[Player, Line]]:
    return [(world.bert, ("import", world.root / "anna/campaign.pbem", "--into", "game"))] * 2


Setting = Callable[[World], list[tuple[Player, Line]]]
RACES: dict[str, tuple[str, Setting, set[str]]] = {
    "submit and submit": ("due", _submits, {DONE}),
    "submit and offer": ("due", _submit_and_offer, {DONE}),
    "submit and receive": ("due", _submit_and_receive, set()),
    "receive and receive": ("sent", _receives, set()),
    "two copies of the folder": ("due", _copies, {DONE, TAKEN}),
    "two copies, two wishes": ("due", _copies_that_differ, {DONE, TAKEN}),
    "join and join": ("invited", _joins, {"JOINED_ALREADY"}),
    "new and new": ("nobody", _first_uses, set()),
    "two seats in two copies": ("seated", _cosigns, {TAKEN}),
    "import and import": ("back", _imports, {BUSY, "FOLDER_NOT_EMPTY", "CAMPAIGN_EXISTS"}),
}


# Where two messages of one number would be signed if a lock or a look came too late: a hundred races each.
OFTEN = {"submit and submit", "two copies of the folder", "two copies, two wishes"}


def run(world: World, racers: tuple[Racer, Racer], name: str, times: int) -> None:
    rng = random.Random(name)
    stage, setting, codes = RACES[name]
    for _ in range(times):
        world.restore(stage)
        if stage == "due":
            anna_orders(world)
        tasks = setting(world)
        # The two who want a seat may sign one each; what a race must not double is what Anna signs.
        ledger = Ledger(world.root, apart="carl" if "seats" in name else "")
        answers = race(racers, tasks, rng)
        assert any(said.status == 0 for said in answers), answers
        for said in answers:
            assert said.status == 0 or code_of(said) in codes, said
            if said.status:
                check_words(said)
        if name == "new and new":
            assert [said.status for said in answers] == [0, 0], "two games of one identity"
            assert len({log_of(folder)[0] for folder in folders(world.root)}) == 2
            assert len({said.json["fingerprint"] for said in answers}) == 1
        else:
            settle(world, ledger)


def settle(world: World, ledger: Ledger) -> None:
    """Each folder is opened once more; then at most one id for each number, in logs, outboxes and journals."""
    ledger.look()
    for folder in ledger.logs:
        player = getattr(world, folder.relative_to(world.root).parts[0])
        assert player("doctor", "--campaign", folder).status == 0
    ledger.look()
    ledger.require_gone_out()


def test_a_folder_that_another_process_makes_at_the_same_moment(tmp_path: Path) -> None:
    """Between the look and the making of it; what else may stand there then is still told."""

    class Overtaken(RealSystem):
        def make_folder(self, path: Path, mode: int) -> None:
            if path.name == "file":
                path.write_bytes(b"")
            else:
                super().make_folder(path, mode)
            super().make_folder(path, mode)

    ensure_folder(tmp_path / "one/two", system=Overtaken())
    assert (tmp_path / "one/two").is_dir()
    with pytest.raises(Problem) as told:
        ensure_folder(tmp_path / "one/file", system=Overtaken())
    assert told.value.code == "NOT_A_FOLDER"


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(RACES))
def test_many_races(world: World, racers: tuple[Racer, Racer], name: str) -> None:
    run(world, racers, name, 100 if name in OFTEN else 15)
