"""What a player's paper says of reactions, and the leaves with what his counters show when they react (6.5).

Plans go by unit and general; who is not named keeps the plan of last time, whatever number he bears now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import DUG, Board
from rulesets.jours_de_gloire.documents.documents import ANY, YES
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, words
from rulesets.jours_de_gloire.hidden.signs import read_sign
from rulesets.jours_de_gloire.rules.admin import sign_of, signs_of
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.rules.march.march import stack_refusal
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, Known


def present_plans(holdings: Holdings, own: Own) -> dict[str, dict[str, Json]]:
    """Unit, detachment or general -> its plan as the last orders left it, `with` naming units; {} for none.

    holdings: as they were when those orders' numbers still held.
    """
    leaves = holdings.setting.fog.last_leaves(holdings.board, own)
    found = {}
    for name, counter in holdings.units().items():
        plan = dict(read_sign(leaves.get(counter)).plan)
        if isinstance(plan.get("with"), list):
            mates = [holdings.name_of(mate) for mate in plan["with"] if mate in holdings.known]
            plan["with"] = [mate for mate in mates if mate]
        found[name] = plan
    return found


class Reactions:
    """Plans by counter. kept: those of last time by unit, see `present_plans`."""

    def __init__(self, holdings: Holdings, translation: Translation, kept: Mapping[str, Mapping[str, Json]]) -> None:
        self.holdings, self.translation = holdings, translation
        self.said: dict[str, dict[str, Json]] = {}
        self._kept = kept

    def run(self, entries: Mapping[str, Mapping[str, Any]]) -> None:
        """What the paper says, counter by counter."""
        for counter, name, path in self.translation.keys("reactions", entries, self.translation.counter):
            self._plan(counter, entries[name], path)

    def _plan(self, counter: str, entry: Mapping[str, Any], path: Path) -> None:
        holdings, unit = self.holdings, self.holdings.name_of(counter)
        where = f"{holdings.printed(counter)} in {holdings.place_name(counter)}"
        if not unit:
            self.translation.fault(
                path, "7.1-2", f"{where}: a dummy cannot react: leave it out", counter, holdings.board.box(counter)
            )
            return
        plan: dict[str, Json] = {}
        if "intercept" in entry:
            plan["intercept"] = self.translation.boxes(entry["intercept"], (*path, "intercept"))
        if "back" in entry:
            plan["back"] = self.translation.box(entry["back"], (*path, "back"))
        if "with" in entry:
            plan["with"] = self.translation.counters(entry["with"], (*path, "with"))
        if "guns" in entry:
            guns = entry["guns"]
            plan["guns"] = ANY if guns in (ANY, [ANY]) else self.translation.boxes(guns, (*path, "guns"))
        if "withdraw" in entry:
            plan["withdraw"] = entry["withdraw"] == YES
        self._check(counter, plan, path, where)
        if not self.translation.wrong(path):
            self.said[counter] = plan

    def _check(self, counter: str, plan: Mapping[str, Json], path: Path, where: str) -> None:
        holdings, setting = self.holdings, self.holdings.setting
        unit, box = holdings.name_of(counter), holdings.board.box(counter)
        if plan.get("withdraw") and setting.kind(holdings.known[counter]) != CAVALRY:
            text = f"{where} is no cavalry and cannot withdraw before a battle: leave out withdraw"
            self.translation.fault((*path, "withdraw"), "6.3-6", text, unit, box)
        if plan.get("back") and not plan.get("intercept"):
            text = f"{where} falls back on the approach to a box: name it under intercept"
            self.translation.fault((*path, "back"), "6.5.1-6", text, unit, box)
        self._check_boxes(counter, plan, path, where)
        self._check_stack(counter, plan, path, where)
        self._check_now(counter, plan, path, where)
        for i, mate in enumerate(plan.get("with", ())):
            if mate in holdings.known and not holdings.name_of(mate):
                text = f"{where} cannot take {holdings.printed(mate)} along: a dummy does not react: leave it out"
                self.translation.fault((*path, "with", i), "7.1-2", text, unit, box)

    def _check_stack(self, counter: str, plan: Mapping[str, Json], path: Path, where: str) -> None:
        """jdg 6.5.1-1, 6.5.1-7, 6.5.2-1: with whom a plan goes: never generals alone, nor more than move together.

        Only friends in the same box go along; who stands elsewhere now may have joined by then, and is only remarked.
        """
        holdings, setting = self.holdings, self.holdings.setting
        wanted = [member for member in ("intercept", "guns") if plan.get(member)]
        mates = [mate for mate in plan.get("with", ()) if holdings.name_of(mate)]
        if not wanted or len(mates) < len(plan.get("with", ())):
            return
        unit, box = holdings.name_of(counter), holdings.board.box(counter)
        kinds = {one: setting.kind(holdings.known[one]) for one in (counter, *mates)}
        at = (*path, "with") if "with" in plan else (*path, wanted[0])
        if set(kinds.values()) == {GENERAL}:
            there = [holdings.name_of(one) for one in holdings.counters(box)]
            may = [name for name in there if name and setting.kind(holdings.known[holdings.find(name)]) != GENERAL]
            text = f"{where}: generals alone do not react: name under with who goes along ({words(may)})"
            self.translation.fault(at, "6.5.1-1", text, unit, box, may)
            return
        refusal = stack_refusal(setting, list(kinds.values()))
        if refusal is not None:
            self.translation.fault(at, "6.5.1-7", f"{where}: {refusal.text}", unit, box)
        away = [mate for mate in mates if holdings.board.box(mate) != box]
        for mate in away:
            text = f"{holdings.printed(mate)} stands in {holdings.place_name(mate)} and goes along only from"
            text = f"{where}: {text} {setting.boxes[box].name}"
            place = (*path, "with", list(plan["with"]).index(mate))
            self.translation.remark(place, "6.5-0", text, holdings.name_of(mate), box)

    def _check_now(self, counter: str, plan: Mapping[str, Json], path: Path, where: str) -> None:
        """jdg 6.5.1-1, 6.5.1-3, 6.5.1-6, 6.2-2: what a plan cannot do from where all moves lead, but may later."""
        holdings, board = self.holdings, self.holdings.board
        box, unit = board.box(counter), holdings.name_of(counter)
        if not plan or not any(plan.get(member) for member in ("intercept", "guns", "withdraw")):
            return
        member = next(member for member in ("intercept", "guns", "withdraw") if plan.get(member))
        if member != "withdraw" and board.enemies(holdings.army, box):
            text = f"{where} cannot react now: enemies are in his box; he may when they are gone"
            self.translation.remark((*path, member), "6.5.1-3", text, unit, box)
        elif member != "withdraw" and board.noted(counter, DUG):
            text = f"{where} cannot react now: he digs in this turn"
            self.translation.remark((*path, member), "6.2-2", text, unit, box)
        near = board.neighbours(box)
        for i, goal in enumerate(plan.get("intercept", ())):
            if goal not in holdings.setting.boxes:
                continue
            if goal not in near:
                how = (
                    "no open link leads there"
                    if goal in holdings.setting.field.neighbours(box)
                    else "it is not next to him"
                )
                text = f"{where} cannot intercept in {holdings.setting.boxes[goal].name} now: {how}"
                self.translation.remark((*path, "intercept", i), "6.5.1-1", text, unit, goal)
            elif board.counters(holdings.army, goal) and not plan.get("back"):
                text = f"{where} cannot intercept in {holdings.setting.boxes[goal].name} now: a friend is there already"
                self.translation.remark((*path, "intercept", i), "6.5.1-3", text, unit, goal)
        back = plan.get("back")
        if back in near and board.enemies(holdings.army, str(back)):
            text = f"{where} cannot fall back to {holdings.setting.boxes[str(back)].name} now: enemies are there"
            self.translation.remark((*path, "back"), "6.5.1-6", text, unit, str(back))

    def _check_boxes(self, counter: str, plan: Mapping[str, Json], path: Path, where: str) -> None:
        """jdg 6.5.1-1, 6.5.1-6: who stands where all moves lead intercepts into an adjacent box, or falls back.

        Of several boxes one is enough: the others may be meant for the case that his march ends elsewhere.
        """
        holdings = self.holdings
        near = holdings.setting.field.neighbours(holdings.board.box(counter))
        wanted = {"intercept": plan.get("intercept", ()), "back": [plan["back"]] if plan.get("back") else ()}
        cases = {"intercept": "6.5.1-1", "back": "6.5.1-6"}
        for member, boxes in wanted.items():
            if boxes and not set(boxes) & set(near):
                text = f"{where} is next to {words(near)}: no box under {member} is one of these"
                unit, box = holdings.name_of(counter), holdings.board.box(counter)
                self.translation.fault((*path, member), cases[member], text, unit, box, near)

    def plans(self) -> dict[str, dict[str, Json]]:
        """Counter -> plan, those of last time where the paper is silent."""
        counters = self.holdings.units()
        found: dict[str, dict[str, Json]] = {}
        for name, counter in counters.items():
            plan = dict(self._kept.get(name, {}))
            if "with" in plan:
                plan["with"] = [counters[mate] for mate in plan["with"] if mate in counters]
            found[counter] = self.said.get(counter, plan)
        return found


def leaves_of(
    lines: Board, army: str, known: Known, plans: Mapping[str, Json], late: Mapping[str, Json]
) -> dict[str, dict[str, Json]]:
    """jdg 2-B1-4: every leaf of an army: what its counters show, "" where no counter bears the number.

    lines, known: the board as the administration left it, by which links are checked, and what its counters hold. late:
    counters that came after it, with their contents: they have no line before their next one.
    """
    setting = lines.setting
    found = signs_of(setting, lines, known, army, plans)
    for counter, content in late.items():
        found[counter] = sign_of(setting, content, Link.NONE, plans.get(counter, {})).leaf()
    return {HIDDEN: {counter: found.get(counter, "") for counter in pool(setting, army)}}
