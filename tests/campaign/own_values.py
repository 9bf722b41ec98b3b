"""What one's own messages of a log committed to, read back from their vaults without the program's own bookkeeping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.errors import Problem
from pbem.protocol.messages import Message
from pbem.protocol.vault import VaultError, read_vault


class OwnValues(Mapping[int, Mapping[str, list[Any]]]):
    """What one's own messages of a log committed to, read back from their vaults (protocol section 6)."""

    def __init__(self, master: bytes, game: bytes, seat: str, messages: tuple[Message, ...]) -> None:
        self._master = master
        self._game = game
        self._own = {m.seq: m for m in messages if m.seat == seat and "vault" in m.body}
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
