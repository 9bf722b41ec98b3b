"""The administration of a player's paper: dummies, fresh numbers, Force markers, reinforcements, detachments.

Each part is judged with what the owner knows and carried out on his holdings, so that what comes after it sees it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.counter_ids import Dealer, deal_label
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, words
from rulesets.jours_de_gloire.hidden.shuffle import contents_of, deal_anew, out_of_play, returnable
from rulesets.jours_de_gloire.places import number_of
from rulesets.jours_de_gloire.rules.admin import may_receive, owed, waiting
from rulesets.jours_de_gloire.rules.march import detaching
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.setting import Setting

_COUNTER = re.compile(r"\b[a-z-]+[1-9][0-9]?\b", re.ASCII)


class Administration:
    """What a paper says before any move. public: members of the input. hide: what is committed to, counter -> content.

    gone: counters whose contents are under other ids now. spent: movement points that detachments have cost (6.1-4).
    named: counters that team-mates have ordered already (10-6), who know them by the numbers that they bear.
    """

    def __init__(
        self, holdings: Holdings, translation: Translation, dealer: Dealer, named: Collection[str] = ()
    ) -> None:
        self.named = named
        self.setting: Setting = holdings.setting
        self.holdings, self.translation, self.dealer = holdings, translation, dealer
        self.public: dict[str, Any] = {}
        self.hide: dict[str, Json] = {}
        self.gone: list[str] = []
        self.spent: dict[str, int] = {}

    def run(self, document: Mapping[str, Json]) -> None:
        """All of it, in the order of the rules."""
        dummies = self._dummies(document.get("dummies", ()))
        self._mix(document.get("mix"), dummies)
        self._turn_down()
        self._forces(document.get("forces", {}))
        self._reinforce(document.get("reinforce", ()))
        self._detach(document.get("detach", ()))
        self._rejoin(document.get("rejoin", ()))

    def fresh(self, count: int) -> tuple[str, ...]:
        """The next numbers that no counter bears, nor bore when the question was asked: one message commits to a number
        once. Fewer than asked for where no more are free."""
        free = self.holdings.board.free(self.holdings.side)
        return tuple(counter for counter in free if counter not in self.gone and counter not in self.named)[:count]

    def _fault(self, path: Path, case: str, text: str, counter: str = "", box: str = "", legal: Any = ()) -> None:
        holdings = self.holdings
        if not box and counter in holdings.board.at.counters:
            box = holdings.board.box(counter)
        self.translation.fault(path, case, text, holdings.name_of(counter) or counter, box, legal)

    # -- dummies ------------------------------------------------------------------------

    def _dummies(self, entries: Any) -> dict[str, list[tuple[Path, Json]]]:
        """jdg 7.1-6: at most half of those out of play come back, into boxes with counters of their side.

        Box -> dummies placed there, each with its place in the paper.
        """
        board, side = self.holdings.board, self.holdings.side
        most, left = returnable(board, side), self._kinds_left()
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
                self._fault((*path, "box"), "7.1-6", text, "", box, board.boxes_of(side))
            elif placed == most:
                text = f"{out_of_play(board, side)} dummies are out of play, so {most} may come back and none into"
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
        dummies = self.setting.scenario.counters[self.holdings.side].dummies
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
        for box in [*wanted, *(box for box in dummies if box not in wanted)]:
            if not (box in asked and self.translation.wrong(asked[box])):
                back = dummies.get(box, [])
                self._deal(box, back, asked.get(box) or (back[0][0] if back else ()))

    def _was_seen(self, box: str) -> bool:
        counters = self.holdings.counters(box)
        return len(counters) > 1 and any(self.holdings.board.face_up(counter) for counter in counters)

    def _deal(self, box: str, back: list[tuple[Path, Json]], path: Path) -> None:
        """One box under fresh ids. path: who asked for it, () for nobody, so that nothing is wrong if it cannot be."""
        holdings, old = self.holdings, self.holdings.counters(box)
        if not old or any(counter not in holdings.known for counter in old):
            if path:
                self._fault(path, "2-B1-2", f"no counters that you know stand in {self._box(box)}", "", box)
            return
        ordered = [counter for counter in old if counter in self.named]
        if ordered:
            if path:
                text = f"{words(ordered)} in {self._box(box)}: a team-mate has ordered them by these numbers"
                self._fault(path, "10-6", f"{text}, so that this box keeps its numbers", ordered[0], box)
            return
        fresh = self.dealer.some(len(old) + len(back))
        if not fresh:
            if path:
                self._fault(path, "2-B1-2", f"not enough numbers are free for {self._box(box)}", "", box)
            return
        board = holdings.board
        label = deal_label(board, holdings.side, f"mix.{box}")

        def order(names: Sequence[str]) -> Sequence[str]:
            return holdings.own.shuffled(names, label)

        dealt = contents_of(board, box, holdings.known, fresh, [content for _, content in back], order)
        deal_anew(board, holdings.side, box, fresh, len(back))
        holdings.dealt_anew(old, dealt)
        self.hide.update(dealt)
        self.gone += old
        self.public.setdefault("mix", []).append({"box": box, "counters": list(fresh)})

    def _turn_down(self) -> None:
        """jdg 2-B1-2: what still lies face up is turned face down."""
        board = self.holdings.board
        for counter in self.holdings.counters():
            if self.setting.fog.exposed(board, counter):
                self.hide[counter] = self.holdings.known[counter]
                board.turn_down(counter)

    # -- Force markers ----------------------------------------------------------------------

    def _forces(self, markers: Mapping[str, Any]) -> None:
        """jdg 2-B1-3, 7.2-1: counters of one box under a marker, each under one at most."""
        found: dict[str, list[str]] = {}
        most = self.setting.scenario.counters[self.holdings.side].forces
        taken: set[str] = set()
        for number, names in markers.items():
            path: Path = ("forces", number)
            counters = self.translation.counters(names, path)
            if self.translation.wrong(path):
                continue
            boxes = {self.holdings.board.box(counter) for counter in counters}
            first = counters[0]
            if int(number) > most:
                self._fault(path, "7.2-1", f"there are {most} Force markers; {number} is none", first)
            elif len(boxes) > 1:
                names = [self._at(counter) for counter in counters]
                self._fault(path, "7.2-1", f"a Force marker lies in one box: {', '.join(names)}", first)
            elif taken & set(counters):
                self._fault(
                    path, "7.2-1", f"{self.holdings.printed(first)} lies under another marker: name it once", first
                )
            else:
                taken |= set(counters)
                found[number] = self.setting.fog.unordered(counters)
        if markers and not self.translation.wrong(("forces",)):
            self.public["forces"] = found
            self.holdings.board.at.forces = {**self.holdings.board.at.forces, self.holdings.side: found}

    def _at(self, counter: str) -> str:
        return f"{self.holdings.printed(counter)} in {self.holdings.place_name(counter)}"

    # -- strength points ------------------------------------------------------------------------

    def _reinforce(self, names: Any) -> None:
        """jdg 3.3-5, 3.3-6: one PF each for units in command with losses, as far as their command's points go.

        Points that could be used go to the worst hit by themselves.
        """
        holdings, taken = self.holdings, list[str]()
        chosen = self.translation.counters(names, ("reinforce",))
        for i, counter in enumerate(chosen):
            path: Path = ("reinforce", i)
            if not self.translation.wrong(path) and self._may_grow(counter, path, taken):
                taken.append(counter)
        rest = owed(self.setting, holdings.board, holdings.known, holdings.side, frozenset(taken))
        commands = [(self.setting.command_of(holdings.known[counter]), counter) for counter in taken]
        given: dict[str, int] = {command: 0 for command, _ in commands}
        for command, _ in commands:
            given[command] += 1
        for command, counter in rest:
            if given.get(command, 0) < self._waiting(command):
                commands.append((command, counter))
                given[command] = given.get(command, 0) + 1
        for _, counter in commands:
            content = holdings.known[counter]
            holdings.change(counter, {**content, "pf": content["pf"] + 1})
        if commands:
            # Their order would tell who is hit worst.
            commands.sort(key=lambda given: number_of(given[1]))
            self.public["reinforce"] = [{"counter": counter, "command": command} for command, counter in commands]

    def _waiting(self, command: str) -> int:
        return waiting(self.holdings.board, self.holdings.side, command)

    def _may_grow(self, counter: str, path: Path, taken: Sequence[str]) -> bool:
        holdings, board = self.holdings, self.holdings.board
        content = holdings.known.get(counter)
        troops, command = self.setting.troops(content), self.setting.command_of(content)
        same = sum(1 for other in taken if self.setting.command_of(holdings.known[other]) == command)
        if troops is None or not troops.initial:
            self._fault(
                path, "3.3-5", f"{self._at(counter)} is no unit of the roster and takes no PF: leave it out", counter
            )
        elif holdings.link(counter) != Link.CHIEF:
            self._fault(path, "3.3-5", f"{self._at(counter)} is not in command and takes no PF: leave it out", counter)
        elif counter not in may_receive(self.setting, board, holdings.known, holdings.side, command):
            self._fault(
                path, "3.3-5", f"{self._at(counter)} has lost nothing for good and takes no PF: leave it out", counter
            )
        elif self._waiting(command) <= same:
            self._fault(path, "3.3-5", f"no PF waits for {self._at(counter)}: leave it out", counter)
        else:
            return True
        return False

    # -- detachments -------------------------------------------------------------------------------

    def _detach(self, entries: Any) -> None:
        """jdg 6.1-1, 6.1-2, 6.1-3, 6.1-4, 6.1-5, 4.5-2: PF of a unit become a detachment in its box."""
        holdings, board, formed = self.holdings, self.holdings.board, []
        for i, entry in enumerate(entries):
            path: Path = ("detach", i)
            parent = self.translation.counter(entry["from"], (*path, "from"))
            if self.translation.wrong(path):
                continue
            counter, uid, pf = next(iter(self.fresh(1)), ""), entry["counter"], int(entry["pf"])
            said = {"from": parent, "counter": counter, "unit": uid, "pf": pf}
            refusal = detaching.public_detach_refusal(board, said) or detaching.exact_detach_refusal(
                self.setting, board, holdings.known, said
            )
            if refusal is not None or self._taken_counter(uid):
                refusal = refusal or Refusal("6.1-1", f"{uid[:24]} is in use already", parent)
                self.translation.refuse(path, self.told(refusal, (parent,)))
                continue
            rest, part = detaching.divided(holdings.known[parent], said)
            box = board.box(parent)
            holdings.change(parent, rest)
            holdings.place(counter, box, part)
            self._commit({parent: rest, counter: part})
            self._spend(parent, counter)
            formed.append({"from": parent, "counter": counter, **self.setting.fog.published({"unit": uid, "pf": pf})})
        if formed:
            self.public["detach"] = formed

    def _taken_counter(self, uid: str) -> bool:
        """Whether a unit of the scenario uses this detachment counter and is still in the game."""
        users = [unit.id for unit in self.setting.units.values() if unit.counter == uid]
        return any(user not in self.holdings.board.at.dead for user in users)

    def _rejoin(self, entries: Any) -> None:
        """jdg 6.1-3, 6.1-6, 6.1-7: a detachment is taken into its unit, an independent one into any of its kind."""
        holdings, board, joined = self.holdings, self.holdings.board, []
        for i, entry in enumerate(entries):
            path: Path = ("rejoin", i)
            unit = self.translation.counter(entry["unit"], (*path, "unit"))
            part = self.translation.counter(entry["detachment"], (*path, "detachment"))
            if self.translation.wrong(path):
                continue
            said = {"unit": unit, "detachment": part}
            refusal = detaching.public_rejoin_refusal(board, said) or detaching.exact_rejoin_refusal(
                self.setting, board, holdings.known, said
            )
            if refusal is not None:
                self.translation.refuse(path, self.told(refusal, (unit, part)))
                continue
            whole = detaching.joined(holdings.known[unit], holdings.known[part])
            holdings.change(unit, whole)
            holdings.remove(part)
            self._commit({unit: whole})
            self.gone.append(part)
            self.spent[unit] = max(self.spent.get(unit, 0), self.spent.get(part, 0))
            self._spend(unit)
            joined.append(said)
        if joined:
            self.public["rejoin"] = joined

    def _commit(self, contents: Mapping[str, Json]) -> None:
        self.hide.update(self.setting.fog.committed(contents))

    def _spend(self, *counters: str) -> None:
        """jdg 6.1-4: points that a detachment costs."""
        for counter in counters:
            self.spent[counter] = self.spent.get(counter, 0) + self.setting.charts.number("detachment", "points")

    def told(self, refusal: Refusal, counters: Sequence[str]) -> Refusal:
        """A rule's refusal in the words of the owner: units instead of counters, and where they stand."""
        holdings, board = self.holdings, self.holdings.board
        first = refusal.unit if refusal.unit in holdings.known else counters[0]
        here = [counter for counter in counters if counter in board.at.counters]
        place = f" in {holdings.place_name(here[0])}" if here else ""
        names = [holdings.printed(counter) for counter in counters]
        text = _COUNTER.sub(lambda m: holdings.printed(m[0]) if m[0] in holdings.known else m[0], refusal.text)
        box = refusal.hex or (board.box(here[0]) if here else "")
        head = f"In{place[3:]}" if any(name in text for name in names) and place else f"{words(names)}{place}"
        return replace(refusal, text=f"{head}: {text}", unit=holdings.name_of(first) or first, hex=box)
