"""What an army has lost and when that tells, in words."""

from __future__ import annotations

from collections.abc import Mapping


def losses_text(strength: int, lost: int, levels: Mapping[str, int], reached: str = "") -> str:
    """`strength 60, 12 lost (demoralized once 20 are lost)`.

    strength, lost: strength points on the map and lost. levels: state -> losses that bring it about, in ascending
    order, of states that an army may come into. reached: the worst that it is in, one of `levels`.
    """
    text, coming = f"strength {strength}, {lost} lost", list(levels)
    if reached:
        text += f", {reached.upper()} (by {levels[reached]} lost)"
        coming = coming[coming.index(reached) + 1 :]
    ahead = ", ".join(f"{state} once {levels[state]} are lost" for state in coming)
    return f"{text} ({ahead})" if ahead else text
