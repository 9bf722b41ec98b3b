"""What can be said of the well-formed part of an orders file while another part of it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.engine.requests import ORDERS
from pbem.engine.teams import compiled_behind
from pbem.lean import dataclass
from pbem.orders.check import check
from pbem.orders.loader import Document

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.engine.contract import PlacedRefusal
    from pbem.engine.requests import Choose
    from pbem.orders.findings import Finding
    from pbem.orders.schemas import Schema

Path = tuple[str | int, ...]


def unknown_words(
    campaign: Campaign,
    due: Due,
    request: Choose,
    document: Document,
    schema: Schema,
    findings: Sequence[Finding],
    frame: Collection[str],
) -> list[PlacedRefusal]:
    """The words of the entries without a fault that name nothing. frame: members that are no orders.

    What the rules have against these entries is not said: it may follow from what an entry that cannot be read would
    have changed. So may a word that stands in such an entry too, which may be where it gets its meaning.
    """
    if request.what != ORDERS or not isinstance(document.data, dict) or not all(one.path for one in findings):
        return []
    rest = _rest(document, schema, findings)
    if any(not one.path or one.path[0] not in frame for one in rest.still):
        return []
    orders = {key: value for key, value in rest.typed.items() if key not in frame}
    found = []
    for fault in compiled_behind(campaign.game, request, orders, due.own, None).faults:
        if not fault.refusal.case and len(fault.path) > 1 and rest.document.word(fault.path) not in rest.left_out:
            found.append(replace(fault, path=rest.placed(fault.path)))
    return found


@dataclass(frozen=True)
class Rest:
    """What is left of a file without the entries in which something is wrong. typed: its members, by the schema.

    still: what is wrong with it after all. places: list -> the number that each of its entries has in the file.
    left_out: the words that were left out.
    """

    document: Document
    typed: dict[str, Any]
    still: Sequence[Finding]
    places: Mapping[str, Sequence[int]]
    left_out: frozenset[str]

    def placed(self, path: Path) -> Path:
        """A path in what is left as one in the file."""
        if len(path) < 2 or not isinstance(path[1], int) or str(path[0]) not in self.places:
            return path
        return (path[0], self.places[str(path[0])][path[1]], *path[2:])


def _rest(document: Document, schema: Schema, findings: Sequence[Finding]) -> Rest:
    kept, places, left_out = _kept(document.data, {tuple(one.path[:2]) for one in findings})
    rest = Document(document.name, kept)
    typed, still = check(rest, schema)
    return Rest(rest, typed, still, places, left_out)


def fitting(document: Document, schema: Schema, findings: Sequence[Finding], frame: Collection[str]) -> Rest:
    """What of a file is of the form asked for; a member of which too little is left goes with it. findings: of the
    form alone."""
    data = document.data if isinstance(document.data, dict) else {}
    rest = _rest(Document(document.name, data), schema, [one for one in findings if one.path])
    wrong = {one.path[0] for one in rest.still if one.path}
    orders = {key: value for key, value in rest.typed.items() if key not in frame and key not in wrong}
    return replace(rest, typed=orders)


def _kept(
    data: Mapping[str, Any], faulty: Collection[Path]
) -> tuple[dict[str, Any], dict[str, list[int]], frozenset[str]]:
    """The file without its faulty entries; list -> the number that each of the rest had; the words that were left out.

    A fault that lies in no entry of a list takes its whole member away.
    """
    kept: dict[str, Any] = {}
    places: dict[str, list[int]] = {}
    left_out: list[str] = []
    for key, value in data.items():
        wrong = [path for path in faulty if path[0] == key]
        if not isinstance(value, list) or not all(isinstance(path[-1], int) for path in wrong):
            if wrong:
                left_out += _words(value)
            else:
                kept[key] = value
            continue
        places[key] = [number for number in range(len(value)) if (key, number) not in faulty]
        kept[key] = [value[number] for number in places[key]]
        left_out += [word for _, number in wrong for word in _words(value[int(number)])]
    return kept, places, frozenset(left_out)


def _words(node: Any) -> Iterator[str]:
    """Every key and scalar of plain data."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield key
            yield from _words(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _words(inner)
    else:
        yield str(node)
