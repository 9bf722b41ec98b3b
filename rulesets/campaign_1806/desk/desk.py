"""The desk of a day turn: who lies there, where he can go, what orders lead to before any die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cached_property

from pbem.engine.desk import Combat, Course, Layout, Movable, Move, Reach, Target
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.desk.course import stands
from pbem.hexgame.desk.desk import TurnDesk
from pbem.hexgame.desk.reaching import points
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from pbem.hexgame.moving.moves import NO
from pbem.lean import dataclass
from rulesets.campaign_1806.desk.deeds import deeds
from rulesets.campaign_1806.desk.reaching import together
from rulesets.campaign_1806.documents.compile import public_orders, spent
from rulesets.campaign_1806.documents.printed import figures, states
from rulesets.campaign_1806.documents.translation import FOREIGN, translation
from rulesets.campaign_1806.forms import ATTACK, MOVE, ORDERS_FORM
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.hidden.supposing import suppose
from rulesets.campaign_1806.play import Play, listed
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.decisions import GameDecided
from rulesets.campaign_1806.rules.march.arriving import group_of, waiting
from rulesets.campaign_1806.rules.march.movement import MOVE as ONE_MOVE
from rulesets.campaign_1806.rules.march.movement import ORDERS, Luck, MoveOptions, movement_phase
from rulesets.campaign_1806.rules.orders_options import DayOrders, rehearse
from rulesets.campaign_1806.telling.named import names_of
from rulesets.campaign_1806.telling.outlooks import Ahead


class CampaignDesk(TurnDesk):
    """`engine.desk.OrdersDesk`; set-ups and nights are forms.

    before: moves that members of a team have signed, which stand before those of a document.
    """

    foreign = FOREIGN

    def __init__(self, before: Sequence[Json] = ()) -> None:
        self.before = before
        self._begun: _Begun | None = None

    def is_turn(self, request: Choose) -> bool:
        """Whether it is a day turn."""
        return super().is_turn(request) and request.scene.position.turn != SETUP and not request.scene.now.night

    def lies(self, request: Choose, own: Own) -> Layout:
        """What can be ordered in a player turn."""
        play = seen_by(request.scene, request.army, own)
        doc = {name: ORDERS_FORM.lists[name].doc for name in (ORDERS, ATTACKS)}
        return Layout(
            tuple(_movables(play)),
            gesture(ORDERS, MOVE, doc=doc[ORDERS]),
            gesture(ATTACKS, ATTACK, together=True, doc=doc[ATTACKS]),
        )

    def known(self, request: Choose, own: Own) -> Units:
        """The counters of the phasing army."""
        return self._turn(request, None, own).units

    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """osg 8.1, 8.11-1: where counters go together after the moves of a document, theirs left out."""
        begun = self._turn(request, document, own)
        play = begun.view
        places = {play.at.get(uid, "") for uid in units}
        if len(places) > 1:
            return Reach("", (), "they do not stand together (8.1)")
        after = begun.moved_without(units)
        left = _left_behind(after, units)
        if left:
            return Reach("", (), f"{listed(left, after)} come in too, or nobody does (15.2): list the moves of all")
        return together(after, units, way)

    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """What a document leads to before any die, dice of its moves supposed to fall well."""
        play = suppose(seen_by(request.scene, request.army, own), request.scene.foe)
        orders = public_orders(play, self._behind(document))
        after = DayOrders(play).moving(orders).play
        book = _MoveBook(play.army)
        with suppress(GameDecided):
            book.carry_out(movement_phase(after, orders))
        after.unlearn(play.position.sorts)
        own_units = [uid for uid, unit in play.roster.units.items() if unit.army == play.army]
        options = AttackOptions(after)
        combats, targets = list(_combats(after, options, orders.get(ATTACKS, ()))), list(_targets(after, options))
        return Course(tuple(book.moves), stands(own_units, play.at, after.at), tuple(targets), tuple(combats))

    def _turn(self, request: Choose, document: Json, own: Own) -> _Begun:
        """A page asks of one unit after the other: what is the same for all is kept for the document asked of last.
        document: None where it does not matter."""
        if self._begun is None or not self._begun.of(request, document, own):
            view, said = seen_by(request.scene, request.army, own), document or {}
            self._begun = _Begun(request, own, deepcopy(said), view, self._behind(said))
        return self._begun

    def _behind(self, document: Json) -> Mapping[str, Json]:
        found: dict[str, Json] = {**document}
        if self.before:
            found[ORDERS] = [*self.before, *(document.get(ORDERS) or ())]
        return found


@dataclass(frozen=True)
class _Begun:
    """A turn as a document has it. view: the board as its writer sees it. said: the document, with what stands before
    it."""

    request: Choose
    own: Own
    document: Json
    view: Play
    said: Mapping[str, Json]

    def of(self, request: Choose, document: Json, own: Own) -> bool:
        """Whether it is the turn of a question and a document, None for any."""
        return self.request is request and self.own is own and document in (None, self.document)

    @cached_property
    def units(self) -> Units:
        """Those that may be named."""
        return translation(self.view.setting, self.view.army, board=self.view).units

    @cached_property
    def orders(self) -> Mapping[str, Json]:
        """What is said, with ids."""
        return public_orders(self.view, self.said)

    @cached_property
    def commanded(self) -> Play:
        """The board once command is given."""
        return DayOrders(self.view).moving(self.orders).play

    @cached_property
    def moved(self) -> Play:
        """The board after all moves."""
        return _moved(self.commanded, self.orders.get(ORDERS, ()))

    def moved_without(self, units: Sequence[str]) -> Play:
        """The board after all moves but those of some units; nobody changes it."""
        entries = self.orders.get(ORDERS, ())
        others = [entry for entry in entries if not set(entry["units"]) & set(units)]
        return self.moved if len(others) == len(entries) else _moved(self.commanded, others)


def _moved(play: Play, entries: Sequence[Json]) -> Play:
    after = play.scratch()
    with suppress(GameDecided):
        Luck(after.army).carry_out(movement_phase(after, {ORDERS: entries}))
    return after


def _left_behind(play: Play, units: Sequence[str]) -> list[str]:
    """osg 15.2-2: who would still be away of the groups of those who come in."""
    groups = [group_of(play, uid) for uid in units if uid not in play.at]
    return [uid for group in groups[:1] if group for uid in group.units if uid not in units]


def _movables(play: Play) -> Iterator[Movable]:
    """osg 2.11B1, 2.11B2-1, 15.0: who may be ordered, those on the map first."""
    after, _ = rehearse(play, {})
    for uid in play.on_map(play.army):
        yield Movable(uid, uid, play.at[uid], also=tuple(deeds(after, uid)), note=", ".join(states(after, uid)))
    for group in waiting(play, play.army):
        for uid in group.units:
            note = f"may come in at {play.field.name(group.at)}, all of them or nobody (15.2)"
            yield Movable(uid, uid, "", note=note, value=figures(play, uid), arrives=group.at)


class _MoveBook(Luck):
    """Carries moves out and keeps them, in the order in which they are made."""

    def __init__(self, army: str) -> None:
        super().__init__(army)
        self.moves: list[Move] = []

    def choose(self, request: Choose) -> Json:
        """Notes the move of an entry that is legal."""
        answer = super().choose(request)
        if request.what == ONE_MOVE and answer != NO:
            assert isinstance(request.options, MoveOptions)
            play, units = request.options.play, answer["units"]
            costs = max(spent(play, uid, answer["path"]) for uid in units)
            has = min(2 * play.unit(uid).allowance for uid in units)
            way = tuple(word.split(" ")[-1] for word in answer["path"] if word.split(" ")[-1] in play.field.neighbours)
            self.moves.append(Move(request.where, tuple(units), way, points(costs), points(has)))
        return answer


def _combats(after: Play, options: AttackOptions, said: Json) -> Iterator[Combat]:
    """osg 11.2: the attacks that follow on the board as moves leave it, those of the document first."""
    for number, one in enumerate(options.completed(said)):
        by = tuple(uid for at in one.by for uid in after.fighting(at, after.army))
        ahead = Ahead.of(after, one.by, one.on, str(one.said.get("reduce", "")))
        outlook = ahead.outlook(names_of(after.setting))
        yield Combat((ATTACKS, number) if one.said else (), tuple(one.on), by, outlooks=(outlook,))


def _targets(after: Play, options: AttackOptions) -> Iterator[Target]:
    """osg 11.21-1: enemies who can be attacked, and by whom."""
    duties = options.duties
    for at in duties.stacks(after.foe):
        beside = [one for one in duties.stacks(after.army) if duties.touches(one, at)]
        if beside:
            yield Target(at, tuple(uid for one in beside for uid in after.fighting(one, after.army)))
