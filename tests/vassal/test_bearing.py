"""Which units the counters of a position stand for, in games where counters bear numbers and lie open."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.telling.exporting import situation
from pbem.engine.picture import Counter, Pictures, Scene
from pbem.orders.loader import load
from pbem.store.home import Home
from pbem.vassal.template import template
from tests.cli.players import Player, begin_hidden_duel
from tests.vassal.scenes import shown


def looked_at(player: Player) -> Any:
    return situation(open_campaign(player.place, Home(player.home), None, write=False))


def printed(uid: str, army: str, name: str, symbol: str = "infantry") -> Counter:
    return Counter(uid, "", army, symbol, name, hover=(name,))


class Sheet(Pictures):
    """Five counters on a map: the ruleset names four of them as they are printed."""

    def boards(self) -> tuple[()]:
        return ()

    def scene(self, *_: object) -> Scene:
        armies = {"f1": "french", "f2": "french", "r1": "russian", "r2": "russian", "r3": "russian"}
        return Scene(tuple(Counter(uid, "box", army, "infantry", uid) for uid, army in armies.items()))

    def countersheet(self) -> tuple[Counter, ...]:
        return (
            printed("iii", "french", "III Corps"),
            printed("vanguard-f", "french", "Vanguard"),
            printed("vanguard-r", "russian", "Vanguard"),
            printed("guard", "russian", "Guard"),
            printed("guard-chief", "russian", "Guard", "leader"),
        )


def test_a_numbered_counter_stands_for_the_unit_whose_printed_name_it_bears() -> None:
    legend = {"f1": "III Corps", "f2": "Vanguard", "r1": "Vanguard", "r2": "Guard"}
    telling = SimpleNamespace(
        pictures=Sheet(), legend=lambda at, own: legend, headline=lambda at: "Turn 1", name=lambda thing: thing
    )
    campaign: Any = SimpleNamespace(
        party="",
        chain=SimpleNamespace(state={"at": {}}, messages=[None]),
        game=SimpleNamespace(telling=telling, scenario=SimpleNamespace(id="toy", armies=("french", "russian"))),
        machine=SimpleNamespace(forces=None),
        position=lambda state: state["at"],
    )
    found = {one.counter.id: one.units for one in situation(campaign).standing}
    # Nobody knows of r3 what it is: it is told by its number.
    want = {"f1": "iii", "f2": "vanguard-f", "r1": "vanguard-r", "r2": "guard", "r3": "r3"}
    assert found == {uid: (unit,) for uid, unit in want.items()}


@pytest.mark.slow
def test_numbered_counters_that_lie_open_are_told_by_their_names(tmp_path: Path) -> None:
    seen = looked_at(begin_hidden_duel(tmp_path, "--option", "hiding=open").anna)
    assert not seen.downs and len(seen.standing) > 30
    roster = {one.id: one for one in seen.roster}
    found = [one.units for one in seen.standing]
    assert len(set(found)) == len(found)
    for one in seen.standing:
        [unit] = one.units
        assert roster[unit].army == one.counter.army and roster[unit].name == one.counter.name
        assert (roster[unit].symbol == "leader") == (one.counter.symbol == "leader")


@pytest.mark.slow
def test_the_template_lists_all_units_those_still_to_come_among_them(tmp_path: Path) -> None:
    text = template(shown())
    data = load(text).data
    assert len(data["units"]) == 88 and "unknown" not in data
    assert '# French: Guard artillery, 10-3\n  gd-art: ""' in text
    seen = looked_at(begin_hidden_duel(tmp_path).bert)
    data = load(template(seen)).data
    assert len(data["units"]) == 61 and set(data["unknown"]) == {"french", "russian"}
    assert {place.id for place in seen.boards[0].places} == set(data["boards"]["poland"]["places"])
