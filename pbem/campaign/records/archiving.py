"""The archive of a campaign: one file that anybody can verify with the same ruleset installed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.core.progress import tell
from pbem.campaign.telling.reports import public_text, report_name
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest
from pbem.protocol.verify import head_of, log_lines, tape_lines
from pbem.report.label import Label, label_of
from pbem.store.archive import read_archive, write_archive
from pbem.store.atomic import write_atomic
from pbem.store.files import read_bounded
from pbem.store.folder import LOG_LIMIT

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.machine import GameMachine

LOG, TAPES, HEAD, MANIFEST = "log.jsonl", "tapes.jsonl", "head", "manifest.json"
_NAME = re.compile(r"(?:log\.jsonl|tapes\.jsonl|head|manifest\.json|reports/[0-9]{4}-[ab]\.txt|scenario/[a-z0-9_./-]+)")


def archive_files(campaign: Campaign) -> list[tuple[str, bytes]]:
    """Every file of the archive: all of them follow from the log and the installed ruleset."""
    chain, machine = campaign.chain, campaign.machine
    files = [
        (LOG, log_lines(chain)),
        (TAPES, tape_lines(chain)),
        (HEAD, head_of(chain)),
        (MANIFEST, manifests(machine)),
    ]
    scenario = machine.ruleset.scenario_files(machine.game.scenario.id)
    files += [(f"scenario/{path}", data) for path, data in scenario.items()]
    for seq in range(2, len(chain.messages)):
        tell(seq, len(chain.messages), f"writing the report of message {seq}")
        files.append((f"reports/{report_name(campaign, seq)}.txt", public_text(campaign, seq).encode("utf-8")))
    return files


def manifests(machine: GameMachine) -> bytes:
    """The manifests of ruleset and scenario, as the invitation's digests bind them."""
    rules = machine.ruleset
    both = {
        "ruleset": manifest(rules.data_files()),
        "scenario": manifest(rules.scenario_files(machine.game.scenario.id)),
    }
    return canon(both) + b"\n"


def archive_bytes(campaign: Campaign) -> bytes:
    """The archive. Raises ValueError for a campaign that nobody has accepted."""
    return write_archive(archive_files(campaign))


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive. Raises Problem for one that is truncated, damaged or holds a foreign file."""
    return dict(read_archive(data, lambda name: _NAME.fullmatch(name) is not None))


def compare_archive(campaign: Campaign, data: bytes, files: dict[str, bytes], *, strict: bool = False) -> str:
    """Holds an archive against the one that its own log gives; returns a remark. Raises Fault with what differs first.

    Reports told in other words are taken as they are: those of another program may be better than ours. strict: they
    are refused, as one that is told in our words and differs always is.
    """
    expected = dict(archive_files(campaign))
    others = _told_otherwise(expected, files)
    if others and strict:
        first = min(others)
        raise Fault("REPORT_MISMATCH", f"{first} is written by other words ({others[first]}) than this program's")
    expected |= {name: files[name] for name in others}
    if data != write_archive(list(expected.items())):
        raise Fault(*_first_difference(expected, files))
    return not_compared(len(others), sorted(set(others.values()))) if others else ""


def not_compared(count: int, told_by: list[str]) -> str:
    """The remark on reports that are in other words than ours."""
    which = "the report was" if count == 1 else f"{count} reports were"
    return f"{which} not compared, written by other words ({', '.join(told_by)}): make them anew with `pbem report`"


def _told_otherwise(expected: dict[str, bytes], files: dict[str, bytes]) -> dict[str, str]:
    """The reports of an archive that need not be ours to the letter, and what their first lines say instead.

    One program writes all of them: what ours tells in one manner, theirs does. A report that alone names other words
    than its neighbours is held against ours like any other.
    """
    pairs = {
        name: (_label(expected[name]), _label(content))
        for name, content in files.items()
        if name in expected and _is_report(name)
    }
    manners = {(ours.format, ours.words, theirs.told_by) for ours, theirs in pairs.values() if ours and theirs}
    if len(manners) > len({manner[:2] for manner in manners}):
        return {}
    return {
        name: theirs.told_by
        for name, (ours, theirs) in pairs.items()
        if ours and theirs and (theirs.kind, theirs.seq) == (ours.kind, ours.seq) and not theirs.says_as(ours)
        if files[name] != expected[name]
    }


def _label(report: bytes) -> Label | None:
    return label_of(report.decode("utf-8", "replace"))


def _is_report(name: str) -> bool:
    return name.startswith("reports/")


def _first_difference(expected: dict[str, bytes], files: dict[str, bytes]) -> tuple[str, str]:
    for name, content in sorted(expected.items()):
        if files.get(name) != content:
            return _difference(name, name in files)
    extra = sorted(set(files) - set(expected))
    if not extra:
        return "REPORT_MISMATCH", "the archive differs"
    code = "SCENARIO_MISMATCH" if extra[0].startswith("scenario/") else "REPORT_MISMATCH"
    return code, f"{extra[0]} does not belong to this campaign"


def _difference(name: str, there: bool) -> tuple[str, str]:
    what = "differs from what the log gives" if there else "is missing"
    if name == HEAD:
        return "LOG_TRUNCATED", f"the head {what}"
    if name == MANIFEST:
        return "RULESET_MISMATCH", f"the manifest of ruleset and scenario {what}"
    if name.startswith("scenario/"):
        return "SCENARIO_MISMATCH", f"{name} {what}"
    return "REPORT_MISMATCH", f"{name} {what}"


def default_name(campaign: Campaign) -> Path:
    """`<scenario>-<first digits of the game>.pbem`."""
    return Path(f"{campaign.game.scenario.id}-{campaign.short_id}.pbem")


def is_earlier(campaign: Campaign, path: Path) -> bool:
    """Whether a file is an archive of this campaign as it is or was earlier: one that holds nothing else may go."""
    try:
        files = unpack(read_bounded(path, LOG_LIMIT))
    except Problem:
        return False
    return LOG in files and log_lines(campaign.chain).startswith(files[LOG])


def whole_archive(campaign: Campaign) -> bytes:
    """The archive. Raises Problem NO_ARCHIVE for a campaign that nobody has accepted."""
    try:
        return archive_bytes(campaign)
    except ValueError as error:
        raise Problem("NO_ARCHIVE", f"there is nothing to archive yet: {error}", "wait for the accept") from None


def save_archive(campaign: Campaign, path: Path) -> int:
    """Writes the archive to `path` in one step; returns its size in bytes.

    Raises Problem NO_ARCHIVE for a campaign that nobody has accepted, and what the disk refuses.
    """
    data = whole_archive(campaign)
    write_atomic(path, data, system=campaign.folder.system)
    return len(data)
