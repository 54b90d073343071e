"""Plants errors one by one in a copy of the game; the suite must catch each.

    python tests/king/planted_errors.py [FIRST [LAST]]

Prints one line per error and a total, and fails if an error is not caught.
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
MUTANTS = ROOT / "tests" / "data" / "king" / "planted.toml"
COPIED = ("pycore", "plugins", "docs/rules", "tests/king", "tests/data/king", "pyproject.toml")


def load_mutants() -> list[dict[str, str]]:
    """Returns the planted errors: file, right line, wrong line."""
    errors: list[dict[str, str]] = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["error"]
    return errors


def find_catching_test(copy: Path, error: dict[str, str]) -> str:
    """Returns the test that catches an error in the copy, or ``""``."""
    file = copy / "plugins" / "king" / error["file"]
    text = file.read_text(encoding="utf-8")
    assert text.count(error["right"]) == 1, f"{error['file']}: {error['right']!r} must stand there once"
    file.write_text(text.replace(error["right"], error["wrong"]), encoding="utf-8")
    suite = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/king"]
    suite += ["--deselect", "tests/king/test_king_rule_ids.py::test_planted_errors_are_in_place"]
    # The comparison with the compiled rules would catch any change; the tests of the rules must catch it.
    for twins in ("compiled", "compiled_listeners", "rule_data"):
        suite += ["--ignore", f"tests/king/test_king_{twins}.py"]
    environment = {**os.environ, "PYTHONPATH": str(copy / "pycore"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        result = subprocess.run(suite, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    finally:
        file.write_text(text, encoding="utf-8")
    failed = re.search(r"^(?:FAILED|ERROR) \S*?(\w+\.py\S*)", result.stdout, re.MULTILINE)
    return "" if result.returncode == 0 else failed[1] if failed else "the suite cannot run"


def main(first: int = 1, last: int = 999) -> int:
    """Plants errors number `first` to `last`; returns the number of missed ones."""
    missed = planted = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        same = {"file": "layout.py", "right": "FLOORS: Final = 3", "wrong": "FLOORS: Final = 3"}
        assert not find_catching_test(copy, same), "the suite fails without any planted error"
        for number, error in enumerate(load_mutants(), 1):
            if first <= number <= last:
                catcher = find_catching_test(copy, error)
                planted += 1
                missed += not catcher
                print(f"{number:3} {'caught' if catcher else 'MISSED'}  {error['file']}: {error['wrong']}", flush=True)
    print(f"caught {planted - missed}/{planted}")
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
