"""A book that is shown before the end: what a side hid so far, for somebody whom it trusts to judge it (section 13.5).

It is the disclosure that ends a log, given to somebody who is not the opponent. It is read as if an enemy had written
it: what counts is only what the log proves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.secrets import require_veils
from pbem.errors import Problem
from pbem.protocol.audit import disclosure, shown_book
from pbem.protocol.canonical import MAX_PAYLOAD, canon, parse_value
from pbem.protocol.chain import SIDES
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.chain import Chain

BOOK_LIMIT: Final = MAX_PAYLOAD
"""Bytes of a file with a book: as many as the message has that opens one."""
_MEMBERS = {"v": int, "game": str, "side": str, "message": int, "id": str, "audit": dict}
_AUDIT = {"veils": list, "book": list}
_VEIL = {"from": int, "veil": str}
_HEX = re.compile(r"[0-9a-f]{64}")
_MOST = 64
_WORDS = "pbem audit --show FILE"


@dataclass(frozen=True)
class Shown:
    """A book as it was read. message, id: the last message that its author knew of. audit: the disclosure."""

    game: str
    seat: str
    message: int
    id: str
    audit: Mapping[str, Any]


def shown_text(campaign: Campaign) -> str:
    """The file for somebody who may know what this person's side hides. Raises Problem, NOT_A_PLAYER among them."""
    campaign.require_player()
    chain, seat = campaign.chain, campaign.seat
    if seat in chain.books or not chain.game or len(chain.messages) < 2:
        what = "your book is open already" if seat in chain.books else "the game has not begun"
        raise Problem("NO_BOOK", f"there is nothing to show: {what}", "see pbem audit")
    markers = chain.states[-1].get("markers", {})
    require_veils(campaign, markers)
    body = {
        "v": 1,
        "game": chain.game.hex(),
        "side": seat,
        "message": len(chain.messages) - 1,
        "id": chain.messages[-1].id.hex(),
        "audit": disclosure(chain, seat, campaign.ring, campaign.committed, markers),
    }
    head = (
        f"pbem: what {campaign.title_of(seat)} hid in game {campaign.short_id}, up to message {body['message']}",
        "For somebody whom this side trusts, never for the opponent: whoever reads it sees all that it keeps hidden,",
        "and can find out what it hides later until it takes another key: pbem keys renew, pbem submit --change-key",
        "To judge it: pbem audit FOLDER-OR-ARCHIVE --book THIS-FILE",
    )
    return "".join(f"# {line}\n" for line in head) + canon(body).decode("utf-8") + "\n"


def read_shown(data: bytes) -> Shown:
    """The book in a file. Raises Problem BOOK_UNFIT."""
    lines = [line for line in data[:BOOK_LIMIT].split(b"\n") if line.strip() and not line.startswith(b"#")]
    if len(data) > BOOK_LIMIT or len(lines) != 1:
        raise _malformed()
    try:
        body = parse_value(lines[0].rstrip(b"\r"))
    except Fault:
        raise _malformed() from None
    if not _has(body, _MEMBERS) or not _well_formed(body["audit"]):
        raise _malformed()
    if body["v"] != 1 or body["side"] not in SIDES or body["message"] < 1:
        raise _malformed()
    return Shown(body["game"], body["side"], body["message"], body["id"], body["audit"])


def _malformed() -> Problem:
    return _unfit("it is damaged, or no file of pbem audit --show", f"ask for it again: {_WORDS}")


def _unfit(what: str, mend: str) -> Problem:
    return Problem("BOOK_UNFIT", f"this book cannot be used: {what}", mend)


def _has(value: Any, members: Mapping[str, type]) -> bool:
    if type(value) is not dict or value.keys() != members.keys():
        return False
    return all(type(value[name]) is kind for name, kind in members.items())


def _well_formed(audit: Any) -> bool:
    """Whether it has the form of the member `audit` of a message (13.1)."""
    if not _has(audit, _AUDIT) or not 0 < len(audit["veils"]) <= _MOST:
        return False
    veils = all(_has(one, _VEIL) and one["from"] >= 0 and _HEX.fullmatch(one["veil"]) for one in audit["veils"])
    return veils and all(_is_entry(one) for one in audit["book"])


def _is_entry(one: Any) -> bool:
    if type(one) is not dict or one.keys() != {"at", "kind", "i", "value"}:
        return False
    return type(one["at"]) is int and type(one["kind"]) is str and type(one["i"]) in (int, str)


def up_to(lines: Sequence[bytes], shown: Sequence[Shown]) -> Sequence[bytes]:
    """The log as far as every book goes. Raises Problem BOOK_UNFIT where one is of another log, or of a longer one."""
    if len({one.seat for one in shown}) < len(shown):
        raise _unfit("the other one is of the same side", "give one file of each side at most")
    for one in shown:
        if one.message >= len(lines):
            what = f"it goes up to message {one.message}, which is not in this log"
            raise _unfit(what, "ask for a newer archive: pbem archive")
        if peek(lines[one.message]).id.hex() != one.id:
            raise _unfit(f"message {one.message} is another one in this log", "ask for an archive of the same campaign")
    return lines[: min(one.message for one in shown) + 1] if shown else lines


def opened(chain: Chain, shown: Shown) -> Chain:
    """The chain with the book of a side open, once it fits all commitments.

    Raises Problem BOOK_UNFIT where it does not: nobody signed the file, so that proves nothing. Raises Fault AUDIT_DRAW
    where the side's own messages prove that its private draws could be steered.
    """
    if shown.game != chain.game.hex() or shown.seat in chain.books:
        what = "it is of another game" if shown.game != chain.game.hex() else "the log opens that book itself"
        raise _unfit(what, "see pbem audit without it")
    # Another side's book may end the log earlier; what goes beyond is none of this judgement.
    last = len(chain.messages) - 1
    book = [entry for entry in shown.audit["book"] if entry["at"] <= last]
    veils = [entry for entry in shown.audit["veils"] if entry["from"] <= last or entry is shown.audit["veils"][0]]
    audit = {"veils": veils, "book": book}
    try:
        found = shown_book(chain, shown.seat, audit)
    except Fault as fault:
        if fault.code == "AUDIT_DRAW":
            raise fault.placed(last, shown.seat) from None
        raise _unfit(f"it does not fit the log: {fault.detail} [{fault.code}]", "ask its owner for a new one") from None
    return replace(chain, books={**chain.books, shown.seat: found})
