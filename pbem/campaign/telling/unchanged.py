"""What of his hidden forces a reader knows already: what is the same as when he signed a message before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.campaign.telling.revealing import Row, knowledge, own_rows
from pbem.campaign.telling.viewpoint import own_at
from pbem.engine.requests import CONTINUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due

# As many rows or fewer are told again rather than counted.
_FEW = 3
# The first message of either side that hides anything.
_FIRST = 2


def unchanged(campaign: Campaign, due: Due, rows: Sequence[Row]) -> tuple[int, frozenset[Row]]:
    """Those of a reader's secret `rows` that were so when he signed a message before, and the number of that message.

    It is the last in which he had something to decide, so that he has read a whole report on it. (0, nothing) where
    there is none, where so little is the same that it can be told again, and where it cannot be read any more.
    """
    seq = _decided_last(campaign, due) if rows else 0
    if not seq:
        return 0, frozenset()
    own = own_at(campaign, seq)
    draws = tuple(draw for draw in knowledge(campaign, due).draws if draw.seq < seq)
    # As the phase began: that is what his report told, and no die of the orders in the message has fallen.
    begun = {**campaign.chain.states[seq], "input": {}, "trace": []}
    before = own_rows(campaign, replace(own, draws=draws), begun) if own.army else []
    same = frozenset(before) & frozenset(rows)
    return (seq, same) if len(same) > _FEW else (0, frozenset())


def _decided_last(campaign: Campaign, due: Due) -> int:
    """The reader's last message with orders or an answer before the one that his report is about; 0 for none."""
    chain = campaign.chain
    newest = len(chain.messages) - (due.closing is None)
    for message in reversed(chain.messages[_FIRST:newest]):
        need = chain.states[message.seq]["need"]
        if message.seat == campaign.seat and "input" in message.body and need.get("ask", CONTINUE) != CONTINUE:
            return message.seq
    return 0
