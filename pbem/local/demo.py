"""`pbem demo`: a whole campaign between two practice opponents, archived, and verified from the archive alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.judgement import Judgement
from pbem.campaign.records.archiving import default_name, save_archive
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import own_text, public_text
from pbem.errors import Problem
from pbem.local.practice import exchange, local_pair, practice_client
from pbem.store.atomic import write_atomic
from pbem.store.files import ensure_folder, read_bounded
from pbem.store.folder import LOG_LIMIT

if TYPE_CHECKING:
    from pbem.campaign.outbox.create import Invitation

MARK = "pbem-demo.txt"
_MARK_TEXT = "Made by pbem demo, which overwrites what it made here when it runs again: a, b, their homes"
_OWN = ("a", "b", "a-home", "b-home")

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Demonstration:
    """A campaign that was played. report: of the last turn. judgement: of the archive file, read anew from the disk."""

    messages: int
    report: str
    archive: Path
    judgement: Judgement


def demonstrate(folder: Path, invitation: Invitation, date: str, progress: Progress) -> Demonstration:
    """Plays the campaign below `folder`, which is new, empty, or that of an earlier demonstration.

    progress: told turns done, turns in all and a word, after each message. Raises Problem FOLDER_NOT_EMPTY.
    """
    _prepare(folder)
    a, b = local_pair(folder, invitation, ("Anna", "Bert"), date)
    try:
        messages = exchange(practice_client(a), practice_client(b), progress=_teller(a, b, progress), date=date)
        archive = folder / default_name(a)
        # Its name first: a folder that a crash left can still tell the archive from somebody else's.
        write_atomic(folder / MARK, _mark(archive.name))
        save_archive(a, archive)
        report = last_turn(a)
    finally:
        a.folder.close()
        b.folder.close()
    return Demonstration(messages, report, archive, judge_archive(read_bounded(archive, LOG_LIMIT)))


def _prepare(folder: Path) -> None:
    """Takes away what an earlier demonstration left, and nothing else."""
    ensure_folder(folder)
    names = sorted(path.name for path in folder.iterdir())
    if names and MARK not in names:
        what = f"the folder is not empty and no demonstration made it: it holds {names[0]!a}"
        raise Problem("FOLDER_NOT_EMPTY", what, "name a new folder with --folder", str(folder))
    made = read_bounded(folder / MARK, 4096).decode("utf-8", "replace").split() if names else []
    for name in names:
        path = folder / name
        if name in _OWN and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.suffix == ".pbem" and path.is_file() and name in made:
            path.unlink()
    write_atomic(folder / MARK, _mark())


def _mark(archive: str = "") -> bytes:
    """What the folder of a demonstration says of itself. archive: the name of the one that it made."""
    return f"{_MARK_TEXT}{f', and {archive}' if archive else ''}\n".encode()


def _teller(a: Campaign, b: Campaign, progress: Progress) -> Callable[[int], None]:
    def tell(seq: int) -> None:
        campaign = max((a, b), key=lambda one: len(one.chain.messages))
        at = campaign.chain.state["at"]
        done, total = _turns(campaign.game.telling.facts(at))
        progress(done, total, f"message {seq}: {campaign.game.telling.headline(at)}")

    return tell


def _turns(facts: Any) -> tuple[int, int]:
    """Turns done and in all, where the ruleset tells them; nothing of one otherwise."""
    done, total = (facts.get(key) if isinstance(facts, dict) else None for key in ("turn", "turns"))
    return (done - 1, total) if isinstance(done, int) and isinstance(total, int) else (0, 1)


def last_turn(campaign: Campaign) -> str:
    """The public report of the last message whose segment had something to tell."""
    told = [seq for seq in range(2, len(campaign.chain.messages)) if campaign.machine.events.get(seq - 1)]
    return public_text(campaign, told[-1]) if told else own_text(campaign)
