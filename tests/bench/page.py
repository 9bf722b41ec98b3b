"""The page of `pbem play`: how long it takes until it answers, as a multiple of an empty Starlette request and in
milliseconds.

A crowded position is played, then `pbem play` serves it as a process of its own; requests go over one connection, as
those of a browser do. The empty server is another process with the same settings, asked between them.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.bench.position import crowded, moved
from tests.stopwatch import slowness

# Ruleset, scenario, and the milliseconds in which a change is to be judged.
POSITIONS: Final = (
    ("napoleon-at-war", "jena-auerstadt", 100),
    ("jours-de-gloire", "eylau-1807", 200),
    ("napoleons-last-battles", "ligny", 100),
)
FIRST_PAGE: Final = 1500
"""Milliseconds from the command until all that the first page shows is there."""
_TIMES: Final = 15
# Whose reach is asked for, at most.
_MOVABLES: Final = 12
_EMPTY_SERVER: Final = """
import socket, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

async def nothing(request):
    return JSONResponse({})

app = Starlette(routes=[Route("/", nothing)])
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
listening.listen()
print(listening.getsockname()[1], flush=True)
config = uvicorn.Config(app, http="h11", lifespan="off", log_config=None, access_log=False, timeout_keep_alive=600)
uvicorn.Server(config).run([listening])
"""


@dataclass
class Line:
    """A connection to a server. token: that opens it."""

    port: int
    token: str = ""
    _line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> bytes:
        """What is answered, which has to be good. body: of a POST, None for a GET."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"X-Pbem-Token": self.token, "Origin": f"http://127.0.0.1:{self.port}"}
        self._line.request(
            "GET" if body is None else "POST", path, sent, {**headers, "Content-Type": "application/json"}
        )
        answer = self._line.getresponse()
        data = answer.read()
        assert answer.status == 200, data
        return data

    def json(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        return json.loads(self.ask(path, body))


@contextlib.contextmanager
def _empty() -> Iterator[Line]:
    with subprocess.Popen([sys.executable, "-c", _EMPTY_SERVER], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = Line(int(process.stdout.readline()))
            line.ask("/")
            yield line
        finally:
            process.kill()


@contextlib.contextmanager
def served(folder: Path, home: Path) -> Iterator[Line]:
    """`pbem play` in a campaign's folder, until the block ends."""
    surroundings = {**os.environ, "PBEM_HOME": str(home)}
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [str(Path(sys.executable).with_name("pbem")), "play", "--no-open", "--json"]
    with subprocess.Popen(command, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
            token = Path(said["open"].removeprefix("file://")).read_text("utf-8").split("/#")[1].split('"')[0]
            yield Line(int(said["address"].rstrip("/").rpartition(":")[2]), token)
        finally:
            process.kill()


def first_page(line: Line) -> Any:
    """Asks for all that the first page is made of, as its scripts do. The desk."""
    from pbem.play.pages import FILES

    line.ask("/")
    for path in FILES:
        line.ask(path)
    here = line.json("/api/campaigns")["here"]
    line.ask(f"/api/{here}/status")
    line.ask(f"/api/{here}/orders", {"answer": ""})
    return here, line.json(f"/api/{here}/desk")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


@dataclass(frozen=True)
class Row:
    """One line of the table. taken: median milliseconds; empty: those of an empty request. slow: how many times as slow
    as usual the machine was meanwhile. aim: for a machine of ordinary speed, None for none."""

    what: str
    taken: float
    empty: float
    slow: float
    aim: int | None = None

    @property
    def told(self) -> str:
        usual = self.taken / self.slow
        aim = "" if self.aim is None else f"   (aim {self.aim} ms{', missed' if usual > self.aim else ''})"
        ratio = f"{self.taken / self.empty:8.1f} x empty"
        return f"  {self.what:<44}{self.taken:8.1f} ms{ratio}{usual:8.1f} ms at ordinary speed{aim}"


def changes(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same orders with one entry less each time, another one each time: what a hand changes."""
    (name, entries) = next((name, document[name]) for name in ("moves", "orders") if document.get(name))
    while True:
        for left_out in range(len(entries)):
            yield {**document, name: [*entries[:left_out], *entries[left_out + 1 :]]}


def rows(folder: Path, document: Mapping[str, Any], home: Path, aim: int) -> list[Row]:
    """What a page before this campaign waits for. document: the orders that it holds."""
    starts, labour, slow = [], [], slowness()
    for _ in range(3):
        begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        with served(folder, home) as line:
            first_page(line)
            starts.append((time.perf_counter() - begun) * 1000)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        labour.append((after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000)
    begins = (slow + slowness()) / 2
    with _empty() as empty, served(folder, home) as line:
        here, desk = first_page(line)
        changed, at = changes(document), f"/api/{here}"
        movables = [one["who"] for one in desk["desk"]["movables"] if one["start"]][:_MOVABLES]
        asked: dict[str, tuple[Callable[[int], object], int | None]] = {
            "a change judged": (lambda _: line.ask(f"{at}/judge", {"orders": next(changed), "note": ""}), aim),
            "standing orders judged": (lambda _: line.ask(f"{at}/standing/judge", {"values": {}}), aim),
            "where a unit can go after all other orders": (
                lambda n: line.ask(
                    f"{at}/reach", {"orders": next(changed), "at": None, "who": [movables[n % len(movables)]]}
                ),
                aim,
            ),
            "the desk: map, forms, template": (lambda _: line.ask(f"{at}/desk"), None),
            "status": (lambda _: line.ask(f"{at}/status"), None),
        }
        found = []
        for what, (work, bar) in asked.items():
            work(0)
            bare, taken, slow = [], [], slowness()
            for number in range(_TIMES):
                bare.append(timed(lambda: empty.ask("/")))
                taken.append(timed(lambda work=work, number=number: work(number)))
            found.append(Row(what, statistics.median(taken), statistics.median(bare), (slow + slowness()) / 2, bar))
    usual = statistics.median(row.empty for row in found)
    return [
        Row("first page after the command, its data", statistics.median(starts), usual, begins, FIRST_PAGE),
        Row("the same in processor time of pbem play", statistics.median(labour), usual, begins, FIRST_PAGE),
        *found,
    ]


def _laid_down(campaign: Campaign, due: Due, document: Mapping[str, Any]) -> None:
    """The orders in orders.yaml, and the folder free for a server."""
    text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note"))
    campaign.folder.write_document("orders.yaml", text.encode("utf-8"))
    campaign.folder.close()


def main() -> None:
    """Prints a table for each position."""
    for ruleset, scenario, aim in POSITIONS:
        with tempfile.TemporaryDirectory() as place:
            campaign, due, document = crowded(Path(place), ruleset, scenario)
            _laid_down(campaign, due, document)
            assert campaign.home is not None
            found = rows(campaign.folder.path, document, campaign.home.path, aim)
        print(f"{scenario}: the page of pbem play, orders with {moved(document)} moves")
        print(f"  (an empty Starlette request: {found[0].empty:.1f} ms)")
        for row in found:
            print(row.told)


if __name__ == "__main__":
    main()
