"""Plants rule errors one at a time in a copy of the game and runs its tests: each must be caught.

    python tests/scenario/planted_errors.py [FIRST [LAST]]

Prints a line per error with the test that caught it, then the total; fails if an error was not caught.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ERRORS = ROOT / "tests" / "data" / "stealth" / "planted.toml"
SUITE = (
    "scenario/test_stealth_scenarios.py",
    "scenario/test_stealth_rules.py",
    "stealth_items",
    "scenario/test_stealth_rule_ids.py",
    "generation",
    "stealth",
    "stealth_scene",
)
"""The tests to run, the fastest first."""

COPIED = (
    "pycore",
    "plugins",
    "mods",
    "benches/generation",
    "benches/stealth",
    "tests/data/stealth",
    "docs/rules",
    "tests/app",
    "tests/conftest.py",
    "pyproject.toml",
)


def load_errors() -> list[dict[str, str]]:
    """The errors to plant: rule, file, right line, wrong line."""
    errors: list[dict[str, str]] = tomllib.loads(ERRORS.read_text(encoding="utf-8"))["error"]
    return errors


def find_catching_test(copy: Path, error: dict[str, str]) -> str:
    """The test that fails with the error planted in the copy, or ``""``."""
    file = copy / "plugins" / "stealth" / error["file"]
    text = file.read_text(encoding="utf-8")
    assert text.count(error["right"]) == 1, f"{error['file']}: {error['right']!r} must occur once"
    file.write_text(text.replace(error["right"], error["wrong"]), encoding="utf-8")
    suite = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    suite += [f"tests/{part}" for part in SUITE]
    suite += ["--deselect", "tests/scenario/test_stealth_rule_ids.py::test_planted_errors_are_in_place"]
    environment = {**os.environ, "PYTHONPATH": str(copy / "pycore"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        result = subprocess.run(suite, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    failed = re.search(r"^(?:FAILED|ERROR) \S*?(\w+\.py.*?)(?: - .*)?$", result.stdout, re.MULTILINE)
    return "" if result.returncode == 0 else failed[1] if failed else "the suite cannot run"


def main(first: int = 1, last: int = 999) -> int:
    """Plants errors number `first` to `last`; returns how many were not caught."""
    missed = planted = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in (*COPIED, *(f"tests/{part}" for part in SUITE)):
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, copy / name, symlinks=True, ignore=ignored)
            elif source.exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy / name)
        unchanged = {"file": "fight.py", "right": "DODGES_PER_DEFENSE = 60", "wrong": "DODGES_PER_DEFENSE = 60"}
        failure = find_catching_test(copy, unchanged)
        assert not failure, f"the tests fail without a planted error: {failure}"
        for number, error in enumerate(load_errors(), 1):
            if first <= number <= last:
                test = find_catching_test(copy, error)
                planted += 1
                missed += not test
                label = f"{error['rule']:14} {error['file']}: {error['wrong'].strip()}"
                print(f"{number:3} {'caught' if test else 'MISSED'}  {label}   {test}", flush=True)
    print(f"caught {planted - missed}/{planted}")
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
