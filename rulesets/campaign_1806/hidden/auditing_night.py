"""The audit of the orders of a night: who is out of supply? (2.21B, 12.13, 14.0)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.options import Json, Refusal
from rulesets.campaign_1806.hidden.face_down import UNSUPPLIED
from rulesets.campaign_1806.hidden.own_view import OwnView
from rulesets.campaign_1806.hidden.proofs import CLAIM, Fault
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.decisions import texts


def night_faults(play: Play, sent: Mapping[str, Json], held: Mapping[str, Json]) -> Iterator[Fault]:
    """osg 2.21B-2, 14.0-1: units that are out of supply and of which nothing was said, and the other way round. Of
    enemies face down a zone is presumed, as when the orders were written."""
    if not play.setting.choices.on("supply"):
        return
    seen = OwnView(play, play.army, held)
    view = seen.play
    out = set(view.fog.unsupplied(view, {}))
    said = {uid for uid in out | set(view.on_map(play.army)) if seen.id_of(uid) in texts(sent.get(UNSUPPLIED, ()))}
    for uid in sorted(uid for uid in out ^ said if view.unit(uid).fights):
        at = view.hex_of(uid)
        state = "is out of supply, which was not said" if uid in out else "is in supply, and was said not to be"
        yield CLAIM, Refusal("14.0-1", f"{view.name(uid)} at {at} {state}", uid, at)
