"""Who sits where in whose place, and who signed that: every seating of a log, in words (protocol section 11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.protocol import keys
from pbem.protocol.admission import other
from pbem.protocol.control import offered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign


def seatings_of(campaign: Campaign, upto: int | None = None) -> list[dict[str, Any]]:
    """The seatings of a log up to and with a message: {"message", "side", "void", "replaced", "newcomer", "agreed_by"},
    the last three {"name", "fingerprint"}.

    A seating bears the signatures of the newcomer and of the seat that stayed. The player who was replaced has signed
    nothing of it; nothing in the log says whether he knows.
    """
    chain, found = campaign.chain, []
    for agreement in chain.ledger.agreed:
        if agreement.what not in ("seat", "void seat") or (upto is not None and agreement.seq > upto):
            continue
        seat, seq = agreement.seat, agreement.seq
        found.append(
            {
                "message": seq,
                "side": seat,
                "void": agreement.what == "void seat",
                "replaced": _person(campaign, seat, seq - 1, chain.ledger.key(seat, seq)),
                "newcomer": _person(campaign, seat, seq, chain.ledger.key(seat, seq + 1)),
                "agreed_by": _person(campaign, other(seat), seq, chain.ledger.key(other(seat), seq)),
            }
        )
    return found


def _person(campaign: Campaign, seat: str, at: int, key: bytes | None) -> dict[str, str]:
    return {"name": campaign.title_of(seat, at), "fingerprint": keys.fingerprint(key) if key is not None else ""}


def seating_line(seating: Mapping[str, Any]) -> str:
    """`seat at 9: Bert (Prussian) aaaaa-... replaced by the signatures of Anna (French) bbbbb-... and the newcomer Carl
    (Prussian) ccccc-... only`, with what a handover adds."""
    replaced, newcomer, stayed = (
        f"{seating[who]['name']} {seating[who]['fingerprint']}" for who in ("replaced", "newcomer", "agreed_by")
    )
    signed = f"replaced by the signatures of {stayed} and the newcomer {newcomer} only"
    line = f"seat at {seating['message']}: {replaced} {signed}"
    return line if seating["void"] else f"{line}, who holds what {seating['replaced']['name']} had sealed"


def seating_lines(campaign: Campaign, upto: int | None = None) -> Sequence[str]:
    """A line for each seating of a log, up to and with a message."""
    return [seating_line(seating) for seating in seatings_of(campaign, upto)]


def seating_facts(campaign: Campaign, body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Label and text of what a seating means; every word follows from the log and the seating itself."""
    seat, seq = body["side"], body["seq"]
    army = campaign.game.telling.name(campaign.machine.armies[seat])
    name = f"{body['name']} ({army})" if body.get("name") else f"a new player ({army})"
    facts = [
        ("Seat", f"{name} takes the place of {campaign.title_of(seat, seq - 1)}"),
        ("New key", keys.fingerprint(bytes.fromhex(body["key"]))),
    ]
    if body["void"]:
        lost = f"what message {seq - 1} began is not played, for the value that its dice hang on is lost"
        facts.append(("Void", f"{lost}; the same question is asked again, and there will be new dice"))
    else:
        facts.append(("Not void", "play goes on with the value that was sealed for these dice"))
    if body.get("hide"):
        facts.append(("Markers", "all that lie face down are committed to anew; what they held before stays unknown"))
    if offered(campaign.chain.messages[seq - 1].body):
        facts.append(("Offer", "the one that was open has lapsed"))
    return facts
