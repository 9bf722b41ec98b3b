"""Documents as a page or a hand may write them, and spoilt ones."""

from __future__ import annotations

import random
from typing import Any, Final

from pbem.orders.text import TEXT

LETTERS = [chr(code) for code in range(0x20, 0x460) if TEXT.fullmatch(chr(code))]
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
        return "".join(rng.choices(LETTERS, k=rng.randrange(40)))
    if kind == 2:
        return rng.choice(ODD)
    if kind == 3:
        return rng.choice([True, False, 0, -7, 2**53 - 1])
    if kind < 6:
        return [value(rng, depth - 1) for _ in range(rng.randrange(5))]
    return {key(rng): value(rng, depth - 1) for _ in range(rng.randrange(5))}


def key(rng: random.Random) -> str:
    return rng.choice(ODD[1:]) + "".join(rng.choices(LETTERS, k=rng.randrange(6)))


def typed(data: Any) -> Any:
    """What the loader gives back: every scalar as text."""
    if isinstance(data, dict):
        return {key: typed(inner) for key, inner in data.items()}
    if isinstance(data, list):
        return [typed(inner) for inner in data]
    return data if isinstance(data, str) else str(data).lower()


DOCUMENTS: Final = (
    "a: |\n x\n  y\n\nb: 1\n",
    "- a\n- - b\n  - c: d\n    e: f\n",
    "a:\n- b\n-\n  c: d\n- |\n x\n",
    "a: [b,\n c, {d: e, 'f': \"g\"}]\nh: {}\n",
    "a:\n  b:\n    - c # x\n    # y\n  d: 'it''s'\n",
    "---\na: b\n",
    "a: |2-\n    x\n   y\n",
    "a: |+\n\n\nb: c\n",
    "  a: b\n  c: d\n",
    "moves:\nattacks: # none\nnote: x\n",
)
"""By hand: spellings of lists, maps and texts that no program of ours writes."""

_SIGNS = [*" \n-:#[]{},'\"|>&*!?%@`\\~+2ab\t", ": ", "- ", " #", "\n  ", "\n- ", "|\n  "]


def mutated(text: str, rng: random.Random) -> str:
    """One to three places changed, mostly by signs that matter."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + (rng.choice(_SIGNS) if rng.random() < 0.7 else "") + text[at + rng.randrange(3) :]
    return text
