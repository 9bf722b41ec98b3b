"""Rebuilding a campaign folder from mail: for a player who lost his computer, or for an onlooker (section 13).

Everything in the folder follows from the messages, the installed rules and, for what a player committed to, his
master. The order of writing is that of safety: the journal before the log, so that whatever stops this in between, no
command can sign a second message for a number that this person has signed before.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from pbem.campaign.core.campaign import Campaign, journal_entry, payload_of
from pbem.campaign.core.evidence import fork_file
from pbem.campaign.core.fold import chain_of
from pbem.campaign.inbox.mending import recover
from pbem.campaign.outbox.signed_file import write_outgoing
from pbem.campaign.records.log_assembly import AssembledLog, GameFound, Refused, assemble, proved, signed_by
from pbem.campaign.seats.restoring import write_own_documents
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.protocol import compose
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import message_id
from pbem.protocol.faults import Fault
from pbem.store.folder import CampaignFolder, is_campaign
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine
    from pbem.campaign.core.person import Person
    from pbem.protocol.chain import Chain
    from pbem.protocol.messages import Message
    from pbem.store.home import Home

MOST_EVIDENCE: Final = 32
"""Messages that are kept as evidence of one import: a forger's many prove no more than his first."""

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Target:
    """Where a campaign goes. folder: the one that the person named. parent: named for several games at once.

    partial: build as far as the messages reach, though later ones exist.
    """

    folder: Path | None = None
    parent: Path | None = None
    partial: bool = False


@dataclass
class Imported:
    """What became of one game. campaign: closed again; None where nothing was built.

    added: numbers of the messages that are new in the log. broken: why the log ends before the last message that
    exists, None where it does not. evidence: files in the campaign's folder. notices: sentences for the person.
    """

    game: str
    campaign: Campaign | None
    assembled: AssembledLog
    added: list[int] = field(default_factory=list)
    broken: Fault | None = None
    evidence: list[Path] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    @property
    def refused_last(self) -> list[Refused]:
        """Messages that would be the next of the log, were they valid; their signatures are good."""
        return [one for one in self.assembled.refused if proved(one.fault) and one.message.seq >= self.assembled.length]

    @property
    def exit(self) -> int:
        """0, or the highest status of what is wrong (protocol section 14)."""
        faults = [one.fault for one in [*self.assembled.forks, *self.refused_last]]
        return max((fault.exit for fault in [*faults, *([self.broken] if self.broken else [])]), default=0)


def import_game(
    game: GameFound,
    target: Target,
    home: Home,
    person: Person | None,
    *,
    progress: Progress = lambda done, total, what: None,
    system: System = REAL,
) -> Imported:
    """Makes the campaign's folder, or adds to it what it lacks. Nothing in a log is ever taken away or replaced.

    Where messages are missing nothing is written, unless `target.partial`. Raises Problem, CAMPAIGN_EXISTS for a folder
    of another campaign among them; Fault where the rules of the game are not installed, or its log here is not valid.
    """

    def tell(done: int, total: int) -> None:
        progress(done, total, f"game {game.id[:12]}: verifying")

    def holds(key: bytes) -> bool:
        return person is not None and person.master_of(key) is not None

    folder = _existing(_place(game, target, home, ""), system)
    try:
        base = _base(folder, game) if folder is not None else None
        assembled = assemble(game, base, holds, _recorded(game, folder, home), tell)
        if folder is None and assembled.chain is not None:
            path = _place(game, target, home, _scenario(assembled.chain))
            folder = _existing(path, system)
            base = _base(folder, game) if folder is not None else None
            if base is not None:
                assembled = assemble(game, base, holds, _recorded(game, folder, home), tell)
        broken = _broken(assembled)
        imported = Imported(game.id, None, assembled, broken=broken)
        if assembled.chain is None or (broken is not None and not target.partial):
            return imported
        if folder is None:
            folder = CampaignFolder.create(path, system=system)
        _build(imported, Campaign(folder, _machine(assembled.chain), assembled.chain, home, person), base)
        return imported
    finally:
        if folder is not None:
            folder.close()


def chosen(games: Sequence[GameFound], digits: str, *, every: bool) -> list[GameFound]:
    """The games to import: the only one, the one whose id begins with `digits`, or all of them.

    Raises Problem: SEVERAL_GAMES where it is not clear which, UNKNOWN_GAME where none begins so.
    """
    wanted = digits.strip().lower()
    fitting = [game for game in games if game.id.startswith(wanted)]
    if not fitting:
        listed = ", ".join(game.id[:12] for game in games[:10])
        raise Problem("UNKNOWN_GAME", f"no game in these sources has the id {digits[:64]!a}", f"there are: {listed}")
    if len(fitting) > 1 and not every:
        what = f"these sources hold messages of {len(fitting)} games"
        raise Problem("SEVERAL_GAMES", what, "say which with --game DIGITS, or import all of them with --all")
    return fitting


# -- where it goes -----------------------------------------------------------------


def _place(game: GameFound, target: Target, home: Home, scenario: str) -> Path:
    """The folder of a game: the one named, else where this computer has it, else named like its scenario.

    Path() as long as the scenario is not known and nothing else says it. Raises Problem ELSEWHERE_ALREADY.
    """
    known = home.campaign(game.id) or home.pending(game.id)
    for accept in game.numbered(1):
        known = known or home.pending(str(accept.body["parent"]))
    here = known if known is not None and is_campaign(known) else None
    named = target.folder.absolute() if target.folder is not None else None
    if here is not None:
        if named is not None and named.resolve() != here.resolve():
            mend = f"import into that folder, or move it away: --into {here}"
            raise Problem("ELSEWHERE_ALREADY", f"you have this campaign already, in {here}", mend, str(named))
        return here
    if named is not None or not scenario:
        return named or Path()
    if target.parent is not None:
        return target.parent.absolute() / f"{scenario}-{game.id[:12]}"
    return Path(scenario).absolute()


def _existing(path: Path, system: System) -> CampaignFolder | None:
    """The campaign folder that is there already, locked and mended."""
    if path == Path() or not is_campaign(path, system=system):
        return None
    return CampaignFolder.open(path, write=True, system=system)


def _base(folder: CampaignFolder, game: GameFound) -> Chain | None:
    """The log that is in the folder already, None where it has not begun. Raises Problem."""
    lines = folder.log()
    if not lines:
        return None
    try:
        chain = chain_of(lines)[1]
    except Fault as fault:
        what = f"the log in this folder is not valid: {fault}"
        mend = "move the folder away, then import once more"
        raise Problem(fault.code, what, mend, str(folder.path), status=fault.exit) from None
    first = chain.messages[0].id.hex()
    if chain.game:
        same = chain.game.hex() == game.id
    else:
        same = first == game.id or any(accept.body["parent"] == first for accept in game.numbered(1))
    if not same:
        mend = "name a new folder with --into"
        raise Problem("CAMPAIGN_EXISTS", "there is another campaign in this folder", mend, str(folder.path))
    return chain


def _recorded(game: GameFound, folder: CampaignFolder | None, home: Home) -> set[bytes]:
    """The ids of the messages in what is left of the journal. Raises Problem."""
    second = home.journal(game.id)
    system = folder.system if folder is not None else REAL
    entries = Journal(folder.journal if folder is not None else second, second, system=system).readable()
    return {message_id(payload_of(known[-1])) for known in entries.values()}


def _machine(chain: Chain) -> GameMachine:
    return cast("GameMachine", chain.machine)


def _scenario(chain: Chain) -> str:
    """The scenario's name, as the installed ruleset has it."""
    return _machine(chain).game.scenario.id


# -- what is missing ---------------------------------------------------------------


def _broken(assembled: AssembledLog) -> Fault | None:
    """Why the log ends before the last message that a player has signed; None where it does not."""
    if assembled.chain is None:
        return Fault(
            "SEQ_GAP", f"{_numbers(assembled)}; without an invitation that its sender signed there is no log", 0
        )
    if not assembled.beyond:
        return None
    if assembled.missing:
        first = assembled.missing[0][0]
        return Fault("SEQ_GAP", f"{_numbers(assembled)}; the log reaches to message {assembled.length - 1}", first)
    waiting = [one.fault for one in assembled.refused if proved(one.fault) and one.message.seq == assembled.length]
    return (
        waiting[0] if waiting else Fault("PARENT_MISMATCH", "the messages do not follow each other", assembled.length)
    )


def _numbers(assembled: AssembledLog) -> str:
    if not assembled.missing:
        return "missing: message 0"
    listed = [f"{low}" if low == high else f"{low} to {high}" for low, high in assembled.missing[:20]]
    more = " and others" if len(assembled.missing) > 20 else ""
    known = [low for low, high in assembled.missing if low == high < assembled.length]
    noun = "message" if len(listed) == 1 and " " not in listed[0] else "messages"
    text = f"missing: {noun} {', '.join(listed)}{more}"
    if known:
        return f"{text} (another message {known[0]} than the one found is answered)"
    return text


def whom_to_ask(imported: Imported, seat: str) -> str:
    """One sentence: whose the missing messages are, and how they are got. seat: the person's own, "" if none."""
    writers = {"ab"[seq % 2] for low, high in imported.assembled.missing for seq in (low, min(high, low + 1))}
    chain = imported.assembled.chain
    names = {seat: _name(chain, seat) for seat in "ab"}
    whose = " and ".join(names[seat] for seat in sorted(writers))
    ask = "ask either player" if not seat else f"ask {names['ab'.replace(seat, '')]}"
    own = "; your own are in your sent mail" if seat in writers else ""
    return f"they are of {whose}: {ask} for them, or for his file from pbem archive{own}"


def _name(chain: Chain | None, seat: str) -> str:
    for message in chain.messages[:2] if chain is not None else ():
        if message.seat == seat and message.body.get("name"):
            return str(message.body["name"])
    return "the inviter" if seat == "a" else "the player who accepted"


def seat_of(imported: Imported, person: Person | None) -> str:
    """The seat that a person plays in the log found, "" if none."""
    chain = imported.assembled.chain
    if person is None or chain is None:
        return ""
    return next((seat for seat, key in sorted(chain.keys.items()) if person.master_of(key) is not None), "")


# -- writing -----------------------------------------------------------------------


def _build(imported: Imported, campaign: Campaign, base: Chain | None) -> None:
    folder, chain = campaign.folder, campaign.chain
    there = len(base.messages) if base is not None else 0
    write_own_documents(campaign)
    imported.notices += _write_journal(campaign, imported.assembled.own)
    if not folder.tapes_in_step():
        folder.rewrite_tapes([canon(tape) for tape in chain.tapes[: max(0, there - 1)]])
    for message in chain.messages[there:]:
        folder.append(message.line, canon(chain.tapes[message.seq - 1]) if message.seq else None)
        imported.added.append(message.seq)
    imported.evidence = _write_evidence(campaign, imported)
    recover(campaign)
    own = [message.seq for message in campaign.chain.messages if campaign.seat and message.seat == campaign.seat]
    if own:
        write_outgoing(campaign, own[-1])
    # The journal may have held messages that no mail did.
    imported.added = list(range(there, len(campaign.chain.messages)))
    imported.campaign = campaign


def _write_journal(campaign: Campaign, later: Sequence[Message]) -> list[str]:
    """Both copies of the journal: everything that this person has signed, also beyond a gap; returns warnings."""
    holder = campaign.person
    if holder is None or not campaign.game_id:
        return []
    journal = campaign.journal(campaign.game_id)
    salvaged = journal.salvage()  # brings both copies to what either of them holds
    recorded = journal.entries()
    warnings = [f"the journal was damaged; as it was it is kept in {path}" for path in salvaged.kept]
    for message in [*campaign.chain.messages[1:], *later]:
        if not signed_by(message, lambda key: holder.master_of(key) is not None):
            continue
        known = recorded.get(message.seq)
        if known is None:
            journal.record(message.seq, _entry(campaign, message))
        elif payload_of(known[-1]) != message.payload:
            warnings.append(
                f"your journal holds another message {message.seq} than your mail; you must not send both of them"
            )
    lost = salvaged.lines - sum(map(len, journal.entries().values())) if salvaged.damaged else 0
    if lost > 0:
        warnings.append(
            f"{lost} of the messages that your journal held can neither be read there nor found in these mails: look "
            "for them among what you sent, and import that before you sign anything"
        )
    return warnings


def _entry(campaign: Campaign, message: Message) -> bytes:
    """What the journal held of a message; the values it committed to, as far as they are known, from its vault."""
    committed: dict[str, Any] = {}
    if message.seq < len(campaign.chain.messages) and message.seat == campaign.seat:
        with contextlib.suppress(Problem):  # the payload counts; the values are in its vault all the same
            committed = dict(campaign.committed.get(message.seq, {}))
    draft = compose.Draft(message.payload, message.id, message.seq, campaign.chain.game, committed)
    return journal_entry(draft)


def _write_evidence(campaign: Campaign, imported: Imported) -> list[Path]:
    kept: list[Path] = []
    for one in imported.assembled.forks[:MOST_EVIDENCE]:
        data = fork_file(campaign.chain, one.message.seq, one.message.line)
        kept.append(campaign.folder.save("evidence", f"fork-{one.message.seq:04d}.jsonl", data))
    for one in [one for one in imported.assembled.refused if one.fault.signed_by or one.corrected][:MOST_EVIDENCE]:
        name = f"{one.message.seq:04d}-{one.fault.code.lower()}.txt"
        kept.append(campaign.folder.save("evidence", name, write_block(one.message.line).encode("ascii")))
    return kept
