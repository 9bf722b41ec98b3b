"""Other units under the same counters change nothing that anybody sees before the books are open (1.5)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from rulesets.campaign_1806.hidden.dealing import DEALT, pairs
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.hidden.hiding import Hiding
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from tests.rulesets.campaign_1806.country import ID
from tests.tiers import beside_the_first
from tests.toy_hidden import leaks

Json = Any
VARIANTS = 3
TURNS = 2
"""Orders of each side in the quiet game, set-ups left out."""


class Dealer:
    """A player who deals each of his hexes anew with every message, and once sends a whole hex back.

    public: the inputs of the first game, None while this is the first. rng: how he deals; None: as his program does.
    """

    def __init__(self, public: Sequence[Json] | None, rng: random.Random | None) -> None:
        self.public, self.rng = public, rng
        self.said: list[Json] = []
        self.dealt: list[Json] = []

    def __call__(self, campaign: Campaign, due: Due) -> tuple[Mapping[str, Any], Checked | None] | None:
        """Nothing to decide, or orders; no more after so many of them."""
        if due.request is None:
            return {}, None
        assert due.kind == ORDERS
        if len(self.said) > TURNS:
            return None
        checked = self._checked(due)
        if self.public is not None:
            checked = replace(checked, input=self.public[len(self.said)])
        if self.rng is not None:
            checked = self._anew(checked)
        self.said.append(checked.input)
        self.dealt.append(dict(checked.hide))
        return {}, checked

    def _checked(self, due: Due) -> Checked:
        assert due.request is not None
        play: Play = due.request.scene
        hiding = Hiding(play, due.own)
        mine = sorted({play.hex_of(uid) for uid in play.on_map(play.army)})
        made = hiding.set_up({}) if play.position.turn == SETUP else hiding.day({"deal": mine})
        public = {"for": due.state["need"]["n"], **made.public}
        return Checked(public, hide=made.hide, show=made.show, leaves={HIDDEN: made.leaves})

    def _anew(self, checked: Checked) -> Checked:
        """Whoever is dealt in a hex lies there in another order, his sign with him; and somebody else is commanded."""
        assert self.rng is not None
        hide, leaves = dict(checked.hide), dict(checked.leaves[HIDDEN])
        for _, counters in pairs(checked.input.get(DEALT, checked.input.get("deal", ()))):
            order = self.rng.sample(counters, len(counters))
            hide |= {counter: checked.hide[other] for counter, other in zip(counters, order, strict=True)}
            signs = {counter: f"{SORT}{other}" for counter, other in zip(counters, order, strict=True)}
            leaves |= {f"{SORT}{c}": checked.leaves[HIDDEN][name] for c, name in signs.items()}
        if COMMAND_LEAF in leaves:
            leaves[COMMAND_LEAF] = {**leaves[COMMAND_LEAF], "plan": self.rng.choice(({}, leaves[COMMAND_LEAF]["plan"]))}
        return replace(checked, hide=hide, leaves={HIDDEN: leaves})


@pytest.mark.slow
@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.52")
@pytest.mark.parametrize("hider", ["a", pytest.param("b", marks=pytest.mark.campaigns)])
def test_who_lies_under_which_counter_shows_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hider: str
) -> None:
    """Units, leaders and trains of a hex change places at every orders message, and so does who is commanded."""
    watcher = "ba"["ab".index(hider)]
    terms = Invitation("1806", "learning-saalfeld", "french", {"forces": "hidden"})
    pictures, secrets, public = [], set(), None
    with leaks.fixed_dice(monkeypatch):
        for variant in beside_the_first(VARIANTS):
            dealers = {hider: Dealer(public, random.Random(f"secret {variant}")), watcher: Dealer(None, None)}
            campaigns = leaks.play(tmp_path / str(variant), terms, dealers)
            pictures.append(leaks.picture(campaigns, hider, watcher))
            public = dealers[hider].said
            secrets.add(repr(dealers[hider].dealt))
            leaks.close(campaigns)
    assert len(secrets) == len(pictures) > 1
    leaks.same(pictures)
