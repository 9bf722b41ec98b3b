"""Sharing losses (8.4-2, 8.4-3)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.jours_de_gloire.rules.battle.losses import halved, pay, payers, share, taken
from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force
from tests.rulesets.jours_de_gloire.rules.battle.playing import force


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


@pytest.mark.parametrize(
    ("units", "loss", "prefer", "expected"),
    [
        pytest.param("a 6, b 4, c 2", 3, "", {"a": 1, "b": 1, "c": 1}, marks=rule("8.4-2")),
        pytest.param("a 5, b 1", 2, "", {"a": 2}, marks=rule("8.4-2")),
        pytest.param("a 5, b 1", 2, "b a", {"a": 2}, id="not even if he prefers it", marks=rule("8.4-2")),
        pytest.param("a 5, b 5", 3, "b", {"a": 1, "b": 2}, marks=rule("8.4-2")),
        pytest.param("a 5, b 7", 3, "", {"a": 1, "b": 2}, id="else the stronger", marks=rule("8.4-2")),
        pytest.param("b 5, a 5", 1, "", {"a": 1}, id="else by id", marks=rule("8.4-2")),
        pytest.param("a 2, b 2", 3, "b", {"a": 1, "b": 2}, marks=rule("8.4-2")),
        pytest.param("a 2, b 1", 9, "", {"a": 2, "b": 1}, marks=rule("8.4-2")),
        pytest.param("a 6, b 2", 5, "", {"a": 4, "b": 1}, marks=rule("8.4-2")),
        pytest.param("a 6", 0, "", {}, marks=rule("8.4-2")),
    ],
)
def test_share(units: str, loss: int, prefer: str, expected: dict[str, int]) -> None:
    assert share(force(units, prefer=prefer), loss) == expected


strengths = st.lists(st.integers(1, 7), min_size=1, max_size=5)


def made(pfs: list[int], order: list[int]) -> Force:
    fighters = tuple(Fighter(f"u{n}", "infantry", pf, 3) for n, pf in enumerate(pfs))
    return Force("french", fighters, prefer=tuple(f"u{n}" for n in order if n < len(pfs)))


@rule("8.4-2")
@given(pfs=strengths, loss=st.integers(0, 40), order=st.permutations(range(5)))
def test_every_point_is_paid_and_nobody_pays_more_than_he_has(pfs: list[int], loss: int, order: list[int]) -> None:
    paid = pay(made(pfs, order), loss)
    assert paid.total == min(loss, sum(pfs))
    assert all(0 < paid.losses[f"u{n}"] <= pf for n, pf in enumerate(pfs) if f"u{n}" in paid.losses)
    assert paid.force.pf == sum(pfs) - paid.total
    assert set(paid.dead) == {f"u{n}" for n, pf in enumerate(pfs) if paid.losses.get(f"u{n}") == pf}
    assert {left.id for left in paid.force.fighters} == {f"u{n}" for n in range(len(pfs))} - set(paid.dead)


@rule("8.4-2")
@given(pfs=strengths, loss=st.integers(0, 40), order=st.permutations(range(5)))
def test_nobody_is_wiped_out_while_another_can_pay(pfs: list[int], loss: int, order: list[int]) -> None:
    paid = pay(made(pfs, order), loss)
    if paid.dead:
        assert all(left.pf == 1 for left in paid.force.fighters)


@rule("8.4-2")
@given(pfs=strengths, loss=st.integers(0, 40), order=st.permutations(range(5)))
def test_uneven_shares_have_a_reason(pfs: list[int], loss: int, order: list[int]) -> None:
    """Who pays two more than another, or one more while behind him in the order: that one has no PF to spare."""
    of = made(pfs, order)
    losses = share(of, loss)
    ranked = payers(of)
    for (first, payer), (second, other) in itertools.permutations(enumerate(ranked), 2):
        more = losses.get(payer.id, 0) - losses.get(other.id, 0)
        if more >= 2 or (more == 1 and first > second):
            assert other.pf - losses.get(other.id, 0) <= 1


@rule("8.4-2")
@pytest.mark.parametrize("pfs", list(itertools.combinations_with_replacement(range(1, 5), 3)))
def test_no_sharing_is_more_even(pfs: tuple[int, ...]) -> None:
    """All ways to share are tried: among those that spare the most units, none has smaller greatest shares."""
    of = made(list(pfs), [])
    for loss in range(sum(pfs) + 1):
        ways = [way for way in itertools.product(*(range(pf + 1) for pf in pfs)) if sum(way) == loss]
        dead = {way: sum(lost == pf for lost, pf in zip(way, pfs, strict=True)) for way in ways}
        fewest = min(dead.values())
        best = min(sorted(way, reverse=True) for way in ways if dead[way] == fewest)
        found = share(of, loss)
        mine = tuple(found.get(f"u{n}", 0) for n in range(len(pfs)))
        assert dead[mine] == fewest
        assert sorted(mine, reverse=True) == best


@rule("8.4-2")
@given(
    pfs=strengths, loss=st.integers(0, 40), order=st.permutations(range(5)), shuffle=st.randoms(use_true_random=False)
)
def test_the_order_of_the_units_in_the_force_does_not_matter(pfs, loss, order, shuffle) -> None:  # type: ignore[no-untyped-def]
    of = made(pfs, order)
    fighters = list(of.fighters)
    shuffle.shuffle(fighters)
    assert share(Force("french", tuple(fighters), prefer=of.prefer), loss) == share(of, loss)


@rule("8.4-3")
@pytest.mark.parametrize(("pf", "lost"), [(5, 2), (3, 1), (1, 0), (8, 4)])
def test_half_a_force_rounded_down(pf: int, lost: int) -> None:
    assert halved(force(f"a {pf}")).total == lost


@rule("8.4-3")
def test_half_is_taken_of_the_whole_force() -> None:
    assert halved(force("a 3, b 3, c 1")).total == 3


@rule("8.7-5")
def test_a_force_that_is_taken() -> None:
    gone = taken(force("a 3, b 2", "ney 3 1"))
    assert gone.losses == {"a": 3, "b": 2}
    assert [leader.id for leader in gone.captured] == ["ney"]


@rule("8.4-2")
def test_a_unit_cannot_be_there_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        force("a 3, a 2")
