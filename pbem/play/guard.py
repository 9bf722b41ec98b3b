"""What stands before everything that the server answers: who may ask, in what form, and how much.

Other programs and pages on this computer can reach the port, too. A page of another place gets nothing: its Origin is
not this server's, a name that it has pointed here is not the server's Host, and it does not know the token, which only
the file that opens the page holds (docs/threat-model.md). There are no cookies, which all ports would share.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from pbem.errors import Problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_HEADER: Final = "X-Pbem-Token"
API: Final = "/api/"
BODY_LIMIT: Final = 4 * 2**20
"""Bytes of what is sent to the server: a mail of the largest legal size with room."""
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types pbem",
    )
)
_HEADERS: Final = (
    (b"content-security-policy", POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
CACHE: Final = "Cache-Control"
KEPT: Final = "private, max-age=3600"
"""How long a browser keeps what is the same for every campaign: each run of the server has a port of its own, so that
no other run's files are taken for these. Whatever else is answered is kept nowhere."""
_NEVER_KEPT: Final = "no-store"
# Every path of the server is of this form: nothing has to be decoded, and no part begins with a dot.
_PATH: Final = re.compile(rb"/(?:[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*)?")
_HOSTS: Final = ("127.0.0.1", "localhost")


class Guard:
    """The application behind its checks. port: at which it listens. token: what every request for data has to bear."""

    def __init__(self, application: Application, *, port: int, token: str) -> None:
        self._application = application
        self._hosts = frozenset(f"{name}:{port}".encode("ascii") for name in _HOSTS)
        self._token = token.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or hands it on with its body, which is in bounds."""
        if scope["type"] != "http":
            raise ValueError("only HTTP is served here")
        answer = _with_headers(send)
        try:
            self._require(scope)
            body = await _body(scope, receive) if scope["method"] == "POST" else b""
        except _Refused as refused:
            await _refuse(refused, answer)
            return
        await self._application(scope, _replayed(body, receive), answer)

    def _require(self, scope: Scope) -> None:
        """Raises _Refused for whoever may not ask this."""
        host = _only(scope, b"host")
        if host not in self._hosts:
            raise _Refused(403, "HOST", "this server answers to its own address alone", "open the page by pbem play")
        path = str(scope["path"])
        # Nobody else's body is waited for, either.
        guarded = path.startswith(API) or scope["method"] == "POST"
        if guarded and not hmac.compare_digest(_only(scope, TOKEN_HEADER.lower().encode()), self._token):
            what = "this needs the token with which pbem play opened the page"
            raise _Refused(401, "TOKEN", what, "open the page anew: pbem play says where")
        raw = scope.get("raw_path") or path.encode("utf-8")
        if not _PATH.fullmatch(raw) or raw.decode("ascii") != path:
            raise _Refused(404, "NO_PATH", "there is nothing at this path")
        if scope["method"] == "POST":
            _require_own_page(scope, host)


def _require_own_page(scope: Scope, host: bytes) -> None:
    """Raises _Refused for a change that no page of this server asks for, or that is not of JSON."""
    if _only(scope, b"origin") != b"http://" + host:
        raise _Refused(403, "ORIGIN", "only the page of this server may change anything")
    kind = _only(scope, b"content-type").split(b";")[0].strip().lower()
    if kind != b"application/json":
        raise _Refused(415, "CONTENT_TYPE", "what is sent has to be of type application/json")


def _only(scope: Scope, name: bytes) -> bytes:
    """The value of a header that stands there once, b"" for any other."""
    values = [bytes(value) for key, value in scope["headers"] if key.lower() == name]
    return values[0] if len(values) == 1 else b""


async def _body(scope: Scope, receive: Receive) -> bytes:
    """All that is sent, whatever its announced length. Raises _Refused as soon as it is too much."""
    announced = _only(scope, b"content-length")
    if announced.isdigit() and int(announced) > BODY_LIMIT:
        raise _too_large()
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Refused(400, "BODY", "what was sent breaks off")
        part = bytes(message.get("body", b""))
        size += len(part)
        if size > BODY_LIMIT:
            raise _too_large()
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def _too_large() -> _Refused:
    return _Refused(413, "BODY_TOO_LARGE", f"what is sent is larger than the {BODY_LIMIT} bytes allowed here")


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body in one piece, then what else comes: that the client goes away."""
    left = [body]

    async def replay() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return replay


class _Refused(Exception):
    """A request that goes no further. status: of HTTP."""

    def __init__(self, status: int, code: str, what: str, mend: str = "") -> None:
        super().__init__(what)
        self.status = status
        self.problem = Problem(code, what, mend)


async def _refuse(refused: _Refused, send: Send) -> None:
    body = json.dumps({"error": refused.problem.to_json()}).encode("ascii")
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    if refused.status == 413:
        # What is left of the body is not waited for.
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    """Adds to each answer what a browser may do with it."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            told = message.get("headers", [])
            cache = (CACHE.lower().encode("ascii"), KEPT.encode("ascii"))
            ours = (*_HEADERS, cache if cache in told else (cache[0], _NEVER_KEPT.encode("ascii")))
            own = {name for name, _ in ours}
            kept = [(name, value) for name, value in told if name.lower() not in own]
            message = {**message, "headers": [*kept, *ours]}
        await send(message)

    return sending
