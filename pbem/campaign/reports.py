"""The reports of a campaign: the public one that goes with a message, and the reader's own (never mailed)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.campaign import ACKNOWLEDGE, ANSWER, OVER, Campaign
from pbem.campaign.ending import result_words
from pbem.campaign.offers import offer_words
from pbem.engine.requests import CONTINUE, ORDERS
from pbem.errors import Problem
from pbem.report.data import report_json
from pbem.report.dispatch import Dispatch
from pbem.report.text import own_report, public_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.campaign import Due

_STEPS = {
    ORDERS: ("Write your orders: pbem orders", "Then: pbem check, and pbem submit"),
    ANSWER: ("The turn stopped to ask you something: pbem orders", "Then: pbem submit"),
    CONTINUE: ("There is nothing to decide; play goes on with: pbem submit",),
    ACKNOWLEDGE: ("There is nothing to decide; send your acknowledgement with: pbem submit",),
}


def dispatch_of(campaign: Campaign, seq: int, due: Sequence[str] = ()) -> Dispatch:
    """What message `seq` and the segment it closes give to tell. Every word of it follows from the log."""
    chain = campaign.chain
    message = chain.messages[seq]
    state = chain.states[seq]
    before = chain.states[seq - 1] if seq > 1 else state
    orders, orders_for = _orders_of(campaign, message.body, state)
    return Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        seq=seq,
        sender=campaign.title_of(message.side),
        receiver=campaign.title_of("a" if message.side == "b" else "b"),
        headline=campaign.game.headline(before["at"]),
        events=campaign.machine.events.get(seq - 1, []),
        orders=orders,
        orders_for=orders_for,
        note=message.body.get("note", []),
        standing=[*standing_facts(campaign, state), *_control(campaign, message.body)],
        due=due or _public_steps(state),
    )


def _orders_of(campaign: Campaign, body: Mapping[str, Any], state: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """A message's orders, members as the rules carry them out, and what they are for; ({}, "") where it has none."""
    ask = state["need"].get("ask", "")
    if "input" not in body or ask == CONTINUE:
        return {}, ""
    if ask != ORDERS:
        return dict(body["input"]), ask
    order = list(campaign.game.document_schema(ORDERS).get("properties", {}))
    members = sorted(body["input"].items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))
    return dict(members), campaign.game.headline(state["at"])


def _public_steps(state: Mapping[str, Any]) -> Sequence[str]:
    if state["over"]:
        return ("The game is over. Save this mail and run: pbem receive FILE", "Then close the campaign: pbem submit")
    return ("Save this mail and run: pbem receive FILE",)


def standing_facts(campaign: Campaign, state: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Label and text of what there is to know of a position."""
    facts = campaign.game.facts(campaign.position(dict(state)))
    return [(str(label), str(text)) for label, text in facts.get("standing", [])]


def _control(campaign: Campaign, body: Mapping[str, Any]) -> list[tuple[str, str]]:
    control = body.get("control", {})
    sender = campaign.title_of(body["side"])
    if "resign" in control:
        return [("Resignation", f"{sender} resigns")]
    if "offer" in control:
        return [("Offer", f"{sender} offers {offer_words(control)}")]
    if "answer" in control:
        return [("Answer", f"{sender} says: {control['answer']}")]
    return []


def public_text(campaign: Campaign, seq: int, *, unicode: bool = False) -> str:
    """The public report of message `seq`: the only one that is mailed and archived."""
    return public_report(dispatch_of(campaign, seq), campaign.game.name, campaign.game.wording, unicode=unicode)


def public_json(campaign: Campaign, seq: int) -> Any:
    """The public report as data."""
    return report_json([dispatch_of(campaign, seq)], campaign.game.wording)


def _own_dispatches(campaign: Campaign, due: Due) -> list[Dispatch]:
    """The correspondent's last message, then the segment that the reader closes himself."""
    last = len(campaign.chain.messages) - 1
    steps = _due_steps(campaign, due)
    told = [dispatch_of(campaign, last, steps)] if last > 1 else []
    if due.closing is None or last < 2:
        return told or [_opening_dispatch(campaign, due, steps)]
    state = due.state
    closing = Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        seq=last + 1,
        sender=campaign.title_of(campaign.chain.messages[last].side),
        receiver=campaign.title_of(campaign.side),
        headline=campaign.game.headline(campaign.chain.state["at"]),
        events=campaign.machine.events.get(last, []) if "input" in campaign.chain.messages[last].body else [],
        standing=[*standing_facts(campaign, state), *_control(campaign, campaign.chain.messages[last].body)],
        due=steps,
    )
    return [*told, closing]


def _opening_dispatch(campaign: Campaign, due: Due, steps: Sequence[str]) -> Dispatch:
    state = due.state or campaign.machine.start()
    return Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        seq=len(campaign.chain.messages),
        sender=campaign.title_of("a" if campaign.side == "b" else "b"),
        receiver=campaign.title_of(campaign.side or "a"),
        headline=campaign.game.headline(state["at"]),
        events=campaign.machine.events.get(1, []),
        standing=standing_facts(campaign, state),
        due=steps,
    )


def _due_steps(campaign: Campaign, due: Due) -> Sequence[str]:
    if due.offer:
        what = offer_words(due.offer)
        return (f"Your opponent offers {what}: pbem submit --answer accept, or --answer decline",)
    if due.kind == OVER or (due.state and due.state.get("over") and due.kind != ACKNOWLEDGE):
        return ("The campaign is over and audited: pbem verify",)
    if due.kind == ACKNOWLEDGE and due.state.get("over"):
        end = result_words(campaign, due.state["over"])
        return (f"The game is over: {end}.", "Close the campaign with: pbem submit")
    if due.kind in _STEPS:
        return _STEPS[due.kind]
    return (f"Wait for {campaign.title_of(due.side)}.",)


def own_text(campaign: Campaign, due: Due | None = None, *, unicode: bool = False) -> str:
    """The reader's own report, with the dice that his program has just rolled."""
    dispatches = _own_dispatches(campaign, due or campaign.due())
    return own_report(dispatches, campaign.game.name, campaign.game.wording, unicode=unicode)


def own_json(campaign: Campaign, due: Due | None = None) -> Any:
    """The reader's own report as data."""
    return report_json(_own_dispatches(campaign, due or campaign.due()), campaign.game.wording, "own")


def report_name(campaign: Campaign, seq: int) -> str:
    """`0012-a`, without suffix."""
    return f"{seq:04d}-{campaign.chain.messages[seq].side}"


def write_public_report(campaign: Campaign, seq: int) -> Path | None:
    """Keeps the public report of a message, as text and as data; the handshake has none."""
    if seq < 2:
        return None
    name = report_name(campaign, seq)
    dispatch = dispatch_of(campaign, seq)
    wording = campaign.game.wording
    data = json.dumps(report_json([dispatch], wording), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    campaign.folder.save("reports", f"{name}.json", data.encode("utf-8"))
    text = public_report(dispatch, campaign.game.name, wording)
    return campaign.folder.save("reports", f"{name}.txt", text.encode("utf-8"))


def write_own_report(campaign: Campaign) -> Path:
    """Keeps the reader's own report on what he received last."""
    due = campaign.due()
    seq = len(campaign.chain.messages) - 1
    return campaign.folder.save("reports/own", f"{seq:04d}.txt", own_text(campaign, due).encode("utf-8"))


def require_reportable(campaign: Campaign, seq: int) -> int:
    """The number of a message that has a report; negative numbers count from the end. Raises Problem NO_REPORT."""
    count = len(campaign.chain.messages)
    number = seq + count if seq < 0 else seq
    if not 2 <= number < count:
        raise Problem(
            "NO_REPORT",
            f"message {seq} has no report; messages 2 to {count - 1} have one"
            if count > 2
            else "there is no report yet: play begins with message 2",
            "see pbem status",
        )
    return number
