"""How a scenario begins, in the words of the rules: board, chain and state of command, books of morale, weather."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_file
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.chain import BRIGADE, CORPS, DIVISION
from rulesets.winters_victory.board.fates import ELIMINATED, HALVED, LEADER, RALLIED, ROUTED
from rulesets.winters_victory.board.leaders import Attack, Command, Fatigue
from rulesets.winters_victory.board.pieces import ARTILLERY, SKIRMISH, Piece, Unit
from rulesets.winters_victory.calendar import Turn
from rulesets.winters_victory.chain import Chain
from rulesets.winters_victory.fire_charts import read_ammunition, read_fire_rules, read_fire_table
from rulesets.winters_victory.morale_charts import read_fatigue, read_guns, read_morale
from rulesets.winters_victory.playbook import Night, Points, Snow, read_special, seen
from rulesets.winters_victory.roster import Forces
from rulesets.winters_victory.rules.morale.army import Values
from rulesets.winters_victory.rules.morale.books import Book
from rulesets.winters_victory.rules.scene import Charts, Weather
from rulesets.winters_victory.scenarios_data import Scenario
from rulesets.winters_victory.shock_charts import read_shock_rules, read_shock_table

_EVENTS: Final = {HALVED: "half", ELIMINATED: "eliminated", ROUTED: "routed", RALLIED: "rally"}


def read_charts(files: Mapping[str, bytes]) -> Charts:
    """wv 2.2: the charts of data/ by which fire, shock and morale are judged. Prussians fire on the table of the
    French (11.0). Raises KeyError or ValueError for one that is not whole."""
    french = read_fire_table(read_file(files, "charts/fire-infantry-french.yaml"))
    russian = read_fire_table(read_file(files, "charts/fire-infantry-russian.yaml"))
    fire = read_file(files, "charts/fire.yaml")
    return Charts(
        fire=read_fire_rules(fire),
        infantry={"french": french, "prussian": french, "russian": russian},
        guns=read_fire_table(read_file(files, "charts/fire-artillery.yaml")),
        ammunition=read_ammunition(fire),
        shock=read_shock_rules(read_file(files, "charts/shock-rules.yaml")),
        table=read_shock_table(read_file(files, "charts/shock.yaml")),
        morale=read_morale(read_file(files, "charts/morale.yaml")),
        fatigue=read_fatigue(read_file(files, "charts/fatigue.yaml")),
        crews=read_guns(read_file(files, "charts/guns.yaml")),
        special=read_special(read_file(files, "playbook/special.yaml")),
    )


def counters(forces: Forces, chain: Chain) -> dict[str, Unit]:
    """wv 2.31-1, 2.32-1: what is printed on all counters, command units behind combat units."""
    return {**forces.units, **{uid: leader.unit for uid, leader in chain.leaders.items()}}


def board(scenario: Scenario, field: HexField, forces: Forces, chain: Chain, rounds: int) -> Board:
    """wv 3.0, 7.5-1, 11.93-0: the board at the start of a scenario: each battery with its crew and its ammunition,
    `rounds` where the scenario says nothing else."""
    found = Board(field, counters(forces, chain))
    crews = {unit.serves: unit for unit in forces.units.values() if unit.serves}
    for one in scenario.placed:
        unit = found.unit(one.unit)
        piece = Piece(one.at, one.facing, unit.strength, one.formation)
        if unit.kind == ARTILLERY:
            piece.rounds = scenario.ammunition.get(one.unit, rounds)
        found.place(one.unit, piece)
        if unit.kind == ARTILLERY:
            crew = crews[one.unit]
            found.place(crew.id, Piece(one.at, one.facing, crew.strength, SKIRMISH))
    return found


def command(scenario: Scenario, chain: Chain) -> Command:
    """wv 15.1, 16.15, 16.31-2, 16.33-1, 17.2, 17.71-5: the state of command at the start: who is Mobilized, has an
    order or is under an Attack Order, with his brigade leaders on the map; command points, headquarters, fatigue, and
    who serves another superior or nobody."""
    found = Command(
        points=dict(scenario.points),
        headquarters=dict(scenario.headquarters),
        fatigue={brigade: Fatigue(points) for brigade, points in scenario.fatigue.items()},
        attached=dict(scenario.superiors),
        independent=set(scenario.independent),
    )
    for uid, state in scenario.states.items():
        found.post(uid).state = state
    for uid in sorted(scenario.ordered):
        found.post(uid).received = True
    for letter, head in scenario.attacks.items():
        _attack(found, scenario, chain, letter.upper(), head)
    return found


def waiting(scenario: Scenario, forces: Forces) -> dict[str, int]:
    """wv 6.7: combat units that come later -> the turn of their day from which they do; 0 for those that wait for a
    die."""
    return {
        uid: 0 if one.most else one.turn
        for one in scenario.arrivals
        for brigade in one.brigades
        for uid in forces.brigades[brigade].units
    }


def _attack(command: Command, scenario: Scenario, chain: Chain, letter: str, head: str) -> None:
    """wv 17.71-5: an Attack Order that is in force at the start; to a division leader it is his order as well."""
    officer = chain.command.officer(head)
    scope = CORPS if officer.level == CORPS else DIVISION
    command.attacks.setdefault(officer.army, {})[letter] = Attack(scope, head, begun=True)
    placed = {one.unit for one in scenario.placed}
    brigades = (one for one in chain.subordinates(head) if one in placed and chain.leaders[one].level == BRIGADE)
    for uid in (head, *brigades):
        command.post(uid).attack = letter
    if scope == DIVISION:
        command.post(head).received = False


def values(points: Points) -> Values:
    """wv 14.11-1, 14.11-2, 14.12: what events cost the books, as the rules of morale read it."""
    events = {event: points.loss[name] for event, name in _EVENTS.items()}
    return Values({**events, **{f"{LEADER} {level}": cost for level, cost in points.leaders.items()}})


def books(scenario: Scenario, forces: Forces, chain: Chain, points: Points) -> dict[str, Book]:
    """wv 14.0: the books of a scenario at their starts."""
    starts = {book: points.begins(strength) for book, strength in scenario.books(forces, chain).items()}
    return {book: Book(start, start) for book, start in starts.items()}


def weather(rate: str, turn: Turn, snow: Snow, night: Night, field: HexField) -> Weather:
    """wv 4.1.1B, 4.3, 4.4, 11.22-2: the weather of a turn: what is seen, how it snows, which hexsides lie towards the
    wind, and what the dark changes."""
    (grid,) = field.grids.values()
    wind = frozenset(grid.directions.index(name) for name in snow.wind)
    return Weather(seen(turn.visibility, snow.visibility[rate]), rate, wind, night.at(turn.kind))
