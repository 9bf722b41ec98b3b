"""What `status` and reports tell of a position, as data."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.winters_victory.board.pieces import ROUTED
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.rules import victory
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.situation import commanders, situation
from rulesets.winters_victory.telling.strengths import forces


def facts(names: WinterNames, play: Play) -> Json:
    """wv 4.0-2, 14.0, 14.13, 17.2: turn and clock, weather, strength and losses of the books with their morale, command
    points, who is routed, who holds the objectives, points as they stand, and who comes when."""
    position, setting = play.position, play.setting
    now = setting.calendar.get(position.turn) if position.segment else None
    units, books = setting.units, setting.chain.books
    return {
        "day": position.day,
        "turn": position.turn,
        "segment": position.segment,
        "time": now.clock if now else "",
        "snow": position.snow,
        "armies": {
            army: {
                "books": {
                    name: {
                        "points": force.points,
                        "guns": force.guns,
                        "lost": force.lost,
                        "guns-lost": force.guns_lost,
                        **_book(play, name),
                    }
                    for name, force in forces(play).items()
                    if books[name][1] == army
                },
                "leaders": {uid: _leader(play, uid) for uid in commanders(play, army)},
                "command-points": play.command.points.get(army, 0),
                "routed": [
                    uid
                    for uid in sorted(play.board.pieces)
                    if units[uid].army == army and play.board.piece(uid).state == ROUTED
                ],
            }
            for army in ARMIES
        },
        "objectives": {one.name: victory.holder(one, position.held) for one in setting.scenario.objectives},
        "points": {army: sum(parts.values()) for army, parts in victory.scored(play.standing()).items()},
        "waiting": dict(sorted(position.waiting.items())),
        "standing": [list(pair) for pair in situation(names, play)],
    }


def _leader(play: Play, uid: str) -> dict[str, Json]:
    """wv 16.15, 17.34-1, 17.71-2: where a commander is, his state, and his orders."""
    post = play.command.post(uid)
    orders = {"ordered": post.received, "delay": post.delay, "attack": post.attack, "holds": post.holds}
    return {"at": play.board.piece(uid).at, "state": post.state, **orders}


def _book(play: Play, name: str) -> dict[str, Json]:
    """wv 14.0: a book of morale."""
    book = play.books.get(name)
    if book is None:
        return {}
    return {
        "start": book.start,
        "morale": book.level,
        "demoralized": book.demoralized,
        "disintegrated": book.disintegrated,
    }
