"""The command line about rules as data: their cost, and why they applied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

MANIFEST = (
    '[mod]\nid = "you.night"\nversion = "1.0.0"\napi = "1"\nname = "Night"\nsummary = "Rules."\nauthors = ["You"]\n'
    'license = "MIT"\ngames = ["king"]\n'
)
RULES = """\
[hook.on_damage.gentle]
when = "manner in ('house', 'presence') and target.floor >= 1"
add.damage = "if(target.sanity < 20, -1, 0)"
reason = "a gentle house"

[hook.on_round_end.count]
after = "core.king:stairs"
do.remember = { name = "rounds", value = "memory.rounds + 1" }
"""


def write_mod() -> None:
    folder = Path("mods/night")
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "content" / "rules.toml").write_text(RULES, encoding="utf-8")


def test_check_prints_what_rules_cost(footfall: Any) -> None:
    write_mod()
    done = footfall("mods", "check", "mods/night", "--cost")
    assert done.exit_code == 0, done.output
    assert "cost in core.king: 2 rules, at most " in done.stdout
    assert "on_damage.gentle: " in done.stdout
    (report,) = json.loads(footfall("mods", "check", "mods/night", "--cost", "--json").stdout)
    rows = {row["rule"]: row for row in report["costs"]}
    assert rows["on_round_end.count"]["calls"] == 1
    assert rows["on_damage.gentle"]["calls"] > 0
    assert rows["on_damage.gentle"]["steps"] > 2 * 10 + 5, "two readings and at least as many steps as parts"
    assert rows["on_damage.gentle"]["where"] == "mods/night/content/rules.toml:1"


@pytest.mark.proof(0)
def test_why_shows_a_rule_with_the_numbers_put_in(footfall: Any) -> None:
    write_mod()
    assert footfall("run", "king", "--turns", 60, "--record", "one.replay").exit_code == 0
    for turn in range(1, 60):
        lines = footfall("why", "one.replay", "--turn", turn, "--raw").stdout.splitlines()
        found = [line.strip() for line in lines if "you.night" in line and "gentle house" in line]
        if found:
            break
    assert found[0].startswith("-1 you.night mods/night/content/rules.toml:1 (a gentle house: manner in ('house', ")
    assert "; add.damage = if(target.sanity < 20, -1, 0) -> manner 'house', target.floor " in found[0]


def test_a_deed_that_fails_is_blamed_on_the_line_of_its_rule(footfall: Any) -> None:
    rule = '[hook.on_noise.r{0}]\ndo.noise = {{ at = "at", loudness = 9, kind = "k{0}", turns = 1000 }}\n'
    write_mod()
    Path("mods/night/mod.toml").write_text(MANIFEST.replace("king", "stealth"), encoding="utf-8")
    rules = "".join(rule.format(number) for number in range(100))
    Path("mods/night/content/rules.toml").write_text(rules, encoding="utf-8")
    done = footfall("run", "stealth", "--seed", 5, "--turns", 60, "--mods", "mods/night")
    assert done.exit_code == 1
    assert "mods/night/content/rules.toml:1: ValueError: over 1,000 noises sound at once" in done.stderr
    assert "deeds.py" not in done.stderr
