"""Other secrets under the same counters change nothing that anybody sees before the books are open."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from pbem.local.practice import frame
from pbem.orders.writer import dump
from rulesets.jours_de_gloire.board import Board
from tests.games.games import Tally
from tests.rulesets.jours_de_gloire.games.campaigns import SHORTEST, JoursHand
from tests.rulesets.jours_de_gloire.games.invariants import NAME
from tests.tiers import beside_the_first, first
from tests.toy_hidden import leaks

Json = Any
VARIANTS = 3
# Orders of each side in the quiet game below.
TURNS = 2
# Messages of the game with battles that is played again, and what stands behind its last.
MESSAGES = 14
OVER = object()


def terms(**options: str) -> Invitation:
    """The shortest scenario, counters face down."""
    return Invitation(NAME, SHORTEST, "french", options)


def compiled(campaign: Campaign, due: Due, document: Json) -> Checked:
    """A paper for the question that is due, judged by the player's own program."""
    text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")
    checked = check_orders(campaign, due, text)
    assert not checked.findings, checked.findings
    return checked


# -- the same orders over counters that are dealt in another way -----------------------------------


class Dealer:
    """A player who gives the orders of the first game, and deals what he has to the counters of each box anew.

    public: the inputs of the first game, None while this is the first. rng: how he deals; None: as his program does.
    """

    def __init__(self, public: Sequence[Json] | None, rng: random.Random | None) -> None:
        self.public = None if public is None else list(public)
        self.rng = rng
        self.said: list[Json] = []
        self.dealt: list[Json] = []
        self.orders = 0

    def __call__(self, campaign: Campaign, due: Due) -> tuple[Mapping[str, Any], Checked | None] | None:
        """Nothing to decide, or orders; no more after so many of them."""
        if due.request is None:
            return {}, None
        assert due.kind == ORDERS
        if self.orders > TURNS:
            return None
        checked = compiled(campaign, due, self._paper(campaign, due))
        if self.public is not None:
            assert checked.input.keys() == self.public[self.orders].keys()
            checked = replace(checked, input=self.public[self.orders])
        if self.rng is not None:
            checked = self._anew(checked)
        self.orders += 1
        self.said.append(checked.input)
        self.dealt.append(dict(checked.hide))
        return {}, checked

    def _paper(self, campaign: Campaign, due: Due) -> Json:
        """Each box is mixed, and a counter of the first two, whatever it holds, goes where no enemy is near."""
        assert due.request is not None
        board = Board(campaign.game.setting, due.request.scene)  # type: ignore[attr-defined]
        if board.at.stage == "setup":
            return {}
        boxes = [box for box in board.boxes_of(campaign.army) if len(board.counters(campaign.army, box)) > 1]
        moves: list[Json] = []
        for box in boxes:
            near = (to for to in board.neighbours(box) if not _watched(board, campaign.army, to))
            for to in list(near)[:1] if len(moves) < 2 and not board.enemies(campaign.army, box) else ():
                moves.append({"stack": [board.counters(campaign.army, box)[0]], "path": [to], "flag": "no"})
        return {"mix": boxes, "orders": moves}

    def _anew(self, checked: Checked) -> Checked:
        """The contents of each box that is dealt go to its counters in another order, and their signs with them."""
        assert self.rng is not None
        hide, leaves = dict(checked.hide), dict(checked.leaves[HIDDEN])
        for entry in checked.input["mix"]:
            counters = [counter for counter in entry["counters"] if counter in hide]
            order = self.rng.sample(counters, len(counters))
            hide |= {counter: checked.hide[other] for counter, other in zip(counters, order, strict=True)}
            leaves |= {c: checked.leaves[HIDDEN][other] for c, other in zip(counters, order, strict=True)}
        return replace(checked, hide=hide, leaves={HIDDEN: leaves})


def _watched(board: Board, army: str, box: str) -> bool:
    """Whether enemies stand in a box or next to it."""
    return any(board.enemies(army, near) for near in (box, *board.neighbours(box)))


@pytest.mark.slow
@pytest.mark.rule(NAME, "1.3-2")
@pytest.mark.rule(NAME, "2-B1-2")
@pytest.mark.parametrize("hider", first(1, ["a", "b"], pytest.mark.campaigns))
def test_who_lies_under_which_counter_shows_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hider: str
) -> None:
    """Units, generals and dummies of a box change places at every orders message."""
    watcher = "ba"["ab".index(hider)]
    pictures, secrets, public, own = [], [], None, []
    with leaks.fixed_dice(monkeypatch):
        for variant in beside_the_first(VARIANTS):
            dealers = {hider: Dealer(public, random.Random(f"secret {variant}")), watcher: Dealer(None, None)}
            campaigns = leaks.play(tmp_path / str(variant), terms(), dealers)
            pictures.append(leaks.picture(campaigns, hider, watcher))
            public = dealers[hider].said
            secrets.append(repr(dealers[hider].dealt))
            own.append(repr(leaks.drawn(campaigns[hider])))
            leaks.close(campaigns)
    assert len(set(secrets)) == len(pictures) > 1 and len(public or ()) == TURNS + 1
    assert len(set(own)) == len(pictures), "with his own view the hider sees his own lines of communication"
    leaks.same(pictures)


# -- a game with battles again, with other units where nobody ever looked --------------------------------


class Recorder:
    """A random player whose every word is kept, to be said again."""

    def __init__(self, seed: str) -> None:
        self.hand = JoursHand(random.Random(seed), Tally(0), False, 0)
        self.said: list[Checked | None] = []

    def __call__(self, campaign: Campaign, due: Due) -> tuple[Mapping[str, Any], Checked | None] | None:
        """His answer, if one is due; no more after some turns, or when the books are to be opened."""
        if due.state["over"] or len(campaign.chain.messages) == MESSAGES:
            return None
        checked = self.hand.answer(campaign, due) if due.request is not None else None
        self.said.append(checked)
        return {}, checked


def again(said: Sequence[Checked | None], names: Mapping[str, str]) -> Callable[[Campaign, Due], Any]:
    """The same words with other units under the counters."""
    words = iter(said)

    def script(campaign: Campaign, due: Due) -> tuple[Mapping[str, Any], Checked | None] | None:
        checked = next(words, OVER)
        if checked is OVER:
            return None
        if not isinstance(checked, Checked):
            return {}, None
        return {}, replace(checked, hide={counter: renamed(held, names) for counter, held in checked.hide.items()})

    return script


def renamed(content: Json, names: Mapping[str, str]) -> Json:
    """A content with another unit of the same strength in it."""
    return {**content, "unit": names.get(content["unit"], content["unit"])} if "unit" in content else content


def unseen(campaign: Campaign) -> dict[str, str]:
    """Units that nobody saw in all these messages -> another such unit of the same kind and strength."""
    setting = campaign.game.setting  # type: ignore[attr-defined]
    opened = [o["value"] for m in campaign.chain.messages for o in m.body.get("open", ()) if o["t"] == "marker"]
    shown = {content.get("unit") for content in opened}
    parents = {content["of"] for message in campaign.committed.values() for content in message["marker"].values()
               if "of" in content}  # fmt: skip
    alike: dict[tuple[Any, ...], list[str]] = {}
    for uid, unit in setting.units.items():
        if uid not in shown | parents:
            army = setting.commands[unit.command].army
            alike.setdefault((army, unit.kind, unit.pf), []).append(uid)
    return {old: new for group in alike.values() for old, new in zip(group, [*group[1:], *group[:1]], strict=True)}


@pytest.mark.slow
@pytest.mark.rule(NAME, "1.1-2")
def test_a_game_with_other_units_where_nobody_ever_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Units that were never turned up change places; every file that leaves a computer is the same."""
    with leaks.fixed_dice(monkeypatch):
        players = {side: Recorder(f"leak {side}") for side in "ab"}
        first = leaks.play(tmp_path / "first", terms(), players)
        names = unseen(first["a"])
        assert any(old != new for old, new in names.items())
        second = leaks.play(tmp_path / "second", terms(), {s: again(players[s].said, names) for s in "ab"})
    one, two = (leaks.payloads(campaigns["a"]) for campaigns in (first, second))
    assert one == two and len(one) == MESSAGES
    for seat in "ab":
        assert leaks.mailed(first[seat]) == leaks.mailed(second[seat])
    for campaigns in (first, second):
        leaks.close(campaigns)
