"""Messages of unknown origin sorted into games, and each game's log found among them (protocol sections 4, 5, 13).

An envelope from a mailbox may be a copy, a forgery, one of two that its signer should not both have signed, or of a
game that is none of ours. Only `Chain.extend` says what is valid; what stands here is in which order to ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.campaign.core.fold import chain_of
from pbem.protocol import keys
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import pae, read_envelope
from pbem.protocol.faults import ENVIRONMENT, STRANGER, Fault
from pbem.protocol.messages import Message, peek

MAX_RIVALS: Final = 64
"""Messages of one number, in one place, by a key of the game, that are tried: nobody signs more of them honestly."""

Progress = Callable[[int, int], None]
Holds = Callable[[bytes], bool]


@dataclass
class GameFound:
    """The messages that say they are of one game. id: of the game, or of an invitation that nobody has accepted.

    messages: by message id, each with the forms of its envelope (a payload may have been signed again).
    """

    id: str
    messages: dict[bytes, list[Message]] = field(default_factory=dict)

    def add(self, message: Message) -> None:
        """Takes one more form of a message."""
        self.messages.setdefault(message.id, []).append(message)

    def first(self) -> Iterable[Message]:
        """One form of each message."""
        return (forms[0] for forms in self.messages.values())

    def numbered(self, seq: int) -> list[Message]:
        """The messages with this number."""
        return [message for message in self.first() if message.seq == seq]


def sort_games(envelopes: Iterable[bytes]) -> tuple[list[GameFound], int]:
    """The games of these envelopes, largest first, and the number of envelopes that hold no message at all."""
    games: dict[str, GameFound] = {}
    invites: dict[str, list[Message]] = {}
    broken = 0
    for line in envelopes:
        try:
            message = peek(line)
        except Fault:
            broken += 1
            continue
        if message.kind == "invite":
            invites.setdefault(message.id.hex(), []).append(message)
        else:
            games.setdefault(message.body["game"], GameFound(message.body["game"])).add(message)
    named = {parent for game in games.values() for parent in _accepted_by(game)}
    free = {name: forms for name, forms in invites.items() if name not in named}
    for game in list(games.values()):
        for name in (_accepted_by(game) & invites.keys()) or _invite_of(game, free):
            for message in invites[name]:
                game.add(message)
            free.pop(name, None)
    for name, forms in free.items():
        games[name] = GameFound(name, {forms[0].id: forms})
    return sorted(games.values(), key=lambda game: (-len(game.messages), game.id)), broken


def _accepted_by(game: GameFound) -> set[str]:
    """The invitations that the accepts of a game name: one, unless somebody made an accept up."""
    return {str(message.body["parent"]) for message in game.first() if message.kind == "accept"}


def _invite_of(game: GameFound, free: Mapping[str, list[Message]]) -> set[str]:
    """Where the accept is missing: the only invitation, of those that nobody accepted, by a key of seat a."""
    if _accepted_by(game):
        return set()
    letters = [message for message in game.first() if message.seat == "a"]
    signed = {key for message in letters for key, _ in read_envelope(message.line).signatures}
    found = {name for name, forms in free.items() if bytes.fromhex(forms[0].body["key"]) in signed}
    return found if len(found) == 1 else set()


def signers(line: bytes) -> tuple[bytes, ...]:
    """The keys whose signature of this envelope is good."""
    envelope = read_envelope(line)
    data = pae(envelope.type, envelope.payload)
    return tuple(key for key, sig in envelope.signatures if keys.verifies(key, sig, data))


def proved(fault: Fault) -> bool:
    """Whether the signature of the message at fault was good."""
    return bool(fault.signed_by) or fault.cls == ENVIRONMENT


def signed_by(message: Message, holds: Holds) -> bool:
    """Whether somebody wrote this message: he holds a key whose signature of it is good.

    A seating is of its new key alone, though the other player signs it with him.
    """
    if message.kind == "seat" and not holds(bytes.fromhex(message.body["key"])):
        return False
    known = any(holds(key) for key, _ in read_envelope(message.line).signatures)
    return known and any(holds(key) for key in signers(message.line))


@dataclass(frozen=True)
class Refused:
    """A message that is not in the log. fault: what the verifier says, with the number and, if proved, the signer.

    corrected: its author has sent another one in its place, which is valid; then nobody is named, though he signed it.
    """

    fault: Fault
    message: Message
    corrected: bool = False


@dataclass
class AssembledLog:
    """A game's log as the messages give it. chain: the longest valid one that holds what the person signed himself.

    forks: messages that were signed beside those of the log. refused: messages that follow the log, or a part of it,
    and are not valid. missing: first and last number of each stretch that later messages prove to exist. own: what
    the person signed for numbers that the log has not reached.
    """

    chain: Chain | None = None
    forks: list[Refused] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    missing: list[tuple[int, int]] = field(default_factory=list)
    own: list[Message] = field(default_factory=list)
    beyond: int = 0

    @property
    def length(self) -> int:
        """Messages in the log."""
        return len(self.chain.messages) if self.chain is not None else 0


def assemble(
    game: GameFound,
    base: Chain | None,
    holds: Holds,
    recorded: Collection[bytes] = (),
    progress: Progress = lambda done, total: None,
) -> AssembledLog:
    """Finds the log of a game. base: a log that is there already, which the result begins with.

    holds: whether the person holds the master of a public key. recorded: ids of the messages in his journal, which
    count before all others where he signed two. Raises Fault where the rules of the game are not
    installed, or its invitation is not valid.
    """
    return _Assembly(game, holds, recorded, progress).run(base)


class _Assembly:
    """The search for one game's log; used once."""

    def __init__(self, game: GameFound, holds: Holds, recorded: Collection[bytes], progress: Progress) -> None:
        self.game = game
        self.holds = holds
        self.recorded = frozenset(recorded)
        self.progress = progress
        self.faults: dict[bytes, Fault] = {}
        self.reached: set[bytes] = set()
        self.own = {name for name, forms in game.messages.items() if any(signed_by(form, holds) for form in forms)}
        self.children: dict[tuple[int, str], list[bytes]] = {}
        parents = {str(message.body.get("parent")) for message in game.first()}

        def rank(message: Message) -> tuple[bool, bool, bool, bytes]:
            name = message.id
            return name not in self.recorded, name not in self.own, name.hex() not in parents, name

        for message in sorted(game.first(), key=rank):
            place = (message.seq, str(message.body.get("parent")))
            self.children.setdefault(place, []).append(message.id)

    def run(self, base: Chain | None) -> AssembledLog:
        starts = [base] if base is not None else self._starts()
        if not starts:
            return self._without_beginning()
        chain = max((self._grown(start) for start in starts), key=self._worth)
        ids = {message.id for message in chain.messages}
        if self.reached - ids or any(proved(fault) for fault in self.faults.values()):
            # The machine remembers what it told of each segment: of the log that was chosen, not of its rivals.
            chain = chain_of([message.line for message in chain.messages])[1]
        assembled = AssembledLog(chain)
        self._judge_others(assembled, ids)
        self._look_beyond(assembled, ids)
        return assembled

    # -- the log -----------------------------------------------------------------

    def _starts(self) -> list[Chain]:
        """A log of one message for each invitation that its own key signed."""
        starts: list[Chain] = []
        refusal: Fault | None = None
        for invite in self.game.numbered(0)[:MAX_RIVALS]:
            for form in self.game.messages[invite.id]:
                if bytes.fromhex(form.body["key"]) not in signers(form.line):
                    continue
                try:
                    starts.append(chain_of([form.line])[1])
                    self.reached.add(form.id)
                    break
                except Fault as fault:
                    refusal = refusal or fault
        if not starts and refusal is not None:
            raise refusal
        return starts

    def _grown(self, start: Chain) -> Chain:
        """The best end among all that valid messages lead to; each message is tried in its one place only."""
        best, ways = start, [start]
        while ways:
            chain = ways.pop()
            longer = self._longer(chain)
            if not longer and self._worth(chain) > self._worth(best):
                best = chain
            ways += reversed(longer)
        return best

    def _worth(self, chain: Chain) -> tuple[int, int, int]:
        """What the person signed himself decides between two logs, then length; the first found of equals stays."""
        ids = {message.id for message in chain.messages}
        return len(ids & self.recorded), len(ids & self.own), len(ids)

    def _longer(self, chain: Chain) -> list[Chain]:
        if not chain.waits_for:
            return []
        found: list[Chain] = []
        tried = 0
        for name in self.children.get((len(chain.messages), chain.messages[-1].id.hex()), ()):
            if tried >= MAX_RIVALS:
                break
            longer = self._extended(chain, name)
            if longer is not None:
                found.append(longer)
                self.reached.add(name)
            tried += longer is not None or proved(self.faults[name])
            self.progress(len(self.reached) + len(self.faults), len(self.game.messages))
        return found

    def _extended(self, chain: Chain, name: bytes) -> Chain | None:
        for form in self.game.messages[name]:
            try:
                longer = chain.extend(form.line)
            except Fault as fault:
                # Of several forms, what the one with a good signature proves.
                if name not in self.faults or fault.signed_by:
                    self.faults[name] = fault
                continue
            self.faults.pop(name, None)
            return longer
        return None

    # -- what is not in it ---------------------------------------------------------

    def _judge_others(self, assembled: AssembledLog, ids: set[bytes]) -> None:
        chain = assembled.chain
        assert chain is not None
        judged: dict[int, int] = {}
        for name, forms in self.game.messages.items():
            seq = forms[0].seq
            if name in ids or forms[0].kind == "invite":
                continue
            if name in self.faults:
                assembled.refused.append(_refused(self.faults[name], forms[0], corrected=seq < len(chain.messages)))
            elif seq < len(chain.messages) and judged.get(seq, 0) < MAX_RIVALS:
                fault = _fault(chain, forms)
                judged[seq] = judged.get(seq, 0) + (fault.cls != STRANGER and fault.code != "SIG_INVALID")
                fork = fault.code == "FORK" and fault.signed_by
                (assembled.forks if fork else assembled.refused).append(Refused(fault, forms[0]))
        for listed in (assembled.forks, assembled.refused):
            listed.sort(key=lambda one: (one.message.seq, one.message.id))

    def _look_beyond(self, assembled: AssembledLog, ids: set[bytes]) -> None:
        """What was signed for numbers that the log has not reached, and which numbers are missing before it."""
        chain = assembled.chain
        assert chain is not None
        known: dict[str, set[bytes]] = {"a": set(), "b": set()}
        for message in chain.messages:
            known[message.seat].update(_declared(message))
        settled = ids | self.reached | self.faults.keys()
        later = [m for m in self.game.first() if m.id not in settled and m.seq >= assembled.length]
        beyond = self._signed(sorted(later, key=lambda m: (m.seq, m.id)), known)
        seen: set[int] = set()
        for message in beyond:
            if message.id in self.own and message.seq not in seen:
                seen.add(message.seq)
                assembled.own.append(message)
        assembled.beyond = len(beyond)
        assembled.missing = self._missing(assembled.length, beyond)

    def _signed(self, later: list[Message], known: dict[str, set[bytes]]) -> list[Message]:
        """Those of the later messages that a player stands for: by his signature, or by what he signed after them."""
        found: dict[bytes, Message] = {}
        for message in later:
            form = self._vouched(message, known)
            if form is not None:
                found[message.id] = form
                known[message.seat].update(_declared(message))
        parents = {form.body["parent"] for form in found.values()}
        for message in reversed(later):
            if message.id.hex() in parents:
                parents.add(message.body["parent"])
                found.setdefault(message.id, message)
        return sorted(found.values(), key=lambda m: (m.seq, m.id))

    def _vouched(self, message: Message, known: Mapping[str, set[bytes]]) -> Message | None:
        """The form that a key of its seat signed, or for a seating the other's: else anybody may have made it."""
        accepted = known["a"] | known["b"] if message.kind == "seat" else known[message.seat]
        for form in self.game.messages[message.id]:
            if any(key in accepted or self.holds(key) for key in signers(form.line)):
                return form
        return None

    def _missing(self, length: int, beyond: list[Message]) -> list[tuple[int, int]]:
        """Numbers before the last one without a message, or with another than the next one follows."""
        there = {m.seq for m in beyond} | {f.seq for f in self.faults.values() if proved(f) and f.seq is not None}
        gaps: list[tuple[int, int]] = []
        expected = length
        for seq in sorted(seq for seq in there if beyond and length <= seq <= beyond[-1].seq):
            if seq > expected:
                gaps.append((expected, seq - 1))
            expected = seq + 1
        ids = {name.hex() for name in self.game.messages}
        for message in beyond:
            before = message.seq - 1
            if message.body["parent"] not in ids and not any(low <= before <= high for low, high in gaps):
                gaps.append((before, before))
        return sorted(set(gaps))

    def _without_beginning(self) -> AssembledLog:
        """No invitation: nothing can be verified, and everything up to the last message may be asked for."""
        messages = sorted(self.game.first(), key=lambda m: (m.seq, m.id))
        assembled = AssembledLog(beyond=len(messages))
        expected = 0
        for seq in sorted({message.seq for message in messages if message.kind != "invite"}):
            if seq > expected:
                assembled.missing.append((expected, seq - 1))
            expected = seq + 1
        return assembled


def _refused(fault: Fault, message: Message, *, corrected: bool) -> Refused:
    if not (corrected and fault.signed_by):
        return Refused(fault, message)
    said = f"another message {message.seq} is in the log, and this one was never valid: {fault.detail}"
    return Refused(Fault(fault.code, said, fault.seq), message, corrected=True)


def _declared(message: Message) -> set[bytes]:
    return {bytes.fromhex(message.body["key"])} if "key" in message.body else set()


def _fault(chain: Chain, forms: list[Message]) -> Fault:
    """What the log says of a message that cannot extend it; of several forms, what proves most."""
    found: Fault | None = None
    for form in forms:
        try:
            chain.extend(form.line)
        except Fault as fault:
            if found is None or fault.signed_by:
                found = fault
    assert found is not None, "a message with a number of the log and another id does not extend it"
    return found


def words_of(game: GameFound) -> dict[str, Any]:
    """What a game's unverified messages say of it, for a list to choose from."""
    invite = next(iter(game.numbered(0)), None)
    accept = next(iter(game.numbered(1)), None)
    terms = invite.body["terms"] if invite is not None else {}
    names = [str(one.body.get("name", "")) for one in (invite, accept) if one is not None]
    return {
        "game": game.id,
        "scenario": str(terms.get("names", {}).get("scenario", "")),
        "players": [name for name in names if name],
        "messages": len(game.messages),
    }
