"""``check --together`` and ``list --explain`` compare rules as they compare fields: proof, example or unknown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main

MANIFEST = """\
[mod]
id = "{id}"
version = "1.0.0"
api = "1"
name = "N"
games = ["stealth"]

[requires]
"core.stealth" = "*"

"""


def write_mod(folder: Path, id: str, when: str, value: int, more: str = "") -> Path:
    mod = folder / id.rpartition(".")[2]
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST.format(id=id) + more, encoding="utf-8")
    condition = f'when = "{when}"\n' if when else ""
    text = f"[hook.on_hear.rule]\n{condition}set.range = {value}\n"
    (mod / "content" / "rules.toml").write_text(text, encoding="utf-8")
    return mod


def run(command: str, mods: list[Path], *options: str) -> tuple[int, str]:
    words = [word for mod in mods for word in ("--mods", str(mod))]
    result = CliRunner().invoke(main, ["mods", *command.split(), *words, *options])
    return result.exit_code, result.output


CASES = [
    ("loudness < 3", "loudness >= 3", "on_hear", "never-both"),
    ("loudness < 3", "loudness >= 2", "on_hear", "sometimes-both"),
    ("kind == 'bell'", "kind in ('door', 'step')", "on_hear", "never-both"),
    ("kind == 'bell'", "kind in ('door', 'bell')", "on_hear", "always-overridden"),
    ("loudness > 5", "", "on_hear", "always-overridden"),
    ("loudness > 5", "loudness > 3", "on_hear", "always-overridden"),
    ("loudness > 3", "loudness > 5", "on_hear", "sometimes-both"),
    ("2 * loudness + 1 > 10", "loudness < 5", "on_hear", "never-both"),
    ("2 * loudness + 1 > 8", "loudness < 5", "on_hear", "sometimes-both"),
    ("1 < loudness < 4 and kind == 'step'", "not (loudness == 2 or loudness == 3)", "on_hear", "never-both"),
    ("direction > 7", "loudness > 1", "on_hear", "never-both"),
    ("direction == 7", "loudness > 1", "on_hear", "sometimes-both"),
    ("target.hp < 0", "", "on_attack", "never-both"),
    ("not backstab", "backstab", "on_attack", "never-both"),
    ("target.mood == 'asleep'", "target.mood == 'calm'", "on_attack", "never-both"),
    ("roll(1, 6) > 6", "", "on_attack", "never-both"),
    ("roll(1, 6) > 5", "attacker == player", "on_attack", "sometimes-both"),
    ("target.hp < attacker.hp", "attacker.hp < target.hp", "on_attack", "unknown"),
    ("min(loudness, 3) > 3", "", "on_hear", "never-both"),
    ("loudness % 4 == 5", "", "on_hear", "never-both"),
    ("loudness // 4 == 5 and loudness < 20", "", "on_hear", "never-both"),
]


@pytest.fixture(scope="module")
def relations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The relation of each case, by the name of its rules: two mods have one rule each for each case."""
    folder = tmp_path_factory.mktemp("cases")
    mods = []
    for side, id in enumerate(("you.aa", "you.bb")):
        mods.append(write_mod(folder, id, "true", 0))
        rules = ""
        for number, case in enumerate(CASES):
            term = "range" if case[2] == "on_hear" else "to_hit"
            condition = f'when = "{case[side]}"\n' if case[side] else ""
            rules += f"[hook.{case[2]}.case{number}]\n{condition}set.{term} = {side + 1}\n"
        (mods[-1] / "content" / "rules.toml").write_text(rules, encoding="utf-8")
    _, output = run("check --together", mods, "--json", "--all")
    pairs = [c for c in json.loads(output)["rules"] if c["first"]["rule"] == c["last"]["rule"]]
    return {c["first"]["rule"].rpartition(".")[2]: c for c in pairs}


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_relation_of_two_rules(relations: dict[str, dict[str, Any]], number: int) -> None:
    conflict = relations[f"case{number}"]
    assert conflict["relation"] == CASES[number][3], CASES[number]
    assert (conflict["first"]["mod"], conflict["last"]["mod"]) == ("you.aa", "you.bb")
    assert bool(conflict["example"]) is (conflict["relation"] == "sometimes-both")


def test_exclusive_rules_are_no_conflict(tmp_path: Path) -> None:
    mods = [write_mod(tmp_path, "you.aa", "loudness < 3", 1), write_mod(tmp_path, "you.bb", "loudness >= 3", 2)]
    code, output = run("check --together", mods)
    assert code == 0, output


def test_what_is_printed(tmp_path: Path) -> None:
    mods = [write_mod(tmp_path, "you.aa", "loudness > 3", 1), write_mod(tmp_path, "you.bb", "kind == 'door'", 2)]
    code, output = run("check --together", mods)
    assert code == 1
    assert "rule on_hear set.range\n" in output
    assert "rules.toml:3  <- counts, only by order of ids" in output
    assert 'both hold, for example, if loudness = 4, kind = "door"' in output
    assert "to let you.aa take precedence, write at the end of" in output
    code, output = run("list --explain", mods, "--game", "stealth")
    assert "on_hear.rule overrides you.aa on_hear.rule in range" in output


def test_a_written_order_is_no_conflict(tmp_path: Path) -> None:
    order = '[order]\nafter = ["you.aa"]\n'
    mods = [write_mod(tmp_path, "you.aa", "", 1), write_mod(tmp_path, "you.bb", "", 2, order)]
    code, output = run("check --together", mods)
    assert code == 0, output
    assert "you.aa never counts" in run("check --together", mods, "--all")[1]


@pytest.mark.proof(0)
def test_rules_are_shown_as_records_are(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, "you.aa", "loudness > 3", 1)
    name = "rule/you.aa:on_hear.rule"
    for words, expected in (
        (["show", "rule"], f"{name}\n"),
        (["show", "on_hear.rule"], 'when = "loudness > 3"\nset = {"range": 1}\n'),
        (["show", name, "--blame"], "rules.toml:3  define 1"),
        (["diff"], f"+ {name}\n"),
        (["diff"], "set.range: none -> 1  you.aa "),
    ):
        result = CliRunner().invoke(main, ["data", *words, "--mods", str(mod)])
        assert result.exit_code == 0, result.output
        assert expected in result.output


def test_a_list_of_readings_says_how_many_are_left_out(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, "you.odd", "listener.xyzzy > 1", 3)
    output = " ".join(CliRunner().invoke(main, ["mods", "check", str(mod)]).output.split())
    listed = output.partition("it has: ")[2]
    assert re.match(r"(\w+, ){11}\w+ and \d+ more", listed), output


def test_the_conditions_of_many_rules_are_not_all_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.loader.rules.conflicts.MAX_PROOFS", 1)
    names = ("you.one", "you.two", "you.three")
    mods = [write_mod(tmp_path, id, f"loudness > {n}", n) for n, id in enumerate(names)]
    rows = json.loads(run("check --together", mods, "--json", "--all")[1])["rules"]
    assert sum(row["relation"] == "unknown" for row in rows) == 2 == len(rows) - 1
