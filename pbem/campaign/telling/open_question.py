"""What a turn that has stopped in its midst asks, in words that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.engine.answerers import begin
from pbem.engine.hidden import NOTHING
from pbem.engine.requests import CONTINUE, ORDERS, SEALED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.campaign.core.campaign import Campaign


def asks(state: Mapping[str, Any]) -> bool:
    """Whether a public state waits for the answer to a question in mid-turn."""
    return bool(state) and not state["over"] and state["need"].get("ask", CONTINUE) not in (ORDERS, CONTINUE)


def question_of(campaign: Campaign, state: dict[str, Any]) -> str:
    """The question of a public state that asks (`asks`), as the orders file of who is asked tells it; nothing hidden.

    Of a question that is answered under seal only the name is told.
    """
    ask = str(state["need"]["ask"])
    if not ask.startswith(SEALED):
        request = begin(campaign.game, state, campaign.machine.seats).request  # type: ignore[arg-type]
        if request is not None:
            for line in campaign.game.writing.template(request, NOTHING):
                if line.comment and not line.text:
                    return line.comment
    return campaign.game.telling.name(ask.removeprefix(SEALED))


def asked_of_whom(campaign: Campaign, state: dict[str, Any], *, reader: str = "") -> str:
    """`The turn stopped to ask Anna (French): ...`; `you` where `reader`, a seat, is asked himself."""
    seat = state["need"]["side"]
    whom = "you" if seat == reader else campaign.title_of(seat)
    return f"The turn stopped to ask {whom}: {question_of(campaign, state)}"
