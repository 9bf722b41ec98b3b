"""The data of Winter's Victory as tests read them, each file once, and the names by which marks call the ruleset."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_data
from rulesets.winters_victory.battlefield import Terrain, read_ground, read_terrain
from rulesets.winters_victory.chain import Chain, read_chain
from rulesets.winters_victory.command_charts import CommandCharts, read_command
from rulesets.winters_victory.fire_charts import FireRules, FireTable, read_fire_rules, read_fire_table
from rulesets.winters_victory.morale_charts import MoraleCharts, read_morale
from rulesets.winters_victory.roster import Forces, read_forces
from rulesets.winters_victory.shock_charts import ShockRules, ShockTable, read_shock_rules, read_shock_table
from tests.places import PROJECT

ID = "winters-victory"
TAG = "wv"
HOME = PROJECT / "rulesets" / "winters_victory"


@cache
def data(name: str) -> Any:
    """A file of data/ as it stands there; tests must not change it."""
    path = HOME / "data" / f"{name}.yaml"
    return read_data(path.name, path.read_bytes())


@cache
def terrain() -> Terrain:
    """The terrain effects chart."""
    return read_terrain(data("terrain"))


@cache
def field() -> HexField:
    """The whole map."""
    return read_ground(data("maps/eylau"), terrain())


CHARTS = ("fire", "fire-artillery", "fire-infantry-french", "fire-infantry-russian", "shock", "shock-rules")
MORE_CHARTS = ("morale", "fatigue", "guns", "command", "delivery")


@cache
def fire_table(name: str) -> FireTable:
    """One of the fire tables: `infantry-french`, `infantry-russian` or `artillery`."""
    return read_fire_table(data(f"charts/fire-{name}"))


@cache
def fire_rules() -> FireRules:
    """What the text says of fire."""
    return read_fire_rules(data("charts/fire"))


@cache
def shock_table() -> ShockTable:
    """The Shock Combat table."""
    return read_shock_table(data("charts/shock"))


@cache
def shock_rules() -> ShockRules:
    """What the text says of shock."""
    return read_shock_rules(data("charts/shock-rules"))


@cache
def morale() -> MoraleCharts:
    """Morale, effectiveness, retreats and rally."""
    return read_morale(data("charts/morale"))


@cache
def command() -> CommandCharts:
    """Command, without the card of delivery."""
    return read_command(data("charts/command"))


@cache
def forces() -> Forces:
    """All combat units and brigades."""
    return read_forces(data("units"))


@cache
def chain() -> Chain:
    """The chain of command of the 8th."""
    return read_chain(data("chain"), forces())
