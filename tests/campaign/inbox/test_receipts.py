"""What somebody is told of a mail that came: short enough to read, and nothing of it left out."""

from __future__ import annotations

from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receipts import receipt_lines
from pbem.protocol.faults import Fault


def test_a_refusal_tells_ids_by_their_first_digits() -> None:
    receipt = Receipt(None, fault=Fault("GAME_MISMATCH", f"of game {'ab' * 32}, not {'0c' * 32}", 3))
    said = "\n".join(receipt_lines("turn.eml", receipt, quiet=False))
    assert "of game abababababab, not 0c0c0c0c0c0c" in said
    assert "ab" * 32 not in said and "0c" * 32 not in said


def test_what_came_beside_messages_is_told_after_the_name_of_its_file() -> None:
    receipt = Receipt(None, kept=["orders of Dora for message 4"], remarks=["longer than the rules allow"])
    assert list(receipt_lines("turn.eml", receipt, quiet=False)) == [
        "turn.eml: orders of Dora for message 4",
        "turn.eml: longer than the rules allow",
    ]
