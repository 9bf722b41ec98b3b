"""What a counter shows when it reacts: a leaf of its owner's hidden tree, committed to with his last orders.

Whatever may decide over a die has to be committed to before anybody can know that die. So every
orders message says of each of its army's counters, in a leaf of the tree `hidden`, what kind it is, which general
leads there, how he is linked (the Administrative Phase's check, jdg 2-B1-4), and what it is to do in the enemy's turn.
Opening a leaf shows that and no name. In open games the same stands in the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY

Json = Any
DUMMY: Final = "dummy"
KINDS: Final = (INFANTRY, CAVALRY, GENERAL, DUMMY)
MOST_COUNTERS: Final = 63
"""Counters that an army may have in play at once; each has its own leaf, beside the first, which is the protocol's."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What a counter shows. vc, rank: of the general in it, 0 for anybody else. link: as `command.Link`.

    plan: what it does in the enemy's turn, see `plans`.
    """

    kind: str = DUMMY
    vc: int = 0
    rank: int = 0
    link: int = 0
    plan: Mapping[str, Json] = field(default_factory=dict)

    @property
    def real(self) -> bool:
        """Whether it is no dummy."""
        return self.kind != DUMMY

    def leaf(self) -> Json:
        """As it is committed to: nothing of what is 0 or empty, for every message has the leaves of all counters."""
        found: dict[str, Json] = {"vc": self.vc, "rank": self.rank, "link": self.link, "plan": dict(self.plan)}
        return {"kind": self.kind, **{name: value for name, value in found.items() if value}}


_NONE: Final = Sign()
_MEMBERS: Final = frozenset({"kind", "vc", "rank", "link", "plan"})


def read_sign(leaf: Json) -> Sign:
    """The sign in a leaf; that of a dummy without a plan for anything that is none. The audit finds such a leaf."""
    if leaf == "" or leaf is None:
        # Most counters of a side are not in play.
        return _NONE
    if (type(leaf) is not dict and not isinstance(leaf, Mapping)) or not leaf.keys() <= _MEMBERS:
        return Sign()
    kind, plan = leaf.get("kind"), leaf.get("plan", {})
    if kind not in KINDS or (type(plan) is not dict and not isinstance(plan, Mapping)):
        return Sign()
    vc, rank, link = leaf.get("vc", 0), leaf.get("rank", 0), leaf.get("link", 0)
    if not (_within(vc, 4) and _within(rank, 4) and _within(link, 2)):
        return Sign()
    return Sign(kind, vc, rank, link, dict(plan)) if plan else _plain(kind, vc, rank, link)


@lru_cache(maxsize=256)
def _plain(kind: str, vc: int, rank: int, link: int) -> Sign:
    """A sign without a plan, as most are. Signs are never changed."""
    return Sign(kind, vc, rank, link)


def _within(number: Json, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def signs(board: Any, army: str, counters: Sequence[str], label: str) -> Any:
    """A procedure that gives counter -> sign."""
    leaves = yield from board.setting.fog.leaves(board, army, counters, label)
    return {counter: read_sign(leaf) for counter, leaf in zip(counters, leaves, strict=True)}
