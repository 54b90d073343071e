"""Deeds of rules are announced to every hook but those whose rules led to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import list_backends, use_backend

COUNTED = {
    "given": ("on_status_gain", "status == 'core.stealth:power'"),
    "hurt": ('"core.stealth:on_hurt"', "actor == player"),
    "heard": ("on_noise", "kind == 'cry'"),
}
GIVE = 'do.give = { actor = "player", effect = "core.stealth:power", turns = 9 }\n'
HURT = 'do.hurt = { actor = "player", amount = 1 }\n'
CRY = 'do.noise = { at = "player.cell", loudness = 3, kind = "cry" }\n'
DEEDS = GIVE + HURT + CRY


def count(name: str, deeds: str = "") -> str:
    """A rule that counts how often its hook is asked, and does more."""
    hook, when = COUNTED[name]
    remember = f'do.remember = {{ name = "{name}", value = "memory.{name} + 1" }}\n'
    return f'[hook.{hook}.{name}]\nwhen = "{when}"\n{remember}{deeds}'


def at(hook: str, when: str, deeds: str = DEEDS) -> str:
    return f'[hook."{hook}".starts]\nwhen = "{when}"\n{deeds}'


COUNTS = "".join(map(count, COUNTED))
TILE = '[hook.on_turn_end.paves]\ndo.set_tile = { at = "player.cell.shift(-1, 0)", tile = "core.stealth:rubble" }\n'
ONCE = {"given": 1, "hurt": 1, "heard": 1}
CASES = {
    "a blow": (at("core.stealth:on_strike", "attacker == player") + COUNTS, ONCE),
    "a wound": (at("core.stealth:on_hurt", "by == player") + COUNTS, ONCE | {"hurt": 0}),
    "a mood": (at("core.stealth:on_mood", "true") + COUNTS, ONCE),
    "a noise": (at("on_noise", "kind != 'cry' and source == player") + COUNTS, ONCE | {"heard": 0}),
    "a tile": (TILE + at("core.stealth:on_tile", "true") + COUNTS, ONCE),
    "the end of a turn": (at("on_turn_end", "true") + COUNTS, ONCE),
    # Each answers the one before; the last would answer all, and is announced to none.
    "a ring": (
        at("core.stealth:on_strike", "attacker == player", HURT)
        + count("hurt", GIVE)
        + count("given", CRY)
        + count("heard", HURT + GIVE),
        ONCE,
    ),
}


def play(mod: Path) -> GameUnderTest:
    robust = {"hp": 99, "hp_max": 99}
    game = scene(
        "######\n#....#\n#@E..#\n######",
        mods=[mod],
        actors={
            "@": robust | {"stats": {"to_hit": 30, "fov": 5, "foh": 5, "stamina_max": 3}},
            "E": robust | {"mind": {"ai": "passive", "mood": "calm"}},
        },
    )
    game.do("l")
    return game


@pytest.mark.proof(5)
@pytest.mark.parametrize("backend", list_backends())
@pytest.mark.parametrize("case", CASES)
def test_deeds_of_a_rule_are_announced(
    case: str, backend: str, write_rules: Callable[..., Path], tmp_path: Path
) -> None:
    rules, counts = CASES[case]
    with use_backend(backend):
        game = play(write_rules(tmp_path, "stealth", rules))
    found = game.session.state.memory.get("you.rules", {})
    assert {name: found.get(name, 0) for name in COUNTED} == counts
    assert not game.session.problems
