"""Offers, what both answers to them mean, and what both players agreed to, in words (protocol section 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ANSWER, ANSWERS
from pbem.campaign.core.machine import machine_for
from pbem.engine.requests import ORDERS
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.protocol.control import accepted, takeback_refused
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.due import Due
    from pbem.campaign.core.machine import GameMachine
    from pbem.protocol.chain import Chain

AGREED = {
    "takeback": ("take-back", "take-backs"),
    "draw": ("agreed draw", "agreed draws"),
    "amend": ("amendment", "amendments"),
    "seat": ("seat taken over", "seats taken over"),
    "void seat": ("void seat", "void seats"),
}
DRAW = {"offer": "draw"}
_GOES_ON = "the game goes on as it stands"
_MOST_TARGETS = 8


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the two answers to an offer. means: what it leads to, or why it cannot be given here; then there are no
    commands. commands: what to type for it, in order."""

    answer: str
    means: str
    commands: Sequence[str]

    @property
    def told(self) -> str:
        """`To accept: pbem answer accept. Then the game ends as a draw.`"""
        if not self.commands:
            return f"To {self.answer}: not possible here, for {self.means}."
        return f"To {self.answer}: {'; '.join(self.commands)}. Then {self.means}."


# -- in words ---------------------------------------------------------------------


def offer_words(campaign: Campaign, control: Mapping[str, Any], seq: int | None = None) -> str:
    """`a draw`; `to take back message 6 and what followed: the orders of Anna (French) for Game-Turn 2`.

    seq: number of the message that offers it, None for one that is not made yet.
    """
    kind = control.get("offer")
    if kind == "takeback":
        to = control["to"]
        given = answered_in(campaign.chain, to)
        from_here = f"message {given} and what followed" if given else f"everything after message {to}"
        return f"to take back {from_here}: the orders of {target_words(campaign, to, seq)}"
    if kind == "amend":
        return " and ".join(_changes(control)) + (f" ({control['reason']})" if control.get("reason") else "")
    return "a draw"


def target_words(campaign: Campaign, to: int, seq: int | None = None) -> str:
    """`Anna (French) for Game-Turn 2`: who has to give orders anew after a return to after message `to`."""
    state = campaign.chain.states[to]
    return f"{campaign.title_of(state['need']['side'], seq)} for {campaign.game.telling.headline(state['at'])}"


def _changes(control: Mapping[str, Any]) -> list[str]:
    terms, patch = control.get("terms", {}), control.get("patch", [])
    changes = [f"to play on by {terms['engine']}"] if "engine" in terms else []
    if "ruleset" in terms and "engine" not in terms:
        changes.append("to play on with other data of the ruleset")
    places = ", ".join("/".join(str(step) for step in change["path"])[:80] for change in patch[:8])
    more = f" and {len(patch) - 8} other places" if len(patch) > 8 else ""
    return changes + ([f"to correct the position at {places}{more}"] if patch else [])


def means(campaign: Campaign, control: Mapping[str, Any], seq: int, dice: int = 0) -> str:
    """What becomes of an offer of message `seq` that is accepted. dice: rolled by the segment that it closes, where
    the log has not got it yet."""
    kind = control.get("offer")
    if kind == "takeback":
        inputs, rolled = undone(campaign.chain, control["to"], seq)
        lost = f"{_count(inputs, 'message')} with orders or answers and {_count(rolled + dice, 'die', 'dice')}"
        again = target_words(campaign, control["to"], seq)
        return f"orders are given anew by {again}; {lost} count no more but stay in the log, and new dice fall"
    if kind == "amend":
        terms, patch = control.get("terms", {}), control.get("patch", [])
        parts = [f"from the answer on the game is played by {terms['engine']}"] if "engine" in terms else []
        parts += [f"the position is changed in {_count(len(patch), 'place')}"] if patch else []
        return " and ".join(parts or ["the game is played with other data of the ruleset"])
    return "the game ends as a draw"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def undone(chain: Chain, to: int, seq: int) -> tuple[int, int]:
    """Messages with an input, and dice, that a return to after message `to` takes back, offered in message `seq`."""
    inputs = sum(1 for m in chain.messages[to:seq] if "input" in m.body)
    return inputs, sum(1 for tape in chain.tapes[to:seq] for entry in tape if entry[1] != 0)


def agreed_words(counts: Mapping[str, int]) -> str:
    """`2 take-backs, 1 void seat`; "" where nothing was agreed on."""
    return ", ".join(f"{n} {AGREED[kind][n != 1]}" for kind, n in counts.items() if n)


# -- what reports tell ------------------------------------------------------------


def announcement(campaign: Campaign, body: Mapping[str, Any]) -> str:
    """What a message is that agrees on something, or ends the game, in place of orders; one sentence."""
    control, seq = body["control"], body["seq"]
    sender = campaign.title_of(body["side"], seq)
    if "answer" in control:
        return f"{sender} {control['answer']}s the offer of message {seq - 1}."
    if "offer" in control:
        return f"In place of orders {sender} offers {offer_words(campaign, control, seq)}."
    return f"{sender} resigns."


def announced(campaign: Campaign, body: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """The rows of `control_facts` that `announcement` tells."""
    control = body.get("control", {})
    if not control or "input" in body:
        return frozenset()
    told = "Answer" if "answer" in control else "Offer" if "offer" in control else "Resignation"
    return frozenset(row for row in control_facts(campaign, body) if row[0] == told)


def control_facts(campaign: Campaign, body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Label and text of an offer, an answer with what it was about, or a resignation in a message."""
    control, seq = body.get("control", {}), body["seq"]
    sender = campaign.title_of(body["side"], seq)
    if "resign" in control:
        yield "Resignation", f"{sender} resigns"
    if "offer" in control:
        yield "Offer", f"{sender} offers {offer_words(campaign, control, seq)}"
        yield "If accepted", means(campaign, control, seq)
        yield "If declined", _GOES_ON
    if "answer" in control:
        offer = campaign.chain.messages[seq - 1].body.get("control", {})
        yield "Answer", f"{sender} says: {control['answer']}"
        yield "Agreed" if control["answer"] == "accept" else "Declined", offer_words(campaign, offer, seq)


def agreed_facts(campaign: Campaign, seq: int) -> list[tuple[str, str]]:
    """The count of what was agreed to up to message `seq` that changes how a campaign is to be judged."""
    counts: dict[str, int] = {}
    for agreement in campaign.chain.ledger.agreed:
        if agreement.seq <= seq and agreement.what != "draw":
            counts[agreement.what] = counts.get(agreement.what, 0) + 1
    words = agreed_words({kind: counts[kind] for kind in sorted(counts)})
    return [("Agreed so far", words)] if words else []


# -- answering --------------------------------------------------------------------


def answering(campaign: Campaign, answer: str) -> Campaign:
    """The campaign by the rules that judge one's next message: where it accepts an amendment, by the amended ones.

    Raises Fault (environment) where they are not here.
    """
    chain = campaign.chain
    offer = accepted(chain.messages[-1].body, {"control": {"answer": answer}})
    if offer.get("offer") != "amend":
        return campaign
    machine = cast("GameMachine", chain.machine.amended(chain.terms, offer))
    return Campaign(campaign.folder, machine, chain, campaign.home, campaign.person)


def due_for(campaign: Campaign, answer: str) -> tuple[Campaign, Due]:
    """What one's next message has to do if it gives this answer, and the campaign that judges it. Raises Problem.

    answer: `accept` or `decline`; "" for what is due without one.
    """
    if answer and answer not in ANSWERS:
        what = f"{answer[:40]!r} is no answer to an offer"
        raise Problem("USAGE", what, "say accept or decline")
    if not answer:
        return campaign, campaign.due()
    judged = answering(campaign, answer)
    due = judged.due({"answer": answer})
    if due.closing is not None and not due.offer:
        raise Problem("NO_OFFER", "your opponent has offered nothing that could be answered", "see pbem status")
    return judged, due


def answers(campaign: Campaign, due: Due) -> list[Answer]:
    """Both answers to the offer that is due for one, with what they mean; none where there is no offer."""
    if not due.offer:
        return []
    last = len(campaign.chain.messages) - 1
    lead = {"accept": means(campaign, due.offer, last), "decline": _GOES_ON}
    unable = _unable(campaign)
    if unable:
        return [Answer("accept", unable, ()), Answer("decline", _GOES_ON, _commands(campaign, "decline"))]
    return [Answer(answer, lead[answer], _commands(campaign, answer)) for answer in ANSWERS]


def _unable(campaign: Campaign) -> str:
    """Why the offer cannot be accepted here, "" where it can: rules that are not installed, or do not fit."""
    try:
        due_for(campaign, "accept")
    except Fault as fault:
        return f"this program cannot accept it: {fault.detail.splitlines()[0]}"
    return ""


def _commands(campaign: Campaign, answer: str) -> Sequence[str]:
    """Where the message that answers has orders to give as well, they are written first."""
    kind = due_for(campaign, answer)[1].kind
    if kind not in (ORDERS, ANSWER):
        return (f"pbem answer {answer}",)
    option = " --answer accept" if answer == "accept" else ""
    return (f"pbem orders{option}", f"pbem check{option}", f"pbem answer {answer}")


# -- a campaign under several rules ------------------------------------------------


def as_of(campaign: Campaign, seq: int) -> Campaign:
    """The campaign by the rules under which message `seq` stands, for its words. Raises Fault (environment)."""
    changed = [start for start, _ in stretches(campaign.chain)[1:]]
    if all(start <= seq for start in changed) and campaign.machine.terms == campaign.chain.terms:
        return campaign
    machine = machine_for(terms_as_of(campaign.chain, seq))
    machine.events = campaign.machine.events
    return Campaign(campaign.folder, machine, campaign.chain, campaign.home, campaign.person)


def terms_as_of(chain: Chain, seq: int) -> dict[str, Any]:
    """The terms under which message `seq` stands."""
    terms = dict(chain.messages[0].body["terms"])
    for agreement in chain.ledger.agreed:
        if agreement.what == "amend" and agreement.seq <= seq:
            terms |= chain.messages[agreement.seq - 1].body["control"]["terms"]
    return terms


def stretches(chain: Chain) -> list[tuple[int, str]]:
    """Number of the message from which on each set of rules holds, and its engine; the first is the invitation's."""
    found = [(0, str(chain.messages[0].body["terms"]["engine"]))] if chain.messages else []
    for agreement in chain.ledger.agreed:
        if agreement.what == "amend":
            terms = chain.messages[agreement.seq - 1].body["control"]["terms"]
            found += [(agreement.seq, str(terms.get("engine", found[-1][1])))] if terms else []
    return found


# -- offering ---------------------------------------------------------------------


def answered_in(chain: Chain, to: int) -> int:
    """Number of the message that answered the question after message `to`, `to` itself or a later one; 0 while open."""
    n = chain.states[to]["need"]["n"]
    return next((m.seq for m in chain.messages[to:] if m.body.get("input", {}).get("for") == n), 0)


def takeback_targets(chain: Chain) -> list[int]:
    """Numbers of the messages whose orders can be taken back, oldest first."""
    possible = (to for to in range(2, len(chain.messages)) if not takeback_refused(chain, to))
    return [to for to in possible if answered_in(chain, to) == to]


def takeback(campaign: Campaign, to: int | None) -> dict[str, Any]:
    """The offer to return to after message `to`; by default to one's own last orders. Raises Problem OFFER_INVALID."""
    chain = campaign.chain
    if to is None:
        own = [k for k in takeback_targets(chain) if chain.states[k]["need"]["side"] == campaign.seat]
        if not own:
            what = "you have given no orders that could be taken back"
            raise Problem("OFFER_INVALID", what, _targets(campaign))
        to = own[-1]
    why = takeback_refused(chain, to)
    if why:
        raise Problem("OFFER_INVALID", why, _targets(campaign))
    return {"offer": "takeback", "to": to}


def _targets(campaign: Campaign) -> str:
    found = takeback_targets(campaign.chain)[-_MOST_TARGETS:]
    if not found:
        return "no orders of this campaign can be taken back now"
    listed = "; ".join(f"--to {to}, the orders of {target_words(campaign, to)}" for to in found)
    return f"what can be taken back: {listed}"
