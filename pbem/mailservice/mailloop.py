"""What a player's mail service and a club's have in common: reading a folder, one go after the other, and patience."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from pbem.errors import Problem
from pbem.mail.fetching import WITHHELD, Fetched, Mark, new_uids, portions
from pbem.mail.network import PASSING

if TYPE_CHECKING:
    from pbem.mail.imap import Mailbox

MOST_MAILS: Final = 1000
"""Mails that are looked at in one go; the next go takes the rest."""

LONGEST_PAUSE: Final = 1800
_SHORTEST_PAUSE: Final = 30
_FIRST_PATIENCE: Final = 60
# An inn or a train shows a certificate of its own until somebody has clicked: that is over soon, too, where it went
# well before. Nothing has been sent to it.
_PORTAL: Final = "MAIL_CERTIFICATE"
Progress = Callable[[int, int, str], None]


class Go(Protocol):
    """What one go did. problems: what went wrong. left: mails for the next go. stopped: one of the problems will not be
    over by waiting. passing: whether something stood in the way that may be over soon."""

    problems: list[Problem]
    left: int
    stopped: bool

    @property
    def passing(self) -> bool: ...


One = TypeVar("One", bound=Go)


def is_passing(problem: Problem) -> bool:
    """Whether a problem may be over when it is tried again later."""
    return problem.code in PASSING or problem.code == _PORTAL


def attempt(steps: Iterable[Callable[[], None]], done: Go, *, worked: bool) -> bool:
    """Does the steps of a go; what goes wrong is noted in it, and ends it where waiting does not help.

    worked: whether a go before has gone well; returns whether one has by now.
    """
    for step in steps:
        try:
            step()
        except Problem as problem:
            done.problems.append(problem)
            if not is_passing(problem) or (problem.code == _PORTAL and not worked):
                done.stopped = True
                break
    return worked or not done.problems


def read_new(box: Mailbox, uids: list[int], take: Callable[[list[Fetched]], None], progress: Progress) -> list[Problem]:
    """Hands on the mails of these UIDs in portions; their mark is set by `take`.

    Returns the Problem of a server that withholds some; raises Problem for all else.
    """
    try:
        for portion in portions(box, uids, lambda done, total: progress(done, total, f"mail {done + 1} of {total}")):
            take(portion)
    except Problem as problem:
        if problem.code != WITHHELD:
            raise
        return [problem]
    return []


def look_for_new(box: Mailbox, mark: Mark, now: float) -> tuple[list[int], int]:
    """UIDs of the mails of one go, and how many more there are. now: seconds since 1970. Raises Problem."""
    return new_uids(box, mark, datetime.fromtimestamp(now, UTC).date(), MOST_MAILS)


class Patience:
    """When a mail is tried again that a server does not take for the time being: after a minute, two, four, at last
    half an hour. It lasts as long as the program: one that is started anew tries at once."""

    def __init__(self) -> None:
        self._tried: dict[str, tuple[int, float]] = {}

    def is_due(self, name: str, now: float) -> bool:
        """Whether a mail is to be tried. name: which. now: seconds since 1970."""
        return self._tried.get(name, (0, 0.0))[1] <= now

    def defer(self, name: str, now: float) -> None:
        """It was tried, and not taken."""
        tries = self._tried.get(name, (0, 0.0))[0] + 1
        self._tried[name] = (tries, now + min(_FIRST_PATIENCE << min(tries - 1, 10), LONGEST_PAUSE))

    def forget(self, name: str) -> None:
        """It is gone."""
        self._tried.pop(name, None)


def repeat(go: Callable[[], One], seconds: int) -> Iterator[One]:
    """One go after the other, `seconds` between them; longer and longer ones while the network is down, none where
    mails are left.

    Ends with the first go that was `stopped`, or with the interruption by the person.
    """
    failures = 0
    while True:
        done = go()
        yield done
        if done.stopped:
            return
        failures = failures + 1 if done.passing else 0
        rest(0 if done.left and not failures else pause(seconds, failures))


def rest(seconds: float) -> None:
    """Does nothing for a while."""
    time.sleep(seconds)


def pause(seconds: int, failures: int) -> int:
    """Seconds to wait after so many goes in a row that the network has spoilt."""
    if not failures:
        return seconds
    return min(max(seconds, _SHORTEST_PAUSE) << min(failures - 1, 10), max(seconds, LONGEST_PAUSE))
