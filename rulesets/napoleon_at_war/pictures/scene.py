"""What lies on the maps at one moment: counters, the arrows of a player turn, its combats, and who is on no map."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.picture import Arrow, Counter, Fight, Scene
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.roster import Unit
from rulesets.napoleon_at_war.rules.battle.reckoning import reckoning
from rulesets.napoleon_at_war.rules.march.entry import arrival, in_force, nowhere
from rulesets.napoleon_at_war.setting import Group, Setting

Event = Mapping[str, Any]


def scene(setting: Setting, position: Position, events: Sequence[Event]) -> Scene:
    """A position, with the arrows and combats of the events that led to it. Nothing is hidden here."""
    combats = [event for event in events if event.get("kind") == "combat"]
    return Scene(
        counters=tuple(_counters(setting, position)),
        arrows=_arrows(setting, events),
        fights=tuple(_fight(setting, event) for event in combats),
        beside=_beside(setting, position),
    )


def value(unit: Unit) -> str:
    """naw 2.3: strength and allowance as they are printed."""
    return f"{unit.strength}-{unit.allowance}"


# -- counters ----------------------------------------------------------------------


def _counters(setting: Setting, position: Position) -> Iterator[Counter]:
    for unit, at in sorted(position.at.items(), key=lambda pair: (pair[1], pair[0])):
        counter = setting.roster.units[unit]
        broken = position.broken.get(setting.field.map_of[at]) == counter.army
        state = ("demoralized",) if broken else ()
        yield Counter(
            unit,
            at,
            counter.army,
            counter.kind,
            # The symbol says what arm it is of.
            counter.name.removesuffix(f" {counter.kind}"),
            value(counter),
            counter.strength,
            state=state,
            hover=tuple(_hover(setting, position, counter, state)),
        )


def _hover(setting: Setting, position: Position, unit: Unit, state: Sequence[str]) -> Iterator[str]:
    yield unit.name
    army = setting.names.get(unit.army, unit.army)
    yield f"{army}, {setting.roster.formation_names[unit.formation]}"
    yield f"{unit.kind}, strength {unit.strength}, {unit.allowance} movement points"
    yield from (f"{word} (18.0)" for word in state)
    if unit.id in setting.setup:
        yield f"there from the beginning, at {setting.field.name(setting.setup[unit.id])}"
    for group in setting.groups:
        if unit.id in group.units and in_force(group, position):
            yield f"came by the chart of Game-Turn {arrival(group, position)}"
    if unit.id in position.came_from:
        left = position.came_from[unit.id]
        yield f"came over the transit track from {setting.names.get(left, left)} and may not return (17.21)"


# -- arrows ------------------------------------------------------------------------


def _arrows(setting: Setting, events: Sequence[Event]) -> tuple[Arrow, ...]:
    """One for each movement, in order; a march that was taken back (5.32) leaves none."""
    found: list[Arrow] = []
    for event in events:
        kind, unit = event.get("kind"), event.get("unit")
        if kind == "undone":
            last = next((k for k in reversed(range(len(found))) if found[k].who == (unit,)), None)
            if last is not None:
                del found[last]
        elif kind in _ARROWS:
            word, places = _ARROWS[kind], tuple(_led_through(event))
            if places:
                found.append(Arrow(setting.roster.units[event["unit"]].army, places, word, (event["unit"],)))
    return tuple(found)


_ARROWS = {
    "moved": "march",
    "entered": "entry",
    "retreated": "retreat",
    "displaced": "retreat",
    "advanced": "advance",
    "exited": "exit",
    "transit": "exit",
}


def _led_through(event: Event) -> Sequence[str]:
    """The hexes of a movement; none for a step from space to space of the track."""
    if "path" in event:
        return event["path"]  # type: ignore[no-any-return]
    return [at for at in (event["from"], event.get("to")) if at]


# -- combats -----------------------------------------------------------------------


def _fight(setting: Setting, event: Event) -> Fight:
    by = dict.fromkeys(one["hex"] for one in event["attackers"])
    army = setting.roster.units[event["attackers"][0]["unit"]].army
    return Fight(
        tuple(event["on"]), tuple(by), army, event["result"], tuple(reckoning(setting, event)), (event["die"],)
    )


# -- beside the maps ---------------------------------------------------------------


def _beside(setting: Setting, position: Position) -> dict[str, tuple[str, ...]]:
    """Heading -> lines, for each army: who is to come, in transit, eliminated, gone, or never comes."""
    found: dict[str, tuple[str, ...]] = {}
    for army in setting.armies:
        name = setting.names.get(army, army)
        parts = {
            "to come": _to_come(setting, position, army),
            "in transit": _in_transit(setting, position, army),
            "eliminated": _lost(setting, position, army),
            "left the map": _exited(setting, position, army),
            "never coming": _out(setting, position, army),
        }
        found |= {f"{name}, {what}": tuple(lines) for what, lines in parts.items() if lines}
    return found


def _told(setting: Setting, units: Sequence[str]) -> str:
    """`1/Gudin 7-4, 2/Gudin 7-4`."""
    return ", ".join(f"{setting.roster.units[unit].name} {value(setting.roster.units[unit])}" for unit in units)


def _to_come(setting: Setting, position: Position, army: str) -> list[str]:
    """naw 14.0-1, 15.1-1: a line for those who are due together; while the option is secret, with both dates."""
    when: dict[tuple[str, ...], list[str]] = {}
    for group in setting.groups:
        units = tuple(unit for unit in group.units if nowhere(position, unit))
        if group.army == army and units and (not position.choice or in_force(group, position)):
            when.setdefault(units, []).append(_when(setting, position, group))
    return [f"{' or '.join(dates)}: {_told(setting, units)}" for units, dates in when.items()]


def _when(setting: Setting, position: Position, group: Group) -> str:
    text = f"Game-Turn {arrival(group, position)}"
    late = group.under_b if position.choice == "B" else None
    text += f" over the {late[2]} edge of {setting.names.get(late[1], late[1])}" if late else f" at {group.at}"
    if group.instead and position.choice in ("", group.instead[1]):
        text += f" or {group.instead[2]}"
    return f"{text} (Option {group.option})" if group.option and not position.choice else text


def _in_transit(setting: Setting, position: Position, army: str) -> list[str]:
    spaces: dict[tuple[str, int, str], list[str]] = {}
    for unit in _of(setting, army, position.track):
        spaces.setdefault(position.track[unit], []).append(unit)
    return [
        f"{section} section, space {space}, from {setting.names.get(left, left)}: {_told(setting, units)}"
        for (section, space, left), units in sorted(spaces.items())
    ]


def _lost(setting: Setting, position: Position, army: str) -> list[str]:
    battles: dict[str, list[str]] = {}
    for unit in _of(setting, army, position.lost):
        battles.setdefault(position.lost[unit], []).append(unit)
    return [f"{setting.names.get(at, at)}: {_told(setting, units)}" for at, units in sorted(battles.items())]


def _exited(setting: Setting, position: Position, army: str) -> list[str]:
    edges: dict[tuple[str, str], list[str]] = {}
    for unit in _of(setting, army, position.exited):
        edges.setdefault(position.exited[unit], []).append(unit)
    return [
        f"{setting.names.get(battle, battle)}, {edge} edge: {_told(setting, units)}"
        for (battle, edge), units in sorted(edges.items())
    ]


def _out(setting: Setting, position: Position, army: str) -> list[str]:
    units = list(_of(setting, army, position.out))
    return [_told(setting, units)] if units else []


def _of(setting: Setting, army: str, units: Container[str]) -> Iterator[str]:
    """Those of an army, in roster order."""
    yield from (unit.id for unit in setting.roster.of(army) if unit.id in units)
