"""What a club makes of one mail: a turn, an invitation, a request, a bounce, or nothing at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from pbem.club.clubclock import given_up, has_room
from pbem.club.clubletters import HELP_LINES, ClubMailer, moment, moved, refusal_lines, short, status_lines
from pbem.club.clubrules import ANYBODY, PLAYERS, ClubRules
from pbem.club.clubstate import ClubState, HostedGame
from pbem.errors import Problem
from pbem.mail.header import date_of
from pbem.mail.loop_guard import BOUNCE, OWN, answerable, returned_of
from pbem.mail.mailboxes import may_hold_turn
from pbem.mail.requests import INVITATION, RESEND, STATUS, Request, meant_for, read_request, text_of_mail
from pbem.mail.turns import turns_in
from pbem.mailservice.maildelivery import HERE
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.club.clubgames import Added, GameStore
    from pbem.mailservice.maildelivery import Letter
    from pbem.protocol.messages import Message

_DIGITS: Final = 12
_STALE: Final = 3 * 86400


@dataclass(frozen=True)
class Outgoing:
    """A mail that is to be sent to one address."""

    to: str
    data: bytes


@dataclass
class MailHandler:
    """Opens one mail. outgoing: what is to be sent for it. events: what happened, in words.

    waits: whether it has to be opened once more, for a game could not be opened that is in use, or lies on a disk that
    is full or not there. failed: whether the same mail, mailed again, is to be looked at anew. answered: names of the
    games of the mail of which something was answered.
    """

    mailer: ClubMailer
    rules: ClubRules
    state: ClubState
    store: GameStore
    outgoing: list[Outgoing] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    waits: bool = False
    failed: bool = False
    answered: list[str] = field(default_factory=list)

    def open(self, letter: Letter) -> None:
        """Does what a mail asks for. What stands in it can be wrong in any way; raises Problem for the disk alone."""
        if letter.kind == OWN:
            return
        if letter.kind == BOUNCE:
            self._returned(letter)
        elif letter.messages:
            self._turns(letter)
        elif may_hold_turn(letter.data) and turns_in(letter.data):
            self.events.append(f"{letter.label}: damaged")
            self._answer(
                letter, ["The turn in your mail is damaged, and nothing was changed.", "Please mail it again."]
            )
        elif answerable(letter.kind, letter.heading):
            text = text_of_mail(letter.data)
            self._asked(letter, read_request(letter.heading.subject, text))

    # -- turns --------------------------------------------------------------------

    def _turns(self, letter: Letter) -> None:
        if not self._is_news(letter) and not self._allowed(letter):
            return
        groups: dict[str, list[Message]] = {}
        strange = False
        for message in letter.messages:
            if message.kind == "invite":
                # Below an answer stands what it answers.
                if len(letter.messages) == 1:
                    self._invitation(letter, message)
                continue
            game = self.store.find(message)
            if game is None:
                strange = True
            else:
                groups.setdefault(self._key(game), []).append(message)
        self.failed |= strange
        if strange and not groups:
            self.events.append(f"{letter.label}: a game that is not hosted here")
            days = self.rules.term // 86400
            lines = [
                "The game of your mail is not hosted here, and nothing was changed.",
                f"An invitation that nobody accepts in {days} days is given up; ask for it anew.",
            ]
            self._answer(letter, lines)
        self._add(letter, groups)

    def _add(self, letter: Letter, groups: dict[str, list[Message]]) -> None:
        for key, messages in groups.items():
            game = self.state.games[key]
            try:
                added = self.store.add(game, messages, self.mailer.now)
            except (Problem, Fault) as error:
                self.events.append(f"game {short(key, game)}: cannot be opened: {error}")
                if not self._is_hindered(error):
                    lines = ["The club cannot open this game at the moment.", "Please mail it again later."]
                    self._answer_once(letter, key, lines)
                continue
            self._added(letter, key, game, added)

    def _is_hindered(self, error: Problem | Fault) -> bool:
        """Notes a mail that came to nothing by no fault of its own. Whether it is tried again by itself."""
        self.failed = True
        if not isinstance(error, Problem) or (error.code != "FOLDER_LOCKED" and error.code not in HERE):
            return False
        self.waits = True
        return True

    def _key(self, game: HostedGame) -> str:
        return next(key for key, one in self.state.games.items() if one is game)

    def _is_news(self, letter: Letter) -> bool:
        """Whether a mail has a new message of a player. Such mails are never too many: nobody else can make them."""
        games = [(message, self.store.find(message)) for message in letter.messages if message.kind != "invite"]
        return any(
            game is not None and one.seq >= game.count and (one.kind == "accept" or self.store.is_of(one, game))
            for one, game in games
        )

    def _allowed(self, letter: Letter) -> bool:
        """Counts a mail with turns that may be worth nothing; what is too much in a day is not looked at."""
        sender = letter.heading.sender or "nobody"
        known = self._is_known(sender)
        if self.state.allow("turns", sender, self.rules.limits.turns, self.mailer.now, known=known):
            return True
        self.failed = True
        self.events.append(f"{letter.label}: too many of its kind today")
        return False

    def _added(self, letter: Letter, key: str, game: HostedGame, added: Added) -> None:
        for message in added.new:
            # Who plays on has got what he was mailed, or found it otherwise.
            game.returned.pop(game.address(message.seat), None)
        if len({message.seat for message in added.new}) == 1:
            self._enrol(letter, key, game, added.new[-1])
        for seq, draft in added.drafts.items():
            self._forward(key, game, seq, draft)
        game.forwarded = max([game.forwarded, *added.drafts])
        if added.fault is not None:
            self._refused(letter, key, game, added)

    def _forward(self, key: str, game: HostedGame, seq: int, draft: bytes) -> None:
        writer, reader = "ab"[seq % 2], "ba"[seq % 2]
        to = game.address(reader)
        name = f"game {short(key, game)}: message {seq} of {game.names.get(writer, writer)}"
        if not to or seq == 0:
            self.events.append(f"{name}: taken in; nobody to send it to")
            return
        if not self._may_forward(to):
            self.events.append(f"{name}: taken in; too many were sent on to {to} today")
            return
        self.events.append(f"{name}: taken in, and sent on to {to}")
        self.outgoing.append(Outgoing(to, self.mailer.forward(draft, game, game.names.get(writer, ""), to)))

    def _may_forward(self, to: str) -> bool:
        """Whether an address gets one more message today. Who is not named in club.yaml may be a bystander, whom
        somebody has enrolled by a forged sender."""
        named = to in self.rules.players or any(to in people.values() for people in self.rules.games.values())
        return named or self.state.allow("forwards", to, self.rules.limits.forwards, self.mailer.now, known=True)

    def _enrol(self, letter: Letter, key: str, game: HostedGame, message: Message) -> None:
        """A new signed message says where its player is; the address before it is told.

        Who stays mails the seating of a newcomer, and an opponent may send on what he got: neither makes that address
        the other player's.
        """
        sender, seat = letter.heading.sender, message.seat
        before = game.address(seat)
        if message.kind == "seat":
            game.enrol(seat, "")
            return
        others = before and game.address("ab".replace(seat, "")) == sender
        if not sender or sender == before or others or sender == self.mailer.address.lower():
            return
        game.enrol(seat, sender)
        self.events.append(f"game {short(key, game)}: {game.names.get(seat, seat)} is at {sender}")
        if before:
            subject, lines = moved(key, game, sender)
            self.outgoing.append(Outgoing(before, self.mailer.write(before, subject, lines, letter.digest)))

    def _refused(self, letter: Letter, key: str, game: HostedGame, added: Added) -> None:
        fault = added.fault
        if fault is None:
            return
        # What comes too early today may be mailed once more tomorrow, as it is.
        self.failed = True
        number = added.refused.seq if added.refused is not None else 0
        self.events.append(f"game {short(key, game)}: {letter.label}: refused: {fault.code}")
        self._answer_once(letter, key, refusal_lines(key, game, number, fault))

    # -- invitations ---------------------------------------------------------------

    def _invitation(self, letter: Letter, message: Message) -> None:
        known = self.state.games.get(message.id.hex())
        # One without a player is what a crash left.
        if known is None or not (known.a or known.game):
            self._host(letter)

    def _host(self, letter: Letter) -> None:
        sender = letter.heading.sender
        known = self.rules.new_games == ANYBODY or (self.rules.new_games == PLAYERS and sender in self.rules.players)
        if not known or not sender:
            self.failed = True
            self.events.append(f"{letter.label}: an invitation of somebody who may begin no games here")
            self._answer(letter, ["You may not begin games here; ask who runs this club."])
            return
        # Anybody can write in a member's name; only he has what the club mailed to him, and can reply to it.
        proven = self.mailer.is_reply(letter.heading)
        room = has_room(self.state, self.rules.limits, self.mailer.now, sender, proven=proven)
        what, most = "invitations in replies" if proven else "invitations", self.rules.limits.invitations
        if not room or not self.state.allow(what, sender, most, self.mailer.now, known=self._is_known(sender)):
            self.failed = True
            self.events.append(f"{letter.label}: too many games")
            lines = ["There are too many games here at present, or of yours, or too many of yours were begun today."]
            again = (
                "Try again later." if proven else "Mail it once more as a reply to this mail: such games count apart."
            )
            self._answer(letter, [*lines, again])
            return
        try:
            game, offered, draft = self.store.host(letter.data, sender, self.mailer.now)
        except (Problem, Fault) as error:
            self.events.append(f"{letter.label}: an invitation that is refused: {error}")
            if self._is_hindered(error):
                return
            self._answer(letter, ["This invitation cannot be hosted here:", f"  {error}"[:1000]])
            return
        digits, until = offered.id.hex()[:_DIGITS], moment(given_up(game, self.rules.term))
        game.letter, game.proven = letter.digest, proven
        self.events.append(f"game {digits}: begun by {sender}")
        whom = self._invited(letter)
        if whom and whom != sender:
            writer = game.names.get("a", "")
            self.outgoing.append(Outgoing(whom, self.mailer.forward(draft, game, writer, whom)))
            self.events.append(f"game {digits}: the invitation was sent on to {whom}")
            lines = [f"Your invitation was sent on to {self.rules.players[whom]}. He may accept it until {until}."]
            self._answer(letter, lines)
            return
        lines = [
            f"Your invitation is kept here until {until}. Tell your opponent to write to this address with the subject",
            f"  INVITATION {digits}",
            "and he gets it.",
        ]
        self._answer(letter, lines)

    def _invited(self, letter: Letter) -> str:
        """The member of the club whom an invitation is for: by a line `For: NAME`, or by the name in To."""
        named = meant_for(text_of_mail(letter.data))
        return self.rules.member(named) or self.rules.member(letter.heading.name)

    # -- requests -------------------------------------------------------------------

    def _asked(self, letter: Letter, request: Request | None) -> None:
        sender = letter.heading.sender
        games = self.state.of(sender)
        if request is not None and request.word == INVITATION:
            self._hand_out(letter, request)
        elif not games and sender not in self.rules.players:
            self._answer(letter, ["This is the mailbox of a club for games by mail; you have no game here."])
        elif request is None or request.word not in (STATUS, RESEND):
            self._answer(letter, list(HELP_LINES))
        elif request.word == STATUS:
            chosen = {key: game for key, game in games.items() if short(key, game).startswith(request.game[:_DIGITS])}
            self._answer(letter, status_lines(chosen, sender, self.rules.term))
        else:
            self._send_again(letter, request, games)

    def _hand_out(self, letter: Letter, request: Request) -> None:
        digits = request.game
        found = [
            (key, game)
            for key, game in self.state.games.items()
            if len(digits) >= _DIGITS and key.startswith(digits) and not game.game
        ]
        # Asked first: to draw a mail takes a second, and anybody may write in somebody's name.
        if not self._may_answer(letter):
            return
        drawn = self._draft(found[0][1], 0) if found else None
        if drawn is None:
            self._say(
                letter, ["There is no such invitation here. Its id has twelve digits; somebody else may have it."]
            )
            return
        key, game = found[0]
        to = letter.heading.sender
        mail = self.mailer.forward(drawn[1], game, game.names.get("a", ""), to, again=letter.digest)
        self.outgoing.append(Outgoing(to, mail))
        self.events.append(f"game {short(key, game)}: the invitation was sent to {to}")

    def _send_again(self, letter: Letter, request: Request, games: dict[str, HostedGame]) -> None:
        chosen = [(key, game) for key, game in games.items() if short(key, game).startswith(request.game[:_DIGITS])]
        if len(chosen) != 1:
            listed = [f"  {short(key, game)}  {game.title}" for key, game in games.items()]
            self._answer(letter, ["Which game? Write for example RESEND 7 and its first digits.", *listed])
            return
        if not self._may_answer(letter):
            return
        key, game = chosen[0]
        drawn = self._draft(game, request.number)
        if drawn is None:
            self._say(letter, [f"The club holds messages 0 to {game.count - 1} of this game."])
            return
        seq, draft = drawn
        to, writer = letter.heading.sender, game.names.get("ab"[seq % 2], "")
        self.outgoing.append(Outgoing(to, self.mailer.forward(draft, game, writer, to, again=letter.digest)))
        self.events.append(f"game {short(key, game)}: message {seq} was sent again to {to}")

    def _draft(self, game: HostedGame, seq: int) -> tuple[int, bytes] | None:
        try:
            return self.store.draft(game, seq)
        except (Problem, Fault) as error:
            self.events.append(f"{game.folder}: cannot be opened: {error}")
            return None

    def _returned(self, letter: Letter) -> None:
        """Notes a mail that came back, where what came back bears an id that only the club can have made."""
        told = returned_of(letter.data, letter.heading)
        day = datetime.fromtimestamp(self.mailer.now, UTC).strftime("%Y-%m-%d")
        enrolled = {game.address(seat) for game in self.state.games.values() for seat in "ab"} - {""}
        whose = self.mailer.receivers(letter.data, enrolled)
        named = whose[0] if whose else told.address or "somebody"
        why = f": {told.why}" if told.why else ""
        unproven = "" if whose else "; it names no mail of the club, and is not noted"
        self.events.append(f"a mail to {named} came back{why}{unproven}")
        for address in whose if told.final else ():
            for game in self.state.of(address).values():
                game.returned[address] = day

    # -- answers --------------------------------------------------------------------

    def _answer(self, letter: Letter, lines: list[str]) -> None:
        if self._may_answer(letter):
            self._say(letter, lines)

    def _say(self, letter: Letter, lines: list[str]) -> None:
        self.outgoing.append(Outgoing(letter.heading.sender, self.mailer.answer(letter.heading, lines, letter.digest)))

    def _answer_once(self, letter: Letter, key: str, lines: list[str]) -> None:
        """Answers of a game, unless that was done when this mail was opened before: it waits for another one."""
        name = f"{letter.digest} {key[:_DIGITS]}"
        if name not in self.state.handled:
            self._answer(letter, lines)
        self.answered.append(name)

    def _may_answer(self, letter: Letter) -> bool:
        """Whether a mail gets an answer today: never one of a program, few for a player, one for a stranger.

        What anybody can write in a player's name uses up nothing of what he gets for his replies.
        """
        sender, limits, now = letter.heading.sender, self.rules.limits, self.mailer.now
        if not answerable(letter.kind, letter.heading) or sender == self.mailer.address.lower() or self._is_old(letter):
            return False
        if self._is_known(sender):
            what = "replies" if self.mailer.is_reply(letter.heading) else "answers"
            return self.state.allow(what, sender, limits.answers, now, known=True)
        if self.state.used("strangers", "", now) >= limits.strangers:
            return False
        return self.state.allow("stranger", sender, 1, now) and self.state.allow("strangers", "", limits.strangers, now)

    def _is_old(self, letter: Letter) -> bool:
        """Whether a mail is from days ago: of a folder that is read anew nobody waits for answers any more."""
        written = date_of(letter.heading)
        return bool(written) and written < self.mailer.now - _STALE

    def _is_known(self, address: str) -> bool:
        return address in self.rules.players or any(game.seat_of(address) for game in self.state.games.values())


__all__ = ["MailHandler", "Outgoing"]
