"""`pbem stats --mails`: how many messages player turns cost, in campaigns that were played."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.records.open_target import verified_campaign
from pbem.engine.requests import ORDERS
from pbem.local.practice import exchange, local_pair, practice_client

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.outbox.create import Invitation
    from pbem.store.home import Home

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class TurnCost:
    """A player turn: from the message with its orders to the last one before the next orders, or the end of the game.

    seq: number of the message with the orders. messages: how many it cost. questions: how many of them answered a
    question in mid-turn. largest: bytes of its longest signed message.
    """

    seq: int
    headline: str
    messages: int
    questions: int
    largest: int


@dataclass(frozen=True)
class MailCount:
    """What a campaign cost in mail. messages: all of them, with invitation, acceptance and disclosures."""

    name: str
    title: str
    messages: int
    turns: tuple[TurnCost, ...]

    @property
    def played(self) -> int:
        """Messages that belong to player turns."""
        return sum(turn.messages for turn in self.turns)


def count_mails(campaign: Campaign, name: str) -> MailCount:
    """The player turns of a campaign that are over. An order that was taken back counts as a turn of its own."""
    chain = campaign.chain
    inputs = {message.seq: message.body["input"] for message in chain.messages if "input" in message.body}
    orders = [seq for seq in inputs if _asked(chain.states[seq]) == ORDERS]
    end = next((seq for seq, state in enumerate(chain.states) if state and state["over"]), len(chain.messages))
    turns = []
    for seq, after in pairwise([*orders, end]):
        if after == len(chain.messages):
            break
        questions = sum("answer" in inputs.get(between, {}) for between in range(seq, after))
        largest = max(len(chain.messages[at].line) for at in range(seq, after))
        headline = campaign.game.telling.headline(chain.states[seq]["at"])
        turns.append(TurnCost(seq, headline, after - seq, questions, largest))
    return MailCount(name, campaign.game.scenario.title, len(chain.messages), tuple(turns))


def _asked(state: Any) -> str:
    return str(state["need"]["ask"]) if state and not state["over"] else ""


def count_files(paths: Sequence[Path], home: Home, progress: Progress) -> list[MailCount]:
    """What campaign folders, logs and archives cost. Raises Problem (`verified_campaign`)."""
    found = []
    for number, path in enumerate(paths):
        progress(number, len(paths), path.name)
        found.append(count_mails(verified_campaign(path, home), path.name))
    return found


def count_practice(invitation: Invitation, games: int, date: str, progress: Progress) -> list[MailCount]:
    """What so many games between two practice opponents cost; they are played in a folder that is then removed."""
    found = []
    for number in range(games):
        progress(number, games, f"game {number + 1} of {games}")
        with tempfile.TemporaryDirectory() as folder:
            a, b = local_pair(Path(folder), invitation, ("Anna", "Bert"), date)
            try:
                exchange(practice_client(a), practice_client(b), date=date)
                found.append(count_mails(a, f"practice {number + 1}"))
            finally:
                a.folder.close()
                b.folder.close()
    return found


def count_data(counts: Sequence[MailCount]) -> dict[str, Any]:
    """Counts as data. a_turn: messages a player turn, to two decimal places, as text; spread: cost -> turns."""
    turns = [turn for count in counts for turn in count.turns]
    return {
        "games": [
            {
                "name": count.name,
                "title": count.title,
                "messages": count.messages,
                "player_turns": len(count.turns),
                "a_turn": per_turn(count.played, len(count.turns)),
                "most": max((turn.messages for turn in count.turns), default=0),
                "questions": sum(turn.questions for turn in count.turns),
                "largest": max((turn.largest for turn in count.turns), default=0),
            }
            for count in counts
        ],
        "player_turns": len(turns),
        "a_turn": per_turn(sum(turn.messages for turn in turns), len(turns)),
        "spread": {str(cost): number for cost, number in sorted(Counter(turn.messages for turn in turns).items())},
        "questions": sum(turn.questions for turn in turns),
    }


def per_turn(messages: int, turns: int) -> str:
    """Messages a player turn, rounded to two decimal places; "-" where no turn was played."""
    if not turns:
        return "-"
    hundredths = (200 * messages + turns) // (2 * turns)
    return f"{hundredths // 100}.{hundredths % 100:02d}"
