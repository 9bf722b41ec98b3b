"""Short pieces joined into lines that are drawn in one stroke."""

from __future__ import annotations

from pbem.hexgame.telling.polylines import lines


def test_pieces_become_lines_from_fork_to_fork_and_rings() -> None:
    assert lines([("a", "b"), ("c", "b"), ("c", "d"), ("c", "e")]) == [("a", "b", "c"), ("c", "d"), ("c", "e")]
    assert lines([("a", "b"), ("b", "c"), ("a", "c")]) == [("a", "b", "c", "a")]
    # A line that comes back to the fork from which it set out.
    assert lines([("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")]) == [("a", "b", "c", "a"), ("a", "d")]
