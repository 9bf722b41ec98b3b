"""Command in an hourly interphase, and the end of Attack Orders in a Rally Phase (4.1.1, 4.1.3B)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pbem.engine.requests import Tell
from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.command import activation, attack_orders, points, states, violations
from rulesets.winters_victory.rules.command.hours import hour
from rulesets.winters_victory.rules.command.orders import fallen
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event, ten

_ARMIES = (FRENCH, ALLIED)


@dataclass(frozen=True, slots=True)
class Hourly:
    """What an army wants of an hourly interphase. resting: leaders whose brigades deactivate (17.54). spared: command
    units that a command point exempts from their dice, in this order (17.64)."""

    resting: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()


def hourly(staff: Staff, wishes: Mapping[str, Hourly], label: str, *, evening: bool = False) -> Part:
    """wv 4.1.1C.1, 4.1.1D, 4.1.1E, 4.1.1F, 4.1.1G: segments C to G, both armies in each. What is refused is told, and
    passed over."""
    for brigade, change in hour(staff).items():
        yield event(
            "fatigue", brigade=brigade, change=change, points=staff.command.fatigue[brigade].points, case="15.1"
        )
    for army in _ARMIES:
        yield from violated(staff, army, violations.EXHAUSTED, violations.exhausted)
    for army in _ARMIES:
        yield from _rest(staff, army, wishes.get(army, Hourly()).resting)
    for army in _ARMIES:
        yield event("command-points", army=army, points=points.gain(staff, army), case="17.21")
    for army in _ARMIES:
        yield from _continuation(staff, army, wishes.get(army, Hourly()).spared, label, evening=evening)
    states.finish(staff)


def violated(staff: Staff, army: str, cause: str, found_by: violations.Finder) -> Part:
    """wv 17.75-2, 17.75-3: books and tells the violations of all Attack Orders of an army by a cause."""
    for letter in begun(staff, army):
        found = found_by(staff, army, letter)
        if found:
            total = violations.record(staff, army, letter, cause, len(found))
            told = {"attack": letter, "cause": cause, "brigades": list(found), "total": total}
            yield event("violation", army=army, case="17.75", **told)


def begun(staff: Staff, army: str) -> tuple[str, ...]:
    """wv 17.71-3, 17.72: the letters of the Attack Orders of an army that are implemented."""
    return tuple(sorted(letter for letter, one in staff.command.attacks.get(army, {}).items() if one.begun))


def _rest(staff: Staff, army: str, resting: Collection[str]) -> Part:
    """wv 4.1.1E, 17.54-1, 17.54-3: segment E."""
    for uid in resting:
        refused = activation.why_not_deactivate(staff, uid)
        if refused:
            yield event("refused", leader=refused.unit, text=refused.text, case=refused.case)
            continue
        activation.deactivate(staff, uid)
        yield event("deactivated", leader=uid, case="17.54")
    for uid in activation.idle_divisions(staff, army):
        activation.deactivate(staff, uid)
        yield event("deactivated", leader=uid, case="17.54")
    attack_orders.tidy(staff, army)


def _continuation(staff: Staff, army: str, spared: Collection[str], label: str, *, evening: bool) -> Part:
    """wv 4.1.1G, 17.63-0, 17.64: segment G: points first, then the dice, those of corps before those of divisions."""
    for uid in spared:
        refused = states.why_not_exempt(staff, uid)
        if refused:
            yield event("refused", leader=refused.unit, text=refused.text, case=refused.case)
            continue
        states.exempt(staff, uid)
        yield event("exempt", leader=uid, points=staff.command.points[army], case="17.64")
    for uid in states.due(staff, army):
        name = f"{label}.continue.{uid}"
        die = yield from ten(name, "17.63", staff.at(uid))
        parts = states.parts(staff, uid, evening=evening)
        stays = states.continues(staff, uid, die, evening=evening)
        yield event("continuation", leader=uid, die=die, parts=parts, stays=stays, label=name, case="17.63")


def stoppage(staff: Staff, army: str, ended: Collection[str], label: str) -> Part:
    """wv 4.1.8B, 4.1.3B, 17.75-2, 17.76-A1, 17.76-A2: the end of a Rally Phase: routs are booked, then each Attack
    Order ends whose letter is in `ended`, and each with violations whose die says so."""
    yield from violated(staff, army, violations.ROUT, violations.routed)
    for letter in begun(staff, army):
        die, name = None, f"{label}.stop.{letter.lower()}"
        if letter not in ended:
            if letter not in attack_orders.rolling(staff, army):
                continue
            die = yield from ten(name, "17.76")
            if not attack_orders.must_end(staff, army, letter, die):
                yield event("attack-goes-on", army=army, attack=letter, die=die, label=name, case="17.76")
                continue
        yield _ended(staff, army, letter, "17.76", **({} if die is None else {"die": die, "label": name}))


def forbidden(staff: Staff) -> Part:
    """wv 4.4, 14.22B: the Attack Orders of a corps that has disintegrated end, and all by night (ours)."""
    night = not staff.scene.weather.dark.attack_orders
    for army in _ARMIES:
        for letter, attack in sorted(staff.command.attacks.get(army, {}).items()):
            if night or fallen(staff, attack.head):
                yield _ended(staff, army, letter, "4.4" if night else "14.22B")


def _ended(staff: Staff, army: str, letter: str, case: str, **more: int | str) -> Tell:
    found = attack_orders.end(staff, army, letter)
    told = {"attack": letter, "standing": list(found.standing), "tired": list(found.tired)}
    return event("attack-ends", army=army, case=case, **told, **more)
