"""Logs of the toy game with something wrong in them, held against page and pbem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.protocol.chain import Chain
from pbem.protocol.verify import log_lines, tape_lines, verify_log
from tests.protocol.toy import (
    TREES,
    Toy,
    line,
)
from tests.report.page.browser import Page

Body = dict[str, Any]
Files = dict[str, bytes]
Said = tuple[str, str, int | None, str]
Edit = Callable[[Body], Any]
LENGTHS = [3, 4, 5, 6]


def beside(chain: Chain, *lines: bytes, tapes: bytes | None = None) -> Files:
    """A log with further lines, and tapes: by default those of an honest program, the open segment's among them."""
    if tapes is None:
        tapes = tape_lines(chain.extend(line(chain)) if not chain.audited else chain)
    return {"log.jsonl": log_lines(chain) + b"".join(one + b"\n" for one in lines), "tapes.jsonl": tapes}


def ours(files: Files) -> Body:
    """What pbem says."""
    verdict = verify_log(files["log.jsonl"], Toy(), TREES, tapes=files.get("tapes.jsonl"), head=files.get("head"))
    return {
        "code": verdict.code,
        "class": verdict.cls,
        "exit": verdict.exit,
        "seq": verdict.seq,
        "signed_by": verdict.signed_by,
        "messages": verdict.messages,
        "agreed": dict(verdict.agreed),
    }


def agree(page: Page, files: Files, said: Said) -> Body:
    """Both say this. Gives the page's verdict."""
    theirs, own = page.judge(files), ours(files)
    assert {name: theirs[name] for name in own} == own
    assert (own["code"], own["class"], own["seq"], own["signed_by"]) == said
    assert theirs["detail"] and "verified" not in theirs["detail"] and theirs["rules"] == "rules not checked here"
    return theirs


def apart(page: Page, files: Files, said: Said, shown: Said) -> Body:
    """What only rules can tell: pbem says one thing, and the page, which has none, another that names nobody."""
    theirs, own = page.judge(files), ours(files)
    assert (own["code"], own["class"], own["seq"], own["signed_by"]) == said
    assert (theirs["code"], theirs["class"], theirs["seq"], theirs["signed_by"]) == shown and not shown[3]
    assert theirs["detail"] and "verified" not in theirs["detail"] and theirs["rules"] == "rules not checked here"
    return theirs


def by(seq: int) -> str:
    """The side that writes a message."""
    return "ab"[seq % 2]
