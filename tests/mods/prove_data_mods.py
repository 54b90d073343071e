"""Plays hostile data mods: none stops a game, slows it, or ends the program.

    python tests/mods/prove_data_mods.py [--mods 400] [--seed 1] [--commands 40]

A mod is one of these, drawn in turn: rings of two to six rules that trigger each other, by every deed and hook of the
game; votes that deny everything; rules that flood every turn with deeds; rules with the most expensive choices; many
rules with long conditions. Each is loaded as players load it and played by random commands. The program fails if
loading or play raises, no command is accepted, the turn does not advance, or a command takes on average more than
`SLOW` calibration loops of processor time. The slowest mod is printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2] / "benches"))
from calibration import time_calibration_loop

from footfall.engine.declarations.contributions import HookKind
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.loader.rules.scope import CELL, find_rule_type, list_fields
from footfall.sim.bots import choose_random_command

SLOW = 40
"""Calibration loops of a command: a fifth of a second where the loop takes five milliseconds."""

GAMES = ("stealth", "king")

ACTIONS = frozenset(("wait", "stand", "walk", "approach", "flee", "attack", "shoot"))
"""Deeds that only ``decide_action`` has."""

WORDS = {
    "text": "hostile-text", "name": "n", "effect": "core.stealth:poisoned", "kind": "fight", "stat": "luck",
    "creature": "core.stealth:goblin", "item": "core.stealth:dagger", "tile": "core.stealth:floor",
    "behavior": "hostile", "side": "hostile", "whom": "all", "status": "core.king:STUNNED", "card": "core.king:VIAL",
}  # fmt: skip
"""A word for the texts of deeds, by parameter; deeds with other texts are left out."""

NUMBERS = ("1", "1000", "9223372036854775807", "-5", "memory.n + 1", "roll(1, 6)", "turn")


class Vocabulary(NamedTuple):
    """The hooks that notify, with their fields by type, and the deeds with the types of their values."""

    hooks: dict[str, dict[str, str]]
    deeds: dict[str, dict[str, str]]


def read_vocabulary(game: str) -> Vocabulary:
    found = load(game, only_mods=()).vocabulary
    assert found is not None
    hooks = {name: list_fields(spec) for name, spec in found.hooks.items() if spec.kind is HookKind.NOTIFY}
    deeds = {}
    for name, deed in found.deeds.items():
        types = {key: find_rule_type(type) for key, type in deed.parameters.items()}
        is_known = all(type != "text" or key in WORDS for key, type in types.items())
        if not deed.is_placement and name not in ACTIONS and is_known:
            deeds[name] = types
    return Vocabulary(hooks, deeds)


def write_deed(random: Random, words: Vocabulary, hook: str) -> str:
    """Returns a random deed whose values the event of a hook has."""
    fields = words.hooks[hook]
    things = {type: [name for name, own in fields.items() if own == type] for type in fields.values()}
    for _ in range(50):
        name = random.choice(list(words.deeds))
        values = []
        for key, type in words.deeds[name].items():
            if type == "text":
                values.append(f'{key} = "{WORDS[key]}"')
            elif type == "integer":
                values.append(f'{key} = "{random.choice(NUMBERS)}"')
            elif things.get(type):
                values.append(f'{key} = "{random.choice(things[type])}"')
            elif type == CELL and things.get("actor"):
                values.append(f'{key} = "{random.choice(things["actor"])}.cell"')
            else:
                break
        else:
            return f"do.{name} = {{ {', '.join(values)} }}"
    return 'do.tell = "hostile-text"'


def write_ring(random: Random, words: Vocabulary, game: str) -> list[str]:
    """Two to six mods of a rule each, which do deeds at hooks that deeds lead to."""
    hooks = random.sample(list(words.hooks), random.randint(2, 6))
    starts = [f"[hook.on_turn_start.start]\n{write_deed(random, words, 'on_turn_start')}\n"]
    return starts + [f'[hook."{hook}".ring]\n{write_deed(random, words, hook)}\n' for hook in hooks]


def write_vetoes(random: Random, words: Vocabulary, game: str) -> list[str]:
    """Votes against everything, together or alone."""
    conditions = ("true", "actor.hp > -5" if game == "stealth" else "actor.sanity > -99", "roll(1, 99) > 1")
    whens = random.sample(conditions, random.randint(1, 3))
    hooks = ("can_act", random.choice(("can_act", "can_enter")))
    return [
        f'[hook.{hook}.veto{n}]\nwhen = "{when}"\ndeny = "hostile-text"\n'
        for n, when in enumerate(whens)
        for hook in hooks
    ]


def write_flood(random: Random, words: Vocabulary, game: str) -> list[str]:
    """A hundred rules with several deeds at one hook."""
    hook = random.choice(("on_turn_start", "on_turn_end", "on_noise", "on_enter"))
    rules = []
    for number in range(100):
        deeds = "\n".join(dict.fromkeys(write_deed(random, words, hook) for _ in range(3)))
        names = [line.split(" ")[0] for line in deeds.split("\n")]
        kept = [line for at, line in enumerate(deeds.split("\n")) if names.index(names[at]) == at]
        rules.append(f"[hook.{hook}.flood{number}]\n" + "\n".join(kept) + "\n")
    return ["".join(rules)]


def write_choices(random: Random, words: Vocabulary, game: str) -> list[str]:
    """Rules with the most expensive choices."""
    listed = ("creatures_within(99)", "creatures_in_view") if game == "stealth" else ("players_here",)
    count = f"count(a in actor.{random.choice(listed)}, any(b in a.{listed[0]}, b != a and roll(1, 9) > 9))"
    if game == "stealth":
        count = f"count(a in actor.cell.cells_within(5), a.open_neighbors + roll(1, 3) > {random.randint(0, 9)})"
    hook = random.choice(("on_turn_start", "on_turn_end", "on_enter"))
    deed = write_deed(random, words, hook)
    return ["".join(f'[hook.{hook}.c{n}]\nwhen = "{count} >= {n % 5}"\n{deed}\n' for n in range(30))]


def write_many(random: Random, words: Vocabulary, game: str) -> list[str]:
    """Two thousand rules with long conditions that do not hold."""
    hook, (number,) = "on_turn_start", ["number"]
    tests = " and ".join(f"{number} * {random.randint(1, 99)} + {n} > {random.randint(-99, 0)}" for n in range(12))
    rules = (
        f'[hook.{hook}.m{n}]\nwhen = "{tests} and {number} == -{n}"\ndo.tell = "hostile-text"\n' for n in range(2000)
    )
    return ["".join(rules)]


WRITERS: tuple[Callable[[Random, Vocabulary, str], list[str]], ...] = (
    *(write_ring, write_flood, write_ring, write_vetoes, write_ring, write_choices, write_ring, write_many),
)


def write_mods(folder: Path, game: str, rules: list[str]) -> list[Path]:
    mods = []
    for number, text in enumerate(rules):
        mod = folder / f"hostile{number}"
        (mod / "content").mkdir(parents=True)
        (mod / "locale" / "en").mkdir(parents=True)
        head = f'[mod]\nid = "you.hostile{number}"\nversion = "1.0.0"\nname = "x"\nsummary = "x"\ngames = ["{game}"]\n'
        (mod / "mod.toml").write_text(head, encoding="utf-8")
        (mod / "content" / "rules.toml").write_text(text, encoding="utf-8")
        (mod / "locale" / "en" / "texts.ftl").write_text("hostile-text = text\n", encoding="utf-8")
        mods.append(mod)
    return mods


class Played(NamedTuple):
    """One case: whether its rules are used, the named failures, and calibration loops of a command."""

    name: str
    is_used: bool
    problems: int
    loops: float


def play(loaded: LoadResult, commands: int, name: str, calibration: float) -> Played:
    """Plays a game.

    Raises:
        AssertionError: the mods stop or slow it.
    """
    session = Session.begin(loaded.rules, 5, {"floor": 3} if loaded.rules.game.id == "core.stealth" else None)
    begin, turn, accepted = process_time(), session.state.turn, 0
    for _ in range(commands):
        if session.state.outcome is not None:
            break
        result = session.submit(choose_random_command(session))
        accepted += result.refusal is None
    loops = (process_time() - begin) * 1000 / calibration / commands
    assert accepted or session.state.outcome is not None, f"{name}: no command is accepted"
    assert session.state.turn > turn or session.state.outcome is not None, f"{name}: the turn does not advance"
    used: Any = loaded.rules.hooks.rules
    return Played(name, bool(used), len(session.problems), loops)


def attack(count: int, seed: int, commands: int) -> list[Played]:
    """Plays `count` cases.

    Raises:
        AssertionError: one of them stops or slows a game.
    """
    calibration, words = time_calibration_loop(), {game: read_vocabulary(game) for game in GAMES}
    played = []
    for number in range(count):
        random, game, write = Random(f"{seed} {number}"), GAMES[number // 2 % 2], WRITERS[number % len(WRITERS)]
        rules = write(random, words[game], game)
        with tempfile.TemporaryDirectory() as folder:
            loaded = load(game, mods=write_mods(Path(folder), game, rules), only_mods=())
            played.append(play(loaded, commands, f"{number} {game} {write.__name__}", calibration))
    return played


def main() -> int:
    """Plays all cases and prints what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mods", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commands", type=int, default=40)
    arguments = parser.parse_args()
    played = attack(arguments.mods, arguments.seed, arguments.commands)
    slow = [case for case in played if case.loops > SLOW]
    for case in sorted(played, key=lambda case: -case.loops)[:5]:
        print(f"{case.name}: {case.loops:.1f} calibration loops a command, {case.problems} named failures")
    used, named = sum(case.is_used for case in played), sum(case.problems > 0 for case in played)
    print(f"{len(played)} hostile mods, {used} with rules in use, {named} named in play")
    print(f"0 stopped and {len(slow)} slowed a game")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
