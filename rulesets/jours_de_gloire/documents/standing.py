"""Standing orders: what an army has decided beforehand for its battles and for the other army's turns.

Slots are few and general. In its own turn an army may say something else for a battle under `battles` of its orders, by
box: {"tactic", "siege", "city", "sortie", "overrun", "advance", "retreat", "losses", "bridge", "stay"}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND, Slot
from pbem.engine.options import Json, Options
from pbem.engine.requests import ASK, SILENT, Choose, Consult, Silent, as_said
from rulesets.jours_de_gloire.rules.battle.tactics import Plan, chits, plan_of
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn

ATTACK, DEFENCE = "tactic.attack", "tactic.defence"
LOSSES, RETREAT, CITY, SIEGE, OVERRUN, WINNER, BRIDGES, ORDER, SQUATTER, STRANDED = (
    "losses",
    "retreat",
    "city",
    "siege",
    "overrun",
    "winner",
    "bridges",
    "order-of-play",
    "squatter",
    "stranded",
)
OUTSIDE, CITADEL = "outside", "citadel"
BESIEGE, ASSAULT = "siege", "assault"
YES, NO = "yes", "no"
STAY, LEAVE = "stay", "leave"
DESTROY: Final = "destroy"
FIRST, SECOND = "first", "second"
BATTLES: Final = "battles"
# Member of an entry under `battles` whose yes and no mean the two values of a slot.
MEANS: Final[Mapping[str, tuple[str, str]]] = {
    "siege": (BESIEGE, ASSAULT),
    "overrun": (YES, NO),
    "sortie": (YES, NO),
    "bridge": (DESTROY, LEAVE),
    "stay": (STAY, LEAVE),
}
# Slot -> member of an entry under `battles` that is asked first.
MEMBER: Final[Mapping[str, str]] = {
    ATTACK: "tactic",
    LOSSES: "losses",
    RETREAT: "retreat",
    CITY: "city",
    SIEGE: "siege",
    OVERRUN: "overrun",
    WINNER: "stay",
    BRIDGES: "bridge",
}
MOST: Final = 24


# -- what a player may write -------------------------------------------------------------


def slots(setting: Setting, army: str) -> tuple[Slot, ...]:
    """The standing orders of an army, in the order in which a player reads them."""
    return (
        *_tactics(setting),
        Slot(
            LOSSES,
            _list(_own(setting, army)),
            [],
            "Which of your units pay first where a loss cannot be shared evenly (8.4-2), the first to pay first. "
            "Units not named come behind them. Default: the strongest first.",
            MESSAGE_BOUND,
            [uid for uid, unit in setting.units.items() if setting.commands[unit.command].army == army][:2],
            _list(_named(_own(setting, army))),
        ),
        *_ways(setting),
        *_choices(),
        Slot(
            ORDER,
            {"enum": [FIRST, SECOND]},
            FIRST,
            "Whether you want to play first or second where the choice is yours (3.2). Default: first.",
            MESSAGE_BOUND,
        ),
    )


def tactic_schema(setting: Setting, box: Json) -> Json:
    """JSON Schema of the chits that an army prefers: rules with conditions, and what counts where none fits.

    box: schema of a box.
    """
    bounds = _map({"least": _count(), "most": _count()}, [])
    line = _map(
        {
            "chit": {"enum": list(chits(setting.charts))},
            "as": {"enum": ["attacker", "defender"]},
            "own": bounds,
            "enemy": bounds,
            "boxes": _list(box),
        },
        ["chit"],
    )
    return _map({"prefer": _list(line), "else": {"enum": ["highest", "lowest"]}}, [])


def _tactics(setting: Setting) -> tuple[Slot, ...]:
    """jdg 8.1-P1: the chits, which are chosen in secret before anything is turned up: both plans count as they were
    when the phase began, that of the phasing army as it came with its orders."""
    schema, written = (tactic_schema(setting, box) for box in (_box(setting), _named(_box(setting))))
    shape = (
        "your tactic chit (8.2). Of the rules under prefer the first counts that fits and is allowed; own and enemy "
        "bound your PF and his counters in the box, dummies among them, as in {prefer: [{chit: screen, own: {least: 3},"
        " enemy: {most: 2}}], else: lowest}. Under else stands whether it is the highest or "
        "lowest chit allowed where none fits. Default: the highest."
    )
    return (
        Slot(ATTACK, schema, {}, f"In battles of your own turn: {shape}", PHASE_BOUND, None, written),
        Slot(DEFENCE, schema, {}, f"In battles of the enemy's turn: {shape}", PHASE_BOUND, None, written),
    )


def _ways(setting: Setting) -> tuple[Slot, ...]:
    boxes, example = _list(_box(setting)), list(setting.boxes)[:2]
    written = _list(_named(_box(setting)))
    return (
        Slot(
            RETREAT,
            boxes,
            [],
            "Boxes to go back to, the best first (8.7, 6.3-6, 8.4-7). Default: one without a river on the way, "
            "then where most of your counters stand.",
            MESSAGE_BOUND,
            example,
            written,
        ),
        Slot(
            SQUATTER,
            boxes,
            [],
            "Boxes to go to, the best first, for whoever stands where enemy reinforcements arrive (3.3-3). "
            "Default: where most of your counters stand.",
            MESSAGE_BOUND,
            example,
            written,
        ),
        Slot(
            STRANDED,
            boxes,
            [],
            "Boxes to go to, the best first, for a general left alone among enemies, where several are equally near "
            "(4.2-3). Default: the first on the map.",
            MESSAGE_BOUND,
            example,
            written,
        ),
    )


def _choices() -> tuple[Slot, ...]:
    """Slots of two values; the first is the default."""
    rows = (
        (CITY, (CITADEL, OUTSIDE), "Where you fight when attacked in a fortified city of yours (8.8-2)."),
        (SIEGE, (BESIEGE, ASSAULT), "What you do against an enemy in his citadel (8.8-3), where a siege is possible."),
        (OVERRUN, (YES, NO), "Whether you try an overrun where you have six times his PF (8.4-6)."),
        (WINNER, (STAY, LEAVE), "Whether you stay in the box where you won, or held out (8.7-1, 8.7-2)."),
        (BRIDGES, (LEAVE, DESTROY), "Whether you try to blow the bridge behind a beaten force of yours (6.4-3)."),
    )
    return tuple(
        Slot(
            name,
            {"enum": list(values)},
            values[0],
            f"{doc} Either {values[0]} or {values[1]}. Default: {values[0]}.",
            MESSAGE_BOUND,
        )
        for name, values, doc in rows
    )


def _own(setting: Setting, army: str) -> Json:
    """Units and detachment counters; of all commands, as one may change sides."""
    detached = [uid for uid, counter in setting.forces.detachments.items() if counter.army == army]
    return {"enum": [*setting.units, *detached], "x-noun": "a unit"}


def _box(setting: Setting) -> Json:
    return {"enum": list(setting.boxes), "x-noun": "a box of the map"}


def _named(ids: Json) -> Json:
    """What a player may write for ids: printed names too. The list only completes in an editor, and refuses nothing."""
    text = {"type": "string", "minLength": 1, "maxLength": 60}
    return {"anyOf": [{"enum": ids["enum"]}, text], "x-noun": ids["x-noun"]}


def _count() -> Json:
    return {"type": "integer", "minimum": 0, "maximum": 999}


def _list(item: Json) -> Json:
    return {"type": "array", "maxItems": MOST, "items": item}


def _map(properties: Json, required: Sequence[str]) -> Json:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


# -- what it comes to --------------------------------------------------------------------


class Wishes:
    """What both armies have said about their battles: the slots opened so far, and the orders' `battles`.

    A slot that says `ask` counts as silence here; where a `Choose` reads it, the player is asked.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.opened: dict[tuple[str, str], Json] = {}

    def consult(self, army: str, names: Sequence[str], name: str) -> Part:
        """Opens slots of an army together, those that were opened before left out."""
        new = tuple(slot for slot in names if (army, slot) not in self.opened)
        if new:
            values = yield Consult(army, new, f"{self.turn.label}.{name}")
            self.opened |= {(army, slot): value for slot, value in zip(new, values, strict=True)}

    def slot(self, army: str, name: str, silent: Json) -> Json:
        """The value of a slot that was opened; `silent` for `ask`, and for a value of another type."""
        value = self.opened.get((army, name), silent)
        return silent if value == ASK or type(value) is not type(silent) else value

    def ordered(self, army: str, box: str, member: str) -> Json | Silent:
        """What the phasing army's orders say about a battle; SILENT for the other army, and where they say nothing."""
        said = self.turn.orders.get(BATTLES, {}).get(box, {}) if army == self.turn.army else {}
        if member not in said:
            return SILENT
        value = said[member]
        if member in MEANS and value in (True, False, YES, NO):
            return MEANS[member][0 if value in (True, YES) else 1]
        return value

    def wants(self, army: str, box: str, member: str, name: str, silent: str) -> str:
        """What an army says about a battle, by its orders or else the slot, before it is judged."""
        said = self.ordered(army, box, member)
        return str(self.slot(army, name, silent) if isinstance(said, Silent) else said)

    def plan(self, army: str) -> Plan:
        """The chits that an army prefers, by its slot."""
        said = self.slot(army, ATTACK if army == self.turn.army else DEFENCE, {})
        return plan_of(said)

    def payers(self, army: str, box: str, units: Mapping[str, str]) -> tuple[str, ...]:
        """jdg 8.4-2: the units that pay first. units: counter -> unit; orders name counters, the slot units."""
        said = self.ordered(army, box, "losses")
        if isinstance(said, Silent):
            return tuple(str(unit) for unit in self.slot(army, LOSSES, []))
        return tuple(units.get(str(name), str(name)) for name in said)

    def choose(
        self,
        army: str,
        what: str,
        box: str,
        options: Options,
        *,
        member: str,
        slot: str = "",
        read: Callable[[Json], Json | Silent] = as_said,
        name: str = "",
    ) -> Part:
        """A decision about a battle: by the orders' member for that box, where they have it, else by the slot.

        name: of the step, for its label, where it is not that of the decision.
        """
        turn = self.turn
        label, scene = f"{turn.label}.fight.{box}.{name or what}.{army}", turn.board.position()
        said = self.ordered(army, box, member)
        more: dict[str, Any] = {"slot": slot} if slot and isinstance(said, Silent) else {"said": said}
        where = (BATTLES, box, member) if army == turn.army else ()
        return (yield Choose(army, what, options, label, where=where, read=read, scene=scene, **more))


def first_of(ways: Sequence[str]) -> Callable[[Json], Json | Silent]:
    """Reads a list of boxes, the best first, as the first of them that is among `ways`; silence where none is."""

    def read(said: Json) -> Json | Silent:
        wished = said if isinstance(said, list) else [said]
        return next((box for box in wished if box in ways), SILENT)

    return read
