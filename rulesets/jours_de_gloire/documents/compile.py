"""A player's paper as a message: names to counters, what is committed to and opened with it, and all that is wrong.

Faults point into the paper. What only its owner can see is judged here by what his counters hold; the rest is judged
once more by the rules when the message is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, ORDERS, Choose
from pbem.wargame.names import folded
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile_admin import Administration
from rulesets.jours_de_gloire.documents.compile_battles import absent, misplaced
from rulesets.jours_de_gloire.documents.compile_moves import Moves
from rulesets.jours_de_gloire.documents.compile_setup import compile_setup, openings
from rulesets.jours_de_gloire.documents.compile_signs import Reactions, leaves_of, present_plans
from rulesets.jours_de_gloire.documents.documents import NO, SQUATTER, STRANDED, YES
from rulesets.jours_de_gloire.documents.standing import ORDER
from rulesets.jours_de_gloire.documents.standing_read import Judge
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.counter_ids import Dealer
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, words
from rulesets.jours_de_gloire.rules.battle.siege import why_no_siege
from rulesets.jours_de_gloire.rules.battle.tactics import legal as legal_chits
from rulesets.jours_de_gloire.rules.battle.tactics import refusal as tactic_refusal
from rulesets.jours_de_gloire.rules.fights.box_forces import force_known
from rulesets.jours_de_gloire.rules.march.command import Lines, may_besiege, names_first
from rulesets.jours_de_gloire.setting import Setting


def compile_document(
    setting: Setting, request: Choose, document: Json, own: Own, before: Sequence[Json] = ()
) -> Compiled:
    """The public input of a paper that fits `documents.document_schema`, everything hidden with it, and what is wrong.

    request: the question; its scene is the position. own: what only the player knows; without it (`Holdings.blind`) a
    hidden game's papers come out with nothing hidden and with every unit unknown, as those of a team's member.

    before: entries of `orders` that members of a team have signed, which the captain whose paper this is puts before
    his own (10-6). They are judged and carried out first; paths of faults count all entries as one list.
    """
    board = Board(setting, request.scene)
    if request.what != ORDERS:
        return _answer(Holdings(setting, board, request.army, own), request, document)
    if board.at.stage == "setup":
        return _too_early(compile_setup(setting, board, request.army, document, own), before)
    return Orders(setting, board, request.army, document, own, before).compiled()


def _too_early(alone: Compiled, before: Sequence[Json]) -> Compiled:
    """A set-up with what members have ordered for it nevertheless."""
    if not before:
        return alone
    refusal = Refusal("T-SCEN", "this is the set-up; no stack can be ordered yet")
    faults = [PlacedRefusal(("orders", i), refusal) for i, _ in enumerate(before)]
    return replace(alone, input={**alone.input, "orders": list(before)}, faults=[*faults, *alone.faults])


def _answer(holdings: Holdings, request: Choose, document: Json) -> Compiled:
    """The answer to a question in mid-phase: an id, or the printed name of a box."""
    said = document["answer"]
    names = {folded(box.name): uid for uid, box in holdings.setting.boxes.items()}

    def read(word: Json) -> Json:
        if not isinstance(word, str) or request.options.why_not(word) is None:
            return word
        return names.get(folded(word), holdings.find(word) or word)

    return Compiled({"answer": [read(word) for word in said] if isinstance(said, list) else read(said)})


class Orders:
    """The orders of a player turn. before: entries of team members that come first.

    administration, holdings: of the scratch board, on which `compiled` carries out all that the rules allow.
    """

    def __init__(
        self, setting: Setting, board: Board, army: str, document: Json, own: Own, before: Sequence[Json] = ()
    ) -> None:
        self.setting, self.army, self.document, self.own = setting, army, document, own
        self.before = before
        self.holdings = Holdings(setting, board, army, own)
        self.kept = present_plans(self.holdings, own)
        self.translation = Translation(self.holdings)
        self.show: list[str] = []
        self.passed: set[str] = set()
        self.linked: set[str] = set()
        named = frozenset(counter for entry in before for counter in entry["stack"])
        dealer = Dealer(board, army, own, named)
        self.administration = Administration(self.holdings, self.translation, dealer, named)

    def compiled(self) -> Compiled:
        """Public input, faults, and what is hidden and shown."""
        document, translation, board = self.document, self.translation, self.holdings.board
        administration = self.administration
        if not self.holdings.blind:
            administration.run(document)
        self.show = openings(self.holdings, translation, document.get("show", ()))
        lines, known = Board(self.setting, board.position()), dict(self.holdings.known)
        links = Lines(self.setting, lines, known, self.army)
        # jdg 2-B1-4: a siege goes by the links of the Administrative Phase, not by those at the end of the moves.
        self.linked = {counter for counter in self.holdings.counters() if may_besiege(links.of(counter))}
        moves = Moves(administration, self.show)
        moves.follow(self.before)
        moves.run(document.get("orders", ()))
        self.passed = moves.passed
        reactions = Reactions(self.holdings, translation, self.kept)
        reactions.run(document.get("reactions", {}))
        public = {**administration.public, **({"orders": moves.public} if moves.public else {}), **self._fighting()}
        if self.holdings.blind:
            return Compiled(public, translation.faults)
        fog = self.setting.fog
        public |= fog.published({"reactions": reactions.said} if reactions.said else {})
        return Compiled(
            public,
            translation.faults,
            moves.notes,
            {**administration.draft.hide, **moves.hide},
            moves.show,
            fog.committed(leaves_of(lines, self.army, known, reactions.plans(), moves.hide)),
            administration.gone,
            translation.remarks,
        )

    # -- battles ------------------------------------------------------------------------------

    def _fighting(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        entries = self.document.get("battles", {})
        battles = {}
        for box, name, path in self.translation.keys("battles", entries, self.translation.box):
            battles[box] = self._battle(box, entries[name], path)
        if battles:
            found["battles"] = battles
        if "order" in self.document:
            found["order"] = self._order(self.document["order"])
        if "next" in self.document:
            found["next"] = self.document["next"]
            self._judge_next()
        for name in (SQUATTER, STRANDED):
            if name in self.document:
                found[name] = self.translation.boxes(self.document[name], (name,))
                if not self.translation.wrong((name,)):
                    Judge(self.translation).boxes(name, found[name], (name,))
        return found

    def _judge_next(self) -> None:
        """jdg 2-A3, 3.2-1: whether these orders can say who plays first next turn, and whose choice it is now."""
        board = self.holdings.board
        if names_first(self.setting, board, self.army):
            Judge(self.translation).first_player(("next",))
            return
        why = "who plays first next turn is settled after the second player turn, which is the enemy's"
        mend = f"leave it out, and set {ORDER} in your standing orders"
        if board.at.turn >= len(self.setting.scenario.turns):
            why, mend = "no turn follows this one", "leave it out"
        self.translation.fault(("next",), "2-A3", f"{why}: {mend}")

    def _order(self, names: Sequence[str]) -> list[str]:
        boxes = self.translation.boxes(names, ("order",))
        for i, box in enumerate(boxes):
            if box in boxes[:i]:
                self.translation.fault(("order", i), "8.0-2", f"{names[i]} stands here twice", "", box)
            elif not self.translation.wrong(("order", i)) and box not in self.passed:
                self._judge_presence(box, ("order", i), "leave it out")
        return boxes

    def _battle(self, box: str, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """jdg 8.2-4, 8.2-5, 8.2-6, 8.2-7, 8.8-4: what is wanted in one box, judged by who will be there if all moves
        come through."""
        found = dict(entry)
        if isinstance(entry.get("retreat"), list):
            found["retreat"] = self.translation.boxes(entry["retreat"], (*path, "retreat"))
        if "advance" in entry and entry["advance"] not in (NO, ASK):
            found["advance"] = self.translation.box(entry["advance"], (*path, "advance"))
        if "losses" in entry:
            found["losses"] = self.translation.counters(entry["losses"], (*path, "losses"))
        self._judge_battle(box, entry, path)
        self._judge_place(box, found, path)
        return found

    def _judge_place(self, box: str, found: Mapping[str, Any], path: Path) -> None:
        """What the box itself forbids; nothing more where names in the entry are unknown, or nobody will be there."""
        if self.translation.wrong(path):
            return
        for at, refusal in misplaced(self.holdings, box, found):
            self.translation.refuse((*path, *at), refusal)
        for i, refusal in absent(self.holdings, box, found.get("losses", ())) if box not in self.passed else ():
            self.translation.refuse((*path, "losses", i), refusal)

    def _judge_presence(self, box: str, path: Path, mend: str) -> bool:
        """jdg 8.0-1: whether somebody of one's own will be in a box to fight there. Without an enemy in it there is a
        battle only where he reacts, which is remarked."""
        holdings, place = self.holdings, self.setting.boxes[box].name
        if not holdings.counters(box):
            text = f"nobody of yours will be in {place}: {mend}, or move somebody there"
            self.translation.fault(path, "8.0-1", text, "", box)
            return False
        if not holdings.board.enemies(self.army, box):
            text = f"no enemy is in {place} now: there is a battle only if he marches there in your turn"
            self.translation.remark(path, "8.0-1", text, "", box)
        return True

    def _judge_battle(self, box: str, entry: Mapping[str, Any], path: Path) -> None:
        holdings, setting = self.holdings, self.setting
        counters = [counter for counter in holdings.counters(box) if counter in holdings.known]
        place = setting.boxes[box].name
        if not counters and box in self.passed:
            return
        if not self._judge_presence(box, path, "leave out the box"):
            return
        force = force_known(holdings.board, holdings.army, holdings.known, counters)
        if "tactic" in entry and force.fighters:
            limit = setting.options.screen_limit
            refusal = tactic_refusal(setting.charts, entry["tactic"], force, limit)
            if refusal is not None:
                may = legal_chits(setting.charts, force, limit)
                text = f"{words([holdings.printed(c) for c in counters])} in {place}: {refusal.text}"
                text = f"{text}; they may play {' or '.join(may)}"
                self.translation.fault((*path, "tactic"), refusal.case, text, refusal.unit, box, may)
        if entry.get("siege") == YES and setting.boxes[box].city:
            linked = [holdings.name_of(counter) for counter in holdings.real(counters) if counter in self.linked]
            refusal = why_no_siege(force, linked)
            if refusal is not None:
                text = f"{words([holdings.printed(c) for c in counters])} in {place}: {refusal.text}: leave out siege"
                self.translation.fault((*path, "siege"), refusal.case, text, "", box)
