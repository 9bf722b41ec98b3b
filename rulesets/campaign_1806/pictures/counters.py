"""How counters look: what is printed on them, and what has befallen them where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

from pbem.engine.picture import BANDS, Counter
from pbem.hexgame.board.pieces import Roster
from pbem.hexgame.telling import counters
from pbem.hexgame.telling.counters import CounterLook, CounterPrint
from rulesets.campaign_1806.documents.printed import SEEN, figures, states, strength
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.roster import FACE_DOWN, REPLACEMENT, VEDETTE, Unit
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.named import CampaignNames

SYMBOLS: Final[Mapping[str, str]] = {
    "light-troops": "infantry",
    "cavalry-division": "cavalry",
    "cavalry-brigade": "cavalry",
    VEDETTE: "cavalry",
    FACE_DOWN: "unknown",
    "bridge-train": "train",
    "baggage-train": "train",
    "commander": "leader",
    "officer": "leader",
    "head-of-state": "leader",
}
"""Kind of counter -> its symbol, where that is called otherwise."""


def print_of(setting: Setting) -> CounterPrint[Unit]:
    """osg 1.31-2, 1.32: the name above, the figures below; the colour of its formation."""
    forces = setting.forces
    bands: dict[str, int] = {}
    for formation, members in forces.formations.items():
        army = forces.units[members[0]].army
        # Those beyond the last colour begin again.
        bands[formation] = sum(forces.units[forces.formations[one][0]].army == army for one in bands) % BANDS + 1
    return CounterPrint(
        printed_figures, SYMBOLS, lambda unit: _short(setting, unit), lambda unit: bands.get(unit.formation, 0)
    )


def printed_figures(unit: Unit) -> str:
    """osg 1.31-2, 1.32: strength, initiative and allowance; of a leader his rating and his allowance, a commander's in
    brackets; of a train its allowance."""
    if unit.fights:
        points = "1/2" if unit.half else unit.strength
        return f"{points}({unit.initiative}){unit.allowance}"
    rating = f"[{unit.command}]" if unit.command else f"({unit.initiative})" if unit.initiative else ""
    return f"{rating}{unit.allowance}"


def _short(setting: Setting, unit: Unit) -> str:
    """A vedette bears its parent's name and its number, a face-down counter its number alone. That a train is one its
    symbol says."""
    if is_counter(unit.id):
        return unit.id
    if unit.parent:
        return f"{setting.forces.units[unit.parent].name} v{unit.id.rpartition('-v')[2]}"
    return unit.name.removesuffix(" train")


def look_of(names: CampaignNames, play: Play, printed: CounterPrint[Unit]) -> CounterLook[Unit]:
    """How the counters of a position look. play: the board as its reader sees it."""

    def value(unit: Unit) -> str:
        if is_counter(unit.id):
            return ""
        return figures(play, unit.id) if unit.fights else printed_figures(unit)

    def points(unit: Unit) -> int:
        """Half a point is shown as one: a whole number, and none would say that nobody knows."""
        if is_counter(unit.id):
            return 0
        return ceil(unit.points(reduced=unit.id in play.reduced)) if unit.fights else 0

    return CounterLook(
        printed,
        value,
        points,
        lambda unit, at: tuple(_states(play, unit.id)),
        lambda unit, at: _hover(names, play, unit),
    )


def _states(play: Play, uid: str) -> Iterator[str]:
    """osg 1.5, 1.51A: markers, and what a look has shown. Nobody but its owner knows who is out of command."""
    if is_counter(uid):
        seen = play.position.sorts.get(uid, "")
        yield from [f"seen: {SEEN[seen]}"] if seen else []
    hidden = ("out of command",) if play.fog.hidden else ()
    yield from (one for one in states(play, uid) if one not in hidden)


def _hover(names: CampaignNames, play: Play, unit: Unit) -> Iterator[str]:
    if is_counter(unit.id):
        yield f"{names.place(unit.army)}, face down"
        yield from _states(play, unit.id)
        return
    if counter := play.fog.counter_of(unit.id):
        yield f"face down as {counter} (1.5)"
    formation = play.formation_of(unit.id)
    of = f", {names.place(formation)}" if formation else ""
    yield f"{names.place(unit.army)}{of}"
    yield ", ".join((unit.kind.replace("-", " "), *_facts(play, unit)))
    if unit.weak and unit.fights:
        other = unit.strength if unit.id in play.reduced else unit.weak
        yield f"{other} strength points on its other counter (6.2)"
    if unit.vedettes:
        yield f"may break down into {unit.vedettes} vedettes (13.1)"
    yield from _states(play, unit.id)


def _facts(play: Play, unit: Unit) -> Iterator[str]:
    """Strength, rating and allowance in words."""
    if unit.fights:
        yield f"strength {strength(play, unit.id)}"
    if unit.command:
        yield f"command rating {unit.command}"
    elif unit.initiative:
        yield f"initiative {unit.rating(reduced=unit.id in play.reduced)}"
    yield f"{unit.allowance} movement points"


def countersheet(setting: Setting, printed: CounterPrint[Unit]) -> tuple[Counter, ...]:
    """osg 1.3: one counter for each that may be in play, in the order of the roster."""
    forces, setup = setting.forces, setting.setup
    there = {*setup.at, *(uid for one in setup.arrivals for uid in one.units)}
    shown = {
        uid: unit
        for uid, unit in forces.units.items()
        if uid in there or unit.parent in there or REPLACEMENT in unit.traits
    }
    return counters.countersheet(Roster(shown, forces.formations, forces.formation_names), printed)
