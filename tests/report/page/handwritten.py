"""Documents as a page may write them."""

from __future__ import annotations

import random
from typing import Any

from pbem.orders.text import TEXT

SEATS = [chr(code) for code in range(0x20, 0x460) if TEXT.fullmatch(chr(code))]
ODD = [
    "",
    "0610",
    "no",
    "Yes",
    "1/III",
    "7",
    "-",
    "# no",
    "a: b",
    "[x",
    "x]",
    "{",
    "'",
    '"',
    "\\",
    "a\\n",
    "  x",
    "x ",
    "~",
]


def value(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(8 if depth else 4)
    if kind < 2:
        return "".join(rng.choices(SEATS, k=rng.randrange(40)))
    if kind == 2:
        return rng.choice(ODD)
    if kind == 3:
        return rng.choice([True, False, 0, -7, 2**53 - 1])
    if kind < 6:
        return [value(rng, depth - 1) for _ in range(rng.randrange(5))]
    return {key(rng): value(rng, depth - 1) for _ in range(rng.randrange(5))}


def key(rng: random.Random) -> str:
    return rng.choice(ODD[1:]) + "".join(rng.choices(SEATS, k=rng.randrange(6)))


def typed(data: Any) -> Any:
    """What the loader gives back: every scalar as text."""
    if isinstance(data, dict):
        return {key: typed(inner) for key, inner in data.items()}
    if isinstance(data, list):
        return [typed(inner) for inner in data]
    return data if isinstance(data, str) else str(data).lower()
