"""Counts of whole processes: what each command imports; see `counts.py`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable

SCRIPT = """import json, sys
before = set(sys.modules)
sys.argv = ["footfall", *{arguments}]
from footfall.__main__ import main
try: main()
except SystemExit: pass
print("\\n" + json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""

COMMANDS = (
    "--version",
    "--help",
    "bisect --help",
    "bench --help",
    "data schema creature",
    "docs --help",
    "doctor",
    "generate stealth --seed 1",
    "hooks",
    "index --help",
    "keys stealth",
    "mods list",
    "mods check {mod}",
    "play --help",
    "replay --help",
    "run stealth --turns 1",
    "run king --turns 1",
    "run delve --turns 1",
    "simulate king --games 1 --workers 1",
    "stats",
    "why --help",
)
"""One command line of each command, with its cheapest work."""

MOD = 'from footfall.api import hook\n\nMOD = "your.first"\n\n\n@hook\ndef on_turn_start(actor):\n    return None\n'


def list_imports(arguments: list[str]) -> list[str]:
    """Returns the modules that a command imports, in a folder without mods."""
    with tempfile.TemporaryDirectory() as folder:
        mod = os.path.join(folder, "first.py")
        with open(mod, "w", encoding="utf-8") as file:
            file.write(MOD)
        given = [mod if argument == "{mod}" else argument for argument in arguments]
        script = SCRIPT.format(arguments=given)
        homes = {f"XDG_{kind}_HOME": folder for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
        environment = os.environ | homes | {"FOOTFALL_TRUST": "all"}
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    modules: list[str] = json.loads(done.stderr.strip().splitlines()[-1])
    return modules


def count_imports(commands: Iterable[str] = COMMANDS) -> dict[str, dict[str, int]]:
    """Counts the modules of the framework and of the standard library that each command imports; names the others."""
    tables = {}
    for command in commands:
        modules = list_imports(command.split())
        packages = {name.partition(".")[0] for name in modules}
        others = {name for name in packages - sys.stdlib_module_names if name[0] != "_"}
        tables[f"imports: footfall {command}"] = {
            "modules of footfall": sum(name.partition(".")[0] == "footfall" for name in modules),
            "packages of the standard library": len(packages & sys.stdlib_module_names),
        } | dict.fromkeys(sorted(others - {"footfall"}), 1)
    return tables
