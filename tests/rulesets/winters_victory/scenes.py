"""Situations for tests of fire, morale and shock: a small country with all charts and weather."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.fire_charts import read_ammunition
from rulesets.winters_victory.morale_charts import read_fatigue, read_guns, read_morale
from rulesets.winters_victory.playbook import read_special
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.scene import Charts, Scene, Weather
from tests.rulesets.winters_victory.country import board, country
from tests.rulesets.winters_victory.winter import data, fire_rules, fire_table, shock_rules, shock_table, terrain


@cache
def charts() -> Charts:
    """All charts of the game."""
    french, russian = fire_table("infantry-french"), fire_table("infantry-russian")
    return Charts(
        fire=fire_rules(),
        infantry={"french": french, "prussian": french, "russian": russian},
        guns=fire_table("artillery"),
        ammunition=read_ammunition(data("charts/fire")),
        shock=shock_rules(),
        table=shock_table(),
        morale=read_morale(data("charts/morale")),
        fatigue=read_fatigue(data("charts/fatigue")),
        crews=read_guns(data("charts/guns")),
        special=read_special(data("playbook/special")),
    )


def scene(standing: Mapping[str, str], field: HexField | None = None, weather: Weather | None = None) -> Scene:
    """Counters as `country.board` reads them, on clear ground if no map is given, in fair weather."""
    made = board(standing, field or country())
    return Scene(made, Ground(made.field, terrain()), charts(), weather or Weather())
