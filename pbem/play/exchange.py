"""What a page asks, and how it is answered: always JSON, whatever went wrong."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse

from pbem.campaign.core.problems import as_problem, internal
from pbem.errors import Problem
from pbem.protocol.faults import Fault

# Problems that somebody else's work stands in the way of this one: another try may do.
_CLASHES: Final = frozenset({"FOLDER_LOCKED", "MAIL_BUSY", "CLASH", "JOURNAL_REFUSED", "ORDERS_CHANGED"})
_MISSING: Final = frozenset({"NO_CAMPAIGN", "NO_REPORT"})


@dataclass(frozen=True)
class Asked:
    """What a page asks. path: the parts of the path that are not fixed. query, body: what it says besides."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def campaign(self) -> str:
        """Which campaign, by its id."""
        return self.path["campaign"]

    @property
    def number(self) -> int:
        """Which message."""
        digits = self.path["number"]
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
            raise Problem("REQUEST", f"{digits[:20]!a} is no number of a message")
        return int(digits)

    def text(self, name: str, default: str | None = None) -> str:
        """A member of the body that is text. Raises Problem REQUEST for another, and for none without a default."""
        value = self.body.get(name, default)
        if not _is_text(value):
            raise Problem("REQUEST", f"{name} has to be text")
        return str(value)

    def mail(self, name: str) -> bytes:
        """A member that is text from elsewhere, which may hold what is none. Raises Problem REQUEST."""
        value = self.body.get(name)
        if not isinstance(value, str):
            raise Problem("REQUEST", f"{name} has to be text")
        return value.encode("utf-8", "replace")

    def words(self, name: str) -> list[str]:
        """A list of texts in the body, [] where there is none. Raises Problem REQUEST."""
        value = self.body.get(name, [])
        if not isinstance(value, list) or not all(_is_text(one) for one in value):
            raise Problem("REQUEST", f"{name} has to be a list of texts")
        return value

    def flag(self, name: str) -> bool:
        """A member of the body that is true or false, false where there is none. Raises Problem REQUEST."""
        value = self.body.get(name, False)
        if not isinstance(value, bool):
            raise Problem("REQUEST", f"{name} has to be true or false")
        return value

    def whole(self, name: str) -> int | None:
        """A whole number in the body, None where there is none. Raises Problem REQUEST."""
        value = self.body.get(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise Problem("REQUEST", f"{name} has to be a whole number")
        return value

    def wants(self, name: str) -> bool:
        """Whether the query has `name=1`."""
        return self.query.get(name, "") == "1"


async def asked_by(request: Request) -> Asked:
    """The request, its body read as one JSON object. Raises Problem REQUEST."""
    body: Any = {}
    if request.method == "POST":
        try:
            body = json.loads(await request.body(), parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise Problem("REQUEST", "what was sent is no JSON") from None
        if not isinstance(body, dict):
            raise Problem("REQUEST", "what is sent has to be one JSON object")
    return Asked(dict(request.path_params), dict(request.query_params), body)


def _is_text(value: Any) -> bool:
    """Half of a pair of surrogates is none: no file and no message could hold it."""
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _no_number(word: str) -> Any:
    """For NaN and Infinity, which no JSON has."""
    raise ValueError(word)


def answer(value: Any, status: int = 200) -> JSONResponse:
    """Data as an answer."""
    return _Plain(value, status)


def refusal(error: Exception, command: str = "play") -> JSONResponse:
    """What went wrong as an answer. command: the one that would have said it at a terminal."""
    if not isinstance(error, (Problem, Fault, OSError)):
        if os.environ.get("PBEM_TRACEBACK"):
            traceback.print_exception(error, file=sys.stderr)
        return answer({"error": internal(error).to_json()}, 500)
    problem = as_problem(error, command)
    return answer({"error": problem.to_json()}, status_of(problem))


def status_of(problem: Problem) -> int:
    """The status of HTTP for a problem: 409 where another try may do, 404, else 422."""
    if problem.code in _CLASHES:
        return 409
    return 404 if problem.code in _MISSING else 422


class _Plain(JSONResponse):
    """JSON in ASCII: no reader of it takes it for anything else."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")
