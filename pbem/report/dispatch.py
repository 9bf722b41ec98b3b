"""What a report is made of: the events of one segment and what surrounds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from pbem.lean import dataclass

# Number of the report format. A report of another number is not compared with a regenerated one.
FORMAT = 3
# The label of words that nobody can name.
UNKNOWN = "unknown"

Event = Mapping[str, Any]
# An event as sentences; empty where it needs none. Where the reader has a legend it is given as `legend`.
# Besides the events of its rules a ruleset may be asked for {"kind": "result", "result": code}, {"kind": "ordered",
# "member": name, "entry": one entry of the orders}, and {"kind": "story", "events": [...]}: what was told of a phase as
# one text, laid out as `Page.story` has it.
Wording = Callable[..., str]
# The printed name of a unit, army, hex or other id.
Naming = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One segment of a campaign, as it is reported.

    words: which words it is told in, a label for the first line. campaign: title of the campaign. game: its id. seq:
    number of the message that closes the segment. sender, receiver: `Anna (French)`. headline: the phase in which the
    segment begins, for events that no headline of their own precedes; where nothing was played, that in which the
    message stands. events: told by the rules, in order. orders: the sender's new public input, {} if the message
    brings none; {"answer": ...} to a question in mid-phase. orders_for: the phase that they are for, or the question.
    note: his note, line by line. standing: label and text of what has to be known of the position. due: what the
    reader has to do next, line by line. disclosed: label and text of hidden things that were opened, stated or turned
    face down. secret: what the reader alone knows; it never stands in a public report. known: rows of it that are as
    they were when he signed message `known_since`; they are counted instead of being told again. silence: what the
    message was, where the rules told of nothing and it brings nothing else; one sentence. said: rows of `standing`
    that this sentence tells, and that are left out where it stands. by: the members of the sender's team who gave the
    first entries of the list `orders`, one for each; the others are his own. legend: markers that the reader can name
    -> what he may call them. unsent: whether message `seq` is not there yet: the reader's own program has rolled for
    it, and he has still to send it. lead: whose message led to the segment, and whose program worked it out or where
    it was told before; one sentence, in the reader's own report alone.
    """

    campaign: str
    game: str
    seq: int
    sender: str
    receiver: str
    headline: str = ""
    events: Sequence[Event] = ()
    orders: Mapping[str, Any] = field(default_factory=dict)
    orders_for: str = ""
    note: Sequence[str] = ()
    standing: Sequence[tuple[str, str]] = ()
    due: Sequence[str] = ()
    disclosed: Sequence[tuple[str, str]] = ()
    secret: Sequence[tuple[str, str]] = ()
    by: Sequence[str] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    unsent: bool = False
    lead: str = ""
    known: frozenset[tuple[str, str]] = frozenset()
    known_since: int = 0
    silence: str = ""
    said: frozenset[tuple[str, str]] = frozenset()
    words: str = UNKNOWN
