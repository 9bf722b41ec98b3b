"""What this game tells about its memos and pairs of markers: `engine.hidden.HiddenForces`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pbem.engine.contract import Compiled
from pbem.engine.hidden import Accusation, Contingent, HiddenForces, Own, Record
from pbem.engine.options import Json, Pick
from pbem.engine.requests import ORDERS, Choose
from rulesets.napoleons_last_battles.roster import TWINS
from rulesets.napoleons_last_battles.rules.hiding.pairs import SAYS, army_of, is_pair
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN
from rulesets.napoleons_last_battles.rules.memos import entering, known_to, memos, written_now
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.theatre import Theatre


class SecretForces(HiddenForces):
    """nlb 16.6-1, 18.5C-3, 22.6B, 28.0D: memos lie face down from the beginning until they are opened, pairs of markers
    while they stand for units.

    A content is {says: value}; of a pair the letter of its real marker, so that nobody can commit to two real markers,
    or to none. Whether anything was written into a memo nobody can tell, for who writes nothing commits to the default.
    """

    conservation = "28.0D"
    leaves_size = 0

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.memos = {memo.id: memo for memo in memos(theatre.setting, theatre.field)}
        self.content_size = max(len(json.dumps(content, separators=(",", ":"))) for content in self._contents())

    def _contents(self) -> list[Json]:
        letters = TWINS if self.theatre.setting.markers else ()
        return [{SAYS: value} for memo in self.memos.values() for value in memo.values] + [{SAYS: x} for x in letters]

    def face_down(self, at: Json) -> Mapping[str, str]:
        """The memos that are not open yet, and the pairs that stand for units."""
        setting = self.theatre.setting
        pairs = {pair: army_of(setting, pair) for pair in sorted(set(at["hidden"].values()))}
        return {uid: memo.army for uid, memo in self.memos.items() if uid not in at["memos"]} | pairs

    def content_schema(self) -> Json:
        """{says: value}."""
        values = list(dict.fromkeys(content[SAYS] for content in self._contents()))
        properties = {SAYS: {"enum": values}}
        return {"type": "object", "additionalProperties": False, "required": [SAYS], "properties": properties}

    def units_in(self, content: Json) -> Sequence[str]:
        """None: a memo says when and where somebody comes."""
        return ()

    def well_formed(self, content: Json) -> bool:
        """Whether some memo may say this."""
        return content in self._contents()

    def shown(self, at: Json, army: str) -> Mapping[str, Json]:
        """The memos of an army that are open."""
        return {uid: {SAYS: says} for uid, says in at["memos"].items() if self.memos[uid].army == army}

    def order_of_battle(self, at: Json, army: str) -> Sequence[Contingent]:
        """Nobody stands in a memo."""
        return ()

    def imbalance(self, at: Json, army: str, held: Mapping[str, Json]) -> Sequence[str]:
        """Memos that say what another one may say."""
        return [
            f"{'the pair' if is_pair(uid) else 'the memo'} {uid} says {content[SAYS]}, which it cannot"
            for uid, content in held.items()
            if content[SAYS] not in (TWINS if is_pair(uid) else self.memos[uid].values)
        ]

    def facts(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
        """Nothing is ever claimed of a memo."""
        return (False,)

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """None."""
        return {}

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """What else could be a lie about a memo the roll call finds."""
        return ()

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """A random answer by what its author knows, with random memos."""
        if request.what != ORDERS:
            return Compiled({"answer": request.options.sample(pick)})
        board, options = request.scene, request.options
        if isinstance(options, OrdersOptions):
            options = OrdersOptions(known_to(board, own))
        said = options.sample(pick)
        hide = {memo.id: {SAYS: memo.values[pick(len(memo.values))]} for memo in written_now(board)}
        for entry in said.get(HIDDEN, ()):
            if "units" in entry:
                hide[entry["pair"]] = {SAYS: TWINS[pick(len(TWINS))]}
        named = (*said.get(HIDDEN, ()), *said.get(ORDERS, ()))
        show = [memo.id for memo in entering(board, named) if memo.id in own.markers]
        show += [entry["pair"] for entry in said.get(HIDDEN, ()) if "reveal" in entry and entry["pair"] in own.markers]
        return Compiled(said, hide=hide, show=show)
