"""One contact in the open: cavalry slips away, an overrun, or a battle with its circumstances (6.3-6, 8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.engine.options import Json, Pick, Refusal
from rulesets.jours_de_gloire.documents.standing import DEFENCE, NO, OVERRUN, YES, Wishes
from rulesets.jours_de_gloire.hidden.signs import signs
from rulesets.jours_de_gloire.rules.battle.ground import (
    advances,
    encircled,
    flanking_entries,
    flanking_reaction,
    terrain_of,
)
from rulesets.jours_de_gloire.rules.battle.overrun import overrun, why_no_overrun
from rulesets.jours_de_gloire.rules.battle.parts import ARRIVAL, ATTACKER, DEFENDER, ROLES, Force, Joiner, Situation
from rulesets.jours_de_gloire.rules.battle.rounds import battle
from rulesets.jours_de_gloire.rules.battle.tactics import Sight, legal, planned, refusal
from rulesets.jours_de_gloire.rules.battle.withdrawal import withdrawal
from rulesets.jours_de_gloire.rules.fights.aftermath_on_map import Aftermath, advanced, gone, picked, ways_back
from rulesets.jours_de_gloire.rules.fights.box_forces import (
    Camp,
    cavalry_in,
    force_of,
    generals_in,
    known_pf,
    troops_in,
    ways_in,
)
from rulesets.jours_de_gloire.rules.fights.contacts import Contact, seal_off, turned_up
from rulesets.jours_de_gloire.rules.fights.guns import Marchers
from rulesets.jours_de_gloire.rules.march.contact import stranded
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn

# Battle box -> stacks on the march to it, their dice passed.
Marching = Mapping[str, Sequence[Marchers]]


@dataclass(frozen=True)
class Chits:
    """jdg 8.2-4, 8.2-5, 8.2-6, 8.2-7: the chits of a force; `silent` is what its plan comes to."""

    setting: Setting
    force: Force
    silent: str

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a chit that the force may play."""
        return refusal(self.setting.charts, str(answer), self.force, self.setting.options.screen_limit)

    def default(self) -> Json:
        """By the plan."""
        return self.silent

    def sample(self, pick: Pick) -> Json:
        """Any that may be played."""
        allowed = legal(self.setting.charts, self.force, self.setting.options.screen_limit)
        return allowed[pick(len(allowed))]

    def describe(self) -> Json:
        """The chits that may be played."""
        return {"chits": list(legal(self.setting.charts, self.force, self.setting.options.screen_limit))}


@dataclass(frozen=True)
class OneOf:
    """Two answers, of which the first may be forbidden; the second then is the default. silent: the default else."""

    answers: tuple[str, str]
    barred: Refusal | None
    silent: str

    def why_not(self, answer: Json) -> Refusal | None:
        """The refusal for the first answer; a plain one for what is no answer."""
        if answer == self.answers[0]:
            return self.barred
        return None if answer == self.answers[1] else Refusal("8.0-1", f"{answer!s} is no answer", legal=self.answers)

    def default(self) -> Json:
        """See above."""
        return self.answers[1] if self.barred is not None else self.silent

    def sample(self, pick: Pick) -> Json:
        """One that is allowed."""
        return self.answers[1] if self.barred is not None else self.answers[pick(2)]

    def describe(self) -> Json:
        """The answers that are allowed."""
        allowed = list(self.answers) if self.barred is None else [self.answers[1]]
        return {"answers": allowed, "default": self.default()}


class Engagement:
    """A contact whose counters lie face up. marchers: forces of the non-phasing army on their way to it."""

    def __init__(self, turn: Turn, wishes: Wishes, contact: Contact, marchers: Marching) -> None:
        self.turn, self.wishes, self.contact, self.box = turn, wishes, contact, contact.box
        self.board, self.setting, self.charts = turn.board, turn.setting, turn.setting.charts
        self.label = f"{turn.label}.fight.{self.box}"
        self.marching = {march.counters[0]: march for march in marchers.get(self.box, ())}

    def attackers(self) -> Camp:
        """jdg 8.0-1: the phasing army's counters."""
        return Camp(self.turn, self.turn.army, ATTACKER, self.board.counters(self.turn.army, self.box))

    def defenders(self) -> Camp:
        """jdg 8.0-1, 6.5.1-8: the other army's counters, interceptors as well."""
        return Camp(self.turn, self.turn.foe, DEFENDER, self.board.counters(self.turn.foe, self.box))

    # -- before combat -----------------------------------------------------------------------

    def slipped_away(self) -> Part:
        """jdg 6.3-6, 8.4-12: the other army's cavalry goes one box by its plan; generals go with the last units."""
        turn, board, foe = self.turn, self.board, self.turn.foe
        there = board.counters(foe, self.box)
        horse = [c for c in cavalry_in(board, there) if c not in turn.intercepted.get(self.box, ())]
        ways = [to for to in board.neighbours(self.box) if not board.enemies(foe, to)]
        if not horse or not ways:
            return
        found = yield from signs(board, foe, horse, f"{self.label}.plans")
        going = [counter for counter in horse if found[counter].plan.get("withdraw") is True]
        if not going:
            return
        chased = bool(cavalry_in(board, board.counters(turn.army, self.box)))
        force, label = force_of(board, foe, going), f"{self.label}.withdraw"
        paid = yield from withdrawal(
            self.charts, force, enemy_cavalry=chased, french=foe == "french", label=label, where=(self.box,)
        )
        leaving = Camp(turn, foe, DEFENDER, going)
        leaving.suffer(paid.losses)
        if leaving.counters:
            if not troops_in(board, [counter for counter in there if counter not in going]):
                leaving.join(generals_in(board, there))
            to = yield from picked(turn, self.wishes, leaving, self.box, ways, "withdraw")
            yield from gone(turn, leaving, leaving.counters, self.box, to, "6.3-6", "withdrew")
        yield from stranded(turn, self.box)

    # -- combat --------------------------------------------------------------------------------

    def met(self, attacker: Camp, defender: Camp, *, relief: bool = False) -> Part:
        """jdg 8.0-1, 8.4-6: an overrun, or else a battle, outside of any citadel."""
        if not (yield from self._overrun(attacker, defender)):
            yield from self.battle(attacker, defender, relief=relief)

    def force(self, camp: Camp) -> Force:
        """A camp's force with its owner's wishes about losses."""
        return camp.force(self.wishes.payers(camp.army, self.box, camp.units))

    def _overrun(self, attacker: Camp, defender: Camp) -> Part:
        """jdg 8.4-6, 8.4-7, 8.4-8, 8.4-11: whether an overrun took the place of the battle."""
        turn, box = self.turn, self.box
        by, on = self.force(attacker), self.force(defender)
        barred = why_no_overrun(self.charts, by, on, role=attacker.role)
        if barred is not None and self.wishes.ordered(turn.army, box, "overrun") != YES:
            return False
        options = OneOf((YES, NO), barred, NO)
        said = yield from self.wishes.choose(
            attacker.army, OVERRUN, box, options, member="overrun", slot="" if barred else OVERRUN
        )
        if said != YES:
            return False
        ways = yield from ways_back(turn, defender, box, attacker.origins)
        result = yield from overrun(self.charts, by, on, self.label, (box,), way_out=bool(ways))
        defender.suffer(result.paid.losses)
        if defender.units:
            to = yield from picked(turn, self.wishes, defender, box, ways, "overrun-to")
            yield from gone(turn, defender, defender.counters, box, to, "8.4-7")
        yield from stranded(turn, box)
        if result.may_advance:
            exits = self.board.neighbours(box)
            held = [to for to in exits if self.board.enemies(attacker.army, to)]
            yield from advanced(turn, self.wishes, attacker, box, advances(exits, held))
        return True

    def battle(self, attacker: Camp, defender: Camp, *, citadel: bool = False, relief: bool = False) -> Part:
        """jdg 8.1-P1, 8.1-P3, 8.1-P5-1, 8.7-1: a battle from the chits to the end of the retreats."""
        camps = {ATTACKER: attacker, DEFENDER: defender}
        yield from self.wishes.consult(self.turn.foe, (DEFENCE,), f"fight.{self.box}.chits")
        situation = yield from self._situation(attacker, defender, citadel=citadel, relief=relief)
        forces = {role: self.force(camp) for role, camp in camps.items()}
        chits = {}
        for role, camp in camps.items():
            chits[role] = yield from self._chit(camp, forces[role])
        aftermath = Aftermath(self.turn, self.wishes, self.box, camps)

        def arrive(joiner: Joiner) -> Part:
            return self._arrived(joiner, defender)

        outcome = yield from battle(self.charts, forces, situation, chits, self.label, (self.box,), arrive)
        yield from aftermath.after(outcome)

    def _chit(self, camp: Camp, force: Force) -> Part:
        """jdg 8.1-P1: by the public orders of the phasing army, where they are legal, else by the army's slot."""
        allowed = legal(self.charts, force, self.setting.options.screen_limit)
        sight = Sight(camp.role, self.box, force.pf, self.contact.counts[self.setting.foe(camp.army)])
        best = planned(self.wishes.plan(camp.army), sight, allowed)
        if not isinstance(self.wishes.ordered(camp.army, self.box, "tactic"), str):
            return best
        options = Chits(self.setting, force, best)
        return (yield from self.wishes.choose(camp.army, "tactic", self.box, options, member="tactic"))

    # -- circumstances ---------------------------------------------------------------------------

    def _situation(self, attacker: Camp, defender: Camp, *, citadel: bool, relief: bool) -> Part:
        """jdg 8.5-2, 8.5-3, 8.5-4, 8.5-9, 8.5-10, 8.5-12, 6.5.1-9: what holds for the battle as it begins."""
        turn, board, known = self.turn, self.board, self.setting.boxes[self.box]
        shut_in = yield from self._encircled(attacker)
        return Situation(
            terrain=terrain_of(known.terrain, city=known.city),
            entrenched=board.at.entrenched.get(self.box) == defender.army,
            citadel=citadel,
            flanks=self._flanks(attacker, defender),
            encircled=shut_in,
            bridge=any(counter in turn.bridged for counter in self._came_at_them(attacker)),
            weather=board.weather,
            interception=bool(turn.intercepted.get(self.box)),
            relief=relief,
            joiners=self._joiners(defender),
        )

    def _encircled(self, attacker: Camp) -> Part:
        """jdg 8.5-4, 8.5-6: the ways out as they are now; only units that everybody knows close them."""
        board = self.board
        exits = board.neighbours(self.box)
        if attacker.army == self.turn.foe:
            others = tuple(to for to in exits if to not in attacker.origins)
            yield from seal_off(self.turn, attacker.army, others)
        pf = {to: known_pf(board, attacker.army, to) for to in exits}
        return encircled(self.charts, exits, attacker.origins, pf)

    def _flanks(self, attacker: Camp, defender: Camp) -> tuple[str, ...]:
        """jdg 8.5-2, 8.5-3, 6.5.1-10: whose units came by two ways to enemies who were there before."""
        intercepted = self.turn.intercepted.get(self.box, ())
        reacting = [counter for counter in defender.counters if counter in intercepted]
        came = {ATTACKER: self._came_at_them(attacker), DEFENDER: reacting}
        return tuple(role for role in ROLES if flanking_entries(ways_in(self.turn, came[role])))

    def _came_at_them(self, attacker: Camp) -> tuple[str, ...]:
        """jdg 8.5-2, 8.5-9: the attacker's units that found the enemy there when they entered: all of them, but for
        those that were intercepted in a box that was theirs until then."""
        before = self.turn.surprised.get(self.box, ())
        return tuple(counter for counter in attacker.units if counter not in before)

    def _joiners(self, defender: Camp) -> tuple[Joiner, ...]:
        """jdg 6.5.2-3, 8.5-3: nobody knows them before they arrive."""
        if defender.army != self.turn.foe:
            return ()
        return tuple(
            Joiner(name, (), (), ARRIVAL[march.points], flanking_reaction(march.via, ""))
            for name, march in self.marching.items()
        )

    def _arrived(self, joiner: Joiner, defender: Camp) -> Part:
        """jdg 6.5.2-3, 7.1-4: a force on the march is opened as it arrives; dummies and generals alone do not join."""
        turn, board, march = self.turn, self.board, self.marching[joiner.id]
        start = march.start
        there = [c for c in march.counters if c in board.at.counters and board.box(c) == start]
        left = yield from turned_up(turn, turn.foe, there, f"march.{joiner.id}", "6.5.2-3")
        force = force_of(board, turn.foe, left)
        if not force.fighters:
            return replace(joiner, fighters=(), leaders=())
        board.move_all(left, self.box)
        for counter in left:
            turn.came[counter] = march.via
        defender.join(left)
        return replace(joiner, fighters=force.fighters, leaders=force.leaders)
