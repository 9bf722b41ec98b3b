"""A judgement in words, as `pbem verify` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import agreed_words
from pbem.campaign.core.problems import mend_for
from pbem.campaign.records.open_target import not_counted
from pbem.campaign.telling.seats import seating_line
from pbem.campaign.telling.timewords import plain_dates
from pbem.protocol.faults import diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def verdict_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """What `pbem verify` says, line by line. told: as `verdict_data` has it."""
    if "campaign" in told:
        yield f"{told['campaign']} (game {told['game'][:12] or 'not begun'})"
        for seat, player in told["players"].items():
            # The fingerprint first: a name may look like anything, a fingerprint among others.
            yield f"  {seat}  {player['fingerprint']}  {player['name']}"
    if told["what"] != "turn" and told["messages"]:
        yield f"  {told['messages']} messages, {told['dice']} dice, {told['decisions']} decisions checked"
        if told["unanswered"] is not None:
            yield f"  {not_counted(told['unanswered'])}"
    if told["agreed"]:
        yield f"  agreed outside the rules: {agreed_words(told['agreed'])}"
    for seating in told.get("seats", ()):
        yield f"  {seating_line(seating)}"
    if len(told["engines"]) > 1:
        yield "  rules: " + ", then ".join(f"{one['engine']} from message {one['from']}" for one in told["engines"])
    for warning in told["warnings"]:
        yield f"  {diagnosis(warning['code'], warning['detail'], warning['message'])}"
    if told.get("report"):
        yield f"  {told['report']}"
    if told["ok"]:
        # Without both books nobody knows whether what was hidden was honest.
        yield f"{'verified: ' if told['verified'] else ''}{_named(told)}"
        return
    place = "" if told["message"] is None else f" in message {told['message']}"
    player = told.get("players", {}).get(told["signed_by"], {})
    signer = f", signed by {player.get('name', told['signed_by'])}" if told["signed_by"] else ", nobody named"
    yield f"NOT verified: {told['code']} ({told['class']}){place}{signer}"
    yield f"  {_named(told)}"
    if "without_rules" in told:
        yield f"  without the rules: {_without_rules(told['without_rules'])}"
    yield f"  what to do: {mend_for(told['class'])}"


def _named(told: Mapping[str, Any]) -> str:
    """How far the log has come, with the name of who has to mail in the place of his side's letter."""
    before, waits, rest = str(told["detail"]).rpartition("waits for ")
    seat, since, when = rest.partition(" since ")
    player = told.get("players", {}).get(seat) if waits else None
    named = f"{before}{waits}{player['name']}{since}{when}" if player else str(told["detail"])
    return plain_dates(named)


def _without_rules(told: Mapping[str, Any]) -> str:
    held = (
        f"{told['messages']} messages hold in form, order, signatures and seals, {told['dice']} dice follow from them"
    )
    if told["fault"] is None:
        return f"{held}; rules not checked here"
    fault = told["fault"]
    return f"{held}, then {diagnosis(fault['code'], fault['detail'], fault['message'])}"
