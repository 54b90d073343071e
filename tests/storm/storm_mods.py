"""The mods of a storm: examples, random rules, rings of rules, and code that raises."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

from corpus import IMPORTS, HostileMod, write_mod
from hostile_rings import write_mods, write_ring
from hostile_rules import write_valid_rule
from hostile_words import HostileWriter

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    "stealth": ("creaky-hinges", "deep-fauna", "hangover", "sharp-ears", "shove", "slippery-moss", "tolling-bell"),
    "king": ("chronicle", "good-company", "lullaby", "steady-hands"),
    "delve": ("blue-circle", "house-rules"),
}
RAISING = {
    "stealth": ("on_turn_end", "on_attack", "on_move", "on_enter"),
    "king": ("on_turn_end", "on_turn_start", "on_enter", "on_round_end"),
    "delve": ("on_turn_end", "on_turn_start", "on_enter"),
}
BODIES = ("raise OSError('disk')", "return 7", "return [Push]", "raise SystemExit(3)", "event.turn = 9")


def write_storm_mods(random: Random, game: str, folder: Path) -> dict[str, Path]:
    """Writes the mods of a storm; returns their folders by id."""
    mods = {}
    for name in random.sample(EXAMPLES[game], 2):
        mods[read_id(shutil.copytree(ROOT / "mods" / name, folder / name))] = folder / name
    if game != "delve":
        rules = [write_valid_rule(random, game, f"r{n}") for n in range(2)]
        for path in write_mods(folder / "data", game, rules + write_ring(random, HostileWriter(game))[:3]):
            mods[read_id(path)] = path
    for hook in random.sample(RAISING[game], 2):
        code = f"{IMPORTS}\n@hook\ndef {hook}(event):\n    {random.choice(BODIES)}\n"
        path = write_mod(folder, hook.replace("_", "-"), HostileMod(code=code))
        mods[read_id(path)] = path
    return mods


def read_id(folder: Path) -> str:
    found = re.search(r'^id = "(.+)"', (folder / "mod.toml").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]
