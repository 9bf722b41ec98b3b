"""The sequence of play: segments, the phases in them, and how a battle ends (4.0, 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pbem.engine.options import Options
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.requests import Phase as Played
from rulesets.winters_victory import opening
from rulesets.winters_victory.board.pieces import ALLIED, ENEMY, FRENCH
from rulesets.winters_victory.calendar import TRANSITION
from rulesets.winters_victory.decisions import (
    CHARGES,
    COMMAND,
    FIRE,
    RALLY,
    REACT,
    Decisions,
    activity,
    arrivals,
    assaults,
    entries,
    stand,
)
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules import stacking, victory
from rulesets.winters_victory.rules.command import violations
from rulesets.winters_victory.rules.command.control import in_command
from rulesets.winters_victory.rules.command.interphase import forbidden, hourly, stoppage, violated
from rulesets.winters_victory.rules.command.night import rest
from rulesets.winters_victory.rules.command.phase import CommandPhase
from rulesets.winters_victory.rules.command.successors import succeed
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.fire_phase import FirePhase
from rulesets.winters_victory.rules.firing.volleys import volleys
from rulesets.winters_victory.rules.movement_phase import MovementPhase
from rulesets.winters_victory.rules.nearness import near_brigades
from rulesets.winters_victory.rules.phase_end import phase_end
from rulesets.winters_victory.rules.rally_phase import Rally
from rulesets.winters_victory.rules.reinforcements import called
from rulesets.winters_victory.rules.shock.declaring import declare_charges, resupply_segment
from rulesets.winters_victory.rules.shock_phase import ShockPhase
from rulesets.winters_victory.rules.weather import snowed
from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.tempo import NAMES, Phase


def start(setting: Setting) -> Position:
    """wv 3.0: the position before the first segment."""
    day, first = setting.segments[0]
    scenario = setting.scenario
    position = Position(first.turn, first.name, day=day, snow=scenario.weather[0])
    rounds = setting.charts.ammunition.start
    position.take(opening.board(scenario, setting.field, setting.forces, setting.chain, rounds))
    position.take_command(opening.command(scenario, setting.chain))
    position.take_morale(opening.books(scenario, setting.forces, setting.chain, setting.points))
    position.waiting = opening.waiting(scenario, setting.forces)
    position.held = {at: one.holder for one in scenario.objectives for at in one.hexes if one.holder}
    Play(setting, position).occupy()
    return position


def headline(setting: Setting, position: Position) -> str:
    """wv 4.0-1, 4.0-2: `8 February, 11:00, turn 20: French orders`; that the battle is over once nothing is left."""
    if not position.segment:
        return "The battle is over"
    now = setting.calendar.get(position.turn)
    when = f"{now.clock}, turn {now.number}" if now else "the last charges"
    return f"{position.day} February, {when}: {NAMES[position.segment]}"


def phase(setting: Setting, position: Position, options: Callable[[Play], Options]) -> Played:
    """wv 4.0-1: the segment that begins at a position; returns the position at its end. options: what its orders may
    be."""
    play = Play(setting, position)
    segment = play.segment
    heading = headline(setting, position)
    yield event(
        "segment", turn=segment.turn, name=segment.name, army=segment.army, clock=play.now.clock, heading=heading
    )
    orders = yield Choose(segment.army, ORDERS, options(play), f"{segment.label}.{ORDERS}", scene=play)
    decided = Decisions(segment.army, orders, play.kept)
    yield from _alert(play, decided, ENEMY[segment.army])
    yield from _alert(play, decided, segment.army)
    for turn, number in segment.phases:
        play.turn = turn
        yield event("phase", turn=turn, phase=int(number))
        yield from _PHASES[number](play, decided, f"t{turn}.p{int(number)}")
        yield from phase_end(play.scene)
        yield from play.reckon()
        if play.finished():
            break
    play.keep()
    _advance(setting, position)
    if play.finished() or not position.segment:
        yield from _conclude(play)
    return position.to_json()


def _conclude(play: Play) -> Part:
    """wv 4.1-end, 14.22-3: the end of the battle: after its last segment, or at once where an army cannot fight on
    (ours)."""
    position, out = play.position, play.finished()
    position.segment, position.result = "", victory.concluded(play.standing(), out)
    points = victory.scored(play.standing())
    yield event("over", **victory.told(position.result), parts=points, out=sorted(out))


def _advance(setting: Setting, position: Position) -> None:
    """wv 4.1-end, 4.0-1: which segment is next; none behind the last."""
    ids = [(day, one.turn, one.name) for day, one in setting.segments]
    now = ids.index((position.day, position.turn, position.segment)) + 1
    if now == len(ids):
        position.segment = ""
        return
    position.day, position.turn, position.segment = ids[now]


def _alert(play: Play, decided: Decisions, army: str) -> Part:
    """wv 11.3-1, 7.42-1, 12.56-0: opens what brigades near the enemy do when somebody moves, falls back or attacks
    before them."""
    label = f"{play.segment.label}.{REACT}.{army}"
    wishes = yield from decided.of(army, REACT, near_brigades(play.setting.ground, play.board, army), label)
    play.wishes |= wishes


# -- the phases ------------------------------------------------------------------------------


def _interphase(play: Play, decided: Decisions, label: str) -> Part:
    """wv 4.1.1A, 4.1.1B, 4.1.1-hourly: phase 1."""
    yield from play.ledger.interphase(label)
    play.position.snow = yield from snowed(play.setting.snow, play.position.snow, play.turn, label)
    yield from forbidden(play.staff)
    if play.now.hourly:
        wishes = {}
        for army in ARMIES:
            wishes[army] = yield from decided.hourly(army, f"{label}.hourly.{army}")
        yield from hourly(play.staff, wishes, label, evening=play.now.dark)
        play.position.fallen = set((yield from succeed(play.staff, play.position.fallen)))
    yield from rest(play.staff, play.setting.night, play.now)
    yield from called(play.queue, play.time, label, hourly=play.now.hourly)


def _command(army: str) -> _Phase:
    def run(play: Play, decided: Decisions, label: str) -> Part:
        """wv 4.1.2, 4.1.7: a command phase."""
        wishes = yield from decided.of(army, COMMAND, play.setting.corps(army), f"{label}.{COMMAND}")
        plans = {
            leader: activity(leader, wish)
            for said in wishes.values()
            for leader, wish in said.items()
            if leader != CHARGES
        }
        order = play.setting.chain.order[army]
        yield from CommandPhase(play.staff, army, order, plans, label, []).play()
        horses = [horse for said in wishes.values() for horse in said.get(CHARGES, ())]
        breaking = play.breaking(label)
        declared = yield from declare_charges(breaking, army, horses, lambda uid: in_command(play.staff, uid))
        play.declare(declared)
        yield from play.alarms.charged(declared.values())
        yield from resupply_segment(breaking.scene, army, night=play.now.kind == TRANSITION)

    return run


def _rally(army: str) -> _Phase:
    def run(play: Play, decided: Decisions, label: str) -> Part:
        """wv 4.1.3A, 4.1.8A: a rally phase."""
        wishes = yield from decided.of(army, RALLY, play.setting.rallying(army), f"{label}.{RALLY}")
        said, board = tuple(wishes.values()), play.board
        ended = [letter for wish in said for letter in wish.get("end", ())]
        staff = play.staff

        def leader(uid: str) -> str:
            found = staff.chain.leader(uid)
            return found if found in board.pieces else ""

        yield from Rally(
            play.breaking(label),
            army,
            stand=lambda uid: stand(said, uid),
            crowded=lambda at: stacking.too_full_to_recover(play.setting.ground, board, at, army),
            leader=leader,
        ).run()
        yield from stoppage(play.staff, army, ended, label)

    return run


def _movement(army: str) -> _Phase:
    def run(play: Play, decided: Decisions, label: str) -> Part:
        """wv 4.1.4A, 4.1.9A: a movement phase, whose army has written its orders; at its end idle brigades violate
        their Attack Orders."""
        zones = tuple(one for horse, one in play.zones.items() if play.setting.units[horse].army != army)
        plans = play.reactions
        moves = MovementPhase(
            play.breaking(label),
            play.staff,
            army,
            zones,
            plans.turns,
            plans.charges,
            left=play.left,
            wakes=plans.activates,
        )
        come = partial(play.entering, army, arrivals(decided.orders))
        starts = yield from moves.run(entries(decided.orders), come)
        yield from violated(play.staff, army, violations.IDLE, partial(violations.idle, starts=starts))
        play.declare({one.horse: one for one in moves.opportunities})
        yield from play.alarms.charged(moves.opportunities)

    return run


def _shock(army: str) -> _Phase:
    def run(play: Play, decided: Decisions, label: str) -> Part:
        """wv 4.1.5, 4.1.10, 12.0-1: a shock phase, in which charges that were declared are carried out."""
        zones = {horse: one for horse, one in play.zones.items() if play.setting.units[horse].army == army}
        plans = play.reactions
        phase = ShockPhase(
            play.breaking(label), army, zones, plans.leaves, plans.charges, play.headquarters(ENEMY[army])
        )
        before = {uid: one.at for uid, one in play.board.pieces.items()}
        yield from phase.run(assaults(decided.orders))
        now = sorted(play.board.pieces.items())
        yield from play.alarms.near([uid for uid, one in now if before.get(uid) != one.at])
        for horse in zones:
            del play.position.charges[horse]

    return run


def _fire(play: Play, decided: Decisions, label: str) -> Part:
    """wv 4.1.6, 11.0-1: the reciprocal fire of both armies."""
    wishes: dict[str, Mapping[str, Any]] = {}
    for army in ARMIES:
        wishes |= yield from decided.of(
            army, FIRE, near_brigades(play.setting.ground, play.board, army), f"{label}.{FIRE}.{army}"
        )
    breaking = play.breaking(label)
    aimed = {army: volleys(breaking.scene, army, wishes) for army in ARMIES}
    yield from FirePhase(breaking).run(aimed)


_Phase = Callable[[Play, Decisions, str], Part]
_PHASES: Final[Mapping[Phase, _Phase]] = {
    Phase.INTERPHASE: _interphase,
    Phase.ALLIED_COMMAND: _command(ALLIED),
    Phase.ALLIED_RALLY: _rally(ALLIED),
    Phase.FRENCH_MOVEMENT: _movement(FRENCH),
    Phase.ALLIED_SHOCK: _shock(ALLIED),
    Phase.FIRE: _fire,
    Phase.FRENCH_COMMAND: _command(FRENCH),
    Phase.FRENCH_RALLY: _rally(FRENCH),
    Phase.ALLIED_MOVEMENT: _movement(ALLIED),
    Phase.FRENCH_SHOCK: _shock(FRENCH),
}
