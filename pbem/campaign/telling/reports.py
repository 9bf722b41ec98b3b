"""The reports of a campaign: the public one that goes with a message, and the reader's own (never mailed)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ACKNOWLEDGE, ANSWER, OVER
from pbem.campaign.core.ending import result_words
from pbem.campaign.core.offers import agreed_facts, announced, announcement, answers, as_of, control_facts, offer_words
from pbem.campaign.core.segments import phase_start, told_in
from pbem.campaign.core.teams import member_awaited
from pbem.campaign.telling.correcting import proposed_lines
from pbem.campaign.telling.open_question import asked_of_whom, asks
from pbem.campaign.telling.revealing import closing_rows, drawn_rows, knowledge, public_rows, secret_rows
from pbem.campaign.telling.seats import seating_facts, seating_lines
from pbem.campaign.telling.unchanged import unchanged
from pbem.campaign.telling.word_digest import words_of
from pbem.campaign.writing.team_orders import member_steps, ordered_by
from pbem.engine.hidden import NOTHING
from pbem.engine.requests import CONTINUE, ORDERS, SEALED
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.report.chapters import chapters
from pbem.report.data import report_json
from pbem.report.dispatch import Dispatch
from pbem.report.text import own_report, public_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.due import Due
    from pbem.engine.hidden import Own

_STEPS = {
    ORDERS: ("Write your orders: pbem orders", "Then: pbem check, and pbem submit"),
    CONTINUE: ("There is nothing to decide; play goes on with: pbem submit",),
    ACKNOWLEDGE: ("There is nothing to decide; your opponent goes on after: pbem submit",),
}


def dispatch_of(campaign: Campaign, seq: int, due: Sequence[str] = (), own: Own = NOTHING) -> Dispatch:
    """What message `seq` and the segment it closes give to tell. Every word of it follows from the log, and from what
    its reader knows of his `own`."""
    campaign, chain = as_of(campaign, seq), campaign.chain
    message = chain.messages[seq]
    state = chain.states[seq]
    before = chain.states[seq - 1] if seq > 1 else state
    # What a void seating closes was never played, whatever somebody's own preview of it told.
    events = [] if message.body.get("void") else campaign.machine.events.get(seq - 1, [])
    # Where nothing was played, a correction or a takeback may have led to another phase.
    stands = state if message.body.get("control") and not chapters(events) and not state["over"] else before
    orders, orders_for = _orders_of(campaign, message.body, state)
    return Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        words=words_of(campaign.machine.ruleset),
        seq=seq,
        sender=campaign.title_of(message.seat, seq),
        receiver=campaign.title_of(_other(message.seat), seq),
        headline=campaign.game.telling.headline(stands["at"]),
        events=events,
        orders=orders,
        orders_for=orders_for,
        note=message.body.get("note", []),
        standing=[*_position_facts(campaign, state, own), *_control(campaign, seq)],
        due=due or _public_steps(state),
        silence=_silence(campaign, seq),
        said=announced(campaign, message.body),
        disclosed=public_rows(campaign, seq),
        by=ordered_by(campaign, message.body),
        legend=_legend(campaign, seq - 1, before, state, own),
    )


def _legend(
    campaign: Campaign, segment: int, before: Mapping[str, Any], after: Mapping[str, Any], own: Own
) -> Mapping[str, str]:
    """Names of the markers that were known in the segment of a message, or are at its end.

    Positions are those at the beginning of a phase, so what was shown earlier in the running one is told by its events.
    A marker that the message after the segment commits to anew is another piece in its orders.
    """
    events = told_in(campaign, phase_start(campaign, segment), segment)
    game = campaign.game
    anew = [name for name, entry in after.get("markers", {}).items() if entry["at"] == segment + 1]
    shown = game.telling.legend(before["at"], own, events)
    return {
        **{name: text for name, text in shown.items() if name not in anew},
        **game.telling.legend(after["at"], own),
    }


def _orders_of(campaign: Campaign, body: Mapping[str, Any], state: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """A message's orders, members as the rules carry them out, and what they are for; ({}, "") where it has none."""
    ask = state["need"].get("ask", "")
    # What an input seals or opens is told in words of its own.
    given = {name: value for name, value in body.get("input", {}).items() if name not in ("open", "sealed")}
    if not given or ask == CONTINUE or ask.startswith(SEALED):
        return {}, ""
    if ask != ORDERS:
        return given, ask
    order = list(campaign.game.writing.document_schema(ORDERS).get("properties", {}))
    members = sorted(given.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))
    return dict(members), campaign.game.telling.headline(state["at"])


def _silence(campaign: Campaign, seq: int) -> str:
    """What message `seq` was where it brings no orders and no answer to a question; "" for any other."""
    body, state = campaign.chain.messages[seq].body, campaign.chain.states[seq]
    sender = campaign.title_of(body["side"], seq)
    if body["kind"] == "seat":
        return "A seat changes hands, and nothing was played."
    if body.get("control") and "input" not in body:
        return announcement(campaign, body)
    if state["over"]:
        return f"{sender} has seen how the game ended."
    if "input" not in body:
        return f"{sender} had nothing to decide; {campaign.title_of(_other(body['side']), seq)} goes on."
    if state["need"].get("ask", "") == CONTINUE:
        return f"{sender} had nothing to decide; the turn is carried on next."
    return ""


def _public_steps(state: Mapping[str, Any]) -> Sequence[str]:
    if state["over"]:
        return ("The game is over. Save this mail and run: pbem receive FILE", "Then close the campaign: pbem submit")
    return ("Save this mail and run: pbem receive FILE",)


def standing_facts(campaign: Campaign, state: Mapping[str, Any], own: Own = NOTHING) -> list[tuple[str, str]]:
    """Label and text of what there is to know of a position, for everybody or for who knows his `own`."""
    facts = campaign.game.telling.facts(position_of(campaign, state), own)
    return [(str(label), str(text)) for label, text in facts.get("standing", [])]


def halted(state: Mapping[str, Any]) -> bool:
    """Whether a phase waits for the other side's program: its position is still that of the phase's beginning."""
    return bool(state) and not state["over"] and state["need"].get("ask", "") == CONTINUE


def position_of(campaign: Campaign, state: Mapping[str, Any]) -> Any:
    """The position of a public state as it stands now, without playing a halted phase on to where it halts again."""
    return state["at"] if halted(state) else campaign.position(dict(state))


def _position_facts(campaign: Campaign, state: Mapping[str, Any], own: Own) -> list[tuple[str, str]]:
    """The facts of a position; nothing where a phase has halted, for they would tell of what is no longer so."""
    return [] if halted(state) else standing_facts(campaign, state, own)


def _secret(campaign: Campaign, due: Due) -> list[tuple[str, str]]:
    """What the reader alone knows; of a phase that has halted only what it has told him anew."""
    return drawn_rows(campaign, due) if halted(due.state) else secret_rows(campaign, due)


def _control(campaign: Campaign, seq: int) -> list[tuple[str, str]]:
    """What message `seq` offers, answers or gives up, who takes a seat, and the count of what was agreed to so far."""
    body = campaign.chain.messages[seq].body
    seated: list[tuple[str, str]] = []
    if body["kind"] == "seat":
        seated = seating_facts(campaign, body)
    elif "key" in body:
        key = keys.fingerprint(bytes.fromhex(body["key"]))
        seated = [("New key", f"{campaign.title_of(body['side'], seq)} signs with {key} from his next message on")]
    return [*control_facts(campaign, body), *seated, *agreed_facts(campaign, seq)]


def public_text(campaign: Campaign, seq: int, *, unicode: bool = False) -> str:
    """The public report of message `seq`: the only one that is mailed and archived."""
    return _told(campaign, seq, unicode) or _tell(campaign, seq, dispatch_of(campaign, seq), unicode)


def _told(campaign: Campaign, seq: int, unicode: bool) -> str:
    """The report if it was written before: it is kept, mailed and archived."""
    return campaign.told.get((campaign.chain.messages[seq].id, unicode), "")


def _tell(campaign: Campaign, seq: int, dispatch: Dispatch, unicode: bool) -> str:
    game = as_of(campaign, seq).game
    text = public_report(dispatch, game.telling.name, game.telling.wording, unicode=unicode)
    campaign.told[campaign.chain.messages[seq].id, unicode] = text
    return text


def looked_back(campaign: Campaign, seq: int, *, unicode: bool = False) -> str:
    """The public report of message `seq` for a reader of the campaign: without what to do with the mail, unless it is
    his own last message, which still waits for an answer."""
    game = as_of(campaign, seq).game
    last = campaign.chain.messages[-1]
    waits = bool(campaign.seat) and last.seat == campaign.seat and seq == last.seq
    told = _with_seatings(campaign, dispatch_of(campaign, seq))
    return public_report(told, game.telling.name, game.telling.wording, unicode=unicode, taken_in=not waits)


def public_json(campaign: Campaign, seq: int) -> Any:
    """The public report as data."""
    return report_json([dispatch_of(campaign, seq)], as_of(campaign, seq).game.telling.wording)


def _with_seatings(campaign: Campaign, dispatch: Dispatch) -> Dispatch:
    """With who was replaced so far, and by whose signatures. What is mailed and archived keeps its bytes: there the
    seating's own report names the newcomer, and all later ones count."""
    rows = [("Seats", line) for line in seating_lines(campaign, dispatch.seq)]
    return replace(dispatch, standing=[*dispatch.standing, *rows]) if rows else dispatch


def own_dispatches(campaign: Campaign, due: Due, *, whole: bool = False) -> list[Dispatch]:
    """The correspondent's last message, then the segment that the reader closes himself.

    whole: tells all that the reader alone knows, also what has not changed since he was told of it.
    """
    told = _offered_once(campaign, due, _own_dispatches(campaign, due))
    last = _with_seatings(campaign, told[-1])
    if whole:
        return [*told[:-1], last]
    seq, rows = unchanged(campaign, due, last.secret)
    return [*told[:-1], replace(last, known=rows, known_since=seq)]


def _own_dispatches(campaign: Campaign, due: Due) -> list[Dispatch]:
    last = len(campaign.chain.messages) - 1
    steps, own, state = _due_steps(campaign, due), knowledge(campaign, due), due.state
    told = [replace(dispatch_of(campaign, last, steps, own), lead=_lead(campaign, last))] if last > 1 else []
    if due.closing is None or last < 2:
        told = told or [_opening_dispatch(campaign, due, steps)]
        return _needless(campaign, [*told[:-1], replace(told[-1], secret=_secret(campaign, due))], due)
    closing = Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        words=words_of(campaign.machine.ruleset),
        seq=last + 1,
        sender=campaign.title_of(campaign.chain.messages[last].seat),
        receiver=campaign.title_of(campaign.party),
        headline=campaign.game.telling.headline(campaign.chain.state["at"]),
        events=campaign.machine.events.get(last, []) if "input" in campaign.chain.messages[last].body else [],
        standing=[*_position_facts(campaign, state, own), *_control(campaign, last)],
        due=steps,
        legend=_legend(campaign, last, campaign.chain.state, state, own),
        disclosed=closing_rows(campaign, due.closing),
        secret=_secret(campaign, due),
        unsent=True,
        lead=_lead(campaign, last + 1),
        silence=_own_silence(campaign, due),
        said=frozenset() if state.get("over") else announced(campaign, campaign.chain.messages[last].body),
    )
    return [*told, closing]


def _offered_once(campaign: Campaign, due: Due, told: Sequence[Dispatch]) -> list[Dispatch]:
    """To whom an offer is made it is told with what he can do: not among the facts as well, and where nothing was
    played, not once more behind the sentence on the message."""
    if not due.offer:
        return list(told)
    rows = set(control_facts(campaign, campaign.chain.messages[-1].body))
    played = any(chapters(one.events) for one in told)
    last = told[-1]
    standing = [row for row in last.standing if row not in rows]
    return [*told[:-1], replace(last, standing=standing, due=last.due if played else last.due[1:])]


def _own_silence(campaign: Campaign, due: Due) -> str:
    """What is said of the reader's own part where the rules told of nothing and there is nothing left to tell."""
    if due.state.get("over"):
        return "The game is over; nothing was left to be played."
    last = campaign.chain.messages[-1]
    return _silence(campaign, last.seq) if last.body.get("control") else ""


def _lead(campaign: Campaign, seq: int) -> str:
    """For the reader of his own report: whose message led to the segment that message `seq` closes, and whose program
    worked it out. What his own did he has read before he sent message `seq`."""
    before = campaign.chain.messages[seq - 1]
    sent = seq < len(campaign.chain.messages)
    if before.seat == campaign.party:
        other = campaign.title_of(_other(before.seat), seq)
        return f"What your message {seq - 1} led to, worked out by the program of {other}."
    led = f"what message {seq - 1} of {campaign.title_of(before.seat, seq - 1)} led to"
    if sent:
        return f"Told once more, as in your own report on message {seq - 1}: {led}."
    return f"{led[:1].upper()}{led[1:]}, worked out by your program."


def _other(seat: str) -> str:
    return "a" if seat == "b" else "b"


def _needless(campaign: Campaign, told: Sequence[Dispatch], due: Due) -> list[Dispatch]:
    """Reports of a campaign that is closed by a message with nothing in it: the last position was told before."""
    if due.kind != OVER or any(one.events for one in told):
        return list(told)
    seq = len(campaign.chain.messages) - 1
    return [*told[:-1], replace(told[-1], standing=_control(campaign, seq), secret=[])]


def _opening_dispatch(campaign: Campaign, due: Due, steps: Sequence[str]) -> Dispatch:
    state = due.state or campaign.machine.start()
    return Dispatch(
        campaign=campaign.game.scenario.title,
        game=campaign.short_id,
        words=words_of(campaign.machine.ruleset),
        seq=len(campaign.chain.messages),
        sender=campaign.title_of(_other(campaign.party)),
        receiver=campaign.title_of(campaign.party or "a"),
        headline=campaign.game.telling.headline(state["at"]),
        events=campaign.machine.events.get(1, []),
        standing=standing_facts(campaign, state),
        due=steps,
        unsent=True,
    )


def _due_steps(campaign: Campaign, due: Due) -> Sequence[str]:
    if campaign.member is not None:
        return (f"Awaited is {member_awaited(campaign, due)}.", f"Next: {', '.join(member_steps(campaign, due))}")
    if due.offer:
        both = [one.told for one in answers(campaign, due)]
        changes = proposed_lines(campaign, len(campaign.chain.messages) - 1)
        offers = f"{campaign.title_of(_other(campaign.party))} offers {offer_words(campaign, due.offer)}."
        return (offers, *changes, *both)
    if due.kind == OVER or (due.state and due.state.get("over") and due.kind != ACKNOWLEDGE):
        audit = "; what was hidden in it: pbem audit" if campaign.machine.forces is not None else ""
        end = result_words(campaign, due.state["over"]) if due.state and due.state.get("over") else ""
        told = (f"The game is over: {end}.",) if end else ()
        return (*told, f"The campaign is over and audited: pbem verify{audit}")
    if due.kind == ACKNOWLEDGE and due.state.get("over"):
        end = result_words(campaign, due.state["over"])
        return (f"The game is over: {end}.", "Close the campaign with: pbem submit")
    asked = (asked_of_whom(campaign, due.state, reader=due.seat),) if asks(due.state) else ()
    if due.kind == ANSWER:
        return (*asked, "Answer with: pbem orders", "Then: pbem submit")
    if due.kind in _STEPS:
        return (*asked, *_STEPS[due.kind])
    return (f"Wait for {campaign.title_of(due.seat)}; whether anything is left for you to send says: pbem status",)


def own_text(campaign: Campaign, due: Due | None = None, *, unicode: bool = False, whole: bool = False) -> str:
    """The reader's own report, with the dice that his program has just rolled. whole: as for `own_dispatches`."""
    dispatches = own_dispatches(campaign, due or campaign.due(), whole=whole)
    return own_report(dispatches, campaign.game.telling.name, campaign.game.telling.wording, unicode=unicode)


def own_json(campaign: Campaign, due: Due | None = None) -> Any:
    """The reader's own report as data."""
    return report_json(own_dispatches(campaign, due or campaign.due()), campaign.game.telling.wording, "own")


def report_name(campaign: Campaign, seq: int) -> str:
    """`0012-a`, without suffix."""
    return f"{seq:04d}-{'ab'[seq % 2]}"


def write_public_report(campaign: Campaign, seq: int) -> Path | None:
    """Keeps the public report of a message, as text and as data; the handshake has none."""
    if seq < 2:
        return None
    name = report_name(campaign, seq)
    dispatch = dispatch_of(campaign, seq)
    game = as_of(campaign, seq).game
    data = (
        json.dumps(report_json([dispatch], game.telling.wording), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    )
    campaign.folder.save("reports", f"{name}.json", data.encode("utf-8"))
    text = _tell(campaign, seq, dispatch, unicode=False)
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
