"""Everything that a page can ask of a campaign, answered: for tests of what must not be in it."""

from __future__ import annotations

from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.play.evening import Evening
from pbem.play.routes import JUDGES, KEEPS, READS, TABLE
from tests.play.visitor import Visitor
from tests.toy_hidden import leaks

# Kinds of work of which the answer is read, by method; what is kept or signed is no reading.
_READ = {"GET": (READS, JUDGES, KEEPS), "POST": (READS, JUDGES)}
_QUERIES = ("", "?own=1&all=1", "?public=1")
_BODY = {"orders": {}, "values": {}, "offer": "draw"}


def asked(campaign: Campaign, *, player: bool) -> dict[str, Any]:
    """What is asked -> status and answer, masked. player: else as somebody who has only the log."""
    page = page_of(campaign, player=player)
    count = len(campaign.chain.messages)
    answers: dict[str, Any] = {"/": page.ask("GET", "/").text}
    for row in TABLE:
        if row.kind not in _READ[row.method]:
            continue
        for number in range(count - 3, count) if "{number}" in row.path else [0]:
            path = row.path.replace("{campaign}", page.id).replace("{number}", str(number))
            for query in _QUERIES if row.method == "GET" else ("",):
                answers[f"{row.method} {row.path} {number} {query}"] = answer(campaign, page, row.method, path + query)
    return answers


def page_of(campaign: Campaign, *, player: bool = True) -> Visitor:
    """The page of the campaign's owner, or of somebody who has his log and nothing else."""
    assert campaign.home is not None
    evening = Evening(campaign.home, campaign.person if player else None, campaign.folder.path)
    return Visitor(evening, evening.begins_with)


def answer(campaign: Campaign, page: Visitor, method: str, path: str, **body: Any) -> tuple[int, str]:
    """Status and text of an answer, without what is a hash or hangs on one, and without places on this computer."""
    assert campaign.home is not None
    told = page.ask(method, path, **({"json": {**_BODY, **body}} if method == "POST" else {}))
    assert told.status_code in (200, 404, 422), told.text
    text = told.text.replace(str(campaign.home.path.parent), "")
    return told.status_code, leaks.masked(text.replace(page.id, "ID"))
