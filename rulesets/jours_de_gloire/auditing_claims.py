"""The audit of what a side stated of its face-down counters: nobody is there, nobody reacts, this is the one.

What is said in silence ("nobody") is an omission, a wrong name a false claim. Each is told once, with its case.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pbem.engine.hidden import HIDDEN, Step, claim_name
from pbem.engine.options import Json
from rulesets.jours_de_gloire.contested import CLOSES
from rulesets.jours_de_gloire.displaced import DUMMY, GUNS, LEADER, REAL, SCREEN
from rulesets.jours_de_gloire.events import DESERTERS, HOLDER
from rulesets.jours_de_gloire.forces import JoursForces
from rulesets.jours_de_gloire.holdings import content_name, words

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.auditing import Audit

CASES: Final = {
    REAL: "5.2-2",
    SCREEN: "6.3-3",
    DUMMY: "6.3-4",
    LEADER: "6.5.1-1",
    GUNS: "6.5.2-1",
    CLOSES: "8.5-4",
    HOLDER: "4.2-2",
    DESERTERS: "B.7.1",
}
_SILENT: Final = {
    REAL: "stood there, and no combat unit was named",
    SCREEN: "stood there, and no cavalry was named",
    DUMMY: "stood there, and no dummy was named",
    LEADER: "planned to react, and nobody was named",
    GUNS: "planned to march to the guns, and nobody was named",
    CLOSES: "was strong enough to close the box with the others, and nobody was named",
    HOLDER: "was to leave, and nobody was named",
    DESERTERS: "went over, and nobody was named",
}
_OF_SIGNS: Final = (LEADER, GUNS)
_BY_BOX: Final = (REAL, SCREEN, DUMMY, CLOSES)


class ClaimsAudit:
    """The claims of one side. leaves: of its signs, as its last orders told them; nothing while none are disclosed."""

    def __init__(self, audit: Audit) -> None:
        self.audit, self.forces = audit, JoursForces(audit.setting)
        self.leaves: Mapping[str, Json] = {}

    def judge(self, step: Step, before: Mapping[str, int]) -> None:
        """The claims with which a message closed a segment. before: commitments in force then."""
        for event in step.events:
            ours = event["kind"] == "claimed" and event["army"] == self.audit.army
            if ours and event["say"] in CASES and event["scene"] is not None:
                self._claim(step, event, before)

    def ordered(self, step: Step) -> None:
        """The signs that go with an orders message count from then on."""
        leaves = step.leaves.get(HIDDEN, {})
        if any(leaves.values()):
            self.leaves = leaves

    def _claim(self, step: Step, event: Mapping[str, Json], before: Mapping[str, int]) -> None:
        say, scene, value = event["say"], event["scene"], event["value"]
        held = {c: self.audit.record.content.get((c, before.get(c, -1))) for c in scene["counters"]}
        # A book that does not tell all proves nothing.
        if not self.leaves if say in _OF_SIGNS else None in held.values():
            return
        signs = {f"{HIDDEN}.{counter}": self.leaves.get(counter, "") for counter in scene["counters"]}
        truth = self.forces.fact(event["marker"], say, {**held, **signs}, scene)
        if truth == value:
            return
        code = "AUDIT_CLAIM" if value else "AUDIT_OMISSION"
        text = self._text(say, scene, held, truth, value)
        self.audit.accuse(code, step, CASES[say], text, claim_name(event["marker"], say))

    def _text(self, say: str, scene: Json, held: Mapping[str, Json], truth: Json, value: Json) -> str:
        due, said = (_listed(what) for what in (truth, value))
        missing, extra = [c for c in due if c not in said], [c for c in said if c not in due]
        if not said:
            return f"{self._those(say, scene, held, missing)} {_SILENT[say]}"
        wrong = f"{self._those(say, scene, held, extra)} had not to be named" if extra else ""
        forgotten = f"{self._those(say, scene, held, missing)} had to be named" if missing else ""
        return f"{say}: {' and '.join(filter(None, (wrong, forgotten)))}"

    def _those(self, say: str, scene: Json, held: Mapping[str, Json], counters: list[str]) -> str:
        return words([f"{self._named(held, counter)} in {self._place(say, scene, counter)}" for counter in counters])

    def _named(self, held: Mapping[str, Json], counter: str) -> str:
        content = held.get(counter)
        return (
            f"{content_name(self.audit.setting, content)} ({counter})" if content is not None else f"counter {counter}"
        )

    def _place(self, say: str, scene: Json, counter: str) -> str:
        if say in _BY_BOX:
            return self.audit.place(scene["box"])
        return self.audit.place(scene["from"] if say in _OF_SIGNS else scene["at"].get(counter, ""))


def _listed(value: Json) -> list[str]:
    return [value] if isinstance(value, str) and value else list(value)
