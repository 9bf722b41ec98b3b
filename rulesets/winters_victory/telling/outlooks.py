"""What shock attacks would come to: the rules of the phase carried out on a scratch board up to the die, and put into
words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pbem.engine.odds_query import Chance, Outlook, Step
from pbem.engine.options import Json
from pbem.engine.requests import Roll, Tell
from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.firing.aiming import Fire, aim, table
from rulesets.winters_victory.rules.firing.reactions import ATTACK, CHARGING, MOVING, Act, chances
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone
from rulesets.winters_victory.rules.shock_phase import Assault, Entry, Ride, ShockPhase
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording import wording
from rulesets.winters_victory.telling.wording_shock import effect_text, odds_steps

Event = Mapping[str, Any]
_FACES: Final = 10
_BEFORE: Final = ("wheels", "caught", "loosens", "approach", "rides", "guns-abandoned")
"""Kinds of events before the die that the outlook tells of."""


def copied(scene: Scene) -> Scene:
    """The same situation on a board of its own."""
    board = Board(scene.board.field, scene.board.units)
    for uid, piece in scene.board.pieces.items():
        board.pieces[uid] = replace(piece, marks=set(piece.marks))
    board.here = dict(scene.board.here)
    return replace(scene, board=board)


@dataclass(frozen=True, slots=True)
class Course:
    """An attack until its result. shock, result: the events of the attack and of its table; None where it did not come
    to that. before: what was told earlier. thrown: labels of other dice, all supposed to fall well. void: why it cannot
    be made."""

    shock: Event | None
    result: Event | None
    before: tuple[Event, ...]
    thrown: tuple[str, ...]
    void: Event | None = None


def courses(scene: Scene, army: str, entry: Entry, zones: Mapping[str, ChargeZone]) -> tuple[Course, ...]:
    """wv 12.0-1, 12.53.1: the attacks of an entry up to their results, by the least face of the die: those of an
    extended line upon two hexes, else the first. Nobody fires; crews stay; who is attacked in an extended line leaves
    it."""
    there = copied(scene)
    breaking = Breaking(there, "ahead", loosens=lambda uid: True)
    phase = ShockPhase(breaking, army, zones)
    alone = replace(entry, after="", results=()) if isinstance(entry, Assault) else entry
    wanted = len(entry.on) if isinstance(entry, Assault) else 1
    found: list[Course] = []
    told: list[Event] = []
    thrown: list[str] = []
    played, answer = phase.run([alone]), None
    while len(found) < wanted:
        try:
            request = played.send(answer)
        except StopIteration:
            break
        answer = None
        if isinstance(request, Roll):
            fights = request.label.endswith(".shock")
            thrown += [] if fights else [request.label]
            answer = (_FACES,)
        elif isinstance(request, Tell):
            told.append(request.event)
            if request.event["kind"] in ("shock-result", "shock-void"):
                found.append(_course(told, thrown))
                told, thrown = [], []
    return tuple(found or [_course(told, thrown)])


def _course(told: Sequence[Event], thrown: Sequence[str]) -> Course:
    last = {event["kind"]: event for event in told}
    before = tuple(event for event in told if event["kind"] in _BEFORE)
    return Course(last.get("shock"), last.get("shock-result"), before, tuple(thrown), last.get("shock-void"))


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack before any die. course: by the least face. shares: results of attacker and defender, `Dr1/D` -> exact
    chance; effects: the same -> what becomes of both."""

    course: Course
    shares: Mapping[str, Fraction]
    effects: Mapping[str, Sequence[Any]]


def prospects(scene: Scene, army: str, entry: Entry, zones: Mapping[str, ChargeZone]) -> tuple[Prospect, ...]:
    """What comes of an entry, one for each hex that it attacks; without shares where it does not come to the table."""
    found = []
    for course in courses(scene, army, entry, zones):
        shares: dict[str, Fraction] = {}
        effects: dict[str, Sequence[Any]] = {}
        for face in _faces(course.result):
            code = "/".join("-" if side[0] == "dot" else side[0] for side in face)
            shares[code] = shares.get(code, Fraction(0)) + Fraction(1, len(_faces(course.result)))
            effects[code] = [side[1:] for side in face]
        found.append(Prospect(course, shares, effects))
    return tuple(found)


def _faces(result: Event | None) -> Sequence[Sequence[Sequence[Any]]]:
    """wv 12.3: what comes of each face of the die; of a result without one that alone."""
    if result is None:
        return ()
    if result["faces"]:
        return list(result["faces"])
    return [[[code, *effect] for code, effect in zip(result["results"], result["effects"], strict=True)]]


# -- fire at who attacks -----------------------------------------------------------------------


def shots(scene: Scene, at: str, to: str, units: Sequence[str], *, charging: bool) -> Iterator[tuple[Fire, Json]]:
    """wv 12.0-P2, 11.32-1: who may fire at an attack as he stands, with the exact chances of his fire."""
    manner = CHARGING if charging else MOVING
    act = Act(ATTACK, tuple(units), at, to, manner, enemy_moves=False)
    for chance in chances(scene, act):
        fire = aim(scene, chance.firer, at, chance.terms)
        if isinstance(fire, Fire):
            spread = table(scene, fire.firer).chances(fire.column, fire.target.number, fire.modifier)
            yield fire, {result: str(share) for result, share in spread.items()}


# -- in words ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ahead:
    """The attacks of an entry on one board."""

    names: WinterNames
    scene: Scene
    army: str
    entry: Entry
    zones: Mapping[str, ChargeZone]

    def outlooks(self, notes: Sequence[Step] = ()) -> Iterator[Outlook]:
        """wv 12.0-P4, 12.0-P5, 12.3: one for each hex that is attacked; none where the attack cannot be made. notes:
        what else is to be said."""
        for one in prospects(self.scene, self.army, self.entry, self.zones):
            shock, result = one.course.shock, one.course.result
            if shock is None:
                continue
            steps = tuple(Step(text, case) for text, case in odds_steps(self.names, result)) if result else ()
            chance = tuple(Chance(code, share, self._meaning(one, code)) for code, share in one.shares.items())
            yield Outlook(self._title(shock, result), steps, chance, (*self._notes(one), *notes))

    def _title(self, shock: Event, result: Event | None) -> str:
        units, on = self.names.units(shock["units"]), self.names.units(shock["on"])
        row = f": {result['row']} at {result['differential']:+d}" if result else ""
        return f"{units} against {on} in {self.names.hex(shock['to'])}{row}"

    def _meaning(self, one: Prospect, code: str) -> str:
        mine, theirs = (effect_text(*effect) for effect in one.effects[code])
        return f"the attacker {mine}; the defender {theirs}"

    def _notes(self, one: Prospect) -> Iterator[Step]:
        shock = one.course.shock
        assert shock is not None
        for event in one.course.before:
            if event["kind"] != "rides":
                yield Step(wording(self.names, event).rstrip("."), "")
        for fire, spread in self.fire(shock):
            share = ", ".join(f"{result} {part}" for result, part in spread.items())
            yield Step(f"{self.names.unit(fire.firer)} may fire first: column {fire.column}, {share}", "12.0")
        if any(".slip" in label for label in one.course.thrown):
            yield Step("a die decides whether the attackers slip; it is supposed to fall well", "12.54")
        if any(".morale." in label for label in one.course.thrown):
            yield Step("morale is checked before it, and supposed to hold", "12.62" if shock["charging"] else "15.2")
        if one.course.result is None:
            yield Step("it does not come to the table: nobody is left to fight", "12.0")

    def fire(self, shock: Event) -> Iterator[tuple[Fire, Json]]:
        """Who may fire before it, on the board as it stands where the attackers have not ridden first."""
        board = self.scene.board
        if all(uid in board.units_in(shock["at"]) for uid in shock["units"]):
            yield from shots(self.scene, shock["at"], shock["to"], shock["units"], charging=shock["charging"])

    def told(self) -> Json:
        """wv 12.0-P4: the entry as data of a preview."""
        said = {"id": self.entry.id}
        if isinstance(self.entry, Ride):
            return {**said, "charge": self.entry.horse, "attacks": list(self._attacks())}
        return {**said, "on": list(self.entry.on), "after": self.entry.after, "attacks": list(self._attacks())}

    def _attacks(self) -> Iterator[Json]:
        for one in prospects(self.scene, self.army, self.entry, self.zones):
            shock, result = one.course.shock, one.course.result
            if shock is None:
                continue
            yield {
                "at": shock["at"],
                "to": shock["to"],
                "units": shock["units"],
                "calculation": {key: result[key] for key in _CALCULATION} if result else {},
                "chances": {code: str(share) for code, share in one.shares.items()},
                "fire": [
                    {"unit": fire.firer, "column": fire.column, "chances": odds} for fire, odds in self.fire(shock)
                ],
            }


_CALCULATION: Final = ("strengths", "row", "effectiveness", "attacker", "defender", "differential")
