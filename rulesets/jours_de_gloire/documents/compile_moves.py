"""The moves of a player's paper as public entries, each carried out on his board as far as it can be foreseen.

Names become counters here, ways are found and fresh numbers given out; the march itself says what is wrong with an
entry, what has to be opened for it, and what it costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire.documents.compile_admin import Administration
from rulesets.jours_de_gloire.documents.documents import BRIDGE_WORKS, NO, YES
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.counter_ids import deal_label
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who, words
from rulesets.jours_de_gloire.rules.arrivals import army_of, contents_of
from rulesets.jours_de_gloire.rules.march import steps
from rulesets.jours_de_gloire.rules.march.comers import coming_by
from rulesets.jours_de_gloire.rules.march.command import generals
from rulesets.jours_de_gloire.rules.march.foreseen import Foreseen
from rulesets.jours_de_gloire.rules.march.march import cheapest_way
from rulesets.jours_de_gloire.rules.march.moves import move_refusal, ordered
from rulesets.jours_de_gloire.rules.march.recon import STAY
from rulesets.jours_de_gloire.setting import Setting

_FLAGS = ("forced", "concentrate", "entrench")


class Moves:
    """The moves of one paper. public: the entries. hide: those who enter, with their contents. notes: what was chosen
    for the player. passed: boxes on the way of a stack, where the enemy might stop it."""

    def __init__(self, administration: Administration, show: Sequence[str]) -> None:
        self.administration = administration
        self.holdings: Holdings = administration.holdings
        self.translation: Translation = administration.translation
        self.setting: Setting = administration.setting
        self._fog = self.setting.fog
        self.draft = administration.draft
        self.public: list[dict[str, Any]] = []
        administration.said["orders"] = self.public
        self.hide: dict[str, Json] = {}
        self.notes: list[str] = []
        self.passed: set[str] = set()
        self._shown = list(show)

        # Members of a team who write apart must not give out the same number: each who may come has one of his own.
        coming = [] if self._fog.contents(self.holdings.board) is None else may_come(self.holdings)
        self.numbers = dict(zip(coming, administration.fresh(len(coming)), strict=False))

    def run(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """All of them in their order, behind those of team-mates; one that cannot be compiled keeps its place."""
        for i, entry in enumerate(entries, len(self.public)):
            self._entry(entry, ("orders", i))

    def follow(self, entries: Sequence[dict[str, Any]]) -> None:
        """jdg 10-6: public entries of team-mates, which stay as they are: judged by what their counters hold, which
        their author could not see, and carried out."""
        for entry in entries:
            self.public.append(entry)
            self._carry_out(entry, ("orders", len(self.public) - 1), where=False)

    @property
    def show(self) -> list[str]:
        """Counters, and leaves `hidden.counter`, that the player opens and that the moves themselves need opened."""
        needed = self.draft.opened if "show" not in self._fog.unused else ()
        return [*self._shown, *(name for name in needed if name not in self._shown)]

    def _entry(self, entry: Mapping[str, Any], path: Path) -> None:
        found: dict[str, Any] = {"path": self._path(entry.get("path", ()), (*path, "path"))} if "path" in entry else {}
        found |= {name: True for name in _FLAGS if name in entry}
        found |= {name: str(entry[name]) for name in ("enter", "command") if name in entry}
        self.public.append(found)
        names = entry["stack"] if isinstance(entry["stack"], list) else [entry["stack"]]
        if self.holdings.blind and not self._may_write(entry, path):
            return
        if "enter" in entry:
            found["stack"] = self._entering(entry["enter"], names, found, path)
        else:
            found["stack"] = self._fog.unordered(self._stack(names, (*path, "stack")))
        if "to" in entry and found["stack"]:
            self._find_way(entry, found, path)
        if self.translation.wrong(path) or not found["stack"]:
            return
        self._additions(entry, found, path)
        if "lead" in entry and "lead" not in found:
            text = f"{words([self._named(counter) for counter in found['stack']])}: no general marches with them"
            self.translation.fault((*path, "lead"), "5.4-3", f"{text}: leave out lead")
            return
        self._carry_out(found, path)
        return

    def _may_write(self, entry: Mapping[str, Any], path: Path) -> bool:
        """jdg 10-6: whether a member of a team says in a hidden game whose stack it is, and moves who is on the map."""
        commands = self.holdings.board.commands_of(self.holdings.army)
        if "enter" in entry:
            text = "who enters the map is hidden with it: your captain has to order it"
            self.translation.fault((*path, "enter"), "10-6", text)
        elif entry.get("command") not in commands:
            text = "nobody can see whose counters these are: write command: and which army pays"
            self.translation.fault(path, "10-6", f"{text}, one of {words(commands)}", legal=commands)
        return not self.translation.wrong(path)

    # -- words ------------------------------------------------------------------------------

    def _stack(self, names: Sequence[str], path: Path) -> list[str]:
        """Counters of a stack; the number of a Force marker stands for all that lie under it."""
        markers = self.holdings.board.at.forces[self.holdings.army]
        found: list[str] = []
        for i, name in enumerate(names):
            if name in markers:
                found += markers[name]
            elif name.isdecimal() and self.translation.wrong(("forces",)):
                text = f"Force marker {name[:8]} means nothing until forces is mended"
                self.translation.fault((*path, i), "7.2-1", text)
            elif name.isdecimal():
                text = f"there is no Force marker {name[:8]} of yours"
                self.translation.unknown((*path, i), text, "", {}, markers, "those on the map")
            else:
                found.append(self.translation.counter(name, (*path, i)))
        for i, counter in enumerate(found):
            if counter in found[:i]:
                self.translation.fault(path, "5.3-5", f"{self._named(counter)} stands twice in the stack", counter)
                break
        return found

    def _named(self, counter: str) -> str:
        return self.holdings.printed(counter)

    def _path(self, items: Sequence[Json], path: Path) -> list[Json]:
        found: list[Json] = []
        for i, item in enumerate(items):
            here = (*path, i)
            if isinstance(item, str):
                found.append(self.translation.box(item, here))
            elif "recon" in item:
                back = item["recon"]
                listed = back if back == STAY else self.translation.boxes(back, (*here, "recon"))
                found.append({"recon": listed})
            else:
                found.append({w: self.translation.box(item[w], (*here, w)) for w in BRIDGE_WORKS if w in item})
        return found

    def _find_way(self, entry: Mapping[str, Any], found: dict[str, Any], path: Path) -> None:
        """The cheapest way by open links to the box under `to`; it leads through no box with enemies."""
        here, board = (*path, "to"), self.holdings.board
        goal = self.translation.box(entry["to"], here)
        if "path" in entry or "entrench" in entry:
            other = "path" if "path" in entry else "entrench"
            self.translation.fault(here, "", f"'to' cannot stand beside '{other}': leave out one of them")
        if self.translation.wrong(path):
            return
        start = self.setting.map.entries[entry["enter"]].box if "enter" in entry else board.box(found["stack"][0])
        way = cheapest_way(self.setting, board, self.holdings.army, start, goal)
        names = words([self._named(counter) for counter in found["stack"]])
        if way is None:
            text = f"{names}: no open way leads from {self._place(start)} to {self._place(goal)}"
            self.translation.fault(here, "5.1-4", text, found["stack"][0], goal)
            return
        if not way and "enter" not in entry:
            self.translation.fault(here, "5.1-2", f"{names}: {self._place(goal)} is where they stand", "", goal)
            return
        found["path"] = list(way)
        self.notes.append(f"{names}: by {', '.join(self._place(box) for box in way) or self._place(start)}")

    def _place(self, box: str) -> str:
        return self.setting.boxes[box].name

    # -- those who come onto the map -----------------------------------------------------------

    def _entering(self, entry: str, names: Sequence[str], found: dict[str, Any], path: Path) -> list[str]:
        """jdg 3.3-4: who enters gets the next fresh counters."""
        holdings, board = self.holdings, self.holdings.board
        if entry not in self.setting.map.entries:
            entries = self.setting.map.entries
            called = {uid: uid for uid in entries}
            self.translation.unknown(
                (*path, "enter"), f"there is no entry {entry[:60]}", entry, called, entries, "entries"
            )
            return []
        coming = {who(content): content for content in newcomers(holdings, entry)}
        chosen = {name: coming[name] for name in names if name in coming}
        for i, name in enumerate(names):
            if name not in coming:
                text = f"{name[:60]} does not come by {self.setting.map.entries[entry].name} now"
                text = f"{text}; due there: {', '.join(coming) or 'nobody'}"
                self.translation.fault((*path, "stack", i), "3.3-4", text, name, legal=list(coming))
        if len(chosen) < len(names):
            return []
        fresh = self._numbers(chosen)
        if len(fresh) < len(names):
            self.translation.fault((*path, "stack"), "3.3-4", f"no number is free for {words(list(chosen))}")
            return []
        label = deal_label(board, holdings.army, f"enter.{fresh[0]}")
        order = self._fog.mixed(holdings.own, list(chosen), label)
        for counter, name in zip(fresh, order, strict=True):
            holdings.known[counter] = chosen[name]
            self.hide |= self._fog.committed({counter: chosen[name]})
        found |= self._fog.published({"holds": list(order)})
        return list(fresh)

    def _numbers(self, names: Iterable[str]) -> tuple[str, ...]:
        """Numbers for those who enter; too few where no more are free."""
        if self._fog.contents(self.holdings.board) is None:
            return self.administration.fresh(len(tuple(names)))
        return tuple(self.numbers[name] for name in names if name in self.numbers)

    # -- what is added ----------------------------------------------------------------------------

    def _additions(self, entry: Mapping[str, Any], found: dict[str, Any], path: Path) -> None:
        """Who leads, and whether flags are turned."""
        stack, board = found["stack"], self.holdings.board
        led = generals(self.setting, self.holdings.known, stack)
        if entry.get("lead", YES) != YES:
            found["lead"] = self.translation.counter(entry["lead"], (*path, "lead"))
        elif "lead" in entry and led:
            best = max(led, key=lambda general: (general.vc, general.rank))
            found["lead"] = next(c for c in stack if who(self.holdings.known.get(c)) == best.id)
        wanted = entry.get("flag", YES if self.holdings.real(stack) else NO) != NO
        if wanted and steps.passes_flag(self.setting, board, self.holdings.army, found):
            found["flag"] = True

    # -- carrying out ----------------------------------------------------------------------------

    def _carry_out(self, found: dict[str, Any], path: Path, *, where: bool = True) -> None:
        """The stack has its turn. where: whether a fault is looked for in the entry's own parts."""
        draft, known = self.draft, self.holdings.known
        fresh = {counter: known[counter] for counter in found["stack"] if "enter" in found and counter in known}
        march: Foreseen | None = draft.done(ordered(draft.turn, int(path[1]), draft.doings, Foreseen), lambda: fresh)
        for fault in draft.faults:
            place = self._where(found, fault.refusal, path) if where else path
            self.translation.refuse(place, self.administration.told(fault.refusal, found["stack"]))
        if march is not None:
            self.passed |= {item for item in steps.path_of(found) if isinstance(item, str)}
            if len(march.paid) == 1 and self._fog.contents(self.holdings.board) is not None:
                # In a hidden game it would tell whose the stack is; the audit reckons it in the same way.
                found["command"] = next(iter(march.paid))
            for command, cost in march.paid.items():
                self._note(found, command, cost)
        self.holdings.settle()

    def _where(self, found: dict[str, Any], refusal: Refusal, path: Path) -> Path:
        """The part of the entry that a refusal is about: of a way the first item with which it cannot be gone."""
        judge, known = move_refusal(self.draft.turn, self.draft.doings), self.draft.turn.known()
        items = found.get("path", ()) if refusal.hex and "entrench" not in found else ()
        for i, item in enumerate(items):
            if judge(self.holdings.board, {**found, "path": items[: i + 1]}, known) == refusal:
                back = item.get("recon", ()) if isinstance(item, dict) else ()
                deeper = ("recon", back.index(refusal.hex)) if refusal.hex in back and back != STAY else ()
                return (*path, "path", i, *deeper)
        return path

    def _note(self, found: Mapping[str, Any], command: str, cost: int) -> None:
        names = words([self._named(counter) for counter in found["stack"]])
        left = self.holdings.board.at.pc[command]
        name = self.setting.commands[command].name
        self.notes.append(f"{names}: {cost} PC of {name}, {left} left")


def may_come(holdings: Holdings) -> list[str]:
    """jdg 3.3-4: all who may come by any entry this turn and are not there yet."""
    board, there = holdings.board, holdings.units()
    plans = holdings.setting.scenario.reinforcements
    due = [number for number in (board.at.due or ()) if army_of(board, plans[number]) == holdings.army]
    return [who(content) for number in due for content in contents_of(board, number) if who(content) not in there]


def newcomers(holdings: Holdings, entry: str) -> list[Json]:
    """jdg 3.3-4: contents of the reinforcement that may come by an entry now, as far as it is not on the map yet."""
    return coming_by(holdings.board, holdings.army, holdings.known, {"enter": entry})
