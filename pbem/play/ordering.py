"""What the page asks while orders are clicked together, and what it writes into the files that an editor sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.play.judging import desk_data, judged, reached, standing_judged, supposed

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked
    from pbem.play.openings import Opening


def desk(opening: Opening, asked: Asked) -> dict[str, Any]:
    """What lies on the desk, with `answer=accept` or `answer=decline` for what an answer to an offer leads to."""
    return desk_data(*opening.due(asked.query.get("answer", "")))


def judge(opening: Opening, asked: Asked) -> dict[str, Any]:
    """What `pbem check` says of orders, and what they lead to."""
    campaign, due = opening.due(asked.text("answer", ""))
    return judged(campaign, due, asked.body.get("orders"), asked.body.get("note", ""), asked.words("parts"))


def reach(opening: Opening, asked: Asked) -> dict[str, Any]:
    """Where some can go; reach: null where nothing can be clicked together."""
    campaign, due = opening.due(asked.text("answer", ""))
    orders, at, who, way = (asked.body.get(name) for name in ("orders", "at", "who", "way"))
    return {"reach": reached(campaign, due, orders, at, who or (), way or (), asked.words("parts"))}


def suppose(opening: Opening, asked: Asked) -> dict[str, Any]:
    """What a combat would come to if the enemy in it were so strong."""
    campaign, due = opening.due(asked.text("answer", ""))
    orders, place, enemy = (asked.body.get(name) for name in ("orders", "place", "enemy"))
    return {"outlooks": supposed(campaign, due, orders, place, enemy, asked.words("parts"))}


def judge_standing(opening: Opening, asked: Asked) -> dict[str, Any]:
    """What `pbem standing` says of standing orders."""
    campaign, due = opening.due(asked.text("answer", ""))
    return standing_judged(campaign, due, asked.body.get("values"))


def keep(evening: Evening, path: Path, asked: Asked) -> dict[str, Any]:
    """Writes orders.yaml. Raises Problem CLASH where another file lies there than the page has seen."""
    said, base = asked.body, asked.text("base")
    with evening.openings.locked(path, asked.text("answer", "")) as (campaign, due):
        return evening.keeper.orders(campaign, due, said.get("orders"), said.get("note", ""), base).data


def keep_standing(evening: Evening, path: Path, asked: Asked) -> dict[str, Any]:
    """The same of standing.yaml."""
    base = asked.text("base")
    with evening.openings.locked(path, asked.text("answer", "")) as (campaign, _):
        return evening.keeper.standing(campaign, asked.body.get("values"), base).data
