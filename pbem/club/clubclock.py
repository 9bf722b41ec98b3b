"""The clocks of a club's games: they run from the moment at which the club took a message in, and only while it works.

What it says of a clock is information. Nobody but the players, or whom they ask, can put into effect what their terms
say of a clock that has run out, and evidence for that is what the two of them signed (`pbem overdue`).
"""

from __future__ import annotations

from pbem.club.clubrules import Limits
from pbem.club.clubstate import ClubState, HostedGame
from pbem.protocol.clock import DAY, ends

HALF, LAST_DAY, OVER = "half", "day", "over"


def deadline(game: HostedGame) -> int:
    """When the days of the seat that is due are over, seconds since 1970; 0 where no clock runs."""
    return ends(game.since, game.days, game.frozen) if game.waits and game.days else 0


def given_up(game: HostedGame, term: int) -> int:
    """When an invitation that nobody accepts is given up, seconds since 1970; 0 for one that was accepted.

    term: seconds for which invitations are kept.
    """
    return 0 if game.game else game.since + term


def is_open(game: HostedGame, now: int) -> bool:
    """Whether a game takes up a place: an invitation does, and a game that waits for somebody whose days are not over.

    One whose clock has run out is played on when somebody mails, and takes up no place until then.
    """
    end = deadline(game)
    return not game.is_over and not (end and now > end)


def open_games(state: ClubState, now: int, begun_by: str = "", *, proven: bool | None = None) -> int:
    """How many games take up a place. begun_by: by an address, the invitations of which they are; proven: only those
    of which it is certain, or of which it is not, that they are; None for both."""
    return sum(
        is_open(game, now) and begun_by in ("", game.a) and proven in (None, game.proven)
        for game in state.games.values()
    )


def has_room(state: ClubState, limits: Limits, now: int, sender: str, *, proven: bool) -> bool:
    """Whether there is a place for one more game of an address.

    What replies to the club counts apart from what anybody may have written in that name, which never takes more than
    half of all places.
    """
    if open_games(state, now) >= limits.games:
        return False
    if not proven and open_games(state, now, proven=False) >= max(1, limits.games // 2):
        return False
    return open_games(state, now, sender, proven=proven) < limits.open


def freeze(state: ClubState, now: int, asleep: int) -> int:
    """Lets all clocks stand still for a time in which no mail could be fetched; returns its seconds, 0 for none.

    asleep: so many seconds are no gap yet.
    """
    gap = now - state.beat
    if not state.beat or gap <= asleep:
        return 0
    for game in state.games.values():
        if deadline(game):
            game.frozen += gap
    return gap


def due_word(game: HostedGame, now: int) -> str:
    """What is to be said of a clock now: HALF, LAST_DAY or OVER, "" for nothing. It is noted as said.

    Of several that have come due at once only the last is said.
    """
    end = deadline(game)
    if not end:
        return ""
    stages = ((HALF, end - game.days * DAY // 2), (LAST_DAY, end - DAY), (OVER, end))
    # With a day or less there is no last day beside the half.
    come = [word for word, moment in stages if now >= moment and not (word == LAST_DAY and game.days < 2)]
    if not come or come[-1] in game.told:
        return ""
    game.told = come
    return come[-1]
