"""A practice opponent: plain, sensible play of either army, the same every time on the same position.

In its player turn it gives command where most hangs on it, brings back whom it can, pushes aside what is weak, marches
by road while the enemy is far, attacks at good odds, sends everybody else where it matters, lets leaders and trains
follow, and makes the best legal list of attacks on the board that its moves lead to, dice supposed to fall well. Of
enemies who lie face down it knows what everybody does, and supposes each to be an even share of what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.practice.search import Searcher, marches, planned
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.hidden.supposing import suppose
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.practice.attacking import AttackPlan
from rulesets.campaign_1806.practice.catching import catches
from rulesets.campaign_1806.practice.commanding import command
from rulesets.campaign_1806.practice.entering import come_in
from rulesets.campaign_1806.practice.following import entries_of, followers
from rulesets.campaign_1806.practice.goals import Goals, attacks, counted, turns_left
from rulesets.campaign_1806.practice.ground import Ground
from rulesets.campaign_1806.practice.marching import by_road
from rulesets.campaign_1806.practice.night import by_night
from rulesets.campaign_1806.practice.repulsing import pushes
from rulesets.campaign_1806.practice.setting_up import set_up
from rulesets.campaign_1806.practice.standing import standing_values
from rulesets.campaign_1806.practice.taking import mans, takes
from rulesets.campaign_1806.practice.value import Rates, practice_rules
from rulesets.campaign_1806.practice.view import Moves, View
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.march.movement import ORDERS, MoveOptions
from rulesets.campaign_1806.rules.orders_options import DayOrders, NightOrders, perform, rehearse

LEAST_GAIN: Final = {True: 0, False: 2}
"""What an operation has to gain for each half point that it risks: who has to attack, and who can wait."""
PRIZE: Final = 120
"""What it counts to drive the enemy from a hex that matters."""
LAST_PRIZE: Final = 600
"""The same where a hex wins the game, in the last turn in which it can be won."""


class Practice(Searcher):
    """For one army. It keeps tables only, never a position."""

    def __init__(self, game: CampaignGame, army: str) -> None:
        self.game, self.army = game, army
        self.ground = Ground(game.setting)
        self.has_to_win = attacks(game.play(game.start()), army)

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """The orders of a set-up, a day or a night; {} if the other army is to order."""
        play = self._seen_by(self.game.play(at), own)
        if play.army != self.army:
            return {}
        if play.position.turn == SETUP:
            return set_up(play)
        if play.now.night:
            orders = by_night(play)
            return orders if not NightOrders(play).faults(orders) else {}
        return self._by_day(play)

    def _seen_by(self, play: Play, own: Own) -> Play:
        """osg 1.5: the board as its army sees it, unknown enemies as strong as they may be supposed to be.

        Whoever has to win by attacks can choose them, and reckons with more than an even share: what looks weak and is
        not costs him the battle. Whoever may wait is attacked by what there is."""
        if not play.fog.hidden:
            return play
        found = suppose(seen_by(play, self.army, own), play.enemy[self.army])
        if self.has_to_win and found.supposed:
            found.suppose({uid: replace(one, strength=_wary(one.strength)) for uid, one in found.supposed.items()})
        return found

    def _by_day(self, play: Play) -> dict[str, Json]:
        orders = command(play)
        moves = self._moves(DayOrders(play).moving(orders))
        after, orders = self._sound(play, {**orders, ORDERS: moves} if moves else orders)
        attacks = self._attacks(after)
        if attacks and not AttackOptions(after).entry_faults(attacks):
            orders[ATTACKS] = attacks
        return orders

    def _sound(self, play: Play, orders: dict[str, Json]) -> tuple[Play, dict[str, Json]]:
        """The orders without the entries that the rules refuse, and the board as they leave it."""
        while True:
            after, found = rehearse(play, orders)
            wrong = {path[1] for path, _ in found if path[:1] == (ORDERS,) and len(path) > 1}
            if not found:
                return after, orders
            if not wrong:
                return rehearse(play, {})[0], {}
            orders[ORDERS] = [entry for number, entry in enumerate(orders[ORDERS]) if number not in wrong]

    # -- moves -----------------------------------------------------------------------

    def _moves(self, options: MoveOptions) -> list[dict[str, Json]]:
        """Everybody's move, in an order in which each is legal; the board of `options` stands as they leave it."""
        play, moves = options.play, Moves(options.play)
        done = _carried_out(options, pushes(moves))
        view, goals, _ = self._seen(moves)
        gone = _carried_out(options, [*catches(view), *takes(view, goals), *mans(view, goals)])
        if gone:
            done += gone
            view, goals, _ = self._seen(moves)
        for at in goals.keep:
            self._hold(view, at, everybody=goals.decides)
        marched = by_road(view, goals)
        spared = {*goals.raids, *(uid for uid in play.at if play.unit(uid).kind == VEDETTE)}
        plan = planned(view, goals.wishes(), lambda uid, at: uid in spared, LEAST_GAIN[goals.attacks])
        walked = [_entry(moves, one) for one in marches(view, plan, play.on_map(self.army))]
        done += _carried_out(options, [*marched, *walked])
        done += come_in(options, view, goals)
        moves.ranges = play.ranges(self.army)
        for uid in followers(moves):
            done += _carried_out(options, entries_of(moves, uid), most=1)
        return done

    def _seen(self, moves: Moves, *, moving: bool = True) -> tuple[View, Goals, Rates]:
        play = moves.play
        foreign = [at for at in play.setting.objectives if play.position.held.get(at) != self.army]
        prize = LAST_PRIZE if counted(play) and turns_left(play) == 1 else PRIZE
        rates = Rates(self.ground, play, dict.fromkeys(foreign, prize))
        view = View(self.ground, moves, practice_rules(rates), moving=moving)
        return view, Goals(view), rates

    def _hold(self, view: View, at: str, *, everybody: bool) -> None:
        """The strongest who stands on what matters stays there while the enemy is near, or everybody who does."""
        able = [uid for uid in view.board.fighting(at, self.army) if uid in view.ways]
        strong = sorted(able, key=lambda uid: (view.board.unit(uid).kind != "infantry", -view.rules.strength(uid), uid))
        for uid in strong if everybody else strong[:1]:
            view.keep(uid)

    # -- attacks -----------------------------------------------------------------------

    def _attacks(self, after: Play) -> Sequence[Json]:
        view, _, rates = self._seen(Moves(after), moving=False)
        return AttackPlan(view, rates).listed()

    # -- standing orders ---------------------------------------------------------------

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Horse leaves before combat, units fall back on their own, and go on where their side is the stronger."""
        play = self.game.play(at)
        if play.fog.hidden:
            # It goes by what everybody knows.
            for army in play.setting.armies:
                suppose(play, army)
        return standing_values(play, self.army, [slot.name for slot in self.game.slots(self.army)])


def _wary(strength: int) -> int:
    """Half as many strength points again, rounded up."""
    return (3 * strength + 1) // 2


def _entry(moves: Moves, one: Mapping[str, Any]) -> dict[str, Json]:
    return {"units": [one["unit"]], "path": moves.path(one["unit"], tuple(one["path"]))}


def _carried_out(options: MoveOptions, entries: Sequence[dict[str, Json]], most: int = 0) -> list[dict[str, Json]]:
    """Those of some entries, so many at most, that are legal once the earlier ones are carried out."""
    done: list[dict[str, Json]] = []
    for entry in entries:
        if (not most or len(done) < most) and options.why_not(entry) is None:
            perform(options.play, entry)
            done.append(entry)
    return done
