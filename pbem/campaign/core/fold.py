"""Folds the lines of a log into the verified chain, by the rules that its invitation names."""

from __future__ import annotations

from typing import cast

from pbem.campaign.core.machine import GameMachine, machine_for
from pbem.campaign.core.progress import tell
from pbem.protocol.chain import Chain
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek


def chain_of(lines: list[bytes]) -> tuple[GameMachine, Chain]:
    """Folds the lines of a log. Raises Fault with the first thing that is wrong."""
    if not lines:
        raise Fault("LOG_TRUNCATED", "the log is empty")
    terms = peek(lines[0]).body.get("terms")
    if terms is None:
        raise Fault("SEQ_GAP", "the log does not begin with an invitation")
    machine = machine_for(terms)
    chain = Chain(machine, machine.depths)
    for number, line in enumerate(lines):
        tell(number, len(lines), f"verifying message {number}")
        chain = chain.extend(line)
    return cast(GameMachine, chain.machine), chain
