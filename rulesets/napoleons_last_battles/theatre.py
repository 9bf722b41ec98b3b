"""The theatre of a campaign: a scenario with its ground and counters, on which any position can be set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pbem.engine.requests import Choose
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.chart import HexChart
from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.battlefield import Belgium, part, read_chart
from rulesets.napoleons_last_battles.board import INACTIVE, Board, pieces_of, with_leaders
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.setting import Setting, read_setting

SETUP = 0
"""The turn of a position that is still being set up."""


@dataclass(frozen=True)
class Theatre:
    """Everything of a campaign that never changes. field: the part of the map in play."""

    setting: Setting
    field: HexField

    @cached_property
    def pieces(self) -> Roster[Piece]:
        """Its combat units and trains as the toolkit knows pieces."""
        return pieces_of(self.setting)

    @cached_property
    def everybody(self) -> Roster[Piece]:
        """The pieces, and its leaders behind them."""
        return with_leaders(self.pieces, self.setting)

    def board(self, position: Position) -> Board:
        """A position set up for play; the board changes the position that it is given."""
        return Board(position, self.field, self.pieces, self.setting, self.everybody)

    def start(self) -> Position:
        """nlb 3.2B, 3.2C-1, 3.2C-2, 3.2C-5, 3.4B-1, 28.0C: the position before the first phase, which is a set-up where
        an army has something to prepare, or else the first player turn."""
        setting = self.setting
        units = setting.roster.units
        position = Position(1, setting.armies[0])
        for uid, at in setting.start.items():
            (position.leaders if units[uid].leads else position.at)[uid] = at
        position.reduced = set(setting.reduced)
        position.held = dict(setting.held)
        inactive = {uid for place in setting.places if place.inactive for uid in place.units}
        position.marks = {INACTIVE: inactive} if inactive else {}
        first = next((army for army in setting.armies if self.prepares(army)), "")
        if first:
            position.turn, position.army = SETUP, first
        return position

    def places(self, army: str) -> tuple[str, ...]:
        """nlb 3.2C-2, 10.1A: the units that an army places freely before the first turn, in the order of the file."""
        units = self.setting.roster.units
        return tuple(uid for place in self.setting.places for uid in place.units if units[uid].army == army)

    def prepares(self, army: str) -> bool:
        """nlb 3.2C-2, 16.6A-1, 18.5C-3, 28.0D: whether an army has something to do before the first turn: units to
        place, pairs of markers, or a memo to write."""
        return (
            bool(self.places(army))
            or self.setting.on("hidden-movement")
            or any(row["army"] == army and row["written-by"] == "start" for row in self.setting.memos)
        )

    def board_of(self, request: Choose) -> Board:
        """The board on which a question is asked: the question carries it."""
        board: Board | None = request.scene
        return board if board is not None else self.board(self.start())


def read_theatre(
    scenario: Mapping[str, Any],
    data: Mapping[str, Mapping[str, Any]],
    belgium: Belgium,
    options: Mapping[str, Any],
    overlay: Sequence[Mapping[str, Any]] = (),
) -> Theatre:
    """A theatre from the files of a scenario and of the ruleset, options and corrections put in.

    overlay: entries with a `unit` correct its figures, all others the map. Raises ValueError for an option or a
    correction that does not fit.
    """
    setting = read_setting(scenario, data, options, [row for row in overlay if "unit" in row])
    chart = chart_of(setting, read_chart(data["terrain"]))
    whole = belgium.field(chart, tuple(row for row in overlay if "unit" not in row))
    return Theatre(setting, part(whole, setting.area))


def chart_of(setting: Setting, chart: HexChart) -> HexChart:
    """nlb 16.4-7, 16.11-1, 25.0E-2: the chart under the options: bridges that stop zones, and chateaux that are
    forests."""
    if setting.on("modified-terrain") or setting.on("bridges-block"):
        sides = {**chart.sides, chart.bridge: replace(chart.sides[chart.bridge], stops_zones=True)}
        chart = replace(chart, sides=sides, zones_over_bridges=False)
    if setting.on("garrisons"):
        chart = replace(chart, hexes={**chart.hexes, "chateau": chart.hexes["forest"]})
    return chart
