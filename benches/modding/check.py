"""Processor time of ``footfall mods check`` for a mod of a hundred rules as data: a new process with cached byte code.

    python benches/modding/check.py [--json]

The rules differ in hooks, words, readings, terms and deeds. The figure is the least of several runs. It contains the
start of Python and of Footfall, which the first row has alone.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from compare_start import FOOTFALL, run_command

COUNT, ROUNDS = 100, 5
MANIFEST = (
    '[mod]\nid = "bench.hundred"\nversion = "1.0.0"\nname = "Hundred"\nauthors = ["Us"]\nlicense = "MIT"\napi = "1"\n'
    'games = ["stealth"]\n\n[requires]\n"core.stealth" = "*"\n'
)
RULES = (
    "[hook.on_attack.r{n}]\nwhen = \"target.hp < {n} and manner == 'melee'\"\n"
    "add.to_hit = \"attacker.stat('luck') // 2\"\n",
    "[hook.on_hear.r{n}]\nwhen = \"kind == 'door' and loudness >= {n} and listener != player\"\nmul.range = 1.5\n",
    "[hook.on_status_gain.r{n}]\nwhen = \"status == 'core.stealth:poisoned' and actor.hp > {n}\"\n"
    'do.hurt = {{ actor = "actor", amount = 1 }}\n',
    '[hook.on_death.r{n}]\nwhen = "killer == player and turn % {n} == 0"\ndo.tell = "b-line"\n',
    '[hook.can_act.r{n}]\nwhen = "actor.hp == {n} and command.name == \'core.stealth:attack\'"\ndeny = "b-line"\n',
)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        mod = home / "hundred"
        (mod / "content").mkdir(parents=True)
        (mod / "mod.toml").write_text(MANIFEST, encoding="utf-8")
        (mod / "locale" / "en").mkdir(parents=True)
        (mod / "locale" / "en" / "hundred.ftl").write_text("b-line = A line.\n", encoding="utf-8")
        rules = "\n".join(RULES[n % len(RULES)].format(n=n + 1) for n in range(COUNT))
        (mod / "content" / "rules.toml").write_text(rules, encoding="utf-8")
        variables = {**os.environ, "HOME": name, "PYTHONPYCACHEPREFIX": str(home / "cache")}
        variables.pop("PYTHONDONTWRITEBYTECODE", None)
        figures = {}
        for what, command in {
            "footfall --version": (*FOOTFALL, "--version"),
            f"footfall mods check, {COUNT} rules": (*FOOTFALL, "mods", "check", str(mod), "--quiet"),
        }.items():
            run_command(command, variables)  # writes the byte code
            figures[what] = min(run_command(command, variables) for _ in range(ROUNDS))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for what, seconds in figures.items():
            print(f"{what:32} {seconds:.2f} s")


if __name__ == "__main__":
    main()
