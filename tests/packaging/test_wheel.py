"""The wheel holds all that pbem needs: it installs into an empty environment and plays from another directory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.places import PROJECT as ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(ROOT)]
    subprocess.run(command, check=True)
    (found,) = target.glob("pbem-*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_schemas_rulesets_and_samples_and_nothing_secret(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for schema in (ROOT / "schemas").glob("*.json"):
        assert f"pbem/schemas/{schema.name}" in names
    assert any(name.startswith("pbem/samples/") and name.endswith("campaign.pbem") for name in names)
    assert zipfile.ZipFile(wheel).read("pbem/samples/verify.html") == (ROOT / "samples" / "verify.html").read_bytes()
    for path in (ROOT / "rulesets").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(ROOT).as_posix() in names
    for page in ("pbem/play/page", "pbem/report/page", "pbem/report/web"):
        scripts = [path for path in (ROOT / page).iterdir() if path.suffix in (".js", ".css", ".html")]
        assert scripts and {f"{page}/{path.name}" for path in scripts} <= set(names)
    data = [name for name in names if not name.endswith((".py", ".js"))]
    assert not [name for name in data if "secrets" in name or "identity" in name]
    assert not [name for name in names if name.startswith("tests/")]


@pytest.mark.slow
def test_it_plays_from_an_empty_environment_in_another_directory(wheel, tmp_path):
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    # The pip of this environment, for one of its own and bytecode that nobody reads take most of the time.
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, str(wheel)], check=True)
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PBEM", "VIRTUAL"))}
    environment = plain | {"PBEM_HOME": str(tmp_path / "home")}
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def pbem(*words: str) -> str:
        command = [str(scripts / "pbem"), *words]
        done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    listed = json.loads(pbem("rules", "list", "--json"))
    assert "napoleon-at-war" in json.dumps(listed)
    new = ["new", "--ruleset", "napoleon-at-war", "--scenario", "jena-auerstadt", "--side", "french"]
    pbem(*new, "--folder", "jena", "--name", "Anna", "--no-passphrase")
    assert (elsewhere / "jena" / "outbox" / "0000-a.yaml").is_file()
    sample = next((home / "lib").rglob("pbem/samples/**/campaign.pbem"))
    assert "verified" in pbem("verify", str(sample))
    pbem("verify", "--page", "page.html")
    assert (elsewhere / "page.html").read_bytes() == (ROOT / "samples" / "verify.html").read_bytes()
