"""What a part of somebody's orders is told when it is none: once, and why."""

from __future__ import annotations

import pytest

from pbem.protocol.envelope import MESSAGE_TYPE, PART_TYPE
from pbem.protocol.faults import Fault
from pbem.protocol.teams import read_part
from tests.protocol.toy import begun, signed


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (signed({}, "a", kind=MESSAGE_TYPE), f"its payload type is '{MESSAGE_TYPE}'"),
        (signed(b"{", "a", kind=PART_TYPE), "PAYLOAD_NONCANONICAL: "),
        (signed({}, "a", kind=PART_TYPE), "its payload has not exactly the members "),
    ],
)
def test_what_is_no_part_is_refused_with_one_reason(line: bytes, why: str) -> None:
    with pytest.raises(Fault) as refused:
        read_part(begun(4), line)
    assert refused.value.code == "PART_INVALID" and refused.value.detail.startswith(why)
