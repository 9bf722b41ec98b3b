"""Who controls a hex, and what ends a game at once or decides it (14.24, 20.16, 20.3, 21.62, 21.96)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulesets.campaign_1806.board import Board

FRENCH, PRUSSIAN = "french", "prussian"
STRIP = 5
"""osg 21.62: hexes along the south-western edge that are closed to the Prussians."""
_COLUMN = -2


def taken(held: dict[str, str], board: Board, uid: str, path: Sequence[str], *, supplied: bool) -> None:
    """osg 20.16: a unit that fights takes control of the hexes that it enters, if it is in supply there. held: hex ->
    army, of the hexes that matter."""
    unit = board.unit(uid)
    if unit.fights and supplied:
        held.update((at, unit.army) for at in path if at in held)


def at_once(captured: Collection[str]) -> str:
    """osg 20.3: who has won in the moment in which these leaders are captured, "" while nobody has."""
    return PRUSSIAN if "napoleon" in captured else ""


def saalfeld(held: Mapping[str, str], rules: Mapping[str, str], french_lost: int, prussian_lost: int) -> str:
    """osg 21.91, 21.96-1, 21.96-2, 21.96-3: who wins the battle of Saalfeld, "" for a draw. rules: the member `victory`
    of its file. french_lost, prussian_lost: strength points.

    The Prussians with Saalfeld, the French with an objective of theirs; if both or neither hold theirs, points decide:
    one for each point that the enemy has lost.
    """
    ours = held.get(rules["prussian-holds"]) == PRUSSIAN
    theirs = any(held.get(at) == FRENCH for at in rules["french-holds"].split())
    if ours is not theirs:
        return PRUSSIAN if ours else FRENCH
    each = int(rules["each-point"])
    french, prussian = each * prussian_lost, each * french_lost
    return FRENCH if french > prussian else PRUSSIAN if prussian > french else ""


def closed_to(army: str, at: str, *, french_in: bool) -> bool:
    """osg 21.62, 21.72, 21.82: whether a hex is closed to an army where the scenario has the ban: the five hexes at the
    beginning of each row, to the Prussians, until a French unit has entered one of them."""
    return army == PRUSSIAN and not french_in and int(at[_COLUMN:]) <= STRIP


def usable_sources(army: str, sources: Sequence[str], entered: Collection[str]) -> tuple[str, ...]:
    """osg 14.24: the sources from which an army is supplied: of the French those alone at which one of them has come
    in."""
    return tuple(at for at in sources if army != FRENCH or at in entered)
