"""Plants errors one by one in a copy of a game's compiled rules; the comparison with Python must catch each.

    python tests/planted_compiled.py king|stealth [FIRST [LAST]]

Needs cargo. Prints one line per error and a total, and fails if an error is not caught. Errors too rare for the games
of the suite are caught by a longer comparison.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = (
    *("Cargo.toml", "Cargo.lock", "rust", "pycore", "plugins", "mods", "benches", "pyproject.toml"),
    "tests/conftest.py",
)
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")


class Target(NamedTuple):
    """A game with compiled rules.

    Attributes:
        suite: its tests of the comparison.
        long: script of the longer comparison, with arguments.
        sources: folder of the crates' files below ``rust``.
        module: a file with a line that may stay as it is.
    """

    suite: tuple[str, ...]
    long: tuple[str, ...]
    sources: str
    module: tuple[str, str]


TARGETS = {
    "king": Target(
        (
            "tests/king/test_king_listeners.py",
            "tests/king/test_king_compiled.py",
            "tests/king/test_king_compiled_listeners.py",
        ),
        ("tests/king/king_twins.py", "--sets", "400", "--games", "10"),
        "king/src",
        ("lib.rs", "mod rounds;"),
    ),
    "stealth": Target(
        (
            "tests/stealth/test_stealth_compiled.py",
            "tests/stealth/test_stealth_compiled_rules.py",
            *("-k", "not page_of_twins"),
        ),
        ("benches/stealth/beside.py", "--floors", "1500", "--turns", "600"),
        "",
        ("stealth/src/lib.rs", "pub mod turn;"),
    ),
}


def load_mutants(game: str) -> list[dict[str, str]]:
    """Returns the planted errors: file, right line, wrong line."""
    path = ROOT / "tests" / "data" / game / "planted-compiled.toml"
    errors: list[dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))["error"]
    return errors


def find_catching_check(copy: Path, target: Target, error: dict[str, str], long: bool = True) -> str:
    """Returns what catches an error in the copy, or ``""``; `long`: also run the longer comparison."""
    file = copy / "rust" / target.sources / error["file"]
    text = file.read_text(encoding="utf-8")
    assert text.count(error["right"]) == 1, f"{error['file']}: {error['right']!r} must stand there once"
    file.write_text(text.replace(error["right"], error["wrong"]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(copy / "pycore"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        subprocess.run(("cargo", "build", "-q", "-p", "footfall-python"), cwd=copy, check=True)
        built = next(file for file in (copy / "target" / "debug").iterdir() if file.stem in ("lib_native", "_native"))
        native = copy / "pycore" / "footfall" / "_native.abi3.so"
        native.unlink(missing_ok=True)
        shutil.copy(built, native)
        checks = (("the suite", (*PYTEST, *target.suite)), (Path(target.long[0]).name, target.long))
        for name, script in checks[: 1 + long]:
            result = subprocess.run(
                (sys.executable, *script), cwd=copy, env=environment, capture_output=True, check=False
            )
            if result.returncode:
                return name
    finally:
        file.write_text(text, encoding="utf-8")
    return ""


def main(game: str, first: int = 1, last: int = 999) -> int:
    """Plants errors number `first` to `last` of a game; returns the number of missed ones."""
    target = TARGETS[game]
    missed = planted = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in (f"tests/{game}", f"tests/data/{game}", *COPIED):
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "target")
                shutil.copytree(source, copy / name, symlinks=True, ignore=ignored)
            else:
                shutil.copy(source, copy / name)
        module, line = target.module
        same = {"file": module, "right": line, "wrong": line}
        assert not find_catching_check(copy, target, same, long=False), "the comparison fails without any planted error"
        for number, error in enumerate(load_mutants(game), 1):
            if first <= number <= last:
                catcher = find_catching_check(copy, target, error)
                planted += 1
                missed += not catcher
                verdict = f"caught by {catcher}" if catcher else "MISSED"
                print(f"{number:3} {verdict}  {error['file']}: {error['wrong']}", flush=True)
    print(f"caught {planted - missed}/{planted}")
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], *map(int, sys.argv[2:]))))
