"""What must hold after every message of every game, whatever the players order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.protocol.chain import state_digest
from tests.games import campaign_1806, last_battles, napoleon, winters

Event = Mapping[str, Any]
HEADLINE = "headline"
"""The kind of event with which a phase begins."""
Check = Callable[[Any, Mapping[str, Any]], None]
CheckPhase = Callable[[Any, Mapping[str, Any], Mapping[str, Any], Sequence[Event]], None]

# Ruleset -> what its positions obey, and what ties a phase's events to the positions around it.
POSITION: dict[str, Check] = {
    napoleon.NAME: napoleon.check_position,
    last_battles.NAME: last_battles.check_position,
    campaign_1806.NAME: campaign_1806.check_position,
    winters.NAME: winters.check_position,
}
PHASE: dict[str, CheckPhase] = {
    napoleon.NAME: napoleon.check_phase,
    last_battles.NAME: last_battles.check_phase,
    campaign_1806.NAME: campaign_1806.check_phase,
    winters.NAME: winters.check_phase,
}


class Watch:
    """Looks at two clients of one campaign after each message that both have."""

    def __init__(self, a: Campaign, b: Campaign) -> None:
        self.both = (a, b)
        self.seen = 2
        self.events: list[Event] = []
        self.phases = 0
        ruleset = a.machine.ruleset.id
        self._position, self._phase = POSITION[ruleset], PHASE[ruleset]

    def look(self) -> None:
        """Checks every message that is new in both logs."""
        one, two = (campaign.chain for campaign in self.both)
        # What was there before has been compared before, and the archives are compared in the end.
        assert len(one.messages) == len(two.messages)
        assert [m.line for m in one.messages[self.seen :]] == [m.line for m in two.messages[self.seen :]]
        assert one.states[self.seen :] == two.states[self.seen :]
        assert one.tapes[self.seen - 1 :] == two.tapes[self.seen - 1 :]
        for seq in range(self.seen, len(one.messages)):
            self._message(seq)
        self.seen = len(one.messages)
        for campaign in self.both:
            assert campaign.folder.log() == [m.line for m in one.messages]
            assert campaign.folder.tapes_in_step()

    def _message(self, seq: int) -> None:
        campaign, other = self.both
        chain, game = campaign.chain, campaign.game
        message, state = chain.messages[seq], chain.states[seq]
        assert message.seat == "ab"[seq % 2]
        assert message.body["state"] == state_digest(state).hex()
        assert seq == 2 or state["n"] >= chain.states[seq - 1]["n"]
        assert bool(state["need"]) != bool(state["over"])
        self._position(game, state["at"])
        if "input" in chain.messages[seq - 1].body:
            told = campaign.machine.events[seq - 1]
            assert told == other.machine.events[seq - 1]
            self.events += told
        before = chain.states[seq - 1]["at"]
        if before != state["at"]:
            done, self.events = _parted(self.events, over=bool(state["over"]))
            self._phase(game, before, state["at"], done)
            self.phases += 1


def _parted(events: list[Event], *, over: bool) -> tuple[list[Event], list[Event]]:
    """What was told of the phase that has ended, and of the next one, which begins with the last headline."""
    heads = [number for number, event in enumerate(events) if event["kind"] == HEADLINE]
    cut = len(events) if over or not heads else heads[-1]
    return events[:cut], events[cut:]
