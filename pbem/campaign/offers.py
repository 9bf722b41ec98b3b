"""Offers and what both players agreed to, in words (protocol section 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.errors import Problem
from pbem.protocol.control import takeback_refused

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign
    from pbem.protocol.chain import Chain

AGREED = {
    "takeback": ("take-back", "take-backs"),
    "draw": ("agreed draw", "agreed draws"),
    "amend": ("amendment", "amendments"),
    "seat": ("seat taken over", "seats taken over"),
    "void seat": ("void seat", "void seats"),
}


def offer_words(control: Mapping[str, Any]) -> str:
    """`a draw`; `to take back everything after message 12`."""
    kind = control.get("offer")
    if kind == "takeback":
        return f"to go back to the question after message {control['to']}"
    if kind == "amend":
        return " and ".join(_changes(control)) + (f" ({control['reason']})" if control.get("reason") else "")
    return "a draw"


def _changes(control: Mapping[str, Any]) -> list[str]:
    terms, patch = control.get("terms", {}), control.get("patch", [])
    changes = [f"to play on by {terms['engine']}"] if "engine" in terms else []
    if "ruleset" in terms and "engine" not in terms:
        changes.append("to play on with other data of the ruleset")
    places = ", ".join("/".join(str(step) for step in change["path"]) for change in patch[:8])
    return changes + ([f"to correct the position at {places}"] if patch else [])


def agreed_words(counts: Mapping[str, int]) -> str:
    """`2 take-backs, 1 void seat`; "" where nothing was agreed on."""
    return ", ".join(f"{n} {AGREED[kind][n != 1]}" for kind, n in counts.items() if n)


def takeback_targets(chain: Chain) -> list[int]:
    """Numbers of the messages to which play could return, oldest first."""
    return [to for to in range(2, len(chain.messages)) if not takeback_refused(chain, to)]


def takeback(campaign: Campaign, to: int | None) -> dict[str, Any]:
    """The offer to return to after message `to`; by default to one's own last orders. Raises Problem OFFER_INVALID."""
    chain = campaign.chain
    if to is None:
        own = [k for k in takeback_targets(chain) if chain.states[k]["need"]["side"] == campaign.side]
        if not own:
            raise Problem("OFFER_INVALID", "you have given no orders that could be taken back", "see pbem status")
        to = own[-1]
    why = takeback_refused(chain, to)
    if why:
        known = ", ".join(str(k) for k in takeback_targets(chain)[-8:]) or "none"
        raise Problem("OFFER_INVALID", why, f"messages to which play can return: {known}")
    return {"offer": "takeback", "to": to}
