"""A position as one line of text, as chess has FEN: eleven fields, blanks between them, `-` for an empty one.

    6 french A suc-1:0508 kle:western.2.jena tau-cav:jena dhy:jena.west ruch-1 jena:prussian french:2901 kle:jena

They are game-turn, phasing army, choice, units on the maps, in transit (section, space, map left), lost (battle),
exited (battle, edge), out for good, demoralized armies, exit hexes used, maps left by transit. Lists are sorted and
joined by commas, so a position has one text only.
"""

from __future__ import annotations

from pbem.hexgame.board.known import require_possible
from rulesets.napoleon_at_war.position import CODEC, Position
from rulesets.napoleon_at_war.setting import Setting


def position_text(position: Position) -> str:
    """The one text of a position."""
    return CODEC.text(position)


def read_position_text(setting: Setting, text: str) -> Position:
    """The position that a line describes. Raises ValueError for anything but the one text of a possible position: it
    names nothing that the scenario does not have, no unit stands in two places, and no two in one hex (5.31)."""
    position, field = CODEC.read(text), setting.field
    units = [*position.at, *position.track, *position.lost, *position.exited, *sorted(position.out)]
    choices = setting.choice.values if setting.choice else ()
    battles = (*position.lost.values(), *position.broken, *position.came_from.values())
    said = {
        "unit": [*units, *position.came_from],
        "hex": [*position.at.values(), *(at for hexes in position.left_by.values() for at in hexes)],
        "battle": [*battles, *(battle for battle, _ in position.exited.values())],
        "army": [position.army, *position.broken.values(), *position.left_by],
        "choice": [position.choice],
        "game-turn": [str(position.turn)],
    }
    known = {
        "unit": setting.roster.units,
        "hex": field.neighbours,
        "battle": field.titles,
        "army": setting.armies,
        "choice": ("", *choices),
        "game-turn": [str(turn + 1) for turn in range(setting.turns + 1)],
    }
    others = [
        f"{unit} stands on no edge" for unit, (b, e) in position.exited.items() if e not in field.edges.get(b, {})
    ]
    others += [f"{unit} is not in transit" for unit, place in position.track.items() if not _on_track(setting, place)]
    others += ["a unit is in two places"] if len(set(units)) != len(units) else []
    others += ["two units share a hex"] if len(set(position.at.values())) != len(position.at) else []
    require_possible(said, known, others)
    return position


def _on_track(setting: Setting, place: tuple[str, int, str]) -> bool:
    """naw 17.1-1: whether there is such a place on the track: a space of a section that adjoins the map left."""
    (section, space, left), rule = place, setting.transit
    if rule is None or left not in rule.edges:
        return False
    return section in setting.field.sections.get(left, {}) and 1 <= space <= rule.spaces
