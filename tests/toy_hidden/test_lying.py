"""Whole games of Veiled: of a liar, whose lies are all named, and of honest players, whom nobody accuses.

One short game of liars in `make test`; the box of `make campaigns` has more.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.writing.orders_file import Checked
from tests.attacks.forging import exposed
from tests.attacks.test_lies import setting_up
from tests.games.lying import stands
from tests.games.lying_games import check_lies
from tests.toy_hidden.compiling import leaves_for
from tests.toy_hidden.lies import COMMAND, CONTENTS, VeiledLiars
from tests.toy_hidden.world import build, lie, setting_of

SHORT, SHORT_MESSAGES = 2, 10


def test_a_short_game_with_a_liar(tmp_path: Path) -> None:
    lies = check_lies(tmp_path, VeiledLiars(), COMMAND, [SHORT], SHORT_MESSAGES)
    assert any(lie.mattered for lie in lies)


@pytest.mark.parametrize(
    ("added", "removed", "last", "told"),
    [
        ("y", "x", "y", True),
        ("y", "x", "z", False),  # another lie has written over it
        ("x", "y", "x", False),  # it turned another lie into the truth
        ("", "x", "", True),
        ("", "x", "x", False),
        ("", "y", "", False),  # what it left out was no truth
    ],
)
def test_a_lie_is_told_where_what_is_signed_is_untrue(added: str, removed: str, last: str, told: bool) -> None:
    assert stands(set(added), set(removed), {"x"}, set(last)) == told


def test_no_unit_is_added_where_one_counter_holds_all_of_them() -> None:
    army = SimpleNamespace(own=["a", "b"], foe=["c"])
    assert CONTENTS["content: one unit more"](["a", "b"], army, random.Random(1)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("resigns", [True, False])
def test_a_scout_that_begins_nowhere_is_named(tmp_path: Path, resigns: bool) -> None:
    """Else it could come up wherever its owner likes."""
    world = build(tmp_path, setting_up)

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        return replace(checked, leaves=leaves_for(setting_of(campaign), []))

    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=resigns)
    assert diagnosis == ("AUDIT_MOVE_ILLEGAL", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: the scout begins in no box") and words.endswith("(7.1)")
