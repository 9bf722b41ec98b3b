"""A list that only grows, of which the older part is made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class LazyList(Sequence[T], Generic[T]):
    """`count` elements that `make` gives by index, kept once they are made, and newer ones behind them.

    Never changed by who reads it: `plus` gives a longer one, which shares the older part.
    """

    def __init__(self, count: int, make: Callable[[int], T], newer: tuple[T, ...] = ()) -> None:
        self._count = count
        self._make = make
        self._made: dict[int, T] = {}
        self._newer = newer

    @property
    def older(self) -> int:
        """How many elements are made on demand."""
        return self._count

    def __len__(self) -> int:
        return self._count + len(self._newer)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        if at >= self._count:
            return self._newer[at - self._count]
        if at not in self._made:
            self._made[at] = self._make(at)
        return self._made[at]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sequence)
            and len(self) == len(other)
            and all(a == b for a, b in zip(self, other, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def plus(self, element: T) -> LazyList[T]:
        """The list with one element more."""
        longer = LazyList(self._count, self._make, (*self._newer, element))
        longer._made = self._made
        return longer


def plus(elements: Sequence[T], element: T) -> Sequence[T]:
    """A list with one element more; neither is changed."""
    return elements.plus(element) if isinstance(elements, LazyList) else (*elements, element)
