"""`pbem doctor`: installation, identity and campaign examined one after the other; what can be mended is."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import __version__
from pbem.campaign.core.rulebooks import names, ruleset
from pbem.campaign.inbox.recovery import open_campaign
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.faults import Fault
from pbem.protocol.keyfile import KeyFileError, needs_passphrase
from pbem.protocol.manifest import manifest, ruleset_digest
from pbem.protocol.verify import status_line
from pbem.store.files import read_bounded
from pbem.store.folder import LOG, LOG_LIMIT
from pbem.store.home import IDENTITY
from pbem.upkeep.environment import surroundings
from pbem.upkeep.keyring import former_of

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home

GOOD, MENDED, BAD, NOTE = "good", "mended", "bad", "note"
_PACKAGES = ("cryptography", "jsonschema-rs", "jsonschema", "pyyaml", "typer")


@dataclass(frozen=True)
class Examined:
    """One thing that was examined. state: good, mended, bad or note. mend: what the person can do; empty if nothing."""

    about: str
    state: str
    text: str
    mend: str = ""


def examine(home: Home, person: Callable[[], Person | None], folder: Path | None) -> list[Examined]:
    """Everything in order: installation, what is around it, identity, and the campaign in `folder` where there is one.

    person: opens the identity; may raise Problem.
    """
    person = cache(person)
    found = [*_installation(), *_around(home), *_identity(home), *_former(home, person)]
    return [*found, *(_campaign(folder, home, person) if folder is not None else ())]


def _installation() -> Iterator[Examined]:
    yield Examined("pbem", GOOD, f"{__version__} on Python {sys.version.split()[0]}")
    for package in _PACKAGES:
        try:
            yield Examined(package, GOOD, version(package))
        except PackageNotFoundError:
            yield Examined(package, BAD, "is not installed", f"install it: pip install {package}")
    if not names():
        yield Examined("rulesets", BAD, "none is installed", "install a package that brings one")
    for name in names():
        yield _book(name)


def _around(home: Home) -> Iterator[Examined]:
    """What can be used of the system; what cannot is a note, for nobody needs it to play."""
    for usable, about, text, mend in surroundings(home):
        yield Examined(about, GOOD if usable else NOTE, text, mend)


def _book(name: str) -> Examined:
    try:
        book = ruleset(name)
        scenarios = ", ".join(scenario.id for scenario in book.scenarios())
        digest = ruleset_digest(manifest(book.data_files())).hex()[:12]
    except Exception as error:
        # Foreign code: whatever it raises means that this package does not work here.
        return Examined(f"ruleset {name}", BAD, f"does not load: {str(error)[:200]}", "install it again")
    return Examined(f"ruleset {name}", GOOD, f"version {book.version}, data {digest}, scenarios: {scenarios}")


def _identity(home: Home) -> Iterator[Examined]:
    try:
        data = home.read_identity()
        if data is None:
            yield Examined("identity", NOTE, "none yet", "pbem new and pbem join make one")
            return
        locked = needs_passphrase(data)
    except (Problem, KeyFileError) as error:
        yield Examined("identity", BAD, str(error), "restore a backup of your identity")
        return
    path = home.path / IDENTITY
    if locked:
        yield Examined("identity", GOOD, f"locked with a passphrase, in {path}")
    else:
        yield Examined("identity", NOTE, f"kept in clear, in {path}", "whoever reads that file can sign as you")
    mode = stat.S_IMODE(path.stat().st_mode)
    if sys.platform != "win32" and mode & 0o077:
        yield Examined("identity", BAD, f"other people may read it (mode {mode:04o})", f"chmod 600 {path}")


def _former(home: Home, person: Callable[[], Person | None]) -> Iterator[Examined]:
    """Former identities: which of them open, for the campaigns that were begun with them."""
    about = "former identities"
    try:
        opener = person() if home.former_files() else None
    except Problem as problem:
        yield Examined(about, NOTE, f"not examined: {problem}", problem.mend)
        return
    if opener is None:
        return
    former = former_of(opener)
    if former.opened:
        yield Examined(about, GOOD, f"{len(former.opened)} open, in {home.path / 'former'}")
    for name, why in former.closed.items():
        mend = "by its own passphrase: pbem keys passphrase; from its paper: pbem keys restore FILE --former"
        yield Examined(about, NOTE, f"{home.path / name}: {why}", mend)


def _campaign(folder: Path, home: Home, person: Callable[[], Person | None]) -> Iterator[Examined]:
    about = f"campaign {folder.name}"
    try:
        known = home.campaigns()
        campaign = open_campaign(folder, home, person(), write=True, whole=True)
    except Problem as problem:
        yield Examined(about, BAD, str(problem), problem.mend)
        return
    except Fault as fault:
        mend = "the files were changed: take them from a backup, or from your opponent's archive"
        yield Examined(about, BAD, f"the log is not valid: {fault}", mend)
        return
    try:
        yield from _health(campaign, about, known)
    finally:
        campaign.folder.close()


def _health(campaign: Campaign, about: str, known: Mapping[str, Path]) -> Iterator[Examined]:
    chain = campaign.chain
    waits = f"waits for {campaign.title_of(chain.waits_for)}" if chain.waits_for else status_line(chain)
    yield Examined(about, GOOD, f"{len(chain.messages)} messages verified; {waits}")
    losses = campaign.folder.losses
    if losses.log or losses.tapes:
        yield Examined(about, MENDED, "a torn last line was cut off")
    tapes = [canon(tape) for tape in chain.tapes]
    if campaign.folder.tapes() == tapes:
        yield Examined(about, GOOD, "the tapes go with the log")
    else:
        campaign.folder.rewrite_tapes(tapes)
        yield Examined(about, MENDED, "the tapes did not go with the log; they were computed again")
    if not campaign.seat:
        yield Examined(about, NOTE, "you play in it with another identity, or not at all")
    yield from _registered(campaign, about, known)


def _registered(campaign: Campaign, about: str, known: Mapping[str, Path]) -> Iterator[Examined]:
    """Whether `receive` found this folder by the id of the game; opening a campaign for writing registers it."""
    if not campaign.game_id or not campaign.seat:
        return
    before = known.get(campaign.game_id)
    if before == campaign.folder.path.absolute():
        yield Examined(about, GOOD, "receive finds this folder")
    else:
        was = f"receive went to {before}" if before is not None else "receive did not know this folder"
        yield Examined(about, MENDED, f"{was}; it finds it now")
        ahead = _count(before) if before is not None else 0
        if ahead > len(campaign.chain.messages):
            held = f"{before} holds {ahead} messages, this folder {len(campaign.chain.messages)}"
            yield Examined(about, NOTE, held, "go on there, and have receive find it again: pbem doctor in that folder")


def _count(folder: Path) -> int:
    """How many messages a folder's log holds, 0 where none can be read."""
    try:
        return read_bounded(folder / LOG, LOG_LIMIT).count(b"\n")
    except (OSError, Problem):
        return 0
