"""`pbem mail serve`: the mailbox of a club that hosts games. It plays in none of them and holds no key.

To whom it writes: players who are enrolled in a game, those that club.yaml names, and once a day to who wrote to it
himself. So it can be no relay. What it sends on is made anew from its own verified log; nothing else that stood in a
mail, words or attachments, goes any further.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.clubclock import OVER, due_word, freeze
from pbem.campaign.clubdoor import Door, Outgoing
from pbem.campaign.clubgames import Shelf
from pbem.campaign.clubletters import Desk, reminder, short
from pbem.campaign.clubrules import ClubRules
from pbem.campaign.clubstate import ClubState, load_club, save_club
from pbem.campaign.maildelivery import letter_of
from pbem.campaign.mailing import MOST_MAILS, Progress, pause, rest
from pbem.campaign.mailstate import StateFile
from pbem.errors import Problem
from pbem.mail.fetching import MAIL_LIMIT, new_uids, portions
from pbem.mail.heading import address_in, date_of, read_heading
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account
from pbem.mail.smtp import Courier
from pbem.store.files import read_bounded

if TYPE_CHECKING:
    from pbem.campaign.maildelivery import Letter

QUEUE: Final = "queue"
_PATIENCE: Final = 5 * 86400


@dataclass
class Round:
    """One go of a club. events: what happened, in words. left: mails for the next go. stopped: one of the problems will
    not be over by waiting."""

    events: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: int = 0
    stopped: bool = False

    @property
    def passing(self) -> bool:
        """Whether something stood in the way that may be over soon."""
        return bool(self.problems)


class Clubhouse:
    """A club between two goes. files: its folder. now: seconds since 1970."""

    def __init__(
        self,
        account: Account,
        rules: ClubRules,
        files: StateFile,
        wallet: Wallet,
        now: Callable[[], float] = time.time,
        progress: Progress = lambda done, total, what: None,
    ) -> None:
        self._account, self._rules, self._files, self._wallet = account, rules, files, wallet
        self._now, self._progress = now, progress
        self._told: set[str] = set()

    def go(self) -> Round:
        """One go: what arrived, the clocks, and what is to be sent. What goes wrong is told in `problems`."""
        done = Round()
        state = load_club(self._files)
        if self._files.damaged is not None:
            done.events.append(f"what was remembered was damaged; it is kept in {self._files.damaged}")
        if not state.beat and (waiting := self._waiting()):
            # The state was lost: what waits to be sent keeps its place.
            state.queued = int(waiting[-1].stem) + 1
        now = int(self._now())
        shelf = Shelf(self._files.path, state, pictures=self._rules.pictures)
        troubles = shelf.adopt(self._rules, now)
        done.events += [trouble for trouble in troubles if trouble not in self._told]
        self._told.update(troubles)
        for work in (self._fetch, self._send):
            try:
                work(state, shelf, done)
            except Problem as problem:
                done.problems.append(problem)
                if problem.code not in PASSING:
                    done.stopped = True
                    break
        return done

    def _fetch(self, state: ClubState, shelf: Shelf, done: Round) -> None:
        """Takes in what arrived. Only where that went well the club was awake, and looks at its clocks."""
        account, now = self._account, int(self._now())
        box = Mailbox(account, self._wallet.password(account.imap))
        try:
            today = datetime.fromtimestamp(now, UTC).date()
            uids, done.left = new_uids(box, state.mark, today, MOST_MAILS)
            gap = freeze(state, now, self._rules.asleep)
            if gap:
                done.events.append(f"no mail was fetched for {gap // 60} minutes: all clocks stood still meanwhile")
            state.beat = now
            save_club(self._files, state)

            def tell(number: int, total: int) -> None:
                self._progress(number, total, f"mail {number + 1} of {total}")

            for portion in portions(box, uids, tell):
                for fetched in portion:
                    if fetched.data is None:
                        if fetched.size > MAIL_LIMIT:
                            done.events.append(f"a mail of {fetched.size} bytes was passed over")
                    else:
                        self._deal_with(letter_of(fetched.data, account.address), state, shelf, done)
                    state.mark.validity, state.mark.last = box.validity, fetched.uid
                save_club(self._files, state)
            if not uids and state.mark.validity != box.validity:
                state.mark.validity, state.mark.last = box.validity, max(box.newer(0), default=0)
        finally:
            box.close()
        if not done.left:
            self._mind_clocks(state, done)
        state.beat = max(state.beat, int(self._now()))
        save_club(self._files, state)

    def _deal_with(self, letter: Letter, state: ClubState, shelf: Shelf, done: Round) -> None:
        """One mail, from its first line to its last consequence; twice it has no other than once."""
        if letter.digest in state.handled:
            return
        desk = Desk(self._rules.name, self._account.address, int(self._now()))
        door = Door(desk, self._rules, state, shelf)
        try:
            door.open(letter)
        except Problem:
            raise
        except Exception as error:
            # One mail, whoever made it, must not keep all others out: the next go would stop at it again.
            door.events.append(f"{letter.label}: cannot be dealt with ({type(error).__name__})")
        for mail in door.outgoing:
            self._queue(mail, state)
        done.events += door.events
        state.handle(letter.digest)
        if door.outgoing or door.events:
            # What came to nothing is remembered with its portion: it may be looked at twice.
            save_club(self._files, state)

    def _mind_clocks(self, state: ClubState, done: Round) -> None:
        now = int(self._now())
        desk = Desk(self._rules.name, self._account.address, now)
        for key, game in state.games.items():
            word = due_word(game, now)
            for side in ("ab" if word == OVER else game.waits) if word else "":
                to = game.address(side)
                if not to:
                    continue
                subject, lines = reminder(word, key, game, side)
                mail = desk.write(to, subject, lines, f"{key} {game.count} {word} {side}")
                self._queue(Outgoing(to, mail), state)
                done.events.append(f"game {short(key, game)}: {to} was reminded ({word})")

    # -- the queue ----------------------------------------------------------------

    def _queue(self, mail: Outgoing, state: ClubState) -> None:
        """Lays a mail out for sending. A go that is cut off before it is remembered lays the same one out again."""
        self._files.keep(QUEUE, f"{state.queued:09d}.eml", mail.data)
        state.queued += 1

    def _waiting(self) -> list[Path]:
        folder = self._files.path / QUEUE
        return sorted(path for path in folder.glob("[0-9]" * 9 + ".eml")) if folder.is_dir() else []

    def _send(self, state: ClubState, shelf: Shelf, done: Round) -> None:
        """Sends what lies in the queue, the oldest first. Each mail goes out of it once the server has taken it."""
        waiting = self._waiting()
        if not waiting:
            return
        courier = Courier(self._account, self._wallet.password(self._account.smtp))
        try:
            for number, path in enumerate(waiting):
                self._progress(number, len(waiting), f"sending mail {number + 1} of {len(waiting)}")
                self._send_one(path, courier, state, done)
        finally:
            courier.close()

    def _send_one(self, path: Path, courier: Courier, state: ClubState, done: Round) -> None:
        data = read_bounded(path, 2 * MAIL_LIMIT)
        heading = read_heading(data)
        to = address_in(heading.fields.get("to", ""))
        try:
            courier.post(self._account.address, to, data)
        except Problem as problem:
            if problem.code not in ("MAIL_REFUSED", "MAIL_DEFERRED"):
                raise
            done.events.append(f"not sent to {to}: {problem.what}")
            if problem.code == "MAIL_DEFERRED" and int(self._now()) - date_of(heading) < _PATIENCE:
                return
            self._unreachable(to, state)
        path.unlink()

    def _unreachable(self, address: str, state: ClubState) -> None:
        day = datetime.fromtimestamp(self._now(), UTC).strftime("%Y-%m-%d")
        for game in state.of(address).values():
            game.returned[address] = day
        save_club(self._files, state)


def watch_club(club: Clubhouse, seconds: int) -> Iterator[Round]:
    """One go after the other; longer pauses while the network is down. Ends with the first go that was `stopped`."""
    failures = 0
    while True:
        done = club.go()
        yield done
        if done.stopped:
            return
        failures = failures + 1 if done.passing else 0
        rest(pause(seconds, failures) if not done.left else 0)
