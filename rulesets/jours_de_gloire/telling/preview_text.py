"""A preview as lines of text; two blanks more for what belongs to the line above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.engine.calculation import column_text, effects_text
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.hidden.own_counters import content_name, words
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.preview_course import Course
from rulesets.jours_de_gloire.telling.wording_names import Names
from rulesets.jours_de_gloire.telling.wording_orders import ordered

WORKS = {
    "destroy": "destroys the bridge to",
    "repair": "repairs the bridge to",
    "pontoon": "lays a pontoon to",
    "remove": "takes up the pontoon to",
}
OVERRUN = {"retreat": "he goes back", "halved": "half of him is lost", "eliminated": "all of him is lost"}


def set_up_lines(setting: Setting, orders: Mapping[str, Any], own: Own) -> list[str]:
    """Box by box who begins there, in an open game; in a hidden one `set_up_groups` does with what is hidden."""
    if not setting.fog.unused:
        return []
    lines = ["Set-up:"]
    for entry in orders.get("mix", ()):
        names = [_content(setting, own.markers.get(counter), counter) for counter in entry["counters"]]
        lines.append(f"  {_place(setting, entry['box'])}: {words(names)}")
    return lines if len(lines) > 1 else ["Set-up: as the scenario says"]


def set_up_groups(setting: Setting, orders: Mapping[str, Any]) -> list[tuple[str, Sequence[str]]]:
    """The boxes in which counters begin, with their numbers."""
    return [(_place(setting, entry["box"]), entry["counters"]) for entry in orders.get("mix", ())]


def course_lines(course: Course, found: Mapping[str, Any]) -> list[str]:
    """Moves, what else is ordered, what is left of the command points, battles, and what is not counted."""
    lines = ["Moves, if nobody reacts:"] if found["orders"] else ["Moves: none"]
    for move in found["orders"]:
        lines += _move(course, move)
    if found["pc"]:
        left = ", ".join(f"{course.setting.commands[c].name} {n}" for c, n in found["pc"].items())
        lines.append(f"Command points left: {left}")
    lines += _also(course)
    if not found["battles"]:
        return [*lines, "No box will be contested, if nobody reacts."]
    for battle in found["battles"]:
        lines += _battle(course, battle)
    hidden = any(battle["enemy"]["hidden"] for battle in found["battles"])
    share = "Face-down enemies are supposed to be an even share of all that he has face down. " if hidden else ""
    return [*lines, f"{share}Not counted: interceptions, marches to the guns, withdrawals, pursuit."]


# -- moves ---------------------------------------------------------------------------------


def _move(course: Course, move: Mapping[str, Any]) -> list[str]:
    setting, who = course.setting, _stack(course, move["counters"])
    if "void" in move:
        return [f"  Void: {who}: {move['void']} ({move['case']})"]
    cost = _cost(setting, move)
    if move.get("entrench"):
        return [f"  {who}: entrenches in {_place(setting, move['box'])}{cost}"]
    return [f"  {who}: {_way(setting, move)}{cost}", *_risks(course, move), *_contact(course, move)]


def _way(setting: Setting, move: Mapping[str, Any]) -> str:
    """`Warsaw - Jabłonna (1) - Modlin (2): 3 of 6 movement points`."""
    parts = [_place(setting, move["box"])]
    if move["ways"] and move["ways"][0].get("to") == move["box"]:
        parts = ["onto the map"]
    for way in move["ways"]:
        if "recon" in way:
            parts.append("reconnoitres there")
        elif "work" in way:
            spent = "all points" if way["cost"] is None else way["cost"]
            parts.append(f"{WORKS[way['work']]} {_place(setting, way['link'])} ({spent})")
        else:
            parts.append(f"{_place(setting, way['to'])} ({way['cost']})")
    if any(way.get("cost", 0) is None for way in move["ways"]):
        return " - ".join(parts)
    total = sum(way.get("cost", 0) for way in move["ways"])
    most = f" of {move['allowance']}" if move["allowance"] is not None else ""
    return f"{' - '.join(parts)}: {total}{most} movement points"


def _cost(setting: Setting, move: Mapping[str, Any]) -> str:
    names = setting.commands
    return "".join(f"; {row['pc']} PC of {names[uid].name}, {row['left']} left" for uid, row in move["paid"].items())


def _risks(course: Course, move: Mapping[str, Any]) -> Iterator[str]:
    """jdg 5.4-1, 5.4-3: what a forced march or a concentration may cost."""
    what = " and ".join(w for w, m in (("forced march", "forced"), ("concentration", "concentrate")) if move.get(m))
    for risk in move["stragglers"]:
        chances = ", ".join(f"{n} PF {share}" for n, share in risk["chances"].items())
        yield f"    {what}: {_one(course, risk['counter'])} leaves behind {chances}"


def _contact(course: Course, move: Mapping[str, Any]) -> Iterator[str]:
    if move["enemies"]:
        count = f"{move['enemies']} enemy counter{'s' if move['enemies'] > 1 else ''}"
        yield f"    meets {count} in {_place(course.setting, move['end'])}"


def _also(course: Course) -> Iterator[str]:
    """What is ordered beside the moves, entry by entry."""
    setting = course.setting
    names = Names(setting, {counter: content_name(setting, content) for counter, content in course.known.items()})
    for member, value in course.orders.items():
        if member in ("orders", "for"):
            continue
        entries = value if isinstance(value, list) and any(isinstance(one, Mapping) for one in value) else [value]
        for entry in entries:
            said = ordered(names, {"kind": "ordered", "member": member, "entry": entry}) or _plain(names, entry)
            yield f"Ordered, {member}: {said.rstrip('.')}"


def _plain(names: Names, value: Json) -> str:
    """Boxes, counters and words as they are."""
    if isinstance(value, list):
        return ", ".join(names.named(str(one)) or names.of(one) for one in value) or "none"
    return names.of(value) if isinstance(value, str) else str(value)


# -- battles ----------------------------------------------------------------------------------


def _battle(course: Course, battle: Mapping[str, Any]) -> Iterator[str]:
    setting, own = course.setting, battle["own"]
    unknown = f" and {own['unknown']} counters that are not known here" if own["unknown"] else ""
    against = enemy_text(setting, battle["enemy"])
    yield f"{_place(setting, battle['at'])}: {own['pf']} PF of yours{unknown} against {against}"
    if "going-on" in battle:
        yield from _going_on(battle["going-on"])
        return
    if "overrun" in battle:
        chances = ", ".join(f"{OVERRUN[result]} {share}" for result, share in battle["overrun"].items())
        yield f"  overrun, if ordered: {chances}"
    if "siege" in battle:
        yield f"  in his citadel: {_siege(battle['siege'])}"
        yield "  an assault on the citadel:"
        yield from _fight(setting, battle["assault"])
        yield "  outside of it:"
    if "battle" in battle:
        yield from _fight(setting, battle["battle"])
    elif not own["unknown"]:
        yield "  no battle: one side has no units there"


def enemy_text(setting: Setting, enemy: Mapping[str, Any]) -> str:
    """`Volkonski (9th) with 4 PF, Essen (I) and 2 counters face down, supposed 7 PF in all`."""
    parts = []
    if enemy["units"]:
        names = ", ".join(_unit(setting, unit) for unit in enemy["units"])
        parts.append(f"{names} with {enemy['known']} PF")
    parts += [setting.generals[leader].name for leader in enemy["leaders"]]
    if enemy["hidden"]:
        parts.append(f"{enemy['hidden']} counter{'s' if enemy['hidden'] > 1 else ''} face down")
    text = words(parts) if parts else "nobody of any strength"
    return f"{text}, supposed {enemy['pf']} PF in all" if enemy["hidden"] else text


def _going_on(siege: Mapping[str, Any]) -> Iterator[str]:
    if siege["mine"]:
        yield f"  your siege, step {siege['step']}: {_siege(siege['siege'])}"
    else:
        yield f"  his siege of yours, step {siege['step']}; nothing is thrown for it in your turn"


def _siege(siege: Mapping[str, Any]) -> str:
    if "barred" in siege:
        return f"no siege: {siege['barred']} ({siege['case']})"
    first, *later = siege["falls"]
    return f"siege: it falls with {first} at once, {' or '.join(later)} by the next dice"


def _fight(setting: Setting, fight: Mapping[str, Any]) -> Iterator[str]:
    marks = [fight["terrain"], *(word for word in ("flank", "encircled", "bridge") if fight[word])]
    yield f"    {', '.join(marks)}"
    for role, who in ((ATTACKER, "you"), (DEFENDER, "he")):
        yield f"    {who}: {_combatant(setting, fight['sides'][role])}"
    for row in fight["chits"]:
        yield f"    {_pairs(row)}"


def _combatant(setting: Setting, fighting: Mapping[str, Any]) -> str:
    """`25 PF, column 22-29; die +4 tactical bonus (8.5-8); a round does 1 PF 1/2, 2* PF 1/2; guns always nothing`."""
    told = fighting["calculation"]
    strength = told["strengths"][0]
    halved = sorted({effect["why"] for unit in strength["units"] for effect in unit["effects"]})
    parts = [f"{strength['counts']} PF{f' ({words(halved)})' if halved else ''}, {column_text(told)}"]
    if told["modifiers"]:
        parts.append(f"die {effects_text(told['modifiers'])}")
    text = f"{'; '.join(parts)}; a round does {_shares(fighting['fire'])}"
    return f"{text}; guns {_shares(fighting['guns'])}" if fighting["guns"] else text


def _shares(chances: Mapping[str, str]) -> str:
    """`nothing 1/2, 1 PF 1/3, 2* PF 1/6`; `always nothing` where the die does not matter."""
    named = {("nothing" if hit == "0" else f"{hit} PF"): share for hit, share in chances.items()}
    return ", ".join(f"always {hit}" if share == "1" else f"{hit} {share}" for hit, share in named.items())


def pairs_text(row: Mapping[str, Any], chosen: Sequence[Sequence[str]]) -> str:
    """`attack/defend, attack/hold: 3 rounds, decisive, 2 PV`. chosen: those of the row's pairs that are told."""
    pairs = ", ".join(f"{mine}/{his}" for mine, his in chosen)
    rounds = f"{row['rounds']} round{'s' if row['rounds'] > 1 else ''}"
    points = f", {row['points']} PV" if row["points"] else ""
    return f"{pairs}: {rounds}, {row['kind']}{points}"


def _pairs(row: Mapping[str, Any]) -> str:
    wins, lost = row["wins"], row["lost"]
    shares = f"you win {percent(wins[ATTACKER])}, he {percent(wins[DEFENDER])}, undecided {percent(wins['nobody'])}"
    means = f"mean losses {tenths(lost[ATTACKER])} PF to his {tenths(lost[DEFENDER])}"
    return f"{pairs_text(row, row['pairs'])}: {shares}; {means}"


def percent(share: str) -> str:
    """`17/36` -> `47.2%`; what is not quite nothing or everything is not rounded to it."""
    exact = Fraction(share)
    tenth = _half_up(exact * 1000)
    tenth = min(max(tenth, 1), 999) if 0 < exact < 1 else tenth
    return f"{tenth // 10}.{tenth % 10}%" if tenth % 10 else f"{tenth // 10}%"


def tenths(number: str) -> str:
    """`7/3` -> `2.3`."""
    found = _half_up(Fraction(number) * 10)
    return f"{found // 10}.{found % 10}"


def _half_up(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


# -- names -------------------------------------------------------------------------------------


def _place(setting: Setting, box: str) -> str:
    return setting.boxes[box].name if box in setting.boxes else box


def _unit(setting: Setting, unit: str) -> str:
    known = setting.units.get(unit) or setting.forces.detachments.get(unit)
    return known.name if known is not None else unit


def _one(course: Course, counter: str) -> str:
    return _content(course.setting, course.known.get(counter), counter)


def _stack(course: Course, counters: Sequence[str]) -> str:
    return words([_one(course, counter) for counter in counters])


def _content(setting: Setting, content: Json, counter: str) -> str:
    """`Davout (III) 7 PF (f12)`; the counter alone where nobody here knows what it holds."""
    if content is None:
        return f"counter {counter}"
    name = content_name(setting, content)
    strength = f" {content['pf']} PF" if setting.troops(content) is not None else ""
    return f"{name}{strength}{setting.fog.tag(counter)}"
