"""The speed that stealth keeps with ten mods whose rules as data its compiled turn asks.

One set of ten reads the event alone, one the game as well, by readings in Python; those of the third are about steps.

    python benches/stealth/rule_mods.py [--monsters 20] [--turns 400] [--rounds 5]

Turns with and without the mods are interleaved, in processor time, best of the rounds; next to them turns by the
rules in Python, and the calibration loop.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop
from turns import build_hall, list_commands

from footfall.engine.declarations.rules import Rules
from footfall.loader import load

RULES = (
    "[hook.on_hear.{0}]\nwhen = \"kind == 'door' and loudness >= 3\"\nadd.range = 2\n",
    '[hook.on_hear.{0}]\nwhen = "distance > 60"\nmul.range = 0.5\n',
    '[hook.on_hear.{0}]\nwhen = "loudness * 10 > distance + 30"\nadd.range = "loudness // 2"\n',
    "[hook.on_hear.{0}]\nwhen = \"kind in ('step', 'fight') and direction == 3\"\nadd.range = -1\n",
    '[hook.on_hear.{0}]\nwhen = "source != 0 and distance < 9"\nadd.range = 1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "sense == \'sight\'"\nadd.engage = -1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "distance > 5"\nadd.engage = "1 - distance // 5"\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "sense == \'hearing\' and distance < 4"\nadd.engage = 1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "watcher != 3"\nmul.engage = 1.25\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "target == 1 and distance >= 2"\nadd.engage = 1\n',
)
"""A rule of each mod that reads the event alone."""

READING_RULES = (
    "[hook.on_hear.{0}]\nwhen = \"kind == 'step' and listener.hp < 5\"\nadd.range = 2\n",
    "[hook.on_hear.{0}]\nwhen = \"loudness >= 3 and listener.has_tag('smells')\"\nadd.range = 1\n",
    "[hook.on_hear.{0}]\nwhen = \"distance > 30 and listener.stat('foh') > 6\"\nadd.range = -1\n",
    '[hook.on_hear.{0}]\nwhen = "source != 0 and listener.health < 50"\nadd.range = 1\n',
    "[hook.on_hear.{0}]\nwhen = \"kind in ('step', 'fight') and listener.mood == 'asleep'\"\nadd.range = -2\n",
    '[hook."core.stealth:on_notice".{0}]\nwhen = "watcher.hp > 3 or watcher.health < 20"\nadd.engage = 1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "distance > 1 and target.stat(\'luck\') > 3"\nadd.engage = -1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "distance > 5 and watcher.has_tag(\'deaf\')"\nadd.engage = -1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "sense == \'sight\' and target.hp > 2"\nadd.engage = 1\n',
    '[hook."core.stealth:on_notice".{0}]\nwhen = "distance < 3 and floor > 3"\nadd.engage = 1\n',
)
"""A rule of each mod that reads the game as well."""

STEP_RULES = (
    '[hook.on_move.{0}]\nwhen = "actor.hp < 5"\nadd.noise = -1\n',
    "[hook.on_move.{0}]\nwhen = \"target.has_tag('quiet')\"\nadd.noise = -1\n",
    "[hook.on_move.{0}]\nwhen = \"actor.has_tag('boss')\"\nadd.noise = 1\n",
    '[hook.on_move.{0}]\nwhen = "actor.is_player and actor.health < 50"\nadd.noise = 1\n',
    '[hook.on_move.{0}]\nwhen = "actor.is_hunting"\nadd.noise = -1\n',
    "[hook.on_move.{0}]\nwhen = \"actor.stat('stealth') > 3\"\nadd.noise = -1\n",
    '[hook.on_move.{0}]\nwhen = "floor > 3 and actor.stamina < 2"\nadd.noise = 1\n',
    '[hook.on_move.{0}]\nwhen = "origin.distance(target) > 1"\nmul.noise = 2\n',
    "[hook.on_move.{0}]\nwhen = \"actor.kind == 'core.stealth:goblin'\"\nadd.noise = 1\n",
    '[hook.on_move.{0}]\nwhen = "player.hp < 5 or turn % 7 == 0"\nadd.noise = 1\n',
)
"""A rule about steps of each mod."""


def write_mods(folder: Path, rules: Sequence[str]) -> list[Path]:
    """Writes a mod for each rule."""
    mods = []
    for number, text in enumerate(rules):
        mod = folder / f"rules{number}"
        (mod / "content").mkdir(parents=True)
        head = f'[mod]\nid = "rules.r{number}"\nversion = "1.0.0"\nname = "x"\nsummary = "x"\ngames = ["stealth"]\n'
        (mod / "mod.toml").write_text(head, encoding="utf-8")
        (mod / "content" / "rules.toml").write_text(text.format(f"r{number}"), encoding="utf-8")
        mods.append(mod)
    return mods


def measure(rules: Rules, monsters: int, turns: int, is_compiled: bool = True) -> tuple[float, str]:
    """Returns the turns a second, and the hash of the last state."""
    session = build_hall(monsters, "aggravated", rules)
    if not is_compiled:
        session.compiled_steps = {}
    commands = list(list_commands(session, turns))
    begin, first = process_time(), session.state.turn
    for command in commands:
        session.submit(command)
    return (session.state.turn - first) / (process_time() - begin), session.hash()


def main() -> None:
    """Measures and prints; ends with 1 if compiled turns and Python differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--monsters", type=int, default=20)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    plain, is_equal = load("stealth", only_mods=()).rules, True
    sets = (
        ("that read the event alone", RULES),
        ("that read the game as well", READING_RULES),
        ("about steps", STEP_RULES),
    )
    for title, rules in sets:
        with tempfile.TemporaryDirectory() as folder:
            is_equal &= compare(title, plain, write_mods(Path(folder), rules), arguments)
    print(f"calibration loop {time_calibration_loop():.2f} ms")
    sys.exit(not is_equal)


def compare(title: str, plain: Rules, mods: Sequence[Path], arguments: argparse.Namespace) -> bool:
    """Prints the speed without and with mods, and returns whether compiled turns and Python play the same."""
    loaded = load("stealth", mods=mods, only_mods=())
    assert not loaded.findings, loaded.findings
    best = [0.0, 0.0]
    for _ in range(arguments.rounds):
        for index, rules in enumerate((plain, loaded.rules)):
            best[index] = max(best[index], measure(rules, arguments.monsters, arguments.turns)[0])
    turns = min(100, arguments.turns)
    python, expected = measure(loaded.rules, arguments.monsters, turns, is_compiled=False)
    found = measure(loaded.rules, arguments.monsters, turns)[1]
    share = best[1] / best[0]
    print(f"ten rules {title}: {best[0]:,.0f} turns/s without, {best[1]:,.0f} with: {share:.0%} kept")
    print(f"  by the rules in Python {python:,.0f}; {'equal states' if found == expected else 'DIFFERENT STATES'}")
    return found == expected


if __name__ == "__main__":
    main()
