"""The fixed table of what the server answers, and how each kind of work is begun.

A row is work on no campaign, on one that is open for reading, or on one that is open for writing and locked. All of it
runs in a thread, one piece at a time for each campaign, so that the stream of events goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.errors import Problem
from pbem.play import reading
from pbem.play.exchange import Asked, answer, asked_by, refusal
from pbem.play.guard import Guard
from pbem.play.pages import FILES, bare_page

if TYPE_CHECKING:
    from pbem.play.evening import Evening
    from pbem.play.guard import Application

GET: Final = "GET"
POST: Final = "POST"
FREE: Final = "free"
READS: Final = "reads"
WRITES: Final = "writes"


@dataclass(frozen=True, slots=True)
class Row:
    """method and path of a request, and who answers it. kind: of the work. command: what would do so at a terminal."""

    method: str
    path: str
    kind: str
    work: Callable[[Any, Asked], Mapping[str, Any]]
    command: str


def stop(evening: Evening, asked: Asked) -> dict[str, Any]:
    """Ends the server, as Ctrl-C does."""
    evening.stop()
    return {"stopped": True}


TABLE: Final = (
    Row(POST, "/api/stop", FREE, stop, "play"),
    Row(GET, "/api/campaigns", FREE, reading.campaigns, "list"),
    Row(GET, "/api/{campaign}/status", READS, reading.status, "status"),
)


def application(evening: Evening, *, port: int, token: str) -> Application:
    """The whole server, behind its guard. port: at which it listens."""
    routes = [Route("/", _bare, methods=[GET])]
    routes += [Route(path, _file(path), methods=[GET]) for path in FILES]
    routes += [Route(row.path, _endpoint(evening, row), methods=[row.method]) for row in TABLE]
    faults = {404: _nothing, 405: _wrong_method}
    return Guard(Starlette(routes=routes, exception_handlers=faults), port=port, token=token)


async def _bare(request: Request) -> Response:
    return Response(bare_page(), media_type="text/html")


def _file(path: str) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        found = FILES[path]
        return Response(found.data, media_type=found.kind)

    return endpoint


def _endpoint(evening: Evening, row: Row) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        try:
            asked = await asked_by(request)
            return answer(await _DO[row.kind](evening, row, asked))
        except Exception as error:
            return refusal(error, row.command)

    return endpoint


async def _free(evening: Evening, row: Row, asked: Asked) -> Any:
    async with evening.turn(row.command):
        return await run_in_threadpool(row.work, evening, asked)


async def _reads(evening: Evening, row: Row, asked: Asked) -> Any:
    path = evening.place(asked.campaign)
    async with evening.turn(str(path)):
        return await run_in_threadpool(lambda: row.work(evening.reading(path), asked))


async def _writes(evening: Evening, row: Row, asked: Asked) -> Any:
    path = evening.place(asked.campaign)

    def work() -> Any:
        with evening.writing(path) as at:
            return row.work(at, asked)

    async with evening.turn(str(path)):
        return await run_in_threadpool(work)


_DO: Final = {FREE: _free, READS: _reads, WRITES: _writes}


async def _nothing(request: Request, error: Exception) -> Response:
    return answer({"error": Problem("NO_PATH", "there is nothing at this path").to_json()}, 404)


async def _wrong_method(request: Request, error: Exception) -> Response:
    told = answer({"error": Problem("METHOD", "this path is not asked in this way").to_json()}, 405)
    if isinstance(error, HTTPException) and error.headers:
        told.headers.update(error.headers)
    return told
