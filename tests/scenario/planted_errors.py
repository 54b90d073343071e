"""Plants rule errors one by one in a copy of the base game and runs its suite: each must be caught.

    python tests/scenario/planted_errors.py [FIRST [LAST]]

Prints one line per error with the test that caught it and how many were caught; fails if one went unnoticed.
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
MUTANTS = ROOT / "tests" / "data" / "stealth" / "planted.toml"
SUITE = (
    "scenario/test_stealth_scenarios.py",
    "scenario/test_stealth_rules.py",
    "stealth_items",
    "scenario/test_stealth_rule_ids.py",
    "generation",
    "stealth",
    "stealth_scene",
)
"""What is run, the quickest first."""

COPIED = (
    "pycore",
    "plugins",
    "mods",
    "benches/generation",
    "benches/stealth",
    "tests/data/stealth",
    "docs/rules",
    "tests/conftest.py",
    "pyproject.toml",
)


def load_mutants() -> list[dict[str, str]]:
    """The planted errors: rule, file, right line, wrong line."""
    found: list[dict[str, str]] = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["error"]
    return found


def find_catching_test(copy: Path, error: dict[str, str]) -> str:
    """The test that fails with the error planted in the copy, or ``""``."""
    file = copy / "plugins" / "stealth" / error["file"]
    text = file.read_text(encoding="utf-8")
    assert text.count(error["right"]) == 1, f"{error['file']}: {error['right']!r} must stand there once"
    file.write_text(text.replace(error["right"], error["wrong"]), encoding="utf-8")
    suite = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    suite += [f"tests/{part}" for part in SUITE]
    suite += ["--deselect", "tests/scenario/test_stealth_rule_ids.py::test_planted_errors_are_in_place"]
    environment = {**os.environ, "PYTHONPATH": str(copy / "pycore"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(suite, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    failed = re.search(r"^(?:FAILED|ERROR) \S*?(\w+\.py.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return "" if done.returncode == 0 else failed[1] if failed else "the suite cannot run"


def main(first: int = 1, last: int = 999) -> int:
    """Plants errors number `first` to `last`; returns how many went unnoticed."""
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
        same = {"file": "fight.py", "right": "TRAINING = 60", "wrong": "TRAINING = 60"}
        blamed = find_catching_test(copy, same)
        assert not blamed, f"the suite fails without any planted error: {blamed}"
        for number, error in enumerate(load_mutants(), 1):
            if first <= number <= last:
                found = find_catching_test(copy, error)
                planted += 1
                missed += not found
                told = f"{error['rule']:14} {error['file']}: {error['wrong'].strip()}"
                print(f"{number:3} {'caught' if found else 'MISSED'}  {told}   {found}", flush=True)
    print(f"caught {planted - missed}/{planted}")
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
