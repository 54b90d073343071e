"""Random mods of rules as data, valid and malformed, through the loader and in play.

    python tests/mods/hostile_rules.py [--mods N] [--seed N]

Each mod is loaded without approval and played. The program fails if loading or play raises, a finding has no place, a
valid rule is not used, or a mod writes more than its own memory and what its deeds allow. Rules that take too many
steps are named.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from footfall.engine.guards.rule_steps import EXCEEDED
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns

TURNS = 40

HOOKS = (
    *("on_attack", "on_damage", "on_hear", "on_move", "on_turn_start", "on_death", "can_act", "can_enter", "on_enter"),
    *("on_round_end", "on_generate", "decide_action", "provide_games", "core.stealth:on_notice", "on_nothing"),
)
MALFORMED = (
    *("1.0005", "'a' * 3", "__import__('os')", "event.__class__", "settings", "memory.__dict__", "actor.__class__"),
    *("ctx", "x" * 999, "(" * 200, "not " * 300 + "true", "-" * 500 + "1", "1 in ()", "min()", "max(1)", "clamp(1, 2)"),
    *("kind in (" + "'a'," * 300 + ")", "actor.stat('\\\\')", "9" * 400, "lambda: 1", "[x for x in y]", "{}", "1; 2"),
    *("attacker.attacker", "kind", "actor", "turn.turn", "roll", "if(1, 2, 3)", "true + 1", "", " ", "\t"),
)
NUMBERS = (
    *("9223372036854775807 * 9223372036854775807", "-9223372036854775807 - 9", "roll(-99999999999, 99999999999)"),
    *("memory.x // 0", "roll(1, 6)", "memory.x * 9223372036854775807 + 1", "-3", "if(roll(1, 2) == 1, 5, -1 % 0)", "0"),
)
CONDITIONS = ("true", "roll(1, 3) == 1", "memory.x < 5", "memory.x % 2 == 0")
DEEDS = {
    "stealth": (
        'do.hurt = {{ actor = "{actor}", amount = "{number}" }}',
        'do.heal = {{ actor = "{number}", amount = "{number}" }}',
        'do.noise = {{ at = "{actor}.cell", loudness = "{number}", turns = "{number}" }}',
        'do.give = {{ actor = "{actor}", effect = "core.stealth:confused", turns = "{number}" }}',
    ),
    "king": (
        'do.lose = {{ seat = "{actor}", amount = "{number}" }}',
        'do.gain = {{ seat = "{number}", amount = "{number}" }}',
        'do.afflict = {{ seat = "{actor}", status = "STUNNED", rounds = "{number}" }}',
    ),
}
ACTORS = {"on_turn_start": "actor", "on_turn_end": "actor", "on_damage": "target"}


def write_valid_rule(random: Random, game: str, name: str) -> str:
    """Returns a rule with extreme numbers that fits its hook."""
    hook = random.choice(list(ACTORS))
    lines = [f"[hook.{hook}.{name}]", f'when = "{random.choice(CONDITIONS)}"']
    lines.append(f'do.remember = {{ name = "x", value = "{random.choice(NUMBERS)}" }}')
    deeds = random.sample(DEEDS[game], random.randint(0, 3))
    numbers = [f"if(memory.x >= 0, {random.choice(NUMBERS)}, 1)" for _ in deeds]  # a constant out of bounds is refused
    lines += [deed.format(actor=ACTORS[hook], number=number) for deed, number in zip(deeds, numbers, strict=True)]
    if hook == "on_damage":
        lines.append(f'{random.choice(("set", "add", "mul"))}.damage = "{random.choice(NUMBERS)}"')
    return "\n".join(lines)


def write_malformed_rule(random: Random, name: str) -> str:
    """Returns a table that is not a rule, or hardly one."""

    def choose() -> str:
        text = random.choice((*MALFORMED, *NUMBERS))
        others = ("true", "[1]", "{ a = 1 }", "1e300", str(random.randint(-(2**62), 2**62)))
        return random.choice((f"'''{text}'''", f"'''{text}'''", *others))

    lines = [f'[hook."{random.choice(HOOKS)}".{name}]', f"when = {choose()}"]
    terms = random.sample(("to_hit", "range", "damage", "noise", "engage", "zzz"), random.randint(0, 2))
    lines += [f"{random.choice(('add', 'set', 'mul'))}.{term} = {choose()}" for term in terms]
    deeds = random.sample(("tell", "remember", "hurt", "give", "noise", "lose", "spawn", "zz"), random.randint(0, 2))
    lines += [random.choice((f"do.{deed} = {choose()}", f"do.{deed} = {{ actor = {choose()} }}")) for deed in deeds]
    if random.random() < 0.2:
        lines.append(f"{random.choice(('deny', 'after', 'before', 'needs', 'reason', 'recipe'))} = {choose()}")
    return "\n".join(lines)


def check_mod(random: Random, game: str, folder: Path) -> int:
    """Writes one mod, loads it and plays with it; returns the number of its rules in use."""
    (folder / "content").mkdir(parents=True)
    manifest = f'[mod]\nid = "you.hostile"\nversion = "1.0.0"\ngames = ["{game}"]\n'
    (folder / "mod.toml").write_text(manifest, encoding="utf-8")
    valid = random.randint(1, 8)
    text = "\n".join(write_valid_rule(random, game, f"v{n}") for n in range(valid))
    (folder / "content" / "valid.toml").write_text(text, encoding="utf-8")
    for n in range(random.randint(1, 10)):
        (folder / "content" / f"bad{n}.toml").write_text(write_malformed_rule(random, f"m{n}"), encoding="utf-8")
    loaded = load(game, mods=[folder], only_mods=())
    findings = [finding for finding in loaded.findings if finding.mod == "you.hostile"]
    assert all(finding.location and not finding.disables_mod for finding in findings), findings
    used = [impl for impls in loaded.hooks.values() for impl in impls if impl.rule is not None]
    assert sum(impl.listener.cause.location.count("valid.toml") for impl in used) == valid, findings
    session = Session.begin(loaded.rules, random.randint(0, 2**32), {}, quiet=True)
    for _ in play_turns(session, choose_random_command, TURNS):
        assert all(problem.error == EXCEEDED for problem in session.problems), session.problems
    assert set(session.state.memory) <= {"you.hostile"}
    assert set(session.state.memory.get("you.hostile", {})) <= {"x"}
    return len(used)


def check_mods(count: int, seed: int) -> int:
    """Checks `count` mods of both games; returns the number of rules in use."""
    random, used = Random(seed), 0
    for number in range(count):
        with tempfile.TemporaryDirectory() as name:
            used += check_mod(random, ("stealth", "king")[number % 2], Path(name) / "hostile")
    return used


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mods", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{arguments.mods} mods, {check_mods(arguments.mods, arguments.seed)} rules in use, no failure")
