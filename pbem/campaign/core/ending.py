"""How a game ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.campaign.core.campaign import Campaign


def result_words(campaign: Campaign, over: Mapping[str, Any]) -> str:
    """`Anna (French) resigned; Bert (Prussian) wins`; "" while the game goes on. over: that of a public state."""
    if not over:
        return ""
    if over["how"] == "resigned":
        return f"{campaign.title_of(over['by'])} resigned; {campaign.title_of(over['winner'])} wins"
    if over["how"] == "draw-agreed":
        return "a draw, agreed on by both players"
    winner = campaign.machine.seats.get(over.get("winner", ""), "")
    named = str(over.get("level", ""))
    if named.endswith(" victory"):
        level = f": {named}"
    else:
        level = f", a {named} victory" if named not in ("", "victory") else ""
    return f"{campaign.title_of(winner)} wins{level}" if winner else "a draw"
