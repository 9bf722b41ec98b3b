"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.engine.contract import Line
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents.members import flow
from pbem.hexgame.documents.template import answer_lines
from rulesets.campaign_1806.documents.printed import called, printed, told
from rulesets.campaign_1806.forms import SETUP
from rulesets.campaign_1806.hidden.basis import bases
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play, listed
from rulesets.campaign_1806.position import SETUP as PLACING
from rulesets.campaign_1806.roster import TRAINS
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.battle.boxes import NIGHT
from rulesets.campaign_1806.rules.command.phase import CommandOptions, ReorganizeOptions
from rulesets.campaign_1806.rules.march.arriving import waiting
from rulesets.campaign_1806.rules.night_phase import DISENGAGE, WayOut, leaving
from rulesets.campaign_1806.rules.orders_options import DayOrders, rehearse
from rulesets.campaign_1806.rules.placing import PlacingOptions, choosable
from rulesets.campaign_1806.sequence import headline

QUESTIONS: Final = {
    "retreat": "has to retreat: by which way (11.43)?",
    "leave": "may retreat before combat: by which way, or does it stay (16.2)?",
    "advance": "Who enters a hex that was won, if anybody (11.46)?",
    "exchange": "An exchange has to be paid: by whom (11.4)?",
    "attacks": "Which stacks attack whom (11.2)?",
}
"""What is asked in mid-phase -> its words, behind the name of a unit where they begin with a small letter."""
_LISTED: Final = 8
_MOVES: Final = (
    "Moves, in their order (8). to: the cheapest way; road: true: by road march, alone (8.2); path: your own way, with",
    "march, drop, vedettes, repulse HEX, damage HEX, repair HEX, lay HEX, burn HEX between its hexes.",
    "Who is out of command when he moves throws a die, and moves behind the others (2.11B).",
)


def orders_template(play: Play, request: Choose) -> Sequence[Line]:
    """The document of a question. For orders it holds comments only, which is legal and means the defaults; for any
    other question it gives the default and lists the other answers."""
    if request.what != ORDERS:
        return list(answer_lines(request, printed(play), QUESTIONS, "11.4", _about))
    if play.position.turn == PLACING:
        return list(_setup_lines(play))
    if play.fog.by_counters:
        return list(_member_lines(play))
    return list(_night_lines(play) if play.now.night else _day_lines(play))


def _about(request: Choose, facts: object) -> str:
    return request.label.rpartition(".")[2]


def _head(play: Play) -> Iterator[Line]:
    setting = play.setting
    turn = f", turn {play.position.turn} of {len(setting.turns)}" if play.position.turn else ""
    yield Line(comment=f"{setting.scenario.title}: {headline(setting, play.position)}{turn}")


def _setup_lines(play: Play) -> Iterator[Line]:
    """osg 19.24-1, 19.25, 19.26: who is placed freely, where the tables have him, and where else he may stand."""
    yield from _head(play)
    rows = PlacingOptions(play).describe()["units"]
    forces = choosable(play)
    if forces:
        yield Line(comment="The track by which each force comes in (21.81): regular unless you write alternate.")
        yield Line("plan:")
        for force in forces:
            yield Line(f"{force}: regular", _tracks(play, force), 1, off=True)
    if not rows:
        yield Line(comment="Everybody stands where the tables have him.")
        return
    yield Line(comment="Counters that you may place (19.24, 19.26). Who is left out stands where the tables have him.")
    if play.setting.choices.on("vedettes"):
        yield Line(comment="The first vedette of a unit brings the others out, and horse leaves the map (13.11).")
    yield Line(f"{SETUP}:")
    for row in rows:
        uid, hexes = row["unit"], row["hexes"]
        more = len(hexes) - _LISTED
        named = ", ".join(hexes[:_LISTED]) + (f" and {more} more" if more > 0 else "")
        if row["anywhere"]:
            named = "anywhere but in the closed strip (21.82)"
        where = f"by default {play.field.name(row['at'])}; " if row["at"] else "not out; "
        comment = f"{called(play, uid)}: {where}open: {named or 'none'}"
        # Where he stands by default may not be among the hexes that he may be put into. Horse in another place would
        # draw its vedettes after it, so that the examples would not stand together.
        train = play.unit(uid).kind in TRAINS
        shown = row["at"] if row["at"] in hexes else next(iter(hexes if train else ()), "")
        yield Line(f"{uid}: {shown}", comment, 1, off=True) if shown else Line(comment=f"{uid}: {comment}", indent=1)


def _tracks(play: Play, force: str) -> str:
    """osg 21.81: `regular s2701 on 9/evening, alternate n1801 on 8/morning`."""
    found = [one for one in play.setting.setup.arrivals if one.force == force]
    return ", ".join(f"{one.track} {one.at} on {one.turn}" for one in found)


def _day_lines(play: Play) -> Iterator[Line]:
    yield from _head(play)
    yield from _losses(play)
    yield Line()
    if play.fog.hidden:
        yield from _face_down_lines(play)
    yield from _reorganize_lines(play)
    yield from _command_lines(play)
    after = DayOrders(play).moving({}).play
    yield from _move_lines(play, after)
    yield from _attack_lines(play)


def _losses(play: Play) -> Iterator[Line]:
    """osg 12.1-1, 12.11-1: the casualty tracks of the phasing army."""
    losses, forces = play.losses, play.setting.forces
    for formation in forces.levels:
        lost = play.position.losses.get(formation, 0)
        if lost and play.army_of(forces.formations[formation][0]) == play.army:
            level = losses.level(formation)
            state = "demoralized" if losses.demoralized(formation) else f"demoralized at {level.points}"
            yield Line(comment=f"{forces.formation_names[formation]} has lost {lost} points; {state} (12.11)")


def _member_lines(play: Play) -> Iterator[Line]:
    """osg 1.5, 18.0: what a member of a team may order, who knows of no counter what lies under it."""
    yield from _head(play)
    if play.now.night:
        yield Line(comment="Night: your captain writes the orders of all.")
        return
    yield Line(
        comment="Moves of counters that your captain has told you of, each with the corps whose it is, in the place"
    )
    yield Line(comment="of CORPS. He judges them and says on what they rest; everything else is his to write (18).")
    yield Line("orders:")
    for uid in play.on_map(play.army):
        at = play.at[uid]
        corps = ", corps: CORPS" if is_counter(uid) else ""
        comment = f'- {{unit: {uid}, to: "{at}"{corps}}}   {called(play, uid)} in {play.field.name(at)}'
        yield Line(comment=comment, indent=1)


def _face_down_lines(play: Play) -> Iterator[Line]:
    """osg 1.5, 1.52: who of one's own lies face up and is turned down with these orders, and where enemies lie."""
    mine, foes = play.on_map(play.army), sorted({play.hex_of(uid) for uid in play.on_map(play.foe)})
    open_ = [uid for uid in mine if not play.fog.counter_of(uid)]
    down = [uid for uid in mine if play.fog.counter_of(uid)]
    hexes = list(dict.fromkeys(play.hex_of(uid) for uid in sorted(open_, key=play.hex_of)))
    yield Line(comment="Counters face down (1.5). deal: hexes whose counters get fresh numbers; left out: every hex in")
    yield Line(comment="which one of yours lies face up; none: nobody. show: who is turned up before he moves.")
    yield Line(comment=f"Face up now: {listed(open_, play) or 'nobody'}", indent=1)
    if hexes:
        yield Line(f"deal: {flow(hexes)}", off=True)
    if down:
        yield Line(comment=f"show: [{down[0]}]")
    yield Line(comment="Enemies as they lie:")
    for at in foes:
        names = ", ".join(called(play, uid) for uid in play.units_in(at))
        yield Line(comment=f"{play.field.name(at)}: {names}", indent=1)
    yield Line()


def _reorganize_lines(play: Play) -> Iterator[Line]:
    """osg 6.12-1, 6.13-1, 6.21-1: who waits, and who could bring him back."""
    night = play.boxed(NIGHT, play.army)
    if not night:
        return
    options = ReorganizeOptions(play)
    leaders = [uid for uid in play.on_map(play.army) if play.unit(uid).leads]
    yield Line(comment="Units that come back by a leader, two each, who gives and gets no command then (6).")
    yield Line("reorganize:")
    busy: set[str] = set()
    for uid in night:
        able = [one for one in leaders if options.why_not({"leader": one, "units": [uid]}) is None]
        names = ", ".join(play.name(one) for one in able) or "nobody now"
        free = next((one for one in able if one not in busy), "")
        if free:
            busy.add(free)
            yield Line(f"- {{leader: {free}, units: [{uid}]}}", f"{called(play, uid)}: by {names}", 1, off=True)
        else:
            yield Line(comment=f"{called(play, uid)}: by {names}", indent=1)
    yield Line()


def _command_lines(play: Play) -> Iterator[Line]:
    """osg 7.11-1, 7.11-4: the command that is given by default, and who is left out of it."""
    plan = CommandOptions(play).default()
    after = DayOrders(play).moving({}).play
    out = [uid for uid in after.on_map(play.army) if uid in after.out]
    said = "Left out, as below" if plan else "Nobody has points that anybody could need"
    yield Line(comment=f"Command points (7.11). {said}; dice of officers are thrown for all (7.12).")
    if plan:
        yield Line("command:")
        for commander, given in plan.items():
            yield Line(f"{commander}: {flow(given)}", called(play, commander), 1, off=True)
    if out:
        yield Line(comment=f"Out of command even if all officers pass: {', '.join(play.name(uid) for uid in out)}")
    yield Line()


def _move_lines(play: Play, after: Play) -> Iterator[Line]:
    """osg 2.11B1, 2.11B2-1, 8.0: everybody who may move, and who may come in."""
    for text in _MOVES:
        yield Line(comment=text)
    yield Line("orders:")
    found = bases(play, {}) if play.fog.hidden else None
    for uid in play.on_map(play.army):
        about = f"{told(after, uid)}, {play.unit(uid).allowance} MP"
        if found is not None and found.of([uid], list(found.followers)) is None:
            yield Line(comment=f"{uid}: {about}; {found.refusal([uid]).text}", indent=1)
        else:
            yield Line(f'- {{unit: {uid}, to: "{play.at[uid]}"}}', about, 1, off=True)
    for group in waiting(play, play.army):
        names = ", ".join(f"{called(play, uid)} ({uid})" for uid in group.units)
        yield Line(comment=f"may come in at {play.field.name(group.at)}, all or nobody (15): {names}", indent=1)
    parents = [uid for uid, unit in play.roster.units.items() if unit.vedettes and unit.army == play.army]
    ready = [uid for uid in parents if vedettes.why_not_reassemble(play, uid) is None]
    if ready:
        yield Line(comment=f"reassemble: [{', '.join(ready)}]   units that their vedettes become again (13.12)")
    yield Line()


def _attack_lines(play: Play) -> Iterator[Line]:
    """osg 4.31, 11.2: attacks that the rules demand as things stand."""
    after, _ = rehearse(play, {})
    found = AttackOptions(after).default()
    yield Line(comment="Attacks (11), in this order; what the rules demand beside them is added (4.31). Beside on")
    yield Line(comment="and by: reduce: 1-1, leave: [horse], advance: yes, retreat: [hexes], exchange: [units].")
    if found:
        yield Line(f"{ATTACKS}:")
        for entry in found:
            by = [uid for at in entry["with"] for uid in after.fighting(at, play.army)]
            names = ", ".join(called(after, uid) for at in entry["on"] for uid in after.fighting(at, play.foe))
            yield Line(f"- {{on: {flow(entry['on'])}, by: {flow(by)}}}", f"against {names}", 1, off=True)


def _night_lines(play: Play) -> Iterator[Line]:
    """osg 2.21C, 4.2: who has to leave, and the way by default."""
    yield from _head(play)
    yield Line(comment="Night: units leave enemy zones by one or two hexes (4.2); nobody else moves, nobody fights.")
    units = leaving(play)
    if not units:
        yield Line(comment="Nobody of yours stands in an enemy zone.")
        return
    yield Line(f"{DISENGAGE}:")
    scratch = play.scratch()
    for uid in units:
        path = WayOut(scratch, uid).default()
        if path:
            scratch.move(uid, path[-1])
            yield Line(f"- {{units: [{uid}], path: {flow(path)}}}", told(play, uid), 1, off=True)
        else:
            yield Line(comment=f"{told(play, uid)}: no way out, it stays", indent=1)
