"""The page of `pbem play` under bad luck: its server killed while it signs, a full disk, a command at the same time."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.store.folder import CampaignFolder
from tests.cli.players import Player
from tests.faults.commands import anna, anna_orders, bert
from tests.faults.disk import CUTS, FullDisk, cut_off, under
from tests.faults.ledger import Ledger
from tests.faults.test_kill_every_write import settle
from tests.faults.world import World
from tests.play.server import PATIENCE
from tests.play.visitor import Visitor, visitor
from tests.store.doubles import Cut, contents


def page_of(player: Player) -> Visitor:
    """His page, which has asked before: what follows writes, and opens nothing for reading first."""
    page = visitor(player)
    page.get("/api/C/status")
    return page


def ready(world: World) -> tuple[Visitor, dict[str, Any]]:
    """Anna's page with her orders prepared, and what it says to have them signed."""
    world.restore("due")
    anna_orders(world)
    page = page_of(anna(world))
    return page, {"digest": page.post("/api/C/prepare")["digest"], "empty": True}


def arrived(world: World) -> tuple[Visitor, dict[str, Any]]:
    """Bert's page, and the mail of Anna that he lays down on it."""
    world.restore("sent")
    return page_of(bert(world)), {"text": world.mail(world.anna, 2).read_text(encoding="utf-8")}


WORK = {"sign": ("/api/C/sign", ready), "receive": ("/api/receive", arrived)}
"""Path, and what leads to it."""


def finish(world: World, name: str, ledger: Ledger) -> None:
    """The next command goes on; there is one message for each number, and what was written down has gone out."""
    settle(world)
    ledger.look()
    player = anna(world) if name == "sign" else bert(world)
    said = player("submit", "--yes", "--empty", "--json") if name == "sign" else player(
        "receive", world.mail(world.anna, 2), "--json"
    )  # fmt: skip
    assert said.status in (0, 3), said
    ledger.look()
    ledger.require_gone_out()


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(WORK))
@pytest.mark.parametrize("cut", CUTS)
def test_a_server_that_dies_at_a_write_leaves_what_the_next_command_goes_on_with(
    world: World, name: str, cut: Cut
) -> None:
    path, setting = WORK[name]
    for at in range(1, 60, 9):
        page, body = setting(world)
        ledger = Ledger(world.root)
        ledger.look()
        with cut_off(world.root, at, cut, distinct=True) as disk:
            page.ask("POST", path, json=body)
        ledger.look()
        finish(world, name, ledger)
        if disk.calls < at:
            break
    assert at > 9


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(WORK))
def test_a_full_disk_is_told_and_nothing_is_lost(world: World, name: str) -> None:
    path, setting = WORK[name]
    told = set()
    for room in count(0, 7):
        page, body = setting(world)
        ledger = Ledger(world.root)
        ledger.look()
        before = contents(world.root)
        disk = FullDisk(room)
        with under(disk):
            answer = page.ask("POST", path, json=body)
        ledger.look()
        after = contents(world.root)
        assert {one for one in after if one.endswith(".tmp")} <= before.keys(), "half a file was left"
        if not disk.refused:
            assert answer.status_code == 200
            break
        if answer.status_code != 200:
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (422, "DISK_FULL"), error
            assert "free some space" in error["mend"] and error["where"]
            told.add(room)
        finish(world, name, ledger)
    assert len(told) > 2


# -- a command at the same time ----------------------------------------------------------------------


@pytest.mark.usefixtures("impatient")
def test_a_campaign_that_another_program_works_in_is_told_of(world: World) -> None:
    for path, setting in WORK.values():
        page, body = setting(world)
        folder = page.evening.place(page.id)
        with CampaignFolder.open(folder, write=True):
            told = page.refused(path, 409, **body)
            assert told["code"] == "FOLDER_LOCKED" and "wait" in told["mend"]
            # Reading and judging need no lock.
            assert page.get("/api/C/status")["messages"] == page.get("/api/C/messages")["messages"][-1]["message"] + 1
        page.post(path, **body)


def test_the_page_waits_for_a_command_that_is_done_soon(world: World) -> None:
    page, body = ready(world)
    held = CampaignFolder.open(page.evening.place(page.id), write=True)
    release = threading.Timer(0.2, held.close)
    release.start()
    assert page.post("/api/C/sign", **body)["signed"]
    release.join()


def test_a_command_sees_what_the_page_has_signed_and_the_page_what_a_command_has(world: World) -> None:
    page, body = ready(world)
    before = page.get("/api/C/status")["messages"]
    page.post("/api/C/sign", **body)
    assert anna(world).good("status", "--json").json["messages"] == before + 1
    page, body = ready(world)
    anna(world).good("submit", "--yes", "--empty")
    assert page.get("/api/C/status")["messages"] == before + 1
    assert page.refused("/api/C/sign", 422, **body)["code"] == "NOT_YOUR_MOVE"


# -- a real process ----------------------------------------------------------------------------------


def killed(player: Player, environment: Mapping[str, str], seconds: float) -> bytes:
    """Begins `pbem play`, has it sign what is due, and kills it some time after it was asked to."""
    command = [sys.executable, "-m", "pbem", "play", "--no-open", "--json"]
    with subprocess.Popen(
        command, cwd=player.place, env={**environment, "PBEM_HOME": str(player.home)}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
            token = Path(said["open"].removeprefix("file://")).read_text(encoding="utf-8").split("/#")[1].split('"')[0]
            port = int(said["address"].split(":")[2].rstrip("/"))
            page = _Wire(port, token)
            id = json.loads(page.ask("GET", "/api/campaigns"))["here"]
            digest = json.loads(page.ask("POST", f"/api/{id}/prepare", b"{}"))["digest"]
            body = json.dumps({"digest": digest, "empty": True}).encode()
            line = page.begin("POST", f"/api/{id}/sign", body)
            time.sleep(seconds)
            os.kill(process.pid, signal.SIGKILL)
            assert process.wait(PATIENCE) == -signal.SIGKILL
            return _rest(line)
        finally:
            process.kill()


class _Wire:
    """Requests to a server in another process."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token

    def begin(self, method: str, path: str, body: bytes = b"") -> socket.socket:
        host = f"127.0.0.1:{self._port}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"X-Pbem-Token: {self._token}", "Connection: close"]
        lines += [f"Origin: http://{host}", "Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
        line = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE)
        line.sendall("\r\n".join(lines).encode() + body)
        return line

    def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        return _rest(self.begin(method, path, body)).partition(b"\r\n\r\n")[2]


def _rest(line: socket.socket) -> bytes:
    data = b""
    with line:
        try:
            while part := line.recv(65536):
                data += part
        except ConnectionResetError:
            pass
    return data


@pytest.mark.sweeps
def test_a_server_killed_while_it_signs(world: World, installed: Mapping[str, str]) -> None:
    rng = random.Random("kill the server")
    answered = set()
    for _ in range(6):
        world.restore("due")
        anna_orders(world)
        ledger = Ledger(world.root)
        ledger.look()
        answered.add(bool(killed(anna(world), installed, rng.randrange(150) / 1000)))
        ledger.look()
        finish(world, "sign", ledger)
    assert False in answered
