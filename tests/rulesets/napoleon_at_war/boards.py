"""A bare field of 9 by 9 hexes, with what a test puts on it, and Combat Phases played through the engine's loop.

Odd columns stand higher: 0505 touches 0504 (n), 0604 (ne), 0605 (se), 0506 (s), 0405 (sw) and 0404 (nw).
A unit's name tells what it is: f8 French infantry of strength 8, c2 French cavalry, g5 French artillery;
p6, k2 and q3 the same for the Prussians. A letter behind tells units apart: f8, f8b. Formations are
`foot`, `horse` and `guns` of the French; the Prussians have `left`, and `right` for units with a letter behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pbem.engine.answerers import Scripted
from pbem.engine.loop import Outcome, advance
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import ORDERS, SILENT, Choose, Phase
from pbem.engine.state import fresh
from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_file
from pbem.wargame.hexgrid import HexGrid, hexside
from pbem.wargame.hexlayout import Layout
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.battlefield import read_chart, read_roster
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.combat import combat_phase
from rulesets.napoleon_at_war.setting import Setting, read_setting

ARMIES = ("french", "prussian")
SEATS = {"french": "a", "prussian": "b"}
LAYOUT = Layout("flat", "CCRR", "east", "south", "even")
_KINDS = {
    "f": ("french", "infantry"),
    "c": ("french", "cavalry"),
    "g": ("french", "artillery"),
    "p": ("prussian", "infantry"),
    "k": ("prussian", "cavalry"),
    "q": ("prussian", "artillery"),
}
_FORMATIONS = {"f": "foot", "c": "horse", "g": "guns"}
_HALVES = {"west": (1, 4), "east": (6, 9)}


def plain(
    terrain: Mapping[str, str] | None = None,
    slopes: str = "",
    maps: Mapping[str, tuple[int, int]] | None = None,
    **hexsides: str,
) -> HexField:
    """A clear field with exceptions. terrain: hex -> kind. hexsides: kind="0505-0504 ...", also road and trail.

    maps: map id -> first and last column, one map `field` of nine columns if not given.
    """
    grids = {name: HexGrid.rectangle(LAYOUT, columns, (1, 9)) for name, columns in (maps or {"field": (1, 9)}).items()}
    hexes = [(name, at) for name, grid in grids.items() for at in grid.hexes]
    found = {kind: frozenset(hexside(*pair.split("-")) for pair in text.split()) for kind, text in hexsides.items()}
    return HexField(
        chart=read_chart(read_file(ruleset.data_files(), "terrain.yaml")),
        neighbours={at: grids[name].neighbours(at) for name, at in hexes},
        map_of={at: name for name, at in hexes},
        terrain={at: (terrain or {}).get(at, "clear") for _, at in hexes},
        marks={"slope": frozenset(slopes.split())},
        ways={way: found.get(way, frozenset()) for way in ("road", "trail")},
        sides={kind: found.get(kind, frozenset()) for kind in ("river", "stream", "slope", "bridge")},
        edges={
            name: {"west": tuple(at for at in grid.hexes if at[:2] == grid.hexes[0][:2])}
            for name, grid in grids.items()
        },
        sections={},
        names={},
        titles={name: name.title() for name in grids},
        grids=grids,
    )


@lru_cache(maxsize=64)
def open_field() -> HexField:
    """The field without anything on it."""
    return plain()


def two_fields() -> HexField:
    """Two maps, `west` and `east`."""
    return plain(maps=_HALVES)


def roster_data(units: Iterable[str]) -> dict[str, Any]:
    """A units file with these units."""
    data: dict[str, Any] = {army: {} for army in ARMIES}
    for unit in units:
        letter, strength, more = re.fullmatch(r"([fcgpkq])(\d+)([a-z]?)", unit).groups()  # type: ignore[union-attr]
        army, kind = _KINDS[letter]
        formation = _FORMATIONS.get(letter) or ("right" if more else "left")
        entry = data[army].setdefault(formation, {"name": formation.title(), "units": {}})
        entry["units"][unit] = [unit.upper(), kind, strength, "4"]
    return data


def setting_of(
    units: Iterable[str], on: HexField | None = None, levels: Sequence[Mapping[str, str]] = (), **more: Any
) -> Setting:
    """A scenario of twelve turns with fog on 4 and 5, night on 1 to 3. more: members of the scenario file."""
    data = {
        "id": "test",
        "title": "Test",
        "armies": list(ARMIES),
        "names": {"french": "French", "prussian": "Prussian"},
        "turns": "12",
        "night": ["1", "2", "3"],
        "fog": ["4", "5"],
        "setup": {},
        "demoralization": list(levels),
        "levels": {"0": "draw", "1": "marginal", "2": "substantive", "3": "decisive"},
        **more,
    }
    charts = read_file(ruleset.data_files(), "charts.yaml")
    return read_setting(data, read_roster(roster_data(units), ARMIES), on or open_field(), charts, {})


class Anything:
    """Options of the orders question: whatever the script says."""

    def why_not(self, answer: Json) -> Refusal | None:
        return None

    def default(self) -> Json:
        return {}

    def sample(self, pick: Pick) -> Json:
        return {}

    def describe(self) -> Json:
        return {}


@dataclass
class Fight:
    """A Combat Phase as a game of one phase. at: unit -> hex. rest: further members of the position."""

    at: Mapping[str, str]
    on: HexField = field(default_factory=open_field)
    army: str = "french"
    turn: int = 6
    levels: Sequence[Mapping[str, str]] = ()
    reserve: Sequence[str] = ()
    rest: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        units = [*self.at, *self.reserve, *self.rest.get("lost", ())]
        self.setting = setting_of(units, self.on, self.levels)

    def position(self) -> Position:
        return Position(self.turn, self.army, at=dict(self.at), **self.rest)

    def board(self) -> Board:
        return self.setting.board(self.position())

    def options(self) -> AttackOptions:
        return AttackOptions(self.setting, self.board())

    # What the loop needs of a game.

    def start(self) -> Json:
        return self.position().to_json()

    def over(self, at: Json) -> dict[str, Json]:
        return {"how": "played"} if at["army"] != self.army else {}

    def phase(self, at: Json) -> Phase:
        board = self.setting.board(Position.from_json(at))
        orders = yield Choose(self.army, ORDERS, Anything(), "orders")
        yield from combat_phase(self.setting, board, orders.get("attacks", SILENT))
        board.position.army = self.setting.enemy[self.army]
        return board.position.to_json()

    # Short ways.

    def refusal(self, *attacks: Json) -> Refusal | None:
        """Why a list of attacks is not legal."""
        return self.options().why_not(list(attacks))

    def case(self, *attacks: Json) -> str:
        """The case that a list of attacks breaks, empty for none."""
        refusal = self.refusal(*attacks)
        return refusal.case if refusal else ""

    def run(self, script: Any) -> Outcome:
        """The phase with any answerer, as far as it gets."""
        return advance(self, fresh(self.start()), script, SEATS)  # type: ignore[arg-type]

    def fought(
        self,
        *attacks: Json,
        dice: Iterable[int] = (),
        standing: dict[str, Json] | None = None,
        answers: dict[str, Json] | None = None,
        silent: bool = False,
    ) -> Fought:
        """The phase with these attacks, dice and standing orders; no attacks member at all if silent."""
        script = Scripted([{} if silent else {"attacks": list(attacks)}], answers, standing, dice)
        outcome = self.run(script)
        return Fought(self, outcome, script)


def with_odds(event: Mapping[str, Json]) -> dict[str, Json]:
    """A combat with the steps of its calculation beside its other members, strengths as they count."""
    told = event["calculation"]
    attack, defence = (strength["counts"] for strength in told["strengths"])
    reduced = told["used"] if told["used"] != told["column"] else ""
    return {**event, **told, "attack": attack, "defence": defence, "odds": told["first"], "reduced": reduced}


@dataclass
class Fought:
    """A Combat Phase that was played."""

    fight: Fight
    outcome: Outcome
    script: Scripted

    @property
    def position(self) -> Position:
        return Position.from_json(self.outcome.state["at"])

    @property
    def at(self) -> dict[str, str]:
        return self.position.at

    @property
    def lost(self) -> list[str]:
        return sorted(self.position.lost)

    def kinds(self, kind: str) -> list[dict[str, Json]]:
        found = [event for event in self.outcome.events if event["kind"] == kind]
        return [with_odds(event) for event in found] if kind == "combat" else found

    @property
    def combat(self) -> dict[str, Json]:
        (only,) = self.kinds("combat")
        return only

    @property
    def voids(self) -> list[str]:
        return [refusal.case for _, refusal in self.script.refusals]


def attack(on: str, by: str = "", guns: str = "", **rest: Json) -> dict[str, Json]:
    """An entry of the list: names as words of a text."""
    entry: dict[str, Json] = {"on": on.split(), "by": by.split(), **rest}
    if guns:
        entry["bombard"] = guns.split()
    return entry
