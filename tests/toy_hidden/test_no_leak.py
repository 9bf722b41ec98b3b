"""What is hidden shows in nothing that leaves the computer: not in words, not in a name, not in a size."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked
from pbem.local.practice import nested
from pbem.orders.writer import dump
from tests.tiers import beside_the_first, turns
from tests.toy_hidden import leaks
from tests.toy_hidden.data import CAVALRY
from tests.toy_hidden.sampling import random_document
from tests.toy_hidden.sequence import NIGHTS, standing
from tests.toy_hidden.world import orders

VARIANTS = 4
# Round and army -> public orders; nobody meets anybody.
TURNS: Mapping[tuple[int, str], dict[str, Any]] = {
    (1, "red"): {"moves": [{"counter": "red-1", "to": "bridge"}], "search": "bridge"},
    (1, "blue"): {"moves": [{"counter": "blue-5", "to": "elm"}], "search": "elm", "patrol": "bridge"},
    (2, "red"): {"moves": [{"counter": "red-2", "to": "bridge"}], "patrol": "elm", "loss": "weakest"},
    (2, "blue"): {"moves": [{"counter": "blue-1", "to": "hill"}]},
}
POSTS = {"red": ["abbey"] * 2 + ["bridge"] * 3 + ["camp"] * 3, "blue": ["grange"] * 2 + ["hill"] * 3 + ["inn"] * 3}


class Hider:
    """A player whose public orders are given and whose secrets are random; `rng` draws every one of them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def __call__(self, campaign: Campaign, due: Due) -> tuple[dict[str, Any], Checked | None] | None:
        need = due.state["need"]
        standing_orders = {
            slot.name: self.rng.choice(slot.schema["enum"])
            for slot in campaign.machine.slots[campaign.seat]
            if self.rng.randrange(2)
        }
        if sum(step[0] == "sealed" for step in due.state["trace"]) == 2:
            return None
        if due.request is None:
            return standing_orders, None
        if need["ask"] == "contact":
            return standing_orders, orders(campaign, due, {"answer": "none"})
        if need["ask"] == "sealed.night":
            return standing_orders, orders(campaign, due, {"answer": self.rng.choice(NIGHTS)})
        assert need["ask"] == "orders"
        at = due.state["at"]
        document = self._setup(campaign) if at["stage"] == "setup" else self._turn(campaign, due)
        checked = orders(campaign, due, document)
        assert not checked.findings, checked.findings
        return standing_orders, checked

    def _setup(self, campaign: Campaign) -> dict[str, Any]:
        """Counter 5 holds cavalry, for it will be asked; in the bridge and beside it there is none."""
        army, setting = campaign.army, campaign.game.setting  # type: ignore[attr-defined]
        horse = [unit for unit in setting.order_of_battle[army] if setting.units[unit].kind == CAVALRY]
        foot = [unit for unit in setting.order_of_battle[army] if unit not in horse]
        held: dict[str, list[str]] = {counter: [] for counter in setting.counters(army)}
        kept = {5: [self.rng.choice(horse)]} if army == "blue" else {}
        for number, units in kept.items():
            held[f"{army}-{number}"] += units
        for unit in horse:
            if unit not in kept.get(5, ()):
                self._place(held, unit, (6, 7) if army == "red" else (6, 7, 8))
        for unit in foot:
            self._place(held, unit, range(1, 9))
        posts = zip(held, POSTS[army], strict=True)
        entries = [{"counter": counter, "box": box, "units": held[counter]} for counter, box in posts]
        return {"setup": entries, "scout": [self.rng.choice(self._away(setting, army))]}

    def _place(self, held: dict[str, list[str]], unit: str, numbers: Any) -> None:
        army = next(iter(held)).split("-")[0]
        room = [f"{army}-{number}" for number in numbers if len(held[f"{army}-{number}"]) < 2]
        held[self.rng.choice(room)].append(unit)

    @staticmethod
    def _away(setting: Any, army: str) -> list[str]:
        """Home boxes that nobody searches."""
        return [box for box in setting.home[army] if box != "bridge"]

    def _turn(self, campaign: Campaign, due: Due) -> dict[str, Any]:
        """The given orders; the counters of the hill, or of the camp, mixed; a walk of the scout."""
        setting = campaign.game.setting  # type: ignore[attr-defined]
        at, army = due.state["at"], campaign.army
        document = dict(TURNS[at["round"], army])
        document["mix"] = [self._mix(campaign, due, "camp" if army == "red" else "inn")]
        here = standing(due.own.leaves["hidden"]["scout"])
        home = setting.home[army]
        near = [box for box in setting.field.neighbours(here) if box in home]
        document["scout"] = self.rng.choice([[here], *([here, box] for box in near), [here, near[0], here]])
        return document

    def _mix(self, campaign: Campaign, due: Due, box: str) -> dict[str, Any]:
        counters = [
            c for c, entry in due.state["at"]["counters"].items() if c in due.own.markers and entry["box"] == box
        ]
        contents: list[list[str]] = [[] for _ in counters]
        for unit in sorted(unit for c in counters for unit in due.own.markers[c]["units"]):
            self.rng.choice([content for content in contents if len(content) < 2]).append(unit)
        return {"box": box, "units": contents}


@pytest.mark.slow
@pytest.mark.parametrize("contact", turns(["declared", "proved"]))
@pytest.mark.parametrize("hider", ["a", "b"])
def test_other_secrets_change_nothing_that_anybody_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contact: str, hider: str
) -> None:
    """The hider's contents, dummies, scout, chits and night order differ; the other side's folder is the same."""
    watcher = "b" if hider == "a" else "a"
    terms = Invitation("veiled", "skirmish", "red", {"contact": contact})
    pictures, secrets = [], []
    with leaks.fixed_dice(monkeypatch):
        for variant in beside_the_first(VARIANTS):
            scripts = {hider: Hider(random.Random(f"secret {variant}")), watcher: Hider(random.Random("the same"))}
            campaigns = leaks.play(tmp_path / str(variant), terms, scripts)
            pictures.append(_picture(campaigns, hider, watcher))
            secrets.append(_secrets(campaigns[hider]))
            assert sum("sealed" in m.body.get("input", {}) for m in campaigns[hider].chain.messages) == 2
            leaks.close(campaigns)
    assert len({repr(one) for one in secrets}) == len(pictures) > 1
    for picture in pictures[1:]:
        assert picture.keys() == pictures[0].keys()
        for name, text in picture.items():
            assert text == pictures[0][name], name


def _picture(campaigns: dict[str, Campaign], hider: str, watcher: str) -> dict[str, Any]:
    stranger = leaks.onlooker(campaigns[hider])
    parts = {
        "mailed": leaks.mailed(campaigns[hider]),
        "opponent": leaks.seen(campaigns[watcher]),
        "onlooker": leaks.shown(stranger),
        "archive": leaks.archive(campaigns[hider]),
        "payloads": {str(seq): body for seq, body in enumerate(leaks.payloads(campaigns[hider]))},
    }
    return {f"{part}: {name}": text for part, texts in parts.items() for name, text in texts.items()}


def _secrets(campaign: Campaign) -> Any:
    return {seq: campaign.committed[seq] for seq in campaign.committed}


class Recorder:
    """A random player whose every word is kept, to be said again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.said: list[tuple[dict[str, Any], Checked | None]] = []

    def __call__(self, campaign: Campaign, due: Due) -> tuple[dict[str, Any], Checked | None]:
        setting = campaign.game.setting  # type: ignore[attr-defined]
        checked = None
        if due.request is not None:
            document = random_document(setting, due.request, due.own, self.rng.randrange)
            checked = orders(campaign, due, document)
            assert not checked.findings
        self.said.append(({}, checked))
        return self.said[-1]


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(names.get(unit, unit) for unit in value)
    return value


@pytest.mark.slow
@pytest.mark.parametrize("seed", turns(range(3)))
def test_a_whole_game_with_other_units_where_nobody_ever_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Units that were never turned up change places; until the books are opened nothing tells."""
    terms = Invitation("veiled", "skirmish", "blue", {"contact": "proved"})
    with leaks.fixed_dice(monkeypatch):
        players = {seat: Recorder(random.Random(f"{seed}/{seat}")) for seat in "ab"}
        first = leaks.play(tmp_path / "first", terms, players)
        names = _others(first["a"])
        assert any(old != new for old, new in names.items())
        said = {seat: iter(player.said) for seat, player in players.items()}

        def again(campaign: Campaign, due: Due) -> tuple[dict[str, Any], Checked | None]:
            standing_orders, checked = next(said[campaign.seat])
            hide = _renamed(checked.hide, names) if checked else {}
            return standing_orders, replace(checked, hide=hide) if checked else None

        second = leaks.play(tmp_path / "second", terms, {"a": again, "b": again})
    one, two = leaks.payloads(first["a"]), leaks.payloads(second["a"])
    assert len(one) == len(two) and [m for m in one if "audit" not in m] == [m for m in two if "audit" not in m]
    assert leaks.mailed(first["a"]).keys() == leaks.mailed(second["a"]).keys()
    reports = [{n: t for n, t in leaks.mailed(c["b"]).items() if n.startswith("reports/")} for c in (first, second)]
    assert reports[0] == reports[1]
    for campaigns in (first, second):
        assert campaigns["a"].chain.audited
        leaks.close(campaigns)


def _others(campaign: Campaign) -> dict[str, str]:
    """Units that nobody saw in the whole game -> another such unit of the same army, cavalry for cavalry."""
    setting = campaign.game.setting  # type: ignore[attr-defined]
    events = [event for told in campaign.machine.events.values() for event in told if event["kind"] == "opened"]
    shown = {unit for event in events for unit in event["units"]}
    names: dict[str, str] = {}
    for units in setting.order_of_battle.values():
        for horse in (False, True):
            hidden = [u for u in units if u not in shown and (setting.units[u].kind == CAVALRY) == horse]
            names |= dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
    assert nested(dict.fromkeys(names, 0)) and dump(names)
    return names
