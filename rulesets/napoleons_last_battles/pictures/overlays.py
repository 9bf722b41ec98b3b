"""What may be laid over the map: zones of control, the reach of command, lines of supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.engine.picture import Area, Overlay
from pbem.hexgame.telling.zones import zone_areas
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.authority import Authority
from rulesets.napoleons_last_battles.rules.command.headquarters import silenced
from rulesets.napoleons_last_battles.rules.supply import SupplyLines
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.telling.named import DispatchNames

ZOC, COMMAND, SUPPLY = "zoc", "command", "supply"
_TITLES: Final[Mapping[str, str]] = {
    ZOC: "zones of control (5.3)",
    COMMAND: "the reach of commanders, and who is out of command (11.0)",
    SUPPLY: "roads and trails that lead to supply, and who has none (14.0)",
}


def offered(setting: Setting) -> dict[str, str]:
    """Name -> title of each overlay that a scenario under its options has something to show of."""
    return {name: title for name, title in _TITLES.items() if name == ZOC or setting.on(name)}


def overlay(names: DispatchNames, board: Board, name: str) -> Overlay:
    """nlb 5.3-1, 11.0-2, 14.0-2: one of those above.

    board: one that may be changed. Raises KeyError for another name."""
    title = offered(board.setting)[name]
    if name == ZOC:
        armies = {army: names.place(army) for army in board.setting.armies}
        return Overlay(name, title, zone_areas(board, armies))
    return Overlay(name, title, tuple((_commanded if name == COMMAND else _supplied)(names, board)))


def _commanded(names: DispatchNames, board: Board) -> Iterator[Area]:
    """nlb 11.0-2, 11.0-3: hexes that active commanders reach, and those of units and officers who have no command."""
    position, units = board.position, board.setting.roster.units
    places = {**position.at, **position.leaders}
    for army in board.setting.armies:
        position.army = army
        authority = Authority(board)
        commanders = [one for one in authority.commanders if silenced(board, one) is None]
        reached = sorted({at for one in commanders for at in authority.reach(one)})
        idle = sorted({places[one] for one in position.idle if one in places and units[one].army == army})
        yield from _areas(army, reached, f"{names.place(army)}: within reach of a commander", idle, "out of command")


def _supplied(names: DispatchNames, board: Board) -> Iterator[Area]:
    """nlb 14.0-2: ways from which supply is had, and units from which no line runs."""
    units = board.setting.roster.units
    for nation in board.setting.supply:
        lines = SupplyLines(board, nation)
        places = {at for unit, at in board.at.items() if units[unit].nation == nation and units[unit].fights}
        cut = sorted(at for at in places if not lines.reaches(at))
        ways = f"{names.place(nation)}: ways to supply"
        yield from _areas(lines.army, sorted(lines.by_way), ways, cut, f"{names.place(nation)}: no line of supply")


def _areas(army: str, zone: list[str], text: str, cut: list[str], without: str) -> Iterator[Area]:
    """The two areas of an army, where there is anything in them."""
    if zone:
        yield Area(army, "zone", tuple(zone), text)
    if cut:
        yield Area(army, "cut", tuple(cut), without)
