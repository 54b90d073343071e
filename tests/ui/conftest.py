"""Loads the hand-built scenes, and opens windows; modules of a test folder cannot import each other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def samples(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/ui/samples.py")


@pytest.fixture
def run_window() -> Callable[..., str]:
    """``run_window(script, *arguments)`` runs a script in a process whose windows need no display; returns its output.

    SDL reads the environment only once. `folder` is one more folder to import from.
    """
    pytest.importorskip("tcod")

    def run(script: str, *arguments: object, folder: Path | None = None) -> str:
        imports = os.pathsep.join([*([str(folder)] if folder is not None else []), *sys.path])
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYTHONPATH": imports}
        command = [sys.executable, "-c", script, *map(str, arguments)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
