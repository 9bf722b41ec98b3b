"""What every command needs first: the person's configuration folder, his identity, the campaign at hand."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.person import Person, ensure_person, load_person
from pbem.cli.home import home
from pbem.cli.terminal import known_passphrase, new_passphrase
from pbem.errors import Problem
from pbem.orders.findings import quoted
from pbem.store.home import Home
from pbem.upkeep.choosing import campaign_here

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?")


def person(at: Home, *, as_json: bool = False) -> Person | None:
    """The identity, None where there is none yet."""
    return load_person(at, partial(known_passphrase, as_json=as_json))


def person_or_new(at: Home, *, none: bool, as_json: bool = False) -> Person:
    """The identity, made now where there is none. none: without a passphrase."""
    asks = partial(new_passphrase, none=none, as_json=as_json)
    return ensure_person(at, partial(known_passphrase, as_json=as_json), asks)


def campaign_path(folder: Path | None) -> Path:
    """The folder named (`CampaignDir` has found it), else the campaign around the working directory, else the only one.

    Raises Problem NO_CAMPAIGN.
    """
    return folder.absolute() if folder is not None else campaign_here(Path.cwd(), home())


@contextmanager
def campaign(
    folder: Path | None, *, write: bool = False, whole: bool = False, as_json: bool = False
) -> Iterator[Campaign]:
    """The campaign at hand, verified, with `whole` from its first message on; with `write` locked and mended."""
    path = campaign_path(folder)
    at = home()
    from pbem.campaign.inbox.recovery import open_campaign

    opened = open_campaign(path, at, person(at, as_json=as_json), write=write, whole=whole)
    try:
        yield opened
    finally:
        opened.folder.close()


def now() -> str:
    """The date that a message of this moment bears; a claim, without effect on anything but the clock."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def date_of(as_of: str) -> str:
    """The full date that `--as-of` names, this moment by default. Raises Problem DATE."""
    if as_of and not _DATE.fullmatch(as_of):
        raise Problem("DATE", f"{quoted(as_of)} is no date", "write --as-of like 2026-01-31")
    return f"{as_of}T00:00:00Z" if len(as_of) == 10 else as_of or now()


def person_unasked(at: Home) -> Person | None:
    """The identity where nobody has to be asked for its passphrase, else None."""
    try:
        return person(at, as_json=True)
    except Problem as problem:
        if problem.code != "PASSPHRASE_MISSING":
            raise
        return None


def campaign_if_any(folder: Path | None) -> Path | None:
    """The folder that `campaign_path` finds, None where there is none."""
    try:
        return campaign_path(folder)
    except Problem as problem:
        if problem.code != "NO_CAMPAIGN":
            raise
        return None


__all__ = [
    "campaign",
    "campaign_if_any",
    "campaign_path",
    "date_of",
    "home",
    "now",
    "person",
    "person_or_new",
    "person_unasked",
]
