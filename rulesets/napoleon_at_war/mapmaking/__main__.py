"""`python -m rulesets.napoleon_at_war.mapmaking fit|build|check [DIRECTORY]`: make the maps again and test them.

fit prints the residuals and writes sketch/fit-*.yaml; build writes maps/*.yaml; check tests maps/*.yaml and tells
all faults. DIRECTORY is a scenario directory, the shipped one unless given. Exit code 1 where a fault was found.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulesets.napoleon_at_war.mapmaking.build import Builder
from rulesets.napoleon_at_war.mapmaking.check import Checker, fixed_hexes
from rulesets.napoleon_at_war.mapmaking.cut import LEARNING, learning_map
from rulesets.napoleon_at_war.mapmaking.fit import report
from rulesets.napoleon_at_war.mapmaking.mapfile import read_map, write_map
from rulesets.napoleon_at_war.mapmaking.plane import Plane
from rulesets.napoleon_at_war.mapmaking.sketch import SCENARIO, read_sheet


def made(scenario: Path) -> dict[Path, str]:
    """Every file that the sketch gives: the fit and the map of each battlefield, path to text."""
    sheet = read_sheet(scenario)
    files = {}
    for plan in sheet.maps:
        files[scenario / "sketch" / f"fit-{plan.id}.yaml"] = report(plan, Plane(sheet.layout, plan.columns, plan.rows))
        files[scenario / "maps" / f"{plan.id}.yaml"] = write_map(Builder(sheet, plan).build())
    return files


def check(scenario: Path) -> list[str]:
    """The faults of all map files of a scenario."""
    faults = []
    for plan in read_sheet(scenario).maps:
        battle = read_map((scenario / "maps" / f"{plan.id}.yaml").read_text(encoding="utf-8"))
        faults += Checker(battle, plan, fixed_hexes(scenario, plan)).faults()
    return faults


def main(arguments: list[str] | None = None) -> int:
    """Run one of the three commands; the exit code."""
    parser = argparse.ArgumentParser(prog="mapmaking", description="rebuild the battlefield maps from the sketch")
    parser.add_argument("command", choices=("fit", "build", "check"))
    parser.add_argument("directory", nargs="?", type=Path, default=SCENARIO)
    given = parser.parse_args(arguments)
    if given.command == "check":
        faults = check(given.directory)
        print("\n".join(faults) or "no fault")
        return 1 if faults else 0
    folder = "sketch" if given.command == "fit" else "maps"
    for path, text in made(given.directory).items():
        if path.parent.name == folder:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(text if given.command == "fit" else path.name)
    if folder == "maps" and given.directory == SCENARIO:
        path = LEARNING / "maps" / "jena.yaml"
        path.write_text(learning_map(), encoding="utf-8", newline="\n")
        print(f"{path.name} of {LEARNING.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
