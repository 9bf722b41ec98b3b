"""Classes of `pbem.lean` behave as those of `dataclasses` do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from pbem.lean import lean

Part = TypeVar("Part")
Decorator = Callable[..., Any]
BOTH = pytest.mark.parametrize("made", [dataclasses.dataclass, lean], ids=["dataclasses", "lean"])


@lean(frozen=True, slots=True)
class Kept:
    """Known to pickle by its name."""

    a: int
    b: tuple[int, ...] = ()


def _slotted(made: Decorator) -> Any:
    @made(frozen=True, slots=True)
    class Slotted:
        kind: ClassVar[str] = "slotted"
        a: int
        b: str = "b"
        c: list[int] = field(default_factory=list)

        @property
        def both(self) -> str:
            return f"{self.a}{self.b}"

    return Slotted


def _open(made: Decorator) -> Any:
    @made
    class Open:
        a: int
        b: int = 2
        c: list[int] = field(default_factory=list)

        def __post_init__(self) -> None:
            self.b += self.a

    return Open


def _frozen(made: Decorator) -> Any:
    @made(frozen=True)
    class Frozen(Generic[Part]):
        a: Part

        @cached_property
        def twice(self) -> list[Part]:
            return [self.a, self.a]

    return Frozen


@BOTH
def test_what_is_written_down_once(made: Decorator) -> None:
    slotted = _slotted(made)
    one, other = slotted(1), slotted(1, c=[2])
    assert (one.both, one.kind, other.c, slotted(1, "x").b) == ("1b", "slotted", [2], "x")
    assert one == slotted(1) != other and one != _slotted(made)(1) and one.c is not slotted(1).c
    assert repr(one).endswith("Slotted(a=1, b='b', c=[])") and slotted.__match_args__ == ("a", "b", "c")
    assert replace(one, b="n") == slotted(1, "n") and asdict(other) == {"a": 1, "b": "b", "c": [2]}
    assert [member.name for member in fields(slotted)] == ["a", "b", "c"] and is_dataclass(one)
    assert copy.copy(one) == copy.deepcopy(one) == one
    for change in (lambda: setattr(one, "a", 2), lambda: delattr(one, "a"), lambda: setattr(one, "new", 2)):
        with pytest.raises((FrozenInstanceError, TypeError)):
            change()
    with pytest.raises(TypeError, match="required positional argument"):
        slotted()
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@BOTH
def test_what_may_change(made: Decorator) -> None:
    one = _open(made)(1)
    one.a, one.new = 5, 6
    assert (one.a, one.b, one.c) == (5, 3, []) and _open(made)(1, c=[1]).c == [1]
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@BOTH
def test_what_is_found_later_is_kept_beside_what_is_frozen(made: Decorator) -> None:
    frozen = _frozen(made)
    one = frozen((1, 2))
    assert one.twice == [(1, 2), (1, 2)] and one.twice is one.twice and hash(one) == hash(frozen((1, 2)))
    assert {frozen(1): "a"}[frozen(1)] == "a" and copy.deepcopy(one) == one


@BOTH
def test_members_that_are_given_by_name_alone(made: Decorator) -> None:
    @made(frozen=True, slots=True, kw_only=True)
    class Named:
        a: int = 1
        b: int

    assert (Named(b=2).a, Named.__match_args__) == (1, ())
    with pytest.raises(TypeError, match="positional"):
        Named(2)


def test_a_class_without_members_has_one_value() -> None:
    empty = lean(frozen=True, slots=True)(type("Empty", (), {}))
    assert empty() == empty() and hash(empty()) == hash(empty()) and repr(empty()) == "Empty()"


def test_it_goes_through_a_pickle() -> None:
    assert pickle.loads(pickle.dumps(Kept(1, (2,)))) == Kept(1, (2,))


@pytest.mark.parametrize("base", [lean(type("Base", (), {})), dataclasses.dataclass(type("Base", (), {}))])
def test_no_dataclass_is_its_base(base: type) -> None:
    with pytest.raises(TypeError, match="a base is a dataclass"):
        lean(type("Heir", (base,), {}))
