"""What may be laid over the map: fire zones, sight, command, charges, objectives (10.4, 11.2, 12.52, 16.12, 20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pbem.engine.picture import ASKED, Area, Overlay
from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, FRENCH, INFANTRY, LEADER, SKIRMISHERS
from rulesets.winters_victory.pictures.counters import Names
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.command.paths import free, occupied
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.firing.zones import EXTENDED, MAXIMUM, MEDIUM, MINIMUM, zone
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone, project
from rulesets.winters_victory.rules.sight import Look, line_clear
from rulesets.winters_victory.rules.victory import holder

FIRE, GUNS, COMMAND, CHARGES, OBJECTIVES = "fire", "guns", "command", "charges", "objectives"
ONE_FIRE, CHARGE, SIGHT = f"fire{ASKED}", f"charge{ASKED}", f"sight{ASKED}"
OFFERED: Final[Mapping[str, str]] = {
    FIRE: "minimum fire zones of both armies (11.2)",
    GUNS: "medium fire zones of guns (11.2)",
    COMMAND: "what leaders reach, and who is out of command (16.12, 17.1)",
    CHARGES: "charge zones that have been declared (12.52)",
    OBJECTIVES: "objectives, and who holds them (20)",
    ONE_FIRE: "fire zones of a unit, or of all in a hex, such as fire:f-17-1 or fire:4167 (11.2)",
    CHARGE: "the charge zone that horse would have, such as charge:f-1ch (12.52)",
    SIGHT: "what is seen from a hex, such as sight:4167 (10.4)",
}
_FIRING: Final = (INFANTRY, SKIRMISHERS, ARTILLERY)
_LEVELS: Final = (BRIGADE, DIVISION, DETACHMENT, CORPS, ARMY)
_FAR: Final = 12
"""Hexes within which sight is shown where the weather sets no limit: as far as guns fire."""


def overlay(names: Names, play: Play, name: str) -> Overlay:
    """One of those above, one that ends in ASKED with what it is asked of behind it. Raises KeyError for another name;
    what there is not has nothing laid over it."""
    word, asked, of = name.partition(ASKED)
    title = OFFERED[word + asked]
    if not asked:
        return Overlay(name, title, tuple(_DRAWN[word](names, play)))
    return Overlay(name, title, tuple(_ASKED[word](names, play, of)))


def _zone(army: str, hexes: Iterable[str], text: str) -> Iterator[Area]:
    places = tuple(sorted(hexes))
    if places:
        yield Area(army, "zone", places, text)


# -- fire --------------------------------------------------------------------------------------


def _fire(names: Names, play: Play) -> Iterator[Area]:
    """wv 11.21-2: hexes in which somebody may be fired at as he moves."""
    scene = play.scene
    for army in ARMIES:
        units = (uid for uid in scene.board.pieces if scene.unit(uid).army == army)
        firing = [uid for uid in units if scene.unit(uid).kind in _FIRING]
        hexes = {at for uid in firing for at in zone(scene, uid, MINIMUM)}
        yield from _zone(army, hexes, f"{names.name(army)}: minimum fire zones")


def _guns(names: Names, play: Play) -> Iterator[Area]:
    """wv 11.3.3: hexes of the medium zones of guns, which fire at who leaves them."""
    scene = play.scene
    for army in ARMIES:
        units = (uid for uid in scene.board.pieces if scene.unit(uid).army == army)
        guns = [uid for uid in units if scene.unit(uid).kind == ARTILLERY]
        hexes = {at for uid in guns for at in zone(scene, uid, MEDIUM)}
        yield from _zone(army, hexes, f"{names.name(army)}: medium zones of guns")


def _fire_of(names: Names, play: Play, of: str) -> Iterator[Area]:
    """wv 11.21-1, 11.21-2: the zones of one unit, or of all in a hex together, each without the nearer ones."""
    scene, nearer = play.scene, set[str]()
    units = _those(play, of)
    for band in (MINIMUM, MEDIUM, MAXIMUM, EXTENDED):
        hexes = {at for uid in units for at in zone(scene, uid, band)} - nearer
        nearer |= hexes
        who = names.name(of) if of in scene.board.pieces else of
        yield from _zone(scene.unit(units[0]).army if units else "", hexes, f"{who}: {band} fire zone")


def _those(play: Play, of: str) -> list[str]:
    """The units that may have fire zones: one of the board, or those in a hex."""
    board = play.board
    here = [of] if of in board.pieces else board.units_in(of)
    return [uid for uid in here if board.unit(uid).kind in _FIRING]


# -- sight -------------------------------------------------------------------------------------


def _sight(names: Names, play: Play, at: str) -> Iterator[Area]:
    """wv 10.4.2, 11.22-2: hexes that an army sees from a hex, leaving facing aside, no farther than guns fire."""
    scene = play.scene
    if at not in scene.board.field.neighbours:
        return
    here = scene.board.units_in(at)
    army = scene.unit(here[0]).army if here else FRENCH
    far = _FAR if scene.weather.visibility is None else min(_FAR, scene.weather.visibility)
    look, grid = Look(army, limit=far), scene.ground.grid(at)
    near = {to for r in range(1, far + 1) for to in grid.ring(at, r) if to in scene.board.field.neighbours}
    seen = {to for to in near if line_clear(scene.board, scene.ground, at, to, look)}
    yield from _zone(army, seen, f"seen from {at} by the {names.name(army)}, {far} hexes at most")


# -- command -----------------------------------------------------------------------------------


def _command(names: Names, play: Play) -> Iterator[Area]:
    """wv 16.12-1, 17.1: level by level the hexes that leaders reach; then those of units out of command."""
    staff = play.staff
    board = staff.scene.board
    for army in ARMIES:
        mine = [uid for uid in sorted(board.pieces) if board.unit(uid).army == army]
        open_: dict[str, bool] = {}
        for level in _LEVELS:
            leaders = [uid for uid in mine if board.unit(uid).kind == LEADER and staff.officer(uid).level == level]
            hexes = {at for uid in leaders for at in _reached(staff, uid, army, open_)}
            yield from _zone(army, hexes, f"{names.name(army)}: reach of leaders of {_level(level)}")
        out = {board.piece(uid).at for uid in mine if board.unit(uid).fights and not in_command(staff, uid)}
        if out:
            yield Area(army, "cut", tuple(sorted(out)), f"{names.name(army)}: out of command")


def _level(level: str) -> str:
    return {CORPS: "corps and wings", ARMY: "the army"}.get(level, f"{level}s")


def _reached(staff: Staff, leader: str, army: str, open_: dict[str, bool]) -> Iterator[str]:
    """wv 16.12-1: the hexes to which a command path of a leader leads. open_: what is known of hexes, kept."""
    scene, found = staff.scene, {staff.at(leader)}
    yield staff.at(leader)
    edge = [staff.at(leader)]
    for _ in range(staff.radius(leader)):
        ring = dict.fromkeys(to for at in edge for to in scene.board.field.neighbours[at] if to not in found)
        found.update(ring)
        yield from (to for to in ring if not occupied(scene, army, to))
        for to in ring:
            if to not in open_:
                open_[to] = free(scene, army, to)
        edge = [to for to in ring if open_[to]]


# -- charges and objectives --------------------------------------------------------------------


def _charges(names: Names, play: Play) -> Iterator[Area]:
    """wv 12.52.1-1: the zones that have been declared, row by row."""
    for horse, declared in sorted(play.zones.items()):
        yield from _rows(names, declared, play.setting.units[horse].army)


def _rows(names: Names, zones: ChargeZone, army: str) -> Iterator[Area]:
    yield from _zone(army, zones.primary, f"{names.name(zones.horse)}: primary charge zone")
    yield from _zone(army, zones.secondary, f"{names.name(zones.horse)}: secondary charge zone")


def _charge_of(names: Names, play: Play, of: str) -> Iterator[Area]:
    """wv 12.52.2-1, 12.52.2-2: the zone that the topmost horse among a unit or those in a hex would have as it
    stands."""
    board = play.board
    here = [of] if of in board.pieces else board.units_in(of)
    horse = next((uid for uid in here if board.unit(uid).kind == CAVALRY), "")
    if horse:
        yield from _rows(names, project(play.scene, horse), board.unit(horse).army)


def _objectives(names: Names, play: Play) -> Iterator[Area]:
    """wv 14.13: each of them with its holder."""
    held = dict(play.position.held)
    for one in play.setting.scenario.objectives:
        army = holder(one, held)
        name = one.name.replace("-", " ").capitalize()
        text = f"{name} ({one.points}): {names.name(army) if army else 'nobody'}"
        yield from _zone(army, one.hexes, text)


_DRAWN: Final[Mapping[str, Callable[[Names, Play], Iterator[Area]]]] = {
    FIRE: _fire,
    GUNS: _guns,
    COMMAND: _command,
    CHARGES: _charges,
    OBJECTIVES: _objectives,
}
_ASKED: Final[Mapping[str, Callable[[Names, Play, str], Iterator[Area]]]] = {
    "fire": _fire_of,
    "charge": _charge_of,
    "sight": _sight,
}
