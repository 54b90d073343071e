"""Approval of mods on the command line: the review, the prompt, and the exceptions for developers."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import footfall.cli.mods.approve as approving
from footfall.app.game_view import GameView
from footfall.cli.options import GameOptions
from footfall.engine.bots import list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.isolation import tripwire
from footfall.ui.frontend import NoDisplayError

playing = import_module("footfall.cli.play")

CODE = """\
import os
from footfall.api import hook, mul
MOD = "you.hello"
@hook
def on_hear(event):
    return [mul("range", 2)]
"""


@pytest.fixture
def strangers(tmp_path: Path, footfall: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an unapproved mod."""
    monkeypatch.delenv("FOOTFALL_TRUST")
    (tmp_path / "mods").mkdir()
    path = tmp_path / "mods" / "hello.py"
    path.write_text(CODE)
    return path


def state(footfall: Any) -> str:
    rows = json.loads(footfall("mods", "list", "--json").stdout)["mods"]
    return next(str(row["state"]) for row in rows if row["id"] == "you.hello")


def test_a_mod_waits_is_approved_changes_and_waits_again(footfall: Any, strangers: Path) -> None:
    assert state(footfall) == "not approved"
    assert footfall("mods", "approve").stdout == "you.hello 0.0.0  mods/hello.py\n  footfall mods approve you.hello\n"
    refused = footfall("mods", "approve", "hello")
    assert refused.exit_code == 1
    assert "os  files, processes, environment  mods/hello.py:1" in refused.stderr
    assert "add --yes" in refused.stderr
    assert footfall("mods", "approve", "hello", "--yes").exit_code == 0
    assert state(footfall) == "on"
    strangers.write_text(CODE.replace("2", "3"))
    assert state(footfall) == "not approved"
    again = footfall("mods", "approve", "you.hello", "--yes")
    assert '-    return [mul("range", 2)]' in again.stderr
    assert '+    return [mul("range", 3)]' in again.stderr
    assert "you.hello: approval withdrawn" in footfall("mods", "approve", "--revoke", "hello").stdout
    assert state(footfall) == "not approved"


def test_as_json(footfall: Any, strangers: Path) -> None:
    [row] = json.loads(footfall("mods", "approve", "--json").stdout)["waiting"]
    assert row["reaches"] == [{"what": "os", "why": "files, processes, environment", "where": "mods/hello.py:1"}]
    assert json.loads(footfall("mods", "approve", "hello", "--json").stdout)["approved"] is False
    assert json.loads(footfall("mods", "approve", "hello", "--json", "--yes").stdout)["approved"] is True
    revoked = json.loads(footfall("mods", "approve", "--revoke", "hello", "--json").stdout)
    assert revoked == {"mod": "you.hello", "revoked": True}


def run(footfall: Any, *words: object) -> Any:
    return footfall("run", "stealth", "--turns", 1, "--to", "json", *words)


def test_the_game_starts_without_it_and_says_the_command(footfall: Any, strangers: Path) -> None:
    done = run(footfall)
    assert done.exit_code == 0
    assert "fix: footfall mods approve you.hello" in done.stderr
    assert "you.hello" not in done.stdout
    assert run(footfall, "--strict").exit_code == 1


def test_a_path_on_the_command_line_asks_too_but_for_trust(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    elsewhere = strangers.rename(tmp_path / "elsewhere.py")
    done = run(footfall, "--mods", elsewhere)
    assert "fix: footfall mods approve elsewhere.py" in done.stderr
    assert "you.hello" not in done.stdout
    assert "you.hello" in run(footfall, "--mods", elsewhere, "--trust").stdout
    assert "you.hello" not in run(footfall, "--mods", elsewhere).stdout  # --trust holds for one command
    elsewhere.rename(strangers)
    assert "you.hello" not in run(footfall, "--trust").stdout  # --trust covers named mods only
    assert footfall("run", "stealth", "--turns", 1, "--to", "json", "--trust", "--mods", "mods").exit_code == 0


def test_continuous_integration_trusts_all(footfall: Any, strangers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_TRUST", "all")
    assert "you.hello" in run(footfall).stdout
    monkeypatch.setenv("FOOTFALL_TRUST", "some")
    assert "FOOTFALL_TRUST=some: allowed values: all, named, approved" in run(footfall).stderr


def test_a_new_mod_needs_no_approval(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    made = json.loads(footfall("mods", "new", "you.mine", "--json").stdout)
    assert made["try"][0] == "footfall mods run mods/mine --watch"
    code = tmp_path / "mods" / "mine" / "__init__.py"
    code.write_text(code.read_text() + "\n# more\n")
    assert "you.mine" in run(footfall).stdout
    assert footfall("mods", "pack", "mods/mine", "--json").exit_code == 0


@pytest.mark.proof(0)
def test_play_prompts_on_a_terminal(footfall: Any, strangers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approving, "is_interactive", lambda: True)
    no = footfall("play", "--screen", "terminal", typed="n\n")
    assert "you.hello stays off; the game starts without it" in no.stderr
    assert state(footfall) == "not approved"
    yes = footfall("play", "--screen", "terminal", typed="s\ny\n")
    assert "# hello.py" in yes.stdout
    assert "approved: you.hello" in yes.stderr
    assert state(footfall) == "on"
    strangers.write_text(CODE.replace("2", "3"))
    footfall("play", "--screen", "terminal", typed="o\n")
    strangers.write_text(CODE.replace("2", "4"))
    assert state(footfall) == "on", "an own mod needs no new approval"


@pytest.mark.proof(0)
def test_a_strangers_repro_is_not_run(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    strangers.write_text(CODE + "    raise RuntimeError('oops')\n".replace("    raise", "    # ", 1))
    bad = CODE.replace('return [mul("range", 2)]', 'raise RuntimeError("oops")').replace("on_hear", "on_turn_end")
    strangers.write_text(bad)
    repro = tmp_path / "r.zip"
    done = run(footfall, "--trust", "--mods", "mods/hello.py", "--turns", 5, "--repro", repro)
    assert repro.exists(), done.output
    refused = footfall("bisect", repro)
    assert refused.exit_code == 1
    assert f"if you trust them: footfall bisect {repro} --trust" in refused.stderr
    found = footfall("bisect", repro, "--trust")
    assert "culprit: you.hello" in found.stdout


@pytest.mark.proof(0)
def test_a_simulation_needs_approved_mods(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    elsewhere = strangers.rename(tmp_path / "elsewhere.py")
    words = ("simulate", "king", "--games", 2, "--workers", 1, "--compare")
    refused = footfall(*words, f"mods={elsewhere}")
    assert refused.exit_code == 1
    assert "fix: footfall mods approve elsewhere.py, or --trust" in refused.stderr
    assert footfall(*words, f"mods={elsewhere}", "--trust").exit_code == 0


def test_the_log_says_that_a_mod_waits_for_approval(
    footfall: Any, strangers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    def front(screen: str, player: Any, title: str) -> Any:
        raise NoDisplayError("there is nothing to see here")

    def begun(*words: Any, **keywords: Any) -> Any:
        session = begin(*words, **keywords)
        told.append(session)
        return session

    monkeypatch.setattr(playing, "choose_frontend", front)
    begin = GameOptions.begin
    monkeypatch.setattr(GameOptions, "begin", begun)
    footfall("play", "--seed", 1)
    [session] = told
    assert session.log[-1].message.id == "footfall-approval-waits"


def test_trips_are_logged_and_printed_at_the_end(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    strangers.write_text(
        CODE.replace("on_hear", "on_turn_end").replace('return [mul("range", 2)]', 'open("notes.txt", "w").close()')
    )
    done = run(footfall, "--mods", "mods/hello.py", "--trust")
    words = "you.hello opened notes.txt to write it (mods/hello.py:6)"
    assert f"tripwire: {words}" in done.stderr
    loaded = load("stealth", mods=[strangers], only_mods=())
    view = GameView(Session.begin(loaded.rules, 1), loaded.catalog.translate)
    tripwire._trips.clear()
    view._logged_trips = 0
    for _ in range(3):
        view.submit_directly(list_legal_commands(view.session)[0])
    told = [view.translate(line.message) for line in view.session.log if line.kind == "problem"]
    assert len(told) == 1, "once per line of code"
    assert words in told[0]


LEAVES_A_MARK = 'from pathlib import Path\n\nPath("imported").touch()\n'


def write_stranger(tmp_path: Path, name: str, code: str = LEAVES_A_MARK) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "mod.toml").write_text(f'[mod]\nid = "you.{name}"\nversion = "1.0"\ngames = ["stealth"]\nentry = "."\n')
    (folder / "__init__.py").write_text(code)
    return folder


@pytest.mark.parametrize("words", [("pack",), ("check",), ("check", "--no-run")], ids=lambda words: " ".join(words))
def test_a_command_that_only_reads_a_mod_does_not_import_it(
    footfall: Any, strangers: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    folder = write_stranger(tmp_path, "marker")
    footfall("mods", *words, folder)
    assert not (tmp_path / "imported").exists()


def test_cost_runs_only_the_mods_that_it_names(footfall: Any, strangers: Path, tmp_path: Path) -> None:
    folder = write_stranger(tmp_path, "marker")
    cost = ("run", "stealth", "--cost", "mods", "--turns", 2, "--games", 1, "--mods", folder)
    done = footfall(*cost)
    assert not (tmp_path / "imported").exists()
    assert "you.marker" in done.stderr
    assert footfall(*cost, "--trust").exit_code == 0
    assert (tmp_path / "imported").exists()


def test_the_review_names_hidden_files(footfall: Any, strangers: Path) -> None:
    """An approval covers them, so the user sees them before it, and what changed in them after it."""
    folder = strangers.with_name("hello")
    folder.mkdir()
    strangers.rename(folder / "__init__.py")
    (folder / "mod.toml").write_text('[mod]\nid = "you.hello"\nversion = "1.0.0"\nentry = "__init__"\n')
    (folder / ".more").mkdir()
    (folder / ".more" / "inner.py").write_text("print(1)\n")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "inner.cpython-311.pyc").write_bytes(b"1")
    names = [".more/inner.py", "__pycache__/inner.cpython-311.pyc"]
    assert f"hidden files or caches, which were not scanned: {', '.join(names)}" in (
        footfall("mods", "approve", "hello", "--yes").stderr
    )
    assert state(footfall) == "on"
    (folder / ".more" / "inner.py").write_text("print(2)\n")
    (folder / names[1]).write_bytes(b"2")
    (folder / ".new").write_text("")
    report = json.loads(footfall("mods", "approve", "hello", "--json").stdout)
    assert report["approved"] is False
    assert report["hidden"] == [names[0], ".new", names[1]]
    assert {"-print(1)", "+print(2)", "new: .new", f"changed: {names[1]}"} <= set(report["changed"])


def list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.proof(0)
def test_own_tests_leave_an_approval_valid(footfall: Any, strangers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    folder = strangers.with_name("hello")
    (folder / "tests").mkdir(parents=True)
    strangers.rename(folder / "__init__.py")
    (folder / "mod.toml").write_text('[mod]\nid = "you.hello"\nversion = "1.0.0"\nentry = "__init__"\n')
    (folder / "tests" / "conftest.py").write_text("")
    (folder / "tests" / "test_mod.py").write_text(
        "from hypothesis import given, strategies\n\n@given(strategies.integers())\ndef test_number(n): assert n == n\n"
    )
    before = list_files(folder)
    assert footfall("mods", "approve", "hello", "--yes").exit_code == 0
    monkeypatch.chdir(folder)
    assert "1 test" in footfall("mods", "test", ".", "--only", "mod-tests").stdout
    monkeypatch.chdir(folder.parent.parent)
    assert list_files(folder) == before
    assert state(footfall) == "on"
