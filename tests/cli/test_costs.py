"""What commands do not do twice, and do not load: counted, since no clock says the same twice."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pbem.campaign.telling import desk_data
from pbem.cli import main
from pbem.protocol import compose
from pbem.report.picture import painter
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from tests.cli.players import Duel
from tests.places import PROJECT as ROOT
from tests.places import SAMPLES

BOOK = "rulesets.napoleons_last_battles."
# What makes mails, invitations, amendments and seats, and what tells battles.
MAKING = {
    "pbem.campaign.outbox.create",
    "pbem.campaign.outbox.amending",
    "pbem.campaign.outbox.mail_draft",
    "pbem.campaign.seats.seat_secrets",
    "pbem.campaign.outbox.overdue",
    "pbem.mail.draft",
    "pbem.report.text",
}
DRAWING = {"pbem.report.picture.svg", "pbem.report.picture.painter", "pbem.report.plots.chart", "pbem.report.web.turn"}
SERVING = {"pbem.play", "starlette", "uvicorn", "jinja2", "anyio", "asyncio"}
# Commands that follow each other in one process, and what is not to be there after each: who loads it is to blame.
NOT_LOADED = [
    (
        (("status",), MAKING | DRAWING),
        (("keys", "show"), {"pbem.campaign.outbox.create", "pbem.mail.draft"} | DRAWING),
        (("orders",), {"pbem.campaign.outbox.create", "pbem.mail.draft", "pbem.cli.pages"} | DRAWING),
        (("check",), {"pbem.campaign.outbox.create", "pbem.campaign.outbox.mail_draft", "pbem.mail.draft"} | DRAWING),
        (("submit", "--yes", "--empty"), {"pbem.campaign.outbox.create", "pbem.cli.pages", "pbem.report.web.turn"}),
    ),
    (
        (
            ("map",),
            {"pbem.mail.draft", "pbem.report.plots.chart", "pbem.report.web.turn", "pbem.report.picture.painter"},
        ),
    ),
    (
        (
            ("map", "--png", "map.png"),
            {"pbem.report.plots.chart", "pbem.report.web.turn", "pbem.report.textmap.terminal"},
        ),
    ),
]
_SCRIPT = """
import json, sys
from pbem.cli.main import run
for words in json.loads(sys.argv[1]):
    run(words)
    sys.stderr.write("\\nloaded: " + " ".join(sys.modules) + "\\n")
"""


def loaded(duel: Duel, *commands: tuple[str, ...]) -> list[set[str]]:
    """The names of all modules that there are after each of Anna's commands, in a process for all of them."""
    environment = {**os.environ, "PBEM_HOME": str(duel.anna.home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, json.dumps(commands)],
        capture_output=True,
        cwd=duel.anna.place,
        env=environment,
        check=True,
    )
    lines = done.stderr.decode("utf-8").split("\n")
    found = [set(line.split()[1:]) for line in lines if line.startswith("loaded: ")]
    assert len(found) == len(commands)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rows", NOT_LOADED, ids=lambda rows: " ".join(rows[-1][0]))
def test_a_command_loads_nothing_that_only_others_need(
    duel: Duel, rows: tuple[tuple[tuple[str, ...], set[str]], ...]
) -> None:
    duel.anna.good("orders")
    for (args, spared), there in zip(rows, loaded(duel, *(args for args, _ in rows)), strict=True):
        assert "pbem.campaign.core.campaign" in there
        assert not there & (spared | SERVING), args


# The others read, and need no campaign.
PLAIN = [("--help",), ("verify",), ("list",), ("mail", "--help"), ("play", "--help"), ("report",), ("orders", "--page")]


@pytest.mark.slow
def test_no_command_but_play_loads_a_server(duel: Duel) -> None:
    for args, there in zip(PLAIN, loaded(duel, *PLAIN), strict=True):
        assert "pbem.cli.lazy" in there and not there & SERVING, args


# What only draws, advises, practises and reads orders: no verifier needs it.
WRITTEN_AND_DRAWN = ("documents.compile", "documents.template", "pictures", "practice", "telling.desk")
FIGHTING = ("rules.battle.combat", "rules.battle.odds")


@pytest.mark.slow
def test_who_verifies_ligny_loads_nothing_that_draws_or_practises(duel: Duel) -> None:
    sample = str(SAMPLES / "ligny-1815" / "campaign.pbem")
    (there,) = loaded(duel, ("verify", sample))
    of_book = {name.removeprefix(BOOK) for name in there if name.startswith(BOOK)}
    assert set(FIGHTING) < of_book and not of_book.intersection(WRITTEN_AND_DRAWN)
    assert not there & (DRAWING | SERVING)


@pytest.mark.slow
def test_who_lists_rulebooks_loads_nothing_that_fights(duel: Duel) -> None:
    (there,) = loaded(duel, ("rules", "list"))
    of_book = {name.removeprefix(BOOK) for name in there if name.startswith(BOOK)}
    assert "ruleset" in of_book and not of_book.intersection((*WRITTEN_AND_DRAWN, *FIGHTING, "telling"))


def counted(patch: pytest.MonkeyPatch, owner: Any, name: str, counts: Counter[str]) -> None:
    """Counts the calls of a function."""
    inner: Callable[..., Any] = getattr(owner, name)

    def counting(*args: Any, **more: Any) -> Any:
        counts[name] += 1
        return inner(*args, **more)

    patch.setattr(owner, name, counting)


@pytest.mark.parametrize("args", [("orders",), ("orders", "--page"), ("orders", "--fresh", "--page")])
def test_the_template_is_made_once(duel: Duel, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]) -> None:
    counts: Counter[str] = Counter()
    counted(monkeypatch, NapoleonWriting, "template", counts)
    duel.anna.good(*args)
    assert counts["template"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("args", [("status",), ("map",), ("map", "--png", "map.png"), ("orders", "--page")])
def test_the_open_segment_is_closed_once(duel: Duel, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]) -> None:
    counts: Counter[str] = Counter()
    counted(monkeypatch, compose, "close", counts)
    monkeypatch.setattr(painter, "painted", lambda *_: b"a picture")
    duel.anna.good(*args)
    assert counts["close"] == 1


def test_no_program_is_started_to_look_for_the_keyring_of_another_system(duel: Duel) -> None:
    """Without that, keyring asks compiler and linker for frameworks that a Mac alone has."""
    script = (
        "import sys; from pbem.mail.passwords import system_keyring; "
        "sys.addaudithook(lambda event, args: event == 'subprocess.Popen' and print('started', args[1])); "
        "print(system_keyring().get_keyring().name)"
    )
    environment = {**os.environ, "PBEM_HOME": str(duel.anna.home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=environment, check=True)
    assert done.stdout and b"started" not in done.stdout


def test_what_a_command_leaves_is_not_searched_for_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = gc.get_freeze_count()
    monkeypatch.setattr(main, "run", lambda args: 3)
    monkeypatch.setattr(gc, "set_threshold", lambda *after: None)
    gc.unfreeze()
    try:
        with pytest.raises(SystemExit) as ended:
            main.main()
        assert ended.value.code == 3 and gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()
        if frozen:
            gc.freeze()


def test_what_the_page_tells_in_short_is_not_told_at_length_first(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are thousands of places within reach: each is a row of its own making."""
    counts: Counter[str] = Counter()
    inner = desk_data.asdict

    def counting(one: Any) -> Any:
        counts[type(one).__name__] += 1
        return inner(one)

    monkeypatch.setattr(desk_data, "asdict", counting)
    duel.anna.good("orders", "--page")
    assert counts["Layout"] == 1 and not {"Reach", "Step"} & counts.keys()
