"""What may be laid over the map: zones of control, the ranges of leaders, ways of supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.engine.picture import Area, Overlay
from pbem.hexgame.telling.zones import zone_areas
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.named import CampaignNames

ZOC, COMMAND, SUPPLY = "zoc", "command", "supply"
_TITLES: Final[Mapping[str, str]] = {
    ZOC: "zones of control (4)",
    COMMAND: "ranges of leaders, and who is out of command (7.2)",
    SUPPLY: "roads that lead to sources of supply, and who has none (14)",
}


def offered(setting: Setting) -> dict[str, str]:
    """osg 4.0-1, 7.2-1, 14.0-1, 19.4: name -> title of each overlay that a scenario under its options has something to
    show of."""
    return {name: title for name, title in _TITLES.items() if name != SUPPLY or setting.choices.on("supply")}


def overlay(names: CampaignNames, play: Play, name: str) -> Overlay:
    """One of those above. Raises KeyError for another name."""
    title = offered(play.setting)[name]
    if name == ZOC:
        return Overlay(name, title, zone_areas(play, {army: names.place(army) for army in play.setting.armies}))
    return Overlay(name, title, tuple((_commanded if name == COMMAND else _supplied)(names, play)))


def _commanded(names: CampaignNames, play: Play) -> Iterator[Area]:
    """osg 7.2-1, 7.3: the hexes in range of each leader, then those of whoever is out of command."""
    for army in play.setting.armies:
        ranges = play.ranges(army)
        mine = play.on_map(army)
        for leader in (uid for uid in mine if play.unit(uid).leads):
            reached = tuple(sorted(ranges.within(play.hex_of(leader))))
            yield Area(army, "zone", reached, f"range of {names.unit(leader)}")
        # Where forces are hidden nobody knows of another who commands him (7.1).
        out = () if play.fog.hidden else tuple(sorted({play.hex_of(uid) for uid in mine if uid in play.out}))
        if out:
            yield Area(army, "cut", out, f"{names.place(army)}: out of command")


def _supplied(names: CampaignNames, play: Play) -> Iterator[Area]:
    """osg 14.1A, 14.1B: roads that lead to a source, and units from which no line runs."""
    for army in play.setting.armies:
        lines = play.lines(army)
        roads = tuple(sorted(lines.by_road()))
        if roads:
            yield Area(army, "zone", roads, f"{names.place(army)}: roads to a source of supply")
        fighting = [uid for uid in play.on_map(army) if play.unit(uid).fights]
        cut = tuple(sorted({play.hex_of(uid) for uid in fighting if not lines.supplied(uid)}))
        if cut:
            yield Area(army, "cut", cut, f"{names.place(army)}: no line of supply")
