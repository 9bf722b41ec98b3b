"""What an audit of this game can prove, and in which words the protocol calls it (protocol section 13)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Refusal

ILLEGAL: Final = "AUDIT_MOVE_ILLEGAL"
CONSERVATION: Final = "AUDIT_CONSERVATION"
CLAIM: Final = "AUDIT_CLAIM"
Fault = tuple[str, Refusal]
"""The code of an accusation, with case and words."""
