"""The counters of a scenario as they are printed: units, detachments and generals, in play or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.engine.picture import Counter
from rulesets.jours_de_gloire.beginning import to_be_set_up
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import printed_name


def countersheet(setting: Setting) -> tuple[Counter, ...]:
    """One counter for each of them, in the order of the scenario's forces."""
    return (*_units(setting), *_detachments(setting), *_generals(setting))


def setting_up(setting: Setting, at: Position, army: str) -> tuple[Counter, ...]:
    """jdg 7.1-1: those of an army that the scenario puts into boxes, generals on top; () once they have been set up."""
    sheet = {counter.id: counter for counter in countersheet(setting)}
    places = to_be_set_up(Board(setting, at), army).items()
    found = [replace(sheet[who(content)], place=box) for box, contents in places for content in reversed(contents)]
    return tuple(found)


def _units(setting: Setting) -> Iterator[Counter]:
    for unit in setting.units.values():
        about = (unit.name, printed_name(setting, unit.command))
        army = setting.forces.commands[unit.command].army
        yield Counter(unit.id, "", army, unit.kind, unit.name.partition(" (")[0], str(unit.pf), unit.pf, hover=about)


def _detachments(setting: Setting) -> Iterator[Counter]:
    for one in setting.forces.detachments.values():
        yield Counter(one.id, "", one.army, one.kind, one.name, hover=(one.name,))


def _generals(setting: Setting) -> Iterator[Counter]:
    for general in setting.generals.values():
        army = setting.forces.commands[general.command].army
        about = (general.name, printed_name(setting, general.command))
        stars = f"{'*' * general.rank} {general.vc}"
        yield Counter(general.id, "", army, "leader", general.name.partition(" (")[0], stars, hover=about)
