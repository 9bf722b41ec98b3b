"""Files that the person names, and standard input, read in bounds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.writing.orders_at_hand import orders_at_hand
from pbem.errors import Problem
from pbem.store.files import read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

MAIL_LIMIT = 32 * 2**20


def mailed(path: Path) -> bytes:
    """The bytes of a mail: of the file, or of standard input for `-`. Raises Problem."""
    if str(path) != "-":
        return read_bounded(path, MAIL_LIMIT)
    data = sys.stdin.buffer.read(MAIL_LIMIT + 1)
    if len(data) > MAIL_LIMIT:
        raise Problem("FILE_TOO_LARGE", f"standard input is larger than the {MAIL_LIMIT} bytes allowed here")
    return data


def pasted_mail() -> bytes:
    """The text in the clipboard. Raises Problem."""
    from pbem.store.clipboard import pasted

    return pasted(MAIL_LIMIT)


def orders_text(at: Campaign, file: Path | None) -> tuple[bytes, str]:
    """Bytes and name of an orders file: the one named, else the campaign's. Raises Problem, NO_ORDERS among them."""
    if file is not None:
        return read_bounded(file, DOCUMENT_LIMIT), file.name
    return orders_at_hand(at)


def orders_reader(at: Campaign, file: Path | None) -> Callable[[], tuple[bytes, str]]:
    """`orders_text`, to be read when it is needed."""
    return partial(orders_text, at, file)


def part_files(paths: Sequence[Path] | None) -> list[tuple[str, bytes]]:
    """Name and text of files with parts of team members. Raises Problem."""
    return [(str(path), mailed(path)) for path in paths or ()]


def check_command(answer: str) -> str:
    """What to type to check the orders of a message that gives this answer, or none."""
    return "pbem check --answer accept" if answer == "accept" else "pbem check"


def submit_command(answer: str) -> str:
    """What to type to sign a message that gives this answer, or none."""
    return f"pbem answer {answer}" if answer else "pbem submit"
