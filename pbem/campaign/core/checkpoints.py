"""Opening a long campaign without folding its log from the beginning: checkpoints in the configuration folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.machine import machine_for
from pbem.campaign.core.segments import phase_start
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.checkpoint import fits, freeze, thaw
from pbem.protocol.faults import Fault
from pbem.protocol.lazy_list import LazyList
from pbem.protocol.messages import peek

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.machine import GameMachine
    from pbem.protocol.chain import Chain
    from pbem.store.folder import CampaignFolder
    from pbem.store.home import Home

# A checkpoint is written when the newest one is so many messages old. To fold two messages takes about as long as to
# write one to a disk, and they would be folded by every command that opens the campaign, not by one.
EVERY = 2


Events = list[dict[str, Any]]


class Told(MutableMapping[int, Events]):
    """What was told while each segment ran.

    recall: computes what was told in the segments before number `before`, which this program has not run itself.
    known: what is known of them without that.
    """

    def __init__(
        self, recall: Callable[[], MutableMapping[int, Events]], before: int, known: Mapping[int, Events]
    ) -> None:
        self._told: dict[int, Events] = dict(known)
        self._recall: Callable[[], MutableMapping[int, Events]] | None = recall
        self._before = before

    def __getitem__(self, seq: int) -> Events:
        if seq not in self._told and seq < self._before and self._recall is not None:
            self._told = {**self._recall(), **self._told}
            self._recall = None
        return self._told[seq]

    def __setitem__(self, seq: int, events: Events) -> None:
        self._told[seq] = events

    def __delitem__(self, seq: int) -> None:
        del self._told[seq]

    def __iter__(self) -> Iterator[int]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)


def open_chain(folder: CampaignFolder, lines: list[bytes], home: Home | None) -> tuple[GameMachine, Chain]:
    """The verified chain of a folder's log: from the newest checkpoint on, where this computer has one of it.

    What does not go well from a checkpoint is done without it: the whole log decides. Raises Fault with the first
    thing that is wrong.
    """
    frozen = _checkpoint(lines, home) if home is not None else None
    if frozen is not None:
        with contextlib.suppress(Fault):
            return _thawed(frozen, folder, lines)
    return chain_of(lines)


def _checkpoint(lines: list[bytes], home: Home) -> dict[str, Any] | None:
    if len(lines) <= EVERY:
        return None
    try:
        data = home.read_checkpoint(peek(lines[1]).body["game"])
        frozen = dict(json.loads(data)) if data else {}
        whole = frozen.pop("sum", "") == _sum(frozen)
    except (Fault, Problem, KeyError, TypeError, ValueError, RecursionError):
        return None
    return frozen if whole and fits(frozen, lines) else None


def _sum(frozen: dict[str, Any]) -> str:
    """What a checkpoint was when it was written: only its last state is signed by anybody."""
    return hashlib.sha256(canon(frozen)).hexdigest()


def _thawed(frozen: dict[str, Any], folder: CampaignFolder, lines: list[bytes]) -> tuple[GameMachine, Chain]:
    tapes = folder.tapes()
    if len(tapes) < frozen["count"] - 1:
        return chain_of(lines)
    refold = cache(lambda: chain_of(lines[: frozen["count"]]))
    machine = machine_for(frozen["terms"])
    machine.environment(machine.terms)
    chain = thaw(frozen, machine, machine.depths, lines, tapes, lambda: refold()[1])
    known = {int(seq): events for seq, events in frozen.get("told", {}).items()}
    # The last message's segment was still open.
    machine.events = Told(lambda: refold()[0].events, frozen["count"] - 1, known)
    for line in lines[frozen["count"] :]:
        chain = chain.extend(line)
    return chain.machine, chain  # type: ignore[return-value]


def keep_checkpoint(campaign: Campaign) -> None:
    """Writes a checkpoint where the newest one is old. Nothing depends on it: a full disk hinders nobody here."""
    chain = campaign.chain
    count = len(chain.messages)
    if campaign.home is None or not campaign.seat or count <= EVERY or chain.over or chain.books:
        return
    if isinstance(chain.messages, LazyList) and count - chain.messages.older < EVERY:
        return
    frozen = {**freeze(chain), "told": _running(campaign)}
    with contextlib.suppress(Problem):
        # Not in canonical form: the order in which the rules made their states is kept, too.
        data = json.dumps({**frozen, "sum": _sum(frozen)}, separators=(",", ":"), ensure_ascii=False)
        campaign.home.write_checkpoint(campaign.game_id, data.encode("utf-8"))


def _running(campaign: Campaign) -> dict[str, Events]:
    """What was told so far in the phase that runs, which the next reports will ask for; by number of the segment."""
    last = len(campaign.chain.messages) - 1
    told = {
        str(seq): campaign.machine.events.get(seq, []) for seq in range(max(1, phase_start(campaign, last - 1)), last)
    }
    return told if json.loads(json.dumps(told)) == told else {}
