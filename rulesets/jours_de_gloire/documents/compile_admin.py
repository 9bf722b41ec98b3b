"""The administration of a player's paper: dummies, fresh numbers, Force markers, reinforcements, detachments.

Names become counters here, and fresh numbers are given out; whether it is allowed, and what comes of it, the phase
itself says, which is carried out part by part on the holdings of the owner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import InHand
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.counter_ids import Dealer, deal_label
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, words
from rulesets.jours_de_gloire.places import number_of
from rulesets.jours_de_gloire.rules.admin import force_markers, owed, receive
from rulesets.jours_de_gloire.rules.march.detaching import detach, divided, joined, rejoin
from rulesets.jours_de_gloire.rules.scratch import Scratch
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part

Contents = Mapping[str, Json]
_COUNTER = re.compile(r"\b[a-z-]+[1-9][0-9]?\b", re.ASCII)


class Draft(Scratch):
    """The turn while its orders are being written. hide: what they commit to so far.

    Nothing that lies face down is judged for whom cannot look into it (`Holdings.blind`).
    """

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings.setting, holdings.board, holdings.army, {}, holdings.own, {})
        self.holdings = holdings
        self.hide: dict[str, Json] = {}
        self.markers, self.committed = holdings.known, self.hide
        self.turn.book = None if holdings.blind else holdings.known
        self._anew: Callable[[], Contents] = dict

    def done(self, part: Part, anew: Callable[[], Contents] = dict) -> Any:
        """Carries a part of the turn out and gives what it returns; `faults` are those of this part alone.

        anew: what the orders commit to for it, asked for only if the rules allow it.
        """
        self.faults, self._anew = [], anew
        return self.carry_out(part)

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """The orders commit to what the phase asks for."""
        self.hide |= self._anew()
        return super().in_hand(request)


class Administration:
    """What a paper says before any move. public: members of the input. draft: the turn as it is carried out so far.

    gone: counters whose contents are under other ids now. named: counters that team-mates have ordered already (10-6),
    who know them by the numbers that they bear.
    """

    def __init__(
        self, holdings: Holdings, translation: Translation, dealer: Dealer, named: Collection[str] = ()
    ) -> None:
        self.named = named
        self.setting: Setting = holdings.setting
        self.holdings, self.translation, self.dealer = holdings, translation, dealer
        self.draft = Draft(holdings)
        self.public: dict[str, Any] = {}
        self.gone: list[str] = []

    @property
    def said(self) -> dict[str, Any]:
        """The orders that are carried out: the public input, and in a hidden game what only their owner sees."""
        return self.draft.turn.orders

    def run(self, document: Mapping[str, Json]) -> None:
        """All of it, in the order of the rules."""
        dummies = self._dummies(document.get("dummies", ()))
        self._mix(document.get("mix"), dummies)
        self._forces(document.get("forces", {}))
        self._reinforce(document.get("reinforce", ()))
        self._detach(document.get("detach", ()))
        self._rejoin(document.get("rejoin", ()))

    def carried_out(self, part: Part, path: Path, counters: Sequence[str], anew: Callable[[], Contents] = dict) -> bool:
        """Has a part of the turn carried out; whether the rules allow it. What they refuse is a fault at `path`."""
        self.draft.done(part, anew)
        for fault in self.draft.faults:
            self.translation.refuse(path, self.told(fault.refusal, counters))
        self.holdings.settle()
        return not self.draft.faults

    def fresh(self, count: int) -> tuple[str, ...]:
        """The next numbers that no counter bears, nor bore when the question was asked: one message commits to a number
        once. Fewer than asked for where no more are free."""
        free = self.holdings.board.free(self.holdings.army)
        return tuple(counter for counter in free if counter not in self.gone and counter not in self.named)[:count]

    def _fault(self, path: Path, case: str, text: str, counter: str = "", box: str = "", legal: Any = ()) -> None:
        holdings = self.holdings
        if not box and counter in holdings.board.at.counters:
            box = holdings.board.box(counter)
        self.translation.fault(path, case, text, holdings.name_of(counter) or counter, box, legal)

    # -- dummies ------------------------------------------------------------------------

    def _dummies(self, entries: Any) -> dict[str, list[tuple[Path, Json]]]:
        """jdg 7.1-6: at most half of those out of play come back, into boxes with counters of their army.

        Box -> dummies placed there, each with its place in the paper.
        """
        board, army = self.holdings.board, self.holdings.army
        most, left = shuffle.returnable(board, army), self._kinds_left()
        found: dict[str, list[tuple[Path, Json]]] = {}
        for i, entry in enumerate(entries):
            path: Path = ("dummies", i)
            kind, box = entry["kind"], self.translation.box(entry["box"], (*path, "box"))
            placed = sum(len(those) for those in found.values())
            if self.translation.wrong(path):
                continue
            if "dummies" in self.setting.fog.unused:
                self._fault(
                    path, "10-1", f"there are no dummies in an open game, so none for {self._box(box)}", "", box
                )
            elif not self.holdings.counters(box):
                text = f"a dummy is placed where counters of yours stand; there are none in {self._box(box)}"
                self._fault((*path, "box"), "7.1-6", text, "", box, board.boxes_of(army))
            elif placed == most:
                text = (
                    f"{shuffle.out_of_play(board, army)} dummies are out of play, so {most} may come back and none into"
                )
                self._fault(path, "7.1-6", f"{text} {self._box(box)}", "", box)
            elif left[kind] < 1:
                self._fault((*path, "kind"), "7.1-6", f"no {kind} dummy is out of play for {self._box(box)}", "", box)
            else:
                left[kind] -= 1
                found.setdefault(box, []).append((path, {"dummy": kind}))
        return found

    def _kinds_left(self) -> dict[str, int]:
        """jdg 1.3-1: dummies of each kind that are not in play."""
        used = [content["dummy"] for content in self.holdings.known.values() if self.setting.dummy(content)]
        dummies = self.setting.scenario.counters[self.holdings.army].dummies
        return {kind: number - used.count(kind) for kind, number in dummies.items()}

    def _box(self, box: str) -> str:
        return self.setting.boxes[box].name

    # -- fresh numbers --------------------------------------------------------------------

    def _mix(self, boxes: Any, dummies: Mapping[str, list[tuple[Path, Json]]]) -> None:
        """jdg 2-B1-2, 7.1-6: boxes that the paper names, by default those where something was seen, and where dummies
        come back, are dealt anew."""
        if "mix" in self.setting.fog.unused:
            if boxes:
                self._fault(("mix",), "10-1", "all counters lie face up in an open game; there is nothing to mix")
            return
        asked: dict[str, Path] = {}
        for i, name in enumerate(boxes or ()):
            box = self.translation.box(name, ("mix", i))
            if box in asked:
                self._fault(("mix", i), "2-B1-2", f"{name} stands here twice", "", box)
            asked.setdefault(box, ("mix", i))
        usual = [box for box in self.setting.boxes if boxes is None and self._was_seen(box)]
        wanted = [*asked, *(box for box in usual if box not in asked)]
        dealt: dict[str, Json] = {}
        for box in [*wanted, *(box for box in dummies if box not in wanted)]:
            if not (box in asked and self.translation.wrong(asked[box])):
                back = dummies.get(box, [])
                dealt |= self._deal(box, back, asked.get(box) or (back[0][0] if back else ()))
        turn = self.draft.turn
        self.carried_out(shuffle.mix(turn), ("mix",), (), lambda: dealt)
        shown = [counter for counter in self.holdings.counters() if self.holdings.board.face_up(counter)]
        known = self.holdings.known
        self.carried_out(shuffle.turn_down(turn), (), (), lambda: {counter: known[counter] for counter in shown})

    def _was_seen(self, box: str) -> bool:
        counters = self.holdings.counters(box)
        return len(counters) > 1 and any(self.holdings.board.face_up(counter) for counter in counters)

    def _deal(self, box: str, back: list[tuple[Path, Json]], path: Path) -> Contents:
        """One box under fresh ids: what these hold. path: who asked for it, () for nobody, so that nothing is wrong if
        it cannot be."""
        holdings, old = self.holdings, self.holdings.counters(box)
        if not old or any(counter not in holdings.known for counter in old):
            if path:
                self._fault(path, "2-B1-2", f"no counters that you know stand in {self._box(box)}", "", box)
            return {}
        ordered = [counter for counter in old if counter in self.named]
        if ordered:
            if path:
                text = f"{words(ordered)} in {self._box(box)}: a team-mate has ordered them by these numbers"
                self._fault(path, "10-6", f"{text}, so that this box keeps its numbers", ordered[0], box)
            return {}
        fresh = self.dealer.some(len(old) + len(back))
        if not fresh:
            if path:
                self._fault(path, "2-B1-2", f"not enough numbers are free for {self._box(box)}", "", box)
            return {}
        board = holdings.board
        label = deal_label(board, holdings.army, f"mix.{box}")

        def order(names: Sequence[str]) -> Sequence[str]:
            return holdings.own.shuffled(names, label)

        dealt = shuffle.contents_of(board, box, holdings.known, fresh, [content for _, content in back], order)
        holdings.dealt_anew(old, dealt)
        self.gone += old
        self.public.setdefault("mix", []).append({"box": box, "counters": list(fresh)})
        self.said["mix"] = self.public["mix"]
        return dealt

    # -- Force markers ----------------------------------------------------------------------

    def _forces(self, markers: Mapping[str, Any]) -> None:
        """jdg 2-B1-3, 7.2-1: counters of one box under a marker, each under one at most."""
        found: dict[str, list[str]] = {}
        for number, names in markers.items():
            counters = self.translation.counters(names, ("forces", number))
            if not self.translation.wrong(("forces", number)):
                found[number] = self.setting.fog.unordered(counters)
        self.said["forces"] = found
        self.draft.done(force_markers(self.draft.turn))
        for fault in self.draft.faults:
            self.translation.refuse(fault.path, self.told(fault.refusal, found[str(fault.path[1])]))
        if markers and not self.translation.wrong(("forces",)):
            self.public["forces"] = found

    # -- strength points ------------------------------------------------------------------------

    def _reinforce(self, names: Any) -> None:
        """jdg 3.3-5, 3.3-6: one PF each for units in command with losses, as far as their command's points go.

        Points that could be used go to the worst hit by themselves.
        """
        holdings, taken, given = self.holdings, set[str](), list[dict[str, str]]()
        self.said["reinforce"] = given
        for i, counter in enumerate(self.translation.counters(names, ("reinforce",))):
            if not self.translation.wrong(("reinforce", i)):
                self._receive(counter, ("reinforce", i), given, taken)
        for _, counter in owed(self.setting, holdings.board, holdings.known, holdings.army, taken):
            self._receive(counter, ("reinforce",), given, taken)
        if given:
            # Their order would tell who is hit worst.
            self.public["reinforce"] = sorted(given, key=lambda entry: number_of(entry["counter"]))

    def _receive(self, counter: str, path: Path, given: list[dict[str, str]], taken: set[str]) -> None:
        command = self.setting.command_of(self.holdings.known.get(counter))
        given.append({"counter": counter, "command": command})
        if not self.carried_out(receive(self.draft.turn, len(given) - 1, taken), path, (counter,)):
            given.pop()

    # -- detachments -------------------------------------------------------------------------------

    def _detach(self, entries: Any) -> None:
        """jdg 6.1-1, 6.1-2, 6.1-3, 6.1-4, 6.1-5, 4.5-2: PF of a unit become a detachment in its box."""
        known, said = self.holdings.known, list[dict[str, Any]]()
        self.said["detach"] = said
        for i, entry in enumerate(entries):
            path: Path = ("detach", i)
            parent, counter = self.translation.counter(entry["from"], (*path, "from")), next(iter(self.fresh(1)), "")
            if self.translation.wrong(path):
                continue
            new = {"from": parent, "counter": counter, "unit": entry["counter"], "pf": int(entry["pf"])}
            said.append(new)

            def anew(new: Json = new) -> Contents:
                return dict(zip((new["from"], new["counter"]), divided(known[new["from"]], new), strict=True))

            part = detach(self.draft.turn, len(said) - 1, self.draft.doings)
            if not self.carried_out(part, path, (parent,), anew):
                said.pop()
        if said:
            published = self.setting.fog.published
            self.public["detach"] = [
                {
                    "from": new["from"],
                    "counter": new["counter"],
                    **published({"unit": new["unit"], "pf": new["pf"]}),
                }
                for new in said
            ]

    def _rejoin(self, entries: Any) -> None:
        """jdg 6.1-3, 6.1-6, 6.1-7: a detachment is taken into its unit, an independent one into any of its kind."""
        known, said = self.holdings.known, list[dict[str, str]]()
        self.said["rejoin"] = said
        for i, entry in enumerate(entries):
            path: Path = ("rejoin", i)
            unit = self.translation.counter(entry["unit"], (*path, "unit"))
            part = self.translation.counter(entry["detachment"], (*path, "detachment"))
            if self.translation.wrong(path):
                continue
            said.append({"unit": unit, "detachment": part})

            def anew(unit: str = unit, part: str = part) -> Contents:
                return {unit: joined(known[unit], known[part])}

            doing = rejoin(self.draft.turn, len(said) - 1, self.draft.doings)
            if self.carried_out(doing, path, (unit, part), anew):
                self.gone.append(part)
            else:
                said.pop()
        if said:
            self.public["rejoin"] = said

    def told(self, refusal: Refusal, counters: Sequence[str]) -> Refusal:
        """A rule's refusal in the words of the owner: units instead of counters, and where they stand."""
        holdings, board = self.holdings, self.holdings.board
        first = refusal.unit if refusal.unit in holdings.known or not counters else counters[0]
        here = [counter for counter in counters if counter in board.at.counters]
        place = f" in {holdings.place_name(here[0])}" if here else ""
        names = [holdings.printed(counter) for counter in counters]
        text = _COUNTER.sub(lambda m: holdings.printed(m[0]) if m[0] in holdings.known else m[0], refusal.text)
        box = refusal.hex or (board.box(here[0]) if here else "")
        if not counters or f"{names[0]}{place}" in text:
            return replace(refusal, text=text, unit=holdings.name_of(first) or first, hex=box)
        head = f"In{place[3:]}" if any(name in text for name in names) and place else f"{words(names)}{place}"
        return replace(refusal, text=f"{head}: {text}", unit=holdings.name_of(first) or first, hex=box)
