"""What counters, formations, armies, boxes and places are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import RESULTS as WORDS
from pbem.hexgame.telling.wording import Names
from rulesets.campaign_1806.charts import RESULTS as CODES
from rulesets.campaign_1806.roster import Unit
from rulesets.campaign_1806.rules.battle.boxes import BROKEN, CAPTURED, DAY, GONE, NIGHT
from rulesets.campaign_1806.rules.battle.results import NOTHING
from rulesets.campaign_1806.setting import ARMIES, Setting

_LONGER: Final = {
    "Ar2": "the attackers retreat two hexes",
    "Dr2": "the defenders retreat two hexes",
}
RESULTS: Final[Mapping[str, str]] = {code: _LONGER.get(code) or WORDS[code] for code in CODES}
"""osg 11.4-Ex: code of the Combat Results Table -> words."""
BOXES: Final[Mapping[str, str]] = {
    DAY: "lost today, may be reorganized after a night",
    NIGHT: "may be reorganized",
    GONE: "lost for good",
    CAPTURED: "captured",
    BROKEN: "broken down into vedettes",
}
"""osg 6.11A, 6.12-1, 5.26-1, 13.11-1: box -> what it says of those in it."""
_NUMBER: Final = re.compile(r"\b[ns][0-9]{4}\b(?! \()")


@dataclass(frozen=True)
class CampaignNames(Names[Unit]):
    """Printed names, and what else sentences have to know of a campaign.

    legend: face-down counter -> what its reader can call it.
    """

    setting: Setting
    legend: Mapping[str, str] = field(default_factory=dict)

    def knowing(self, legend: Mapping[str, str]) -> CampaignNames:
        """osg 1.5: the same for a reader who can name these counters that lie face down, or did."""
        return replace(self, legend=legend) if legend else self

    def unit(self, uid: str) -> str:
        """The printed name of a counter; of one that lies face down the name of who lies under it, for who knows it."""
        return self.legend.get(uid) or super().unit(uid)

    def formation(self, uid: str) -> str:
        """A formation within a sentence: `the French I Corps`, `the Imperial Guard`."""
        name = self.place(uid)
        return name if name.endswith("independents") else f"the {name}"

    def force(self, uid: str) -> str:
        """osg 21.81: those who come in together as a force of the tables, by their names."""
        found = (one.units for one in self.setting.setup.arrivals if one.force == uid)
        return self.units(next(found, (uid,)))

    def army(self, word: str) -> str:
        """`the French army`."""
        return f"the {self.place(word)} army"

    def hexes(self, many: Sequence[str]) -> str:
        """`n1330 (Weimar) and n1431`."""
        return listed([self.hex(at) for at in many])

    def way(self, path: Sequence[str]) -> str:
        """`n1330 (Weimar) - n1431 - n1532`: the ends with their names."""
        ends = (path[0], path[-1]) if path else ()
        return " - ".join(self.hex(at) if at in ends else at for at in path)

    def text(self, text: str) -> str:
        """What the rules say in a refusal, with the names of its places."""
        return _NUMBER.sub(lambda found: self.hex(found[0]), text)

    def all(self, units: Iterable[str]) -> str:
        """`A, B and C`, each but once."""
        return self.units(list(dict.fromkeys(units)))


def names_of(setting: Setting) -> CampaignNames:
    """All names of a campaign."""
    return CampaignNames(
        setting.forces, setting.field, _places(setting), {**RESULTS, NOTHING: "nothing happens"}, setting
    )


def _places(setting: Setting) -> dict[str, str]:
    """Id -> name of whatever is neither counter nor hex. Where two formations have one name their armies are told,
    too."""
    forces = setting.forces
    names = {army: army.capitalize() for army in ARMIES}
    printed = list(forces.formation_names.values())
    for uid, name in forces.formation_names.items():
        army = forces.units[forces.formations[uid][0]].army
        names[uid] = f"{army.capitalize()} {name}" if printed.count(name) > 1 else name
    return names
