"""Which entries of a list are still there in another one, for a change that touches the others alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

# Lists whose lengths multiply to more are not compared entry by entry: it takes too long.
_MOST_PAIRS: Final = 250_000


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same data: 1 is not true, and members have no order."""
    return _canonical(one) == _canonical(other)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def aligned(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[int | None, int | None]]:
    """Pairs of places, old and new, in the order of the new list; None where one of them has nothing there.

    Entries that are the same in both are paired; between two of these others are paired in their order.
    """
    olds, news = [_canonical(one) for one in old], [_canonical(one) for one in new]
    head = next((n for n, (one, other) in enumerate(zip(olds, news, strict=False)) if one != other), None)
    head = min(len(olds), len(news)) if head is None else head
    tail = 0
    while tail < min(len(olds), len(news)) - head and olds[-1 - tail] == news[-1 - tail]:
        tail += 1
    yield from ((n, n) for n in range(head))
    middle = olds[head : len(olds) - tail], news[head : len(news) - tail]
    for left, right in _blocks(*middle):
        yield from _paired(range(left.start + head, left.stop + head), range(right.start + head, right.stop + head))
    yield from ((len(olds) - tail + n, len(news) - tail + n) for n in range(tail))


def _blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[range, range]]:
    if len(old) * len(new) > _MOST_PAIRS:
        yield range(len(old)), range(len(new))
        return
    for _, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield range(first, last), range(begin, end)


def _paired(old: range, new: range) -> Iterator[tuple[int | None, int | None]]:
    both = min(len(old), len(new))
    yield from zip(old[:both], new[:both], strict=True)
    yield from ((place, None) for place in old[both:])
    yield from ((None, place) for place in new[both:])
