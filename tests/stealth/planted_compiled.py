"""Plants errors one by one in a copy of the compiled steps; the comparison with Python must catch each.

    python tests/stealth/planted_compiled.py [FIRST [LAST]]

Needs cargo. Prints one line per error and a total, and fails if an error is not caught. Errors too rare for the games
of the suite are caught by `benches/stealth/beside.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTANTS = ROOT / "tests" / "data" / "stealth" / "planted-compiled.toml"
COPIED = ("Cargo.toml", "Cargo.lock", "rust", "pycore", "plugins", "mods", "benches", "tests/stealth", "pyproject.toml")
SUITE = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/stealth/test_stealth_compiled.py")
LONG = ("benches/stealth/beside.py", "--floors", "1500", "--turns", "600")


def load_mutants() -> list[dict[str, str]]:
    """Returns the planted errors: file, right line, wrong line."""
    errors: list[dict[str, str]] = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["error"]
    return errors


def find_catching_check(copy: Path, error: dict[str, str], long: bool = True) -> str:
    """Returns what catches an error in the copy, or ``""``; `long`: also run `beside.py`."""
    file = copy / "rust" / error["file"]
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
        for name, script in (("the suite", SUITE), ("beside.py", LONG))[: 1 + long]:
            result = subprocess.run(
                (sys.executable, *script), cwd=copy, env=environment, capture_output=True, check=False
            )
            if result.returncode:
                return name
    finally:
        file.write_text(text, encoding="utf-8")
    return ""


def main(first: int = 1, last: int = 999) -> int:
    """Plants errors number `first` to `last`; returns the number of missed ones."""
    missed = planted = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "target")
                shutil.copytree(source, copy / name, symlinks=True, ignore=ignored)
            else:
                shutil.copy(source, copy / name)
        same = {"file": "stealth/src/lib.rs", "right": "pub mod engage;", "wrong": "pub mod engage;"}
        assert not find_catching_check(copy, same, long=False), "the comparison fails without any planted error"
        for number, error in enumerate(load_mutants(), 1):
            if first <= number <= last:
                catcher = find_catching_check(copy, error)
                planted += 1
                missed += not catcher
                verdict = f"caught by {catcher}" if catcher else "MISSED"
                print(f"{number:3} {verdict}  {error['file']}: {error['wrong']}", flush=True)
    print(f"caught {planted - missed}/{planted}")
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
