"""The member `command` of the orders: judged, completed, described, drawn at random (11.0 to 11.2, 12.1D, 16.14A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.field.values import points_text
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.roster import HEADQUARTERS
from rulesets.napoleons_last_battles.rules.command import headquarters
from rulesets.napoleons_last_battles.rules.command.authority import COMMANDERS, OFFICER, PLACE, Authority
from rulesets.napoleons_last_battles.rules.command.chain import REORGANIZES, WORDS, Assignment, Chain, chain_of
from rulesets.napoleons_last_battles.rules.command.plan import completed

Path = tuple[str | int, ...]
Found = tuple[Path, Refusal]
OFFICERS: Final = "officers"
UNITS: Final = "units"
STATES: Final = headquarters.STATES
_MOST: Final = 200
"""Entries of a list that are read at all."""
_FEW: Final = 6
"""One in so many: an officer or headquarters of whom random orders say something."""


class CommandOptions:
    """What may be said of command as the board stands when the phase begins; it is read, never changed.

    An answer is {COMMANDER: {officers: [..], units: [..]}, OFFICER: reorganizes or withholds, HEADQUARTERS: active or
    inactive}. A commander who is not named gives command as the default has him; one with neither officers nor units
    gives none.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.setting = board.setting

    @cached_property
    def authority(self) -> Authority:
        """Who is there, and who reaches whom."""
        return Authority(self.board)

    @cached_property
    def closed(self) -> Refusal | None:
        """nlb 4.2-1, 11.0-3: why nobody gives command in this turn; None where there is a command phase."""
        if not self.setting.on("command"):
            return Refusal("11.0", "this game is played without command")
        turn = self.board.now
        if turn.kind != NIGHT:
            return None
        return Refusal("4.2", f"{turn.id} is a night turn: there is no command phase, and nothing changes in command")

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal answer, else the first refusal."""
        return next((refusal for _, refusal in self._faults(answer)), None)

    def faults(self, answer: Json) -> list[Found]:
        """Everything that the rules have against an answer, with its place in it."""
        return list(self._faults(answer))

    def _faults(self, answer: Json) -> Iterator[Found]:
        if not isinstance(answer, Mapping):
            yield (), _shape("command is said leader by leader")
        elif self.closed is not None:
            if answer:
                yield (), self.closed
        else:
            told: dict[str, str] = {}
            # The order of a map says nothing: who comes first on the roster is judged first.
            for key in sorted(answer, key=self._rank):
                yield from self._leader_faults(key, answer[key], told)
            yield from self._turned(answer)

    def _rank(self, key: str) -> tuple[int, str]:
        record = self.setting.roster.units.get(key)
        return (record.order if record else -1), key

    def _leader_faults(self, key: str, said: Json, told: dict[str, str]) -> Iterator[Found]:
        refusal = self._no_leader(key)
        if refusal is not None:
            yield (key,), refusal
            return
        record = self.authority.record(key)
        if record.kind == OFFICER:
            refusal = self._word(key, said)
            if refusal is not None:
                yield (key,), refusal
        elif record.kind == HEADQUARTERS:
            if said not in STATES:
                yield (key,), _shape(f"{record.name} is made active or inactive", key, STATES)
        else:
            yield from self._commander_faults(key, said, told)

    def _no_leader(self, key: str) -> Refusal | None:
        record = self.setting.roster.units.get(key)
        legal = self.authority.commanders
        if record is None or not record.leads:
            text = f"{record.name} is no leader" if record else f"there is no leader {key[:40]}"
            return Refusal("11.0", f"{text}: commanders give command", "" if record is None else key, legal=legal)
        if record.army != self.authority.army:
            return Refusal("11.1-1", f"{record.name} belongs to the other army", key, legal=legal)
        return None if self.authority.place(key) else self._absent(key)

    def _absent(self, uid: str) -> Refusal:
        fate = "has fallen" if uid in self.board.position.dead else "is not on the map"
        return Refusal("11.2-1", f"{self.authority.record(uid).name} {fate} and has no part in command", uid)

    def _word(self, officer: str, said: Json) -> Refusal | None:
        where = self.authority.where(officer)
        if said not in WORDS:
            text = f"{where} is an officer: he {' or '.join(WORDS)}, and has command from a commander who names him"
            return Refusal("11.1B-1", text, officer, self.authority.place(officer), WORDS)
        if said == REORGANIZES and not self.setting.on("reorganization"):
            text = f"{where} cannot reorganize: this game is played without reorganization"
            return Refusal("12.0", text, officer, self.authority.place(officer))
        return None

    def _commander_faults(self, commander: str, said: Json, told: dict[str, str]) -> Iterator[Found]:
        members = (OFFICERS, UNITS)
        if not isinstance(said, Mapping) or set(said) - set(members):
            text = f"{self.authority.where(commander)} is a commander: he names officers and units, or nobody ({{}})"
            yield (commander,), _shape(text, commander, members)
            return
        refusal = headquarters.silenced(self.board, commander)
        if refusal is not None and any(said.values()):
            yield (commander,), refusal
            return
        for member in members:
            uids = said.get(member, [])
            if not _is_list(uids):
                yield (commander, member), _shape(f"{member} of a commander are a list of at most {_MOST}", commander)
                continue
            there: list[str] = []
            for number, uid in enumerate(uids):
                refusal = self._receiver(commander, member, uid, there, told)
                if refusal is None:
                    there.append(uid)
                    told[uid] = commander
                else:
                    yield (commander, member, number), refusal

    def _receiver(
        self, commander: str, member: str, uid: Json, there: Sequence[str], told: Mapping[str, str]
    ) -> Refusal | None:
        """nlb 11.1A: why a commander cannot give command to one whom he names, after those before him."""
        record = self.setting.roster.units.get(uid) if isinstance(uid, str) else None
        if record is None:
            return Refusal("11.1A", f"there is no unit or officer {str(uid)[:40]}")
        if record.army != self.authority.army:
            return Refusal("11.1-1", f"{record.name} belongs to the other army", uid)
        if not (record.fights if member == UNITS else record.kind == OFFICER):
            return self._misplaced(member, uid)
        if not self.authority.place(uid):
            return self._absent(uid)
        if uid in told:
            giver = self.authority.where(told[uid])
            return Refusal("11.1A", f"{record.name} has command from {giver} already", uid, self.authority.place(uid))
        refusal = self.authority.barred(commander, uid)
        if refusal is not None:
            legal = self.authority.commandable(commander)[member == UNITS]
            return Refusal(refusal.case, refusal.text, refusal.unit, refusal.hex, tuple(legal))
        return self._too_many(commander, member, uid, there)

    def _misplaced(self, member: str, uid: str) -> Refusal:
        record = self.authority.record(uid)
        kind = "a combat unit, named under units" if record.fights else "no combat unit"
        if record.kind == OFFICER:
            kind = "an officer, named under officers"
        elif record.kind in COMMANDERS:
            kind = "a commander, who has command from nobody"
        return Refusal("11.1A", f"{self.authority.where(uid)} is {kind}", uid, self.authority.place(uid))

    def _too_many(self, commander: str, member: str, uid: str, there: Sequence[str]) -> Refusal | None:
        """nlb 11.0-1, 11.1A, 24.1C: the capacity counts for officers and for units, each by itself."""
        authority, most = self.authority, self.authority.capacity(commander)
        together = (*there, uid)
        taken = len(together) * PLACE if member == UNITS else authority.halves(commander, together)
        if taken <= most * PLACE:
            return None
        kind = member[:-1] if most == 1 else member
        text = f"{authority.where(commander)} commands {most} {kind}: with {authority.where(uid)} it would be"
        return Refusal("11.1A", f"{text} {points_text(taken)}", uid, authority.place(uid))

    def _turned(self, answer: Mapping[str, Json]) -> Iterator[Found]:
        """nlb 16.14A, 16.14D: why headquarters cannot be turned at the end of the phase."""
        givers = [uid for uid, said in answer.items() if isinstance(said, Mapping) and any(said.values())]
        for key, said in answer.items():
            record = self.setting.roster.units.get(key)
            if record is not None and record.kind == HEADQUARTERS and said in STATES and self.authority.place(key):
                refusal = headquarters.turning_refusal(self.board, key, said, givers)
                if refusal is not None:
                    yield (key,), refusal

    # -- what comes of it ----------------------------------------------------------

    def chain(self, answer: Mapping[str, Json]) -> Chain:
        """nlb 11.0-1: who has command by a legal answer, those commanders added of whom it says nothing."""
        return chain_of(self.authority, self.assigned(answer))

    def assigned(self, answer: Mapping[str, Json]) -> Assignment:
        """Whom each commander commands by a legal answer, those added of whom it says nothing."""
        said = Assignment(words={uid: word for uid, word in answer.items() if word in WORDS})
        for uid, lists in answer.items():
            if isinstance(lists, Mapping):
                said.officers.update(dict.fromkeys(lists.get(OFFICERS, ()), uid))
                said.units.update(dict.fromkeys(lists.get(UNITS, ()), uid))
        silent = [uid for uid in self.givers if uid not in answer and not self._seated(uid, answer)]
        return completed(self.authority, said, silent)

    @property
    def givers(self) -> list[str]:
        """The commanders who may give command now, in roster order."""
        return [uid for uid in self.authority.commanders if headquarters.silenced(self.board, uid) is None]

    def _seated(self, commander: str, answer: Mapping[str, Json]) -> bool:
        """nlb 16.14D: whether one is a chief of staff whose headquarters is made active in this phase."""
        chief = self.authority.record(commander).kind == headquarters.CHIEF
        return chief and answer.get(headquarters.headquarters_of(self.board, commander)) == headquarters.ACTIVE

    # -- the rest of the contract --------------------------------------------------

    def default(self) -> Json:
        """As much strength in command as there is capacity for."""
        return {} if self.closed is not None else self.told(self.assigned({}))

    def told(self, given: Assignment) -> dict[str, Json]:
        """An assignment as an answer that says all of it."""
        answer: dict[str, Json] = {}
        for uid in self.authority.commanders:
            officers, units = given.of(uid)
            lists = {OFFICERS: officers, UNITS: units}
            answer[uid] = {member: uids for member, uids in lists.items() if uids}
        return {**{uid: lists for uid, lists in answer.items() if lists}, **given.words}

    def sample(self, pick: Pick) -> Json:
        """A random legal answer."""
        if self.closed is not None:
            return {}
        answer: dict[str, Json] = {}
        told: dict[str, str] = {}
        for uid in self.givers:
            if pick(3):
                reached = zip((OFFICERS, UNITS), self.authority.commandable(uid), strict=True)
                answer[uid] = {member: self._drawn(uid, member, uids, told, pick) for member, uids in reached}
        words = WORDS if self.setting.on("reorganization") else WORDS[1:]
        answer |= {uid: words[pick(len(words))] for uid in self.authority.officers if not pick(_FEW)}
        seats = [headquarters.headquarters_of(self.board, uid) for uid in self.authority.commanders]
        for seat in dict.fromkeys(filter(None, seats)):
            turned = {**answer, seat: STATES[pick(len(STATES))]}
            if not pick(_FEW) and self.why_not(turned) is None:
                answer = turned
        return answer

    def _drawn(self, uid: str, member: str, reached: Sequence[str], told: dict[str, str], pick: Pick) -> list[str]:
        found: list[str] = []
        for one in reached:
            if pick(2) and one not in told and self._too_many(uid, member, one, found) is None:
                found.append(one)
                told[one] = uid
        return found

    def describe(self) -> Json:
        """Commanders with their capacity and whom they reach, officers with theirs, headquarters, and the default."""
        if self.closed is not None:
            return {"noun": "command", "closed": self.closed.text, "default": {}}
        authority = self.authority
        commanders = []
        for uid in authority.commanders:
            refusal = headquarters.silenced(self.board, uid)
            officers, units = authority.commandable(uid) if refusal is None else ([], [])
            one = {"unit": uid, "at": authority.place(uid), "capacity": authority.capacity(uid)}
            commanders.append({**one, "silent": refusal.text if refusal else "", OFFICERS: officers, UNITS: units})
        return {
            "noun": "command",
            "commanders": commanders,
            OFFICERS: [
                {"unit": uid, "at": authority.place(uid), UNITS: authority.transmitted(uid)}
                for uid in authority.officers
            ],
            "headquarters": self._seats(),
            "default": self.default(),
        }

    def _seats(self) -> list[Json]:
        seats = dict.fromkeys(headquarters.headquarters_of(self.board, uid) for uid in self.authority.commanders)
        return [
            {"unit": seat, "at": self.authority.place(seat), "active": not self.board.marked(INACTIVE, seat)}
            for seat in seats
            if seat
        ]


def _is_list(uids: Json) -> bool:
    return isinstance(uids, (list, tuple)) and len(uids) <= _MOST


def _shape(text: str, unit: str = "", legal: Sequence[str] = ()) -> Refusal:
    return Refusal("11.0", text, unit, legal=tuple(legal))
