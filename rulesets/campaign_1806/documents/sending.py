"""Orders in units as they are sent where counters lie face down: what is hidden and shown with them (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.hidden.hiding import DEAL, SHOW, Hidden, hidden_orders
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.movement import ORDERS


def sent(
    play: Play,
    view: Play,
    orders: Mapping[str, Json],
    faults: Sequence[PlacedRefusal],
    notes: Sequence[str],
    own: Own,
    before: Sequence[Json],
) -> Compiled:
    """osg 1.5: orders of an owner's board as their message says them.

    play, view: the public board, and that of the owner. faults: what is wrong with them already, of which nothing is
    hidden, for it is not sent. before: moves that members of a team have signed, with which the orders begin.
    """
    made = hidden_orders(play, _sound(orders, faults), own, before)
    wrong = [*faults, *_more(view, orders, made)]
    return Compiled(made.public, wrong, notes, made.hide, made.show, {HIDDEN: made.leaves}, made.gone)


def _sound(orders: Mapping[str, Json], faults: Sequence[PlacedRefusal]) -> dict[str, Json]:
    """Orders without what is wrong in them; moves keep their numbers."""
    whole = {str(one.path[0]) for one in faults if len(one.path) == 1 or not isinstance(one.path[1], int)}
    entries = {(str(one.path[0]), one.path[1]) for one in faults if len(one.path) > 1}
    found: dict[str, Json] = {}
    for key, said in orders.items():
        if key in whole:
            continue
        if isinstance(said, list):
            kept = [NO if (key, number) in entries else one for number, one in enumerate(said)]
            found[key] = kept if key == ORDERS else [one for one in kept if one != NO]
        else:
            found[key] = said
    return found


def _more(view: Play, orders: Mapping[str, Any], made: Hidden) -> Iterator[PlacedRefusal]:
    """osg 1.5, 7.12, 7.13, 7.31-1: what only the hiding of orders finds wrong with them."""
    for number, refusal in made.unable.items():
        yield PlacedRefusal((ORDERS, number), refusal)
    wanted = orders.get(DEAL, ())
    for number, at in enumerate(wanted if isinstance(wanted, list) else ()):
        if at in made.undealt:
            yield PlacedRefusal((DEAL, number), made.undealt[at])
    for number, uid in enumerate(orders.get(SHOW, ())):
        unit = view.roster.units.get(uid)
        if unit is not None and unit.army == view.army and (why := _why_not_show(view, uid)):
            yield PlacedRefusal((SHOW, number), why)
    if made.short:
        yield PlacedRefusal(
            (ORDERS,), Refusal("1.5", "there are too few free counters for all who come out or come in")
        )


def _why_not_show(view: Play, uid: str) -> Refusal | None:
    if uid not in view.at:
        return Refusal("1.5", f"{view.name(uid)} is not on the map", uid)
    if not view.fog.counter_of(uid):
        return Refusal("1.5", f"{view.name(uid)} lies face up already", uid, view.at[uid])
    return None
