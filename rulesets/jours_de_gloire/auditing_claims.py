"""The audit of silence: a side said that nobody was there, or that nobody reacts, although somebody was or did.

That a counter which was named is not the one that had to be named, the program's own check of claims says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pbem.engine.hidden import HIDDEN, Step
from pbem.engine.options import Json
from rulesets.jours_de_gloire.displaced import DUMMY, GUNS, LEADER, REAL, SCREEN
from rulesets.jours_de_gloire.forces import JoursForces
from rulesets.jours_de_gloire.holdings import content_name

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.auditing import Audit

CASES: Final = {REAL: "5.2-2", SCREEN: "6.3-3", DUMMY: "6.3-4", LEADER: "6.5.1-1", GUNS: "6.5.2-1"}
_SAID: Final = {
    REAL: "stood there, and no combat unit was named",
    SCREEN: "stood there, and no cavalry was named",
    DUMMY: "stood there, and no dummy was named",
    LEADER: "planned to react, and nobody was named",
    GUNS: "planned to march to the guns, and nobody was named",
}


class ClaimsAudit:
    """The claims of one side. leaves: of its signs, as its last orders told them; nothing while none are disclosed."""

    def __init__(self, audit: Audit) -> None:
        self.audit, self.forces = audit, JoursForces(audit.setting)
        self.leaves: Mapping[str, Json] = {}

    def judge(self, step: Step, before: Mapping[str, int]) -> None:
        """The claims with which a message closed a segment. before: commitments in force then."""
        for event in step.events:
            said = event["kind"] == "claimed" and event["army"] == self.audit.army and event["value"] == ""
            if said and event["say"] in CASES and event["scene"] is not None:
                self._silence(step, event, before)

    def ordered(self, step: Step) -> None:
        """The signs that go with an orders message count from then on."""
        leaves = step.leaves.get(HIDDEN, {})
        if any(leaves.values()):
            self.leaves = leaves

    def _silence(self, step: Step, event: Mapping[str, Json], before: Mapping[str, int]) -> None:
        say, scene = event["say"], event["scene"]
        held = {c: self.audit.record.content.get((c, before.get(c, -1))) for c in scene["counters"]}
        if say in (LEADER, GUNS):
            if not self.leaves:
                return
        elif None in held.values():
            return
        signs = {f"{HIDDEN}.{counter}": self.leaves.get(counter, "") for counter in scene["counters"]}
        named = str(self.forces.fact(event["marker"], say, {**held, **signs}, scene))
        if not named:
            return
        place = self.audit.place(scene["box"] if say in (REAL, SCREEN, DUMMY) else scene["from"])
        content = held.get(named)
        name = f"{content_name(self.audit.setting, content)} ({named})" if content is not None else f"counter {named}"
        self.audit.accuse("AUDIT_OMISSION", step, CASES[say], f"{name} in {place} {_SAID[say]}")
