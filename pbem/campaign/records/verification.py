"""`pbem verify`: a log, an archive, a folder or a single mailed file, judged as protocol section 14 says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.judgement import Judgement
from pbem.campaign.core.machine import machine_for
from pbem.campaign.core.progress import tell
from pbem.campaign.records.archiving import LOG, TAPES, compare_archive, not_compared, unpack
from pbem.campaign.telling.reports import public_text
from pbem.errors import Problem
from pbem.mail.turns import turns_in
from pbem.protocol.admission import admit
from pbem.protocol.chain import Chain, Notice
from pbem.protocol.faults import ENVIRONMENT, EXITS, Fault
from pbem.protocol.messages import Message, peek
from pbem.protocol.verify import Verdict, split_lines, verdict_of, verify_log, verify_single
from pbem.report.label import label_of
from pbem.store.folder import CampaignFolder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.machine import GameMachine

ARCHIVE_MAGIC = b"PK"
_NO_NUMBER = 2**53


@dataclass(frozen=True)
class Wanted:
    """What to hold a log against: a head file, a report file, completeness, a date; see protocol section 14.

    strict: reports have to be in this program's words, to the letter.
    """

    head: bytes | None = None
    report: bytes | None = None
    complete: bool = False
    as_of: str = ""
    strict: bool = False


NOTHING_MORE = Wanted()


def judge_log(log: bytes, tapes: bytes | None = None, wanted: Wanted = NOTHING_MORE) -> Judgement:
    """Verifies a log. Raises nothing on hostile input.

    Where its rules are not here, in whole or from an amendment on, the judgement is of class environment, and `extra`
    says under `without_rules` what everything but the rules gives.
    """
    judged = _by_rules(log, tapes, wanted)
    if judged.verdict.cls != ENVIRONMENT:
        return judged
    from pbem.protocol.verify_without_rules import check_without_rules

    found = check_without_rules(log, tapes)
    fault = (
        {"code": found.fault.code, "message": found.fault.seq, "detail": found.fault.detail} if found.fault else None
    )
    told = {"messages": found.messages, "dice": found.dice, "fault": fault}
    return replace(judged, extra=judged.extra | {"without_rules": told})


def _by_rules(log: bytes, tapes: bytes | None, wanted: Wanted) -> Judgement:
    try:
        machine = _machine(log)
    except Fault as fault:
        return Judgement(verdict_of(fault), "log")
    verdict = verify_log(
        log,
        machine,
        machine.depths,
        tapes=tapes,
        head=wanted.head,
        complete=wanted.complete,
        as_of=wanted.as_of,
        each=lambda done, total: tell(done, total, f"verifying message {done}"),
    )
    # Both players may have agreed to go on by other rules.
    machine = cast("GameMachine", verdict.chain.machine) if verdict.chain is not None else machine
    campaign = _onlooker(machine, verdict.chain)
    if verdict.exit == 0 and wanted.report is not None and campaign is not None:
        try:
            note = compare_report(campaign, wanted.report, strict=wanted.strict)
        except Fault as fault:
            return Judgement(verdict_of(fault, verdict.chain), "log", campaign, machine.answered)
        return Judgement(verdict, "log", campaign, machine.answered, {"report": note})
    return Judgement(verdict, "log", campaign, machine.answered)


def _machine(log: bytes) -> Any:
    lines = split_lines(log)
    if not lines:
        raise Fault("LOG_TRUNCATED", "the log is empty")
    try:
        message = peek(lines[0])
    except Fault as fault:
        raise fault.placed(0, "") from None
    if message.kind != "invite":
        # Nobody's key is known yet, so the fold refuses it before it asks for any rules.
        admit(Chain(None, {}), lines[0])  # type: ignore[arg-type]
    try:
        return machine_for(message.body["terms"])
    except Fault as fault:
        # Terms that nobody signed say nothing about what is installed here.
        verdict, _ = verify_single(lines[0], bytes.fromhex(message.body["key"]))
        if verdict.exit:
            raise Fault(verdict.code, verdict.detail, 0) from None
        raise fault.placed(0, "") from None


def _onlooker(machine: Any, chain: Chain | None) -> Campaign | None:
    """The campaign for somebody who has no folder of it."""
    if chain is None or not chain.messages:
        return None
    return Campaign(CampaignFolder(Path(), None, None), machine, chain, None, None)  # type: ignore[arg-type]


def judge_archive(data: bytes, wanted: Wanted = NOTHING_MORE) -> Judgement:
    """Verifies an archive down to its last byte."""
    try:
        files = unpack(data)
    except Problem as problem:
        detail = f"{problem.code}: {problem.what}"
        return Judgement(Verdict("ARMOR_DAMAGED", "damage", EXITS["damage"], None, "", detail), "archive")
    if LOG not in files:
        return Judgement(verdict_of(Fault("LOG_TRUNCATED", f"the archive holds no {LOG}")), "archive")
    judged = judge_log(files[LOG], files.get(TAPES, b""), wanted)
    if judged.exit == 0 and judged.campaign is not None:
        try:
            remark = compare_archive(judged.campaign, data, files, strict=wanted.strict)
        except Fault as fault:
            return Judgement(verdict_of(fault, judged.campaign.chain), "archive", judged.campaign, judged.answered)
        except ValueError as error:
            return Judgement(verdict_of(Fault("LOG_TRUNCATED", str(error))), "archive", judged.campaign)
        extra = judged.extra | ({"report": remark} if remark else {})
        return Judgement(judged.verdict, "archive", judged.campaign, judged.answered, extra)
    return Judgement(judged.verdict, "archive", judged.campaign, judged.answered, judged.extra)


def compare_report(campaign: Campaign, report: bytes, *, strict: bool = False) -> str:
    """Whether a report is one that the log gives. Returns a remark; raises Fault REPORT_MISMATCH.

    strict: one that is told in other words than ours is refused, too.
    """
    text = report.decode("utf-8", "replace").replace("\r\n", "\n")
    theirs = label_of(text)
    if theirs is None:
        raise Fault("REPORT_MISMATCH", "this is no report: its first line is not that of one")
    seq = theirs.seq
    if not 2 <= seq < len(campaign.chain.messages) or theirs.kind != "public":
        raise Fault("REPORT_MISMATCH", f"the log gives no public report of message {seq}")
    given = [public_text(campaign, seq, unicode=unicode) for unicode in (False, True)]
    if text in given:
        return f"the report of message {seq} is the one that the log gives"
    ours = label_of(given[0])
    if ours is None or theirs.says_as(ours) or strict:
        raise Fault("REPORT_MISMATCH", f"the report of message {seq} differs from the one that the log gives", seq)
    return not_compared(1, [theirs.told_by])


def judge_turn(data: bytes, campaign: Campaign) -> Judgement:
    """Holds the messages of a mailed file against a campaign, without adding them."""
    chain = campaign.chain
    blocks = turns_in(data)
    try:
        if not blocks:
            raise Fault("ARMOR_DAMAGED", "there is no signed message in this text")
        for block in _in_order(blocks):
            chain = chain.extend(block)
    except Fault as fault:
        return Judgement(verdict_of(fault, chain), "turn", campaign)
    longer = Campaign(campaign.folder, campaign.machine, chain, None, None)
    # The last block is the newest message of the file; it may be one that the log has long held.
    seq = _number(_in_order(blocks)[-1])
    known = len(chain.messages) == len(campaign.chain.messages)
    detail = "this message is in the log already" if known else f"message {seq} is valid and would extend the log"
    warnings = chain.warnings[len(campaign.chain.warnings) :]
    if len(blocks) == 1:
        warnings = (*warnings, *_notices(chain.messages[seq], data, longer))
    seat, count = chain.messages[seq].seat, len(chain.messages)
    return Judgement(Verdict("OK", "ok", 0, seq, seat, detail, warnings, count, 0, chain=chain), "turn", campaign)


def _in_order(blocks: Sequence[Any]) -> list[bytes]:
    for block in blocks:
        if block.damage:
            raise Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}")
    return sorted((block.envelope for block in blocks), key=_number)


def _number(line: bytes) -> int:
    """The number that a message says it has; what is no message comes last, to be refused with the log at hand."""
    try:
        return peek(line).seq
    except Fault:
        return _NO_NUMBER


def judge_single(data: bytes, key: bytes) -> Judgement:
    """Verifies a mailed file by a public key alone."""
    blocks = turns_in(data)
    try:
        if not blocks:
            raise Fault("ARMOR_DAMAGED", "there is no signed message in this text")
        lines = _in_order(blocks)
    except Fault as fault:
        return Judgement(verdict_of(fault), "turn")
    verdict = Verdict("OK", "ok", 0, None, "", "")
    for line in lines:
        verdict, message = verify_single(line, key)
        if verdict.exit:
            break
        if message is not None and len(lines) == 1:
            verdict = replace(verdict, warnings=tuple(_notices(message, data)))
    return Judgement(verdict, "turn")


def _notices(message: Message, data: bytes, campaign: Campaign | None = None) -> Sequence[Notice]:
    """What the orders above the block of a message say other than the block; without a campaign less is compared."""
    # Who verifies logs reads no mailed file.
    from pbem.campaign.outbox.signed_file import readable_notices, readable_notices_alone

    return readable_notices_alone(message, data) if campaign is None else readable_notices(campaign, message.seq, data)
