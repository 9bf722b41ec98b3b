"""A scenario with its options: everything that stays the same during a game, read once from the data files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.documents.vocabulary import ATTACK_NAME
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import flag, mapping, words
from rulesets.napoleon_at_war.position import Board, Position


@dataclass(frozen=True)
class Group:
    """naw 14.0-1, 15.1-3: units due together. at: entry hex. edge: its map edge, "" where it lies on one alone.

    option: only under this choice, "" for either.

    under_b: (delay in game-turns, map, edge) that replace turn and hex under choice B (15.3-N), or None.
    instead: (campaign option, choice, hex, edge): another entry hex that 20.2 offers, or None.
    cut_by: hex whose use as an exit by the enemy cancels the group (14.23), "" for none.
    """

    army: str
    turn: int
    at: str
    units: tuple[str, ...]
    option: str = ""
    under_b: tuple[int, str, str] | None = None
    instead: tuple[str, str, str, str] | None = None
    cut_by: str = ""
    edge: str = ""


@dataclass(frozen=True)
class Level:
    """naw 18.2-A: strength points lost at a battle at which an army is demoralized there, under a choice."""

    option: str
    battle: str
    army: str
    points: int


@dataclass(frozen=True)
class Choice:
    """naw 15.1-1: a secret choice of one army, opened in the phase of `after` on game-turn `turn`."""

    army: str
    slot: str
    values: tuple[str, ...]
    default: str
    turn: int
    after: str


@dataclass(frozen=True)
class Transit:
    """naw 17.1-1: who may use the track, spaces in a section, map -> edge that touches it, choice that closes it."""

    army: str
    spaces: int
    edges: Mapping[str, str]
    closed_under: str


@dataclass(frozen=True)
class Setting:
    """One scenario, bound to its options.

    enemy: army -> other army. night, fog: game-turns. night_bars: terrain that may not be entered at night (16.1).
    victory: rows of 19.1 as the file has them.
    """

    id: str
    title: str
    armies: tuple[str, str]
    enemy: Mapping[str, str]
    names: Mapping[str, str]
    turns: int
    night: frozenset[int]
    fog: frozenset[int]
    night_bars: frozenset[str]
    options: Mapping[str, bool]
    choice: Choice | None
    setup: Mapping[str, str]
    groups: Sequence[Group]
    exits: Mapping[str, Mapping[str, tuple[str, ...]]]
    transit: Transit | None
    levels: Sequence[Level]
    victory: Sequence[Mapping[str, str]]
    ratio: tuple[str, str]
    victory_levels: Mapping[int, str]
    field: HexField
    roster: Roster[Piece]
    columns: tuple[str, ...]
    results: Mapping[int, tuple[str, ...]]

    def called(self, thing: str) -> str:
        """The printed name of an army or a battle; the id itself where there is none."""
        return self.names.get(thing, thing)

    def board(self, position: Position) -> Board:
        """A position set up for play."""
        return Board(position, self.field, self.roster, self.enemy)

    def start(self) -> Position:
        """naw 3.0-2, 3.0-4, 13.1, 13.2: the initial deployment, turn 1, first army to move."""
        return Position(1, self.armies[0], at=dict(self.setup))

    def is_night(self, turn: int) -> bool:
        """naw 10.0: whether a game-turn is a night turn."""
        return turn in self.night

    def is_fog(self, turn: int) -> bool:
        """naw 16.21-1: whether a game-turn is a fog turn."""
        return turn in self.fog

    @cached_property
    def night_steps(self) -> Mapping[str, Mapping[str, int | None]]:
        """naw 16.1-1, 16.1-2: the step table with forest barred, by road too (ruling 29); leaving it is free."""
        return {
            at: {to: None if self.barred_at_night(to) else cost for to, cost in near.items()}
            for at, near in self.field.steps.items()
        }

    def barred_at_night(self, at: str) -> bool:
        """naw 16.1-1: whether the ground of a hex may not be entered on night turns."""
        return self.field.terrain[at] in self.night_bars

    def steps(self, turn: int) -> Mapping[str, Mapping[str, int | None]]:
        """The step table of a game-turn: hex -> neighbour -> half points, None where prohibited (5.2, 16.1)."""
        return self.night_steps if turn in self.night else self.field.steps

    def weather(self, turn: int) -> str:
        """naw 15.4: `night`, `fog` or `day`."""
        if self.is_night(turn):
            return "night"
        return "fog" if self.is_fog(turn) else "day"

    def weather_until(self, turn: int) -> int:
        """naw 15.4: the last game-turn of the weather that a game-turn has, without a change in between."""
        return next((t - 1 for t in range(turn, self.turns + 1) if self.weather(t) != self.weather(turn)), self.turns)


def read_setting(
    data: Mapping[str, Any],
    roster: Roster[Piece],
    field: HexField,
    charts: Mapping[str, Any],
    options: Mapping[str, bool],
) -> Setting:
    """A setting from the scenario file, its roster and maps, the ruleset's charts and the campaign's options: set-up
    (13.0), reinforcements (14.0, 20.0) and the choice of them (15.1), nights and fog (15.4), exits and the track
    (17.0), levels (18.2), the schedule of victory (19.1).

    Raises ValueError for an option that the scenario does not offer.
    """
    armies = (data["armies"][0], data["armies"][1])
    _require_short_labels(data, roster)
    offered = {name: flag(entry["default"]) for name, entry in mapping(data.get("options")).items()}
    unknown = sorted(set(options) - set(offered))
    if unknown:
        raise ValueError(f"no such option: {', '.join(unknown)}; offered: {', '.join(offered) or 'none'}")
    chosen = {**offered, **options}
    enemy = {armies[0]: armies[1], armies[1]: armies[0]}
    ratio = mapping(data.get("losses"))
    return Setting(
        id=data["id"],
        title=data["title"],
        armies=armies,
        enemy=enemy,
        names=mapping(data.get("names")),
        turns=int(data["turns"]),
        night=frozenset(int(t) for t in data.get("night", ())),
        fog=frozenset(int(t) for t in data.get("fog", ())),
        night_bars=frozenset(data.get("night-bars", ())),
        options=chosen,
        choice=_choice(mapping(data.get("choice"))),
        setup={unit: at for army in armies for unit, at in mapping(data["setup"].get(army)).items()},
        groups=tuple(_groups(mapping(data.get("reinforcements")), chosen)),
        exits={
            army: {battle: tuple(edges) for battle, edges in maps.items()}
            for army, maps in mapping(data.get("exits")).items()
        },
        transit=_transit(mapping(data.get("transit"))),
        levels=tuple(_levels(data.get("demoralization") or (), chosen)),
        victory=tuple(data.get("victory") or ()),
        ratio=(ratio.get("counted", armies[1]), ratio.get("against", armies[0])),
        victory_levels={int(margin): word for margin, word in mapping(data.get("levels")).items()},
        field=field,
        roster=roster,
        columns=tuple(charts["columns"]),
        results={int(die): tuple(row) for die, row in charts["results"].items()},
    )


def _require_short_labels(data: Mapping[str, Any], roster: Roster[Piece]) -> None:
    """Labels on the tape have at most 64 characters: prefix, the name of an attack, the step, a unit, `.default`."""
    army = max(len(name) for name in data["armies"])
    unit = max(len(name) for name in roster.units)
    if len("gt00..") + army + ATTACK_NAME + len(".bombardier.") + unit + len(".2.default") > 64:
        raise ValueError("the ids of armies and units are too long for the labels of dice")


def _choice(data: Mapping[str, Any]) -> Choice | None:
    """naw 15.1-1: the secret choice, if there is one."""
    if not data:
        return None
    opened = data["opened"]
    return Choice(
        data["army"], data["slot"], tuple(data["values"]), data["default"], int(opened["turn"]), opened["after"]
    )


def _transit(data: Mapping[str, Any]) -> Transit | None:
    """naw 17.1-1: the track, if there is one."""
    if not data:
        return None
    return Transit(data["army"], int(data["spaces"]), data["edges"], data.get("closed-under", ""))


def _groups(data: Mapping[str, Any], options: Mapping[str, bool]) -> Iterator[Group]:
    """naw 20.1-0, TT: the charts' groups, without those of optional rules that are not played."""
    for army, entry in ((army, entry) for army, entries in data.items() for entry in entries):
        late, other = mapping(entry.get("under-b")), mapping(entry.get("instead"))
        if not entry.get("only") or options[entry["only"]]:
            yield Group(
                army,
                int(entry["turn"]),
                entry["at"],
                words(entry["units"]),
                entry.get("option", ""),
                (int(late["delay"]), late["map"], late["edge"]) if late else None,
                (other["only"], other["option"], other["at"], other.get("edge", ""))
                if other and options[other["only"]]
                else None,
                entry.get("cancelled-by-exit", ""),
                entry.get("edge", ""),
            )


def _levels(rows: Sequence[Mapping[str, str]], options: Mapping[str, bool]) -> Iterator[Level]:
    """naw 14.15-1, 18.2-A, 20.1-A, 20.1-B: a campaign option named by a further column replaces the level."""
    for row in rows:
        points = next((row[name] for name in sorted(options) if options[name] and name in row), row["level"])
        yield Level(row["option"], row["battle"], row["army"], int(points))
