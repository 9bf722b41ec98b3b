"""The person's configuration folder: identity, second copies of the journals, and where the campaigns are."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.store.atomic import sweep, write_atomic
from pbem.store.faults import reported
from pbem.store.files import ensure_folder, entry_at, free_name, read_bounded
from pbem.store.lock import Lock
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER, REAL, System
from pbem.store.picture_folder import PictureFolder

IDENTITY: Final = "identity.json"
IDENTITY_LIMIT: Final = 64 * 2**10
MAIL_SETTINGS: Final = "mail.yaml"
CHECKPOINT_LIMIT: Final = 64 * 2**20
_PATH_LIMIT: Final = 64 * 2**10
_ID: Final = re.compile(r"[0-9a-f]{64}")
_FORMER: Final = "former"
_AGAIN: Final = "again"
_NAME: Final = "name.txt"
_NAME_LIMIT: Final = 1024
_SEQ: Final = re.compile(r"[0-9]{1,7}", re.ASCII)
_FORMER_NAME: Final = re.compile(r"identity(?:-([0-9]{1,3}))?\.json")


def home_path(environment: Mapping[str, str], platform: str, user: Path) -> Path:
    """Where the configuration folder is: `PBEM_HOME`, or the place that the system has for such things.

    platform: as `sys.platform`. user: the person's home directory.
    """
    if named := environment.get("PBEM_HOME"):
        return Path(named).absolute()
    if platform == "win32":
        return Path(environment.get("APPDATA") or user / "AppData" / "Roaming") / "pbem"
    if platform == "darwin":
        return user / "Library" / "Application Support" / "pbem"
    base = environment.get("XDG_CONFIG_HOME", "")
    # The XDG specification: a relative path there is to be ignored.
    return (Path(base) if base.startswith("/") else user / ".config") / "pbem"


class Home:
    """The configuration folder at `path`; made with the first thing that is written, for its owner only."""

    def __init__(self, path: Path, *, system: System = REAL) -> None:
        self.path = path
        self._system = system

    def read_identity(self) -> bytes | None:
        """The identity file, or None where there is none yet. Raises Problem."""
        return self._read(self.path / IDENTITY, IDENTITY_LIMIT)

    def write_identity(self, data: bytes, *, replace: bool = False) -> None:
        """Keep the identity, mode 0600.

        With `replace` the former one is kept in `former/`: games that began with it need it. Raises Problem:
        IDENTITY_EXISTS where there is another and `replace` was not said.
        """
        with self._locked(self.path):
            former = self.read_identity()
            if former == data:
                return
            if former is not None:
                self._keep_former(former, replace)
            write_atomic(self.path / IDENTITY, data, mode=PRIVATE_FILE, system=self._system)

    def keep_former(self, data: bytes) -> None:
        """Keep an identity file beside the present one, among the former ones, mode 0600. Raises Problem."""
        with self._locked(self.path):
            self._keep_former(data, replace=True)

    def former_files(self) -> dict[str, bytes]:
        """The identity files that were kept when another took their place: `former/<name>` -> content, oldest first.

        One that cannot be read (a link, a folder, too large, forbidden) has empty content. Raises Problem.
        """
        folder = self.path / _FORMER
        with reported(folder, writing=False):
            names = self._system.list_folder(folder) if self._system.is_folder(folder) else []
        found = [match for name in names if (match := _FORMER_NAME.fullmatch(name))]
        found.sort(key=lambda match: int(match[1] or 1))
        return {f"{_FORMER}/{match[0]}": self._former(folder / match[0]) for match in found}

    def _former(self, path: Path) -> bytes:
        try:
            return read_bounded(path, IDENTITY_LIMIT, system=self._system)
        except Problem:
            return b""

    def reseal(self, name: str, before: bytes, after: bytes) -> None:
        """Write an identity file anew, in one step, and keep nothing of how it was: its passphrase was changed.

        name: `identity.json`, or one of `former_files`. Raises Problem: IDENTITY_CHANGED where it does not hold
        `before` any more.
        """
        path = self.path / name
        with self._locked(path.parent):
            if self._read(path, IDENTITY_LIMIT) != before:
                what = "this file was changed by another program in the meantime"
                raise Problem("IDENTITY_CHANGED", what, "run the command again", str(path))
            write_atomic(path, after, mode=PRIVATE_FILE, system=self._system)

    def _keep_former(self, former: bytes, replace: bool) -> None:
        if not replace:
            mend = "keep it, or move it away first"
            raise Problem("IDENTITY_EXISTS", "you have an identity already", mend, str(self.path / IDENTITY))
        kept = self.path / _FORMER
        ensure_folder(kept, mode=PRIVATE_FOLDER, system=self._system)
        path, there = free_name(kept, IDENTITY, former, system=self._system)
        if not there:
            write_atomic(path, former, mode=PRIVATE_FILE, system=self._system)

    def journal(self, game: str) -> Path:
        """Where the second copy of a game's journal is kept. game: 64 hex digits. Raises Problem GAME_ID_MALFORMED."""
        return self.path / "journals" / f"{_checked(game)}.jsonl"

    def read_checkpoint(self, game: str) -> bytes | None:
        """The newest checkpoint of a game, None where there is none. Raises Problem."""
        return self._read(self.path / "checkpoints" / f"{_checked(game)}.json", CHECKPOINT_LIMIT)

    def write_checkpoint(self, game: str, data: bytes) -> None:
        """Keep a checkpoint in place of the former one; one that is too large is not kept. Raises Problem."""
        path = self.path / "checkpoints" / f"{_checked(game)}.json"
        if len(data) <= CHECKPOINT_LIMIT:
            with self._locked(path.parent):
                write_atomic(path, data, mode=PRIVATE_FILE, system=self._system)

    def picture_cache(self) -> PictureFolder:
        """Where drawn parts of maps are kept: `cache/pictures`, which may be deleted at any time."""
        return PictureFolder(self.path / "cache" / "pictures", system=self._system)

    def joining(self, invite: str) -> Lock:
        """The lock under which this person accepts an invitation: not twice, from two folders. Raises Problem."""
        folder = self.path / "pending"
        ensure_folder(folder, mode=PRIVATE_FOLDER, system=self._system)
        return Lock(folder / f"{_checked(invite)}.lock", wait=True, system=self._system)

    def register(self, game: str, folder: Path) -> None:
        """Remember where the campaign of this game is. folder: an absolute path. Raises Problem."""
        self._note("campaigns", game, folder)

    def register_pending(self, invite: str, folder: Path) -> None:
        """Remember where the campaign of an invite is that nobody has accepted yet. invite: its id. Raises Problem."""
        self._note("pending", invite, folder)

    def campaign(self, game: str) -> Path | None:
        """The folder registered for a game; it may have been moved since. Raises Problem."""
        return self._noted("campaigns", game)

    def pending(self, invite: str) -> Path | None:
        """The folder registered for an invite. Raises Problem."""
        return self._noted("pending", invite)

    def campaigns(self) -> dict[str, Path]:
        """All registered campaigns by game id, sorted. Raises Problem."""
        return self._all("campaigns")

    def all_pending(self) -> dict[str, Path]:
        """All registered invites by id, sorted. Raises Problem."""
        return self._all("pending")

    def forget(self, game: str) -> None:
        """Take a game out of the register; its folder and journal stay. Raises Problem."""
        self._drop("campaigns", game)

    def forget_pending(self, invite: str) -> None:
        """Take an invite out of the register. Raises Problem."""
        self._drop("pending", invite)

    def name(self) -> str:
        """The name by which this person plays, "" where he has not said any. Raises Problem."""
        data = self._read(self.path / _NAME, _NAME_LIMIT) or b""
        return data.decode("utf-8", "replace").strip()

    def keep_name(self, name: str) -> None:
        """Remember it. Raises Problem."""
        with self._locked(self.path):
            write_atomic(self.path / _NAME, f"{name}\n".encode(), mode=PRIVATE_FILE, system=self._system)

    @property
    def has_mail(self) -> bool:
        """Whether a mail account is set up here, whatever its settings say. Raises Problem."""
        return entry_at(self.path / MAIL_SETTINGS, system=self._system) is not None

    def ask_again(self, invite: str, seq: int) -> None:
        """Remember that message `seq` of a campaign is to be mailed once more. invite: id of its invitation.

        Raises Problem.
        """
        path = self.path / _AGAIN / _checked(invite)
        with self._locked(path.parent):
            write_atomic(path, str(seq).encode("ascii"), mode=PRIVATE_FILE, system=self._system)

    def asked_again(self) -> dict[str, int]:
        """Id of an invitation -> message that is to be mailed once more. Raises Problem."""
        found = {invite: path.name for invite, path in self._all(_AGAIN).items()}
        return {invite: int(seq) for invite, seq in found.items() if _SEQ.fullmatch(seq)}

    def forget_again(self, invite: str) -> None:
        """It has been mailed. Raises Problem."""
        self._drop(_AGAIN, invite)

    def _note(self, register: str, key: str, folder: Path) -> None:
        if not folder.is_absolute():
            raise ValueError("a registered folder has an absolute path")
        path = self.path / register / _checked(key)
        if self._noted(register, key) == folder:
            return
        # One file for each game: registering one campaign can never damage the entry of another.
        with self._locked(path.parent):
            write_atomic(path, os.fsencode(folder), mode=PRIVATE_FILE, system=self._system)

    def _noted(self, register: str, key: str) -> Path | None:
        data = self._read(self.path / register / _checked(key), _PATH_LIMIT)
        return Path(os.fsdecode(data)) if data else None

    def _all(self, register: str) -> dict[str, Path]:
        folder = self.path / register
        with reported(folder, writing=False):
            names = self._system.list_folder(folder) if self._system.look(folder) is not None else []
        found = {name: self._noted(register, name) for name in names if _ID.fullmatch(name)}
        return {name: path for name, path in found.items() if path is not None}

    def _drop(self, register: str, key: str) -> None:
        path = self.path / register / _checked(key)
        if self._noted(register, key) is not None:
            with self._locked(path.parent), reported(path, writing=True):
                self._system.unlink(path)
                self._system.sync_folder(path.parent)

    def _read(self, path: Path, limit: int) -> bytes | None:
        if entry_at(path, system=self._system) is None:
            return None
        return read_bounded(path, limit, system=self._system)

    def _locked(self, folder: Path) -> Lock:
        """Make `folder`, take the lock of the configuration folder and sweep what a crash left in `folder`."""
        ensure_folder(folder, mode=PRIVATE_FOLDER, system=self._system)
        lock = Lock(self.path / "lock", wait=True, system=self._system)
        try:
            sweep(folder, system=self._system)
        except BaseException:
            lock.release()
            raise
        return lock


def _checked(key: str) -> str:
    if not _ID.fullmatch(key):
        raise Problem("GAME_ID_MALFORMED", "the id of a game is 64 lower-case hex digits", "copy it whole")
    return key
