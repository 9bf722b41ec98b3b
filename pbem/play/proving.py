"""What the page shows to others as proof: logs and archives verified, an archive to keep, evidence of a clock."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.told_data import data_of
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.overdue import evidence_of, overdue_lines
from pbem.campaign.records.archiving import default_name, whole_archive
from pbem.campaign.records.open_target import Against, judge_data, judge_path, verdict_data
from pbem.campaign.records.verdict_words import verdict_lines
from pbem.play.evening import now
from pbem.play.mailing import laid_down
from pbem.upkeep.keyring import former_data, identity_data

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.judgement import Judgement
    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked


def verify(evening: Evening, path: Path, asked: Asked) -> dict[str, Any]:
    """As `pbem verify --json` of the campaign's folder, with the lines that it prints."""
    return _told(judge_path(path, Against(), evening.home))


def verify_file(evening: Evening, asked: Asked) -> dict[str, Any]:
    """The same of an archive, a log or a mail that somebody lays down."""
    return _told(judge_data(laid_down(asked)[1], Against(), evening.home, evening.here))


def _told(judged: Judgement) -> dict[str, Any]:
    told = verdict_data(judged)
    return {**told, "lines": list(verdict_lines(told))}


def archive(evening: Evening, path: Path, asked: Asked) -> dict[str, Any]:
    """What `pbem archive` writes, in base 64, and the name that it gives it."""
    at = open_campaign(path, evening.home, evening.person, write=False, whole=True)
    with at.folder:
        return {"name": str(default_name(at)), "base64": base64.b64encode(whole_archive(at)).decode("ascii")}


def overdue(at: Campaign, asked: Asked) -> dict[str, Any]:
    """As `pbem overdue --json`, with the lines that it prints."""
    date = now()
    found, data = evidence_of(at, date)
    path = at.folder.save("evidence", f"overdue-{found.message:04d}.jsonl", data)
    told = {**data_of(found), "date": date, "file": str(path)}
    return {**told, "lines": overdue_lines(told, found.beyond(date))}


def identity(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem keys show --json`, without the campaigns; name: by which he plays, "" for none."""
    person = evening.person
    return {
        "name": evening.home.name(),
        "identity": identity_data(evening.home, person) if person is not None else None,
        "former": former_data(evening.home, person) if person is not None else [],
    }
