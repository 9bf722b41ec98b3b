"""The moves of a document worked out one after the other, each on the board as those before leave it: macros of
brigades become paths of their units, and every path is judged (6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from weakref import WeakKeyDictionary

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Refusal
from rulesets.winters_victory.board.pieces import CAVALRY, CREW
from rulesets.winters_victory.documents.assaulting import Assaulting
from rulesets.winters_victory.documents.leading import with_turns
from rulesets.winters_victory.documents.macros.expanding import Expanded, expand
from rulesets.winters_victory.documents.macros.requests import Advance, Macro, read
from rulesets.winters_victory.forms import MACROS, ORDERS
from rulesets.winters_victory.orders_options import SegmentOrders, rehearsed
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase

_MANNER: Final = ("fire", "dis")
_PATH, _HOLD, _ASSAULT = "path", "hold", "assault"
_GOING: Final = ("to", "march", "advance", "back")
"""Macros of which a leader of a brigade takes part: he goes to the hex of its first unit."""

_WORKED: WeakKeyDictionary[Play, dict[object, Expanded]] = WeakKeyDictionary()
"""What macros have come to: a page asks again and again for the same document with something behind it."""
_MOST_WORKED: Final = 200


@dataclass
class Moves:
    """The moves of an army so far. shock, entries: attacks and moves, as the public input has them; shock is None where
    the orders open no Shock Phase of the army. faults: with their places in the document; notes: what was chosen, and
    what somebody cannot do wholly."""

    play: Play
    shock: list[Json] | None = None
    entries: list[dict[str, Any]] = field(default_factory=list)
    faults: list[PlacedRefusal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @cached_property
    def phase(self) -> MovementPhase:
        """The board on which they are carried out, supposing that the enemy does nothing."""
        return SegmentOrders(self.play).rehearsal()

    def take(self, number: int, said: Mapping[str, Any]) -> None:
        """One entry of a document, names turned into ids. number: its place."""
        words = [word for word in (_PATH, *MACROS) if word in said]
        if len(words) != 1:
            self._fault(number, f"write one thing that they do: path, {', '.join(MACROS)}")
            return
        if words[0] == _HOLD:
            return
        if words[0] == _PATH:
            self._path(number, said)
        else:
            self._macro(number, words[0], said)

    def follow(self, entry: Mapping[str, Any]) -> Refusal | None:
        """Carries out an entry of public input; why it cannot be."""
        units, path = tuple(entry["units"]), tuple(entry[_PATH])
        return rehearsed(self.phase, Entry(units, path))

    def _path(self, number: int, said: Mapping[str, Any]) -> None:
        units = _units(said)
        if not units or not said[_PATH]:
            self._fault(number, "a path of words is for units: write unit or units, and one word at least")
            return
        words = with_turns(self.phase.walking(), units, said[_PATH])
        entry = {"units": units, _PATH: list(words), **_manner(said)}
        refused = self.follow(entry)
        if refused is not None:
            self.faults.append(PlacedRefusal((ORDERS, number), refused))
        self.entries.append(entry)

    # -- macros ------------------------------------------------------------------------------

    def _macro(self, number: int, word: str, said: Mapping[str, Any]) -> None:
        """wv 6.0-2: each unit as far as it comes; who cannot do anything of it is told of."""
        units = self._meant(said)
        if not units:
            whose = said.get("brigade") or ", ".join(_units(said))
            self._fault(number, f"nobody of {whose} is on the map")
            return
        if word == _ASSAULT:
            units = self._attacked(units, said[word])
        found = self._expanded(_read(word, said[word]), units)
        self.notes += [f"{one.text} ({one.case})" if one.case else one.text for one in found.remarks]
        for group, path in found.entries:
            self._enter({"units": list(group), _PATH: list(path), **_manner(said)})
        leader = self._leader(said) if word in _GOING else ""
        if leader and found.entries:
            self._along(leader, units)

    def _expanded(self, macro: Macro, units: Sequence[str]) -> Expanded:
        """A macro worked out, which takes long; whoever asks for the same on the same board again is told at once."""
        board, phase = self.phase.scene.board, self.phase
        standing = tuple(
            (uid, *one.hexes, one.facing, one.strength, one.formation, one.state, *sorted(one.marks))
            for uid, one in board.pieces.items()
        )
        stacks = tuple(sorted((at, there) for at, there in board.here.items() if len(there) > 1))
        key = (macro, tuple(units), standing, stacks, frozenset(phase.moved), frozenset(phase.held))
        known = _WORKED.setdefault(self.play, {})
        if key not in known:
            if len(known) >= _MOST_WORKED:
                known.clear()
            known[key] = expand(macro, units, self.phase.walking())
        return known[key]

    def _attacked(self, units: list[str], said: Mapping[str, Any]) -> list[str]:
        """wv 12.0-1, 12.52.1-1: notes the attacks of who stands before the enemy; the others, who come closer."""
        names = {uid: self.play.setting.units[uid].name for uid in units}
        horse = [uid for uid in units if self.play.setting.units[uid].kind == CAVALRY]
        if horse:
            told = ", ".join(names[uid] for uid in horse)
            self.notes.append(f"{told}: horse charges once it has declared so, as charges of its corps say (12.52)")
        if self.shock is None:
            self.notes.append("An assault comes closer now: no Shock Phase of yours is opened by these orders (12.0)")
            return units
        before = len(self.shock)
        busy = Assaulting(self.play, self.shock).attack(units, said["on"], said.get("if"))
        for one in self.shock[before:]:
            told = ", ".join(names[uid] for uid in one["units"])
            after = f" after {one['if']['shock']}" if "if" in one else ""
            self.notes.append(f"{one['id']}: {told} on {self.play.setting.field.name(one['on'][0])}{after}")
        return [uid for uid in units if uid not in busy]

    def _enter(self, entry: dict[str, Any]) -> None:
        refused = self.follow(entry)
        if refused is not None:
            self.notes.append(f"{refused.text} ({refused.case})")
            return
        self.entries.append(entry)
        names = ", ".join(self.play.setting.units[uid].name for uid in entry["units"])
        self.notes.append(f"{names}: {' '.join(entry[_PATH])}")

    def _along(self, leader: str, units: Sequence[str]) -> None:
        """wv 16.23: the leader of a brigade to its first unit, as far as he comes."""
        pieces = self.phase.scene.board.pieces
        to = next(pieces[uid].at for uid in units if uid in pieces)
        if pieces[leader].at != to:
            found = self._expanded(Advance((to,)), [leader])
            for group, path in found.entries:
                self._enter({"units": list(group), _PATH: list(path)})

    def _leader(self, said: Mapping[str, Any]) -> str:
        """The leader of the brigade that is meant, if he is to go with it."""
        brigade = said.get("brigade", "")
        if not brigade or "leader" in said:
            return ""
        found = self.play.setting.chain.led.get(brigade, "")
        own = found and self.play.setting.chain.leaders[found].brigade == brigade
        free = found in self.phase.scene.board.pieces and found not in self.phase.moved
        return found if own and free else ""

    def _meant(self, said: Mapping[str, Any]) -> list[str]:
        """The units on the map that a macro is for, in the order in which they are named, else in that of the roster.
        Of a brigade without those who have moved already."""
        pieces, named = self.phase.scene.board.pieces, _units(said)
        brigade = said.get("brigade", "")
        if named or not brigade:
            return [uid for uid in named if uid in pieces]
        return [uid for uid in self._members(brigade) if uid in pieces and uid not in self.phase.moved]

    def _members(self, brigade: str) -> Iterator[str]:
        setting = self.play.setting
        for uid in setting.forces.brigades[brigade].units:
            if setting.units[uid].kind != CREW:
                yield uid
                yield from setting.companies.get(uid, ())

    def _fault(self, number: int, text: str) -> None:
        self.faults.append(PlacedRefusal((ORDERS, number), Refusal("6.0-2", text)))


def _units(said: Mapping[str, Any]) -> list[str]:
    return [*([said["unit"]] if "unit" in said else []), *said.get("units", ())]


def _manner(said: Mapping[str, Any]) -> dict[str, Json]:
    return {key: said[key] for key in _MANNER if key in said}


def _read(word: str, given: Any) -> Macro:
    """A macro of a document that fits its schema."""
    if word == "to":
        return Advance((given,))
    if word == "advance" and "axis" in given:
        axis = {"axis": given["axis"], **({"hexes": given["hexes"]} if "hexes" in given else {})}
        given = {key: one for key, one in given.items() if key not in axis} | {"to": axis}
    if isinstance(given, Mapping):
        given = {key: one for key, one in given.items() if key != "if"}
    return read({word: {} if given in ("yes", "no") else given})
