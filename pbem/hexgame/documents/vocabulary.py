"""The words for who and where in orders, and with them the members that moves and attacks by odds have in all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pbem.engine import gesture
from pbem.engine.options import Json
from pbem.engine.requests import ASK
from pbem.hexgame.documents import attack_members
from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import MOST, Entries, Fields, Instead, Member, OneOf, Some, answer, fields, one, some
from pbem.hexgame.documents.kinds import Choice, Hex, Target, Unit, Wish, Word

DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
RESULTS: Final = ("Ae", "De", "Ex", "Ar", "Dr")
"""Codes of a combat results table, as conditions name them."""
ATTACK_NAME: Final = 16
"""Letters in the name of an attack."""
NAME: Final = Word(
    f"^[a-z0-9][a-z0-9_-]{{0,{ATTACK_NAME - 1}}}$", "the name of an attack", "write up to 16 small letters and digits"
)
COLUMN: Final = Choice(noun="an odds column", key="column", pattern="^[0-9]{1,2}-[0-9]{1,2}$")
WHO: Final = ("by", "bombard")
"""Members of an attack that name its units."""
ANSWER: Final = Word("^[a-z0-9-]{1,24}$")
"""A unit, hex or word that answers a question in mid-phase."""

# In orders a hex may be called by the name that is printed on it.
_PLACE: Final = ("[0-9]{4}", ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}")
_RESULT: Final = Choice(RESULTS, "a combat result")


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game, with examples for who mistypes one.

    uid, called: the id and the name of a unit. start, at: two neighbouring hexes.
    """

    uid: str
    called: str
    start: str
    at: str

    @property
    def unit(self) -> Unit:
        """A unit."""
        return Unit(f"write its id or its name, such as {self.uid} or {self.called}")

    @property
    def hex(self) -> Hex:
        """A hex."""
        return Hex(*_PLACE, f'write its four digits: "{self.at}", or the name that is printed on it')

    @property
    def target(self) -> Target:
        """The hex of an enemy."""
        return Target(*_PLACE, self.hex.mend, noun="the hex of an enemy", key="target")

    @property
    def wish(self) -> Wish:
        """A hex, or a direction."""
        return Wish(self.hex, DIRECTIONS)

    # -- moves -------------------------------------------------------------------------

    def to(self) -> Member:
        """Where a march ends."""
        more = ", around enemy zones where need be, always the same among equals"
        return one(self.hex, "destination; the cheapest path is taken and shown", more=more, written=True)

    def path(self, most: int = MOST) -> Member:
        """The whole of a march. most: hexes in it."""
        return some(
            self.hex,
            "every hex in order, its own (or the entry hex) first",
            noun="a path",
            mend=f'write every hex in order: ["{self.start}", "{self.at}"]',
            least=1,
            single=False,
            gesture=gesture.PATH,
            most=most,
        )

    # -- how an attack is made -----------------------------------------------------------

    def bombard(self, doc: str, more: str = "") -> Member:
        """Artillery that joins in from afar."""
        noun, said = "the artillery that bombards", "bombarded by {}"
        return some(self.unit, doc, default="none", more=more, noun=noun, said=said, gesture=gesture.FAR)

    def pay(self, case: str, more: str) -> Member:
        """Who pays an exchange."""
        return some(
            self.unit,
            f"who pays an exchange ({case})",
            default="the cheapest sufficient set",
            more=more,
            noun="ask or the units that pay an exchange",
            instead={ASK: "payment asked"},
            said="an exchange is paid with {}",
        )

    def retreat(self, case: str, bombarders: str) -> Member:
        """Where attackers retreat. case, bombarders: that of the retreat, and the one by which bombarders may stay."""
        more = (
            "; `{unit, to}`, `to` being hexes and directions in order of preference, or `ask`; "
            f"bombarders retreat only if you wish it ({bombarders})"
        )
        mend = f'write [{{unit: {self.uid}, to: ["{self.at}", s]}}]'
        return retreats(self.unit, self.wish, f"where it retreats if it must ({case})", more=more, mend=mend)

    def displace(self, doc: str) -> Member:
        """Friends that make room for who retreats."""
        return some(
            self.unit,
            doc,
            default="the weakest, guns last",
            noun="ask or the friends that give way first",
            most=attack_members.MOST,
            instead={ASK: "displacement asked"},
            said="{} give way first",
        )

    def advance(self, case: str, more: str = "", along: Member | None = None) -> Member:
        """Who follows up. along: see `advances`."""
        mend = f'write no, ask, a unit, or [{{unit: {self.uid}, to: "{self.at}"}}]'
        doc, more = f"who may enter a vacated hex ({case})", f"; a unit, or `{{unit, to}}`, the best first{more}"
        return advances(self.unit, self.hex, doc, more=more, mend=mend, along=along)

    # -- attacks -------------------------------------------------------------------------

    def condition(self) -> OneOf:
        """On what an attack may hang: the result of an earlier one, or a vacant hex."""
        results = some(
            _RESULT, noun="combat results", required=True, least=1, most=5, ends="or", each=True, said="gave {}"
        )
        return OneOf(
            (
                fields(attack=one(NAME, required=True, said="attack {}"), result=results),
                fields(vacant=one(self.hex, required=True, said="{} is vacant")),
            ),
            "a condition",
            f'write {{attack: a1, result: [Dr, De]}} or {{vacant: "{self.at}"}}',
        )

    def attack(self, manner: Fields, condition: OneOf, *, on: str = "", by: str = "") -> Fields:
        """An attack: whom, by whom, how, and how otherwise. on, by: what docs add of who is under attack, and of who
        attacks."""
        names = ", ".join(f"`{key}`" for key in manner.members)
        found = fields(
            id=one(
                NAME,
                "its name for conditions",
                more=", up to 16 of `a-z 0-9 - _`, beginning with a letter or digit",
                default="the first hex under attack",
                example="a1",
            ),
            on=some(
                self.target,
                f"the hexes under attack{on}",
                required=True,
                noun="the hexes under attack",
                least=1,
                said="on {}",
                gesture=gesture.TARGETS,
            ),
            by=some(
                self.unit,
                "the adjacent attackers",
                default="none: only `bombard` fires, at one hex",
                more=f"; each touches every hex of `on`{by}",
                noun="the units that attack",
                said="by {}",
                gesture=gesture.ALL,
            ),
            **manner.members,
            if_=one(condition, "when it is made", default="always", more="; a condition, below"),
            else_=one(
                manner,
                "how it is made where the condition does not hold",
                more=f"; another {names}; the rest stays",
                default="no attack",
            ),
        )
        mend = "write 'key: value' lines with on, by and what else the template lists"
        return replace(found, key="attack", noun="an attack", mend=mend)

    # -- answers in mid-phase --------------------------------------------------------------

    def answers(self, along: Member | None = None) -> Mapping[str, Json]:
        """Question after a die -> the binding schema of its answer. along: who comes along in an advance."""
        units, stand = Some(self.unit), fields(unit=one(self.unit, required=True), to=one(self.hex, required=True))
        members = {**stand.members, **({} if along is None else {"with": along})}
        return {
            "advance": answer("Who advances after combat, and where to", Instead({"no": ""}, Fields(members))),
            "displace": answer("Friend that a retreating unit displaces", ANSWER),
            "order": answer("Units in the order in which they retreat", units),
            "pay": answer("Units that pay an exchange", units),
            "retreat": answer("Hex to which a unit retreats", ANSWER),
        }


def reduce(case: str) -> Member:
    """The column to which odds are lowered. case: that of lowering."""
    return one(
        COLUMN,
        f"lower the odds of your own will ({case})",
        more=", to a column such as `2-1`",
        default="not",
        help=f"lower the odds to this column ({case})",
        example="3-1",
        said="odds lowered to {}",
    )


def attack_list(attack: Fields, case: str, most: int = 128) -> Entries:
    """The member of orders that lists attacks. case: that of the default allocation."""
    doc = f"Attacks, resolved in this order. Left out, the default allocation of {case} counts."
    return Entries(attack, doc, "a list of attacks", most)
