"""What is kept of refused messages: all that a player signed, and little of what anybody may have made.

A signature of a player over what was refused may be a proof one day, so it is never thrown out. Of the rest, which
costs its sender nothing, the newest is kept within a bound, the oldest goes first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pbem.mail.armour import TURN, write_block
from pbem.protocol import keys
from pbem.protocol.envelope import pae, read_envelope
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.chain import Chain
    from pbem.store.folder import CampaignFolder

MOST_FILES: Final = 64
MOST_BYTES: Final = 16 * 2**20
# Bytes of a mail that is kept whole, with what stands around the block: what a player signed, and what is damaged. A
# block of nobody's is cut where it is longer than the first of them.
MOST_SIGNED: Final = 2**20
MOST_DAMAGED: Final = 256 * 2**10
_UNSIGNED: Final = re.compile(r"unsigned-([0-9]{6,9})-.*")


def fork_file(chain: Chain, seq: int, other: bytes) -> bytes:
    """The log up to and with message `seq`, then the other message with that number: one envelope a line."""
    return b"".join(line + b"\n" for line in [*(m.line for m in chain.messages[: seq + 1]), other])


def signed_by_player(chain: Chain, envelope: bytes) -> bool:
    """Whether a key that has served in this game, a captain's or a member's, has signed what is in an envelope."""
    try:
        read = read_envelope(envelope)
    except Fault:
        return False
    data, known = pae(read.type, read.payload), chain.ledger.used(len(chain.messages) + 1)
    return any(key in known and keys.verifies(key, signature, data) for key, signature in read.signatures)


def keep_refused(campaign: Campaign, name: str, envelope: bytes, data: bytes, kind: str = TURN) -> Path:
    """Keeps an envelope that was refused. name: for the file, in `evidence/`. data: the mail that it came in.

    Signed by a player the mail is kept whole if it is not long, else the block, for good; signed by nobody whom the
    game knows the block alone, for a while. Raises Problem.
    """
    block = write_block(envelope, kind).encode("ascii")
    if signed_by_player(campaign.chain, envelope):
        return campaign.folder.save("evidence", name, data if len(data) <= MOST_SIGNED else block)
    return _keep_for_a_while(campaign.folder, name, block)


def keep_damaged(campaign: Campaign, name: str, data: bytes, line: int) -> Path:
    """Keeps the text of a damaged block for a while, a long one from the line on where the block begins."""
    if len(data) > MOST_DAMAGED:
        data = b"".join(data.splitlines(keepends=True)[max(0, line - 1) :])[:MOST_DAMAGED]
    return _keep_for_a_while(campaign.folder, name, data)


def _keep_for_a_while(folder: CampaignFolder, name: str, data: bytes) -> Path:
    """Among at most so many files and bytes of its kind. What is too long by itself is cut: it proves nothing."""
    data = data[:MOST_SIGNED]
    kept = [one for one in folder.names("evidence") if _UNSIGNED.fullmatch(one)]
    sizes = {one: folder.size("evidence", one) for one in kept}
    for one in kept:
        if sizes[one] == len(data) and folder.load("evidence", one, len(data)) == data:
            return folder.path / "evidence" / one
    numbers = [int(found[1]) for one in kept if (found := _UNSIGNED.fullmatch(one))]
    path = folder.save("evidence", f"unsigned-{max(numbers, default=0) + 1:06d}-{name}", data)
    room = MOST_BYTES - len(data)
    for place, one in enumerate(sorted(kept, reverse=True), 1):
        room -= sizes[one]
        if place >= MOST_FILES or room < 0:
            folder.discard("evidence", one)
    return path
