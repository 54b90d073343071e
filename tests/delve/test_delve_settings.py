"""Every setting of the manifest reaches the game master and lays other delves than its default does (A.6, part B)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.expedition import policy_of
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.tables import tables_of

MANIFEST = Path(__file__).parents[2] / "plugins" / "delve" / "mod.toml"
SETTINGS = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["settings"]
NAMES = {"special_corridor": ["plain", "reroll", "bridge"], "pieces": ["unlimited", "box"]}
PLAYED = {
    "counters",
    "danger",
    "guard_scope",
    "secret_tries",
    "secret_where",
    "sight",
    "sight_radius",
    "stairs",
    "turn_length",
}
"""These matter while a session is played; `test_delve_play`, `test_delve_walking` and `test_delve_policies` do that."""

ROLLED = {"start_x": 7, "start_y": -3, "guard_lairs": 0, "guard_rooms": 1, "quest_max": 1}


def values_of(name):
    about = SETTINGS[name]
    if name in ROLLED:
        return [ROLLED[name]]
    if about["type"] == "bool":
        return [not about["default"]]
    if about["type"] == "int":
        return [about["max"]]
    return [value for value in about.get("choices", NAMES.get(name, ())) if value != about["default"]]


CASES = [(name, value) for name in SETTINGS for value in values_of(name)]


def delves(settings, seeds=range(8)):
    loaded = load("delve", only_mods=(), settings={f"core.delve.{name}": value for name, value in settings.items()})
    assert not [p for p in loaded.findings if p.code in ("no-setting", "bad-setting")]
    for seed in seeds:
        options = {"mode": "whole", "max_zones": 40}
        session = Session.begin(loaded.rules, seed, options, strict=True)
        yield session, tables_of(loaded.rules.records)


def maps(settings):
    return laid(tuple(settings.items()))


@cache
def laid(settings):
    found = []
    for session, book in delves(dict(settings)):
        delve = session.state.parts["core.delve"].delve
        policy = policy_of(session.context())
        assert check_invariants(delve, book, policy) == []
        found.append(msgspec.msgpack.encode((delve.zones, delve.exits)))
    return found


BESIDE = {
    "quest_max": {"stop": "exhausted", "guard_lairs": 0},
    "guard_count_converted": {"guard_rooms": 1000},
    "guard_count_current": {"guard_lairs": 100},
    "corridor_short_door": {"features": "two_doors", "door_walls": "random"},
}
"""What else must be set for a setting to matter."""


def test_every_setting_has_a_case():
    assert {name for name, _ in CASES} == set(SETTINGS)


@pytest.mark.proof(4)
@pytest.mark.parametrize(("name", "value"), [case for case in CASES if case[0] not in PLAYED])
def test_a_setting_lays_other_delves(name, value):
    beside = BESIDE.get(name, {})
    assert maps({**beside, name: value}) != maps(beside)


@pytest.mark.proof(4)
@pytest.mark.parametrize(("name", "value"), [case for case in CASES if case[0] in PLAYED])
def test_a_setting_of_play_reaches_the_master(name, value):
    session, _ = next(delves({name: value}, (1,)))
    if name == "turn_length":
        assert session.context().setting(name) == value
    else:
        assert msgspec.to_builtins(policy_of(session.context()))[name] == value
