"""What commands do not do twice, and do not load: counted, since no clock says the same twice."""

from __future__ import annotations

import gc
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
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from tests.cli.players import Duel
from tests.places import PROJECT as ROOT

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
NOT_LOADED = [
    (("status",), MAKING | DRAWING),
    (("orders",), {"pbem.campaign.outbox.create", "pbem.mail.draft", "pbem.cli.pages"} | DRAWING),
    (("submit", "--yes", "--empty"), {"pbem.campaign.outbox.create", "pbem.cli.pages", "pbem.report.web.turn"}),
    (("check",), {"pbem.campaign.outbox.create", "pbem.campaign.outbox.mail_draft", "pbem.mail.draft"} | DRAWING),
    (("keys", "show"), {"pbem.campaign.outbox.create", "pbem.mail.draft"} | DRAWING),
    (("map",), {"pbem.mail.draft", "pbem.report.plots.chart", "pbem.report.web.turn", "pbem.report.picture.painter"}),
    (("map", "--png", "map.png"), {"pbem.report.plots.chart", "pbem.report.web.turn", "pbem.report.textmap.terminal"}),
]


def loaded(duel: Duel, *args: str) -> set[str]:
    """The names of all modules that Anna's command imported, in a process of its own."""
    script = (
        "import sys; from pbem.cli.main import run; run(sys.argv[1:]); sys.stderr.write('\\n' + ' '.join(sys.modules))"
    )
    environment = {**os.environ, "PBEM_HOME": str(duel.anna.home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, cwd=duel.anna.place, env=environment, check=True
    )
    return set(done.stderr.decode("utf-8").split("\n")[-1].split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "spared"), NOT_LOADED, ids=lambda one: " ".join(one) if isinstance(one, tuple) else ""
)
def test_a_command_loads_nothing_that_only_others_need(duel: Duel, args: tuple[str, ...], spared: set[str]) -> None:
    duel.anna.good("orders")
    there = loaded(duel, *args)
    assert "pbem.campaign.core.campaign" in there
    assert not there & (spared | SERVING)


# The others read, and need no campaign.
PLAIN = [("--help",), ("verify",), ("list",), ("mail", "--help"), ("play", "--help"), ("report",), ("orders", "--page")]


@pytest.mark.slow
@pytest.mark.parametrize("args", PLAIN, ids=" ".join)
def test_no_command_but_play_loads_a_server(duel: Duel, args: tuple[str, ...]) -> None:
    there = loaded(duel, *args)
    assert "pbem.cli.lazy" in there and not there & SERVING


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
