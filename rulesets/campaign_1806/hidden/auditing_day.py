"""The audit of the orders of a day: dealing, command, and every move, by what was behind the counters (2.11, 7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.hidden import dealing
from rulesets.campaign_1806.hidden.basis import Bases, bases, reorganized
from rulesets.campaign_1806.hidden.commanding import BY, COMMANDED, DIE, LED, OWN, completed, form, officers
from rulesets.campaign_1806.hidden.counters import is_counter, unit_in
from rulesets.campaign_1806.hidden.own_view import OwnView, tracks_in
from rulesets.campaign_1806.hidden.proofs import CLAIM, CONSERVATION, ILLEGAL, Fault
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.command.phase import COMMAND, REORGANIZE, REPLACE, CommandOptions
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.rules.march.arriving import waiting
from rulesets.campaign_1806.rules.march.movement import BACKED, ORDERS, REASSEMBLE
from rulesets.campaign_1806.rules.march.stack import VEDETTES
from rulesets.campaign_1806.rules.orders_options import DayOrders


class DayAudit:
    """The orders of one day. play: the public board on which they were asked for. sent: what everybody reads of them.
    held, committed: counter -> content, before the message and by it. leaf: of command; None where no book tells it.
    gone: counters that fresh ones have replaced."""

    def __init__(
        self,
        play: Play,
        sent: Mapping[str, Json],
        held: Mapping[str, Json],
        committed: Mapping[str, Json],
        leaf: Json,
    ) -> None:
        self.play, self.sent, self.committed = play, completed(sent), committed
        self.held = {**held, **_told_by_dealing(play, self.sent, held, committed)}
        self.view = OwnView(play, play.army, self.held, tracks_in(leaf))
        self.board = self.view.play
        # Where a predecessor in the seat left counters of which no book tells, an officer may be under one of them.
        # A counter that the book tells, and that holds nobody there is, hides none.
        unknown = [uid for uid in self.board.at if is_counter(uid) and uid not in self.held]
        self.whole = not any(play.army_of(uid) == play.army for uid in unknown)
        self.units = {counter: uid for uid, counter in self.view.counters.items()}
        self.gone: set[str] = set()
        self.told = leaf is not None
        self.plan: Any = leaf.get("plan") if isinstance(leaf, Mapping) else {}
        self.staff = texts(leaf.get("officers")) if isinstance(leaf, Mapping) else ()

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong."""
        yield from self._dealt()
        yield from self._entered()
        orders: dict[str, Json] = {
            key: self.sent[key] for key in (REPLACE, REORGANIZE) if isinstance(self.sent.get(key), (list, Mapping))
        }
        if self.told:
            refusal = CommandOptions(reorganized(self.board, orders)).why_not(self.plan)
            yield from self._staff(refusal)
            orders |= {COMMAND: self.plan} if refusal is None else {}
        found = bases(self.board, orders)
        moves = []
        for entry in self._list(ORDERS):
            read = self._read(entry)
            if read is None:
                yield from self._nobody(entry)
                continue
            yield from self._out(entry, read)
            if self.told and self.whole:
                yield from self._rests_on(entry, read["units"], found)
            yield from self._backed(entry, read)
            moves.append(read)
        orders[ORDERS] = moves
        orders[REASSEMBLE] = [uid for uid in map(self._parent, self._list(REASSEMBLE)) if uid]
        for path, refusal in DayOrders(self.board).faults(orders):
            if path[:1] in ((ORDERS,), (REASSEMBLE,), (REORGANIZE,)) and self._sure(refusal):
                yield ILLEGAL, refusal
        yield from self._led(found) if self.told and self.whole else ()

    def _list(self, member: str) -> Sequence[Any]:
        value = self.sent.get(member)
        return value if isinstance(value, (list, tuple)) else ()

    def _sure(self, refusal: Refusal) -> bool:
        """Whether a refusal is no matter of counters that nobody has to tell of."""
        return not is_counter(refusal.unit)

    # -- who is behind what --------------------------------------------------------------

    def _dealt(self) -> Iterator[Fault]:
        """osg 1.5, 1.52: fresh counters hold who was in the hex, those with the same markers among themselves."""
        play = self.play
        for at, groups, fresh in dealing.sound(play, self.sent.get("deal", ())):
            if not set(fresh) <= set(self.committed):
                continue
            self.gone.update(uid for group in groups for uid in group)
            ids = iter(fresh)
            for group in groups:
                mine = [next(ids) for _ in group]
                there = [self.units.get(uid, uid) for uid in group]
                for counter in mine:
                    self.units[counter] = unit_in(self.committed[counter])
                now = [self.units[counter] for counter in mine]
                if not any(map(is_counter, there)) and Counter(now) != Counter(there):
                    text = f"the counters dealt in {at} hold {self._names(now)}; there were {self._names(there)}"
                    yield CONSERVATION, Refusal("1.52", text, "", at)

    def _entered(self) -> Iterator[Fault]:
        """osg 15.2-2: the counters of a group that comes in hold that group."""
        for group, fresh in dealing.entering(self.play, self.sent.get("enter", ())):
            at = group.at
            if not set(fresh) <= set(self.committed):
                continue
            due = [one for one in waiting(self.board, self.play.army) if (one.at, one.units) == (at, group.units)]
            if self.told and not due:
                text = f"{self._names(group.units)} cannot come in at {at} now by the plan that was sealed"
                yield ILLEGAL, Refusal("21.85", text, group.units[0], at)
            now = [unit_in(self.committed[counter]) for counter in fresh]
            self.units |= dict(zip(fresh, now, strict=True))
            if Counter(now) != Counter(group.units):
                text = f"the group that comes in at {at} is {self._names(group.units)}, not {self._names(now)}"
                yield CONSERVATION, Refusal("15.2-2", text, "", at)

    def _out(self, entry: Mapping[str, Any], read: Mapping[str, Any]) -> Iterator[Fault]:
        """osg 13.11-1, 13.3-1: counters that come out of a unit are its vedettes, all that are left."""
        board, parent = self.board, read["units"][0]
        for word in entry["path"]:
            ids = dealing.vedettes_of(word) if isinstance(word, str) else None
            if ids is None or not set(ids) <= set(self.committed):
                continue
            now = [unit_in(self.committed[counter]) for counter in ids]
            self.units |= dict(zip(ids, now, strict=True))
            if is_counter(parent):
                continue
            due = vedettes.left_of(board, parent, board.position.boxes)
            stays = board.unit(parent).kind == vedettes.LIGHT
            if Counter(now) != Counter(due) or stays is not word.startswith(dealing.STAYS):
                text = f"{board.name(parent)} breaks down into {self._names(due)}; its counters hold {self._names(now)}"
                yield CONSERVATION, Refusal("13.11-1", text, parent, read["path"][0])

    def _names(self, units: Sequence[str]) -> str:
        known = self.play.roster.units
        return ", ".join(sorted(known[uid].name if uid in known else "nobody" for uid in units)) or "nobody"

    # -- command -------------------------------------------------------------------------

    def _staff(self, refusal: Refusal | None) -> Iterator[Fault]:
        """osg 7.11-1, 7.12: the allocation is one that the rules allow, and each officer has one number. refusal: what
        they have against the allocation."""
        due = officers(self.play.setting, self.play.army)
        if Counter(self.staff) != Counter(due):
            yield CLAIM, Refusal("7.12", "the numbers of officers in the leaf of command are not one for each officer")
        if refusal is not None and self._sure(refusal) and self.whole:
            yield ILLEGAL, refusal

    def _rests_on(self, entry: Mapping[str, Any], units: Sequence[str], found: Bases) -> Iterator[Fault]:
        """osg 2.11B1, 7.12, 7.13, 7.14: a move rests on command that was given, on the die of its own officer, or on
        dice of its own, at most the ratings that they have."""
        basis = entry.get(BY)
        if form(basis, len(units)) is not None or any(map(is_counter, units)):
            return
        refusal = self._wrong_basis(basis, found.parents(units), found)
        if refusal is not None:
            yield ILLEGAL, refusal

    def _wrong_basis(self, basis: Any, units: Sequence[str], found: Bases) -> Refusal | None:
        play = found.play
        at = play.at.get(units[0], "")
        if basis == COMMANDED:
            out = next((uid for uid in units if uid not in found.commanded), "")
            text = f"{play.name(out)} at {at} moves by command, and nobody commands it" if out else ""
            return Refusal("7.11-1", text, out, at) if out else None
        if basis[0] == DIE:
            return self._wrong_die(basis, units, found, at)
        for uid, rating in zip(units, basis[1:], strict=False):
            true = 0 if play.unit(uid).leads else play.rating(uid)
            if rating > max(true, 0) or (rating == 0 and not play.unit(uid).leads):
                text = f"{play.name(uid)} at {at} throws for initiative {rating} and has {true}"
                return Refusal("7.14", text, uid, at)
            if uid in found.commanded and not play.unit(uid).leads:
                return Refusal("2.11B2-1", f"{play.name(uid)} at {at} is in command and throws no die", uid, at)
            if not found.may_try(uid):
                return Refusal("7.13", f"{play.name(uid)} at {at} is in range of its officer and may not try", uid, at)
        return None

    def _wrong_die(self, basis: Any, units: Sequence[str], found: Bases, at: str) -> Refusal | None:
        play, number, rating = found.play, basis[1], basis[2]
        officer = self.staff[number - 1] if 1 <= number <= len(self.staff) else ""
        following = found.followers.get(officer, frozenset())
        led = next((uid for uid in units if uid not in found.commanded | following), "")
        if led or officer not in play.at:
            who = led or units[0]
            return Refusal(
                "7.12", f"{play.name(who)} at {at} moves by the die of an officer who does not lead it", who, at
            )
        if rating > max(play.rating(officer), 0):
            text = f"{play.name(officer)} is said to have initiative {rating} and has {play.rating(officer)}"
            return Refusal("7.14", text, officer, play.hex_of(officer))
        return None

    def _led(self, found: Bases) -> Iterator[Fault]:
        """osg 7.3, 11.46-1: of whom it is said that he is in command, so that he may advance."""
        said = self.sent.get(LED)
        for counter, basis in said.items() if isinstance(said, Mapping) else ():
            uid = self.units.get(counter, counter)
            if form(basis, 1) is not None or uid not in found.play.at or is_counter(uid) or basis[:1] == [OWN]:
                continue
            refusal = self._wrong_basis(basis, [uid], found)
            if refusal is not None:
                yield CLAIM, refusal

    # -- moves in units ------------------------------------------------------------------

    def _read(self, entry: Any) -> dict[str, Any] | None:
        """A move with units in place of counters; None for what is no move, which everybody saw refused."""
        if entry == NO or not isinstance(entry, Mapping):
            return None
        units, path = texts(entry.get("units")), texts(entry.get("path"))
        if not units or not path or len(path) != len(entry["path"]) or len(units) != len(entry["units"]):
            return None
        for counter in (one for word in path for one in dealing.vedettes_of(word) or ()):
            if counter in self.committed:
                self.units.setdefault(counter, unit_in(self.committed[counter]))
        named = [self.units.get(uid, uid) for uid in units]
        if any(uid not in self.play.roster.units for uid in named):
            return None
        return {"units": named, "path": [VEDETTES if dealing.vedettes_of(word) else word for word in path]}

    def _nobody(self, entry: Any) -> Iterator[Fault]:
        """osg 1.5: whoever is ordered to move is somebody: an order for a counter that was committed to as none says
        nothing else that could be judged."""
        units = texts(entry.get("units")) if isinstance(entry, Mapping) else ()
        none = next((uid for uid in units if self.units.get(uid) == ""), "")
        if none:
            yield ILLEGAL, Refusal("1.5", f"counter {none} is ordered to move and holds nobody", none)

    def _backed(self, entry: Mapping[str, Any], read: Mapping[str, Any]) -> Iterator[Fault]:
        """osg 20.16: who is said to take hexes in supply fights, and is in supply."""
        board, units = self.board, read["units"]
        if not entry.get(BACKED) or any(map(is_counter, units)):
            return
        able = any(board.unit(uid).fights and (uid not in board.at or board.supplied(uid)) for uid in units)
        if not able and set(read["path"]) & set(board.position.held):
            at = board.at.get(units[0], "")
            text = f"{board.name(units[0])} at {at} takes no hexes: it has no supply"
            yield CLAIM, Refusal("20.16", text, units[0], at)

    def _parent(self, entry: Any) -> str:
        """The unit that is put together again by an entry, "" where it is not known."""
        counter = entry.get("unit") if isinstance(entry, Mapping) else ""
        uid = self.units.get(counter, "") if isinstance(counter, str) else ""
        return uid if uid in self.play.roster.units else ""


def _told_by_dealing(
    play: Play, sent: Mapping[str, Json], held: Mapping[str, Json], committed: Mapping[str, Json]
) -> dict[str, Json]:
    """osg 1.5, 1.52: counters of which no book tells -> what they held by the fresh ones that are dealt in their place:
    whoever of a hex is not known to have been there."""
    found: dict[str, Json] = {}
    for _, groups, fresh in dealing.sound(play, sent.get("deal", ())):
        if not set(fresh) <= set(committed):
            continue
        ids = iter(fresh)
        for group in groups:
            now = Counter(unit_in(committed[next(ids)]) for _ in group)
            there = Counter(unit_in(held[uid]) if uid in held else uid for uid in group)
            unknown = [uid for uid in group if is_counter(uid) and uid not in held]
            found |= {uid: {"unit": unit} for uid, unit in zip(unknown, sorted((now - there).elements()), strict=False)}
    return found
