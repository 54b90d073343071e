"""Copies this checkout, and runs benches with the code of two checkouts in turn; see `compare_checkouts.py`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration import time_calibration_loop

import footfall._native

ROOT = Path(__file__).parents[1]

REFERENCE_LOOP = 5.5
"""Milliseconds of the calibration loop that printed times are scaled to."""


def copy_checkout(root: Path, folder: Path) -> Path:
    """Copies the files of a checkout that git knows or would add, and the native library; returns the folder."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    library = Path(footfall._native.__file__)
    for name in filter(None, names):
        if (source := root / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name, follow_symlinks=False)
    package = folder / "pycore" / "footfall"
    package.mkdir(parents=True, exist_ok=True)
    shutil.copy(library, package / library.name)
    return folder


def run_checkout(checkout: Path, script: str, *arguments: str, **variables: str) -> Any:
    """Runs a script of the benches in a process with the code of a checkout; returns the JSON that it prints.

    Args:
        variables: more variables of the environment.
    """
    paths = os.pathsep.join((str(checkout.resolve() / "pycore"), str(Path(__file__).parent)))
    environment = {**os.environ, **variables, "PYTHONPATH": paths}
    result = subprocess.run([sys.executable, script, *arguments], env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(result.stdout)


def run_rounds(
    checkouts: tuple[Path, Path], rounds: int, run: Callable[[Path], Any], unit: str
) -> tuple[list[list[Any]], float]:
    """Runs both checkouts in turn, and prints the calibration loop.

    Args:
        unit: the unit of the figures that follow.

    Returns:
        The results of all rounds for each checkout, and the scale of their times.
    """
    results: list[list[Any]] = [[], []]
    loop = time_calibration_loop()
    for _ in range(rounds):
        for side, checkout in zip(results, checkouts, strict=True):
            side.append(run(checkout))
        loop = min(loop, time_calibration_loop())
    print(f"calibration loop {loop:.2f} ms; {unit}, scaled to a loop of {REFERENCE_LOOP} ms")
    return results, REFERENCE_LOOP / loop
