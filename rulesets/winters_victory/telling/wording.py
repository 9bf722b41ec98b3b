"""Events in the words of a dispatch: short sentences, each rule by its case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.telling.wording import SENTENCES, Event, Teller, sentence
from rulesets.winters_victory.telling.named import WinterNames


def wording(names: WinterNames, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own."""
    text = sentence(TELLERS, names, event)
    return f"{text[:1].upper()}{text[1:]}"


TELLERS: Final[Mapping[str, Teller[WinterNames]]] = {
    "headline": SENTENCES["headline"],
    "void": SENTENCES["void"],
}
"""Kind of event -> its teller."""
