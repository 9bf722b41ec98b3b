"""The choices that a scenario leaves to its players (11.31A, 19.1, 19.4, 21.25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json
from pbem.lean import dataclass

OPTIONAL: Final = ("supply", "vedettes")
"""osg 19.4: rules that the battles may do without, and do unless somebody wants them."""
START: Final = "start"
FORCES, HIDDEN = "forces", "hidden"
EVERYWHERE: Final = (FORCES, "villages-help")


@dataclass(frozen=True)
class Choices:
    """What was chosen. values: option -> value; an option that a scenario does not offer is not among them."""

    values: Mapping[str, Json]

    def on(self, name: str) -> bool:
        """Whether an option is in force. Supply and vedettes are, where nobody may do without them (19.4)."""
        if name in OPTIONAL and name not in self.values:
            return True
        return bool(self.values.get(name, False))

    @property
    def hidden(self) -> bool:
        """osg 1.5: whether counters lie face down."""
        return self.values.get(FORCES) == HIDDEN

    @property
    def start(self) -> str:
        """osg 21.54, 19.11: another day to begin on, "" for that of the scenario."""
        chosen = str(self.values.get(START, ""))
        return "" if chosen == "8" else chosen

    def applied(self, scenario: Mapping[str, Any]) -> Mapping[str, Any]:
        """osg 21.25, 21.25-EX: a scenario file with I Corps in it, where that was chosen."""
        if not self.on("bernadotte"):
            return scenario
        without = [uid for uid in scenario.get("without", "").split() if uid not in scenario["what-if"].split()]
        return {**scenario, "without": " ".join(without)}


def offered(scenario: Mapping[str, Any], catalogue: Mapping[str, Any]) -> dict[str, Json]:
    """What a scenario offers: name -> {"values", "default", "doc"}, as `pbem.engine.contract.Scenario.options`."""
    names = [*scenario.get("options", "").split(), *EVERYWHERE]
    found: dict[str, Json] = {}
    for name in names:
        row = catalogue[name]
        doc = f"{row['doc']} ({row['case']})"
        if name == FORCES:
            found[name] = {"values": row["values"], "default": row["values"][0], "doc": doc}
        elif name == START:
            values: list[Json] = [*row["values"], *scenario["starts"]]
            found[name] = {"values": values, "default": values[0], "doc": doc}
        else:
            found[name] = {"values": [False, True], "default": False, "doc": doc}
    return found


def read_choices(scenario: Mapping[str, Any], catalogue: Mapping[str, Any], options: Mapping[str, Json]) -> Choices:
    """osg 19.0, 19.1, 19.4: the options of a campaign, defaults put in. Raises ValueError for one that is not offered,
    or a value that it has not."""
    offer = offered(scenario, catalogue)
    values: dict[str, Json] = {name: one["default"] for name, one in offer.items()}
    for name, value in options.items():
        if name not in offer:
            raise ValueError(f"{scenario['id']} has no option {name[:40]!r}; it has: {', '.join(offer)}")
        legal = offer[name]["values"]
        if not any(value == one and type(value) is type(one) for one in legal):
            raise ValueError(f"option {name} is one of {', '.join(map(str, legal))}, not {str(value)[:40]}")
        values[name] = value
    return Choices(values)
