"""Rules that are typed in the console: completed, checked, tried, saved into a mod that the game goes on with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.engine.session import Session
from footfall.loader import load
from footfall.loader.rules.typed_rule import RuleCompletion, bind_typed_rule, write_toml


def type_text(text: str) -> str:
    return " ".join("SPACE" if character == " " else character for character in text)


COMPLETIONS = {
    "on_hea": ["on_hear", "on_heard"],
    "on_hear ": ["on_hear when ", "on_hear then "],
    "on_hear when kind == 'do": ["on_hear when kind == 'door'"],
    "on_hear when listener.stat('lu": ["on_hear when listener.stat('luck')"],
    "on_hear when listener.post.sce": ["on_hear when listener.post.scent"],
    "on_hear when listener.post.has_tag('wat": ["on_hear when listener.post.has_tag('water')"],
    "on_hear when stranger.post.sce": [],
    "on_hear when loudness > 1 and direct": ["on_hear when loudness > 1 and direction"],
    "on_hear when kind == 'door' then mu": ["on_hear when kind == 'door' then mul.range = "],
    "on_status_gain then do.hea": ["on_status_gain then do.heal = "],
    "on_attack when manner == 'me": ["on_attack when manner == 'melee'"],
    "on_attack then add.to_hit = 1; add.def": ["on_attack then add.to_hit = 1; add.defense = "],
    "on_attack when 2 > 1 and cla": ["on_attack when 2 > 1 and clamp("],
    "no_such_hook when x": [],
}


@pytest.mark.parametrize("typed_so_far", COMPLETIONS)
def test_what_may_follow(load_once: Callable[..., Any], typed_so_far: str) -> None:
    loaded = load_once("stealth", only_mods=())
    assert loaded.vocabulary is not None
    settings = dict(Session.begin(loaded.rules, 1).state.settings)
    completion = RuleCompletion("you.x", loaded.vocabulary, loaded.rules.records, settings)
    assert completion.complete(typed_so_far) == COMPLETIONS[typed_so_far]


def test_a_typed_rule_is_written_as_a_file_has_it() -> None:
    text = "core.stealth:on_notice when sense == 'sight' then add.engage = -2; reason = thick fog"
    assert write_toml(text, "typed1").splitlines() == [
        '[hook."core.stealth:on_notice".typed1]',
        "when = \"sense == 'sight'\"",
        "add.engage = -2",
        'reason = "thick fog"',
    ]
    with pytest.raises(ValueError, match="a rule is written like this"):
        write_toml("make it so", "typed1")


def test_each_mistake_of_a_typed_rule_is_found() -> None:
    loaded = load("stealth", only_mods=())
    assert loaded.vocabulary is not None
    text = "on_hear when kind == 'dor' then mul.rang = 2; reson = x"
    bound = bind_typed_rule(text, "you.x", "typed1", loaded.vocabulary, loaded.rules.records, {})
    assert bound.listener is None
    assert sorted(finding.code for finding in bound.findings) == ["bad-rule", "misspelt-term", "unknown-name"]


def test_tab_completes_and_the_list_is_shown(typed: Callable[..., Any]) -> None:
    keys = f"F3 w {type_text('on_mov')} TAB {type_text(' wh')} TAB {type_text('actor.max_')}"
    screen = typed(keys, "stealth", "--console", "--seed", 3).screen
    assert "on_move when actor.max_" in screen
    assert "actor.max_hp" in screen
    assert "actor.max_stamina" in screen


def test_mistakes_are_shown_at_once(typed: Callable[..., Any]) -> None:
    rule = "on_move when actor.hpp > 1 then add.nois = 1"
    screen = typed(f"F3 w {type_text(rule)} ENTER", "stealth", "--console", "--seed", 3).screen
    words = " ".join(line.rpartition("│")[2].strip() for line in screen.splitlines())
    assert "no reading 'hpp', did you mean 'hp'?" in words
    assert "no term 'nois', did you mean 'noise'?" in words


def test_a_rule_is_tried_saved_and_in_force(typed: Callable[..., Any], home: Path) -> None:
    rule = "on_move when actor.hp > 3 then add.noise = 3; reason = boots"
    keys = f"F3 w {type_text(rule)} ENTER ESC j F3 k ENTER ESC l"
    played = typed(keys, "stealth", "--console", "--seed", 3)
    tried = [" ".join(line.rpartition("│")[2].strip() for line in screen.splitlines()) for screen in played.screens]
    assert any("asked 1 times, and the rule would have applied 1 times" in words for words in tried)
    assert any("actor.hp > 3 -> actor.hp 32" in words for words in tried)
    assert "noise ■■■■" in played.screen
    mod = home / "mods" / "typed"
    assert "[hook.on_move.typed1]" in (mod / "content" / "typed.toml").read_text()
    checked = CliRunner().invoke(main, ["mods", "check", str(mod), "--quiet"])
    assert "0 errors" in checked.output or "no findings" in checked.output, checked.output
    keys = f"F3 w {type_text('on_move then add.noise = 1')} ENTER k ENTER"
    again = typed(keys, "stealth", "--console", "--continue")
    assert "[hook.on_move.typed2]" in (mod / "content" / "typed.toml").read_text(), again.screen


def test_a_mod_that_is_run_has_the_console(typed: Callable[..., Any], home: Path) -> None:
    """Next to `--watch`, rules go into the mod that is run."""
    assert CliRunner().invoke(main, ["mods", "new", "you.hello", "--rules-data"]).exit_code == 0
    rule = "on_move when actor.hp > 3 then add.noise = 3"
    keys = f"F3 w {type_text(rule)} ENTER k ENTER ESC j j j F3 e {type_text('player.hp')} ENTER"
    played = typed(keys, "you.hello", "--watch", "--seed", 3, command="mods run")
    assert "[hook.on_move.typed1]" in (home / "mods" / "hello" / "content" / "typed.toml").read_text()
    assert any("noise ■■■■" in screen for screen in played.screens)  # a reload may take a key
    assert "player.hp = 32" in played.screen
