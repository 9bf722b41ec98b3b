"""The texts of data files into values: words, half movement points, flags, maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def words(text: str) -> tuple[str, ...]:
    """The words of a text: lists of ids and hexes are written so."""
    return tuple(text.split())


def half_points(text: str) -> int | None:
    """`1/2` -> 1, `2` -> 4: movement points in halves, the unit of all movement here; `-` (prohibited) -> None."""
    if text == "-":
        return None
    if text.endswith("1/2"):
        whole = text[: -len("1/2")].strip()
        return 2 * int(whole or "0") + 1
    return 2 * int(text)


def points_text(halves: int) -> str:
    """3 -> `1 1/2`: halves of a movement point for people."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


def flag(text: str) -> bool:
    """`true` or `false`. Raises ValueError for anything else."""
    if text not in ("true", "false"):
        raise ValueError(f"true or false expected, not {text!r}")
    return text == "true"


def mapping(value: Any) -> Mapping[str, Any]:
    """The value, which has to be a map; an empty one where the file says nothing."""
    if value in (None, ""):
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(f"a map expected, not {value!r}")
    return value
