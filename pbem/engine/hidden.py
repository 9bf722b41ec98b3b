"""What a game with hidden forces offers beside its rules: contents, what they mean, and the audit (protocol section 9).

Everything here is pure. `Own` is what one army knows of its own hidden forces; it never leaves its owner's computer
but by commitments, openings and the disclosure that ends a campaign.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

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


@dataclass(frozen=True, slots=True)
class Record:
    """A campaign as its audit sees it. disclosed: armies whose books are open; what others hid is not in `steps`.

    content: (marker, number of the message that committed to it) -> content. draws: army -> private draws.
    """

    steps: Sequence[Step]
    disclosed: Sequence[str]
    content: Mapping[tuple[str, int], Json]
    draws: Mapping[str, Sequence[Draw]]


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


def truth(forces: HiddenForces, request: Claim, held: Mapping[str, Json]) -> Json:
    """What a truthful owner answers to a claim. held: as for `HiddenForces.fact`."""
    return fact_of(forces, request.marker, request.say, held, request.scene)


def fact_of(forces: HiddenForces, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Json:
    """The same by the parts of a claim. A claim without a scene is judged by its own marker alone."""
    return forces.fact(marker, say, held if scene is not None else {marker: held[marker]}, scene)


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

    def fact(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Json:
        """What a truthful owner answers to a `Claim` about a marker.

        held: content of each of his markers that holds one, this one among them, and under `tree.name` the leaves of
        his trees as they count now; of this marker alone where the claim has no scene. scene: that of the claim.
        """

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """Names of the leaves of the trees `hidden` and `occupancy`, as far as the game has them.

        Leaf 0 of `hidden` belongs to the protocol (private draws) and is not listed. Equally many for both armies.
        """

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """What is proven against an army whose book is open. Claims are checked already, by `fact`."""

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """A random legal answer with everything hidden that belongs to it: what the random player plays."""
