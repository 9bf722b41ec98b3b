"""How reports speak of counters, forces and places: by name where the reader may know it, else by the counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rulesets.jours_de_gloire.places import number_of
from rulesets.jours_de_gloire.setting import Json, Setting
from rulesets.jours_de_gloire.telling.facts import printed_name

Event = Mapping[str, Any]
# Verbs of one that do not only take an s.
_SINGULAR: Final = {"are": "is", "go": "goes", "try": "tries", "do": "does", "march": "marches"}


class Names:
    """Printed names. A counter has one where the reader's legend gives it, else none but its number.

    legend: counter -> name. fluent: whoever the sentence before was about is `they` in the next one.
    """

    def __init__(self, setting: Setting, legend: Mapping[str, str], *, fluent: bool = False) -> None:
        self.setting, self.legend, self.fluent = setting, legend, fluent
        self._subject: tuple[str, ...] = ()

    def of(self, thing: Json) -> str:
        """The printed name of a unit, general, box, command, entry or army."""
        return printed_name(self.setting, str(thing))

    def army(self, army: Json) -> str:
        """`the French side`."""
        return f"the {self.of(army)} side"

    def capital(self, army: Json) -> str:
        """The same at the beginning of a sentence."""
        return f"The {self.of(army)} side"

    def all(self, things: Iterable[Json]) -> str:
        """Several of them."""
        return listed([self.of(thing) for thing in things])

    # -- counters ---------------------------------------------------------------------------

    def named(self, counter: str) -> str:
        """`Davout (f9)`, in an open game `Davout`; empty for a counter that the reader cannot name."""
        name = self.legend.get(counter, "")
        if name.endswith("dummy"):
            name = f"{'a' if name.startswith('c') else 'an'} {name}"
        return f"{name}{self.setting.fog.tag(counter)}" if name else name

    def counter(self, counter: Json) -> str:
        """`Davout (f9)`, else `counter f9`."""
        return self.counters([str(counter)])

    def counters(self, those: Iterable[Json]) -> str:
        """`Davout (f9) and counters f1 and f2`."""
        ids = [str(counter) for counter in those]
        known = [self.named(counter) for counter in ids if self.named(counter)]
        rest = [counter for counter in ids if not self.named(counter)]
        if not ids:
            return "no counters"
        unknown = [f"counter{'' if len(rest) == 1 else 's'} {listed(rest)}"] if rest else []
        return listed([*known, *unknown])

    def troops(self, event: Event, member: str = "stack") -> str:
        """Whoever an event is about: `French counters f1 and f2`; those with names need no flag."""
        return self._flagged(event["army"], event[member])

    def one(self, event: Event, member: str = "counter") -> str:
        """The same for an event about one counter."""
        return self._flagged(event["army"], [event[member]])

    def _flagged(self, army: Json, those: Sequence[str]) -> str:
        known = any(self.named(str(counter)) for counter in those)
        return self.counters(those) if known else f"{self.of(army)} {self.counters(those)}"

    def act(self, event: Event, does: str, member: str = "stack") -> str:
        """Whoever an event is about and what they do, the verb first, as of many: `French counter f1 marches`."""
        verb, _, rest = does.partition(" ")
        those = tuple(event[member])
        if len(those) == 1:
            verb = _SINGULAR.get(verb, f"{verb}s")
        return f"{self._again(event, member, those)} {verb}{f' {rest}' if rest else ''}"

    def _again(self, event: Event, member: str, those: tuple[str, ...]) -> str:
        before, self._subject = self._subject, those
        if not self.fluent or not those or before != those:
            return self.troops(event, member)
        if len(those) > 1:
            return "they"
        leads = any(self.legend.get(those[0]) == general.name for general in self.setting.generals.values())
        return "he" if leads else "it"

    def anew(self) -> None:
        """Nobody was spoken of yet: a paragraph begins."""
        self._subject = ()

    # -- contents -----------------------------------------------------------------------------

    def held(self, content: Json) -> str:
        """What a counter that lies face up holds."""
        if "dummy" in content:
            return f"{'a' if content['dummy'] == 'cavalry' else 'an'} {content['dummy']} dummy"
        if "general" in content:
            return self.of(content["general"])
        parent = f" of {self.of(content['of'])}" if content.get("of") else ""
        return f"{self.of(content['unit'])}{parent}{self.strength(content)}"

    def strength(self, content: Json) -> str:
        """` with 5 PF and 1 straggler`; empty for a general or a dummy."""
        if "pf" not in content:
            return ""
        lag = f" and {count(content['lag'], 'straggler')}" if content.get("lag") else ""
        return f" with {content['pf']} PF{lag}"

    def shown(self, counters: Mapping[str, Json]) -> str:
        """Counters with what they hold, in the order of their numbers."""
        found = sorted(counters.items(), key=lambda pair: (number_of(pair[0]), pair[0]))
        number = self.setting.fog.number
        return ", ".join(f"{number(counter)} {self.held(content)}".lstrip() for counter, content in found)

    def losses(self, units: Mapping[str, int]) -> str:
        """`I Corps 2 and Guard 1`, in the order of their names."""
        return listed([f"{name} {pf}" for name, pf in sorted((self.of(unit), pf) for unit, pf in units.items())])

    def arrival(self, number: int) -> str:
        """The units and generals that a reinforcement of the scenario brings."""
        row = self.setting.scenario.reinforcements[number]
        return self.all((*row.generals, *row.units)) or f"{row.pf} PF for {self.of(row.command)}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def count(number: Json, thing: str) -> str:
    """`1 counter`, `2 counters`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def cited(event: Event) -> str:
    """The case of an event in brackets."""
    return f" ({event['case']})" if event.get("case") else ""


def first(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# -- dice ---------------------------------------------------------------------------------------


def modified(die: int, steps: Iterable[tuple[int, str, str]]) -> str:
    """A die with everything that is added to it, each with its case: `die 4, +1 leader (5.4-3) = 5`.

    steps: what is added, what for, and the case; those that add nothing are left out.
    """
    found = [step for step in steps if step[0]]
    if not found:
        return f"die {die}"
    parts = "".join(f", {by:+d} {why}{f' ({case})' if case else ''}" for by, why, case in found)
    return f"die {die}{parts} = {die + sum(by for by, _, _ in found)}"


def explained(event: Event) -> str:
    """The die of an event that lists its modifiers."""
    return modified(event["die"], [(step["by"], step["why"], step["case"]) for step in event.get("modifiers", ())])
