"""Dataclasses that cost little to define.

`dataclasses.dataclass` compiles up to seven methods of every class while its module is loaded: a tenth of what a short
command takes, which loads some three hundred classes and calls few of these methods. Here the constructor alone is
compiled; the rest is shared code. To type checkers, `replace`, `fields` and `asdict` such a class is a dataclass like
any other. It has no dataclass for a base or an heir, and compares and shows all of its fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NoReturn

_SET: Final = object.__setattr__
# What Python makes for each class anew.
_NOT_TAKEN: Final = ("__dict__", "__weakref__")


def lean(cls: type | None = None, *, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Any:
    """As `dataclasses.dataclass`, with fewer choices. Raises TypeError for a class with a dataclass among its bases."""
    if cls is None:
        return lambda one: _made(one, frozen=frozen, slots=slots, named=kw_only)
    return _made(cls, frozen=frozen, slots=slots, named=kw_only)


def _made(cls: type, *, frozen: bool, slots: bool, named: bool) -> type:
    if hasattr(cls, "__dataclass_fields__"):
        raise TypeError(f"{cls.__qualname__}: a base is a dataclass; take dataclasses.dataclass")
    own = dict(cls.__dict__)
    forms = {name: form for name, form in own.get("__annotations__", {}).items() if not form.startswith("ClassVar")}
    given = {name: own.pop(name) for name in forms if name in own}
    plain = {name: one.default if isinstance(one, Field) else one for name, one in given.items()}
    made = {
        "__init__": _constructor(
            tuple(forms), given, frozen=frozen, slots=slots, named=named, after=hasattr(cls, "__post_init__")
        ),
        "__dataclass_fields__": _Fields(forms, given),
        "__match_args__": () if named else tuple(forms),
        **_methods(tuple(forms), frozen=frozen),
        **(_copying(tuple(forms)) if frozen and slots else {}),
    }
    members = {name: one for name, one in made.items() if name not in own or (name == "__hash__" and own[name] is None)}
    if slots:
        kept = {name: one for name, one in own.items() if name not in _NOT_TAKEN}
        again = type(cls)(cls.__name__, cls.__bases__, {**kept, **members, "__slots__": tuple(forms)})
        again.__qualname__ = cls.__qualname__
        if frozen and "__init__" in members:
            # A slot's own setter takes half as long as `object.__setattr__`, which looks it up by its name.
            setters = {f"_set_{name}": vars(again)[name].__set__ for name in forms}
            made["__init__"].__globals__.update(setters)
        return again
    for name, default in plain.items():
        if default is MISSING:
            delattr(cls, name)
        else:
            members[name] = default
    for name, one in members.items():
        setattr(cls, name, one)
    return cls


def _constructor(
    names: Sequence[str], given: Mapping[str, Any], *, frozen: bool, slots: bool, named: bool, after: bool
) -> Callable[..., None]:
    """Made of the names of fields alone: what is their default is handed over as a value."""
    known: dict[str, Any] = {"_set": _SET, "_missing": MISSING}
    head, body = ["self", *("*" if named and names else "")], list[str]()
    for name in names:
        default = given.get(name, MISSING)
        make = default.default_factory if isinstance(default, Field) else MISSING
        default = default.default if isinstance(default, Field) else default
        value = name
        if make is not MISSING:
            known[f"_make_{name}"] = make
            value = f"_make_{name}() if {name} is _missing else {name}"
        has_default = make is not MISSING or default is not MISSING
        known[f"_default_{name}"] = default
        head.append(f"{name}=_default_{name}" if has_default else name)
        setting = f" _set_{name}(self, {value})" if slots else f" _set(self, {name!r}, {value})"
        body.append(setting if frozen else f" self.{name} = {value}")
    body += [" self.__post_init__()"] if after else []
    exec(f"def __init__({', '.join(head)}):\n" + ("\n".join(body) or " pass"), known)
    found: Callable[..., None] = known["__init__"]
    return found


def _methods(names: Sequence[str], *, frozen: bool) -> dict[str, Any]:
    values = attrgetter(*names) if names else _nothing

    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def digest(self: Any) -> int:
        return hash(values(self))

    if not frozen:
        return {"__repr__": shown, "__eq__": equal, "__hash__": None}
    refusing = {"__setattr__": _not_assigned, "__delattr__": _not_deleted}
    return {"__repr__": shown, "__eq__": equal, "__hash__": digest, **refusing}


def _copying(names: Sequence[str]) -> dict[str, Any]:
    """Without a dictionary of its own and frozen, an object cannot be copied or pickled as others are."""

    def state(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def restored(self: Any, held: Sequence[Any]) -> None:
        for name, value in zip(names, held, strict=True):
            _SET(self, name, value)

    return {"__getstate__": state, "__setstate__": restored}


def _nothing(one: object) -> tuple[()]:
    return ()


def _not_assigned(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _not_deleted(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Fields:
    """What `dataclasses` wants to know of a class, found when it asks."""

    def __init__(self, forms: Mapping[str, str], given: Mapping[str, Any]) -> None:
        self._forms, self._given = forms, given
        self._found: Mapping[str, Any] | None = None

    def __get__(self, one: object, owner: type) -> Mapping[str, Any]:
        if self._found is None:
            like = type(owner.__name__, (), {"__annotations__": self._forms, **self._given})
            self._found = vars(dataclasses.dataclass(init=False, repr=False, eq=False)(like))["__dataclass_fields__"]
        return self._found


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = lean
