"""A practice opponent: plain, sensible play of either army, the same every time on the same position.

In its player turn it attacks where the exact chances of the battle promise a gain (`practice_attack`), posts everybody
else by what the boxes count and by what the enemy could do (`practice_posting`), and says what its stacks do in the
enemy's turn (`practice_plans`). It knows the public position and its own counters, and nothing else; what it writes has
passed the compiler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled, Opponent
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.documents import NO, YES
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.hidden.shuffle import returnable
from rulesets.jours_de_gloire.orders_question import Orders
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.practice.attack import Assault, Attack
from rulesets.jours_de_gloire.practice.errands import Errand, hurried, scouting
from rulesets.jours_de_gloire.practice.plans import reactions, standing
from rulesets.jours_de_gloire.practice.posting import posted
from rulesets.jours_de_gloire.practice.view import View
from rulesets.jours_de_gloire.rules.march.march import stack_refusal
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY

_MOST_TRIES = 8
Paper = dict[str, Any]


class Practice(Opponent):
    """For one army. It keeps nothing from turn to turn."""

    def __init__(self, game: JoursGame, army: str) -> None:
        self.game, self.setting, self.army = game, game.setting, army

    # -- the phase -------------------------------------------------------------------

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """The paper for the phase; {} if it is not this army's."""
        there = decode(at)
        if there.player != self.army or there.stage == "over":
            return {}
        if there.stage == "setup":
            return self._set_up(there, own)
        return _Turn(self, there, own).paper()

    def _set_up(self, at: Position, own: Own) -> dict[str, Json]:
        """jdg 7.1-1: dummies where they usually begin; plans for those whom the scenario places."""
        board = Board(self.setting, at)
        holdings = Holdings(self.setting, board, self.army, own)
        for box, contents in starting(self.setting, self.army).items():
            for content in contents:
                holdings.place(board.fresh(self.army, 1)[0], box, content)
        plans = {name: plan for name, plan in reactions(holdings).items() if plan}
        return {"reactions": plans} if plans else {}

    # -- questions and standing orders -------------------------------------------------

    def answer(self, request: Choose, at: Json, own: Own = NOTHING) -> Json:
        """The default of the rules, which its standing orders have shaped: it never asks to be asked."""
        return request.options.default()

    def standing(self, at: Json) -> Mapping[str, Json]:
        """See `practice_plans.standing`."""
        return standing(self.setting, decode(at), self.army)


class _Turn:
    """The paper of one player turn."""

    def __init__(self, player: Practice, at: Position, own: Own) -> None:
        self.setting, self.army, self.at, self.own = player.setting, player.army, at, own
        self.view = View(self.setting, at, self.army, own)
        board = Board(self.setting, at)
        label = f"t{at.turn}.{self.army}.orders"
        self.request = Choose(self.army, ORDERS, Orders(board, "turn"), label, scene=board.position())

    def paper(self) -> Paper:
        """Everything; what the compiler refuses is left out."""
        view, busy, assault = self.view, self._besiegers(), Assault(self.view)
        free = [stack for stack in view.stacks if not set(stack.counters) & busy]
        attacks = assault.planned([stack for stack in free if not view.foes.boxes.get(stack.box)])
        left = [stack for stack in free if not any(stack in attack.stacks for attack in attacks)]
        errands = hurried(view, left)
        errands += scouting(view, [s for s in left if s not in dict(errands)], [attack.box for attack in attacks])
        left = [stack for stack in left if stack not in dict(errands)]
        going: list[Errand] = [(stack, {"path": list(path)}) for attack in attacks for stack, path in attack.ways]
        going += [*errands, *((s, {"path": list(way)}) for s, way in posted(view, left, self._fixed(attacks, busy)))]
        moves = [{"stack": self._names(s.counters), **entry} for s, entry in sorted(going, key=_by_rank)]
        paper = {**self._administration(), "orders": [*self._entering(), *moves]}
        paper["orders"] += self._digging(paper["orders"])
        paper["battles"] = {**self._sorties(), **{attack.box: self._battle(attack) for attack in attacks}}
        paper = self._with_reactions(self._called_off(self._legal(paper), attacks, assault))
        return {member: value for member, value in paper.items() if value}

    def _called_off(self, paper: Paper, attacks: Sequence[Attack], assault: Assault) -> Paper:
        """The paper without attacks for which too few are left, because lines or command points did not last."""
        for attack in attacks:
            entries = [entry["stack"] for entry in paper.get("orders", ())]
            ways = [(stack, path) for stack, path in attack.ways if self._names(stack.counters) in entries]
            if len(ways) == len(attack.ways) or (ways and assault.worth_while(attack.box, ways)):
                continue
            stay = [self._names(stack.counters) for stack, _ in ways]
            paper = {
                **paper,
                "orders": [entry for entry in paper.get("orders", ()) if entry["stack"] not in stay],
                "battles": {box: battle for box, battle in paper.get("battles", {}).items() if box != attack.box},
            }
        return self._legal(paper)

    def _fixed(self, attacks: Sequence[Attack], busy: set[str]) -> dict[str, int]:
        """Box -> strength of those whose place is settled already."""
        found: dict[str, int] = {}
        for attack in attacks:
            found[attack.box] = sum(stack.pf for stack in attack.stacks)
        for counter in sorted(busy):
            box = self.view.board.box(counter)
            found[box] = found.get(box, 0) + self.view.pf((counter,))
        for counter in sorted(self.view.garrisons):
            box = self.view.board.box(counter)
            found[box] = found.get(box, 0) + self.view.pf((counter,))
        return found

    def _besiegers(self) -> set[str]:
        """Own counters where a siege goes on: they stay as long as it does."""
        board = self.view.board
        return {counter for box in board.at.sieges for counter in board.counters(self.army, box)}

    def _names(self, counters: Sequence[str]) -> list[str]:
        return [self.view.holdings.name_of(counter) or counter for counter in counters]

    def _battle(self, attack: Attack) -> Paper:
        """What counts in a battle instead of the standing orders."""
        if attack.siege:
            return {"siege": YES}
        found: Paper = {"overrun": YES if attack.overrun else NO}
        return {**found, "tactic": attack.chit} if attack.chit else found

    def _sorties(self) -> Paper:
        """jdg 8.8-7: the besieged come out where they are clearly stronger."""
        board, found = self.view.board, {}
        for box, siege in board.at.sieges.items():
            inside = self.view.pf(board.at.inside.get(box, ())) if siege.by != self.army else 0
            if inside * 2 >= self.view.foes.pf(box) * 3 and inside:
                found[box] = {"sortie": YES}
        return found

    # -- beside marches ---------------------------------------------------------------------

    def _administration(self) -> Paper:
        """jdg 7.1-6: dummies come back where the enemy is near and little stands."""
        view = self.view
        back = returnable(view.board, self.army)
        if back < 1:
            return {}
        boxes = [box for box in view.board.boxes_of(self.army) if not view.board.enemies(self.army, box)]
        boxes.sort(key=lambda box: (min((view.distance(box, foe) for foe in view.foes.boxes), default=0), box))
        used = [view.known[c]["dummy"] for c in view.known if self.setting.dummy(view.known[c])]
        most = self.setting.scenario.counters[self.army].dummies
        kinds = [kind for kind in (INFANTRY, CAVALRY) for _ in range(most[kind] - used.count(kind))]
        count = min(back, len(kinds), len(boxes))
        return {"dummies": [{"kind": kinds[i], "box": boxes[i]} for i in range(count)]} if count > 0 else {}

    def _entering(self) -> list[Paper]:
        """jdg 3.3-4, 5.3-2: whoever may come onto the map comes, in stacks that may march together."""
        found, setting = list[Paper](), self.setting
        for uid, entry in setting.map.entries.items():
            coming = newcomers(self.view.holdings, uid)
            stack, there = list[Json](), list[list[Json]]()
            for content in coming if not self.view.board.enemies(self.army, entry.box) else ():
                if stack_refusal(setting, [setting.kind(one) for one in (*stack, content)]) is not None:
                    there.append(stack)
                    stack = []
                stack.append(content)
            there += [stack] if stack else []
            found += [{"stack": [who(content) for content in those], "enter": uid, "path": []} for those in there]
        return found

    def _digging(self, moves: Sequence[Paper]) -> list[Paper]:
        """jdg 6.2-1: who holds a valued box against enemies nearby digs in, where points are left."""
        view, marching, found = self.view, {name for entry in moves for name in entry["stack"]}, []
        for box in view.board.boxes_of(self.army):
            threatened = any(view.distance(box, foe) <= 2 for foe in view.foes.boxes)
            if not threatened or box not in self.setting.scenario.boxes or view.board.enemies(self.army, box):
                continue
            foot = [
                c
                for c in view.holdings.counters(box)
                if self.setting.troops(view.known.get(c)) and self.setting.kind(view.known[c]) == INFANTRY
            ]
            names = [name for name in self._names(foot) if name not in marching]
            if names and not self.setting.boxes[box].city and box not in view.board.at.entrenched:
                found.append({"stack": names[:1], "entrench": YES})
        return found

    # -- the compiler's word --------------------------------------------------------------------

    def _compiled(self, paper: Paper) -> Compiled:
        return compile_document(self.setting, self.request, {k: v for k, v in paper.items() if v}, self.own)

    def _legal(self, paper: Paper) -> Paper:
        """The paper without what the compiler has something against."""
        for _ in range(_MOST_TRIES):
            faults = self._compiled(paper).faults
            if not faults:
                return paper
            paper = _without(paper, [fault.path for fault in faults])
        return {}

    def _with_reactions(self, paper: Paper) -> Paper:
        """Plans for everybody where he will stand."""
        return self._legal({**paper, "reactions": reactions(self._after(paper))})

    def _after(self, paper: Paper) -> Holdings:
        """One's holdings when all moves have come through."""
        board = Board(self.setting, self.at)
        holdings = Holdings(self.setting, board, self.army, self.own)
        for entry in paper.get("orders", ()):
            path = entry.get("path", ())
            if "enter" in entry or not all(isinstance(box, str) for box in path):
                # Who enters has no plan yet; who reconnoitres is back again.
                continue
            for name in entry["stack"] if path else ():
                board.move(holdings.find(name), path[-1])
        return holdings


def _by_rank(errand: Errand) -> tuple[bool, bool]:
    """Those without a general march first, and the chief last: lines of communication then last as long as can be."""
    return errand[0].led, errand[0].chief


def _without(paper: Paper, paths: Sequence[tuple[str | int, ...]]) -> Paper:
    """A paper without the entries in which something is wrong."""
    found = dict(paper)
    for member in {path[0] for path in paths if path}:
        wrong = {path[1] for path in paths if path[0] == member and len(path) > 1}
        value = found.get(str(member))
        if not wrong or value is None:
            found.pop(str(member), None)
        elif isinstance(value, list):
            found[str(member)] = [entry for i, entry in enumerate(value) if i not in wrong]
        else:
            found[str(member)] = {key: entry for key, entry in value.items() if key not in wrong}
    return found
