"""What open books tell of a claim: by its own marker alone, or by all that a scene may look at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.core.auditing import UNKNOWN, truths

SCENE = {"at": "mill"}


def told(claimed: str, scene: Any, book: dict[str, str]) -> Any:
    """What message 4 of b may have claimed of a marker, where it has m and n, and its book tells this of them."""
    message = SimpleNamespace(seq=4, seat="b", body={"claims": [{"marker": claimed, "say": "kind", "value": ""}]})
    event = {"kind": "claimed", "marker": claimed, "say": "kind", "scene": scene}
    forces = SimpleNamespace(facts=lambda marker, say, held, scene: [(held[marker], sorted(held))])
    machine: Any = SimpleNamespace(forces=forces, events={3: [event]}, leaves={"b": {}})
    markers = {name: {"side": "b", "at": 2} for name in ("m", "n")} | {"foe": {"side": "a", "at": 1}}
    contents = {("b", "marker", 2, name): content for name, content in book.items()}
    disclosed: Any = SimpleNamespace(
        states=[{}] * 3 + [{"markers": markers}], contents=contents, messages=[message] * 4
    )
    ((_, truth),) = truths(machine, disclosed, message, {})  # type: ignore[arg-type]
    return truth


WHOLE, HALF = {"m": "corps", "n": "dummy"}, {"m": "corps"}


@pytest.mark.parametrize(
    ("claimed", "scene", "book", "truth"),
    [
        ("m", None, WHOLE, [("corps", ["m"])]),
        ("m", None, HALF, [("corps", ["m"])]),
        ("m", SCENE, WHOLE, [("corps", ["m", "n"])]),
        ("m", SCENE, HALF, UNKNOWN),
        ("n", None, HALF, UNKNOWN),
        ("n", SCENE, HALF, UNKNOWN),
    ],
)
def test_a_claim_with_a_scene_is_known_from_a_whole_book_alone(
    claimed: str, scene: Any, book: dict[str, str], truth: Any
) -> None:
    assert told(claimed, scene, book) == truth
