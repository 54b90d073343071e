"""Plants errors one by one in a copy of a game, or of its compiled rules; its tests must catch each.

    python benches/plant_errors.py king|stealth|king-compiled|stealth-compiled [FIRST [LAST]]

Prints a line per error with the test that caught it, then the total; fails if an error was not caught. The errors
and the tests stand in ``tests/data/GAME/planted.toml`` and ``planted-compiled.toml``. Compiled rules need cargo, and
errors too rare for the games of the suite are caught by a longer comparison.
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
from typing import Any

from checkouts import ROOT, copy_checkout

SUITES = {
    "king": "tests/data/king/planted.toml",
    "stealth": "tests/data/stealth/planted.toml",
    "king-compiled": "tests/data/king/planted-compiled.toml",
    "stealth-compiled": "tests/data/stealth/planted-compiled.toml",
}
FAILED = re.compile(r"^(?:FAILED|ERROR) \S*?(\w+\.py.*?)(?: - .*)?$", re.MULTILINE)


def load_suite(name: str) -> dict[str, Any]:
    """Returns a file of errors.

    Returns:
        ``folder`` of the sources, ``tests`` (arguments of pytest), ``long`` (a longer comparison, if there is one)
        and ``error``: each with its ``file``, its ``right`` line and the ``wrong`` one.
    """
    return tomllib.loads((ROOT / SUITES[name]).read_text("utf-8"))


def find_catching_test(copy: Path, suite: dict[str, Any]) -> str:
    """Returns the test that fails in the copy, or ``""``."""
    environment = {**os.environ, "PYTHONPATH": str(copy / "pycore"), "PYTHONDONTWRITEBYTECODE": "1"}
    if suite["folder"].startswith("rust"):
        subprocess.run(("cargo", "build", "-q", "-p", "footfall-python"), cwd=copy, check=True)
        built = next(file for file in (copy / "target" / "debug").iterdir() if file.stem in ("lib_native", "_native"))
        native = copy / "pycore" / "footfall" / "_native.abi3.so"
        native.unlink(missing_ok=True)
        shutil.copy(built, native)
    pytest = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--deselect", "tests/test_planted_errors.py"]
    for script in ([*pytest, *suite["tests"]], suite.get("long")):
        if script:
            result = subprocess.run(
                [sys.executable, *script], cwd=copy, env=environment, capture_output=True, text=True, check=False
            )
            if result.returncode:
                failed = FAILED.search(result.stdout)
                return failed[1] if failed else script[0] if script is suite.get("long") else "the tests cannot run"
    return ""


def main(name: str, first: int = 1, last: int = 999) -> int:
    """Plants the errors number `first` to `last`; returns how many were not caught."""
    suite, missed = load_suite(name), 0
    errors = suite["error"][first - 1 : last]
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_checkout(ROOT, Path(folder))
        if failure := find_catching_test(copy, {**suite, "long": None}):
            raise SystemExit(f"the tests fail without a planted error: {failure}")
        for number, error in enumerate(errors, first):
            file = copy / suite["folder"] / error["file"]
            text = file.read_text("utf-8")
            file.write_text(text.replace(error["right"], error["wrong"]), encoding="utf-8")
            test = find_catching_test(copy, suite)
            file.write_text(text, encoding="utf-8")
            missed += not test
            verdict = f"caught by {test}" if test else "MISSED"
            print(f"{number:3} {error['file']}: {error['wrong'].strip()}   {verdict}", flush=True)
    print(f"caught {len(errors) - missed}/{len(errors)}")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])) > 0)
