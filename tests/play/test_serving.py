"""The server as somebody starts it: the file that opens the page, how it ends, and what it tells while it runs."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import pages
from pbem.cli.commands import play
from pbem.play import events, serving
from pbem.play.door import door
from pbem.store.home import Home
from tests.cli.players import Duel, Player, begin_duel, fresh_player
from tests.places import PROJECT
from tests.play.server import PATIENCE, Running, answer_of, running
from tests.play.visitor import visitor


@contextlib.contextmanager
def started(player: Player, *words: str) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """`pbem play` as a process, and what it says of itself; killed at the end if it still runs."""
    command = [sys.executable, "-m", "pbem", "play", "--no-open", "--json", *words]
    environment = {**os.environ, "PBEM_HOME": str(player.home), "PYTHONPATH": str(PROJECT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=player.place, env=environment, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            text = ""
            while not text.rstrip().endswith("}"):
                line = process.stdout.readline()
                assert line, process.stderr.read() if process.stderr else ""
                text += line
            yield process, json.loads(text)
        finally:
            process.kill()


def door_of(said: Any) -> tuple[Path, int, str]:
    """The file, the port and the token."""
    door = Path(said["open"].removeprefix("file://"))
    text = door.read_text(encoding="utf-8")
    port = int(said["address"].split(":")[2].rstrip("/"))
    token = text.split(f"http://127.0.0.1:{port}/#")[1].split('"')[0]
    return door, port, token


def streaming(port: int, token: str) -> socket.socket:
    """A page that listens to events."""
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Pbem-Token: {token}\r\n\r\n".encode())
    return line


def told_by(line: socket.socket, enough: Callable[[bytes], bool]) -> bytes:
    """What comes until it is enough."""
    data = b""
    while not enough(data):
        part = line.recv(65536)
        assert part, data
        data += part
    return data


def lines_of(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.split(b"\n") if line.startswith(b"{")]


@pytest.mark.slow
@pytest.mark.smoke
def test_ctrl_c_ends_it_at_once_with_pages_open(tmp_path: Path) -> None:
    duel = begin_duel(tmp_path)
    with started(duel.anna) as (process, said):
        door, port, token = door_of(said)
        assert stat.S_IMODE(door.stat().st_mode) == 0o600 and stat.S_IMODE(door.parent.stat().st_mode) == 0o700
        assert token not in json.dumps(said), "what a terminal shows is not secret"
        with streaming(port, token) as line:
            told_by(line, lambda data: b"campaign" in data)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            assert time.monotonic() - begun < 10
        assert process.stderr is not None and process.stderr.read() == ""
        assert not door.exists()


@pytest.mark.slow
def test_a_second_server_stands_beside_the_first(tmp_path: Path) -> None:
    duel = begin_duel(tmp_path)
    with started(duel.anna) as (one, said), started(duel.anna) as (other, told):
        first, port, token = door_of(said)
        second, other_port, other_token = door_of(told)
        assert port != other_port and token != other_token and first.exists()
        ask = f"GET /api/campaigns HTTP/1.1\r\nHost: 127.0.0.1:{other_port}\r\nConnection: close\r\n"
        for value, status in ((other_token, 200), (token, 401)):
            with socket.create_connection(("127.0.0.1", other_port), timeout=PATIENCE) as line:
                line.sendall(f"{ask}X-Pbem-Token: {value}\r\n\r\n".encode())
                assert answer_of(told_by(line, lambda data: b"\r\n\r\n" in data)).status == status
        one.kill()
        one.wait()
        assert first.exists(), "it had no time to take it away"
        assert other.poll() is None
        with running(visitor(duel.anna).evening):
            assert not first.exists() and second.exists(), "the next one does"


def test_the_page_ends_the_server(duel: Duel) -> None:
    with running(visitor(duel.anna).evening) as server:
        assert server.ask("POST", "/api/stop", body=b"{}").json == {"stopped": True}
        server.thread.join(PATIENCE)
        assert not server.thread.is_alive() and not server.file.exists()
        with pytest.raises(ConnectionRefusedError):
            server.send(b"")


def test_nothing_but_this_computer_s_own_address_is_listened_at(duel: Duel) -> None:
    with running(visitor(duel.anna).evening) as server:
        for address in ("127.0.0.2", "::1"):
            with pytest.raises(OSError, match=r"refused|assign|not supported|unreachable"):
                socket.create_connection((address, server.port), timeout=1).close()


def test_the_file_that_opens_the_page_says_nothing_else(duel: Duel) -> None:
    with running(visitor(duel.anna).evening) as server:
        text = server.file.read_text(encoding="utf-8")
        assert text.count(server.token) == 2 and '<meta name="referrer" content="no-referrer">' in text
        assert visitor(duel.anna).id not in text and "<script" not in text


def opened_by(
    player: Player, monkeypatch: pytest.MonkeyPatch, *words: str, takes: bool = True
) -> tuple[list[Path], str]:
    """`pbem play` that ends as soon as its page has been opened: what was opened, and what was said."""
    handed: list[Path] = []
    done = threading.Event()
    monkeypatch.setattr(serving, "serve", lambda evening, door: done.wait(PATIENCE))

    def hand_over(path: Path) -> bool:
        handed.append(path)
        threading.Timer(0.05, done.set).start()
        return takes

    monkeypatch.setattr(pages, "hand_over", hand_over)
    if "--no-open" in words:
        done.set()
    said = player.good("play", *words)
    return handed, said.out + said.err


def test_the_browser_gets_the_file(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    handed, said = opened_by(duel.anna, monkeypatch)
    (file,) = handed
    assert file.parent == duel.anna.home / "play" and not file.exists()
    assert said == f"The page is at http://127.0.0.1:{file.stem}/ (Ctrl-C ends pbem play)\n"
    handed, said = opened_by(duel.anna, monkeypatch, takes=False)
    assert said.endswith(f"it lies here: {handed[0]}\n")


def test_without_a_browser_the_address_of_the_file_is_said(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    handed, said = opened_by(duel.anna, monkeypatch, "--no-open")
    assert handed == []
    assert said.startswith("Open this file in your browser: file:///") and said.endswith("(Ctrl-C ends pbem play)\n")


def test_where_no_campaign_is_meant_the_page_begins_with_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed, _ = opened_by(fresh_player(tmp_path, "carl"), monkeypatch)
    assert handed
    assert fresh_player(tmp_path, "dora")("play", "--campaign", "nowhere").status == 2
    assert play.EXAMPLES


# -- events ------------------------------------------------------------------------------------------


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Duel, Running]]:
    monkeypatch.setattr(events, "PAUSE", 0.02)
    duel = begin_duel(tmp_path)
    with running(visitor(duel.anna).evening) as server:
        yield duel, server


def test_a_page_hears_of_what_happens_beside_it(watched: tuple[Duel, Running]) -> None:
    duel, server = watched
    id = visitor(duel.anna).id
    with streaming(server.port, server.token) as line:
        (begin,) = lines_of(told_by(line, lambda data: b"}\n" in data))
        assert (begin["campaign"], begin["log"], begin["orders"]) == (id, 2, "")
        duel.anna.good("orders")
        (written,) = lines_of(told_by(line, lambda data: b"}\n" in data))
        assert written == {**begin, "orders": written["orders"]} and len(written["orders"]) == 64
        path = duel.anna.place / "orders.yaml"
        path.write_text(f"{path.read_text(encoding='utf-8')}# by hand\n", encoding="utf-8")
        (edited,) = lines_of(told_by(line, lambda data: b"}\n" in data))
        assert edited["orders"] not in ("", written["orders"])
        assert edited["orders"] == visitor(duel.anna).post("/api/C/prepare")["digest"]
        duel.anna.good("submit", "--yes", "--empty")
        data = told_by(line, lambda data: any(one.get("log") == 3 for one in lines_of(data) if one))
        assert lines_of(data)[-1]["campaign"] == id


def test_a_page_that_goes_away_is_forgotten(watched: tuple[Duel, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    _, server = watched
    looks: list[float] = []
    real = events._Watch.look
    monkeypatch.setattr(events._Watch, "look", lambda watch: (looks.append(time.monotonic()), real(watch))[1])
    with streaming(server.port, server.token) as line:
        told_by(line, lambda data: b"}\n" in data)
    deadline = time.monotonic() + PATIENCE
    while (count := len(looks)) and time.monotonic() < deadline:
        time.sleep(0.3)
        if len(looks) == count:
            break
    else:
        raise AssertionError("somebody still looks")
    assert server.ask("GET", "/api/campaigns").status == 200


def test_a_list_that_cannot_be_read_for_a_moment_ends_no_stream(watched: tuple[Duel, Running]) -> None:
    duel, server = watched
    damage, path = duel.anna.home / "campaigns" / ("f" * 64), duel.anna.place / "standing.yaml"
    with streaming(server.port, server.token) as line:
        (begin,) = lines_of(told_by(line, lambda data: b"}\n" in data))
        damage.mkdir()
        time.sleep(events.PAUSE * (events._LIST_AFTER + 1))
        path.write_text("# by hand\n", encoding="utf-8")
        (edited,) = lines_of(told_by(line, lambda data: b"}\n" in data))
        damage.rmdir()
        assert edited["standing"] not in ("", begin["standing"])


def test_a_new_campaign_is_heard_of(watched: tuple[Duel, Running]) -> None:
    duel, server = watched
    with streaming(server.port, server.token) as line:
        told_by(line, lambda data: b"}\n" in data)
        Player(duel.anna.home, duel.anna.place.parent).good(
            "new", "--scenario", "jena-auerstadt", "--side", "prussian", "--folder", "second", "--name", "Anna"
        )
        told = lines_of(told_by(line, lambda data: b"}\n" in data))
        assert told[0]["log"] == 1 and told[0]["campaign"] != visitor(duel.anna).id


def test_small_answers_are_sent_at_once(tmp_path: Path) -> None:
    with door(Home(tmp_path)) as opened:
        # By this asyncio knows that it may switch Nagle's algorithm off.
        assert opened.listening.proto == socket.IPPROTO_TCP
