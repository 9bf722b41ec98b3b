"""What `pbem verify` was given: a campaign folder, a log, an archive or a mailed file, each judged in its way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.judgement import Judgement
from pbem.campaign.core.offers import stretches
from pbem.campaign.core.person import read_key
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.overdue import claim_behind, judge_with_claim
from pbem.campaign.records.verification import ARCHIVE_MAGIC, Wanted, judge_archive, judge_log, judge_single, judge_turn
from pbem.campaign.telling.seats import seatings_of
from pbem.errors import Problem
from pbem.mail.turns import turns_in
from pbem.orders.findings import quoted
from pbem.protocol import keys
from pbem.protocol.faults import Fault, diagnosis
from pbem.protocol.messages import peek
from pbem.store.files import read_bounded
from pbem.store.folder import LOG_LIMIT, TAPES, CampaignFolder, find_campaign

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.chain import Chain
    from pbem.store.home import Home

_SMALL = 64 * 2**10
_REPORT_LIMIT = 4 * 2**20
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?")


@dataclass(frozen=True)
class Against:
    """What to hold the thing against. head, report, tapes: files. key: hex digits, or a file that holds them.
    strict: reports in other words than this program's are refused."""

    head: Path | None = None
    report: Path | None = None
    tapes: Path | None = None
    key: str = ""
    complete: bool = False
    as_of: str = ""
    strict: bool = False


def judge_path(path: Path | None, against: Against, home: Home, folder: Path | None = None) -> Judgement:
    """Judges what lies at `path`; without one the campaign in `folder`, else that of the working directory.

    folder: also the campaign against which a mailed file is held. Raises Problem for what cannot be read at all;
    every fault of what was read is in the judgement.
    """
    if path is None:
        path = folder if folder is not None else find_campaign(Path.cwd())
    if path.is_dir():
        return judge_folder(path, _wanted(against), against.tapes)
    return judge_data(read_bounded(path, LOG_LIMIT), against, home, folder)


def judge_data(data: bytes, against: Against, home: Home, folder: Path | None = None) -> Judgement:
    """Judges an archive, a log or a mailed file as `judge_path` does. Raises Problem for what cannot be read at all."""
    wanted = _wanted(against)
    if data.startswith(ARCHIVE_MAGIC):
        return judge_archive(data, wanted)
    if data.lstrip()[:1] == b"{":
        tapes = read_bounded(against.tapes, LOG_LIMIT) if against.tapes is not None else None
        log, claim = claim_behind(data)
        judged = judge_log(log, tapes, wanted)
        return judge_with_claim(judged, claim) if claim else judged
    if against.key:
        return judge_single(data, read_key(against.key))
    return judge_turn(data, _campaign_of(data, home, folder))


def _wanted(against: Against) -> Wanted:
    if against.as_of and not _DATE.fullmatch(against.as_of):
        raise Problem("DATE", f"{quoted(against.as_of)} is no date", "write --as-of like 2026-01-31")
    return Wanted(
        head=read_bounded(against.head, _SMALL) if against.head is not None else None,
        report=read_bounded(against.report, _REPORT_LIMIT) if against.report is not None else None,
        complete=against.complete,
        as_of=against.as_of,
        strict=against.strict,
    )


def judge_folder(path: Path, wanted: Wanted, other_tapes: Path | None = None) -> Judgement:
    """The log of a campaign folder with the tapes beside it, or with other ones. Raises Problem."""
    folder = CampaignFolder.open(path, write=False)
    log = b"".join(line + b"\n" for line in folder.log())
    if other_tapes is not None:
        return judge_log(log, read_bounded(other_tapes, LOG_LIMIT), wanted)
    tapes = path / TAPES
    return judge_log(log, read_bounded(tapes, LOG_LIMIT) if tapes.exists() else b"", wanted)


def _campaign_of(data: bytes, home: Home, folder: Path | None) -> Campaign:
    """The campaign against which a mailed file is held: the one named, that of its game, or the one around here."""
    place = folder or _registered(data, home)
    if place is None:
        try:
            place = find_campaign(Path.cwd())
        except Problem:
            mend = "name the campaign with --campaign, or its signer's public key with --key"
            raise Problem("UNKNOWN_GAME", "this computer does not know the game of this file", mend) from None
    campaign = open_campaign(place, home, None, write=False)
    campaign.folder.close()
    return campaign


def _registered(data: bytes, home: Home) -> Path | None:
    from pbem.campaign.inbox.receive import find_folder

    for block in turns_in(data):
        try:
            return find_folder(peek(block.envelope), home)
        except (Problem, Fault):
            continue
    return None


def verified_campaign(path: Path, home: Home) -> Campaign:
    """The campaign of a folder, a log or an archive, for an onlooker.

    Raises Problem: NOT_VERIFIED for what is none or does not verify, and as `judge_path` for what cannot be read.
    """
    judged = judge_path(path, Against(), home)
    if judged.what == "turn":
        what = "this is a mailed file, not a campaign"
    elif judged.exit or judged.campaign is None:
        what = f"this is no campaign that verifies: {diagnosis(judged.verdict.code, judged.verdict.detail)}"
    else:
        return judged.campaign
    raise Problem("NOT_VERIFIED", what, "see what is wrong with it: pbem verify FILE", str(path))


def unanswered(campaign: Campaign) -> int | None:
    """The message whose dice are not counted yet, as only its answer brings them into the log; None where every die
    that was thrown lies there."""
    chain = campaign.chain
    last = len(chain.messages) - 1
    return last if last >= 2 and not chain.finished and not chain.states[last].get("over") else None


def not_counted(seq: int) -> str:
    """What is missing in a count of dice while message `seq` has no answer."""
    return f"the dice are those that both sides hold; what is thrown for message {seq} comes with its answer"


def lacks_audit(chain: Chain) -> bool:
    """Whether a game has ended and not both sides have disclosed what they hid: so much is checked, and no more."""
    return chain.finished and not chain.audited


def verdict_data(judgement: Judgement) -> dict[str, Any]:
    """A judgement as data: who, what, how many dice and up to which message, and the diagnosis."""
    verdict, campaign = judgement.verdict, judgement.campaign
    data: dict[str, Any] = {
        "ok": verdict.exit == 0,
        "verified": verdict.exit == 0
        and not (judgement.what != "turn" and verdict.chain and lacks_audit(verdict.chain)),
        "code": verdict.code,
        "class": verdict.cls,
        "exit": verdict.exit,
        "what": judgement.what,
        "message": verdict.seq,
        "signed_by": verdict.signed_by,
        "detail": verdict.detail,
        "messages": verdict.messages,
        "dice": verdict.dice,
        "unanswered": unanswered(campaign) if campaign is not None and judgement.what != "turn" else None,
        "decisions": judgement.answered,
        "agreed": dict(verdict.agreed),
        "engines": [{"from": seq, "engine": name} for seq, name in stretches(verdict.chain)] if verdict.chain else [],
        "warnings": [{"code": w.code, "message": w.seq, "detail": w.detail} for w in verdict.warnings],
        **judgement.extra,
    }
    if campaign is not None and campaign.chain.messages:
        data["campaign"] = campaign.game.scenario.title
        data["game"] = campaign.game_id
        data["seats"] = seatings_of(campaign)
        data["players"] = {
            seat: {"name": campaign.title_of(seat), "key": key.hex(), "fingerprint": keys.fingerprint(key)}
            for seat, key in sorted(campaign.chain.keys.items())
        }
    return data
