"""What `pbem mail sync` did, as data and in words."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.campaign.inbox.automatic import made_data
from pbem.campaign.inbox.receipts import receipt_data, receipt_lines
from pbem.mail.loop_guard import AUTOMATIC, LISTED, OWN, PERSONAL
from pbem.mailservice.maildelivery import Taken
from pbem.mailservice.mailing import Synced

_KINDS = {
    "known": "known already",
    OWN: "your own",
    AUTOMATIC: "written by programs",
    LISTED: "of mailing lists",
    PERSONAL: "without anything of pbem",
}


def synced_data(synced: Synced, dry_run: bool) -> dict[str, Any]:
    """One go of `pbem mail sync` as data."""
    taken = synced.taken
    data: dict[str, Any] = {
        "received": [receipt_data(label, receipt) for label, receipt in taken.receipts],
        "invitations": [{"file": str(path), "from": who, "next": _join(path, who)} for path, who in taken.invitations],
        "returned": list(taken.returned),
        "notices": list(taken.notices),
        "passed_over": dict(sorted(taken.passed_over.items())),
        "signed": [made_data(one) for one in synced.made],
        "sent": [
            {"campaign": str(one.folder), "game": one.game, "message": one.seq, "to": one.to, "id": one.id}
            for one in synced.sent
        ],
        "left": synced.left,
        "dry_run": dry_run,
        "exit": synced.exit,
    }
    if dry_run:
        data["would_receive"] = list(taken.would)
    failed = [*taken.failed, *synced.problems]
    if failed:
        data |= {"error": failed[0].to_json(), "errors": [one.to_json() for one in failed]}
    return data


def synced_lines(synced: Synced, dry_run: bool, quiet: bool) -> Iterator[str]:
    """The same in words."""
    taken = synced.taken
    for label, receipt in taken.receipts:
        yield from receipt_lines(label, receipt, quiet)
    for path, who in taken.invitations:
        yield f"An invitation of {who}: {path}"
        yield f"  look at it with: {_join(path, who)}"
    yield from taken.returned
    yield from taken.notices
    yield from (f"would take in: {text}" for text in taken.would)
    for made in synced.made:
        yield f"{'would sign' if dry_run else 'signed by itself'}: {made.words}"
    for one in synced.sent:
        yield f"{'would send' if dry_run else 'sent'}: message {one.seq} of game {one.game} to {one.to}"
    yield from _rest(taken)
    if synced.left:
        yield f"{synced.left} more mails are left for the next time"
    if not synced.told:
        yield "Nothing new, and nothing to send."


def _join(path: Path, who: str) -> str:
    """What to type; with the address from which the invitation came, to which the acceptance goes."""
    return f"pbem join {shlex.quote(str(path))}{f' --opponent {shlex.quote(who)}' if '@' in who else ''}"


def _rest(taken: Taken) -> Iterator[str]:
    counts = [f"{number} {_KINDS.get(kind, kind)}" for kind, number in sorted(taken.passed_over.items())]
    if counts:
        yield f"other mails, left alone: {', '.join(counts)}"
