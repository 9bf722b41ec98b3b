"""Who sits at this computer: one identity for all his campaigns (protocol section 3)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import overload

from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile, write_keyfile
from pbem.store.files import read_bounded
from pbem.store.home import Home

Ask = Callable[[], str]


class Former(Sequence[bytes]):
    """The masters that were the person's before, newest first, without the present one and without repetitions.

    The files are opened when one of them is first asked for: under a passphrase each costs an scrypt, and most
    commands need none. A file that does not open is left out. files: name -> content, oldest first.
    """

    def __init__(self, files: dict[str, bytes], passphrase: str, present: bytes) -> None:
        self.files = files
        self._passphrase = passphrase
        self._present = present

    @cached_property
    def _read(self) -> tuple[dict[str, bytes], dict[str, str]]:
        opened: dict[str, bytes] = {}
        closed: dict[str, str] = {}
        for name in reversed(self.files):
            try:
                opened[name] = read_keyfile(self.files[name], self._passphrase)
            except KeyFileError as error:
                closed[name] = str(error)
        return opened, closed

    @property
    def opened(self) -> dict[str, bytes]:
        """Name of each file that opens -> its master, newest first."""
        return self._read[0]

    @property
    def closed(self) -> dict[str, str]:
        """Name of each file that does not open -> why."""
        return self._read[1]

    @cached_property
    def _masters(self) -> tuple[bytes, ...]:
        return tuple(master for master in dict.fromkeys(self.opened.values()) if master != self._present)

    @overload
    def __getitem__(self, index: int) -> bytes: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...

    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        return self._masters[index]

    def __len__(self) -> int:
        return len(self._masters)


@dataclass(frozen=True)
class Person:
    """The holder of a master secret, and of those that were his before.

    fresh: the identity was made just now. former: masters of games that began before the present one, newest first.
    """

    master: bytes = field(repr=False)
    fresh: bool = False
    former: Sequence[bytes] = field(default=(), repr=False)

    @cached_property
    def key(self) -> bytes:
        """His public key, 32 bytes."""
        return keys.public_key(self.master)

    @property
    def fingerprint(self) -> str:
        """What players compare by voice."""
        return keys.fingerprint(self.key)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """All his public keys, the present one first."""
        return (self.key, *self._former_masters)

    def master_of(self, key: bytes) -> bytes | None:
        """The master whose public key this is, None if he does not hold it. Former files are opened only for a key
        that is not the present one."""
        return self.master if key == self.key else self._former_masters.get(key)

    @cached_property
    def _former_masters(self) -> dict[bytes, bytes]:
        return {keys.public_key(master): master for master in self.former if master != self.master}


def load_person(home: Home, passphrase: Ask) -> Person | None:
    """The identity of the configuration folder with the former ones, None where there is none yet.

    passphrase: asked only if the file is locked; it opens the former ones too, and one that it does not open is left
    out. Raises Problem IDENTITY_LOCKED.
    """
    data = home.read_identity()
    if data is None:
        return None
    try:
        said = passphrase() if needs_passphrase(data) else ""
        master = read_keyfile(data, said)
    except KeyFileError as error:
        raise Problem(
            "IDENTITY_LOCKED", str(error), "try the passphrase again, or restore a backup: pbem keys restore --replace"
        ) from None
    return Person(master, former=Former(home.former_files(), said, master))


def ensure_person(home: Home, passphrase: Ask, new_passphrase: Ask) -> Person:
    """The identity, made now if this person has none. new_passphrase: "" writes it in clear."""
    known = load_person(home, passphrase)
    if known is not None:
        return known
    master = secrets.token_bytes(32)
    try:
        home.write_identity(sealed(master, new_passphrase()))
    except Problem as problem:
        # Another command of this person has made it in the meantime: there is one identity, not two.
        made = load_person(home, passphrase) if problem.code == "IDENTITY_EXISTS" else None
        if made is None:
            raise
        return made
    return Person(master, fresh=True)


def sealed(master: bytes, passphrase: str) -> bytes:
    """The identity file of a master; an empty passphrase keeps it in clear."""
    return write_keyfile(master, passphrase, secrets.token_bytes(16), secrets.token_bytes(12))


_KEY = re.compile(r"[0-9a-f]{64}")
_KEY_FILE_LIMIT = 64 * 2**10


def read_key(text: str) -> bytes:
    """A public key from 64 hex digits, or from the first such word in a small file. Raises Problem KEY."""
    digits = text.strip().lower()
    if not _KEY.fullmatch(digits):
        words = read_bounded(Path(text), _KEY_FILE_LIMIT).decode("utf-8", "replace").lower().split()
        digits = next((word for word in words if _KEY.fullmatch(word)), "")
    if not digits:
        raise Problem("KEY", "there is no public key of 64 hex digits", "give the digits, or a file that holds them")
    return bytes.fromhex(digits)
