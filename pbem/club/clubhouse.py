"""`pbem mail serve`: the mailbox of a club that hosts games. It plays in none of them and holds no key.

To whom it writes: players who are enrolled in a game, those that club.yaml names, and once a day to who wrote to it
himself. So it can be no relay. What it sends on is made anew from its own verified log; nothing else that stood in a
mail, words or attachments, goes any further.
"""

from __future__ import annotations

import re
import secrets
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.inbox.mailstate import MOST_WAITING, StateFile
from pbem.club.clubclock import OVER, due_word, freeze, given_up
from pbem.club.clubdoor import MailHandler, Outgoing
from pbem.club.clubgames import GameStore
from pbem.club.clubletters import ClubMailer, given_up_lines, reminder, short
from pbem.club.clubrules import ClubRules
from pbem.club.clubstate import ClubState, load_club, save_club
from pbem.errors import Problem
from pbem.mail.fetching import MAIL_LIMIT, Fetched
from pbem.mail.header import address_in, date_of, read_heading
from pbem.mail.imap import Mailbox
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account
from pbem.mail.smtp import Courier
from pbem.mailservice.maildelivery import WAITING, letter_of
from pbem.mailservice.mailloop import Patience, Progress, attempt, look_for_new, read_new, repeat
from pbem.store.files import read_bounded

if TYPE_CHECKING:
    from pbem.mailservice.maildelivery import Letter

QUEUE: Final = "queue"
EVIDENCE: Final = "evidence"
_MOST_EVIDENCE: Final = 64
_LONGEST: Final = 5 * 86400
_QUEUED: Final = re.compile(r"[0-9]{9}\.eml")


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

    @property
    def data(self) -> dict[str, Any]:
        """The same for `--json`."""
        data: dict[str, Any] = {"events": list(self.events), "left": self.left}
        if self.problems:
            data |= {"error": self.problems[0].to_json(), "errors": [one.to_json() for one in self.problems]}
        return data


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
        self._patience, self._worked = Patience(), False

    def go(self) -> Round:
        """One go: what arrived, the clocks, and what is to be sent. What goes wrong is told in `problems`."""
        done = Round()
        state = load_club(self._files)
        if self._files.damaged is not None:
            done.events.append(f"what was remembered was damaged; it is kept in {self._files.damaged}")
        if not state.beat and (waiting := self._waiting()):
            # The state was lost: what waits to be sent keeps its place.
            state.queued = int(waiting[-1].stem) + 1
        state.secret = state.secret or secrets.token_hex(16)
        now = int(self._now())
        store = GameStore(self._files.path, state, pictures=self._rules.pictures)
        troubles = store.adopt(self._rules, now)
        done.events += [trouble for trouble in troubles if trouble not in self._told]
        self._told.update(troubles)
        steps = [partial(work, state, store, done) for work in (self._fetch, self._send)]
        self._worked = attempt(steps, done, worked=self._worked)
        return done

    def _fetch(self, state: ClubState, store: GameStore, done: Round) -> None:
        """Takes in what arrived. Only where that went well the club was awake, and looks at its clocks."""
        account, now = self._account, int(self._now())
        box = Mailbox(account, self._wallet.password(account.imap))
        try:
            uids, done.left = look_for_new(box, state.mark, now)
            gap = freeze(state, now, self._rules.asleep)
            if gap:
                done.events.append(f"no mail was fetched for {gap // 60} minutes: all clocks stood still meanwhile")
            state.beat = now
            save_club(self._files, state)
            self._open_again(state, store, done)

            def take(portion: list[Fetched]) -> None:
                others = any(one.data is not None for one in portion)
                for fetched in portion:
                    # Remembered together with what the mail brings about, and not before.
                    done.events += state.mark.take(box.validity, [fetched], others=others)
                    if fetched.data is not None:
                        self._deal_with(letter_of(fetched.data, account.address), state, store, done)
                    elif fetched.size > MAIL_LIMIT:
                        done.events.append(f"a mail of {fetched.size} bytes was passed over")
                save_club(self._files, state)

            done.problems += read_new(box, uids, take, self._progress)
        finally:
            box.close()
        if not done.left:
            self._mind_clocks(state, done)
            self._mind_invitations(state, store, done)
        state.beat = max(state.beat, int(self._now()))
        save_club(self._files, state)

    def _mailer(self, state: ClubState) -> ClubMailer:
        return ClubMailer(self._rules.name, self._account.address, int(self._now()), state.secret)

    def _open_again(self, state: ClubState, store: GameStore, done: Round) -> None:
        """Mails that had to wait for a game that could not be opened."""
        waiting = self._files.drawer(WAITING)
        for old in waiting[: max(0, len(waiting) - MOST_WAITING)]:
            self._files.drop(old)
            done.events.append("too many mails wait for games; one of them was given up")
        for path in waiting[-MOST_WAITING:]:
            letter = letter_of(read_bounded(path, MAIL_LIMIT), self._account.address)
            if self._deal_with(letter, state, store, done, again=True):
                self._files.drop(path)

    def _deal_with(
        self, letter: Letter, state: ClubState, store: GameStore, done: Round, *, again: bool = False
    ) -> bool:
        """One mail, from its first line to its last consequence; twice it has no other than once.

        again: for one that has waited. False where it waits for another go.
        """
        if letter.digest in state.handled:
            return True
        handler = MailHandler(self._mailer(state), self._rules, state, store)
        try:
            handler.open(letter)
        except (Problem, MemoryError):
            raise
        except Exception as error:
            # One mail, whoever made it, must not keep all others out: the next go would stop at it again.
            handler.events.append(f"{letter.label}: cannot be dealt with ({_where(error)}){self._kept(letter)}")
            handler.failed = True
        for mail in handler.outgoing:
            self._queue(mail, state)
        if handler.waits and not again:
            self._files.keep(WAITING, f"{letter.digest}.eml", letter.data)
        if not (handler.waits and again):
            done.events += handler.events
        for name in handler.answered:
            # As long as the mail waits.
            if handler.waits:
                state.handle(name)
            else:
                state.handled.pop(name, None)
        if not handler.failed:
            state.handle(letter.digest)
        if handler.outgoing or handler.events:
            # What came to nothing is remembered with its portion: it may be looked at twice.
            save_club(self._files, state)
        return not handler.waits

    def _kept(self, letter: Letter) -> str:
        """Keeps a mail with which the program itself could not deal, up to a number, for who mends that."""
        if len(self._files.drawer(EVIDENCE)) >= _MOST_EVIDENCE:
            return ""
        return f"; it is kept in {self._files.keep(EVIDENCE, f'{letter.digest}.eml', letter.data)}"

    def _mind_clocks(self, state: ClubState, done: Round) -> None:
        now, mailer = int(self._now()), self._mailer(state)
        for key, game in state.games.items():
            word = due_word(game, now)
            for seat in ("ab" if word == OVER else game.waits) if word else "":
                to = game.address(seat)
                if not to:
                    continue
                subject, lines = reminder(word, key, game, seat)
                mail = mailer.write(to, subject, lines, f"{key} {game.count} {word} {seat}")
                self._queue(Outgoing(to, mail), state)
                done.events.append(f"game {short(key, game)}: {to} was reminded ({word})")

    def _mind_invitations(self, state: ClubState, store: GameStore, done: Round) -> None:
        """Gives up invitations that nobody has accepted for too long, and tells who invited."""
        now, mailer = int(self._now()), self._mailer(state)
        for key, game in list(state.games.items()):
            end = given_up(game, self._rules.term)
            if not end or now < end:
                continue
            if game.a:
                subject = f"[pbem {short(key, game)}] your invitation"
                lines = given_up_lines(game, self._rules.term)
                self._queue(
                    Outgoing(game.a, mailer.write(game.a, subject, lines, f"{key} {game.since} given up")), state
                )
            store.give_up(game)
            # The same mail may bring it anew.
            state.handled.pop(game.letter, None)
            del state.games[key]
            save_club(self._files, state)
            done.events.append(f"game {short(key, game)}: nobody has accepted the invitation, and it was given up")

    # -- the queue ----------------------------------------------------------------

    def _queue(self, mail: Outgoing, state: ClubState) -> None:
        """Lays a mail out for sending. A go that is cut off before it is remembered lays the same one out again."""
        self._files.keep(QUEUE, f"{state.queued:09d}.eml", mail.data)
        state.queued += 1

    def _waiting(self) -> list[Path]:
        return [path for path in self._files.drawer(QUEUE) if _QUEUED.fullmatch(path.name)]

    def _send(self, state: ClubState, store: GameStore, done: Round) -> None:
        """Sends what lies in the queue, the oldest first. Each mail goes out of it once the server has taken it."""
        waiting = [path for path in self._waiting() if self._patience.is_due(path.name, self._now())]
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
            if problem.code == "MAIL_DEFERRED" and int(self._now()) - date_of(heading) < _LONGEST:
                self._patience.defer(path.name, self._now())
                return
            self._unreachable(to, state)
        self._patience.forget(path.name)
        self._files.drop(path)

    def _unreachable(self, address: str, state: ClubState) -> None:
        day = datetime.fromtimestamp(self._now(), UTC).strftime("%Y-%m-%d")
        for game in state.of(address).values():
            game.returned[address] = day
        save_club(self._files, state)


def _where(error: Exception) -> str:
    """`KeyError at clubdoor.py:120`, for who mends the program."""
    steps = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else ""
    return f"{type(error).__name__}{place}"


def watch_club(club: Clubhouse, seconds: int) -> Iterator[Round]:
    """One go after the other; see `repeat`."""
    return repeat(club.go, seconds)
