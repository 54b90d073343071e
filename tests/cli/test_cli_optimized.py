"""``python -OO`` drops docstrings and assertions: no game needs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MODS = Path(__file__).parents[2] / "mods"


def run_optimized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *words: object) -> subprocess.CompletedProcess[str]:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    command = [sys.executable, "-OO", "-m", "footfall", *map(str, words)]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False)


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_a_game_with_mods_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    words = ("run", game, "--turns", 20, "--mods", MODS, "--to", "json")
    done = run_optimized(tmp_path, monkeypatch, *words)
    assert done.returncode == 0, done
    whole = subprocess.run(
        [sys.executable, "-m", "footfall", *map(str, words)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == whole.stdout
    assert '"problems": []' in done.stdout


def test_the_tests_of_a_mod_keep_their_assertions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "odd"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.odd"\nversion = "1.0"\n')
    (folder / "tests" / "test_odd.py").write_text("def test_it():\n    assert 1 == 2\n")
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    done = run_optimized(tmp_path, monkeypatch, "mods", "test", "odd", "--only", "mod-tests")
    assert done.returncode == 1, done
    assert "assert 1 == 2" in done.stdout


@pytest.mark.parametrize(("words", "code"), [(("hooks",), 0), (("data", "schema"), 0), (("docs", "hooks"), 1)])
def test_what_describes_the_program_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int
) -> None:
    done = run_optimized(tmp_path, monkeypatch, *words)
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
