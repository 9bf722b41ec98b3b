"""What `make test` tries of that which `make campaigns` goes through to its end, `make campaigns-all` in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings


def later(case: Any) -> Any:
    """A case of a parametrized test that `make campaigns` alone tries; a tuple is one value for each of its names."""
    return _marked(case, pytest.mark.campaigns)


def at_large(case: Any) -> Any:
    """The same for a case that `make campaigns-all` alone tries."""
    return _marked(case, pytest.mark.at_large)


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, mark], id=case.id)
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=mark)


def first(number: int, cases: Iterable[Any]) -> Sequence[Any]:
    """The first so many of these cases, the others later."""
    listed = list(cases)
    return [*listed[:number], *map(later, listed[number:])]


def examples(number: int) -> int:
    """How many examples to try of a number that the profile `thorough`, whose default is a hundred, tries in full."""
    share = number * settings.default.max_examples // 100
    return max(min(number, 10), share)
