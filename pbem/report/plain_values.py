"""Words for values that a ruleset has none for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.report.dispatch import Naming


def said(value: Any, name: Naming) -> str:
    """Any value of a public input in words, for members that a ruleset has no wording for."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {said(inner, name)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(said(inner, name) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return name(value) if isinstance(value, str) else str(value)
