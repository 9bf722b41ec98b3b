"""One attack or repulse as somebody imagines it, and what whole orders would come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.telling.odds_question import Question, Supposed
from pbem.hexgame.telling.told import TurnOdds
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.hidden.supposing import suppose, suppose_in
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.rules.battle.duties import Attack, Duties
from rulesets.campaign_1806.rules.march.repulsing import prepared
from rulesets.campaign_1806.rules.march.stacking import fits
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.outlooks import Ahead, repulse_outlook, supposed_in
from rulesets.campaign_1806.telling.preview import preview
from rulesets.campaign_1806.telling.preview_hidden import hidden_preview

REPULSE: Final = "repulse"
"""The one way to fight that may be asked about besides an attack (10)."""
_TACTICS: Final = f"what may be asked about besides an attack is: {REPULSE}"


class CampaignOdds(TurnOdds):
    """What attacks and repulses would come to, ordered or not."""

    def __init__(self, setting: Setting, names: CampaignNames) -> None:
        self.setting = setting
        self.names = names

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """osg 1.5, 10.1, 11.21-1, 11.3: the odds of one attack or repulse by an army, on the position as it is or as it
        is supposed to be. Who lies face down for the reader has an even share of what is left, or what is asked for."""
        position = Position.from_json(at)
        position.army = army
        position.turn = min(max(position.turn, SETUP + 1), len(self.setting.turns))
        play = seen_by(Play(self.setting, position), army, own)
        for side in self.setting.armies:
            suppose(play, side)
        return (_Asked(self.names, play, question).answered(),)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """See `engine.contract.Telling.preview`."""
        if request.scene.fog.hidden:
            return hidden_preview(self.names, request, orders, own)
        return preview(self.names, request.scene, orders)


class _Asked(Question[Play]):
    """A question on a board of its own."""

    def __init__(self, names: CampaignNames, play: Play, asked: WhatIf) -> None:
        super().__init__(_ground(play), asked)
        self.names, self.play = names, play
        if asked.far:
            self.faults.append(Refusal("11.21-1", "nobody attacks from afar in these rules"))
        if asked.tactic not in ("", REPULSE) or asked.against:
            self.faults.append(Refusal("", _TACTICS))
        if asked.enemy >= 0 and not play.fog.hidden:
            self.faults.append(Refusal("", "all counters lie open in these rules: nobody's strength is supposed"))
        if asked.column and asked.column not in play.setting.charts.columns:
            columns = ", ".join(play.setting.charts.columns)
            self.faults.append(Refusal("11.32", f"{asked.column[:20]!r} is no column; columns are {columns}"))

    def answered(self) -> Outlook:
        """The odds. Raises Unanswerable."""
        supposed = self.suppose()
        on = list(dict.fromkeys(at for text in self.asked.on if (at := self.target(text))))
        by = [unit for text in self.asked.by if (unit := self.unit(text))]
        self._standing(by)
        self.check()
        supposed += self._unknown(on)
        if self.asked.tactic == REPULSE:
            return self._repulse(by, on, supposed)
        return self._attack(by, on, supposed)

    def _unknown(self, on: Sequence[str]) -> Sequence[Step]:
        """osg 1.5: what those who lie face down under attack are supposed to be."""
        if self.asked.enemy >= 0:
            suppose_in(self.play, on, self.play.foe, self.asked.enemy)
        return supposed_in(self.names, self.play, on)

    def _standing(self, by: Sequence[str]) -> None:
        for uid in by:
            if uid not in self.play.at:
                mend = f"say where it is supposed with --from {uid}=HEX"
                self.faults.append(Refusal("11.21-1", f"{self.names.unit(uid)} is not on the map; {mend}", uid))

    def _attack(self, by: Sequence[str], on: Sequence[str], supposed: Sequence[Step]) -> Outlook:
        play = self.play
        duties = Duties(play, play.army, {}, play.crossings)
        for at in on:
            if not play.fighting(at, play.foe):
                text = f"nobody who fights for the enemy stands in {self.names.hex(at)}"
                self.faults.append(Refusal("11.21-1", text, hex=at))
        if not on:
            self.faults.append(Refusal("11.21-1", "an attack is on a hex: name one, or an enemy who stands in it"))
        self.check()
        near = [at for at in duties.stacks(play.army) if all(duties.touches(at, one) for one in on)]
        hexes = list(dict.fromkeys(play.at[uid] for uid in by)) or near
        if not hexes:
            mend = "name attackers with --by, and with --from where they are supposed to stand"
            self.faults.append(Refusal("11.21-1", f"nobody stands next to {self.names.hexes(on)}; {mend}"))
        refusal = duties.single(Attack(tuple(on), tuple(hexes)), ()) if hexes else None
        if refusal:
            self.faults.append(refusal)
        self.check()
        return Ahead.of(play, hexes, on, self.asked.column).outlook(self.names, supposed)

    def _repulse(self, by: Sequence[str], on: Sequence[str], supposed: Sequence[Step]) -> Outlook:
        """osg 10.1, 10.11-2: by one stack that has spent nothing yet."""
        play = self.play
        if len({play.at[uid] for uid in by}) != 1:
            raise Unanswerable([Refusal("10.1", "a repulse is tried by one stack: name it with --by")])
        least = min((2 * play.unit(uid).allowance for uid in by if play.unit(uid).fights), default=0)
        attempt = prepared(play, by, on[0] if on else "", least)
        if isinstance(attempt, Refusal):
            raise Unanswerable([attempt])
        return repulse_outlook(self.names, by, attempt, supposed)


def _ground(play: Play) -> Supposed[Play]:
    """osg 3.1: any counter may be supposed anywhere, with as many in a hex as may stack there."""
    return Supposed(
        board=play,
        units=Units(play.roster.units, play.army),
        places=Places(play.field.hexes, play.field.names),
        where=lambda uid: play.at.get(uid, ""),
        lift=play.lift,
        put=play.place,
        in_the_way=partial(_in_the_way, play),
        stacking="3.1",
    )


def _in_the_way(play: Play, uid: str, at: str) -> str:
    there = play.units_in(at)
    foes = [one for one in there if play.army_of(one) != play.army_of(uid)]
    full = not fits([play.unit(one) for one in (*there, uid)])
    return next(iter(foes or (there if full else ())), "")
