"""What a counter can do from where it stands, each as the order that a click writes (8.2, 8.4, 9.2, 10, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.options import Json
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.play import Play, side_of
from rulesets.campaign_1806.roster import TRAINS
from rulesets.campaign_1806.rules.march.costs import DROP
from rulesets.campaign_1806.rules.march.movement import MoveOptions
from rulesets.campaign_1806.rules.march.stack import BURN, DAMAGE, LAY, REPAIR, REPULSE, VEDETTES


def deeds(play: Play, unit: str) -> Iterator[tuple[str, Json]]:
    """`engine.desk.Movable.also`: the deeds of a counter of the map that its rules allow as things stand."""
    at, options = play.at[unit], MoveOptions(play)
    for label, word in _deeds(play, unit, at):
        path = [at, word]
        if options.why_not({"units": [unit], "path": path}) is None:
            yield label, {"unit": unit, "path": path}


def _deeds(play: Play, unit: str, at: str) -> Iterator[tuple[str, str]]:
    """Label and word of what it may try, by what it is and what lies about it."""
    printed = play.unit(unit)
    if unit in play.marching:
        yield "ends its road march (8.23)", DROP
    if printed.vedettes:
        yield "puts its vedettes out (13.11)", VEDETTES
    for near in play.field.neighbours[at]:
        name, pair = play.field.name(near), hexside(at, near)
        if printed.fights and play.fighting(near, play.foe):
            yield f"repulses the enemy in {name} and goes there (10)", f"{REPULSE} {near}"
        if side_of(pair) in play.position.pontoons:
            yield f"burns the pontoon to {name} (9.27)", f"{BURN} {near}"
        elif printed.kind == TRAINS[0] and play.field.has(RIVER, at, near):
            yield f"lays its bridge to {name} (9.2)", f"{LAY} {near}"
        if play.field.bridged(at, near):
            down = side_of(pair) in play.position.damaged
            does = ("repairs", "8.43", REPAIR) if down else ("damages", "8.41", DAMAGE)
            yield f"{does[0]} the bridge to {name} ({does[1]})", f"{does[2]} {near}"
