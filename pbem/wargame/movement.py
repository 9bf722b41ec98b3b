"""Movement over any graph: where a unit can get to, and the cheapest way there.

Costs are exact: whole numbers in a unit that the caller chooses (half movement points, say) or Fractions.
The graph is a `neighbours` callable, terrain a `step_cost`, a unit's limits two predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise

Cost = int | Fraction
Neighbours = Callable[[str], Sequence[str]]
StepCost = Callable[[str, str], Cost | None]
Predicate = Callable[[str], bool]


def anywhere(at: str) -> bool:
    """The predicate that holds everywhere."""
    return True


def nowhere(at: str) -> bool:
    """The predicate that holds nowhere."""
    return False


@dataclass(frozen=True, slots=True)
class Reach:
    """What one unit can reach.

    start: where it stands. costs: the cheapest cost of every place it can enter, passing through included,
    in order of cost, then steps, then name; the start is in it at 0. stops: those where it may end, in the
    same order. paths: the cheapest path to each, both ends included; among equals the one with fewest steps,
    then the one whose names come first.
    """

    start: str
    costs: dict[str, Cost]
    stops: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]


def reach(
    start: str,
    allowance: Cost,
    neighbours: Neighbours,
    step_cost: StepCost,
    may_stop: Predicate = anywhere,
    must_stop: Predicate = nowhere,
    until: str = "",
) -> Reach:
    """Everything that can be reached at a cost of at most `allowance`, by Dijkstra's search.

    step_cost(a, b): cost of the step between neighbours, None where it is forbidden; zero is allowed.
    may_stop(place): whether a move may end there; the start is asked like any other.
    must_stop(place): whether a move that enters it ends there. The start is not entered, so it is not asked:
    a unit that may not leave is held by step_cost.
    until: a place with which the search ends: what is farther is not looked for. "" for none.

    The answer does not depend on the order of neighbours. Raises ValueError for a cost below zero.
    """
    # Ranked by cost and steps together a place is final when it leaves the heap, even where steps are free,
    # and so are all places before it: equal rivals can be compared by their whole paths.
    best: dict[str, tuple[Cost, int]] = {start: (0, 0)}
    before: dict[str, tuple[str, ...]] = {start: ()}
    costs: dict[str, Cost] = {}
    paths: dict[str, tuple[str, ...]] = {}
    heap: list[tuple[Cost, int, str]] = [(0, 0, start)]
    while heap:
        cost, steps, at = heappop(heap)
        if at in costs:
            continue
        costs[at] = cost
        path = paths[at] = (*before[at], at)
        if at == until:
            break
        if steps and must_stop(at):
            continue
        for to in neighbours(at):
            if to in costs or (step := step_cost(at, to)) is None:
                continue
            if step < 0:
                raise ValueError(f"the step from {at} to {to} costs {step}, less than nothing")
            if (total := cost + step) > allowance:
                continue
            rank, known = (total, steps + 1), best.get(to)
            if known is None or rank < known:
                best[to], before[to] = rank, path
                heappush(heap, (total, steps + 1, to))
            elif rank == known and path < before[to]:
                before[to] = path
    return Reach(start, costs, tuple(at for at in costs if may_stop(at)), paths)


def path_cost(path: Sequence[str], step_cost: StepCost) -> Cost | None:
    """The cost of a path, start included in it and free; None where a step is forbidden."""
    total: Cost = 0
    for a, b in pairwise(path):
        step = step_cost(a, b)
        if step is None:
            return None
        total += step
    return total
