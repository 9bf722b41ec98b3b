"""The club's copies of its games: folders without an identity, to which valid messages are added and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.evidence import fork_file
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.create import read_invitation
from pbem.campaign.outbox.mail_draft import draft_mail
from pbem.campaign.records.log_assembly import signers
from pbem.campaign.telling.reports import write_public_report
from pbem.campaign.telling.terms import Offered
from pbem.club.clubrules import ClubRules
from pbem.club.clubstate import ClubState, HostedGame
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.mail.draft import plain_line
from pbem.protocol.chain import Chain
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message
from pbem.store.faults import reported
from pbem.store.files import ensure_folder, entry_at
from pbem.store.folder import CampaignFolder, is_campaign
from pbem.store.os_port import PRIVATE_FOLDER, REAL

GAMES: Final = "games"
EXPIRED: Final = "expired"
_MOST_EVIDENCE: Final = 32


@dataclass
class Added:
    """What became of messages of one game.

    new: those of them that nobody has been sent yet. fault: why the first was refused that is not valid, `refused`.
    drafts: mails with all messages that nobody has been sent yet, by number, to be addressed.
    """

    new: list[Message] = field(default_factory=list)
    fault: Fault | None = None
    refused: Message | None = None
    drafts: dict[int, bytes] = field(default_factory=dict)


class GameStore:
    """The folders of the games. path: the club's folder. pictures: whether the mails with messages have maps."""

    def __init__(self, path: Path, state: ClubState, *, pictures: bool = True) -> None:
        self._path = path / GAMES
        self._state = state
        self._pictures = pictures

    def folder(self, game: HostedGame) -> Path:
        """Where a game is."""
        return self._path / game.folder

    def find(self, message: Message) -> HostedGame | None:
        """The hosted game of a message that is no invitation."""
        if message.kind == "accept":
            return self._state.games.get(str(message.body["parent"]))
        wanted = str(message.body["game"])
        return next((game for game in self._state.games.values() if game.game == wanted), None)

    def adopt(self, rules: ClubRules, now: int) -> list[str]:
        """Takes in folders that are not known: laid there by hand, or all of them where the state was lost.

        Returns what cannot be read, in words.
        """
        ensure_folder(self._path, mode=PRIVATE_FOLDER)
        known = {game.folder for game in self._state.games.values()}
        troubles = []
        with reported(self._path, writing=False):
            found = sorted(REAL.list_folder(self._path))
        for folder in (self._path / name for name in found):
            if folder.name in known or not is_campaign(folder):
                continue
            try:
                campaign = open_campaign(folder, None, None, write=True)
            except (Problem, Fault) as error:
                if not (isinstance(error, Problem) and error.code == "CAMPAIGN_UNBEGUN"):
                    troubles.append(f"{folder}: {error}")
                continue
            with campaign.folder:
                game = HostedGame(folder=folder.name, forwarded=len(campaign.chain.messages) - 1)
                refresh(game, campaign, now)
            for digits, people in rules.games.items():
                if game.game.startswith(digits):
                    game.a, game.b = people.get("a", ""), people.get("b", "")
            self._state.games[campaign.chain.messages[0].id.hex()] = game
        return troubles

    def host(self, letter: bytes, sender: str, now: int) -> tuple[HostedGame, Offered, bytes]:
        """Makes the folder of a new game. Returns it with its invitation, and the mail with that.

        Raises Problem or Fault where the invitation is not valid, or its rulebook is not here.
        """
        offered = read_invitation(letter)
        key = offered.id.hex()
        path = self._path / key[:24]
        if not is_campaign(path) or not CampaignFolder.open(path, write=False).log():
            # What a crash left of it is gone on with.
            folder = CampaignFolder.create(path)
            campaign = Campaign(folder, offered.machine, Chain(offered.machine, offered.machine.depths), None, None)
            with folder:
                campaign.append(offered.line)
        campaign = open_campaign(path, None, None, write=True)
        with campaign.folder:
            game = HostedGame(folder=path.name, a=sender)
            refresh(game, campaign, now)
            draft = self._drawn(campaign, 0)
        self._state.games[key] = game
        return game, offered, draft

    def give_up(self, game: HostedGame) -> None:
        """Puts the folder of a game that nobody has joined aside, where it is one no more. Raises Problem."""
        aside, folder = self._path.parent / EXPIRED, self.folder(game)
        ensure_folder(aside, mode=PRIVATE_FOLDER)
        # It is gone where a go was cut off right here.
        if entry_at(folder) is not None:
            with reported(folder, writing=True):
                REAL.replace(folder, aside / f"{game.folder}-{game.since}")

    def add(self, game: HostedGame, messages: Sequence[Message], now: int) -> Added:
        """Adds valid messages to a game, in the order of their numbers, up to the first that is refused.

        Nothing of a stranger is even looked at with the rules: that costs time.
        """
        added = Added()
        ordered = sorted(messages, key=lambda one: one.seq)
        if not any(one.kind == "accept" or self.is_of(one, game) for one in ordered):
            added.refused = ordered[0]
            added.fault = Fault("SIG_WRONG_KEY", "not signed by a player of this game", ordered[0].seq)
            return added
        campaign = open_campaign(self.folder(game), None, None, write=True)
        with campaign.folder:
            for message in ordered:
                try:
                    longer = campaign.chain.extend(message.line)
                except Fault as fault:
                    added.fault, added.refused = fault, message
                    _keep_evidence(campaign, fault, message)
                    break
                if len(longer.messages) > len(campaign.chain.messages):
                    text = write_block(message.line).encode("ascii")
                    campaign.folder.save("inbox", f"{message.seq:04d}-{message.seat}.yaml", text)
                campaign.adopt(longer)
            # Also what a crash left behind: it is in the log, and nobody has it yet.
            for seq in range(max(2, game.forwarded + 1), len(campaign.chain.messages)):
                write_public_report(campaign, seq)
            for seq in range(game.forwarded + 1, len(campaign.chain.messages)):
                added.drafts[seq] = self._drawn(campaign, seq)
            log = campaign.chain.messages
            added.new = [one for one in ordered if one.seq in added.drafts and log[one.seq].line == one.line]
            if added.drafts:
                refresh(game, campaign, now)
        return added

    def is_of(self, message: Message, game: HostedGame) -> bool:
        """Whether a player of a game has signed a message; what it says is not looked at."""
        try:
            return any(key.hex() in game.keys for key in signers(message.line))
        except Fault:
            return False

    def draft(self, game: HostedGame, seq: int) -> tuple[int, bytes] | None:
        """The number of a message, and the mail with it; by default, -1, of the last. None where there is none."""
        if seq >= game.count:
            return None
        campaign = open_campaign(self.folder(game), None, None, write=False)
        with campaign.folder:
            number = seq if seq >= 0 else len(campaign.chain.messages) - 1
            return number, self._drawn(campaign, number)

    def _drawn(self, campaign: Campaign, seq: int) -> bytes:
        """The mail with a message."""
        return draft_mail(campaign, seq, illustrated=self._pictures)


def refresh(game: HostedGame, campaign: Campaign, now: int) -> None:
    """What the log says of a game; its clock begins anew."""
    chain = campaign.chain
    game.game = campaign.game_id
    game.count = len(chain.messages)
    game.keys = [key.hex() for key in chain.keys.values()]
    game.waits = chain.waits_for if game.game else ""
    clock = chain.terms["clock"]
    game.days, game.default = int(clock["days"]), str(clock["default"])
    game.since, game.frozen, game.told = now, 0, []
    game.title = campaign.game.scenario.title
    state = chain.state or campaign.machine.start()
    game.phase = campaign.game.telling.headline(state["at"])
    game.names = {seat: plain_line(campaign.title_of(seat)) for seat in "ab"}


def _keep_evidence(campaign: Campaign, fault: Fault, message: Message) -> None:
    """What a signature proves of a breach; of strangers nothing is kept."""
    if not fault.signed_by or len(campaign.folder.names("evidence")) >= _MOST_EVIDENCE:
        return
    if fault.code == "FORK":
        data = fork_file(campaign.chain, message.seq, message.line)
        campaign.folder.save("evidence", f"fork-{message.seq:04d}.jsonl", data)
    name = f"{min(message.seq, len(campaign.chain.messages)):04d}-{fault.code.lower()}.txt"
    campaign.folder.save("evidence", name, write_block(message.line).encode("ascii"))
