"""The one byte form of every payload, state, tape and committed value (protocol section 2)."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any, Final

import orjson

from pbem.protocol.faults import Fault

MAX_PAYLOAD = 16 * 1024 * 1024
MAX_PLAIN_PAYLOAD = 1024 * 1024
MAX_DEPTH = 16
MAX_INTEGER = 2**53 - 1

_PLAIN = frozenset({str, bool})
_KEY = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
# The complement of the admitted characters. The set is fixed: it does not grow with Unicode versions.
_FOREIGN = re.compile(
    "[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0400-\u045f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]"
)
# Those of them that are one byte; most payloads hold nothing else.
_ASCII = bytes(range(0x20, 0x7F))
_OTHER_ESCAPE = re.compile(rb'\\[^"]')

# Keys in the order of their bytes, which in UTF-8 is that of their characters; of Python's own types only plain ones.
_FORM: Final = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canon(value: Any) -> bytes:
    """Canonical bytes of `value`. The restrictions are not looked at: see `admissible` and `parse`.

    Raises ValueError or TypeError for what JSON cannot hold, UnicodeEncodeError (a ValueError) for lone
    surrogates.
    """
    try:
        return orjson.dumps(value, option=_FORM)
    except TypeError:
        # Integers of more than 64 bits, names that are numbers: nothing admitted, but it has a form. Or no JSON at all.
        return _encoder.encode(value).encode("utf-8")


def parse(data: bytes) -> dict[str, Any]:
    """The object whose canonical form is `data`.

    Raises Fault PAYLOAD_SIZE above 16 MiB, and above 1 MiB where no member `audit` stands; Fault
    PAYLOAD_NONCANONICAL for every other departure from section 2.
    """
    if len(data) > MAX_PAYLOAD:
        raise Fault("PAYLOAD_SIZE", f"{len(data)} bytes, at most {MAX_PAYLOAD}")
    value = parse_value(data)
    if type(value) is not dict:
        raise Fault("PAYLOAD_NONCANONICAL", "the payload is not an object")
    if len(data) > MAX_PLAIN_PAYLOAD and "audit" not in value:
        raise Fault("PAYLOAD_SIZE", f"{len(data)} bytes without an audit, at most {MAX_PLAIN_PAYLOAD}")
    return value


def parse_value(data: bytes) -> Any:
    """Any admissible value (a committed one need not be an object) from its canonical form.

    Raises Fault PAYLOAD_NONCANONICAL.
    """
    try:
        value = orjson.loads(data)
        # Whatever is written back byte for byte has sorted keys, each once.
        same = canon(value) == data
        _walk(value)
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise Fault("PAYLOAD_NONCANONICAL", str(error)[:200]) from None
    if not same:
        raise Fault("PAYLOAD_NONCANONICAL", "the bytes are not the canonical form of their content")
    _characters(data)
    return value


def admissible(value: Any) -> None:
    """Refuse a value of one's own that the other side would refuse. Raises ValueError."""
    try:
        parse_value(canon(value))
    except Fault as fault:
        raise ValueError(fault.detail) from None
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)[:200]) from None


def _characters(data: bytes) -> None:
    """In canonical text a character stands for itself, or behind a backslash. So one scan of the text
    finds every character of every string; only `\\"` and `\\\\` escape admitted ones."""
    if data.translate(None, _ASCII):
        found = _FOREIGN.search(data.decode("utf-8"))
        if found is not None:
            raise Fault("PAYLOAD_NONCANONICAL", f"character U+{ord(found.group()):04X} is not admitted")
    if b"\\" in data and _OTHER_ESCAPE.search(data.replace(b"\\\\", b"")) is not None:
        raise Fault("PAYLOAD_NONCANONICAL", "a control character is not admitted")


def _walk(root: Any) -> None:
    """No null, no integer beyond 2^53-1, no nesting beyond 16, no odd key; level by level, without recursion."""
    containers, keys = _checked([root]), set[str]()
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for container in containers:
            if type(container) is dict:
                keys.update(container)
                inner += _checked(container.values())
            else:
                inner += _checked(container)
        containers = inner
    if containers:
        raise ValueError("nested more than 16 deep")
    # The same few keys stand in most objects.
    for key in keys:
        if _KEY.fullmatch(key) is None:
            raise ValueError(f"key {key[:70]!r} is not admitted")


def _checked(values: Collection[Any]) -> list[Any]:
    """The objects and arrays among values, once the others are found to be admitted."""
    containers: list[Any] = []
    if _PLAIN.issuperset(map(type, values)):
        # Most containers of a long payload hold words only: one pass without a line of Python for each.
        return containers
    for value in values:
        kind = type(value)
        if kind is str or kind is bool:
            continue
        if kind is int:
            if not -MAX_INTEGER <= value <= MAX_INTEGER:
                raise ValueError("an integer is beyond 2^53-1")
        elif kind is dict or kind is list:
            containers.append(value)
        else:
            raise ValueError(f"a {kind.__name__} is not admitted")
    return containers
