"""A position as one line of text, as chess has FEN: eleven fields, blanks between them, `-` for an empty one.

    6 french A suc-1:0508 kle:western.2.jena tau-cav:jena dhy:jena.west ruch-1 jena:prussian french:2901 kle:jena

They are game-turn, phasing army, choice, units on the maps, in transit (section, space, map left), lost (battle),
exited (battle, edge), out for good, demoralized armies, exit hexes used, maps left by transit. Lists are sorted and
joined by commas, so a position has one text only.
"""

from __future__ import annotations

from rulesets.napoleon_at_war.position import CODEC, Position
from rulesets.napoleon_at_war.setting import Setting


def position_text(position: Position) -> str:
    """The one text of a position."""
    return CODEC.text(position)


def read_position_text(setting: Setting, text: str) -> Position:
    """The position that a line describes. Raises ValueError for anything but the one text of a possible position."""
    position = CODEC.read(text)
    _check(setting, position)
    return position


def _check(setting: Setting, position: Position) -> None:
    """Refuses what names things that the scenario does not have, or a unit in two places."""
    field, roster = setting.field, setting.roster
    units = [*position.at, *position.track, *position.lost, *position.exited, *sorted(position.out)]
    known = [*units, *position.came_from]
    hexes = [*position.at.values(), *(at for hexes in position.left_by.values() for at in hexes)]
    battles = [
        *position.lost.values(),
        *position.broken,
        *position.came_from.values(),
        *(battle for battle, _ in position.exited.values()),
    ]
    choices = setting.choice.values if setting.choice else ()
    faults = [
        *(f"there is no unit {unit[:20]}" for unit in known if unit not in roster.units),
        *(f"there is no hex {at[:20]}" for at in hexes if at not in field.neighbours),
        *(f"there is no battle {battle[:20]}" for battle in battles if battle not in field.titles),
        *(f"there is no army {army[:20]}" for army in _armies(position) if army not in setting.armies),
        *(f"{unit} stands on no edge" for unit, (b, e) in position.exited.items() if e not in field.edges.get(b, {})),
        *(f"{unit} is not in transit" for unit, place in position.track.items() if not _on_track(setting, place)),
    ]
    if len(set(units)) != len(units):
        faults.append("a unit is in two places")
    if len(set(position.at.values())) != len(position.at):
        faults.append("two units share a hex")
    if not 1 <= position.turn <= setting.turns + 1:
        faults.append(f"there is no game-turn {position.turn}")
    if position.choice not in ("", *choices):
        faults.append(f"there is no choice {position.choice[:20]}")
    if faults:
        raise ValueError("not a position: " + "; ".join(faults[:5]))


def _armies(position: Position) -> tuple[str, ...]:
    return (position.army, *position.broken.values(), *position.left_by)


def _on_track(setting: Setting, place: tuple[str, int, str]) -> bool:
    section, space, left = place
    rule = setting.transit
    return (
        rule is not None
        and left in rule.edges
        and section in setting.field.sections.get(left, {})
        and (1 <= space <= rule.spaces)
    )
