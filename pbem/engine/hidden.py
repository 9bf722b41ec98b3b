"""What a game with hidden forces offers beside its rules: contents, what they mean, and the audit (protocol section 9).

Everything here is pure. `Own` is what one army knows of its own hidden forces; it never leaves its owner's computer
but by commitments, openings and the disclosure that ends a campaign.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from pbem.engine.options import Json, Pick

if TYPE_CHECKING:
    from pbem.engine.contract import Compiled
    from pbem.engine.requests import Choose, Claim

HIDDEN, OCCUPANCY = "hidden", "occupancy"


@dataclass(frozen=True, slots=True)
class Draw:
    """A private draw as its owner sees it. seq: number of the message whose segment drew it."""

    seq: int
    label: str
    faces: int
    result: int


@dataclass(frozen=True, slots=True)
class Own:
    """What an army knows of its own hidden forces.

    markers: its markers that hold a commitment -> content. leaves: tree -> name -> value, as last committed to.
    draws: its private draws of the whole campaign, oldest first. secret: 32 bytes that nobody else knows, others for
    each question.
    """

    army: str = ""
    markers: Mapping[str, Json] = field(default_factory=dict)
    leaves: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    draws: Sequence[Draw] = ()
    secret: bytes = b""

    def with_hidden(self, hide: Mapping[str, Json]) -> Own:
        """What the army knows once a message has turned these markers face down."""
        return replace(self, markers={**self.markers, **hide})

    def shuffled(self, things: Sequence[str], label: str) -> list[str]:
        """The things in an order that the opponent cannot foresee, the same each time for one question and label.

        Counters that are turned face down under fresh ids are dealt in it, so that their ids tell nothing.
        """

        def key(thing: str) -> bytes:
            return hmac.digest(self.secret, f"{label} {thing}".encode(), "sha256")

        return sorted(things, key=key)


NOTHING = Own()


@dataclass(frozen=True, slots=True)
class Step:
    """The campaign after one message. at: position at the beginning of the running phase; trace: its steps so far.

    army: who sent the message. sent: its input. events: what was told while the segment ran that it closes.
    markers: commitments that stand after it, marker -> number of the message that made it. committed: markers that
    it turned face down, with their content as disclosed. leaves: what its trees held; only trees that are disclosed.
    asked: the question that its input answered, as the log has it; "" for a message without one, and for one whose
    orders count no more. seated: whether somebody took the seat with it. begun: whether the running phase had its
    orders before it. before: as `markers`, before it hid anything itself; as `markers` of the step before where nothing
    is given. patched: whether both agreed with it on another position.
    """

    seq: int
    army: str
    at: Json
    trace: Sequence[Json]
    sent: Mapping[str, Json]
    events: Sequence[Mapping[str, Json]]
    markers: Mapping[str, int]
    committed: Mapping[str, Json] = field(default_factory=dict)
    leaves: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    asked: str = ""
    seated: bool = False
    begun: bool = False
    before: Mapping[str, int] | None = None
    patched: bool = False


EXCUSED: Final = object()
"""What a marker holds of which no book has to tell: committed to before the last seat of its side."""


@dataclass(frozen=True, slots=True)
class Record:
    """A campaign as its audit sees it. disclosed: armies whose books are open; what others hid is not in `steps`.

    content: (marker, number of the message that committed to it) -> content. draws: army -> private draws. owed: army
    -> number of the first message of which its book has to tell; of every one where it is not named. false: claims that
    `HiddenForces.facts` denies, by number of the message and `claim_name`: the rulebook looks at no other; None
    where they were not looked for.
    """

    steps: Sequence[Step]
    disclosed: Sequence[str]
    content: Mapping[tuple[str, int], Json]
    draws: Mapping[str, Sequence[Draw]]
    owed: Mapping[str, int] = field(default_factory=dict)
    false: Collection[tuple[int, str]] | None = None

    def held(self, army: str, marker: str, at: int) -> Json:
        """What message `at` of an army committed to for a marker; EXCUSED where its book need not tell it, and where
        nobody committed to it (-1), which both sides can only have agreed to.

        Raises LookupError for what the book must tell and does not: then the log was not judged by the protocol.
        """
        if (marker, at) in self.content:
            return self.content[marker, at]
        if at < self.owed.get(army, 0):
            return EXCUSED
        raise LookupError(f"marker {marker} of {army}: the book has no content of message {at}")


@dataclass(frozen=True, slots=True)
class Accusation:
    """A lie that the disclosed contents prove.

    code: AUDIT_CONSERVATION, AUDIT_MOVE_ILLEGAL, AUDIT_CLAIM, AUDIT_OMISSION or AUDIT_DRAW. seq: message where it was
    told. case: the rulebook's. text: one sentence that names unit or marker, and place. claim: for a false or missing
    statement the claim that it is about, as `claim_name` has it; the rulebook's words on it replace the program's own.
    """

    code: str
    army: str
    seq: int
    case: str
    text: str
    claim: str = ""


def claim_name(marker: str, say: str) -> str:
    """What an accusation calls a claim: its marker and its fact."""
    return f"{marker} {say}"


def truth(forces: HiddenForces, request: Claim, held: Mapping[str, Json], secret: bytes = b"") -> Json:
    """What a truthful owner answers to a claim. held: as for `HiddenForces.facts`. secret: as for `picked`."""
    answers = facts_of(forces, request.marker, request.say, held, request.scene)
    return picked(answers, request.say, held, secret)


def facts_of(forces: HiddenForces, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
    """All true answers by the parts of a claim. One without a scene is judged by its own marker alone."""
    return forces.facts(marker, say, held if scene is not None else {marker: held[marker]}, scene)


def picked(answers: Sequence[Json], say: str, held: Mapping[str, Json], secret: bytes) -> Json:
    """Of several true answers the one to state, so that nothing follows from it for those that are not stated.

    Nobody foresees their order, and it is the same however often it is asked while what the owner holds stays what it
    is. held: as for `HiddenForces.facts`. secret: 32 bytes of the owner for the whole game.
    """
    if len(answers) == 1:
        return answers[0]
    things = [(name, held.get(name), held.get(f"{HIDDEN}.{name}")) for name in map(str, answers)]
    names = {json.dumps(thing, sort_keys=True): answer for thing, answer in zip(things, answers, strict=True)}
    return names[Own(secret=secret).shuffled(list(names), f"claim {say}")[0]]


def states(answers: Sequence[Json], value: Json) -> bool:
    """Whether a value is one of the true answers; equality is that of canonical JSON."""
    return any(value == answer and type(value) is type(answer) for answer in answers)


@dataclass(frozen=True, slots=True)
class Contingent:
    """Units of which at least and at most so many stand in an army's markers, each of them once."""

    units: Sequence[str]
    least: int = 1
    most: int = 1


class Confrontation(Protocol):
    """What a rulebook finds in two open books that it finds in neither alone."""

    def accusations(self, army: str, record: Record) -> Sequence[Accusation]:
        """What both books prove against an army beside what `HiddenForces.audit` finds. record: with both of them."""


class HiddenForces(Protocol):
    """What a game with face-down markers, hidden units or private draws tells about them."""

    # Bytes that the canonical form of a marker's content or of a sealed answer may need at most, and what all hidden
    # leaves of a side may need: the vault is padded to them, so that its size tells nothing.
    content_size: int
    leaves_size: int

    def face_down(self, at: Json) -> Mapping[str, str]:
        """Markers in play at a position whose content is or may be committed to -> army."""

    def content_schema(self) -> Json:
        """JSON Schema of a marker's content."""

    def units_in(self, content: Json) -> Sequence[str]:
        """Ids of the units in a content; none in a dummy. Any JSON value is to be coped with."""

    # The rulebook's case for what is wrong with the content of a marker.
    conservation: str

    def well_formed(self, content: Json) -> bool:
        """Whether any JSON value is a content; whose it is and whether it can be there now is not asked."""

    def shown(self, at: Json, army: str) -> Mapping[str, Json]:
        """Contents of an army's markers that lie face up at a position."""

    def order_of_battle(self, at: Json, army: str) -> Sequence[Contingent]:
        """Who stands in an army's markers at the beginning of a phase, face up or down; whoever is not named does not.

        So the eliminated, those who have not come yet and the enemy's are left out. What is public alone decides.
        """

    def imbalance(self, at: Json, army: str, held: Mapping[str, Json]) -> Sequence[str]:
        """What else is wrong with what all markers of an army hold together: too strong, too many dummies. Sentences.

        held: their contents, those of face-down markers as committed to, all of them well formed.
        """

    def facts(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
        """Everything that a truthful owner may answer to a `Claim` about a marker: one answer at least. Of several his
        program states one that it picks in secret, and the audit accepts each.

        held: content of each of his markers that holds one, this one among them, and under `tree.name` the leaves of
        his trees as they count now; of this marker alone where the claim has no scene. scene: that of the claim.
        """

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """Names of the leaves of the trees `hidden` and `occupancy`, as far as the game has them.

        Leaf 0 of `hidden` belongs to the protocol (private draws) and is not listed. Equally many for both armies.
        """

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """What an army's own book proves against it, beside claims, which `facts` checks, and beside what
        `engine.rollcall` finds: contents that are none, and units that stand twice or nowhere.

        record: with the book of this army alone, so that what is found hangs on nothing that the enemy discloses. What
        no book has to tell is EXCUSED, see `Record.held`; anything else is judged, and nothing passed over.
        """

    @property
    def confrontation(self) -> Confrontation | None:
        """What only both books together show; None for a rulebook that judges each army by its own."""
        return None

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """A random legal answer with everything hidden that belongs to it: what the random player plays."""
