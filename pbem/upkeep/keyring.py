"""`pbem keys`: what a person signs with, shown, put on paper, brought back, renewed, locked (protocol section 3)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.person import Former, Person, sealed
from pbem.campaign.inbox.recovery import open_campaign
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.faults import Fault
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile
from pbem.protocol.paper import write_paper
from pbem.store.atomic import sweep, write_atomic
from pbem.store.files import entry_at
from pbem.store.home import IDENTITY, Home
from pbem.store.os_port import PRIVATE_FILE

PRESENT, FORMER = "present", "former"


@dataclass(frozen=True)
class Played:
    """A campaign and who its players are.

    players: {"side", "name", "fingerprint", "key", "yours"} of each seat whose key is known. with_key: `present` or
    `former`, whichever of the person's keys plays in it, "" for an onlooker. running: whether a message is due.
    error: why the folder cannot be read, "" if it can; then the rest is empty.
    """

    folder: str
    game: str = ""
    campaign: str = ""
    you: str = ""
    with_key: str = ""
    running: bool = False
    players: tuple[dict[str, Any], ...] = ()
    error: str = ""


def key_data(master: bytes, name: str, file: bytes) -> dict[str, Any]:
    """What may be shown of an identity: {"fingerprint", "key", "file", "locked"}. file: content of its file."""
    key = keys.public_key(master)
    return {
        "fingerprint": keys.fingerprint(key),
        "key": key.hex(),
        "file": name,
        "locked": needs_passphrase(file),
    }


def identity_data(home: Home, person: Person) -> dict[str, Any]:
    """The present identity as `key_data`. Raises Problem."""
    return key_data(person.master, str(home.path / IDENTITY), home.read_identity() or b"")


def former_data(home: Home, person: Person) -> list[dict[str, Any]]:
    """Each former file, newest first: as `key_data`, or {"file", "error"} where it does not open. Raises Problem."""
    former = former_of(person)
    told: list[dict[str, Any]] = [key_data(master, name, former.files[name]) for name, master in former.opened.items()]
    return told + [{"file": name, "error": why} for name, why in former.closed.items()]


def former_of(person: Person) -> Former:
    """The former identities of a person who was loaded from his configuration folder."""
    return person.former if isinstance(person.former, Former) else Former({}, "", person.master)


def played(home: Home, person: Person | None, at_hand: Path | None) -> list[Played]:
    """All registered campaigns, and the one at hand, by folder. Raises Problem where the register cannot be read."""
    places = {*home.all_pending().values(), *home.campaigns().values(), *({at_hand.absolute()} if at_hand else ())}
    return [_played(place, home, person) for place in sorted(places, key=str)]


def _played(folder: Path, home: Home, person: Person | None) -> Played:
    try:
        campaign = open_campaign(folder, home, person, write=False)
    except Problem as problem:
        return Played(str(folder), error=problem.what)
    except Fault as fault:
        return Played(str(folder), error=str(fault))
    campaign.folder.close()
    players = tuple(_players(campaign, person))
    mine = next((player for player in players if player["yours"]), None)
    present = mine is not None and person is not None and mine["key"] == person.key.hex()
    return Played(
        folder=str(folder),
        game=campaign.short_id,
        campaign=campaign.game.scenario.title,
        you=mine["name"] if mine else "",
        with_key=(PRESENT if present else FORMER) if mine else "",
        running=bool(campaign.chain.waits_for),
        players=players,
    )


def _players(campaign: Campaign, person: Person | None) -> Iterator[dict[str, Any]]:
    for seat, key in sorted(campaign.chain.keys.items()):
        yield {
            "side": seat,
            "name": campaign.title_of(seat),
            "fingerprint": keys.fingerprint(key),
            "key": key.hex(),
            "yours": person is not None and person.master_of(key) is not None,
        }


def chosen(person: Person, fingerprint: str) -> bytes:
    """The master whose fingerprint begins so, the present one for "". Raises Problem UNKNOWN_KEY."""
    wanted = fingerprint.lower().replace("-", "").replace(" ", "")
    if not wanted:
        return person.master
    found = [key for key in person.keys if keys.fingerprint(key).replace("-", "").startswith(wanted)]
    master = person.master_of(found[0]) if len(found) == 1 else None
    if master is None:
        what = (
            f"{'several' if found else 'none'} of your identities have a fingerprint that begins {fingerprint[:40]!a}"
        )
        raise Problem("UNKNOWN_KEY", what, "pbem keys show lists them")
    return master


def paper_of(master: bytes) -> str:
    """The text to print: what it is, what it restores, and the four lines."""
    return write_paper(
        master,
        (
            "pbem: an identity on paper",
            f"fingerprint {keys.fingerprint(keys.public_key(master))}",
            "",
            "Whoever reads the four lines below can sign as you and see what you keep hidden. Keep them",
            "on paper, locked away; delete every copy in a computer.",
            "They give your identity back:  pbem keys restore  (type them, or name a file that holds them)",
            "and with a campaign's log or mails also what you had committed to in it:  pbem import",
            "Small letters and missing spaces do no harm. The letters I, L, O and U do not occur.",
            "",
        ),
    )


def save_paper(text: str, path: Path) -> None:
    """Writes a paper backup to a new file, mode 0600. Raises Problem FILE_EXISTS, and what the disk refuses."""
    if entry_at(path) is not None:
        raise Problem("FILE_EXISTS", "there is something under this name already", "name another file", str(path))
    sweep(path.parent, name=path.name)  # half of a secret that a crash left hidden beside its name
    write_atomic(path, text.encode("utf-8"), mode=PRIVATE_FILE)


def restored(home: Home, master: bytes, passphrase: Callable[[], str], *, replace: bool) -> None:
    """Makes `master` the present identity. passphrase: asked when it is certain that there is room.

    Raises Problem IDENTITY_EXISTS where there is another, unless `replace` keeps that one in `former/`.
    """
    if not replace and home.read_identity() is not None:
        raise Problem(
            "IDENTITY_EXISTS",
            "there is another identity on this computer already",
            "say --replace to put this one in its place (it is kept, and goes on in its campaigns), or --former to "
            "have both",
            str(home.path / IDENTITY),
        )
    home.write_identity(sealed(master, passphrase()), replace=replace)


def add_former(home: Home, person: Person, master: bytes, passphrase: str) -> None:
    """Keeps `master` among the former identities, under the passphrase of the present one. Raises Problem."""
    if person.master_of(keys.public_key(master)) is None:
        home.keep_former(sealed(master, passphrase))


def renewed(home: Home, passphrase: str) -> Person:
    """A new master, under the same passphrase; the present one goes to `former/`. Raises Problem."""
    master = secrets.token_bytes(32)
    home.write_identity(sealed(master, passphrase), replace=True)
    return Person(master, fresh=True, former=Former(home.former_files(), passphrase, master))


def relocked(home: Home, person: Person, before: bytes, new: str, ask: Callable[[str], str]) -> list[str]:
    """Puts the identity and all former ones under the passphrase `new`; "" keeps them in clear.

    before: content of the identity file. ask: called with the name of each former file that does not open with the
    identity's passphrase; answers its own one, "" to leave it. Returns the names of those that were left. Raises
    Problem; what was written until then stays, and the same command goes on from there.
    """
    former = former_of(person)
    opened = {**former.opened, **dict(_opened(former, new, ask))}
    # The identity last: until then its old passphrase opens it, and the command can be repeated after a crash.
    for name, master in opened.items():
        home.reseal(name, former.files[name], sealed(master, new))
    home.reseal(IDENTITY, before, sealed(person.master, new))
    return [name for name in former.closed if name not in opened]


def _opened(former: Former, new: str, ask: Callable[[str], str]) -> Iterator[tuple[str, bytes]]:
    """The masters of closed files that open with the new passphrase already, or with one that the person knows."""
    for name in former.closed:
        for passphrase in (lambda: new, lambda name=name: ask(name)):
            master = _opens(former.files[name], passphrase)
            if master is not None:
                yield name, master
                break


def _opens(data: bytes, passphrase: Callable[[], str]) -> bytes | None:
    """The master in a locked file; None where it is no such file or this is not its passphrase."""
    try:
        said = passphrase() if needs_passphrase(data) else ""
        return read_keyfile(data, said) if said else None
    except KeyFileError:
        return None
