"""What each command may import: a start must not pay for what it does not use."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile

import pytest

SHOW = "import json, sys; sys.argv[0] = 'footfall'; from footfall.__main__ import main"
TAIL = "try: main()\nexcept SystemExit: pass\nprint('\\n' + json.dumps(sorted(sys.modules)), file=sys.stderr)"

HEAVY = {"PIL", "blessed", "distributed", "matplotlib", "pyarrow", "pytest", "resolvelib", "rich", "tcod", "urllib3"}
"""Packages that few commands use."""

SLOW = {
    "dataclasses",
    "difflib",
    "email",
    "importlib.metadata",
    "packaging",
    "resolvelib",
    "ssl",
    "subprocess",
    "urllib3",
}
"""Packages that no start needs."""

LANGUAGES = {"babel", "fluent.runtime"}
"""What formats texts with more than words and short numbers."""

SCREEN_ROOMS = {"footfall.bisect", "footfall.check", "footfall.conformance", "footfall.reference", "footfall.testing"}
"""Rooms of the modding tools."""

OTHER_GAMES = {"footfall.plugins.king", "footfall.plugins.delve"}


FIRST_SCREEN = HEAVY | SLOW | LANGUAGES | OTHER_GAMES | SCREEN_ROOMS - {"footfall.bisect"} | {"footfall.sharing"}
"""What the way to the first screen of stealth does without."""


START = {"footfall", "footfall.__main__", "footfall.diagnostics", "footfall.diagnostics.stop_signals"}
"""What every command imports: a signal may come before anything else."""


def list_imports(*arguments: str) -> set[str]:
    """The modules that a command imports."""
    script = f"{SHOW}\nsys.argv[1:] = {list(arguments)!r}\n{TAIL}"
    with tempfile.TemporaryDirectory() as folder:  # without the example mods of the repository
        done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.strip().splitlines()[-1]))


def test_the_version_needs_the_interpreter_alone() -> None:
    modules = list_imports("--version")
    assert {name for name in modules if name.startswith("footfall")} == START
    assert not modules & {"click", "numpy", "msgspec", *HEAVY}


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_needs_the_command_line_library_alone(arguments: list[str]) -> None:
    modules = list_imports(*arguments)
    rooms = {name for name in modules if name.startswith("footfall")}
    assert rooms == START | {"footfall.cli"}
    assert not modules & {"numpy", "msgspec", *HEAVY}


@pytest.mark.proof(3)
@pytest.mark.parametrize(
    ("arguments", "banned"),
    [
        (["run", "stealth", "--turns", "1"], FIRST_SCREEN),
        (["run", "king", "--turns", "1"], HEAVY | SLOW | {"footfall.plugins.stealth", "footfall.plugins.delve"}),
        (["keys", "stealth"], HEAVY | SLOW | LANGUAGES | OTHER_GAMES | SCREEN_ROOMS),
        (["play", "--help"], FIRST_SCREEN),
        (["mods", "--help"], HEAVY | SCREEN_ROOMS),
        (["index", "build", "--help"], HEAVY | SCREEN_ROOMS | {"footfall.compatibility"}),
        (["data", "show", "creature", "--help"], HEAVY | SCREEN_ROOMS),
    ],
)
def test_a_command_imports_what_it_uses(arguments: list[str], banned: set[str]) -> None:
    assert sorted(list_imports(*arguments) & banned) == []


@pytest.mark.proof(0)
def test_a_start_in_a_terminal_searches_for_no_garbage() -> None:
    count = "import gc; seen = []; gc.callbacks.append(lambda phase, info: seen.append(gc.get_threshold()[0] > 1000))"
    script = (
        f"{count}\n{SHOW}\nsys.argv[1:] = ['run', 'stealth', '--turns', '1']\ntry: main()\nexcept SystemExit: pass\n"
    )
    script += "import footfall.ui.frontends.terminal\nprint(sum(seen))"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
