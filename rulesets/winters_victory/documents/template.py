"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.engine.contract import Line
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.documents.members import flow
from rulesets.winters_victory.board.pieces import DISORDERED, LEADER
from rulesets.winters_victory.decisions import COMMAND, ENTER, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.documents.printed import leader, stack
from rulesets.winters_victory.documents.standing import corps_name, slots
from rulesets.winters_victory.forms import ORDERS, SHOCK
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.firing.phase import SEGMENTS, firing_in, targets
from rulesets.winters_victory.rules.nearness import NEAR, nearest_enemies
from rulesets.winters_victory.setting import ARMY_COMMAND

_MOVES: Final = (
    "Moves, in their order (6), for a brigade with its leader, a unit, or units. One of:",
    '  to: "4068"  advance: {to: ["4068", "4168"], front: 0, in: line}  advance: {axis: 0, hexes: 2}  march: "4068"',
    '  deploy: yes  form: square  face: 3  back: 2  battery: {at: "4170", front: 0, unlimber: yes}  screen: 2',
    '  assault: "4167"  hold: yes; of units that stand in one hex also path: ["4070", face 1, line].',
    "Beside it fire: halt, to stop when fired at; dis: go, to go on disordered; leader: stays.",
)
_SHOCK: Final = (
    "Attacks (12), in this order, with if: {shock: s1, result: [Dr, R]}; charges with along: [hexes], on: true."
)
_FIRE: Final = "Fire (11.0): hold: [units]; prefer: {unit: hex}. Left out, each at the nearest enemy."
_REACT: Final = "What brigades do of their own (11.3): fire, guns, limber, turn, charge, go, activate."
_COMMAND: Final = "What leaders do (17.4): state, orders, implement, place; charges: horse that declares one (12.52)."
_RALLY: Final = "How units stand when they recover (13.41); end: Attack Orders that end (17.76)."
_HOURLY: Final = (
    "An hourly turn: rest: leaders whose brigades deactivate (17.54); spare: who is spared his die (17.64)."
)
_ENTER: Final = "Who may come on (6.7), by itself if nothing is said: hex, in, delay."
_FEW: Final = 4
"""Hexes that are told of a brigade far from the enemy."""


def orders_template(play: Play) -> Sequence[Line]:
    """The document of a segment. It holds comments only, which is legal and means the defaults."""
    return list(_Template(play).lines())


def answer_template(play: Play, request: Choose) -> Sequence[Line]:
    """The document for what a standing order left open (4.0-1): nothing by default, and an example."""
    slot = next(one for one in slots(play.setting, request.army) if one.name == request.slot)
    return [
        Line(comment=slot.doc),
        Line(comment="The board as it stands now: pbem map. What came before: pbem report --own."),
        Line("answer: {}", "the default"),
        Line(f"answer: {flow(slot.example)}", "for example", off=True),
    ]


@dataclass(frozen=True)
class _Template:
    play: Play

    @property
    def army(self) -> str:
        return self.play.segment.army

    @cached_property
    def distances(self) -> Mapping[str, tuple[int, str]]:
        """Brigade -> hexes to the nearest enemy, and his hex; those that are near first, else as on the roster."""
        found = nearest_enemies(self.play.setting.ground, self.play.board, self.army)
        known = [uid for uid in self.play.setting.brigades(self.army) if uid in found]
        return {uid: found[uid] for uid in sorted(known, key=lambda uid: found[uid][0] > NEAR)}

    @cached_property
    def staff(self) -> Staff:
        return self.play.staff

    def leader(self, uid: str) -> str:
        return leader(self.staff, self.play.setting.field, uid)

    @cached_property
    def near(self) -> Sequence[str]:
        return [uid for uid, (hexes, _) in self.distances.items() if hexes <= NEAR]

    def members(self, brigade: str) -> dict[str, list[str]]:
        """Hex -> the counters of a brigade in it."""
        board, found = self.play.board, dict[str, list[str]]()
        for uid in sorted(board.pieces):
            unit = board.unit(uid)
            if unit.brigade == brigade and unit.kind != LEADER:
                found.setdefault(board.piece(uid).at, []).append(uid)
        return found

    def lines(self) -> Iterator[Line]:
        """The whole of it, member by member."""
        yield from self._head()
        sections = {
            SHOCK: self._shock,
            ORDERS: self._orders,
            ENTER: self._enter,
            FIRE: self._fire,
            REACT: self._react,
            COMMAND: self._command,
            RALLY: self._rally,
            HOURLY: self._hourly,
        }
        now = fitting(self.play)
        for member in sorted(now, key=lambda one: (one == REACT, now.index(one))):
            yield Line()
            yield from sections[member]()

    def _head(self) -> Iterator[Line]:
        play, setting = self.play, self.play.setting
        points = play.command.points.get(self.army, 0)
        when = f"turn {play.segment.turn}, {play.now.clock}, the {self.army.capitalize()} army"
        yield Line(comment=f"{setting.scenario.title}: {when}")
        yield Line(comment=f"Command points {points}. Nothing has to be written: who is not named stays where he is.")

    # -- moves -------------------------------------------------------------------------------

    def _orders(self) -> Iterator[Line]:
        """wv 6.0-2: brigades near the enemy with all their stacks, the others in a line each, corps by corps."""
        for text in _MOVES:
            yield Line(comment=text)
        yield Line(f"{ORDERS}:")
        setting = self.play.setting
        for corps in setting.corps(self.army):
            own = [uid for uid in self.distances if setting.forces.brigades[uid].corps == corps]
            leaders = [uid for uid in setting.leaders(corps, self.army) if not setting.chain.leaders[uid].stateless]
            if own or corps == ARMY_COMMAND:
                yield Line(comment=f"{corps_name(setting, self.army, corps)}", indent=1)
            for uid in leaders if own or corps == ARMY_COMMAND else ():
                yield self._leader(uid)
            for brigade in own:
                yield from self._brigade(brigade)

    def _leader(self, uid: str) -> Line:
        at = self.staff.at(uid)
        told = self.leader(uid)
        return Line(f'- {{unit: {uid}, to: "{at}"}}', told, 1, off=True) if at else Line(comment=told, indent=1)

    def _brigade(self, brigade: str) -> Iterator[Line]:
        setting, stacks = self.play.setting, self.members(brigade)
        hexes, foe = self.distances[brigade]
        led = setting.chain.leaders[setting.chain.led[brigade]]
        where = self.staff.at(led.id) or "the display"
        whose = f" ({led.id} in {where})" if led.brigade == brigade else ""
        if hexes <= NEAR:
            told = f"the enemy in {setting.field.name(foe)}, {hexes} {'hex' if hexes == 1 else 'hexes'} off"
        else:
            places = ", ".join([*list(stacks)[:_FEW], *(["..."] if len(stacks) > _FEW else [])])
            told = f"{sum(map(len, stacks.values()))} counters in {places}, far from the enemy"
        name = setting.forces.brigades[brigade].name
        yield Line(f"- {{brigade: {brigade}, hold: yes}}", f"{name}{whose}; {told}", 1, off=True)
        for at, units in stacks.items() if hexes <= NEAR else ():
            yield Line(comment=stack(self.play, at, units), indent=2)

    def _enter(self) -> Iterator[Line]:
        """wv 6.7, 6.72: who may come on."""
        play, setting = self.play, self.play.setting
        yield Line(comment=_ENTER)
        yield Line(f"{ENTER}:")
        found: dict[str, list[str]] = {}
        for arrival, brigade, uid, _ in play.queue.due(play.time):
            if setting.units[uid].army == self.army:
                found.setdefault(brigade, [setting.field.name(arrival.at)]).append(uid)
        for brigade, (at, *units) in found.items():
            told = f"{setting.forces.brigades[brigade].name} at {at}: {', '.join(units)}"
            yield Line(f"{brigade}: {{delay: 0}}", told, 1, off=True)

    # -- attacks and fire ----------------------------------------------------------------------

    def _shock(self) -> Iterator[Line]:
        """wv 12.11.1, 12.53.1: attacks that may be made as things stand, and charges that were declared."""
        play = self.play
        options = SegmentOrders(play)
        wanted: list[Json] = [
            {"charge": horse} for horse in play.position.charges if play.setting.units[horse].army == self.army
        ]
        wanted += options.attacks()
        yield Line(comment=_SHOCK)
        while void := {one.path[1] for one in options.faults({SHOCK: wanted})}:
            wanted = [one for number, one in enumerate(wanted) if number not in void]
        if not wanted:
            yield Line(comment="Nobody stands before an enemy whom he could attack.")
            return
        yield Line(f"{SHOCK}:")
        for one in wanted:
            against = "; ".join(stack(play, at, play.board.enemies_in(at, self.army)) for at in one.get("on", ()))
            yield Line(f"- {flow(one)}", f"against {against}" if against else "a charge that was declared", 1, off=True)

    def _fire(self) -> Iterator[Line]:
        """wv 11.0-1, 11.11.7-1: who can fire as things stand, and at whom."""
        yield Line(comment=_FIRE)
        scene = self.play.scene
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for uid in (uid for of in SEGMENTS for uid in firing_in(scene, self.army, of)):
            found.setdefault(scene.unit(uid).brigade, {})[uid] = targets(scene, uid)
        if not found:
            yield Line(comment="Nobody has an enemy in range now.")
            return
        yield Line(f"{FIRE}:")
        for brigade in self.play.setting.brigades(self.army):
            if brigade in found:
                prefer = {uid: hexes[0] for uid, hexes in found[brigade].items()}
                more = [f"{uid} {', '.join(hexes)}" for uid, hexes in found[brigade].items() if len(hexes) > 1]
                open_ = f"open: {'; '.join(more)}" if more else ""
                yield Line(f"{brigade}: {flow({'prefer': prefer})}", open_, 1, off=True)

    def _react(self) -> Iterator[Line]:
        """wv 11.3-1: brigades near the enemy."""
        yield Line(comment=_REACT)
        if self.near:
            yield Line(f"{REACT}:")
        for brigade in self.near:
            name = self.play.setting.forces.brigades[brigade].name
            yield Line(f"{brigade}: {{fire: always}}", name, 1, off=True)

    # -- command and rally ---------------------------------------------------------------------

    def _command(self) -> Iterator[Line]:
        """wv 17.41-1: the leaders on the map who may issue orders."""
        setting, staff = self.play.setting, self.staff
        yield Line(comment=_COMMAND)
        yield Line(f"{COMMAND}:")
        for corps in setting.corps(self.army):
            able = [one for one in setting.leaders(corps, self.army) if staff.at(one)]
            able = [one for one in able if not setting.chain.leaders[one].stateless]
            if able:
                yield Line(f"{corps}:", corps_name(setting, self.army, corps), 1, off=True)
            for uid in able:
                below = [one for one in setting.chain.subordinates(uid) if one in setting.present]
                orders: Json = {"orders": [{"to": below[0]}]} if below else {}
                yield Line(f"{uid}: {flow(orders)}", self.leader(uid), 2, off=True)

    def _rally(self) -> Iterator[Line]:
        """wv 13.41-1: who is disordered."""
        board, setting = self.play.board, self.play.setting
        yield Line(comment=_RALLY)
        found: dict[str, dict[str, Json]] = {}
        for uid, piece in sorted(board.pieces.items()):
            unit = board.unit(uid)
            if unit.army == self.army and piece.state == DISORDERED and unit.fights:
                corps = setting.forces.brigades[unit.brigade].corps
                found.setdefault(corps, {})[uid] = {"face": piece.facing}
        yield Line(f"{RALLY}:" if found else "", "" if found else "Nobody is disordered.")
        for corps, units in found.items():
            yield Line(f"{corps}: {flow({'recover': units})}", "", 1, off=True)

    def _hourly(self) -> Iterator[Line]:
        """wv 17.54-1, 17.64: leaders of brigades on the map, and who rolls."""
        yield Line(comment=_HOURLY)
        setting, staff = self.play.setting, self.staff
        leaders = [one for corps in setting.corps(self.army) for one in setting.leaders(corps, self.army)]
        mobile = [uid for uid in leaders if staff.at(uid) and staff.post(uid).state != "standing"]
        if mobile:
            yield Line(f"{HOURLY}: {flow({'spare': mobile[:1]})}", f"mobilized: {', '.join(mobile)}", off=True)
