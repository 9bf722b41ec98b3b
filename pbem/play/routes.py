"""The fixed table of what the server answers, and how each kind of work is begun.

A row is work on no campaign, on one that is open for reading, or on one that is locked for writing. All of it
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
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pbem.errors import Problem
from pbem.play import inviting, joining, mailing, ordering, practising, proving, reading, signing
from pbem.play.events import stream
from pbem.play.exchange import Asked, answer, asked_by, refusal
from pbem.play.guard import CACHE, KEPT, Guard
from pbem.play.pages import FILES, bare_page

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.play.evening import Evening
    from pbem.play.guard import Application

GET: Final = "GET"
POST: Final = "POST"
FREE: Final = "free"
READS: Final = "reads"
JUDGES: Final = "judges"
KEEPS: Final = "keeps"
WRITES: Final = "writes"
"""What the work of a row is done on: the evening; a campaign for reading, or its opening, which knows what is due; a
campaign's folder, as it lies there; a campaign that is locked and mended, to sign in."""


@dataclass(frozen=True, slots=True)
class Row:
    """method and path of a request, and who answers it. kind: of the work. command: what would do so at a terminal."""

    method: str
    path: str
    kind: str
    work: Callable[..., Mapping[str, Any]]
    command: str


def stop(evening: Evening, asked: Asked) -> dict[str, Any]:
    """Ends the server, as Ctrl-C does."""
    evening.stop()
    return {"stopped": True}


TABLE: Final = (
    Row(POST, "/api/stop", FREE, stop, "play"),
    Row(GET, "/api/campaigns", FREE, reading.campaigns, "list"),
    Row(GET, "/api/rules", FREE, reading.rulebooks, "rules"),
    Row(GET, "/api/rules/{book}", FREE, reading.rulebook, "rules"),
    Row(GET, "/api/identity", FREE, proving.identity, "keys"),
    Row(POST, "/api/verify", FREE, proving.verify_file, "verify"),
    Row(POST, "/api/receive", FREE, mailing.receive, "receive"),
    Row(POST, "/api/fetch", FREE, mailing.fetch, "mail"),
    Row(GET, "/api/new", FREE, inviting.blank, "new"),
    Row(POST, "/api/new", FREE, inviting.begin, "new"),
    Row(POST, "/api/invitation", FREE, joining.look, "join"),
    Row(POST, "/api/join", FREE, joining.join, "join"),
    Row(POST, "/api/practice", FREE, practising.begin, "practice"),
    Row(GET, "/api/{campaign}/status", READS, reading.status, "status"),
    Row(GET, "/api/{campaign}/messages", READS, reading.messages, "show"),
    Row(GET, "/api/{campaign}/message/{number}", READS, reading.message, "show"),
    Row(GET, "/api/{campaign}/outgoing/{number}", READS, reading.outgoing, "show"),
    Row(GET, "/api/{campaign}/report", READS, reading.newest_report, "report"),
    Row(GET, "/api/{campaign}/report/{number}", READS, reading.report, "report"),
    Row(GET, "/api/{campaign}/replay", READS, reading.replay, "report"),
    Row(GET, "/api/{campaign}/map", READS, reading.present_map, "map"),
    Row(GET, "/api/{campaign}/map/{number}", READS, reading.map_after, "map"),
    Row(GET, "/api/{campaign}/dice", READS, reading.newest_dice, "dice"),
    Row(GET, "/api/{campaign}/dice/{number}", READS, reading.dice, "dice"),
    Row(GET, "/api/{campaign}/audit", READS, reading.audit, "audit"),
    Row(GET, "/api/{campaign}/verify", KEEPS, proving.verify, "verify"),
    Row(GET, "/api/{campaign}/archive", KEEPS, proving.archive, "archive"),
    Row(POST, "/api/{campaign}/overdue", WRITES, proving.overdue, "overdue"),
    Row(GET, "/api/{campaign}/desk", JUDGES, ordering.desk, "orders"),
    Row(POST, "/api/{campaign}/judge", JUDGES, ordering.judge, "check"),
    Row(POST, "/api/{campaign}/reach", JUDGES, ordering.reach, "check"),
    Row(POST, "/api/{campaign}/suppose", JUDGES, ordering.suppose, "odds"),
    Row(POST, "/api/{campaign}/keep", KEEPS, ordering.keep, "orders"),
    Row(POST, "/api/{campaign}/standing/judge", JUDGES, ordering.judge_standing, "standing"),
    Row(POST, "/api/{campaign}/standing/keep", KEEPS, ordering.keep_standing, "standing"),
    Row(POST, "/api/{campaign}/orders", WRITES, signing.orders, "orders"),
    Row(POST, "/api/{campaign}/prepare", READS, signing.prepared, "submit"),
    Row(POST, "/api/{campaign}/sign", WRITES, signing.sign, "submit"),
    Row(POST, "/api/{campaign}/resend", WRITES, signing.send_again, "submit"),
    Row(POST, "/api/{campaign}/draft", WRITES, signing.draft, "submit"),
    Row(POST, "/api/{campaign}/send", FREE, mailing.send, "mail"),
    Row(POST, "/api/{campaign}/offer/prepare", READS, signing.offer_prepared, "offer"),
    Row(POST, "/api/{campaign}/offer/sign", WRITES, signing.offer, "offer"),
    Row(POST, "/api/{campaign}/resign/prepare", READS, signing.resignation_prepared, "resign"),
    Row(POST, "/api/{campaign}/resign/sign", WRITES, signing.resign, "resign"),
    Row(POST, "/api/{campaign}/part/prepare", READS, signing.part_prepared, "part"),
    Row(POST, "/api/{campaign}/part/sign", WRITES, signing.part, "part"),
    Row(POST, "/api/{campaign}/part/resend", WRITES, signing.part_again, "part"),
    Row(POST, "/api/{campaign}/part/brief", WRITES, signing.briefing, "part"),
    Row(GET, "/api/{campaign}/parts", READS, signing.parts, "part"),
    Row(POST, "/api/{campaign}/practice", WRITES, practising.answer, "practice"),
)


def application(evening: Evening, *, port: int, token: str) -> Application:
    """The whole server, behind its guard. port: at which it listens."""
    routes = [Route("/", _bare, methods=[GET])]
    routes += [Route(path, _file(path), methods=[GET]) for path in FILES]
    routes += [Route(row.path, _endpoint(evening, row), methods=[row.method]) for row in TABLE]
    routes.append(Route("/api/events", _events(evening), methods=[GET]))
    faults = {404: _nothing, 405: _wrong_method}
    return Guard(Starlette(routes=routes, exception_handlers=faults), port=port, token=token)


async def _bare(request: Request) -> Response:
    return Response(bare_page(), media_type="text/html")


def _file(path: str) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        found = FILES[path]
        return Response(found.data, media_type=found.kind, headers={CACHE: KEPT})

    return endpoint


def _endpoint(evening: Evening, row: Row) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        try:
            asked = await asked_by(request)
            return answer(await _done(evening, row, asked))
        except Exception as error:
            return refusal(error, row.command)

    return endpoint


def _events(evening: Evening) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        return StreamingResponse(stream(evening), media_type="application/x-ndjson")

    return endpoint


async def _done(evening: Evening, row: Row, asked: Asked) -> Any:
    if row.kind == FREE:
        async with evening.turn(row.command):
            return await run_in_threadpool(row.work, evening, asked)
    path = evening.place(asked.campaign)
    async with evening.turn(str(path)):
        return await run_in_threadpool(_ON_A_CAMPAIGN[row.kind], evening, path, row, asked)


def _read(evening: Evening, path: Path, row: Row, asked: Asked) -> Any:
    return row.work(evening.openings.at(path).campaign, asked)


def _judge(evening: Evening, path: Path, row: Row, asked: Asked) -> Any:
    return row.work(evening.openings.at(path), asked)


def _keep(evening: Evening, path: Path, row: Row, asked: Asked) -> Any:
    return row.work(evening, path, asked)


def _write(evening: Evening, path: Path, row: Row, asked: Asked) -> Any:
    with evening.writing(path) as at:
        return row.work(at, asked)


_ON_A_CAMPAIGN: Final = {READS: _read, JUDGES: _judge, KEEPS: _keep, WRITES: _write}


async def _nothing(request: Request, error: Exception) -> Response:
    return answer({"error": Problem("NO_PATH", "there is nothing at this path").to_json()}, 404)


async def _wrong_method(request: Request, error: Exception) -> Response:
    told = answer({"error": Problem("METHOD", "this path is not asked in this way").to_json()}, 405)
    if isinstance(error, HTTPException) and error.headers:
        told.headers.update(error.headers)
    return told
