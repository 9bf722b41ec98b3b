"""What is to be done next in a campaign, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import Choose
from pbem.protocol import compose

# What a seat's next message has to do.
ACCEPT, ANSWER, ACKNOWLEDGE, WAIT, OVER = "accept", "answer", "acknowledge", "wait", "over"
# What can be said to an offer.
ANSWERS = ("accept", "decline")


@dataclass(frozen=True)
class Due:
    """What is to be done next.

    kind: `orders`, `answer` (to a question in mid-phase), `continue` or `acknowledge` (a message without a
    decision), `wait`, `accept` (the opponent has not accepted yet) or `over`.
    seat: who has to mail. state: public state after closing the open segment, where this person closes it.
    request: the question with its options, for `orders` and `answer`. offer: what the opponent offered in his last
    message, {} if nothing. own: what this person knows of his own hidden forces.
    """

    kind: str
    seat: str
    state: dict[str, Any]
    closing: compose.Closing | None = None
    request: Choose | None = None
    offer: Mapping[str, Any] = field(default_factory=dict)
    own: Own = NOTHING
