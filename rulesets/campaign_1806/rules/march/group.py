"""Groups of reinforcements (15)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """osg 15.2-2: those who come in together. at: where they are due."""

    units: tuple[str, ...]
    at: str
