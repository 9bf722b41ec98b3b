"""All that a rule of command looks at: the situation, the chain of command, its state, its charts (16.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.board.chain import ARMY, BRIGADE, COMMANDERS, CORPS, OF_DIVISIONS, Chain, Officer
from rulesets.winters_victory.board.leaders import AWAY, DISPLAY, GONE, MAP, Command, Post
from rulesets.winters_victory.command_charts import CommandCharts, Delivery
from rulesets.winters_victory.rules.command.paths import reaches
from rulesets.winters_victory.rules.scene import REDUCED, Scene


@dataclass(frozen=True, slots=True)
class Staff:
    """The situation of command. Functions that change something change its state and the board."""

    scene: Scene
    chain: Chain
    command: Command
    charts: CommandCharts
    card: Delivery

    # -- one command unit --------------------------------------------------------------------

    def officer(self, uid: str) -> Officer:
        """What is printed on a command unit."""
        return self.chain.officer(uid)

    def post(self, uid: str) -> Post:
        """The state of a command unit."""
        return self.command.post(uid)

    def where(self, uid: str) -> str:
        """wv 16.14-1, 17.51: MAP, DISPLAY, AWAY or GONE."""
        if uid in self.scene.board.pieces:
            return MAP
        if self.post(uid).gone:
            return GONE
        return AWAY if self.officer(uid).level in COMMANDERS else DISPLAY

    def at(self, uid: str) -> str:
        """The hex of a command unit, "" for one that is not on the map."""
        piece = self.scene.board.pieces.get(uid)
        return piece.at if piece else ""

    def active(self, uid: str) -> bool:
        """wv 16.14-1: whether a command unit may act. Army Commanders always do."""
        return self.where(uid) == MAP and (self.officer(uid).level == ARMY or not self.post(uid).inactive)

    def reduced(self, uid: str) -> bool:
        """wv 16.22, 16.23: whether a command unit is on its weaker side."""
        piece = self.scene.board.pieces.get(uid)
        return REDUCED in piece.marks if piece else self.post(uid).reduced

    def radius(self, uid: str) -> int:
        """wv 16.12-1, 16.12-2, 16.15: radius and rating of a command unit in its present state."""
        return self.officer(uid).reach(self.post(uid).state, reduced=self.reduced(uid))

    def ordered(self, uid: str) -> bool:
        """wv 16.32-1, 17.31, 17.71-5: whether it acts as one with an Order Received marker: L'Estocq always does, who
        is an independent commander of a corps; division leaders by their Attack Order too."""
        officer, post = self.officer(uid), self.post(uid)
        if officer.level == CORPS and self.independent(uid):
            return True
        return post.received or (officer.level in OF_DIVISIONS and bool(post.attack))

    def independent(self, uid: str) -> bool:
        """wv 16.31-2, 16.32-1, 16.33-1: whether a command unit is outside the usual chain, by its counter or for
        now."""
        return self.officer(uid).independent or uid in self.command.independent

    def refusal(self, uid: str, case: str, what: str, at: str = "") -> Refusal:
        """A refusal that names the command unit first. what: the rest of the sentence."""
        at = at or self.at(uid)
        return Refusal(case, f"{self.officer(uid).name} {what}", uid, at)

    # -- the chain ---------------------------------------------------------------------------

    def superior(self, uid: str) -> str:
        """wv 16.31-1, 16.31-2, 16.32-3: the command unit above another, "" for none."""
        return self.command.attached.get(uid, self.officer(uid).superior)

    def above(self, uid: str) -> Iterator[str]:
        """wv 16.31-1: the command units above one, the nearest first."""
        while uid := self.superior(uid):
            yield uid

    def direct(self, uid: str) -> tuple[str, ...]:
        """wv 16.31-1: the command units directly below one that are not out of the game, by id."""
        return tuple(
            sorted(one for one in self.chain.officers if self.superior(one) == uid and self.where(one) != GONE)
        )

    def below(self, uid: str) -> Iterator[str]:
        """wv 16.31-1: all command units below one, each before its own."""
        for one in self.direct(uid):
            yield one
            yield from self.below(one)

    def units_of(self, uid: str) -> tuple[str, ...]:
        """wv 16.31-1, 17.34-4: the combat units on the map that are subordinate to a command unit, on any level."""
        leaders = {uid, *self.below(uid)}
        return tuple(sorted(one for one in self.chain.units if self.on_map(one) and self.chain.leader(one) in leaders))

    def on_map(self, unit: str) -> bool:
        """Whether a counter is on the map."""
        return unit in self.scene.board.pieces

    def brigades(self) -> tuple[str, ...]:
        """wv 15.1: the brigades that are led by brigade leaders, by id; not groups of guns."""
        led = self.chain.brigades.items()
        return tuple(sorted(brigade for brigade, who in led if self.officer(who).level == BRIGADE))

    def committed(self, brigade: str) -> bool:
        """wv 16.14-2: whether a brigade is committed: its leader is on the map. Units that a higher leader leads
        himself are, as long as he is there."""
        return self.where(self.chain.brigades[brigade]) == MAP

    # -- distance ----------------------------------------------------------------------------

    def distance(self, uid: str, hexes: Iterable[str]) -> int:
        """Hexes from a command unit on the map to the nearest of some hexes."""
        start = self.at(uid)
        return min(self.scene.ground.distance(start, to) for to in hexes)

    def covers(self, uid: str, to: str, times: int = 1) -> bool:
        """wv 16.12-1, 16.14-1: whether a hex is within so many radii of a command unit on the map, by a free path; it
        need not be active."""
        start = self.at(uid)
        return bool(start and to) and reaches(self.scene, self.officer(uid).army, start, to, self.radius(uid) * times)
