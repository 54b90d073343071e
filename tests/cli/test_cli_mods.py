"""``mods new`` and ``pack``: a new mod runs at once, its test passes, its zip is reproducible."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import mypy.api
import pytest
from click.testing import CliRunner

from footfall.app.game_view import GameView
from footfall.cli import main
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing import begin

ROOT = Path(__file__).parent.parent.parent

KINDS = {
    "data": "stealth",
    "rules-data": "stealth",
    "rules-data --for=king": "king",
    "rules-data --for=delve": "delve",
    "rules": "stealth",
    "game": "you.first-try",
}
"""The options of each template, and the game of its mod."""


@pytest.mark.proof(1)
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_mod_runs_at_once_and_is_short(footfall: Any, tmp_path: Path, kind: str) -> None:
    made = footfall("mods", "new", "you.first-try", *f"--{kind}".split())
    assert made.exit_code == 0, made.output
    folder = tmp_path / "mods" / "first-try"
    assert f"footfall mods test {Path('mods') / 'first-try'} --quick" in made.stdout
    loaded = load(KINDS[kind], mods=[folder], only_mods=(), strict=True)
    assert "you.first-try" in loaded.rules.mods
    session = Session.begin(loaded.rules, 1, strict=True)
    for _ in play_turns(session, choose_random_command, 40):
        pass
    extras = {"tests", ".schemas"}
    code = [file for file in folder.rglob("*") if file.is_file() and not extras & set(file.parts)]
    lines = sum(len([x for x in file.read_text().splitlines() if x.strip()]) for file in code)
    assert lines < 80
    texts = [file.read_text() for file in folder.rglob("*") if file.is_file()]
    assert not any("$id" in text or "$slug" in text for text in texts)


@pytest.mark.proof(0)
def test_its_own_test_passes(footfall: Any, tmp_path: Path) -> None:
    for kind in KINDS:
        footfall("mods", "new", f"you.first-{name_mod(kind)}", *f"--{kind}".split())
    words = [sys.executable, "-m", "pytest", "-rA", "--import-mode=importlib", "-p", "no:cacheprovider", "mods"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    passed = {kind for kind in KINDS if re.search(rf"^PASSED mods/first-{name_mod(kind)}/", done.stdout, re.MULTILINE)}
    assert passed == {*KINDS}


def name_mod(kind: str) -> str:
    return kind.replace(" --for=", "-")


@pytest.mark.proof(0)
def test_what_it_writes_passes_strict_type_checks(footfall: Any, tmp_path: Path) -> None:
    for kind in KINDS:
        name = name_mod(kind).replace("-", "")  # mypy refuses packages with a hyphen
        footfall("mods", "new", f"you.{name}", *f"--{kind}".split())
    files = {str(path) for path in (tmp_path / "mods").rglob("*.py") if path.parent.name != "tests"}
    assert len(files) == 2  # those of data have none
    out, errors, status = mypy.api.run(["--strict", "--cache-dir", str(ROOT / ".mypy_cache"), *sorted(files)])
    assert status == 0, out + errors


@pytest.mark.proof(1)
@pytest.mark.parametrize("kind", KINDS)
def test_what_it_writes_has_no_findings(footfall: Any, kind: str) -> None:
    footfall("mods", "new", "you.first-try", *f"--{kind}".split())
    done = footfall("mods", "check", "mods/first-try", "--json")
    assert [f for f in json.loads(done.stdout)[0]["findings"] if f["level"] != "advice"] == []


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", ["you.first-try", "zoe.aardvark"])
def test_the_next_command_shows_the_new_creature(footfall: Any, tmp_path: Path, name: str) -> None:
    made = footfall("mods", "new", name, "--data")
    words = next(line for line in made.stdout.splitlines() if "mods run" in line).split()
    seed = int(words[words.index("--seed") + 1])
    key, _, value = words[words.index("--option") + 1].partition("=")
    game = begin("stealth", mods=[tmp_path / words[3]], seed=seed, options={key: int(value)})
    view = GameView(game.session, game.translate)
    explore = next(command for command in game.session.rules.commands if command.__name__ == "AutoExplore")
    assert "press o to explore" in made.stdout
    for _ in range(4):
        assert game.session.state.question is not None
        view.submit(explore(actor=game.session.state.question.actor))  # or asks: the creature is heard
    assert game.session.state.turn <= 3
    assert "pale goblin" in game.screen()


@pytest.mark.proof(0)
def test_it_names_the_schemas_beside_it_and_they_take_its_files(footfall: Any, tmp_path: Path) -> None:
    footfall("mods", "new", "you.first-try", "--data")
    folder = tmp_path / "mods" / "first-try"
    for name in ("mod.toml", "content/creatures.toml"):
        file = folder / name
        first = file.read_text().splitlines()[0]
        schema = json.loads((file.parent / first.removeprefix("#:schema ")).read_text())
        jsonschema.Draft4Validator(schema).validate(tomllib.loads(file.read_text()))
    before = load("stealth", mods=[folder], only_mods=()).rules.lock
    shutil.rmtree(folder / ".schemas")
    assert load("stealth", mods=[folder], only_mods=()).rules.lock == before, "they are not part of the mod"


def test_mistakes_are_reported(footfall: Any) -> None:
    assert "use author.name, such as you.my-mod" in footfall("mods", "new", "My Mod").stderr
    assert footfall("mods", "new", "you.first-try").exit_code == 0
    again = footfall("mods", "new", "you.first-try")
    assert again.exit_code == 1
    assert "exists already; nothing was written" in again.stderr


@pytest.mark.proof(0)
def test_a_packed_mod_is_the_same_mod_and_the_same_bytes(footfall: Any, tmp_path: Path) -> None:
    footfall("mods", "new", "you.first-try")
    folder = tmp_path / "mods" / "first-try"
    first = footfall("mods", "pack", folder)
    assert first.exit_code == 0, first.output
    packed = tmp_path / "first-try-0.1.0.zip"
    before = packed.read_bytes()
    for file in folder.rglob("*"):
        file.touch()
    assert footfall("mods", "pack", folder, "--out", tmp_path / "again.zip").exit_code == 0
    assert (tmp_path / "again.zip").read_bytes() == before
    (tmp_path / "packs").mkdir()
    assert footfall("mods", "pack", folder, "--out", tmp_path / "packs").exit_code == 0
    assert (tmp_path / "packs" / packed.name).read_bytes() == before
    one, other = (load("stealth", mods=[path], only_mods=(), strict=True).rules.lock for path in (folder, packed))
    assert one == other


def test_a_mod_with_errors_is_not_packed(footfall: Any, tmp_path: Path) -> None:
    footfall("mods", "new", "you.first-try")
    (tmp_path / "mods" / "first-try" / "__init__.py").write_text(
        "from footfall.api import hook\n\n\n@hook\ndef on_atack():\n    pass\n"
    )
    done = footfall("mods", "pack", tmp_path / "mods" / "first-try")
    assert done.exit_code == 1
    assert "did you mean 'on_attack'?" in done.stderr
    assert "has errors; nothing was packed" in done.stderr
    assert not list(tmp_path.glob("*.zip"))


def test_pack_refuses_what_check_calls_an_error(footfall: Any, tmp_path: Path) -> None:
    footfall("mods", "new", "you.first-try")
    folder = tmp_path / "mods" / "first-try"
    (folder / "helpers.py").write_text("def broken(:\n    pass\n")
    checked = footfall("mods", "check", folder, "--no-run")
    assert "error FF" in checked.stdout
    done = footfall("mods", "pack", folder)
    assert done.exit_code == 1
    assert "helpers.py:1" in done.stderr
    assert not list(tmp_path.glob("*.zip"))


@pytest.mark.proof(0)
def test_rules_without_a_form_are_asked_for(footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert footfall("mods", "new", "--rules", "you.piped").exit_code == 0
    assert (tmp_path / "mods" / "piped" / "__init__.py").exists(), "a program that cannot be asked gets Python"
    monkeypatch.setattr("footfall.cli.mods.new.can_ask", lambda: True)
    done = CliRunner().invoke(main, ["mods", "new", "you.asked", "--rules"], input="\n")
    assert done.exit_code == 0, done.output
    assert "a rule as (data, python) [data]" in done.output
    assert (tmp_path / "mods" / "asked" / "content" / "rules.toml").exists()
    assert "either --rules or --data" in footfall("mods", "new", "you.both", "--rules", "--data").stderr


@pytest.mark.proof(1)
@pytest.mark.parametrize(("form", "file"), [("data", "content/rules.toml"), ("python", "__init__.py")])
def test_the_form_of_a_rule_may_stand_before_the_name(footfall: Any, tmp_path: Path, form: str, file: str) -> None:
    assert footfall("mods", "new", f"--rules-{form}", "you.first").exit_code == 0
    assert (tmp_path / "mods" / "first" / file).exists()
