"""The audit of what an army stated of its face-down counters: nobody is there, nobody reacts, this is the one.

What is said in silence ("nobody") is an omission, a wrong name a false claim. Each is told once, with its case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pbem.engine.hidden import EXCUSED, HIDDEN, Step, claim_name, states
from pbem.engine.options import Json
from rulesets.jours_de_gloire.hidden.own_counters import content_name, words
from rulesets.jours_de_gloire.rules.events import DESERTERS, HOLDER
from rulesets.jours_de_gloire.rules.fights.contacts import CLOSES
from rulesets.jours_de_gloire.rules.march.contact import DUMMY, GUNS, LEADER, REAL, SCREEN

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit

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

# As `HiddenForces.facts`: marker, fact, what is held, scene -> all true answers.
Facts = Callable[[str, str, Mapping[str, Json], Json], Sequence[Json]]


class ClaimsAudit:
    """The claims of one army.

    facts: what is true, as `HiddenForces.facts`. leaves: of its signs, as its last message told them; None where nobody
    has to tell. What is true at all the program finds by `facts`; here it gets the rulebook's words.
    """

    def __init__(self, audit: Audit, facts: Facts) -> None:
        self.audit, self.facts = audit, facts
        self.leaves: Mapping[str, Json] | None = None

    def judge(self, step: Step, before: Mapping[str, int]) -> None:
        """The claims with which a message closed a segment. before: commitments in force then."""
        for event in step.events:
            ours = event["kind"] == "claimed" and event["army"] == self.audit.army
            if ours and event["say"] in CASES and event["scene"] is not None and self._doubted(step, event):
                self._claim(step, event, before)

    def _doubted(self, step: Step, event: Mapping[str, Json]) -> bool:
        false = self.audit.record.false
        return false is None or (step.seq, claim_name(event["marker"], event["say"])) in false

    def ordered(self, step: Step) -> None:
        """The signs that go with a message count until its army's next one."""
        self.leaves = step.leaves.get(HIDDEN)

    def _claim(self, step: Step, event: Mapping[str, Json], before: Mapping[str, int]) -> None:
        say, scene, value = event["say"], event["scene"], event["value"]
        held = {c: self.audit.held(c, before.get(c, -1)) for c in scene["counters"]}
        # What is excused proves nothing.
        if self.leaves is None if say in _OF_SIGNS else EXCUSED in held.values():
            return
        signs = {f"{HIDDEN}.{counter}": (self.leaves or {}).get(counter, "") for counter in scene["counters"]}
        answers = self.facts(event["marker"], say, {**held, **signs}, scene)
        if states(answers, value):
            return
        truth = answers[0] if isinstance(answers[0], list) else [answer for answer in answers if answer]
        held = {counter: content for counter, content in held.items() if content is not EXCUSED}
        code = "AUDIT_CLAIM" if value else "AUDIT_OMISSION"
        text = self._text(say, scene, held, truth, value)
        self.audit.accuse(code, step, CASES[say], text, claim_name(event["marker"], say))

    def _text(self, say: str, scene: Json, held: Mapping[str, Json], truth: list[str], value: Json) -> str:
        said = _listed(value)
        missing, extra = [c for c in truth if c not in said], [c for c in said if c not in truth]
        if not said:
            return f"{self._those(say, scene, held, missing)} {_SILENT[say]}"
        wrong = f"{self._those(say, scene, held, extra)} had not to be named" if extra else ""
        either = " and " if say == DESERTERS else " or "
        forgotten = f"{self._those(say, scene, held, missing, either)} had to be named" if missing else ""
        return f"{say}: {' and '.join(filter(None, (wrong, forgotten)))}"

    def _those(
        self, say: str, scene: Json, held: Mapping[str, Json], counters: list[str], either: str = " and "
    ) -> str:
        named = [f"{self._named(held, counter)} in {self._place(say, scene, counter)}" for counter in counters]
        return words(named) if either == " and " else either.join(named)

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
