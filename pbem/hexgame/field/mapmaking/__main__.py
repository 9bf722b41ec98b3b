"""`python -m pbem.hexgame.field.mapmaking fit|build|check WORKSHOP`: make maps again out of a sketch and test them.

WORKSHOP is a ruleset's file mapmaking.yaml (see `workshop`). fit prints the residuals and writes fit-*.yaml beside the
sketch; build writes the maps; check tests the maps and tells all faults. Exit code 1 where a fault was found.

    python -m pbem.hexgame.field.mapmaking check rulesets/RULESET/mapmaking.yaml
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pbem.hexgame.field.mapmaking.build import Builder
from pbem.hexgame.field.mapmaking.check import Checker
from pbem.hexgame.field.mapmaking.cut import cut
from pbem.hexgame.field.mapmaking.fit import report
from pbem.hexgame.field.mapmaking.mapfile import read_map, write_map
from pbem.hexgame.field.mapmaking.plane import Plane
from pbem.hexgame.field.mapmaking.workshop import Workshop, read_workshop


def fits(shop: Workshop) -> dict[Path, str]:
    """The fit of each map, path to text."""
    sheet, program = shop.sheet, shop.form.program
    return {
        shop.sketches / f"fit-{plan.id}.yaml": report(plan, Plane(sheet.layout, plan.columns, plan.rows), program)
        for plan in sheet.maps
    }


def maps(shop: Workshop) -> dict[Path, str]:
    """Every map that the sketch gives and every part cut out of one, path to text."""
    built = {plan.id: Builder(shop, plan).build() for plan in shop.sheet.maps}
    files = {shop.map_path(plan): write_map(built[plan.id], shop.form.program) for plan in shop.sheet.maps}
    for part in shop.cuts:
        files[part.path] = write_map(cut(built[part.source], part.columns, part.rows), shop.form.program)
    return files


def check(shop: Workshop) -> list[str]:
    """The faults of all map files of a workshop."""
    faults = []
    for plan in shop.sheet.maps:
        battle = read_map(shop.map_path(plan).read_text(encoding="utf-8"), shop.form)
        faults += Checker(battle, plan, shop.facts(plan)).faults()
    return faults


def main(arguments: list[str] | None = None) -> int:
    """Run one of the three commands; the exit code."""
    parser = argparse.ArgumentParser(prog="mapmaking", description="rebuild maps from their sketch, and test them")
    parser.add_argument("command", choices=("fit", "build", "check"))
    parser.add_argument("workshop", type=Path, help="a ruleset's file mapmaking.yaml")
    given = parser.parse_args(arguments)
    shop = read_workshop(given.workshop)
    if given.command == "check":
        faults = check(shop)
        print("\n".join(faults) or "no fault")
        return 1 if faults else 0
    for path, text in (fits if given.command == "fit" else maps)(shop).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(text if given.command == "fit" else path.relative_to(given.workshop.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
