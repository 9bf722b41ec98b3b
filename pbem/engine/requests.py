"""What a rule may ask for. A procedure yields one of these and is sent the answer back.

    die = (yield Roll("1d6", label="gt4.a1", rule="7.0"))[0]

Who answers is no business of the rule: the files of a campaign, standing orders, a prompt, a
scripted list, a random player or a replayed log.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.engine.options import Json, Options


class Silent:
    """The type of SILENT: no answer was given, which no JSON value can say."""

    def __repr__(self) -> str:
        return "SILENT"


SILENT: Final = Silent()
# The one value, in orders or in a standing-order slot, that stops the segment and asks by mail.
ASK: Final = "ask"
# The question that a phase opens with; its answer is the player's orders for the phase.
ORDERS: Final = "orders"
# The question whose answer is empty: the other side has to close a segment before play can go on.
CONTINUE: Final = "continue"
# A question whose answer is committed to and opened later bears its kind behind this: `sealed.plan`.
SEALED: Final = "sealed."


def as_said(value: Json) -> Json:
    """The plain reading of a preference: it is the answer."""
    return value


# Most requests are one of these two; a frozen one would take five times as long to make. Nobody changes one.
@dataclass(slots=True)
class Choose:
    """A decision of one army.

    army: its id in the ruleset (`french`), never the letter of a seat in the protocol.
    what: the kind of decision, which is also the name of its ask schema.
    options: what is legal here.
    label: name of the step on the tape and in the trace, `[a-z0-9._-]{1,64}`.
    said: what the army's own orders of this phase say about it; SILENT if nothing.
    where: path of `said` in the orders, for error messages.
    slot: name of the standing-order slot that answers instead of `said`, for an army that gives no orders now.
    read: turns what was said (a preference) into an answer; may return SILENT, or ASK where the army wants to be asked
        as things stand.
    obliged: whether the rules demand an answer. A missing or void answer is then replaced by the default,
        which the tape shows; elsewhere silence is the default without a word.
    hide: markers that the army may turn face down in the message that answers, before what it answers is carried out.
    scene: what the ruleset itself wants to have at hand to show the question, such as its board; nobody else reads it.
    """

    army: str
    what: str
    options: Options
    label: str
    said: Json | Silent = SILENT
    where: tuple[str | int, ...] = ()
    slot: str = ""
    read: Callable[[Json], Json | Silent] = as_said
    obliged: bool = False
    hide: tuple[str, ...] = ()
    scene: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Consult:
    """Opens several standing-order slots of one army side by side. Answer: their values; later requests find them."""

    army: str
    slots: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice. Answer: a tuple of results, each 1 to the number of faces.

    dice: `1d6`, `2d10`. rule: the case that asks for them. where: hexes or boxes concerned, for the report.
    owner: for a private draw, the army that alone sees the result; empty for open dice. The answer to a private
        draw is one `Hidden` for each die: no rule can read it, its owner's program shows it to him.
    """

    dice: str
    label: str
    rule: str = ""
    where: tuple[str, ...] = ()
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """Turns markers (counters whose content is committed) face up. Answer: their contents, in the order asked."""

    army: str
    markers: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact about a face-down marker that its owner states without turning it up. Answer: what he states.

    scene: what the truth hangs on beside the contents of his markers, such as who stands how far away; everybody can
    work it out, so it is not mailed. None where its own content settles it. A claim leaves an event, `claimed`.
    """

    army: str
    marker: str
    say: str
    options: Options
    label: str
    scene: Json = None


@dataclass(frozen=True, slots=True)
class InHand:
    """Which of some markers hold a commitment of the army that was not opened yet. Answer: their ids, in the order
    asked. Public."""

    army: str
    markers: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Look:
    """Opens leaves of the army's `hidden` or `occupancy` tree. Answer: their values, "" for an unused leaf.

    tree: `hidden` or `occupancy`. names: leaves, as the game's `HiddenForces.leaves` lists them.
    """

    army: str
    tree: str
    names: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Seal:
    """Has an army commit to its answer to a question; an `Unseal` of the same question opens it later.

    Nobody gets to know the answer now. Answer: None.
    """

    question: Choose


@dataclass(frozen=True, slots=True)
class Unseal:
    """Opens what was sealed. Answer: as that of the question; what is missing or illegal counts as its default."""

    question: Choose


@dataclass(slots=True)
class Tell:
    """Something happened. Nobody answers; reports are made of nothing else.

    event: an object of canonical JSON with at least the member `kind`.
    """

    event: dict[str, Json]


Request = Choose | Consult | Roll | Open | Claim | InHand | Look | Seal | Unseal | Tell
# A phase (what one orders question covers) ends by returning the new position.
Phase = Generator[Request, Json, Json]
# A procedure inside a phase; it may return anything.
