"""Who sits at this computer: one identity for all his campaigns (protocol section 3)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile, write_keyfile
from pbem.protocol.messages import Message
from pbem.protocol.vault import VaultError, read_vault
from pbem.store.home import Home

Ask = Callable[[], str]


@dataclass(frozen=True)
class Person:
    """The holder of a master secret. fresh: the identity was made just now."""

    master: bytes
    fresh: bool = False

    @property
    def key(self) -> bytes:
        """His public key, 32 bytes."""
        return keys.public_key(self.master)

    @property
    def fingerprint(self) -> str:
        """What players compare by voice."""
        return keys.fingerprint(self.key)


def load_person(home: Home, passphrase: Ask) -> Person | None:
    """The identity of the configuration folder, None where there is none yet.

    passphrase: asked only if the file is locked. Raises Problem IDENTITY_LOCKED.
    """
    data = home.read_identity()
    if data is None:
        return None
    try:
        return Person(read_keyfile(data, passphrase() if needs_passphrase(data) else ""))
    except KeyFileError as error:
        raise Problem(
            "IDENTITY_LOCKED", str(error), "try the passphrase again, or restore a backup of your identity"
        ) from None


def ensure_person(home: Home, passphrase: Ask, new_passphrase: Ask) -> Person:
    """The identity, made now if this person has none. new_passphrase: "" writes it in clear."""
    known = load_person(home, passphrase)
    if known is not None:
        return known
    master = secrets.token_bytes(32)
    home.write_identity(write_keyfile(master, new_passphrase(), secrets.token_bytes(16), secrets.token_bytes(12)))
    return Person(master, fresh=True)


class OwnValues(Mapping[int, Mapping[str, list[Any]]]):
    """What one's own messages of a log committed to, read back from their vaults (protocol section 6)."""

    def __init__(self, master: bytes, game: bytes, side: str, messages: tuple[Message, ...]) -> None:
        self._master = master
        self._game = game
        self._own = {m.seq: m for m in messages if m.side == side and "vault" in m.body}
        self._read: dict[int, dict[str, list[Any]]] = {}

    def __getitem__(self, seq: int) -> Mapping[str, list[Any]]:
        if seq not in self._read:
            self._read[seq] = self._open(self._own[seq])
        return self._read[seq]

    def _open(self, message: Message) -> dict[str, list[Any]]:
        try:
            kinds = read_vault(self._master, self._game, message.seq, message.body["vault"])
        except VaultError as error:
            raise Problem(
                "VAULT_CLOSED", f"message {message.seq}: {error}", "use the identity that signed it"
            ) from None
        roots = message.body["roots"]
        return {kind: _filled(kinds.get(kind, {})) for kind in roots}

    def __iter__(self) -> Iterator[int]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


def _filled(slots: Mapping[int, Any]) -> list[Any]:
    """The values of the slots from 0; unused ones hold the empty string."""
    return [slots.get(i, "") for i in range(max(slots, default=-1) + 1)]
