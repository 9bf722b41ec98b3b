"""A clear sentence for everything that is wrong in a map, a scenario or its forces."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire.binding import read_setting
from tests.rulesets.jours_de_gloire.world import rule_files, small_files

MAP, STORY, FORCES = "maps/small.yaml", "scenario.yaml", "forces.yaml"


def faults_of(changes: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
    """Everything wrong with the small war after replacing a text in some of its files."""
    files = small_files()
    for name, (old, new) in changes.items():
        text = files[name].decode("utf-8")
        assert old in text
        files[name] = text.replace(old, new, 1).encode("utf-8")
    try:
        read_setting(rule_files(), files, {})
    except DataFaults as faults:
        return faults.faults
    return ()


WRONG = [
    (MAP, "kind: dotted}", "kind: rail}", "link birke-nebel: kind is rail; it is one of plain, dotted"),
    (MAP, "terrain: mountain", "terrain: swamp", "box fels: terrain is swamp; it is one of clear, defensive, mountain"),
    (MAP, 'lat: "53.60"', 'lat: "53.6"', "box nebel: lat is '53.6'; degrees with two decimals are expected"),
    (MAP, 'lat: "53.60"', 'lat: "93.60"', "box nebel: lat is '93.60'; degrees with two decimals are expected"),
    (MAP, "a: birke, b: nebel", "a: birke, b: sylt", "birke-sylt: no box sylt"),
    (MAP, "a: iller, b: kiefer", "a: kiefer, b: iller", "link kiefer-iller: a and b stand in alphabetical order"),
    (MAP, ", why: the end of the road", "", "box nebel: has 1 links, not 2 to 6, and says no reason why"),
    (MAP, "water: ford}", "water: ford, over: major}", "link ahorn-eiche: a major river has no fords"),
    (
        MAP,
        "water: bridge, over: minor}",
        "water: bridge}",
        "link castell-garten: a bridge leads over a minor or a major river; over is missing",
    ),
    (
        MAP,
        "water: none, over: major}",
        "water: none, over: minor}",
        "link fels-kiefer: only a major river cannot be crossed without a bridge",
    ),
    (
        MAP,
        "kind: plain, water: none, over: major}",
        "kind: plain, over: major}",
        "link fels-kiefer: a link over a river says whether there is a ford, a bridge or none",
    ),
    (MAP, "box: nebel, kind: plain}", "box: sylt, kind: plain}", "entry north-road: there is no box sylt"),
    (MAP, "[ahorn, eiche], [birke", "[ahorn, sylt], [birke", "river bach: there is no link ahorn:sylt"),
    (MAP, "kind: minor, links", "kind: major, links", "river bach: link ahorn:eiche does not lead over a major river"),
    (MAP, "[[ahorn, eiche], ", "[ahorn, ", "river bach: a link is given by its two boxes"),
    (MAP, "dotted: [", "dotted: [x, ", "scale: dotted is the least and the most kilometres of a link"),
    (
        MAP,
        'lon: "20.25", terrain: clear, why',
        'lon: "20.50", terrain: clear, why',
        "link birke-nebel: is 28.1 km long, not 14 to 28, and says no reason why",
    ),
    (
        MAP,
        "  - {a: birke, b: nebel, kind: dotted}\n",
        "",
        "nebel: no link leads there",
    ),
    (MAP, "nebel: {name: Nebel", "Nebel: {name: Nebel", "boxes: 'Nebel' is no id of 1 to 24"),
    (MAP, "note: Invented", "notes: Invented", "there is no member notes; there are title"),
    (STORY, "map: small", "map: large", "there is no map large"),
    (STORY, "game: poland", "game: chess", "game is chess; it is one of poland, danube"),
    (STORY, "title: The small war\n", "", "title is missing"),
    (
        STORY,
        "sides: [french, russian]",
        "sides: [russian]",
        "sides: there are two of the letters a-z, one of them french",
    ),
    (
        STORY,
        "sides: [french, russian]",
        "sides: [french, 2]",
        "sides: there are two of the letters a-z, one of them french",
    ),
    (STORY, "month: july", "month: julio", "turn 4: month is julio; it is one of january, february"),
    (STORY, ", label: second week", "", "turn 2: label is missing"),
    (STORY, 'mud: "no"', "mud: perhaps", "weather: mud is perhaps; it is one of yes, no"),
    (
        STORY,
        'infantry: "3"',
        'infantry: "-3"',
        "counters of french: dummies: infantry is -3; a whole number from 0 to 20",
    ),
    (STORY, "control: {castell: russian", "control: {castell: prussian", "control: castell is prussian; it is one of"),
    (STORY, "control: {castell: russian", "control: {sylt: russian", "control: there is no box sylt"),
    (STORY, "boxes: {castell", "boxes: {sylt", "victory: there is no box sylt"),
    (STORY, "entry: north-road", "entry: sea", "reinforcements, 1: there is no entry sea"),
    (STORY, "box: castell, units", "box: sylt, units", "reinforcements, 2: there is no box sylt"),
    (
        STORY,
        "box: castell, units",
        "units",
        "reinforcements, 2: units or generals come either into a box or by an entry",
    ),
    (STORY, "units: [late-rus]", "units: [nobody]", "reinforcements, 2: there is no unit nobody"),
    (STORY, "units: [late-rus]", "units: [rus-1]", "reinforcements, 2: rus-1 is in castell from the start"),
    (STORY, "[late-foot, late-horse]", "[late-foot, late-foot]", "late-foot comes with reinforcements, 1 already"),
    (STORY, "[late-foot, late-horse]", "[late-foot]", "unit late-horse: is not there from the start and never comes"),
    (
        STORY,
        "[late-foot, late-horse]",
        "[late-foot, late-rus]",
        "reinforcements, 1: russian-army is not of the french side",
    ),
    (STORY, "generals: [essen], ", "", "general essen: is not there from the start and never comes"),
    (STORY, 'delay: "4"', 'delay: "7"', "reinforcements, 2: delay is 7; a whole number from 2 to 6 is expected"),
    (STORY, 'pf: "3", command: grande-armee', 'pf: "3"', "strength points go to a command, and nothing else"),
    (STORY, 'pf: "3", command: grande-armee', 'pf: "3", command: navy', "reinforcements, 3: there is no command navy"),
    (STORY, 'turn: "3", pf', 'turn: "5", pf', "reinforcements, 3: there is no turn 5"),
    (STORY, "remove: kamenskoi", "remove: suvorov", "replacements, 1: suvorov is no general of russian-army"),
    (STORY, "chief: bennigsen", "chief: davout", "replacements, 1: davout is no general of russian-army"),
    (STORY, "chief: bennigsen", "chief: kamenskoi", "replacements, 1: kamenskoi cannot replace himself"),
    (STORY, "special: []", "special: {elba: yes}", "special: there is no member elba; there are yorck"),
    (
        STORY,
        "special: []",
        'special: {yorck: {command: army-west, to: french, rolls: {"9": "4"}, why: Tauroggen}}',
        "yorck: army-west is no command that could go over to the french side",
    ),
    (FORCES, "chief: jerome", "chief: napoleon", "command army-west: napoleon is chief of grande-armee already"),
    (FORCES, "chief: jerome", "chief: nobody", "command army-west: there is no general nobody to be its chief"),
    (FORCES, "chief: jerome", "chief: davout", "command army-west: its chief davout belongs to grande-armee"),
    (FORCES, "chief: jerome", "chief: jerome, chief: vandamme", "'chief' stands twice or is no name"),
    (FORCES, "side: french, name: Army", "side: dutch, name: Army", "command army-west: side is dutch; it is one of"),
    (
        FORCES,
        'vc: "3", rank: "3", bt: "3"',
        'vc: "5", rank: "3", bt: "3"',
        "general davout: vc is 5; a whole number from 1",
    ),
    (
        FORCES,
        "command: army-west, vc",
        'command: army-west, emperor: "yes", vc',
        "more than one is the Emperor: napoleon, jer",
    ),
    (FORCES, "at: eiche,\n     marks: {vc", "at: sylt,\n     marks: {vc", "general napoleon: there is no box sylt"),
    (
        FORCES,
        "at: eiche,\n     marks: {vc",
        "\n     marks: {vc",
        "general napoleon: at is missing; it is a box, or empty",
    ),
    (FORCES, "{vc: invented, ", "{", "general napoleon: vc has no mark"),
    (FORCES, "pf: estimated, co", "co", "unit i: pf has no mark"),
    (
        FORCES,
        "marks: {pf: estimated, co: invented, ba: estimated, bc: estimated, at: invented}",
        "marks: []",
        "unit i: at has no",
    ),
    (FORCES, "pf: estimated, co", "pf: known, co", "unit i: pf is marked known without a citation"),
    (FORCES, "pf: estimated, co", 'pf: "known: ", co', "unit i: pf is marked known without a citation"),
    (
        FORCES,
        "pf: estimated, co",
        "pf: guessed, co",
        "unit i: the mark of pf is guessed; it is known: ..., estimated or inv",
    ),
    (
        FORCES,
        "name: I Corps, command: grande-armee",
        "name: I Corps, command: navy",
        "unit i: there is no command navy",
    ),
    (FORCES, "kind: infantry", "kind: marines", "unit i: kind is marines; it is one of infantry, cavalry"),
    (FORCES, 'pf: "7"', 'pf: "0"', "unit i: pf is 0; a whole number from 1 to 40 is expected"),
    (FORCES, 'ba: "1", bc: "3"', 'ba: "1", bc: "0"', "unit murat-i: a unit of cavalry has a cavalry bonus"),
    (
        FORCES,
        ", counter: french-a",
        "",
        "unit legion: a detachment, and nothing else, says which detachment counter it",
    ),
    (FORCES, ", counter: french-a", ", counter: french-9", "unit legion: there is no detachment counter french-9"),
    (FORCES, ", counter: french-a", ", counter: french-1", "unit legion: counter french-1 is of another kind or side"),
    (
        FORCES,
        'co: "3", ba: "0", bc: "0", pf: "2"',
        'co: "3", ba: "1", bc: "0", pf: "2"',
        "unit legion: a detachment has no art",
    ),
    (
        FORCES,
        'kind: infantry, co: "4", bc: "0"}',
        'kind: infantry, co: "4", bc: "1"}',
        "detachment french-b: a detachment of c",
    ),
    (FORCES, "  legion:", "  french-b:", "unit french-b: a detachment counter has the same id"),
    (FORCES, "at: kiefer,\n     marks: {pf", "at: castell,\n     marks: {pf", "of the"),
    (FORCES, "commands:", "commands: &x", "anchors, aliases and tags are not allowed"),
    (FORCES, "commands:", "commands: !!map", "anchors, aliases and tags are not allowed"),
    (FORCES, "commands:", "commands: ]", "forces.yaml is no YAML"),
]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), WRONG, ids=[f"{n}: {w[:50]}" for n, _, _, w in WRONG])
def test_a_fault_is_told(name: str, old: str, new: str, sentence: str) -> None:
    assert any(sentence in fault for fault in faults_of({name: (old, new)}))


@pytest.mark.rule("jdg", "5.1-5")
def test_a_major_river_has_no_fords() -> None:
    assert any("no fords" in fault for fault in faults_of({MAP: ("water: ford}", "water: ford, over: major}")}))


def test_all_faults_of_all_files_come_at_once() -> None:
    found = faults_of(
        {
            MAP: ("terrain: mountain", "terrain: swamp"),
            STORY: ("month: july", "month: julio"),
            FORCES: ("kind: infantry", "kind: marines"),
        }
    )
    assert [fault.partition(":")[0] for fault in found] == [MAP, STORY, FORCES]


def test_two_enemies_cannot_begin_in_one_box() -> None:
    (fault,) = faults_of({FORCES: ("at: castell,\n     marks: {pf", "at: eiche,\n     marks: {pf")})
    assert fault == "forces.yaml: unit rus-1: begins in eiche, where napoleon of the french side begins"


def test_a_citation_is_welcome() -> None:
    assert (
        faults_of({FORCES: ("pf: estimated, co", 'pf: "known: Petre, Napoleon\'s Campaign in Poland, 1907", co')}) == ()
    )


def test_a_file_may_be_missing() -> None:
    files = small_files()
    del files[FORCES]
    with pytest.raises(DataFaults, match=r"forces\.yaml: the file is missing"):
        read_setting(rule_files(), files, {})
