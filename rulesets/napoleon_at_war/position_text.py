"""A position as one line of text, as chess has FEN: eleven fields, blanks between them, `-` for an empty one.

    6 french A suc-1:0508 kle:western.2.jena tau-cav:jena dhy:jena.west ruch-1 jena:prussian french:2901 kle:jena

They are game-turn, phasing army, choice, units on the maps, in transit (section, space, map left), lost (battle),
exited (battle, edge), out for good, demoralized armies, exit hexes used, maps left by transit. Lists are sorted and
joined by commas, so a position has one text only.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

_FIELDS = 11
_LONGEST = 16_384


def position_text(position: Position) -> str:
    """The one text of a position."""
    return " ".join(
        (
            str(position.turn),
            position.army,
            position.choice or "-",
            _pairs(position.at.items()),
            _pairs((unit, f"{section}.{space}.{left}") for unit, (section, space, left) in position.track.items()),
            _pairs(position.lost.items()),
            _pairs((unit, ".".join(place)) for unit, place in position.exited.items()),
            ",".join(sorted(position.out)) or "-",
            _pairs(position.broken.items()),
            _pairs((army, "+".join(sorted(hexes))) for army, hexes in position.left_by.items() if hexes),
            _pairs(position.came_from.items()),
        )
    )


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ",".join(f"{key}:{value}" for key, value in sorted(pairs)) or "-"


def read_position_text(setting: Setting, text: str) -> Position:
    """The position that a line describes. Raises ValueError for anything but the one text of a possible position."""
    fields = text.split(" ")
    if len(text) > _LONGEST or len(fields) != _FIELDS:
        raise ValueError(f"a position has {_FIELDS} fields with single blanks between them")
    try:
        turn = int(fields[0])
        position = Position(turn, fields[1], "" if fields[2] == "-" else fields[2])
        position.at = _read(fields[3])
        position.track = {unit: _track(place) for unit, place in _read(fields[4]).items()}
        position.lost = _read(fields[5])
        position.exited = {unit: _exit(place) for unit, place in _read(fields[6]).items()}
        position.out = set() if fields[7] == "-" else set(fields[7].split(","))
        position.broken = _read(fields[8])
        position.left_by = {army: hexes.split("+") for army, hexes in _read(fields[9]).items()}
        position.came_from = _read(fields[10])
    except ValueError as fault:
        raise ValueError(f"not a position: {fault}") from None
    _check(setting, position)
    if position_text(position) != text:
        raise ValueError("not a position: its text is not the one that such a position has")
    return position


def _read(field: str) -> dict[str, str]:
    if field == "-":
        return {}
    found: dict[str, str] = {}
    for item in field.split(","):
        key, colon, value = item.partition(":")
        if not colon or not value or key in found:
            raise ValueError(f"{item[:40]!r} is no pair, or it stands twice")
        found[key] = value
    return found


def _track(place: str) -> tuple[str, int, str]:
    section, space, left = place.split(".")
    return section, int(space), left


def _exit(place: str) -> tuple[str, str]:
    battle, edge = place.split(".")
    return battle, edge


def _check(setting: Setting, position: Position) -> None:
    """Refuses what names things that the scenario does not have, or a unit in two places."""
    field, roster = setting.field, setting.roster
    units = [*position.at, *position.track, *position.lost, *position.exited, *position.out]
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
        and section in setting.field.transit.get(left, {})
        and (1 <= space <= rule.spaces)
    )
