"""What orders of a hidden game would do before any die, as far as their author can know (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.telling.previewing import NO_ATTACKS
from rulesets.campaign_1806.hidden.dealing import DEALT, OFF, pairs
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules.placing import PLAN, PlacingOptions, planned
from rulesets.campaign_1806.telling.announced import Announced
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.preview import Said, day_preview, night_preview
from rulesets.campaign_1806.telling.turned import legend
from rulesets.campaign_1806.telling.wording import wording


def hidden_preview(names: CampaignNames, request: Choose, orders: Said, own: Own) -> Json:
    """See `preview.preview`. Who does not know what the orders hide, as a member of a team, is told what they say."""
    play: Play = request.scene
    if own.army != request.army:
        return _said(names, orders)
    known = names.knowing(legend(names, own, ()))
    if play.position.turn == SETUP:
        return _placing(known, play, orders, own)
    announced = Announced.of(play, orders, own)
    if play.now.night:
        return night_preview(names, announced.view, announced.orders)
    after, book = announced.carried_out()
    found = day_preview(names, announced.view, announced.orders, after, book, _chances(names, announced))
    return {**found, "groups": list(_groups(names, orders))}


def _said(names: CampaignNames, orders: Said) -> Json:
    entries = [
        (member, entry)
        for member, said in orders.items()
        for entry in (said if member in ("orders", "attacks", "disengage", "reassemble", "reorganize") else [said])
    ]
    lines = [f"  {wording(names, {'kind': 'ordered', 'member': member, 'entry': entry})}" for member, entry in entries]
    return {
        "moves": [],
        "void": [],
        **NO_ATTACKS,
        "ordered": len(orders.get("orders", ())),
        "idle": [],
        "open": True,
        "lines": ["Ordered:", *lines] if lines else ["Ordered: nothing"],
    }


def _chances(names: CampaignNames, announced: Announced) -> Iterator[tuple[str, str]]:
    """osg 7.12, 7.13: whose die decides whether he moves, with its exact chance."""
    for uid, chance in announced.dice().items():
        officer = announced.view.unit(uid).kind == "officer"
        text = "comes into command" if officer else "out of command, moves"
        yield uid, f"{names.unit(uid)} {text} with a chance of {chance} ({'7.12' if officer else '7.13'})."


def _groups(names: CampaignNames, orders: Said) -> Iterator[Json]:
    """osg 1.5, 15.2-2: what is dealt anew, hex by hex."""
    for member, words in (("deal", "Dealt anew in"), ("enter", "To come in at"), (DEALT, "In")):
        yield from ([f"{words} {names.hex(at)}", list(fresh)] for at, fresh in pairs(orders.get(member, ())))


def _placing(names: CampaignNames, play: Play, orders: Said, own: Own) -> Json:
    """osg 1.5, 1.6-1, 19.21: who would begin elsewhere than the tables have him."""
    options = PlacingOptions(play)
    places = {uid: at for at, ids in pairs(orders.get(DEALT, ())) for uid in _units(own, ids)}
    moved = {uid: at for uid, at in places.items() if play.at.get(uid) != at}
    events = [
        {"kind": "set-up", "unit": uid, "at": at, "army": play.army, "case": "19.21"} for uid, at in moved.items()
    ]
    told = [f"  {wording(names, event)}" for event in events]
    told += [
        f"  {names.force(force)} come by the alternate track (21.81)." for force in planned(play, orders.get(PLAN))
    ]
    off = [f"  {names.units(_units(own, orders[OFF]))} broke down into vedettes (13.11)."] if orders.get(OFF) else []
    return {
        "moves": events,
        "void": list[PlacedRefusal](),
        **NO_ATTACKS,
        "ordered": len(moved),
        "idle": [],
        "open": bool(options.describe()["units"]),
        "groups": list(_groups(names, orders)),
        "lines": ["Set-up, face down:", *(told or ["  everybody begins where the tables have him"]), *off],
    }


def _units(own: Own, counters: Any) -> list[str]:
    held: Mapping[str, Any] = own.markers
    return [held[one]["unit"] for one in counters if one in held]
