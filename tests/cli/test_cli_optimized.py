"""The interpreter's options: no game needs what ``-OO`` drops, and processes that a command starts run as it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

MODS = Path(__file__).parents[2] / "mods"


def run_optimized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *words: object) -> subprocess.CompletedProcess[str]:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    command = [sys.executable, "-OO", "-m", "footfall", *map(str, words)]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False)


@pytest.mark.proof(0)
@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_a_game_with_mods_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    words = ("run", game, "--turns", 20, "--mods", MODS, "--to", "json")
    done = run_optimized(tmp_path, monkeypatch, *words)
    assert done.returncode == 0, done
    monkeypatch.chdir(tmp_path)
    assert done.stdout == CliRunner().invoke(main, [str(word) for word in words]).stdout
    assert '"problems": []' in done.stdout


@pytest.mark.proof(0)
def test_the_tests_of_a_mod_keep_their_assertions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "odd"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.odd"\nversion = "1.0"\n')
    (folder / "tests" / "test_odd.py").write_text("def test_it():\n    assert 1 == 2\n")
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    done = run_optimized(tmp_path, monkeypatch, "mods", "test", "odd", "--only", "mod-tests")
    assert done.returncode == 1, done
    assert "assert 1 == 2" in done.stdout


@pytest.mark.proof(1)
@pytest.mark.parametrize(("words", "code"), [(("hooks",), 0), (("data", "schema"), 0), (("docs", "hooks"), 1)])
def test_what_describes_the_program_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int
) -> None:
    done = run_optimized(tmp_path, monkeypatch, *words)
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    "words",
    [
        "mods test odd --only determinism --turns 2 --game king",
        "mods test odd --only mod-tests",
        "simulate king --games 2 --workers 2 --mods odd --trust",
    ],
)
@pytest.mark.parametrize("options", [["-I"], ["-E", "-P", "-OO"]])
def test_processes_import_what_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, options: list[str]
) -> None:
    """Options that keep the current folder and ``PYTHONPATH`` out hold in every process."""
    folder = tmp_path / "odd"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.odd"\nversion = "1.0"\nentry = "."\ngames = ["king"]\n')
    (folder / "__init__.py").write_text("")
    (folder / "tests" / "test_odd.py").write_text("def test_it():\n    assert __debug__\n")
    for name in ("msgspec", "pytest", "footfall"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('this is the wrong one')\n")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    command = [sys.executable, *options, "-m", "footfall", *words.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done


STORES = """\
from pathlib import Path
from urllib.parse import unquote, urlparse

def pytest_addoption(parser):
    parser.addoption("--benchmark-storage", default="file://./.benchmarks")

def pytest_configure(config):
    place = urlparse(config.getoption("--benchmark-storage"))
    Path(unquote(place.netloc + place.path)).mkdir(parents=True, exist_ok=True)
"""
"""What pytest-benchmark does at the start of every run."""


@pytest.mark.proof(0)
def test_the_tests_of_a_mod_leave_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, packages = tmp_path / "here" / "odd", tmp_path / "packages"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.odd"\nversion = "1.0"\n')
    (folder / "tests" / "test_odd.py").write_text("def test_it():\n    pass\n")
    (packages / "pytest_benchmark").mkdir(parents=True)
    (packages / "pytest_benchmark" / "__init__.py").write_text(STORES)
    (packages / "pytest_benchmark-9.dist-info").mkdir()
    (packages / "pytest_benchmark-9.dist-info" / "METADATA").write_text("Name: pytest-benchmark\nVersion: 9\n")
    points = "[pytest11]\nbenchmark = pytest_benchmark\n"
    (packages / "pytest_benchmark-9.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.setenv("PYTHONPATH", str(packages))
    done = run_optimized(folder.parent, monkeypatch, "mods", "test", "odd", "--only", "mod-tests")
    assert done.returncode == 0, done
    assert {path.name for path in folder.parent.iterdir()} <= {"odd", "xdg_data_home", "xdg_config_home"}
