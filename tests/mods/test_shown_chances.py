"""A game lists a rule of chance once: the cursor shows its odds, explanations its dice, and mods change its numbers."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.api import Context, events
from footfall.api.chance import ChanceRule, Dice, chance_rule, play_chance, show_chance
from footfall.api.session_scene import build_session_scene
from footfall.loader import LoadError, load
from footfall.plugins.stealth import api as stealth
from footfall.testing import scene

MOD = '[mod]\nid = "you.ice"\nversion = "1.0.0"\napi = "1"\nname = "Ice"\ngames = ["stealth"]\n'


class StepFacts(msgspec.Struct, frozen=True):
    luck: int


class Slip(msgspec.Struct, frozen=True):
    slips: bool
    foot: int


@chance_rule
def slip(f: StepFacts, dice: Dice) -> Slip:
    """The foot on moss."""
    sides = 6 + f.luck
    foot = dice.roll("foot", 1, sides)
    return Slip(foot == 1, foot)


def read_step(event: events.Moving, ctx: Context) -> StepFacts | None:
    return StepFacts(0) if stealth.tile(ctx, event.target) == "core.stealth:moss" else None


def list_in_game(monkeypatch: pytest.MonkeyPatch, rule: ChanceRule[Any, Any]) -> None:
    """Lets the base game list a rule."""
    loading = sys.modules["footfall.loader.load"]
    share = loading.share_chances
    monkeypatch.setattr(
        loading,
        "share_chances",
        lambda game, games: msgspec.structs.replace(
            share(game, games),
            chances={**game.chances, "core.stealth:slip": rule},
            shown_chances={"on_move": (show_chance(rule, read_step, "slips", "wet-slip"),)},
        ),
    )


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> ChanceRule[Any, Any]:
    """The base game lists the rule."""
    list_in_game(monkeypatch, slip)
    return slip


@pytest.mark.parametrize(("rules", "odds", "sides"), [("", Fraction(1, 6), 6), ("add.sides = 3", Fraction(1, 9), 9)])
def test_a_rule_of_a_game_that_is_listed_once_is_shown_everywhere(
    shown: ChanceRule[Any, Any], tmp_path: Path, rules: str, odds: Fraction, sides: int
) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(MOD, "utf-8")
    if rules:
        (tmp_path / "content" / "rules.toml").write_text(f'[hook."core.stealth:slip".icy]\n{rules}\n', "utf-8")
    game = scene('@".', mods=[tmp_path], legend={'"': {"tile": "core.stealth:moss"}})
    y, x = game.session.state.parts["world"].actors[game.find_id("@")].at
    ctx = game.session.context()
    assert not ctx.has_listeners("on_move")
    assert ctx.list_chances("on_move", events.Moving(game.find_id("@"), (y, x), (y, x + 1))) == [("wet-slip", odds)]
    told = [line for line in build_session_scene(game.session).foretell((y, x + 1)) if line.id == "stealth-mod-chance"]
    assert [line.args["what"].id for line in told] == ["wet-slip"]
    assert game.session.tracer is not None
    game.session.tracer.chances.clear()
    assert play_chance(ctx, shown, StepFacts(0)).foot <= sides
    (record,) = game.session.tracer.chances
    assert (record.text, [die.high for die in record.dice]) == ("wet-slip", [sides])


@chance_rule
def nested(f: StepFacts, dice: Dice) -> Slip:
    """A die within a value."""
    return Slip(False, dice.roll("foot", 1, 6))


def test_a_game_that_lists_a_rule_that_cannot_be_counted_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    list_in_game(monkeypatch, nested)
    with pytest.raises(LoadError) as caught:
        load("stealth", only_mods=())
    (finding,) = [one for one in caught.value.findings if one.code == "bad-chance"]
    assert "a die is a statement of its own" in finding.text
    assert finding.location.endswith(f"test_shown_chances.py:{nested.function.__code__.co_firstlineno + 3}")
