"""Failing and printing mods on the command line: summaries, exit codes, and clean standard output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HEAD = 'from footfall.api import hook\n\nMOD = "you.odd"\nprint("imported")\n\n\n@hook\n'
FAILS = HEAD + 'def on_turn_end(event):\n    print("called")\n    return {}["stone"]\n'
PRINTS = HEAD + 'def on_turn_end(event):\n    print("called")\n'


@pytest.fixture
def odd(tmp_path: Path, footfall: Any) -> Path:
    """A failing mod of one file in the project."""
    (tmp_path / "mods").mkdir()
    path = tmp_path / "mods" / "odd.py"
    path.write_text(FAILS)
    return path


def run(footfall: Any, *words: object) -> Any:
    return footfall("run", "stealth", "--seed", 1, "--turns", 6, *words)


def test_failures_are_summarized_and_the_exit_code_is_1(footfall: Any, odd: Path) -> None:
    done = run(footfall, "--to", "json")
    assert done.exit_code == 1
    [line] = [line for line in done.stderr.splitlines() if "failed" in line]
    assert line.startswith("you.odd: on_turn_end failed 3 times at mods/odd.py:10: KeyError: 'stone'")
    assert line.endswith("[first in turn 1, suspended]")
    assert len(json.loads(done.stdout)["problems"]) == 3
    odd.write_text(PRINTS)
    assert run(footfall).exit_code == 0


def test_strict_names_the_mod_the_place_and_the_turn(footfall: Any, odd: Path) -> None:
    done = run(footfall, "--strict")
    assert done.exit_code == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("Error: strict: you.odd: on_turn_end failed at ")
    assert "mods/odd.py:10: KeyError: 'stone' [turn 1, seed 1]" in line


def test_strict_names_the_mod_that_fails_before_the_first_turn(footfall: Any, odd: Path) -> None:
    odd.write_text(FAILS.replace("on_turn_end(event)", "on_turn_start(event)"))
    done = run(footfall, "--strict")
    assert done.exit_code == 1
    assert "Error: strict: you.odd: on_turn_start failed at " in done.stderr
    assert "mods/odd.py:10" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("run", "stealth", "--turns", 2, "--to", "json"),
        ("simulate", "stealth", "--games", 1, "--max-commands", 5, "--workers", 0, "--mods", "mods", "--json"),
        ("run", "stealth", "--cost", "mods", "--turns", 2, "--games", 1, "--to", "json"),
        ("mods", "check", "mods/odd.py", "--json"),
        ("mods", "list", "--json"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_prints_of_mods_go_to_standard_error(footfall: Any, odd: Path, words: tuple[object, ...]) -> None:
    odd.write_text(PRINTS)
    done = footfall(*words)
    json.loads(done.stdout)


@pytest.mark.proof(0)
def test_prints_of_mods_in_workers_go_to_standard_error(
    footfall: Any, odd: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    odd.write_text(PRINTS)
    words = ("--games", 2, "--max-commands", 5, "--workers", 2, "--mods", "mods")
    done = footfall("simulate", "stealth", *words, "--json")
    json.loads(done.stdout)
    assert "imported" not in capfd.readouterr().out


MISSPELT = """from footfall.api import hook


@hook
def on_turn_end(event, ctx):
    kept = 1
    ctx.setting("factr")
"""
WITH_SETTING = '[mod]\nid = "you.odd"\nversion = "1.0.0"\nentry = "."\n[settings.factor]\ntype = "int"\ndefault = 2\n'


def test_a_misspelt_setting_and_the_line_that_asks_for_it_are_named(footfall: Any, tmp_path: Path) -> None:
    folder = tmp_path / "mods" / "odd"
    folder.mkdir(parents=True)
    (folder / "mod.toml").write_text(WITH_SETTING)
    (folder / "__init__.py").write_text(MISSPELT)
    done = run(footfall, "--to", "log", "--record", "odd.replay")
    text = "there is no setting 'factr', did you mean 'factor'? settings of you.odd: factor"
    assert f"mods/odd/__init__.py:7: UnknownSettingError: {text}" in done.stderr
    told = footfall("why", "odd.replay", "--turn", 1, "--raw")
    lines = {line.strip() for line in told.stdout.splitlines() if "dropped:" in line}
    assert lines == {f"dropped: you.odd on_turn_end mods/odd/__init__.py:7: UnknownSettingError: {text}"}
    why = json.loads(footfall("why", "odd.replay", "--turn", 1, "--json").stdout)["why"]
    assert {drop["where"] for trace in why for drop in trace["dropped"]} == {"mods/odd/__init__.py:7"}


def test_a_named_file_that_is_no_mod_is_an_error(footfall: Any, tmp_path: Path) -> None:
    (tmp_path / "nomod.py").write_text("from footfall.api import hook\n")
    (tmp_path / "text.zip").write_text("no zip")
    done = run(footfall, "--mods", "nomod.py")
    assert done.exit_code == 1
    assert (
        done.stderr == 'Error: --mods nomod.py: has no MOD, so it is not a mod; add a line such as MOD = "you.nomod"\n'
    )
    assert run(footfall, "--mods", "text.zip").exit_code == 1
    (tmp_path / "folder").mkdir()
    (tmp_path / "nomod.py").rename(tmp_path / "folder" / "helper.py")
    assert run(footfall, "--mods", "folder").exit_code == 0
