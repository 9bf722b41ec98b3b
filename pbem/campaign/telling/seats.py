"""Who sits where in whose place, and who signed that: every seat of a log, in words (protocol section 11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.protocol import keys
from pbem.protocol.admission import other
from pbem.protocol.control import offered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign


def seats_of(campaign: Campaign, upto: int | None = None) -> list[dict[str, Any]]:
    """The seats of a log up to and with a message: {"message", "side", "void", "replaced", "newcomer", "agreed_by"},
    the last three {"name", "fingerprint"}.

    A seat bears the signatures of the newcomer and of the side that stayed. The player who was replaced has signed
    nothing of it; nothing in the log says whether he knows.
    """
    chain, found = campaign.chain, []
    for agreement in chain.ledger.agreed:
        if agreement.what not in ("seat", "void seat") or (upto is not None and agreement.seq > upto):
            continue
        side, seq = agreement.side, agreement.seq
        found.append(
            {
                "message": seq,
                "side": side,
                "void": agreement.what == "void seat",
                "replaced": _person(campaign, side, seq - 1, chain.ledger.key(side, seq)),
                "newcomer": _person(campaign, side, seq, chain.ledger.key(side, seq + 1)),
                "agreed_by": _person(campaign, other(side), seq, chain.ledger.key(other(side), seq)),
            }
        )
    return found


def _person(campaign: Campaign, side: str, at: int, key: bytes | None) -> dict[str, str]:
    return {"name": campaign.title_of(side, at), "fingerprint": keys.fingerprint(key) if key is not None else ""}


def seat_line(seat: Mapping[str, Any]) -> str:
    """`seat at 9: Bert (Prussian) aaaaa-... replaced by the signatures of Anna (French) bbbbb-... and the newcomer Carl
    (Prussian) ccccc-... only`, with what a handover adds."""
    replaced, newcomer, stayed = (
        f"{seat[who]['name']} {seat[who]['fingerprint']}" for who in ("replaced", "newcomer", "agreed_by")
    )
    line = (
        f"seat at {seat['message']}: {replaced} replaced by the signatures of {stayed} and the newcomer {newcomer} only"
    )
    return line if seat["void"] else f"{line}, who holds what {seat['replaced']['name']} had sealed"


def seat_lines(campaign: Campaign, upto: int | None = None) -> Sequence[str]:
    """A line for each seat of a log, up to and with a message."""
    return [seat_line(seat) for seat in seats_of(campaign, upto)]


def seat_facts(campaign: Campaign, body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Label and text of what a seat means; every word follows from the log and the seat itself."""
    side, seq = body["side"], body["seq"]
    army = campaign.game.telling.name(campaign.machine.armies[side])
    name = f"{body['name']} ({army})" if body.get("name") else f"a new player ({army})"
    facts = [
        ("Seat", f"{name} takes the place of {campaign.title_of(side, seq - 1)}"),
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
