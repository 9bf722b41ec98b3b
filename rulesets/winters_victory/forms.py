"""What a player may write, declared once: schemas of documents and of public input, and how one becomes the other,
follow from it (`pbem.hexgame.documents`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pbem.engine import gesture
from pbem.engine.options import Json
from pbem.hexgame.documents.form import By, Entries, Fields, Form, Member, OneOf, answer, fields, one, some
from pbem.hexgame.documents.kinds import Called, Choice, Hex, Node, Schema, Target, Unit, Whole, Word, Writer, Yes
from pbem.hexgame.documents.names import Names, Path
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import CORPS, DIVISION, MOBILIZED, STANDING
from rulesets.winters_victory.board.leaders import LETTERS
from rulesets.winters_victory.board.pieces import COLUMN, GENERAL_ORDER, LINE, SQUARE
from rulesets.winters_victory.decisions import CHARGES, COMMAND, ENTER, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.rules.movement_phase import GO, HALT
from rulesets.winters_victory.rules.moving.entering import ROAD
from rulesets.winters_victory.rules.reacting import ALWAYS, LEAVE, NEVER, NO, ODDS, STAY, YES
from rulesets.winters_victory.rules.shock.fighting import EMPTY, REPULSED
from rulesets.winters_victory.shock_charts import CODES

NUMBER: Final = "[0-9]{4}"
ORDERS, SHOCK = "orders", "shock"
_PRINTED: Final = ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}"
_MEND: Final = 'write its four digits, "4167", or the name that is printed there'
_ID: Final = "^[a-z0-9][a-z0-9.-]{0,23}$"
UNIT: Final = Unit("write its id or its name, such as f-33-1", pattern=_ID)
LEADER: Final = Unit("write his id or his name, such as davout", "a leader", "leader", _ID)
HEX: Final = Hex(NUMBER, _PRINTED, _MEND)
TARGET: Final = Target(NUMBER, _PRINTED, _MEND, noun="the hex of an enemy", key="target")
BRIGADE: Final = Choice(noun="a brigade of yours", key="brigade", pattern=_ID)
CORPS_NAME: Final = Choice(noun="a corps of yours", key="corps", pattern=_ID)
CORNER: Final = Whole(0, 5, "a corner: 0 in the north, then clockwise to 5")
NAME: Final = Word("^[a-z0-9][a-z0-9-]{0,15}$", "the name of an attack", "write up to 16 small letters and digits")

ALONE: Final = ("go", "reform", "limber", "unlimber", "about", "front", "grand", "road-in", "road-out", "out", "join")
SHAPES: Final = ("line", "column", "square", "close")
"""Words of a path that may have a hex behind them."""
WAYS: Final = ("disorder", "go")
"""Words behind a hex of a path (6.22, 6.13.2)."""


@dataclass(frozen=True, slots=True)
class Step:
    """wv 6.0-2: one word of a path: a hex, a turn, or what is done there."""

    key: str = "step"

    def written(self, writer: Writer) -> Schema:
        return writer.ref(self.key, self._word)

    def _word(self) -> Schema:
        others = ", ".join((*SHAPES, *ALONE))
        return {
            "type": "string",
            "minLength": 1,
            "maxLength": 72,
            "x-noun": "a word of a path",
            "x-mend": f'write hexes in order, such as "4167"; or between them: face 3, {others}',
        }

    def bound(self) -> Schema:
        hexes = f"{NUMBER}( ({'|'.join(WAYS)}))?"
        shapes = f"({'|'.join(SHAPES)})( {NUMBER})?"
        return {"type": "string", "pattern": f"^({hexes}|{shapes}|face [0-5]|{'|'.join(ALONE)})$"}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        text = str(said)
        word, _, more = text.partition(" ")
        if text in ALONE or word == "face" or (word in SHAPES and not more):
            return text
        if word in SHAPES:
            return f"{word} {names.hex(more, path)}"
        at, _, way = text.rpartition(" ")
        return f"{names.hex(at, path)} {way}" if way in WAYS and at else names.hex(text, path)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


_FORMATIONS: Final = {"line": LINE, "column": COLUMN, "square": SQUARE, "go": GENERAL_ORDER}


@dataclass(frozen=True, slots=True)
class Formed:
    """wv 13.41-1: a formation in which a unit recovers."""

    def written(self, writer: Writer) -> Schema:
        return {"enum": [*_FORMATIONS, GENERAL_ORDER], "x-noun": "a formation"}

    def bound(self) -> Schema:
        return {"enum": list(_FORMATIONS.values())}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return _FORMATIONS.get(said, said)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


_RESULT: Final = Choice((*CODES, EMPTY, REPULSED), "a result of the defender")
_CONDITION: Final = fields(
    shock=one(NAME, "the attack that must have been made before", required=True),
    result=some(_RESULT, "and its result, one of these", noun="results", ends="or", most=9),
)
# -- movement ------------------------------------------------------------------------

_YES: Final = Choice((YES, NO))
_FRONT: Final = one(CORNER, "the corner that it looks at in the end", default="as it comes")
_COUNT: Final = Whole(1, 30, "a number from 1 to 30")


def _macro(doc: str, short: str, *, any_of: tuple[str, ...] = (), more: str = "", **members: Member) -> Member:
    """A macro with these members. short: the one that a bare word stands for."""
    found = fields(**members)
    return Member(replace(found, any_of=any_of, short=short), doc, more=more, written=True)


MACROS: Final[dict[str, Member]] = {
    "to": one(HEX, "where each goes, by the cheapest way", written=True),
    "march": _macro(
        "far from the enemy: Grand Tactical Movement (6.4)",
        "to",
        to=one(HEX, "where to", required=True),
        by=one(Choice(("road",)), "by roads, with a bend where need be"),
        column=one(_YES, "in Road Column (6.6)"),
    ),
    "advance": _macro(
        "to hexes, the first unit to the first",
        "to",
        any_of=("to", "axis"),
        to=some(HEX, "hexes, one for each unit", noun="hexes", least=1, most=30),
        axis=one(CORNER, "or straight ahead to this corner"),
        hexes=one(_COUNT, "so many hexes along the axis", default="as far as they come"),
        front=_FRONT,
        in_=one(Choice(("line", "column")), "the formation of battalions in the end"),
        keep=one(Whole(0, 30, "a number up to 30"), "hexes left free between those who have none of their own"),
    ),
    "deploy": one(_YES, "foot into line, guns unlimbered, on the spot", written=True),
    "form": one(Choice(("line", "column", "square", "go")), "a change of formation on the spot", written=True),
    "face": one(CORNER, "a turn on the spot", written=True),
    "back": _macro(
        "so many hexes farther from the nearest enemy",
        "hexes",
        hexes=one(_COUNT, "how many", required=True),
        face=_FRONT,
    ),
    "battery": _macro(
        "guns to a hex by the nearest road",
        "at",
        at=one(HEX, "where to", required=True),
        front=_FRONT,
        unlimber=one(_YES, "and unlimbered there"),
    ),
    "screen": _macro(
        "companies out in front of their battalions (8.6)",
        "companies",
        companies=one(_COUNT, "how many", required=True),
        at=one(Whole(1, 5, "a number from 1 to 5"), "so many hexes in front", default="1"),
    ),
    "assault": _macro(
        "shock on these hexes by who stands before them, and to their side by all others",
        "on",
        on=some(TARGET, "the hexes of enemies", required=True, noun="hexes of enemies", least=1, most=30),
        if_=one(_CONDITION, "when it is made", default="always"),
    ),
    "hold": one(_YES, "nobody moves", written=True),
}
"""wv 6.0-2: what whole brigades are told; the paths of their units follow."""
_GOES: Final = Choice((GO, HALT))
_MANNER: Final = {
    "fire": one(_GOES, "whether it goes on when it has been fired at", default=GO),
    "dis": one(_GOES, "whether it goes on when it is disordered", default=HALT),
}
MOVE: Final = replace(
    fields(
        units=some(UNIT, required=True, noun="units", least=1, most=12, single=False),
        path=some(Step(), required=True, noun="a path", least=1, most=60, single=False),
        **_MANNER,
    ),
    noun="a move",
)
"""A move as the public input has it."""
WRITTEN_MOVE: Final = replace(
    fields(
        unit=one(UNIT, "who moves", gesture=gesture.WHO),
        units=some(
            UNIT, "those of a hex who go together; with other words than path those who are meant", noun="units"
        ),
        brigade=one(BRIGADE, "the brigade or group of guns that is meant, with its leader"),
        leader=one(Choice(("stays",)), "its leader does not go with it"),
        path=some(
            Step(),
            "every hex in order, its own left out",
            more="; between them line, column, limber and such, and face 3 for a turn that is not the cheapest",
            noun="a path",
            mend='write every hex in order: ["4167", "4166", face 1, line]',
            gesture=gesture.WAY,
            most=60,
        ),
        **MACROS,
        **_MANNER,
    ),
    key="move",
    noun="a move",
    any_of=("unit", "units", "brigade"),
)

# -- shock ---------------------------------------------------------------------------

ASSAULT: Final = fields(
    id=one(NAME, "its name for conditions", default="s and its number in the list"),
    units=some(
        UNIT,
        "who attacks, of one hex",
        required=True,
        noun="the units that attack",
        least=1,
        most=8,
        gesture=gesture.ALL,
    ),
    on=some(
        TARGET,
        "the hex under attack",
        required=True,
        noun="the hexes under attack",
        least=1,
        most=2,
        gesture=gesture.TARGETS,
    ),
    if_=one(_CONDITION, "when it is made", default="always"),
)
CHARGE: Final = fields(
    id=one(NAME, "its name"),
    charge=one(UNIT, "the horse that has declared it", required=True),
    along=some(HEX, "hexes that it prefers, to ride into or to attack", noun="hexes", most=12, default="straight on"),
    on=one(Yes(), "it rides on into the secondary zone (12.53)", default="it stops"),
)
ATTACK: Final = OneOf((ASSAULT, CHARGE), "an attack or a charge", 'write {units: [f-33-1], on: "4167"}')

# -- command, rally, fire ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declared:
    """What an army decides for its corps and brigades, in the words of its units: of orders all that there might be, of
    standing orders those that there are."""

    unit: Node
    leader: Node

    def of_corps(self) -> By:
        """wv 17.41-1, 12.52.1-1: command units -> what they do; horse that charges."""
        order = fields(
            to=one(self.leader, "who receives it", required=True),
            urgent=one(Yes(), "a command point more is spent (17.35)"),
            attack=one(Choice((CORPS, DIVISION)), "it is an Attack Order of this level (17.71)"),
        )
        activity = fields(
            state=one(Choice((STANDING, MOBILIZED)), "the state that he goes into (17.61, 17.62)"),
            orders=some(order, "the orders that he issues, in this order (17.3)", noun="orders", most=6),
            implement=one(
                self.leader, "whom he hands the Attack Order that he holds (17.71)", instead={CORPS: "his corps"}
            ),
            place=one(HEX, "the hex where he goes when he activates (17.52)", default="the first that is open"),
        )
        horse = some(self.unit, "horse that declares a charge, in this order (12.52)", noun="horse", most=32)
        return By(self.leader, activity, 100, {CHARGES: horse})

    def rallied(self) -> Fields:
        """wv 13.41-1, 17.76-A1: the rally of a corps."""
        stand = fields(
            in_=one(Formed(), "its formation", default="that which it had"),
            face=one(CORNER, "the corner that it faces"),
        )
        return fields(
            recover=one(By(self.unit, stand, 100), "unit -> how it stands when it recovers from disorder (13.41)"),
            end=some(Choice(LETTERS), "Attack Orders that end (17.76)", noun="letters", most=3),
        )

    def firing(self) -> Fields:
        """wv 11.0-1: the fire of a brigade."""
        return fields(
            hold=some(self.unit, "units that do not fire (11.0)", noun="units", default="none", most=24),
            prefer=one(By(self.unit, HEX, 24), "unit -> hex at which it fires if it may (11.0)", default="the nearest"),
        )

    def reacting(self) -> Fields:
        """wv 11.3-1: what a brigade does when the enemy comes near."""
        return fields(
            fire=one(Choice((ALWAYS, NEVER)), "whether its units fire at who moves before them (11.3)", default=ALWAYS),
            guns=one(Choice((STAY, LEAVE)), "what crews do before an attack of infantry (7.65)", default=STAY),
            limber=one(_YES, "guns limber before they retreat from a morale check (7.57)", default=YES),
            turn=one(_YES, "its horse turns to enemies who come near (7.42)", default=YES),
            charge=one(
                Choice((NEVER, *ODDS)),
                "the odds from which its horse charges enemies who come near (12.56)",
                default=NEVER,
            ),
            go=one(_YES, "an extended line attacked in front goes into General Order (8.35.1)", default=YES),
            activate=one(_YES, "its leader activates when the enemy comes near, or fires at it (17.53)", default=YES),
        )

    def hours(self) -> Fields:
        """wv 17.54-1, 17.64: an hourly turn."""
        return fields(
            rest=some(self.leader, "leaders whose brigades deactivate (17.54)", noun="leaders", most=64),
            spare=some(self.leader, "who is spared his die by a command point (17.64)", noun="leaders", most=12),
        )


ANYBODY: Final = Declared(UNIT, LEADER)

ENTERING: Final = fields(
    hex=one(HEX, "the hex of the edge where it comes on, if the entry is blocked (6.72)", default="the entry"),
    in_=one(Choice((ROAD, COLUMN, LINE, GENERAL_ORDER)), "its formation (6.7)", default=ROAD),
    delay=one(Whole(0, 3, "turns, 0 to 3"), "turns that it waits while the entry is blocked (6.72)", default="0"),
)

# -- the document -----------------------------------------------------------------------

_LISTS: Final = {
    ORDERS: Entries(WRITTEN_MOVE, "Moves, executed in this order.", "a list of moves", 250),
    SHOCK: Entries(ATTACK, "Attacks and charges, in this order.", "a list of attacks", 120),
}
ANSWERS: Final[dict[str, Node]] = {
    COMMAND: ANYBODY.of_corps(),
    RALLY: ANYBODY.rallied(),
    FIRE: ANYBODY.firing(),
    REACT: ANYBODY.reacting(),
    HOURLY: ANYBODY.hours(),
}
"""Kind of decision -> the form of one; it answers what a standing order leaves open."""
_MEMBERS: Final = {
    COMMAND: one(By(CORPS_NAME, ANSWERS[COMMAND], 12), "corps -> what its leaders do in the command phase"),
    RALLY: one(By(CORPS_NAME, ANSWERS[RALLY], 12), "corps -> its rally"),
    FIRE: one(By(BRIGADE, ANSWERS[FIRE], 80), "brigade -> at whom it fires (11.0)"),
    REACT: one(By(BRIGADE, ANSWERS[REACT], 80), "brigade -> what it does when the enemy comes near (11.3)"),
    ENTER: one(By(BRIGADE, ENTERING, 24), "brigade -> how it comes on the map (6.7)"),
    HOURLY: one(ANSWERS[HOURLY], "what happens in an hourly turn (4.1.1)"),
}
ORDERS_FORM: Final = Form("Orders of a segment", _LISTS, _MEMBERS)
PUBLIC_FORM: Final = replace(ORDERS_FORM, lists={**_LISTS, ORDERS: replace(_LISTS[ORDERS], entry=MOVE)})
ASKS: Final[dict[str, Json]] = {
    "orders": PUBLIC_FORM.bound(),
    **{what: answer(f"What a slot {what} left open", form) for what, form in ANSWERS.items()},
}
"""What `data/asks/` holds."""
