"""Who is on no map: to come, flown, lost, captured, broken down, lying as a bridge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.hexgame.telling.absent import beside
from rulesets.campaign_1806.documents.printed import called
from rulesets.campaign_1806.pictures.drawing import when_text
from rulesets.campaign_1806.play import Play, pair_of
from rulesets.campaign_1806.scenarios_data import Arrival
from rulesets.campaign_1806.telling.named import BOXES, CampaignNames


def beside_the_map(names: CampaignNames, play: Play) -> dict[str, tuple[str, ...]]:
    """osg 5.26-1, 6.12-1, 9.2-1, 13.11-1, 15.0: heading -> lines, army by army."""
    armies = {army: names.place(army) for army in play.setting.armies}
    return beside(armies, lambda army: _absent(names, play, army))


def _absent(names: CampaignNames, play: Play, army: str) -> Mapping[str, Sequence[str]]:
    boxes = {BOXES[box]: play.boxed(box, army) for box in BOXES}
    return {
        "to come": list(_to_come(names, play, army)),
        "flown": list(_flown(names, play, army)),
        "pontoons": list(_pontoons(names, play, army)),
        **{words: [_told(play, units)] if units else [] for words, units in boxes.items()},
    }


def _to_come(names: CampaignNames, play: Play, army: str) -> Iterator[str]:
    """osg 15.0: each group of which somebody is still to come."""
    position = play.position
    laid = {train for train, _ in position.pontoons.values()}
    away = {*play.at, *position.boxes, *position.late, *position.came, *laid}
    for one in play.setting.setup.arrivals:
        units = [uid for uid in one.units if uid not in away and play.army_of(uid) == army]
        if units:
            yield f"{when_text(one.turn)} at {names.hex(one.at)}{_track(one)}: {_told(play, units)}"


def _track(one: Arrival) -> str:
    """osg 21.81: on which of two tracks a group comes, where its owner chooses."""
    return f" on the {one.track} track" if one.track else ""


def _flown(names: CampaignNames, play: Play, army: str) -> Iterator[str]:
    """osg 5.26-2: leaders who come in again."""
    for uid, at in sorted(play.position.late.items()):
        if play.army_of(uid) == army:
            yield f"{called(play, uid)}, comes in again at {names.hex(at)}"


def _pontoons(names: CampaignNames, play: Play, army: str) -> Iterator[str]:
    """osg 9.2-1, 9.26-1: trains that lie as bridges, and in whose hands."""
    for side, (train, holder) in sorted(play.position.pontoons.items()):
        if play.army_of(train) == army:
            taken = "" if holder == army else f", in the hands of {names.army(holder)}"
            yield f"{play.name(train)} between {names.hexes(pair_of(side))}{taken}"


def _told(play: Play, units: Iterable[str]) -> str:
    """`Gudin 10(5)5, Friant 8(5)5`."""
    return ", ".join(called(play, uid) for uid in units)
