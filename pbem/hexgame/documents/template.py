"""Parts of the orders file that a player starts from: units that may move, attacks with their manners, and answers in
mid-phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import Line
from pbem.engine.options import Json
from pbem.engine.requests import ASK, Choose
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.documents.form import Member
from pbem.hexgame.documents.members import flow, may_be, template_rows
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import points_text
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.hexgame.moving.marching import held_in_place
from pbem.hexgame.moving.rules import MoveRules
from pbem.lean import dataclass

Fits = Callable[[Mapping[str, Any]], bool]
"""Whether nothing is wrong with a document of these members."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a template calls things.

    names: unit -> its printed name. field: the hexes with their names. places: who stands on a map -> his hex.
    counter: a unit with its figures, `1/Suchet 8-4`. strength: a unit with its strength, `1/Suchet 8`.
    """

    names: Mapping[str, str]
    field: HexField
    places: Mapping[str, str]
    counter: Callable[[str], str]
    strength: Callable[[str], str]

    @classmethod
    def of(cls, board: HexBoard[Any], counter: Callable[[str], str]) -> Printed:
        """The names of a board whose units are as they are printed."""
        units = board.roster.units
        names = {uid: str(unit.name) for uid, unit in units.items()}
        return cls(names, board.field, board.at, counter, lambda unit: f"{names[unit]} {units[unit].strength}")

    def strengths(self, units: Sequence[str]) -> str:
        """`1/Suchet 8 and 2/Suchet 8`."""
        return " and ".join(map(self.strength, units))

    def where(self, unit: str) -> str:
        """The hex of a unit with its name."""
        at = self.places.get(unit, "")
        return self.field.name(at) if at else "no hex"


# -- moves -------------------------------------------------------------------------


def move_line(printed: Printed, rules: MoveRules, unit: str) -> Line:
    """A unit on the map: the order that leaves it where it is, to be changed, or who keeps it there."""
    at = rules.board.hex_of(unit)
    who = f"{printed.counter(unit)} ({unit}) in {printed.where(unit)}"
    if held_in_place(rules, unit, at):
        return Line(comment=f"{who} may not move: {held_by(rules, unit)}", indent=1)
    comment = f"{who}, {points_text(rules.points(unit))} MP"
    return Line(f'- {{unit: {unit}, to: "{at}"}}', comment, 1, off=True)


def held_by(rules: MoveRules, unit: str) -> str:
    """`held by 1/Tauenzien in 0610 (5.13)`: whose zones keep a unit in its hex."""
    foes = ", ".join(f"{rules.name(foe)} in {rules.board.hex_of(foe)}" for foe in rules.board.in_contact(unit))
    return f"held by {foes} ({rules.cases.held})"


def open_beside(unit: str, hexes: Iterable[str], taken: list[Json], fits: Fits) -> str:
    """The first hex in which one may come in and stay behind the moves taken, "" for none; his is taken too."""
    for enter in hexes:
        entry = {"unit": unit, "enter": enter, "to": enter}
        if fits({"moves": [*taken, entry]}):
            taken.append(entry)
            return enter
    return ""


# -- attacks -----------------------------------------------------------------------

ATTACKING: Final = (
    "Attacks, resolved in this order. Below stands who is in contact before your moves; what counts is who is",
    'after them, and "pbem check" shows that. If attacks: is left empty, the default allocation counts:',
    "every enemy in contact is attacked by the units next to him, each unit attacks once, without artillery from afar.",
)


def nothing_more(entry: Json) -> str:
    """There is nothing to be said of an attack but who attacks whom."""
    return ""


def manners(
    members: Mapping[str, Member],
    board: HexBoard[Any],
    army: str,
    guns: Sequence[str],
    docs: Mapping[str, str],
    more: str,
) -> Iterator[str]:
    """What an attack may say beside who attacks whom, with units of the player's own army and a hex of the map.

    members: of an attack. guns: kinds of artillery. docs: other meanings of now, by member. more: what is said of
    conditions.
    """
    units = board.roster.units
    # Who has no strength, such as a train or a marker, attacks nobody.
    here = [unit for unit in board.on_map(army) if units[unit].strength] or [one.id for one in board.roster.of(army)]
    foot = [unit for unit in here if units[unit].kind not in guns] or list(here)
    gun = next((unit for unit in here if units[unit].kind in guns), "")
    one = foot[0]
    two = next((unit for unit in [*foot, *here, *units] if unit != one), one)
    near = [at for at in board.field.neighbours.get(board.at.get(one, ""), ()) if at not in board.here]
    hexes = near or list(board.field.neighbours)
    yield "Beside on: and by: an attack may have, each with its default:"
    examples = {
        "bombard": f"[{gun}]" if gun else "",
        "pay": f"[{one}]",
        "retreat": f'[{{unit: {one}, to: ["{hexes[0]}", s]}}]',
        "displace": f"[{two}]",
        "advance": f"[{one}]",
    }
    yield from template_rows(members, examples, docs)
    yield f'if: {{attack: a1, result: [Dr, De]}}  or  if: {{vacant: "{hexes[-1]}"}}   and  else: {{...}}   {more}'
    yield f"{may_be(members, ASK)} may be ask: the game then stops and asks you by mail."


def default_attacks(
    facts: Mapping[str, Any], printed: Printed, board: HexBoard[Any], remark: Callable[[Json], str] = nothing_more
) -> Iterator[Line]:
    """The default allocation, entry by entry, to be taken on or changed. facts: what the list of attacks describes.

    remark: what is said of an entry beside who attacks whom, "" for nothing.
    """
    for entry in facts["default"]:
        foes = (f"{printed.strengths(board.units_in(at))} in {printed.field.name(at)}" for at in entry["on"])
        comment = f"{printed.strengths(entry['by'])} must attack {' and '.join(foes)}{remark(entry)}"
        yield Line(attack_text(entry), comment, 1, off=True)
    if not facts["default"]:
        yield Line(comment="Nobody is in contact before you move.", indent=1)


def free_bombardments(
    facts: Mapping[str, Any], printed: Printed, fits: Fits, remark: Callable[[Json], str] = nothing_more
) -> Iterator[Line]:
    """Batteries that may fire from afar: an attack for each, where it stands together with those above."""
    taken = list(facts["default"])
    for unit, targets in facts["bombard"].items():
        entry = {"on": [targets[0]], "bombard": [unit]}
        comment = f"{printed.strength(unit)} need not fire; in range and sight: {', '.join(targets)}"
        if fits({"attacks": [*taken, entry]}):
            taken.append(entry)
            yield Line(attack_text(entry), f"{comment}{remark(entry)}", 1, off=True)
        else:
            yield Line(comment=f"{comment}, in an attack above", indent=1)


def attack_text(entry: Mapping[str, Any]) -> str:
    """`- {on: ["0610"], by: [suc-1]}`."""
    on = ", ".join(f'"{at}"' for at in entry["on"])
    others = (f", {key}: [{', '.join(units)}]" for key, units in entry.items() if key != "on")
    return f"- {{on: [{on}]{''.join(others)}}}"


# -- other questions ---------------------------------------------------------------


def questions(cases: Cases) -> dict[str, str]:
    """What is asked after a die -> its words, behind the name of a unit where they begin with a small letter."""
    return {
        "retreat": f"has to retreat: to which hex ({cases[Reason.RETREAT]})?",
        "displace": f"has to retreat and finds no room: which friend gives way ({cases[Reason.PUSH]})?",
        "order": f"Several units have to retreat: in which order ({cases[Reason.RETREAT]})?",
        "pay": f"An exchange has to be paid: by which of the adjacent attackers ({cases[Reason.PAYMENT]})?",
        "advance": f"Who may enter a hex that was vacated, if anybody ({cases[Reason.ADVANCE]})?",
        "bombardier": f"bombarded in an attack that must retreat: does it stay or retreat ({cases[Reason.VOLUNTEER]})?",
    }


def described(request: Choose, facts: Mapping[str, Any]) -> str:
    """The unit that a question is about, as far as it describes one."""
    return str(facts.get("unit", ""))


def answer_lines(
    request: Choose,
    printed: Printed,
    questions: Mapping[str, str],
    owed: str,
    about: Callable[[Choose, Mapping[str, Any]], str] = described,
) -> Iterator[Line]:
    """What is asked in words, `answer:` with the default, and below it every other answer as a comment.

    questions: what is asked -> its words, behind the unit that it is about where there is one. owed: the case of what
    an exchange costs. about: the unit that a question is about, any other word for none.
    """
    facts: Mapping[str, Any] = request.options.describe()
    default = request.options.default()
    yield Line(comment=_question(request, printed, questions, about(request, facts)))
    yield Line(comment="The board as it stands now: pbem map. What came before: pbem report --own.")
    if "owed" in facts:
        yield Line(comment=f"The exchange costs {facts['owed']} strength points ({owed}).")
    if facts.get("units"):
        # A payment gives each unit with its strength, an order of retreat the bare units.
        units = [unit if isinstance(unit, str) else unit[0] for unit in facts["units"]]
        where = [f"{printed.counter(unit)} ({unit}) in {printed.where(unit)}" for unit in units]
        yield Line(comment=f"Units: {', '.join(where)}")
    yield Line(f"answer: {flow(default)}", ", ".join(filter(None, ("the default", _meaning(printed, default)))))
    for answer in facts.get("answers", ()):
        if answer != default:
            yield Line(f"answer: {flow(answer)}", _meaning(printed, answer), off=True)


def _question(request: Choose, printed: Printed, questions: Mapping[str, str], unit: str) -> str:
    """`1/Tauenzien 6-3 (tau-1) in 0610 (Closwitz) has to retreat: to which hex?`"""
    words = questions.get(request.what, f"{request.what} ({request.label})?")
    if unit in printed.names:
        return f"{printed.counter(unit)} ({unit}) in {printed.where(unit)} {words}"
    return words[:1].upper() + words[1:]


def _meaning(printed: Printed, answer: Json) -> str:
    """The printed name of the unit or place that an answer names, as far as it says more than the answer."""
    if isinstance(answer, Mapping):
        to = str(answer.get("to", ""))
        parts = [_meaning(printed, answer.get("unit", "")), _meaning(printed, to)]
        return " to ".join(part for part in parts if part)
    if not isinstance(answer, str):
        return ""
    if answer in printed.names:
        return printed.names[answer]
    name = printed.field.name(answer)
    return name if name != answer else ""
